// SPDX-License-Identifier: BSD-3-Clause
#include "verify_shape.hpp"

#include <algorithm>
#include <apart/error.hpp>
#include <array>
#include <cmath>
#include <type_traits>

namespace apart::verification {

namespace {

template <class T>
inline constexpr std::size_t index_of = detail::index_in<T, ShapeVariant>;

Vec real(const Eigen::Vector3d& x) { return x.cast<Real>(); }

// From any shape to its core and its rounding.

Vertices vertices(std::initializer_list<Vec> points) {
  Vertices v{points, {}};
  for (int i = 0; i < int(points.size()); ++i) v.index.push_back(i);
  return v;
}

Vertices vertices(const Polytope& p, bool endless) {
  Vertices v;
  for (int i = 0; i < p.size(); ++i) {
    v.points.push_back(real(p.vertex(i)));
    v.index.push_back(p.given_index(i));
  }
  for (const Eigen::Vector3d& x : p.dropped()) v.points.push_back(real(x));
  v.index.resize(v.points.size(), -1);
  v.slack = p.slack();
  v.endless = endless;
  return v;
}

Vertices corners(const Box& box) {
  const Vec half = real(box.size()) / 2;
  Vertices v;
  for (int i = 0; i < 8; ++i) {
    v.points.emplace_back(i & 1 ? half.x() : -half.x(), i & 2 ? half.y() : -half.y(),
                          i & 4 ? half.z() : -half.z());
    v.index.push_back(i);
  }
  return v;
}

Vertices ends(const Capsule& c) {
  const Real half = Real(c.length()) / 2;
  return vertices({Vec(0, 0, -half), Vec(0, 0, half)});
}

Core core_of(ShapeRef s, Real& rounding) {
  if (s.table()) return User{s.object(), s.table()};
  switch (s.index()) {
    case index_of<Point>:
      return vertices({real(s.as<Point>().p())});
    case index_of<Segment>:
      return vertices({real(s.as<Segment>().a()), real(s.as<Segment>().b())});
    case index_of<Triangle>: {
      const Triangle& t = s.as<Triangle>();
      return vertices({real(t.a()), real(t.b()), real(t.c())});
    }
    case index_of<Sphere>:
      rounding += s.as<Sphere>().radius();
      return vertices({Vec(0, 0, 0)});
    case index_of<Box>:
      return corners(s.as<Box>());
    case index_of<Capsule>:
      rounding += s.as<Capsule>().radius();
      return ends(s.as<Capsule>());
    case index_of<Cylinder>:
      return s.as<Cylinder>();
    case index_of<Cone>:
      return s.as<Cone>();
    case index_of<Ellipsoid>:
      return s.as<Ellipsoid>();
    case index_of<Halfspace>:
      return s.as<Halfspace>();
    case index_of<Prism>:
      return vertices(s.as<Prism>().section(), true);
    case index_of<Polytope>:
      return vertices(s.as<Polytope>(), false);
    case index_of<Rounded>:
      rounding += s.as<Rounded>().radius();
      return core_of(s.as<Rounded>().shape(), rounding);
    default:
      return User{s.as<Custom>().body(), &s.as<Custom>().table()};
  }
}

// Half-spaces. Under x -> R x normals go with the inverse transpose, which is the matrix of
// cofactors over the determinant.

struct Plane {
  Vec normal;   // unit
  Real offset;  // the half-space is {x : normal.x <= offset}
};

Plane posed(const Halfspace& h, const Mat& r) {
  // The given normal may have any length: bring it near 1 by a power of two, which is exact.
  const int e = std::ilogb(h.normal().cwiseAbs().maxCoeff());
  const Vec n = real(h.normal()).unaryExpr([e](Real x) { return std::ldexp(x, -e); });
  const Vec x = r.col(0), y = r.col(1), z = r.col(2);
  const Vec m = (y.cross(z) * n.x() + z.cross(x) * n.y() + x.cross(y) * n.z()) / x.dot(y.cross(z));
  return {m / norm(m), std::ldexp(Real(h.offset()), -e) / norm(m)};
}

// Users' types.

Real declared_error(const User& user) {
  return u * user.table->support_error(user.body) * user.table->radius(user.body);
}

/// An upper bound on the support: what support() returns, what it may err by, and what the rounding
/// of the direction to double may hide.
Real support_value(const User& user, const Vec& q) {
  const Eigen::Vector3d d = q.cast<double>();
  const Vec x = real(user.table->support(user.body, d));
  const Real radius = user.table->radius(user.body), error = declared_error(user);
  if (!(norm(x) <= radius * (1 + 4 * u) + error)) {  // true for NaN, too
    throw InvalidInput(
        "custom shape: support() returned a point that is not finite or lies "
        "outside its radius()");
  }
  return real(d).dot(x) + error + norm(q - real(d)) * radius;
}

/// The 26 directions to the faces, edges and corners of a cube.
const std::vector<Vec>& fixed_directions() {
  static const std::vector<Vec> directions = [] {
    std::vector<Vec> d;
    for (int i = 0; i < 27; ++i) {
      const Vec x(Real(i % 3 - 1), Real(i / 3 % 3 - 1), Real(i / 9 - 1));
      if (norm(x) > 0) d.push_back(x / norm(x));
    }
    return d;
  }();
  return directions;
}

// Support values max q.x, for a q of length near 1.

Real support_value(const Vertices& v, const Vec& q) {
  Real most = -std::numeric_limits<Real>::infinity();
  for (const Vec& x : v.points) most = std::max(most, q.dot(x));
  return most;
}

// Points where it is attained.

Vec farthest(const Vertices& v, const Vec& q) {
  Vec best = v.points.front();
  for (const Vec& x : v.points) {
    if (q.dot(x) > q.dot(best)) best = x;
  }
  return best;
}

Vec farthest(const User& user, const Vec& q) {
  return real(user.table->support(user.body, q.cast<double>()));
}

// Bounds on |x|.

Real radius_of(const Vertices& v) {
  Real most = 0;
  for (const Vec& x : v.points) most = std::max(most, norm(x));
  return most;
}

Real radius_of(const Halfspace& h) { return std::abs(posed(h, Mat::Identity()).offset); }
Real radius_of(const User& user) { return user.table->radius(user.body); }

}  // namespace

PosedShape::PosedShape(ShapeRef shape, const Pose& pose, double margin)
    : core_(Vertices{}), rotation_(pose.rotation.cast<Real>()), rounding_(margin) {
  core_ = core_of(shape, rounding_);
}

Real PosedShape::reach() const {
  return std::visit([](const auto& core) { return radius_of(core); }, core_) + rounding_;
}

Real PosedShape::slack() const {
  const Vertices* v = std::get_if<Vertices>(&core_);
  return v ? v->slack : 0;
}

Real PosedShape::user_error() const {
  const User* user = std::get_if<User>(&core_);
  return user ? declared_error(*user) : 0;
}

std::optional<Vec> PosedShape::vertex(int index) const {
  const Vertices& v = std::get<Vertices>(core_);
  const auto found = std::find(v.index.begin(), v.index.end(), index);
  if (index < 0 || found == v.index.end()) return {};
  return rotation_ * v.points[found - v.index.begin()];
}

std::optional<Vec> PosedShape::outward() const {
  const Halfspace* h = std::get_if<Halfspace>(&core_);
  if (!h) return {};
  return posed(*h, rotation_).normal;
}

std::optional<Vec> PosedShape::axis() const {
  const Vertices* v = std::get_if<Vertices>(&core_);
  if (!v || !v->endless) return {};
  return rotation_.col(2) / norm(rotation_.col(2));
}

Real PosedShape::support(const Vec& d) const {
  const auto of_core = [&](const auto& core) -> Real {
    if constexpr (std::is_same_v<decltype(core), const Halfspace&>) {
      return posed(core, rotation_).offset;
    } else {
      // Holds for any R, rigid or not; what is left of d along a prism's axis meets only z = 0.
      return support_value(core, rotation_.transpose() * d);
    }
  };
  return std::visit(of_core, core_) + rounding_;
}

Vec PosedShape::farthest_of_core(const Vec& d) const {
  const auto of_core = [&](const auto& core) -> Vec {
    if constexpr (std::is_same_v<decltype(core), const Halfspace&>) {
      const Plane plane = posed(core, rotation_);
      return plane.normal * plane.offset;
    } else {
      return rotation_ * farthest(core, rotation_.transpose() * d);
    }
  };
  return std::visit(of_core, core_);
}

Real PosedShape::distance_to_core(const Vec& y, const Vec& n) const {
  const auto distance = [&](const auto& core) -> Real {
    using T = std::decay_t<decltype(core)>;
    if constexpr (std::is_same_v<T, Vertices>) {
      return 0;  // left to the witness
    } else if constexpr (std::is_same_v<T, Halfspace>) {
      const Plane plane = posed(core, rotation_);
      return std::max(Real(0), plane.normal.dot(y) - plane.offset);
    } else if constexpr (std::is_same_v<T, User>) {
      const auto beyond = [&](const Vec& d) {
        return d.dot(y) - support_value(core, rotation_.transpose() * d);
      };
      Real most = std::max(Real(0), beyond(n));
      for (const Vec& d : fixed_directions()) most = std::max(most, beyond(d));
      return most;
    } else {
      // Least |R x - y| by projected gradient steps. R is rigid within 1e-6, so each step gains six
      // digits; and whatever x they end at is a point of the core.
      Vec x = nearest(core, rotation_.transpose() * y);
      for (int i = 0; i < 4; ++i) {
        x = nearest(core, x - rotation_.transpose() * (rotation_ * x - y));
      }
      return norm(rotation_ * x - y);
    }
  };
  return std::visit(distance, core_);
}

}  // namespace apart::verification
