// SPDX-License-Identifier: BSD-3-Clause

// penetration() on polytopes against the exact truth: the families at every distance and those of
// overlaps, by turns.
//   APART_ORACLE_CASES    how many cases (20000)
//   APART_ORACLE_SEED     which ones
//   APART_ORACLE_THREADS  on how many threads (2); the cases do not depend on it

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "oracle/exact_depth.hpp"
#include "oracle/parallel.hpp"
#include "oracle/polytope_judge.hpp"

namespace {

using apart::Penetration;
using apart::Status;
using oracle::Case;
using oracle::ExactSigned;
using oracle::Problems;
using oracle::u;

struct Counts {
  std::uint64_t cases = 0, overlaps = 0, support_calls = 0;
  std::array<std::uint64_t, 5> status{};
  oracle::Histogram widths;
  double residual = 0;  ///< of the points, in the units they are allowed 4 of

  void add(const Counts& other) {
    cases += other.cases;
    residual = std::max(residual, other.residual);
    overlaps += other.overlaps;
    support_calls += other.support_calls;
    for (std::size_t i = 0; i < status.size(); ++i) status[i] += other.status[i];
    widths.add(other.widths);
  }
};

/// What one thread has found so far.
struct Tally {
  std::map<std::string, Counts> families;
  oracle::Failures failures;
  double oracle_seconds = 0, query_seconds = 0;

