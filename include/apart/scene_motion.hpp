// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/motion.hpp>
#include <apart/scene.hpp>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace apart {

// Bodies of a scene that move, all at once as s goes from 0 to 1, while the others stand where they
// are. The scene itself is not changed: its poses stay. Pairs of two bodies that stand are not
// asked about, nor are pairs that are ignored; margins of pairs count. Throws InvalidInput as the
// queries of a pair do, for bodies that are not in the scene or are named twice.

struct BodyMotion {
  BodyId body{};
  Motion motion;
};

/// The first contact of a pair of bodies.
struct SceneContact {
  BodyId a{}, b{};
  FirstContact contact;
};

/// The first of all contacts. `a` is a body that moves. If there is none, `contact` is false and
/// the pair is the one that came nearest, as far as that was looked at; nothing if no body that
/// moves has a partner. All pairs are proved to be apart before contact.time_lower.
std::optional<SceneContact> first_contact(Scene& scene, std::span<const BodyMotion> motions,
                                          const MotionOptions& options = {});

/// Whether everything that moves keeps clear of everything else.
struct SceneClearance {
  /// True only if every pair is proved to be at least `margin` apart all the time.
  bool clear = true;
  /// If not, a pair that is not.
  BodyId a{}, b{};
  ClearAlong along;

  explicit operator bool() const { return clear; }
};
SceneClearance clear_along(Scene& scene, std::span<const BodyMotion> motions, double margin,
                           const MotionOptions& options = {});

/// The nearest pair at a point of the motions; if some overlap, the deepest.
struct SceneDistanceAt {
  double s = 0;
  BodyId a{}, b{};
  Penetration answer;
};

/// At s = t / steps for t = 0 to steps; nothing if no body that moves has a partner.
std::vector<SceneDistanceAt> distance_along(Scene& scene, std::span<const BodyMotion> motions,
                                            int steps, const Options& options = {});

/// Where a ray first meets a body.
struct RayHit {
  BodyId body{};
  /// Lengths along the ray: the body is not met before `lower`, and touched at `upper` as far as
  /// rounding lets anyone tell; the two differ by no more than that.
  double lower = 0, upper = 0;
  Eigen::Vector3d point = Eigen::Vector3d::Zero();  ///< on the body
  /// Of the body there, outward; against the ray if that starts inside.
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();
};

/// From the origin along the direction, which need not be of unit length, as far as `length`.
/// Throws InvalidInput unless these are finite, and the direction not zero.
std::optional<RayHit> cast_ray(Scene& scene, const Eigen::Vector3d& origin,
                               const Eigen::Vector3d& direction, double length,
                               const Members& members = {});

}  // namespace apart
