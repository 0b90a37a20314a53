// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_VERTEX_SURFACE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_VERTEX_SURFACE_INL
#undef APART_VERTEX_SURFACE_INL
#else
#define APART_VERTEX_SURFACE_INL
#endif

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#include "convex/four-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// Four points of space.
struct FourPoints {
  Four x, y, z;

  HWY_INLINE static FourPoints all(Triple p) {
    return {Four::of(p.x), Four::of(p.y), Four::of(p.z)};
  }
  /// Each three doubles and one more that does not count.
  HWY_INLINE static FourPoints of(const double* a, const double* b, const double* c,
                                  const double* d) {
#if HWY_TARGET != HWY_SCALAR
    FourPoints p;
    if constexpr (lanes == 4) {
      const hn::Half<Tag> half;
      const auto pair = [&](const double* low, const double* high) HWY_ATTR {
        return hn::Combine(tag, hn::LoadU(half, high), hn::LoadU(half, low));
      };
      const auto ac = pair(a, c), bd = pair(b, d);
      p.x.part[0] = hn::InterleaveLower(tag, ac, bd);
      p.y.part[0] = hn::InterleaveUpper(tag, ac, bd);
      p.z.part[0] = hn::InterleaveLower(tag, pair(a + 2, c + 2), pair(b + 2, d + 2));
    } else {
      const double* from[2][2] = {{a, b}, {c, d}};
      for (int k = 0; k < 2; ++k) {
        const auto first = hn::LoadU(tag, from[k][0]), second = hn::LoadU(tag, from[k][1]);
        p.x.part[k] = hn::InterleaveLower(tag, first, second);
        p.y.part[k] = hn::InterleaveUpper(tag, first, second);
        p.z.part[k] = hn::InterleaveLower(tag, hn::LoadU(tag, from[k][0] + 2),
                                          hn::LoadU(tag, from[k][1] + 2));
      }
    }
    return p;
#else
    return {Four::of(a[0], b[0], c[0], d[0]), Four::of(a[1], b[1], c[1], d[1]),
            Four::of(a[2], b[2], c[2], d[2])};
#endif
  }
};

