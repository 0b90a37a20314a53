// SPDX-License-Identifier: BSD-3-Clause
#include "gjk/fig4.hpp"

#include <algorithm>
#include <apart/distance.hpp>
#include <apart/polytope.hpp>
#include <cmath>

#include "clock.hpp"
#include "gjk/classic.hpp"
#include "gjk/polytopes.hpp"
#include "lumelsky/segments.hpp"
#include "random.hpp"

namespace apart::experiments {

namespace {

using Eigen::Vector3d;
using Points = std::vector<Vector3d>;

constexpr double eps = 100 * 0x1p-53;  // "100 x machine error", section VI

double radius(const Points& points) {
  double r = 0;
  for (const Vector3d& p : points) r = std::max(r, p.norm());
  return r;
}

struct Member {
  Points points;
  Polytope hull;
  double radius;
  Vector3d centroid;

  explicit Member(const Points& p)
      : points(p), hull(Polytope::hull(p)), radius(experiments::radius(p)) {
    centroid = Vector3d::Zero();
    for (const Vector3d& x : points) centroid += x / static_cast<double>(points.size());
  }
};

/// Two polytopes where they stand.
struct Example {
  Eigen::Matrix3d rotation_a, rotation_b;
  Vector3d at_a, at_b;

  Pose pose_a() const { return {rotation_a, at_a}; }
  Pose pose_b() const { return {rotation_b, at_b}; }
};

/// Both are moved by up to 10 along each axis: the paper's expectation of the relative translation,
/// 10/3, is that of two numbers drawn from that range. Drawn again until they are apart.
Example separated(const Member& a, const Member& b, Random& random) {
  for (;;) {
    Example e;
    e.rotation_a = random.orientation().toRotationMatrix();
    e.rotation_b = random.orientation().toRotationMatrix();
    e.at_a = random.in_cube(0, 10), e.at_b = random.in_cube(0, 10);
    const double size = a.radius + b.radius;
    if (distance(a.hull, e.pose_a(), b.hull, e.pose_b()).lower > 1e-3 * size) return e;
  }
}

/// Until they overlap, from a quarter of the smaller radius on less and less deep: a segment that
/// is moved far enough comes out of a triangle again.
std::optional<Example> intersecting(const Member& a, const Member& b, const Example& apart,
                                    const Distance& d) {
  Example e = apart;
  for (double depth = std::min(a.radius, b.radius) / 4; depth > 1e-4 * a.radius; depth /= 2) {
    e.at_b = apart.at_b - (d.upper + depth) * d.normal;
    if (distance(a.hull, e.pose_a(), b.hull, e.pose_b()).status == Status::overlapping) return e;
  }
  return std::nullopt;
}

/// One example of each case, made of one that is separated.
std::array<Example, all_cases.size()> examples(const Member& a, const Member& b, Random& random) {
  for (;;) {
    std::array<Example, all_cases.size()> result;
    result.fill(separated(a, b, random));
    const Distance d = distance(a.hull, result[0].pose_a(), b.hull, result[0].pose_b());
    const auto overlap = intersecting(a, b, result[0], d);
    if (!overlap) continue;
    const auto moved = [&](Case which) -> Vector3d& {
      return result[static_cast<std::size_t>(which)].at_b;
    };
    moved(Case::touching) -= d.upper * d.normal;
    moved(Case::near) -= (d.upper - 1e-3 * (a.radius + b.radius)) * d.normal;
    moved(Case::far) += 100 * (result[0].at_b - result[0].at_a);
    result[static_cast<std::size_t>(Case::intersecting)] = *overlap;
    return result;
  }
}

double bound_on_difference(const Member& a, const Member& b, const Example& e) {
  return a.radius + b.radius + (e.at_a - e.at_b).norm();
}

template <class Real>
typename ClassicGjk<Real>::Answer classic(const Member& a, const Member& b, const Example& e,
                                          Body<Real>& body_a, Body<Real>& body_b) {
  const double size = bound_on_difference(a, b, e);
  const Vector3d towards = e.rotation_a * a.centroid + e.at_a - e.rotation_b * b.centroid - e.at_b;
  return ClassicGjk<Real>(body_a, body_b, eps * size * size).solve(cast<Real>(towards));
}

void count(Fig4Cell& cell, const Member& a, const Member& b, const Example& e) {
  const auto points_a = placed<Counted>(a.points, e.rotation_a, e.at_a);
  const auto points_b = placed<Counted>(b.points, e.rotation_b, e.at_b);
  Body<Counted> body_a{points_a}, body_b{points_b};
  const Count operations;
  const auto answer = classic(a, b, e, body_a, body_b);
  cell.operations += operations();
  cell.iterations += answer.iterations;
  cell.most_iterations = std::max(cell.most_iterations, answer.iterations);
  cell.in_range += answer.iterations >= 3 && answer.iterations <= 6;
  cell.backups += answer.backups;
  cell.not_converged += !answer.converged;
  const double size = bound_on_difference(a, b, e);
  cell.worst_g = std::max(cell.worst_g, answer.g / (size * size));
  const Distance d = distance(a.hull, e.pose_a(), b.hull, e.pose_b());
  cell.library_supports += d.support_calls;
  cell.library_worst_g = std::max(cell.library_worst_g, d.optimality / (size * size));
  const double v = std::sqrt(plain(dot(answer.v, answer.v))), slack = std::sqrt(eps) * size;
  cell.disagreements += v < d.lower - slack || v > d.upper + slack;
}

void time(Fig4Cell& cell, const Member& a, const Member& b, const std::vector<Example>& es) {
  const auto runs = static_cast<double>(es.size());
  std::vector<std::vector<Vector<double>>> points_a, points_b;
  for (const Example& e : es) {
    points_a.push_back(placed<double>(a.points, e.rotation_a, e.at_a));
    points_b.push_back(placed<double>(b.points, e.rotation_b, e.at_b));
  }
  double sum = 0;
  cell.microseconds = microseconds(5,
                                   [&] {
                                     for (std::size_t i = 0; i < es.size(); ++i) {
                                       Body<double> body_a{points_a[i]}, body_b{points_b[i]};
                                       sum += classic(a, b, es[i], body_a, body_b).g;
                                     }
                                   }) /
                      runs;
  cell.library_microseconds =
      microseconds(5,
                   [&] {
                     for (const Example& e : es) {
                       sum += distance(a.hull, e.pose_a(), b.hull, e.pose_b()).upper;
                     }
                   }) /
      runs;
  if (!std::isfinite(sum)) cell.not_converged += cell.runs;  // it is used, so it is computed
}

Coordinates<Counted> coordinates(const Vector<Counted>& p) { return {p.x(), p.y(), p.z()}; }

void count_segments(Fig4::SegmentRuns& sums, const Member& segment, const Example& e) {
  const auto a = placed<Counted>(segment.points, e.rotation_a, e.at_a);
  const auto b = placed<Counted>(segment.points, e.rotation_b, e.at_b);
  Body<Counted> body_a{a}, body_b{b};
  const Count operations;
  const auto answer = classic(segment, segment, e, body_a, body_b);
  sums.gjk += operations().equivalent_flops();
  Segments<Counted> pair{coordinates(a[0]), coordinates(a[1]), coordinates(b[0]),
                         coordinates(b[1])};
  const Count more;
  const double squared = plain(pair.at(pair.parameters()));
  sums.lumelsky += more().equivalent_flops();
  const double v = std::sqrt(plain(dot(answer.v, answer.v)));
  const double slack = 2 * std::sqrt(eps) * bound_on_difference(segment, segment, e);
  sums.disagreements += std::abs(v - std::sqrt(squared)) > slack;
  ++sums.runs;
}

std::array<Fig4::SegmentRuns, paper_cases.size()> measure_segments(int runs) {
  const Member segment(paper_polytopes()[0]);
  std::array<Fig4::SegmentRuns, paper_cases.size()> sums;
  Random random(4);
  for (int i = 0; i < runs; ++i) {
    Example e = separated(segment, segment, random);
    count_segments(sums[0], segment, e);
    const Distance d = distance(segment.hull, e.pose_a(), segment.hull, e.pose_b());
    e.at_b -= d.upper * d.normal;
    count_segments(sums[1], segment, e);
    // Both on a common line, half of one on the other.
    e.rotation_b = e.rotation_a;
    e.at_b = e.at_a + e.rotation_a.col(2);
    count_segments(sums[2], segment, e);
  }
  for (auto& s : sums) s.gjk /= s.runs, s.lumelsky /= s.runs;
  return sums;
}

}  // namespace

const char* name(Case which) {
  constexpr const char* names[] = {"separated", "touching", "intersecting", "very near", "far"};
  return names[static_cast<int>(which)];
}

Fig4 measure_fig4(const Settings& settings) {
  const int runs = settings.full ? 100 : 20;
  std::vector<Member> members;
  for (const Points& p : paper_polytopes()) members.emplace_back(p);
  const auto pairs = paper_pairs();
  Fig4 result;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    settings.progress(static_cast<double>(k) / static_cast<double>(pairs.size()));
    const Member &a = members[pairs[k].first], &b = members[pairs[k].second];
    Random random(100 + k);
    std::array<std::vector<Example>, all_cases.size()> by_case;
    for (int i = 0; i < runs; ++i) {
      const auto drawn = examples(a, b, random);
      for (std::size_t c = 0; c < drawn.size(); ++c) by_case[c].push_back(drawn[c]);
    }
    auto& cells = result.cells.emplace_back();
    for (std::size_t c = 0; c < cells.size(); ++c) {
      cells[c].vertices = static_cast<int>(a.points.size() + b.points.size());
      cells[c].runs = runs;
      for (const Example& e : by_case[c]) count(cells[c], a, b, e);
      time(cells[c], a, b, by_case[c]);
    }
  }
  result.segments = measure_segments(runs);
  return result;
}

}  // namespace apart::experiments
