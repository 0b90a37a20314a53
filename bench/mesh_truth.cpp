// SPDX-License-Identifier: BSD-3-Clause
#include "mesh_truth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "mesh_inputs.hpp"

namespace bench {

namespace {

using Real = long double;
using Vec = Eigen::Matrix<Real, 3, 1>;
using Corners = std::array<Vec, 3>;

Real clamp01(Real x) { return std::clamp<Real>(x, 0, 1); }

Real segments(const Vec& p, const Vec& u, const Vec& q, const Vec& w) {
  const Vec r = q - p;
  const Real uu = u.dot(u), ww = w.dot(w), uw = u.dot(w), ur = u.dot(r), wr = w.dot(r);
  const Real area = uu * ww - uw * uw;
  Real best = std::numeric_limits<Real>::infinity();
  const auto offer = [&](Real s) {
    const Real t = ww > 0 ? clamp01((s * uw - wr) / ww) : 0;
    const Real again = uu > 0 ? clamp01((t * uw + ur) / uu) : 0;
    best = std::min(best, (r + t * w - again * u).squaredNorm());
  };
  offer(0);
  offer(1);
  if (area > 0) offer(clamp01((ur * ww - uw * wr) / area));
  return best;
}

bool above(const Vec& p, const Corners& t, const Vec& n) {
  for (int k = 0; k < 3; ++k) {
    if (n.dot((t[(k + 1) % 3] - t[k]).cross(p - t[k])) < 0) return false;
  }
  return true;
}

/// The squared distance of two triangles, 0 if an edge of one pierces the other.
Real triangles(const Corners& a, const Corners& b) {
  Real best = std::numeric_limits<Real>::infinity();
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      best = std::min(best, segments(a[i], a[(i + 1) % 3] - a[i], b[k], b[(k + 1) % 3] - b[k]));
    }
  }
  const auto faces = [&](const Corners& corner, const Corners& face) {
    const Vec n = (face[1] - face[0]).cross(face[2] - face[0]);
    if (!(n.squaredNorm() > 0)) return;
    std::array<Real, 3> height;
    for (int k = 0; k < 3; ++k) height[k] = n.dot(corner[k] - face[0]);
    for (int k = 0; k < 3; ++k) {
      if (above(corner[k], face, n)) {
        best = std::min(best, height[k] * height[k] / n.squaredNorm());
      }
      const int next = (k + 1) % 3;
      if ((height[k] < 0) == (height[next] < 0) || height[k] == height[next]) continue;
      const Real s = height[k] / (height[k] - height[next]);
      if (above(corner[k] + s * (corner[next] - corner[k]), face, n)) best = 0;
    }
  };
  faces(a, b);
  faces(b, a);
  return best;
}

constexpr std::size_t leaf_size = 4;

}  // namespace

MeshTruth::MeshTruth(const Surface& surface) : surface_(surface), ids_(surface.triangles.size()) {
  std::iota(ids_.begin(), ids_.end(), 0);
  std::size_t nodes = 1;
  for (std::size_t n = ids_.size(); n > leaf_size; n = (n + 1) / 2) nodes = 2 * nodes + 1;
  leaves_.resize(nodes);
  split(0, ids_);
  a_.boxes.resize(nodes);
  b_.boxes.resize(nodes);
}

void MeshTruth::split(int node, std::span<int> ids) {
  if (ids.size() <= leaf_size) {
    leaves_[node] = ids;
    return;
  }
  Eigen::AlignedBox3d box;
  for (const int id : ids) box.extend(surface_.vertices[surface_.triangles[id][0]]);
  int axis = 0;
  box.sizes().maxCoeff(&axis);
  const std::size_t half = ids.size() / 2;
  std::nth_element(ids.begin(), ids.begin() + half, ids.end(), [&](int x, int y) {
    return surface_.vertices[surface_.triangles[x][0]][axis] <
           surface_.vertices[surface_.triangles[y][0]][axis];
  });
  split(2 * node + 1, ids.first(half));
  split(2 * node + 2, ids.subspan(half));
}

void MeshTruth::place(const apart::Pose& pose, Placed& placed) const {
  placed.vertices.resize(surface_.vertices.size());
  for (std::size_t i = 0; i < placed.vertices.size(); ++i) {
    placed.vertices[i] = pose.rotation * surface_.vertices[i] + pose.translation;
  }
  for (std::size_t i = leaves_.size(); i-- > 0;) {
    Eigen::AlignedBox3d& box = placed.boxes[i];
    box.setEmpty();
    for (const int id : leaves_[i]) {
      for (const int corner : surface_.triangles[id]) box.extend(placed.vertices[corner]);
    }
    if (leaves_[i].empty() && 2 * i + 2 < leaves_.size()) {
      box = placed.boxes[2 * i + 1].merged(placed.boxes[2 * i + 2]);
    }
  }
}

void MeshTruth::meet(std::span<const int> a, std::span<const int> b) {
  const auto corners = [&](const Placed& placed, int id) {
    Corners result;
    for (int k = 0; k < 3; ++k) {
      result[k] = placed.vertices[surface_.triangles[id][k]].cast<Real>();
    }
    return result;
  };
  for (const int i : a) {
    const Corners first = corners(a_, i);
    for (const int k : b) {
      best_ = std::min(best_, static_cast<double>(std::sqrt(triangles(first, corners(b_, k)))));
    }
  }
}

void MeshTruth::search(int a, int b, double gap) {
  if (gap > best_ * (1 + 1e-12) || best_ == 0) return;
  const bool leaf_a = !leaves_[a].empty(), leaf_b = !leaves_[b].empty();
  if (leaf_a && leaf_b) return meet(leaves_[a], leaves_[b]);
  const auto exterior = [&](int x, int y) { return a_.boxes[x].exteriorDistance(b_.boxes[y]); };
  const bool open_a =
      leaf_b || (!leaf_a && a_.boxes[a].diagonal().norm() >= b_.boxes[b].diagonal().norm());
  std::array<int, 2> next_a{a, a}, next_b{b, b};
  (open_a ? next_a : next_b) = {2 * (open_a ? a : b) + 1, 2 * (open_a ? a : b) + 2};
  std::array<double, 2> gaps{exterior(next_a[0], next_b[0]), exterior(next_a[1], next_b[1])};
  const int first = gaps[1] < gaps[0] ? 1 : 0;
  search(next_a[first], next_b[first], gaps[first]);
  search(next_a[1 - first], next_b[1 - first], gaps[1 - first]);
}

double MeshTruth::distance(const apart::Pose& a, const apart::Pose& b) {
  place(a, a_);
  place(b, b_);
  best_ = std::numeric_limits<double>::infinity();
  search(0, 0, 0);
  return best_;
}

}  // namespace bench
