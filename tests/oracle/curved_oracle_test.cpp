// SPDX-License-Identifier: BSD-3-Clause

// distance() on shapes of every kind, and a user's own, against the multiprecision reference.
//   APART_ORACLE_POSES  how many poses for each pair of types (50)
//   APART_ORACLE_SEED   which ones

#include <gtest/gtest.h>

#include <cstdio>

#include "oracle/curved.hpp"
#include "oracle/curved_families.hpp"
#include "oracle/curved_shapes.hpp"
#include "oracle/judge.hpp"

namespace {

using oracle::Body;
using oracle::BodyPair;
using oracle::BodyType;
using oracle::Frustum;
using oracle::Interval;
using oracle::Kind;
using oracle::Map;
using oracle::Problems;
using oracle::Real;
using oracle::Relation;
using oracle::u;

struct Counts {
  std::uint64_t cases = 0, not_converged = 0, zeros = 0;
  oracle::Histogram widths;
};

bool holds(const Interval& truth, const apart::Distance& d) {
  return d.lower <= truth.upper && d.upper >= truth.lower;
}

void check_points(const BodyPair& c, const apart::Distance& d, double size, Problems& out) {
  const double tolerance = oracle::point_tolerance(d, size);
  const Body pa{Kind::point, {}, {oracle::from_eigen(d.point_a)}};
  const Body pb{Kind::point, {}, {oracle::from_eigen(d.point_b)}};
  if (curved_distance(c.a, c.pose_a, pa, Map{}).lower > tolerance) {
    out.push_back("point_a is not in A");
  }
  if (curved_distance(c.b, c.pose_b, pb, Map{}).lower > tolerance) {
    out.push_back("point_b is not in B");
  }
}

/// One run over many pairs of types.
class Sweep {
 public:
  explicit Sweep(std::uint64_t seed) : seed_(seed) {}

  void all_poses(const BodyType& a, const BodyType& b, std::uint64_t poses) {
    const std::string group = std::string(a.name) + " - " + b.name;
    for (std::uint64_t i = 0; i < poses; ++i) {
      oracle::Random random(oracle::mix(seed_, index_));
      const auto relation = Relation(i % oracle::relations);
      const BodyPair c = make_bodies(random, a, b, relation);
      run_case(group, c, relation);
      ++index_;
    }
  }

  void finish() {
    Counts total;
    for (const auto& [group, counts] : groups_) {
      std::printf("%-26s %6llu cases %6llu zero  widths in uS: %s\n", group.c_str(),
                  (unsigned long long)counts.cases, (unsigned long long)counts.zeros,
                  counts.widths.text().c_str());
      total.cases += counts.cases;
      total.zeros += counts.zeros;
      total.not_converged += counts.not_converged;
      total.widths.add(counts.widths);
    }
    std::printf("all %llu cases, %llu zero, %llu not converged, seed %llu: %s\n",
                (unsigned long long)total.cases, (unsigned long long)total.zeros,
                (unsigned long long)total.not_converged, (unsigned long long)seed_,
                total.widths.text().c_str());
    EXPECT_LE(double(total.not_converged), 0.001 * double(total.cases)) << undecided_.text();
    EXPECT_GE(double(total.zeros), 0.25 * double(total.cases));
    EXPECT_LE(double(total.zeros), 0.75 * double(total.cases));
    EXPECT_EQ(failures_.count(), 0u) << failures_.text();
  }

