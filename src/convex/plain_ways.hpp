// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/penetration.hpp>
#include <array>
#include <atomic>
#include <variant>

#include "convex/plain_distance.hpp"
#include "convex/targets.hpp"
// clang-format off: it has to come after those.
#include <hwy/targets.h>
// clang-format on

namespace apart {

/// What plain_way() does for two kinds of bodies: Highway's table of what was compiled for
/// each instruction set.
struct PlainWay {
  using Kernel = bool(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                      const Pose& pose_b, Tracker* tracker, Distance& d);
  Kernel* const* kernels;
};

/// From the query to its answer, for shapes of two types, which a and b point to. No more than one
/// way is tried: `otherwise` has the answer where that has none.
using Otherwise = Distance(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b);
struct DirectWay {
  using Kernel = Distance(const void* a, const Pose& pose_a, const void* b, const Pose& pose_b,
                          Otherwise* otherwise);
  Kernel* const* kernels;
  /// The same for the signed distance, also where they overlap; false if that has no answer.
  using SignedKernel = bool(const void* a, const Pose& pose_a, const void* b, const Pose& pose_b,
                            Penetration& p);
  SignedKernel* const* signed_kernels;
};

extern const PlainWay ball_and_ball, stick_and_stick, box_and_ball, ball_and_box, box_and_box;
extern const PlainWay drum_and_ball, ball_and_drum;

extern const DirectWay two_spheres, two_capsules, sphere_and_capsule, capsule_and_sphere;
extern const DirectWay box_and_sphere, sphere_and_box, two_boxes;
extern const DirectWay cylinder_and_sphere, sphere_and_cylinder;

// By the algorithm of Gilbert, Johnson and Keerthi; boxes count as polytopes of eight vertices.
extern const PlainWay eight_and_eight, few_and_few, few_and_many, many_and_few;
extern const PlainWay two_in_octants, two_in_cells, many_and_many;

/// Defines one of them.
#define APART_PLAIN_WAY(name, Kernel) \
  HWY_EXPORT(Kernel);                 \
  constinit const PlainWay name{HWY_DISPATCH_TABLE(Kernel)};
#define APART_DIRECT_WAY(name, Kernel) \
  HWY_EXPORT(Kernel);                  \
  HWY_EXPORT(Signed##Kernel);          \
  constinit const DirectWay name{HWY_DISPATCH_TABLE(Kernel), HWY_DISPATCH_TABLE(Signed##Kernel)};

using DirectWays = std::array<std::array<const DirectWay*, std::variant_size_v<ShapeVariant>>,
                              std::variant_size_v<ShapeVariant>>;
extern const DirectWays direct_ways;  ///< by the shapes' types; null if there is none

/// The same for two polytopes of one kind; with a tracker, if there is one, and to a relative
/// error, or without either.
struct HullWay {
  using Otherwise = Distance(const Polytope& a, const Pose& pose_a, const Polytope& b,
                             const Pose& pose_b, Tracker* tracker, double relative_error);
  using Kernel = Distance(const Polytope& a, const Pose& pose_a, const Polytope& b,
                          const Pose& pose_b, Tracker* tracker, Otherwise* otherwise,
                          double relative_error);
  Kernel *const *kernels, *const *tracked_kernels;
};
using HullWays = std::array<HullWay, 4>;
extern const HullWays hull_ways;  ///< by the kind, from PlainBody::eight on

/// Where Highway keeps which instruction set it chose, once that is known. To ask for that is a
/// call that all arguments would have to be saved for.
extern std::atomic<const hwy::ChosenTarget*> chosen_target;
const hwy::ChosenTarget& choose_target();

/// Which of a way's kernels is for that set, and for the one that was chosen.
inline std::size_t kernel_of(const hwy::ChosenTarget& target) {
  constexpr bool only_one = (HWY_TARGETS & (HWY_TARGETS - 1)) == 0;  // then there is one kernel
  return only_one ? 0 : target.GetIndex();
}
inline std::size_t chosen_kernel() {
  const hwy::ChosenTarget* const target = chosen_target.load(std::memory_order_acquire);
  return kernel_of(target ? *target : choose_target());
}

}  // namespace apart
