// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "query/common_ball.hpp"
#include "query/core_penetration.hpp"
#include "query/piece_support.hpp"
#include "query/search.hpp"
#include "tree/compound_data.hpp"
#include "tree/inside.hpp"
#include "tree/mesh_data.hpp"
#include "tree/spheres_data.hpp"

namespace apart {

namespace {

using Eigen::Vector3d;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The convex hull of a body in the world, relative to a point there, for penetration().
class HullOf {
 public:
  HullOf(Body& body, const Vector3d& origin) : body_(body), origin_(origin) {
    radius_ = body.reach() + body.rounding().hi + safe_norm(body.pose().translation - origin);
    radius_ *= 1 + 0x1p-19;  // poses may stretch it by 1e-6
  }
  double radius() const { return radius_; }
  double support_error() const { return 64; }
  Vector3d support(const Vector3d& d) const {
    double highest = -infinity;
    Vector3d best;
    for_each_piece(body_, [&](Body& piece) {
      const Vector3d p = farthest_point(piece, d) - origin_;
      if (!(dot<double>(d, p) > highest)) return;
      highest = dot<double>(d, p);
      best = p;
    });
    return best;
  }

 private:
  Body& body_;
  Vector3d origin_;
  double radius_ = 0;
};

/// How deep a point of one body is inside of a solid mesh of the other: to part them, it has to be
/// moved out, at least as far as the surface is.
class Deepest {
 public:
  double depth;           ///< proved
  Vector3d out{0, 0, 0};  ///< the way from that point to the surface: of `other`, to get out

  /// Of all corners of a mesh, or of one point of any other body, in that solid one; if deeper than
  /// what is known.
  Deepest(Body& solid, Body& other, double known) : depth(known), solid_(solid) {
    // The rounding of the solid twice: its distance is that of the rounded surface.
    added_ = 2 * solid.rounding().hi + other.rounding().hi;
    if (other.kind() == Body::Kind::convex) {
      const Core& core = other.core();
      const Vector3d p = core.is_point() ? core.centre : core.centre + inner_point(core);
      added_ += core.is_point() ? core.rounding.hi : 0;
      look_at(other.pose() * p, 0);
    } else {
      visit(other, 0);
    }
  }

 private:
  /// Half way between two opposite points: not on the border, as a rule.
  static Vector3d inner_point(const Core& core) {
    return (core.farthest({1, 2, 3}).point + core.farthest({-1, -2, -3}).point) / 2;
  }

  void visit(Body& other, std::int32_t index) {
    const WideNode& node = other.tree().nodes[index];
    for (int slot = 0; slot < WideNode::width; ++slot) {
      if (node.child[slot] == WideNode::nothing || !promising(other, node, slot)) continue;
      if (node.child[slot] >= 0) {
        visit(other, node.child[slot]);
        continue;
      }
      const Group& group = other.tree().groups[~node.child[slot]];
      for (int i = 0; i < group.count(); ++i) {
        for (const auto* corner : other.corners(group.element[i])) {
          look_at(other.pose() * *corner, other.radius(group.element[i]));
        }
      }
    }
  }

  /// May a ball around the volume hold a point that is deeper than the deepest so far?
  bool promising(Body& other, const WideNode& node, int slot) const {
    const VolumeBall ball(other.tree(), node, slot);
    const Vector3d middle = other.pose() * ball.centre;
    const Distance d = to_surface(middle, 0.1);
    if (d.upper + ball.radius + added_ <= depth) return false;
    return !(d.lower > ball.radius && !inside_mesh(solid_, middle));  // all of it is outside
  }

  void look_at(const Vector3d& p, double radius) {
    const Distance d = to_surface(p, 0);
    // The point is rounded to doubles, and so is its place in the mesh's frame.
    const double error = 32 * unit_roundoff * (solid_.reach() + safe_norm(p));
    const double found = d.lower + added_ + radius - error;
    if (!(d.lower > error) || !(found > depth) || !inside_mesh(solid_, p)) return;
    depth = found;
    out = d.point_b - d.point_a;
  }

  Distance to_surface(const Vector3d& p, double relative_error) const {
    Body point(Point(p), Pose(), 0);
    Options options;
    options.relative_error = relative_error;
    return Quest(point, solid_, options, Aim{.solids = false}).run(nullptr);
  }

