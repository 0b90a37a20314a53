// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_ZONOTOPE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_ZONOTOPE_INL
#undef APART_ZONOTOPE_INL
#else
#define APART_ZONOTOPE_INL
#endif

#include <algorithm>
#include <bit>
#include <utility>

#include "convex/three-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// A vector for each of three planes.
struct ThreeVectors {
  Three x, y, z;

  HWY_INLINE static ThreeVectors all(Triple v) {
    return {Three::of(v.x), Three::of(v.y), Three::of(v.z)};
  }
  HWY_INLINE ThreeVectors rotated() const { return {x.rotated(), y.rotated(), z.rotated()}; }
};
HWY_INLINE Three dot(const ThreeVectors& a, const ThreeVectors& b) {
  return a.x * b.x + (a.y * b.y + a.z * b.z);
}
HWY_INLINE ThreeVectors cross(const ThreeVectors& a, const ThreeVectors& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// A vector in a plane, seen along an axis that is not in it.
struct Flat {
  double x, y;

  HWY_INLINE double turn(Flat other) const { return x * other.y - y * other.x; }
  HWY_INLINE friend Flat operator+(Flat a, Flat b) { return {a.x + b.x, a.y + b.y}; }
  HWY_INLINE friend Flat operator-(Flat a, Flat b) { return {a.x - b.x, a.y - b.y}; }
  HWY_INLINE friend Flat operator*(Flat a, double b) { return {a.x * b, a.y * b}; }
};

/// The difference of two bodies that are sums of segments, boxes above all: a sum of segments, too.
/// Each of its facets is spanned by two of them, so that no more than 15 planes can be the nearest,
/// and no symmetry is a special case: bodies that stand on each other, about one centre, or in
/// themselves. Bodies have three segments along the columns of their rotations; some may have no
/// length: planes along those prove nothing wrong.
///
/// Constants are in units of u * S; docs/certificate.md, "Boxes in each other", derives them.
class Zonotope {
 public:
  /// A body's rotation, that of a Pose, and half the lengths of its segments.
  struct Body {
    const Eigen::Matrix3d& rotation;
    Triple half;
  };

  /// `offset` is from A's centre to B's, rounded once; `unit` is u * S.
  HWY_INLINE Zonotope(const Body& a, const Body& b, Triple offset, double unit)
      : unit_(unit), offset_(offset) {
    place(0, a);
    place(3, b);
    estimate(a, b);
  }

  /// Are they farther apart than that for certain? There is a plane that shows it.
  HWY_INLINE bool farther_than(double r) const { return -least_ > r; }
  /// Do they overlap for certain?
  HWY_INLINE bool overlap() {
    if (least_bound_ > parallel_error * unit_) return true;
    return least_ > shallow * unit_ && overlap_closely();
  }

  /// A plane of one of the facets.
  struct Plane {
    int i, j;       ///< the segments that span it
    Triple normal;  ///< outward, where the facet is nearest
    double value;   ///< minus its distance from the origin
  };
  /// Corners that carry a point of A - B, with their weights, by the bits of the segments that are
  /// at their upper ends; from A's centre and from B's, what they make up; and how far that is
  /// from where it should be.
  struct Carried {
    int size = 0;
    unsigned corner[4] = {};
    double weight[4] = {};
    Triple a, b;
    double off;

    HWY_INLINE int corner_of_a(int k) const { return int(corner[k] & 7); }
    HWY_INLINE int corner_of_b(int k) const { return int(~corner[k] >> 3 & 7); }
  };

  /// How deep the origin lies in it.
  struct Depth {
    Plane plane{};     ///< the nearest
    double inner = 0;  ///< there is no facet nearer than this
    Carried point;     ///< of that plane
  };
  /// None if it does not, or that cannot be told.
  HWY_INLINE bool measure(Depth& depth) {
    if (least_ < 0) return false;
    depth.plane = plane(nearest_);
    depth.inner = std::min(-depth.plane.value, least_bound_);
    if (!(depth.inner >= -depth.plane.value - closed * unit_)) look_closer(depth);
    depth.inner -= parallel_error * unit_;
    return below(depth.plane, depth.point) || below_another(depth);
  }

  /// A point of both, if they overlap for certain.
  HWY_INLINE bool common_point(Carried& point) { return overlap() && carry_origin(point); }
  /// The origin, or what is next to nothing: where the line from the corner farthest from the
  /// nearest facet, through the origin, leaves A - B.
  HWY_INLINE bool carry_origin(Carried& point) {
    const Triple inward = plane(nearest_).normal * -1;
    unsigned far = 0;
    for (int k = 0; k < segments; ++k) far |= unsigned{dot(inward, axis_[k]) > 0} << k;
    const Triple way = (end(far, 0) - end(~far, 3)) - offset_;
    double length;
    Plane exit = plane(leaves(way * -1, length));
    if (dot(exit.normal, way) > 0) exit.normal = exit.normal * -1;
    if (!carried(exit, way * -length, point)) return false;
    return add(far, length, point);
  }

  /// How far the origin may be outside, after measure(): no farther than the point that was found;
  /// and as no plane shows more than a little, no farther than a part of the way to the centre.
  HWY_INLINE double outside(const Depth& depth) const {
    const double shown = std::abs(depth.plane.value) + depth.point.off + point_error * unit_;
    const auto least = [&](int k) HWY_ATTR {
      return std::min(half_[k], std::min(half_[k + 1], half_[k + 2]));
    };
    const double radius = least(0) + least(3), short_of = std::max(0.0, -depth.inner);
    const double to_centre = 1.01 * short_of * (norm(offset_) / radius) + parallel_error * unit_;
    return radius > 0 ? std::min(shown, to_centre) : shown;
  }

  HWY_INLINE int planes() const { return planes_; }

 private:
  /// How much more than `off` a point may err.
  static constexpr double point_error = 14;
  /// How much less than estimated a facet's distance may be: divided by the sine of the angle
  /// between its two segments, and besides. 5 u of itself is added.
  static constexpr double spread_error = 3, estimate_error = 14;
  /// The same where the segments' normal is known as well as numbers can tell.
  static constexpr double looked_error = 12;
  /// How far an estimate's bound may be below the best plane.
  static constexpr double closed = 28;
  /// What is no deeper than this is not looked at more closely to tell overlap from touching.
  static constexpr double shallow = 64;
  /// As a sine: segments are parallel, and span no facet; what that neglects.
  static constexpr double parallel = 4 * unit_roundoff, parallel_error = 6;
  /// How far the point that is found may be from where it should be.
  static constexpr double most_off = 8, most_off_common = 2;
  /// A segment that stands out of a facet by no more than this is along it.
  static constexpr double flush = 4;

  static constexpr int segments = 6, facets = 15, groups = 5;

  HWY_INLINE void place(int first, const Body& body) {
    for (int k = 0; k < 3; ++k) axis_[first + k] = Triple::of(body.rotation.col(k));
    half_[first] = body.half.x;
    half_[first + 1] = body.half.y;
    half_[first + 2] = body.half.z;
  }

  /// The segments' directions by coordinates. A pose is twelve numbers in a row.
  HWY_INLINE static ThreeVectors columns(const Body& body) {
    const double* r = body.rotation.data();
    Three row[3];
    transpose({Three::load(r), Three::load(r + 3), Three::load(r + 6)}, row);
    return {row[0], row[1], row[2]};
  }

  /// All facets, in double: faces of A, faces of B, edges of A with each of B.
  HWY_INLINE void estimate(const Body& body_a, const Body& body_b) {
    const ThreeVectors a = columns(body_a), b = columns(body_b);
    const Three half_a = Three::of(body_a.half), half_b = Three::of(body_b.half);
    const auto faces = [&](const ThreeVectors& own, Three half, int other) HWY_ATTR {
      const ThreeVectors next = own.rotated(), n = cross(next, next.rotated());
      const Three out = reach(n, other) + (reach(n, other + 1) + reach(n, other + 2));
      return Planes{n, size(dot(n, own)) * half + out};
    };
    const ThreeVectors next = b.rotated(), last = next.rotated();
    const Three half_next = half_b.rotated(), half_last = half_next.rotated();
    const auto edges = [&](int i, int j, int k) HWY_ATTR {
      const ThreeVectors n = cross(ThreeVectors::all(axis_[i]), b);
      const Three out = size(dot(n, next)) * half_next + size(dot(n, last)) * half_last;
      return Planes{n, (reach(n, j) + reach(n, k)) + out};
    };
    Estimate of[groups];
    of[0] = estimated(0, faces(a, half_a, 3));
    of[1] = estimated(1, faces(b, half_b, 0));
    of[2] = estimated(2, edges(0, 1, 2));
    of[3] = estimated(3, edges(1, 2, 0));
    of[4] = estimated(4, edges(2, 0, 1));
    const Three some = larger(numbered<0>(of[0].most), numbered<4>(of[1].most));
    const Three others = larger(numbered<8>(of[2].most), numbered<12>(of[3].most));
    const double nearest = largest(larger(larger(some, numbered<16>(of[4].most)), others));
    nearest_ = number_of(nearest);
    least_ = distance_[nearest_ / 3][nearest_ % 3] + error_[nearest_ / 3][nearest_ % 3];
    least_bound_ = -largest(larger(larger(larger(of[0].least, of[1].least), of[4].least),
                                   larger(of[2].least, of[3].least)));
  }
  /// Planes with these normals, and how far A - B reaches along them from its centre.
  struct Planes {
    ThreeVectors normal;
    Three reach;
  };
  /// Minus the most and the least that the facets' distances can be.
  struct Estimate {
    Three most, least;
  };
  HWY_INLINE Three reach(const ThreeVectors& n, int k) const {
    return size(dot(n, ThreeVectors::all(axis_[k]))) * half_[k];
  }
  HWY_INLINE Estimate estimated(int group, const Planes& planes) {
    const ThreeVectors& n = planes.normal;
    const Three sine = root(larger(dot(n, n), Three::of(0x1p-300)));
    const Three to_unit = Three::of(1) / sine;
    const Three distance = (planes.reach - size(dot(n, ThreeVectors::all(offset_)))) * to_unit;
    const Three error = (size(distance) * (5 * unit_roundoff) + Three::of(estimate_error * unit_)) +
                        to_unit * (spread_error * unit_);
    distance.store(distance_[group]);
    error.store(error_[group]);
    sine.store(sine_[group]);
    n.x.store(normal_[group][0]);
    n.y.store(normal_[group][1]);
    n.z.store(normal_[group][2]);
    const Three none = not_there(sine);
    return {Three::of(0) - ((distance + error) + none), (error - distance) - none};
  }
  /// A large number where segments are parallel.
  HWY_INLINE static Three not_there(Three sine) {
    return where_below(sine, Three::of(parallel), Three::of(0x1p900));
  }
  /// The last bits have the group, and the place in it.
  HWY_INLINE static int number_of(double numbered) {
    const auto bits = std::bit_cast<std::uint64_t>(numbered);
    return static_cast<int>(3 * (bits >> 2 & 7) + (bits & 3));
  }

  HWY_INLINE bool is_parallel(int facet) const { return sine_[facet / 3][facet % 3] < parallel; }
  /// Of a facet's distance, by what is estimated.
  HWY_INLINE double bound(int facet) const {
    return distance_[facet / 3][facet % 3] - error_[facet / 3][facet % 3];
  }
  HWY_INLINE double looked(const Plane& plane) const {
    return looked_error * unit_ + 5 * unit_roundoff * std::abs(plane.value);
  }

  HWY_INLINE Plane plane(int facet) {
    const int group = facet / 3, k = facet % 3;
    const int i = group < 2 ? 3 * group + (k + 1) % 3 : group - 2;
    const int j = group < 2 ? 3 * group + (k + 2) % 3 : 3 + k;
    return plane(i, j, {normal_[group][0][k], normal_[group][1][k], normal_[group][2][k]});
  }
  /// As Pair::support() has it: all segments count.
  HWY_INLINE Plane plane(int i, int j, Triple n) {
    const double along = dot(n, offset_);
    const auto out = [&](int k) HWY_ATTR { return std::abs(dot(n, axis_[k])) * half_[k]; };
    const double of_a = out(0) + (out(1) + out(2)), of_b = out(3) + (out(4) + out(5));
    ++planes_;
    return {i, j, along < 0 ? n * -1 : n, (std::abs(along) - (of_a + of_b)) / norm(n)};
  }
  /// Its normal as well known as numbers can tell.
  APART_OUT_OF_LINE Plane closest_plane(int facet) {
    const Plane rough = plane(facet);
    const Triple n = exact_cross(axis_[rough.i], axis_[rough.j]);
    return plane(rough.i, rough.j, Triple::of(normalised(n)));
  }
  /// Of directions, each component to 2^-100 of itself.
  HWY_INLINE static Triple exact_cross(Triple a, Triple b) {
    const auto part = [](double p, double q, double r, double s) HWY_ATTR {
      return (apart::two_product(p, q) - apart::two_product(r, s)).hi;
    };
    return {part(a.y, b.z, a.z, b.y), part(a.z, b.x, a.x, b.z), part(a.x, b.y, a.y, b.x)};
  }

  /// Facets that an estimate says little of, as their segments are nearly parallel.
  APART_OUT_OF_LINE void look_closer(Depth& depth) {
    depth.inner = -depth.plane.value;
    for (int f = 0; f < facets; ++f) {
      if (is_parallel(f)) continue;
      double least = bound(f);
      if (!(least >= -depth.plane.value - closed * unit_)) {
        const Plane closer = closest_plane(f);
        least = -closer.value - looked(closer);
        if (closer.value > depth.plane.value) depth.plane = closer;
      }
      depth.inner = std::min(depth.inner, least);
    }
  }
  APART_OUT_OF_LINE bool overlap_closely() {
    for (int f = 0; f < facets; ++f) {
      if (is_parallel(f) || bound(f) > parallel_error * unit_) continue;
      const Plane closer = closest_plane(f);
      if (!(-closer.value - looked(closer) > parallel_error * unit_)) return false;
    }
    return true;
  }

  /// The point of a facet where the normal from the origin meets it.
  HWY_INLINE bool below(const Plane& p, Carried& point) const {
    return carried(p, p.normal * (-p.value / norm(p.normal)), point);
  }
  /// Where several facets are about as near, and the first is not the one above the origin.
  APART_OUT_OF_LINE bool below_another(Depth& depth) {
    const Plane best = depth.plane;
    for (int f = 0; f < facets; ++f) {
      if (is_parallel(f)) continue;
      depth.plane = closest_plane(f);
      if (depth.plane.value >= best.value - most_off * unit_ && below(depth.plane, depth.point)) {
        return true;
      }
    }
    return false;
  }

  /// The facet where a line from the origin leaves, and how far along the way that is.
  HWY_INLINE int leaves(Triple way, double& length) const {
    const ThreeVectors w = ThreeVectors::all(way), o = ThreeVectors::all(offset_);
    HWY_ALIGN double at[groups][4];  // without the number that the nearest brings along
    const auto far = [&](int g) HWY_ATTR {
      const ThreeVectors n{Three::load(normal_[g][0]), Three::load(normal_[g][1]),
                           Three::load(normal_[g][2])};
      const Three along = dot(n, o), speed = dot(n, w), sine = Three::load(sine_[g]);
      // The distance is that of the nearer of two opposite facets.
      const Three reach = Three::load(distance_[g]) * sine + size(along);
      const Three out = reach - with_sign_of_product(along, along, speed);
      const Three there = out / larger(size(speed), Three::of(0x1p-200 * unit_));
      const Three away = Three::of(0) - (there + not_there(sine));
      away.store(at[g]);
      return away;
    };
    const Three some = larger(numbered<0>(far(0)), numbered<4>(far(1)));
    const Three others = larger(numbered<8>(far(2)), numbered<12>(far(3)));
    const double nearest = largest(larger(larger(some, numbered<16>(far(4))), others));
    const int facet = number_of(nearest);
    length = -at[facet / 3][facet % 3];
    return facet;
  }

  /// A target in the plane of a facet, by three of its corners.
  HWY_INLINE bool carried(const Plane& p, Triple target, Carried& point) const {
    const Triple n = p.normal, size{std::abs(n.x), std::abs(n.y), std::abs(n.z)};
    const int seen = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const auto flat = [&](Triple v) HWY_ATTR {
      return seen == 0 ? Flat{v.y, v.z} : seen == 1 ? Flat{v.z, v.x} : Flat{v.x, v.y};
    };
    const double along = flush * unit_ * norm(n);
    FlatSum sum;
    sum.at = flat(target + offset_);
    for (int k = 0; k < segments; ++k) {
      const double out = dot(n, axis_[k]) * half_[k];
      const Flat half = flat(axis_[k]) * half_[k];
      if (k == p.i || k == p.j || std::abs(out) <= along) {
        if (half_[k] > 0) sum.add(k, half);
      } else {
        sum.start_at(k, out > 0, half);
      }
    }
    if (sum.sides == 2) return weighed(sum.shares(), target, point);
    sum.sort();
    // From one corner to the next a side is followed, first all up and then all down. In which
    // triangle of the first corner and two others is it?
    Flat e{0, 0};
    unsigned corner = sum.first;
    for (int k = 0; k + 1 < 2 * sum.sides; ++k) {
      const Flat f = k < sum.sides ? e + sum.step[k] : e - sum.step[k - sum.sides];
      const unsigned next = corner ^ 1u << sum.side[k % sum.sides];
      const double area = e.turn(f), second = sum.at.turn(f), third = e.turn(sum.at);
      const double first = (area - second) - third,
                   least = std::min(first, std::min(second, third));
      if (area > 0 && least > -0x1p-20 * area &&
          weighed({{sum.first, corner, next}, {first / area, second / area, third / area}}, target,
                  point)) {
        return true;
      }
      e = f;
      corner = next;
    }
    return false;
  }

  /// Three corners with weights.
  struct Corners {
    unsigned corner[3];
    double weight[3];
  };

  /// The segments of a facet, as seen; and a point, from the corner where all are at their lower
  /// ends and none goes downward from there.
  struct FlatSum {
    unsigned first = 0;
    Flat at;
    int sides = 0, side[segments];
    Flat step[segments];

    HWY_INLINE void start_at(int k, bool upper, Flat half) {
      first |= unsigned{upper} << k;
      at = upper ? at - half : at + half;
    }
    HWY_INLINE void add(int k, Flat half) {
      const bool upper = half.y < 0 || (half.y == 0 && half.x < 0);
      start_at(k, upper, half);
      step[sides] = half * (upper ? -2 : 2);
      side[sides++] = k;
    }

    /// Of a parallelogram: how far the point is along both sides, and which of them is followed
    /// first.
    HWY_INLINE Corners shares() const {
      const double area = step[0].turn(step[1]);
      const double i = std::clamp(at.turn(step[1]) / area, 0.0, 1.0);
      const double j = std::clamp(step[0].turn(at) / area, 0.0, 1.0);
      const unsigned to_i = first ^ 1u << side[0], to_j = first ^ 1u << side[1];
      const double more = std::max(i, j), less = std::min(i, j);
      return {{first, i >= j ? to_i : to_j, to_i ^ to_j ^ first}, {1 - more, more - less, less}};
    }

    /// In the order of their directions.
    HWY_INLINE void sort() {
      for (int k = 1; k < sides; ++k) {
        for (int l = k; l > 0 && step[l - 1].turn(step[l]) < 0; --l) {
          std::swap(step[l - 1], step[l]);
          std::swap(side[l - 1], side[l]);
        }
      }
    }
  };

  HWY_INLINE bool weighed(const Corners& c, Triple target, Carried& point) const {
    double weight[3];
    for (int k = 0; k < 3; ++k) weight[k] = std::max(0.0, c.weight[k]);
    const double to_one = 1 / (weight[0] + (weight[1] + weight[2]));
    point.size = 0;
    point.a = point.b = {0, 0, 0};
    for (int k = 0; k < 3; ++k) {
      const double w = weight[k] * to_one;
      point.a = point.a + end(c.corner[k], 0) * w;
      point.b = point.b + end(~c.corner[k], 3) * w;
      point.weight[point.size] = w;
      point.corner[point.size] = c.corner[k];
      point.size += w > 0;
    }
    point.off = norm(((point.a - point.b) - offset_) - target);
    return point.off <= most_off * unit_;  // not if they are no numbers
  }

  /// To a point beyond the origin, `length` times as far as this corner, that corner, so that the
  /// origin comes of it.
  HWY_INLINE bool add(unsigned corner, double length, Carried& point) const {
    const double others = 1 / (1 + length);
    double weight[3];
    for (int k = 0; k < point.size; ++k) weight[k] = point.weight[k] * others;
    point.corner[point.size++] = corner;
    const Triple v = make_up(weight, point);
    if (point.off > most_off_common * unit_ && point.size == 4) {
      const auto from_last = [&](int k) HWY_ATTR {
        const unsigned there = point.corner[k];
        return (end(there, 0) - end(corner, 0)) - (end(~there, 3) - end(~corner, 3));
      };
      const Triple e = from_last(0), f = from_last(1), g = from_last(2), fg = cross(f, g);
      const double volume = dot(e, fg);
      weight[0] -= dot(v, fg) / volume;
      weight[1] -= dot(v, cross(g, e)) / volume;
      weight[2] -= dot(v, cross(e, f)) / volume;
      make_up(weight, point);
    }
    const double least = *std::min_element(point.weight, point.weight + point.size);
    return point.off <= most_off_common * unit_ && least >= 0;
  }
  /// With all weights but the last, made multiples of 2^-52, so that all sum to 1 exactly.
  HWY_INLINE Triple make_up(const double (&weight)[3], Carried& point) const {
    double last = 1;
    point.a = point.b = {0, 0, 0};
    for (int k = 0; k < point.size; ++k) {
      const double w = k + 1 < point.size ? (weight[k] + 1) - 1 : last;
      last -= w;
      point.a = point.a + end(point.corner[k], 0) * w;
      point.b = point.b + end(~point.corner[k], 3) * w;
      point.weight[k] = w;
    }
    const Triple v = (point.a - point.b) - offset_;
    point.off = norm(v);
    return v;
  }

  /// Of A or B, by the bits of its segments that are at their upper ends.
  HWY_INLINE Triple end(unsigned corner, int first) const {
    const auto along = [&](int k)
                           HWY_ATTR { return axis_[k] * (corner >> k & 1 ? half_[k] : -half_[k]); };
    return along(first) + (along(first + 1) + along(first + 2));
  }

  const double unit_;
  const Triple offset_;
  Triple axis_[segments];  // directions, as the poses have them
  double half_[segments];  // half their lengths
  HWY_ALIGN double distance_[groups][4];
  HWY_ALIGN double error_[groups][4];
  HWY_ALIGN double sine_[groups][4];
  HWY_ALIGN double normal_[groups][3][4];  // by coordinates
  double least_;                           // no more than this is the origin inside
  double least_bound_;                     // and no less, if this is positive
  int nearest_, planes_ = 0;
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
