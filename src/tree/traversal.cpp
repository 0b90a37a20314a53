// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "tree/compound_data.hpp"
#include "tree/kernels.hpp"
#include "tree/placement.hpp"
#include "tree/quest.hpp"
#include "tree/witness_slab.hpp"

namespace apart {

namespace {

/// A search of two trees, both opened at a time: greedy dives first, for a good upper bound, then
/// depth first. See docs/notes/mesh-search.md.
class Traversal {
 public:
  /// The larger body first: its units are those of the search. `exchanged`: the quest knows them
  /// the other way round.
  Traversal(Quest& quest, Body& a, Body& b, bool exchanged)
      : quest_(quest),
        exchanged_(exchanged),
        a_(a),
        b_(b),
        tree_a_(tree_for(a, b)),
        tree_b_(tree_for(b, a)),
        nodes_a_(tree_a_.nodes.data()),
        nodes_b_(tree_b_.nodes.data()),
        place_(a, tree_a_, b, tree_b_),
        map_(tree_map(place_)),
        kernels_(tree_kernels()),
        to_world_(tree_a_.unit * place_.shrink),
        slab_(tree_a_, tree_b_, place_, kernels_) {
    update_limit();
    std::fill_n(left_out_.coarse, 16, 0x1p126F);
    left_out_.fine = 0x1p500;
  }

  void run() {
    if (!(place_.size < farthest)) return far_pair();
    push({0, 0, -WideNode::far, all_pairs});
    if (quest_.only_decides() && !fine_ && limit_ <= small_limit * place_.size) {
      decide();
    } else {
      search();
    }
    if (!quest_.done()) settle_candidates();
    const double coarse = *std::min_element(left_out_.coarse, left_out_.coarse + 16);
    quest_.leave_out(world(std::min(coarse, left_out_.fine)));
  }

 private:
  void search() {
    for (int dive = 0; dive < dives && size_ < stack_room / 4 && !quest_.done(); ++dive) {
      const int best = sift();
      if (size_ == 0) break;
      Entry entry = stack_[best];
      stack_[best] = stack_[--size_];
      while (open(entry)) entry = stack_[--size_];
    }
    const int best = sift();
    if (size_ > 0) arrange(stack_[best].bound);
    if (size_ > 0) become_patient();
    while (!quest_.done() && (size_ > 0 || waiting_size_ > 0)) {
      open_some();
      if (waiting_size_ >= most_waiting || size_ == 0) meet_waiting();
    }
  }
  /// The limit hardly falls any more: leaves may wait, and what is known of them is kept.
  void become_patient() {
    patient_ = true;
    slab_.remember();
  }
  /// Drops from the stack what is not below the limit. Returns where the nearest is.
  int sift() {
    double least = 0x1p500, nearest = 0x1p500;
    int kept = 0, best = 0;
    for (int k = 0; k < size_; ++k) {
      const Entry entry = stack_[k];
      const bool near = entry.bound < limit_;
      if (near && entry.bound < nearest) {
        nearest = entry.bound;
        best = kept;
      }
      least = std::min(least, near ? least : entry.bound);
      stack_[kept] = entry;
      kept += near;
    }
    size_ = kept;
    left_out_.fine = std::min(left_out_.fine, least);
    return best;
  }
  /// The nearest on top, in so many steps: a finer order takes longer than it saves.
  void arrange(double nearest) {
    constexpr int steps = 16;
    if (size_ > stack_room / 2) return;
    const double scale = steps / (limit_ - nearest);
    const auto step = [&](double bound) {
      return static_cast<int>(std::min((limit_ - bound) * scale, steps - 1.0));
    };
    std::array<int, steps + 1> start{};
    for (int k = 0; k < size_; ++k) ++start[step(stack_[k].bound) + 1];
    for (int k = 1; k < steps; ++k) start[k] += start[k - 1];
    for (int k = 0; k < size_; ++k) {
      stack_[size_ + start[step(stack_[k].bound)]++] = stack_[k];
    }
    std::copy_n(stack_.begin() + size_, size_, stack_.begin());
  }
  /// Whether anything is below the limit: no bounds, no order but that the deeper come first.
  void decide() {
    while (size_ > 0 && !quest_.done()) {
      const Entry entry = stack_[--size_];
      if (entry.a < 0) {
        leaf_pair(~entry.a, ~entry.b);
        check_limit();
      } else {
        VolumePairs pairs;
        look<true>(entry, pairs);
        push_near<true>(entry, pairs);
      }
    }
    // The error of the kernel is well below what it takes off for it (docs/certificate.md).
    left_out_.fine = std::min(left_out_.fine, limit_ + 0x1p-30 * place_.size);
  }

