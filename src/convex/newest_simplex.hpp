// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>

#include "convex/vector.hpp"

namespace apart {

/// The volume of a tetrahedron, by three edges from one corner, errs by 9 u times the product of
/// their lengths: if it exceeds 128 of these, it is known to a tenth. As a square.
inline constexpr double known_volume = 128 * unit_roundoff * (128 * unit_roundoff);

/// The distance subalgorithm in double, for simplices that grow by support points: as the newest
/// point p lies nearer the origin's side than all others, it carries the nearest point, and only
/// subsets that hold it are tried. Directions are normals of edges and faces, which suffer less
/// from a short v than v itself. It only proposes: where it is unsure it says so.
class NewestSimplex {
 public:
  NewestSimplex() = default;
  /// A copy has the points; what was found is for who solved.
  NewestSimplex(const NewestSimplex& s) : size_(s.size_), point_(s.point_), number_(s.number_) {}
  NewestSimplex& operator=(const NewestSimplex& s) {
    size_ = s.size_;
    point_ = s.point_;
    number_ = s.number_;
    return *this;
  }

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
  /// Asked of what may be added, so that there are three points at most.
  bool holds(std::uint64_t number) const {
    unsigned where = 0;
    for (int k = 0; k < 3; ++k) where |= static_cast<unsigned>(number_[k] == number) << k;
    return (where & ((1u << size_) - 1)) != 0;
  }

  /// What carries the point nearest the origin.
  struct Solution {
    int carriers;  // one to three; four, if the origin is inside; none, if that is unsure
    std::array<int, 3> kept;  // which points they are, in their order
    std::array<double, 3> share;
    double whole;
    double squared;    // of the distance
    Triple direction;  // of any length

    double weight(int k) const { return share[k] / whole; }
  };

  /// Given that the last point is a carrier, how many are there? What follows is about them.
  int solve() {
    found_ = solution(at(size_ - 1), size_ - 1);
    return found_.carriers;
  }
  /// The same with one more point, p, which is not added yet: it need not wait for memory.
  int solve_with(Triple p) {
    found_ = solution_with(p);
    return found_.carriers;
  }
  Solution solution_with(Triple p) const { return solution(p, size_); }
  /// Of p and the only point before it.
  static Solution edge(int newest, Triple p, Triple before) {
    const Triple e = before - p;
    const double along = -dot(p, e);
    return along > 0 ? edge(newest, 0, p, e, along, dot(e, e)) : vertex(newest, p);
  }
  /// Without another point, of which there are three at most.
  Solution solution_of_three() const { return of_three(at(size_ - 1), size_ - 1); }
  int carriers() const { return found_.carriers; }
  int carrier(int k) const { return found_.kept[k]; }
  double weight(int k) const { return found_.weight(k); }
  double squared() const { return found_.squared; }
  Vector<double> direction() const { return found_.direction.vector(); }
  Triple quick_direction() const { return found_.direction; }
  const Solution& found() const { return found_; }
  /// Drops all others.
  void keep() {
    for (int k = 0; k < found_.carriers; ++k) move(k, found_.kept[k]);
    size_ = found_.carriers;
  }
  /// The same after solve_with() or solution_with().
  void keep_with(Triple p, std::uint64_t number) { keep_with(found_, p, number); }
  void keep_with(const Solution& found, Triple p, std::uint64_t number) {
    size_ = found.carriers - 1;
    if (size_ > 0 && found.kept[0] != 0) move(0, found.kept[0]);
    if (size_ > 1 && found.kept[1] != 1) move(1, found.kept[1]);
    add(p, number);
  }

  /// Begins with `size` of three points.
  void set(const Triple (&p)[3], const std::uint64_t (&number)[3], const std::uint8_t (&which)[3],
           int size) {
    for (int k = 0; k < 3; ++k) {  // all: no branch asks how many
      p[which[k]].store(point_[k]);
      number_[k] = number[which[k]];
    }
    size_ = size;
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
    found_ = nowhere(4);
    return true;
  }

 private:
  static constexpr int none = -1;

  Triple at(int i) const { return Triple::of(point_[i]); }
  void move(int to, int from) {
    at(from).store(point_[to]);
    number_[to] = number_[from];
  }

