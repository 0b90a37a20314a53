// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "convex/plain_ways.hpp"

namespace apart {

/// A half-space and a bounded shape of one type, in plain double, from the query to its answer;
/// `second` if the half-space is B. False if double cannot tell, or the poses are not plainly
/// rigid: then query/halfspace.hpp has the word.
struct GroundWay {
  using Kernel = bool(const Halfspace& half, const Pose& pose_half, const void* shape,
                      const Pose& pose, bool second, Distance& d);
  using SignedKernel = bool(const Halfspace& half, const Pose& pose_half, const void* shape,
                            const Pose& pose, bool second, Penetration& p);
  /// Not farther than r?
  using WithinKernel = std::optional<bool>(const Halfspace& half, const Pose& pose_half,
                                           const void* shape, const Pose& pose, double r);
  Kernel* const* kernels;
  SignedKernel* const* signed_kernels;
  WithinKernel* const* within_kernels;
};

using GroundWays = std::array<const GroundWay*, std::variant_size_v<ShapeVariant>>;
extern const GroundWays ground_ways;  ///< by the other shape's type; null if there is none

/// Calls f(way, half-space, its pose, the other shape, its pose, second) if there is a way.
template <class Answer, class Function>
inline Answer over_ground(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                          Answer none, const Function& f) {
  constexpr auto halfspace = detail::index_in<Halfspace, ShapeVariant>;
  if (a.index() == halfspace) {
    const GroundWay* const way = ground_ways[b.index()];
    return way ? f(*way, a.as<Halfspace>(), pose_a, b.object(), pose_b, false) : none;
  }
  if (b.index() == halfspace) {
    const GroundWay* const way = ground_ways[a.index()];
    return way ? f(*way, b.as<Halfspace>(), pose_b, a.object(), pose_a, true) : none;
  }
  return none;
}

inline bool ground_distance(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                            Distance& d) {
  return over_ground(a, pose_a, b, pose_b, false, [&](const GroundWay& way, auto&&... pair) {
    return way.kernels[chosen_kernel()](pair..., d);
  });
}
inline bool ground_penetration(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                               Penetration& p) {
  return over_ground(a, pose_a, b, pose_b, false, [&](const GroundWay& way, auto&&... pair) {
    return way.signed_kernels[chosen_kernel()](pair..., p);
  });
}
inline std::optional<bool> ground_within(ShapeRef a, const Pose& pose_a, ShapeRef b,
                                         const Pose& pose_b, double r) {
  return over_ground(a, pose_a, b, pose_b, std::optional<bool>(),
                     [&](const GroundWay& way, const Halfspace& half, const Pose& pose_half,
                         const void* shape, const Pose& pose, bool) {
                       return way.within_kernels[chosen_kernel()](half, pose_half, shape, pose, r);
                     });
}

}  // namespace apart
