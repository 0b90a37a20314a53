// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_PLACED_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_PLACED_INL
#undef APART_PLACED_INL
#else
#define APART_PLACED_INL
#endif

#include "convex/core.hpp"
#include "convex/four-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// A core with vertices, as a query sees it: in world axes, from its own centre, scaled. Of few
/// vertices all are turned there at once; of many, the direction is turned instead, and only the
/// vertices that are found.
class Placed {
 public:
  HWY_INLINE Placed(const Core& core, const Eigen::Matrix3d& rotation, double scale)
      : core_(core), exact_rotation_(rotation), rotation_(rotation * scale), scale_(scale) {
    if (core.count <= few) turn_all();
  }

  /// The vertex farthest along q, none overlooked, the lowest index among equals.
  HWY_INLINE Farthest farthest(const Vector<double>& q) const {
    if (core_.count <= few) return scan(x_, y_, z_, q, core_.count);
    const detail::PolytopeData& p = *core_.polytope;
    const Vector<double> d = transposed_product(rotation_, q);
    if (p.cells.empty()) return scan(p.x.data(), p.y.data(), p.z.data(), d, core_.count);
    return scan(p.cells.along(d), d);
  }

  HWY_INLINE Vector<double> point(int id) const {
    if (core_.count <= few) return {x_[id], y_[id], z_[id]};
    return product(rotation_, core_.vertex(id));
  }

  HWY_INLINE const Core& core() const { return core_; }

  /// A combination of vertices, whose weights sum to 1 - `rest`, nearly exactly.
  HWY_INLINE WideFour combination(const int* id, const double* weight, int size,
                                  double rest) const {
    const auto vertex = [&](int k)
                            HWY_ATTR { return Four::of(core_.vertex(id[k])) * Four::of(scale_); };
    if (size == 1) return turned({vertex(0), Four::of(0)});
    WideFour sum = two_product(vertex(0), Four::of(weight[0]));
    for (int k = 1; k < size; ++k) sum = sum + two_product(vertex(k), Four::of(weight[k]));
    sum.lo = sum.lo + sum.hi * Four::of(rest);
    return turned(sum);
  }

 private:
  /// Where turning all vertices costs no more than turning directions.
  static constexpr int few = 32;

  /// The direction against some vertices.
  struct Direction {
    Register x, y, z;
    HWY_INLINE explicit Direction(const Vector<double>& d)
        : x(hn::Set(tag, d.x())), y(hn::Set(tag, d.y())), z(hn::Set(tag, d.z())) {}
    HWY_INLINE Register along(const double* px, const double* py, const double* pz) const {
      return hn::Add(hn::Mul(hn::LoadU(tag, px), x),
                     hn::Add(hn::Mul(hn::LoadU(tag, py), y), hn::Mul(hn::LoadU(tag, pz), z)));
    }
  };

  /// The largest value seen in each lane, and where.
  struct Most {
    Register value, index, at = hn::Zero(tag);
    HWY_INLINE explicit Most(Register first) : value(first), index(hn::Zero(tag)) {}
    HWY_INLINE void see(Register next) {
      index = hn::Add(index, hn::Set(tag, lanes));
      const auto more = hn::Gt(next, value);
      at = hn::IfThenElse(more, index, at);
      value = hn::IfThenElse(more, next, value);
    }
    HWY_INLINE Farthest over_lanes() const {
      const Register most = hn::MaxOfLanes(tag, value);
      const Register last = hn::Set(tag, 0x1p31 - 1);
      const Register here = hn::Add(at, hn::Iota(tag, 0));
      const auto equal = hn::Eq(value, most);
      const Register first = hn::MinOfLanes(tag, hn::IfThenElse(equal, here, last));
      return {static_cast<int>(hn::GetLane(first)), hn::GetLane(most)};
    }
  };

  /// Arrays are padded to whole registers.
  HWY_INLINE static Farthest scan(const double* x, const double* y, const double* z,
                                  const Vector<double>& q, int count) {
    const Direction d(q);
    Most most(d.along(x, y, z));
    for (int i = lanes; i < count; i += lanes) most.see(d.along(x + i, y + i, z + i));
    return most.over_lanes();
  }

  HWY_INLINE static Farthest scan(std::span<const detail::SupportCells::Block> blocks,
                                  const Vector<double>& q) {
    const Direction d(q);
    const auto values = [&](std::size_t i) {
      const auto& block = blocks[i / 4];
      return d.along(block.x + i % 4, block.y + i % 4, block.z + i % 4);
    };
    Most most(values(0));
    for (std::size_t i = lanes; i < 4 * blocks.size(); i += lanes) most.see(values(i));
    const Farthest found = most.over_lanes();
    return {blocks[found.index / 4].id[found.index % 4], found.value};
  }

  /// A local point, scaled, in world axes, nearly exactly.
  HWY_INLINE WideFour turned(const WideFour& local) const {
    HWY_ALIGN double hi[4], lo[4];
    local.hi.store(hi);
    local.lo.store(lo);
    WideFour sum{Four::of(0), Four::of(0)};
    for (int k = 0; k < 3; ++k) {
      const Four column = Four::three(exact_rotation_.data() + 3 * k);
      const WideFour term = WideFour{Four::of(hi[k]), Four::of(lo[k])} * column;
      sum = k == 0 ? term : sum + term;
    }
    return sum;
  }

  HWY_INLINE void turn_all() {
    switch (core_.kind) {
      case Core::Kind::polytope: {
        const detail::PolytopeData& p = *core_.polytope;
        turn(p.x.data(), p.y.data(), p.z.data(), core_.count);
        break;
      }
      case Core::Kind::box: {
        HWY_ALIGN double x[8], y[8], z[8];
        for (int i = 0; i < 8; ++i) {
          x[i] = i & 1 ? core_.extent.x() : -core_.extent.x();
          y[i] = i & 2 ? core_.extent.y() : -core_.extent.y();
          z[i] = i & 4 ? core_.extent.z() : -core_.extent.z();
        }
        turn(x, y, z, 8);
        break;
      }
      default: {
        HWY_ALIGN double x[4], y[4], z[4];
        for (int i = 0; i < 4; ++i) {
          const Vector<double>& p = core_.points[i < core_.count ? i : 0];
          x[i] = p.x(), y[i] = p.y(), z[i] = p.z();
        }
        turn(x, y, z, 4);
      }
    }
  }

  HWY_INLINE void turn(const double* x, const double* y, const double* z, int count) {
    const auto& m = rotation_;
    const Direction row[3] = {Direction(m.row(0)), Direction(m.row(1)), Direction(m.row(2))};
    for (int i = 0; i < count; i += lanes) {
      hn::Store(row[0].along(x + i, y + i, z + i), tag, x_ + i);
      hn::Store(row[1].along(x + i, y + i, z + i), tag, y_ + i);
      hn::Store(row[2].along(x + i, y + i, z + i), tag, z_ + i);
    }
  }

  const Core& core_;
  const Eigen::Matrix3d& exact_rotation_;
  Eigen::Matrix3d rotation_;  // times scale
  double scale_;
  HWY_ALIGN double x_[few], y_[few], z_[few];
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
