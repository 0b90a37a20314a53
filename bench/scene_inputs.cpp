// SPDX-License-Identifier: BSD-3-Clause
#include "scene_inputs.hpp"

#include <algorithm>
#include <cmath>

#include "closest.hpp"
#include "pairs.hpp"

namespace bench {

namespace {

constexpr double spacing = 2.2, disorder = 0.4;  // of balls of radius 1
constexpr double degree = 0.017453292519943295;

void step(apart::Pose& pose, Random& random) {
  const Eigen::AngleAxisd turn(degree, random.on_sphere());
  const Eigen::Quaterniond q(turn.toRotationMatrix() * pose.rotation);
  pose = apart::Pose(q, pose.translation + 0.02 * random.on_sphere());
}

}  // namespace

Crowd random_crowd(int count, double part_that_moves, int frames, Random& random) {
  Crowd crowd;
  for (const Pair& pair : random_pairs(50, 10, random)) {
    crowd.kinds.push_back(pair.a);
    crowd.kinds.push_back(pair.b);
  }
  const int side = static_cast<int>(std::ceil(std::cbrt(count)));
  std::vector<apart::Pose> poses;
  for (int i = 0; i < count; ++i) {
    crowd.kind.push_back(i % static_cast<int>(crowd.kinds.size()));
    const Eigen::Vector3d at(i % side, i / side % side, i / (side * side));
    poses.emplace_back(random.rotation(), spacing * at + disorder * random.on_sphere());
    if (random.uniform(0, 1) < part_that_moves) crowd.moving.push_back(i);
  }
  crowd.frames.push_back(poses);
  for (int f = 1; f < frames / 2 + 1; ++f) {
    for (const int i : crowd.moving) step(poses[i], random);
    crowd.frames.push_back(poses);
  }
  for (int f = static_cast<int>(crowd.frames.size()) - 2; f > 0; --f) {
    crowd.frames.push_back(crowd.frames[f]);
  }
  return crowd;
}

CrowdTruth truth(const Crowd& crowd, int frame, double reach) {
  const std::vector<apart::Pose>& poses = crowd.frames[frame];
  const int count = crowd.count();
  // The gap of balls is a lower bound: a body's partners are tried from the nearest ball on.
  CrowdTruth sum;
  for (int i = 0; i < count; ++i) {
    std::vector<std::pair<double, int>> others;
    for (int j = 0; j < count; ++j) {
      const double gap = (poses[j].translation - poses[i].translation).norm() -
                         radius(crowd.kinds[crowd.kind[i]]) - radius(crowd.kinds[crowd.kind[j]]);
      if (j != i && gap < 2 * spacing) others.emplace_back(gap, j);
    }
    std::sort(others.begin(), others.end());
    double nearest = INFINITY;
    for (const auto& [gap, j] : others) {
      if (gap >= nearest && (gap > reach || j < i)) continue;
      const double d =
          Separation(crowd.kinds[crowd.kind[i]], poses[i], crowd.kinds[crowd.kind[j]], poses[j])
              .at()
              .distance;
      nearest = std::min(nearest, d);
      if (j > i) sum.intersecting += d <= 0, sum.within += d <= reach;
    }
    sum.nearest += nearest;
  }
  return sum;
}

}  // namespace bench
