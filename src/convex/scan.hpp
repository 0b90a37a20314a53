// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cmath>

#include "convex/lanes.hpp"
#include "convex/polytope_data.hpp"
#include "convex/vector.hpp"

namespace apart {

struct Farthest {
  int index;
  double value;  ///< along the direction
};

/// A direction against eight vertices at a time; where the polytope has cells, against the few that
/// can be farthest.
class Scan {
 public:
  Scan(const detail::PolytopeData& p, const Vector<double>& d) : p_(p), d_(d) {}

  /// The vertex farthest along the direction, none overlooked; the lowest index among equals.
  Farthest farthest() const { return !p_.cells ? of_all() : of_cell(); }

 private:
  Farthest of_all() const {
    Lanes most = values(0), at{}, index{};
    for (int i = 4; i < p_.count; i += 4) {  // whole blocks: the vertices are padded
      index += 4;
      const Lanes here = values(i);
      at = here > most ? index : at;
      most = here > most ? here : most;
    }
    int best = 0;
    for (int k = 1; k < 4; ++k) {
      const bool before = at[k] + k < at[best] + best;
      if (most[k] > most[best] || (most[k] == most[best] && before)) best = k;
    }
    return {static_cast<int>(at[best]) + best, most[best]};
  }

  Farthest of_cell() const {
    return p_.cells->narrow() ? of_list(p_.cells->along<std::uint16_t>(d_))
                              : of_list(p_.cells->along<std::uint32_t>(d_));
  }
  template <class List>
  Farthest of_list(const List& list) const {
    Farthest best{0, -INFINITY};
    for (int k = 0; k < list.count; ++k) {
      const double* p = p_.cells->corner(list.id[k]);
      const double here = p[0] * d_.x() + (p[1] * d_.y() + p[2] * d_.z());
      if (here > best.value) best = {static_cast<int>(list.id[k]), here};
    }
    return best;
  }

  Lanes values(int i) const {
    return product(load(&p_.x()[i]), load(&p_.y()[i]), load(&p_.z()[i]));
  }
  Lanes product(const Lanes& x, const Lanes& y, const Lanes& z) const {
    return x * d_.x() + (y * d_.y() + z * d_.z());
  }

  const detail::PolytopeData& p_;
  Vector<double> d_;
};

}  // namespace apart
