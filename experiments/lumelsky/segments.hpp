// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "convex/segment.hpp"

namespace apart::experiments {

template <class Real>
using Coordinates = std::vector<Real>;

template <class Real>
Coordinates<Real> difference(const Coordinates<Real>& x, const Coordinates<Real>& y) {
  Coordinates<Real> d(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) d[i] = x[i] - y[i];
  return d;
}
template <class Real>
Real inner(const Coordinates<Real>& x, const Coordinates<Real>& y) {
  Real sum = x[0] * y[0];
  for (std::size_t i = 1; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}
template <class Real>
Real squared_distance(const Coordinates<Real>& x, const Coordinates<Real>& y) {
  const Coordinates<Real> d = difference(x, y);
  return inner(d, d);
}
/// x + t d.
template <class Real>
Coordinates<Real> along(const Coordinates<Real>& x, const Real& t, const Coordinates<Real>& d) {
  Coordinates<Real> p(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) p[i] = x[i] + t * d[i];
  return p;
}

/// Segments ab and cd in R^n, their squared distance by two ways.
template <class Real>
struct Segments {
  Coordinates<Real> a, b, c, d;
  Coordinates<Real> d1{}, d2{}, d12{};  ///< differences, made by parameters()

  /// Lumelsky's steps 1 to 4: the parameters of the near points.
  std::pair<Real, Real> parameters() {
    d1 = difference(b, a), d2 = difference(d, c), d12 = difference(c, a);
    return lumelsky(inner(d1, d1), inner(d2, d2), inner(d1, d2), inner(d1, d12), inner(d2, d12));
  }
  /// His step 5.
  Real at(const std::pair<Real, Real>& parameters) const {
    const auto& [t, u] = parameters;
    Coordinates<Real> e(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) e[i] = d1[i] * t - d2[i] * u - d12[i];
    return inner(e, e);
  }

  /// The way that his first section holds against it: the common perpendicular of the lines; unless
  /// both its ends are on the segments, the four distances of end points and up to four
  /// perpendiculars from them. Six points and nine distances.
  Real straightforward() const {
    const auto within = [](const Real& x) { return x >= Real(0) && x <= Real(1); };
    const auto e1 = difference(b, a), e2 = difference(d, c), e12 = difference(c, a);
    const Real D1 = inner(e1, e1), D2 = inner(e2, e2), R = inner(e1, e2);
    const Real S1 = inner(e1, e12), S2 = inner(e2, e12), denominator = D1 * D2 - R * R;
    if (denominator > Real(0)) {
      const Real t = (S1 * D2 - S2 * R) / denominator, u = (S1 * R - S2 * D1) / denominator;
      const Real global = squared_distance(along(a, t, e1), along(c, u, e2));
      if (within(t) && within(u)) return global;
    }
    Real least = squared_distance(a, c);
    const auto take = [&](const Real& x) {
      if (x < least) least = x;
    };
    take(squared_distance(a, d)), take(squared_distance(b, c)), take(squared_distance(b, d));
    const auto drop = [&](const auto& p, const auto& q, const auto& r) {
      const auto e = difference(r, q), w = difference(p, q);
      const Real t = inner(w, e) / inner(e, e);
      if (within(t)) take(squared_distance(p, along(q, t, e)));
    };
    drop(a, c, d), drop(b, c, d), drop(c, a, b), drop(d, a, b);
    return least;
  }
};

}  // namespace apart::experiments
