// SPDX-License-Identifier: BSD-3-Clause
#include "tree/quest.hpp"

#include <algorithm>
#include <cmath>

#include "convex/convex_distance.hpp"
#include "tree/compound_data.hpp"
#include "tree/inside.hpp"
#include "tree/mesh_data.hpp"
#include "tree/spheres_data.hpp"

namespace apart {

namespace {

/// Pairs that a plane proves to be nearly as far apart as the best one are taken for ties: what
/// they lack is part of the certified width (docs/certificate.md).
constexpr double tie = 24 * unit_roundoff;
/// Of the value of a plane between two triangles, in units of S.
constexpr double plane_error = 16 * unit_roundoff;
/// So many pairs that touch, and no overlap: that is the answer.
constexpr int enough_touching = 32;
/// Intervals are no wider than this, in units of S, unless asked for.
constexpr double width = 64 * unit_roundoff;

Core core_of(const Body& body, int element) {
  return body.kind() == Body::Kind::convex ? body.core() : body.core(element);
}

}  // namespace

Quest::Quest(Body& a, Body& b, const Options& options, Aim aim)
    : a_(a), b_(b), options_(options), aim_(aim) {
  size_ = a.reach() + b.reach() + safe_norm(b.pose().translation - a.pose().translation);
  options_.trace = nullptr;
  set_limit();
}

void Quest::set_limit() {
  const double upper = std::min(upper_, hint_);
  limit_ = upper < infinity ? (1 - options_.relative_error) * upper : infinity;
  if (options_.enough) {
    limit_ = std::min(limit_, std::nextafter(*options_.enough, infinity));
    if (upper_ <= *options_.enough) done_ = true;
  }
  limit_ = std::max(limit_, std::numeric_limits<double>::denorm_min());
}

void Quest::hint(double upper) {
  if (!(upper < hint_) || pairs_ || deaf_) return;
  hint_ = std::max(upper, 0.0);
  set_limit();
}

void Quest::take(const Distance& found, const Body& a, int element_a, const Body& b,
                 int element_b) {
  ++counts.exact_pairs;
  lower_ = std::min(lower_, found.lower);
  // Where surfaces coincide there are thousands of such pairs, and none may prove an overlap.
  touching_ += found.status == Status::touching;
  if (touching_ >= enough_touching) done_ = true;
  const bool proved = found.status == Status::overlapping;
  if (!(found.upper < upper_) && !proved) return;
  upper_ = found.upper;
  best_ = found;
  Witness& w = best_.witness;
  a.name(element_a, w.triangle_a, w.part_a, w.vertex_a);
  b.name(element_b, w.triangle_b, w.part_b, w.vertex_b);
  if (proved) done_ = true;
  if (!aim_.points && !(found.lower > 0)) done_ = true;  // it will not be proved apart
  set_limit();
}

/// Does the plane that separates the best pair separate this one as well as it needs to be?
bool Quest::plane_tells(const Body& a, int element_a, const Body& b, int element_b) {
  if (!(upper_ < infinity) || best_.status == Status::overlapping) return false;
  const Vector<double>& n = best_.normal;
  const Vector<double> na = transposed_product(a.pose().rotation, n);
  const Vector<double> nb = transposed_product(b.pose().rotation, n);
  const auto ca = a.corners(element_a), cb = b.corners(element_b);
  const double high = std::max({dot(na, *ca[0]), dot(na, *ca[1]), dot(na, *ca[2])});
  const double low = std::min({dot(nb, *cb[0]), dot(nb, *cb[1]), dot(nb, *cb[2])});
  const Vector<double> apart = b.pose().translation - a.pose().translation;
  const double rounding =
      a.rounding().hi + b.rounding().hi + a.radius(element_a) + b.radius(element_b);
  const double lower =
      (dot(n, apart) + (low - high) - rounding) * (1 - 8 * unit_roundoff) - plane_error * size_;
  if (!(lower > 0) || !(lower >= std::min(limit_, upper_ - (tie + plane_error) * size_))) {
    return false;
  }
  leave_out(lower);
  return true;
}

void Quest::meet_elements(const Body& a, int element_a, const Body& b, int element_b) {
  if (done_) return;
  if (pairs_) return collect_pair(a, element_a, b, element_b);
  const bool many = a.kind() != Body::Kind::convex && b.kind() != Body::Kind::convex;
  if (many && plane_tells(a, element_a, b, element_b)) return;
  measure(a, element_a, b, element_b);
}

void Quest::collect_pair(const Body& a, int element_a, const Body& b, int element_b) {
  Options asked;
  if (!aim_.points) asked.enough = options_.enough;
  const Core core_a = core_of(a, element_a), core_b = core_of(b, element_b);
  const Distance d = convex_distance(core_a, a.pose(), core_b, b.pose(), asked, nullptr);
  if (d.lower > *options_.enough) return;
  done_ = !pairs_->take({core_a, core_b, a.pose(), b.pose(), element_a, element_b, d});
}

void Quest::collect(NearPairs& pairs) {
  pairs_ = &pairs;
  meet(a_, b_);
}

void Quest::measure(const Body& a, int element_a, const Body& b, int element_b) {
  Options asked;  // exact: it is one pair among hundreds of others that were only looked at
  if (!aim_.points) asked.enough = options_.enough;
  take(convex_distance(core_of(a, element_a), a.pose(), core_of(b, element_b), b.pose(), asked,
                       nullptr),
       a, element_a, b, element_b);
}

void Quest::meet(Body& a, Body& b) {
  if (done_) return;
  if (a.kind() == Body::Kind::convex && b.kind() == Body::Kind::convex) {
    return meet_elements(a, 0, b, 0);
  }
  if (!pairs_ && a.sphere_tree() && b.sphere_tree()) return traverse_spheres(*this, a, b);
  traverse(*this, a, b);
}

/// The pair of the last time first: it is likely still near, and few others are.
void Quest::start(Tracker* tracker) {
  const auto valid = [](const Body& body, int element) {
    switch (body.kind()) {
      case Body::Kind::mesh:
        return element >= 0 && element < static_cast<int>(body.mesh().triangles.size());
      case Body::Kind::spheres:
        return element >= 0 && element < static_cast<int>(body.spheres().centre.size());
      case Body::Kind::convex:
        return true;
      case Body::Kind::compound:
        return false;
    }
    return false;
  };
  if (!tracker || !valid(a_, tracker->triangle_a) || !valid(b_, tracker->triangle_b)) return;
  meet_elements(a_, tracker->triangle_a, b_, tracker->triangle_b);
}

/// A lower bound on the distance by the balls around both trees, of which there must be two. It
/// errs by less than 2^-40 of the size, and a pose stretches a ball by less than 2^-20.
double Quest::gap_of_balls() const {
  if (a_.kind() == Body::Kind::convex || b_.kind() == Body::Kind::convex) return -infinity;
  const TreeView &ta = a_.tree(), &tb = b_.tree();
  const Eigen::Vector3d apart = (b_.pose().translation - a_.pose().translation) +
                                (b_.pose().rotation * tb.centre - a_.pose().rotation * ta.centre);
  const double reach = (ta.radius + tb.radius) * (1 + 0x1p-20);
  return safe_norm(apart) - reach - a_.rounding().hi - b_.rounding().hi - 0x1p-40 * size_;
}

Distance Quest::run(Tracker* tracker) {
  const double gap = gap_of_balls();
  if (!aim_.points && gap >= limit_) {
    leave_out(gap);
    return conclude();
  }
  start(tracker);
  if (!done_) meet(a_, b_);
  // A hint that was no upper bound has left out what it should not have: rare, and it shows.
  hint_ = infinity;
  set_limit();
  if (!done_ && left_out_ < limit_ - width * size_) {
    left_out_ = infinity;
    deaf_ = true;
    meet(a_, b_);
  }
  if (aim_.points && upper_ == infinity) find_points();
  if (!done_ && aim_.solids && !(gap > 0) && std::min(lower_, left_out_) > 0) look_inside();
  const Distance d = conclude();
  if (tracker) {
    tracker->triangle_a = d.witness.triangle_a;
    tracker->triangle_b = d.witness.triangle_b;
    tracker->part_a = d.witness.part_a;
    tracker->part_b = d.witness.part_b;
  }
  if (options_.counts) {
    options_.counts->node_pairs += counts.node_pairs;
    options_.counts->triangle_pairs += counts.triangle_pairs;
    options_.counts->exact_pairs += counts.exact_pairs;
  }
  return d;
}

/// `enough` was decided by volumes alone, and there are no points yet: some that are near will do.
void Quest::find_points() {
  const Options asked = options_;
  const double known = left_out_;
  options_.enough.reset();
  options_.relative_error = std::max(asked.relative_error, 0.5);
  left_out_ = infinity;
  set_limit();
  meet(a_, b_);
  left_out_ = std::max(known, std::min(lower_, left_out_));
  lower_ = infinity;
  options_ = asked;
}

void Quest::look_inside() {
  auto common = point_inside(a_, b_);
  if (!common) common = point_inside(b_, a_);
  if (!common) return;
  lower_ = upper_ = 0;
  best_.status = Status::overlapping;
  best_.point_a = *common;
  best_.witness = {};
}

Distance Quest::conclude() const {
  Distance d = best_;
  d.upper = upper_;
  d.support_calls = static_cast<int>(counts.exact_pairs);
  if (best_.status == Status::overlapping) {
    d.lower = d.upper = 0;
    d.point_b = d.point_a;
    return d;
  }
  const bool stopped = options_.enough && d.upper <= *options_.enough;
  d.lower = stopped ? 0 : std::max(0.0, std::min(lower_, left_out_));
  const bool narrow =
      d.upper - d.lower <= std::max(options_.relative_error * d.upper, width * size_);
  const bool decided = stopped || (options_.enough && d.lower > *options_.enough);
  if (narrow) {
    d.status = d.lower > 0 ? Status::separated : Status::touching;
  } else {
    d.status = decided ? Status::cut_off : Status::not_converged;
  }
  return d;
}

}  // namespace apart
