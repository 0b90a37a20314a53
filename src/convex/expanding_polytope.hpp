// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <type_traits>
#include <utility>

#include "convex/lanes.hpp"
#include "convex/vector.hpp"

namespace apart {

/// A closed surface of triangles whose corners are points of a convex set: it starts as a
/// tetrahedron and grows towards the boundary of the set, a point at a time.
///
/// What it proves needs no convexity of the surface itself: if every face has the origin strictly
/// on its inner side, the surface winds around the origin, and so does it around every point of the
/// ball that touches the nearest face plane; a point around which the corners' surface winds is in
/// their hull. So the set holds that ball. Rounding in the choice of faces can therefore cost time,
/// never truth.
///
/// Kept in order is something weaker: seen from the centre of the first tetrahedron, the surface
/// covers every direction once. A new point replaces the faces that it sees; where the faces that
/// would then close the hole are degenerate, or turn their back on the centre, the hole is widened.
template <class Real>
class ExpandingPolytope {
 public:
  struct Face {
    Vector<Real> normal;        ///< unit, outward
    double error;               ///< bound on that of the distance, given exact corners
    std::array<int, 3> corner;  ///< counter-clockwise seen from outside
    /// What lies beyond the edge corner[i], corner[i + 1]: four times the face, plus which of its
    /// edges this is.
    std::array<int, 3> across;
    int mark;
  };
  /// A rim edge of the hole that a new point makes, and the face from there to the point.
  struct Rim {
    Vector<Real> normal;
    double error, distance;
    int from, to;  ///< corners
    int beyond;    ///< the other side of the edge, as in Face
    int slot;      ///< where the new face goes
  };

  /// Where it all is kept: `vertices` corners, twice as many faces.
  struct Room {
    int vertices = 0;
    Vector<Real>* corner = nullptr;
    int* rim_at = nullptr;  ///< of each vertex: the rim edge that starts there
    Face* face = nullptr;
    double* distance = nullptr;  ///< of each face plane from the origin; infinite if not in use
    int* hole = nullptr;         ///< faces that a new point sees
    Rim* rim = nullptr;
  };

  enum class Outcome { done, full, degenerate };

  ExpandingPolytope(const Room& room, double unit) : room_(room), unit_(unit) {}

  int vertices() const { return vertices_; }
  int slots() const { return slots_; }
  const Vector<Real>& corner(int i) const { return room_.corner[i]; }
  const Face& face(int f) const { return room_.face[f]; }
  double distance(int f) const { return room_.distance[f]; }
  bool in_use(int f) const { return room_.distance[f] < INFINITY; }

  /// Where it is now, after its room has grown.
  void move_to(const Room& room) { room_ = room; }

  /// A tetrahedron; or, of five points, the last two on either side of the first three, a double
  /// pyramid. The last two may lie out of all proportion: no face is measured from there.
  Outcome start(std::span<const Vector<Real>> p) {
    std::copy(p.begin(), p.end(), room_.corner);
    vertices_ = static_cast<int>(p.size());
    const Vector<Real> a = p[1] - p[0], b = p[2] - p[0];
    centre_ = p[0] + (a + b) * Real(vertices_ == 4 ? 0.25 : 1 / 3.0);
    if (vertices_ == 4) centre_ += (p[3] - p[0]) * Real(0.25);
    const Real volume = dot<Real>(cross(a, b), p[3] - p[0]);
    swapped_ = volume > Real(0);
    if (swapped_) std::swap(room_.corner[0], room_.corner[1]);
    const auto& faces = vertices_ == 4 ? tetrahedron : double_pyramid;
    slots_ = faces_ = vertices_ == 4 ? 4 : 6;
    free_ = -1;
    for (int f = 0; f < faces_; ++f) {
      Face& face = room_.face[f];
      face.corner = faces[f].corner;
      face.across = faces[f].across;
      face.mark = 0;
    }
    mark_ = 0;
    if constexpr (std::is_same_v<Real, double>) {
      if (faces_ == 4) return span_tetrahedron() ? Outcome::done : Outcome::degenerate;
    }
    for (int f = 0; f < faces_; ++f) {
      Face& face = room_.face[f];
      if (!span(face.corner[0], face.corner[1], face.corner[2], face, room_.distance[f])) {
        return Outcome::degenerate;
      }
    }
    return Outcome::done;
  }
  /// Did start() exchange the first two points?
  bool swapped() const { return swapped_; }

