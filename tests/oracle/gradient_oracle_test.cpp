// SPDX-License-Identifier: BSD-3-Clause

// gradient() on shapes of every kind against central differences of the multiprecision reference.
//   APART_ORACLE_POSES    how many poses for each pair of types (2)
//   APART_ORACLE_SEED     which ones
//   APART_ORACLE_THREADS  on how many threads (2); the cases do not depend on it

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

#include "oracle/curved_depth.hpp"
#include "oracle/curved_families.hpp"
#include "oracle/curved_shapes.hpp"
#include "oracle/judge.hpp"
#include "oracle/parallel.hpp"

namespace {

using apart::Gradient;
using apart::Pose;
using apart::Vector6d;
using oracle::BodyPair;
using oracle::BodyType;
using oracle::Map;
using oracle::Real;

/// What is promised of a gradient, relative to its length.
constexpr double promised = 1e-6;
/// Of the coordinates: small beside the distance, whose radius of curvature may be no more; but
/// poses are doubles, and rounding them errs by 2^-53, so that nearer than that nothing is told.
constexpr double nearest = 0x1p-17;
double step_for(double value) { return std::min(0x1p-10 * std::abs(value), 0x1p-19); }
/// Slopes to either side that differ by more, relative to the gradient's length, are of a function
/// that bends too much for a difference to tell its derivative, or has a kink there.
constexpr double bend = 1e-3;

/// The signed distance of two bodies at poses that are near those of the case.
using Reference = std::function<Real(const Map&, const Map&)>;

struct Counts {
  std::uint64_t cases = 0, overlaps = 0, bent = 0, not_unique = 0;
  double error = 0;  ///< relative

  void add(const Counts& other) {
    cases += other.cases;
    overlaps += other.overlaps;
    bent += other.bent;
    not_unique += other.not_unique;
    error = std::max(error, other.error);
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

/// Moved along the motion: turned about the origin of the pose, then translated.
Map moved(const Map& map, const Vector6d& motion) {
  const Pose pose = oracle::to_pose(map);
  const Eigen::Vector3d turn = motion.head<3>();
  const Eigen::Matrix3d r =
      Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix() * pose.rotation;
  const Eigen::Vector3d t = pose.translation + motion.tail<3>();
  Map out;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) out.r[std::size_t(3 * i + k)] = r(i, k);
    out.t[std::size_t(i)] = t[i];
  }
  return out;
}

Vector6d random_motion(oracle::Random& random) {
  Vector6d motion;
  for (int k = 0; k < 6; ++k) motion[k] = random.between(-1, 1);
  return motion;
}

/// The error of the gradient along some motion of both bodies, relative to its length; nothing if
/// differences cannot tell.
std::optional<double> error_of(const Gradient& g, const Map& pose_a, const Map& pose_b,
                               const Reference& reference, oracle::Random& random) {
  const double step = step_for(g.value);
  if (std::abs(g.value) < nearest) return {};
  const double length = g.grad_a.norm() + g.grad_b.norm();
  const Vector6d a = random_motion(random), b = random_motion(random);
  const auto at = [&](double by) {
    return reference(moved(pose_a, by * a), moved(pose_b, by * b));
  };
  const Real here = reference(pose_a, pose_b), after = at(step), before = at(-step);
  const double scale = length * (a.norm() + b.norm());
  if (!(std::abs(double((after - here) - (here - before))) <= bend * step * scale)) return {};
  // Where rounded edges bend much within a step, the two together still tell (Richardson).
  const Real wide = (after - before) / (2 * step), narrow = (at(step / 2) - at(-step / 2)) / step;
  const double slope = double((4 * narrow - wide) / 3);
  return std::abs(slope - g.grad_a.dot(a) - g.grad_b.dot(b)) / scale;
}

void judge(Tally& tally, std::uint64_t index, const std::string& group, const Gradient& g,
           const std::optional<double>& error, const std::string& reproducer) {
  Counts& counts = tally.groups[group];
  ++counts.cases;
  counts.overlaps += g.upper < 0;
  counts.not_unique += !g.unique;
  counts.bent += !error;
  if (!error || !g.unique) return;
  counts.error = std::max(counts.error, *error);
  if (*error <= promised) return;
  char text[200];
  std::snprintf(text, sizeof text, "\n  error %.3g, value %.17g, width %.3g", *error, g.value,
                g.upper - g.lower);
  tally.failures.add(index, group, {"the gradient is wrong"}, reproducer + text);
}

/// Prints the counts, and expects that few cases told nothing: bodies are aligned now and then, and
/// some are very near.
void report(const Tally& tally) {
  Counts total;
  auto print = [](const std::string& name, const Counts& c) {
    std::printf("%-26s %5llu cases %5llu overlap %5llu bent %5llu not unique, error %.1e\n",
                name.c_str(), (unsigned long long)c.cases, (unsigned long long)c.overlaps,
                (unsigned long long)c.bent, (unsigned long long)c.not_unique, c.error);
  };
  for (const auto& [group, counts] : tally.groups) {
    print(group, counts);
    total.add(counts);
  }
  print("all", total);
  EXPECT_LE(double(total.bent), 0.3 * double(total.cases));
  EXPECT_LE(double(total.not_unique), 0.1 * double(total.cases));
  EXPECT_EQ(tally.failures.count(), 0u) << tally.failures.text();
}

/// One run over all pairs of some types.
class Sweep {
 public:
  Sweep(std::uint64_t seed, oracle::TypePairs pairs) : seed_(seed), pairs_(std::move(pairs)) {}

