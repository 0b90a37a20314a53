// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/collision_geometry.h>

#include <map>
#include <memory>
#include <vector>

#include "../peer.hpp"

namespace bench {

/// The queries in FCL's types.
class Fcl : public Peer {
 public:
  using Geometry = fcl::CollisionGeometry<double>;
  using Peer::Peer;

  void prepare(std::span<const Query> queries) override;

 protected:
  struct Prepared {
    const Geometry *a, *b;
    Eigen::Isometry3d pose_a, pose_b;
    bool continues;
  };

  const Prepared& query(std::size_t i) const { return queries_[i]; }

 private:
  const Geometry* geometry(const Body* body);

  std::map<const Body*, std::unique_ptr<Geometry>> geometries_;
  std::vector<Prepared> queries_;
};

std::unique_ptr<Fcl::Geometry> fcl_geometry(const Body& body);

Eigen::Isometry3d isometry(const apart::Pose& pose);

/// The triangles of a hull or a surface, in a tree of such volumes.
template <class Volume, class Triangles>
std::unique_ptr<fcl::BVHModel<Volume>> fcl_model(const Triangles& of) {
  auto model = std::make_unique<fcl::BVHModel<Volume>>();
  model->beginModel(static_cast<int>(of.triangles.size()), static_cast<int>(of.vertices.size()));
  std::vector<fcl::Triangle> triangles;
  triangles.reserve(of.triangles.size());
  for (const auto& [a, b, c] : of.triangles) triangles.emplace_back(a, b, c);
  model->addSubModel(of.vertices, triangles);
  model->endModel();
  return model;
}

}  // namespace bench
