// SPDX-License-Identifier: BSD-3-Clause
#include <apart/apart.hpp>
#include <map>
#include <vector>

#include "peers.hpp"

namespace bench {

namespace {

class Apart : public Peer {
 public:
  using Peer::Peer;

  void prepare(std::span<const Query> queries) override {
    queries_.clear();
    for (const Query& q : queries) {
      queries_.push_back({&polytope(q.a), &polytope(q.b), q.pose_a, q.pose_b, q.continues});
    }
  }

 protected:
  struct Prepared {
    const apart::Polytope *a, *b;
    apart::Pose pose_a, pose_b;
    bool continues;
  };

  const Prepared& query(std::size_t i) const { return queries_[i]; }

  /// What is known from the query before, if this one continues it.
  apart::Tracker& tracker(const Prepared& q) {
    if (!q.continues) tracker_ = {};
    return tracker_;
  }

 private:
  const apart::Polytope& polytope(const Hull* hull) {
    const auto found = polytopes_.find(hull);
    if (found != polytopes_.end()) return found->second;
    return polytopes_.emplace(hull, apart::Polytope::hull(hull->vertices)).first->second;
  }

  std::map<const Hull*, apart::Polytope> polytopes_;
  std::vector<Prepared> queries_;
  apart::Tracker tracker_;
};

Answer signed_answer(const apart::Penetration& p) {
  return {p.signed_distance, p.upper - p.lower, p.support_calls};
}

struct Cold final : Apart {
  using Apart::Apart;
  Answer answer(std::size_t i) override {
    const Prepared& q = query(i);
    return signed_answer(apart::penetration(*q.a, q.pose_a, *q.b, q.pose_b));
  }
};

struct Tracked final : Apart {
  using Apart::Apart;
  Answer answer(std::size_t i) override {
    const Prepared& q = query(i);
    return signed_answer(apart::penetration(*q.a, q.pose_a, *q.b, q.pose_b, {}, &tracker(q)));
  }
};

Answer distance_answer(const apart::Distance& d) {
  return {d.upper, d.upper - d.lower, d.support_calls};
}

struct ColdDistance final : Apart {
  using Apart::Apart;
  Answer answer(std::size_t i) override {
    const Prepared& q = query(i);
    return distance_answer(apart::distance(*q.a, q.pose_a, *q.b, q.pose_b));
  }
};

struct TrackedDistance final : Apart {
  using Apart::Apart;
  Answer answer(std::size_t i) override {
    const Prepared& q = query(i);
    return distance_answer(apart::distance(*q.a, q.pose_a, *q.b, q.pose_b, {}, &tracker(q)));
  }
};

}  // namespace

PeerPtr apart_penetration() { return std::make_unique<Cold>("apart penetration"); }
PeerPtr apart_penetration_tracked() {
  return std::make_unique<Tracked>("apart penetration (tracked)");
}
PeerPtr apart_distance() { return std::make_unique<ColdDistance>("apart distance"); }
PeerPtr apart_distance_tracked() {
  return std::make_unique<TrackedDistance>("apart distance (tracked)");
}

}  // namespace bench