  void run() {
    const std::uint64_t poses = oracle::from_environment("APART_ORACLE_POSES", 2);
    const std::uint64_t threads = oracle::from_environment("APART_ORACLE_THREADS", 2);
    std::printf("APART_ORACLE_SEED=%llu APART_ORACLE_POSES=%llu\n", (unsigned long long)seed_,
                (unsigned long long)poses);
    report(oracle::run_cases<Tally>(poses * pairs_.size(), threads,
                                    [&](std::uint64_t i, Tally& t) { run_case(i, poses, t); }));
  }

 private:
  static BodyPair make(oracle::Random& random, const BodyType& a, const BodyType& b,
                       std::uint64_t i) {
    switch (i % 4) {
      case 0:
        return make_bodies(random, a, b, oracle::Relation::far);
      case 1:
        return make_bodies(random, a, b, oracle::Relation::near);
      case 2:
        return make_overlap(random, a, b, oracle::Overlap::medium);
      default:
        return make_overlap(random, a, b, oracle::Overlap::deep);
    }
  }

  /// A curved body a million times as thin as long has near points that a distance as precise as
  /// doubles does not tell.
  static bool thin(const oracle::Body& body) {
    using enum oracle::Kind;
    constexpr oracle::Kind curved[] = {sphere, capsule, cylinder, cone, ellipsoid, frustum};
    return std::ranges::find(curved, body.kind) != std::end(curved) &&
           std::ranges::any_of(body.size, [](double x) { return x != 0 && std::abs(x) < 1e-3; });
  }

  void run_case(std::uint64_t index, std::uint64_t poses, Tally& tally) const {
    const auto& [type_a, type_b] = pairs_[index / poses];
    const std::string group = std::string(type_a.name) + " - " + type_b.name;
    oracle::Random random(oracle::mix(seed_, index));
    const BodyPair c = make(random, type_a, type_b, index);
    if (thin(c.a) || thin(c.b)) return;
    const Gradient g = apart::gradient(oracle::to_shape(c.a), oracle::to_pose(c.pose_a),
                                       oracle::to_shape(c.b), oracle::to_pose(c.pose_b));
    const Reference reference = [&](const Map& pose_a, const Map& pose_b) {
      return curved_signed_distance(c.a, pose_a, c.b, pose_b, 300).value;
    };
    judge(tally, index, group, g, error_of(g, c.pose_a, c.pose_b, reference, random),
          query_line(c.a, c.pose_a, c.b, c.pose_b, std::to_string(index), "gradient"));
  }

