// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/penetration.hpp>
#include <optional>
#include <vector>

namespace apart {

/// Where two shapes meet: the polygon that their supporting faces have in common when they are seen
/// along the normal. Faces that are points or edges make it a segment or a single point.
struct ContactPatch {
  /// The same place of the patch on either shape, world frame.
  struct Corner {
    Eigen::Vector3d point_a, point_b;
  };
  /// Unit vector from A to B: the direction of the answer that it was made from.
  Eigen::Vector3d normal = Eigen::Vector3d::UnitX();
  /// At least one; three or more are a convex polygon, counter-clockwise around the normal.
  std::vector<Corner> corners;
};

struct PatchOptions {
  /// Lengths up to this are not told apart: a point belongs to the face of its shape if it falls
  /// short of the farthest along the normal by no more, corners that are closer are one, faces that
  /// are closer within their plane meet. Default: of each shape, 1e-9 of its radius, or four times
  /// the width of the answer's interval if that is more.
  std::optional<double> tolerance = std::nullopt;
  /// How many corners a disc gets, the flat end of a cylinder or a cone.
  int disc_corners = 16;
  /// The margin that the answer was asked with.
  double margin = 0;
};

/// The contact patch of an answer of penetration(), or of distance() unless the shapes overlap:
/// where they do, a Distance has no direction. The points are on the faces within the tolerance,
/// point_b - point_a is signed_distance * direction as far as the faces are parallel; where they do
/// not meet, the points of the answer are the only corner. Throws InvalidInput as the queries do,
/// and for a direction that is not a unit vector.
ContactPatch contact_patch(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                           const Penetration& answer, const PatchOptions& options = {});
ContactPatch contact_patch(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                           const Distance& answer, const PatchOptions& options = {});

}  // namespace apart
