// SPDX-License-Identifier: BSD-3-Clause
#include "convex/plain_ways.hpp"

#include <new>

#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/plain_boxes.cpp"
#include <hwy/foreach_target.h>

#include "convex/plain_answer-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// Two boxes, each in the axes of the other, and the near points that the widest gap suggests.
///
/// Of the gaps along the normals of faces and of pairs of edges, the widest is the distance, if
/// the near points are inside of such a face or such edges. If not, it still tells which vertex or
/// edge is near; its near point on the other box is then found by clamping coordinates. That is a
/// guess, nearly always right; whether it is, the plane normal to the near points tells.
class BoxPair {
 public:
  HWY_INLINE BoxPair(const Pose& pose_a, Three half_a, const Pose& pose_b, Three half_b)
      : pose_{&pose_a, &pose_b}, half_{half_a, half_b} {
    rows_of(pose_a, row_[0]);
    rows_of(pose_b, row_[1]);
    for (int k = 0; k < 3; ++k) {
      const double* other = column(1, k);
      seen_[0][k] = row_[0][0] * Three::of(other[0]) +
                    (row_[0][1] * Three::of(other[1]) + row_[0][2] * Three::of(other[2]));
    }
    transpose(seen_[0], seen_[1]);
    const double *here = pose_a.translation.data(), *there = pose_b.translation.data();
    const auto way = [&](int k) HWY_ATTR { return Three::of(there[k]) - Three::of(here[k]); };
    centre_[0] = row_[0][0] * way(0) + (row_[0][1] * way(1) + row_[0][2] * way(2));
    centre_[1] = Three::of(0) - combined(seen_[1], centre_[0]);
  }

  /// From the centre of each box to its near point, in its own axes. Either one of them is a corner
  /// and the other on box `moving`; or they are on edges, and `edges` is normal to both.
  struct Guess {
    Three local[2], edges;
    double over_edges;  ///< one over its length
    int moving;
  };

  /// False if there is no gap.
  HWY_INLINE bool guess(Guess& g) {
    widest_ = widest_gap();
    if (!(widest_ > 0)) return false;
    const auto [group, k] = number();
    if (group < 2) {
      HWY_ALIGN double centre[2][4];
      centre_[0].store(centre[0]);
      centre_[1].store(centre[1]);
      const Three away =
          with_sign_of_product(half_[1 - group], seen_[1 - group][k], Three::of(centre[group][k]));
      beside_corner(group, Three::of(0) - away, g);
    } else {
      beside_edges(group - 2, k, g);
    }
    return true;
  }

  /// After that: is the widest gap next to nothing, or as little negative?
  HWY_INLINE bool flush() const {
    const double all =
        ((half_[0] * half_[0] + half_[1] * half_[1]) + centre_[0] * centre_[0]).sum();
    return std::abs(widest_) <= 0x1p-88 * all;
  }

  HWY_INLINE Three in_world(int box, Three local) const {
    const Three axes[3] = {Three::load(column(box, 0)), Three::load(column(box, 1)),
                           Three::load(column(box, 2))};
    return combined(axes, local);
  }
  /// How far both boxes reach along q and against it, but for the offset: the sum of this.
  HWY_INLINE Three reach(Three q) const {
    return size(combined(row_[0], q)) * half_[0] + size(combined(row_[1], q)) * half_[1];
  }

  /// Of faces or edges that are flush, a corner may be beside what it was said to be near: then the
  /// point of its own box that is nearest to where that ends is. False if there is no corner.
  HWY_INLINE bool slide(Guess& g) const {
    if (g.moving >= none) return false;
    const int other = 1 - g.moving;
    g.local[other] = clamped(other, g.local[g.moving]);
    g.moving = both;
    return true;
  }

