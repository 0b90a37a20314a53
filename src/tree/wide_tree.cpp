// SPDX-License-Identifier: BSD-3-Clause
#include "tree/wide_tree.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <thread>

#include "in_parallel.hpp"
#include "tree/volume.hpp"

namespace apart {

namespace {

using Ids = std::span<std::int32_t>;

/// A box along the axes. Floats will do for the choice of a split: nothing is proved here. The
/// fourth lanes are zero.
struct Box {
  Eigen::Array4f low = Eigen::Array4f::Constant(std::numeric_limits<float>::infinity());
  Eigen::Array4f high = -low;

  void extend(const Box& other) {
    low = low.min(other.low);
    high = high.max(other.high);
  }
  float half_area() const {
    const Eigen::Array4f d = (high - low).max(0);
    return d[0] * d[1] + d[1] * d[2] + d[2] * d[0];
  }
  /// Of its middle, twice.
  Eigen::Array4f middle() const { return low + high; }
};

std::vector<Box> element_boxes(const TreePoints& points) {
  std::vector<Box> list(points.elements());
  std::size_t k = 0;
  for (Box& box : list) {
    for (int i = 0; i < points.stride; ++i, ++k) {
      Eigen::Array4f p = Eigen::Array4f::Zero(), r = p;
      p.head<3>() = points.point[k].cast<float>();
      if (!points.radius.empty()) r.head<3>() = static_cast<float>(points.radius[k]);
      box.extend({p - r, p + r});
    }
  }
  return list;
}

/// Cuts a set of elements in two, across one of the three axes and at the place where the sum of
/// number times surface is least (a search opens a volume the likelier the larger its surface).
class Splitter {
 public:
  Splitter(const std::vector<Box>& boxes, int leaf_size) : box_(boxes), leaf_size_(leaf_size) {}

  /// How many of the ids go first; both parts are whole leaves but for the last one.
  std::size_t split(Ids ids) const {
    Box middles;
    for (const auto e : ids) middles.extend({box_[e].middle(), box_[e].middle()});
    const Cut cut = best_cut(ids, middles);
    const std::size_t first = whole_leaves(cut.first, ids.size());
    // Only those in the bins at the border need to be told apart.
    const auto bin = [&](std::int32_t e) { return cut.bins.of(box_[e])[cut.axis]; };
    auto begin = ids.begin(), end = ids.end();
    if (cut.first > 0) {
      const auto border = std::partition(begin, end, [&](auto e) { return bin(e) <= cut.bin; });
      (first <= cut.first ? end : begin) = border;
    }
    std::nth_element(begin, ids.begin() + first, end, [&](std::int32_t a, std::int32_t b) {
      const float x = box_[a].middle()[cut.axis], y = box_[b].middle()[cut.axis];
      return x < y || (x == y && a < b);
    });
    return first;
  }

 private:
  static constexpr int most_bins = 16;

  /// Places of equal width along each axis.
  struct Bins {
    Eigen::Array4f low, scale;
    int count;

    Bins(const Box& middles, std::size_t elements)
        : low(middles.low), count(elements < 64 ? most_bins / 2 : most_bins) {
      const Eigen::Array4f width = middles.high - middles.low;
      scale = (width > 0).select(static_cast<float>(count) * (1 - 0x1p-20F) / width, 0);
    }
    Eigen::Array4i of(const Box& box) const {
      return ((box.middle() - low) * scale).cast<int>().max(0).min(count - 1);
    }
  };
  struct Cut {
    Bins bins;
    int axis, bin;
    std::size_t first;  ///< elements in this bin and those before; 0 if there is no choice
  };