HWY_INLINE FourPoints operator-(const FourPoints& a, const FourPoints& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
HWY_INLINE FourPoints operator*(const FourPoints& a, const Four& b) {
  return {a.x * b, a.y * b, a.z * b};
}
using apart::cross;
using apart::dot;
HWY_INLINE Four dot(const FourPoints& a, const FourPoints& b) {
  return a.x * b.x + (a.y * b.y + a.z * b.z);
}
HWY_INLINE FourPoints cross(const FourPoints& a, const FourPoints& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// x |x|: ordered as x is.
HWY_INLINE Four signed_square(const Four& x) {
  Four c;
  for (int k = 0; k < Four::parts; ++k) c.part[k] = hn::Mul(x.part[k], hn::Abs(x.part[k]));
  return c;
}

/// What ExpandingPolytope is, and proves, for vertices in double. One pass over all faces tells
/// which of them a new point sees, and the nearest of all others; the new faces are computed four
/// by four; and little depends on branches, which here are hard to foretell. Normals are left as
/// long as they come and distances squared, roots being waited for: only of the faces that decide
/// are distances and errors computed as they are proved.
class VertexSurface {
 public:
  static constexpr int most_corners = 512, most_faces = 2 * most_corners;

  HWY_INLINE explicit VertexSurface(double unit) : unit_(unit) {}

  HWY_INLINE int corners() const { return faces_ / 2 + 2; }
  HWY_INLINE int faces() const { return faces_; }
  HWY_INLINE Triple corner(int i) const { return {point_[i][0], point_[i][1], point_[i][2]}; }
  /// The same and a zero.
  HWY_INLINE const double* corner_and_zero(int i) const { return point_[i]; }
  /// The number that came with a corner.
  HWY_INLINE std::uint64_t number(int i) const { return number_[i]; }
  /// How many points it has been made from, and whether one of that number was among them.
  HWY_INLINE int points() const { return points_; }
  HWY_INLINE bool held(std::uint64_t number) const {
    bool found = false;
    for (int i = 0; i < points_; ++i) found |= past_[i] == number;
    return found;
  }

  /// The corner farthest along q.
  HWY_NOINLINE int farthest(Triple q) const {
    int found = 0;
    for (int f = 0; f < faces_; ++f) {
      for (int k = 0; k < 3; ++k) {
        const int i = corner_[4 * f + k];
        if (dot(q, corner(i)) > dot(q, corner(found))) found = i;
      }
    }
    return found;
  }

  /// The face whose plane is nearest the origin, signs counted.
  HWY_INLINE int nearest() const { return nearest_; }
  /// Outward, of any length.
  HWY_INLINE Triple normal(int f) const { return {plane_.x[f], plane_.y[f], plane_.z[f]}; }
  /// The plane's distance from the origin, times the length of its normal.
  HWY_INLINE double height(int f) const { return plane_.height[f]; }
  /// The distance times its size; infinite of a slot that is not in use.
  HWY_INLINE double square(int f) const { return plane_.square[f]; }
  /// Has there been a face with edges nearly in line? Then errors may be of any size.
  HWY_INLINE bool thin() const { return thin_; }
  /// What the error of its distance is less than, given exact corners; and more, but found quickly.
  HWY_INLINE double error(int f) const { return measured(f).error; }
  HWY_INLINE double quick_error(int f) const { return thin_ ? error(f) : most_error * unit_; }
  HWY_INLINE std::array<int, 3> corners_of(int f) const {
    return {corner_[4 * f], corner_[4 * f + 1], corner_[4 * f + 2]};
  }
  /// What all faces' distances exceed, their errors taken off; at most `enough`, which is positive.
  /// As a rule only the nearest face has to be looked at.
  HWY_INLINE double inner_bound(double enough) const {
    const double beyond = enough + (most_error + 16) * unit_;
    const double limit = thin_ ? INFINITY : beyond * beyond;
    int near = 0;
    for (int f = 0; f < faces_; f += 4) {
      near += std::popcount((Four::load(plane_.square + f) < Four::of(limit)).bits());
    }
    const Measured m = measured(nearest_);
    const double bound = std::min(enough, m.distance - m.error);
    return near <= (square(nearest_) < limit) ? bound : inner_bound(bound, limit);
  }

  HWY_INLINE void put(int i, const Four& p, std::uint64_t number) {
    p.store(point_[i]);
    number_[i] = past_[points_++] = number;
    rim_at_[i] = 0;
  }

  /// A tetrahedron. False if it is flat.
  HWY_INLINE bool start(const std::array<Triple, 4>& p,
                        const std::array<std::uint64_t, 4>& number) {
    const Triple a = p[1] - p[0], b = p[2] - p[0], c = p[3] - p[0];
    const bool mirrored = dot(cross(a, b), c) > 0;
    centre_ = p[0] + (a + b + c) * 0.25;
    for (int i = 0; i < 4; ++i) put(i, Four::of(p[i].x, p[i].y, p[i].z, 0), number[i]);
    corners_ = faces_ = 4;
    std::copy_n(tetrahedron_corner[mirrored], 16, corner_);
    std::copy_n(tetrahedron_beyond[mirrored], 16, beyond_);
    const double outward = mirrored ? -1 : 1;
    const Planes planes =
        span(FourPoints::of(point_[0], point_[3], point_[3], point_[3]),
             FourPoints::of(point_[1], point_[1], point_[0], point_[2]),
             FourPoints::of(point_[2], point_[0], point_[2], point_[1]), &outward);
    planes.store(plane_, 0);
    Nearest all;
    all.clear();
    all.offer(planes.square);
    nearest_ = all.find().index;
    return accept(planes) == 15;
  }

  /// One that was kept, whose corners have been put. False if it is of no use: it need not have the
  /// origin inside, but something.
  HWY_INLINE bool restore(const detail::KeptSurface& kept) {
    faces_ = kept.faces;
    corners_ = corners();
    for (std::size_t i = 0; i < kept.corner.size(); ++i) {  // all: by whole registers
      corner_[i] = kept.corner[i];
      beyond_[i] = kept.beyond[i];
    }
    std::memcpy(corner_ + 4 * faces_, corner_, 8 * sizeof *corner_);  // to fill up to four
    if (HWY_LIKELY(restore_around<true>())) return true;
    centre_ = {0, 0, 0};
    for (int i = 0; i < corners_; ++i) centre_ = centre_ + corner(i);
    centre_ = centre_ * (1.0 / corners_);
    return restore_around<false>();
  }

  /// Is it small enough for keep()?
  HWY_INLINE bool fits() const { return faces_ <= detail::KeptSurface::most_faces; }
  /// For restore(). After this, the surface is of no use any more.
  HWY_INLINE void keep(detail::KeptSurface& kept) {
    kept.faces = 0;
    if (!fits()) return;
    while (free_ > 0) close_up(free_corner_[--free_]);
    if (corners_ != corners()) return;
    kept.faces = faces_;
    std::copy_n(number_, corners_, kept.vertices.begin());
    std::fill(corner_ + 4 * faces_, corner_ + kept.corner.size(), 0);
    std::fill(beyond_ + 4 * faces_, beyond_ + kept.beyond.size(), 0);
    for (std::size_t i = 0; i < kept.corner.size(); ++i) {
      kept.corner[i] = static_cast<std::uint8_t>(corner_[i]);
      kept.beyond[i] = static_cast<std::uint8_t>(beyond_[i]);
    }
  }

  /// Adds a point that face `from` sees. If that fails, the surface is of no use any more.
  HWY_INLINE bool insert(Triple w, std::uint64_t number, int from) {
    if (points_ == most_corners) return false;
    Nearest others = survey(w), fresh;
    if (!seen(from)) return false;
    list_rims();
    bool plain = ring();
    if (!plain) {
      connect(from);
      list_rims();
      if (!ring()) return false;
    }
    for (int bad; (bad = close(w, fresh)) >= 0;) {
      plain = false;
      see(rim_[bad].beyond >> 2);
      list_rims();
      if (holes_ >= faces_ || !ring()) return false;
    }
    const int corner = corner_for(holes_ - rims_ + 2);
    put(corner, Four::of(w.x, w.y, w.z, 0), number);
    replace(corner);
    const auto other = others.find(), first = fresh.find();
    nearest_ = first.square < other.square ? hole_[first.index] : other.index;
    if (HWY_UNLIKELY(rims_ < holes_)) release();
    if (HWY_UNLIKELY(!plain)) find_nearest();
    return true;
  }

 private:
  template <bool origin_is_centre>
  HWY_INLINE bool restore_around() {
    unsigned good = 15;
    Nearest all;
    all.clear();
    for (int f = 0; f < faces_; f += 4) {
      const auto corners = [&](int k) HWY_ATTR {
        const std::uint16_t* c = corner_ + 4 * f + k;
        return FourPoints::of(point_[c[0]], point_[c[4]], point_[c[8]], point_[c[12]]);
      };
      const Planes planes = span<origin_is_centre>(corners(0), corners(1), corners(2));
      planes.store(plane_, f);
      all.offer(planes.square);
      good &= accept(planes);
    }
    nearest_ = all.find().index;
    if (nearest_ >= faces_) nearest_ -= faces_;  // the first ones fill up to four
    for (int f = faces_; f % 4 != 0; ++f) clear_one(f);
    return good == 15;
  }

  /// Planes of faces; those not in use are at an infinite distance. The arrays do not stand a power
  /// of two apart, which would make the processor mistake one for the other.
  template <int n>
  struct PlaneArrays {
    HWY_ALIGN double x[n + 8];
    HWY_ALIGN double y[n + 8];
    HWY_ALIGN double z[n + 8];
    HWY_ALIGN double height[n + 8];
    HWY_ALIGN double square[n + 8];

    template <class Arrays>
    HWY_INLINE void move(int to, const Arrays& others, int from) {
      x[to] = others.x[from];
      y[to] = others.y[from];
      z[to] = others.z[from];
      height[to] = others.height[from];
      square[to] = others.square[from];
    }
  };
  struct Planes {
    FourPoints normal;
    Four height, square;
    Four length, sides, above;  // squares of the normal and of what it is at most; over the centre

    template <class Arrays>
    HWY_INLINE void store(Arrays& to, int i) const {
      normal.x.store(to.x + i);
      normal.y.store(to.y + i);
      normal.z.store(to.z + i);
      height.store(to.height + i);
      square.store(to.square + i);
    }
  };

  // Of one that is mirrored, the first two corners of each face change places.
  static constexpr std::uint16_t tetrahedron_corner[2][16] = {
      {0, 1, 2, 0, 3, 1, 0, 3, 3, 0, 2, 3, 3, 2, 1, 3},
      {1, 0, 2, 1, 1, 3, 0, 1, 0, 3, 2, 0, 2, 3, 1, 2}};
  static constexpr std::uint16_t tetrahedron_beyond[2][16] = {
      {5, 13, 9, 0, 14, 0, 8, 0, 6, 2, 12, 0, 10, 1, 4, 0},
      {6, 10, 14, 0, 13, 8, 0, 0, 5, 12, 1, 0, 9, 4, 2, 0}};
  static constexpr std::uint16_t given_back = 0xffff;
  /// 1 / sine beyond which two edges make a face thin, and beyond which they count as in line; the
  /// square of a normal that is too short for it to tell.
  static constexpr double narrow = 0x1p10, flat = 0x1p44, nothing = 0x1p-900;
  /// The error of a plane's distance, in units of u * S, unless the surface is thin.
  static constexpr double most_error = 6 * narrow + 16;

  HWY_INLINE static double lowest(const Four& x) {
    HWY_ALIGN double value[4];
    x.store(value);
    return std::min(std::min(value[0], value[1]), std::min(value[2], value[3]));
  }

  /// The planes of four faces, measured from their last corners.
  template <bool centred = false>
  HWY_INLINE Planes span(const FourPoints& from, const FourPoints& to, const FourPoints& last,
                         const double* sign = nullptr) const {
    const FourPoints e = from - last, g = to - last;
    FourPoints n = cross(e, g);
    if (sign) n = n * Four::of(*sign);
    Planes p;
    p.normal = n;
    p.length = dot(n, n);
    p.sides = dot(e, e) * dot(g, g);  // times the squared sine of their angle: length
    p.height = dot(n, last);
    const Four square = signed_square(p.height);
    p.above = centred ? square : signed_square(dot(n, last - FourPoints::all(centre_)));
    p.square = square / p.length;
    return p;
  }

  /// Which of four planes are good: those that are not degenerate and have the centre below them.
  HWY_INLINE unsigned accept(const Planes& p) {
    const WhichOfFour right =
        (Four::of(36 * unit_ * (36 * unit_)) * p.sides < p.above) & (Four::of(nothing) < p.length);
    const unsigned plain = (right & (p.sides < Four::of(narrow * narrow) * p.length)).bits();
    if (HWY_LIKELY(plain == 15)) return 15;
    const unsigned good = (right & (p.sides < Four::of(flat * flat) * p.length)).bits();
    thin_ |= good != plain;
    return good;
  }

  /// The same, looking at all faces whose square is below a limit.
  APART_OUT_OF_LINE double inner_bound(double bound, double limit) const {
    for (int f = 0; f < faces_; ++f) {
      if (!(plane_.square[f] < limit)) continue;
      const Measured m = measured(f);
      bound = std::min(bound, m.distance - m.error);
    }
    return bound;
  }

  struct Measured {
    double distance, error;
  };
  HWY_INLINE Measured measured(int f) const {
    const auto at = [&](int k) HWY_ATTR { return corner(corner_[4 * f + k]); };
    const Triple last = at(2), e = at(0) - last, g = at(1) - last, n = cross(e, g);
    const double length = std::sqrt(dot(n, n)), distance = dot(n, last) / length;
    const double turned = 6 * (std::sqrt(dot(e, e) * dot(g, g)) / length) + 12;
    return {distance,
            unit_roundoff * (std::sqrt(dot(last, last)) * turned + 4 * std::abs(distance))};
  }

  /// Which of many is nearest, so far.
  struct Nearest {
    Four square, from, at;

    HWY_INLINE void clear() {
      square = Four::of(INFINITY);
      from = at = Four::of(0);
    }
    /// The next four.
    HWY_INLINE void offer(const Four& here) {
      at = (here < square).select(from, at);
      square = least(here, square);
      from = from + Four::of(4);
    }
    struct Found {
      double square;
      int index;
    };
    HWY_INLINE Found find() const {
      HWY_ALIGN double first[4];
      at.store(first);
      const double value = lowest(square);
      const int k = std::countr_zero((square == Four::of(value)).bits() | 8);
      return {value, static_cast<int>(first[k]) + k};
    }
  };
  HWY_INLINE void find_nearest() {
    Nearest all;
    all.clear();
    for (int f = 0; f < faces_; f += 4) all.offer(Four::load(plane_.square + f));
    nearest_ = all.find().index;
  }

  HWY_INLINE bool seen(int f) const { return seen_[f / 64] >> (f % 64) & 1; }
  HWY_INLINE void see(int f) { seen_[f / 64] |= std::uint64_t{1} << (f % 64); }
  HWY_INLINE int words() const { return (faces_ + 63) / 64; }

  /// Which faces the point w sees; and the nearest of those that it does not.
  HWY_INLINE Nearest survey(Triple w) {
    const FourPoints p = FourPoints::all(w);
    Nearest others;
    others.clear();
    for (int word = 0; word < words(); ++word) {
      std::uint64_t bits = 0;
      const int end = std::min(faces_, 64 * word + 64);
      for (int f = 64 * word; f < end; f += 4) {
        const FourPoints n{Four::load(plane_.x + f), Four::load(plane_.y + f),
                           Four::load(plane_.z + f)};
        const WhichOfFour above = Four::load(plane_.height + f) < dot(n, p);
        bits |= static_cast<std::uint64_t>(above.bits()) << (f % 64);
        others.offer(above.select(Four::of(INFINITY), Four::load(plane_.square + f)));
      }
      seen_[word] = bits;
    }
    return others;
  }

  /// Of what is seen, the part around a face. (Rounding, or dents, may have left more than one.)
  HWY_NOINLINE void connect(int from) {
    std::array<std::uint64_t, most_faces / 64> all{};
    std::copy_n(seen_, words(), all.begin());
    std::fill_n(seen_, words(), 0);
    see(from);
    hole_[0] = static_cast<std::uint16_t>(from);
    for (int i = 0, holes = 1; i < holes; ++i) {
      for (int k = 0; k < 3; ++k) {
        const int f = beyond_[4 * hole_[i] + k] >> 2;
        if (seen(f) || !(all[f / 64] >> (f % 64) & 1)) continue;
        see(f);
        hole_[holes++] = static_cast<std::uint16_t>(f);
      }
    }
  }

  /// An edge around the faces that are seen: where it starts and ends, seen from there; and as the
  /// face beyond has it.
  struct alignas(8) Rim {
    std::uint16_t start, end, beyond;
  };

  /// The faces that are seen, and the edges around them; the first once more to fill up to four.
  HWY_INLINE void list_rims() {
    holes_ = rims_ = 0;
    if (HWY_LIKELY(faces_ <= 64)) {
      const std::uint64_t all = seen_[0];
      list_rims(0, [all](int f) { return all >> f & 1; });
    } else {
      for (int word = 0; word < words(); ++word) {
        list_rims(word, [&](int f) { return seen(f); });
      }
    }
    for (int k = 0; k < 3; ++k) rim_[rims_ + k] = rim_[0];
  }
  template <class Seen>
  HWY_INLINE void list_rims(int word, const Seen& is_seen) {
    int holes = holes_, rims = rims_;
    for (std::uint64_t bits = seen_[word]; bits != 0; bits &= bits - 1) {
      const int f = 64 * word + std::countr_zero(bits);
      hole_[holes++] = static_cast<std::uint16_t>(f);
      for (int k = 0; k < 3; ++k) {
        const std::uint16_t beyond = beyond_[4 * f + k];
        const bool rim = !is_seen(beyond >> 2);
        std::memcpy(rim_ + rims, corner_ + 4 * f + k, 2 * sizeof *corner_);
        rim_[rims].beyond = beyond;
        rim_at_[rim ? corner_[4 * f + k] : most_corners] = static_cast<std::uint16_t>(rims);
        rims += rim;
      }
    }
    holes_ = holes;
    rims_ = rims;
  }
  /// The rim edge that starts where one ends.
  HWY_INLINE int next(int i) const { return rim_at_[rim_[i].end]; }

  /// Is the rim one simple closed path? (Where it passes a corner twice, some edge follows none.)
  HWY_INLINE bool ring() const {
    if (rims_ < 3 || rims_ > most_corners) return false;
    int i = 0, returns = 0;
    for (int k = 0; k < rims_; ++k) {
      i = next(i);
      returns += i == 0;
    }
    return i == 0 && returns == 1;
  }

  /// Spans faces from the rim to the new point. Returns a rim from which none can be, or -1; and
  /// which of them is nearest.
  HWY_INLINE int close(Triple w, Nearest& fresh) {
    const FourPoints last = FourPoints::all(w);
    fresh.clear();
    for (int i = 0; i < rims_; i += 4) {
      const Rim* r = rim_ + i;
      const Planes planes = span(
          FourPoints::of(point_[r[0].start], point_[r[1].start], point_[r[2].start],
                         point_[r[3].start]),
          FourPoints::of(point_[r[0].end], point_[r[1].end], point_[r[2].end], point_[r[3].end]),
          last);
      const unsigned good = accept(planes);
      if (good != 15) return i + std::countr_one(good);
      planes.store(new_plane_, i);
      fresh.offer(planes.square);
    }
    return -1;
  }

  /// Room for one more corner, once those inside of the rim are no more in use: half of `gone`.
  HWY_INLINE int corner_for(int gone) {
    if (HWY_UNLIKELY(gone > 0)) give_back(gone / 2);
    return free_ > 0 ? free_corner_[--free_] : corners_++;
  }
  void give_back(int count) {
    for (int i = 0; i < holes_; ++i) {
      for (int k = 0; k < 3; ++k) {
        const std::uint16_t c = corner_[4 * hole_[i] + k], at = rim_at_[c];
        if (at == given_back || (at < rims_ && rim_[at].start == c)) continue;
        rim_at_[c] = given_back;
        free_corner_[free_++] = c;
        if (--count == 0) return;
      }
    }
  }

  /// Puts the new faces in, where faces were that are seen, then behind all others.
  HWY_INLINE void replace(int corner) {
    for (int i = holes_; i < rims_; ++i) hole_[i] = static_cast<std::uint16_t>(take());
    const auto last = static_cast<std::uint64_t>(corner) << 32;
    for (int i = 0; i < rims_; ++i) {
      const int f = hole_[i], next = hole_[this->next(i)];
      const Rim rim = rim_[i];
      const std::uint64_t from = rim.start, to = rim.end;
      const std::uint64_t corners = from | to << 16 | last | from << 48;
      std::memcpy(corner_ + 4 * f, &corners, sizeof corners);
      beyond_[4 * f] = rim.beyond;
      beyond_[rim.beyond] = static_cast<std::uint16_t>(4 * f);
      beyond_[4 * f + 1] = static_cast<std::uint16_t>(4 * next + 2);
      beyond_[4 * next + 2] = static_cast<std::uint16_t>(4 * f + 1);
      plane_.move(f, new_plane_, i);
    }
  }
  HWY_INLINE int take() {
    if (faces_ % 4 == 0) clear(faces_);
    return faces_++;
  }

  /// Takes out the faces that are seen and have not been replaced, the last first; the last of all
  /// takes the place of each.
  HWY_NOINLINE void release() {
    for (int i = holes_ - 1; i >= rims_; --i) {
      const int to = hole_[i], from = --faces_;
      if (to != from) {
        plane_.move(to, plane_, from);
        std::copy_n(corner_ + 4 * from, 4, corner_ + 4 * to);
        std::copy_n(beyond_ + 4 * from, 4, beyond_ + 4 * to);
        for (int k = 0; k < 3; ++k) {
          beyond_[beyond_[4 * to + k]] = static_cast<std::uint16_t>(4 * to + k);
        }
        if (nearest_ == from) nearest_ = to;
      }
      clear_one(from);
    }
  }
  HWY_INLINE void clear_one(int f) {
    plane_.x[f] = plane_.y[f] = plane_.z[f] = 0;
    plane_.height[f] = plane_.square[f] = INFINITY;
  }

  /// The last corner takes the place of one that is not in use.
  HWY_INLINE void close_up(int to) {
    const int from = --corners_;
    if (to == from) return;
    for (int i = 0; i < free_; ++i) {
      if (free_corner_[i] == from) {  // that is not in use either
        free_corner_[i] = static_cast<std::uint16_t>(to);
        return;
      }
    }
    number_[to] = number_[from];
    for (int i = 0; i < 4 * faces_; ++i) {
      corner_[i] = corner_[i] == from ? static_cast<std::uint16_t>(to) : corner_[i];
    }
  }

  /// Four faces, from a multiple of four on.
  HWY_INLINE void clear(int f) {
    const Four zero = Four::of(0), none = Four::of(INFINITY);
    for (double* x : {plane_.x, plane_.y, plane_.z}) zero.store(x + f);
    for (double* x : {plane_.height, plane_.square}) none.store(x + f);
  }

  double unit_;
  Triple centre_{};
  int points_ = 0, corners_ = 0, faces_ = 0, nearest_ = 0;
  int free_ = 0;  // corners that are not in use
  int holes_ = 0, rims_ = 0;
  bool thin_ = false;
  HWY_ALIGN double point_[most_corners][4];
  std::uint64_t number_[most_corners];
  std::uint64_t past_[most_corners];  // of all points that have been put
  PlaneArrays<most_faces> plane_;
  // Of each face four entries: its corners, counter-clockwise seen from outside, and the first once
  // more; and for the edge that starts at each corner, where it is in the face beyond, as an index
  // of these arrays.
  std::uint16_t corner_[4 * most_faces], beyond_[4 * most_faces];
  std::uint16_t free_corner_[most_corners];
  std::uint64_t seen_[most_faces / 64];
  std::uint16_t hole_[most_faces];          // the faces that are seen, then more to fill
  Rim rim_[3 * most_faces + 3];             // the edges around them
  std::uint16_t rim_at_[most_corners + 1];  // of each corner: the rim edge that starts there
  PlaneArrays<most_corners> new_plane_;
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
