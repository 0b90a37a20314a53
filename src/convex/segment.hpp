// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

namespace apart {

/// Lumelsky (1985): the parameters t, u in [0, 1] of the near points a + t d1 and c + u d2 of two
/// segments, from the inner products D1 = d1.d1, D2 = d2.d2, R = d1.d2, S1 = d1.d12, S2 = d2.d12
/// with d12 = c - a. Inner products are all it needs, so it serves any dimension.
template <class Real>
std::pair<Real, Real> lumelsky(const Real& D1, const Real& D2, const Real& R, const Real& S1,
                               const Real& S2) {
  const Real zero(0), one(1);
  const auto clamped = [&](const Real& x) { return x < zero ? zero : x > one ? one : x; };
  if (!(D1 > zero) && !(D2 > zero)) return {zero, zero};
  if (!(D2 > zero)) return {clamped(S1 / D1), zero};   // step 1: points take the role of cd
  if (!(D1 > zero)) return {zero, clamped(-S2 / D2)};  // ... or of ab, by symmetry
  const Real denominator = D1 * D2 - R * R;
  Real t = zero;
  if (denominator > zero) t = clamped((S1 * D2 - S2 * R) / denominator);  // step 2
  Real u = (t * R - S2) / D2;                                             // step 3
  if (u < zero || u > one) {
    u = clamped(u);
    t = clamped((u * R + S1) / D1);  // step 4
  }
  return {t, u};
}

}  // namespace apart