  /// Of a pair of leaves, ~leaf. Of two nodes, which of the pairs of their volumes (as in
  /// VolumePairs) are meant: leaves meet a node together, in the place of their own node.
  struct Entry {
    std::int32_t a, b;
    float bound;
    unsigned which;
  };
  static constexpr unsigned all_pairs = 0xffff;
  struct Candidate {
    std::int32_t a, b;
    double lower;
  };
  /// What an opened pair puts on the stack. Of those the first is put on top, in the end; where the
  /// first hit is the end of the search, all are in order.
  template <bool deciding>
  class Children {
   public:
    explicit Children(Traversal& search)
        : first_(search.stack_.data() + search.size_), end_(first_), search_(search) {}
    ~Children() {
      if (!deciding && end_ > first_) std::swap(*top_, end_[-1]);
      search_.size_ = static_cast<int>(end_ - search_.stack_.data());
    }
    void push(const Entry& next, float order) {
      Entry* at = end_++;
      if constexpr (deciding) {
        for (; at > first_ && at[-1].bound < next.bound; --at) *at = at[-1];
      }
      top_ = order < least_ ? at : top_;
      least_ = std::min(least_, order);
      *at = next;
    }

   private:
    Entry *const first_, *end_, *top_ = first_;
    float least_ = std::numeric_limits<float>::infinity();
    Traversal& search_;
  };
  /// In units of the larger body: from here, both are no more than points.
  static constexpr double farthest = 0x1p60;
  static constexpr int dives = 12;
  /// Up to this part of the size, what decides is whether boxes are apart by their faces. For more
  /// the directions of their centres tell more, and order does.
  static constexpr double small_limit = 0x1p-10;
  static constexpr double unknown = 0x1p300;  ///< how near a pair is at most
  static constexpr double unlimited = 0x1p400;
  static constexpr int most_candidates = 512, most_waiting = 16, at_once = 2;
  static constexpr int stack_room = 4096;
  // An opened pair leaves 15 others on the stack, and what comes next is a level deeper.
  static_assert(stack_room / 2 + 15 * 2 * WideTree::most_levels + 16 * at_once < stack_room);

  /// The parts of a compound meet another body as a whole.
  static const TreeView& tree_for(Body& body, const Body& other) {
    const bool parts = other.kind() == Body::Kind::compound;
    return parts && body.kind() != Body::Kind::compound ? body.outline() : body.tree();
  }

  void push(const Entry& entry) { stack_[size_++] = entry; }

  /// What a pair of volumes or elements at this distance, in units here, has at least in the world.
  double world(double bound) const {
    return bound * to_world_ - place_.rounding * tree_a_.unit * (1 + 0x1p-40);
  }
  void update_limit() {
    quest_limit_ = quest_.limit();
    limit_ = (quest_limit_ / tree_a_.unit + place_.rounding) / place_.shrink * (1 + 0x1p-40);
    limit_ = std::min(limit_, unlimited);
    // Floats tell little of what is closer than this, but whether it is apart at all.
    fine_ = place_.size > 256 || (limit_ < 0x1p-12 * place_.size && limit_ > 0x1p-40 * place_.size);
  }
  void check_limit() {
    if (quest_.limit() != quest_limit_) update_limit();
  }

