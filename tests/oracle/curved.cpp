// SPDX-License-Identifier: BSD-3-Clause
#include "oracle/curved.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "oracle/curved_support.hpp"
#include "oracle/families.hpp"
#include "oracle/wolfe.hpp"

namespace oracle {

namespace {

/// The plane or space in which the distance is sought: unit vectors, as rows.
template <class T>
using Frame = std::vector<Vec<T>>;

template <class T>
Vec<T> cross3(const Vec<T>& a, const Vec<T>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

template <class T>
Vec<T> unit(Vec<T> a) {
  using std::sqrt;
  const T length = sqrt(dot3(a, a));
  for (T& x : a) x /= length;
  return a;
}

/// All of space; or, if a prism runs along z, the plane normal to it.
template <class T>
Frame<T> frame_of(const Body& a, const Map& pose_a, const Body& b, const Map& pose_b) {
  const Map* prism = nullptr;
  if (a.kind == Kind::prism) prism = &pose_a;
  if (b.kind == Kind::prism) prism = &pose_b;
  if (!prism) return {{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}};
  const Vec<T> z{T(prism->r[2]), T(prism->r[5]), T(prism->r[8])};
  using std::abs;
  const Vec<T> x = abs(z[0]) < T(0.5) ? Vec<T>{T(1), T(0), T(0)} : Vec<T>{T(0), T(1), T(0)};
  const Vec<T> u = unit(cross3(z, x));
  return {u, unit(cross3(z, u))};
}

/// What one stage of the iteration knows: bounds on the distance of the cores, and the directions
/// whose support points make up the corral.
template <class T>
struct Stage {
  T lower = 0, upper = std::numeric_limits<T>::max();
  std::vector<std::vector<T>> directions;
  std::vector<T> near;  ///< the nearest point of the difference
};

/// Wolfe's method on the difference of two cores, in the coordinates of a frame.
template <class T>
class Iteration {
 public:
  Iteration(const Body& a, const Map& pose_a, const Body& b, const Map& pose_b)
      : a_(a),
        b_(b),
        pose_a_(pose_a),
        pose_b_(pose_b),
        frame_(frame_of<T>(a, pose_a, b, pose_b)),
        corral_(int(frame_.size())) {}

  /// Starts from the directions of a coarser stage and goes on until the bounds are `tolerance`
  /// apart or no longer improve.
  Stage<T> run(const std::vector<std::vector<T>>& start, const T& tolerance, int most) {
    for (const auto& d : start) add_start(d);
    T last = std::numeric_limits<T>::max();
    for (int step = 0; step < most; ++step) {
      const T norm = squared_norm();
      if (!(norm < last)) break;
      last = norm;
      if (!improve(norm, tolerance)) break;
    }
    for (const auto& tag : corral_.tags()) {
      stage_.directions.push_back(used_[std::size_t(tag.first)]);
    }
    return stage_;
  }

 private:
  void evaluate(const std::vector<T>& d, std::vector<T>& pa, std::vector<T>& pb) const {
    Vec<T> forth{}, back{};
    for (std::size_t i = 0; i < frame_.size(); ++i) {
      for (std::size_t k = 0; k < 3; ++k) forth[k] += frame_[i][k] * d[i];
    }
    for (std::size_t k = 0; k < 3; ++k) back[k] = -forth[k];
    const Vec<T> sa = support(a_, pose_a_, forth), sb = support(b_, pose_b_, back);
    for (std::size_t i = 0; i < frame_.size(); ++i) {
      pa.push_back(dot3(frame_[i], sa));
      pb.push_back(dot3(frame_[i], sb));
    }
  }

  /// Adds the support point along d; leaves the corral as it was if that makes it dependent.
  void add_start(const std::vector<T>& d) {
    const Corral<T> before = corral_;
    std::vector<T> pa, pb;
    evaluate(d, pa, pb);
    used_.push_back(d);
    corral_.add(pa.data(), pb.data(), {int(used_.size()) - 1, 0}, before.size() == 0);
    if (!corral_.minimise()) corral_ = before;
  }

  T squared_norm() const {
    T norm;
    Ring<T>::dot(norm, corral_.direction(), corral_.direction(), int(frame_.size()));
    return norm;
  }

  /// One major cycle of Wolfe's. False if there is nothing left to improve.
  bool improve(const T& norm, const T& tolerance) {
    using std::sqrt;
    const std::size_t m = frame_.size();
    const T length = sqrt(norm);
    stage_.near.assign(corral_.direction(), corral_.direction() + m);
    stage_.upper = std::min(stage_.upper, length);
    if (length <= tolerance) return false;
    std::vector<T> d(m), pa, pb;
    for (std::size_t k = 0; k < m; ++k) d[k] = -corral_.direction()[k] / length;
    evaluate(d, pa, pb);
    T bound = 0;
    for (std::size_t k = 0; k < m; ++k) bound += (pb[k] - pa[k]) * d[k];
    stage_.lower = std::max(stage_.lower, bound);
    if (stage_.upper - stage_.lower <= tolerance) return false;
    const Corral<T> before = corral_;
    used_.push_back(d);
    corral_.add(pa.data(), pb.data(), {int(used_.size()) - 1, 0}, false);
    if (corral_.minimise()) return true;
    corral_ = before;
    return false;
  }

  const Body &a_, &b_;
  const Map &pose_a_, &pose_b_;
  Frame<T> frame_;
  Corral<T> corral_;
  std::vector<std::vector<T>> used_;
  Stage<T> stage_;
};

using Coarse = long double;

Stage<Coarse> coarse_stage(const Body& a, const Map& pose_a, const Body& b, const Map& pose_b) {
  const std::size_t m = frame_of<Coarse>(a, pose_a, b, pose_b).size();
  std::vector<Coarse> d(m, 0.25L);
  d[0] = 1;
  const Coarse tolerance = 0x1p-64L * size_of(a, pose_a, b, pose_b);
  return Iteration<Coarse>(a, pose_a, b, pose_b).run({d}, tolerance, 300);
}

/// Distance of cores without a half-space.
Interval core_distance(const Body& a, const Map& pose_a, const Body& b, const Map& pose_b) {
  std::vector<std::vector<Real>> start;
  for (const auto& d : coarse_stage(a, pose_a, b, pose_b).directions) {
    start.emplace_back(d.begin(), d.end());
  }
  const Real size = size_of(a, pose_a, b, pose_b);
  const Stage<Real> fine =
      Iteration<Real>(a, pose_a, b, pose_b).run(start, Real(size * 1e-36), 1000);
  const Real slack = size * 1e-44;  // for the rounding of 75 digits
  return {fine.lower - slack, fine.upper + slack};
}

/// The normal of a posed half-space, r^-T n: exactly up to the determinant, a positive factor.
Vec<Real> posed_normal(const Body& halfspace, const Map& map) {
  Vec<Real> rows[3];
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) rows[i][k] = map.r[3 * i + k];
  }
  const Vec<Real> n = converted<Real>(halfspace.points[0]);
  const Vec<Real> cofactors[3] = {cross3(rows[1], rows[2]), cross3(rows[2], rows[0]),
                                  cross3(rows[0], rows[1])};
  const Real det = dot3(rows[0], cofactors[0]);
  Vec<Real> out;
  for (std::size_t i = 0; i < 3; ++i) out[i] = dot3(cofactors[i], n) / det;
  return out;
}

Interval halfspace_distance(const Body& halfspace, const Map& map, const Body& b,
                            const Map& pose_b) {
  const Vec<Real> n = posed_normal(halfspace, map);
  const Vec<Real> lowest = support<Real>(b, pose_b, {-n[0], -n[1], -n[2]});
  Vec<Real> d;
  for (std::size_t k = 0; k < 3; ++k) d[k] = lowest[k] - Real(map.t[k]);
  const Real gap = (dot3(n, d) - Real(halfspace.size[0])) / sqrt(dot3(n, n));
  const Real slack = size_of(halfspace, map, b, pose_b) * Real(1e-44);
  return {gap - slack, gap + slack};
}

}  // namespace

