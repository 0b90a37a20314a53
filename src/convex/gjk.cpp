// SPDX-License-Identifier: BSD-3-Clause
#include "convex/gjk.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "convex/box_depth.hpp"
#include "convex/curved_contact.hpp"
#include "convex/extended_simplex.hpp"
#include "convex/newest_simplex.hpp"
#include "convex/round_contact.hpp"
#include "convex/segment.hpp"
#include "convex/vertex_gjk.hpp"

namespace apart {

namespace {

// Far more than any pair has been seen to need (a dozen; some tens for round ones near contact).
// The loops also end by themselves: steps that improve neither bound, though they add a new point,
// are few.
constexpr int search_limit = 64;
constexpr int refine_limit = 256;
constexpr int patience = 8;

/// In double-double, has |v|^2 grown by more than rounding? That is of v, 2^-96 S or so with S near
/// 1, however short v is, and of the square.
bool has_grown(const DoubleDouble& squared, const DoubleDouble& last) {
  if (last.hi == INFINITY) return false;
  return squared > last + DoubleDouble(0x1p-80 * last.hi + 0x1p-90 * std::sqrt(last.hi));
}

/// Below this many units of u * S, v is left to double-double.
constexpr double double_limit = 64;

template <class Items>
void compress(Items& items, unsigned mask) {
  int n = 0;
  for (int i = 0; i < 4; ++i) {
    if (mask >> i & 1) items[n++] = items[i];
  }
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
    : pair_(pair), stopping_(pair, options, overlap), trace_(options.trace) {}

Pair::Plane Gjk::support(const Vector<double>& q) {
  ++support_calls_;
  return pair_.support(q);
}

Distance Gjk::solve(Tracker* tracker) {
  State state;
  Found answer;
  if (box_overlap(pair_, answer)) return publish(End::inside, answer, tracker);
  return publish(run(state, answer, tracker), answer, tracker);
}

Distance Gjk::settle(const Found& simplex, Tracker* tracker) {
  Found common;
  if (box_overlap(pair_, common)) return publish(End::inside, common, tracker);
  State state;
  take(state, simplex);
  const End end = settle(state);
  return publish(end, found(state), tracker);
}

Distance Gjk::publish(End end, const Found& answer, Tracker* tracker) const {
  if (tracker) answer.remember(pair_, *tracker);
  Distance d;
  apart::publish(pair_, answer, end, d);
  d.support_calls = support_calls_;
  return d;
}

End Gjk::run(State& state, Found& answer, const Tracker* tracker) {
  state.size = 0;
  state.lower = -INFINITY;
  state.q = pair_.start();
  std::optional<End> end = segments(state);
  if (end == End::reached) end = enclose(state);
  if (!end && stopping_.measures_overlap() && RoundBodies::fits(pair_.a()) &&
      RoundBodies::fits(pair_.b())) {
    end = round_contact(pair_, stopping_, tracker, trace_, answer, support_calls_);
    if (end) return *end;
  } else if (!end && stopping_.measures_overlap() && has_curves(pair_.a(), pair_.b())) {
    end = curved_contact(pair_, stopping_, tracker, trace_, answer, support_calls_);
    if (end) return *end;
  }
  if (!end && quick()) {
    end = vertex_gjk(pair_, stopping_, tracker, trace_, answer, support_calls_);
    if (end && end != End::inside) return *end;
    take(state, answer);
  } else if (!end) {
    // From the normal of the last answer alone, simplices around the origin are slivers.
    const bool only_normal = stopping_.measures_overlap() && tracker && tracker->size == 0;
    end = search(state, only_normal ? nullptr : tracker);
  }
  if (!end) end = settle(state);
  if (!(end == End::inside && stopping_.measures_overlap())) answer = found(state);
  return *end;
}

/// Is there a quicker way?
bool Gjk::quick() const {
  return pair_.a().has_vertices() && pair_.b().has_vertices() && !pair_.axis() &&
         stopping_.measures_overlap();
}

/// The simplex that was found.
void Gjk::take(State& state, const Found& found) const {
  state.size = found.size;
  state.q = found.q;
  for (int i = 0; i < found.size; ++i) {
    const int ia = found.vertex_a[i], ib = found.vertex_b[i];
    state.vertex[i] = {{pair_.a().vertex(ia), ia}, {pair_.b().vertex(ib), ib}};
  }
}

Found Gjk::found(const State& state) const {
  Found f;
  ExactVector a = ExactVector::Zero(), b = a;
  for (int i = 0; i < state.size; ++i) {
    f.weight[i] = state.weight[i].hi;
    f.add(state.vertex[i]);
    a += pair_.point_of_a(state.vertex[i]) * state.weight[i];
    b += pair_.point_of_b(state.vertex[i]) * state.weight[i];
  }
  f.point_a = WidePoint(a);
  f.point_b = WidePoint(b);
  f.face_along_axis(pair_);
  f.length = sqrt(dot(state.v, state.v));
  f.q = state.q;
  f.lower = state.lower;
  return f;
}

End Gjk::settle(State& state) {
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
  state.vertex[state.size++] = support(state.q).vertex;
}

/// Two segments, points among them: Lumelsky's closed form, evaluated nearly exactly. The weights
/// of the four vertex pairs are products of those of the ends.
std::optional<End> Gjk::segments(State& state) {
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
  if (stopping_.balls_overlap(state.upper, pair_.upper_error())) return End::inside;
  if (state.upper <= pair_.unit()) return End::reached;
  state.lower = support(state.q).value;
  record(state, true);
  return judge(state, pair_.upper_error());
}

/// The fast part, in double: brings the simplex as far as double can, and concludes from there if
/// it can.
std::optional<End> Gjk::search(State& state, const Tracker* tracker) {
  start(state, tracker);
  NewestSimplex simplex;
  for (int i = 0; i < state.size; ++i) simplex.add(pair_.difference(state.vertex[i]));
  simplex.solve();
  const double error = pair_.upper_error_in_double();
  double last = INFINITY;
  for (int step = 0; step < search_limit; ++step) {
    const int carriers = simplex.carriers();
    if (carriers == 0) return {};
    if (carriers == 4) {
      return stopping_.measures_overlap() ? std::optional(End::inside) : enclosed(state, simplex);
    }
    for (int k = 0; k < carriers; ++k) state.vertex[k] = state.vertex[simplex.carrier(k)];
    state.size = carriers;
    simplex.keep();
    const Vector<double> v = simplex.combination();
    const bool nearer = dot(v, v) < last;
    last = dot(v, v);
    state.upper = std::sqrt(last);
    if (state.upper <= double_limit * pair_.unit()) return {};

    // Across an axis all faces have the same normal: the axis.
    state.q = pair_.without_axis(normalised(pair_.axis() ? v : simplex.direction()));
    if (stopping_.balls_overlap(state.upper, error)) {
      evaluate(state, simplex.weights());
      return End::inside;
    }
    const Pair::Plane next = support(state.q);
    state.lower = next.value;
    if (nearer) record(state, false);
    const bool settled = !nearer || state.holds(next.vertex);
    if (settled || judge(state, error)) {
      if (const auto end = conclude(state, simplex)) return end;
    }
    if (settled) return {};
    state.vertex[state.size++] = next.vertex;
    simplex.add(pair_.difference(next.vertex));
    simplex.solve();
  }
  return {};
}

std::optional<End> Gjk::judge(const State& state, double upper_error) const {
  return stopping_.judge(state.upper, state.lower, state.q, upper_error);
}

/// The careful part, in double-double: the same algorithm, until the gap is closed or the origin is
/// reached. A step that turns the plane to a better one may bring v no nearer than round-off shows,
/// so the end is when neither has improved for a while, or there is no new point.
End Gjk::refine(State& state) {
  ExtendedSimplex simplex;
  for (int i = 0; i < state.size; ++i) simplex.add(pair_.exact_difference(state.vertex[i]));
  state.lower = -INFINITY;  // what was proposed so far is not proved
  State best = state;
  DoubleDouble last = INFINITY;
  int idle = 0;
  for (int step = 0; step < refine_limit; ++step) {
    auto nearest = simplex.nearest(pair_.unit());
    if (!nearest.mask || has_grown(nearest.squared, last)) break;
    const bool nearer = nearest.squared < last;
    last = nearest.squared;
    const bool enclosed = nearest.mask == 15 && simplex.encloses_origin(pair_.upper_error());
    simplex.keep(nearest.mask);
    state.keep(nearest.mask);
    compress(nearest.weight, nearest.mask);
    state.weight = nearest.weight;
    state.v = nearest.v;
    state.upper = sqrt(nearest.squared).hi;
    if (enclosed || stopping_.balls_overlap(state.upper, pair_.upper_error())) return End::inside;
    if (stopping_.below_enough(state.upper, pair_.upper_error())) {
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
    if (!higher && stopping_.faces(rounded(best.v), best.upper, best.q)) {
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

/// Can the target be reached by points of A - B (`reached`), or does a plane keep it off
/// (`converged`)?
End Gjk::approach(State& state, const ExactVector& target) {
  ExtendedSimplex simplex;
  for (int i = 0; i < state.size; ++i) {
    simplex.add(pair_.exact_difference(state.vertex[i]) - target);
  }
  DoubleDouble last = INFINITY;
  double highest = -INFINITY;
  int idle = 0;
  for (int step = 0; step < refine_limit; ++step) {
    const auto nearest = simplex.nearest(2 * pair_.unit());
    if (!nearest.mask || has_grown(nearest.squared, last)) break;
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
End Gjk::enclose(State& state) {
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

void Gjk::record(const State& state, bool extended) {
  if (!trace_) return;
  std::array<Vector<double>, 4> point;
  for (int i = 0; i < state.size; ++i) point[i] = pair_.difference(state.vertex[i]);
  pair_.record(*trace_, std::span(point).first(state.size), state.upper, state.q, state.lower,
               extended);
}

}  // namespace apart
