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

  /// Worth it if many supports will be asked for.
  HWY_INLINE void turn_more() {
    if (!turned_ && core_.count <= many) turn_all();
  }

  /// The vertex farthest along q, none overlooked, the lowest index among equals.
  HWY_INLINE Farthest farthest(const Vector<double>& q) const {
    return turned_ ? scan(x_, y_, z_, q, core_.count) : farthest_of_many(q.x(), q.y(), q.z());
  }

  HWY_INLINE Vector<double> point(int id) const {
    if (turned_) return {x_[id], y_[id], z_[id]};
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
  /// By value: a vector just written, part by part, takes long to be read as a whole.
  APART_OUT_OF_LINE Farthest farthest_of_many(double x, double y, double z) const {
    const detail::PolytopeData& p = *core_.polytope;
    const Vector<double> d = transposed_product(rotation_, {x, y, z});
    if (p.cells.empty()) return scan(p.x.data(), p.y.data(), p.z.data(), d, core_.count);
    return p.cells.narrow() ? scan(p, p.cells.list<std::uint16_t>(), d)
                            : scan(p, p.cells.list<std::uint32_t>(), d);
  }

  /// Where turning all vertices costs no more than turning directions, a few of them or many.
  static constexpr int few = 32, many = 128;

  /// The direction against some vertices.
  struct Direction {
    Register x, y, z;
    HWY_INLINE explicit Direction(const Vector<double>& d)
        : x(hn::Set(tag, d.x())), y(hn::Set(tag, d.y())), z(hn::Set(tag, d.z())) {}
    HWY_INLINE Register along(Register px, Register py, Register pz) const {
      return hn::Add(hn::Mul(px, x), hn::Add(hn::Mul(py, y), hn::Mul(pz, z)));
    }
    HWY_INLINE Register along(const double* px, const double* py, const double* pz) const {
      return along(hn::LoadU(tag, px), hn::LoadU(tag, py), hn::LoadU(tag, pz));
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

  /// Of any number of groups, `values(i)` being those from i on. The first group that has the
  /// largest is then looked through.
  template <int group, class Values>
  HWY_INLINE static Farthest largest(int count, const Values& values) {
    const auto most_of = [&](int from) HWY_ATTR {
      Register most = values(from);
      for (int i = lanes; i < group; i += lanes) most = hn::Max(most, values(from + i));
      return most;
    };
    Register most = most_of(0), at = hn::Zero(tag);
    for (int from = group; from < count; from += group) {
      const Register here = most_of(from);
      at = hn::IfThenElse(hn::Gt(here, most), hn::Set(tag, from), at);
      most = hn::Max(here, most);
    }
    const Register value = hn::MaxOfLanes(tag, most);
    const Register first =
        hn::MinOfLanes(tag, hn::IfThenElse(hn::Eq(most, value), at, hn::Set(tag, 0x1p30)));
    const int from = static_cast<int>(hn::GetLane(first));
    unsigned bits = 0;
    for (int i = 0; i < group; i += lanes) bits |= where(values(from + i), value) << i;
    return {from + std::countr_zero(bits), hn::GetLane(value)};
  }

  /// Arrays are padded to whole blocks of eight.
  HWY_INLINE static Farthest scan(const double* x, const double* y, const double* z,
                                  const Vector<double>& q, int count) {
    const Direction d(q);
    const auto values = [&](int i) HWY_ATTR { return d.along(x + i, y + i, z + i); };
    if (count <= lanes) return largest_of_two(values(0), values(0));
    if (count <= 2 * lanes) return largest_of_two(values(0), values(lanes));
    return largest<8>(count, values);
  }

  /// The vertices that a cell lists.
  template <class Id>
  HWY_INLINE static Farthest scan(const detail::PolytopeData& p, const Id* list,
                                  const Vector<double>& q) {
    const auto range = p.cells.along(q);
    const Id* id = list + range.from;
    const Direction d(q);
    const auto values = [&](int i) HWY_ATTR {
      return d.along(gathered(p.x.data(), id + i), gathered(p.y.data(), id + i),
                     gathered(p.z.data(), id + i));
    };
    const int count = static_cast<int>(range.to - range.from);
    const Farthest found = count == lanes       ? largest_of_two(values(0), values(0))
                           : count == 2 * lanes ? largest_of_two(values(0), values(lanes))
                                                : largest<4>(count, values);
    return {static_cast<int>(id[found.index]), found.value};
  }
  template <class Id>
  HWY_INLINE static Register gathered(const double* from, const Id* id) {
    if constexpr (lanes == 4) {
      return Four::of(from[id[0]], from[id[1]], from[id[2]], from[id[3]]).part[0];
    } else {
      HWY_ALIGN double values[4];
      for (int k = 0; k < lanes; ++k) values[k] = from[id[k]];
      return hn::Load(tag, values);
    }
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
    turned_ = true;
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
        HWY_ALIGN double x[8], y[8], z[8];
        for (int i = 0; i < 8; ++i) {
          const Vector<double>& p = core_.points[i < core_.count ? i : 0];
          x[i] = p.x(), y[i] = p.y(), z[i] = p.z();
        }
        turn(x, y, z, 8);
      }
    }
  }

  /// Whole blocks of eight, as they are padded.
  HWY_INLINE void turn(const double* x, const double* y, const double* z, int count) {
    const auto& m = rotation_;
    const Direction row[3] = {Direction(m.row(0)), Direction(m.row(1)), Direction(m.row(2))};
    for (int i = 0; i < (count + 7) / 8 * 8; i += lanes) {
      hn::Store(row[0].along(x + i, y + i, z + i), tag, x_ + i);
      hn::Store(row[1].along(x + i, y + i, z + i), tag, y_ + i);
      hn::Store(row[2].along(x + i, y + i, z + i), tag, z_ + i);
    }
  }

  const Core& core_;
  const Eigen::Matrix3d& exact_rotation_;
  Eigen::Matrix3d rotation_;  // times scale
  double scale_;
  bool turned_ = false;
  HWY_ALIGN double x_[many], y_[many], z_[many];
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