  void add(const Tally& other) {
    for (const auto& [name, counts] : other.families) families[name].add(counts);
    failures.add(other.failures);
    oracle_seconds += other.oracle_seconds;
    query_seconds += other.query_seconds;
  }
};

std::span<const oracle::Family> families_of(std::uint64_t index) {
  return index % 2 == 0 ? oracle::families() : oracle::overlap_families();
}

/// What must hold of every answer to a case, whichever way it was asked.
void check(const Case& c, const ExactSigned& truth, const Penetration& p, Problems& out) {
  const double size = size_of(c);
  auto require = [&](bool fine, const char* otherwise) {
    if (!fine) out.push_back(otherwise);
  };
  for (const char* problem : oracle::check_answer(p, size, oracle::widest * u * size)) {
    out.push_back(problem);
  }
  require(truth.holds(p.lower, p.upper), "the interval misses the truth");
  require(p.status != Status::not_converged, "not_converged");
  // The planes normal to the direction prove `lower`, up to the rounding of the direction itself.
  require(oracle::plane_gap(c, p.direction) >= p.lower - 4 * u * size,
          "the planes do not prove lower");
}

struct Verdict {
  Penetration answer;
  ExactSigned truth;
  Problems problems;
};

/// Everything that is required of the answer to one case.
Verdict judge(std::uint64_t index, const Case& c, Tally& tally) {
  const double start = oracle::seconds();
  Verdict out;
  const ExactSigned& truth = out.truth =
      exact_signed_distance(posed(c.a, c.pose_a), posed(c.b, c.pose_b));
  const double middle = oracle::seconds();
  const apart::Polytope a = oracle::hull(c.a), b = oracle::hull(c.b);
  const apart::Pose pose_a = oracle::to_pose(c.pose_a), pose_b = oracle::to_pose(c.pose_b);
  const Penetration& p = out.answer = apart::penetration(a, pose_a, b, pose_b);
  const Penetration swapped = apart::penetration(b, pose_b, a, pose_a);
  tally.query_seconds += oracle::seconds() - middle;
  tally.oracle_seconds += middle - start;

  const Case turned{c.b, c.a, c.pose_b, c.pose_a};
  check(c, truth, p, out.problems);
  Problems other;
  check(turned, truth, swapped, other);
  if (!other.empty()) out.problems.push_back("swapped, it fails");
  if (index % 20 < 2) {  // both kinds of families
    const double tolerance = oracle::point_tolerance(p, size_of(c));
    check_points(c, p.point_a, p.point_b, tolerance, out.problems);
    if (!witness_holds(c, p.witness, p.point_a, p.point_b, tolerance)) {
      out.problems.push_back("the witness is not one");
    }
  }
  return out;
}

void run_case(std::uint64_t seed, std::uint64_t index, Tally& tally) {
  const oracle::Family& family = oracle::family_of(seed, index, families_of(index));
  const Case c = oracle::make_case(seed, index, families_of(index));
  Counts& counts = tally.families[family.name];
  ++counts.cases;
  auto reproducer = [&] {
    return query_line(c, std::to_string(seed) + "/" + std::to_string(index), "penetration");
  };
  try {
    const Verdict v = judge(index, c, tally);
    counts.overlaps += v.truth.sign < 0;
    counts.support_calls += std::uint64_t(v.answer.support_calls);
    ++counts.status[std::size_t(v.answer.status)];
    const double us = u * size_of(c);
    if (us > 0) counts.widths.add((v.answer.upper - v.answer.lower) / us);
    const double allowed = oracle::point_tolerance(v.answer, size_of(c)) / 4;
    if (allowed > 0) {
      counts.residual = std::max(counts.residual, oracle::point_residual(v.answer) / allowed);
    }
    if (v.problems.empty()) return;
    char truth[100];
    std::snprintf(truth, sizeof truth, "\n  truth %.17g, uS %.3g", v.truth.approximate(), us);
    tally.failures.add(index, family.name, v.problems,
                       reproducer() + "\n" + oracle::describe(v.answer) + truth);
  } catch (const std::exception& e) {
    tally.failures.add(index, family.name, {"exception"}, reproducer() + "\n  " + e.what());
  }
}

/// The families in numbers; returns the sum.
Counts report(const Tally& tally) {
  Counts total;
  std::printf("%-26s %8s %8s %8s %8s %8s %8s %6s %7s  widths in uS\n", "family", "cases", "deep",
              "separated", "touching", "overlap", "notconv", "calls", "points");
  auto print = [](const char* name, const Counts& c) {
    std::printf("%-26s %8llu %8llu %8llu %8llu %8llu %8llu %6.1f %7.2g  %s\n", name,
                (unsigned long long)c.cases, (unsigned long long)c.overlaps,
                (unsigned long long)c.status[std::size_t(Status::separated)],
                (unsigned long long)c.status[std::size_t(Status::touching)],
                (unsigned long long)c.status[std::size_t(Status::overlapping)],
                (unsigned long long)c.status[std::size_t(Status::not_converged)],
                double(c.support_calls) / double(c.cases), c.residual, c.widths.text().c_str());
  };
  for (const auto& [name, counts] : tally.families) {
    print(name.c_str(), counts);
    total.add(counts);
  }
  print("all", total);
  return total;
}

/// Enough of everything, so that passing means something.
void expect_not_vacuous(const Tally& tally, const Counts& total) {
  const auto n = double(total.cases);
  EXPECT_EQ(tally.families.size(), oracle::families().size() + oracle::overlap_families().size());
  EXPECT_GE(double(total.overlaps), 0.45 * n);
  EXPECT_GE(double(total.status[std::size_t(Status::separated)]), 0.2 * n);
  EXPECT_GE(double(total.status[std::size_t(Status::touching)]), 0.05 * n);
  EXPECT_GE(double(total.status[std::size_t(Status::overlapping)]), 0.4 * n);
}

TEST(PenetrationOracle, EveryAnswerHoldsTheTruth) {
  const std::uint64_t seed = oracle::from_environment("APART_ORACLE_SEED", 1997);
  const std::uint64_t cases = oracle::cases_from_environment("APART_ORACLE_CASES", 20000);
  const std::uint64_t threads = oracle::from_environment("APART_ORACLE_THREADS", 2);
  std::printf("APART_ORACLE_SEED=%llu APART_ORACLE_CASES=%llu\n", (unsigned long long)seed,
              (unsigned long long)cases);
  const auto tally = oracle::run_cases<Tally>(
      cases, threads, [&](std::uint64_t i, Tally& t) { run_case(seed, i, t); });
  const Counts total = report(tally);
  std::printf("oracle %.1f us a case, two hulls and two queries %.1f us\n",
              tally.oracle_seconds / double(cases) * 1e6,
              tally.query_seconds / double(cases) * 1e6);
  if (cases >= 10000) expect_not_vacuous(tally, total);
  EXPECT_EQ(tally.failures.count(), 0u) << tally.failures.text();
}

/// Found by longer runs.
TEST(PenetrationOracle, CasesThatOnceFailed) {
  constexpr std::pair<std::uint64_t, std::uint64_t> cases[] = {
      {7, 11683}, {7, 49192}, {7, 73085}, {11, 14884}, {12, 48606}};
  Tally tally;
  for (const auto& [seed, index] : cases) run_case(seed, index, tally);
  EXPECT_EQ(tally.failures.count(), 0u) << tally.failures.text();
}

}  // namespace
