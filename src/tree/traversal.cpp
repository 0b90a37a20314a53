// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>

#include "tree/compound_data.hpp"
#include "tree/quest.hpp"

#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/traversal.cpp"
#include <hwy/foreach_target.h>

#include "tree/bounds-inl.hpp"
#include "tree/triangles-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// Where b's tree is, seen from a's, in a's units; and what rounding may have made of it.
struct Placement {
  Eigen::Matrix3d rotation;
  Eigen::Vector3d translation;
  double scale;     ///< unit of b in units of a
  double size;      ///< bound on all coordinates: S of docs/certificate.md in units of a
  double slack;     ///< bound on the error of the map itself
  double shrink;    ///< distances in the world are at least this times those here times the unit
  double rounding;  ///< of both bodies, in units of a

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
    size *= 1 + 1e-5;
    rounding = (a.rounding().hi + b.rounding().hi) / ta.unit * (1 + 0x1p-45);
  }
};

/// The same in floats or doubles, as the loops use it.
template <class Real>
struct Frame {
  Real rotation[9], translation[3], scale, slack;

  explicit Frame(const Placement& p) {
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) rotation[3 * i + k] = static_cast<Real>(p.rotation(i, k));
      translation[i] = static_cast<Real>(p.translation[i]);
    }
    scale = static_cast<Real>(p.scale);
    constexpr double eps = sizeof(Real) == 4 ? 0x1p-24 : 0x1p-53;
    slack = static_cast<Real>((64 * eps * p.size + p.slack) * (1 + 0x1p-20));
  }
};

/// A search of two trees, both opened at a time: greedy dives first, for a good upper bound, then
/// depth first. See docs/notes/mesh-search.md.
class Traversal {
 public:
  Traversal(Quest& quest, Body& a, Body& b)
      : quest_(quest),
        a_(a),
        b_(b),
        tree_a_(tree_for(a, b)),
        tree_b_(tree_for(b, a)),
        nodes_a_(tree_a_.nodes.data()),
        nodes_b_(tree_b_.nodes.data()),
        place_(a, tree_a_, b, tree_b_),
        single_(place_),
        wide_(place_),
        to_world_(tree_a_.unit * place_.shrink) {
    update_limit();
  }

  void run() {
    push({-1, -1, -static_cast<double>(WideNode::far)});
    for (int dive = 0; dive < dives && size_ > 0 && size_ < stack_room / 4 && !quest_.done();
         ++dive) {
      int best = 0;
      for (int k = 1; k < size_; ++k) {
        if (stack_[k].bound < stack_[best].bound) best = k;
      }
      Entry entry = stack_[best];
      stack_[best] = stack_[--size_];
      while (open(entry)) entry = stack_[--size_];
    }
    std::sort(stack_.begin(), stack_.begin() + size_,
              [](const Entry& x, const Entry& y) { return x.bound > y.bound; });
    while (size_ > 0 && !quest_.done()) {
      const Entry entry = stack_[--size_];
      open(entry);
    }
    if (!quest_.done()) settle_candidates();
  }

