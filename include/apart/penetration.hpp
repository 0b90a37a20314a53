// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>
#include <cstddef>
#include <memory>

namespace apart {

namespace detail {
struct PolytopeRoom;
}

/// Room for penetration() to work in: it grows as needed and is kept from call to call. Without
/// one, a query works in a fixed amount of memory, ample but for deep overlaps of curved shapes and
/// of hulls of hundreds of vertices. Where many directions lead out alike, the surface that fills
/// it takes milliseconds. One Workspace, one thread.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;

  std::size_t bytes() const;  ///< memory held at present

  detail::PolytopeRoom& room();  ///< for the library's own use

 private:
  std::unique_ptr<detail::PolytopeRoom> room_;
};

/// The signed distance of two shapes, with its proof: their distance when apart; when they overlap,
/// minus the least translation that ends it (Cameron's MTD), over all directions.
struct Penetration {
  double signed_distance = 0;
  /// The true signed distance lies in [lower, upper], rounding errors included.
  double lower = 0, upper = 0;
  /// Unit vector from A to B. Moving B by -signed_distance * direction brings the shapes into mere
  /// contact, as far as the interval goes (not if cut_off), and the planes normal to it prove
  /// `lower`.
  Eigen::Vector3d direction = Eigen::Vector3d::UnitX();
  /// Points of A and of B, world frame: point_b - point_a = signed_distance * direction, as far as
  /// upper - lower leaves it open.
  Eigen::Vector3d point_a = Eigen::Vector3d::Zero(), point_b = Eigen::Vector3d::Zero();
  Witness witness;
  /// separated: lower > 0. overlapping: upper < 0. touching: zero is not excluded within the
  /// rounding bound. not_converged: the interval is true, but wider than asked: than 1e-10 of the
  /// size for curved shapes, which happens when they lie so deep in each other that many directions
  /// lead out alike; or, without a Workspace, large hulls do. cut_off: on which side of `enough` it
  /// is, is decided; signed_distance is then no more than some value of the interval.
  Status status = Status::not_converged;
  /// How many times the supports of the pair were evaluated.
  int support_calls = 0;

  double depth() const { return signed_distance < 0 ? -signed_distance : 0; }
};

/// Signed distance between shape a at pose_a and shape b at pose_b. Of the options, `enough` may be
/// negative here ("deeper than x?" is enough = -x), and relative_error is of the larger of |lower|
/// and |upper|: at 1 the query ends when the sign is known. Throws as distance() does.
///
/// Of shapes that are not convex and overlap, the interval is what could be proved: moving B by
/// -lower * direction parts them, and no translation shorter than -upper does. It is narrow for a
/// point in a solid mesh, and against a half-space; signed_distance is `lower`. The status is then
/// overlapping, however wide it is; not_converged if shapes touch and no common point was found
/// that is inside of both.
Penetration penetration(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                        const Options& options = {}, Tracker* tracker = nullptr,
                        Workspace* workspace = nullptr);

}  // namespace apart
