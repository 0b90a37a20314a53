// SPDX-License-Identifier: BSD-3-Clause
#include "tree/wide_tree.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

#include "in_parallel.hpp"
#include "tree/volume.hpp"

namespace apart {

namespace {

/// A box along the axes. Floats will do for the choice of a split: nothing is proved here.
struct Box {
  Eigen::Array4f low = Eigen::Array4f::Constant(std::numeric_limits<float>::infinity());
  Eigen::Array4f high = -low;

  void extend(const Box& other) {
    low = low.min(other.low);
    high = high.max(other.high);
  }
  void extend(const Eigen::Array4f& p) {
    low = low.min(p);
    high = high.max(p);
  }
  float half_area() const {
    const Eigen::Array4f d = (high - low).max(0);
    return d[0] * d[1] + d[1] * d[2] + d[2] * d[0];
  }
};

/// The box around an element, and which it is: the fourth lanes hold that, as a normal number and
/// its negative.
struct Item {
  Eigen::Array4f low, high;

  Item() = default;
  Item(const Box& box, std::int32_t element) : low(box.low), high(box.high) {
    low[3] = std::bit_cast<float>(element | above);
    high[3] = -low[3];
  }
  std::int32_t element() const { return std::bit_cast<std::int32_t>(low[3]) & ~above; }
  /// Of its middle, twice; the fourth lane is zero.
  Eigen::Array4f middle() const { return low + high; }

 private:
  static constexpr std::int32_t above = 0x40000000;
};
using Items = std::span<Item>;

std::vector<Item> make_items(const TreePoints& points) {
  std::vector<Item> list(points.elements());
  for (std::int32_t e = 0; e < static_cast<std::int32_t>(list.size()); ++e) {
    Box box;
    for (int k = 0; k < points.stride; ++k) {
      const std::size_t i = points.index(e, k);
      Eigen::Array4f p = Eigen::Array4f::Zero(), r = p;
      p.head<3>() = points.point[i].cast<float>();
      if (!points.radius.empty()) r.head<3>() = static_cast<float>(points.radius[i]);
      box.extend(Box{p - r, p + r});
    }
    list[e] = Item(box, e);
  }
  return list;
}

/// Cuts a set of elements in two, across one of the three axes and at the place where the sum of
/// number times surface is least (a search opens a volume the likelier the larger its surface).
class Splitter {
 public:
  /// Of all items; their parts may be split by several threads at a time.
  Splitter(Items items, int leaf_size) : all_(items), room_(items.size()), leaf_size_(leaf_size) {}

  /// How many of the items go first; both parts are whole leaves but for the last one.
  std::size_t split(Items items) {
    Box middles;
    for (const Item& item : items) middles.extend(item.middle());
    const Cut cut = best_cut(items, middles);
    const std::size_t first = whole_leaves(cut.first, items.size());
    if (cut.first > 0) partition(items, cut);
    move_border(items, cut, first);
    return first;
  }

 private:
  static constexpr int most_bins = 16;

  /// Places of equal width along each axis; all in the first where there is next to none.
  struct Bins {
    Eigen::Array4f low, scale;
    int count;

    Bins(const Box& middles, std::size_t elements)
        : low(middles.low), count(elements < 64 ? most_bins / 2 : most_bins) {
      const Eigen::Array4f width = middles.high - middles.low;
      scale = (width > 0x1p-100F).select(static_cast<float>(count) * (1 - 0x1p-20F) / width, 0);
    }
    Eigen::Array4i of(const Item& item) const {
      const auto last = static_cast<float>(count - 1);
      return ((item.middle() - low) * scale).min(last).cast<int>();
    }
  };
  struct Cut {
    Bins bins;
    int axis, bin;
    std::size_t first;  ///< elements in this bin and those before; 0 if there is no choice
  };

  static Cut best_cut(Items items, const Box& middles) {
    const Bins bins(middles, items.size());
    std::array<std::array<Box, most_bins>, 3> box;
    std::array<std::array<int, most_bins>, 3> count{};
    for (const Item& item : items) {
      const Eigen::Array4i bin = bins.of(item);
      for (int axis = 0; axis < 3; ++axis) {
        box[axis][bin[axis]].extend(Box{item.low, item.high});
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
                           right_area[b + 1] * static_cast<float>(items.size() - left);
        if (left == 0 || left == items.size() || !(cost < least)) continue;
        least = cost;
        cut = {bins, axis, b, left};
      }
    }
    return cut;
  }

  /// Never so uneven that the tree grows deep: see WideTree::most_levels.
  std::size_t whole_leaves(std::size_t first, std::size_t n) const {
    const std::size_t unit = leaf_size_;
    if (first == 0) first = n / 2;
    const std::size_t least = std::max(unit, n / 8 / unit * unit);
    const std::size_t most = (n - std::max<std::size_t>(1, n / 8)) / unit * unit;
    return std::clamp((first + unit / 2) / unit * unit, std::min(least, most), most);
  }

  /// Those up to the bin of the cut first; without a branch, which no processor would foretell.
  void partition(Items items, const Cut& cut) {
    Item* const others = room_.data() + (items.data() - all_.data());
    std::size_t left = 0, right = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const Item item = items[i];
      const bool first = cut.bins.of(item)[cut.axis] <= cut.bin;
      items[left] = item;
      others[right] = item;
      left += first;
      right += !first;
    }
    std::copy_n(others, right, items.begin() + left);
  }

