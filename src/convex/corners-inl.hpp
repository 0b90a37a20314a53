// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_CORNERS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_CORNERS_INL
#undef APART_CORNERS_INL
#else
#define APART_CORNERS_INL
#endif

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "convex/polytope_data.hpp"
#include "convex/scan.hpp"
#include "convex/three-inl.hpp"
#include "convex/turn.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// Which corner is meant: the one farthest along the direction, or farthest against it.
enum class Way { along, against };

/// A direction against some vertices.
struct Direction {
  Register x, y, z;
  HWY_INLINE explicit Direction(Triple d)
      : x(hn::Set(tag, d.x)), y(hn::Set(tag, d.y)), z(hn::Set(tag, d.z)) {}
  HWY_INLINE explicit Direction(Three d)
      : x(d.all_lanes<0>()), y(d.all_lanes<1>()), z(d.all_lanes<2>()) {}
  HWY_INLINE Register along(Register px, Register py, Register pz) const {
    return hn::Add(hn::Mul(px, x), hn::Add(hn::Mul(py, y), hn::Mul(pz, z)));
  }
  HWY_INLINE Register along(const double* px, const double* py, const double* pz) const {
    return along(hn::LoadU(tag, px), hn::LoadU(tag, py), hn::LoadU(tag, pz));
  }
  HWY_INLINE Four along_four(const double* px, const double* py, const double* pz) const {
    Four values;
    for (int k = 0; k < Four::parts; ++k) {
      values.part[k] = along(px + k * lanes, py + k * lanes, pz + k * lanes);
    }
    return values;
  }
};

/// The outermost of values in registers, and the lowest index among equals: it does not matter how
/// many lanes they are spread over.
template <Way way>
struct Outermost {
  HWY_INLINE static Register outer(Register a, Register b) {
    return way == Way::along ? hn::Max(a, b) : hn::Min(a, b);
  }
  HWY_INLINE static Register outer_of_lanes(Register a) {
    return way == Way::along ? hn::MaxOfLanes(tag, a) : hn::MinOfLanes(tag, a);
  }
  HWY_INLINE static auto beyond(Register a, Register b) {
    return way == Way::along ? hn::Gt(a, b) : hn::Lt(a, b);
  }
  /// Which lanes hold the value, as bits.
  HWY_INLINE static unsigned where(Register values, Register value) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(tag, hn::Eq(values, value), bits);
    return bits[0];
  }

  HWY_INLINE static Farthest of_two(Register first, Register second) {
    const Register most = outer_of_lanes(outer(first, second));
    const unsigned bits = where(first, most) | where(second, most) << lanes;
    return {std::countr_zero(bits), hn::GetLane(most)};
  }

  /// What is outermost so far in each lane, and where it is.
  struct Lead {
    Register most, at;

    HWY_INLINE void take(Register here, Register index) {
      at = hn::IfThenElse(beyond(here, most), index, at);
      most = outer(here, most);
    }
    HWY_INLINE Register where_equal(Register value) const {
      return hn::IfThenElse(hn::Eq(most, value), at, hn::Set(tag, 0x1p30));
    }
  };

  /// Of two whole registers or more, `values(i)` being those from i on. Every other one has a lead
  /// of its own: two short chains of results to wait for rather than one.
  template <class Values>
  HWY_INLINE static Farthest of_many(int count, const Values& values) {
    const Register step = hn::Set(tag, lanes), two_steps = hn::Set(tag, 2 * lanes);
    Register index = hn::Iota(tag, 0);
    Lead even{values(0), index}, odd{values(lanes), hn::Add(index, step)};
    int from = 2 * lanes;
    for (; from + lanes < count; from += 2 * lanes) {
      index = hn::Add(index, two_steps);
      even.take(values(from), index);
      odd.take(values(from + lanes), hn::Add(index, step));
    }
    if (from < count) even.take(values(from), hn::Add(index, two_steps));
    const Register value = outer_of_lanes(outer(even.most, odd.most));
    const Register first =
        hn::MinOfLanes(tag, hn::Min(even.where_equal(value), odd.where_equal(value)));
    return {static_cast<int>(hn::GetLane(first)), hn::GetLane(value)};
  }

  template <class Values>
  HWY_INLINE static Farthest of(int count, const Values& values) {
    if (count <= 2 * lanes) return of_two(values(0), values(count <= lanes ? 0 : lanes));
    return of_many(count, values);
  }
};