  Body& solid_;
  double added_ = 0;
};

/// The least translation of b that is proved to end the overlap, of those that were tried.
class Parting {
 public:
  /// `least` is known to be needed. None is told from one that is longer by less than `close`.
  Parting(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b, const Options& asked,
          double least, double close)
      : a_(a),
        b_(b),
        pose_a_(pose_a),
        pose_b_(pose_b),
        asked_(asked),
        least_(least),
        close_(close),
        options_{.relative_error = 1, .margin = asked.margin, .counts = asked.counts} {}

  double length = infinity;
  Vector3d direction{1, 0, 0};
  Distance after;  ///< the distance once b is moved

  /// Along d, of unit length, where `enough` is sure to suffice; what is needed suffices as often
  /// as not, or nearly so.
  void try_along(const Vector3d& d, double enough) {
    if (done()) return;
    double low = least_;
    for (double more = close_; more < 0x1p36 * close_; more *= 64) {
      if (least_ + more >= std::min(enough, length)) break;
      if (parted(d, least_ + more)) return narrow(d, low, least_ + more);
      low = least_ + more;
    }
    const double high = std::min(enough, length);
    if (parted(d, high)) narrow(d, low, high);
  }

  /// Does a translation part them? If it is the shortest so far, it is kept.
  bool parted(const Vector3d& d, double s) {
    Pose moved = pose_b_;
    moved.translation += s * d;
    const Distance found = search_distance(a_, pose_a_, b_, moved, options_, nullptr);
    if (!(found.lower > 0)) return false;
    const double moved_by =
        safe_norm(moved.translation - pose_b_.translation) * (1 + 8 * unit_roundoff);
    if (moved_by < length) {
      length = moved_by;
      direction = d;
      after = found;
    }
    return true;
  }

 private:
  /// Is it all that was asked for?
  bool done() const {
    if (length <= least_ + std::max(close_, asked_.relative_error * length)) return true;
    return asked_.enough && (-least_ <= *asked_.enough || -length > *asked_.enough) &&
           length < infinity;
  }

  void narrow(const Vector3d& d, double low, double high) {
    for (int step = 0; step < 12 && high - low > 1e-3 * high && !done(); ++step) {
      const double middle = low + (high - low) / 2;
      (parted(d, middle) ? high : low) = middle;
    }
  }

  ShapeRef a_, b_;
  Pose pose_a_, pose_b_;
  const Options& asked_;
  double least_, close_;
  Options options_;
};

bool is_point(const Body& body) {
  return body.kind() == Body::Kind::convex && body.core().is_point() &&
         body.core().rounding == DoubleDouble(0);
}

/// A point inside of a solid mesh: its distance from the surface is its depth, if right behind the
/// surface is outside (it is not where components of the mesh overlap). That is so if a point
/// behind is outside and has nothing between itself and the surface: then all the way to it is
/// outside.
std::optional<Penetration> point_in_mesh(Body& point, Body& mesh, const Options& options) {
  if (!mesh.encloses() || !(mesh.rounding() == DoubleDouble(0))) return std::nullopt;
  const Distance d = Quest(point, mesh, options, Aim{.solids = false}).run(nullptr);
  const double step = 0x1p-30 * mesh.reach();
  const Vector3d behind = d.point_b + step * d.normal;
  if (inside_mesh(mesh, behind)) return std::nullopt;
  Body probe(Point(behind), Pose(), 0);
  const Distance back = Quest(probe, mesh, {}, Aim{.solids = false}).run(nullptr);
  const double between = safe_norm(behind - d.point_b) - back.lower;
  const double size = mesh.reach() + safe_norm(d.point_b - mesh.pose().translation);
  if (!(between <= 64 * unit_roundoff * size)) return std::nullopt;
  Penetration p = signed_part(d);
  p.lower = -(d.upper + std::max(0.0, between)) * (1 + 4 * unit_roundoff);
  p.upper = -d.lower;
  p.signed_distance = -d.upper;
  p.direction = -d.normal;
  p.status = d.status == Status::not_converged ? Status::not_converged
             : d.lower > 0                     ? Status::overlapping
                                               : Status::touching;
  return p;
}

/// What the pairs of pieces prove: whoever parts the bodies parts each pair.
class PiecePairs {
 public:
  double depth = 0;       ///< proved
  Vector3d way{0, 0, 0};  ///< moved this way, b may come out soon

