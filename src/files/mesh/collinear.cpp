// SPDX-License-Identifier: BSD-3-Clause
#include "files/mesh/collinear.hpp"

#include <algorithm>
#include <cmath>

#include "convex/double_double.hpp"

namespace apart::files {
namespace {

/// A sum of doubles without error, in the manner of Shewchuk (1997): every part is added to the
/// parts so far, smallest first, and what rounding leaves becomes a part of its own.
class ExactSum {
 public:
  void add(double x) {
    int kept = 0;
    for (int i = 0; i < size_; ++i) {
      const DoubleDouble s = two_sum(x, part_[i]);
      x = s.hi;
      if (s.lo != 0) part_[kept++] = s.lo;
    }
    size_ = kept;
    if (x != 0) part_[size_++] = x;
  }
  void add_product(double x, double y) {
    const DoubleDouble p = two_product(x, y);
    add(p.lo);
    add(p.hi);
  }
  bool is_zero() const { return size_ == 0; }

 private:
  double part_[16];  // one for each number added, at most
  int size_ = 0;
};

/// Is (b - a) x (c - a) zero in the plane of two axes? Six products of coordinates, as a x a is.
bool collinear_in_plane(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                        const Eigen::Vector3d& c, int i, int k) {
  const double rounded = (b[i] - a[i]) * (c[k] - a[k]) - (b[k] - a[k]) * (c[i] - a[i]);
  const double size =
      std::abs((b[i] - a[i]) * (c[k] - a[k])) + std::abs((b[k] - a[k]) * (c[i] - a[i]));
  // Four differences, two products, one difference: 4 u of the size, with room for u^2.
  if (std::abs(rounded) > 0x1p-50 * size) return false;
  ExactSum sum;
  sum.add_product(a[i], b[k]);
  sum.add_product(-a[k], b[i]);
  sum.add_product(b[i], c[k]);
  sum.add_product(-b[k], c[i]);
  sum.add_product(c[i], a[k]);
  sum.add_product(-c[k], a[i]);
  return sum.is_zero();
}

}  // namespace

bool collinear(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
  const double largest =
      std::max({a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff(), c.cwiseAbs().maxCoeff()});
  if (largest == 0) return true;
  const int exponent = -std::ilogb(largest);  // so that no product overflows
  const auto scaled = [&](const Eigen::Vector3d& v) -> Eigen::Vector3d {
    return {std::ldexp(v[0], exponent), std::ldexp(v[1], exponent), std::ldexp(v[2], exponent)};
  };
  const Eigen::Vector3d p = scaled(a), q = scaled(b), r = scaled(c);
  return collinear_in_plane(p, q, r, 0, 1) && collinear_in_plane(p, q, r, 1, 2) &&
         collinear_in_plane(p, q, r, 2, 0);
}

}  // namespace apart::files
