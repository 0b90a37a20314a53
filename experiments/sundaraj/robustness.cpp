// SPDX-License-Identifier: BSD-3-Clause
#include <apart/polytope.hpp>
#include <cmath>

#include "random.hpp"
#include "sundaraj/sundaraj.hpp"

namespace apart::experiments {

namespace {

using Eigen::Vector3d;
using Points = std::vector<Vector3d>;
using Real = long double;
using RealVector = Eigen::Matrix<Real, 3, 1>;
using RealMatrix = Eigen::Matrix<Real, 3, 3>;

/// Two hulls where they stand, and how far apart they are, known by construction.
struct Run {
  Points a, b;
  Pose pose_a, pose_b;
  Real truth;
  double slack;  ///< what the construction leaves open
};

Points cube(double edge) {
  Points points;
  for (int i = 0; i < 8; ++i) {
    points.push_back(edge / 2 * Vector3d(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
  }
  return points;
}

/// The first experiment: edges of 1e-23, 20e-23 apart, under rotation of both. The matrix's own
/// rounding changes the distance by a few u of itself.
Run tetrahedra(Random& random, int) {
  const double edge = 1e-23;
  Run run;
  run.a = {{0, 0, 0}, {edge, 0, 0}, {0, edge, 0}, {0, 0, edge}};
  run.b = run.a;
  for (Vector3d& p : run.b) p.x() += 21e-23;
  run.pose_a = run.pose_b = Pose(random.orientation(), Vector3d::Zero());
  run.truth = Real(21e-23) - Real(edge);
  run.slack = 16 * 0x1p-53 * 20e-23;
  return run;
}

/// The second: a cube of edge 2000 and one of 1e-15, 1e-10 apart; in every other run the small one
/// turns by itself. The face of the large one stands at the origin, so that the gap is not lost in
/// the coordinates.
Run cubes(Random& random, int index, double scale) {
  const double big = 2000 * scale, small = 1e-15 * scale, gap = 1e-10 * scale;
  const Eigen::Matrix3d r = random.orientation().toRotationMatrix();
  const Eigen::Matrix3d own = random.orientation().toRotationMatrix();
  Run run;
  run.a = cube(big), run.b = cube(small);
  run.pose_a = Pose(r, r * Vector3d(-big / 2, 0, 0));
  run.pose_b = Pose(index % 2 ? own : r, r * Vector3d(gap + small / 2, 0, 0));
  const RealMatrix m = r.cast<Real>(), turned = run.pose_b.rotation.cast<Real>();
  const RealVector n = m.col(1).cross(m.col(2)).normalized();
  const RealVector offset = run.pose_b.translation.cast<Real>() -
                            run.pose_a.translation.cast<Real>() - m.col(0) * Real(big / 2);
  run.truth = INFINITY;
  for (const Vector3d& corner : run.b) {
    const RealVector x = turned * corner.cast<Real>() + offset;
    run.truth = std::min(run.truth, n.dot(x));
  }
  run.slack = 0x1p-61 * big;
  return run;
}

/// The interval, and the distance itself.
void judge(Robustness::Outcome& outcome, const Run& run, double lower, double upper, double value) {
  const bool holds = lower > 0 && lower <= run.truth + run.slack && upper >= run.truth - run.slack;
  outcome.failures += !holds;
  outcome.worst_error =
      std::max(outcome.worst_error, static_cast<double>(std::abs(value - run.truth) / run.truth));
}

double size(const Run& run) {
  double a = 0, b = 0;
  for (const Vector3d& p : run.a) a = std::max(a, p.norm());
  for (const Vector3d& p : run.b) b = std::max(b, p.norm());
  return a + b + (run.pose_a.translation - run.pose_b.translation).norm();
}

void ask(Robustness& result, const Run& run) {
  ++result.runs;
  const Polytope a = Polytope::hull(run.a, {.edge_list = true});
  const Polytope b = Polytope::hull(run.b, {.edge_list = true});
  for (std::size_t i = 0; i < all_methods.size(); ++i) {
    SearchCounts counts;
    const Distance d =
        distance(a, run.pose_a, b, run.pose_b, {.counts = &counts, .method = all_methods[i]});
    judge(result.methods[i], run, d.lower, d.upper, d.value());
    result.methods[i].fallbacks += counts.fallbacks;
    result.methods[i].worst_width =
        std::max(result.methods[i].worst_width, (d.upper - d.lower) / (64 * 0x1p-53 * size(run)));
  }
  // What double alone gives: as good as its coordinates, if the subalgorithm is.
  const auto points_a = placed<double>(run.a, run.pose_a.rotation, run.pose_a.translation);
  const auto points_b = placed<double>(run.b, run.pose_b.rotation, run.pose_b.translation);
  Body<double> body_a{points_a}, body_b{points_b};
  const double s = size(run);
  const auto answer =
      ClassicGjk<double>(body_a, body_b, 100 * 0x1p-53 * s * s).solve(VertexPairs{1, {}, {}});
  const double v = answer.inside() ? 0 : answer.v.norm();
  // No interval: right if it is right to a thousandth.
  const auto slack = static_cast<double>(run.truth) / 1000;
  judge(result.plain, run, v - slack, v + slack, v);
}

}  // namespace

std::vector<Robustness> measure_robustness(const Settings& settings) {
  const int runs = settings.full ? 100 : 20;
  std::vector<Robustness> results;
  const auto measure = [&](const char* title, const std::function<Run(Random&, int)>& make) {
    Robustness& result = results.emplace_back();
    result.title = title;
    Random random(2000);
    for (int i = 0; i < runs; ++i) ask(result, make(random, i));
  };
  measure("1: tetrahedra of edge 1e-23, 20e-23 apart", tetrahedra);
  measure("2: cubes of edge 2000 and 1e-15, 1e-10 apart",
          [](Random& random, int i) { return cubes(random, i, 1); });
  measure("2, everything times 1e40", [](Random& random, int i) { return cubes(random, i, 1e40); });
  return results;
}

}  // namespace apart::experiments
