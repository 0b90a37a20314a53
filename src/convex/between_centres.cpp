// SPDX-License-Identifier: BSD-3-Clause
#include "convex/between_centres.hpp"

#include <algorithm>
#include <cmath>

#include "convex/upright.hpp"
#include "convex/way_out.hpp"

namespace apart {

namespace {

/// A body around its centre: how many times it would have to be as large to reach a place, and the
/// radius of a ball that it holds.
struct Around {
  double gauge, radius;
};

Around around(const Core& core, double scale, Triple at) {
  const Triple half = Triple::of(core.extent) * scale;
  const double rho = std::sqrt(at.x * at.x + at.y * at.y);
  switch (core.kind) {
    case Core::Kind::cylinder:
      return {std::max(rho / half.x, std::abs(at.z) / half.z), std::min(half.x, half.z)};
    case Core::Kind::cone: {  // the planes are as far from the centre as its half height has it
      const double length = half.z + half.z;
      const double side = half.x * half.z / std::sqrt(half.x * half.x + length * length);
      const double beyond = (half.x * at.z + length * rho) / (half.x * half.z);
      return {std::max(-at.z / half.z, beyond), std::min(half.z, side)};
    }
    default:
      return {norm(Triple{at.x / half.x, at.y / half.y, at.z / half.z}),
              std::min({half.x, half.y, half.z})};
  }
}

bool has_centre(const Core& core) {
  return core.kind == Core::Kind::cylinder || core.kind == Core::Kind::cone ||
         core.kind == Core::Kind::ellipsoid;
}

/// A point of the line between the centres that is well inside of both. False if there is none, or
/// that cannot be told: they may overlap all the same.
bool overlap_between_centres(const Pair& pair, Found& found) {
  if (!has_centre(pair.a()) || !has_centre(pair.b())) return false;
  // So much smaller than a body as it would have to be, for a place to be inside for certain: of
  // balls that are not much smaller than S, a part of the radius that exceeds what rounding takes.
  constexpr double inside = 1 - 0x1p-26, least = 0x1p-18;
  const Triple way = Triple::of(pair.offset());
  const Seat in_a(Turn(pair.rotation_a(), 1), way), in_b(Turn(pair.rotation_b(), 1), way * -1);
  const Around a = around(pair.a(), pair.scale(), in_a.at);
  const Around b = around(pair.b(), pair.scale(), in_b.at);
  if (!(std::min(a.radius, b.radius) > least * pair.size())) return false;
  // A reaches the part 1 / a.gauge of the way, B the part 1 / b.gauge from the other end.
  const double both = a.gauge + b.gauge;
  if (!(a.gauge * b.gauge < inside * both) && both > 0) return false;
  const double part = both > 0 ? b.gauge / both : 0.5;
  found.q = norm(way) > 0 ? (way * -1).vector() : Vector<double>(Vector<double>::UnitX());
  found.meet_at(way * part);
  return true;
}

}  // namespace

bool overlap_at_once(const Pair& pair, Tracker* tracker, Distance& d) {
  Found found;
  if (!upright_overlap(pair, found) && !overlap_between_centres(pair, found)) return false;
  publish(pair, found, End::inside, d);
  if (tracker) found.remember(pair, *tracker);
  return true;
}

}  // namespace apart
