// SPDX-License-Identifier: BSD-3-Clause

// distance() on polytopes against the exact truth, over the families; every case by Method::gjk and
// by one of the others.
//   APART_ORACLE_CASES    how many cases (100000); the long run is ten million
//   APART_ORACLE_SEED     which ones
//   APART_ORACLE_THREADS  on how many threads (2); the cases do not depend on it

#include <gtest/gtest.h>

#include <cstdio>

#include "oracle/parallel.hpp"
#include "oracle/polytope_judge.hpp"

namespace {

using oracle::Case;
using oracle::ExactDistance;
using oracle::Problems;
using oracle::u;

struct Counts {
  std::uint64_t cases = 0, zeros = 0;
  std::uint64_t fallbacks = 0;  ///< of the other methods
  std::array<std::uint64_t, 5> status{};
  oracle::Histogram widths;

  void add(const Counts& other) {
    cases += other.cases;
    zeros += other.zeros;
    fallbacks += other.fallbacks;
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

/// The planes normal to `normal` prove `lower`, up to the rounding of the normal itself; those of a
/// touching pair separate within the bound.
bool normal_separates(const Case& c, const apart::Distance& d, double size) {
  if (d.status != apart::Status::touching && !(d.lower > 0)) return true;
  const double allowed = d.lower > 0 ? 4 : oracle::widest;
  return oracle::plane_gap(c, d.normal) >= d.lower - allowed * u * size;
}

struct Verdict {
  apart::Distance answer;
  ExactDistance truth;
  Problems problems;
  std::string notes;
  apart::SearchCounts counts;
};

/// Everything that is required of the answer to one case.
Verdict judge(std::uint64_t index, const Case& c, Tally& tally) {
  const double start = oracle::seconds();
  Verdict out;
  const ExactDistance& truth = out.truth =
      exact_distance(posed(c.a, c.pose_a), posed(c.b, c.pose_b));
  const double middle = oracle::seconds();
  const apart::Polytope a = oracle::hull(c.a), b = oracle::hull(c.b);
  const apart::Pose pose_a = oracle::to_pose(c.pose_a), pose_b = oracle::to_pose(c.pose_b);
  const apart::Distance& d = out.answer = apart::distance(a, pose_a, b, pose_b);
  const apart::Distance swapped = apart::distance(b, pose_b, a, pose_a);
  const apart::Options other{
      .counts = &out.counts,
      .method = index % 2 ? apart::Method::features : apart::Method::voronoi};
  const apart::Distance by_features = apart::distance(a, pose_a, b, pose_b, other);
  tally.query_seconds += oracle::seconds() - middle;
  tally.oracle_seconds += middle - start;

  const double size = size_of(c);
  auto require = [&](bool fine, const char* otherwise) {
    if (!fine) out.problems.push_back(otherwise);
  };
  out.problems = oracle::check_answer(d, size);
  require(truth.holds(d.lower, d.upper), "the interval misses the truth");
  require(truth.holds(swapped.lower, swapped.upper), "swapped, it misses the truth");
  require(oracle::intervals_intersect(d, swapped), "swapped, the intervals disagree");
  require(d.status != apart::Status::not_converged, "not_converged");
  require(oracle::check_answer(by_features, size).empty(), "another method contradicts itself");
  require(truth.holds(by_features.lower, by_features.upper), "another method misses the truth");
  require(by_features.status != apart::Status::not_converged, "another method: not_converged");
  require(normal_separates(c, by_features, size), "another method's normal does not separate");
  require(normal_separates(c, d, size), "the normal does not separate");
  if (index % 50 == 0) {
    const double tolerance = oracle::point_tolerance(d, size);
    check_points(c, d.point_a, d.point_b, tolerance, out.problems);
    require(witness_holds(c, d.witness, d.point_a, d.point_b, tolerance), "the witness is not one");
  }
  if (index % 10 == 0) {
    const apart::Verification v = apart::verify(a, pose_a, b, pose_b, d);
    require(v.ok, "verify() refuses it");
    if (!v) out.notes = "  verify: " + v.problem + "\n";
    require(apart::verify(a, pose_a, b, pose_b, by_features).ok, "verify() refuses another method");
  }
  return out;
}

void run_case(std::uint64_t seed, std::uint64_t index, Tally& tally) {
  const oracle::Family& family = oracle::family_of(seed, index);
  const Case c = oracle::make_case(seed, index);
  Counts& counts = tally.families[family.name];
  ++counts.cases;
  auto reproducer = [&] {
    return query_line(c, std::to_string(seed) + "/" + std::to_string(index));
  };
  try {
    const Verdict v = judge(index, c, tally);
    counts.zeros += v.truth.zero();
    counts.fallbacks += static_cast<std::uint64_t>(v.counts.fallbacks);
    ++counts.status[std::size_t(v.answer.status)];
    const double us = u * size_of(c);
    if (us > 0) counts.widths.add((v.answer.upper - v.answer.lower) / us);
    if (v.problems.empty()) return;
    char truth[100];
    std::snprintf(truth, sizeof truth, "\n  truth %.17g%s, uS %.3g", v.truth.approximate(),
                  v.truth.zero() ? " exactly" : "", us);
    tally.failures.add(index, family.name, v.problems,
                       reproducer() + "\n" + v.notes + oracle::describe(v.answer) + truth);
  } catch (const std::exception& e) {
    tally.failures.add(index, family.name, {"exception"}, reproducer() + "\n  " + e.what());
  }
}

/// The families in numbers; returns the sum.
Counts report(const Tally& tally) {
  Counts total;
  std::printf("%-24s %9s %9s %9s %9s %9s %9s  widths in uS\n", "family", "cases", "zero",
              "separated", "touching", "overlap", "fallbacks");
  auto print = [](const char* name, const Counts& c) {
    std::printf("%-24s %9llu %9llu %9llu %9llu %9llu %9llu  %s\n", name,
                (unsigned long long)c.cases, (unsigned long long)c.zeros,
                (unsigned long long)c.status[0], (unsigned long long)c.status[1],
                (unsigned long long)c.status[2], (unsigned long long)c.fallbacks,
                c.widths.text().c_str());
  };
  for (const auto& [name, counts] : tally.families) {
    print(name.c_str(), counts);
    total.add(counts);
  }
  print("all", total);
  return total;
}

/// The run is worth its name: enough degenerate cases, enough that touch, zeros and others.
void expect_not_vacuous(const Tally& tally, const Counts& total) {
  const auto n = double(total.cases);
  double degenerate = 0, touching = 0, generic = 0, fallbacks = 0;
  for (const oracle::Family& family : oracle::families()) {
    const auto it = tally.families.find(family.name);
    ASSERT_NE(it, tally.families.end()) << family.name;
    if (family.degenerate) {
      degenerate += double(it->second.cases);
    } else {
      generic += double(it->second.cases);
      fallbacks += double(it->second.fallbacks);
    }
    if (family.touching) {
      touching += double(it->second.cases);
      EXPECT_EQ(it->second.zeros, it->second.cases) << family.name << " does not touch";
    }
  }
  EXPECT_GE(degenerate, 0.4 * n);
  EXPECT_GE(touching, 0.1 * n);
  EXPECT_LT(fallbacks, 0.01 * generic) << "of Method::features and Method::voronoi";
  EXPECT_GE(double(total.zeros), 0.25 * n);
  EXPECT_LE(double(total.zeros), 0.6 * n);
  EXPECT_GE(double(total.status[std::size_t(apart::Status::separated)]), 0.3 * n);
  EXPECT_GE(double(total.status[std::size_t(apart::Status::overlapping)]), 0.1 * n);
}

TEST(PolytopeOracle, EveryAnswerHoldsTheTruth) {
  const std::uint64_t seed = oracle::from_environment("APART_ORACLE_SEED", 1988);
  const std::uint64_t cases = oracle::cases_from_environment("APART_ORACLE_CASES", 100000);
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

}  // namespace
