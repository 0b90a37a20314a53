// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "tree/compound_data.hpp"
#include "tree/quest.hpp"

#include "tree/kernels.hpp"

namespace apart {

namespace {

/// Where b's tree is, seen from a's, in a's units; and what rounding may have made of it.
struct Placement {
  Eigen::Matrix3d rotation;
  Eigen::Vector3d translation;
  double scale;     ///< unit of b in units of a
  double size;      ///< bound on all coordinates: S of docs/certificate.md in units of a
  double slack;     ///< bound on the error of the map itself
  double shrink;    ///< distances in the world are at least this times those here times the unit
  double rounding;  ///< of both bodies, in units of a
  double skew;      ///< bound on the products of unit vectors of b that are normal to each other

  Placement(const Body& a, const TreeView& ta, const Body& b, const TreeView& tb) {
    const Eigen::Matrix3d &ra = a.pose().rotation, &rb = b.pose().rotation;
    const Eigen::Matrix3d back = ra.inverse();
    const Eigen::Vector3d apart = b.pose().translation - a.pose().translation;
    scale = tb.unit / ta.unit;
    rotation = back * rb * scale;
    translation = back * ((apart + rb * tb.centre) - ra * ta.centre) / ta.unit;
    size = (ta.radius + tb.radius) / ta.unit + translation.norm();
    const double far = (apart.norm() + tb.centre.norm() + ta.centre.norm()) / ta.unit;
    slack = 32 * unit_roundoff * (size + far);
    const double defect = (ra.transpose() * ra - Eigen::Matrix3d::Identity()).norm();
    shrink = 1 - defect - 0x1p-45;
    skew = 2 * (defect + (rb.transpose() * rb - Eigen::Matrix3d::Identity()).norm()) + 0x1p-45;
    size *= 1 + 1e-5;
    rounding = (a.rounding().hi + b.rounding().hi) / ta.unit * (1 + 0x1p-45);
  }
};

TreeMap tree_map(const Placement& p) {
  TreeMap map;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      map.rotation[3 * i + k] = p.rotation(i, k);
      map.rotation_f[3 * i + k] = static_cast<float>(p.rotation(i, k));
    }
    map.translation[i] = p.translation[i];
    map.translation_f[i] = static_cast<float>(p.translation[i]);
  }
  map.scale = p.scale;
  map.coarse = (64 * 0x1p-24 * p.size + p.slack) * (1 + 0x1p-20);
  map.faces = map.coarse + 2 * p.skew * p.size;
  map.fine = (64 * 0x1p-53 * p.size + p.slack) * (1 + 0x1p-20);
  return map;
}

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
        to_world_(tree_a_.unit * place_.shrink) {
    update_limit();
    std::fill_n(left_out_.coarse, 16, 0x1p126F);
    left_out_.fine = 0x1p500;
  }

  void run() {
    if (!(place_.size < farthest)) return far_pair();
    push({-1, -1, -0x1p400});
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
    while (size_ > 0 && !quest_.done()) {
      const Entry entry = stack_[--size_];
      open(entry);
    }
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
      const std::int32_t ca = child(nodes_a_, entry.a), cb = child(nodes_b_, entry.b);
      if (ca < 0 && cb < 0) {
        leaf_pair(~ca, ~cb);
        check_limit();
      } else {
        expand<true>(entry, ca, cb);
      }
    }
    // The error of the kernel is well below what it takes off for it (docs/certificate.md).
    left_out_.fine = std::min(left_out_.fine, limit_ + 0x1p-30 * place_.size);
  }

  /// Slots are 4 * node + lane; -1 is the root, of which all is known.
  struct Entry {
    std::int32_t a, b;
    double bound;
  };
  struct Candidate {
    std::int32_t a, b;
    double lower;
  };
  /// In units of the larger body: from here, both are no more than points.
  static constexpr double farthest = 0x1p60;
  static constexpr int dives = 12;
  /// Up to this part of the size, what decides is whether boxes are apart by their faces. For more
  /// the directions of their centres tell more, and order does.
  static constexpr double small_limit = 0x1p-10;
  static constexpr int most_candidates = 512;
  static constexpr int stack_room = 4096;

  /// The parts of a compound meet another body as a whole.
  static const TreeView& tree_for(Body& body, const Body& other) {
    const bool parts = other.kind() == Body::Kind::compound;
    return parts && body.kind() != Body::Kind::compound ? body.outline() : body.tree();
  }
  static std::int32_t child(const WideNode* nodes, std::int32_t slot) {
    return slot < 0 ? 0 : nodes[slot >> 2].child[slot & 3];
  }

  void push(const Entry& entry) { stack_[size_++] = entry; }

  /// What a pair of volumes or elements at this distance, in units here, has at least in the world.
  double world(double bound) const {
    return bound * to_world_ - place_.rounding * tree_a_.unit * (1 + 0x1p-40);
  }
  void update_limit() {
    quest_limit_ = quest_.limit();
    limit_ = (quest_limit_ / tree_a_.unit + place_.rounding) / place_.shrink * (1 + 0x1p-40);
    limit_ = std::min(limit_, 0x1p400);
    // Floats tell little of what is closer than this, but whether it is apart at all.
    fine_ = place_.size > 256 || (limit_ < 0x1p-12 * place_.size && limit_ > 0x1p-40 * place_.size);
  }
  void check_limit() {
    if (quest_.limit() != quest_limit_) update_limit();
  }

  /// Opens a pair: its near children end on the stack, the nearest on top. Are there any?
  bool open(const Entry& entry) {
    if (entry.bound >= limit_) {
      quest_.leave_out(world(entry.bound));
      return false;
    }
    const std::int32_t ca = child(nodes_a_, entry.a), cb = child(nodes_b_, entry.b);
    if (ca < 0 && cb < 0) {
      leaf_pair(~ca, ~cb);
      check_limit();
      return false;
    }
    const int before = size_;
    expand<false>(entry, ca, cb);
    return size_ > before;
  }

  template <bool deciding>
  void expand(const Entry& entry, std::int32_t ca, std::int32_t cb) {
    const bool whole_a = ca >= 0, whole_b = cb >= 0;
    VolumePairs pairs;
    const WideNode &a = nodes_a_[whole_a ? ca : entry.a >> 2],
                   &b = nodes_b_[whole_b ? cb : entry.b >> 2];
    const int slot_a = whole_a ? -1 : entry.a & 3, slot_b = whole_b ? -1 : entry.b & 3;
    if constexpr (deciding) {
      kernels_.close(map_, a, slot_a, b, slot_b, limit_, pairs);
    } else {
      kernels_.bounds(map_, a, slot_a, b, slot_b, limit_, fine_, pairs, left_out_);
    }
    quest_.counts.node_pairs += (whole_a ? 4 : 1) * (whole_b ? 4 : 1);
    Entry* const first = stack_.data() + size_;
    Entry *end = first, *nearest = first;
    for (unsigned near = pairs.near; near; near &= near - 1) {
      const int k = std::countr_zero(near);
      const Entry next{whole_a ? 4 * ca + (k >> 2) : entry.a, whole_b ? 4 * cb + (k & 3) : entry.b,
                       deciding ? pairs.bound[k] : std::max<double>(pairs.bound[k], entry.bound)};
      if (child(nodes_a_, next.a) == WideNode::nothing) continue;
      if (child(nodes_b_, next.b) == WideNode::nothing) continue;
      Entry* at = end++;
      if constexpr (deciding) {  // the first hit is the end, so all are in order
        for (; at > first && at[-1].bound < next.bound; --at) *at = at[-1];
      } else if (at == first || next.bound < nearest->bound) {
        nearest = at;
      }
      *at = next;
    }
    if (!deciding && end > first) std::swap(*nearest, end[-1]);
    size_ = static_cast<int>(end - stack_.data());
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
    const Group &ga = tree_a_.groups[leaf_a], &gb = tree_b_.groups[leaf_b];
    Eigen::Vector3d apart = place_.translation;
    for (int k = 0; k < 3; ++k) {
      apart[k] += (place_.rotation(k, 0) * gb.origin[0] + place_.rotation(k, 1) * gb.origin[1]) +
                  (place_.rotation(k, 2) * gb.origin[2] - ga.origin[k]);
    }
    const double reach_b = gb.reach * place_.scale;
    const double inner = 4 * 0x1p-24 * (ga.reach + reach_b) + 2 * place_.slack;
    // The sum of the components will do for the length here, and takes no root.
    const double rough = 16 * 0x1p-24 * (ga.reach + reach_b + apart.lpNorm<1>()) + inner;
    if (witness_.dot(apart) - rough >= limit_ && slab_tells(ga, gb, apart, rough)) return;
    const double local = ga.reach + reach_b + apart.norm();
    near_pairs(ga, gb, apart, 16 * (fine_ ? 0x1p-53 : 0x1p-24) * local + inner);
  }

  /// Are all triangles of the groups proved apart by the direction in which the nearest pair so far
  /// is apart? That is cheap, and true of most groups whose volumes are near.
  bool slab_tells(const Group& ga, const Group& gb, const Eigen::Vector3d& apart, double slack) {
    const double high = kernels_.highest(ga, witness_a_), low = kernels_.lowest(gb, witness_b_);
    const double thickness = ga.thickness + gb.thickness * place_.scale;
    const double bound = (witness_.dot(apart) + (low - high)) - slack - thickness;
    if (!(bound >= limit_)) return false;
    quest_.leave_out(world(bound));
    return true;
  }
  void near_pairs(const Group& ga, const Group& gb, const Eigen::Vector3d& apart, double slack) {
    ElementPairs pairs;
    const double thickness = ga.thickness + gb.thickness * place_.scale;
    const double limit = thickness > 0 ? static_cast<double>(WideNode::far) : limit_;
    kernels_.elements(map_, ga, gb, apart.data(), slack, limit, fine_, pairs, left_out_);
    quest_.counts.triangle_pairs += ga.count() * gb.count();
    for (unsigned near = pairs.near; near; near &= near - 1) {
      const int k = std::countr_zero(near);
      if (take(ga.element[k >> 2], gb.element[k & 3], pairs.lower[k], pairs.upper[k])) {
        set_witness({pairs.towards[0][k], pairs.towards[1][k], pairs.towards[2][k]});
      }
    }
  }

  /// Of length at most one, so that what it separates is at least as far apart as it says.
  void set_witness(const Eigen::Vector3d& towards) {
    witness_ = towards * (1 - 0x1p-20);
    const Eigen::Vector3d back = place_.rotation.transpose() * witness_;
    for (int k = 0; k < 3; ++k) {
      witness_a_[k] = static_cast<float>(witness_[k]);
      witness_b_[k] = static_cast<float>(back[k]);
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
  Eigen::Vector3d witness_ = Eigen::Vector3d::Zero();
  float witness_a_[3], witness_b_[3];
  LeftOut left_out_;
  int size_ = 0, candidates_ = 0;
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
