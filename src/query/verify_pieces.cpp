// SPDX-License-Identifier: BSD-3-Clause
#include "query/verify_pieces.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "number_text.hpp"

namespace apart::verification {

namespace {

using Eigen::Vector3d;

struct Piece {
  Shape shape;
  Pose pose;
  int part, element;
};

/// A ball around a piece, from its distances to far half-spaces: nothing of the search is used.
struct Ball {
  Vector3d centre;
  double radius;
  Vector3d member;  // a point of what is in it
};
Ball ball_around(const Piece& piece) {
  Eigen::AlignedBox3d box;
  Vector3d sum = Vector3d::Zero();
  for (int k = 0; k < 3; ++k) {
    for (const double sign : {-1.0, 1.0}) {
      const Halfspace wall(sign * Vector3d::Unit(k), 0);
      const Penetration p = penetration(wall, Pose(), piece.shape, piece.pose);
      (sign > 0 ? box.min() : box.max())[k] = sign > 0 ? p.lower : -p.lower;
      sum += p.point_b / 6;
    }
  }
  return {box.center(), box.sizes().norm() / 2 * (1 + 1e-9), sum};
}

/// How large the numbers are that a piece is placed with. A ball tells, or what is nearest the
/// origin if there is none.
double reach_of(const Piece& piece) {
  if (const auto* triangle = std::get_if<Triangle>(&piece.shape.variant())) {
    const auto far = [&](const Vector3d& p) { return (piece.pose * p).norm(); };
    return std::max({far(triangle->a()), far(triangle->b()), far(triangle->c())});
  }
  if (!bounded(piece.shape)) {
    return distance(Point(0, 0, 0), Pose(), piece.shape, piece.pose).upper;
  }
  const Ball ball = ball_around(piece);
  return ball.centre.norm() + ball.radius;
}

/// All convex pieces, and the solid meshes among what they are pieces of.
struct Pieces {
  std::vector<Piece> list;
  std::vector<std::pair<Mesh, Pose>> solids;
  double reach = 0;  ///< no coordinate is larger, on the way to the world's either

  void add(const Shape& shape, const Pose& pose, const std::vector<double>& rounding, int part) {
    reach = std::max(reach, pose.translation.norm());
    if (const auto* mesh = std::get_if<Mesh>(&shape.variant())) {
      if (mesh->solid()) solids.push_back({*mesh, pose});
      for (std::size_t i = 0; i < mesh->triangles().size(); ++i) {
        const auto& [a, b, c] = mesh->triangles()[i];
        const auto v = mesh->vertices();
        add_piece(Triangle(v[a], v[b], v[c]), pose, rounding, part, static_cast<int>(i));
      }
    } else if (const auto* balls = std::get_if<Spheres>(&shape.variant())) {
      for (int i = 0; i < balls->size(); ++i) {
        add_piece(Rounded(Point(balls->centre(i)), balls->radius(i)), pose, rounding, part, i);
      }
    } else if (const auto* compound = std::get_if<Compound>(&shape.variant())) {
      for (int i = 0; i < compound->size(); ++i) {
        const Part& p = compound->part(i);
        const Pose there(pose.rotation * p.pose.rotation, pose * p.pose.translation);
        add(p.shape, there, rounding, part < 0 ? i : part);
      }
    } else if (const auto* rounded = std::get_if<Rounded>(&shape.variant());
               rounded && !convex(rounded->shape())) {
      std::vector<double> more = rounding;
      more.push_back(rounded->radius());
      add(rounded->shape(), pose, more, part);
    } else {
      add_piece(shape, pose, rounding, part, -1);
    }
  }

