// SPDX-License-Identifier: BSD-3-Clause
#include <vector>

#include "apart_shape.hpp"
#include "peers.hpp"

namespace bench {

namespace {

/// Consecutive queries of one pair are one batch, answered when the first of them is asked.
class Distances final : public Peer {
 public:
  Distances(std::string name, int threads) : Peer(std::move(name)), threads_(threads) {}

  void prepare(std::span<const Query> queries) override {
    batches_.clear();
    batch_of_.clear();
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const Query& q = queries[i];
      if (i == 0 || q.a != queries[i - 1].a || q.b != queries[i - 1].b) {
        batches_.push_back({apart_shape(*q.a), apart_shape(*q.b), i, {}, {}, {}});
      }
      Batch& batch = batches_.back();
      batch.poses_a.push_back(q.pose_a);
      batch.poses_b.push_back(q.pose_b);
      batch.answers.emplace_back();
      batch_of_.push_back(batches_.size() - 1);
    }
  }

  Answer answer(std::size_t i) override {
    Batch& b = batches_[batch_of_[i]];
    if (i == b.first) {
      apart::distances(b.a, b.poses_a, b.b, b.poses_b, b.answers, {}, threads_);
    }
    const apart::Distance& d = b.answers[i - b.first];
    return {d.upper, d.upper - d.lower, d.support_calls};
  }

 private:
  struct Batch {
    apart::Shape a, b;
    std::size_t first;
    std::vector<apart::Pose> poses_a, poses_b;
    std::vector<apart::Distance> answers;
  };

  int threads_;
  std::vector<Batch> batches_;
  std::vector<std::size_t> batch_of_;
};

}  // namespace

PeerPtr apart_distances() { return std::make_unique<Distances>("apart distances", 1); }
PeerPtr apart_distances_on_all_cores() {
  return std::make_unique<Distances>("apart distances (all cores)", 0);
}

}  // namespace bench
