// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>

#include "convex/found.hpp"

namespace apart {

class NewestSimplex;

/// The algorithm of Gilbert, Johnson and Keerthi (1988) on a pair of cores: from V0, take the point
/// v of the simplex nearest the origin, drop what does not carry it, add the support point of A - B
/// against v. Each v is an upper bound on the distance, each support plane a lower one.
///
/// It runs in double until that has nothing more to give; if no answer can be concluded from there,
/// then in double-double. The first only proposes; every answer is evaluated nearly exactly, so
/// `upper` is attained by the near points, and the plane that proves `lower` comes from a support
/// call that overlooks no vertex.
class Gjk {
 public:
  /// A simplex, the point of it nearest the target, and the plane normal to that.
  struct State {
    int size = 0;
    std::array<Vertex, 4> vertex;
    std::array<DoubleDouble, 4> weight{};
    ExactVector v = ExactVector::Zero();
    double upper = INFINITY;  // |v| for the cores, attained
    Vector<double> q = Vector<double>::Zero();
    double lower = -INFINITY;  // plane value for the cores as computed; no error taken off

    bool holds(const Vertex& v) const;
    void keep(unsigned mask);
  };

  Gjk(const Pair& pair, const Options& options, Overlap overlap = Overlap::is_enough);

  Distance solve(Tracker* tracker);
  /// The same from a simplex that vertex_gjk() left.
  Distance settle(const Found& simplex, Tracker* tracker);

  /// The same up to the answer. If overlap is to be measured, the balls of rounded shapes are left
  /// aside (the signed distance of rounded shapes is that of the cores less the balls), and
  /// `inside` comes with a simplex in the state, not with anything found; one of four points may
  /// only seem, in double, to hold the origin; settle() then knows better.
  End run(State& state, Found& found, const Tracker* tracker);
  End settle(State& state);
  /// What the weights of a state make up.
  Found found(const State& state) const;

  const Stopping& stopping() const { return stopping_; }
  void recall(State& state, const Tracker& tracker) const;
  static State with_plane(const State& state, const State& other);
  int support_calls() const { return support_calls_; }

 private:
  bool quick() const;
  void take(State& state, const Found& found) const;
  Distance publish(End end, const Found& answer, Tracker* tracker) const;
  std::optional<End> segments(State& state);
  void start(State& state, const Tracker* tracker);
  std::optional<End> search(State& state, const Tracker* tracker);
  std::optional<End> conclude(State& state, const NewestSimplex& simplex);
  std::optional<End> enclosed(State& state, const NewestSimplex& simplex);
  std::optional<End> judge(const State& state, double upper_error) const;
  End refine(State& state);
  End approach(State& state, const ExactVector& target);
  End enclose(State& state);

  void evaluate(State& state, const std::array<double, 4>& weight) const;
  Pair::Plane support(const Vector<double>& q);
  void record(const State& state, bool extended);

  const Pair& pair_;
  Stopping stopping_;
  Trace* trace_;
  int support_calls_ = 0;
};

}  // namespace apart
