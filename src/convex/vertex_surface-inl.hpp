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

  HWY_INLINE static FourPoints all(const Vector<double>& p) {
    return {Four::of(p.x()), Four::of(p.y()), Four::of(p.z())};
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

/// What ExpandingPolytope is, and proves, for vertices in double. One pass over all faces tells
/// which of them a new point sees, and the nearest of all others; the new faces are computed four
/// by four; and little depends on branches, which here are hard to foretell.
class VertexSurface {
 public:
  static constexpr int most_corners = 512, most_faces = 2 * most_corners;

  HWY_INLINE explicit VertexSurface(double unit) : unit_(unit) {}

  HWY_INLINE int corners() const { return corners_; }
  HWY_INLINE int slots() const { return slots_; }
  HWY_INLINE Vector<double> corner(int i) const {
    return {point_[i][0], point_[i][1], point_[i][2]};
  }
  /// The number that came with a corner.
  HWY_INLINE std::uint64_t number(int i) const { return number_[i]; }
  HWY_INLINE bool holds(std::uint64_t number) const {
    bool found = false;
    for (int i = 0; i < corners_; ++i) found |= number_[i] == number;
    return found;
  }

  /// The face whose plane is nearest the origin, signs counted.
  HWY_INLINE int nearest() const { return nearest_; }
  HWY_INLINE double distance(int f) const { return plane_.distance[f]; }
  HWY_INLINE double error(int f) const { return plane_.error[f]; }  ///< given exact corners
  /// Outward, of unit length.
  HWY_INLINE Vector<double> normal(int f) const { return {plane_.x[f], plane_.y[f], plane_.z[f]}; }
  HWY_INLINE std::array<int, 3> corners_of(int f) const {
    return {corner_[4 * f], corner_[4 * f + 1], corner_[4 * f + 2]};
  }
  /// What all faces' distances exceed, their errors taken off.
  HWY_INLINE double inner_bound() const {
    Four bound = Four::of(INFINITY);
    for (int f = 0; f < slots_; f += 4) {
      bound = least(bound, Four::load(plane_.distance + f) - Four::load(plane_.error + f));
    }
    return lowest(bound);
  }

  HWY_INLINE void put(int i, const Vector<double>& p, std::uint64_t number) {
    Four::of(p).store(point_[i]);
    number_[i] = number;
  }

  /// A tetrahedron. False if it is flat.
  HWY_INLINE bool start(const std::array<Vector<double>, 4>& p,
                        const std::array<std::uint64_t, 4>& number) {
    const Vector<double> a = p[1] - p[0], b = p[2] - p[0], c = p[3] - p[0];
    const int first = dot<double>(cross(a, b), c) > 0 ? 1 : 0;
    centre_ = p[0] + (a + b + c) * 0.25;
    put(0, p[first], number[first]);
    put(1, p[1 - first], number[1 - first]);
    put(2, p[2], number[2]);
    put(3, p[3], number[3]);
    corners_ = slots_ = faces_ = 4;
    free_ = 0;
    std::copy_n(tetrahedron_corner, 16, corner_);
    std::copy_n(tetrahedron_beyond, 16, beyond_);
    const Planes planes = span(FourPoints::of(point_[0], point_[3], point_[3], point_[3]),
                               FourPoints::of(point_[1], point_[1], point_[0], point_[2]),
                               FourPoints::of(point_[2], point_[0], point_[2], point_[1]));
    planes.store(plane_, 0);
    find_nearest();
    return planes.good == 15;
  }

  /// One that was kept, whose corners have been put. False if a face does not have the origin well
  /// below it.
  HWY_INLINE bool restore(const detail::KeptSurface& kept) {
    slots_ = faces_ = kept.faces;
    corners_ = faces_ / 2 + 2;
    free_ = 0;
    centre_ = Vector<double>::Zero();
    std::copy_n(kept.corner.data(), 4 * faces_, corner_);
    std::copy_n(kept.beyond.data(), 4 * faces_, beyond_);
    for (int k = 0; k < 8; ++k) corner_[4 * faces_ + k] = corner_[k];  // to fill up to four
    unsigned good = 15;
    for (int f = 0; f < faces_; f += 4) {
      const auto corners = [&](int k) HWY_ATTR {
        const std::uint16_t* c = corner_ + 4 * f + k;
        return FourPoints::of(point_[c[0]], point_[c[4]], point_[c[8]], point_[c[12]]);
      };
      const Planes planes = span(corners(0), corners(1), corners(2));
      planes.store(plane_, f);
      good &= planes.good;
    }
    if (faces_ % 4 != 0) clear(faces_), clear(faces_ + 1);
    find_nearest();
    return good == 15;
  }

  /// For restore(), if it is not too large.
  HWY_INLINE void keep(detail::KeptSurface& kept) const {
    kept.faces = 0;
    if (faces_ > kept.most_faces || slots_ > 64 || corners_ > 64) return;
    std::uint8_t face_now[64], corner_now[64];
    for (int f = 0, next = 0; f < slots_; ++f) {
      face_now[f] = static_cast<std::uint8_t>(next);
      next += plane_.distance[f] < INFINITY;
    }
    std::fill_n(corner_now, corners_, unnamed);
    std::uint8_t corners = 0;
    for (int f = 0; f < slots_; ++f) {
      if (!(plane_.distance[f] < INFINITY)) continue;
      for (int k = 0; k < 3; ++k) {
        const int i = corner_[4 * f + k], beyond = beyond_[4 * f + k];
        if (corner_now[i] == unnamed) {
          if (corners == kept.most_corners) return;  // unless it is no sphere
          kept.vertex_a[corners] = static_cast<int>(number_[i] >> 32);
          kept.vertex_b[corners] = static_cast<int>(number_[i]);
          corner_now[i] = corners++;
        }
        kept.corner[4 * face_now[f] + k] = corner_now[i];
        kept.beyond[4 * face_now[f] + k] =
            static_cast<std::uint8_t>(4 * face_now[beyond >> 2] + (beyond & 3));
      }
      kept.corner[4 * face_now[f] + 3] = kept.corner[4 * face_now[f]];
    }
    if (corners == faces_ / 2 + 2) kept.faces = faces_;
  }

  /// Adds a point that face `from` sees. Unless done, nothing has changed.
  HWY_INLINE bool insert(const Vector<double>& w, std::uint64_t number, int from) {
    if (corners_ == most_corners) return false;
    put(corners_, w, number);
    survey(w);
    if (!seen(from)) return false;
    list_rims();
    bool plain = ring();
    if (!plain) {
      connect(from);
      list_rims();
      if (!ring()) return false;
    }
    for (int bad; (bad = close(w)) >= 0;) {
      plain = false;
      see(rim_[bad] >> 2);
      list_rims();
      if (holes_ >= faces_ || !ring()) return false;
    }
    replace();
    ++corners_;
    if (!plain) find_nearest();
    return true;
  }

 private:
  /// Planes of faces; those not in use are at an infinite distance. The arrays do not stand a power
  /// of two apart, which would make the processor mistake one for the other.
  template <int n>
  struct PlaneArrays {
    HWY_ALIGN double x[n + 8];
    HWY_ALIGN double y[n + 8];
    HWY_ALIGN double z[n + 8];
    HWY_ALIGN double distance[n + 8];
    HWY_ALIGN double error[n + 8];
  };
  struct Planes {
    FourPoints normal;
    Four distance, error;
    unsigned good;

    template <class Arrays>
    HWY_INLINE void store(Arrays& to, int i) const {
      normal.x.store(to.x + i);
      normal.y.store(to.y + i);
      normal.z.store(to.z + i);
      distance.store(to.distance + i);
      error.store(to.error + i);
    }
  };

  static constexpr std::uint16_t tetrahedron_corner[16] = {0, 1, 2, 0, 3, 1, 0, 3,
                                                           3, 0, 2, 3, 3, 2, 1, 3};
  static constexpr std::uint16_t tetrahedron_beyond[16] = {5, 13, 9,  0, 14, 0, 8, 0,
                                                           6, 2,  12, 0, 10, 1, 4, 0};
  static constexpr std::uint8_t unnamed = 255;
  /// 1 / sine beyond which two edges count as in line.
  static constexpr double flat = 0x1p44;

  HWY_INLINE static double lowest(const Four& x) {
    HWY_ALIGN double value[4];
    x.store(value);
    return std::min(std::min(value[0], value[1]), std::min(value[2], value[3]));
  }

  /// The planes of four faces, measured from their last corners. Good are those that are not
  /// degenerate and have the centre below them.
  HWY_INLINE Planes span(const FourPoints& from, const FourPoints& to,
                         const FourPoints& last) const {
    const FourPoints e = from - last, g = to - last, n = cross(e, g);
    const Four length = root(dot(n, n)), one_over = Four::of(1) / length;
    const Four sides = root(dot(e, e) * dot(g, g));  // times the sine of their angle: length
    const Four height = dot(n, last - FourPoints::all(centre_));
    const Four zero = Four::of(0);
    Planes p;
    p.good = ((sides < Four::of(flat) * length) & (Four::of(36 * unit_) * sides < height)).bits();
    p.normal = n * one_over;
    p.distance = dot(p.normal, last);
    const Four size = (p.distance < zero).select(zero - p.distance, p.distance);
    const Four turned = Four::of(6) * (sides * one_over) + Four::of(12);
    p.error = Four::of(unit_roundoff) * (root(dot(last, last)) * turned + Four::of(4) * size);
    return p;
  }

  /// Which of many is nearest, so far.
  struct Nearest {
    Four distance, from, at;

    HWY_INLINE void clear() {
      distance = Four::of(INFINITY);
      from = at = Four::of(0);
    }
    /// The next four.
    HWY_INLINE void offer(const Four& here) {
      at = (here < distance).select(from, at);
      distance = least(here, distance);
      from = from + Four::of(4);
    }
    struct Found {
      double distance;
      int index;
    };
    HWY_INLINE Found find() const {
      HWY_ALIGN double first[4];
      at.store(first);
      const double value = lowest(distance);
      const int k = std::countr_zero((distance == Four::of(value)).bits() | 8);
      return {value, static_cast<int>(first[k]) + k};
    }
  };
  HWY_INLINE void find_nearest() {
    Nearest all;
    all.clear();
    for (int f = 0; f < slots_; f += 4) all.offer(Four::load(plane_.distance + f));
    nearest_ = all.find().index;
  }

  HWY_INLINE bool seen(int f) const { return seen_[f / 64] >> (f % 64) & 1; }
  HWY_INLINE void see(int f) { seen_[f / 64] |= std::uint64_t{1} << (f % 64); }
  HWY_INLINE int words() const { return (slots_ + 63) / 64; }

  /// Which faces the point w sees; and the nearest of those that it does not.
  HWY_INLINE void survey(const Vector<double>& w) {
    const FourPoints p = FourPoints::all(w);
    others_.clear();
    for (int f = 0, word = 0; f < slots_; ++word) {
      std::uint64_t bits = 0;
      for (int shift = 0; shift < 64 && f < slots_; shift += 4, f += 4) {
        const FourPoints n{Four::load(plane_.x + f), Four::load(plane_.y + f),
                           Four::load(plane_.z + f)};
        const Four distance = Four::load(plane_.distance + f);
        const WhichOfFour above = distance < dot(n, p);
        bits |= static_cast<std::uint64_t>(above.bits()) << shift;
        others_.offer(above.select(Four::of(INFINITY), distance));
      }
      seen_[word] = bits;
    }
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

  /// The faces that are seen, and the edges around them, each as the face beyond has it; the first
  /// once more to fill up to four.
  HWY_INLINE void list_rims() {
    int holes = 0, rims = 0;
    for (int word = 0; word < words(); ++word) {
      for (std::uint64_t bits = seen_[word]; bits != 0; bits &= bits - 1) {
        const int f = 64 * word + std::countr_zero(bits);
        hole_[holes++] = static_cast<std::uint16_t>(f);
        for (int k = 0; k < 3; ++k) {
          const std::uint16_t beyond = beyond_[4 * f + k];
          rim_[rims] = beyond;
          rims += !seen(beyond >> 2);
        }
      }
    }
    for (int k = 0; k < 3; ++k) rim_[rims + k] = rim_[0];
    holes_ = holes;
    rims_ = rims;
  }
  /// Where a rim edge starts and ends, seen from the hole.
  HWY_INLINE int start_of(int i) const { return corner_[rim_[i] + 1]; }
  HWY_INLINE int end_of(int i) const { return corner_[rim_[i]]; }

  /// Is the rim one simple closed path? If so, which edge follows which. (Where it passes a corner
  /// twice, some edge follows none.)
  HWY_INLINE bool ring() {
    if (rims_ < 3 || rims_ > most_corners) return false;
    for (int i = 0; i < rims_; ++i) rim_at_[start_of(i)] = static_cast<std::uint16_t>(i);
    for (int i = 0; i < rims_; ++i) next_[i] = rim_at_[end_of(i)];
    int i = 0, returns = 0;
    for (int k = 0; k < rims_; ++k) {
      i = next_[i];
      returns += i == 0;
    }
    return i == 0 && returns == 1;
  }

  /// Spans faces from the rim to the new point. Returns a rim from which none can be, or -1.
  HWY_INLINE int close(const Vector<double>& w) {
    const FourPoints last = FourPoints::all(w);
    fresh_.clear();
    for (int i = 0; i < rims_; i += 4) {
      const Planes planes = span(FourPoints::of(point_[start_of(i)], point_[start_of(i + 1)],
                                                point_[start_of(i + 2)], point_[start_of(i + 3)]),
                                 FourPoints::of(point_[end_of(i)], point_[end_of(i + 1)],
                                                point_[end_of(i + 2)], point_[end_of(i + 3)]),
                                 last);
      if (planes.good != 15) return i + std::countr_one(planes.good);
      planes.store(new_plane_, i);
      fresh_.offer(planes.distance);
    }
    return -1;
  }

  /// Takes out the faces that are seen and puts the new ones in.
  HWY_INLINE void replace() {
    for (int i = holes_; i < rims_; ++i) hole_[i] = static_cast<std::uint16_t>(take());
    for (int i = rims_; i < holes_; ++i) release(hole_[i]);
    const auto last = static_cast<std::uint64_t>(corners_) << 32;
    for (int i = 0; i < rims_; ++i) {
      const int f = hole_[i], next = hole_[next_[i]], beyond = rim_[i];
      const std::uint64_t from = corner_[beyond + 1], to = corner_[beyond];
      const std::uint64_t corners = from | to << 16 | last | from << 48;
      std::memcpy(corner_ + 4 * f, &corners, sizeof corners);
      beyond_[4 * f] = static_cast<std::uint16_t>(beyond);
      beyond_[beyond] = static_cast<std::uint16_t>(4 * f);
      beyond_[4 * f + 1] = static_cast<std::uint16_t>(4 * next + 2);
      beyond_[4 * next + 2] = static_cast<std::uint16_t>(4 * f + 1);
      plane_.x[f] = new_plane_.x[i];
      plane_.y[f] = new_plane_.y[i];
      plane_.z[f] = new_plane_.z[i];
      plane_.distance[f] = new_plane_.distance[i];
      plane_.error[f] = new_plane_.error[i];
    }
    faces_ += rims_ - holes_;
    const auto other = others_.find(), fresh = fresh_.find();
    nearest_ = fresh.distance < other.distance ? hole_[fresh.index] : other.index;
  }

  /// A slot for a face: one released before, or a new one, and then four at once.
  HWY_INLINE int take() {
    if (free_ > 0) return free_slot_[--free_];
    if (slots_ % 4 == 0) {
      for (int f = slots_; f < slots_ + 4; ++f) clear(f);
    }
    return slots_++;
  }
  HWY_INLINE void release(int f) {
    clear(f);
    free_slot_[free_++] = static_cast<std::uint16_t>(f);
  }
  HWY_INLINE void clear(int f) {
    plane_.x[f] = plane_.y[f] = plane_.z[f] = plane_.error[f] = 0;
    plane_.distance[f] = INFINITY;
  }

  double unit_;
  Vector<double> centre_;
  int corners_ = 0, faces_ = 0, slots_ = 0, free_ = 0, nearest_ = 0;
  int holes_ = 0, rims_ = 0;
  Nearest others_, fresh_;  // of the faces that stay, and of the new ones
  HWY_ALIGN double point_[most_corners][4];
  std::uint64_t number_[most_corners];
  PlaneArrays<most_faces> plane_;
  // Of each face four entries: its corners, counter-clockwise seen from outside, and the first once
  // more; and for the edge that starts at each corner, where it is in the face beyond, as an index
  // of these arrays.
  std::uint16_t corner_[4 * most_faces], beyond_[4 * most_faces];
  std::uint16_t free_slot_[most_faces];
  std::uint64_t seen_[most_faces / 64];
  std::uint16_t hole_[most_faces];         // the faces that are seen, then more to fill
  std::uint16_t rim_[3 * most_faces + 3];  // the edges around them
  std::uint16_t rim_at_[most_corners];     // of each corner: the rim edge that starts there
  std::uint16_t next_[most_corners];       // of each rim edge: the one that starts where it ends
  PlaneArrays<most_corners> new_plane_;
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