/// Where a value names its vertex.
inline constexpr std::uint64_t name_bits = detail::Octants::most_vertices - 1;

/// One of the vertices that are outermost up to the lowest bits of the values. There stands the
/// vertex's number: it need not be looked for, which would be waited for. Four at a time.
template <Way way>
class Choice {
 public:
  HWY_INLINE Choice(const Four& values, int from) : most_(values), named_(named(values, from)) {}

  HWY_INLINE void take(const Choice& other) {
    most_ = outer(most_, other.most_);
    named_ = outer(named_, other.named_);
  }
  /// The value is that of the outermost, to the last bit, whichever is chosen.
  HWY_INLINE Farthest result() const {
    const auto name = std::bit_cast<std::uint64_t>(outermost(named_));
    return {static_cast<int>(name & name_bits), outermost(most_)};
  }

 private:
  using One = Outermost<way>;
  using BitTag = hn::RebindToUnsigned<Tag>;
  static constexpr BitTag bit_tag{};
  HWY_ALIGN static constexpr auto numbers = [] {
    std::array<std::uint64_t, name_bits + 1> n{};
    for (std::uint64_t k = 0; k < n.size(); ++k) n[k] = k;
    return n;
  }();

  HWY_INLINE static Four named(const Four& values, int from) {
    Four y;
    for (int k = 0; k < Four::parts; ++k) {
      const auto number = hn::Load(bit_tag, numbers.data() + from + k * lanes);
      const auto value = hn::BitCast(bit_tag, values.part[k]);
      y.part[k] = hn::BitCast(tag, hn::OrAnd(number, value, hn::Set(bit_tag, ~name_bits)));
    }
    return y;
  }
  HWY_INLINE static Four outer(const Four& a, const Four& b) {
    Four y;
    for (int k = 0; k < Four::parts; ++k) y.part[k] = One::outer(a.part[k], b.part[k]);
    return y;
  }
  HWY_INLINE static double outermost(const Four& values) {
    Register y = values.part[0];
    for (int k = 1; k < Four::parts; ++k) y = One::outer(y, values.part[k]);
    return hn::GetLane(One::outer_of_lanes(y));
  }

  Four most_, named_;
};

/// The choice among `count` blocks, two or more: block(k) says where the k-th begins, values(i) are
/// those from i on. Every other block has a lead of its own: two short chains of results to wait
/// for rather than one.
template <Way way, class Block, class Values>
HWY_INLINE Farthest choice(int count, const Block& block, const Values& values) {
  const auto at = [&](int k) HWY_ATTR { return Choice<way>(values(block(k)), block(k)); };
  Choice<way> even = at(0), odd = at(1);
  int k = 2;
  for (; k + 1 < count; k += 2) {
    even.take(at(k));
    odd.take(at(k + 1));
  }
  if (k < count) even.take(at(k));
  even.take(odd);
  return even.result();
}

/// The same, but the compiler does not know: it would load all vertices once for all looks, and
/// keep copies, as there are not that many registers.
template <class T>
HWY_INLINE const T* unknown(const T* object) {
  asm volatile("" : "+r"(object));
  return object;
}

/// Up to so many vertices in world axes, from the body's own centre, scaled.
template <int most>
class TurnedCorners {
 public:
  /// Arrays are padded to whole blocks of eight.
  HWY_INLINE void turn(const double* x, const double* y, const double* z, int count,
                       const Turn& turn) {
    const double* const coordinates[3] = {x, y, z};
    turn_fours(count, turn,
               [&](int i, int axis) HWY_ATTR { return Four::load(coordinates[axis] + i); });
  }

  HWY_INLINE void turn_box(Triple half, const Turn& turn) {
    turn_fours(8, turn, [&](int i, int axis) HWY_ATTR {
      if (axis == 0) return Four::of(-half.x, half.x, -half.x, half.x);
      if (axis == 1) return Four::of(-half.y, -half.y, half.y, half.y);
      return Four::of(i == 0 ? -half.z : half.z);
    });
  }