  std::uint64_t seed_;
  oracle::TypePairs pairs_;
};

std::uint64_t seed() { return oracle::from_environment("APART_ORACLE_SEED", 1988); }

TEST(GradientOracle, EveryPairOfBoundedShapes) { Sweep(seed(), oracle::bounded_pairs()).run(); }

TEST(GradientOracle, UnboundedAgainstBounded) {
  Sweep(seed() + 1, oracle::unbounded_pairs()).run();
}

/// Bodies that stay together.
struct Union {
  std::vector<oracle::Body> bodies;

  apart::Shape shape() const {
    std::vector<apart::Part> parts;
    for (const oracle::Body& body : bodies) parts.push_back({oracle::to_shape(body), {}});
    return apart::Compound(parts);
  }
  /// Of triangles only.
  apart::Shape mesh() const {
    std::vector<Eigen::Vector3d> vertices;
    std::vector<apart::Mesh::Corners> triangles;
    for (const oracle::Body& body : bodies) {
      const int first = int(vertices.size());
      for (const oracle::Vec3& p : body.points) vertices.push_back(oracle::to_eigen(p));
      triangles.push_back({first, first + 1, first + 2});
    }
    return apart::Mesh::from_triangles(vertices, triangles);
  }
  static Real distance(const Union& a, const Map& pose_a, const Union& b, const Map& pose_b) {
    Real least = std::numeric_limits<double>::infinity();
    for (const oracle::Body& x : a.bodies) {
      for (const oracle::Body& y : b.bodies) {
        least = std::min(least, curved_distance(x, pose_a, y, pose_b).upper);
      }
    }
    return least;
  }
};

oracle::Body random_triangle(oracle::Random& random) {
  oracle::Body body{oracle::Kind::triangle};
  for (int k = 0; k < 3; ++k) body.points.push_back(random.direction<3>());
  return body;
}

TEST(GradientOracle, SmallMeshesAndCompounds) {
  const std::uint64_t cases = oracle::from_environment("APART_ORACLE_POSES", 2) * 20;
  std::printf("APART_ORACLE_SEED=%llu\n", (unsigned long long)seed());
  Tally tally;
  for (std::uint64_t i = 0; i < cases; ++i) {
    oracle::Random random(oracle::mix(seed() + 2, i));
    Union soup, other;
    for (int k = 0; k < 5; ++k) soup.bodies.push_back(random_triangle(random));
    for (int k = 0; k < 3; ++k) other.bodies.push_back(random_triangle(random));
    const bool mesh = i % 2 == 0;
    if (!mesh) {
      other.bodies.push_back({oracle::Kind::cylinder, {0.5, 1.5, 0}});
      other.bodies.push_back({oracle::Kind::ellipsoid, {1.5, 0.25, 0.5}});
    }
    const Map pose_a = moved(Map{}, random_motion(random));
    Map pose_b = moved(Map{}, 2 * random_motion(random));
    pose_b.t[0] += 3;
    const Gradient g =
        apart::gradient(soup.mesh(), oracle::to_pose(pose_a), mesh ? other.mesh() : other.shape(),
                        oracle::to_pose(pose_b));
    if (g.status != apart::Status::separated) continue;
    const Reference reference = [&](const Map& at_a, const Map& at_b) {
      return Union::distance(soup, at_a, other, at_b);
    };
    EXPECT_TRUE(g.unique) << "case " << i;
    judge(tally, i, mesh ? "meshes" : "mesh - compound", g,
          error_of(g, pose_a, pose_b, reference, random), "");
  }
  EXPECT_GE(tally.groups["meshes"].cases, cases / 4);
  report(tally);
}

}  // namespace