 private:
  void add_piece(Shape shape, const Pose& pose, const std::vector<double>& rounding, int part,
                 int element) {
    for (const double r : rounding) shape = Rounded(shape, r);
    list.push_back({std::move(shape), pose, part, element});
    reach = std::max(reach, reach_of(list.back()));
  }
};

std::array<Vector3d, 3> corners_of(const Mesh& mesh, const Pose& pose, const Mesh::Corners& corners,
                                   const Vector3d& seen_from) {
  std::array<Vector3d, 3> p;
  for (int k = 0; k < 3; ++k) p[k] = pose * mesh.vertices()[corners[k]] - seen_from;
  return p;
}

double winding(const Mesh& mesh, const Pose& pose, const Vector3d& world) {
  double sum = 0;
  for (const auto& corners : mesh.triangles()) {
    const auto p = corners_of(mesh, pose, corners, world);
    const double a = p[0].norm(), b = p[1].norm(), c = p[2].norm();
    sum += 2 * std::atan2(p[0].dot(p[1].cross(p[2])),
                          a * b * c + p[0].dot(p[1]) * c + p[1].dot(p[2]) * a + p[2].dot(p[0]) * b);
  }
  return sum / (4 * std::numbers::pi);
}

/// How often a ray passes through the triangles.
int passes(const Mesh& mesh, const Pose& pose, const Vector3d& world) {
  const Vector3d ray(0.4347, 0.7213, -0.5393);  // no one's direction
  int count = 0;
  for (const auto& corners : mesh.triangles()) {
    const auto p = corners_of(mesh, pose, corners, world);
    const double x = ray.dot(p[0].cross(p[1])), y = ray.dot(p[1].cross(p[2])),
                 z = ray.dot(p[2].cross(p[0])), height = p[0].dot(p[1].cross(p[2]));
    count += (x > 0 && y > 0 && z > 0 && height > 0) || (x < 0 && y < 0 && z < 0 && height < 0);
  }
  return count;
}

/// Inside is what a surface winds around. Where its triangles are not turned alike, so that this is
/// no whole number, it is what a ray leaves by an odd number of them, if it is closed.
bool encloses(const Mesh& mesh, const Pose& pose, const Vector3d& world) {
  const double times = winding(mesh, pose, world);
  const bool whole = std::abs(times - std::round(times)) < 1e-3;
  if (mesh.closed() && !whole) return passes(mesh, pose, world) % 2 != 0;
  return std::abs(times) >= 0.5;
}

class PieceAudit {
 public:
  PieceAudit(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b, const Distance& answer,
             const Options& options)
      : answer_(answer), margin_(options.margin) {
    a_.add(owned(a), pose_a, {}, -1);
    b_.add(owned(b), pose_b, {}, -1);
    bound_ = 64 * 0x1p-53 * (a_.reach + b_.reach + answer.point_a.norm() + answer.point_b.norm());
  }

  std::string first_problem() const {
    const Distance& d = answer_;
    if (!(d.lower >= 0 && d.lower <= d.upper)) return "lower and upper are no interval";
    if (!d.point_a.allFinite() || !d.point_b.allFinite()) return "a point is not finite";
    if (d.status == Status::separated && !(d.lower > 0)) return "separated, but lower = 0";
    if (!part_of(a_, d.point_a)) return "point_a is not a point of A";
    if (!part_of(b_, d.point_b)) return "point_b is not a point of B";
    if (!((d.point_b - d.point_a).norm() <= d.upper + bound_)) {
      return "the points are farther apart than upper = " + text(d.upper);
    }
    return d.lower > 0 ? closer_pair() : "";
  }

 private:
  static Shape owned(ShapeRef shape) {
    if (shape.table()) return Custom(View{shape});
    return owned(shape, std::make_index_sequence<std::variant_size_v<ShapeVariant>>());
  }
  template <std::size_t... index>
  static Shape owned(ShapeRef shape, std::index_sequence<index...>) {
    Shape copy = Point();
    (void)((shape.index() == index &&
            (copy = shape.as<std::variant_alternative_t<index, ShapeVariant>>(), true)) ||
           ...);
    return copy;
  }
  /// A user's own type, seen through its functions.
  struct View {
    ShapeRef shape;
    Vector3d support(const Vector3d& d) const { return shape.table()->support(shape.object(), d); }
    double radius() const { return shape.table()->radius(shape.object()); }
    double support_error() const { return shape.table()->support_error(shape.object()); }
  };

  bool part_of(const Pieces& pieces, const Vector3d& p) const {
    for (const Piece& piece : pieces.list) {
      if (distance(Point(p), Pose(), piece.shape, piece.pose).lower <= margin_ + bound_) {
        return true;
      }
    }
    return std::ranges::any_of(
        pieces.solids, [&](const auto& solid) { return encloses(solid.first, solid.second, p); });
  }

