// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Distances between curved convex bodies to about 35 digits: Wolfe's method in 75-digit floats on
// support functions written here, with poses taken at their exact values.

#include <boost/multiprecision/cpp_bin_float.hpp>

#include "oracle/body.hpp"

namespace oracle {

/// The points of the last simplex are 1e-18 apart, and its equations square that: 50 digits would
/// do for no more than a gap of 1e-26.
using Real = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<75>,
                                           boost::multiprecision::et_off>;

struct Interval {
  Real lower, upper;
};

/// The distance of two posed bodies, at most one of them unbounded: lower <= d <= upper, where
/// upper - lower is about 1e-35 of the size of the problem.
Interval curved_distance(const Body& a, const Map& pose_a, const Body& b, const Map& pose_b);

/// The same without the roundness of either. Below zero: how deep a body is in a half-space.
Interval core_distance(const Body& a, const Map& pose_a, const Body& b, const Map& pose_b);

}  // namespace oracle
