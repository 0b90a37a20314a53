// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>

#include "convex/vector.hpp"

namespace apart {

/// The distance subalgorithm in double, for simplices that grow by support points: as the newest
/// point p lies nearer the origin's side than all others, it carries the nearest point, and only
/// subsets that hold it are tried. Directions are normals of edges and faces, which suffer less
/// from a short v than v itself. It only proposes: where it is unsure it says so.
class NewestSimplex {
 public:
  int size() const { return size_; }
  const Vector<double>& point(int i) const { return point_[i]; }
  void clear() { size_ = 0; }
  /// Points may carry a number, to be told by; it stays with them.
  void add(const Vector<double>& p, std::uint64_t number = 0) { add(Triple::of(p), number); }
  void add(Triple p, std::uint64_t number) {
    number_[size_] = number;
    p.store(point_[size_++]);
  }
  std::uint64_t number(int i) const { return number_[i]; }
  bool holds(std::uint64_t number) const {
    return (size_ > 0 && number_[0] == number) | (size_ > 1 && number_[1] == number) |
           (size_ > 2 && number_[2] == number) | (size_ > 3 && number_[3] == number);
  }

  /// How many points carry the point nearest the origin, given that the last is one of them: one to
  /// three; four, if the origin is inside; none, if that is unsure. What follows is about them.
  int solve() { return solve(at(size_ - 1), size_ - 1); }
  /// The same with one more point, p, which is not added yet: it need not wait for memory.
  int solve_with(Triple p) { return solve(p, size_); }
  int carriers() const { return found_.carriers; }
  /// Which points they are, in their order.
  int carrier(int k) const { return found_.kept[k]; }
  double weight(int k) const { return found_.share[k] / found_.whole; }
  double squared() const { return found_.squared; }                       ///< of the distance
  Vector<double> direction() const { return found_.direction.vector(); }  ///< of any length
  Triple quick_direction() const { return found_.direction; }
  /// Drops all others.
  void keep() {
    for (int k = 0; k < found_.carriers; ++k) move(k, found_.kept[k]);
    size_ = found_.carriers;
  }
  /// The same after solve_with().
  void keep_with(Triple p, std::uint64_t number) {
    size_ = found_.carriers - 1;
    if (size_ > 0 && found_.kept[0] != 0) move(0, found_.kept[0]);
    if (size_ > 1 && found_.kept[1] != 1) move(1, found_.kept[1]);
    add(p, number);
  }

  void drop(int gone) {
    for (int k = gone; k + 1 < size_; ++k) move(k, k + 1);
    --size_;
  }

  /// Of the carriers; zero for those that are not there.
  std::array<double, 4> weights() const { return {weight(0), weight(1), weight(2), 0}; }
  /// The near point itself, once only the carriers are left.
  Vector<double> combination() const {
    Vector<double> v = point_[0] * weight(0);
    for (int k = 1; k < size_; ++k) v += point_[k] * weight(k);
    return v;
  }

  /// Is the origin on the inner side of all four faces, whichever point is the newest? Then these
  /// are the carriers.
  bool encloses_origin() {
    for (int k = 0; k < 4; ++k) {
      const Vector<double>& p = point_[k];
      const Vector<double> n = cross<double>(point_[(k + 1) % 4] - p, point_[(k + 2) % 4] - p);
      const double above = dot<double>(n, point_[(k + 3) % 4] - p), origin = -dot(n, p);
      if (!(above > 0 ? origin > 0 : origin < 0)) return false;
    }
    found_.carriers = 4;
    return true;
  }

 private:
  struct Solution {
    int carriers = 0;
    std::array<int, 3> kept{};
    std::array<double, 3> share{};
    double whole = 1, squared = 0;
    Triple direction{0, 0, 0};
  };

  Triple at(int i) const { return Triple::of(point_[i]); }
  void move(int to, int from) {
    at(from).store(point_[to]);
    number_[to] = number_[from];
  }

  int solve(Triple p, int older) {
    newest_ = older;
    switch (older) {
      case 0:
        return found_.carriers = vertex(p);
      case 1:
        return found_.carriers = edge(0, p);
      case 2:
        return found_.carriers = face(0, 1, p);
      default:
        return found_.carriers = tetrahedron(p);
    }
  }