  /// The face whose plane is nearest the origin, signs counted.
  int nearest() const {
    Lanes least = Lanes{} + INFINITY;
    int f = 0;
    for (; f + 4 <= slots_; f += 4) {
      const Lanes here = load(room_.distance + f);
      least = here < least ? here : least;
    }
    double lowest = std::min(std::min(least[0], least[1]), std::min(least[2], least[3]));
    for (; f < slots_; ++f) lowest = std::min(lowest, room_.distance[f]);
    for (f = 0; room_.distance[f] != lowest && f + 1 < slots_; ++f) {
    }
    return f;
  }

  /// Adds a point that face `from` sees. Unless done, nothing has changed.
  Outcome insert(const Vector<Real>& w, int from) {
    if (!sees(w, from)) return Outcome::degenerate;
    if (vertices_ >= room_.vertices) return Outcome::full;
    room_.corner[vertices_] = w;
    open(w, from);
    while (const Rim* bad = close()) {
      widen(bad->beyond >> 2);
      if (holes_ >= faces_) return Outcome::degenerate;
      list_rims();
    }
    if (!ring()) return Outcome::degenerate;
    replace();
    ++vertices_;
    return Outcome::done;
  }

 private:
  struct Corners {
    std::array<int, 3> corner, across;
  };
  /// From which face lies across each edge to where: as in Face.
  static constexpr std::array<Corners, 6> linked(std::array<Corners, 6> faces) {
    auto result = faces;
    for (int f = 0; f < 6; ++f) {
      for (int k = 0; k < 3; ++k) {
        const int beyond = faces[f].across[k];
        for (int side = 0; side < 3; ++side) {
          if (faces[beyond].corner[side] != faces[f].corner[(k + 1) % 3]) continue;
          result[f].across[k] = 4 * beyond + side;
        }
      }
    }
    return result;
  }
  static constexpr std::array<Corners, 6> tetrahedron = linked({{{{0, 1, 2}, {1, 3, 2}},
                                                                 {{3, 1, 0}, {3, 0, 2}},
                                                                 {{3, 0, 2}, {1, 0, 3}},
                                                                 {{3, 2, 1}, {2, 0, 1}}}});
  static constexpr std::array<Corners, 6> double_pyramid = linked({{{{3, 1, 0}, {2, 3, 1}},
                                                                    {{3, 0, 2}, {0, 5, 2}},
                                                                    {{3, 2, 1}, {1, 4, 0}},
                                                                    {{4, 0, 1}, {5, 0, 4}},
                                                                    {{4, 1, 2}, {3, 2, 5}},
                                                                    {{4, 2, 0}, {4, 1, 3}}}});

  /// 1 / sine^2 beyond which two edges count as in line.
  static constexpr double flat = std::is_same_v<Real, double> ? 0x1p88 : 0x1p188;
  /// Rounding in this arithmetic, in units of that in double.
  static constexpr double roundoff = std::is_same_v<Real, double> ? 1 : 0x1p-46;

  /// The plane of three corners, measured from the last; false if it is degenerate or does not
  /// have the centre below it.
  template <class Plane>
  bool span(int i, int j, int last, Plane& plane, double& distance) const {
    const Vector<Real> p = room_.corner[last];
    const Vector<Real> e = room_.corner[i] - p, g = room_.corner[j] - p;
    const Vector<Real> n = cross(e, g);
    const Real square = dot(n, n);
    // 1 / sine^2 of their angle: how much an error of the edges turns the normal.
    const double slant = double(dot(e, e)) * double(dot(g, g)) / double(square);
    if (!(slant < flat)) return false;
    using std::sqrt;
    plane.normal = n * (Real(1) / sqrt(square));
    distance = double(dot(plane.normal, p));
    const double turned = roundoff * (6 * std::sqrt(slant) + 12);
    const double far = unit_roundoff * std::sqrt(double(dot(p, p)));
    plane.error = far * turned + 4 * unit_roundoff * std::abs(distance);
    return double(dot<Real>(plane.normal, p - centre_)) > 2 * unit_ * turned;
  }

