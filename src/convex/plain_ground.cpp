// SPDX-License-Identifier: BSD-3-Clause
#include "convex/plain_ground.hpp"

#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/plain_ground.cpp"
#include <hwy/foreach_target.h>

#include "convex/corners-inl.hpp"
#include "convex/plain_answer-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

constexpr double u = unit_roundoff;

/// A point of a core, from its centre in its own axes, and which vertex it is (-1 if there are
/// none).
struct CorePoint {
  Three at;
  int vertex;
};

// What may stand on the ground: cores about their own origin, and a point of each that is lowest
// along d, which need not be a unit vector. `shortfall` is that of Core.

struct OverGround {
  static constexpr double shortfall = 0;
  static constexpr bool has_ball = false;
  double radius = 0;    ///< bound on the core's points
  double rounding = 0;  ///< of the ball added to it
  double slack = 0;     ///< the shape may stand out of it by this much
  HWY_INLINE bool usual() const { return true; }
  HWY_INLINE static Three turned(const Placed& pose, const CorePoint& p) {
    return combined(pose.column, p.at);
  }
};

struct BallOverGround : OverGround {
  static constexpr bool has_ball = true;
  HWY_INLINE explicit BallOverGround(const Sphere& s) { rounding = s.radius(); }
  HWY_INLINE CorePoint lowest(Three) const { return {Three::of(0), 0}; }
  HWY_INLINE static Three turned(const Placed&, const CorePoint& p) { return p.at; }
};

struct StickOverGround : OverGround {
  static constexpr bool has_ball = true;
  HWY_INLINE explicit StickOverGround(const Capsule& s) {
    radius = s.length() / 2;
    rounding = s.radius();
  }
  HWY_INLINE CorePoint lowest(Three d) const {
    const bool upper = triple(d).z < 0;
    return {Three::of(Triple{0, 0, upper ? radius : -radius}), upper};
  }
  HWY_INLINE static Three turned(const Placed& pose, const CorePoint& p) {
    return pose.column[2] * p.at.spread<2>();
  }
};

struct BoxOverGround : OverGround {
  Three half;

  HWY_INLINE explicit BoxOverGround(const Box& s) : half(Three::load_three(s.size().data()) * 0.5) {
    radius = std::sqrt((half * half).sum());
  }
  HWY_INLINE CorePoint lowest(Three d) const {
    return {with_sign_of_product(half, d, Three::of(-1)), static_cast<int>(sign_bits(d))};
  }
};

/// The square of what is farther across an axis than this is known to the last digits; what is not
/// is of no account, directions being at least 2^-100.
constexpr double least_across = 0x1p-900;

/// Of a disc about the z axis, as in Core: x and y of its lowest point.
struct Rim {
  double x, y;
  HWY_INLINE Rim(double radius, Triple d) {
    const double square = d.x * d.x + d.y * d.y, across = std::sqrt(square);
    const bool leans = square > least_across;
    x = leans ? radius * ((0 - d.x) / across) : 0;
    y = leans ? radius * ((0 - d.y) / across) : 0;
  }
};

struct DiscOverGround : OverGround {
  static constexpr double shortfall = 10;
  double rim, half;

  HWY_INLINE DiscOverGround(double of_rim, double length)
      : rim(radius_in_core(of_rim)), half(length / 2) {
    radius = std::sqrt(of_rim * of_rim + half * half);
  }
};
struct DrumOverGround : DiscOverGround {
  HWY_INLINE explicit DrumOverGround(const Cylinder& s) : DiscOverGround(s.radius(), s.length()) {}
  HWY_INLINE CorePoint lowest(Three direction) const {
    const Triple d = triple(direction);
    const Rim base(rim, d);
    return {Three::of(Triple{base.x, base.y, d.z < 0 ? half : -half}), -1};
  }
};
struct ConeOverGround : DiscOverGround {
  HWY_INLINE explicit ConeOverGround(const Cone& s) : DiscOverGround(s.radius(), s.length()) {}
  HWY_INLINE CorePoint lowest(Three direction) const {
    const Triple d = triple(direction);
    const Rim base(rim, d);
    const double at_rim = (d.x * base.x + d.y * base.y) - d.z * half, at_top = d.z * half;
    const bool top = at_top < at_rim;
    return {Three::of(Triple{top ? 0 : base.x, top ? 0 : base.y, top ? half : -half}), -1};
  }
};

struct EggOverGround : OverGround {
  static constexpr double shortfall = 12;
  Three radii;
  double scale;  ///< brings the largest near 1

  HWY_INLINE explicit EggOverGround(const Ellipsoid& s) {
    const Three given = Three::load_three(s.radii().data());
    radii = given - given * (6 * u);
    radius = largest(given);
    scale = one_over_power_of_two(radius);
  }
  HWY_INLINE CorePoint lowest(Three d) const {
    const Three s = (radii * scale) * d;
    const double square = (s * s).sum();
    if (!(square > least_across)) return {Three::of(0), -1};
    return {Three::of(0) - radii * (s / Three::of(std::sqrt(square))), -1};
  }
};