  /// Every pair whose balls do not tell, each by a certified distance that is verified in turn.
  std::string closer_pair() const {
    std::vector<Ball> balls;
    const bool bounded_b =
        std::ranges::all_of(b_.list, [](const auto& p) { return bounded(p.shape); });
    if (bounded_b) {
      for (const Piece& piece : b_.list) balls.push_back(ball_around(piece));
    }
    Options options;
    options.margin = margin_;
    for (const Piece& p : a_.list) {
      const bool skip = bounded_b && bounded(p.shape);
      const Ball ball = skip ? ball_around(p) : Ball{};
      for (std::size_t j = 0; j < b_.list.size(); ++j) {
        const Piece& q = b_.list[j];
        if (skip) {
          const double apart = (balls[j].centre - ball.centre).norm() * (1 - 1e-9);
          if (apart - ball.radius - balls[j].radius - 2 * margin_ > answer_.lower) continue;
        }
        const Distance d = distance(p.shape, p.pose, q.shape, q.pose, options);
        if (d.upper < answer_.lower - bound_) {
          return "pieces " + name(p) + " of A and " + name(q) + " of B are at most " +
                 text(d.upper) + " apart, below lower = " + text(answer_.lower);
        }
        if (d.lower >= answer_.lower) {
          const Verification check = verify(p.shape, p.pose, q.shape, q.pose, d, options);
          if (!check) return "pieces " + name(p) + " and " + name(q) + ": " + check.problem;
        }
      }
    }
    const auto inside = [&](const Pieces& solid, const Pieces& other) {
      return std::ranges::any_of(solid.solids, [&](const auto& mesh) {
        return std::ranges::any_of(other.list, [&](const Piece& piece) {
          if (!bounded(piece.shape)) return false;
          return encloses(mesh.first, mesh.second, ball_around(piece).member);
        });
      });
    };
    if (a_.list.size() * b_.list.size() <= 1000000 && (inside(a_, b_) || inside(b_, a_))) {
      return "one shape is inside of the other, but lower = " + text(answer_.lower);
    }
    return {};
  }

  static std::string name(const Piece& piece) {
    std::string text = piece.part >= 0 ? "part " + std::to_string(piece.part) : "";
    if (piece.element < 0) return text.empty() ? "0" : text;
    return text + (text.empty() ? "" : ", ") + std::to_string(piece.element);
  }

  const Distance& answer_;
  double margin_, bound_ = 0;
  Pieces a_, b_;
};

}  // namespace

std::string first_problem_of_pieces(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                                    const Distance& answer, const Options& options) {
  return PieceAudit(a, pose_a, b, pose_b, answer, options).first_problem();
}

std::string first_problem_of_pieces(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                                    const Penetration& answer, const Options& options) {
  const Penetration& p = answer;
  if (!(p.lower <= p.signed_distance && p.signed_distance <= p.upper)) {
    return "lower, signed_distance and upper are not in order";
  }
  if (!(std::abs(p.direction.norm() - 1) <= 1e-12)) return "direction is not of unit length";
  Distance d;
  d.normal = p.direction;
  d.point_a = p.point_a;
  d.point_b = p.point_b;
  if (p.lower > 0) {
    d.lower = p.lower;
    d.upper = p.upper;
    d.status = p.status;
    return first_problem_of_pieces(a, pose_a, b, pose_b, d, options);
  }
  Options asked;
  asked.margin = options.margin;
  if (p.status == Status::overlapping && distance(a, pose_a, b, pose_b, asked).lower > 0) {
    return "the status is overlapping, but the shapes are apart";
  }
  Pose moved = pose_b;
  moved.translation -= p.lower * p.direction;
  const Distance after = distance(a, pose_a, b, moved, asked);
  if (!(after.lower > 0) && !(after.status == Status::touching)) {
    return "moving B by " + text(-p.lower) + " along the direction does not end the overlap";
  }
  return first_problem_of_pieces(a, pose_a, b, moved, after, asked);
}

}  // namespace apart::verification