  /// Nearer to the near points, v being the way between what was guessed, where transposes are not
  /// quite inverses; what is left becomes |R^T R - I| times less, or that over the sine squared.
  HWY_INLINE void approach(Guess& g, Three v) const {
    if (g.moving == 0) {
      g.local[0] = within(0, g.local[0] - combined(row_[0], v));
    } else if (g.moving == 1) {
      g.local[1] = within(1, g.local[1] + combined(row_[1], v));
    } else if (g.moving == none) {
      const auto [group, j] = number();
      const int i = group - 2;
      const Three e = Three::load(column(0, i)), f = Three::load(column(1, j));
      const double along_e = (e * v).sum(), along_f = (f * v).sum(), cosine = (e * f).sum();
      const double s = (cosine * along_f - along_e) * over_sine_[i][j];
      const double t = (along_f - cosine * along_e) * over_sine_[i][j];
      g.local[0] = within(0, g.local[0] + axis(i) * s);
      g.local[1] = within(1, g.local[1] + axis(j) * t);
    }
  }

  /// A direction from B to A, and one over its length.
  struct Direction {
    Three q;
    double to_unit;
  };
  /// That of v, the way between the near points. A short one is known to few digits: it is taken
  /// without what is left of it along the edges or faces that the points may move on. As that is no
  /// more than points may show, what remains is as long.
  HWY_INLINE Direction direction(const Guess& g, Three v, double length, bool is_short) const {
    if (!is_short) return {v, 1 / length};
    if (g.moving == none) return {g.edges, g.over_edges};
    if (g.moving != both) return {without_free(g, g.moving, v), 1 / length};
    return {without_free(g, 1, without_free(g, 0, v)), 1 / length};
  }

 private:
  static constexpr int none = 2, both = 3;

  HWY_INLINE Three without_free(const Guess& g, int box, Three v) const {
    const Three along = where_below(size(g.local[box]), half_[box], combined(row_[box], v));
    return v - in_world(box, along);
  }

  HWY_INLINE const double* column(int box, int k) const {
    return pose_[box]->rotation.data() + 3 * k;
  }
  HWY_INLINE static void rows_of(const Pose& pose, Three (&row)[3]) {
    const double* r = pose.rotation.data();
    transpose({Three::load(r), Three::load(r + 3), Three::load(r + 6)}, row);
  }

  /// Of the widest gap: a face of A or B, or an edge of A with one of B.
  struct Number {
    int group, k;
  };
  HWY_INLINE Number number() const {
    const auto bits = std::bit_cast<std::uint64_t>(widest_);
    return {static_cast<int>(bits >> 2 & 7), static_cast<int>(bits & 3)};
  }

  /// The square of the widest gap, with its sign and, in the last five bits, its number: faces of
  /// A, faces of B, edges of A with each of B.
  HWY_INLINE double widest_gap() {
    const Three(&c)[3] = seen_[0], (&d)[3] = seen_[1];
    const Three abs_c[3] = {size(c[0]), size(c[1]), size(c[2])};
    const Three abs_d[3] = {size(d[0]), size(d[1]), size(d[2])};
    const Three gap_a = (size(centre_[0]) - half_[0]) - combined(abs_c, half_[1]);
    const Three gap_b = (size(centre_[1]) - half_[1]) - combined(abs_d, half_[0]);
    const Three o[3] = {centre_[0].spread<0>(), centre_[0].spread<1>(), centre_[0].spread<2>()};
    const Three h[3] = {half_[0].spread<0>(), half_[0].spread<1>(), half_[0].spread<2>()};
    const Three next = half_[1].rotated(), last = next.rotated();
    const Three reach_of_all = (h[0] + (h[1] + h[2])) + (half_[1] + (next + last));
    const auto edges = [&](int i, int j, int k) HWY_ATTR {  // i and the two axes after it
      // Parallel edges have nothing to say.
      const Three sine = Three::of(1) - d[i] * d[i], least = Three::of(0x1p-26);
      const Three over_sine = Three::of(1) / larger(sine, least);
      const Three across = d[j] * o[k] - d[k] * o[j];
      const Three turned = abs_d[i].rotated();
      const Three reach_a = abs_d[k] * h[j] + abs_d[j] * h[k];
      const Three reach_b = turned * last + turned.rotated() * next;
      const Three silent = where_below(sine, least, reach_of_all);
      const Three gap = (size(across) - (reach_a + reach_b)) - silent;
      over_sine.store(over_sine_[i]);
      across.store(across_[i]);
      return (gap * size(gap)) * over_sine;
    };
    const Three faces = larger(numbered<0>(gap_a * size(gap_a)), numbered<4>(gap_b * size(gap_b)));
    const Three some = larger(numbered<8>(edges(0, 1, 2)), numbered<12>(edges(1, 2, 0)));
    return largest(larger(larger(faces, numbered<16>(edges(2, 0, 1))), some));
  }