 private:
  /// Slots are 4 * node + lane; -1 is the root, of which all is known.
  struct Entry {
    std::int32_t a, b;
    double bound;
  };
  struct Candidate {
    std::int32_t a, b;
    double lower;
  };
  static constexpr int dives = 12;
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
    limit_ = std::min(limit_, static_cast<double>(WideNode::far) / 2);
    // Floats tell little of what is closer than this.
    fine_ = place_.size > 256 || limit_ < 0x1p-12 * place_.size;
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
    if (fine_) {
      expand<double>(entry, ca, cb);
    } else {
      expand<float>(entry, ca, cb);
    }
    std::sort(stack_.begin() + before, stack_.begin() + size_,
              [](const Entry& x, const Entry& y) { return x.bound > y.bound; });
    return size_ > before;
  }

  template <class Real>
  const Frame<Real>& frame() const {
    if constexpr (sizeof(Real) == 4) {
      return single_;
    } else {
      return wide_;
    }
  }

  /// The volume in one slot as the first of four.
  template <class Real>
  static void only(const WideNode& node, int slot, Volumes<Real>& to) {
    const auto* from =
        reinterpret_cast<const float(*)[4]>(&static_cast<const Volumes<float>&>(node));
    auto* into = reinterpret_cast<Real(*)[4]>(&to);
    for (std::size_t k = 0; k < sizeof(Volumes<float>) / sizeof(float[4]); ++k) {
      for (int i = 0; i < 4; ++i) into[k][i] = static_cast<Real>(from[k][slot]);
    }
  }
  template <class Real>
  static void all(const WideNode& node, Volumes<Real>& to) {
    const auto* from =
        reinterpret_cast<const float(*)[4]>(&static_cast<const Volumes<float>&>(node));
    auto* into = reinterpret_cast<Real(*)[4]>(&to);
    for (std::size_t k = 0; k < sizeof(Volumes<float>) / sizeof(float[4]); ++k) {
      for (int i = 0; i < 4; ++i) into[k][i] = static_cast<Real>(from[k][i]);
    }
  }

  template <class Real>
  HWY_NOINLINE void expand(const Entry& entry, std::int32_t ca, std::int32_t cb) {
    Volumes<Real> room_a, room_b;
    const Volumes<Real>* va = &room_a;
    const bool whole_a = ca >= 0, whole_b = cb >= 0;
    if (!whole_a) {
      only(nodes_a_[entry.a >> 2], entry.a & 3, room_a);
    } else if constexpr (sizeof(Real) == 4) {
      va = &nodes_a_[ca];
    } else {
      all(nodes_a_[ca], room_a);
    }
    const auto& f = frame<Real>();
    if (whole_b) {
      MapVolumes(f.rotation, f.translation, f.scale, nodes_b_[cb], room_b);
    } else {
      Volumes<float> one;
      only(nodes_b_[entry.b >> 2], entry.b & 3, one);
      MapVolumes(f.rotation, f.translation, f.scale, one, room_b);
    }
    HWY_ALIGN Real bound[16];
    LowerBounds(*va, room_b, f.slack, limit_ < refine_below, bound);
    const int rows = whole_a ? 4 : 1, columns = whole_b ? 4 : 1;
    quest_.counts.node_pairs += rows * columns;
    double left_out = limit_;
    bool any = false;
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        const double d = static_cast<double>(bound[4 * i + j]);
        if (d >= limit_) {
          if (d < static_cast<double>(WideNode::far) / 4 && (!any || d < left_out)) {
            left_out = d;
            any = true;
          }
          continue;
        }
        const std::int32_t a = whole_a ? 4 * ca + i : entry.a, b = whole_b ? 4 * cb + j : entry.b;
        push({a, b, std::max(d, entry.bound)});
      }
    }
    if (any) quest_.leave_out(world(left_out));
  }

  void leaf_pair(std::int32_t leaf_a, std::int32_t leaf_b) {
    if (tree_a_.groups && tree_b_.groups) return group_pair(leaf_a, leaf_b);
    visit_pieces(a_, tree_a_, leaf_a, [&](Body* part_a, int element_a) {
      visit_pieces(b_, tree_b_, leaf_b, [&](Body* part_b, int element_b) {
        if (part_a || part_b) {
          quest_.meet(part_a ? *part_a : a_, part_b ? *part_b : b_);
        } else {
          quest_.meet_elements(a_, element_a, b_, element_b);
        }
      });
    });
  }

  /// Calls visit(part, -) for the parts of a compound, visit(null, element) elsewhere.
  template <class Visit>
  static void visit_pieces(const Body& body, const TreeView& tree, std::int32_t leaf, Visit visit) {
    for (int k = 0; k < tree.leaf_size; ++k) {
      const std::int32_t e = tree.element[leaf * tree.leaf_size + k];
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
    const double local = ga.reach + reach_b + apart.norm();
    const double inner = 4 * 0x1p-24 * (ga.reach + reach_b) + 2 * place_.slack;
    const double single = 16 * 0x1p-24 * local + inner;
    if (witness_.dot(apart) - single >= limit_ && slab_tells(ga, gb, apart, single)) return;
    if (fine_) {
      near_pairs<double>(ga, gb, apart, 16 * 0x1p-53 * local + inner);
    } else {
      near_pairs<float>(ga, gb, apart, single);
    }
  }

  /// Are all triangles of the groups proved apart by the direction in which the nearest pair so far
  /// is apart? That is cheap, and true of most groups whose volumes are near.
  HWY_INLINE bool slab_tells(const Group& ga, const Group& gb, const Eigen::Vector3d& apart,
                             double slack) {
    const double high = extreme(ga, witness_a_, false), low = extreme(gb, witness_b_, true);
    const double thickness = ga.thickness + gb.thickness * place_.scale;
    const double bound = (witness_.dot(apart) + (low - high)) - slack - thickness;
    if (!(bound >= limit_)) return false;
    quest_.leave_out(world(bound));
    return true;
  }
  HWY_INLINE static double extreme(const Group& group, const float* n, bool least) {
    using Q = Quad<float>;
    const typename Q::Tag tag;
    HWY_ALIGN float value[4];
    for (int p = 0; p < Q::parts; ++p) {
      const auto along = [&](int k) {
        const auto term = [&](int c) {
          return hn::Mul(hn::Set(tag, n[c]), hn::LoadU(tag, group.corner[k][c] + p * Q::lanes));
        };
        return hn::Add(term(0), hn::Add(term(1), term(2)));
      };
      const auto v0 = along(0), v1 = along(1), v2 = along(2);
      const auto best = least ? hn::Min(v0, hn::Min(v1, v2)) : hn::Max(v0, hn::Max(v1, v2));
      hn::StoreU(best, tag, value + p * Q::lanes);
    }
    const float x = least ? std::min(value[0], value[1]) : std::max(value[0], value[1]);
    const float y = least ? std::min(value[2], value[3]) : std::max(value[2], value[3]);
    return static_cast<double>(least ? std::min(x, y) : std::max(x, y));
  }

  template <class Real>
  HWY_NOINLINE void near_pairs(const Group& ga, const Group& gb, const Eigen::Vector3d& apart,
                               double slack) {
    const auto& f = frame<Real>();
    Corners<Real> a, b;
    const Real offset[3] = {static_cast<Real>(apart[0]), static_cast<Real>(apart[1]),
                            static_cast<Real>(apart[2])};
    for (int k = 0; k < 3; ++k) {
      for (int c = 0; c < 3; ++c) {
        for (int i = 0; i < 4; ++i) a[k][c][i] = static_cast<Real>(ga.corner[k][c][i]);
      }
      Map(f.rotation, offset, gb.corner[k], b[k]);
    }
    NearPairs<Real> near;
    FindNearPairs(a, b, static_cast<Real>(slack * (1 + 0x1p-20)), near);
    quest_.counts.triangle_pairs += ga.count * gb.count;
    for (int i = 0; i < ga.count; ++i) {
      for (int j = 0; j < gb.count; ++j) {
        const int at = 4 * i + j;
        const auto lower = static_cast<double>(near.lower[at]);
        const auto upper = static_cast<double>(near.upper[at]);
        if (take(ga.element[i], gb.element[j], lower, upper)) {
          set_witness({static_cast<double>(near.towards[0][at]),
                       static_cast<double>(near.towards[1][at]),
                       static_cast<double>(near.towards[2][at])});
        }
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
    if (nearest) {
      nearest_upper_ = upper;
      nearest_ = {a, b, lower};
      quest_.hint((upper - place_.rounding * (1 - 0x1p-40)) * unit * (2 - place_.shrink));
      check_limit();
    }
    if (world(lower) <= 0) {  // they may well have a point in common, which would be the end
      quest_.meet_elements(a_, a, b_, b);
      check_limit();
    } else {
      if (candidates_ == most_candidates) make_room();
      candidate_[candidates_++] = {a, b, lower};
    }
    return nearest;
  }

  void sort_candidates() {
    std::sort(candidate_.begin(), candidate_.begin() + candidates_,
              [](const Candidate& x, const Candidate& y) {
                if (x.lower != y.lower) return x.lower < y.lower;
                return x.a != y.a ? x.a < y.a : x.b < y.b;
              });
  }
  void make_room() {
    int kept = 0;
    for (int k = 0; k < candidates_; ++k) {
      if (candidate_[k].lower >= limit_) {
        quest_.leave_out(world(candidate_[k].lower));
      } else {
        candidate_[kept++] = candidate_[k];
      }
    }
    candidates_ = kept;
    if (candidates_ > most_candidates / 2) settle_candidates();
  }
  HWY_NOINLINE void settle_candidates() {
    if (nearest_upper_ < settled_upper_) {  // its points are the answer, or nearly so
      settled_upper_ = nearest_upper_;
      quest_.meet_elements(a_, nearest_.a, b_, nearest_.b);
      check_limit();
    }
    sort_candidates();
    for (int k = 0; k < candidates_ && !quest_.done(); ++k) {
      const Candidate& c = candidate_[k];
      if (c.lower >= limit_) {
        quest_.leave_out(world(c.lower));
        break;  // and so are the rest
      }
      if (c.a == nearest_.a && c.b == nearest_.b) continue;
      quest_.meet_elements(a_, c.a, b_, c.b);
      check_limit();
    }
    candidates_ = 0;
  }

  static constexpr double refine_below = 0.05;

  Quest& quest_;
  Body &a_, &b_;
  const TreeView &tree_a_, &tree_b_;
  const WideNode *nodes_a_, *nodes_b_;
  Placement place_;
  Frame<float> single_;
  Frame<double> wide_;
  double to_world_, limit_ = 0, quest_limit_ = 0;
  bool fine_ = false;
  Candidate nearest_{-1, -1, 0};
  double nearest_upper_ = WideNode::far, settled_upper_ = WideNode::far;
  Eigen::Vector3d witness_ = Eigen::Vector3d::Zero();
  float witness_a_[3], witness_b_[3];
  int size_ = 0, candidates_ = 0;
  std::array<Entry, stack_room> stack_;
  std::array<Candidate, most_candidates> candidate_;
};

void Traverse(Quest& quest, Body& a, Body& b) { Traversal(quest, a, b).run(); }

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

HWY_EXPORT(Traverse);

void traverse(Quest& quest, Body& a, Body& b) { HWY_DYNAMIC_DISPATCH(Traverse)(quest, a, b); }

}  // namespace apart
#endif
