// SPDX-License-Identifier: BSD-3-Clause
#include "convex/plain_distance.hpp"

#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/plain_contact.cpp"
#include <hwy/foreach_target.h>

#include "convex/plain_answer-inl.hpp"
#include "convex/plain_gjk-inl.hpp"
#include "convex/zonotope-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// The corners of a polytope, or of a box, however many: directions are turned, and only what is
/// found.
class AnyCorners {
 public:
  static constexpr int most_corners = 8;  // as a rule

  HWY_INLINE AnyCorners(const PlainBody& body, const Pose& pose, double scale)
      : hull_(body.kind == PlainBody::box ? nullptr : body.hull), turn_(pose.rotation, scale) {
    if (!hull_) half_ = Triple{body.sides[0], body.sides[1], body.sides[2]} * 0.5;
  }

  HWY_INLINE bool usual() const { return !hull_ || hull_->centred; }
  HWY_INLINE double slack() const { return hull_ ? hull_->slack : 0; }
  HWY_INLINE int count() const { return hull_ ? hull_->count : 8; }
  HWY_INLINE int given_index(int id) const { return hull_ ? hull_->given_index(id) : id; }

  template <Way way>
  APART_OUT_OF_LINE Farthest choose(Triple q) const {
    const Triple d = turn_.back(q);
    if (hull_) return farthest_of_many<way>(*hull_, Three::of(d));
    const int along = int{d.x > 0} | int{d.y > 0} << 1 | int{d.z > 0} << 2;
    const double reach = dot({std::abs(d.x), std::abs(d.y), std::abs(d.z)}, half_);
    return way == Way::along ? Farthest{along, reach} : Farthest{7 - along, -reach};
  }
  HWY_INLINE Triple place(int id) const { return turn_ * Triple::of(local(id)); }
  HWY_INLINE Vector<double> local(int id) const {
    if (hull_) return hull_->local(id);
    return {id & 1 ? half_.x : -half_.x, id & 2 ? half_.y : -half_.y, id & 4 ? half_.z : -half_.z};
  }

 private:
  const detail::PolytopeData* const hull_;
  const Turn turn_;
  Triple half_{0, 0, 0};
};

/// What a search in double leaves open where v is next to nothing and no tetrahedron has room for
/// the origin: boxes that stand on each other, or about the same centre, or as far in each other as
/// they are long. As Gjk::enclose(), in double and at a distance that double can tell from zero.
class PlainContact : public PlainGjk<AnyCorners, AnyCorners> {
 public:
  HWY_INLINE PlainContact(const AnyCorners& a, const AnyCorners& b, const PlainMeasure& measure,
                          double slack, PlainSimplex& simplex)
      : PlainGjk(a, b, measure, PlainGuess(measure), slack, simplex) {}

  HWY_INLINE bool solve(const Pose& pose_a, const Pose& pose_b, Tracker* tracker, Distance& d) {
    take(d.witness);
    support_calls_ = d.support_calls;
    if (simplex_.size() == 0) return false;
    if (!settle(pose_a, pose_b, d) && !overlaps_askew(pose_a, d)) return false;
    publish_witness(d);
    if (tracker) remember(*tracker);
    return true;
  }

  /// Of boxes: does the plane that is nearest touch, and is a point next to nothing?
  HWY_INLINE bool touch(const Zonotope::Plane& plane, const Zonotope::Carried& point,
                        const Pose& pose_a, const Pose& pose_b, Distance& d) {
    simplex_.clear();
    for (int k = 0; k < point.size; ++k) {
      const int a = point.corner_of_a(k), b = point.corner_of_b(k);
      simplex_.add(difference(a, b), vertex_pair(a, b));
    }
    if (simplex_.size() == 0 || !weigh(pose_a, pose_b)) return false;
    look(plane.normal * -1);
    if (!flush_with_plane() || !publish_touch(pose_a, pose_b, d)) return false;
    publish_witness(d);
    return true;
  }

 private:
  /// From the simplex that the search ended with.
  HWY_INLINE bool settle(const Pose& pose_a, const Pose& pose_b, Distance& d) {
    bool weighed = weigh(pose_a, pose_b);
    if (simplex_.size() == 4 && drop_what_is_idle()) weighed = weigh(pose_a, pose_b);
    if (!weighed && !(off_ <= beside * measure_.unit)) return false;
    const Around around = weighed ? look_around() : look_beside(pose_a, pose_b);
    if (around == Around::inside) publish_common(at_a_, pose_a, d);
    if (around != Around::border) return around == Around::inside;
    return publish_touch(pose_a, pose_b, d) || touch_from_behind(pose_a, pose_b, d);
  }