  /// A corner of the other box, and the point of this one that is nearest to it.
  HWY_INLINE void beside_corner(int box, Three corner, Guess& g) const {
    g.local[box] = clamped(box, corner);
    g.local[1 - box] = corner;
    g.moving = box;
  }
  /// The point of a box that is nearest to one that the other has.
  HWY_INLINE Three clamped(int box, Three of_other) const {
    return within(box, centre_[box] + combined(seen_[box], of_other));
  }
  HWY_INLINE Three within(int box, Three local) const {
    return larger(smaller(local, half_[box]), Three::of(0) - half_[box]);
  }
  HWY_INLINE static Three axis(int k) {
    static constexpr double unit[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    return Three::load(unit[k]);
  }

  /// Edges along axis i of A and j of B.
  HWY_INLINE void beside_edges(int i, int j, Guess& g) const {
    const Three along_a = axis(i), along_b = axis(j);
    const Three a_seen = seen_[1][i], b_seen = seen_[0][j];
    // Their middles: as far along or against the common normal as the boxes reach.
    const double side = std::copysign(1.0, across_[i][j]);
    const Three middle_a =
        with_sign(half_[0], cross(along_a, b_seen) * side) * (Three::of(1) - along_a);
    const Three middle_b =
        with_sign(half_[1], cross(along_b, a_seen) * side) * (Three::of(1) - along_b);
    HWY_ALIGN double number[5][4];
    centre_[0].store(number[0]);
    centre_[1].store(number[1]);
    half_[0].store(number[2]);
    half_[1].store(number[3]);
    a_seen.store(number[4]);
    const double cosine = number[4][j], half_a = number[2][i], half_b = number[3][j];
    const double at_a = number[0][i] + (a_seen * middle_b).sum();
    const double at_b = number[1][j] + (b_seen * middle_a).sum();
    double s = (at_a + cosine * at_b) * over_sine_[i][j], t = s * cosine + at_b;
    if (std::abs(s) < half_a && std::abs(t) < half_b) {
      g.local[0] = middle_a + along_a * s;
      g.local[1] = middle_b + along_b * t;
      g.moving = none;
      g.edges = cross(Three::load(column(1, j)), Three::load(column(0, i))) * side;
      g.over_edges = 1 / std::sqrt((g.edges * g.edges).sum());
      return;
    }
    if (!(std::abs(s) < half_a)) {
      s = std::copysign(half_a, s);
      t = s * cosine + at_b;
      if (std::abs(t) < half_b) return beside_corner(1, middle_a + along_a * s, g);
    }
    beside_corner(0, middle_b + along_b * std::copysign(half_b, t), g);
  }

  const Pose* pose_[2];
  double widest_;
  Three half_[2];
  Three row_[2][3];                   // of the rotations
  Three seen_[2][3], centre_[2];      // of the other box, in this one's axes
  HWY_ALIGN double over_sine_[3][4];  // of edge i of A and j of B: 1 / sine^2
  HWY_ALIGN double across_[3][4];     // and how far the offset goes along their normal
};

/// As plain_distance() says.
class PlainBoxes {
 public:
  HWY_INLINE PlainBoxes(const double* sides_a, const Pose& pose_a, const double* sides_b,
                        const Pose& pose_b)
      : a_(pose_a),
        b_(pose_b),
        half_{Three::load_three(sides_a) * 0.5, Three::load_three(sides_b) * 0.5},
        offset_(b_.at - a_.at),
        pair_(pose_a, half_[0], pose_b, half_[1]) {}

