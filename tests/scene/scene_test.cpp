// SPDX-License-Identifier: BSD-3-Clause
#include <apart/scene.hpp>

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <map>

#include "support/answer.hpp"
#include "support/refusal.hpp"
#include "support/shapes.hpp"

namespace {

using apart::BodyId;
using apart::Distance;
using apart::Members;
using apart::Options;
using apart::Pose;
using apart::ScenePair;
using support::Kind;
using support::Random;

const tbb::global_control seven(tbb::global_control::max_allowed_parallelism, 7);
const char* const group_names[] = {"robot", "tools", ""};

apart::Mesh tetrahedron() {
  const Eigen::Vector3d corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::array<int, 3> faces[] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  return apart::Mesh::from_triangles(corners, faces);
}

apart::Shape random_shape(Random& random) {
  const int kind = static_cast<int>(random.between(0, support::bounded_kinds + 2));
  support::ShapeMaker maker(random, 1);
  if (kind < support::bounded_kinds) return maker.make(static_cast<Kind>(kind));
  if (kind == support::bounded_kinds) return tetrahedron();
  const apart::Part parts[] = {{apart::Box(1, 1, 1), Pose(Eigen::Vector3d(1, 0, 0))},
                               {apart::Sphere(0.5), Pose(Eigen::Vector3d(-1, 0, 0))}};
  return apart::Rounded(apart::Compound(parts), 0.25);
}

Pose random_pose(Random& random, double spread) {
  const Eigen::Matrix3d r = support::rotation(random);
  return Pose(r, spread * support::vector(random));
}

/// A scene and the same bodies in a plain list, which answers by asking all pairs.
class World {
 public:
  struct Body {
    apart::Shape shape;
    Pose pose;
    std::string group;
  };

  BodyId add(const apart::Shape& shape, const Pose& pose, const std::string& group) {
    const BodyId id = scene.add(shape, pose, {}, group);
    bodies.emplace(id, Body{shape, pose, group});
    return id;
  }
  void move(BodyId id, const Pose& pose) {
    scene.move(id, pose);
    bodies.at(id).pose = pose;
  }
  void remove(BodyId id) {
    scene.remove(id);
    bodies.erase(id);
  }

  bool has(const Members& members, BodyId id) const {
    if (members.body()) return *members.body() == id;
    return !members.group() || bodies.at(id).group == *members.group();
  }

  Distance distance(BodyId a, BodyId b, double margin = 0) const {
    Options options;
    options.margin = margin + scene.margin(a, b);
    const Body &one = bodies.at(a), &other = bodies.at(b);
    return apart::distance(one.shape, one.pose, other.shape, other.pose, options);
  }

  /// Every pair once, as answers name them.
  std::vector<ScenePair> pairs(const Members& a = {}, const Members& b = {},
                               double margin = 0) const {
    std::vector<ScenePair> all;
    for (const auto& [low, one] : bodies) {
      for (const auto& [high, other] : bodies) {
        if (!(low < high) || scene.ignored(low, high)) continue;
        if (!apart::bounded(one.shape) && !apart::bounded(other.shape)) continue;
        if (has(a, low) && has(b, high)) {
          all.push_back({low, high, distance(low, high, margin)});
        } else if (has(a, high) && has(b, low)) {
          all.push_back({high, low, distance(high, low, margin)});
        }
      }
    }
    std::sort(all.begin(), all.end(), [](const ScenePair& x, const ScenePair& y) {
      return x.a != y.a ? x.a < y.a : x.b < y.b;
    });
    return all;
  }