  int vertex(Triple p) {
    found_.kept[0] = newest_;
    found_.share = {1, 0, 0};
    found_.whole = 1;
    found_.direction = p;
    found_.squared = dot(p, p);
    return 1;
  }

  int edge(int i, Triple p) {
    const Triple e = at(i) - p;
    const double along = -dot(p, e);
    return along > 0 ? edge(i, p, e, along, dot(e, e)) : vertex(p);
  }

  int edge(int i, Triple p, Triple e, double along, double square) {
    found_.kept[0] = i;
    found_.kept[1] = newest_;
    found_.share = {along, square - along, 0};
    found_.whole = square;
    found_.direction = p * square + e * along;  // a division here would be waited for
    found_.squared = dot(found_.direction, found_.direction) / (square * square);
    return along < square ? 2 : 0;
  }

  int face(int i, int j, Triple p) {
    const Triple e = at(i) - p, f = at(j) - p;
    const Triple n = cross(e, f);
    return face(i, j, p, e, f, n, dot(n, p));
  }

  /// n is the normal, of any length, and `height` is n.p.
  int face(int i, int j, Triple p, Triple e, Triple f, Triple n, double height) {
    const double along_e = -dot(p, e), along_f = -dot(p, f);
    const double ee = dot(e, e), ff = dot(f, f), ef = dot(e, f);
    const double share_e = ff * along_e - ef * along_f, share_f = ee * along_f - ef * along_e;
    if (share_e > 0 && share_f > 0) {
      const double area = dot(n, n);  // times two, squared
      found_.kept[0] = i;
      found_.kept[1] = j;
      found_.kept[2] = newest_;
      found_.share = {share_e, share_f, area - (share_e + share_f)};
      found_.whole = area;
      found_.squared = height * height / area;
      found_.direction = n * std::copysign(1.0, height);
      return found_.share[2] > 0 ? 3 : 0;
    }
    if (along_e > 0 && !(share_f > 0)) return edge(i, p, e, along_e, ee);
    if (along_f > 0 && !(share_e > 0)) return edge(j, p, f, along_f, ff);
    return along_e > 0 || along_f > 0 ? 0 : vertex(p);
  }

  /// The faces that hold the newest point and have the origin beyond them; none: it is inside.
  __attribute__((always_inline)) int tetrahedron(Triple p) {
    const Triple a = at(0) - p, b = at(1) - p, c = at(2) - p;
    const Triple ab = cross(a, b), bc = cross(b, c), ac = cross(a, c);
    const double volume = dot(ab, c);  // 6 times, signed: ab.c = bc.a = -ac.b
    const double inward = volume > 0 ? 1 : -1;
    const double height_ab = dot(ab, p), height_bc = dot(bc, p), height_ac = dot(ac, p);
    const bool beyond_ab = height_ab * inward > 0, beyond_bc = height_bc * inward > 0;
    const bool beyond_ac = height_ac * inward < 0;
    const int visible = beyond_ab + beyond_bc + beyond_ac;
    if (visible == 0) return volume != 0 ? 4 : 0;
    if (visible == 1) {  // the rule: select, and solve once
      const int i = beyond_bc ? 1 : 0, j = beyond_ab ? 1 : 2;
      const Triple e = beyond_bc ? b : a, f = beyond_ab ? b : c;
      return face(i, j, p, e, f,
                  beyond_ab   ? ab
                  : beyond_bc ? bc
                              : ac,
                  beyond_ab   ? height_ab
                  : beyond_bc ? height_bc
                              : height_ac);
    }
    Solution best;
    if (beyond_ab) nearer(best, face(0, 1, p, a, b, ab, height_ab));
    if (beyond_bc) nearer(best, face(1, 2, p, b, c, bc, height_bc));
    if (beyond_ac) nearer(best, face(0, 2, p, a, c, ac, height_ac));
    found_ = best;
    return best.carriers;
  }
  void nearer(Solution& best, int carriers) {
    found_.carriers = carriers;
    if (carriers > 0 && (best.carriers == 0 || found_.squared < best.squared)) best = found_;
  }

  int size_ = 0, newest_ = 0;
  Solution found_;
  std::array<Vector<double>, 4> point_;
  std::array<std::uint64_t, 4> number_;
};

}  // namespace apart