Interval curved_distance(const Body& a, const Map& pose_a, const Body& b, const Map& pose_b) {
  Interval out = a.kind == Kind::halfspace   ? halfspace_distance(a, pose_a, b, pose_b)
                 : b.kind == Kind::halfspace ? halfspace_distance(b, pose_b, a, pose_a)
                                             : core_distance(a, pose_a, b, pose_b);
  Real radii = Real(core_radius(a)) + Real(core_radius(b));
  radii += Real(a.rounding) + Real(b.rounding);
  out.lower = std::max(Real(0), Real(out.lower - radii));
  out.upper = std::max(Real(0), Real(out.upper - radii));
  return out;
}

double radius(const Body& body) {
  const Vec3& s = body.size;
  double r = 0;
  switch (body.kind) {
    case Kind::sphere:
      r = s[0];
      break;
    case Kind::box:
      r = std::hypot(s[0], s[1], s[2]) / 2;
      break;
    case Kind::capsule:
      r = s[0] + s[1] / 2;
      break;
    case Kind::cylinder:
    case Kind::cone:
      r = std::hypot(s[0], s[1] / 2);
      break;
    case Kind::frustum:
      r = std::hypot(std::max(s[0], s[2]), s[1] / 2);
      break;
    case Kind::ellipsoid:
      r = std::max({s[0], s[1], s[2]});
      break;
    case Kind::halfspace:
      r = std::abs(s[0]) / radius(body.points);
      break;
    default:
      r = radius(body.points);
  }
  return r + body.rounding;
}

double size_of(const Body& a, const Map& pose_a, const Body& b, const Map& pose_b) {
  const Vec3 &s = pose_a.t, &t = pose_b.t;
  return radius(a) + radius(b) + std::hypot(t[0] - s[0], t[1] - s[1], t[2] - s[2]);
}

namespace {

/// From a half-space to a body outside of it.
RoughDistance rough_height(const Body& halfspace, const Map& map, const Body& b,
                           const Map& pose_b) {
  const Vec<Real> n = unit(posed_normal(halfspace, map));
  return {double(curved_distance(halfspace, map, b, pose_b).upper),
          {double(n[0]), double(n[1]), double(n[2])}};
}

}  // namespace

RoughDistance rough_distance(const Body& a, const Map& pose_a, const Body& b, const Map& pose_b) {
  if (a.kind == Kind::halfspace) return rough_height(a, pose_a, b, pose_b);
  if (b.kind == Kind::halfspace) {
    RoughDistance out = rough_height(b, pose_b, a, pose_a);
    for (double& x : out.direction) x = -x;
    return out;
  }
  const Stage<Coarse> stage = coarse_stage(a, pose_a, b, pose_b);
  const Frame<Coarse> frame = frame_of<Coarse>(a, pose_a, b, pose_b);
  RoughDistance out{};
  if (!(stage.upper > 0)) return out;
  for (std::size_t k = 0; k < 3; ++k) {
    Coarse sum = 0;
    for (std::size_t i = 0; i < frame.size(); ++i) sum -= frame[i][k] * stage.near[i];
    out.direction[k] = double(sum / stage.upper);
  }
  out.distance = double(stage.upper) - core_radius(a) - core_radius(b) - a.rounding - b.rounding;
  return out;
}

}  // namespace oracle
