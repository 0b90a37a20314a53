// SPDX-License-Identifier: BSD-3-Clause

// Writes the guard's queries to stdout, a case after the other:
//   case NAME QUESTION BODIES QUERIES
//   hull COUNT X Y Z ... | sphere RADIUS | box X Y Z | capsule RADIUS LENGTH | cylinder ... |
//     ellipsoid X Y Z | halfspace X Y Z OFFSET
//   A B CONTINUES POSE POSE: indices of bodies, then rotations column by column and translations
// They come from a program of its own because valgrind has no extended precision.
#include <cstdio>
#include <exception>
#include <map>
#include <string>
#include <vector>

#include "../distance_inputs.hpp"
#include "../penetration_inputs.hpp"

namespace {

using bench::Query;
using bench::Random;
using Pairs = std::vector<bench::Pair>;

constexpr std::uint64_t seed = 1;

void numbers(const double* values, Eigen::Index count) {
  for (Eigen::Index i = 0; i < count; ++i) std::printf(" %.17g", values[i]);
}

void write(const bench::Body& body) {
  std::visit(
      bench::Cases{
          [](const bench::Hull& h) {
            std::printf("hull %zu", h.vertices.size());
            for (const auto& v : h.vertices) numbers(v.data(), 3);
          },
          [](const bench::Ball& b) { std::printf("sphere %.17g", b.radius); },
          [](const bench::Cuboid& c) {
            std::printf("box");
            numbers(c.size.data(), 3);
          },
          [](const bench::Capsule& c) { std::printf("capsule %.17g %.17g", c.radius, c.length); },
          [](const bench::Cylinder& c) { std::printf("cylinder %.17g %.17g", c.radius, c.length); },
          [](const bench::Cone& c) { std::printf("cone %.17g %.17g", c.radius, c.length); },
          [](const bench::Ellipsoid& e) {
            std::printf("ellipsoid");
            numbers(e.radii.data(), 3);
          },
          [](const bench::Halfspace& h) {
            std::printf("halfspace");
            numbers(h.normal.data(), 3);
            numbers(&h.offset, 1);
          }},
      body);
  std::printf("\n");
}

void write(const apart::Pose& pose) {
  numbers(pose.rotation.data(), 9);
  numbers(pose.translation.data(), 3);
}

void write(const std::string& name, const char* question, const std::vector<Query>& queries) {
  std::map<const bench::Body*, std::size_t> index;
  std::vector<const bench::Body*> bodies;
  for (const Query& q : queries) {
    for (const auto* body : {q.a, q.b}) {
      if (index.emplace(body, bodies.size()).second) bodies.push_back(body);
    }
  }
  std::printf("case %s %s %zu %zu\n", name.c_str(), question, bodies.size(), queries.size());
  for (const auto* body : bodies) write(*body);
  for (const Query& q : queries) {
    std::printf("%zu %zu %d", index[q.a], index[q.b], q.continues);
    write(q.pose_a);
    write(q.pose_b);
    std::printf("\n");
  }
}

void hulls(int n) {
  const std::string suffix = "-" + std::to_string(n);
  Random random(seed, "guard", n);
  const Pairs pairs = random_pairs(n, n <= 100 ? 10 : 4, random);
  write("far" + suffix, "distance", apart_inputs(pairs, 10, bench::far_gap, random));
  const auto near = apart_inputs(pairs, 10, bench::near_gap, random);
  write("near" + suffix, "distance", near);
  write("collide" + suffix, "intersects", near);
  write("overlapping" + suffix, "distance", overlapping_inputs(pairs, 10, random));
  write("tracked" + suffix, "tracked", tracked_inputs({pairs[0], pairs[1]}, 50, random));
}

void depths(int n) {
  const std::string suffix = "-" + std::to_string(n);
  Random random(seed, "guard-depth", n);
  const Pairs pairs = random_pairs(n, n <= 100 ? 10 : 4, random);
  const auto inputs = random_inputs(pairs, n <= 100 ? 10 : 5, random);
  write("shallow" + suffix, "penetration", inputs.shallow);
  write("medium" + suffix, "penetration", inputs.medium);
}

template <class Make>
Pairs primitives(Random& random, const Make& make) {
  Pairs pairs;
  for (int i = 0; i < 20; ++i) {
    const auto length = [&] { return random.uniform(0.5, 2); };
    pairs.push_back(make(length));
  }
  return pairs;
}

void all_primitives() {
  Random random(seed, "guard-primitives");
  const auto near = [&](const char* name, const char* question, const auto& make) {
    const Pairs pairs = primitives(random, make);
    write(name, question, apart_inputs(pairs, 5, bench::near_gap, random));
  };
  const auto box = [](auto length) {
    const double x = length(), y = length();
    return bench::Cuboid{{x, y, length()}};
  };
  const auto capsule = [](auto length) { return bench::Capsule{length() / 2, length()}; };
  const auto cylinder = [](auto length) { return bench::Cylinder{length() / 2, length()}; };
  const auto ellipsoid = [](auto length) {
    const double x = length(), y = length();
    return bench::Ellipsoid{{x, y, length()}};
  };
  near("box-box", "distance", [&](auto l) { return bench::Pair{box(l), box(l)}; });
  near("capsule-capsule", "distance", [&](auto l) { return bench::Pair{capsule(l), capsule(l)}; });
  near("sphere-box", "distance", [&](auto l) { return bench::Pair{bench::Ball{l()}, box(l)}; });
  const auto cone = [](auto length) { return bench::Cone{length() / 2, length()}; };
  near("cylinder-cylinder-1e-4", "rough", [&](auto l) {
    return bench::Pair{cylinder(l), cylinder(l)};
  });
  near("ellipsoid-ellipsoid-1e-4", "rough", [&](auto l) {
    return bench::Pair{ellipsoid(l), ellipsoid(l)};
  });
  near("box-cylinder", "distance", [&](auto l) { return bench::Pair{box(l), cylinder(l)}; });
  near("box-cone", "distance", [&](auto l) { return bench::Pair{box(l), cone(l)}; });
  near("capsule-ellipsoid", "distance", [&](auto l) {
    return bench::Pair{capsule(l), ellipsoid(l)};
  });
}

void over_ground() {
  Random random(seed, "guard-ground");
  const auto near = [&](const char* name, const char* question, const auto& make) {
    Pairs pairs;
    for (int i = 0; i < 20; ++i) {
      const bench::Halfspace ground{random.on_sphere(), random.uniform(-1, 1)};
      pairs.push_back({ground, make()});
    }
    write(name, question, ground_inputs(pairs, 5, {-0.1, 0.1}, random));
  };
  const auto length = [&] { return random.uniform(0.5, 2); };
  const auto box = [&] {
    const double x = length(), y = length();
    return bench::Cuboid{{x, y, length()}};
  };
  near("ground-box", "penetration", box);
  near("ground-box-collide", "intersects", box);
  near("ground-cylinder", "distance", [&] {
    const double radius = length() / 2;
    return bench::Cylinder{radius, length()};
  });
  near("ground-hull", "penetration", [&] { return bench::random_hull(50, random); });
}

/// On each other, up to the rounding of where they stand.
void resting() {
  Random random(seed, "guard-rest");
  Pairs boxes, prisms;
  const auto side = [&] { return random.uniform(0.5, 2); };
  for (int i = 0; i < 20; ++i) {
    const double x = side(), y = side();
    boxes.push_back({bench::Cuboid{{x, y, 1}}, bench::Cuboid{{y, x, 0.5}}});
    prisms.push_back({bench::prism(12, x, 1), bench::prism(12, y, 0.5)});
  }
  const auto stand = [&](const char* name, const char* question, const Pairs& pairs) {
    std::vector<Query> queries;
    for (const bench::Pair& pair : pairs) {
      const apart::Pose below = random.pose();
      const Eigen::Vector3d way(random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2), 0.75);
      queries.push_back({&pair.a, &pair.b, below, {below.rotation, below * way}});
    }
    write(name, question, queries);
  };
  stand("box-box-rest", "distance", boxes);
  stand("box-box-rest-depth", "penetration", boxes);
  stand("prism-prism-rest", "distance", prisms);
  stand("prism-prism-rest-depth", "penetration", prisms);
}

}  // namespace

int main() {
  try {
    for (const int n : {8, 50, 500, 1000}) hulls(n);
    all_primitives();
    over_ground();
    resting();
    for (const int n : {8, 50, 500}) depths(n);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "guard_inputs: %s\n", error.what());
    return 1;
  }
}
