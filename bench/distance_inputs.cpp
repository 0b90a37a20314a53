// SPDX-License-Identifier: BSD-3-Clause
#include "distance_inputs.hpp"

#include <Eigen/Geometry>
#include <numbers>

#include "closest.hpp"

namespace bench {

namespace {

constexpr double contact = 0.001, degree = std::numbers::pi / 180;

/// Sets B's position beside A on a ray from A's centre, in its frame; both rotations given.
class Placing {
 public:
  Placing(const Pair& pair, const apart::Pose& pose_a, const Eigen::Matrix3d& rotation,
          const Eigen::Vector3d& ray)
      : pair_(pair),
        pose_a_(pose_a),
        rotation_(rotation),
        ray_(ray),
        separation_(pair.a, {}, pair.b, {rotation, Eigen::Vector3d::Zero()}) {}

  /// How far the centres are apart for a gap, a part of the size.
  double centres(double gap) const { return separation_.slide(ray_, gap * pair_.size()); }

  Query at(double centres) const {
    const apart::Pose pose_b(pose_a_.rotation * rotation_, pose_a_ * (centres * ray_));
    const double truth = Separation(pair_.a, pose_a_, pair_.b, pose_b).at().distance;
    return {&pair_.a, &pair_.b, pose_a_, pose_b, truth};
  }

 private:
  const Pair& pair_;
  apart::Pose pose_a_;
  Eigen::Matrix3d rotation_;
  Eigen::Vector3d ray_;
  Separation separation_;
};

/// Each pair so many times, at the distance of centres that is told.
template <class Centres>
std::vector<Query> random_inputs(const std::vector<Pair>& pairs, int poses, Random& random,
                                 const Centres& centres) {
  std::vector<Query> queries;
  for (int i = 0; i < poses; ++i) {
    for (const Pair& pair : pairs) {
      const apart::Pose pose_a = random.pose();
      const Eigen::Matrix3d rotation = random.rotation();
      const Placing placing(pair, pose_a, rotation, random.on_sphere());
      queries.push_back(placing.at(centres(placing)));
    }
  }
  return queries;
}

}  // namespace

std::vector<Query> apart_inputs(const std::vector<Pair>& pairs, int poses, Gap gap,
                                Random& random) {
  return random_inputs(pairs, poses, random, [&](const Placing& placing) {
    return placing.centres(random.uniform(gap.from, gap.to));
  });
}

std::vector<Query> overlapping_inputs(const std::vector<Pair>& pairs, int poses, Random& random) {
  return random_inputs(pairs, poses, random, [&](const Placing& placing) {
    return random.uniform(0.2, 0.8) * placing.centres(contact);
  });
}

std::vector<Query> ground_inputs(const std::vector<Pair>& pairs, int poses, Gap gap,
                                 Random& random) {
  std::vector<Query> queries;
  for (int i = 0; i < poses; ++i) {
    for (const Pair& pair : pairs) {
      const Halfspace& ground = std::get<Halfspace>(pair.a);
      const apart::Pose pose_a = random.pose();
      apart::Pose pose_b(random.rotation(), pose_a * (2 * random.on_sphere()));
      const double wanted = random.uniform(gap.from, gap.to) * radius(pair.b);
      const Eigen::Vector3d up = pose_a.rotation * ground.normal;
      pose_b.translation += (wanted - height(pair.b, pose_b, ground, pose_a)) * up;
      const double truth = height(pair.b, pose_b, ground, pose_a);
      queries.push_back({&pair.a, &pair.b, pose_a, pose_b, truth});
    }
  }
  return queries;
}

std::vector<Query> tracked_inputs(const std::vector<Pair>& pairs, int steps, Random& random,
                                  const Motion& motion) {
  std::vector<Query> queries;
  for (const Pair& pair : pairs) {
    const apart::Pose pose_a = random.pose();
    Eigen::Matrix3d rotation = random.rotation();
    Eigen::Vector3d ray = random.on_sphere();
    const Eigen::Vector3d pole = ray.cross(random.on_sphere()).normalized();
    const Eigen::AngleAxisd rotate(motion.turn * degree, random.on_sphere());
    for (int i = 0; i < steps; ++i) {
      const Placing placing(pair, pose_a, rotation, ray);
      const double centres = placing.centres(near_gap.from);
      queries.push_back(placing.at(centres));
      queries.back().continues = i > 0;
      ray = Eigen::AngleAxisd(motion.step * pair.size() / centres, pole) * ray;
      rotation = rotate * rotation;
    }
  }
  return queries;
}

}  // namespace bench