struct HullOverGround : OverGround {
  const detail::PolytopeData& hull;

  HWY_INLINE explicit HullOverGround(const Polytope& s) : hull(s.data()) {
    radius = hull.radius;
    slack = hull.slack;
  }
  HWY_INLINE bool usual() const { return hull.centred; }
  HWY_INLINE CorePoint lowest(Three d) const {
    const int id = farthest_of_many<Way::against>(hull, d).index;
    if (hull.cells) return {Three::load(hull.cells->corner(id)), hull.cells->number(id)};
    return {Three::of(Triple{hull.x()[id], hull.y()[id], hull.z()[id]}), hull.given()[id]};
  }
};

/// How high a body is over a half-space, with bounds: docs/certificate.md, "Over ground", has the
/// constants. Normals go with the matrix of cofactors, whatever the rotation; but the poses have to
/// be rigid(), or no vertex might be the lowest.
template <class Body>
class Height {
 public:
  HWY_INLINE Height(const Halfspace& half, const Placed& ground, const Body& body, const Placed& at)
      : body_(body), ground_(ground), at_(at) {
    const Three(&c)[3] = ground_.column;
    const Three cofactors[3] = {cross(c[1], c[2]), cross(c[2], c[0]), cross(c[0], c[1])};
    const Eigen::Vector3d& n = half.normal();
    m_ = combined(cofactors, n.x(), n.y(), n.z());
    const double offset = (c[0] * cofactors[0]).sum() * half.offset();
    const Three way = at_.at - ground_.at, along = m_ * way;
    Three row[3];
    transpose(at_.column, row);
    const Three d = combined(row, m_);
    lowest_ = body.lowest(d);

    square_ = (m_ * m_).sum();
    length_ = std::sqrt(square_);
    const double far = std::sqrt((way * way).sum()), plane = std::abs(offset) / length_;
    size_ = (body.radius + body.rounding) + (far + plane);
    const double value = (d * lowest_.at).sum();
    const double height = ((along.sum() - offset) + value) / length_;
    const double gap = height - body.rounding;
    const double of_way = 5.1 * (size(along).sum() / length_);
    const double of_turn = turned(c) ? 7.5 * (body.radius + far) + 13.7 * plane : 0;
    const double error = u * ((of_turn + (8.3 * body.radius + of_way)) +
                              (1.1 * plane + (4.6 * std::abs(height) + 2.1 * std::abs(gap))));
    lower_ = gap - ((error + u * Body::shortfall * body.radius) + body.slack);
    upper_ = gap + ((error + 1.1 * u * body.rounding) + 3.6 * u * std::abs(gap));
  }

  HWY_INLINE bool usual() const {
    return square_ > 0x1p-200 && square_ < 0x1p200 && size_ > 0x1p-450 && size_ < 0x1p450 &&
           body_.usual();
  }
  /// Does double tell the sign?
  HWY_INLINE bool decided() const { return lower_ > 0 || upper_ < 0; }

  HWY_INLINE std::optional<bool> within(double r) const {
    if (lower_ > r) return false;
    return upper_ <= r ? std::optional(true) : std::nullopt;
  }

  HWY_INLINE void write(bool second, Distance& d) const {
    const bool apart = lower_ > 0;
    d.lower = apart ? lower_ : 0;
    d.upper = apart ? upper_ : 0;
    d.status = apart ? Status::separated : Status::overlapping;
    write_points(second, d.upper, d.point_a, d.point_b, d.normal);
    write_others(second, d);
  }
  HWY_INLINE void write(bool second, Penetration& p) const {
    p.signed_distance = p.upper = upper_;
    p.lower = lower_;
    p.status = lower_ > 0 ? Status::separated : Status::overlapping;
    write_points(second, upper_, p.point_a, p.point_b, p.direction);
    write_others(second, p);
  }

 private:
  /// Is a rotation other than none at all? That errs in nothing.
  HWY_INLINE static bool turned(const Three (&c)[3]) {
    const Three off =
        (size(c[0] - Three::of(Triple{1, 0, 0})) + size(c[1] - Three::of(Triple{0, 1, 0}))) +
        size(c[2] - Three::of(Triple{0, 0, 1}));
    return !(off.sum() == 0);
  }
  /// The ground's point is `gap` below the body's.
  HWY_INLINE void write_points(bool second, double gap, Eigen::Vector3d& point_a,
                               Eigen::Vector3d& point_b, Eigen::Vector3d& normal) const {
    const Three up = m_ / Three::of(length_), core = at_.at + Body::turned(at_, lowest_);
    const Three high = Body::has_ball ? core - up * body_.rounding : core;
    const Three low = gap == 0 ? high : high - up * gap;
    (second ? high : low).store_three(point_a.data());
    (second ? low : high).store_three(point_b.data());
    (second ? Three::of(0) - up : up).store_three(normal.data());
  }
  template <class Answer>
  HWY_INLINE void write_others(bool second, Answer& answer) const {
    answer.witness.size = 1;
    answer.witness.vertex_a[0] = second ? lowest_.vertex : -1;
    answer.witness.vertex_b[0] = second ? -1 : lowest_.vertex;
    answer.witness.weight[0] = 1;
    answer.support_calls = 1;
  }

