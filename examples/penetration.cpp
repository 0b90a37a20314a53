// SPDX-License-Identifier: BSD-3-Clause

// Two boxes overlap: how deep, which way out, and where they meet.
#include <apart/apart.hpp>
#include <iostream>

int main() {
  const apart::Box table(4, 4, 1), crate(1, 1, 1);
  const apart::Pose pose_table;
  apart::Pose pose_crate;
  pose_crate.translation = {1.8, 0, 0.9};  // over the edge, and 0.1 into the table

  const apart::Penetration p = apart::penetration(table, pose_table, crate, pose_crate);
  std::cout << "signed distance " << p.signed_distance << ", out along " << p.direction.transpose()
            << '\n';
  // -> signed distance -0.1, out along 0 0 1

  // Moved by that much, they merely touch.
  pose_crate.translation -= p.signed_distance * p.direction;
  const apart::Penetration after = apart::penetration(table, pose_table, crate, pose_crate);
  std::cout << to_string(after.status) << '\n';
  // -> touching

  const apart::ContactPatch patch =
      apart::contact_patch(table, pose_table, crate, pose_crate, after);
  const Eigen::IOFormat plain(Eigen::StreamPrecision, Eigen::DontAlignCols, " ", " ");
  for (const auto& corner : patch.corners) {
    std::cout << corner.point_a.transpose().format(plain) << '\n';
  }
  // -> 2 -0.5 0.5
  // -> 2 0.5 0.5
  // -> 1.3 0.5 0.5
  // -> 1.3 -0.5 0.5
}
