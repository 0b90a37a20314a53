// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_PLACED_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_PLACED_INL
#undef APART_PLACED_INL
#else
#define APART_PLACED_INL
#endif

#include <bit>
#include <cstdint>

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
    return core_.count <= few ? scan(x_, y_, z_, q, core_.count) : farthest_of_many(q);
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
  APART_OUT_OF_LINE Farthest farthest_of_many(const Vector<double>& q) const {
    const detail::PolytopeData& p = *core_.polytope;
    const Vector<double> d = transposed_product(rotation_, q);
    if (p.cells.empty()) return scan(p.x.data(), p.y.data(), p.z.data(), d, core_.count);
    return scan(p.cells.along(d), d);
  }

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

  /// Which lanes of a register hold the value, as bits.
  HWY_INLINE static unsigned where(Register values, Register value) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(tag, hn::Eq(values, value), bits);
    return bits[0];
  }

  /// Of values in up to two registers.
  HWY_INLINE static Farthest largest_of_two(Register first, Register second) {
    const Register most = hn::MaxOfLanes(tag, hn::Max(first, second));
    const unsigned bits = where(first, most) | where(second, most) << lanes;
    return {std::countr_zero(bits), hn::GetLane(most)};
  }

  /// Of any number, `values(i)` being those from i on: by groups, in the first of which that has
  /// the largest it is then looked for.
  template <class Values>
  HWY_INLINE static Farthest largest(int count, const Values& values) {
    constexpr int group = 4 * lanes;
    Register most = hn::Set(tag, -INFINITY), at = hn::Zero(tag);
    for (int from = 0; from < count; from += group) {
      Register here = values(from);
      for (int i = from + lanes; i < std::min(count, from + group); i += lanes) {
        here = hn::Max(here, values(i));
      }
      const auto more = hn::Gt(here, most);
      at = hn::IfThenElse(more, hn::Set(tag, from), at);
      most = hn::Max(here, most);
    }
    const Register value = hn::MaxOfLanes(tag, most);
    const Register none = hn::Set(tag, 0x1p30);
    const Register first = hn::MinOfLanes(tag, hn::IfThenElse(hn::Eq(most, value), at, none));
    int from = static_cast<int>(hn::GetLane(first));
    unsigned bits = 0;
    for (int i = from, k = 0; i < std::min(count, from + group); i += lanes, k += lanes) {
      bits |= where(values(i), value) << k;
    }
    return {from + std::countr_zero(bits), hn::GetLane(value)};
  }

  /// Arrays are padded to whole blocks of eight, or four.
  HWY_INLINE static Farthest scan(const double* x, const double* y, const double* z,
                                  const Vector<double>& q, int count) {
    const Direction d(q);
    const auto values = [&](int i) HWY_ATTR { return d.along(x + i, y + i, z + i); };
    if (count <= lanes) return largest_of_two(values(0), values(0));
    if (count <= 2 * lanes) return largest_of_two(values(0), values(lanes));
    return largest(count, values);
  }

  HWY_INLINE static Farthest scan(std::span<const detail::SupportCells::Block> blocks,
                                  const Vector<double>& q) {
    const Direction d(q);
    const auto values = [&](int i) HWY_ATTR {
      const auto& block = blocks[i / 4];
      return d.along(block.x + i % 4, block.y + i % 4, block.z + i % 4);
    };
    const int count = static_cast<int>(4 * blocks.size());
    const Farthest found = count == lanes       ? largest_of_two(values(0), values(0))
                           : count == 2 * lanes ? largest_of_two(values(0), values(lanes))
                                                : largest(count, values);
    const unsigned index = static_cast<unsigned>(found.index);
    return {blocks[index / 4].id[index % 4], found.value};
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
