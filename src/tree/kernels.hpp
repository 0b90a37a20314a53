// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "tree/group.hpp"
#include "tree/wide_tree.hpp"

namespace apart {

/// How the frame of one tree is seen from another, in the latter's units. A kernel that works in
/// floats loses at most `coarse` of a distance, one that works in doubles `fine`.
struct TreeMap {
  double rotation[9], translation[3];  ///< by rows; the rotation holds the scale
  float rotation_f[9], translation_f[3];
  double scale;
  double coarse, fine;
};

/// What there is between the volumes of two nodes, or of one and a single volume of the other, or
/// of two single ones: bound[4 i + j] for the i-th of a and the j-th of b.
struct VolumePairs {
  double bound[16];     ///< lower bounds on their distances
  unsigned near = 0;    ///< bit 4 i + j: that bound is below the limit
  double left_out = 0;  ///< the least bound that is not
};

/// What is known of the pairs of elements of two groups: lower[4 i + j] is proved, the rest is what
/// the search goes by.
struct ElementPairs {
  double lower[16], upper[16];
  double towards[3][16];  ///< from the near point of the first to that of the second
};

/// The loops of the search for one instruction set.
struct TreeKernels {
  /// `refine`: worth while where volumes are large against their distance. Slots of -1: all.
  void (*bounds)(const TreeMap& map, const WideNode& a, int slot_a, const WideNode& b, int slot_b,
                 double limit, bool fine, bool refine, VolumePairs& pairs);
  /// `apart` from the origin of a to that of b. `slack` is taken off the lower bounds.
  void (*elements)(const TreeMap& map, const Group& a, const Group& b, const double* apart,
                   double slack, bool fine, ElementPairs& pairs);
  /// The largest, or least, of n.x over the group's corners.
  double (*highest)(const Group& group, const float* n);
  double (*lowest)(const Group& group, const float* n);
};

/// For the machine this runs on. All give the same bits.
const TreeKernels& tree_kernels();

}  // namespace apart
