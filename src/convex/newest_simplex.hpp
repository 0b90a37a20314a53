// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "convex/vector.hpp"

namespace apart {

/// The distance subalgorithm in double, for simplices that grow by support points: as the newest
/// point p lies nearer the origin's side than all others, it carries the nearest point, and only
/// subsets that hold it are tried. Directions are normals of edges and faces, which suffer less
/// from a short v than v itself. It only proposes: where it is unsure it says so.
class NewestSimplex {
 public:
  struct Solution {
    unsigned mask = 0;  ///< the points that carry v; 0: unsure
    std::array<double, 4> weight{};
    Vector<double> v;
    double squared = 0;
    Vector<double> direction;  ///< along v, of any length
  };

  int size() const { return size_; }
  const Vector<double>& point(int i) const { return point_[i]; }
  void add(const Vector<double>& p) { point_[size_++] = p; }
  void keep(unsigned mask) {
    int n = 0;
    for (int i = 0; i < size_; ++i) {
      if (mask >> i & 1) point_[n++] = point_[i];
    }
    size_ = n;
  }

  /// The point nearest the origin, given that the last point is one of those that carry it. All
  /// four: the origin is inside.
  Solution solve() const {
    switch (size_) {
      case 1:
        return vertex(0);
      case 2:
        return edge(0, 1);
      case 3:
        return face(0, 1, 2);
      default:
        return tetrahedron();
    }
  }

  /// Is the origin on the inner side of all four faces, whichever point is the newest?
  bool encloses_origin() const {
    for (int k = 0; k < 4; ++k) {
      const Vector<double>& p = point_[k];
      const Vector<double> n = cross<double>(point_[(k + 1) % 4] - p, point_[(k + 2) % 4] - p);
      const double above = dot<double>(n, point_[(k + 3) % 4] - p), origin = -dot(n, p);
      if (!(above > 0 ? origin > 0 : origin < 0)) return false;
    }
    return true;
  }

 private:
  Solution vertex(int i) const {
    Solution s;
    s.mask = 1u << i;
    s.weight[i] = 1;
    s.v = s.direction = point_[i];
    s.squared = dot(s.v, s.v);
    return s;
  }

  Solution edge(int i, int newest) const {
    const Vector<double>& p = point_[newest];
    const Vector<double> e = point_[i] - p;
    const double along = -dot(p, e);
    return along > 0 ? edge(i, newest, e, along, dot(e, e)) : vertex(newest);
  }

  Solution edge(int i, int newest, const Vector<double>& e, double along, double square) const {
    if (!(along < square)) return {};
    const Vector<double>& p = point_[newest];
    const double t = along / square;
    Solution s;
    s.mask = 1u << i | 1u << newest;
    s.weight[i] = t;
    s.weight[newest] = 1 - t;
    s.v = p + e * t;
    s.squared = dot(s.v, s.v);
    s.direction = s.v;
    return s;
  }

  Solution face(int i, int j, int newest) const {
    const Vector<double>& p = point_[newest];
    const Vector<double> e = point_[i] - p, f = point_[j] - p;
    const double along_e = -dot(p, e), along_f = -dot(p, f);
    if (!(along_e > 0) && !(along_f > 0)) return vertex(newest);
    const double ee = dot(e, e), ff = dot(f, f), ef = dot(e, f);
    const double area = ee * ff - ef * ef;  // times four, squared
    const double share_e = ff * along_e - ef * along_f, share_f = ee * along_f - ef * along_e;
    if (share_e > 0 && share_f > 0) {
      if (!(share_e + share_f < area)) return {};
      const double x = share_e / area, y = share_f / area;
      Solution s;
      s.mask = 1u << i | 1u << j | 1u << newest;
      s.weight[i] = x;
      s.weight[j] = y;
      s.weight[newest] = 1 - x - y;
      s.v = p + (e * x + f * y);
      s.squared = dot(s.v, s.v);
      const Vector<double> n = cross(e, f);
      s.direction = dot(n, p) > 0 ? n : Vector<double>(-n);
      return s;
    }
    if (along_e > 0 && !(share_f > 0)) return edge(i, newest, e, along_e, ee);
    if (along_f > 0 && !(share_e > 0)) return edge(j, newest, f, along_f, ff);
    return {};
  }

  /// The faces that hold the newest point and have the origin beyond them; none: it is inside.
  Solution tetrahedron() const {
    const Vector<double>& p = point_[3];
    const Vector<double> a = point_[0] - p, b = point_[1] - p, c = point_[2] - p;
    const Vector<double> ab = cross(a, b), bc = cross(b, c), ca = cross(c, a);
    const double volume = dot(ab, c);  // 6 times, signed: ab.c = bc.a = ca.b
    const bool positive = volume > 0;
    const auto beyond = [&](const Vector<double>& n) {
      const double height = -dot(n, p);
      return positive ? height < 0 : height > 0;
    };
    Solution best;
    bool outside = false;
    const auto look = [&](int i, int j, const Vector<double>& n) {
      if (!beyond(n)) return;
      outside = true;
      const Solution s = face(i, j, 3);
      if (s.mask && (!best.mask || s.squared < best.squared)) best = s;
    };
    look(0, 1, ab);
    look(1, 2, bc);
    look(2, 0, ca);
    if (outside || volume == 0) return best;
    best.mask = 15;
    return best;
  }

  int size_ = 0;
  std::array<Vector<double>, 4> point_;
};

}  // namespace apart