  bool sees(const Vector<Real>& w, int f) const {
    const Face& face = room_.face[f];
    if constexpr (std::is_same_v<Real, double>) {
      return dot(face.normal, w) > room_.distance[f];
    } else {
      return dot<Real>(face.normal, w - room_.corner[face.corner[2]]) > Real(0);
    }
  }

  /// Makes the hole: the connected part of the surface around `from` that w sees; and lists its
  /// rim.
  void open(const Vector<Real>& w, int from) {
    ++mark_;
    int holes = 0, rims = 0;
    room_.face[from].mark = mark_;
    room_.hole[holes++] = from;
    for (int i = 0; i < holes; ++i) {
      const Face& gone = room_.face[room_.hole[i]];
      for (int k = 0; k < 3; ++k) {
        const int beyond = gone.across[k], f = beyond >> 2;
        if (room_.face[f].mark == mark_) continue;
        if (sees(w, f)) {
          room_.face[f].mark = mark_;
          room_.hole[holes++] = f;
        } else if (rims < room_.vertices) {  // more than that are no ring, as ring() will find
          list(room_.rim[rims++], gone, k);
        }
      }
    }
    holes_ = holes;
    rims_ = rims;
  }
  void widen(int f) {
    room_.face[f].mark = mark_;
    room_.hole[holes_++] = f;
  }
  void list_rims() {
    rims_ = 0;
    for (int i = 0; i < holes_; ++i) {
      const Face& gone = room_.face[room_.hole[i]];
      for (int k = 0; k < 3; ++k) {
        if (room_.face[gone.across[k] >> 2].mark == mark_ || rims_ == room_.vertices) continue;
        list(room_.rim[rims_++], gone, k);
      }
    }
  }
  static void list(Rim& rim, const Face& gone, int k) {
    rim.from = gone.corner[k];
    rim.to = gone.corner[k == 2 ? 0 : k + 1];
    rim.beyond = gone.across[k];
  }

  /// Spans faces from the rim to the new point. Returns a rim from which none can be, if there is.
  const Rim* close() {
    if constexpr (std::is_same_v<Real, double>) {
      for (int i = 0; i < rims_; i += 4) {
        if (const Rim* bad = span_rims(room_.rim + i, std::min(4, rims_ - i))) return bad;
      }
    } else {
      for (Rim* rim = room_.rim; rim < room_.rim + rims_; ++rim) {
        if (!span(rim->from, rim->to, vertices_, *rim, rim->distance)) return rim;
      }
    }
    return nullptr;
  }

  /// span() for up to four faces at once, operation by operation; the last corner of each is given
  /// by lanes. Tells which faces are good, and where they are, in lanes.
  struct FourPlanes {
    Lanes x, y, z, distance, error, slant, height, doubt;

    bool good(int k) const { return slant[k] < flat && height[k] > doubt[k]; }
    template <class Plane>
    void get(int k, Plane& plane, double& d) const {
      plane.normal = {x[k], y[k], z[k]};
      plane.error = error[k];
      d = distance[k];
    }
  };
  __attribute__((always_inline)) FourPlanes span_four(const std::array<const double*, 4>& from,
                                                      const std::array<const double*, 4>& to,
                                                      const Lanes& px, const Lanes& py,
                                                      const Lanes& pz) const {
    const auto lanes = [](const std::array<const double*, 4>& q, int c) {
      return Lanes{q[0][c], q[1][c], q[2][c], q[3][c]};
    };
    const Lanes ex = lanes(from, 0) - px, ey = lanes(from, 1) - py, ez = lanes(from, 2) - pz;
    const Lanes gx = lanes(to, 0) - px, gy = lanes(to, 1) - py, gz = lanes(to, 2) - pz;
    FourPlanes f;
    f.x = ey * gz - ez * gy, f.y = ez * gx - ex * gz, f.z = ex * gy - ey * gx;
    const Lanes square = f.x * f.x + (f.y * f.y + f.z * f.z);
    const Lanes ee = ex * ex + (ey * ey + ez * ez), gg = gx * gx + (gy * gy + gz * gz);
    f.slant = ee * gg / square;
    const Lanes one_over = 1 / root(square);
    f.x *= one_over, f.y *= one_over, f.z *= one_over;
    f.distance = f.x * px + (f.y * py + f.z * pz);
    f.height = f.x * (px - centre_.x()) + (f.y * (py - centre_.y()) + f.z * (pz - centre_.z()));
    const Lanes size = f.distance > 0 ? f.distance : -f.distance;
    const Lanes far = unit_roundoff * root(px * px + (py * py + pz * pz));
    const Lanes turned = 6 * root(f.slant) + 12;
    f.error = far * turned + 4 * unit_roundoff * size;
    f.doubt = 2 * unit_ * turned;
    return f;
  }