  /// What the simplex makes up is on the plane, and the origin a little behind it: with what is
  /// deepest there, too.
  APART_OUT_OF_LINE bool touch_from_behind(const Pose& pose_a, const Pose& pose_b, Distance& d) {
    if (simplex_.size() == 4) return false;
    const Triple plane = q_;
    const double value = lower_;
    const Pair behind = look(q_ * -1);
    simplex_.add(difference(behind.a, behind.b), numbered(behind));
    q_ = plane;
    lower_ = value;
    return weigh(pose_a, pose_b) && publish_touch(pose_a, pose_b, d);
  }

  /// From a direction that is in line with nothing. Nearly symmetric bodies have the origin next to
  /// the border of a simplex that begins with the line of their centres, though deep in A - B.
  APART_OUT_OF_LINE bool overlaps_askew(const Pose& pose_a, Distance& d) {
    for (const auto& c : corner) {
      simplex_.clear();
      const End end = search_from(Triple{c[0], c[1], c[2]} * measure_.whole);
      if (end == End::overlap && publish_overlap(pose_a, d)) return true;
      if (end == End::near) return false;
    }
    return false;
  }

  /// In units of u * S: how far v may be off zero, and how far A - B may stand out of a plane that
  /// counts as touching it; to that comes the 12 of the plane.
  static constexpr double nothing = 2, flush = 48;
  /// And how far, for what is around the simplex to be looked for.
  static constexpr double beside = 0x1p24;
  /// As a part of S: where A - B is looked for around the origin.
  static constexpr double aside = 0x1p-20;
  /// Of a regular tetrahedron about the origin, turned so as to be in line with nothing.
  static constexpr double corner[4][3] = {{-0.429, -0.456, 0.780},
                                          {0.017, 0.987, 0.159},
                                          {-0.523, -0.194, -0.830},
                                          {0.935, -0.337, -0.109}};

  HWY_INLINE void take(const Witness& left) {
    for (int k = 0; k < left.size; ++k) {
      const int a = left.vertex_a[k], b = left.vertex_b[k];
      simplex_.add(difference(a, b), vertex_pair(a, b));
    }
  }

  /// What to add to the weights of all points but the last for v to be normal to the edges, or, if
  /// there are three, to vanish.
  HWY_INLINE std::array<double, 3> step(Triple v) const {
    const int last = simplex_.size() - 1;
    if (last == 0) return {0, 0, 0};
    const Triple p = point(last), e = point(0) - p;
    if (last == 1) return {-dot(v, e) / dot(e, e), 0, 0};
    const Triple f = point(1) - p;
    if (last == 3) return Tetrahedron(e, f, point(2) - p).shares(v);
    const Triple n = cross(e, f);
    const double area = dot(n, n);
    return {-dot(cross(f, n), v) / area, -dot(cross(n, e), v) / area, 0};
  }

  /// Weights, none negative, for which v is nothing: by two steps in double, and two that are
  /// nearly exact.
  HWY_INLINE bool weigh(const Pose& pose_a, const Pose& pose_b) {
    std::array<double, 3> weight{0, 0, 0};
    Triple v = point(simplex_.size() - 1);
    for (int round = 0; round < 4; ++round) {
      const std::array<double, 3> more = step(v);
      for (int k = 0; k < 3; ++k) weight[k] = std::max(0.0, on_grid(weight[k] + more[k]));
      double& largest = *std::max_element(weight.begin(), weight.end());
      largest += std::min(0.0, ((1 - weight[0]) - weight[1]) - weight[2]);
      Triple at_b;
      combine(weight, at_a_, at_b);
      v = (at_a_ - at_b) - measure_.offset;
      if (round >= 2) {
        const Near near = nearly_exact<4>(pose_a, pose_b);
        at_a_ = near.at_a;
        v = near.v;
      }
      off_ = norm(v);
      if (off_ <= nothing * measure_.unit) return carries_all();
    }
    return false;
  }

  /// The corner of a tetrahedron that the origin is opposite to, on a face. Is there one?
  HWY_INLINE bool drop_what_is_idle() {
    const auto least = std::min_element(weight_, weight_ + 4);
    if (*least > 0x1p-40) return false;
    simplex_.drop(static_cast<int>(least - weight_));
    return true;
  }
  HWY_INLINE bool carries_all() const {
    const int size = simplex_.size();
    for (int k = 0; k < size; ++k) {
      if (!(weight_[k] >= 0)) return false;
    }
    return true;
  }

  APART_OUT_OF_LINE End search_from(Triple q) {
    return search(q, false, nullptr, [](double) HWY_ATTR { return false; });
  }

  enum class Around { nothing_known, inside, border };

  HWY_INLINE bool flush_with_plane() const { return std::abs(lower_) <= flush * measure_.unit; }

  /// May as much be between the origin and what is around it?
  HWY_INLINE bool has_room(double least_weight, double least_height) const {
    const double error = std::max(off_, nothing * measure_.unit) + 32 * measure_.unit;
    return least_height > 256 * measure_.unit && least_weight * least_height > 4 * error;
  }

