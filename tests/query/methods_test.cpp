// SPDX-License-Identifier: BSD-3-Clause

// Method::features and Method::voronoi: the same certified answers as Method::gjk, hardly ever left
// to it, cold and tracked.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <string>
#include <vector>

#include "support/answer.hpp"
#include "support/random.hpp"
#include "support/refusal.hpp"

namespace {

using apart::Distance;
using apart::InvalidInput;
using apart::Method;
using apart::Options;
using apart::Polytope;
using apart::Pose;
using apart::SearchCounts;
using apart::ShapeRef;
using apart::Status;
using apart::Tracker;
using Eigen::Vector3d;
using support::Random;

/// A method, and whether polytopes have edge lists.
struct Way {
  Method method;
  bool edges;
};

class Methods : public testing::TestWithParam<Way> {
 protected:
  Polytope hull(const std::vector<Vector3d>& points) const {
    return Polytope::hull(points, {.edge_list = GetParam().edges});
  }
  /// The answer, checked against that of Method::gjk.
  Distance ask(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b, Options options = {},
               Tracker* tracker = nullptr) {
    options.method = GetParam().method;
    options.counts = &counts;
    ++queries;
    const Distance d = apart::distance(a, pose_a, b, pose_b, options, tracker);
    EXPECT_TRUE(support::confirmed(apart::verify(a, pose_a, b, pose_b, d, options), d));
    options.method = Method::gjk;
    const Distance reference = apart::distance(a, pose_a, b, pose_b, options);
    EXPECT_TRUE(support::meet(d, reference));
    overlaps += d.status == Status::overlapping;
    return d;
  }
  void expect_few_fallbacks() const {
    std::printf("%ld fallbacks in %ld queries, of which %ld overlap\n", counts.fallbacks, queries,
                overlaps);
    EXPECT_LT(static_cast<double>(counts.fallbacks), 0.01 * static_cast<double>(queries));
    EXPECT_GT(counts.feature_pairs, queries);
  }

  SearchCounts counts;
  long queries = 0, overlaps = 0;
};

std::string way_name(const testing::TestParamInfo<Way>& info) {
  return apart::to_string(info.param.method) +
         std::string(info.param.edges ? "_on_edges" : "_bare");
}

INSTANTIATE_TEST_SUITE_P(, Methods,
                         testing::Values(Way{Method::features, false}, Way{Method::features, true},
                                         Way{Method::voronoi, true}),
                         way_name);

/// At any distance from overlap to a few radii.
Pose nearby(Random& random) {
  return {support::rotation(random), random.between(0, 5) * support::direction(random)};
}

TEST_P(Methods, GenericHulls) {
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const int n = random.integer(4, i % 50 == 0 ? 1000 : 60), m = random.integer(4, 60);
    const Polytope a = hull(i % 2 ? support::in_cube(random, n) : support::on_sphere(random, n));
    const Polytope b = hull(support::on_sphere(random, m));
    const Pose pose_a = nearby(random), pose_b = nearby(random);
    const Distance d = ask(a, pose_a, b, pose_b);
    EXPECT_EQ(d.status, apart::distance(a, pose_a, b, pose_b).status);
  }
  expect_few_fallbacks();
  EXPECT_GT(overlaps, queries / 10);
  EXPECT_LT(overlaps, queries / 2);
}

TEST_P(Methods, Tracked) {
  for (const double degrees : {0.0, 1.0, 12.0}) {
    SCOPED_TRACE(degrees);
    Random random = support::random_case(static_cast<std::uint64_t>(degrees));
    const Polytope a = hull(support::on_sphere(random, 200));
    const Polytope b = hull(support::on_sphere(random, 200));
    const Eigen::AngleAxisd turn(degrees * 3.14159265358979323846 / 180,
                                 support::direction(random));
    Pose pose(support::rotation(random), {-3.5, 0.3, 0.2});
    Tracker tracker;
    const SearchCounts before = counts;
    long cold = 0;
    for (int step = 0; step < 350; ++step) {  // past the other, through it
      SCOPED_TRACE(step);
      pose.translation.x() += 0.02;
      pose.rotation = turn * pose.rotation;
      ask(a, Pose(), b, pose, {}, &tracker);
      SearchCounts once;
      apart::distance(a, Pose(), b, pose, {.counts = &once, .method = GetParam().method});
      cold += once.feature_pairs;
    }
    if (degrees > 1) continue;  // too much for a start to be a good one
    EXPECT_LT(2 * (counts.feature_pairs - before.feature_pairs), cold) << "tracking buys little";
  }
  expect_few_fallbacks();
  EXPECT_GT(overlaps, 200);
}

/// What one method remembers is a start for any other, and so is what another pair left.
TEST_P(Methods, AnyTrackerWillDo) {
  Tracker tracker;
  for (int i = 0; i < 600; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Polytope a = hull(support::in_cube(random, random.integer(1, 40)));
    const Polytope b = hull(support::in_cube(random, random.integer(1, 40)));
    const Pose pose = nearby(random);
    if (i % 3 == 0) apart::distance(a, Pose(), b, nearby(random), {}, &tracker);
    if (i % 7 == 0) tracker.vertex_a[1] = -5, tracker.vertex_b[2] = 1 << 30;
    ask(a, Pose(), b, pose, {}, &tracker);
  }
  expect_few_fallbacks();
}

