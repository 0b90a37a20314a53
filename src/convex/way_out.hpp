// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>

#include "convex/turn.hpp"

namespace apart {

// A point inside of a body, in the body's own axes: how far its surface is, and which way.
// docs/certificate.md, "A centre inside", derives the constants.

/// The nearest way out.
struct Exit {
  double room;     ///< to the surface, as computed; not positive outside
  double least;    ///< a bound on it from below, as far as Seat::loss() does not see to that
  Triple outward;  ///< unit vector
  Triple end;      ///< where it leads to
};

inline double sign_of(double x) { return x < 0 ? -1 : 1; }

inline Exit exit_of_box(Triple half, Triple at) {
  const Triple room{half.x - std::abs(at.x), half.y - std::abs(at.y), half.z - std::abs(at.z)};
  const Triple sign{sign_of(at.x), sign_of(at.y), sign_of(at.z)};
  if (room.x <= lesser(room.y, room.z)) {
    return {room.x, room.x, {sign.x, 0, 0}, {sign.x * half.x, at.y, at.z}};
  }
  if (room.y <= room.z) return {room.y, room.y, {0, sign.y, 0}, {at.x, sign.y * half.y, at.z}};
  return {room.z, room.z, {0, 0, sign.z}, {at.x, at.y, sign.z * half.z}};
}

/// Away from the z axis; so near to it that it does not matter, any way will do.
inline Triple away_from_axis(Triple at, double rho, double radius) {
  if (!(rho > 0x1p-54 * radius)) return {1, 0, 0};
  return {at.x / rho, at.y / rho, 0};
}

inline Exit exit_of_cylinder(double radius, double half, Triple at) {
  const double rho = std::sqrt(at.x * at.x + at.y * at.y);
  const double side = radius - rho, cap = half - std::abs(at.z), sign = sign_of(at.z);
  if (cap < side) return {cap, cap, {0, 0, sign}, {at.x, at.y, sign * half}};
  const Triple outward = away_from_axis(at, rho, radius);
  return {side, side, outward, {radius * outward.x, radius * outward.y, at.z}};
}

/// The base, or the side, which is a straight line in the plane through the axis.
inline Exit exit_of_cone(double radius, double half, Triple at) {
  const double rho = std::sqrt(at.x * at.x + at.y * at.y);
  const double length = half + half, slant = std::sqrt(length * length + radius * radius);
  const double base = half + at.z, side = (radius * (half - at.z) - length * rho) / slant;
  if (base < side) return {base, base, {0, 0, -1}, {at.x, at.y, -half}};
  const Triple outward =
      away_from_axis(at, rho, radius) * (length / slant) + Triple{0, 0, radius / slant};
  return {side, side, outward, at + outward * side};
}

/// A place that is w, rounded once, from a body's centre, in the body's axes. As a pose is a
/// rotation only up to its defect, they are solved for where that would show.
struct Seat {
  Triple at;
  double off;     ///< so far may `at` be from the true place
  double defect;  ///< bound on |R^T R - I|

  Seat(const Turn& turn, Triple w) : at(turn.back(w)) {
    constexpr double u = unit_roundoff;
    const auto beside = [](Triple a, Triple b) { return std::abs(dot(a, b)); };
    const auto stretch = [](Triple a) { return std::abs(dot(a, a) - 1); };
    const double skew =
        larger(beside(turn.x, turn.y), larger(beside(turn.y, turn.z), beside(turn.z, turn.x)));
    defect =
        larger(stretch(turn.x), larger(stretch(turn.y), stretch(turn.z))) + (2 * skew + 10 * u);
    off = (1.01 * defect + 6.3 * u) * norm(w);
    if (defect <= plain) return;
    for (int round = 0; round < 2; ++round) at = at + turn.back(w - turn * at);
    off = 8 * u * norm(w);
  }

  /// A pose so nearly rigid costs no more than rounding does.
  static constexpr double plain = 24 * unit_roundoff;

  /// What rounding, and the pose, may take off a room that was computed from `at`.
  double loss(double room, double radius) const {
    constexpr double u = unit_roundoff;
    return off + ((0.51 * defect + 5 * u) * room + 6 * u * radius);
  }
};

/// Corners of a box around a point of it, at most four, along a path of edges (Kuhn's
/// triangulation), and weights that make it of them: multiples of 2^-52 that sum to 1 exactly.
struct CornersAlong {
  int size = 0;
  std::array<int, 4> corner{};
  std::array<double, 4> weight{};

  CornersAlong(Triple point, Triple half) {
    const auto share = [](double x, double h) {
      return (lesser(1, larger(0, (x + h) / (h + h))) + 1) - 1;
    };
    Step x{share(point.x, half.x), 1}, y{share(point.y, half.y), 2}, z{share(point.z, half.z), 4};
    order(x, y);
    order(y, z);
    order(x, y);
    add(0, 1 - x.share);
    add(x.bit, x.share - y.share);
    add(x.bit | y.bit, y.share - z.share);
    add(7, z.share);
  }

 private:
  struct Step {
    double share;
    int bit;
  };
  static void order(Step& larger, Step& smaller) {
    const Step a = larger, b = smaller;
    const bool swap = a.share < b.share;
    larger = {swap ? b.share : a.share, swap ? b.bit : a.bit};
    smaller = {swap ? a.share : b.share, swap ? a.bit : b.bit};
  }
  void add(int which, double much) {
    corner[size] = which;
    weight[size] = much;
    size += much > 0;
  }
};

}  // namespace apart
