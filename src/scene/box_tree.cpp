// SPDX-License-Identifier: BSD-3-Clause
#include "scene/box_tree.hpp"

#include <numeric>

namespace apart {

int BoxTree::take() {
  if (free_.empty()) {
    nodes_.emplace_back();
    return static_cast<int>(nodes_.size()) - 1;
  }
  const int i = free_.back();
  free_.pop_back();
  nodes_[i] = {};
  return i;
}

void BoxTree::release(int i) {
  nodes_[i] = {};
  free_.push_back(i);
}

int BoxTree::insert(const Item& item) {
  const int leaf = take();
  nodes_[leaf].box = item.box;
  nodes_[leaf].body = item.body;
  nodes_[leaf].kinds = item.kind;
  if (empty()) return root_ = leaf;

  const int beside = sibling_for(item.box), above = nodes_[beside].parent, both = take();
  nodes_[both].parent = above;
  nodes_[both].child[0] = beside;
  nodes_[both].child[1] = leaf;
  nodes_[beside].parent = nodes_[leaf].parent = both;
  if (above == none) {
    root_ = both;
  } else {
    nodes_[above].child[nodes_[above].child[1] == beside] = both;
  }
  refit_upwards(both);
  return leaf;
}

/// Down from the root, as long as it costs less to put the box below than beside.
int BoxTree::sibling_for(const WorldBox& box) const {
  int at = root_;
  while (!nodes_[at].leaf()) {
    const double here = nodes_[at].box.surface();
    const double with = joined(nodes_[at].box, box).surface();
    const double growth = with - here;  // of this box, wherever below it goes
    double cost[2];
    for (int k = 0; k < 2; ++k) {
      const Node& below = nodes_[nodes_[at].child[k]];
      cost[k] = joined(below.box, box).surface() + growth;
      if (!below.leaf()) cost[k] -= below.box.surface();
    }
    const int better = cost[1] < cost[0];
    // Two boxes instead of one, one of which holds both; the negation takes care of overflow.
    if (!(cost[better] < with)) break;
    at = nodes_[at].child[better];
  }
  return at;
}

void BoxTree::refit(int i) {
  Node& at = nodes_[i];
  const Node &first = nodes_[at.child[0]], &second = nodes_[at.child[1]];
  at.box = joined(first.box, second.box);
  at.kinds = first.kinds | second.kinds;
}

void BoxTree::refit_upwards(int i) {
  for (; i != none; i = nodes_[i].parent) {
    turn(i);
    refit(i);
  }
}

/// If one of the grandchildren of a node in the place of its uncle makes the other child smaller,
/// it is put there.
void BoxTree::turn(int i) {
  double best = 0;
  int side = none, which = 0;
  for (int k = 0; k < 2; ++k) {
    const int parted = nodes_[i].child[k], uncle = nodes_[i].child[1 - k];
    if (nodes_[parted].leaf()) continue;
    for (int g = 0; g < 2; ++g) {
      const Node& stays = nodes_[nodes_[parted].child[1 - g]];
      const double gain =
          nodes_[parted].box.surface() - joined(stays.box, nodes_[uncle].box).surface();
      if (gain > best) best = gain, side = k, which = g;
    }
  }
  if (side == none) return;
  const int parted = nodes_[i].child[side], uncle = nodes_[i].child[1 - side];
  const int raised = nodes_[parted].child[which];
  nodes_[i].child[1 - side] = raised;
  nodes_[raised].parent = i;
  nodes_[parted].child[which] = uncle;
  nodes_[uncle].parent = parted;
  refit(parted);
}

void BoxTree::remove(int leaf) {
  const int above = nodes_[leaf].parent;
  release(leaf);
  if (above == none) {
    root_ = none;
    return;
  }
  const int beside = nodes_[above].child[nodes_[above].child[0] == leaf];
  const int top = nodes_[above].parent;
  nodes_[beside].parent = top;
  if (top == none) {
    root_ = beside;
  } else {
    nodes_[top].child[nodes_[top].child[1] == above] = beside;
  }
  release(above);
  for (int i = top; i != none; i = nodes_[i].parent) refit(i);
}

void BoxTree::build(std::span<const Item> items, std::span<int> leaf) {
  nodes_.clear();
  free_.clear();
  root_ = none;
  if (items.empty()) return;
  nodes_.reserve(2 * items.size());
  std::vector<int> order(items.size());
  std::iota(order.begin(), order.end(), 0);
  root_ = build(order, items, leaf);
}

/// Halves of equal numbers, by the centres along the axis on which these are farthest apart.
int BoxTree::build(std::span<int> order, std::span<const Item> items, std::span<int> leaf) {
  const int i = take();
  if (order.size() == 1) {
    const Item& item = items[order[0]];
    nodes_[i].box = item.box;
    nodes_[i].body = item.body;
    nodes_[i].kinds = item.kind;
    leaf[order[0]] = i;
    return i;
  }
  WorldBox centres{items[order[0]].box.centre(), items[order[0]].box.centre()};
  for (const int k : order) {
    const Eigen::Vector3d c = items[k].box.centre();
    centres = joined(centres, {c, c});
  }
  int axis = 0;
  centres.sides().maxCoeff(&axis);
  const std::size_t half = order.size() / 2;
  const auto before = [&](int a, int b) {
    const double ca = items[a].box.least[axis] + items[a].box.most[axis];
    const double cb = items[b].box.least[axis] + items[b].box.most[axis];
    return ca != cb ? ca < cb : a < b;
  };
  std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(half), order.end(),
                   before);
  const int first = build(order.first(half), items, leaf);
  const int second = build(order.subspan(half), items, leaf);
  nodes_[i].child[0] = first;
  nodes_[i].child[1] = second;
  nodes_[first].parent = nodes_[second].parent = i;
  refit(i);
  return i;
}

}  // namespace apart
