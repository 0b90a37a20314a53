// SPDX-License-Identifier: BSD-3-Clause
#include <ode/ode.h>

#include <Eigen/Geometry>
#include <map>
#include <type_traits>
#include <vector>

#include "peers.hpp"

static_assert(std::is_same_v<dReal, double>);

namespace bench {

namespace {

/// ODE keeps pointers to these.
struct Data {
  std::vector<dReal> planes, points;
  std::vector<unsigned> polygons;
  unsigned faces = 0, vertices = 0;
};

Data data(const Hull& hull) {
  Data d;
  for (const auto& v : hull.vertices) d.points.insert(d.points.end(), {v.x(), v.y(), v.z()});
  for (const auto& t : hull.triangles) {
    const Eigen::Vector3d& p = hull.vertices[t[0]];
    const Eigen::Vector3d n = (hull.vertices[t[1]] - p).cross(hull.vertices[t[2]] - p).normalized();
    d.planes.insert(d.planes.end(), {n.x(), n.y(), n.z(), n.dot(p)});
    d.polygons.push_back(3);
    for (const int i : t) d.polygons.push_back(static_cast<unsigned>(i));
  }
  d.faces = static_cast<unsigned>(hull.triangles.size());
  d.vertices = static_cast<unsigned>(hull.vertices.size());
  return d;
}

struct DestroyGeom {
  void operator()(dxGeom* geom) const { dGeomDestroy(geom); }
};
using Geom = std::unique_ptr<dxGeom, DestroyGeom>;

Geom geom(Data& d, const apart::Pose& pose) {
  Geom g(dCreateConvex(nullptr, d.planes.data(), d.faces, d.points.data(), d.vertices,
                       d.polygons.data()));
  const auto& t = pose.translation;
  dGeomSetPosition(g.get(), t.x(), t.y(), t.z());
  dMatrix3 rotation{};  // rows of four
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) {
      rotation[4 * row + column] = pose.rotation(row, column);
    }
  }
  dGeomSetRotation(g.get(), rotation);
  return g;
}

/// dCollide of two convex geoms in place, one contact: its test of separating axes. ODE tells no
/// distance, and the depth of this contact is that of no particular direction.
class Ode final : public Peer {
 public:
  explicit Ode(std::string name) : Peer(std::move(name)) { dInitODE2(0); }
  ~Ode() override {
    queries_.clear();
    dCloseODE();
  }

  void prepare(std::span<const Query> queries) override {
    queries_.clear();
    for (const Query& q : queries) {
      queries_.push_back({geom(data_of(q.a), q.pose_a), geom(data_of(q.b), q.pose_b)});
    }
  }

  Answer answer(std::size_t i) override {
    dContactGeom contact;
    constexpr int flags = 1 | CONTACTS_UNIMPORTANT;
    const int count =
        dCollide(queries_[i].a.get(), queries_[i].b.get(), flags, &contact, sizeof contact);
    return {count > 0 ? -1.0 : 1.0, unknown, -1};
  }

 private:
  struct Prepared {
    Geom a, b;
  };

  Data& data_of(const Body* body) {
    auto& d = data_[body];
    if (d.faces == 0) d = data(std::get<Hull>(*body));
    return d;
  }

  std::map<const Body*, Data> data_;
  std::vector<Prepared> queries_;
};

}  // namespace

PeerPtr ode_collide() { return std::make_unique<Ode>("ODE dCollide"); }

}  // namespace bench
