// SPDX-License-Identifier: BSD-3-Clause
#include <ccd/ccd.h>

#include <vector>

#include "peers.hpp"

namespace bench {

namespace {

/// libccd brings no shapes: this is the support function its user would write. A scan of few
/// vertices; of more, a climb from the vertex found last.
struct Solid {
  const Hull* hull;
  Eigen::Matrix3d rotation;
  Eigen::Vector3d translation;
  int last = 0;
  int calls = 0;
};

constexpr std::size_t few = 32;

int scan(const Hull& hull, const Eigen::Vector3d& d) {
  int best = 0;
  double height = hull.vertices[0].dot(d);
  for (int i = 1; i < static_cast<int>(hull.vertices.size()); ++i) {
    const double h = hull.vertices[i].dot(d);
    if (h > height) height = h, best = i;
  }
  return best;
}

int climb(const Hull& hull, const Eigen::Vector3d& d, int start) {
  int best = start;
  double height = hull.vertices[best].dot(d);
  for (int from = -1; from != best;) {
    from = best;
    for (const int i : hull.neighbours[from]) {
      const double h = hull.vertices[i].dot(d);
      if (h > height) height = h, best = i;
    }
  }
  return best;
}

void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* result) {
  Solid& body = *static_cast<Solid*>(const_cast<void*>(object));
  const Eigen::Vector3d d =
      body.rotation.transpose() * Eigen::Map<const Eigen::Vector3d>(direction->v);
  const Hull& hull = *body.hull;
  body.last = hull.vertices.size() <= few ? scan(hull, d) : climb(hull, d, body.last);
  Eigen::Map<Eigen::Vector3d>(result->v) =
      body.rotation * hull.vertices[body.last] + body.translation;
  ++body.calls;
}

void centre(const void* object, ccd_vec3_t* result) {
  Eigen::Map<Eigen::Vector3d>(result->v) = static_cast<const Solid*>(object)->translation;
}

class Libccd : public Peer {
 public:
  explicit Libccd(std::string name) : Peer(std::move(name)) {
    CCD_INIT(&settings);
    settings.support1 = settings.support2 = support;
    settings.center1 = settings.center2 = centre;
    settings.max_iterations = 1000;
    settings.epa_tolerance = settings.mpr_tolerance = 1e-12;
  }

  void prepare(std::span<const Query> queries) override {
    pairs_.clear();
    for (const Query& q : queries) {
      pairs_.push_back({{&std::get<Hull>(*q.a), q.pose_a.rotation, q.pose_a.translation},
                        {&std::get<Hull>(*q.b), q.pose_b.rotation, q.pose_b.translation}});
    }
  }

 protected:
  struct PairOfSolids {
    Solid a, b;
  };

  PairOfSolids& query(std::size_t i) {
    auto& pair = pairs_[i];
    pair.a.calls = pair.a.last = pair.b.last = 0;
    return pair;
  }

  ccd_t settings{};

 private:
  std::vector<PairOfSolids> pairs_;
};

/// ccdGJKPenetration: GJK, then libccd's own expanding polytope.
class Penetration final : public Libccd {
 public:
  using Libccd::Libccd;

  Answer answer(std::size_t i) override {
    auto& [a, b] = query(i);
    ccd_real_t depth = 0;
    ccd_vec3_t direction, position;
    if (ccdGJKPenetration(&a, &b, &settings, &depth, &direction, &position) != 0) return {};
    return {-depth, unknown, a.calls};
  }
};

/// ccdGJKIntersect or ccdMPRIntersect. libccd tells no distances: FCL has its own for that.
class Intersect final : public Libccd {
 public:
  using Test = int(const void*, const void*, const ccd_t*);
  Intersect(std::string name, Test* test) : Libccd(std::move(name)), test_(test) {}

  Answer answer(std::size_t i) override {
    auto& [a, b] = query(i);
    const double sign = test_(&a, &b, &settings) != 0 ? -1 : 1;
    return {sign, unknown, a.calls};
  }

 private:
  Test* test_;
};

}  // namespace

PeerPtr libccd_penetration() {
  return std::make_unique<Penetration>("libccd ccdGJKPenetration (1e-12)");
}
PeerPtr libccd_intersect() {
  return std::make_unique<Intersect>("libccd ccdGJKIntersect", ccdGJKIntersect);
}
PeerPtr libccd_mpr_intersect() {
  return std::make_unique<Intersect>("libccd ccdMPRIntersect", ccdMPRIntersect);
}

}  // namespace bench
