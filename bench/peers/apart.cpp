// SPDX-License-Identifier: BSD-3-Clause
#include <map>
#include <vector>

#include "apart_shape.hpp"
#include "peers.hpp"

namespace bench {

namespace {

class Apart : public Peer {
 public:
  using Peer::Peer;

  void prepare(std::span<const Query> queries) override {
    queries_.clear();
    for (const Query& q : queries) {
      queries_.push_back({view(q.a), view(q.b), q.pose_a, q.pose_b, q.continues});
    }
  }

 protected:
  struct Prepared {
    apart::ShapeRef a, b;
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
  apart::ShapeRef view(const Body* body) {
    auto found = shapes_.find(body);
    if (found == shapes_.end()) found = shapes_.emplace(body, apart_shape(*body)).first;
    return found->second;
  }

  std::map<const Body*, apart::Shape> shapes_;
  std::vector<Prepared> queries_;
  apart::Tracker tracker_;
};

class Distance final : public Apart {
 public:
  using Apart::Apart;

  Answer answer(std::size_t i) override {
    const Prepared& q = query(i);
    const auto d = apart::distance(q.a, q.pose_a, q.b, q.pose_b);
    return {d.upper, d.upper - d.lower, d.support_calls};
  }
};

class DistanceWithOptions final : public Apart {
 public:
  DistanceWithOptions(std::string name, bool tracked, double relative_error = 0)
      : Apart(std::move(name)), tracked_(tracked) {
    options_.relative_error = relative_error;
  }

  Answer answer(std::size_t i) override {
    const Prepared& q = query(i);
    const auto d =
        apart::distance(q.a, q.pose_a, q.b, q.pose_b, options_, tracked_ ? &tracker(q) : nullptr);
    return {d.upper, d.upper - d.lower, d.support_calls};
  }

 private:
  bool tracked_;
  apart::Options options_;
};

class Intersects final : public Apart {
 public:
  using Apart::Apart;

  Answer answer(std::size_t i) override {
    const Prepared& q = query(i);
    return {apart::intersects(q.a, q.pose_a, q.b, q.pose_b) ? -1.0 : 1.0, unknown, -1};
  }
};

class Penetration final : public Apart {
 public:
  Penetration(std::string name, bool tracked) : Apart(std::move(name)), tracked_(tracked) {}

  Answer answer(std::size_t i) override {
    const Prepared& q = query(i);
    const auto p =
        apart::penetration(q.a, q.pose_a, q.b, q.pose_b, {}, tracked_ ? &tracker(q) : nullptr);
    return {p.signed_distance, p.upper - p.lower, p.support_calls};
  }

 private:
  bool tracked_;
};

}  // namespace

PeerPtr apart_distance() { return std::make_unique<Distance>("apart distance"); }
PeerPtr apart_distance(double relative_error, const char* name) {
  return std::make_unique<DistanceWithOptions>(name, false, relative_error);
}
PeerPtr apart_distance_tracked() {
  return std::make_unique<DistanceWithOptions>("apart distance (tracked)", true);
}
PeerPtr apart_intersects() { return std::make_unique<Intersects>("apart intersects"); }
PeerPtr apart_penetration() { return std::make_unique<Penetration>("apart penetration", false); }
PeerPtr apart_penetration_tracked() {
  return std::make_unique<Penetration>("apart penetration (tracked)", true);
}

}  // namespace bench
