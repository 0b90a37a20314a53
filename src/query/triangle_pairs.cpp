// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <apart/triangle_pairs.hpp>

#include "tree/quest.hpp"

namespace apart {

namespace {

class TrianglePairs : public NearPairs {
 public:
  TrianglePairs(std::vector<TrianglePair>& pairs, std::size_t most) : pairs_(pairs), most_(most) {}
  bool take(const NearPair& pair) override {
    pairs_.push_back({pair.element_a, pair.element_b});
    return pairs_.size() < most_;
  }

 private:
  std::vector<TrianglePair>& pairs_;
  std::size_t most_;
};

}  // namespace

std::vector<TrianglePair> intersecting_triangles(const Mesh& a, const Pose& pose_a, const Mesh& b,
                                                 const Pose& pose_b, std::size_t most) {
  validate(pose_a, "pose_a");
  validate(pose_b, "pose_b");
  Body body_a(a, pose_a, 0), body_b(b, pose_b, 0);
  std::vector<TrianglePair> pairs;
  Options options;
  options.enough = 0;
  TrianglePairs sink(pairs, most);
  if (most > 0) Quest(body_a, body_b, options, Aim{.points = false}).collect(sink);
  std::ranges::sort(pairs);
  return pairs;
}

}  // namespace apart
