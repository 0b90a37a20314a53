// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/gradient.hpp>

#include "convex/core.hpp"
#include "query/polygon.hpp"

namespace apart {

/// A core where it stands.
struct PlacedCore {
  const Core& core;
  const Pose& pose;
};

/// Rows: two axes across n, and n.
Eigen::Matrix3d axes_across(const Eigen::Vector3d& n);

/// From a point of the world to where a pose puts another, computed nearly exactly.
Eigen::Vector3d from_point(const Eigen::Vector3d& point, const Pose& pose,
                           const Eigen::Vector3d& other);

/// Adds a witness unless there is no more room.
inline void add_tied(Gradient& g, const TiedWitness& witness) {
  if (g.tied_size < Gradient::most_tied) g.tied[g.tied_size++] = witness;
}

/// Near points and a plane between them: which others are as near across it? Those where the faces
/// of the shapes along the normal meet, seen along it: A's along it, B's against it. No heap.
class Facing {
 public:
  /// Heights that differ by no more than the tolerance are equal; `size` is the S of the pair.
  Facing(const TiedWitness& at, double size, double tolerance);

  /// Do the faces meet in one place only? If not, adds corners of the polygon where they do.
  bool one_place(const PlacedCore& a, const PlacedCore& b, Gradient& g) const;
  /// The same of a core and a plane; `sign` is 1 if the core is A.
  bool one_place_on_plane(const PlacedCore& core, double sign, Gradient& g) const;

 private:
  Eigen::Vector3d along(const PlacedCore& placed, double sign) const;
  double tolerance_of(const Core& core) const;
  bool plainly_one(const PlacedCore& placed, double sign) const;
  SmallPolygon face(const PlacedCore& placed, double sign) const;
  bool one_place(const SmallPolygon& common, Gradient& g) const;

  TiedWitness at_;
  double tolerance_;  // in the world
  double scale_;      // of the view, which has lengths near 1
  double flat_;       // the tolerance in the view
  Eigen::Matrix3d axes_;
};

}  // namespace apart
