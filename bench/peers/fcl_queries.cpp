// SPDX-License-Identifier: BSD-3-Clause
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cone.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/ellipsoid.h>
#include <fcl/geometry/shape/halfspace.h>
#include <fcl/geometry/shape/sphere.h>

#include "fcl.hpp"

namespace bench {

namespace {

using GeometryPtr = std::unique_ptr<Fcl::Geometry>;

GeometryPtr convex(const Hull& hull) {
  auto vertices = std::make_shared<std::vector<Eigen::Vector3d>>(hull.vertices);
  auto faces = std::make_shared<std::vector<int>>();
  for (const auto& t : hull.triangles) faces->insert(faces->end(), {3, t[0], t[1], t[2]});
  const int count = static_cast<int>(hull.triangles.size());
  return std::make_unique<fcl::Convex<double>>(vertices, count, faces, true);
}

}  // namespace

Eigen::Isometry3d isometry(const apart::Pose& pose) {
  Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
  result.linear() = pose.rotation;
  result.translation() = pose.translation;
  return result;
}

GeometryPtr fcl_geometry(const Body& body) {
  GeometryPtr result = std::visit(
      Cases{
          [](const Hull& h) { return convex(h); },
          [](const Ball& b) -> GeometryPtr {
            return std::make_unique<fcl::Sphere<double>>(b.radius);
          },
          [](const Cuboid& c) -> GeometryPtr { return std::make_unique<fcl::Box<double>>(c.size); },
          [](const Capsule& c) -> GeometryPtr {
            return std::make_unique<fcl::Capsule<double>>(c.radius, c.length);
          },
          [](const Cylinder& c) -> GeometryPtr {
            return std::make_unique<fcl::Cylinder<double>>(c.radius, c.length);
          },
          [](const Cone& c) -> GeometryPtr {
            return std::make_unique<fcl::Cone<double>>(c.radius, c.length);
          },
          [](const Ellipsoid& e) -> GeometryPtr {
            return std::make_unique<fcl::Ellipsoid<double>>(e.radii);
          },
          [](const Halfspace& h) -> GeometryPtr {
            return std::make_unique<fcl::Halfspace<double>>(h.normal, h.offset);
          }},
      body);
  result->computeLocalAABB();
  return result;
}

void Fcl::prepare(std::span<const Query> queries) {
  queries_.clear();
  for (const Query& q : queries) {
    queries_.push_back(
        {geometry(q.a), geometry(q.b), isometry(q.pose_a), isometry(q.pose_b), q.continues});
  }
}

const Fcl::Geometry* Fcl::geometry(const Body* body) {
  auto& place = geometries_[body];
  if (!place) place = fcl_geometry(*body);
  return place.get();
}

}  // namespace bench
