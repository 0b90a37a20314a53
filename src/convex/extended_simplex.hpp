// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "convex/vector.hpp"

namespace apart {

/// The distance subalgorithm where double has lost its way: at most four points in double-double,
/// all subsets tried. Johnson's determinants are squares of volumes and lose twice the digits that
/// a sliver costs; here weights come from volumes themselves, with iterative refinement,
/// and the winner is chosen by the one thing that matters, how well its plane supports the simplex.
class ExtendedSimplex {
 public:
  struct Solution {
    unsigned mask = 0;  ///< the points that carry v; 0: there is none
    std::array<DoubleDouble, 4> weight{};
    ExactVector v = ExactVector::Zero();
    DoubleDouble squared = 0;  ///< |v|^2
    /// Normal to the carrier, of any length: v itself, but for three points the normal of their
    /// plane. An error of the weights moves v within the plane and, once v is short, turns it out
    /// of all proportion; the normal does not feel it.
    ExactVector direction = ExactVector::Zero();
  };

  int size() const { return size_; }
  const ExactVector& point(int i) const { return point_[i]; }
  void add(const ExactVector& p) { point_[size_++] = p; }
  void keep(unsigned mask);

  /// The point of the hull nearest the origin, or the first found that is within `reach` of it.
  /// Four points carry nothing else.
  Solution nearest(double reach) const;

  /// By how much some point of the simplex lies below the plane through v: zero if v is the nearest
  /// point of the simplex.
  double deficit(const Solution& s) const;

  /// Is the origin inside of the tetrahedron, farther than `margin` from each face?
  bool encloses_origin(double margin) const;

 private:
  /// The point of the affine hull nearest the origin; mask 0 if a weight is not positive.
  Solution solve(unsigned mask) const;

  int size_ = 0;
  std::array<ExactVector, 4> point_;
};

}  // namespace apart
