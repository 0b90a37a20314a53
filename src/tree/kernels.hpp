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
  double faces;  ///< what one loses that looks along the faces of boxes, in floats
};

/// What there is between the volumes of two nodes: bound[4 i + j], and bit 4 i + j, for the i-th of
/// a and the j-th of b.
struct VolumePairs {
  alignas(64) float bound[16];  ///< lower bounds on their distances
  alignas(64) float guess[16];  ///< twice what these may be: the bounds and what is between centres
  unsigned near;                ///< that bound is below the limit, and both slots are in use
  unsigned leaf_a, leaf_b;      ///< the slot of a, or of b, is a leaf or not in use
};

/// What is known of the pairs of elements of two groups: lower[4 i + j] is proved, the rest is what
/// the search goes by.
struct ElementPairs {
  alignas(64) float lower[16];
  alignas(64) float upper[16];
  alignas(64) float towards[3][16];  ///< from the near point of the first to that of the second
  unsigned near;                     ///< bit 4 i + j: the lower bound is below the limit
};

/// The least of all lower bounds that were not below the limit.
struct LeftOut {
  alignas(64) float coarse[16];  ///< of kernels that work in floats, in sixteen parts
  double fine;                   ///< of the others
};

/// The loops of the search for one instruction set.
struct TreeKernels {
  void (*bounds)(const TreeMap& map, const WideNode& a, const WideNode& b, double limit, bool fine,
                 VolumePairs& pairs, LeftOut& left_out);
  /// Only which are near: not proved apart by more than the limit along a face of one of the two.
  /// In place of the bounds, squared distances of the centres; no guesses.
  void (*close)(const TreeMap& map, const WideNode& a, const WideNode& b, double limit,
                VolumePairs& pairs);
  /// `apart` from the origin of a to that of b. `slack` is taken off the lower bounds.
  void (*elements)(const TreeMap& map, const Group& a, const Group& b, const double* apart,
                   double slack, double limit, bool fine, ElementPairs& pairs, LeftOut& left_out);
  /// Which of the sixteen values is the least, of those that are meant: at least one.
  int (*least)(const float* value, unsigned which);
  /// The largest, or least, of n.x over the corners of each element.
  void (*highest)(const Group& group, const float* n, float* each);
  void (*lowest)(const Group& group, const float* n, float* each);
};

/// For the machine this runs on. All give the same bits.
const TreeKernels& tree_kernels();

}  // namespace apart
