// SPDX-License-Identifier: BSD-3-Clause
#include "tree/sphere_tree.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <span>

namespace apart {

namespace {

using Leaves = std::span<SphereNode>;

/// Factor by which a computed radius becomes one that is large enough: a length errs by 4u,
/// adding another radius by u.
constexpr double up = 1 + 0x1p-49;

double around(const Eigen::Vector3d& centre, const Ball& ball) {
  return (norm(ball.centre - centre) + ball.radius) * up;
}

/// The smallest ball around two, but for rounding.
Ball around_two(const Ball& a, const Ball& b) {
  const Eigen::Vector3d across = b.centre - a.centre;
  const double d = norm(across);
  const double part = d > 0 ? std::clamp((d + b.radius - a.radius) / (2 * d), 0.0, 1.0) : 0;
  Ball ball;
  ball.centre = a.centre + across * part;
  ball.radius = std::max(around(ball.centre, a), around(ball.centre, b));
  return ball;
}

/// Top down: sets of leaves are cut at the mean along the longest side of the box of their centres.
class Builder {
 public:
  explicit Builder(std::vector<SphereNode>& nodes) : nodes_(nodes) {}

  void build(std::size_t index, Leaves leaves, int level) {
    if (leaves.size() == 1) {
      nodes_[index] = leaves[0];
      return;
    }
    Eigen::AlignedBox3d box;
    Eigen::Vector3d mean = Eigen::Vector3d::Zero();
    for (const SphereNode& leaf : leaves) {
      box.extend(leaf.centre);
      mean += leaf.centre;
    }
    mean /= static_cast<double>(leaves.size());
    Ball ball{mean, 0};
    for (const SphereNode& leaf : leaves) ball.radius = std::max(ball.radius, around(mean, leaf));

    const std::size_t first = split(leaves, box, mean, level);
    const std::size_t child = nodes_.size();
    nodes_.resize(child + 2);
    build(child, leaves.first(first), level + 1);
    build(child + 1, leaves.subspan(first), level + 1);
    const Ball other = around_two(nodes_[child], nodes_[child + 1]);
    static_cast<Ball&>(nodes_[index]) = other.radius < ball.radius ? other : ball;
    nodes_[index].child = static_cast<std::int32_t>(child);
  }

 private:
  /// How many of the leaves go first.
  static std::size_t split(Leaves leaves, const Eigen::AlignedBox3d& box,
                           const Eigen::Vector3d& mean, int level) {
    int axis = 0;
    box.sizes().maxCoeff(&axis);
    if (level < SphereTree::uneven_levels) {
      const auto high = std::partition(leaves.begin(), leaves.end(), [&](const SphereNode& leaf) {
        return leaf.centre[axis] < mean[axis];
      });
      if (high != leaves.begin() && high != leaves.end()) return high - leaves.begin();
    }
    // All in one place, or so uneven that the mean has not got anywhere.
    const std::size_t half = leaves.size() / 2;
    std::nth_element(leaves.begin(), leaves.begin() + half, leaves.end(),
                     [&](const SphereNode& a, const SphereNode& b) {
                       if (a.centre[axis] != b.centre[axis]) return a.centre[axis] < b.centre[axis];
                       return a.label() < b.label();
                     });
    return half;
  }

  std::vector<SphereNode>& nodes_;
};

}  // namespace

void SphereTree::build(std::vector<SphereNode> leaves) {
  nodes.clear();
  nodes.reserve(2 * leaves.size() - 1);
  nodes.resize(1);
  Builder(nodes).build(0, leaves, 0);
  for (const SphereNode& node : nodes) {
    reach = std::max(reach, around(Eigen::Vector3d::Zero(), node));
  }
}

ExactVector world_centre(const SphereTree& tree, const Pose& pose) {
  ExactVector centre = exact_product(pose.rotation, tree.centre);
  for (int k = 0; k < 3; ++k) centre[k] += pose.translation[k];
  return centre;
}

BallMap::BallMap(const SphereTree& tree, const Pose& pose, DoubleDouble rounding,
                 const ExactVector& origin, double unit) {
  const double scale = tree.unit / unit;
  turn_ = pose.rotation * scale;
  const ExactVector centre = world_centre(tree, pose);
  for (int k = 0; k < 3; ++k) offset_[k] = (centre[k] - origin[k]).hi / unit;
  // |R|^2 <= 1 + |R^T R - I|, which is at most 1e-6 and computed up to 2^-49.
  const double defect =
      (pose.rotation.transpose() * pose.rotation - Eigen::Matrix3d::Identity()).norm();
  stretch_ = (1 + defect / 2 + 0x1p-48) * scale;
  // The image of a centre errs by 7u of its length and 2u of the offset's; where the offset is a
  // small difference of large vectors, by 2^-100 of theirs; and where a part stands in a compound
  // was rounded, by 2u.
  const double frame = (norm(tree.centre) + norm(pose.translation)) / unit;
  const double far = frame + norm(rounded(origin)) / unit;
  slack_ = 16 * unit_roundoff * (stretch_ * tree.reach + norm(offset_)) +
           4 * unit_roundoff * frame + 0x1p-96 * far + rounding.hi / unit * (1 + 0x1p-50);
}

}  // namespace apart
