// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_CURVED_BODY_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_CURVED_BODY_INL
#undef APART_CURVED_BODY_INL
#else
#define APART_CURVED_BODY_INL
#endif

#include "convex/core.hpp"
#include "convex/corners-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// A core as vertices with curves about them: a cylinder is a disc about each end of its axis, a
/// cone one about its base and nothing about its apex, an ellipsoid has one about its centre. All
/// others are bare vertices. In world axes, from its own centre, scaled, as the direction sees it
/// that was looked along last.
class CurvedBody {
 public:
  HWY_INLINE CurvedBody(const Core& core, const Eigen::Matrix3d& rotation, double scale)
      : core_(core),
        rotation_(rotation),
        turn_(rotation, 1),
        scale_(scale),
        extent_(Triple::of(core.extent) * scale) {
    if (!has_curves()) return;
    const Triple x = turn_.x * extent_.x, y = turn_.y * extent_.y;
    const Triple z = turn_.z * (has_disc() ? 0 : extent_.z);
    square_[0] = x.x * x.x + (y.x * y.x + z.x * z.x);
    square_[1] = x.x * x.y + (y.x * y.y + z.x * z.y);
    square_[2] = x.x * x.z + (y.x * y.z + z.x * z.z);
    square_[3] = x.y * x.y + (y.y * y.y + z.y * z.y);
    square_[4] = x.y * x.z + (y.y * y.z + z.y * z.z);
    square_[5] = x.z * x.z + (y.z * y.z + z.z * z.z);
  }

  HWY_INLINE int count() const {
    return core_.has_vertices() ? core_.count : core_.kind == Core::Kind::ellipsoid ? 1 : 2;
  }
  HWY_INLINE bool has_curves() const { return !core_.has_vertices(); }
  HWY_INLINE bool has_disc() const {
    return core_.kind == Core::Kind::cylinder || core_.kind == Core::Kind::cone;
  }
  HWY_INLINE bool curved(int id) const { return has_curves() && !is_apex(id); }

  /// Of the discs: what is normal to them, of unit length, and how far they reach.
  HWY_INLINE Triple axis() const {
    const Triple n = cross(turn_.x, turn_.y);
    return n * (1 / norm(n));
  }
  HWY_INLINE double rim() const { return extent_.x; }

  /// The least radius of curvature of the curves.
  HWY_INLINE double tightest() const {
    const Triple& e = extent_;
    const double least = std::min(e.x, std::min(e.y, e.z)),
                 most = std::max(e.x, std::max(e.y, e.z));
    return has_disc() ? rim() : most > 0 ? least * (least / most) : 0;
  }

  /// Finds the vertex that is farthest along q, its curve included, none overlooked.
  HWY_INLINE void look(Triple q) {
    d_ = turn_.back(q);
    switch (core_.kind) {
      case Core::Kind::polytope: {
        const detail::PolytopeData& hull = *core_.polytope;
        const Three d = Three::of(d_);
        const Farthest found = hull.octants ? chosen_in_octant<Way::along>(hull, d)
                                            : farthest_of_many<Way::along>(hull, d);
        id_ = std::min(found.index, core_.count - 1);
        value_ = found.value * scale_;
        break;
      }
      case Core::Kind::box:
        id_ = (d_.x > 0) + 2 * (d_.y > 0) + 4 * (d_.z > 0);
        value_ = along(vertex(id_));
        break;
      case Core::Kind::points:
        id_ = 0;
        value_ = along(vertex(0));
        for (int i = 1; i < core_.count; ++i) {
          const double here = along(vertex(i));
          if (here > value_) value_ = here, id_ = i;
        }
        break;
      default:
        look_at_curves();
    }
  }
  HWY_INLINE int id() const { return id_; }
  HWY_INLINE double value() const { return value_; }  ///< how far along it is, times |q|

  /// How much nearer another vertex is, its curve included.
  HWY_INLINE double behind(int id) const {
    return value_ - (along(vertex(id)) + (curved(id) ? reach_ : 0));
  }

  /// Where a disc is seen along its axis, its farthest point jumps. Has the direction passed that
  /// since it was remembered, or is it there?
  HWY_INLINE bool passed_axis() const {
    return has_disc() && !is_apex(id_) && !(d_.x * last_x_ + d_.y * last_y_ > 0);
  }
  HWY_INLINE void remember_direction() {
    last_x_ = d_.x;
    last_y_ = d_.y;
  }
  /// As if a direction along the axis had touched this side of the rim, from its centre: there is
  /// hardly any way along it.
  HWY_INLINE void touch_rim(Triple side) {
    const Triple local = turn_.back(side);
    const double over = 1 / std::sqrt(local.x * local.x + local.y * local.y);
    d_.x = local.x * over;
    d_.y = local.y * over;
    slope_ = turn_ * Triple{extent_.x * d_.x, extent_.y * d_.y, 0};
    over_ = 0x1p10 / rim();
  }

  /// A vertex, and the point of its curve that the direction touches.
  HWY_INLINE Triple centre(int id) const { return turn_ * vertex(id); }
  HWY_INLINE Triple slope(int id) const { return curved(id) ? slope_ : Triple{0, 0, 0}; }
  HWY_INLINE Triple place(int id) const { return centre(id) + slope(id); }

