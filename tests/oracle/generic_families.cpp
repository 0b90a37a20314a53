// SPDX-License-Identifier: BSD-3-Clause

// Families in which something is random enough that hardly anything is parallel or equal.

#include <algorithm>

#include "oracle/family_parts.hpp"

namespace oracle {

namespace {

/// 1, 1e-6 or 1e-9, times a random factor.
double thin(Random& random) {
  constexpr double widths[] = {1, 1e-6, 1e-9};
  return widths[random.integer(0, 2)] * random.between(0.5, 1);
}

/// Half the time at a gap on the scale of the small dimension, otherwise as they come.
Case thin_pair(Random& random, bool needle) {
  Case c = two_polytopes(random, 0, 1.5);
  const double thin_a = thin(random), thin_b = thin(random);
  needle ? stretch(c.a, thin_a, 1) : stretch(c.a, 1, thin_a);
  needle ? stretch(c.b, thin_b, 1) : stretch(c.b, 1, thin_b);
  if (random.chance(0.3)) c.pose_b.r = c.pose_a.r;  // parallel
  if (random.chance(0.5)) bring_to_gap(c, random.decade(1, 12));
  return c;
}

}  // namespace

Case generic_far(Random& random) { return two_polytopes(random, 1.2, 5); }
Case generic_middle(Random& random) { return two_polytopes(random, 0.3, 1.1); }
Case generic_overlap(Random& random) { return two_polytopes(random, 0, 0.4); }

Case generic_near(Random& random) {
  Case c = two_polytopes(random, 0.9, 1.1);
  bring_to_gap(c, random.decade(1, 14));
  return c;
}

Case needles(Random& random) { return thin_pair(random, true); }
Case plates(Random& random) { return thin_pair(random, false); }

Case big_small(Random& random) {
  Case c = two_polytopes(random, 0, 0);
  for (Vec3& p : c.b) p = times(p, 1e-6);
  c.pose_b.t = plus(c.pose_b.t, times(random.direction<3>(), random.between(0, 2)));
  if (random.chance(0.7)) bring_to_gap(c, random.decade(3, 10));
  if (random.chance(0.5)) {
    std::swap(c.a, c.b);
    std::swap(c.pose_a, c.pose_b);
  }
  return c;
}

/// The second experiment of Sundaraj, d'Aulignac and Mazer: a cube of edge 2000 and one of edge
/// 1e-15, 1e-10 apart.
Case vast_minute(Random& random) {
  Case c;
  c.a = box({-1000, -1000, -1000}, {1000, 1000, 1000});
  c.b = box({-0.5e-15, -0.5e-15, -0.5e-15}, {0.5e-15, 0.5e-15, 0.5e-15});
  if (random.chance(0.7)) c.pose_a = random_rotation(random);
  c.pose_b = random_rotation(random);
  c.pose_b.t = times(random.direction<3>(), 2000);
  bring_to_gap(c, random.chance(0.5) ? 1e-10 : random.decade(6, 12));
  if (random.chance(0.3)) scale(c, 1e40);
  return c;
}

Case coincident_centres(Random& random) {
  Case c = two_polytopes(random, 0, 0);
  if (random.chance(0.3)) c.b = c.a;
  return c;
}

Case contained(Random& random) {
  Case c = two_polytopes(random, 0, 0);
  const double size = random.decade(1, 9);
  for (Vec3& p : c.b) p = times(p, size);
  if (random.chance(0.5)) c.pose_b.t = plus(c.pose_a.t, times(random.direction<3>(), size));
  return c;
}

Case identical(Random& random) {
  Case c = two_polytopes(random, 0, 0);
  if (random.chance(0.3)) {
    for (Vec3& p : c.a) p[2] = 0;  // flat: touching, without interior
  }
  c.b = c.a;
  c.pose_b = c.pose_a;
  return c;
}

/// Coordinates near 1e6, in the poses or in the points, and gaps near 1e-9.
Case far_from_origin(Random& random) {
  Case c = two_polytopes(random, 0.9, 1.1);
  const Vec3 offset = times(random.direction<3>(), 1e6);
  if (random.chance(0.5)) {
    c.pose_a.t = plus(c.pose_a.t, offset);
    c.pose_b.t = plus(c.pose_b.t, offset);
  } else {
    c.pose_b.r = c.pose_a.r;
    for (auto* points : {&c.a, &c.b}) {
      for (Vec3& p : *points) p = plus(p, offset);
    }
  }
  bring_to_gap(c, random.decade(8, 10));
  return c;
}

/// The first experiment of Sundaraj, d'Aulignac and Mazer (tetrahedra with edges of 1e-23, 20e-23
/// apart), and anything else at that scale.
Case tiny(Random& random) {
  Case c = random.chance(0.5) ? generic_near(random) : generic_middle(random);
  if (random.chance(0.5)) {
    c = two_polytopes(random, 1, 1);
    c.a.resize(4);
    c.b.resize(4);
    bring_to_gap(c, 20 * radius(c.a));
  }
  scale(c, 1e-23);
  return c;
}

Case huge(Random& random) {
  Case c = random.chance(0.5) ? generic_near(random) : gap_face(random);
  scale(c, 1e40);
  return c;
}

Case scaled_by_power_of_two(Random& random) {
  Case c = random.chance(0.5) ? lattice_points(random) : generic_near(random);
  scale(c, std::ldexp(1.0, random.sign() * random.integer(100, 300)));
  return c;
}

/// |R^T R - I| up to 5e-7, half of what a pose may have.
Case not_quite_rigid(Random& random) {
  Case c = random.chance(0.5) ? generic_near(random) : generic_middle(random);
  const double defect = random.decade(7, 12) * 0.08;  // below 5e-7 in the Frobenius norm
  for (auto* pose : {&c.pose_a, &c.pose_b}) {
    for (double& r : pose->r) r += defect * random.between(-1, 1);
  }
  return c;
}

}  // namespace oracle
