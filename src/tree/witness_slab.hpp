// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>

#include "tree/kernels.hpp"
#include "tree/placement.hpp"

namespace apart {

/// The direction in which the nearest pair of triangles so far is apart, and how far groups of two
/// trees reach along it: enough for most groups whose volumes are near, and cheap.
class WitnessSlab {
 public:
  WitnessSlab(const TreeView& a, const TreeView& b, const Placement& place,
              const TreeKernels& kernels)
      : groups_a_(a.groups), groups_b_(b.groups), place_(place), kernels_(kernels) {}

  /// From a to b, of length one but for the rounding of floats.
  void set(const Eigen::Vector3d& towards) {
    ++count_;
    // Of length at most one, so that what it separates is at least as far apart as it says.
    direction_ = towards * (1 - lacks);
    back_ = place_.rotation.transpose() * direction_;
    shift_ = direction_.dot(place_.translation);
    for (int k = 0; k < 3; ++k) {
      float_a_[k] = static_cast<float>(direction_[k]);
      float_b_[k] = static_cast<float>(back_[k]);
    }
  }
  /// From now on, keep what was found of leaves: they will meet many others while it stays.
  void remember() {
    remembers_ = true;
    tops_.fill({-1, -1, 0});
    bottoms_.fill({-1, -1, 0});
  }

  /// All elements of the one leaf are that far apart from those of the other.
  double bound(std::int32_t leaf_a, std::int32_t leaf_b) {
    if (count_ == 0) return -0x1p500;
    const double top = kept(tops_, leaf_a, [&] { return top_of(groups_a_[leaf_a]); });
    const double bottom = kept(bottoms_, leaf_b, [&] { return bottom_of(groups_b_[leaf_b]); });
    return (bottom - top) - 2 * place_.slack;
  }
  /// The same of each pair, balls as points: calls take(element_a, element_b, bound). Unless none
  /// of them reaches the limit: then it returns false.
  template <class Take>
  bool each_bound(std::int32_t leaf_a, std::int32_t leaf_b, double limit, Take take) const {
    const Group &a = groups_a_[leaf_a], &b = groups_b_[leaf_b];
    float high[4], low[4];
    kernels_.highest(a, float_a_, high);
    kernels_.lowest(b, float_b_, low);
    const double between = (middle_of_b(b) - error * b.reach * place_.scale) -
                           (middle_of_a(a) + error * a.reach) - 2 * place_.slack;
    const double most = *std::max_element(low, low + 4) - *std::min_element(high, high + 4);
    if (between + most < limit) return false;
    for (int i = 0; i < a.count(); ++i) {
      for (int j = 0; j < b.count(); ++j) {
        const double gap = static_cast<double>(low[j]) - static_cast<double>(high[i]);
        take(a.element[i], b.element[j], between + gap);
      }
    }
    return true;
  }
  /// What a bound may lack of the distance of a pair that this is the direction of, if floats found
  /// it with this slack.
  double shortfall(const Group& a, const Group& b, double slack, double distance) const {
    return 1.125 * (slack + error * (a.reach + b.reach * place_.scale) + lacks * distance);
  }

 private:
  /// Of the reach of a group: what floats lose (docs/certificate.md).
  static constexpr double error = 20 * 0x1p-24;
  static constexpr double lacks = 0x1p-20;

  struct Kept {
    std::int32_t leaf, witness;
    double value;
  };
  static constexpr int room = 64;
  using KeptList = std::array<Kept, room>;

  template <class Get>
  double kept(KeptList& list, std::int32_t leaf, Get get) {
    if (!remembers_) return get();
    Kept& entry = list[leaf % room];
    if (entry.leaf != leaf || entry.witness != count_) entry = {leaf, count_, get()};
    return entry.value;
  }

  /// How far a group of a reaches at most, and one of b at least, from the centre of a.
  double top_of(const Group& g) const {
    float high[4];
    kernels_.highest(g, float_a_, high);
    const double most = std::max(std::max(high[0], high[1]), std::max(high[2], high[3]));
    return middle_of_a(g) + (most + (g.thickness + error * g.reach));
  }
  double bottom_of(const Group& g) const {
    float low[4];
    kernels_.lowest(g, float_b_, low);
    const double least = std::min(std::min(low[0], low[1]), std::min(low[2], low[3]));
    return middle_of_b(g) + (least - (g.thickness + error * g.reach) * place_.scale);
  }
  double middle_of_a(const Group& g) const {
    return direction_[0] * g.origin[0] +
           (direction_[1] * g.origin[1] + direction_[2] * g.origin[2]);
  }
  double middle_of_b(const Group& g) const {
    return shift_ + (back_[0] * g.origin[0] + (back_[1] * g.origin[1] + back_[2] * g.origin[2]));
  }

  const Group *groups_a_, *groups_b_;
  const Placement& place_;
  const TreeKernels& kernels_;
  Eigen::Vector3d direction_, back_;  ///< in the frame of a, and of b
  float float_a_[3], float_b_[3];     ///< the same
  double shift_ = 0;                  ///< how far the centre of b is along it
  std::int32_t count_ = 0;            ///< how many there have been
  bool remembers_ = false;
  KeptList tops_, bottoms_;
};

}  // namespace apart
