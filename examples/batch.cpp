// SPDX-License-Identifier: BSD-3-Clause
// Many queries at once, on all cores: one pair at many poses, then pairs of all kinds.
#include <algorithm>
#include <apart/apart.hpp>
#include <iostream>
#include <vector>

int main() {
  // A tool passes over a bench, in steps of a millimetre.
  const apart::Capsule tool(0.05, 0.3);
  const apart::Box bench(1, 0.5, 0.1);
  std::vector<Eigen::Isometry3d> path(1001, Eigen::Isometry3d::Identity());
  for (std::size_t i = 0; i < path.size(); ++i) {
    path[i].translation() << -0.5 + 0.001 * double(i), 0, 0.3 + std::abs(0.001 * double(i) - 0.5);
  }

  // One pose may stand for all: the bench does not move.
  std::vector<apart::Distance> gaps(path.size());
  apart::distances(tool, path, bench, Eigen::Isometry3d::Identity(), gaps);
  const auto least = std::min_element(
      gaps.begin(), gaps.end(), [](const auto& x, const auto& y) { return x.upper < y.upper; });
  std::cout << "nearest in step " << least - gaps.begin() << ": " << least->upper << '\n';
  // -> nearest in step 500: 0.05

  // Different pairs, and a question that is cheaper to answer: is any within 0.1?
  const apart::Sphere ball(0.2);
  const apart::Cone cone(0.3, 0.6);
  const std::vector<apart::PosedPair> pairs{
      {ball, apart::Pose(Eigen::Vector3d(2, 0, 0)), bench, {}},
      {cone, apart::Pose(Eigen::Vector3d(0, 0, 0.4)), bench, {}},
      {tool, path.front(), ball, path.back()},
  };
  std::vector<apart::Distance> answers(pairs.size());
  apart::distances(pairs, answers, {.enough = 0.1});
  for (const apart::Distance& d : answers) std::cout << (d.lower > 0.1 ? "no, " : "yes, ");
  std::cout << "that is all\n";
  // -> no, yes, no, that is all

  // Two threads rather than all; what is wrong with the input is said before anything is computed.
  path[17].linear() *= 2;
  try {
    apart::distances(tool, path, bench, {}, gaps, {}, 2);
  } catch (const apart::InvalidInput& error) {
    std::cout << std::string(error.what()).substr(0, 40) << '\n';
  }
  // -> poses_a[17]: rotation is not orthonormal
}
