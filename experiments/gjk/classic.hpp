// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/pose.hpp>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "convex/johnson.hpp"
#include "counted.hpp"

namespace apart::experiments {

/// For each vertex of a hull those joined to it by an edge.
using Neighbours = std::vector<std::vector<int>>;

/// Where a body stands.
template <class Real>
struct Place {
  std::array<Vector<Real>, 3> column;  ///< of the rotation
  Vector<Real> at;

  explicit Place(const Pose& pose) : at(cast<Real>(pose.translation)) {
    for (int k = 0; k < 3; ++k) column[k] = cast<Real>(pose.rotation.col(k));
  }
  Vector<Real> moved(const Vector<Real>& p) const {
    return column[0] * p.x() + column[1] * p.y() + column[2] * p.z() + at;
  }
  Vector<Real> turned_back(const Vector<Real>& d) const {
    return {dot(column[0], d), dot(column[1], d), dot(column[2], d)};
  }
};

/// Vertices of a hull, which someone else keeps: as they stand, or with a place that they are moved
/// to one by one, as they are needed. With neighbours, support points are found by climbing from
/// the last one (Cameron 1997), otherwise by looking at all.
template <class Real>
struct Body {
  std::span<const Vector<Real>> points;
  const Neighbours* neighbours = nullptr;
  const Place<Real>* place = nullptr;
  int last = 0;

  Vector<Real> vertex(int i) const { return place ? place->moved(points[i]) : points[i]; }

  struct Support {
    int vertex;
    Real value;
  };
  Support support(const Vector<Real>& direction) {
    const Vector<Real> own = place ? place->turned_back(direction) : direction;
    Support s = neighbours ? climb(own) : scan(own);
    if (place) s.value += dot(place->at, direction);
    last = s.vertex;
    return s;
  }

 private:
  Support scan(const Vector<Real>& direction) const {
    Support best{0, dot(points[0], direction)};
    for (int i = 1; i < static_cast<int>(points.size()); ++i) {
      const Real value = dot(points[i], direction);
      if (value > best.value) best = {i, value};
    }
    return best;
  }
  Support climb(const Vector<Real>& direction) const {
    Support best{last, dot(points[last], direction)};
    for (int from = -1, at = -2; at != best.vertex;) {
      at = best.vertex;
      for (const int i : (*neighbours)[at]) {
        if (i == from) continue;
        const Real value = dot(points[i], direction);
        if (value > best.value) best = {i, value};
      }
      from = at;
    }
    return best;
  }
};

/// Vertices of two bodies, the differences of which make up a simplex.
struct VertexPairs {
  int size = 0;
  std::array<int, 4> a{}, b{};
};

/// The Numerical Algorithm of Gilbert, Johnson and Keerthi (1988), section VI, step by step, in
/// plain arithmetic of any scalar; the distance subalgorithm is the library's. The library's own
/// loop is another one (vertex_gjk, then Gjk where that cannot conclude).
template <class Real>
class ClassicGjk {
 public:
  struct Answer {
    Vector<Real> v = Vector<Real>::Zero();  ///< the near point of the difference A - B
    VertexPairs simplex;                    ///< what carries it
    double g = 0;                           ///< g_K(v)
    int iterations = 0;                     ///< k of the paper, with the first
    int backups = 0;                        ///< uses of the backup procedure
    bool converged = false;
    /// The origin is in the simplex, which has four points.
    bool inside() const { return simplex.size == 4; }
  };

  /// Four points that hold the origin: v is zero but for rounding. The paper computes g_K(v) all
  /// the same; Cameron's program ends there.
  enum class Enclosed { is_checked, is_the_end };

  /// `tolerance`: on g_K(v), eps D(K)^2 of the paper's (35).
  ClassicGjk(Body<Real>& a, Body<Real>& b, double tolerance,
             Enclosed enclosed = Enclosed::is_checked)
      : a_(a), b_(b), tolerance_(tolerance), enclosed_(enclosed) {}

  /// Single-point initialisation: `towards` is about the direction of the near point, the
  /// difference of the centroids.
  Answer solve(const Vector<Real>& towards) {
    add(support(towards));
    return run();
  }
  /// Special initialisation: the vertices that carried the last answer.
  Answer solve(const VertexPairs& last) {
    for (int i = 0; i < last.size; ++i) add({last.a[i], last.b[i], Real(0)});
    return run();
  }

 private:
  struct Vertex {
    int a, b;
    Real value;  // h_K(-v)
  };

  Vertex support(const Vector<Real>& v) {
    const auto a = a_.support(-v);
    const auto b = b_.support(v);
    return {a.vertex, b.vertex, a.value + b.value};
  }

  void add(const Vertex& vertex) {
    pairs_.a[pairs_.size] = vertex.a;
    pairs_.b[pairs_.size++] = vertex.b;
    simplex_.add(a_.vertex(vertex.a) - b_.vertex(vertex.b));
  }

  static VertexPairs kept(const VertexPairs& all, unsigned mask) {
    VertexPairs rest;
    for (int i = 0; i < all.size; ++i) {
      if (!(mask >> i & 1)) continue;
      rest.a[rest.size] = all.a[i];
      rest.b[rest.size++] = all.b[i];
    }
    return rest;
  }

  static Answer ended(Answer answer) {
    answer.converged = true;
    return answer;
  }

  Answer run() {
    Answer answer;
    std::optional<Real> last;
    for (;;) {
      ++answer.iterations;
      auto solution = simplex_.solve();  // step 2
      bool backup = solution.mask == 0;
      if (backup) solution = simplex_.backup(), ++answer.backups;
      for (;;) {
        answer.v = solution.v;
        answer.simplex = kept(pairs_, solution.mask);
        if (answer.inside() && enclosed_ == Enclosed::is_the_end) return ended(answer);
        const Vertex next = support(solution.v);  // step 3
        const Real g = solution.squared + next.value;
        answer.g = plain(g);
        answer.converged = g <= Real(tolerance_);
        if (answer.converged) return answer;
        if ((!last || solution.squared < *last) && answer.simplex.size < 4) {  // step 4
          last = solution.squared;
          simplex_.keep(solution.mask);
          pairs_ = answer.simplex;
          add(next);
          break;
        }
        if (backup) return answer;  // step 5
        solution = simplex_.backup();
        backup = true, ++answer.backups;
      }
    }
  }

  Body<Real>&a_, &b_;
  double tolerance_;
  Enclosed enclosed_;
  Johnson<Real> simplex_;
  VertexPairs pairs_;
};

template <class Real>
std::vector<Vector<Real>> placed(const std::vector<Eigen::Vector3d>& points,
                                 const Eigen::Matrix3d& rotation, const Eigen::Vector3d& at) {
  std::vector<Vector<Real>> result;
  result.reserve(points.size());
  for (const Eigen::Vector3d& p : points) result.push_back(cast<Real>(rotation * p + at));
  return result;
}

}  // namespace apart::experiments