  Cut best_cut(Ids ids, const Box& middles) const {
    const Bins bins(middles, ids.size());
    std::array<std::array<Box, most_bins>, 3> box;
    std::array<std::array<int, most_bins>, 3> count{};
    for (const auto e : ids) {
      const Eigen::Array4i bin = bins.of(box_[e]);
      for (int axis = 0; axis < 3; ++axis) {
        box[axis][bin[axis]].extend(box_[e]);
        ++count[axis][bin[axis]];
      }
    }
    Cut cut{bins, 0, 0, 0};
    (middles.high - middles.low).maxCoeff(&cut.axis);
    float least = std::numeric_limits<float>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
      std::array<float, most_bins> right_area;
      Box sum;
      for (int b = bins.count - 1; b > 0; --b) {
        sum.extend(box[axis][b]);
        right_area[b] = sum.half_area();
      }
      sum = Box();
      std::size_t left = 0;
      for (int b = 0; b + 1 < bins.count; ++b) {
        sum.extend(box[axis][b]);
        left += count[axis][b];
        const float cost = sum.half_area() * static_cast<float>(left) +
                           right_area[b + 1] * static_cast<float>(ids.size() - left);
        if (left == 0 || left == ids.size() || !(cost < least)) continue;
        least = cost;
        cut = {bins, axis, b, left};
      }
    }
    return cut;
  }

  /// Never so uneven that the tree grows deep.
  std::size_t whole_leaves(std::size_t first, std::size_t n) const {
    const std::size_t unit = leaf_size_;
    if (first == 0) first = n / 2;
    const std::size_t least = std::max(unit, n / 8 / unit * unit);
    const std::size_t most = (n - 1) / unit * unit;
    return std::clamp((first + unit / 2) / unit * unit, std::min(least, most), most);
  }

  const std::vector<Box>& box_;
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
                                            [](Ids x, Ids y) { return x.size() < y.size(); });
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

/// Tells how much is done, on the thread that made it, now and then, and only if it takes long.
class Progress {
 public:
  Progress(const std::function<void(double)>& tell, std::size_t parts)
      : tell_(tell), parts_(parts) {}

  void step() {
    const std::size_t done = ++done_;
    if (!tell_ || std::this_thread::get_id() != owner_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(50);
    tell_(static_cast<double>(done) / static_cast<double>(parts_));
  }

 private:
  const std::function<void(double)>& tell_;
  std::size_t parts_;
  std::atomic<std::size_t> done_ = 0;
  std::thread::id owner_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point next_ =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
};

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

namespace {

/// Fits the volumes of a node and of all below it to their elements, which it appends to ids.
void refit_node(WideTree& tree, const TreePoints& points, std::int32_t index,
                std::vector<std::int32_t>& ids) {
  for (int slot = 0; slot < WideNode::width; ++slot) {
    const std::int32_t child = tree.nodes[index].child[slot];
    if (child == WideNode::nothing) {
      empty_volume(tree.nodes[index], slot);
      continue;
    }
    const std::size_t first = ids.size();
    if (child >= 0) {
      refit_node(tree, points, child, ids);
    } else {
      const auto leaf = tree.element.begin() + static_cast<std::ptrdiff_t>(~child) * tree.leaf_size;
      std::copy_if(leaf, leaf + tree.leaf_size, std::back_inserter(ids),
                   [](std::int32_t e) { return e >= 0; });
    }
    fit_volume(points, std::span(ids).subspan(first), tree.nodes[index], slot);
  }
}

}  // namespace

void WideTree::refit(TreePoints& points) {
  place(points);
  std::vector<std::int32_t> ids;
  ids.reserve(points.elements());
  refit_node(*this, points, 0, ids);
}

WideTree WideTree::build(TreePoints& points, const BuildOptions& options) {
  WideTree tree;
  tree.leaf_size = options.leaf_size;
  tree.place(points);
  const std::vector<Box> boxes = element_boxes(points);
  const Splitter splitter(boxes, options.leaf_size);
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
  Progress progress(options.progress, parts.size());
  const auto build_part = [&](std::size_t i) {
    built[i].build(parts[i]);
    progress.step();
  };
  for_each_index(parts.size(), options.threads, build_part, 1);
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
