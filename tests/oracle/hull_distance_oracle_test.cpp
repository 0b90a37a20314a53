// SPDX-License-Identifier: BSD-3-Clause

// hull_distance() in R^1 to R^16 against the exact truth.
//   APART_ORACLE_HULLS  how many cases in each dimension (1000)
//   APART_ORACLE_SEED   which ones

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "oracle/exact.hpp"
#include "oracle/hull_families.hpp"
#include "oracle/judge.hpp"

namespace {

using oracle::HullCase;
using oracle::Problems;
using oracle::u;
using VectorXl = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

Eigen::MatrixXd matrix(const std::vector<double>& points, int m) {
  return Eigen::Map<const Eigen::MatrixXd>(points.data(), m, Eigen::Index(points.size()) / m);
}

/// The points as text that can be pasted into a test: one row for each point.
std::string text(const HullCase& c) {
  std::string out;
  for (const auto* points : {&c.a, &c.b}) {
    out += points == &c.a ? "  a " : "\n  b ";
    for (std::size_t i = 0; i < points->size(); ++i) {
      char number[40];
      std::snprintf(number, sizeof number, "%.17g", (*points)[i]);
      const bool last = (i + 1) % std::size_t(c.dimension) == 0;
      out += number + std::string(last ? "; " : ", ");
    }
  }
  return out;
}

struct Tolerance {
  double size, points, unit;

  Tolerance(const apart::HullDistance& d, const HullCase& c)
      : size(oracle::radius(c.a, c.dimension) + oracle::radius(c.b, c.dimension)),
        points(4 * u * (d.point_a.stableNorm() + d.point_b.stableNorm() + size)),
        unit((c.dimension / 2.0 + 3) * u) {}
};

/// The weights are convex and make the near points.
bool witness_holds(const HullCase& c, const apart::HullDistance& d, double tolerance) {
  const Eigen::MatrixXd a = matrix(c.a, c.dimension), b = matrix(c.b, c.dimension);
  const auto n = d.weight.size();
  if (n < 1 || n > c.dimension + 1 || d.vertex_a.size() != n || d.vertex_b.size() != n)
    return false;
  VectorXl pa = -d.point_a.cast<long double>(), pb = -d.point_b.cast<long double>();
  long double sum = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    const int va = d.vertex_a[i], vb = d.vertex_b[i];
    if (va < 0 || va >= a.cols() || vb < 0 || vb >= b.cols() || !(d.weight[i] >= 0)) return false;
    const auto w = static_cast<long double>(d.weight[i]);
    sum += w;
    pa += w * a.col(va).cast<long double>();
    pb += w * b.col(vb).cast<long double>();
  }
  return std::abs(sum - 1) <= (4 + c.dimension) * u && pa.stableNorm() <= tolerance &&
         pb.stableNorm() <= tolerance;
}

void check_status(const apart::HullDistance& d, Problems& out) {
  using apart::Status;
  if (d.status == Status::separated && !(d.lower > 0)) out.push_back("separated, but lower = 0");
  if (d.status == Status::touching && d.lower != 0) out.push_back("touching, but lower > 0");
  if (d.status == Status::overlapping && (d.lower != 0 || d.upper != 0)) {
    out.push_back("overlapping, but not [0, 0]");
  }
  if (d.status == Status::cut_off) out.push_back("cut_off without `enough`");
  if (d.status == Status::not_converged) out.push_back("not_converged");
}

Problems check(const HullCase& c, const apart::HullDistance& d) {
  if (!std::isfinite(d.lower) || !std::isfinite(d.upper) || !d.point_a.allFinite() ||
      !d.point_b.allFinite() || !d.normal.allFinite()) {
    return {"not finite"};
  }
  Problems out;
  if (d.normal.size() != c.dimension || d.point_a.size() != c.dimension ||
      d.point_b.size() != c.dimension) {
    return {"a vector of the wrong dimension"};
  }
  check_status(d, out);
  const Tolerance tolerance(d, c);
  const VectorXl n = d.normal.cast<long double>();
  const VectorXl across = d.point_b.cast<long double>() - d.point_a.cast<long double>();
  if (d.upper - d.lower > oracle::widest * u * tolerance.size) out.push_back("wider than 64 uS");
  if (std::abs(n.norm() - 1) > tolerance.unit) out.push_back("normal is not a unit vector");
  if ((across - static_cast<long double>(d.upper) * n).stableNorm() > tolerance.points) {
    out.push_back("point_b - point_a is not upper * normal");
  }
  if (!witness_holds(c, d, tolerance.points)) out.push_back("the witness is not one");
  return out;
}

struct Dimension {
  int cases = 0, zeros = 0;
  oracle::Histogram widths;
  oracle::Failures failures;
};

void run_case(std::uint64_t index, const HullCase& c, Dimension& out) {
  const int m = c.dimension;
  const std::string group = "R^" + std::to_string(m) + " " + c.family;
  const auto truth =
      oracle::exact_distance(oracle::exact_points(c.a, m), oracle::exact_points(c.b, m));
  ASSERT_TRUE(!c.touching || truth.zero());
  ++out.cases;
  out.zeros += truth.zero();
  try {
    const apart::HullDistance d = apart::hull_distance(matrix(c.a, m), matrix(c.b, m));
    const apart::HullDistance swapped = apart::hull_distance(matrix(c.b, m), matrix(c.a, m));
    Problems problems = check(c, d);
    if (!truth.holds(d.lower, d.upper)) problems.push_back("the interval misses the truth");
    if (!truth.holds(swapped.lower, swapped.upper)) {
      problems.push_back("swapped, it misses the truth");
    }
    const double us = u * (oracle::radius(c.a, m) + oracle::radius(c.b, m));
    if (us > 0) out.widths.add((d.upper - d.lower) / us);
    char numbers[200];
    std::snprintf(numbers, sizeof numbers, "\n  -> %s [%.17g, %.17g], truth %.17g%s, uS %.3g",
                  apart::to_string(d.status), d.lower, d.upper, truth.approximate(),
                  truth.zero() ? " exactly" : "", us);
    if (!problems.empty()) out.failures.add(index, group, problems, text(c) + numbers);
  } catch (const std::exception& e) {
    out.failures.add(index, group, {"exception"}, text(c) + "\n  " + e.what());
  }
}

TEST(HullDistanceOracle, EveryAnswerHoldsTheTruth) {
  const std::uint64_t seed = oracle::from_environment("APART_ORACLE_SEED", 1988);
  const std::uint64_t cases = oracle::cases_from_environment("APART_ORACLE_HULLS", 1000);
  std::printf("APART_ORACLE_SEED=%llu\n", (unsigned long long)seed);
  oracle::Failures failures;
  for (int m = 1; m <= 16; ++m) {
    Dimension dimension;
    for (std::uint64_t i = 0; i < cases; ++i) {
      const std::uint64_t index = std::uint64_t(m) * 1000000 + i;
      oracle::Random random(oracle::mix(seed, index));
      run_case(index, make_hulls(random, m), dimension);
    }
    std::printf("R^%-2d %5d cases %5d zero  widths in uS: %s\n", m, dimension.cases,
                dimension.zeros, dimension.widths.text().c_str());
    EXPECT_GE(dimension.zeros, 0.2 * dimension.cases);
    EXPECT_LE(dimension.zeros, 0.8 * dimension.cases);
    failures.add(dimension.failures);
  }
  EXPECT_EQ(failures.count(), 0u) << failures.text();
}

}  // namespace