  /// Adds a part of the second derivative of the support function, which has the direction in its
  /// kernel: entries 00, 01, 02, 11, 12, 22.
  HWY_INLINE void add_curvature(int id, double weight, double (&m)[6]) const {
    if (!curved(id)) return;
    const double part = weight * over_;
    const Triple& s = slope_;
    m[0] += (square_[0] - s.x * s.x) * part;
    m[1] += (square_[1] - s.x * s.y) * part;
    m[2] += (square_[2] - s.x * s.z) * part;
    m[3] += (square_[3] - s.y * s.y) * part;
    m[4] += (square_[4] - s.y * s.z) * part;
    m[5] += (square_[5] - s.z * s.z) * part;
  }

  // What an answer is made of: points in the body's own frame, inside of the core whatever is
  // rounded. There is room for as many as a search of the simplex takes steps.
  static constexpr int room = 16;

  HWY_INLINE void keep(int slot, int id) { kept_[slot] = {id, local(id)}; }
  /// A point of the disc about a vertex, by the way from there. False if it is not inside.
  HWY_INLINE bool keep_on_disc(int slot, int id, Triple way) {
    const Triple on_disc = turn_.back(way);
    kept_[slot] = {id, {on_disc.x, on_disc.y, vertex(id).z}};
    const double most = rim() * rim() * (1 - 0x1p-48);
    return on_disc.x * on_disc.x + on_disc.y * on_disc.y < most;
  }
  HWY_INLINE Triple kept_place(int slot) const { return turn_ * kept_[slot].point; }
  HWY_INLINE int kept_id(int slot) const { return kept_[slot].id; }
  /// As a witness has it: -1 on curves.
  HWY_INLINE int kept_vertex(int slot) const { return has_curves() ? -1 : kept_[slot].id; }

  template <int count>
  HWY_INLINE WideFour combination(const int* slot, const Weights<count>& weight) const {
    const auto corner = [&](int k) HWY_ATTR { return point(slot[k]); };
    return turned(rotation_, combined(corner, weight));
  }
  HWY_INLINE WideFour exact_point(int slot) const {
    return turned(rotation_, {point(slot), Four::of(0)});
  }

 private:
  struct Kept {
    int id;
    Triple point;
  };

  HWY_INLINE bool is_apex(int id) const { return core_.kind == Core::Kind::cone && id == 1; }
  HWY_INLINE Triple vertex(int id) const {
    if (core_.has_vertices()) return Triple::of(core_.vertex(id)) * scale_;
    if (core_.kind == Core::Kind::ellipsoid) return {0, 0, 0};
    return {0, 0, id == 0 ? -extent_.z : extent_.z};
  }
  HWY_INLINE double along(Triple local) const { return dot(local, d_); }

  HWY_INLINE void look_at_curves() {
    const bool disc = has_disc();
    const Triple& e = extent_;
    const Triple g{e.x * d_.x, e.y * d_.y, disc ? 0 : e.z * d_.z};
    reach_ = norm(g);
    over_ = reach_ > 0 ? 1 / reach_ : 0;
    slope_ = turn_ * Triple{e.x * (g.x * over_), e.y * (g.y * over_), e.z * (g.z * over_)};
    id_ = 0;
    value_ = reach_;
    if (!disc) return;
    const double end = e.z * d_.z;
    if (core_.kind == Core::Kind::cylinder) {
      id_ = end > 0;
      value_ = reach_ + std::abs(end);
    } else {
      id_ = end > reach_ - end;
      value_ = std::max(end, reach_ - end);
    }
  }

  /// As Core::farthest() computes them: docs/certificate.md has the count.
  HWY_INLINE Triple local(int id) const {
    Triple p = vertex(id);
    if (!curved(id)) return p;
    const Triple& e = extent_;
    if (has_disc()) {
      const double rho = std::sqrt(d_.x * d_.x + d_.y * d_.y);
      if (rho > 0) p.x = e.x * (d_.x / rho), p.y = e.y * (d_.y / rho);
      return p;
    }
    const Triple s{e.x * d_.x, e.y * d_.y, e.z * d_.z};
    const double length = norm(s);
    return length > 0 ? Triple{e.x * (s.x / length), e.y * (s.y / length), e.z * (s.z / length)}
                      : p;
  }
  HWY_INLINE Four point(int slot) const {
    const Triple& p = kept_[slot].point;
    return Four::of(p.x, p.y, p.z, 0);
  }

  const Core& core_;
  const Eigen::Matrix3d& rotation_;
  const Turn turn_;
  const double scale_;
  const Triple extent_;  // of the core, scaled
  double square_[6];     // of the half axes of curves, as a sum of x x^T
  // What the last look found: the direction in the body's own frame; how far a curve reaches along
  // it, and one over that; where it touches, from its vertex.
  Triple d_, slope_{0, 0, 0};
  double reach_ = 0, over_ = 0, value_ = 0;
  int id_ = 0;
  double last_x_ = NAN, last_y_ = NAN;
  Kept kept_[room];
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
