// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "tree/compound_data.hpp"
#include "tree/mesh_data.hpp"
#include "tree/quest.hpp"
#include "tree/sphere_tree.hpp"

namespace apart {

namespace {

/// A node, and where its ball is in the frame of the search.
struct Place {
  std::int32_t piece;  ///< of the compound, in whose tree it is; -1: in the body's own
  std::int32_t node;
  Ball ball;
};

/// One of the two bodies: a mesh with its tree, or a compound with a small tree over those of its
/// pieces. Nodes are transformed when they are visited; so are pieces, of which the latest are
/// kept.
class Side {
 public:
  Side(Body& body, const ExactVector& origin, double unit)
      : body_(body),
        tree_(*body.sphere_tree()),
        map_(tree_, body.pose(), body.rounding(), origin, unit),
        origin_(origin),
        unit_(unit) {}

  Place root() { return place(-1, 0); }
  bool leaf(const Place& p) { return node(p).leaf(); }
  std::int32_t label(const Place& p) { return node(p).label(); }
  std::pair<Place, Place> children(const Place& p) {
    const std::int32_t child = node(p).child;
    return {place(p.piece, child), place(p.piece, child + 1)};
  }
  const Body& body(const Place& p) { return p.piece < 0 ? body_ : *piece(p.piece).body; }

 private:
  struct Piece {
    std::int32_t index = -1;
    std::optional<Body> body;
    const SphereTree* tree = nullptr;
    BallMap map;
  };
  static constexpr int kept = 16;

  const SphereNode& node(const Place& p) {
    const SphereTree& tree = p.piece < 0 ? tree_ : *piece(p.piece).tree;
    return tree.nodes[p.node];
  }

  /// A leaf of the tree over the pieces is the root of a piece's tree.
  Place place(std::int32_t in, std::int32_t index) {
    if (in < 0) {
      const SphereNode& n = tree_.nodes[index];
      if (body_.kind() != Body::Kind::compound || !n.leaf()) return {-1, index, map_(n)};
      in = n.label();
      index = 0;
    }
    const Piece& p = piece(in);
    return {in, index, p.map(p.tree->nodes[index])};
  }

  const Piece& piece(std::int32_t index) {
    Piece& slot = pieces_[index % kept];
    if (slot.index == index) return slot;
    const auto& given = body_.compound().pieces[index];
    slot.index = index;
    slot.body.emplace(given.shape, composed(body_.pose(), given.pose), body_.rounding());
    slot.body->part = given.part;
    slot.tree = slot.body->sphere_tree();
    slot.map = BallMap(*slot.tree, slot.body->pose(), slot.body->rounding(), origin_, unit_);
    return slot;
  }

  Body& body_;
  const SphereTree& tree_;
  BallMap map_;
  ExactVector origin_;
  double unit_;
  std::array<Piece, kept> pieces_;
};

/// Pairs of polygons that have been looked at. It is of fixed size, and forgets a pair for another
/// one that falls on its place: then that pair is looked at again.
class SeenPairs {
 public:
  /// Is it new? It is not from now on.
  bool add(const Place& a, std::int32_t label_a, const Place& b, std::int32_t label_b) {
    const Key key{joined(a.piece, b.piece), joined(label_a, label_b) + 1};
    const std::uint64_t hash = (key.labels ^ key.pieces * 0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93;
    Key& slot = table_[hash >> (64 - bits)];
    if (slot.pieces == key.pieces && slot.labels == key.labels) return false;
    slot = key;
    return true;
  }

 private:
  struct Key {
    std::uint64_t pieces = 0, labels = 0;  // no pair has labels of 0
  };
  static constexpr int bits = 11;
  static std::uint64_t joined(std::int32_t a, std::int32_t b) {
    return std::uint64_t{static_cast<std::uint32_t>(a)} << 32 | static_cast<std::uint32_t>(b);
  }

  std::array<Key, 1 << bits> table_;
};

/// Depth first over pairs of nodes, as in section 4 of Quinlan 1994.
class SphereSearch {
 public:
  SphereSearch(Quest& quest, Body& a, Body& b, const ExactVector& origin, double unit)
      : quest_(quest), unit_(unit), a_(a, origin, unit), b_(b, origin, unit) {}

  void run() {
    push(pair(a_.root(), b_.root()));
    while (size_ > 0 && !quest_.done()) visit(Pair(stack_[--size_]));
  }

 private:
  struct Pair {
    Place a, b;
    double gap;
  };

  Pair pair(const Place& a, const Place& b) {
    ++quest_.counts.node_pairs;
    return {a, b, gap(a.ball, b.ball)};
  }
  void push(const Pair& pair) { stack_[size_++] = pair; }

  void visit(const Pair& pair) {
    if (pair.gap * unit_ >= quest_.limit()) return quest_.leave_out(pair.gap * unit_);
    const bool leaf_a = a_.leaf(pair.a), leaf_b = b_.leaf(pair.b);
    if (leaf_a && leaf_b) return meet_polygons(pair.a, pair.b);
    if (leaf_b || (!leaf_a && pair.a.ball.radius >= pair.b.ball.radius)) {
      const auto [one, other] = a_.children(pair.a);
      push_both(this->pair(one, pair.b), this->pair(other, pair.b));
    } else {
      const auto [one, other] = b_.children(pair.b);
      push_both(this->pair(pair.a, one), this->pair(pair.a, other));
    }
  }

  /// The nearer one on top.
  void push_both(const Pair& one, const Pair& other) {
    const bool first = one.gap <= other.gap;
    push(first ? other : one);
    push(first ? one : other);
  }

  void meet_polygons(const Place& a, const Place& b) {
    const std::int32_t first_a = a_.label(a), first_b = b_.label(b);
    if (!seen_.add(a, first_a, b, first_b)) return;
    ++quest_.counts.triangle_pairs;
    const Body &body_a = a_.body(a), &body_b = b_.body(b);
    const int end_a = body_a.mesh().polygon_end(first_a);
    const int end_b = body_b.mesh().polygon_end(first_b);
    for (int i = first_a; i < end_a; ++i) {
      for (int j = first_b; j < end_b; ++j) quest_.meet_elements(body_a, i, body_b, j);
    }
  }

  Quest& quest_;
  double unit_;
  Side a_, b_;
  SeenPairs seen_;
  int size_ = 0;
  // A pair is taken off for every two that are put on, which are a level deeper, in one of up to
  // four trees: those over the pieces, and those of two of them.
  std::array<Pair, 4 * SphereTree::most_levels + 2> stack_;
};

}  // namespace

void traverse_spheres(Quest& quest, Body& a, Body& b) {
  const SphereTree &ta = *a.sphere_tree(), &tb = *b.sphere_tree();
  const ExactVector origin = world_centre(ta, a.pose()), other = world_centre(tb, b.pose());
  Eigen::Vector3d apart;
  for (int k = 0; k < 3; ++k) apart[k] = (other[k] - origin[k]).hi;
  const double size =
      ta.reach * ta.unit + tb.reach * tb.unit + norm(apart) + (a.rounding().hi + b.rounding().hi);
  const double unit = size > 0 ? std::ldexp(1, std::ilogb(size)) : 1;
  SphereSearch(quest, a, b, origin, unit).run();
}

}  // namespace apart
