// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "convex/gjk.hpp"

namespace apart {

/// The points of the two cores that a state's weights make up, relative to A's centre.
struct NearPoints {
  ExactVector a, b;
  Witness witness;
};
NearPoints near_points(const Pair& pair, const Gjk::State& state);
/// The same to a few units of u * S.
NearPoints quick_near_points(const Pair& pair, const Gjk::State& state);

/// Times a power of two. Where that leaves the normal numbers it may round: outward.
double unscaled(double x, double power_of_two, double toward);

}  // namespace apart
