// SPDX-License-Identifier: BSD-3-Clause
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <map>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "peers.hpp"

// Debian ships both precisions; this is linked with the double one.
static_assert(std::is_same_v<btScalar, double>);

namespace bench {

namespace {

using ShapePtr = std::unique_ptr<btConvexShape>;

btVector3 vector(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

btTransform transform(const apart::Pose& pose) {
  const auto& r = pose.rotation;
  return btTransform(
      {r(0, 0), r(0, 1), r(0, 2), r(1, 0), r(1, 1), r(1, 2), r(2, 0), r(2, 1), r(2, 2)},
      vector(pose.translation));
}

/// Without the margin that Bullet else puts around a shape, or inside it.
template <class Shape>
ShapePtr sharp(std::unique_ptr<Shape> shape) {
  shape->setMargin(0);
  return shape;
}

ShapePtr hull_shape(const Hull& hull) {
  auto shape = std::make_unique<btConvexHullShape>();
  for (const auto& v : hull.vertices) shape->addPoint(vector(v), false);
  shape->recalcLocalAabb();
  return sharp(std::move(shape));
}

ShapePtr shape(const Body& body) {
  return std::visit(
      Cases{[](const Hull& h) { return hull_shape(h); },
            [](const Ball& b) -> ShapePtr { return std::make_unique<btSphereShape>(b.radius); },
            [](const Cuboid& c) { return sharp(std::make_unique<btBoxShape>(vector(c.size / 2))); },
            [](const Capsule& c) -> ShapePtr {
              return std::make_unique<btCapsuleShapeZ>(c.radius, c.length);
            },
            [](const Cylinder& c) {
              const btVector3 half(c.radius, c.radius, c.length / 2);
              return sharp(std::make_unique<btCylinderShapeZ>(half));
            },
            [](const Cone& c) { return sharp(std::make_unique<btConeShapeZ>(c.radius, c.length)); },
            [](const Ellipsoid&) -> ShapePtr {
              throw std::runtime_error("bench: Bullet has no ellipsoid");
            },
            [](const Halfspace&) -> ShapePtr {
              throw std::runtime_error("bench: Bullet's half-space is not among its convex shapes");
            }},
      body);
}

class Bullet : public Peer {
 public:
  using Peer::Peer;

  void prepare(std::span<const Query> queries) override {
    queries_.clear();
    for (const Query& q : queries) {
      queries_.push_back({place(q.a), place(q.b), transform(q.pose_a), transform(q.pose_b)});
    }
  }

 protected:
  struct Prepared {
    const btConvexShape *a, *b;
    btTransform pose_a, pose_b;
  };

  const Prepared& query(std::size_t i) const { return queries_[i]; }

 private:
  const btConvexShape* place(const Body* body) {
    auto& result = shapes_[body];
    if (!result) result = shape(*body);
    return result.get();
  }

  std::map<const Body*, ShapePtr> shapes_;
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

/// Takes note that the pair detector has found an overlap, and computes no depth.
struct Overlap final : btConvexPenetrationDepthSolver {
  bool found = false;
  bool calcPenDepth(btSimplexSolverInterface&, const btConvexShape*, const btConvexShape*,
                    const btTransform&, const btTransform&, btVector3& v, btVector3&, btVector3&,
                    btIDebugDraw*) override {
    v.setZero();
    found = true;
    return false;
  }
};

/// btGjkPairDetector where no depth is asked for. It stops where the shapes are known to be farther
/// apart than a limit.
class Detector final : public Bullet {
 public:
  explicit Detector(std::string name, double limit = BT_LARGE_FLOAT)
      : Bullet(std::move(name)), limit_(limit) {}

  Answer answer(std::size_t i) override {
    const Prepared& q = query(i);
    overlap_.found = false;
    btGjkPairDetector detector(q.a, q.b, &simplex_, &overlap_);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = q.pose_a;
    input.m_transformB = q.pose_b;
    input.m_maximumDistanceSquared = limit_;
    Contact contact;
    detector.getClosestPoints(input, contact, nullptr);
    if (contact.distance > 0) return {contact.distance, unknown, -1};
    return {overlap_.found || contact.distance <= 0 ? -1.0 : 1.0, unknown, -1};
  }

 private:
  double limit_;
  btVoronoiSimplexSolver simplex_;
  Overlap overlap_;
};

/// The GJK and the expanding polytope of btGjkEpa2 alone.
class GjkEpa final : public Bullet {
 public:
  GjkEpa(std::string name, bool depth) : Bullet(std::move(name)), depth_(depth) {}

  Answer answer(std::size_t i) override {
    const Prepared& q = query(i);
    const btVector3 guess = q.pose_a.getOrigin() - q.pose_b.getOrigin();
    btGjkEpaSolver2::sResults result;
    if (!depth_) {
      if (btGjkEpaSolver2::Distance(q.a, q.pose_a, q.b, q.pose_b, guess, result)) {
        return {result.distance, unknown, -1};
      }
      if (result.status == btGjkEpaSolver2::sResults::Penetrating) return {-1, unknown, -1};
      return {};
    }
    if (!btGjkEpaSolver2::Penetration(q.a, q.pose_a, q.b, q.pose_b, guess, result, false)) {
      return {};
    }
    return {result.distance, unknown, -1};
  }

 private:
  bool depth_;
};

}  // namespace

PeerPtr bullet_distance() { return std::make_unique<Detector>("Bullet pair detector"); }
PeerPtr bullet_gjk_distance() { return std::make_unique<GjkEpa>("Bullet btGjkEpaSolver2", false); }
PeerPtr bullet_collide() { return std::make_unique<Detector>("Bullet pair detector", 0); }
PeerPtr bullet_pair_detector() {
  return std::make_unique<PairDetector>("Bullet pair detector + EPA");
}
PeerPtr bullet_epa() { return std::make_unique<GjkEpa>("Bullet btGjkEpaSolver2", true); }

}  // namespace bench
