// SPDX-License-Identifier: BSD-3-Clause
#include <ccd/ccd.h>

#include <vector>

#include "peers.hpp"

namespace bench {

namespace {

/// libccd brings no shapes: this is the support function its user would write. A scan of few
/// vertices; of more, a climb from the vertex found last.
struct Body {
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
  Body& body = *static_cast<Body*>(const_cast<void*>(object));
  const Eigen::Vector3d d =
      body.rotation.transpose() * Eigen::Map<const Eigen::Vector3d>(direction->v);
  const Hull& hull = *body.hull;
  body.last = hull.vertices.size() <= few ? scan(hull, d) : climb(hull, d, body.last);
  Eigen::Map<Eigen::Vector3d>(result->v) =
      body.rotation * hull.vertices[body.last] + body.translation;
  ++body.calls;
}

/// ccdGJKPenetration: GJK, then libccd's own expanding polytope.
class Libccd final : public Peer {
 public:
  explicit Libccd(std::string name) : Peer(std::move(name)) {
    CCD_INIT(&settings_);
    settings_.support1 = settings_.support2 = support;
    settings_.max_iterations = 1000;
    settings_.epa_tolerance = 1e-12;
  }

  void prepare(std::span<const Query> queries) override {
    pairs_.clear();
    for (const Query& q : queries) {
      pairs_.push_back({{q.a, q.pose_a.rotation, q.pose_a.translation},
                        {q.b, q.pose_b.rotation, q.pose_b.translation}});
    }
  }

  Answer answer(std::size_t i) override {
    auto& [a, b] = pairs_[i];
    a.calls = a.last = b.last = 0;
    ccd_real_t depth = 0;
    ccd_vec3_t direction, position;
    if (ccdGJKPenetration(&a, &b, &settings_, &depth, &direction, &position) != 0) return {};
    return {-depth, unknown, a.calls};
  }

 private:
  struct PairOfBodies {
    Body a, b;
  };
  ccd_t settings_{};
  std::vector<PairOfBodies> pairs_;
};

}  // namespace

PeerPtr libccd_penetration() {
  return std::make_unique<Libccd>("libccd ccdGJKPenetration (1e-12)");
}

}  // namespace bench
