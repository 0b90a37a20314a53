// SPDX-License-Identifier: BSD-3-Clause
#include "tree/wide_tree.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "tree/volume.hpp"

namespace apart {

namespace {

using Box = Eigen::AlignedBox3f;
using Ids = std::span<std::int32_t>;

/// Elements as the choice of a split sees them. Floats will do: nothing is proved here.
struct Outline {
  Box box;
  Eigen::Vector3f middle;
};

std::vector<Outline> outlines(const TreePoints& points) {
  std::vector<Outline> list(points.elements());
  std::size_t k = 0;
  for (Outline& outline : list) {
    for (int i = 0; i < points.stride; ++i, ++k) {
      const Eigen::Vector3f p = points.point[k].cast<float>();
      const float r = points.radius.empty() ? 0 : static_cast<float>(points.radius[k]);
      outline.box.extend(p - Eigen::Vector3f::Constant(r));
      outline.box.extend(p + Eigen::Vector3f::Constant(r));
    }
    outline.middle = outline.box.center();
  }
  return list;
}

float half_area(const Box& box) {
  if (box.isEmpty()) return 0;
  const Eigen::Vector3f d = box.sizes();
  return d.x() * d.y() + d.y() * d.z() + d.z() * d.x();
}

/// Cuts a set of elements in two, at the place along its longest side where the sum of number times
/// surface is least (a search opens a volume the likelier the larger its surface).
class Splitter {
 public:
  Splitter(const std::vector<Outline>& outlines, int leaf_size)
      : outline_(outlines), leaf_size_(leaf_size) {}

  /// How many of the ids go first; both parts are whole leaves but for the last one.
  std::size_t split(Ids ids) const {
    Box middles;
    for (const auto e : ids) middles.extend(outline_[e].middle);
    int axis = 0;
    middles.sizes().maxCoeff(&axis);
    const float low = middles.min()[axis], width = middles.sizes()[axis];
    const auto key = [&](std::int32_t e) { return outline_[e].middle[axis]; };
    std::size_t first = ids.size() / 2;
    if (width > 0) {
      const float scale = bins * (1 - 0x1p-20F) / width;
      first = best_place(ids, [&](std::int32_t e) {
        return std::clamp(static_cast<int>((key(e) - low) * scale), 0, bins - 1);
      });
    }
    first = whole_leaves(first, ids.size());
    std::nth_element(ids.begin(), ids.begin() + first, ids.end(),
                     [&](std::int32_t a, std::int32_t b) {
                       return key(a) < key(b) || (key(a) == key(b) && a < b);
                     });
    return first;
  }

 private:
  static constexpr int bins = 16;

  template <class BinOf>
  std::size_t best_place(Ids ids, BinOf bin_of) const {
    std::array<Box, bins> box;
    std::array<std::size_t, bins> count{};
    for (const auto e : ids) {
      const int b = bin_of(e);
      box[b].extend(outline_[e].box);
      ++count[b];
    }
    std::array<float, bins> right_area{};
    Box sum;
    for (int b = bins - 1; b > 0; --b) right_area[b] = half_area(sum.extend(box[b]));
    sum.setEmpty();
    std::size_t left = 0, best = ids.size() / 2;
    float least = std::numeric_limits<float>::infinity();
    for (int b = 0; b + 1 < bins; ++b) {
      sum.extend(box[b]);
      left += count[b];
      const float cost = half_area(sum) * static_cast<float>(left) +
                         right_area[b + 1] * static_cast<float>(ids.size() - left);
      if (left > 0 && left < ids.size() && cost < least) {
        least = cost;
        best = left;
      }
    }
    return best;
  }

  /// Rounded so that nodes below are full, and never so uneven that the tree grows deep.
  std::size_t whole_leaves(std::size_t first, std::size_t n) const {
    std::size_t unit = leaf_size_;

    while (unit * 32 <= n) unit *= 4;
    const std::size_t least = std::max(unit, n / 8 / unit * unit);
    const std::size_t most = (n - 1) / unit * unit;
    return std::clamp((first + unit / 2) / unit * unit, std::min(least, most), most);
  }

  const std::vector<Outline>& outline_;
  int leaf_size_;
};

/// A part of the tree, complete in itself; its root is its first node.
class Builder {
 public:
  Builder(const TreePoints& points, const Splitter& splitter, int leaf_size)
      : points_(points), splitter_(splitter), leaf_size_(leaf_size) {}

  std::vector<WideNode> nodes;
  std::vector<std::int32_t> element;

  /// Builds the node around these elements, and all below it. Ranges that `defer` takes are left
  /// to it: it returns what to write for their root.
  template <class Defer>
  std::int32_t build(Ids ids, Defer defer) {
    const auto index = static_cast<std::int32_t>(nodes.size());
    nodes.emplace_back();
    std::array<Ids, WideNode::width> part;
    const int parts = divide(ids, part);
    for (int slot = 0; slot < WideNode::width; ++slot) {
      if (slot >= parts) {
        empty_volume(nodes[index], slot);
        continue;
      }
      fit_volume(points_, part[slot], nodes[index], slot);
      const std::int32_t child = child_of(part[slot], defer);
      nodes[index].child[slot] = child;
    }
    return index;
  }
  std::int32_t build(Ids ids) {
    return build(ids, [](Ids) { return WideNode::nothing; });
  }

