// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "tree/body.hpp"
#include "tree/compound_data.hpp"

namespace apart {

/// The element of a mesh or of Spheres that reaches lowest along a direction, and with which of its
/// corners. Rounding may choose one that is 16 u S above the lowest, S being the body's reach.
struct Lowest {
  int element = -1;
  const Eigen::Vector3d* corner = nullptr;  ///< in the body's frame
};

/// n in the world, not zero.
Lowest find_lowest(Body& body, const Vector<double>& n);

/// Children of a node by a bound of theirs, the least first. Few enough to be put in one by one.
class Children {
 public:
  struct Child {
    double bound;
    std::int32_t index;
  };

  /// The bound of every slot in use is bound(node, slot).
  template <class Bound>
  Children(const WideNode& node, Bound bound) {
    for (int slot = 0; slot < WideNode::width; ++slot) {
      if (node.child[slot] == WideNode::nothing) continue;
      const Child child{bound(node, slot), node.child[slot]};
      int k = count_++;
      for (; k > 0 && child.bound < child_[k - 1].bound; --k) child_[k] = child_[k - 1];
      child_[k] = child;
    }
  }
  const Child* begin() const { return child_.data(); }
  const Child* end() const { return child_.data() + count_; }

 private:
  std::array<Child, WideNode::width> child_;
  int count_ = 0;
};

/// Calls visit(piece) for every piece of a compound, or for the body itself.
template <class Visit>
void for_each_piece(Body& body, Visit visit) {
  if (body.kind() != Body::Kind::compound) return visit(body);
  for (const detail::Piece& piece : body.compound().pieces) {
    Body part(piece.shape, composed(body.pose(), piece.pose), body.rounding());
    part.part = piece.part;
    visit(part);
  }
}

}  // namespace apart
