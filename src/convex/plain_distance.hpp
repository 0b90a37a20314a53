// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>

#include "convex/core.hpp"

namespace apart {

class Poses;

// The usual case in plain double, from the poses to the answer, which is proved by bounds on what
// that loses (docs/certificate.md, "In plain double"). False if a case is not that simple: nearly
// touching, concentric, too thin for double; then others have the word.

/// All points within `rounding` of a segment of the z axis, `half` to either side: a capsule or a
/// ball.
struct Stick {
  double half, rounding;
};
bool plain_sticks(Stick a, const Pose& pose_a, Stick b, const Pose& pose_b, Distance& d);

/// A box is given by its full sides.
bool plain_ball_and_box(double radius, const Pose& pose_a, const double* sides, const Pose& pose_b,
                        Distance& d);
bool plain_box_and_ball(const double* sides, const Pose& pose_a, double radius, const Pose& pose_b,
                        Distance& d);

bool plain_boxes(const double* sides_a, const Pose& pose_a, const double* sides_b,
                 const Pose& pose_b, Distance& d);

/// A polytope, or a box if that is null.
struct Cornered {
  const detail::PolytopeData* hull;
  const double* sides;

  int count() const { return hull ? hull->count : 8; }
};
/// By the algorithm of Gilbert, Johnson and Keerthi.
bool plain_gjk(const Cornered& a, const Pose& pose_a, const Cornered& b, const Pose& pose_b,
               Tracker* tracker, Distance& d);

/// The same as plain_gjk() for one pair at the poses from `first` to before `last`, side by side
/// where the machine has the registers for it; to the same bits. What it leaves to others has
/// Status::not_converged. False if it leaves all, and has written nothing.
bool plain_gjk_of_some(const detail::PolytopeData& a, const Poses& poses_a,
                       const detail::PolytopeData& b, const Poses& poses_b, std::size_t first,
                       std::size_t last, Distance* out);

/// Is there nothing but the distance asked for? Whether steps are recorded does not matter.
inline bool asks_plainly(const Options& options) {
  return options.relative_error == 0 && !options.enough && options.margin == 0 &&
         options.method == Method::gjk;
}

/// A shape or a core, as far as it is one of the above.
class PlainBody {
 public:
  enum Kind { none, cornered, stick };

  explicit PlainBody(ShapeRef shape) {
    switch (shape.index()) {
      case detail::index_in<Polytope, ShapeVariant>:
        kind = cornered;
        corners = {&shape.as<Polytope>().data(), nullptr};
        break;
      case detail::index_in<Box, ShapeVariant>:
        kind = cornered;
        corners = {nullptr, shape.as<Box>().size().data()};
        break;
      case detail::index_in<Sphere, ShapeVariant>:
        kind = stick;
        axis = {0, shape.as<Sphere>().radius()};
        break;
      case detail::index_in<Capsule, ShapeVariant>:
        kind = stick;
        axis = {shape.as<Capsule>().length() / 2, shape.as<Capsule>().radius()};
        break;
      default:
        break;
    }
  }
  explicit PlainBody(const Core& core) {
    const bool bare = core.rounding.hi == 0;
    if (core.kind == Core::Kind::polytope && bare && !core.infinite_along_z) {
      kind = cornered;
      corners = {core.polytope, nullptr};
    } else if (core.kind == Core::Kind::box && bare) {
      kind = cornered;
      corners = {nullptr, core.sides};
    } else if (core.on_axis && core.rounding.lo == 0) {
      kind = stick;
      axis = {core.radius, core.rounding.hi};
    }
  }

  bool is_ball() const { return kind == stick && axis.half == 0; }
  bool is_box() const { return kind == cornered && !corners.hull; }

  Kind kind = none;
  union {
    Cornered corners;
    Stick axis;
  };
};

/// By a closed form, which also tells whether the poses are plainly rigid: false if not. Boxes that
/// were tracked before have something better to start from.
inline bool plain_form(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                       const Pose& pose_b, Tracker* tracker, Distance& d) {
  bool answered = false;
  if (a.kind == PlainBody::stick && b.kind == PlainBody::stick) {
    answered = plain_sticks(a.axis, pose_a, b.axis, pose_b, d);
  } else if (a.is_box() && b.is_box()) {
    answered = !(tracker && tracker->size > 0) &&
               plain_boxes(a.corners.sides, pose_a, b.corners.sides, pose_b, d);
  } else if (a.is_ball() && b.is_box()) {
    answered = plain_ball_and_box(a.axis.rounding, pose_a, b.corners.sides, pose_b, d);
  } else if (a.is_box() && b.is_ball()) {
    answered = plain_box_and_ball(a.corners.sides, pose_a, b.axis.rounding, pose_b, d);
  }
  if (answered && tracker) {
    tracker->size = d.witness.size;
    tracker->vertex_a = d.witness.vertex_a;
    tracker->vertex_b = d.witness.vertex_b;
    tracker->direction = d.normal;
  }
  return answered;
}

/// By a search for the near features, of poses that are rigid.
inline bool plain_search(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                         const Pose& pose_b, Tracker* tracker, Distance& d) {
  return a.kind == PlainBody::cornered && b.kind == PlainBody::cornered &&
         plain_gjk(a.corners, pose_a, b.corners, pose_b, tracker, d);
}

inline bool plain_distance(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                           const Pose& pose_b, Tracker* tracker, Distance& d) {
  return plain_form(a, pose_a, b, pose_b, tracker, d) ||
         plain_search(a, pose_a, b, pose_b, tracker, d);
}

}  // namespace apart
