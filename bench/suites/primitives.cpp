// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "../contest.hpp"
#include "../distance_inputs.hpp"
#include "../peers/peers.hpp"
#include "suites.hpp"

namespace bench {

namespace {

using Make = Body(Random&);

/// Of each of 100 pairs. Fewer queries in all are learnt by heart by the processor's branch
/// prediction, as nobody's are who asks them once.
constexpr int poses = 40;

double length(Random& random) { return random.uniform(0.5, 2); }

Body sphere(Random& random) { return Ball{length(random)}; }
Body box(Random& random) {
  const double x = length(random), y = length(random);
  return Cuboid{{x, y, length(random)}};
}
Body capsule(Random& random) {
  const double radius = length(random) / 2;
  return Capsule{radius, length(random)};
}
Body cylinder(Random& random) {
  const double radius = length(random) / 2;
  return Cylinder{radius, length(random)};
}
Body cone(Random& random) {
  const double radius = length(random) / 2;
  return Cone{radius, length(random)};
}
Body hull(Random& random) { return random_hull(50, random); }
Body ellipsoid(Random& random) {
  const double x = length(random), y = length(random);
  return Ellipsoid{{x, y, length(random)}};
}

struct Kinds {
  const char* name;
  Make *a, *b;
  bool rough;  ///< ask for less accuracy, too
};

constexpr Kinds all_kinds[] = {
    {"sphere-sphere", sphere, sphere, false},
    {"sphere-box", sphere, box, false},
    {"box-box", box, box, false},
    {"box-capsule", box, capsule, false},
    {"capsule-capsule", capsule, capsule, false},
    {"cylinder-cylinder", cylinder, cylinder, true},
    {"ellipsoid-ellipsoid", ellipsoid, ellipsoid, true},
    {"sphere-cylinder", sphere, cylinder, false},
    {"box-cylinder", box, cylinder, false},
    {"capsule-cylinder", capsule, cylinder, false},
    {"sphere-cone", sphere, cone, false},
    {"box-cone", box, cone, false},
    {"cylinder-cone", cylinder, cone, false},
    {"box-ellipsoid", box, ellipsoid, false},
    {"hull-cylinder", hull, cylinder, false},
    {"hull-ellipsoid", hull, ellipsoid, false},
};

Peers peers(const Kinds& kinds) {
  Peers result = list(apart_distance());
  if (kinds.rough) {
    result.push_back(apart_distance(1e-4, "apart distance (1e-4)"));
    result.push_back(apart_distance(1e-12, "apart distance (1e-12)"));
  }
  result.push_back(fcl_distance());
  result.push_back(fcl_distance_tight());
  result.push_back(fcl_distance_indep());
  if (kinds.b != ellipsoid) result.push_back(bullet_distance());
  return result;
}

void run(const Kinds& kinds, const std::string& name, const std::string& about, Gap gap,
         const Settings& settings, Report& report) {
  if (!settings.wants(name)) return;
  Random random(settings.seed, name);
  std::vector<Pair> pairs;
  for (int i = 0; i < 100; ++i) {
    Pair& pair = pairs.emplace_back();
    pair.a = kinds.a(random);
    pair.b = kinds.b(random);
  }
  contest({"primitives", 0, name, about, Question::distance, fcl_distance()->name()},
          apart_inputs(pairs, settings.part(poses), gap, random), peers(kinds), settings, report);
}

/// Boxes whose sides and places are whole quarters, half of them turned together: resting on each
/// other, side by side at one edge, or in each other.
std::vector<Query> grid_inputs(std::vector<Pair>& pairs, int count, Random& random) {
  const auto quarters = [&](double from, double to) {
    return 0.25 * std::round(4 * random.uniform(from, to));
  };
  std::vector<Query> queries;
  for (Pair& pair : pairs) {
    Eigen::Vector3d size[2], way;
    for (auto& sides : size) {
      for (double& side : sides) side = quarters(0.5, 2);
    }
    pair.a = Cuboid{size[0]};
    pair.b = Cuboid{size[1]};
    for (int i = 0; i < count; ++i) {
      for (int k = 0; k < 3; ++k) way[k] = quarters(-0.4, 0.4);
      if (i % 3) way.z() = (size[0] + size[1]).z() / 2;
      const Eigen::Matrix3d turn = i % 2 ? random.rotation() : Eigen::Matrix3d::Identity();
      const Eigen::Vector3d at(quarters(-1, 1), quarters(-1, 1), quarters(-1, 1));
      const double depth = ((size[0] + size[1]) / 2 - way.cwiseAbs()).minCoeff();
      queries.push_back({&pair.a, &pair.b, {turn, turn * at}, {turn, turn * (at + way)}, -depth});
      queries.back().contact = depth == 0;
    }
  }
  return queries;
}

void run_on_a_grid(const Settings& settings, Report& report) {
  const std::string name = "box-box-grid", collide = name + "-collide", depth = name + "-depth";
  if (!settings.wants(name) && !settings.wants(collide) && !settings.wants(depth)) return;
  Random random(settings.seed, name);
  std::vector<Pair> pairs(100);
  const auto queries = grid_inputs(pairs, settings.part(poses), random);
  const std::string about = "box-box, resting on each other or in each other, on a grid";
  contest({"primitives", 0, name, about, Question::distance, fcl_distance()->name()}, queries,
          list(apart_distance(), fcl_distance(), fcl_distance_indep(), bullet_distance()), settings,
          report);
  contest(
      {"primitives", 0, collide, about + ": yes or no", Question::collision, fcl_collide()->name()},
      queries, list(apart_intersects(), fcl_collide(), bullet_collide()), settings, report);
  // Not FCL's signed distance: one of its assertions fails on such boxes.
  contest({"primitives", 0, depth, about + ": depth", Question::signed_distance,
           fcl_contact_depth()->name()},
          queries,
          list(apart_penetration(), fcl_contact_depth(), bullet_pair_detector(), bullet_epa()),
          settings, report);
}

struct OverGround {
  const char* name;
  Make* body;
};
constexpr OverGround over_ground[] = {
    {"ground-sphere", sphere},     {"ground-box", box},   {"ground-capsule", capsule},
    {"ground-cylinder", cylinder}, {"ground-cone", cone}, {"ground-ellipsoid", ellipsoid},
    {"ground-hull", hull},
};

/// Not Bullet, whose half-space is not among its convex shapes.
void run(const OverGround& kind, const Settings& settings, Report& report) {
  const std::string name = kind.name, collide = name + "-collide", depth = name + "-depth";
  if (!settings.wants(collide) && !settings.wants(depth)) return;
  Random random(settings.seed, name);
  std::vector<Pair> pairs;
  for (int i = 0; i < 100; ++i) {
    Pair& pair = pairs.emplace_back();
    pair.a = Halfspace{random.on_sphere(), random.uniform(-1, 1)};
    pair.b = kind.body(random);
  }
  // FCL has no distance of what is apart.
  const auto in_ground = ground_inputs(pairs, settings.part(poses), {-0.1, -0.001}, random);
  contest({"primitives", 0, depth, name + ", up to 10% in the ground: depth",
           Question::signed_distance, fcl_contact_depth()->name()},
          in_ground, list(apart_penetration(), fcl_contact_depth()), settings, report);
  const auto near = ground_inputs(pairs, settings.part(poses), {-0.1, 0.1}, random);
  contest({"primitives", 0, collide, name + ", half of them in the ground: yes or no",
           Question::collision, fcl_collide()->name()},
          near, list(apart_intersects(), fcl_collide()), settings, report);
}

/// Balls with their centres in a box or a cylinder, one in four at the very centre.
std::vector<Query> inside_inputs(std::vector<Pair>& pairs, bool in_box, int count, Random& random) {
  std::vector<Query> queries;
  for (Pair& pair : pairs) {
    const Eigen::Vector3d size(length(random), length(random), length(random));
    const double radius = size.x() / 2, ball = length(random) / 4;
    pair.a = Ball{ball};
    pair.b = in_box ? Body(Cuboid{size}) : Body(Cylinder{radius, size.z()});
    for (int i = 0; i < count; ++i) {
      const double angle = random.uniform(0, 6), rho = radius * random.uniform(0, 1);
      Eigen::Vector3d at(rho * std::cos(angle), rho * std::sin(angle),
                         size.z() * random.uniform(-0.5, 0.5));
      if (in_box) {
        at.x() = size.x() * random.uniform(-0.5, 0.5);
        at.y() = size.y() * random.uniform(-0.5, 0.5);
      }
      if (i % 4 == 0) at.setZero();
      const Eigen::Vector3d room = size / 2 - at.cwiseAbs();
      const double side = in_box ? std::min(room.x(), room.y()) : radius - at.head<2>().norm();
      const Eigen::Matrix3d turn = random.rotation();
      queries.push_back({&pair.a,
                         &pair.b,
                         {random.rotation(), turn * at},
                         {turn, Eigen::Vector3d::Zero()},
                         -(std::min(side, room.z()) + ball)});
    }
  }
  return queries;
}

void run_inside(bool in_box, const Settings& settings, Report& report) {
  const std::string kinds = in_box ? "sphere-box" : "sphere-cylinder";
  const std::string name = kinds + "-inside", depth = name + "-depth";
  if (!settings.wants(name) && !settings.wants(depth)) return;
  Random random(settings.seed, name);
  std::vector<Pair> pairs(100);
  const auto queries = inside_inputs(pairs, in_box, settings.part(poses), random);
  const std::string about = kinds + ", the sphere's centre inside";
  contest({"primitives", 0, name, about, Question::distance, fcl_distance()->name()}, queries,
          list(apart_distance(), fcl_distance(), bullet_distance()), settings, report);
  contest({"primitives", 0, depth, about + ": depth", Question::signed_distance,
           fcl_contact_depth()->name()},
          queries, list(apart_penetration(), fcl_contact_depth(), bullet_epa()), settings, report);
}

/// Upright bodies and how high they are.
struct Standing {
  Body body;
  double height;
};
using MakeStanding = Standing(Random&);
Standing standing_box(Random& random) {
  const double x = length(random), y = length(random), z = length(random);
  return {Cuboid{{x, y, z}}, z};
}
Standing standing_prism(Random& random) {
  const double radius = length(random) / 2, z = length(random);
  return {prism(12, radius, z), z};
}
struct Stack {
  const char* name;
  MakeStanding* standing;
};

/// One on the other, turned together, so that they touch up to the rounding of where they stand.
std::vector<Query> resting_inputs(std::vector<Pair>& pairs, MakeStanding* standing, int count,
                                  Random& random) {
  std::vector<Query> queries;
  for (Pair& pair : pairs) {
    const Standing a = standing(random), b = standing(random);
    pair.a = a.body;
    pair.b = b.body;
    for (int i = 0; i < count; ++i) {
      const apart::Pose below = random.pose();
      const Eigen::AngleAxisd about_z(random.uniform(0, 6), Eigen::Vector3d::UnitZ());
      const Eigen::Vector3d way(random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2),
                                (a.height + b.height) / 2);
      const Eigen::Matrix3d turn = below.rotation * about_z.toRotationMatrix();
      queries.push_back({&pair.a, &pair.b, below, {turn, below * way}, 0});
      queries.back().contact = true;
    }
  }
  return queries;
}

void run(const Stack& stack, const Settings& settings, Report& report) {
  const std::string name = stack.name, depth = name + "-depth";
  if (!settings.wants(name) && !settings.wants(depth)) return;
  Random random(settings.seed, name);
  std::vector<Pair> pairs(100);
  const auto queries = resting_inputs(pairs, stack.standing, settings.part(poses), random);
  const std::string about = name + ", touching up to rounding";
  contest({"primitives", 0, name, about, Question::distance, fcl_distance()->name()}, queries,
          list(apart_distance(), fcl_distance(), bullet_distance()), settings, report);
  // Not FCL's signed distance: as on the grid.
  contest({"primitives", 0, depth, about + ": depth", Question::signed_distance,
           fcl_contact_depth()->name()},
          queries, list(apart_penetration(), fcl_contact_depth(), bullet_epa()), settings, report);
}

/// Cylinders with parallel axes, in one of four cases the same, in each other.
void run_upright(const Settings& settings, Report& report) {
  const std::string name = "cylinder-cylinder-upright-depth";
  if (!settings.wants(name)) return;
  Random random(settings.seed, name);
  std::vector<Pair> pairs(100);
  std::vector<Query> queries;
  for (Pair& pair : pairs) {
    const double r = length(random) / 2, h = length(random), s = length(random) / 2;
    const double k = length(random);
    pair.a = Cylinder{r, h};
    pair.b = Cylinder{s, k};
    for (int i = 0; i < settings.part(poses); ++i) {
      const double far = i % 4 ? random.uniform(0, 0.9) * (r + s) : 0;
      const double up = i % 4 ? random.uniform(-0.45, 0.45) * (h + k) : 0;
      const apart::Pose world = random.pose();
      const double truth = -std::min(r + s - far, (h + k) / 2 - std::abs(up));
      const Eigen::Vector3d way(far, 0, up);
      queries.push_back({&pair.a, &pair.b, world, {world.rotation, world * way}, truth});
    }
  }
  contest({"primitives", 0, name, "cylinder-cylinder, axes parallel, in each other: depth",
           Question::signed_distance, fcl_contact_depth()->name()},
          queries, list(apart_penetration(), fcl_contact_depth(), bullet_epa()), settings, report);
}

}  // namespace

void primitives(const Settings& settings, Report& report) {
  for (const Kinds& kinds : all_kinds) {
    const std::string name = kinds.name;
    run(kinds, name, name + ", gap 10% to 300%", {0.1, 3}, settings, report);
    run(kinds, name + "-near", name + ", near (gap 5%)", near_gap, settings, report);
  }
  run_on_a_grid(settings, report);
  for (const OverGround& kind : over_ground) run(kind, settings, report);
  run_inside(true, settings, report);
  run_inside(false, settings, report);
  for (const Stack& stack :
       {Stack{"box-box-rest", standing_box}, {"prism-prism-rest", standing_prism}}) {
    run(stack, settings, report);
  }
  run_upright(settings, report);
}

}  // namespace bench
