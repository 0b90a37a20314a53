// SPDX-License-Identifier: BSD-3-Clause
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <map>
#include <type_traits>
#include <vector>

#include "peers.hpp"

// Debian ships both precisions; this is linked with the double one.
static_assert(std::is_same_v<btScalar, double>);

namespace bench {

namespace {

btVector3 vector(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

btTransform transform(const apart::Pose& pose) {
  const auto& r = pose.rotation;
  return btTransform(
      {r(0, 0), r(0, 1), r(0, 2), r(1, 0), r(1, 1), r(1, 2), r(2, 0), r(2, 1), r(2, 2)},
      vector(pose.translation));
}

std::unique_ptr<btConvexHullShape> hull_shape(const Hull& hull) {
  auto shape = std::make_unique<btConvexHullShape>();
  for (const auto& v : hull.vertices) shape->addPoint(vector(v), false);
  shape->recalcLocalAabb();
  shape->setMargin(0);
  return shape;
}

class Bullet : public Peer {
 public:
  using Peer::Peer;

  void prepare(std::span<const Query> queries) override {
    queries_.clear();
    for (const Query& q : queries) {
      queries_.push_back({shape(q.a), shape(q.b), transform(q.pose_a), transform(q.pose_b)});
    }
  }

 protected:
  struct Prepared {
    const btConvexHullShape *a, *b;
    btTransform pose_a, pose_b;
  };

  const Prepared& query(std::size_t i) const { return queries_[i]; }

 private:
  const btConvexHullShape* shape(const Hull* hull) {
    auto& place = shapes_[hull];
    if (!place) place = hull_shape(*hull);
    return place.get();
  }

  std::map<const Hull*, std::unique_ptr<btConvexHullShape>> shapes_;
  std::vector<Prepared> queries_;
};

struct Contact final : btDiscreteCollisionDetectorInterface::Result {
  double distance = unknown;
  void setShapeIdentifiersA(int, int) override {}
  void setShapeIdentifiersB(int, int) override {}
  void addContactPoint(const btVector3&, const btVector3&, btScalar d) override { distance = d; }
};

/// btGjkPairDetector with btGjkEpaPenetrationDepthSolver, as Bullet's own collision algorithm for
/// two hulls calls it; solvers kept, the detector made anew.
class PairDetector final : public Bullet {
 public:
  using Bullet::Bullet;

  Answer answer(std::size_t i) override {
    const Prepared& q = query(i);
    btGjkPairDetector detector(q.a, q.b, &simplex_, &depth_);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = q.pose_a;
    input.m_transformB = q.pose_b;
    Contact contact;
    detector.getClosestPoints(input, contact, nullptr);
    return {contact.distance, unknown, -1};
  }

 private:
  btVoronoiSimplexSolver simplex_;
  btGjkEpaPenetrationDepthSolver depth_;
};

/// The expanding polytope alone, with the GJK that belongs to it.
class Epa final : public Bullet {
 public:
  using Bullet::Bullet;

  Answer answer(std::size_t i) override {
    const Prepared& q = query(i);
    const btVector3 guess = q.pose_a.getOrigin() - q.pose_b.getOrigin();
    btGjkEpaSolver2::sResults result;
    if (!btGjkEpaSolver2::Penetration(q.a, q.pose_a, q.b, q.pose_b, guess, result, false)) {
      return {};
    }
    return {result.distance, unknown, -1};
  }
};

}  // namespace

PeerPtr bullet_pair_detector() {
  return std::make_unique<PairDetector>("Bullet pair detector + EPA");
}
PeerPtr bullet_epa() { return std::make_unique<Epa>("Bullet btGjkEpaSolver2"); }

}  // namespace bench
