// SPDX-License-Identifier: BSD-3-Clause
#include "query/near_places.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "query/facing.hpp"
#include "query/halfspace.hpp"
#include "query/search.hpp"
#include "tree/lowest.hpp"
#include "tree/mesh_data.hpp"
#include "tree/spheres_data.hpp"

namespace apart {

namespace {

using Eigen::Vector3d;

/// The answer, and what counts as tied with it.
class Places {
 public:
  Places(Gradient& g, double size)
      : g_(g),
        tolerance_(std::max(64 * unit_roundoff * size, 4 * (g.upper - g.lower))),
        size_(size),
        // A point that is as near as the nearest one of a plane within e is as far from it as the
        // root of 2 e d; where edges cross, farther by one over the sine of their angle.
        apart_(16 * std::sqrt(2 * tolerance_ * std::abs(g.value)) + 64 * tolerance_) {}

  double tolerance() const { return tolerance_; }
  bool one() const { return one_; }
  bool room() const { return g_.tied_size < Gradient::most_tied; }

  /// A pair of cores as near as the nearest, with its near points.
  void add(const TiedWitness& witness, const PlacedCore& a, const PlacedCore& b) {
    Gradient patch;
    if (!is_answer(witness) || Facing(witness, size_, tolerance_).one_place(a, b, patch)) {
      add_place(witness);
    } else {
      add(patch);
    }
  }
  /// Corners of a patch where all is as near as the nearest.
  void add(const Gradient& patch) {
    for (int i = 0; i < patch.tied_size; ++i) add(patch.tied[i]);
  }
  /// A place as near as the nearest, which may be that itself.
  void add_place(const TiedWitness& witness) {
    if (!is_answer(witness)) add(witness);
  }
  const Gradient& answer() const { return g_; }

 private:
  bool same(const Vector3d& p, const Vector3d& q) const { return (q - p).norm() <= apart_; }
  bool is_answer(const TiedWitness& w) const {
    return same(w.point_a, g_.point_a) && same(w.point_b, g_.point_b);
  }
  void add(const TiedWitness& witness) {
    if (one_) add_tied(g_, {g_.point_a, g_.point_b, g_.normal});
    one_ = false;
    const auto known = [&](const TiedWitness& w) {
      return same(w.point_a, witness.point_a) && same(w.point_b, witness.point_b);
    };
    if (!std::any_of(g_.tied.begin(), g_.tied.begin() + g_.tied_size, known)) {
      add_tied(g_, witness);
    }
  }

  Gradient& g_;
  double tolerance_, size_, apart_;
  bool one_ = true;
};

/// Pairs of pieces, as a search finds them. Where a point is inside of a mesh, what is between it
/// and the surface is the depth.
class NearestPairs : public NearPairs {
 public:
  NearestPairs(Places& places, bool inside) : places_(places), inside_(inside) {}

  double enough() const { return std::abs(places_.answer().value) + places_.tolerance(); }
  bool take(const NearPair& pair) override {
    const Distance& d = pair.distance;
    if (!(d.upper <= enough())) return true;
    const Vector3d n = inside_ ? Vector3d(-d.normal) : d.normal;
    const TiedWitness witness{d.point_a, d.point_b, n};
    const PlacedCore a{pair.a, pair.pose_a}, b{pair.b, pair.pose_b};
    if (inside_) {
      places_.add_place(witness);
    } else {
      places_.add(witness, a, b);
    }
    return places_.room();
  }

 private:
  Places& places_;
  bool inside_;
};

/// The same with A and B exchanged.
class ExchangedPairs : public NearPairs {
 public:
  explicit ExchangedPairs(NearPairs& pairs) : pairs_(pairs) {}
  bool take(const NearPair& p) override {
    const Distance d = swapped(p.distance);
    return pairs_.take({p.b, p.a, p.pose_b, p.pose_a, p.element_b, p.element_a, d});
  }

 private:
  NearPairs& pairs_;
};

/// What is as low over the plane of a half-space as the lowest: by a look at every vertex. `sign`
/// is 1 if the half-space is A.
class OnPlane {
 public:
  OnPlane(Places& places, double sign)
      : places_(places),
        g_(places.answer()),
        sign_(sign),
        up_(sign * g_.normal),
        at_(sign > 0 ? g_.point_b : g_.point_a) {}

