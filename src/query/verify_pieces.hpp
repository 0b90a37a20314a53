// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/verify.hpp>

namespace apart::verification {

/// Of shapes of which one at least is not convex: every pair of their pieces, unless boxes around
/// them tell. The problem, or nothing.
std::string first_problem_of_pieces(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                                    const Distance& answer, const Options& options);

/// Of a signed distance: when apart, the same; when not, that they do overlap and that the
/// translation parts them. That no lesser one would is not checked.
std::string first_problem_of_pieces(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                                    const Penetration& answer, const Options& options);

}  // namespace apart::verification
