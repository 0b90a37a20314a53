// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Is an overlap as deep as claimed? The depth of cores is the least, over all directions n, of how
// far A - B reaches along n: h(n) = max of n.x. Of cores apart it is minus their distance. A search
// through all directions decides it.
#include <optional>

#include "verify_shape.hpp"

namespace apart::verification {

/// A direction along which the cores reach less far into each other than was claimed.
struct Shallower {
  Vec direction;
  Real depth;
};

/// Looks for a direction in which h(n) < depth - error; `gap` leads from A's origin to B's, `axis`
/// is that of a prism. Half-spaces are not for this.
///
/// Branch and bound on triangles of directions: over the flat triangle h is convex, and its least
/// value there, bounded from below by planes, bounds h on the sphere. What is left near a minimum
/// is divided further, until the flatness of a triangle costs less than the error. That is reached
/// in some thousand support calls unless the minima are whole patches of directions. There it ends
/// when more than 2^17 triangles, 0.01 wide, are left, and what happens between the directions
/// looked at goes unnoticed: of smooth shapes, less than 1e-4 of the depth.
std::optional<Shallower> find_shallower(const PosedShape& a, const PosedShape& b, const Vec& gap,
                                        const std::optional<Vec>& axis, Real depth, Real error);

}  // namespace apart::verification