  /// Opens a pair: its near children end on the stack, the nearest on top. Are there any?
  bool open(const Entry& entry) {
    if (entry.bound >= limit_) {
      left_out_.fine = std::min<double>(left_out_.fine, entry.bound);
      return false;
    }
    if (entry.a < 0) {
      leaf_pair(~entry.a, ~entry.b);
      check_limit();
      return false;
    }
    const int before = size_;
    VolumePairs pairs;
    look<false>(entry, pairs);
    if (limit_ < unlimited) {
      push_near<false>(entry, pairs);
    } else {
      push_likely(entry, pairs);
    }
    return size_ > before;
  }

  /// Opens the first two of the stack, if there is room: neither waits for what the other comes to.
  void open_some() {
    std::array<Entry, at_once> entry;
    std::array<VolumePairs, at_once> pairs;
    const int most = size_ < stack_room / 2 ? at_once : 1;
    int count = 0;
    while (count < most && size_ > 0) {
      const Entry next = stack_[--size_];
      if (next.bound >= limit_) {
        left_out_.fine = std::min<double>(left_out_.fine, next.bound);
      } else if (next.a < 0) {
        if (waiting_size_ == most_waiting) meet_waiting();
        wait_for(next);
      } else {
        entry[count++] = next;
      }
    }
    for (int k = 0; k < count; ++k) look<false>(entry[k], pairs[k]);
    while (count-- > 0) push_near<false>(entry[count], pairs[count]);
  }

  template <bool deciding>
  void look(const Entry& entry, VolumePairs& pairs) {
    const WideNode &a = nodes_a_[entry.a], &b = nodes_b_[entry.b];
    if constexpr (deciding) {
      kernels_.close(map_, a, b, limit_, pairs);
    } else {
      kernels_.bounds(map_, a, b, limit_, fine_, pairs, left_out_);
    }
    quest_.counts.node_pairs += entry.which == all_pairs ? 16 : std::popcount(entry.which);
  }
  /// Before there is a limit, all are near: only one is put on top, and the others stay where they
  /// are, to be looked at again when most of them are too far.
  void push_likely(const Entry& entry, const VolumePairs& pairs) {
    const unsigned near = pairs.near & entry.which;
    if (!near) return;
    const int k = kernels_.least(pairs.guess, near);
    const unsigned likely = 1u << k, others = near & ~likely;
    const float least = pairs.bound[kernels_.least(pairs.bound, near)];
    if (others) push({entry.a, entry.b, std::max(least, entry.bound), others});
    const float bound = std::max(pairs.bound[k], entry.bound);
    const std::int32_t a = nodes_a_[entry.a].child[k >> 2], b = nodes_b_[entry.b].child[k & 3];
    if (!(likely & (pairs.leaf_a ^ pairs.leaf_b))) {
      push({a, b, bound, all_pairs});
    } else if (likely & pairs.leaf_a) {
      push({entry.a, b, bound, 0xfu << (k & ~3)});
    } else {
      push({a, entry.b, bound, 0x1111u << (k & 3)});
    }
  }
  template <bool deciding>
  void push_near(const Entry& entry, const VolumePairs& pairs) {
    const WideNode &a = nodes_a_[entry.a], &b = nodes_b_[entry.b];
    const unsigned near = pairs.near & entry.which, uneven = near & (pairs.leaf_a ^ pairs.leaf_b);
    unsigned even = near & ~uneven;
    if (!deciding && patient_) {
      unsigned leaves = near & pairs.leaf_a & pairs.leaf_b;
      even &= ~leaves;
      for (; leaves; leaves &= leaves - 1) {
        const int k = std::countr_zero(leaves);
        wait_for({a.child[k >> 2], b.child[k & 3], pairs.bound[k], all_pairs});
      }
    }
    // Large volumes have small bounds, wherever their surface is: centres tell where to dive, too.
    const float* order = deciding || patient_ ? pairs.bound : pairs.guess;
    Children<deciding> children(*this);
    for (; even; even &= even - 1) {
      const int k = std::countr_zero(even);
      const float bound = deciding ? pairs.bound[k] : std::max(pairs.bound[k], entry.bound);
      children.push({a.child[k >> 2], b.child[k & 3], bound, all_pairs}, order[k]);
    }
    if (uneven) push_uneven(entry, pairs, uneven, order, children);
  }
  /// All leaves of a that are near a node of b at once, and the other way round.
  template <bool deciding>
  void push_uneven(const Entry& entry, const VolumePairs& pairs, unsigned uneven,
                   const float* order, Children<deciding>& children) {
    const auto least = [](const float* list, unsigned which) {
      float value = std::numeric_limits<float>::infinity();
      for (; which; which &= which - 1) value = std::min(value, list[std::countr_zero(which)]);
      return value;
    };
    const auto push = [&](std::int32_t a, std::int32_t b, unsigned which, unsigned meant) {
      const float bound = least(pairs.bound, which);
      children.push({a, b, deciding ? bound : std::max(bound, entry.bound), meant},
                    least(order, which));
    };
    unsigned leaves_a = uneven & pairs.leaf_a, leaves_b = uneven & pairs.leaf_b;
    while (leaves_a) {
      const int j = std::countr_zero(leaves_a) & 3;
      const unsigned column = leaves_a & 0x1111u << j;
      push(entry.a, nodes_b_[entry.b].child[j], column, (column >> j) * 0xf);
      leaves_a &= ~column;
    }
    while (leaves_b) {
      const int i = std::countr_zero(leaves_b) >> 2;
      const unsigned row = leaves_b & 0xfu << 4 * i;
      push(nodes_a_[entry.a].child[i], entry.b, row, (row >> 4 * i) * 0x1111);
      leaves_b &= ~row;
    }
  }

