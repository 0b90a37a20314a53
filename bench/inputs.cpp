// SPDX-License-Identifier: BSD-3-Clause
#include "inputs.hpp"

#include <Eigen/Geometry>
#include <apart/distance.hpp>
#include <numbers>
#include <utility>

#include "truth.hpp"

namespace bench {

namespace {

constexpr double shallow_depth = 0.01, medium_depth = 0.1, deep_offset = 0.005, gap = 0.05;
constexpr double step = 0.01, turn = std::numbers::pi / 180;

/// The pair with A at a pose of its own and B at (rotation, t) in A's frame.
Query query(const HullPair& pair, const apart::Pose& pose_a, const Eigen::Matrix3d& rotation,
            const Eigen::Vector3d& t) {
  return {&pair.a, &pair.b, pose_a, {pose_a.rotation * rotation, pose_a * t}};
}

Query overlapping(const HullPair& pair, const apart::Pose& pose_a, const Eigen::Matrix3d& rotation,
                  const Difference& difference, const Eigen::Vector3d& t) {
  Query q = query(pair, pose_a, rotation, t);
  q.truth = -difference.depth(t).value;
  return q;
}

/// B on the ray from A's centre, as far out as it takes for the gap. The library tells the
/// distance here: that places the pair, it judges no answer.
Query separated(const HullPair& pair, const apart::Pose& pose_a, const Eigen::Matrix3d& rotation,
                const Difference& difference, const Eigen::Vector3d& ray) {
  const auto a = apart::Polytope::hull(pair.a.vertices), b = apart::Polytope::hull(pair.b.vertices);
  double low = difference.slide(Eigen::Vector3d::Zero(), ray, 0), high = low + pair.size();
  for (int i = 0; i < 30; ++i) {
    const double middle = (low + high) / 2;
    const double distance = apart::distance(a, {}, b, {rotation, middle * ray}).upper;
    (distance < gap * pair.size() ? low : high) = middle;
  }
  return query(pair, pose_a, rotation, low * ray);
}

apart::Pose random_pose(Random& random) {
  const Eigen::Matrix3d rotation = random.rotation();
  return {rotation, random.on_sphere()};
}

/// A rotation in which the pair can be as deep as needed.
std::pair<Eigen::Matrix3d, Difference> deep_enough(const HullPair& pair, Random& random) {
  while (true) {
    const Eigen::Matrix3d rotation = random.rotation();
    Difference difference(pair.a, pair.b, rotation);
    if (difference.depth(Eigen::Vector3d::Zero()).value > 1.1 * medium_depth * pair.size()) {
      return {rotation, std::move(difference)};
    }
  }
}

}  // namespace

Eigen::Vector3d Random::on_sphere() {
  Eigen::Vector3d v;
  do {
    for (int k = 0; k < 3; ++k) v[k] = normal_(engine_);
  } while (v.norm() < 0.01);
  return v.normalized();
}

Eigen::Matrix3d Random::rotation() {
  Eigen::Vector4d q;
  do {
    for (int k = 0; k < 4; ++k) q[k] = normal_(engine_);
  } while (q.norm() < 0.01);
  return Eigen::Quaterniond(q.normalized()).toRotationMatrix();
}

std::vector<HullPair> random_pairs(int n, int count, Random& random) {
  const auto hull = [&] {
    std::vector<Eigen::Vector3d> points;
    for (int i = 0; i < n; ++i) points.push_back(random.on_sphere());
    return convex_hull(std::move(points));
  };
  std::vector<HullPair> pairs;
  for (int i = 0; i < count; ++i) {
    HullPair& pair = pairs.emplace_back();
    pair.a = hull();
    pair.b = hull();
  }
  return pairs;
}

RandomInputs random_inputs(const std::vector<HullPair>& pairs, int poses, Random& random) {
  RandomInputs inputs;
  for (int i = 0; i < poses; ++i) {
    for (const HullPair& pair : pairs) {
      const auto [rotation, difference] = deep_enough(pair, random);
      const apart::Pose pose_a = random_pose(random);
      const Eigen::Vector3d ray = random.on_sphere(), centre = Eigen::Vector3d::Zero();
      const auto at = [&, &r = rotation, &d = difference](double distance) {
        return overlapping(pair, pose_a, r, d, distance * ray);
      };
      const double size = pair.size();
      inputs.shallow.push_back(at(difference.slide(centre, ray, shallow_depth * size)));
      inputs.medium.push_back(at(difference.slide(centre, ray, medium_depth * size)));
      inputs.deep.push_back(at(deep_offset * size));
    }
  }
  return inputs;
}

MotionInputs motion_inputs(const std::vector<HullPair>& pairs, int steps, Random& random) {
  MotionInputs inputs;
  const Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  for (const HullPair& pair : pairs) {
    const double size = pair.size();
    const apart::Pose pose_a = random_pose(random);
    auto [rotation, difference] = deep_enough(pair, random);
    Eigen::Vector3d ray = random.on_sphere();
    const Eigen::Vector3d pole = ray.cross(random.on_sphere()).normalized();
    const Eigen::AngleAxisd rotate(turn, random.on_sphere());
    for (int i = 0; i < steps; ++i) {
      if (i > 0) {
        const double radius = difference.slide(centre, ray, shallow_depth * size);
        ray = Eigen::AngleAxisd(step * size / radius, pole) * ray;
        rotation = rotate * rotation;
        difference = Difference(pair.a, pair.b, rotation);
      }
      const auto add = [&, &r = rotation, &d = difference](std::vector<Query>& to, double depth) {
        to.push_back(overlapping(pair, pose_a, r, d, d.slide(centre, ray, depth * size) * ray));
        to.back().continues = i > 0;
      };
      add(inputs.shallow, shallow_depth);
      add(inputs.medium, medium_depth);
      inputs.separated.push_back(separated(pair, pose_a, rotation, difference, ray));
      inputs.separated.back().continues = i > 0;
    }
  }
  return inputs;
}

}  // namespace bench