  HWY_INLINE bool solve() {
    BoxPair::Guess g;
    if (!pair_.guess(g) || pair_.flush() || !rigid(a_, b_)) return false;
    if (!prove(g)) {
      if (!rotate_exactly(a_, b_)) {
        for (int round = 0; round < 2; ++round) pair_.approach(g, way(g));
        if (!prove(g)) return false;
      } else if (!pair_.slide(g) || !prove(g)) {
        return false;
      }
    }
    BoxCarriers both;
    both.add(0, g.local[0], half_[0]);
    both.add(4, g.local[1], half_[1]);
    carriers_ = both.result();
    return carriers_.size > 0;
  }
  /// If not: do they seem to touch?
  HWY_INLINE bool flush() const { return pair_.flush(); }
  /// After that; written once and to where it is wanted.
  HWY_INLINE Distance answer() const {
    Distance d;
    d.lower = lower_;
    d.upper = upper_;
    point_a_.store_three(d.point_a.data());
    point_b_.store_three(d.point_b.data());
    normal_.store_three(d.normal.data());
    carriers_.write(d.witness);
    d.status = Status::separated;
    d.optimality = optimality_;
    d.support_calls = 1;
    return d;
  }

  HWY_INLINE void signed_answer(Penetration& p) const {
    // What the points show; `upper` has what rounding may have lost besides.
    const double shown = ((point_b_ - point_a_) * normal_).sum();
    p.signed_distance = std::min(std::max(shown, lower_), upper_);
    p.lower = lower_;
    p.upper = upper_;
    point_a_.store_three(p.point_a.data());
    point_b_.store_three(p.point_b.data());
    normal_.store_three(p.direction.data());
    carriers_.write(p.witness);
    p.status = Status::separated;
    p.support_calls = 1;
  }

 private:
  static constexpr double u = unit_roundoff;
  /// As a part of S: below the first, v is left to others; below the second, it is short.
  static constexpr double shortest = 0x1p-20, short_of = 0.125;

  HWY_INLINE PlainSize measure(double& smaller) const {
    double length[4];
    lengths(half_[0], half_[1], offset_, offset_, length);
    smaller = std::min(length[0], length[1]);
    return {length[0] + length[1], 0, length[2]};
  }

  HWY_INLINE Three way(const BoxPair::Guess& g) const {
    return (combined(a_.column, g.local[0]) - combined(b_.column, g.local[1])) - offset_;
  }

  /// As PlainGjk::publish().
  HWY_INLINE bool prove(const BoxPair::Guess& g) {
    double smaller;
    const PlainSize m = measure(smaller);
    const Three at_a = combined(a_.column, g.local[0]), at_b = combined(b_.column, g.local[1]);
    const Three v = (at_a - at_b) - offset_, a = a_.at + at_a, b = a - v;
    double length[4];
    lengths(v, a, b, v, length);
    const double apart = length[0], far_a = length[1], far_b = length[2];
    const auto [q, to_unit] = pair_.direction(g, v, apart, !(apart > short_of * m.all));
    const Three n = Three::of(0) - q * to_unit;  // no negative zeros
    const double value = (pair_.reach(q) + q * offset_).sum() * -to_unit;

    const double between = std::min(m.extent, m.gap + apart);
    const double error = u * (3.8 * m.extent + between + m.gap + 1.1 * apart);
    const PlainShown shown(error, error - u * (3.8 * smaller), apart, far_a, far_b, m.all);
    const Three askew = v + n * apart;
    const double left = shown.all - ((shown.upper_error - shown.outward) + 2 * u * apart);
    const double allowed = std::min(16 * m.unit, left);
    const double lower = value - (12 * m.unit + 6 * u * apart);
    const bool proved = m.usual() && apart > shortest * m.all && lower > 0 &&
                        apart - value <= PlainMeasure::closed * m.unit;
    if (!(proved && allowed > 0 && (askew * askew).sum() <= allowed * allowed)) return false;
    point_a_ = a;
    point_b_ = b + n * shown.outward;
    normal_ = n;
    lower_ = lower;
    upper_ = apart + shown.upper_error;
    optimality_ = std::max(0.0, apart * (apart - value));
    return true;
  }

