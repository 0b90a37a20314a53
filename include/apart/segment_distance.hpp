// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>

namespace apart {

/// Near points a + t (b - a) and c + u (d - c) of two segments, and their squared distance.
struct SegmentDistance {
  double t = 0, u = 0;
  double squared = 0;  ///< underflows to 0 for distances below 1e-162
};

/// The distance between segments ab and cd in R^n, n >= 1, after Lumelsky (1985), with lines that
/// are parallel or nearly so resolved to full accuracy. Throws InvalidInput if the sizes differ or
/// a coordinate is not finite or above 2^500. For an answer with a proof, call distance() on two
/// Segments.
SegmentDistance segment_distance(const Eigen::Ref<const Eigen::VectorXd>& a,
                                 const Eigen::Ref<const Eigen::VectorXd>& b,
                                 const Eigen::Ref<const Eigen::VectorXd>& c,
                                 const Eigen::Ref<const Eigen::VectorXd>& d);

}  // namespace apart