 private:
  void run_case(const std::string& group, const BodyPair& c, Relation relation) {
    auto reproducer = [&] {
      return query_line(c.a, c.pose_a, c.b, c.pose_b, std::to_string(index_));
    };
    try {
      const Interval truth = curved_distance(c.a, c.pose_a, c.b, c.pose_b);
      apart::Distance answer;
      std::string notes;
      const Problems problems = judge(groups_[group], c, relation, truth, answer, notes);
      const bool undecided = answer.status == apart::Status::not_converged;
      if (problems.empty() && !undecided) return;
      char text[100];
      std::snprintf(text, sizeof text, "\n  truth [%.17g, %.17g], uS %.3g", double(truth.lower),
                    double(truth.upper), u * size_of(c.a, c.pose_a, c.b, c.pose_b));
      const std::string whole = reproducer() + "\n" + notes + oracle::describe(answer) + text;
      failures_.add(index_, group, problems, whole);
      if (undecided) undecided_.add(index_, group, {"not_converged"}, whole);
    } catch (const std::exception& e) {
      failures_.add(index_, group, {"exception"}, reproducer() + "\n  " + e.what());
    }
  }

  Problems judge(Counts& counts, const BodyPair& c, Relation relation, const Interval& truth,
                 apart::Distance& d, std::string& notes) {
    const apart::Shape shape_a = oracle::to_shape(c.a), shape_b = oracle::to_shape(c.b);
    const Frustum own_a(c.a), own_b(c.b);
    // A user's type goes in as a Custom or as it is, by turns.
    const auto as_is = [&](const Body& body) { return body.kind == Kind::frustum && index_ % 2; };
    const apart::ShapeRef a = as_is(c.a) ? apart::ShapeRef(own_a) : apart::ShapeRef(shape_a);
    const apart::ShapeRef b = as_is(c.b) ? apart::ShapeRef(own_b) : apart::ShapeRef(shape_b);
    const apart::Pose pose_a = oracle::to_pose(c.pose_a), pose_b = oracle::to_pose(c.pose_b);
    d = apart::distance(a, pose_a, b, pose_b);
    const apart::Distance swapped = apart::distance(b, pose_b, a, pose_a);
    const double size = size_of(c.a, c.pose_a, c.b, c.pose_b);
    Problems out = oracle::check_answer(d, size);
    auto require = [&](bool fine, const char* otherwise) {
      if (!fine) out.push_back(otherwise);
    };
    require(truth.upper - truth.lower <= size * Real(1e-30), "the reference is not sharp");
    require(relation != Relation::touching || truth.lower == 0, "the reference does not touch");
    require(holds(truth, d), "the interval misses the truth");
    require(holds(truth, swapped), "swapped, it misses the truth");
    require(oracle::intervals_intersect(d, swapped), "swapped, the intervals disagree");
    if (index_ % 10 == 0) check_points(c, d, size, out);
    if (index_ % 5 == 0) {
      const apart::Verification v = apart::verify(a, pose_a, b, pose_b, d);
      require(v.ok, "verify() refuses it");
      if (!v) notes = "  verify: " + v.problem + "\n";
    }
    ++counts.cases;
    counts.zeros += truth.upper <= size * Real(1e-30);
    counts.not_converged += d.status == apart::Status::not_converged;
    if (size > 0) counts.widths.add((d.upper - d.lower) / (u * size));
    return out;
  }

  std::uint64_t seed_, index_ = 0;
  std::map<std::string, Counts> groups_;
  oracle::Failures failures_, undecided_;
};

std::uint64_t seed() { return oracle::from_environment("APART_ORACLE_SEED", 1988); }
std::uint64_t poses() { return oracle::cases_from_environment("APART_ORACLE_POSES", 50); }

TEST(CurvedOracle, EveryPairOfBoundedShapes) {
  Sweep sweep(seed());
  for (const BodyType& a : oracle::bounded_types()) {
    for (const BodyType& b : oracle::bounded_types()) sweep.all_poses(a, b, poses());
  }
  sweep.finish();
}

TEST(CurvedOracle, UnboundedAgainstBounded) {
  Sweep sweep(seed() + 1);
  for (const BodyType& a : oracle::unbounded_types()) {
    for (const BodyType& b : oracle::bounded_types()) {
      sweep.all_poses(a, b, poses());
      sweep.all_poses(b, a, poses());
    }
  }
  sweep.finish();
}

}  // namespace
