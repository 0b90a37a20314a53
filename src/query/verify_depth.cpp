// SPDX-License-Identifier: BSD-3-Clause
#include "verify_depth.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace apart::verification {

namespace {

constexpr std::size_t most_cells = std::size_t(1) << 17;
constexpr std::size_t most_planes = 8;

/// A triangle of directions, or an arc: unit vectors.
struct Cell {
  std::array<Vec, 3> corner;
  int corners;

  Vec at(const Vec& weight) const {
    return corner[0] * weight[0] + corner[1] * weight[1] + corner[2] * weight[2];
  }
  Real longest_side() const {
    Real most = 0;
    for (int i = 0; i < corners; ++i) {
      most = std::max(most, norm(corner[i] - corner[(i + 1) % corners]));
    }
    return most;
  }
};

Vec middle(const Vec& a, const Vec& b) { return (a + b) / norm(a + b); }

void divide(const Cell& cell, std::vector<Cell>& parts) {
  const auto& [a, b, c] = cell.corner;
  const Vec ab = middle(a, b);
  if (cell.corners == 2) {
    parts.push_back({{a, ab, Vec::Zero()}, 2});
    parts.push_back({{ab, b, Vec::Zero()}, 2});
    return;
  }
  const Vec bc = middle(b, c), ca = middle(c, a);
  parts.push_back({{a, ab, ca}, 3});
  parts.push_back({{b, bc, ab}, 3});
  parts.push_back({{c, ca, bc}, 3});
  parts.push_back({{ab, bc, ca}, 3});
}

std::vector<Cell> all_directions(const std::optional<Vec>& axis) {
  std::vector<Cell> cells;
  if (axis) {
    int least;
    axis->cwiseAbs().minCoeff(&least);
    Vec x = axis->cross(Vec::Unit(least));
    x /= norm(x);
    const Vec y = axis->cross(x) / norm(axis->cross(x));
    for (const Vec& p : {x, Vec(-x)}) {
      for (const Vec& q : {y, Vec(-y)}) cells.push_back({{p, q, Vec::Zero()}, 2});
    }
    return cells;
  }
  for (int i = 0; i < 8; ++i) {
    const auto unit = [i](int k) { return Vec(Vec::Unit(k) * Real(i >> k & 1 ? -1 : 1)); };
    cells.push_back({{unit(0), unit(1), unit(2)}, 3});
  }
  return cells;
}

/// The least of max_j plane_j.w over weights w, which are positive and sum to 1 (the last one is
/// zero on an arc), and where it is. It is a corner of the arrangement: where two of the lines
/// cross on which planes are equal or weights vanish.
struct Least {
  Real value = std::numeric_limits<Real>::infinity();
  Vec weight;
};

Least least_of_largest(const std::vector<Vec>& planes, int corners) {
  std::vector<Vec> lines{Vec::Unit(2), Vec::Unit(1), Vec::Unit(0)};
  for (std::size_t i = 0; i < planes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) lines.push_back(planes[i] - planes[j]);
  }
  Least least;
  const std::size_t first = corners == 2 ? 1 : lines.size();  // an arc: on the first line only
  for (std::size_t i = 0; i < first; ++i) {
    for (std::size_t j = i + 1; j < lines.size(); ++j) {
      Vec weight = lines[i].cross(lines[j]);
      const Real sum = weight.sum();
      if (sum == 0) continue;
      weight /= sum;
      if (weight.minCoeff() < -0x1p-20L) continue;  // rounding is far below that
      weight = weight.cwiseMax(0);
      weight /= weight.sum();
      Real value = planes[0].dot(weight);
      for (const Vec& plane : planes) value = std::max(value, plane.dot(weight));
      if (value < least.value) least = {value, weight};
    }
  }
  return least;
}

class Search {
 public:
  Search(const PosedShape& a, const PosedShape& b, const Vec& gap, Real depth, Real error)
      : a_(a), b_(b), gap_(gap), depth_(depth), least_(depth - error), error_(error) {}

  std::optional<Shallower> run(std::vector<Cell> cells) {
    for (std::vector<Cell> parts; !cells.empty() && cells.size() <= most_cells; cells = parts) {
      parts.clear();
      for (const Cell& cell : cells) {
        if (!deep(cell)) divide(cell, parts);
        if (found_) return found_;
      }
    }
    return {};
  }

 private:
  /// True if h >= depth on the whole cell, or as far as can be told.
  bool deep(const Cell& cell) {
    const Real side = cell.longest_side();
    const bool flat = std::abs(depth_) * side * side <= 6 * error_;  // 1 - |n| <= side^2 / 6 on it
    Vec weight = cell.corners == 2 ? Vec(0.5, 0.5, 0) : Vec(Vec::Ones() / 3);
    std::vector<Vec> planes;
    while (planes.size() < most_planes) {
      const Vec n = cell.at(weight);
      const Vec x = a_.farthest_of_core(n) - b_.farthest_of_core(-n) - gap_;
      note(n / norm(n));
      if (flat) return true;
      if (n.dot(x) < least_) return false;  // no plane can raise the least value above that
      planes.emplace_back(cell.corner[0].dot(x), cell.corner[1].dot(x), cell.corner[2].dot(x));
      const Least least = least_of_largest(planes, cell.corners);
      if (least.value >= least_) return true;
      weight = least.weight;
    }
    return false;
  }

  void note(const Vec& n) {
    const Real depth = a_.support(n) - a_.rounding() + b_.support(-n) - b_.rounding() - n.dot(gap_);
    if (depth < least_) found_ = Shallower{n, depth};
  }

  const PosedShape& a_;
  const PosedShape& b_;
  Vec gap_;
  Real depth_, least_, error_;
  std::optional<Shallower> found_;
};

}  // namespace

std::optional<Shallower> find_shallower(const PosedShape& a, const PosedShape& b, const Vec& gap,
                                        const std::optional<Vec>& axis, Real depth, Real error) {
  return Search(a, b, gap, depth, error).run(all_directions(axis));
}

}  // namespace apart::verification
