// SPDX-License-Identifier: BSD-3-Clause
#include "tree/inside.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "tree/compound_data.hpp"
#include "tree/mesh_data.hpp"
#include "tree/quest.hpp"
#include "tree/spheres_data.hpp"

namespace apart {

namespace {

using Eigen::Vector3d;

/// Where a ray from a point passes through a mesh's surface.
class Ray {
 public:
  Ray(const detail::MeshData& mesh, const Vector3d& from, const Vector3d& towards)
      : mesh_(mesh), from_(from), towards_(towards), local_from_(mesh.tree.local(from)) {}

  struct Crossings {
    int winding = 0;  ///< outwards less inwards: the winding number, if it is closed and oriented
    int all = 0;
  };
  /// Nothing if it passes too close to an edge to tell.
  std::optional<Crossings> crossings() {
    if (!visit(0)) return std::nullopt;
    return count_;
  }

 private:
  bool visit(std::int32_t index) {
    const WideNode& node = mesh_.tree.nodes[index];
    for (int slot = 0; slot < WideNode::width; ++slot) {
      const std::int32_t child = node.child[slot];
      if (child == WideNode::nothing || !may_meet(node, slot)) continue;
      if (child >= 0 ? !visit(child) : !visit_leaf(~child)) return false;
    }
    return true;
  }

  bool visit_leaf(std::int32_t leaf) {
    const Group& group = mesh_.groups[leaf];
    for (int i = 0; i < group.count(); ++i) {
      if (!visit_triangle(mesh_.triangles[group.element[i]])) return false;
    }
    return true;
  }

  /// The slabs of the box against the ray; boxes grown by far more than is lost in rounding.
  bool may_meet(const WideNode& node, int slot) const {
    double first = 0, last = std::numeric_limits<double>::infinity();
    Vector3d to_centre;
    for (int c = 0; c < 3; ++c) to_centre[c] = node.centre(c)[slot] - local_from_[c];
    for (int k = 0; k < 3; ++k) {
      const Vector3d axis(node.axis(k, 0)[slot], node.axis(k, 1)[slot], node.axis(k, 2)[slot]);
      const double reach = axis.squaredNorm() * (1 + 1e-5) + axis.norm() * 1e-7;
      const double middle = axis.dot(to_centre), speed = axis.dot(towards_);
      if (!(std::abs(speed) > 1e-12 * axis.norm())) {
        if (std::abs(middle) > reach + 1e-10 * axis.norm()) return false;
        continue;
      }
      const double t0 = (middle - reach) / speed, t1 = (middle + reach) / speed;
      first = std::max(first, std::min(t0, t1));
      last = std::min(last, std::max(t0, t1));
    }
    return first <= last * (1 + 1e-9) + 1e-9;
  }

  /// Which side of each edge the ray passes on, by volumes; false if one is too small to trust.
  bool visit_triangle(const Mesh::Corners& corners) {
    std::array<Vector3d, 3> p;
    for (int k = 0; k < 3; ++k) p[k] = (mesh_.vertices[corners[k]] - from_) / mesh_.tree.unit;
    std::array<int, 3> side;
    for (int k = 0; k < 3; ++k) {
      const Vector3d &a = p[k], &b = p[(k + 1) % 3];
      if (a == b) return true;  // no area: it has no inside
      const double volume = towards_.dot(a.cross(b));
      const double error = 16 * unit_roundoff * a.norm() * b.norm();
      side[k] = volume > error ? 1 : volume < -error ? -1 : 0;
    }
    const bool out = side[0] >= 0 && side[1] >= 0 && side[2] >= 0;
    const bool in = side[0] <= 0 && side[1] <= 0 && side[2] <= 0;
    if (!out && !in) return true;  // passes by for certain
    const double height = p[0].dot(p[1].cross(p[2]));
    if (side[0] == 0 || side[1] == 0 || side[2] == 0) {
      // Through an edge, or by it: harmless if the triangle is wholly behind.
      return towards_.dot(p[0]) < 0 && towards_.dot(p[1]) < 0 && towards_.dot(p[2]) < 0;
    }
    const int passes = out && height > 0 ? 1 : in && height < 0 ? -1 : 0;
    count_.winding += passes;
    count_.all += std::abs(passes);
    return true;
  }