  PiecePairs(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b, double margin) {
    Body bare_a(a, pose_a, margin), bare_b(b, pose_b, margin);
    const DoubleDouble rounding = bare_a.take_off_rounding() + bare_b.take_off_rounding();
    look(bare_a, bare_b);
    if (rounding.hi > 0) round(bare_a, bare_b, rounding.hi * (1 - 2 * unit_roundoff));
  }

 private:
  /// Bodies that overlap do so by all of their rounding more. Of others, the near points are in the
  /// middle of balls.
  void round(Body& a, Body& b, double rounding) {
    if (depth > 0) {
      depth = (depth + rounding) * (1 - 2 * unit_roundoff);
      return;
    }
    const Distance d = Quest(a, b, {}, Aim{.solids = false}).run(nullptr);
    take((rounding - d.upper) * (1 - 2 * unit_roundoff), d.normal);
  }

  void look(Body& a, Body& b) {
    for_each_piece(a, [&](Body& piece_a) {
      const BodyBall ball = world_ball(piece_a);
      if (b.kind() == Body::Kind::compound) {
        look_below(piece_a, ball, b, 0);
      } else if (may_be_deeper(ball, world_ball(b))) {
        look_at(piece_a, b);
      }
    });
  }

  static BodyBall world_ball(const Body& body) {
    const BodyBall ball = body.ball();
    return {body.pose() * ball.centre, ball.radius * (1 + 1e-5)};  // poses may stretch it
  }

  /// Balls are no deeper in each other than their radii allow.
  bool may_be_deeper(const BodyBall& a, const BodyBall& b) const {
    const double between = safe_norm(b.centre - a.centre);
    return !((a.radius + b.radius) * (1 + 1e-9) - between * (1 - 1e-9) <= depth);
  }

  /// That piece, in its ball, against those of a compound.
  void look_below(Body& piece_a, const BodyBall& ball, Body& b, std::int32_t index) {
    const TreeView& tree = b.tree();
    const WideNode& node = tree.nodes[index];
    for (int slot = 0; slot < WideNode::width; ++slot) {
      if (node.child[slot] == WideNode::nothing) continue;
      const VolumeBall volume(tree, node, slot);
      const double radius = volume.radius + b.rounding().hi;
      if (!may_be_deeper(ball, {b.pose() * volume.centre, radius})) continue;
      if (node.child[slot] >= 0) {
        look_below(piece_a, ball, b, node.child[slot]);
        continue;
      }
      const detail::Piece& piece = b.compound().pieces[tree.element[~node.child[slot]]];
      Body part(piece.shape, composed(b.pose(), piece.pose), b.rounding());
      look_at(piece_a, part);
    }
  }

  void look_at(Body& a, Body& b) {
    const bool convex_a = a.kind() == Body::Kind::convex, convex_b = b.kind() == Body::Kind::convex;
    if (convex_a && convex_b) {
      return take(core_penetration(a.core(), a.pose(), b.core(), b.pose()));
    }
    if (a.kind() != Body::Kind::mesh && b.kind() != Body::Kind::mesh) return look_at_balls(a, b);
    // Where a surface is not closed, nothing tells how far the border of what is inside may be.
    const bool solid_a = a.encloses(), solid_b = b.encloses();
    if ((convex_a || solid_a) && (convex_b || solid_b)) {
      const CommonBall ball = common_ball(a, b);
      take(ball.depth, solid_a ? ball.out_a : -ball.out_b);
    }
    if (solid_a) {
      const Deepest in_a(a, b, depth);
      take(in_a.depth, in_a.out);
    }
    if (solid_b) {
      const Deepest in_b(b, a, depth);
      take(in_b.depth, -in_b.out);
    }
  }

  /// The nearest pair alone: of balls among balls it is the deepest, of others it is some pair.
  void look_at_balls(Body& a, Body& b) {
    Options options;
    const Distance d = Quest(a, b, options, Aim{}).run(nullptr);
    const auto core = [](const Body& body, int ball) {
      return body.kind() == Body::Kind::convex ? body.core() : body.core(ball);
    };
    take(core_penetration(core(a, d.witness.triangle_a), a.pose(), core(b, d.witness.triangle_b),
                          b.pose()));
  }

