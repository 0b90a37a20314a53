// SPDX-License-Identifier: BSD-3-Clause
#include "cameron/sequence.hpp"

#include <algorithm>

namespace apart::experiments {

Hull::Hull(const std::vector<Eigen::Vector3d>& given)
    : polytope(Polytope::hull(given, {.edge_list = true})) {
  for (int i = 0; i < polytope.size(); ++i) {
    points.push_back(polytope.vertex(i));
    const auto joined = polytope.neighbours(i);
    neighbours.emplace_back(joined.begin(), joined.end());
  }
}

std::vector<Pose> poses(const Course& course, int steps, Random& random) {
  const Eigen::Vector3d start = course.distance * random.direction();
  const Eigen::Vector3d velocity =
      course.speed * (course.towards ? Eigen::Vector3d(-start.normalized()) : random.direction());
  Eigen::Quaterniond orientation = random.orientation();
  std::vector<Pose> result;
  for (int i = 0; i < steps; ++i) {
    result.emplace_back(orientation, start + i * velocity);
    const Eigen::Vector3d axis = random.direction();
    const double angle = random.unit() * course.degrees * std::numbers::pi / 180;
    orientation = (Eigen::AngleAxisd(angle, axis) * orientation).normalized();
  }
  return result;
}

Sequence::Sequence(const Hull& first, const Hull& second, std::vector<Pose> at)
    : a(&first), b(&second), poses(std::move(at)), radius(0) {
  for (const Hull* hull : {a, b}) {
    double r = 0;
    for (const Eigen::Vector3d& p : hull->points) r = std::max(r, p.norm());
    radius += r;
  }
}

double Sequence::tolerance(std::size_t step) const {
  const double size = radius + poses[step].translation.norm();
  return 100 * 0x1p-53 * size * size;
}

}  // namespace apart::experiments