  const Placed a_, b_;
  const Three half_[2], offset_;
  BoxPair pair_;
  Three point_a_, point_b_, normal_;
  double lower_, upper_, optimality_;
  Carriers carriers_;
};

/// If they are in contact; and by a search, as polytopes of eight vertices.
bool BoxesInContact(const PlainBody& a, const Pose& pose_a, const PlainBody& b, const Pose& pose_b,
                    Distance& d);
bool EightAndEight(const PlainBody& a, const Pose& pose_a, const PlainBody& b, const Pose& pose_b,
                   Tracker* tracker, Distance& d);

/// Where a guess was no answer. A search is sooner done with what overlaps, but where that is
/// flush, or next to it, or too regular, it has no answer.
HWY_INLINE bool other_boxes(bool flush, const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                            const Pose& pose_b, Tracker* tracker, Distance& d) {
  if (flush && BoxesInContact(a, pose_a, b, pose_b, d)) return remembered(d, tracker);
  if (EightAndEight(a, pose_a, b, pose_b, tracker, d)) return true;
  Distance in_contact;  // d has what plain_contact() goes on with
  if (flush || !BoxesInContact(a, pose_a, b, pose_b, in_contact)) return false;
  d = in_contact;
  return remembered(d, tracker);
}

/// Boxes that were tracked before have something better to start from.
APART_FLATTEN bool BoxAndBox(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                             const Pose& pose_b, Tracker* tracker, Distance& d) {
  if (tracker && tracker->size > 0) return EightAndEight(a, pose_a, b, pose_b, tracker, d);
  PlainBoxes boxes(a.sides, pose_a, b.sides, pose_b);
  if (!boxes.solve()) return other_boxes(boxes.flush(), a, pose_a, b, pose_b, tracker, d);
  d = boxes.answer();
  return remembered(d, tracker);
}

APART_OUT_OF_LINE Distance other_boxes(bool flush, const Box& box_a, const Pose& pose_a,
                                       const Box& box_b, const Pose& pose_b, Otherwise* otherwise) {
  Distance d;  // the only thing returned: it is made where the caller wants it
  if (!other_boxes(flush, PlainBody(box_a), pose_a, PlainBody(box_b), pose_b, nullptr, d)) {
    new (&d) Distance(otherwise(box_a, pose_a, box_b, pose_b));
  }
  return d;
}

APART_FLATTEN Distance TwoBoxes(const void* a, const Pose& pose_a, const void* b,
                                const Pose& pose_b, Otherwise* otherwise) {
  const Box &box_a = *static_cast<const Box*>(a), &box_b = *static_cast<const Box*>(b);
  PlainBoxes boxes(box_a.size().data(), pose_a, box_b.size().data(), pose_b);
  if (boxes.solve()) return boxes.answer();
  return other_boxes(boxes.flush(), box_a, pose_a, box_b, pose_b, otherwise);
}

/// If they are apart.
APART_FLATTEN bool SignedTwoBoxes(const void* a, const Pose& pose_a, const void* b,
                                  const Pose& pose_b, Penetration& p) {
  const Box &box_a = *static_cast<const Box*>(a), &box_b = *static_cast<const Box*>(b);
  PlainBoxes boxes(box_a.size().data(), pose_a, box_b.size().data(), pose_b);
  if (!boxes.solve()) return false;
  boxes.signed_answer(p);
  return true;
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

APART_PLAIN_WAY(box_and_box, BoxAndBox)
APART_DIRECT_WAY(two_boxes, TwoBoxes)

}  // namespace apart
#endif