  /// Faces from up to four rims to the new point. Returns one from which there is none, if any.
  __attribute__((always_inline)) const Rim* span_rims(Rim* rim, int count) const {
    std::array<const double*, 4> from, to;
    for (int k = 0; k < 4; ++k) {
      const Rim& here = rim[k < count ? k : 0];
      from[k] = room_.corner[here.from].data();
      to[k] = room_.corner[here.to].data();
    }
    const Vector<Real>& p = room_.corner[vertices_];
    const FourPlanes planes =
        span_four(from, to, Lanes{} + p.x(), Lanes{} + p.y(), Lanes{} + p.z());
    for (int k = 0; k < count; ++k) {
      if (!planes.good(k)) return rim + k;
      planes.get(k, rim[k], rim[k].distance);
    }
    return nullptr;
  }

  /// The four faces of the first tetrahedron.
  __attribute__((always_inline)) bool span_tetrahedron() {
    std::array<const double*, 4> from, to, last;
    for (int f = 0; f < 4; ++f) {
      const auto& corner = room_.face[f].corner;
      from[f] = room_.corner[corner[0]].data();
      to[f] = room_.corner[corner[1]].data();
      last[f] = room_.corner[corner[2]].data();
    }
    const auto lanes = [&](int c) { return Lanes{last[0][c], last[1][c], last[2][c], last[3][c]}; };
    const FourPlanes planes = span_four(from, to, lanes(0), lanes(1), lanes(2));
    bool good = true;
    for (int f = 0; f < 4; ++f) {
      good = good && planes.good(f);
      planes.get(f, room_.face[f], room_.distance[f]);
    }
    return good;
  }

  /// Is the rim one simple closed path?
  bool ring() {
    for (int i = 0; i < rims_; ++i) room_.rim_at[room_.rim[i].from] = -1;
    for (int i = 0; i < rims_; ++i) {
      int& at = room_.rim_at[room_.rim[i].from];
      if (at >= 0) return false;
      at = i;
    }
    int i = 0, length = 0;
    do {
      i = room_.rim_at[room_.rim[i].to];
      ++length;
    } while (i > 0 && length <= rims_);
    return i == 0 && length == rims_;
  }

  /// Takes the hole's faces out and puts the new ones in.
  void replace() {
    for (int i = 0; i < rims_; ++i) room_.rim[i].slot = i < holes_ ? room_.hole[i] : take();
    for (int i = rims_; i < holes_; ++i) release(room_.hole[i]);
    for (int i = 0; i < rims_; ++i) {
      const Rim& rim = room_.rim[i];
      Face& face = room_.face[rim.slot];
      face.normal = rim.normal;
      face.error = rim.error;
      face.corner = {rim.from, rim.to, vertices_};
      face.mark = 0;
      face.across[0] = rim.beyond;
      room_.distance[rim.slot] = rim.distance;
      room_.face[rim.beyond >> 2].across[rim.beyond & 3] = 4 * rim.slot;
      const int next = room_.rim[room_.rim_at[rim.to]].slot;
      face.across[1] = 4 * next + 2;
      room_.face[next].across[2] = 4 * rim.slot + 1;
    }
    faces_ += rims_ - holes_;
  }

  /// A slot for a face; released ones form a list.
  int take() {
    if (free_ < 0) return slots_++;
    return std::exchange(free_, room_.face[free_].across[0]);
  }
  void release(int f) {
    room_.distance[f] = INFINITY;
    room_.face[f].across[0] = std::exchange(free_, f);
  }

  Room room_;
  double unit_;
  Vector<Real> centre_;
  int vertices_ = 0, faces_ = 0, slots_ = 0, free_ = -1;
  int holes_ = 0, rims_ = 0, mark_ = 0;
  bool swapped_ = false;
};

}  // namespace apart