  /// `four(i, axis)` has the coordinates of four vertices from i on. In registers: what is written
  /// to memory one by one a moment before it is read as a whole is waited for.
  template <class Coordinates>
  HWY_INLINE void turn_fours(int count, const Turn& turn, const Coordinates& four) {
    const Direction rows[3] = {Direction(Triple{turn.x.x, turn.y.x, turn.z.x}),
                               Direction(Triple{turn.x.y, turn.y.y, turn.z.y}),
                               Direction(Triple{turn.x.z, turn.y.z, turn.z.z})};
    HWY_UNROLL(8)
    for (int i = 0; i < most; i += 4) {
      if (i >= 8 && i >= count) break;
      const Four x = four(i, 0), y = four(i, 1), z = four(i, 2);
      for (int k = 0; k < Four::parts; ++k) {
        const int to = i + k * lanes;
        hn::Store(rows[0].along(x.part[k], y.part[k], z.part[k]), tag, x_ + to);
        hn::Store(rows[1].along(x.part[k], y.part[k], z.part[k]), tag, y_ + to);
        hn::Store(rows[2].along(x.part[k], y.part[k], z.part[k]), tag, z_ + to);
      }
    }
  }

  template <Way way>
  HWY_INLINE Farthest farthest(Triple q, int count) const {
    const Direction d(q);
    const auto values = [&](int i) HWY_ATTR { return d.along(x_ + i, y_ + i, z_ + i); };
    return Outermost<way>::of(count, values);
  }
  template <Way way>
  HWY_INLINE Farthest choose(Triple q, int count) const {
    const Direction d(q);
    const TurnedCorners* const here = unknown(this);
    const auto at = [&](int i) HWY_ATTR {
      return Choice<way>(d.along_four(here->x_ + i, here->y_ + i, here->z_ + i), i);
    };
    Choice<way> even = at(0), odd = at(4);  // two leads, as choice() has
    HWY_UNROLL(8)
    for (int i = 8; i < most; i += 4) {
      if (i >= count) break;
      (i % 8 == 0 ? even : odd).take(at(i));
    }
    even.take(odd);
    return even.result();
  }
  HWY_INLINE Triple operator[](int id) const { return {x_[id], y_[id], z_[id]}; }

 private:
  HWY_ALIGN double x_[most], y_[most], z_[most];
};

/// Against vertices that stand one by one, each with its three coordinates and something else.
template <class Id>
HWY_INLINE Register along_some(const detail::SupportCells& cells, const Id* id, Three d) {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
  const auto product = [&](int k) HWY_ATTR { return Three::load(cells.corner(id[k])) * d; };
  return Register{sums(product(0), product(1), product(2), product(3))};
#else
  HWY_ALIGN double values[4];
  for (int k = 0; k < lanes; ++k) values[k] = (Three::load(cells.corner(id[k])) * d).sum();
  return hn::Load(tag, values);
#endif
}

template <class Id, Way way>
HWY_INLINE Farthest farthest_listed(const detail::SupportCells& cells, Three d) {
  const Triple t = triple(d);
  const auto list = cells.along<Id>((way == Way::along ? t : t * -1).vector());
  const auto values = [&](int i) HWY_ATTR { return along_some(cells, list.id + i, d); };
  const Farthest found = Outermost<way>::of(list.count, values);
  return {static_cast<int>(list.id[found.index]), found.value};
}

/// Of a polytope in its own frame, none overlooked, the lowest index among equals.
template <Way way>
HWY_INLINE Farthest farthest_of_many(const detail::PolytopeData& p, Three d) {
  if (!p.cells) {
    const Direction direction(d);
    const auto values = [&](int i)
                            HWY_ATTR { return direction.along(p.x() + i, p.y() + i, p.z() + i); };
    return Outermost<way>::of(p.count, values);
  }
  return p.cells->narrow() ? farthest_listed<std::uint16_t, way>(*p.cells, d)
                           : farthest_listed<std::uint32_t, way>(*p.cells, d);
}

/// Of a polytope with octants: one of those that are farthest up to some last bits, or a copy of it
/// that fills a block; the value is the farthest's.
template <Way way>
HWY_INLINE Farthest chosen_in_octant(const detail::PolytopeData& p, Three d) {
  const Direction direction(d);
  const double *const x = p.x(), *const y = p.y(), *const z = p.z();
  const unsigned signs = way == Way::along ? sign_bits(d) : 7 - sign_bits(d);
  const std::uint8_t* const list = p.octants->along(signs);
  const auto block = [&](int k) HWY_ATTR { return list[k]; };
  const auto values = [&](int i) HWY_ATTR { return direction.along_four(x + i, y + i, z + i); };
  return choice<way>(p.octants->count(), block, values);
}

