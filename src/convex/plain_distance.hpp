// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/penetration.hpp>
#include <bit>
#include <cstdint>

#include "convex/core.hpp"
#include "convex/turn.hpp"

namespace apart {

class Poses;

// The usual case in plain double, from the poses to the answer, which is proved by bounds on what
// that loses (docs/certificate.md, "In plain double"). False if a case is not that simple: nearly
// touching, concentric, too thin for double; then others have the word.

/// What plain double knows of a shape or of a core.
struct PlainBody {
  /// What it is; of polytopes, also how their vertices are looked through.
  enum Kind : unsigned char { other, ball, stick, drum, box, eight, few, octants, cells };
  static constexpr int kinds = 9;

  /// All points within `rounding` of a segment of the z axis, `half` to either side; of a drum only
  /// those straight beside it.
  struct Axis {
    double half, rounding;
  };

  explicit PlainBody(const Sphere& shape) : kind(ball), axis{0, shape.radius()} {}
  explicit PlainBody(const Capsule& shape) : axis{shape.length() / 2, shape.radius()} {
    kind = axis.half == 0 ? ball : stick;
  }
  explicit PlainBody(const Cylinder& shape)
      : kind(drum), axis{shape.length() / 2, radius_in_core(shape.radius())} {}
  explicit PlainBody(const Box& shape) : kind(box), sides(shape.size().data()) {}
  explicit PlainBody(const Polytope& shape) { take(shape.data()); }
  explicit PlainBody(ShapeRef shape) {
    switch (shape.index()) {
      case detail::index_in<Polytope, ShapeVariant>:
        take(shape.as<Polytope>().data());
        break;
      case detail::index_in<Box, ShapeVariant>:
        *this = PlainBody(shape.as<Box>());
        break;
      case detail::index_in<Sphere, ShapeVariant>:
        *this = PlainBody(shape.as<Sphere>());
        break;
      case detail::index_in<Capsule, ShapeVariant>:
        *this = PlainBody(shape.as<Capsule>());
        break;
      case detail::index_in<Cylinder, ShapeVariant>:
        *this = PlainBody(shape.as<Cylinder>());
        break;
      default:
        break;
    }
  }
  explicit PlainBody(const Core& core) {
    const bool bare = core.rounding.hi == 0;
    if (core.kind == Core::Kind::polytope && bare && !core.infinite_along_z) {
      take(*core.polytope);
    } else if (core.kind == Core::Kind::box && bare) {
      kind = box;
      sides = core.sides;
    } else if (core.on_axis && core.rounding.lo == 0) {
      kind = core.radius == 0 ? ball : stick;
      axis = {core.radius, core.rounding.hi};
    } else if (core.kind == Core::Kind::cylinder && bare) {
      kind = drum;
      axis = {core.extent.z(), core.extent.x()};
    }
  }

  static Kind kind_of(const detail::PolytopeData& hull) {
    return hull.count <= 8 ? eight : hull.count <= most_turned ? few : hull.cells ? cells : octants;
  }

  /// How far it reaches from its centre.
  double radius() const {
    if (kind == box) return 0.5 * norm(Triple{sides[0], sides[1], sides[2]});
    if (kind == drum) return std::sqrt(axis.half * axis.half + axis.rounding * axis.rounding);
    return kind > box ? hull->radius : axis.half + axis.rounding;
  }

  Kind kind = other;
  union {
    const detail::PolytopeData* hull;
    const double* sides;  ///< of a box, from face to face
    Axis axis;
  };

 private:
  void take(const detail::PolytopeData& polytope) {
    hull = &polytope;
    kind = kind_of(polytope);
  }
};

/// What a closed form found, for the next query.
inline void remember(const Witness& witness, const Eigen::Vector3d& direction, Tracker& tracker) {
  tracker.size = witness.size;
  tracker.vertex_a = witness.vertex_a;
  tracker.vertex_b = witness.vertex_b;
  tracker.direction = direction;
}

/// By the way that fits both kinds. False also if the poses are not plainly rigid.
bool plain_way(const PlainBody& a, const Pose& pose_a, const PlainBody& b, const Pose& pose_b,
               Tracker* tracker, Distance& d);
/// Of polytopes and boxes that touch, or overlap so regularly that this gives up; it goes on from
/// the vertices that were left in the witness, if any.
bool plain_contact(const PlainBody& a, const Pose& pose_a, const PlainBody& b, const Pose& pose_b,
                   Tracker* tracker, Distance& d);

/// Of a ball with its centre in a box or a cylinder, well inside.
bool plain_inside(const PlainBody& a, const Pose& pose_a, const PlainBody& b, const Pose& pose_b,
                  Tracker* tracker, Distance& d);
bool is_plainly_inside(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                       const Pose& pose_b);
/// The same for the signed distance, if the poses, which have been checked, are rigid up to
/// rounding.
bool plain_inside_depth(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                        const Pose& pose_b, Penetration& p);

inline bool plain_distance(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                           const Pose& pose_b, Tracker* tracker, Distance& d) {
  return plain_way(a, pose_a, b, pose_b, tracker, d) ||
         plain_contact(a, pose_a, b, pose_b, tracker, d) ||
         plain_inside(a, pose_a, b, pose_b, tracker, d);
}

/// The same for two polytopes at the poses from `first` to before `last`, which are plainly rigid,
/// side by side where the machine has the registers for it; to the same bits. What it leaves to
/// others has Status::not_converged. False if it leaves all, and has written nothing.
bool plain_gjk_of_some(const detail::PolytopeData& a, const Poses& poses_a,
                       const detail::PolytopeData& b, const Poses& poses_b, std::size_t first,
                       std::size_t last, Distance* out);

/// Is all of the distance asked for, exactly or not?
inline bool asks_for_all(const Options& o) {
  return o.margin == 0 && !o.enough && o.method == Method::gjk;
}

/// Is there nothing but the distance asked for? Whether steps are recorded does not matter. By
/// bits: all of these are zero then, and one branch tells.
inline bool asks_plainly(const Options& o) {
  static_assert(static_cast<int>(Method::gjk) == 0);
  return (std::bit_cast<std::uint64_t>(o.relative_error) | std::bit_cast<std::uint64_t>(o.margin) |
          std::uint64_t{o.enough.has_value()} | static_cast<std::uint64_t>(o.method)) == 0;
}

}  // namespace apart
