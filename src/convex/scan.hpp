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

/// A direction against eight vertices at a time.
class Scan {
 public:
  Scan(const detail::PolytopeData& p, const Vector<double>& d)
      : x_(p.x.data()), y_(p.y.data()), z_(p.z.data()), count_(p.count), d_(d) {}

  /// The vertex farthest along the direction, none overlooked; the lowest index among equals.
  Farthest farthest() const {
    double most = block(0);
    int first = 0;
    for (int i = 8; i < count_; i += 8) {  // whole blocks: the vertices are padded
      const double here = block(i);
      first = here > most ? i : first;
      most = here > most ? here : most;
    }
    const Lanes front = values(first), back = values(first + 4);
    int k = 0;
    while (k < 7 && (k < 4 ? front[k] : back[k - 4]) != most) ++k;
    return {first + k, most};
  }

 private:
  Lanes values(int i) const {
    return load(x_ + i) * d_.x() + (load(y_ + i) * d_.y() + load(z_ + i) * d_.z());
  }
  double block(int i) const {
    const Lanes a = values(i), b = values(i + 4);
    const Lanes m = a > b ? a : b;
    const double low = m[0] > m[1] ? m[0] : m[1], high = m[2] > m[3] ? m[2] : m[3];
    return low > high ? low : high;
  }

  const double *x_, *y_, *z_;
  int count_;
  Vector<double> d_;
};

}  // namespace apart
