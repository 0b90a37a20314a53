// SPDX-License-Identifier: BSD-3-Clause

// penetration() on shapes of every kind, and a user's own, against the multiprecision reference.
//   APART_ORACLE_POSES    how many poses for each pair of types (10)
//   APART_ORACLE_SEED     which ones
//   APART_ORACLE_THREADS  on how many threads (2); the cases do not depend on it

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "oracle/curved_depth.hpp"
#include "oracle/curved_families.hpp"
#include "oracle/curved_shapes.hpp"
#include "oracle/curved_support.hpp"
#include "oracle/judge.hpp"
#include "oracle/parallel.hpp"

namespace {

using apart::Penetration;
using apart::Status;
using oracle::Body;
using oracle::BodyPair;
using oracle::BodyType;
using oracle::Frustum;
using oracle::Kind;
using oracle::Map;
using oracle::Problems;
using oracle::Real;
using oracle::SignedReference;
using oracle::u;

/// What is promised, relative to the size: of every answer that does not say that it has not
/// converged, and of every overlap that is not deeper than `shallow`, unless the one is in the
/// other.
constexpr double promised = 1e-10, shallow = 0.02;

/// A pair, and whether it was made to have one way out only.
struct Made {
  BodyPair pair;
  bool one_way;
};

/// The library takes S to be at least 1e-289.
double size_of(const BodyPair& c) {
  return std::max(size_of(c.a, c.pose_a, c.b, c.pose_b), 1e-280);
}

struct Counts {
  std::uint64_t cases = 0, overlaps = 0, not_converged = 0;
  double widest_shallow = 0, widest_deep = 0;  ///< relative to the size
  double error = 0;                            ///< of signed_distance, likewise
  double residual = 0;                         ///< of the points, likewise
  double missed = 0;                           ///< what the reference may have missed, likewise

  void add(const Counts& other) {
    cases += other.cases;
    overlaps += other.overlaps;
    not_converged += other.not_converged;
    widest_shallow = std::max(widest_shallow, other.widest_shallow);
    widest_deep = std::max(widest_deep, other.widest_deep);
    error = std::max(error, other.error);
    residual = std::max(residual, other.residual);
    missed = std::max(missed, other.missed);
  }
};

struct Tally {
  std::map<std::string, Counts> groups;
  oracle::Failures failures;

  void add(const Tally& other) {
    for (const auto& [name, counts] : other.groups) groups[name].add(counts);
    failures.add(other.failures);
  }
};

/// How far apart the planes normal to n keep the two, negative if they overlap.
Real plane_gap(const BodyPair& c, const Eigen::Vector3d& direction) {
  const oracle::Vec<Real> n{Real(direction[0]), Real(direction[1]), Real(direction[2])};
  const oracle::Vec<Real> back{-n[0], -n[1], -n[2]};
  using oracle::dot3;
  const Real a = dot3(n, support(c.a, c.pose_a, n)), b = dot3(n, support(c.b, c.pose_b, back));
  return b - a - (rounding_of(c.a) + rounding_of(c.b)) * sqrt(dot3(n, n));
}

void check_points(const BodyPair& c, const Penetration& p, double tolerance, Problems& out) {
  const Body pa{Kind::point, {}, {oracle::from_eigen(p.point_a)}};
  const Body pb{Kind::point, {}, {oracle::from_eigen(p.point_b)}};
  if (curved_distance(c.a, c.pose_a, pa, Map{}).lower > tolerance) {
    out.push_back("point_a is not in A");
  }
  if (curved_distance(c.b, c.pose_b, pb, Map{}).lower > tolerance) {
    out.push_back("point_b is not in B");
  }
}

/// Everything that is required of the answer to one case.
Problems judge(const Made& made, const SignedReference& truth, const Penetration& p) {
  const BodyPair& c = made.pair;
  const double size = size_of(c);
  const bool apart = truth.value > 0;
  const bool deep = !apart && (!made.one_way || truth.value < -shallow * size);
  // Points of a curved surface that are as far along a direction, up to the width of the interval,
  // may lie as far apart as this.
  const double slack = std::sqrt(2 * (p.upper - p.lower) * size);
  Problems out =
      oracle::check_answer(p, size, (apart ? oracle::widest * u : promised) * size, slack);
  auto require = [&](bool fine, const char* otherwise) {
    if (!fine) out.push_back(otherwise);
  };
  require(p.lower <= truth.value + truth.missed && p.upper >= truth.value,
          "the interval misses the truth");
  require(deep || p.upper - p.lower <= promised * size, "shallow, but wider than promised");
  require(deep || p.status != Status::not_converged, "shallow, but not_converged");
  const bool unbounded = c.a.kind >= Kind::halfspace || c.b.kind >= Kind::halfspace;
  require(unbounded || plane_gap(c, p.direction) >= p.lower - 8 * u * size,
          "the planes do not prove lower");
  check_points(c, p, oracle::point_tolerance(p, size) + slack, out);
  return out;
}

/// One run over all pairs of some types.
class Sweep {
 public:
  Sweep(std::uint64_t seed, oracle::TypePairs pairs) : seed_(seed), pairs_(std::move(pairs)) {}