/// How the vertices of a polytope of many are looked through. Not to ask each time is quicker.
enum class Through { octants, cells, either };

/// Turn, in registers.
struct TurnOfThree {
  Three column[3], row[3];

  HWY_INLINE TurnOfThree(const Pose& pose, double scale) {
    for (int k = 0; k < 3; ++k) column[k] = Three::load(pose.rotation.data() + 3 * k);
    if (scale != 1) [[unlikely]] {
      for (Three& c : column) c = c * scale;
    }
    transpose(column, row);
  }
  HWY_INLINE Three back(Triple q) const { return combined(row, q.x, q.y, q.z); }
};

/// The corners of a polytope of many, as a search sees them: directions are turned, and only the
/// vertices that are found.
template <Through through>
class ManyCorners {
 public:
  static constexpr int most_corners = std::numeric_limits<int>::max();

  HWY_INLINE ManyCorners(const detail::PolytopeData& hull, const Pose& pose, double scale)
      : hull_(hull), x_(hull.x()), y_(hull.y()), z_(hull.z()), turn_(pose, scale) {}

  HWY_INLINE int count() const { return hull_.count; }
  HWY_INLINE int given_index(int id) const { return hull_.given_index(id); }

  /// Of those that are farthest up to some last bits, one, or a copy of it that fills a block; its
  /// value is the farthest's.
  template <Way way>
  HWY_INLINE Farthest choose(Triple q) const {
    return in_octants() ? chosen_in_octant<way>(hull_, turn_.back(q)) : in_cell<way>(q.x, q.y, q.z);
  }
  HWY_INLINE Three place(int id) const {
    if (in_octants()) return combined(turn_.column, x_[id], y_[id], z_[id]);
    const double* const p = hull_.cells->corner(id);
    return combined(turn_.column, p[0], p[1], p[2]);
  }
  HWY_INLINE Vector<double> local(int id) const { return hull_.local(id); }

 private:
  HWY_INLINE bool in_octants() const {
    return through == Through::octants || (through == Through::either && !hull_.cells);
  }
  /// By value: a vector just written, part by part, takes long to be read as a whole.
  template <Way way>
  APART_OUT_OF_LINE Farthest in_cell(double x, double y, double z) const {
    return farthest_of_many<way>(hull_, turn_.back({x, y, z}));
  }

  const detail::PolytopeData& hull_;
  const double *const x_, *const y_, *const z_;
  const TurnOfThree turn_;
};

/// Those of a polytope of few, or of a box: all are turned into world axes at once.
template <int most>
class FewCorners {
 public:
  static constexpr int most_corners = most;

  HWY_INLINE FewCorners(const detail::PolytopeData& hull, const Turn& turn)
      : hull_(&hull), count_(hull.count) {
    turned_.turn(hull.x(), hull.y(), hull.z(), padded(), turn);
  }
  HWY_INLINE FewCorners(Triple half, const Turn& turn) : hull_(nullptr), count_(8), half_(half) {
    turned_.turn_box(half, turn);
  }

  HWY_INLINE int count() const { return count_; }
  HWY_INLINE int given_index(int id) const { return hull_ ? hull_->given()[id] : id; }

  template <Way way>
  HWY_INLINE Farthest choose(Triple q) const {
    return turned_.template choose<way>(q, padded());
  }
  HWY_INLINE Triple place(int id) const { return turned_[id]; }
  HWY_INLINE Vector<double> local(int id) const {
    if (hull_) return hull_->local(id);
    return {id & 1 ? half_.x : -half_.x, id & 2 ? half_.y : -half_.y, id & 4 ? half_.z : -half_.z};
  }

 private:
  /// In whole blocks, of which there are two at least; of eight at most, that is known beforehand.
  HWY_INLINE int padded() const { return most == 8 ? 8 : std::max(8, (count_ + 3) & ~3); }

  const detail::PolytopeData* const hull_;
  const int count_;
  Triple half_;  // of a box
  TurnedCorners<most> turned_;
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