  /// Leaves are met many at a time: the next can be fetched while one is looked at, and what comes
  /// next is easier to foretell than if they took turns with nodes.
  void wait_for(const Entry& leaves) { waiting_[waiting_size_++] = leaves; }
  void meet_waiting() {
    for (int k = 0; k < waiting_size_ && !quest_.done(); ++k) open(waiting_[k]);
    waiting_size_ = 0;
  }

  void leaf_pair(std::int32_t leaf_a, std::int32_t leaf_b) {
    if (tree_a_.groups && tree_b_.groups) return group_pair(leaf_a, leaf_b);
    visit_pieces(a_, tree_a_, leaf_a, [&](Body* part_a, int element_a) {
      visit_pieces(b_, tree_b_, leaf_b, [&](Body* part_b, int element_b) {
        if (part_a || part_b) {
          Body &a = part_a ? *part_a : a_, &b = part_b ? *part_b : b_;
          exchanged_ ? quest_.meet(b, a) : quest_.meet(a, b);
        } else {
          meet(element_a, element_b);
        }
      });
    });
  }

  void meet(int element_a, int element_b) {
    exchanged_ ? quest_.meet_elements(b_, element_b, a_, element_a)
               : quest_.meet_elements(a_, element_a, b_, element_b);
  }

  /// Any pair will do, and how far it is from the nearest is far below the rounding error.
  void far_pair() {
    const auto first_leaf = [](const TreeView& tree) {
      std::int32_t child = 0;
      while (child >= 0) child = tree.nodes[child].child[0];
      return ~child;
    };
    const auto first_element = [](const TreeView& tree, std::int32_t leaf) {
      return tree.groups ? tree.groups[leaf].element[0] : tree.element[leaf * tree.leaf_size];
    };
    const std::int32_t leaf_a = first_leaf(tree_a_), leaf_b = first_leaf(tree_b_);
    if (a_.kind() == Body::Kind::compound || b_.kind() == Body::Kind::compound) {
      leaf_pair(leaf_a, leaf_b);
    } else {
      meet(first_element(tree_a_, leaf_a), first_element(tree_b_, leaf_b));
    }
    quest_.leave_out(quest_.upper() - 4 * (tree_a_.radius + tree_b_.radius));
  }