  /// Moves items from one side to the other, those nearest to the cut, until `first` are first.
  void move_border(Items items, const Cut& cut, std::size_t first) const {
    const auto before = [&](const Item& a, const Item& b) {
      const float x = a.middle()[cut.axis], y = b.middle()[cut.axis];
      return x < y || (x == y && a.element() < b.element());
    };
    const auto begin = items.begin(), border = begin + cut.first, wanted = begin + first;
    const auto few = static_cast<std::size_t>(leaf_size_);
    if (cut.first == 0 || first > cut.first + few || first + few < cut.first) {
      std::nth_element(begin, wanted, items.end(), before);
    } else if (first < cut.first) {
      for (auto last = border; last-- > wanted;) {
        std::iter_swap(last, std::max_element(begin, last + 1, before));
      }
    } else {
      for (auto next = border; next < wanted; ++next) {
        std::iter_swap(next, std::min_element(next, items.end(), before));
      }
    }
  }

  Items all_;
  std::vector<Item> room_;
  int leaf_size_;
};

/// A part of the tree, complete in itself but for the volumes; its root is its first node.
class Builder {
 public:
  Builder(Splitter& splitter, int leaf_size) : splitter_(&splitter), leaf_size_(leaf_size) {}

  std::vector<WideNode> nodes;
  std::vector<std::int32_t> element;
  Fit fit;  ///< of all of it

  /// Builds the node around these elements, and all below it. Ranges that `defer` takes are left
  /// to it: it returns what to write for their root.
  template <class Defer>
  std::int32_t build(Items items, Defer defer) {
    const auto index = static_cast<std::int32_t>(nodes.size());
    nodes.emplace_back();
    std::array<Items, WideNode::width> part;
    const int parts = divide(items, part);
    for (int slot = 0; slot < WideNode::width; ++slot) {
      const std::int32_t child =
          slot < parts ? child_of(part[slot], defer) : static_cast<int>(WideNode::nothing);
      nodes[index].child[slot] = child;
    }
    return index;
  }
  std::int32_t build(Items items) {
    return build(items, [](Items) { return WideNode::nothing; });
  }

 private:
  bool is_leaf(Items items) const { return items.size() <= static_cast<std::size_t>(leaf_size_); }

  int divide(Items items, std::array<Items, WideNode::width>& part) const {
    int parts = 1;
    part[0] = items;
    while (parts < WideNode::width) {
      const auto largest = std::max_element(part.begin(), part.begin() + parts,
                                            [](Items x, Items y) { return x.size() < y.size(); });
      if (is_leaf(*largest)) break;
      const Items all = *largest;
      const std::size_t first = splitter_->split(all);
      *largest = all.first(first);
      part[parts++] = all.subspan(first);
    }
    return parts;
  }

  template <class Defer>
  std::int32_t child_of(Items items, Defer defer) {
    if (is_leaf(items)) {
      const auto leaf = static_cast<std::int32_t>(element.size() / leaf_size_);
      for (const Item& item : items) element.push_back(item.element());
      element.resize((leaf + 1) * static_cast<std::size_t>(leaf_size_), -1);
      return ~leaf;
    }
    const std::int32_t deferred = defer(items);
    return deferred != WideNode::nothing ? deferred : build(items, defer);
  }

  Splitter* splitter_;
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

void WideTree::refit(TreePoints& points) {
  place(points);
  FitTables tables(points);
  fit_volumes(points, tables, {nodes, element, leaf_size}, {});
}

WideTree WideTree::build(TreePoints& points, const BuildOptions& options) {
  WideTree tree;
  tree.leaf_size = options.leaf_size;
  tree.place(points);
  std::vector<Item> items = make_items(points);
  Splitter splitter(items, options.leaf_size);

  // The top of the tree first, then the parts under it, each for itself: the same tree whatever
  // the number of threads.
  std::vector<Items> parts;
  Builder top(splitter, options.leaf_size);
  top.build(items, [&](Items part) {
    if (part.size() > alone) return WideNode::nothing;
    parts.push_back(part);
    return static_cast<std::int32_t>(0x40000000 + parts.size() - 1);
  });
  std::vector<Builder> built(parts.size(), Builder(splitter, options.leaf_size));
  FitTables tables(points);
  Progress progress(options.progress, parts.size());
  const auto build_part = [&](std::size_t i) {
    Builder& part = built[i];
    part.build(parts[i]);
    part.fit = fit_volumes(points, tables, {part.nodes, part.element, options.leaf_size}, {});
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
  std::vector<FitPart> fits;
  for (Builder& part : built) {
    root.push_back(append(tree, part.nodes, part.element));
    fits.push_back({root.back(), &part.fit});
    part.nodes = {};
    part.element = {};
  }
  for (std::size_t i = 0; i < top.nodes.size(); ++i) {
    for (auto& child : tree.nodes[i].child) {
      if (child >= 0x40000000) child = root[child - 0x40000000];
    }
  }
  fit_volumes(points, tables, {tree.nodes, tree.element, tree.leaf_size}, fits);
  return tree;
}

}  // namespace apart
