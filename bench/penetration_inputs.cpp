// SPDX-License-Identifier: BSD-3-Clause
#include "penetration_inputs.hpp"

#include <Eigen/Geometry>
#include <numbers>

#include "closest.hpp"
#include "truth.hpp"

namespace bench {

namespace {

constexpr double shallow_depth = 0.01, medium_depth = 0.1, deep_offset = 0.005, gap = 0.05;
constexpr double step = 0.01, turn = std::numbers::pi / 180;

/// Sets B's position beside A, both rotations given. Depths and gaps are parts of the size; rays
/// start at A's centre, in its frame.
class Placing {
 public:
  Placing(const Pair& pair, const apart::Pose& pose_a, const Eigen::Matrix3d& rotation)
      : pair_(pair),
        pose_a_(pose_a),
        rotation_(rotation),
        difference_(std::get<Hull>(pair.a), std::get<Hull>(pair.b), rotation),
        size_(pair.size()) {}

  double deepest() const { return difference_.depth(centre).value / size_; }

  Query centred(const Eigen::Vector3d& ray, double offset) const {
    return at(offset * size_ * ray);
  }

  Query at_depth(const Eigen::Vector3d& ray, double depth) const {
    return at(difference_.slide(centre, ray, depth * size_) * ray);
  }

  Query at_gap(const Eigen::Vector3d& ray, double gap_wanted) const {
    const Separation separation(pair_.a, {}, pair_.b, {rotation_, centre});
    Query q = at(separation.slide(ray, gap_wanted * size_) * ray);
    q.truth = Separation(pair_.a, q.pose_a, pair_.b, q.pose_b).at().distance;
    return q;
  }

  /// The angle at A's centre under which a step across the ray appears.
  double angle(const Eigen::Vector3d& ray, double length) const {
    return length * size_ / difference_.slide(centre, ray, 0);
  }

 private:
  static inline const Eigen::Vector3d centre = Eigen::Vector3d::Zero();

  Query at(const Eigen::Vector3d& t) const {
    return {&pair_.a,
            &pair_.b,
            pose_a_,
            {pose_a_.rotation * rotation_, pose_a_ * t},
            -difference_.depth(t).value};
  }

  const Pair& pair_;
  apart::Pose pose_a_;
  Eigen::Matrix3d rotation_;
  Difference difference_;
  double size_;
};

/// A rotation in which the pair can be as deep as needed.
Eigen::Matrix3d deep_rotation(const Pair& pair, Random& random) {
  while (true) {
    const Eigen::Matrix3d rotation = random.rotation();
    if (Placing(pair, {}, rotation).deepest() > 1.1 * medium_depth) return rotation;
  }
}

}  // namespace

RandomInputs random_inputs(const std::vector<Pair>& pairs, int poses, Random& random) {
  RandomInputs inputs;
  for (int i = 0; i < poses; ++i) {
    for (const Pair& pair : pairs) {
      const Eigen::Matrix3d rotation = deep_rotation(pair, random);
      const Placing placing(pair, random.pose(), rotation);
      const Eigen::Vector3d ray = random.on_sphere();
      inputs.shallow.push_back(placing.at_depth(ray, shallow_depth));
      inputs.medium.push_back(placing.at_depth(ray, medium_depth));
      inputs.deep.push_back(placing.centred(ray, deep_offset));
    }
  }
  return inputs;
}

MotionInputs motion_inputs(const std::vector<Pair>& pairs, int steps, Random& random) {
  MotionInputs inputs;
  for (const Pair& pair : pairs) {
    const apart::Pose pose_a = random.pose();
    Eigen::Matrix3d rotation = deep_rotation(pair, random);
    Eigen::Vector3d ray = random.on_sphere();
    const Eigen::Vector3d pole = ray.cross(random.on_sphere()).normalized();
    const Eigen::AngleAxisd rotate(turn, random.on_sphere());
    for (int i = 0; i < steps; ++i) {
      const Placing placing(pair, pose_a, rotation);
      inputs.shallow.push_back(placing.at_depth(ray, shallow_depth));
      inputs.medium.push_back(placing.at_depth(ray, medium_depth));
      inputs.separated.push_back(placing.at_gap(ray, gap));
      for (auto* queries : {&inputs.shallow, &inputs.medium, &inputs.separated}) {
        queries->back().continues = i > 0;
      }
      ray = Eigen::AngleAxisd(placing.angle(ray, step), pole) * ray;
      rotation = rotate * rotation;
    }
  }
  return inputs;
}

}  // namespace bench
