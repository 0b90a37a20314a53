// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>
#include <array>
#include <optional>

#include "convex/pair.hpp"

namespace apart {

/// The algorithm of Gilbert, Johnson and Keerthi (1988) on a pair of cores: from V0, take the point
/// v of the simplex nearest the origin, drop what does not carry it, add the support point of A - B
/// against v. Each v is an upper bound on the distance, each support plane a lower one.
///
/// It runs in double until that has nothing more to give, then in double-double. The first only
/// proposes; every answer is evaluated nearly exactly, so `upper` is attained by the near points,
/// and the plane that proves `lower` comes from a support call that overlooks no vertex.
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
  enum class End {
    converged,  // the gap is closed, or as small as was asked
    reached,    // |v| is too small for its direction to mean anything
    inside,     // a common point is proved
    cut_off,    // `enough` is decided
    stalled,    // no further progress; the interval is what it is
  };
  /// What the caller wants to know of shapes that overlap: only that they do, or how deep.
  enum class Overlap { is_enough, is_measured };

  Gjk(const Pair& pair, const Options& options, Overlap overlap = Overlap::is_enough);

  Distance solve(Tracker* tracker);

  /// The same up to the answer. If overlap is to be measured, the balls of rounded shapes are left
  /// aside (the signed distance of rounded shapes is that of the cores less the balls), and
  /// `inside` may come with a simplex of four points that only seems, in double, to hold the
  /// origin; settle() then knows better.
  End run(State& state, const Tracker* tracker);
  End settle(State& state);

  /// What the bounds of a state decide, if anything.
  std::optional<End> judge(const State& state, double upper_error) const;
  void remember(const State& state, Tracker& tracker) const;
  void recall(State& state, const Tracker& tracker) const;
  int support_calls() const { return support_calls_; }

 private:
  void start(State& state, const Tracker* tracker);
  std::optional<End> segments(State& state);
  std::optional<End> search(State& state, const Tracker* tracker);
  std::optional<End> search_anywhere(State& state, const Tracker* tracker);
  std::optional<End> search_wide(State& state, const Tracker* tracker);
  End refine(State& state);
  End approach(State& state, const ExactVector& target);
  End enclose(State& state);

  static State with_plane(const State& state, const State& other);
  bool faces(const State& state) const;
  double upper_bound(const State& state, double upper_error) const;
  bool balls_overlap(const State& state, double upper_error) const;
  void evaluate(State& state, const std::array<double, 4>& weight) const;
  Pair::Plane support(const Vector<double>& q);
  Pair::Plane propose(const Vector<double>& q, const Vertex& near);
  void record(const State& state, bool extended);

  Distance publish(const State& state, End end) const;
  void publish_points(const State& state, Distance& d) const;

  const Pair& pair_;
  Overlap overlap_;
  double relative_error_;
  std::optional<double> enough_;  // in the problem's units
  Trace* trace_;
  int support_calls_ = 0;
};

}  // namespace apart