  apart::Scene scene;
  std::map<BodyId, Body> bodies;
};

constexpr double tiny = 1e-11;  // beyond what rounding may do at this size

void expect_nearest(const std::optional<ScenePair>& found, std::vector<ScenePair> all,
                    double relative_error = 0) {
  ASSERT_EQ(found.has_value(), !all.empty());
  if (!found) return;
  double lower = INFINITY, upper = INFINITY;
  const ScenePair* itself = nullptr;
  for (const ScenePair& pair : all) {
    lower = std::min(lower, pair.distance.lower);
    upper = std::min(upper, pair.distance.upper);
    if (pair.a == found->a && pair.b == found->b) itself = &pair;
  }
  ASSERT_TRUE(itself);
  const Distance& d = found->distance;
  EXPECT_LE(d.lower, upper);
  EXPECT_GE(d.upper, lower);
  EXPECT_GE(d.upper, itself->distance.lower);
  EXPECT_LE(d.upper - d.lower, relative_error * d.upper + tiny);
}

/// The same pairs, but for those at the very edge.
void expect_pairs(const std::vector<std::pair<BodyId, BodyId>>& found,
                  const std::vector<ScenePair>& all, double r) {
  std::size_t i = 0;
  for (const ScenePair& pair : all) {
    const bool here = i < found.size() && found[i] == std::pair(pair.a, pair.b);
    if (here) ++i;
    if (std::abs(pair.distance.upper - r) > tiny) {
      EXPECT_EQ(here, pair.distance.upper <= r)
          << static_cast<int>(pair.a) << " " << static_cast<int>(pair.b) << " "
          << support::text(pair.distance);
    }
  }
  EXPECT_EQ(i, found.size());
}

void expect_pairs(const std::vector<ScenePair>& found, const std::vector<ScenePair>& all,
                  double r) {
  std::vector<std::pair<BodyId, BodyId>> ids;
  std::map<std::pair<BodyId, BodyId>, const Distance*> known;
  for (const ScenePair& pair : all) known[{pair.a, pair.b}] = &pair.distance;
  for (const ScenePair& pair : found) {
    ids.emplace_back(pair.a, pair.b);
    const auto itself = known.find(ids.back());
    ASSERT_NE(itself, known.end());
    EXPECT_TRUE(support::meet(pair.distance, *itself->second));
  }
  expect_pairs(ids, all, r);
}

void ask_everything(World& world, Random& random) {
  apart::Scene& scene = world.scene;
  std::vector<Members> members{{}, "robot", "tools"};
  if (!world.bodies.empty()) members.emplace_back(world.bodies.begin()->first);
  if (!world.bodies.empty()) members.emplace_back(world.bodies.rbegin()->first);
  std::erase_if(members, [&](const Members& m) {
    return m.group() && std::none_of(world.bodies.begin(), world.bodies.end(),
                                     [&](const auto& e) { return e.second.group == *m.group(); });
  });
  const auto some = [&] {
    return members[static_cast<std::size_t>(random.between(0, double(members.size()) - 1e-9))];
  };
  for (const auto& [a, b] : {std::pair<Members, Members>(), {some(), some()}}) {
    const double margin = random.between(0, 1) < 0.3 ? 0.125 : 0;
    const auto all = world.pairs(a, b, margin);
    const Options exact{.margin = margin};
    expect_nearest(scene.nearest(a, b, exact), all);
    expect_nearest(scene.nearest(a, b, {.relative_error = 0.5, .margin = margin}), all, 0.5);

    const double r = random.between(0, 1) < 0.5 ? 0.5 : random.between(0, 2);
    expect_pairs(scene.within(r, a, b, exact), all, r);
    expect_pairs(scene.intersecting(a, b, exact), all, 0);
    const bool any = std::any_of(all.begin(), all.end(),
                                 [](const ScenePair& pair) { return pair.distance.lower == 0; });
    EXPECT_EQ(scene.intersects(a, b, exact), any);

    const int k = static_cast<int>(random.between(0, 6));
    const auto nearest = scene.k_nearest(k, a, b, exact);
    std::vector<double> uppers;
    for (const ScenePair& pair : all) uppers.push_back(pair.distance.upper);
    std::sort(uppers.begin(), uppers.end());
    ASSERT_EQ(nearest.size(), std::min<std::size_t>(k, all.size()));
    for (std::size_t i = 0; i < nearest.size(); ++i) {
      EXPECT_NEAR(nearest[i].distance.upper, uppers[i], tiny);
    }

    for (const ScenePair& pair : scene.nearest_of_each(a, b, exact)) {
      expect_nearest(pair, world.pairs(pair.a, b, margin));
    }
  }
}

/// Adds, moves or removes a body, or changes what is said of a pair.
void change_something(World& world, Random& random, std::size_t most_bodies) {
  const auto any_body = [&] {
    auto at = world.bodies.begin();
    std::advance(at, static_cast<long>(random.between(0, 0.999) * double(world.bodies.size())));
    return at->first;
  };
  const double what = random.between(0, 1);
  if (world.bodies.size() > most_bodies) {
    world.remove(any_body());
  } else if (world.bodies.size() < 5 || what < 0.3) {
    const bool ground = random.between(0, 1) < 0.05;
    const apart::Shape shape =
        ground ? apart::Shape(apart::Halfspace({0, 0, 1}, -3)) : random_shape(random);
    world.add(shape, ground ? Pose() : random_pose(random, 4),
              group_names[static_cast<int>(random.between(0, 2.999))]);
  } else if (what < 0.75) {
    const BodyId id = any_body();
    const double by = random.between(0, 1) < 0.5 ? 0.05 : 3;
    Pose pose = world.bodies.at(id).pose;
    pose.translation += by * support::vector(random);
    world.move(id, pose);
  } else if (what < 0.85) {
    world.remove(any_body());
  } else if (what < 0.92) {
    const BodyId a = any_body(), b = any_body();
    world.scene.ignore(a, b, random.between(0, 1) < 0.7);
  } else {
    const BodyId a = any_body(), b = any_body();
    world.scene.set_margin(a, b, random.between(0, 0.5));
  }
}

TEST(Scene, AnswersLikeAllPairsAfterAnyHistory) {
  for (std::uint64_t c = 0; c < 6; ++c) {
    SCOPED_TRACE(support::case_name(c));
    Random random = support::random_case(c);
    World world;
    world.scene.set_threads(c % 2 ? 1 : 3);
    for (int step = 0; step < 60; ++step) {
      change_something(world, random, 100);
      if (step % 3 == 0) ask_everything(world, random);
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(Scene, AnswersLikeAllPairsThroughTenThousandOperations) {
  SCOPED_TRACE(support::case_name(200));
  Random random = support::random_case(200);
  World world;
  world.scene.set_threads(3);
  for (int step = 0; step < 10000; ++step) {
    change_something(world, random, 12);
    if (step % 10 == 0) ask_everything(world, random);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Scene, SameBitsWhateverTheNumberOfThreads) {
  Random random = support::random_case(100);
  apart::Scene one, several;
  one.set_threads(1);
  several.set_threads(7);
  std::vector<Pose> poses;
  std::vector<BodyId> ids;
  for (int i = 0; i < 200; ++i) {
    const apart::Shape shape = random_shape(random);
    poses.push_back(random_pose(random, 8));
    ids.push_back(one.add(shape, poses.back()));
    several.add(shape, poses.back());
  }
  const auto same = [](const std::vector<ScenePair>& x, const std::vector<ScenePair>& y) {
    return x.size() == y.size() && std::equal(x.begin(), x.end(), y.begin(), [](auto& p, auto& q) {
             return p.a == q.a && p.b == q.b && support::same_bits(p.distance, q.distance);
           });
  };
  for (int step = 0; step < 4; ++step) {
    EXPECT_TRUE(same({*one.nearest()}, {*several.nearest()}));
    EXPECT_TRUE(same(one.k_nearest(40), several.k_nearest(40)));
    EXPECT_TRUE(same(one.nearest_of_each(), several.nearest_of_each()));
    EXPECT_TRUE(same(one.within(1), several.within(1)));
    EXPECT_EQ(one.intersecting(), several.intersecting());
    for (std::size_t i = 0; i < ids.size(); i += 2) {
      poses[i].translation += 0.1 * support::vector(random);
      one.move(ids[i], poses[i]);
      several.move(ids[i], poses[i]);
    }
  }
}

TEST(Scene, AsksAgainOnlyWhatHasMoved) {
  struct Counted {
    std::shared_ptr<long> calls = std::make_shared<long>(0);
    Eigen::Vector3d support(const Eigen::Vector3d& d) const {
      ++*calls;
      return d.normalized();
    }
    double radius() const { return 1; }
  };
  const Counted ball;
  apart::Scene scene;
  scene.set_threads(1);
  std::vector<BodyId> ids;
  for (int i = 0; i < 1000; ++i) {
    const Eigen::Vector3d at(2.05 * (i % 10), 2.05 * (i / 10 % 10), 2.05 * (i / 100));
    ids.push_back(scene.add(apart::Custom(ball), Pose(at)));
  }
  const auto cost = [&] {
    const long before = *ball.calls;
    scene.intersecting();
    scene.within(0.1);
    return *ball.calls - before;
  };
  const long first = cost();
  EXPECT_GT(first, 2000);
  EXPECT_EQ(cost(), 0);
  Pose moved = scene.pose(ids[555]);
  moved.translation.x() += 0.01;
  scene.move(ids[555], moved);
  const long one = cost();
  EXPECT_GT(one, 0);
  EXPECT_LT(one, first / 50);
}

TEST(Scene, RelativeErrorAndEnoughMakeItCheaper) {
  Random random = support::random_case(200);
  apart::Scene scene;
  const std::vector<Eigen::Vector3d> corners = support::in_cube(random, 600);
  std::vector<std::array<int, 3>> triangles;
  for (int i = 0; i < 600; i += 3) triangles.push_back({i, i + 1, i + 2});
  const auto mesh = apart::Mesh::from_triangles(corners, triangles);
  for (int i = 0; i < 60; ++i) scene.add(mesh, random_pose(random, 20));
  const auto cost = [&](Options options) {
    apart::SearchCounts counts;
    options.counts = &counts;
    apart::Scene fresh = scene;
    fresh.set_threads(1);
    fresh.nearest_of_each({}, {}, options);
    return counts.node_pairs + counts.triangle_pairs + counts.exact_pairs;
  };
  const long exact = cost({});
  EXPECT_LT(cost({.relative_error = 0.5}), exact);
  EXPECT_LT(cost({.enough = 0.01}), exact);
}

TEST(Scene, EnoughEndsTheSearchButNotWithoutAPair) {
  apart::Scene scene;
  for (int i = 0; i < 20; ++i) {
    scene.add(apart::Sphere(1), Pose(Eigen::Vector3d(10 * i + 0.1 * i * i, 0, 0)));
  }
  const auto all_farther = scene.nearest({}, {}, {.enough = 5});
  ASSERT_TRUE(all_farther);
  EXPECT_GT(all_farther->distance.lower, 5);
  EXPECT_LE(all_farther->distance.lower, 8.1);
  const auto one_is_not = scene.nearest({}, {}, {.enough = 11});
  ASSERT_TRUE(one_is_not);
  EXPECT_LE(one_is_not->distance.upper, 11);
  EXPECT_EQ(scene.nearest_of_each({}, {}, {.enough = 5}).size(), 20u);
  EXPECT_TRUE(scene.k_nearest(3, {}, {}, {.enough = 5}).empty());
}

TEST(Scene, GroundAndProbes) {
  apart::Scene scene;
  const BodyId ground = scene.add(apart::Halfspace({0, 0, 1}, 0), {}, "ground");
  const BodyId wall = scene.add(apart::Halfspace({1, 0, 0}, -10), {}, "wall");
  const BodyId ball = scene.add(apart::Sphere(1), Pose(Eigen::Vector3d(0, 0, 3)), "ball");
  const auto nearest = scene.nearest();
  ASSERT_TRUE(nearest);
  EXPECT_EQ(nearest->a, ground);
  EXPECT_EQ(nearest->b, ball);
  EXPECT_TRUE(support::holds(nearest->distance, 2));
  EXPECT_EQ(scene.nearest_of_each().size(), 3u);
  EXPECT_FALSE(scene.intersects());
  EXPECT_EQ(scene.k_nearest(9).size(), 2u);

  const auto near = scene.nearest_to(apart::Point(), Pose(Eigen::Vector3d(0, 0, 5)));
  ASSERT_TRUE(near);
  EXPECT_EQ(near->body, ball);
  EXPECT_TRUE(support::holds(near->distance, 1));
  const auto all = scene.within_of(apart::Point(), Pose(Eigen::Vector3d(0, 0, 5)), 5);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].body, ground);
  EXPECT_EQ(all[1].body, ball);
  EXPECT_EQ(scene.find("wall"), wall);

  scene.move(ball, Pose(Eigen::Vector3d(-10.5, 0, 3)));
  EXPECT_EQ(scene.intersecting(), (std::vector{std::pair(wall, ball)}));
  scene.move(ground, Pose(Eigen::Vector3d(0, 0, 2.5)));
  EXPECT_EQ(scene.intersecting().size(), 2u);
}

TEST(Scene, RulesFromTheGeneralToTheParticular) {
  apart::Scene scene;
  const BodyId a = scene.add(apart::Sphere(1), {}, "a", "arm");
  const BodyId b = scene.add(apart::Sphere(1), {}, "b", "arm");
  const BodyId c = scene.add(apart::Sphere(1), {}, "c", "table");
  EXPECT_EQ(scene.intersecting().size(), 3u);
  scene.ignore("arm", "arm");
  EXPECT_EQ(scene.intersecting().size(), 2u);
  scene.ignore(a, b, false);
  EXPECT_EQ(scene.intersecting().size(), 3u);
  scene.ignore({}, {});
  EXPECT_EQ(scene.intersecting(), (std::vector{std::pair(a, b)}));
  scene.ignore(c, "arm", false);
  EXPECT_EQ(scene.intersecting().size(), 3u);
  scene.move(c, Pose(Eigen::Vector3d(3, 0, 0)));
  EXPECT_EQ(scene.intersecting("table").size(), 0u);
  scene.set_margin("table", "arm", 0.5);
  EXPECT_EQ(scene.intersecting("table").size(), 2u);
  scene.set_margin(a, c, 0.25);
  EXPECT_EQ(scene.intersecting("table"), (std::vector{std::pair(c, b)}));
  EXPECT_TRUE(support::holds(scene.nearest(a, c)->distance, 0.5));
}

/// Surfaces in each other touch, as far as rounding tells: once every pair of them was measured.
TEST(Scene, CoincidentMeshesEndTheSearch) {
  apart::Scene scene;
  scene.set_threads(1);
  for (int i = 0; i < 60; ++i) scene.add(tetrahedron(), Pose());
  apart::SearchCounts counts;
  EXPECT_TRUE(scene.intersects({}, {}, {.counts = &counts}));
  const auto nearest = scene.nearest({}, {}, {.counts = &counts});
  ASSERT_TRUE(nearest);
  EXPECT_EQ(nearest->distance.lower, 0);
  EXPECT_LT(counts.triangle_pairs, 60 * 16);
}

TEST(Scene, IsEmptyWhenMovedFrom) {
  apart::Scene scene;
  scene.add(apart::Sphere(1));
  apart::Scene taken = std::move(scene);
  EXPECT_EQ(taken.size(), 1);
  EXPECT_EQ(scene.size(), 0);  // NOLINT: that is the question
  const apart::Scene copy = scene;
  EXPECT_EQ(copy.size(), 0);
}

TEST(Scene, BadInputGetsASentence) {
  apart::Scene scene;
  const BodyId a = scene.add(apart::Sphere(1), {}, "a", "arm");
  const auto refused = [](const auto& call, const std::string& says) {
    const std::string sentence = support::refusal(call);
    EXPECT_NE(sentence.find(says), std::string::npos) << sentence << "; expected: " << says;
  };
  const Pose skew(2 * Eigen::Matrix3d::Identity(), Eigen::Vector3d::Zero());
  refused([&] { scene.add(apart::Sphere(1), {}, "a"); }, "named \"a\" already");
  refused([&] { scene.add(apart::Sphere(1), skew); }, "pose");
  refused([&] { scene.move(a, skew); }, "pose");
  refused([&] { scene.move(BodyId{7}, {}); }, "no body 7");
  refused([&] { scene.nearest("leg"); }, "no group \"leg\"");
  refused([&] { scene.within(-1); }, "must not be negative, got -1");
  refused([&] { scene.within(NAN); }, "must not be negative");
  refused([&] { scene.k_nearest(-2); }, "not -2");
  refused([&] { scene.set_threads(-1); }, "threads must not be negative, got -1");
  refused([&] { scene.set_margin({}, {}, -1); }, "margin must lie in [0, 2^500], got -1");
  refused([&] { scene.set_margin({}, {}, 1e300); }, "margin must lie in");
  refused([&] { scene.nearest({}, {}, {.relative_error = 2}); }, "relative_error");
  scene.remove(a);
  refused([&] { scene.pose(a); }, "no body 0");
  EXPECT_EQ(scene.size(), 0);
  EXPECT_FALSE(scene.nearest());
  EXPECT_TRUE(scene.intersecting().empty());
  EXPECT_NE(scene.add(apart::Sphere(1), {}, "a"), a);
}

}  // namespace
