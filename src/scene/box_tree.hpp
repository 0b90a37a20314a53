// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scene/world_box.hpp"

namespace apart {

/// A binary tree of boxes with one body at every leaf, to which bodies are added and from which
/// they are taken one by one. Where a new leaf goes is a matter of how much the boxes above it
/// grow, and turns of the tree on the way back keep it shallow and its boxes small.
class BoxTree {
 public:
  static constexpr int none = -1;

  struct Node {
    WorldBox box;
    int parent = none;
    int child[2] = {none, none};
    int body = none;          ///< of a leaf
    std::uint64_t kinds = 0;  ///< one bit for every group that is below, 64 groups on

    bool leaf() const { return body != none; }
  };

  /// A body, its box and its group's bit.
  struct Item {
    int body;
    WorldBox box;
    std::uint64_t kind;
  };

  static std::uint64_t kind_of_group(int group) { return std::uint64_t{1} << (group % 64); }

  bool empty() const { return root_ == none; }
  int root() const { return root_; }
  const Node& node(int i) const { return nodes_[i]; }

  /// Returns the leaf.
  int insert(const Item& item);
  void remove(int leaf);
  /// All anew, quicker than one by one. `leaf` gets the leaves in the order of the items.
  void build(std::span<const Item> items, std::span<int> leaf);

  /// Calls visit(body) for every leaf whose box is within r of the given one along every axis.
  template <class Visit>
  void for_each_close(const WorldBox& box, double r, std::uint64_t kinds,
                      const Visit& visit) const {
    if (empty()) return;
    Path path;
    path.push(root_);
    while (!path.done()) {
      const Node& at = nodes_[path.pop()];
      if (!(at.kinds & kinds) || !close(at.box, box, r)) continue;
      if (at.leaf()) {
        visit(at.body);
      } else {
        path.push(at.child[1]);
        path.push(at.child[0]);
      }
    }
  }

 private:
  /// Nodes still to be looked at, on a stack that is not allocated unless the tree is deep.
  class Path {
   public:
    void push(int i) {
      if (size_ < fixed) {
        first_[size_] = i;
      } else {
        more_.push_back(i);
      }
      ++size_;
    }
    int pop() {
      if (--size_ < fixed) return first_[size_];
      const int i = more_.back();
      more_.pop_back();
      return i;
    }
    bool done() const { return size_ == 0; }

   private:
    static constexpr int fixed = 64;
    int first_[fixed], size_ = 0;
    std::vector<int> more_;
  };

  int take();
  void release(int i);
  int sibling_for(const WorldBox& box) const;
  void refit_upwards(int i);
  void refit(int i);
  void turn(int i);
  int build(std::span<int> order, std::span<const Item> items, std::span<int> leaf);

  std::vector<Node> nodes_;
  std::vector<int> free_;
  int root_ = none;
};

}  // namespace apart