TEST_P(Methods, AllShapesWithVertices) {
  for (int i = 0; i < 400; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const auto point = [&] { return support::vector(random); };
    const std::vector<apart::Shape> shapes{apart::Point(point()),
                                           apart::Segment(point(), point()),
                                           apart::Triangle(point(), point(), point()),
                                           apart::Box(1, 2, 0.5),
                                           apart::Sphere(0.5),
                                           apart::Capsule(0.25, 1),
                                           apart::Rounded(apart::Box(1, 1, 1), 0.25),
                                           hull(support::on_sphere(random, 20)),
                                           hull({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}),
                                           apart::Rounded(hull(support::in_cube(random, 10)), 0.5)};
    const int j = random.integer(0, 9), k = random.integer(0, 9);
    const Pose pose = nearby(random);
    const Distance d = ask(shapes[j], Pose(), shapes[k], pose);
    EXPECT_EQ(d.status, apart::distance(shapes[j], Pose(), shapes[k], pose).status);
    Options options;
    options.method = GetParam().method;
    EXPECT_EQ(apart::intersects(shapes[j], Pose(), shapes[k], pose, options), d.lower == 0);
    const double r = random.between(0, 2);
    if (r >= d.upper || r < d.lower) {
      EXPECT_EQ(apart::within(shapes[j], Pose(), shapes[k], pose, r, options), r >= d.upper);
    }
  }
  expect_few_fallbacks();
}

/// One continuum: less asked is less done, and still true.
TEST_P(Methods, LessAskedCostsLess) {
  long exact = 0, rough = 0, test = 0;
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Polytope a = hull(support::on_sphere(random, 300)),
                   b = hull(support::on_sphere(random, 300));
    const Pose pose(support::rotation(random), 2.5 * support::direction(random));
    const auto cost = [&](const Options& options) {
      const long before = counts.feature_pairs;
      ask(a, Pose(), b, pose, options);
      return counts.feature_pairs - before;
    };
    exact += cost({});
    rough += cost({.relative_error = 0.2});
    test += cost({.enough = 2});
  }
  EXPECT_LE(rough, exact);
  EXPECT_LE(test, exact);
  if (GetParam().method == Method::features) {
    EXPECT_LT(rough, exact);
  }
  EXPECT_LT(test, exact);
  expect_few_fallbacks();
}

TEST_P(Methods, PowersOfTwoScaleEveryBit) {
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const auto points_a = support::in_cube(random, 30), points_b = support::on_sphere(random, 30);
    const Pose pose = nearby(random);
    const auto at_scale = [&](double f) {
      auto a = points_a, b = points_b;
      for (auto& p : a) p *= f;
      for (auto& p : b) p *= f;
      return apart::distance(hull(a), Pose(), hull(b), {pose.rotation, f * pose.translation},
                             {.method = GetParam().method});
    };
    const Distance d = at_scale(1);
    for (const double f : {0x1p-330, 0x1p-7, 0x1p330}) {
      EXPECT_TRUE(support::same_bits(d, at_scale(f), f));
    }
  }
}

TEST_P(Methods, OtherShapesAreLeftAlone) {
  const apart::Cylinder cylinder(1, 2);
  const Polytope cube =
      Polytope::hull(std::vector<Vector3d>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  const apart::Halfspace floor({0, 0, 1}, 0);
  const Pose pose(Vector3d(3, 2, 1));
  for (const auto& [a, b] : {std::pair<ShapeRef, ShapeRef>(cube, cylinder),
                             {cylinder, cube},
                             {cylinder, cylinder},
                             {floor, cube}}) {
    SearchCounts none;
    const Options options{.counts = &none, .method = GetParam().method};
    EXPECT_TRUE(support::same_bits(apart::distance(a, Pose(), b, pose, options),
                                   apart::distance(a, Pose(), b, pose)));
    EXPECT_EQ(none.feature_pairs + none.fallbacks, 0);
  }
}

TEST_P(Methods, TraceShowsThePlanes) {
  Random random = support::random_case(1);
  const Polytope a = hull(support::on_sphere(random, 50)), b = hull(support::on_sphere(random, 50));
  apart::Trace trace;
  const Distance d = ask(a, Pose(), b, Pose(Vector3d(3, 1, 0)), {.trace = &trace});
  ASSERT_FALSE(trace.steps.empty());
  EXPECT_NEAR(trace.steps.back().upper, d.upper, 1e-14);
}

TEST(MethodErrors, VoronoiNeedsEdgeLists) {
  Random random = support::random_case(0);
  const auto points = support::on_sphere(random, 20);
  const Polytope bare = Polytope::hull(points),
                 listed = Polytope::hull(points, {.edge_list = true});
  const Pose pose(Vector3d(3, 0, 0));
  const Options options{.method = Method::voronoi};
  const auto refusal = [&](ShapeRef a, ShapeRef b) {
    return support::refusal([&] { apart::distance(a, Pose(), b, pose, options); });
  };
  EXPECT_EQ(refusal(listed, bare),
            "method voronoi: polytope b has no edge list; build it with "
            "Polytope::hull(points, {.edge_list = true})");
  EXPECT_EQ(refusal(bare, listed).substr(0, 26), "method voronoi: polytope a");
  EXPECT_EQ(refusal(listed, listed), support::not_refused);
  EXPECT_EQ(refusal(listed, apart::Box(1, 1, 1)), support::not_refused);
  EXPECT_NE(refusal(apart::Rounded(bare, 1), listed), support::not_refused);
  std::vector<Distance> out(4);
  const std::vector<Pose> poses(4, pose);
  EXPECT_THROW(apart::distances(bare, Pose(), listed, poses, out, options), InvalidInput);
  EXPECT_THROW(apart::within(bare, Pose(), listed, pose, 2, options), InvalidInput);
}

TEST(MethodErrors, UnknownMethod) {
  const Options options{.method = static_cast<Method>(7)};
  EXPECT_THROW(apart::distance(apart::Box(1, 1, 1), Pose(), apart::Box(1, 1, 1), Pose(), options),
               InvalidInput);
  EXPECT_STREQ(apart::to_string(Method::voronoi), "voronoi");
}

}  // namespace
