// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/penetration.hpp>

#include "convex/gjk.hpp"
#include "convex/surface.hpp"

namespace apart {

/// The signed distance of a pair: Gjk as long as the cores are apart; where they overlap, how deep
/// the origin lies in A - B. Every direction n bounds the depth from above, by the support h(n);
/// every closed surface around the origin bounds it from below, by its nearest face. The surface
/// grows at that face until the two bounds meet, which is at the global minimum.
class Depth {
 public:
  Depth(const Pair& pair, const Options& options, Workspace* workspace);

  Penetration solve(Tracker* tracker);

 private:
  using State = Gjk::State;

  /// The plane nearest the origin so far, and the face below it, with its distance.
  struct Best {
    std::array<int, 3> corner{};
    double distance = 0;
    Vector<double> q = Vector<double>::Zero();
    double value = -INFINITY;
  };

  End measure(State& state);
  std::optional<End> measure_in_double(State& state);
  std::optional<End> measure_again(State& state, const Tracker& tracker);
  End measure_exactly(const State& simplex, State& state);
  bool grow(State& state);
  template <class Real>
  std::optional<End> measure_on(Surface<Real>& surface, State& state);
  void polish(Best& best);
  template <class Real>
  bool enlarge(Surface<Real>& surface);
  template <class Real>
  bool seed(Surface<Real>& surface, State& state);
  template <class Real>
  std::optional<End> expand(Surface<Real>& surface, State& state);
  template <class Real>
  bool nothing_beyond(const Surface<Real>& surface, int f, const Pair::Plane& plane) const;
  template <class Real>
  std::optional<End> prove(const Surface<Real>& surface, Best& best, State& state);
  template <class Real>
  double nearest_corner(const Surface<Real>& surface) const;
  template <class Real>
  double inner_bound(const Surface<Real>& surface, double wanted) const;
  template <class Real>
  void settle_points(const Surface<Real>& surface, const Best& best, State& state);
  template <class Real>
  void keep_anchor(const Surface<Real>& surface, const Vector<double>& q);

  Pair::Plane support(const Vector<double>& q);
  Found found(const State& state) const;

  const Pair& pair_;
  Gjk gjk_;
  Workspace* workspace_;
  bool early_, curved_;
  double goal_;
  bool inside_ = false;          // it is proved that the cores overlap
  bool measured_ = false;        // the state is that of a surface, its `upper` that of a face
  std::array<int, 3> corner_{};  // of the face above the origin
  bool tracked_ = false;
  Found anchor_;  // where to start when asked again
  int support_calls_ = 0;
};

}  // namespace apart