  /// The origin is on a triangle: is it between what is farthest on either side?
  APART_OUT_OF_LINE Around look_across() {
    const Triple p = point(2), e = point(0) - p, f = point(1) - p, n = cross(e, f);
    double height = INFINITY;
    for (int k = 0; k < 2; ++k) {
      around_[k] = look(k == 0 ? n : n * -1);
      if (flush_with_plane()) return Around::border;
      const Triple found = difference(around_[k].a, around_[k].b);
      height = std::min(height, Tetrahedron(e, f, found - p).height);
    }
    const double weight = std::min(std::min(weight_[0], weight_[1]), weight_[2]);
    return has_room(weight, height) ? Around::inside : Around::nothing_known;
  }

  /// It is on an edge: does what is farthest on four sides go round it?
  APART_OUT_OF_LINE Around look_round() {
    const Triple p = point(1), e = point(0) - p;
    const Triple other = std::abs(e.x) < std::abs(e.y) ? Triple{1, 0, 0} : Triple{0, 1, 0};
    const Triple n = cross(e, other), side[4] = {n, cross(e, n), n * -1, cross(e, n) * -1};
    Triple found[4];
    for (int k = 0; k < 4; ++k) {
      around_[k] = look(side[k]);
      if (flush_with_plane()) return Around::border;
      found[k] = difference(around_[k].a, around_[k].b) - p;
    }
    double height = INFINITY;
    for (int k = 0; k < 4; ++k) {
      const Tetrahedron t(e, found[k], found[(k + 1) % 4]);
      height = std::min(height, t.volume > 0 ? t.height : 0);
    }
    const double weight = std::min(weight_[0], weight_[1]);
    if (has_room(weight, height)) return Around::inside;
    return ends_beside(e, found) ? Around::border : Around::nothing_known;
  }

  /// Is there a plane through the edge e, and one of these, that all is on one side of?
  HWY_INLINE bool ends_beside(Triple e, const Triple (&found)[4]) {
    for (const Triple& f : found) {
      const Triple n = cross(e, f);
      double least = 0, most = 0;
      for (const Triple& other : found) {
        least = std::min(least, dot(n, other));
        most = std::max(most, dot(n, other));
      }
      if (std::min(-least, most) > 0x1p-40 * std::max(-least, most)) continue;
      look(-least > most ? n * -1 : n);
      if (flush_with_plane()) return true;
    }
    return false;
  }

  /// The origin is next to an edge or triangle: it is in a tetrahedron of that and what is around
  /// it.
  APART_OUT_OF_LINE Around look_beside(const Pose& pose_a, const Pose& pose_b) {
    const int size = simplex_.size();
    if (size != 2 && size != 3) return Around::nothing_known;
    const Around around = size == 2 ? look_round() : look_across();
    if (around != Around::inside) return around;
    const NewestSimplex inner = simplex_;
    const int count = size == 2 ? 4 : 2;
    for (int k = 0; k < count; ++k) {
      simplex_ = inner;
      for (int other = k; simplex_.size() < 4; ++other) {
        const Pair& next = around_[other % count];
        simplex_.add(difference(next.a, next.b), numbered(next));
      }
      if (weigh(pose_a, pose_b)) return Around::inside;
    }
    return Around::nothing_known;
  }

  /// It is in a tetrahedron.
  HWY_INLINE bool has_room_in_it() const {
    const Triple p = point(3);
    const double weight =
        std::min(std::min(weight_[0], weight_[1]), std::min(weight_[2], weight_[3]));
    return has_room(weight, Tetrahedron(point(0) - p, point(1) - p, point(2) - p).height);
  }

  /// If A - B has the four corners of a tetrahedron around the origin, it has the origin. If it
  /// lacks one, and a plane that shows that passes the origin, too, it ends there.
  HWY_INLINE Around look_around() {
    if (simplex_.size() == 2 || simplex_.size() == 3) {
      const Around around = simplex_.size() == 2 ? look_round() : look_across();
      if (around != Around::nothing_known) return around;
    }
    q_ = start();
    if (simplex_.size() == 4 && has_room_in_it()) return Around::inside;
    for (const auto& c : corner) {
      PlainMeasure there = measure_;
      const Triple off = Triple{c[0], c[1], c[2]} * (aside * measure_.size());
      there.offset = measure_.offset + off;
      PlainSimplex simplex;
      PlainContact probe(a_, b_, there, slack_, simplex);
      const End end = probe.search_from(off * -1);
      support_calls_ += probe.support_calls_;
      if (end == End::overlap && probe.encloses()) continue;
      if (end != End::near) return Around::nothing_known;
      look(probe.facing());
      return flush_with_plane() ? Around::border : Around::nothing_known;
    }
    return Around::inside;
  }