  /// Calls visit(part, -) for the parts of a compound, visit(null, element) elsewhere.
  template <class Visit>
  static void visit_pieces(const Body& body, const TreeView& tree, std::int32_t leaf, Visit visit) {
    for (int k = 0; k < tree.leaf_size; ++k) {
      if (tree.groups && k >= tree.groups[leaf].count()) return;
      const std::int32_t e =
          tree.groups ? tree.groups[leaf].element[k] : tree.element[leaf * tree.leaf_size + k];
      if (e < 0) return;
      if (body.kind() != Body::Kind::compound) {
        visit(nullptr, e);
        continue;
      }
      const auto& piece = body.compound().pieces[e];
      Body part(piece.shape, composed(body.pose(), piece.pose), body.rounding());
      part.part = piece.part;
      visit(&part, 0);
    }
  }

  void group_pair(std::int32_t leaf_a, std::int32_t leaf_b) {
    const double bound = slab_.bound(leaf_a, leaf_b);
    if (bound >= limit_) {
      left_out_.fine = std::min(left_out_.fine, bound);
      return;
    }
    if (bound >= limit_ - tie_room_ && take_ties(leaf_a, leaf_b)) return;
    const Group &ga = tree_a_.groups[leaf_a], &gb = tree_b_.groups[leaf_b];
    Eigen::Vector3d apart = place_.translation;
    for (int k = 0; k < 3; ++k) {
      apart[k] += (place_.rotation(k, 0) * gb.origin[0] + place_.rotation(k, 1) * gb.origin[1]) +
                  (place_.rotation(k, 2) * gb.origin[2] - ga.origin[k]);
    }
    const double reach = ga.reach + gb.reach * place_.scale, local = reach + apart.norm();
    const double inner = 4 * 0x1p-24 * reach + 2 * place_.slack;
    near_pairs(ga, gb, apart, 16 * (fine_ ? 0x1p-53 : 0x1p-24) * local + inner);
  }

  /// Triangles that share the near vertices are as near as the nearest but for rounding:
  /// candidates, of which no closer look in floats tells more. It does where all are near their
  /// common plane.
  bool take_ties(std::int32_t leaf_a, std::int32_t leaf_b) {
    const auto take_tie = [&](std::int32_t a, std::int32_t b, double bound) {
      take(a, b, bound, unknown);
    };
    return slab_.each_bound(leaf_a, leaf_b, limit_, take_tie);
  }
  void near_pairs(const Group& ga, const Group& gb, const Eigen::Vector3d& apart, double slack) {
    ElementPairs pairs;
    const double thickness = ga.thickness + gb.thickness * place_.scale;
    const double limit = thickness > 0 ? static_cast<double>(WideNode::far) : limit_;
    kernels_.elements(map_, ga, gb, apart.data(), slack, limit, fine_, pairs, left_out_);
    quest_.counts.triangle_pairs += ga.count() * gb.count();
    if (!pairs.near) return;
    // The nearest first: it may well be that no other is near, then.
    const int nearest = kernels_.least(pairs.upper, pairs.near);
    const auto take_pair = [&](int k) {
      return take(ga.element[k >> 2], gb.element[k & 3], pairs.lower[k], pairs.upper[k]);
    };
    if (take_pair(nearest)) {
      slab_.set({pairs.towards[0][nearest], pairs.towards[1][nearest], pairs.towards[2][nearest]});
      tie_room_ = slab_.shortfall(ga, gb, slack, limit_);
    }
    for (unsigned left = pairs.near & ~(1u << nearest); left; left &= left - 1) {
      const int k = std::countr_zero(left);
      if (thickness == 0 && pairs.lower[k] >= limit_) {
        left_out_.fine = std::min<double>(left_out_.fine, pairs.lower[k]);
      } else {
        take_pair(k);
      }
    }
  }