  const Body body_;
  const Placed &ground_, &at_;
  Three m_;  // the half-space's normal in world axes
  CorePoint lowest_;
  double square_, length_, size_, lower_, upper_;
};

template <class Body, class Shape, class Answer>
HWY_INLINE bool answer_over_ground(const Halfspace& half, const Pose& pose_half, const void* shape,
                                   const Pose& pose, bool second, Answer& answer) {
  const Placed ground(pose_half), at(pose);
  if (!rigid(ground, at)) return false;
  const Body body(*static_cast<const Shape*>(shape));
  const Height<Body> height(half, ground, body, at);
  if (!(height.usual() && height.decided())) return false;
  height.write(second, answer);
  return true;
}

#define APART_OVER_GROUND(Name, Body, Shape)                                                       \
  APART_FLATTEN bool Name(const Halfspace& half, const Pose& pose_half, const void* shape,         \
                          const Pose& pose, bool second, Distance& d) {                            \
    return answer_over_ground<Body, Shape>(half, pose_half, shape, pose, second, d);               \
  }                                                                                                \
  APART_FLATTEN bool Signed##Name(const Halfspace& half, const Pose& pose_half, const void* shape, \
                                  const Pose& pose, bool second, Penetration& p) {                 \
    return answer_over_ground<Body, Shape>(half, pose_half, shape, pose, second, p);               \
  }                                                                                                \
  APART_FLATTEN std::optional<bool> Within##Name(const Halfspace& half, const Pose& pose_half,     \
                                                 const void* shape, const Pose& pose, double r) {  \
    const Placed ground(pose_half), at(pose);                                                      \
    if (!rigid(ground, at)) return std::nullopt;                                                   \
    const Height<Body> height(half, ground, Body(*static_cast<const Shape*>(shape)), at);          \
    return height.usual() ? height.within(r) : std::nullopt;                                       \
  }
APART_OVER_GROUND(SphereOverGround, BallOverGround, Sphere)
APART_OVER_GROUND(CapsuleOverGround, StickOverGround, Capsule)
APART_OVER_GROUND(BoxIsOverGround, BoxOverGround, Box)
APART_OVER_GROUND(CylinderOverGround, DrumOverGround, Cylinder)
APART_OVER_GROUND(ConeIsOverGround, ConeOverGround, Cone)
APART_OVER_GROUND(EllipsoidOverGround, EggOverGround, Ellipsoid)
APART_OVER_GROUND(PolytopeOverGround, HullOverGround, Polytope)
#undef APART_OVER_GROUND

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

#define APART_GROUND_WAY(name, Kernel)                                                           \
  HWY_EXPORT(Kernel);                                                                            \
  HWY_EXPORT(Signed##Kernel);                                                                    \
  HWY_EXPORT(Within##Kernel);                                                                    \
  namespace {                                                                                    \
  constinit const GroundWay name{HWY_DISPATCH_TABLE(Kernel), HWY_DISPATCH_TABLE(Signed##Kernel), \
                                 HWY_DISPATCH_TABLE(Within##Kernel)};                            \
  }
APART_GROUND_WAY(sphere_way, SphereOverGround)
APART_GROUND_WAY(capsule_way, CapsuleOverGround)
APART_GROUND_WAY(box_way, BoxIsOverGround)
APART_GROUND_WAY(cylinder_way, CylinderOverGround)
APART_GROUND_WAY(cone_way, ConeIsOverGround)
APART_GROUND_WAY(ellipsoid_way, EllipsoidOverGround)
APART_GROUND_WAY(polytope_way, PolytopeOverGround)
#undef APART_GROUND_WAY

constinit const GroundWays ground_ways = [] {
  GroundWays all{};
  all[detail::index_in<Sphere, ShapeVariant>] = &sphere_way;
  all[detail::index_in<Capsule, ShapeVariant>] = &capsule_way;
  all[detail::index_in<Box, ShapeVariant>] = &box_way;
  all[detail::index_in<Cylinder, ShapeVariant>] = &cylinder_way;
  all[detail::index_in<Cone, ShapeVariant>] = &cone_way;
  all[detail::index_in<Ellipsoid, ShapeVariant>] = &ellipsoid_way;
  all[detail::index_in<Polytope, ShapeVariant>] = &polytope_way;
  return all;
}();

}  // namespace apart
#endif
