// SPDX-License-Identifier: BSD-3-Clause
#include "fcl.hpp"

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/detail/gjk_solver_indep.h>
#include <fcl/narrowphase/distance.h>

#include <exception>

#include "peers.hpp"

namespace bench {

namespace {

/// fcl::distance as it comes, with nearest points; -1 if they overlap.
class Distance final : public Fcl {
 public:
  Distance(std::string name, fcl::GJKSolverType solver, double tolerance) : Fcl(std::move(name)) {
    request_.enable_nearest_points = true;
    request_.gjk_solver_type = solver;
    request_.distance_tolerance = tolerance;
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

/// fcl::distance with FCL's own GJK, which is kept from query to query for the guess it caches. The
/// one that calls libccd has nothing of the kind.
class Guessing final : public Fcl {
 public:
  explicit Guessing(std::string name) : Fcl(std::move(name)) {
    request_.enable_nearest_points = true;
    solver_.enableCachedGuess(true);
  }

  Answer answer(std::size_t i) override {
    const Prepared& q = query(i);
    if (!q.continues) solver_.setCachedGuess(Eigen::Vector3d::UnitX());
    fcl::DistanceResult<double> result;
    fcl::distance(q.a, q.pose_a, q.b, q.pose_b, &solver_, request_, result);
    return {result.min_distance, unknown, -1};
  }

 private:
  fcl::DistanceRequest<double> request_;
  fcl::detail::GJKSolver_indep<double> solver_;
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
class ContactDepth final : public Fcl {
 public:
  explicit ContactDepth(std::string name) : Fcl(std::move(name)) {
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

/// fcl::collide, yes or no.
class Collide final : public Fcl {
 public:
  Collide(std::string name, fcl::GJKSolverType solver) : Fcl(std::move(name)) {
    request_.gjk_solver_type = solver;
  }

  Answer answer(std::size_t i) override {
    const Prepared& q = query(i);
    fcl::CollisionResult<double> result;
    fcl::collide<double>(q.a, q.pose_a, q.b, q.pose_b, request_, result);
    return {result.isCollision() ? -1.0 : 1.0, unknown, -1};
  }

 private:
  fcl::CollisionRequest<double> request_;
};

}  // namespace

PeerPtr fcl_distance() {
  return std::make_unique<Distance>("FCL distance (libccd)", fcl::GST_LIBCCD, 1e-6);
}
PeerPtr fcl_distance_tight() {
  return std::make_unique<Distance>("FCL distance (libccd, 1e-12)", fcl::GST_LIBCCD, 1e-12);
}
PeerPtr fcl_distance_indep() {
  return std::make_unique<Distance>("FCL distance (indep)", fcl::GST_INDEP, 1e-6);
}
PeerPtr fcl_distance_guessing() {
  return std::make_unique<Guessing>("FCL distance (indep, cached)");
}
PeerPtr fcl_collide() { return std::make_unique<Collide>("FCL collide (libccd)", fcl::GST_LIBCCD); }
PeerPtr fcl_collide_indep() {
  return std::make_unique<Collide>("FCL collide (indep)", fcl::GST_INDEP);
}
PeerPtr fcl_signed() { return std::make_unique<Signed>("FCL signed distance (1e-6)", 1e-6); }
PeerPtr fcl_signed_tight() {
  return std::make_unique<Signed>("FCL signed distance (1e-12)", 1e-12);
}
PeerPtr fcl_contact_depth() {
  return std::make_unique<ContactDepth>("FCL collide (contact depth)");
}

}  // namespace bench