  /// Is it the nearest pair so far?
  bool take(std::int32_t a, std::int32_t b, double lower, double upper) {
    const double unit = tree_a_.unit, thickness = (a_.radius(a) + b_.radius(b)) / unit;
    lower -= thickness * (1 + 0x1p-40);
    upper -= thickness * (1 - 0x1p-40);
    if (lower >= limit_) {
      quest_.leave_out(world(lower));
      return false;
    }
    const bool nearest = upper < nearest_upper_;
    const bool decides = quest_.only_decides() && upper < limit_;
    if (nearest) {
      nearest_upper_ = upper;
      nearest_ = {a, b, lower};
      quest_.hint((upper - place_.rounding * (1 - 0x1p-40)) * unit * (2 - place_.shrink));
      check_limit();
    }
    if (world(lower) <= 0 || decides) {  // it may well be the end
      meet(a, b);
      check_limit();
    } else {
      if (candidates_ == most_candidates) make_room();
      candidate_[candidates_++] = {a, b, lower};
    }
    return nearest;
  }

  void drop_candidates() {
    int kept = 0;
    double least = 0x1p500;
    for (int k = 0; k < candidates_; ++k) {
      const Candidate c = candidate_[k];
      const bool near = c.lower < limit_;
      least = std::min(least, near ? least : c.lower);
      candidate_[kept] = c;
      kept += near;
    }
    candidates_ = kept;
    left_out_.fine = std::min(left_out_.fine, least);
  }
  void make_room() {
    drop_candidates();
    if (candidates_ > most_candidates / 2) settle_candidates();
  }
  void settle_candidates() {
    bool measured = false;
    if (nearest_upper_ < settled_upper_ && !quest_.collecting()) {
      measured = true;  // its points are the answer, or nearly so
      settled_upper_ = nearest_upper_;
      exchanged_ ? quest_.measure(b_, nearest_.b, a_, nearest_.a)
                 : quest_.measure(a_, nearest_.a, b_, nearest_.b);
      check_limit();
    }
    drop_candidates();
    for (int k = 0; k < candidates_ && !quest_.done(); ++k) {
      const Candidate& c = candidate_[k];
      if (c.lower >= limit_) {
        quest_.leave_out(world(c.lower));
      } else if (!measured || c.a != nearest_.a || c.b != nearest_.b) {
        meet(c.a, c.b);
        check_limit();
      }
    }
    candidates_ = 0;
  }

  Quest& quest_;
  bool exchanged_;
  Body &a_, &b_;
  const TreeView &tree_a_, &tree_b_;
  const WideNode *nodes_a_, *nodes_b_;
  Placement place_;
  TreeMap map_;
  const TreeKernels& kernels_;
  double to_world_, limit_ = 0, quest_limit_ = 0;
  bool fine_ = false;
  Candidate nearest_{-1, -1, 0};
  double nearest_upper_ = 0x1p400, settled_upper_ = 0x1p400;
  WitnessSlab slab_;
  double tie_room_ = 0;  ///< its bounds lack no more of the limit where there are ties
  LeftOut left_out_;
  int size_ = 0, candidates_ = 0, waiting_size_ = 0;
  bool patient_ = false;
  std::array<Entry, most_waiting + 16 * at_once> waiting_;
  std::array<Entry, stack_room> stack_;
  std::array<Candidate, most_candidates> candidate_;
};

}  // namespace

void traverse(Quest& quest, Body& a, Body& b) {
  if (a.tree().unit >= b.tree().unit) {
    Traversal(quest, a, b, false).run();
  } else {
    Traversal(quest, b, a, true).run();
  }
}

}  // namespace apart
