// SPDX-License-Identifier: BSD-3-Clause
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <exception>
#include <map>
#include <vector>

#include "peers.hpp"

namespace bench {

namespace {

using Convex = fcl::Convex<double>;

std::unique_ptr<Convex> convex(const Hull& hull) {
  auto vertices = std::make_shared<std::vector<Eigen::Vector3d>>(hull.vertices);
  auto faces = std::make_shared<std::vector<int>>();
  for (const auto& t : hull.triangles) faces->insert(faces->end(), {3, t[0], t[1], t[2]});
  auto result =
      std::make_unique<Convex>(vertices, static_cast<int>(hull.triangles.size()), faces, true);
  result->computeLocalAABB();
  return result;
}

Eigen::Isometry3d isometry(const apart::Pose& pose) {
  Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
  result.linear() = pose.rotation;
  result.translation() = pose.translation;
  return result;
}

class Fcl : public Peer {
 public:
  using Peer::Peer;

  void prepare(std::span<const Query> queries) override {
    queries_.clear();
    for (const Query& q : queries) {
      queries_.push_back({shape(q.a), shape(q.b), isometry(q.pose_a), isometry(q.pose_b)});
    }
  }

 protected:
  struct Prepared {
    const Convex *a, *b;
    Eigen::Isometry3d pose_a, pose_b;
  };

  const Prepared& query(std::size_t i) const { return queries_[i]; }

 private:
  const Convex* shape(const Hull* hull) {
    auto& place = shapes_[hull];
    if (!place) place = convex(*hull);
    return place.get();
  }

  std::map<const Hull*, std::unique_ptr<Convex>> shapes_;
  std::vector<Prepared> queries_;
};

/// fcl::distance as it comes, with nearest points; -1 if they overlap.
class Distance final : public Fcl {
 public:
  Distance(std::string name, fcl::GJKSolverType solver) : Fcl(std::move(name)) {
    request_.enable_nearest_points = true;
    request_.gjk_solver_type = solver;
  }

  Answer answer(std::size_t i) override {
    const Prepared& q = query(i);
    fcl::DistanceResult<double> result;
    fcl::distance<double>(q.a, q.pose_a, q.b, q.pose_b, request_, result);
    return {result.min_distance, unknown, -1};
  }

 private:
  fcl::DistanceRequest<double> request_;
};

/// fcl::distance with enable_signed_distance: GJK of libccd, then FCL's expanding polytope.
class Signed final : public Fcl {
 public:
  Signed(std::string name, double tolerance) : Fcl(std::move(name)) {
    request_.enable_nearest_points = true;
    request_.enable_signed_distance = true;
    request_.distance_tolerance = tolerance;
    request_.gjk_solver_type = fcl::GST_LIBCCD;
  }

  Answer answer(std::size_t i) override {
    const Prepared& q = query(i);
    fcl::DistanceResult<double> result;
    try {
      fcl::distance<double>(q.a, q.pose_a, q.b, q.pose_b, request_, result);
    } catch (const std::exception&) {  // its polytope runs into configurations it does not expect
      return {};
    }
    return {result.min_distance, unknown, -1};
  }

 private:
  fcl::DistanceRequest<double> request_;
};

/// fcl::collide as it comes, with one contact: the depth is that of libccd's portal refinement,
/// which looks along one ray only.
class Collide final : public Fcl {
 public:
  explicit Collide(std::string name) : Fcl(std::move(name)) {
    request_.num_max_contacts = 1;
    request_.enable_contact = true;
  }

  Answer answer(std::size_t i) override {
    const Prepared& q = query(i);
    fcl::CollisionResult<double> result;
    fcl::collide<double>(q.a, q.pose_a, q.b, q.pose_b, request_, result);
    if (result.numContacts() == 0) return {};
    return {-result.getContact(0).penetration_depth, unknown, -1};
  }

 private:
  fcl::CollisionRequest<double> request_;
};

}  // namespace

PeerPtr fcl_distance() {
  return std::make_unique<Distance>("FCL distance (libccd)", fcl::GST_LIBCCD);
}
PeerPtr fcl_signed() { return std::make_unique<Signed>("FCL signed distance (1e-6)", 1e-6); }
PeerPtr fcl_signed_tight() {
  return std::make_unique<Signed>("FCL signed distance (1e-12)", 1e-12);
}
PeerPtr fcl_collide() { return std::make_unique<Collide>("FCL collide (contact depth)"); }

}  // namespace bench
