// SPDX-License-Identifier: BSD-3-Clause
#include "quinlan/quinlan.hpp"

#include <gtest/gtest.h>

namespace apart::experiments {
namespace {

TEST(Quinlan, GraphsHaveThePapersShape) {
  const Quinlan q = measure_quinlan({});
  EXPECT_GT(q.leaves, 25000);
  EXPECT_LT(q.leaves, 45000);
  for (std::size_t i = 1; i < q.graph_1.size(); ++i) {
    EXPECT_LT(q.graph_1[i].spheres.nodes(), q.graph_1[i - 1].spheres.nodes());
    EXPECT_LT(q.graph_1[i].spheres.triangles(), q.graph_1[i - 1].spheres.triangles());
    EXPECT_LT(q.graph_1[i].boxes.nodes(), q.graph_1[i - 1].boxes.nodes());
  }
  EXPECT_GT(q.at(0.01).spheres.nodes(), 30 * q.at(20).spheres.nodes());
  EXPECT_GT(q.at(0.01).spheres.triangles(), 30 * q.at(20).spheres.triangles());
  // Slowest just before contact, and next to nothing far apart.
  const double contact = q.graph_2[1].effort.nodes(), far = q.graph_2.back().effort.nodes();
  EXPECT_GT(contact, q.graph_2[0].effort.nodes()) << "intersecting";
  EXPECT_GT(contact, 20 * far);
  const Line line = q.nodes_over_log_leaves();
  EXPECT_GT(line.slope, 0);
  EXPECT_GT(line.correlation_squared, 0.9) << "linear in the logarithm of the leaves";
}

}  // namespace
}  // namespace apart::experiments
