// SPDX-License-Identifier: BSD-3-Clause
#include "convex/segment.hpp"

#include <algorithm>
#include <apart/error.hpp>
#include <apart/segment_distance.hpp>
#include <array>
#include <cmath>
#include <string>

#include "convex/double_double.hpp"
#include "number_text.hpp"

namespace apart {

namespace {

using ConstVector = Eigen::Ref<const Eigen::VectorXd>;

void check(const ConstVector& x, Eigen::Index size, const char* name) {
  if (size == 0) throw InvalidInput("segment_distance: a has no coordinates");
  if (x.size() != size) {
    throw InvalidInput(std::string("segment_distance: ") + name + " has " +
                       std::to_string(x.size()) + " coordinates, a has " + std::to_string(size));
  }
  for (Eigen::Index i = 0; i < size; ++i) {
    if (std::abs(x[i]) <= 0x1p500) continue;  // false for NaN
    throw InvalidInput(std::string("segment_distance: ") + name + "[" + std::to_string(i) +
                       "] must be finite and at most 2^500, got " + text(x[i]));
  }
}

/// Two segments in R^n in double-double, scaled by a power of two: differences of doubles are exact
/// there, and products lose next to nothing.
class SegmentPair {
 public:
  SegmentPair(const ConstVector& a, const ConstVector& b, const ConstVector& c,
              const ConstVector& d)
      : a_(a), b_(b), c_(c), d_(d) {
    double largest = 0x1p-960;
    for (Eigen::Index i = 0; i < a.size(); ++i) {
      largest =
          std::max({largest, std::abs(b[i] - a[i]), std::abs(d[i] - c[i]), std::abs(c[i] - a[i])});
    }
    scale_ = std::ldexp(1.0, -std::ilogb(largest));
    for (Eigen::Index i = 0; i < a.size(); ++i) {
      const auto [d1, d2, d12] = differences(i);
      D1_ += d1 * d1, D2_ += d2 * d2, R_ += d1 * d2, S1_ += d1 * d12, S2_ += d2 * d12;
    }
  }

  SegmentDistance solve() {
    const auto [t, u] = lumelsky(D1_, D2_, R_, S1_, S2_);
    best_ = at(t, u);
    if (D1_ > zero && D2_ > zero) polish();
    return {best_.t.hi, best_.u.hi, best_.squared.hi / scale_ / scale_};
  }

 private:
  struct Near {
    DoubleDouble t, u, squared;
    DoubleDouble along1,
        along2;  // inner products of d1, d2 with the vector between the near points
  };

  std::array<DoubleDouble, 3> differences(Eigen::Index i) const {
    const auto scaled = [&](double x, double y) {
      const DoubleDouble e = two_sum(x, -y);
      return DoubleDouble(e.hi * scale_, e.lo * scale_);
    };
    return {scaled(b_[i], a_[i]), scaled(d_[i], c_[i]), scaled(c_[i], a_[i])};
  }

  Near at(const DoubleDouble& t, const DoubleDouble& u) const {
    Near near{t, u, 0, 0, 0};
    for (Eigen::Index i = 0; i < a_.size(); ++i) {
      const auto [d1, d2, d12] = differences(i);
      const DoubleDouble e = d1 * t - d2 * u - d12;
      near.squared += e * e, near.along1 += d1 * e, near.along2 += d2 * e;
    }
    return near;
  }

  bool improve(const DoubleDouble& t, const DoubleDouble& u) {
    const auto clamped = [&](const DoubleDouble& x) { return x < zero ? zero : x > one ? one : x; };
    const Near near = at(clamped(t), clamped(u));
    const bool better = near.squared < best_.squared;
    if (better) best_ = near;
    return better;
  }

  /// For lines that are parallel but for rounding, whose denominator may have lost its sign or most
  /// of its digits: the parallel rule from every end, then Newton's method as long as it helps.
  void polish() {
    for (const DoubleDouble& end : {zero, one}) {
      improve(end, (end * R_ - S2_) / D2_);
      improve((end * R_ + S1_) / D1_, end);
    }
    const DoubleDouble denominator = D1_ * D2_ - R_ * R_;
    for (int step = 0; step < 8 && denominator > zero; ++step) {
      const DoubleDouble dt = (D2_ * best_.along1 - R_ * best_.along2) / denominator;
      const DoubleDouble du = (R_ * best_.along1 - D1_ * best_.along2) / denominator;
      if (!improve(best_.t - dt, best_.u - du)) break;
    }
  }

  static constexpr DoubleDouble zero = 0, one = 1;
  const ConstVector &a_, &b_, &c_, &d_;
  double scale_;
  DoubleDouble D1_, D2_, R_, S1_, S2_;
  Near best_;
};

}  // namespace

SegmentDistance segment_distance(const ConstVector& a, const ConstVector& b, const ConstVector& c,
                                 const ConstVector& d) {
  const Eigen::Index n = a.size();
  check(a, n, "a"), check(b, n, "b"), check(c, n, "c"), check(d, n, "d");
  return SegmentPair(a, b, c, d).solve();
}

}  // namespace apart
