// SPDX-License-Identifier: BSD-3-Clause

// How a search in double ends with an answer: what it found is evaluated nearly exactly, once or
// twice, instead of being searched for again.
#include <algorithm>
#include <cmath>

#include "convex/gjk.hpp"
#include "convex/newest_simplex.hpp"

namespace apart {

namespace {

/// The edges from a simplex's last point, and what goes with them.
class Edges {
 public:
  explicit Edges(const NewestSimplex& simplex) : count_(simplex.size() - 1) {
    for (int k = 0; k < count_; ++k) edge_[k] = simplex.point(k) - simplex.point(count_);
  }

  /// What to add to the weights of all points but the last for v to be normal to the edges, or, if
  /// there are three, to vanish.
  Vector<double> step(const Vector<double>& v) const {
    const Vector<double>&e = edge_[0], &f = edge_[1], &g = edge_[2];
    if (count_ == 0) return Vector<double>::Zero();
    if (count_ == 1) return {-dot(v, e) / dot(e, e), 0, 0};
    if (count_ == 2) {
      const double ee = dot(e, e), ff = dot(f, f), ef = dot(e, f), ve = dot(v, e), vf = dot(v, f);
      const double area = ee * ff - ef * ef;
      return {(ef * vf - ff * ve) / area, (ef * ve - ee * vf) / area, 0};
    }
    const double volume = dot(e, cross(f, g));
    return {-dot(v, cross(f, g)) / volume, -dot(v, cross(g, e)) / volume,
            -dot(v, cross(e, f)) / volume};
  }

  /// How far such a step moves the combination.
  double length(const Vector<double>& step) const {
    Vector<double> sum = Vector<double>::Zero();
    for (int k = 0; k < count_; ++k) sum += edge_[k] * step[k];
    return norm(sum);
  }

  /// False if a weight is no longer one.
  bool apply(const Vector<double>& step, std::array<double, 4>& weight) const {
    bool fine = true;
    for (int k = 0; k < count_; ++k) {
      weight[k] += step[k];
      weight[count_] -= step[k];
    }
    for (int k = 0; k <= count_; ++k) fine &= weight[k] >= 0;
    return fine;
  }

  /// The least height of a tetrahedron; zero if that is not known.
  double height() const {
    const Vector<double> fg = cross(edge_[1], edge_[2]), ge = cross(edge_[2], edge_[0]);
    const Vector<double> ef = cross(edge_[0], edge_[1]), base = fg + ge + ef;
    const double area =
        std::max(std::max(dot(fg, fg), dot(ge, ge)), std::max(dot(ef, ef), dot(base, base)));
    const double volume = dot(edge_[0], fg);
    const double edges =
        dot(edge_[0], edge_[0]) * (dot(edge_[1], edge_[1]) * dot(edge_[2], edge_[2]));
    return volume * volume > known_volume * edges ? std::abs(volume) / std::sqrt(area) : 0;
  }

 private:
  int count_;
  std::array<Vector<double>, 3> edge_{Vector<double>::Zero(), Vector<double>::Zero(),
                                      Vector<double>::Zero()};
};

}  // namespace

/// The near points of the simplex: with its own plane, or with the one normal to v, an answer?
std::optional<End> Gjk::conclude(State& state, const NewestSimplex& simplex) {
  const Edges edges(simplex);
  State proved = state;
  std::array<double, 4> weight = simplex.weights();
  evaluate(proved, weight);
  const Vector<double> step = edges.step(rounded(proved.v));
  if (!(edges.length(step) <= pair_.unit() / 2)) {
    if (!edges.apply(step, weight)) return {};
    evaluate(proved, weight);
  }
  std::optional<End> end;
  if (stopping_.faces(rounded(proved.v), proved.upper, proved.q)) {
    end = judge(proved, pair_.upper_error());
  }
  if (!end && proved.upper > 0) {
    proved.q = pair_.without_axis(normalised(rounded(proved.v)));
    proved.lower = support(proved.q).value;
    end = judge(proved, pair_.upper_error());
  }
  if (!end) return {};
  state = proved;
  record(state, true);
  return end;
}

/// Four points that seem to hold the origin. That is proved if the heights of the tetrahedron times
/// the weights, which are the origin's distances from the faces, exceed what the combination misses
/// the origin by. As a point of both is published, that has to be next to nothing, too.
std::optional<End> Gjk::enclosed(State& state, const NewestSimplex& simplex) {
  const Edges edges(simplex);
  const double height = edges.height();
  if (!(height > 256 * pair_.unit())) return {};
  std::array<double, 4> weight{0, 0, 0, 1};
  Vector<double> v = simplex.point(3);
  for (int round = 0; round < 3; ++round) {
    if (!edges.apply(edges.step(v), weight)) return {};
    evaluate(state, weight);
    if (state.upper <= pair_.unit()) break;
    v = rounded(state.v);
  }
  if (!(state.upper <= 2 * pair_.unit())) return {};
  const double off = state.upper + 0x1p-90 * pair_.size() + pair_.upper_error();
  const double least = std::min(std::min(weight[0], weight[1]), std::min(weight[2], weight[3]));
  return least * height > 4 * off ? std::optional(End::inside) : std::nullopt;
}

}  // namespace apart
