// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fcl/geometry/collision_geometry.h>

#include <map>
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

}  // namespace bench
