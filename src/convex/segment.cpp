// SPDX-License-Identifier: BSD-3-Clause
#include "convex/segment.hpp"

#include <apart/error.hpp>
#include <apart/segment_distance.hpp>
#include <cmath>
#include <string>

#include "convex/double_double.hpp"

namespace apart {

namespace {

using ConstVector = Eigen::Ref<const Eigen::VectorXd>;

void check(const ConstVector& x, Eigen::Index size, const char* name) {
  if (size == 0) throw InvalidInput("segment_distance: a has no coordinates");
  if (x.size() != size) {
    throw InvalidInput(std::string("segment_distance: ") + name + " has " +
                       std::to_string(x.size()) + " coordinates, a has " + std::to_string(size));
  }
  if (!x.allFinite() || x.cwiseAbs().maxCoeff() > 0x1p500) {
    throw InvalidInput(std::string("segment_distance: ") + name +
                       " has a coordinate that is not finite or above 2^500");
  }
}

}  // namespace

SegmentDistance segment_distance(const ConstVector& a, const ConstVector& b, const ConstVector& c,
                                 const ConstVector& d) {
  const Eigen::Index n = a.size();
  check(a, n, "a"), check(b, n, "b"), check(c, n, "c"), check(d, n, "d");
  double largest = 0x1p-960;
  for (Eigen::Index i = 0; i < n; ++i) {
    largest =
        std::max({largest, std::abs(b[i] - a[i]), std::abs(d[i] - c[i]), std::abs(c[i] - a[i])});
  }
  const double scale = std::ldexp(1.0, -std::ilogb(largest));
  // Differences of doubles are exact in double-double; products then lose nothing that matters, so
  // nearly parallel lines need no treatment of their own.
  const auto difference = [&](const ConstVector& x, const ConstVector& y, Eigen::Index i) {
    const DoubleDouble e = two_sum(x[i], -y[i]);
    return DoubleDouble(e.hi * scale, e.lo * scale);
  };
  DoubleDouble D1, D2, R, S1, S2;
  for (Eigen::Index i = 0; i < n; ++i) {
    const DoubleDouble d1 = difference(b, a, i), d2 = difference(d, c, i);
    const DoubleDouble d12 = difference(c, a, i);
    D1 += d1 * d1, D2 += d2 * d2, R += d1 * d2, S1 += d1 * d12, S2 += d2 * d12;
  }
  const auto [t, u] = lumelsky(D1, D2, R, S1, S2);
  DoubleDouble squared = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    const DoubleDouble e = difference(b, a, i) * t - difference(d, c, i) * u - difference(c, a, i);
    squared += e * e;
  }
  return {t.hi, u.hi, squared.hi / scale / scale};
}

}  // namespace apart