  const detail::MeshData& mesh_;
  Vector3d from_, towards_, local_from_;
  Crossings count_;
};

/// The sum of the solid angles of all triangles over 4 pi (van Oosterom and Strackee), for surfaces
/// that are open, of which it need not be an integer.
double solid_angles(const detail::MeshData& mesh, const Vector3d& from) {
  double sum = 0;
  for (const auto& corners : mesh.triangles) {
    const Vector3d a = (mesh.vertices[corners[0]] - from) / mesh.tree.unit;
    const Vector3d b = (mesh.vertices[corners[1]] - from) / mesh.tree.unit;
    const Vector3d c = (mesh.vertices[corners[2]] - from) / mesh.tree.unit;
    const double na = a.norm(), nb = b.norm(), nc = c.norm();
    sum += 2 * std::atan2(a.dot(b.cross(c)),
                          na * nb * nc + a.dot(b) * nc + b.dot(c) * na + c.dot(a) * nb);
  }
  return sum / (4 * std::numbers::pi);
}

/// Directions without a plan, so that a mesh's own directions are not among them.
constexpr int rays = 16;
Vector3d ray_direction(int i) {
  const double z = 1 - (2 * i + 1.2345) / (rays + 0.5), angle = 2.399963 * i + 0.7654;
  const double r = std::sqrt(std::max(0.0, 1 - z * z));
  return {r * std::cos(angle), r * std::sin(angle), z};
}

bool clear_of_surface(Body& mesh, const Vector3d& centre, double radius) {
  Body ball(Rounded(Point(centre), radius), Pose(), 0);
  Options options;
  options.enough = 0;
  return Quest(ball, mesh, options, Aim{.points = false, .solids = false}).run(nullptr).lower > 0;
}

/// Of a point of the mesh's frame that is not on its surface. What a closed surface encloses has
/// that surface for its border, whichever way its triangles are turned: if they agree, what it
/// winds around; if not, what can be left only by passing it an odd number of times.
bool encloses(const detail::MeshData& mesh, const Vector3d& p) {
  const Vector3d local = mesh.tree.local(p);
  if (mesh.topology.closed) {
    if (local.norm() * mesh.tree.unit > mesh.tree.radius * (1 + 1e-9)) return false;
    for (int i = 0; i < rays; ++i) {
      const auto crossings = Ray(mesh, p, ray_direction(i)).crossings();
      if (!crossings) continue;
      return mesh.topology.oriented ? crossings->winding != 0 : crossings->all % 2 != 0;
    }
  }
  return std::abs(solid_angles(mesh, p)) >= 0.5;
}

/// The parts of another body that may be inside of a mesh, off whose surface it is.
class Probe {
 public:
  explicit Probe(Body& mesh) : mesh_(mesh) {}

  std::optional<Vector3d> find(const Body& other) const {
    switch (other.kind()) {
      case Body::Kind::convex: {
        const Core& core = other.core();
        return if_inside(other.pose() * (core.centre + core.farthest({1, 0, 0}).point));
      }
      case Body::Kind::mesh:
        for (const int v : other.mesh().topology.probes) {
          if (const auto p = if_inside(other.pose() * other.mesh().vertices[v])) return p;
        }
        return std::nullopt;
      case Body::Kind::spheres:
        return find_ball(other, 0);
      case Body::Kind::compound:
        for (const detail::Piece& piece : other.compound().pieces) {
          const Body part(piece.shape, composed(other.pose(), piece.pose), 0);
          if (const auto p = find(part)) return p;
        }
        return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  std::optional<Vector3d> if_inside(const Vector3d& world) const {
    return inside_mesh(mesh_, world) ? std::optional(world) : std::nullopt;
  }

  /// Each ball is a component of its own. Those of a volume that keeps clear of the surface are
  /// inside all together, or not at all.
  std::optional<Vector3d> find_ball(const Body& balls, std::int32_t index) const {
    const WideTree& tree = balls.spheres().tree;
    const WideNode& node = tree.nodes[index];
    for (int slot = 0; slot < WideNode::width; ++slot) {
      const std::int32_t child = node.child[slot];
      if (child == WideNode::nothing) continue;
      std::int32_t leaf = child;
      while (leaf >= 0) leaf = tree.nodes[leaf].child[0];
      const Group& group = balls.spheres().groups[~leaf];
      const auto centre = [&](int i) {
        return balls.pose() * balls.spheres().centre[group.element[i]];
      };
      const VolumeBall ball(TreeView(tree, nullptr), node, slot);
      if (clear_of_surface(mesh_, balls.pose() * ball.centre, ball.radius)) {
        if (const auto p = if_inside(centre(0))) return p;
      } else if (child >= 0) {
        if (const auto p = find_ball(balls, child)) return p;
      } else {
        for (int i = 0; i < group.count(); ++i) {
          if (const auto p = if_inside(centre(i))) return p;
        }
      }
    }
    return std::nullopt;
  }

  Body& mesh_;
};

}  // namespace

bool inside_mesh(const Body& mesh, const Vector3d& p) {
  const Pose& pose = mesh.pose();
  const Vector3d local = pose.rotation.inverse() * (p - pose.translation);
  return encloses(mesh.mesh(), local);
}

std::optional<Vector3d> point_inside(Body& solid, const Body& other) {
  if (solid.kind() == Body::Kind::mesh) {
    return solid.solid() ? Probe(solid).find(other) : std::nullopt;
  }
  if (solid.kind() != Body::Kind::compound) return std::nullopt;  // a distance sees what is inside
  for (const int i : solid.compound().solids) {
    const detail::Piece& piece = solid.compound().pieces[i];
    Body part(piece.shape, composed(solid.pose(), piece.pose), 0);
    if (const auto p = point_inside(part, other)) return p;
  }
  return std::nullopt;
}

}  // namespace apart