  /// The direction of the last plane, without what rounding left of it along an edge.
  HWY_INLINE Triple facing() const {
    if (simplex_.size() != 2) return q_;
    const Triple e = point(1) - point(0);
    return q_ - e * (dot(q_, e) / dot(e, e));
  }

  /// Where v is not next to nothing, it has to be what is between the origin and the plane.
  HWY_INLINE bool publish_touch(const Pose& pose_a, const Pose& pose_b, Distance& d) const {
    const Near near = nearly_exact<4>(pose_a, pose_b);
    const double length = near.length, back = measure_.back;
    const Triple n = normal(), askew = near.v + n * length;
    const bool apart = lower_ > 0 && norm(askew) <= nothing * measure_.unit;
    if (!(length <= (apart ? flush : nothing) * measure_.unit)) return false;
    const Triple a = Triple::of(pose_a.translation) + near.at_a * back;
    a.store(d.point_a);
    (a - near.v * back).store(d.point_b);
    n.store(d.normal);
    const double lower = lower_ - ((12 * measure_.unit + 6 * u * length) + slack_);
    d.lower = std::max(0.0, lower * back);
    d.upper = (length + near.error) * back;
    d.optimality = std::max(0.0, length * (length - lower_)) * back * back;
    d.status = d.lower > 0 ? Status::separated : Status::touching;
    return true;
  }

  Triple at_a_{0, 0, 0};
  double off_ = 0;  // how far v is off zero
  Pair around_[4];  // what was found around an edge, or on both sides of a triangle
};

/// Of two boxes that overlap for certain, however little or regularly, or touch: by all planes that
/// can be the nearest.
APART_FLATTEN bool BoxesInContact(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                                  const Pose& pose_b, Distance& d) {
  const auto half = [](const PlainBody& box) HWY_ATTR {
    return Triple{box.sides[0], box.sides[1], box.sides[2]} * 0.5;
  };
  const Triple offset = Triple::of(pose_b.translation) - Triple::of(pose_a.translation);
  const PlainSize m(a.radius() + b.radius(), 0, norm(offset));
  if (!rigid(pose_a, pose_b) || !m.usual()) return false;
  Zonotope difference({pose_a.rotation, half(a)}, {pose_b.rotation, half(b)}, offset, m.unit);
  if (difference.farther_than(0)) return false;
  if (!difference.overlap()) {
    Zonotope::Depth depth;
    if (!difference.measure(depth)) return false;
    const PlainMeasure measure(a.radius(), b.radius(), pose_a, pose_b);
    const AnyCorners corners_a(a, pose_a, measure.scale), corners_b(b, pose_b, measure.scale);
    PlainSimplex simplex;
    PlainContact contact(corners_a, corners_b, measure, 0, simplex);
    if (contact.touch(depth.plane, depth.point, pose_a, pose_b, d)) return true;
    Zonotope::Carried origin;  // where they overlap by a little more than can be told
    return difference.carry_origin(origin) && contact.touch(depth.plane, origin, pose_a, pose_b, d);
  }
  Zonotope::Carried point;
  if (!difference.common_point(point)) return false;
  (Triple::of(pose_a.translation) + point.a).store(d.point_a);
  d.point_b = d.point_a;
  d.witness.size = point.size;
  for (int k = 0; k < point.size; ++k) {
    d.witness.vertex_a[k] = point.corner_of_a(k);
    d.witness.vertex_b[k] = point.corner_of_b(k);
    d.witness.weight[k] = point.weight[k];
  }
  d.status = Status::overlapping;
  d.support_calls = difference.planes();
  return true;
}

APART_FLATTEN bool Contact(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                           const Pose& pose_b, Tracker* tracker, Distance& d) {
  const PlainMeasure measure(a.radius(), b.radius(), pose_a, pose_b);
  const AnyCorners corners_a(a, pose_a, measure.scale), corners_b(b, pose_b, measure.scale);
  if (!rigid(pose_a, pose_b) || !measure.usual) return false;
  if (!corners_a.usual() || !corners_b.usual()) return false;
  const double slack = (corners_a.slack() + corners_b.slack()) * measure.scale;
  PlainSimplex simplex;
  return PlainContact(corners_a, corners_b, measure, slack, simplex)
      .solve(pose_a, pose_b, tracker, d);
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

HWY_EXPORT(Contact);

bool plain_contact(const PlainBody& a, const Pose& pose_a, const PlainBody& b, const Pose& pose_b,
                   Tracker* tracker, Distance& d) {
  return d.witness.size > 0 && a.kind >= PlainBody::box && b.kind >= PlainBody::box &&
         HWY_DYNAMIC_DISPATCH(Contact)(a, pose_a, b, pose_b, tracker, d);
}

}  // namespace apart
#endif