  void run() {
    const std::uint64_t poses = oracle::cases_from_environment("APART_ORACLE_POSES", 10);
    const std::uint64_t threads = oracle::from_environment("APART_ORACLE_THREADS", 2);
    std::printf("APART_ORACLE_SEED=%llu APART_ORACLE_POSES=%llu\n", (unsigned long long)seed_,
                (unsigned long long)poses);
    const auto tally = oracle::run_cases<Tally>(
        poses * pairs_.size(), threads, [&](std::uint64_t i, Tally& t) { run_case(i, poses, t); });
    report(tally);
    EXPECT_EQ(tally.failures.count(), 0u) << tally.failures.text();
  }

 private:
  static Made make(oracle::Random& random, const BodyType& a, const BodyType& b, std::uint64_t i) {
    i %= oracle::relations + oracle::overlaps;
    if (i < oracle::relations) {
      const auto relation = oracle::Relation(i);
      return {make_bodies(random, a, b, relation), relation != oracle::Relation::deep};
    }
    const auto overlap = oracle::Overlap(i - oracle::relations);
    return {make_overlap(random, a, b, overlap), overlap <= oracle::Overlap::medium};
  }

  void run_case(std::uint64_t index, std::uint64_t poses, Tally& tally) const {
    const auto& [type_a, type_b] = pairs_[index / poses];
    const std::string group = std::string(type_a.name) + " - " + type_b.name;
    oracle::Random random(oracle::mix(seed_, index));
    const Made made = make(random, type_a, type_b, index);
    const BodyPair& c = made.pair;
    auto reproducer = [&] {
      return query_line(c.a, c.pose_a, c.b, c.pose_b, std::to_string(index), "penetration");
    };
    try {
      const SignedReference truth = curved_signed_distance(c.a, c.pose_a, c.b, c.pose_b);
      const Penetration p = ask(c, index % 2 == 1);
      count(tally.groups[group], made, truth, p);
      char text[100];
      std::snprintf(text, sizeof text, "\n  truth %.17g (+ %.1g), uS %.3g", double(truth.value),
                    truth.missed, u * size_of(c));
      tally.failures.add(index, group, judge(made, truth, p),
                         reproducer() + "\n" + oracle::describe(p) + text);
    } catch (const std::exception& e) {
      tally.failures.add(index, group, {"exception"}, reproducer() + "\n  " + e.what());
    }
  }

  /// A user's type goes in as a Custom or as it is, by turns.
  static Penetration ask(const BodyPair& c, bool as_is) {
    const apart::Shape shape_a = oracle::to_shape(c.a), shape_b = oracle::to_shape(c.b);
    const Frustum own_a(c.a), own_b(c.b);
    const auto own = [&](const Body& body) { return body.kind == Kind::frustum && as_is; };
    const apart::ShapeRef a = own(c.a) ? apart::ShapeRef(own_a) : apart::ShapeRef(shape_a);
    const apart::ShapeRef b = own(c.b) ? apart::ShapeRef(own_b) : apart::ShapeRef(shape_b);
    return apart::penetration(a, oracle::to_pose(c.pose_a), b, oracle::to_pose(c.pose_b));
  }

  static void count(Counts& counts, const Made& made, const SignedReference& truth,
                    const Penetration& p) {
    const double size = size_of(made.pair);
    const bool deep = !made.one_way || truth.value < -shallow * size;
    double& widest = deep ? counts.widest_deep : counts.widest_shallow;
    ++counts.cases;
    counts.overlaps += truth.value < 0;
    counts.not_converged += p.status == Status::not_converged;
    widest = std::max(widest, (p.upper - p.lower) / size);
    counts.error =
        std::max(counts.error, double(abs(Real(p.signed_distance) - truth.value)) / size);
    counts.residual = std::max(counts.residual, oracle::point_residual(p) / size);
    counts.missed = std::max(counts.missed, truth.missed / size);
  }

  static void report(const Tally& tally) {
    Counts total;
    auto print = [](const std::string& name, const Counts& c) {
      std::printf(
          "%-26s %5llu cases %5llu overlap %5llu not converged, of the size: width %.1e "
          "shallow, %.1e deep, error %.1e, points %.1e, reference %.1e\n",
          name.c_str(), (unsigned long long)c.cases, (unsigned long long)c.overlaps,
          (unsigned long long)c.not_converged, c.widest_shallow, c.widest_deep, c.error, c.residual,
          c.missed);
    };
    for (const auto& [group, counts] : tally.groups) {
      print(group, counts);
      total.add(counts);
    }
    print("all", total);
    EXPECT_GE(double(total.overlaps), 0.4 * double(total.cases));
    EXPECT_LE(double(total.overlaps), 0.8 * double(total.cases));
  }

  std::uint64_t seed_;
  oracle::TypePairs pairs_;
};

std::uint64_t seed() { return oracle::from_environment("APART_ORACLE_SEED", 1997); }

TEST(CurvedPenetrationOracle, EveryPairOfBoundedShapes) {
  Sweep(seed(), oracle::bounded_pairs()).run();
}

TEST(CurvedPenetrationOracle, UnboundedAgainstBounded) {
  Sweep(seed() + 1, oracle::unbounded_pairs()).run();
}

}  // namespace