  void take(const Penetration& p) { take(-p.upper, p.direction); }
  void take(double found, const Vector3d& found_way) {
    if (!(found > depth)) return;
    depth = found;
    way = found_way;
  }
};

/// A prism, which has no hull to speak of: the body's own hull bounds the depth from one side, its
/// deepest piece from the other.
Penetration prism_penetration(ShapeRef prism, const Pose& pose_prism, Body& body, const Distance& d,
                              double margin) {
  Core core = make_core(prism);
  core.rounding += margin;
  const HullOf hull(body, body.pose().translation);
  Penetration p =
      core_penetration(core, pose_prism, make_core(ShapeRef(hull)), Pose(body.pose().translation));
  double upper = d.status == Status::overlapping ? 0 : d.upper;
  for_each_piece(body, [&](Body& piece) {
    const auto look = [&](const Core& other) {
      upper = std::min(upper, core_penetration(core, pose_prism, other, piece.pose()).upper);
    };
    if (piece.kind() == Body::Kind::convex) return look(piece.core());
    const int count =
        static_cast<int>(piece.kind() == Body::Kind::mesh ? piece.mesh().triangles.size()
                                                          : piece.spheres().centre.size());
    for (int i = 0; i < count; ++i) look(piece.core(i));
  });
  p.upper = std::max(upper, p.lower);
  p.signed_distance = p.lower;
  p.status = d.status;
  return p;
}

}  // namespace

Penetration search_penetration(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                               const Options& options, Tracker* tracker) {
  if (const RoundedHalfspace half = find_halfspace(a); half.halfspace) {
    return search_halfspace(half, pose_a, b, pose_b, options.margin);
  }
  if (const RoundedHalfspace half = find_halfspace(b); half.halfspace) {
    return swapped(search_halfspace(half, pose_b, a, pose_a, options.margin));
  }
  Options asked = options;
  if (asked.enough && *asked.enough < 0) asked.enough.reset();
  const Distance d = search_distance(a, pose_a, b, pose_b, asked, tracker);
  if (d.lower > 0 || d.status == Status::cut_off) return signed_part(d);

  Body body_a(a, pose_a, options.margin), body_b(b, pose_b, options.margin);
  if (!bounded(a)) return prism_penetration(a, pose_a, body_b, d, options.margin);
  if (!bounded(b)) return swapped(prism_penetration(b, pose_b, body_a, d, options.margin));
  if (d.status == Status::overlapping && is_point(body_a)) {
    if (const auto p = point_in_mesh(body_a, body_b, asked)) return *p;
  }
  if (d.status == Status::overlapping && is_point(body_b)) {
    if (const auto p = point_in_mesh(body_b, body_a, asked)) return swapped(*p);
  }
  const PiecePairs pieces(a, pose_a, b, pose_b, options.margin);
  const HullOf hull_a(body_a, pose_a.translation), hull_b(body_b, pose_a.translation);
  const Penetration hulls = penetration(hull_a, Pose(), hull_b, Pose(), {.relative_error = 1e-3});
  const double size = hull_a.radius() + hull_b.radius();
  Parting parting(a, pose_a, b, pose_b, options, pieces.depth, 48 * unit_roundoff * size);
  const double wide = std::max(0.0, -hulls.lower) * (1 + 1e-9) + 1e-9 * size;
  // Hulls that are apart by their interval may touch once they are moved by rounded numbers.
  for (double far = wide; !(parting.length < infinity) && far < 0x1p600; far *= 2) {
    parting.try_along(hulls.direction, far);
  }
  if (pieces.depth > 0) {
    parting.try_along(pieces.way / safe_norm(pieces.way), parting.length);
  }
  if (!(d.upper > 0)) {
    parting.try_along(d.normal, parting.length);
    parting.try_along(-d.normal, parting.length);
  }
  Penetration p = signed_part(parting.after);
  p.lower = -parting.length;
  p.upper = pieces.depth > 0                  ? -std::min(pieces.depth, parting.length)
            : d.status == Status::overlapping ? 0
                                              : d.upper;
  p.signed_distance = -parting.length;
  p.direction = parting.direction;
  p.point_b -= parting.length * parting.direction;
  p.status = d.status == Status::overlapping || p.upper < 0   ? Status::overlapping
             : p.upper - p.lower <= 64 * unit_roundoff * size ? Status::touching
                                                              : Status::not_converged;
  return p;
}

}  // namespace apart