 private:
  bool is_leaf(Ids ids) const { return ids.size() <= static_cast<std::size_t>(leaf_size_); }

  int divide(Ids ids, std::array<Ids, WideNode::width>& part) const {
    int parts = 1;
    part[0] = ids;
    while (parts < WideNode::width) {
      const auto largest = std::max_element(part.begin(), part.begin() + parts,
                                            [](Ids a, Ids b) { return a.size() < b.size(); });
      if (is_leaf(*largest)) break;
      const Ids all = *largest;
      const std::size_t first = splitter_.split(all);
      *largest = all.first(first);
      part[parts++] = all.subspan(first);
    }
    return parts;
  }

  template <class Defer>
  std::int32_t child_of(Ids ids, Defer defer) {
    if (is_leaf(ids)) {
      const auto leaf = static_cast<std::int32_t>(element.size() / leaf_size_);
      element.insert(element.end(), ids.begin(), ids.end());
      element.resize((leaf + 1) * static_cast<std::size_t>(leaf_size_), -1);
      return ~leaf;
    }
    const std::int32_t deferred = defer(ids);
    return deferred != WideNode::nothing ? deferred : build(ids, defer);
  }

  const TreePoints& points_;
  const Splitter& splitter_;
  int leaf_size_;
};

/// Appends a part of the tree; returns where its root is.
std::int32_t append(WideTree& tree, const std::vector<WideNode>& nodes,
                    const std::vector<std::int32_t>& element) {
  const auto node_offset = static_cast<std::int32_t>(tree.nodes.size());
  const auto leaf_offset = static_cast<std::int32_t>(tree.leaves());
  for (WideNode node : nodes) {
    for (auto& child : node.child) {
      if (child == WideNode::nothing) continue;
      child = child >= 0 ? child + node_offset : child - leaf_offset;
    }
    tree.nodes.push_back(node);
  }
  tree.element.insert(tree.element.end(), element.begin(), element.end());
  return node_offset;
}

/// Elements below which a part of the tree is built by one thread.
constexpr std::size_t alone = 8192;

}  // namespace

void WideTree::place(TreePoints& points) {
  Eigen::AlignedBox3d box;
  double largest = 0;
  for (std::size_t k = 0; k < points.point.size(); ++k) {
    const double r = points.radius.empty() ? 0 : points.radius[k];
    box.extend(points.point[k]);
    largest = std::max(largest, r);
  }
  centre = box.min() + (box.max() - box.min()) / 2;
  const double half = (box.max() - centre).cwiseMax(centre - box.min()).maxCoeff() + largest;
  // A single point has no size of its own: it must not be the larger of two bodies.
  unit = std::ldexp(1, half > 0x1p-1000 ? std::ilogb(half) + 1 : -1000);
  double reach = 0;
  for (std::size_t k = 0; k < points.point.size(); ++k) {
    points.point[k] = local(points.point[k]);
    if (!points.radius.empty()) points.radius[k] /= unit;
    const double r = points.radius.empty() ? 0 : points.radius[k];
    reach = std::max(reach, points.point[k].norm() + r);
  }
  radius = reach * (1 + 0x1p-45) * unit;
}

WideTree WideTree::build(TreePoints& points, const BuildOptions& options) {
  WideTree tree;
  tree.leaf_size = options.leaf_size;
  tree.place(points);
  const std::vector<Outline> outline = outlines(points);
  const Splitter splitter(outline, options.leaf_size);
  std::vector<std::int32_t> ids(points.elements());
  std::iota(ids.begin(), ids.end(), 0);

  // The top of the tree first, then the parts under it, each for itself: the same tree whatever
  // the number of threads.
  std::vector<Ids> parts;
  Builder top(points, splitter, options.leaf_size);
  top.build(Ids(ids), [&](Ids part) {
    if (part.size() > alone) return WideNode::nothing;
    parts.push_back(part);
    return static_cast<std::int32_t>(0x40000000 + parts.size() - 1);
  });
  std::vector<Builder> built(parts.size(), Builder(points, splitter, options.leaf_size));
  const auto build_part = [&](std::size_t i) { built[i].build(parts[i]); };
  if (options.threads == 1 || parts.size() < 2) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      build_part(i);
      if (options.progress) {
        options.progress(static_cast<double>(i + 1) / static_cast<double>(parts.size()));
      }
    }
  } else {
    tbb::task_arena arena(options.threads ? options.threads : tbb::task_arena::automatic);
    arena.execute([&] { tbb::parallel_for(std::size_t{0}, parts.size(), build_part); });
  }
  std::size_t nodes = top.nodes.size(), elements = top.element.size();
  for (const Builder& part : built) {
    nodes += part.nodes.size();
    elements += part.element.size();
  }
  tree.nodes.reserve(nodes);
  tree.element.reserve(elements);
  append(tree, top.nodes, top.element);
  std::vector<std::int32_t> root;
  for (Builder& part : built) {
    root.push_back(append(tree, part.nodes, part.element));
    part.nodes = {};
    part.element = {};
  }
  for (std::size_t i = 0; i < top.nodes.size(); ++i) {
    for (auto& child : tree.nodes[i].child) {
      if (child >= 0x40000000) child = root[child - 0x40000000];
    }
  }
  return tree;
}

}  // namespace apart
