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
  HWY_INLINE Farthest farthest(Triple q) const {
    return turned_ ? scan(x_, y_, z_, q, core_.count) : farthest_of_many(q.x, q.y, q.z);
  }

  HWY_INLINE Triple place(int id) const {
    if (turned_) return {x_[id], y_[id], z_[id]};
    return Triple::of(product(rotation_, core_.vertex(id)));
  }
  HWY_INLINE Vector<double> point(int id) const { return place(id).vector(); }

  HWY_INLINE const Core& core() const { return core_; }
  /// A direction in the core's own frame: vertex(id) along it is what place(id) is along q.
  HWY_INLINE Triple turned_back(Triple q) const {
    return Triple::of(transposed_product(rotation_, q.vector()));
  }

  /// A combination of vertices, nearly exactly.
  template <int count>
  HWY_INLINE WideFour combination(const int* id, const Weights<count>& weight) const {
    const auto vertex = [&](int k)
                            HWY_ATTR { return Four::of(core_.vertex(id[k])) * Four::of(scale_); };
    return turned(exact_rotation_, combined(vertex, weight));
  }
  HWY_INLINE WideFour exact_point(int id) const {
    return turned(exact_rotation_, {Four::of(core_.vertex(id)) * Four::of(scale_), Four::of(0)});
  }

 private:
  /// By value: a vector just written, part by part, takes long to be read as a whole.
  APART_OUT_OF_LINE Farthest farthest_of_many(double x, double y, double z) const {
    const detail::PolytopeData& p = *core_.polytope;
    const Triple d = Triple::of(transposed_product(rotation_, {x, y, z}));
    if (!p.cells) return scan(p.x(), p.y(), p.z(), d, core_.count);
    return p.cells->narrow() ? scan(p, p.cells->list<std::uint16_t>(), d)
                             : scan(p, p.cells->list<std::uint32_t>(), d);
  }

  /// Where turning all vertices costs no more than turning directions, a few of them or many.
  static constexpr int few = 32, many = 128;

  /// The direction against some vertices.
  struct Direction {
    Register x, y, z;
    HWY_INLINE explicit Direction(Triple d)
        : x(hn::Set(tag, d.x)), y(hn::Set(tag, d.y)), z(hn::Set(tag, d.z)) {}
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

  /// Of any number of whole registers, `values(i)` being those from i on.
  template <class Values>
  HWY_INLINE static Farthest largest(int count, const Values& values) {
    const Register step = hn::Set(tag, lanes);
    Register index = hn::Iota(tag, 0), at = index, most = values(0);
    for (int from = lanes; from < count; from += lanes) {
      const Register here = values(from);
      index = hn::Add(index, step);
      at = hn::IfThenElse(hn::Gt(here, most), index, at);
      most = hn::Max(here, most);
    }
    const Register value = hn::MaxOfLanes(tag, most);
    const Register first =
        hn::MinOfLanes(tag, hn::IfThenElse(hn::Eq(most, value), at, hn::Set(tag, 0x1p30)));
    return {static_cast<int>(hn::GetLane(first)), hn::GetLane(value)};
  }

  /// Arrays are padded to whole blocks of eight.
  HWY_INLINE static Farthest scan(const double* x, const double* y, const double* z, Triple q,
                                  int count) {
    const Direction d(q);
    const auto values = [&](int i) HWY_ATTR { return d.along(x + i, y + i, z + i); };
    if (count <= lanes) return largest_of_two(values(0), values(0));
    if (count <= 2 * lanes) return largest_of_two(values(0), values(lanes));
    return largest(count, values);
  }

  /// The vertices that a cell lists.
  template <class Id>
  HWY_INLINE static Farthest scan(const detail::PolytopeData& p, const Id* list, Triple q) {
    const auto range = p.cells->along(q.vector());
    const Id* id = list + range.from;
    const Direction d(q);
    const auto values = [&](int i) HWY_ATTR {
      return d.along(gathered(p.x(), id + i), gathered(p.y(), id + i), gathered(p.z(), id + i));
    };
    const int count = static_cast<int>(range.to - range.from);
    // Four or eight are as frequent, and no processor foretells which: no branch between them.
    const Farthest found = count <= 2 * lanes
                               ? largest_of_two(values(0), values(count <= lanes ? 0 : lanes))
                               : largest(count, values);
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

  HWY_INLINE void turn_all() {
    turned_ = true;
    switch (core_.kind) {
      case Core::Kind::polytope: {
        const detail::PolytopeData& p = *core_.polytope;
        turn(p.x(), p.y(), p.z(), core_.count);
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
    const auto row = [&](int i) HWY_ATTR { return Direction({m(i, 0), m(i, 1), m(i, 2)}); };
    const Direction rows[3] = {row(0), row(1), row(2)};
    for (int i = 0; i < (count + 7) / 8 * 8; i += lanes) {
      hn::Store(rows[0].along(x + i, y + i, z + i), tag, x_ + i);
      hn::Store(rows[1].along(x + i, y + i, z + i), tag, y_ + i);
      hn::Store(rows[2].along(x + i, y + i, z + i), tag, z_ + i);
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
