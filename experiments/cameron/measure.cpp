// SPDX-License-Identifier: BSD-3-Clause
#include <apart/distance.hpp>
#include <apart/penetration.hpp>
#include <cmath>
#include <deque>

#include "cameron/cameron.hpp"
#include "clock.hpp"
#include "gjk/enclosing.hpp"

namespace apart::experiments {

namespace {

using Eigen::Vector3d;

/// Pairs of hulls and how they move.
class Sequences {
 public:
  using Make = std::function<std::vector<Vector3d>(Random&)>;

  Sequences(int pairs, int steps, const Course& course, const Make& make, std::uint64_t seed) {
    Random random(seed);
    for (int i = 0; i < pairs; ++i) {
      const Hull& a = hulls_.emplace_back(make(random));
      const Hull& b = hulls_.emplace_back(make(random));
      sequences_.emplace_back(a, b, poses(course, steps, random));
    }
  }
  const std::deque<Sequence>& all() const { return sequences_; }

 private:
  std::deque<Hull> hulls_;  // sequences point to them
  std::deque<Sequence> sequences_;
};

Sequences::Make ball(int vertices) {
  return [vertices](Random& random) { return random.on_sphere(vertices); };
}

std::vector<Vector3d> box(Random& random) {
  const Vector3d half = random.in_cube(0.4, 0.7);
  std::vector<Vector3d> points;
  for (int i = 0; i < 8; ++i) {
    points.emplace_back(i & 1 ? half.x() : -half.x(), i & 2 ? half.y() : -half.y(),
                        i & 4 ? half.z() : -half.z());
  }
  return points;
}

Steps walk(const Sequences& sequences, Way way) {
  Steps sum;
  std::deque<Walk<double>> walks;
  for (const Sequence& sequence : sequences.all()) {
    walks.emplace_back(sequence, way);
    Operations before;
    const Count operations;
    Walk<Counted>(sequence, way)
        .run([&](std::size_t i, const auto& answer, const auto&, const auto&) {
          Operations now = operations();
          if (i > 0 || !way.track) {
            sum.operations += now;
            sum.operations -= before;
            ++sum.queries;
            sum.iterations += answer.iterations;
            sum.enclosed += answer.inside();
          }
          before = now;
        });
  }
  long all = 0;
  double used = 0;
  const double us = microseconds(3, [&] {
    all = 0;
    for (const auto& w : walks) {
      w.run([&](std::size_t, const auto& answer, const auto&, const auto&) {
        ++all;
        used += answer.g;
      });
    }
  });
  sum.microseconds = std::isfinite(used) ? us / static_cast<double>(all) : NAN;
  return sum;
}

LibrarySteps ask_library(const Sequences& sequences, bool track) {
  LibrarySteps result;
  long queries = 0, supports = 0;
  const double us = microseconds(3, [&] {
    queries = supports = 0;
    for (const Sequence& s : sequences.all()) {
      Tracker tracker;
      for (const Pose& pose : s.poses) {
        supports +=
            distance(s.a->polytope, Pose(), s.b->polytope, pose, {}, track ? &tracker : nullptr)
                .support_calls;
        ++queries;
      }
    }
  });
  result.supports = static_cast<double>(supports) / static_cast<double>(queries);
  result.microseconds = us / static_cast<double>(queries);
  return result;
}

/// Cameron's bounds on the depth: MTD+(O, S*) <= depth <= min |x_i|.
void judge(std::vector<Cameron::Depth>& rows, const Sequence& s, const Pose& pose,
           const VertexPairs& simplex, Body<double>& a, Body<double>& b) {
  const double size = s.radius + pose.translation.norm(), slack = 1e-9 * size;
  const std::array<Vector3d, 4> x = corners(simplex, a, b);
  double upper = INFINITY;
  for (const Vector3d& p : x) upper = std::min(upper, p.norm());
  const Face face = nearest_face(x);
  const double depth = penetration(s.a->polytope, Pose(), s.b->polytope, pose).depth();
  if (depth <= slack) return;  // a ratio of nothing
  const bool exact =
      a.support(face.normal).value + b.support(-face.normal).value - face.offset <= slack;
  for (Cameron::Depth& row : rows) {
    if (depth / s.radius > row.limit) continue;
    ++row.queries;
    row.exact += exact;
    row.wrongly_exact += exact && std::abs(face.offset - depth) > 2 * slack;
    row.lower_holds += face.offset <= depth + slack;
    row.upper_holds += depth <= upper + slack;
    row.lower_ratio += face.offset / depth;
    row.upper_ratio += upper / depth;
    return;
  }
}

std::vector<Cameron::Depth> measure_depths(const Sequences& sequences, bool track) {
  std::vector<Cameron::Depth> rows;
  for (const double limit : {0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 1.0}) rows.push_back({limit});
  for (const Sequence& s : sequences.all()) {
    Walk<double>(s, {true, track})
        .run([&](std::size_t i, const auto& answer, Body<double> a, Body<double> b) {
          if (answer.inside()) judge(rows, s, s.poses[i], answer.simplex, a, b);
        });
  }
  return rows;
}

}  // namespace

Cameron measure_cameron(const Settings& settings) {
  const std::vector<int> sizes = settings.full
                                     ? std::vector<int>{10, 20, 50, 100, 200, 300, 400, 500}
                                     : std::vector<int>{10, 50, 200, 500};
  const int pairs = settings.full ? 50 : 6, steps = 20;
  Cameron result;
  const double parts = static_cast<double>(sizes.size()) + 9 + 1;
  double done = 0;
  for (const int n : sizes) {
    settings.progress(done++ / parts);
    const Sequences sequences(pairs, steps, {}, ball(n), 1997 + n);
    result.sizes.push_back({n, walk(sequences, {false, false}), walk(sequences, {true, false}),
                            walk(sequences, {false, true}), walk(sequences, {true, true}),
                            ask_library(sequences, false), ask_library(sequences, true)});
  }
  struct Apart {
    double distance, speed;
    const char* titles[3];
  };
  constexpr Apart distances[] = {
      {8, 0.1, {"3 diameters, 0 degrees", "3 diameters, 6 degrees", "3 diameters, 12 degrees"}},
      {4, 0.1, {"1 diameter, 0 degrees", "1 diameter, 6 degrees", "1 diameter, 12 degrees"}},
      {1.7, 0.05, {"interfering, 0 degrees", "interfering, 6 degrees", "interfering, 12 degrees"}}};
  for (const Apart& d : distances) {
    for (const int turn : {0, 1, 2}) {
      settings.progress(done++ / parts);
      auto& trace = result.traces.emplace_back();
      trace.course = {d.distance, d.speed, 6.0 * turn};
      trace.title = d.titles[turn];
      for (const int n : sizes) {
        const Sequences sequences(pairs, steps, trace.course, ball(n), 97 + n);
        trace.by_size.push_back({n, walk(sequences, {true, true}), walk(sequences, {true, false})});
      }
      trace.boxes = walk(Sequences(pairs, steps, trace.course, box, 97), {true, true});
    }
  }
  settings.progress(done++ / parts);
  const Sequences into(pairs, 100, {2.1, 0.01, 1, true}, ball(50), 5);
  result.tracked_depths = measure_depths(into, true);
  result.cold_depths = measure_depths(into, false);
  return result;
}

}  // namespace apart::experiments
