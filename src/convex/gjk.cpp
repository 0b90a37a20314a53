// SPDX-License-Identifier: BSD-3-Clause
#include "convex/gjk.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "convex/dispatch.hpp"
#include "convex/extended_simplex.hpp"
#include "convex/johnson.hpp"
#include "convex/newest_simplex.hpp"
#include "convex/segment.hpp"

namespace apart {

namespace {

// Far more than any pair has been seen to need (a dozen; some tens for round ones near contact).
// The loops also end by themselves: steps that improve neither bound, though they add a new point,
// are few.
constexpr int search_limit = 64;
constexpr int refine_limit = 256;
constexpr int patience = 8;

/// In double-double, |v|^2 that has grown by no more than this has not grown.
constexpr DoubleDouble standstill{1, 0x1p-80};

/// Below this many units of u * S, v is left to double-double.
constexpr double double_limit = 64;

template <class Items>
void compress(Items& items, unsigned mask) {
  int n = 0;
  for (int i = 0; i < 4; ++i) {
    if (mask >> i & 1) items[n++] = items[i];
  }
}

/// Of points that are not known to have come one by one against v, as a tracker's.
NewestSimplex::Solution any_order(const NewestSimplex& simplex) {
  Johnson<double> johnson;
  for (int i = 0; i < simplex.size(); ++i) johnson.add(simplex.point(i));
  auto found = johnson.solve();
  if (!found.mask) found = johnson.backup();
  return {found.mask, found.weight, found.v, found.squared, found.v};
}

}  // namespace

bool Gjk::State::holds(const Vertex& other) const {
  const auto end = vertex.begin() + size;
  return std::find(vertex.begin(), end, other) != end;
}

void Gjk::State::keep(unsigned mask) {
  compress(vertex, mask);
  size = std::popcount(mask);
}

Gjk::Gjk(const Pair& pair, const Options& options, Overlap overlap)
    : pair_(pair),
      overlap_(overlap),
      relative_error_(options.relative_error),
      trace_(options.trace) {
  if (options.enough) enough_ = *options.enough * pair.scale();
}

Pair::Plane Gjk::support(const Vector<double>& q) {
  ++support_calls_;
  return pair_.support(q);
}

Pair::Plane Gjk::propose(const Vector<double>& q, const Vertex& near) {
  ++support_calls_;
  return pair_.propose(q, near);
}

Distance Gjk::solve(Tracker* tracker) {
  State state;
  const End end = run(state, tracker);
  if (tracker) remember(state, *tracker);
  return publish(state, end);
}

Gjk::End Gjk::run(State& state, const Tracker* tracker) {
  state.size = 0;
  state.lower = -INFINITY;
  state.q = pair_.start();
  std::optional<End> end = segments(state);
  if (end == End::reached) return enclose(state);
  if (!end) end = search(state, tracker);
  return end ? *end : settle(state);
}

Gjk::End Gjk::settle(State& state) {
  const End end = refine(state);
  return end == End::reached ? enclose(state) : end;
}

/// The tracker's vertices, which are vertices whatever has happened since.
void Gjk::recall(State& state, const Tracker& tracker) const {
  const Core &a = pair_.a(), &b = pair_.b();
  state.size = 0;
  if (!a.has_vertices() || !b.has_vertices()) return;
  for (int i = 0; i < std::clamp(tracker.size, 0, 4); ++i) {
    const int ia = tracker.vertex_a[i], ib = tracker.vertex_b[i];
    if (ia < 0 || ib < 0 || ia >= a.count || ib >= b.count) continue;
    const Vertex vertex{{a.vertex(ia), ia}, {b.vertex(ib), ib}};
    if (!state.holds(vertex)) state.vertex[state.size++] = vertex;
  }
}

/// V0: what the tracker remembers, or the paper's single point, the support against the line of
/// centres.
void Gjk::start(State& state, const Tracker* tracker) {
  state.size = 0;
  if (tracker) recall(state, *tracker);
  if (state.size > 0) return;
  if (tracker && tracker->direction.allFinite() && !tracker->direction.isZero(0)) {
    state.q = normalised(-tracker->direction);
  }
  state.vertex[state.size++] = propose(state.q, {}).vertex;
}

/// Two segments, points among them: Lumelsky's closed form, evaluated nearly exactly. The weights
/// of the four vertex pairs are products of those of the ends.
std::optional<Gjk::End> Gjk::segments(State& state) {
  const Core &a = pair_.a(), &b = pair_.b();
  if (a.kind != Core::Kind::points || b.kind != Core::Kind::points) return {};
  if (a.count > 2 || b.count > 2) return {};
  const auto ends = [&](int i, int j) { return Vertex{{a.vertex(i), i}, {b.vertex(j), j}}; };
  const ExactVector a0 = pair_.point_of_a(ends(0, 0)), b0 = pair_.point_of_b(ends(0, 0));
  const ExactVector d1 = pair_.point_of_a(ends(a.count - 1, 0)) - a0;
  const ExactVector d2 = pair_.point_of_b(ends(0, b.count - 1)) - b0;
  const ExactVector d12 = b0 - a0;
  const auto [t, u] =
      lumelsky<DoubleDouble>(dot(d1, d1), dot(d2, d2), dot(d1, d2), dot(d1, d12), dot(d2, d12));
  const DoubleDouble one = 1;
  const std::array<DoubleDouble, 2> weight_a{one - t, t}, weight_b{one - u, u};
  for (int i = 0; i < a.count; ++i) {
    for (int j = 0; j < b.count; ++j) {
      const DoubleDouble weight = weight_a[i] * weight_b[j];
      if (!(weight > DoubleDouble(0))) continue;
      state.vertex[state.size] = ends(i, j);
      state.weight[state.size++] = weight;
    }
  }
  state.v = d1 * t - d2 * u - d12;
  state.upper = sqrt(dot(state.v, state.v)).hi;
  if (state.upper > 0) state.q = normalised(rounded(state.v));
  if (balls_overlap(state, pair_.upper_error())) return End::inside;
  if (state.upper <= pair_.unit()) return End::reached;
  state.lower = support(state.q).value;
  record(state, true);
  return judge(state, pair_.upper_error());
}

/// The fast part, in double: brings the simplex as far as double can. Only early decisions are
/// taken here, on bounds that hold in spite of the rounding.
std::optional<Gjk::End> Gjk::search_anywhere(State& state, const Tracker* tracker) {
  start(state, tracker);
  const bool early = relative_error_ > 0 || enough_;
  NewestSimplex simplex;
  for (int i = 0; i < state.size; ++i) simplex.add(pair_.difference(state.vertex[i]));
  NewestSimplex::Solution nearest = state.size == 1 ? simplex.solve() : any_order(simplex);
  double last = INFINITY;
  for (int step = 0; step < search_limit; ++step) {
    if (!nearest.mask) return {};
    if (nearest.mask == 15) {
      return overlap_ == Overlap::is_measured ? std::optional(End::inside) : std::nullopt;
    }
    if (!(nearest.squared < last)) return {};
    last = nearest.squared;
    state.upper = std::sqrt(nearest.squared);
    state.keep(nearest.mask);
    simplex.keep(nearest.mask);
    if (state.upper <= double_limit * pair_.unit()) return {};

    // Across an axis all faces have the same normal: the axis.
    state.q = pair_.without_axis(normalised(pair_.axis() ? nearest.v : nearest.direction));
    compress(nearest.weight, nearest.mask);
    if (balls_overlap(state, pair_.upper_error_in_double())) {
      evaluate(state, nearest.weight);
      return End::inside;
    }
    const Pair::Plane next = propose(state.q, state.vertex[state.size - 1]);
    state.lower = next.value;
    record(state, false);
    if (early && judge(state, pair_.upper_error_in_double())) {
      // What was proposed is now proved, or not, by the plane that published points can show.
      state.q = pair_.without_axis(normalised(nearest.v));
      state.lower = support(state.q).value;
      if (const auto end = judge(state, pair_.upper_error_in_double())) {
        evaluate(state, nearest.weight);
        return end;
      }
    }
    if (state.holds(next.vertex)) return {};
    state.vertex[state.size++] = next.vertex;
    simplex.add(pair_.difference(next.vertex));
    nearest = simplex.solve();
  }
  return {};
}

APART_WIDE std::optional<Gjk::End> Gjk::search_wide(State& state, const Tracker* tracker) {
  return search_anywhere(state, tracker);
}

std::optional<Gjk::End> Gjk::search(State& state, const Tracker* tracker) {
  return wide() ? search_wide(state, tracker) : search_anywhere(state, tracker);
}

/// The careful part, in double-double: the same algorithm, until the gap is closed or the origin is
/// reached. A step that turns the plane to a better one may bring v no nearer than round-off shows,
/// so the end is when neither has improved for a while, or there is no new point.
Gjk::End Gjk::refine(State& state) {
  ExtendedSimplex simplex;
  for (int i = 0; i < state.size; ++i) simplex.add(pair_.exact_difference(state.vertex[i]));
  state.lower = -INFINITY;  // what was proposed so far is not proved
  State best = state;
  DoubleDouble last = INFINITY;
  int idle = 0;
  for (int step = 0; step < refine_limit; ++step) {
    auto nearest = simplex.nearest(pair_.unit());
    if (!nearest.mask || nearest.squared > last * standstill) break;
    const bool nearer = nearest.squared < last;
    last = nearest.squared;
    const bool enclosed = nearest.mask == 15 && simplex.encloses_origin(pair_.upper_error());
    simplex.keep(nearest.mask);
    state.keep(nearest.mask);
    compress(nearest.weight, nearest.mask);
    state.weight = nearest.weight;
    state.v = nearest.v;
    state.upper = sqrt(nearest.squared).hi;
    if (enclosed || balls_overlap(state, pair_.upper_error())) return End::inside;
    if (enough_ && upper_bound(state, pair_.upper_error()) <= *enough_) {
      if (state.upper > 0) {  // the plane that goes with v
        state.q = pair_.without_axis(normalised(rounded(state.v)));
        state.lower = support(state.q).value;
      }
      return End::cut_off;
    }
    if (state.upper <= pair_.unit()) return End::reached;

    state.q = normalised(rounded(nearest.direction));
    const Pair::Plane plane = support(state.q);
    state.lower = plane.value;
    record(state, true);
    if (const auto end = judge(state, pair_.upper_error())) return *end;
    const bool higher = state.lower > best.lower;
    best = higher ? state : with_plane(state, best);
    if (!higher && faces(best)) {
      if (const auto end = judge(best, pair_.upper_error())) {
        state = best;
        return *end;
      }
    }
    idle = nearer || higher ? 0 : idle + 1;
    if (state.holds(plane.vertex) || idle > patience) break;
    state.vertex[state.size++] = plane.vertex;
    simplex.add(pair_.exact_difference(plane.vertex));
  }
  state = best;
  return End::stalled;
}

/// The state's points with the plane of another.
Gjk::State Gjk::with_plane(const State& state, const State& other) {
  State mixed = state;
  mixed.q = other.q;
  mixed.lower = other.lower;
  return mixed;
}

/// Is the plane normal to v as far as published points can show? Of a wide thin shape an earlier,
/// flatter plane may be the better one.
bool Gjk::faces(const State& state) const {
  const Vector<double> along = state.q * (state.upper / norm(state.q));
  return norm(rounded(state.v) - along) <= 2 * pair_.unit();
}

/// Can the target be reached by points of A - B (`reached`), or does a plane keep it off
/// (`converged`)?
Gjk::End Gjk::approach(State& state, const ExactVector& target) {
  ExtendedSimplex simplex;
  for (int i = 0; i < state.size; ++i) {
    simplex.add(pair_.exact_difference(state.vertex[i]) - target);
  }
  DoubleDouble last = INFINITY;
  double highest = -INFINITY;
  int idle = 0;
  for (int step = 0; step < refine_limit; ++step) {
    const auto nearest = simplex.nearest(2 * pair_.unit());
    if (!nearest.mask || nearest.squared > last * standstill) break;
    const bool nearer = nearest.squared < last;
    last = nearest.squared;
    simplex.keep(nearest.mask);
    state.keep(nearest.mask);
    if (sqrt(nearest.squared).hi <= 2 * pair_.unit()) return End::reached;
    state.q = normalised(rounded(nearest.direction));
    const Pair::Plane plane = support(state.q);
    const double value = plane.value - dot(state.q, rounded(target)) / norm(state.q);
    state.lower = plane.value;
    if (value > 0) return End::converged;
    idle = nearer || value > highest ? 0 : idle + 1;
    if (state.holds(plane.vertex) || idle > patience) break;
    highest = std::max(highest, value);
    state.vertex[state.size++] = plane.vertex;
    simplex.add(pair_.exact_difference(plane.vertex) - target);
  }
  return End::stalled;
}

/// v is zero as far as numbers can tell, but no tetrahedron shows the origin inside: the difference
/// may be flat, or touch the origin, or hold it deep inside with the simplex passing right through
/// it. Try to reach the corners of a tiny tetrahedron around the origin. If points of A - B lie
/// near all of them, their hull holds the origin: overlap is proved. If one is out of reach, the
/// plane that shows it passes within corner() of the origin: the shapes touch, and that is the
/// normal.
Gjk::End Gjk::enclose(State& state) {
  static const std::array<Vector<double>, 4> tetrahedron{
      Vector<double>(1, 1, 1), {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  static const std::array<Vector<double>, 3> triangle{
      Vector<double>(1, 0, 0), {-0.5, 0.86602540378443865, 0}, {-0.5, -0.86602540378443865, 0}};
  Eigen::Matrix3d frame = Eigen::Matrix3d::Identity() / std::sqrt(3.0);
  if (pair_.axis()) {  // only the plane across the axis is left, where a triangle does
    const Vector<double> c = *pair_.axis() / norm(*pair_.axis());
    const Vector<double> other =
        std::abs(c.x()) < 0.5 ? Vector<double>(1, 0, 0) : Vector<double>(0, 1, 0);
    frame.col(0) = cross(c, other) / norm(cross(c, other));
    frame.col(1) = cross<double>(c, frame.col(0));
  }
  for (int i = 0; i < (pair_.axis() ? 3 : 4); ++i) {
    const Vector<double> corner = product(frame, pair_.axis() ? triangle[i] : tetrahedron[i]);
    State probe = state;
    const ExactVector target = (corner * pair_.corner()).cast<DoubleDouble>();
    if (approach(probe, target) == End::reached) continue;
    state.q = probe.q;
    state.lower = probe.lower;
    return state.lower >= -(pair_.corner() + pair_.tolerance()) ? End::reached : End::stalled;
  }
  return End::inside;
}

/// v from weights found in double, renormalised: a true point of A - B, nearly exactly.
void Gjk::evaluate(State& state, const std::array<double, 4>& weight) const {
  DoubleDouble sum = 0;
  for (int i = 0; i < state.size; ++i) sum += DoubleDouble(weight[i]);
  state.v.setZero();
  for (int i = 0; i < state.size; ++i) {
    state.weight[i] = DoubleDouble(weight[i]) / sum;
    state.v += pair_.exact_difference(state.vertex[i]) * state.weight[i];
  }
  state.upper = sqrt(dot(state.v, state.v)).hi;
}

/// The near points of the cores are closer than the balls around them reach.
bool Gjk::balls_overlap(const State& state, double upper_error) const {
  return overlap_ == Overlap::is_enough && upper_bound(state, upper_error) < 0;
}

/// What the bounds of a state decide, if anything: the stopping rule, after the rounding is taken
/// off. Both bounds have a little room, so that the published ones, rounded once more, decide
/// alike.
std::optional<Gjk::End> Gjk::judge(const State& state, double upper_error) const {
  const double room = 8 * unit_roundoff, rounding = pair_.rounding().hi;
  const double core_lower = state.lower - pair_.lower_error(state.q, state.lower);
  const double lower = core_lower - rounding - room * (std::abs(core_lower) + rounding);
  const double upper = upper_bound(state, upper_error);
  if (state.upper - state.lower <= pair_.goal()) return End::converged;
  if (upper - lower <= relative_error_ * std::max(std::abs(lower), std::abs(upper))) {
    return End::converged;
  }
  if (enough_ && (lower > *enough_ || upper <= *enough_)) return End::cut_off;
  return {};
}

double Gjk::upper_bound(const State& state, double upper_error) const {
  const double room = 8 * unit_roundoff, rounding = pair_.rounding().hi;
  return state.upper + std::abs(state.upper) * room + upper_error - rounding * (1 - room);
}

void Gjk::record(const State& state, bool extended) {
  if (!trace_) return;
  const double back = 1 / pair_.scale();
  TraceStep step{};
  step.size = state.size;
  for (int i = 0; i < 4; ++i) {
    step.simplex[i].setZero();
    if (i < state.size) step.simplex[i] = pair_.difference(state.vertex[i]) * back;
  }
  step.v = state.q * (state.upper / norm(state.q) * back);
  step.g = state.upper * (state.upper - state.lower) * back * back;
  step.lower = state.lower * back;
  step.upper = state.upper * back;
  step.extended = extended;
  trace_->steps.push_back(step);
}

}  // namespace apart