  /// Of p and the points before number `newest`, which p is or will be.
  Solution solution(Triple p, int newest) const {
    return newest < 3 ? of_three(p, newest) : tetrahedron(newest, p);
  }
  Solution of_three(Triple p, int newest) const {
    switch (newest) {
      case 0:
        return vertex(newest, p);
      case 1:
        return edge(newest, p, at(0));
      default:
        return face(newest, 0, 1, p, at(0) - p, at(1) - p);
    }
  }

  static Solution nowhere(int carriers) { return {carriers, {}, {}, 1, 0, {0, 0, 0}}; }

  static Solution vertex(int newest, Triple p) {
    return {1, {newest, none, none}, {1, 0, 0}, 1, dot(p, p), p};
  }

  static Solution edge(int newest, int i, Triple p, Triple e, double along, double square) {
    const Triple direction = p * square + e * along;  // a division here would be waited for
    return {along < square ? 2 : 0,
            {i, newest, none},
            {along, square - along, 0},
            square,
            dot(direction, direction) / (square * square),
            direction};
  }

  static Solution face(int newest, int i, int j, Triple p, Triple e, Triple f) {
    const Triple n = cross(e, f);
    return face(newest, i, j, p, e, f, n, dot(n, p));
  }

  /// n is the normal, of any length, and `height` is n.p.
  static Solution face(int newest, int i, int j, Triple p, Triple e, Triple f, Triple n,
                       double height) {
    const double along_e = -dot(p, e), along_f = -dot(p, f);
    const double ee = dot(e, e), ff = dot(f, f), ef = dot(e, f);
    const double share_e = ff * along_e - ef * along_f, share_f = ee * along_f - ef * along_e;
    if (share_e > 0 && share_f > 0) {
      const double area = dot(n, n);  // times two, squared
      const double rest = area - (share_e + share_f);
      return {rest > 0 ? 3 : 0,         {i, j, newest},
              {share_e, share_f, rest}, area,
              height * height / area,   n * std::copysign(1.0, height)};
    }
    if (along_e > 0 && !(share_f > 0)) return edge(newest, i, p, e, along_e, ee);
    if (along_f > 0 && !(share_e > 0)) return edge(newest, j, p, f, along_f, ff);
    return along_e > 0 || along_f > 0 ? nowhere(0) : vertex(newest, p);
  }

  /// The faces that hold the newest point and have the origin beyond them; none: it is inside.
  __attribute__((always_inline)) Solution tetrahedron(int newest, Triple p) const {
    const Triple a = at(0) - p, b = at(1) - p, c = at(2) - p;
    const Triple ab = cross(a, b), bc = cross(b, c), ac = cross(a, c);
    const double volume = dot(ab, c);  // 6 times, signed: ab.c = bc.a = -ac.b
    const double inward = volume > 0 ? 1 : -1;
    const double height_ab = dot(ab, p), height_bc = dot(bc, p), height_ac = dot(ac, p);
    const bool beyond_ab = height_ab * inward > 0, beyond_bc = height_bc * inward > 0;
    const bool beyond_ac = height_ac * inward < 0;
    const int visible = beyond_ab + beyond_bc + beyond_ac;
    if (visible == 0) return nowhere(volume != 0 ? 4 : 0);
    if (visible == 1) {  // the rule: select, and solve once
      const int i = beyond_bc ? 1 : 0, j = beyond_ab ? 1 : 2;
      const Triple e = beyond_bc ? b : a, f = beyond_ab ? b : c;
      return face(newest, i, j, p, e, f,
                  beyond_ab   ? ab
                  : beyond_bc ? bc
                              : ac,
                  beyond_ab   ? height_ab
                  : beyond_bc ? height_bc
                              : height_ac);
    }
    // What is inside of a face that the origin is beyond is the nearest point of all.
    Solution best = nowhere(0);
    const auto settles = [&](const Solution& other) __attribute__((always_inline)) {
      const bool nearer = best.carriers == 0 || other.carriers == 3 || other.squared < best.squared;
      if (other.carriers > 0 && nearer) best = other;
      return best.carriers == 3;
    };
    if (beyond_ab && settles(face(newest, 0, 1, p, a, b, ab, height_ab))) return best;
    if (beyond_bc && settles(face(newest, 1, 2, p, b, c, bc, height_bc))) return best;
    if (beyond_ac) settles(face(newest, 0, 2, p, a, c, ac, height_ac));
    return best;
  }

  int size_ = 0;
  Solution found_;  // set by who solves: a search that carries its solution along has none here
  std::array<Vector<double>, 4> point_;
  std::array<std::uint64_t, 4> number_{};
};

}  // namespace apart
