// SPDX-License-Identifier: BSD-3-Clause
#include "convex/depth.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "convex/newest_simplex.hpp"
#include "convex/signed_answer.hpp"
#include "convex/surface_point.hpp"

namespace apart {

namespace {

/// And at most in a Workspace: time grows as the square of it.
constexpr int most_corners = 2048;
/// Where double-double is needed, shapes are extreme but simple; or they have many faces that are
/// nearly in a plane, like prisms in themselves, turned by next to nothing.
constexpr int fixed_extended_corners = 512;

/// Rounds of four looks at the neighbourhood of a plane.
constexpr int polish_limit = 128;
/// Of curved shapes, the width at which an interval counts as closed, as a part of S.
constexpr double curved_goal = 0x1p-35;

/// The plane of three points, nearly exactly.
struct ExactFace {
  ExactVector normal;
  DoubleDouble distance;
  double error;

  /// What is left of the distance if the corners may err as well.
  double bound(double corner_error) const {
    return round_down(distance - DoubleDouble(error) - DoubleDouble(corner_error));
  }
};

ExactFace exact_face(const std::array<ExactVector, 3>& p, double size) {
  const ExactVector e = p[0] - p[2], g = p[1] - p[2];
  ExactFace face;
  face.normal = cross(e, g);
  const DoubleDouble square = dot(face.normal, face.normal);
  face.distance = dot(face.normal, p[2]) / sqrt(square);
  face.error = 0x1p-95 * size * std::sqrt(dot(e, e).hi * dot(g, g).hi / square.hi);
  return face;
}

template <class Real>
ExactFace exact_face(const Surface<Real>& surface, const std::array<int, 3>& corner, double size) {
  return exact_face({surface.exact_corner(corner[0]), surface.exact_corner(corner[1]),
                     surface.exact_corner(corner[2])},
                    size);
}

/// The unit vector along x, or zero.
Vector<double> direction_of(const ExactVector& x) {
  const Vector<double> d = rounded(x);
  return norm(d) > 0 ? normalised(d) : Vector<double>::Zero();
}

/// Unit vectors, as columns, that span what the points leave: zero columns after them. Of a needle,
/// double would tell what is across no better than to (length / thickness) u: nothing is left of
/// the thickness then, if seen along the needle.
Eigen::Matrix3d directions_off(const std::array<ExactVector, 3>& p, int size) {
  Eigen::Matrix3d columns = Eigen::Matrix3d::Identity();
  if (size < 2) return columns;
  columns.setZero();
  const ExactVector e = p[1] - p[0];
  ExactVector n;
  if (size == 3) {
    n = cross<DoubleDouble>(e, p[2] - p[0]);
  } else {
    int k;
    rounded(e).cwiseAbs().minCoeff(&k);
    n = cross<DoubleDouble>(e, Vector<double>::Unit(k).cast<DoubleDouble>());
    columns.col(1) = direction_of(cross(e, n));
  }
  columns.col(0) = direction_of(n);
  return columns;
}

}  // namespace

Depth::Depth(const Pair& pair, const Options& options, Workspace* workspace)
    : pair_(pair),
      gjk_(pair, options, Overlap::is_measured),
      workspace_(workspace),
      early_(options.relative_error > 0 || options.enough),
      curved_(!pair.a().has_vertices() || !pair.b().has_vertices()),
      goal_(pair.goal()) {
  if (curved_) goal_ = std::max(goal_, curved_goal * pair.size());
}

Pair::Plane Depth::support(const Vector<double>& q) {
  ++support_calls_;
  return pair_.support(q);
}

Penetration Depth::solve(Tracker* tracker) {
  tracked_ = tracker != nullptr;
  State state;
  Found answer;
  std::optional<End> end = tracker ? measure_again(state, *tracker) : std::nullopt;
  if (!end) {
    end = gjk_.run(state, answer, tracker);
    if (end == End::inside) {
      end = measure(state);
      if (!measured_) answer = gjk_.found(state);
    }
  }
  if (measured_) answer = found(state);
  if (!std::isfinite(answer.lower)) answer.lower = support(answer.q).value;
  if (tracker) (anchor_.size > 0 ? anchor_ : answer).remember(pair_, *tracker);
  Penetration p;
  p.support_calls = support_calls_ + gjk_.support_calls();
  const double upper = measured_ ? state.upper : answer.length.hi;
  const SignedBound bound{measured_, upper, std::max(goal_, quick_goal * pair_.unit())};
  publish_signed(pair_, answer, bound, *end, p);
  publish_signed_points(pair_, answer, p);
  return p;
}

/// First in double, from whatever simplex is there. If that cannot be proved, it is decided nearly
/// exactly whether the cores overlap at all, and if so, measured again.
End Depth::measure(State& state) {
  const State simplex = state;
  if (const auto end = measure_in_double(state)) return *end;
  State exact = simplex;
  const End end = gjk_.settle(exact);
  if (end != End::inside) {
    anchor_.size = 0;
    measured_ = false;
    state = exact;
    return end;
  }
  return measure_exactly(exact, state);
}

/// Out of line, like measure_exactly(): the room of the one is left before that of the other is
/// entered.
[[gnu::noinline]] std::optional<End> Depth::measure_in_double(State& state) {
  if (workspace_) {
    workspace_->room().reserve(fixed_corners);
    Surface<double> surface(pair_, workspace_->room().view());
    return measure_on(surface, state);
  }
  FixedSurfaceRoom<double, fixed_corners> room;
  Surface<double> surface(pair_, room.view());
  return measure_on(surface, state);
}

/// From four points that held the origin when last asked, if they still do. No answer if the
/// surface that starts from them does not lead to a proof.
std::optional<End> Depth::measure_again(State& state, const Tracker& tracker) {
  if (tracker.size < 4 || pair_.axis()) return {};
  gjk_.recall(state, tracker);
  if (state.size < 4) return {};
  NewestSimplex simplex;
  for (const Vertex& v : state.vertex) simplex.add(pair_.difference(v));
  if (!simplex.encloses_origin()) return {};
  FixedSurfaceRoom<double, fixed_corners> room;
  Surface<double> surface(pair_, room.view());
  const auto end = measure_on(surface, state);
  if (end && *end != End::stalled) return end;
  measured_ = false;
  return {};
}

template <class Real>
std::optional<End> Depth::measure_on(Surface<Real>& surface, State& state) {
  return seed(surface, state) ? expand(surface, state) : std::nullopt;
}

/// From a simplex of which it is proved that A - B holds the origin.
[[gnu::noinline]] End Depth::measure_exactly(const State& simplex, State& state) {
  FixedSurfaceRoom<DoubleDouble, fixed_extended_corners> room;
  Surface<DoubleDouble> surface(pair_, room.view());
  const bool known = std::exchange(measured_, false);
  inside_ = true;
  State exact = simplex;
  const auto end = measure_on(surface, exact);
  // How it ended goes with the bounds it ended with, though others be narrower.
  const bool settled = end && *end != End::stalled;
  const bool narrower = exact.upper - exact.lower < state.upper - state.lower;
  if (!known && !measured_) state = Gjk::with_plane(simplex, exact);
  if (measured_ && (!known || settled || narrower)) state = exact;
  measured_ = measured_ || known;
  state.upper = std::min(state.upper, 0.0);
  return end ? *end : End::stalled;
}

/// A first surface: the simplex, if it has volume; else one that starts from a point of it.
template <class Real>
bool Depth::seed(Surface<Real>& surface, State& state) {
  using Outcome = typename Surface<Real>::Outcome;
  for (const int from : {state.size, 1}) {
    state.size = std::min(from, pair_.axis() ? 3 : 4);
    if (grow(state) && surface.start(state) == Outcome::done) return true;
  }
  return false;
}

/// Adds support points until the simplex spans space, or the plane across the axis: each time the
/// farthest found from the flat that the points so far span. If all are near it, that is the
/// highest plane.
bool Depth::grow(State& state) {
  const int full = pair_.axis() ? 3 : 4;
  while (state.size < full) {
    std::array<ExactVector, 3> p;
    for (int i = 0; i < state.size; ++i) p[i] = pair_.exact_difference(state.vertex[i]);
    const Eigen::Matrix3d across = directions_off(p, state.size);
    double farthest = 0;
    Vertex found;
    for (int k = 0; k < 6; ++k) {
      const Vector<double> d = pair_.without_axis(across.col(k / 2) * (k % 2 ? 1.0 : -1.0));
      if (!(norm(d) > 0.25)) continue;
      const Pair::Plane plane = support(d);
      if (plane.value > state.lower) state.q = d, state.lower = plane.value;
      const ExactVector beyond = pair_.exact_difference(plane.vertex) - p[0];
      const double far = std::abs(dot<double>(d, rounded(beyond)));
      if (far > farthest) farthest = far, found = plane.vertex;
    }
    if (!(farthest > 0)) return false;
    state.vertex[state.size++] = found;
  }
  return true;
}

/// Looks out from the nearest face as long as there is something beyond it. No answer if numbers of
/// this kind cannot tell.
template <class Real>
std::optional<End> Depth::expand(Surface<Real>& surface, State& state) {
  using Outcome = typename Surface<Real>::Outcome;
  const auto& polytope = surface.polytope();
  Best best;
  for (int next_proof = 0;;) {
    const int f = polytope.nearest();
    const auto& face = polytope.face(f);
    const double distance = polytope.distance(f), error = face.error + surface.corner_error();
    Best here{face.corner, distance, pair_.without_axis(-narrowed(face.normal))};
    const Pair::Plane plane = support(here.q);
    const bool stuck = nothing_beyond(surface, f, plane);
    here.value = plane.value;
    if (here.value > best.value) best = here;
    state.lower = best.value;
    state.upper = -(distance - error);
    const bool closed = -best.value - distance <= goal_ + error;
    const bool outside = best.value > pair_.lower_error(best.q, best.value);
    if (closed || stuck || outside ||
        (early_ && gjk_.stopping().judge(state.upper, state.lower, state.q, 0))) {
      if (best.value > pair_.lower_error(best.q, best.value)) return {};  // not inside at all
      if (stuck || early_ || polytope.vertices() >= next_proof) {
        if (const auto end = prove(surface, best, state)) return end;
        next_proof = polytope.vertices() + polytope.vertices() / 16;
      }
    }
    Outcome outcome = stuck ? Outcome::degenerate : surface.insert(plane.vertex, f);
    if (outcome == Outcome::full && enlarge(surface)) outcome = surface.insert(plane.vertex, f);
    if (outcome == Outcome::done) continue;
    if (outcome == Outcome::full) polish(best);
    const auto end = prove(surface, best, state);
    const bool true_but_wide = outcome == Outcome::full && state.upper <= 0;
    return end || !true_but_wide ? end : End::stalled;
  }
}

/// Is a plane found by looking out from a face that face's own, as far as numbers can tell?
template <class Real>
bool Depth::nothing_beyond(const Surface<Real>& surface, int f, const Pair::Plane& plane) const {
  const double gap = -plane.value - surface.polytope().distance(f);
  const double error = surface.polytope().face(f).error;
  if (gap <= error + 4 * pair_.unit()) return true;
  return surface.polytope().vertices() > few_corners && surface.holds(plane.vertex);
}

/// Where the surface cannot close in on the nearest plane, the best one is turned to where it is
/// nearest in its neighbourhood: by smaller and smaller steps to either side.
void Depth::polish(Best& best) {
  double step = 0x1p-3;
  for (int round = 0; round < polish_limit && step > 0x1p-32; ++round) {
    const double last = best.value;
    const Eigen::Matrix3d across =
        directions_off({ExactVector::Zero(), best.q.cast<DoubleDouble>()}, 2);
    for (int k = 0; k < 4; ++k) {
      const Vector<double> way = across.col(k / 2) * (k % 2 ? step : -step);
      const Vector<double> q = pair_.without_axis(best.q / norm(best.q) + way);
      const double value = support(q).value;
      if (value > best.value) best.q = q, best.value = value;
    }
    if (!(best.value > last)) step /= 2;
  }
}

/// More room, if the caller gave some that can grow.
template <class Real>
bool Depth::enlarge(Surface<Real>& surface) {
  if constexpr (std::is_same_v<Real, double>) {
    if (!workspace_ || workspace_->room().corners() >= most_corners) return false;
    workspace_->room().resize(2 * workspace_->room().corners());
    surface.move_to(workspace_->room().view());
    return true;
  }
  return false;
}

/// Turns what the surface proposes into what is proved: the best plane by a support call that
/// overlooks nothing, the faces by their error bounds or, where those are too wide, nearly exactly.
template <class Real>
std::optional<End> Depth::prove(const Surface<Real>& surface, Best& best, State& state) {
  measured_ = true;
  double inner = inner_bound(surface, -INFINITY);
  if (-best.value - inner > std::max(goal_, quick_goal * pair_.unit())) {
    const ExactFace face = exact_face(surface, best.corner, pair_.size());
    const Vector<double> q = pair_.without_axis(-normalised(rounded(face.normal)));
    const double value = support(q).value;
    if (value > best.value) best.q = q, best.value = value;
    const double depth = face.bound(pair_.upper_error());
    inner = inner_bound(surface, -best.value - depth <= goal_ ? depth : -best.value - goal_);
  }
  state.q = best.q;
  state.lower = best.value;
  // If a face has the origin beyond it, the surface proves no more than its corners do.
  state.upper = inner > 0 ? -inner : inside_ ? 0 : nearest_corner(surface);
  settle_points(surface, best, state);
  if (tracked_) keep_anchor(surface, state.q);
  const double width = state.upper - state.lower;
  if (width <= std::max(goal_, quick_goal * pair_.unit())) return End::converged;
  if (early_) return gjk_.stopping().judge(state.upper, state.lower, state.q, 0);
  return {};
}

template <class Real>
double Depth::nearest_corner(const Surface<Real>& surface) const {
  double least = INFINITY;
  for (int i = 0; i < surface.polytope().vertices(); ++i) {
    least = std::min(least, norm(narrowed(surface.polytope().corner(i))));
  }
  return least * (1 + 8 * unit_roundoff) + surface.corner_error();
}

/// A bound on the distance of all faces, from their error bounds; below `wanted`, if that is
/// higher, nearly exactly.
template <class Real>
double Depth::inner_bound(const Surface<Real>& surface, double wanted) const {
  const auto& polytope = surface.polytope();
  double least = INFINITY;
  for (int f = 0; f < polytope.slots(); ++f) {
    double bound = polytope.distance(f) - (polytope.face(f).error + surface.corner_error());
    if (bound < wanted) {
      bound = exact_face(surface, polytope.face(f).corner, pair_.size()).bound(pair_.upper_error());
    }
    least = std::min(least, bound);
  }
  return least;
}

/// The near points: they make up the point of the best plane nearest the origin.
template <class Real>
void Depth::settle_points(const Surface<Real>& surface, const Best& best, State& state) {
  const double width = std::min(state.upper - state.lower, pair_.size());
  SurfacePoint<Real> point(surface, best.q * (best.value / norm(best.q)), -best.q);
  point.find(best.corner, -best.value + 2 * width + 16 * pair_.unit(),
             std::max(8 * pair_.unit(), width));
  corner_ = point.corner();
  state.size = 0;
  for (int i = 0; i < 3; ++i) {
    if (!(point.weight()[i] > 0)) continue;
    state.vertex[state.size] = surface.vertex(corner_[i]);
    state.weight[state.size++] = point.weight()[i];
  }
}

/// For the next query: the face above the origin, and what lies deepest behind it.
template <class Real>
void Depth::keep_anchor(const Surface<Real>& surface, const Vector<double>& q) {
  const auto& polytope = surface.polytope();
  anchor_.q = q;
  anchor_.size = 0;
  for (const int i : corner_) {
    if (!surface.apex(i)) anchor_.add(surface.vertex(i));
  }
  int deepest = 0;
  double height = -INFINITY;
  for (int i = 0; i < polytope.vertices(); ++i) {
    if (surface.apex(i)) continue;
    const double below = dot<double>(q, narrowed(polytope.corner(i)));
    if (below > height) height = below, deepest = i;
  }
  anchor_.add(surface.vertex(deepest));
}

/// What the weights of a measured state make up, to a few units of u * S.
Found Depth::found(const State& state) const {
  Found f;
  Vector<double> a = Vector<double>::Zero(), b = Vector<double>::Zero();
  for (int i = 0; i < state.size; ++i) {
    f.weight[i] = state.weight[i].hi;
    f.add(state.vertex[i]);
    a += pair_.quick_point_of_a(state.vertex[i]) * f.weight[i];
    b += pair_.quick_point_of_b(state.vertex[i]) * f.weight[i];
  }
  f.point_a = {a, Vector<double>::Zero()};
  f.point_b = WidePoint(b.cast<DoubleDouble>() + pair_.exact_offset());
  f.face_along_axis(pair_);
  f.q = state.q;
  f.lower = state.lower;
  return f;
}

}  // namespace apart
