// SPDX-License-Identifier: BSD-3-Clause
// A user's program. Its output is the same whatever flags it is compiled with: an answer may depend
// neither on the layout that Eigen gives its types under them, nor on code inlined here.
#include <apart/apart.hpp>
#include <cstdio>
#include <vector>

static_assert(alignof(apart::Pose) == alignof(double));
static_assert(alignof(apart::Options) == alignof(double));
static_assert(alignof(apart::Distance) == alignof(double));
static_assert(alignof(apart::Gradient) == alignof(double));
static_assert(alignof(apart::Tracker) == alignof(double));
static_assert(alignof(apart::TraceStep) == alignof(double));
static_assert(alignof(apart::HullDistance) == alignof(double));
static_assert(alignof(apart::Shape) == alignof(double));
static_assert(alignof(apart::PosedPair) == alignof(double));

namespace {

int failures = 0;

void check(bool ok, const char* what) {
  if (!ok) {
    ++failures;
    std::printf("wrong: %s\n", what);
  }
}

}  // namespace

int main() {
  std::printf("apart %s\n", APART_VERSION);
  std::printf("bytes: Pose %zu, Distance %zu, Tracker %zu, TraceStep %zu, HullDistance %zu\n",
              sizeof(apart::Pose), sizeof(apart::Distance), sizeof(apart::Tracker),
              sizeof(apart::TraceStep), sizeof(apart::HullDistance));

  // Numbers as written, nothing computed: this side must not round differently under other flags.
  std::vector<Eigen::Isometry3d> poses;
  for (int i = 0; i < 9; ++i) {
    Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
    if (i % 2) pose.linear() << 0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1;
    pose.translation() << 4 + i, 0.25 * i, 0;
    poses.push_back(pose);
  }

  const apart::Box box(1, 2, 3);
  const apart::Shape capsule = apart::Capsule(0.5, 2);
  const std::vector<Eigen::Vector3d> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const apart::Polytope tetrahedron = apart::Polytope::hull(corners);
  apart::Tracker tracker;
  apart::Trace trace;
  for (const auto& pose : poses) {
    for (const apart::Shape& shape : {apart::Shape(tetrahedron), capsule}) {
      const apart::Options options{.margin = 0.125, .trace = &trace};
      const auto d = apart::distance(box, apart::Pose(), shape, pose, options, &tracker);
      std::printf("%a %a %a %a %a %s\n", d.lower, d.upper, d.normal.x(), d.normal.y(), d.normal.z(),
                  apart::to_string(d.status));
      const auto verdict = apart::verify(box, apart::Pose(), shape, pose, d, options);
      check(verdict.ok, verdict.problem.c_str());
    }
  }
  check(tracker.size >= 0 && tracker.size <= 4, "the tracker's simplex has at most four points");

  const auto first = apart::distance(box, apart::Pose(), capsule, poses[0]);
  std::printf("first pair: %g\n", first.value());
  check(first.lower <= 3 && 3 <= first.upper && first.upper - first.lower < 1e-13,
        "box and capsule are 3 apart");

  const auto slope = apart::gradient(box, apart::Pose(), tetrahedron, poses[3]);
  std::printf("gradient: %a %a %a, %zu bytes\n", slope.value, slope.grad_a[1], slope.grad_b[2],
              sizeof(apart::Gradient));
  check(slope.unique, "a corner is nearest to the box");

  // Isometries are aligned as this side's flags say, and the library's need not agree.
  std::vector<apart::Distance> batch(poses.size());
  apart::distances(capsule, poses, box, Eigen::Isometry3d::Identity(), batch);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const auto d = apart::distance(capsule, poses[i], box, apart::Pose());
    std::printf("%a %a\n", batch[i].lower, batch[i].upper);
    check(batch[i].lower == d.lower && batch[i].upper == d.upper, "a batch answers as distance()");
  }

  // R^4, where Eigen's fixed size vectors are those that ask for alignment.
  Eigen::MatrixXd a = Eigen::MatrixXd::Identity(4, 4), b = 3 * a;
  const auto hulls = apart::hull_distance(a, b);
  std::printf("in R^4: %a %a, %d pairs\n", hulls.lower, hulls.upper, int(hulls.weight.size()));
  check(hulls.lower <= 1 && 1 <= hulls.upper, "the two simplices of R^4 are 1 apart");

  try {
    apart::Sphere(-1);
    check(false, "a negative radius is refused");
  } catch (const apart::InvalidInput& e) {
    std::printf("refused: %s\n", e.what());
  }
  return failures != 0;
}
