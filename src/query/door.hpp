// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>

namespace apart {

/// What every query checks of its arguments before it starts; throws InvalidInput.
void check_query(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                 const Options& options);
/// The same for a signed distance, of which `enough` may be negative.
void check_signed_query(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                        const Options& options);
void check_options(const Options& options);
void check_bounded(ShapeRef a, ShapeRef b);
/// Do both poses hold what validate() asks, with a little room? If not, it has the last word.
bool plainly_rigid(const Pose& a, const Pose& b);

}  // namespace apart
