// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What tests say about answers.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <bit>
#include <charconv>
#include <cmath>
#include <string>

namespace support {

constexpr double u = 0x1p-53;

inline std::string text(double x) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, x).ptr};
}

inline std::string text(const Eigen::Vector3d& v) {
  std::string s = "[";
  s.append(text(v.x())).append(", ").append(text(v.y())).append(", ").append(text(v.z()));
  return s.append("]");
}

inline std::string text(const apart::Distance& d) {
  return std::string(apart::to_string(d.status)) + " [" + text(d.lower) + ", " + text(d.upper) +
         "], points " + text(d.point_a) + " " + text(d.point_b) + ", normal " + text(d.normal) +
         ", support calls " + std::to_string(d.support_calls);
}

inline std::string text(const apart::Penetration& p) {
  return std::string(apart::to_string(p.status)) + " " + text(p.signed_distance) + " in [" +
         text(p.lower) + ", " + text(p.upper) + "], points " + text(p.point_a) + " " +
         text(p.point_b) + ", direction " + text(p.direction) + ", support calls " +
         std::to_string(p.support_calls);
}

/// The interval holds the distance, which is known up to `error`.
template <class Answer>
testing::AssertionResult holds(const Answer& d, long double expected, long double error = 0) {
  if (d.lower <= expected + error && expected - error <= d.upper)
    return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << text(d) << " does not hold " << text(double(expected)) << " (lower is above it by "
         << text(double(d.lower - expected)) << ", upper by " << text(double(d.upper - expected))
         << ")";
}

/// Both hold the same distance, as far as anyone can tell.
template <class One, class Other>
testing::AssertionResult meet(const One& d, const Other& e, double error = 0) {
  if (d.lower <= e.upper + error && e.lower <= d.upper + error) return testing::AssertionSuccess();
  return testing::AssertionFailure() << text(d) << " and " << text(e) << " are apart";
}

inline bool same_bits(double x, double y) {
  return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
}
inline bool same_bits(const Eigen::Vector3d& x, const Eigen::Vector3d& y) {
  return same_bits(x.x(), y.x()) && same_bits(x.y(), y.y()) && same_bits(x.z(), y.z());
}
inline bool same_bits(const apart::Witness& x, const apart::Witness& y) {
  for (int i = 0; i < x.size; ++i) {
    if (x.vertex_a[i] != y.vertex_a[i] || x.vertex_b[i] != y.vertex_b[i]) return false;
    if (!same_bits(x.weight[i], y.weight[i])) return false;
  }
  return x.size == y.size;
}

/// e is d with all lengths times f, a power of two: in every bit of every field.
inline testing::AssertionResult same_bits(const apart::Distance& d, const apart::Distance& e,
                                          double f = 1) {
  const char* field = nullptr;
  if (d.support_calls != e.support_calls) field = "support_calls";
  if (!same_bits(d.optimality * f * f, e.optimality)) field = "optimality";
  if (!same_bits(d.witness, e.witness)) field = "witness";
  if (!same_bits(d.normal, e.normal)) field = "normal";
  if (!same_bits(f * d.point_b, e.point_b)) field = "point_b";
  if (!same_bits(f * d.point_a, e.point_a)) field = "point_a";
  if (!same_bits(d.upper * f, e.upper)) field = "upper";
  if (!same_bits(d.lower * f, e.lower)) field = "lower";
  if (d.status != e.status) field = "status";
  if (!field) return testing::AssertionSuccess();
  return testing::AssertionFailure() << field << " differs:\n  " << text(d) << "\n  " << text(e);
}

inline testing::AssertionResult same_bits(const apart::Penetration& p, const apart::Penetration& q,
                                          double f = 1) {
  const char* field = nullptr;
  if (p.support_calls != q.support_calls) field = "support_calls";
  if (!same_bits(p.witness, q.witness)) field = "witness";
  if (!same_bits(p.direction, q.direction)) field = "direction";
  if (!same_bits(f * p.point_b, q.point_b)) field = "point_b";
  if (!same_bits(f * p.point_a, q.point_a)) field = "point_a";
  if (!same_bits(p.upper * f, q.upper)) field = "upper";
  if (!same_bits(p.lower * f, q.lower)) field = "lower";
  if (!same_bits(p.signed_distance * f, q.signed_distance)) field = "signed_distance";
  if (p.status != q.status) field = "status";
  if (!field) return testing::AssertionSuccess();
  return testing::AssertionFailure() << field << " differs:\n  " << text(p) << "\n  " << text(q);
}

/// What any answer must be, whatever the shapes: finite, its parts in agreement with each other
/// (the points as far as the interval is narrow).
inline testing::AssertionResult consistent(const apart::Penetration& p, double size) {
  using apart::Status;
  const char* problem = nullptr;
  const Eigen::Vector3d across = p.point_b - p.point_a;
  const double error = 4 * u * (p.point_a.stableNorm() + p.point_b.stableNorm() + size) +
                       std::sqrt(2 * (p.upper - p.lower) * size);
  const Status fitting = p.lower > 0   ? Status::separated
                         : p.upper < 0 ? Status::overlapping
                                       : Status::touching;
  const bool points = (across - p.signed_distance * p.direction).stableNorm() <= error;
  if (p.status != Status::cut_off && !points) problem = "points";
  if (!(std::abs(p.direction.norm() - 1) <= 4 * u)) problem = "direction";
  if (!(p.lower <= p.signed_distance && p.signed_distance <= p.upper)) problem = "interval";
  const bool decided = p.status != Status::cut_off && p.status != Status::not_converged;
  if (decided && p.status != fitting) problem = "status";
  if (!std::isfinite(p.lower) || !std::isfinite(p.upper)) problem = "finite";
  if (!problem) return testing::AssertionSuccess();
  return testing::AssertionFailure() << problem << ": " << text(p);
}

/// In contact: nothing shows them apart, and the points agree that they are not.
inline testing::AssertionResult in_contact(const apart::Distance& d, double bound) {
  const bool status = d.status == apart::Status::touching || d.status == apart::Status::overlapping;
  if (status && d.lower == 0 && d.upper <= bound) return testing::AssertionSuccess();
  return testing::AssertionFailure() << text(d) << " is no contact within " << text(bound);
}

inline testing::AssertionResult confirmed(const apart::Verification& v, const apart::Distance& d) {
  if (v) return testing::AssertionSuccess();
  return testing::AssertionFailure() << v.problem << "\n  " << text(d);
}

}  // namespace support
