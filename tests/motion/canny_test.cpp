// SPDX-License-Identifier: BSD-3-Clause
#include "samples/canny.hpp"

#include <gtest/gtest.h>
#include <apart/apart.hpp>

#include <algorithm>

namespace apart::samples {
namespace {

TEST(Canny, HitsTwoOfFive) {
  const Canny scene = canny();
  const Motion motion = scene.motion();
  const std::vector<Polytope> pieces = scene.moving_pieces(), obstacles = scene.obstacle_hulls();
  ASSERT_EQ(pieces.size(), 2u);
  ASSERT_EQ(obstacles.size(), 5u);
  const std::vector<Part> parts{{pieces[0]}, {pieces[1]}};
  const Compound hammer(parts);
  int hits = 0;
  for (std::size_t i = 0; i < obstacles.size(); ++i) {
    SCOPED_TRACE(scene.obstacles[i].name);
    const FirstContact found = first_contact(hammer, motion, obstacles[i], Pose());
    EXPECT_NE(found.status, Status::not_converged);
    EXPECT_LT(found.steps, 20);
    hits += found.contact;
    // The curve of the union is the lower one of those of the pieces.
    double least = 1e9;
    for (const Polytope& piece : pieces) {
      for (const DistanceAt& d : distance_along(piece, motion, obstacles[i], Pose(), 100)) {
        least = std::min(least, d.answer.signed_distance);
        if (d.s < found.time) {
          EXPECT_GT(d.answer.upper, 0) << d.s;
        }
      }
    }
    EXPECT_EQ(least < 0, found.contact);
    EXPECT_GT(std::abs(least), 0.1);  // neither is a close call
  }
  EXPECT_EQ(hits, 2);
}

/// Table I: the same vertices as in the last step save support calls, the more the finer the steps.
TEST(Canny, WarmStartsSaveWork) {
  const Canny scene = canny();
  const Motion motion = scene.motion();
  double before = 1;
  for (const int steps : {10, 100, 1000}) {
    long warm = 0, cold = 0;
    for (const Polytope& piece : scene.moving_pieces()) {
      for (const Polytope& obstacle : scene.obstacle_hulls()) {
        for (const DistanceAt& d : distance_along(piece, motion, obstacle, Pose(), steps)) {
          warm += d.answer.support_calls;
          cold += penetration(piece, motion(d.s), obstacle, Pose()).support_calls;
        }
      }
    }
    const double saved = static_cast<double>(cold) / static_cast<double>(warm);
    std::printf("T = %d: %ld support calls, %ld without a tracker: %.2f times as many\n", steps,
                warm, cold, saved);
    EXPECT_GT(saved, before);
    before = saved;
  }
}

}  // namespace
}  // namespace apart::samples
