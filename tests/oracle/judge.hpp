// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What every answer must satisfy, whatever the shapes, and how failures and widths are counted.

#include <apart/apart.hpp>
#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "oracle/exact.hpp"

namespace oracle {

inline constexpr double u = 0x1p-53;
/// The documented constant: an answer is at most this many uS wide.
inline constexpr double widest = 64;

/// Names of the requirements that an answer fails.
using Problems = std::vector<const char*>;

Problems check_answer(const apart::Distance& d, double size);
/// `width` is what an answer may be wide, unless it says that it has not converged; `slack` is
/// granted to its points beyond rounding.
Problems check_answer(const apart::Penetration& p, double size, double width, double slack = 0);

/// Whether point_b - point_a and the points' distance from their shapes are within this.
template <class Answer>
double point_tolerance(const Answer& d, double size) {
  return 4 * u * (d.point_a.stableNorm() + d.point_b.stableNorm() + size);
}

/// |point_b - point_a - signed_distance * direction|.
double point_residual(const apart::Penetration& p);

template <class Answer>
bool intervals_intersect(const Answer& d, const Answer& e) {
  return d.lower <= e.upper && e.lower <= d.upper;
}

Eigen::Vector3d to_eigen(const Vec3& x);
Vec3 from_eigen(const Eigen::Vector3d& x);
apart::Pose to_pose(const Map& map);

/// Widths of the intervals in units of uS, by powers of two.
class Histogram {
 public:
  void add(double width_in_us);
  void add(const Histogram& other);
  double worst() const { return worst_; }
  std::string text() const;

 private:
  std::array<std::uint64_t, 12> bins_{};  // 0, <= 1/2, 1, 2, ..., 256, more
  double worst_ = 0;
};

/// Counts failures by name; keeps the text of the first of each.
class Failures {
 public:
  void add(std::uint64_t index, const std::string& group, const Problems& problems,
           const std::string& reproducer);
  void add(const Failures& other);
  std::uint64_t count() const { return count_; }
  /// How many of each, and at most ten in full.
  std::string text() const;

 private:
  struct Kind {
    std::uint64_t count = 0, first = ~std::uint64_t(0);
    std::string text;
    void add(const Kind& other);
  };
  std::map<std::string, Kind> kinds_;
  std::uint64_t count_ = 0;
};

/// An unsigned number from the environment, or the default.
std::uint64_t from_environment(const char* name, std::uint64_t otherwise);
/// A number of cases likewise; by default a fifth of `full` where the library is not optimised.
std::uint64_t cases_from_environment(const char* name, std::uint64_t full);

/// The numbers of an answer, with all digits.
std::string describe(const apart::Distance& d);
std::string describe(const apart::Penetration& p);

}  // namespace oracle
