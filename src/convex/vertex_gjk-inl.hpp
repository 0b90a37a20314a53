// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_VERTEX_GJK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_VERTEX_GJK_INL
#undef APART_VERTEX_GJK_INL
#else
#define APART_VERTEX_GJK_INL
#endif

#include "convex/evaluated_simplex-inl.hpp"
#include "convex/placed-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// The algorithm of Gilbert, Johnson and Keerthi on vertices, as vertex_gjk() describes it. As
/// quick as it is short: a loop that fits into the processor's cache of decoded instructions, each
/// part of it in one place.
class VertexGjk : public EvaluatedSimplex<Placed> {
 public:
  HWY_INLINE VertexGjk(const Pair& pair, const Stopping& stopping, Found& found, Trace* trace)
      : EvaluatedSimplex(pair, stopping, found), trace_(trace) {}

  HWY_INLINE std::optional<End> run(const Tracker* tracker) {
    const End end = search(tracker);
    return end == End::open ? std::nullopt : std::optional(end);
  }

  /// The same from a direction that is in line with nothing: bodies about one centre, or that face
  /// each other squarely, leave v on the border of a simplex.
  APART_OUT_OF_LINE std::optional<End> run_askew() {
    const End end = search(nullptr, Triple{-0.429, -0.456, 0.780});
    return end == End::open ? std::nullopt : std::optional(end);
  }

  /// The same; open, if it is for double-double to go on.
  HWY_INLINE End search(const Tracker* tracker) {
    return search(tracker, Triple::of(pair_.start()));
  }
  HWY_INLINE End search(const Tracker* tracker, Triple q) {
    const double goal = pair_.goal();
    const bool plain = !stopping_.early() && !pair_.rounded();
    double last = INFINITY, upper = INFINITY;
    bool resumed = tracker && resumes(*tracker), found = false;
    q.store(found_.q);  // in case that nothing else is looked at
    for (int step = 0; step < limit; ++step) {
      if (resumed) {
        if (!advance(last)) break;
        simplex_.keep();
      } else {
        look(q);
        if (trace_ && simplex_.size() > 0) record(upper, false);
        found = upper - found_.lower <= goal || simplex_.holds(next_);
        if (!plain && !found && decides(upper)) {
          if (pointless_) return decided_in_double();
          found = simplex_.size() > 0;
          if (!found && decided()) return End::cut_off;
        }
        if (found) break;
        const Triple p = next_point();
        simplex_.solve_with(p);
        if (!advance(last)) {
          simplex_.add(p, next_);
          break;
        }
        simplex_.keep_with(p, next_);
      }
      resumed = false;
      upper = std::sqrt(last);
      if (upper <= shortest * pair_.unit()) break;
      q = simplex_.quick_direction();
    }
    name_vertices();
    if (found) return finish();
    if (simplex_.carriers() == 4) return overlap();
    return give_up();
  }

  /// Only yes or no is wanted: what is decided in double, with room for its errors, is decided.
  HWY_INLINE void without_points() { pointless_ = true; }

  HWY_INLINE int support_calls() const { return support_calls_; }

 protected:
  /// Far more than any pair has been seen to need.
  static constexpr int limit = 64;
  /// Below this many units of u * S, v is left to double-double.
  static constexpr double shortest = 64;
  /// Is what is asked for known already, though it is not all that can be?
  HWY_INLINE bool decides(double upper) const {
    if (simplex_.size() == 0) return stopping_.above_enough(found_.lower, found_.q);
    const double error = pair_.upper_error_in_double();
    return stopping_.verdict(upper, found_.lower, found_.q, error) != End::open ||
           stopping_.balls_overlap(upper, error);
  }

  /// Is there a nearer point, and is it on the boundary of the simplex?
  HWY_INLINE bool advance(double& last) const {
    if (simplex_.carriers() % 4 == 0 || !(simplex_.squared() < last)) return false;
    last = simplex_.squared();
    return true;
  }

  /// The simplex that a tracker remembers and what carries it now, if it is still of use.
  APART_OUT_OF_LINE bool resumes(const Tracker& tracker) {
    const auto place = [&](int a, int b) HWY_ATTR { return difference(a, b); };
    return resume(simplex_, tracker, a_.core().count, b_.core().count, place);
  }

  /// The support of A - B against q: the vertices of the new point, and the plane's value.
  HWY_INLINE void look(const Vector<double>& q) { look(Triple::of(q)); }
  HWY_INLINE void look(Triple q) {
    const Farthest a = a_.farthest(q * -1), b = b_.farthest(q);
    next_ = vertex_pair(a.index, b.index);
    q.store(found_.q);
    found_.lower = ((-a.value - b.value) - dot(q, offset())) / std::sqrt(dot(q, q));
    ++support_calls_;
  }

  HWY_INLINE Triple difference(int a, int b) const {
    return (a_.place(a) - b_.place(b)) - offset();
  }
  HWY_INLINE Triple next_point() const {
    return difference(vertex_of_a(next_), vertex_of_b(next_));
  }
  HWY_INLINE Triple offset() const { return Triple::of(pair_.offset()); }

  HWY_INLINE End finish() {
    auto weight = simplex_.weights();
    for (int round = 0; round < rounds; ++round) {
      if (!evaluate(weight)) continue;
      const End end = proved();
      if (end != End::open) return end;
      if (!refine(weight)) break;
    }
    return give_up();
  }

  /// Is what was evaluated an answer?
  HWY_INLINE End proved() {
    const double upper = found_.length.hi;
    if (stopping_.balls_overlap(upper, pair_.upper_error())) return End::inside;
    if (!stopping_.faces(v_, upper, found_.q)) return End::open;
    const End end = stopping_.verdict(upper, found_.lower, found_.q, pair_.upper_error());
    if (trace_ && end != End::open) record(upper, true);
    if (stopping_.measures_overlap()) keep_near(pair_, near_, found_);
    return end;
  }

  /// What decides(), with what is known of the points in double: the near point that the weights
  /// make up, which of a thin triangle may be farther than its plane. If it is the plane looked at
  /// last, nothing of them: more than anything.
  APART_OUT_OF_LINE End decided_in_double() {
    const bool by_plane = stopping_.above_enough(found_.lower, found_.q);
    const double error = pair_.upper_error_in_double();
    const double upper = by_plane ? 4 * pair_.size() : norm(simplex_.combination()) + error;
    if (simplex_.size() == 0) simplex_.add(next_point(), next_);
    name_vertices();
    give_up();
    found_.length = upper;
    return stopping_.balls_overlap(upper, 0) ? End::inside : End::cut_off;
  }

  /// One plane was enough to tell; unless it leaves so little open that the answer will count as
  /// exact: then its points have to face each other along the normal.
  APART_OUT_OF_LINE bool decided() {
    simplex_.add(next_point(), next_);
    name_vertices();
    found_.size = 1;
    found_.weight = {1};
    evaluate(a_.exact_point(found_.vertex_a[0]), b_.exact_point(found_.vertex_b[0]));
    if (found_.length.hi - found_.lower > pair_.tolerance()) return true;
    simplex_.clear();
    return false;
  }

  HWY_NOINLINE void record(double upper, bool extended) const {
    std::array<Vector<double>, 4> point;
    for (int i = 0; i < simplex_.size(); ++i) point[i] = simplex_.point(i);
    pair_.record(*trace_, std::span(point).first(simplex_.size()), upper, found_.q, found_.lower,
                 extended);
  }

  Trace* trace_;
  std::uint64_t next_ = 0;  // the vertices of the point found last
  int support_calls_ = 0;
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