  void look(Body& piece) {
    if (!places_.room()) return;
    if (piece.kind() == Body::Kind::convex) return look_at_core(piece);
    if (piece.kind() == Body::Kind::spheres) {
      const auto& balls = piece.spheres();
      for (std::size_t i = 0; i < balls.centre.size(); ++i) {
        look_at(balls.centre[i], piece.pose(), piece.rounding().hi + balls.radius[i]);
      }
      return;
    }
    for (const auto& triangle : piece.mesh().triangles) {
      for (const int v : triangle) {
        look_at(piece.mesh().vertices[v], piece.pose(), piece.rounding().hi);
      }
    }
  }

 private:
  /// The witness at the lowest point of a ball around p, if that is as low as any.
  std::optional<TiedWitness> lowest(const Vector3d& p, const Pose& pose, double ball) const {
    const Vector3d way = from_point(at_, pose, p);
    const double height = up_.dot(way);
    if (height - ball > places_.tolerance()) return std::nullopt;
    const Vector3d aside = way - height * up_;
    return TiedWitness{g_.point_a + aside, g_.point_b + aside, g_.normal};
  }

  void look_at(const Vector3d& p, const Pose& pose, double ball) {
    if (const auto witness = lowest(p, pose, ball)) places_.add_place(*witness);
  }

  void look_at_core(Body& piece) {
    const Core& core = piece.core();
    const Vector3d down = transposed_product(piece.pose().rotation, -up_);
    const Vector3d p = core.centre + core.farthest(down).point;
    const auto witness = lowest(p, piece.pose(), core.rounding.hi);
    if (!witness) return;
    Gradient patch;
    const Facing facing(*witness, piece.reach(), places_.tolerance());
    if (facing.one_place_on_plane({core, piece.pose()}, -sign_, patch)) {
      places_.add_place(*witness);
    } else {
      places_.add(patch);
    }
  }

  Places& places_;
  const Gradient& g_;
  double sign_;
  Vector3d up_, at_;
};

/// Is the depth of one of them in the other the distance from its surface? See penetration().
bool point_in_solid(const Body& point, const Body& mesh) {
  const bool is_point = point.kind() == Body::Kind::convex && point.core().is_point() &&
                        point.core().rounding == DoubleDouble(0);
  return is_point && mesh.solid() && mesh.rounding() == DoubleDouble(0);
}

}  // namespace

bool one_near_place(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b, double margin,
                    Gradient& g) {
  const bool plane_a = find_halfspace(a).halfspace, plane_b = find_halfspace(b).halfspace;
  if (plane_a || plane_b) {
    Body body(plane_a ? b : a, plane_a ? pose_b : pose_a, margin);
    const Vector3d& at = plane_a ? g.point_b : g.point_a;
    Places places(g, body.reach() + safe_norm(body.pose().translation - at));
    OnPlane on_plane(places, plane_a ? 1 : -1);
    for_each_piece(body, [&](Body& piece) { on_plane.look(piece); });
    return places.one();
  }
  Body body_a(a, pose_a, margin), body_b(b, pose_b, margin);
  const double size =
      body_a.reach() + body_b.reach() + safe_norm(pose_b.translation - pose_a.translation);
  const bool in_solid = point_in_solid(body_a, body_b) || point_in_solid(body_b, body_a);
  const bool inside = g.status == Status::overlapping && in_solid &&
                      g.upper - g.lower <= 256 * unit_roundoff * size;
  if (g.status != Status::separated && !inside) return false;
  Places places(g, size);
  NearestPairs pairs(places, inside);
  ExchangedPairs exchanged(pairs);
  if (!bounded(a)) {
    collect_near_prism(a, pose_a, b, pose_b, margin, pairs.enough(), pairs);
  } else if (!bounded(b)) {
    collect_near_prism(b, pose_b, a, pose_a, margin, pairs.enough(), exchanged);
  } else {
    Options options;
    options.enough = pairs.enough();
    Quest(body_a, body_b, options, Aim{}).collect(pairs);
  }
  return places.one();
}

}  // namespace apart
