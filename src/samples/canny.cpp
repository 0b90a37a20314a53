// SPDX-License-Identifier: BSD-3-Clause
#include "samples/canny.hpp"

#include <array>

namespace apart::samples {
namespace {

using Eigen::Vector3d;
using Points = std::vector<Vector3d>;

/// Corners of a box by its least and its largest ones.
Points block(const Vector3d& low, const Vector3d& high) {
  Points points;
  for (int i = 0; i < 8; ++i) {
    points.emplace_back(i & 1 ? high.x() : low.x(), i & 2 ? high.y() : low.y(),
                        i & 4 ? high.z() : low.z());
  }
  return points;
}

/// Two octagons, the upper one of another size: a drum, or a cone without its tip.
Points drum(const Vector3d& foot, double radius, double top_radius, double height) {
  constexpr double near = 0.375, far = 0.9375;  // nearly on the unit circle
  constexpr std::array<std::array<double, 2>, 8> corner{{{far, near},
                                                         {near, far},
                                                         {-near, far},
                                                         {-far, near},
                                                         {-far, -near},
                                                         {-near, -far},
                                                         {near, -far},
                                                         {far, -near}}};
  Points points;
  for (const auto& [x, y] : corner) {
    points.push_back(foot + radius * Vector3d(x, y, 0));
    points.push_back(foot + top_radius * Vector3d(x, y, 0) + Vector3d(0, 0, height));
  }
  return points;
}

Points moved(Points points, const Vector3d& t) {
  for (Vector3d& p : points) p += t;
  return points;
}

}  // namespace

Canny canny() {
  // A hammer: a handle along x, and a head across its end.
  const Points handle = block({-2, -0.25, -0.25}, {1.5, 0.25, 0.25});
  const Points head = drum({1.75, 0, -1}, 0.625, 0.5, 2);
  const Points tetrahedron{{0, 0, 1.5}, {1.5, 0, -0.5}, {-0.75, 1.25, -0.5}, {-0.75, -1.25, -0.5}};
  const Points octahedron{{1, 0, 0},     {-1, 0, 0},  {0, 1.25, 0},
                          {0, -1.25, 0}, {0, 0, 1.5}, {0, 0, -1}};
  Canny scene;
  scene.moving = {handle, head};
  scene.obstacles = {{"pillar", drum({-3, 3, -3}, 0.75, 0.75, 6)},
                     {"wedge", moved(tetrahedron, {-2.5, -2.75, 0.25})},
                     {"block", block({-0.5, -2.25, -2}, {0.75, -1, 0.5})},
                     {"gem", moved(octahedron, {2.5, 2.5, 0.5})},
                     {"stump", drum({4.5, -3.25, -2}, 1.25, 0.5, 3)}};
  scene.from = {-6, 0.5, 0};
  scene.to = {6, 0, 0.5};
  scene.turn_from = {1, 0, 0, 0};
  scene.turn_to = {0.5, 0.25, 0.25, 0.75};
  return scene;
}

Motion Canny::motion() const {
  return Motion::linear_quaternion(Pose(turn_from, from), Pose(turn_to, to));
}

std::vector<Polytope> Canny::moving_pieces() const {
  std::vector<Polytope> hulls;
  for (const Points& points : moving) hulls.push_back(Polytope::hull(points));
  return hulls;
}

std::vector<Polytope> Canny::obstacle_hulls() const {
  std::vector<Polytope> hulls;
  for (const CannyObstacle& obstacle : obstacles) hulls.push_back(Polytope::hull(obstacle.points));
  return hulls;
}

}  // namespace apart::samples
