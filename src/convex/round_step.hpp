// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>

#include "convex/pair.hpp"
#include "convex/round_body.hpp"

namespace apart {

/// Steps of Newton's method for the direction n that maximises the gap between two round bodies: in
/// double, a proposal.
///
/// Let H be the sum of the support functions without the segments e, f of cylinders, F = -H'(n) -
/// o. At the best n of unit length, F + s e + t f = c n, c being the distance, with s, t in [-1,
/// 1], and s = -sign(e.n) unless e.n = 0. Newton's method replaces F by F - H'' (n' - n), where H''
/// n = 0:
///     (H'' + c) n' = F + s e + t f.
/// The conditions on s and t say that the right-hand side is the point of a parallelogram nearest
/// the origin in the metric of the inverse of H'' + c, so edges are met for good when they are met
/// at all. Where H has a kink, n along the axis of a disc, the near point is on the cap: that is
/// tried when n has passed the axis.
class RoundStep {
 public:
  Triple n, v;       ///< v: the near point of A - B for what n touches
  Two part[3];       ///< of each body, in units of its half axes
  int freedoms = 0;  ///< directions in which the near point may move on its face or edge

  explicit RoundStep(const Pair& pair)
      : body_(pair), offset_(Triple::of(pair.offset())), segments_(body_.disc[0] || body_.disc[1]) {
    if (!segments_) return;
    const TwoVectors segments = body_.segments();
    segment_[0] = segments.of(0);
    segment_[1] = segments.of(1);
    lumelsky_ = Lumelsky(dot(segment_[0], segment_[0]), dot(segment_[1], segment_[1]),
                         dot(segment_[0], segment_[1]));
  }

  /// Starts with the direction of the near points of the segments, of any length.
  void start(Triple centres) {
    n = centres;
    if (!segments_) return;
    along_ = lumelsky_.nearest(dot(segment_[0], centres), dot(segment_[1], centres));
    const Triple w = centres + (segment_[0] * along_[0] + segment_[1] * along_[1]);
    if (dot(w, w) > 0x1p-40 * dot(centres, centres)) n = w;
  }

  /// Both bodies against n; the gap between them times |n|.
  double look() {
    body_.look(n);
    return gap();
  }
  double gap() const { return -sum(body_.value) - dot(n, offset_); }

  /// The same against another direction, and nothing more.
  double gap(Triple q) const { return -body_.support(q) - dot(q, offset_); }

  /// Has n passed the axis of a disc?
  bool passed_axis() {
    if (!segments_) return false;
    const Two along = body_.d.x * last_x_ + body_.d.y * last_y_;
    for (passed_ = 0; passed_ < 2; ++passed_) {
      if (body_.disc[passed_] && !(along[passed_] > 0)) return true;
    }
    return false;
  }

  /// n becomes the axis that was passed: is the near point on that cap? If not, n touches that
  /// point of its rim which is nearest.
  bool cap() {
    const int k = passed_;
    const Triple x = body_.x.of(k), y = body_.y.of(k), z = body_.z.of(k);
    Triple axis = cross(x, y);
    axis = axis * (1 / std::sqrt(dot(axis, axis)));
    n = dot(axis, n) < 0 ? axis * -1 : axis;
    body_.look(n);
    const double along = dot(z, n) > 0 ? -1 : 1, beside = body_.d.z[1 - k] > 0 ? -1 : 1;
    v = z * along + (segment_[1 - k] * beside - body_.slope.of(1 - k)) - offset_;
    const double xx = dot(x, x), yy = dot(y, y), xy = dot(x, y);
    const double rx = dot(x, v), ry = dot(y, v), area = xx * yy - xy * xy;
    const double s = (xy * ry - yy * rx) / area, t = (xy * rx - xx * ry) / area;
    const double square = s * s + t * t;
    body_.touch_rim(k, -s, -t, dot(z, n), std::sqrt(square));
    if (!(square < 1 - 0x1p-50 && body_.length[1 - k] > 0)) return false;
    v = v + (x * s + y * t);
    freedoms = 0;
    touch({beside, beside});
    freedoms = 2;
    part[0][k] = s;
    part[1][k] = t;
    part[2][k] = along;
    free_[0] = {k, 0, x};
    free_[1] = {k, 1, y};
    return true;
  }

  /// Of what n touches, the point nearest the origin.
  void nearest() {
    force_ = Triple{0, 0, 0} - sum(body_.slope) - offset_;
    if (segments_) {
      along_ = lumelsky_.nearest(dot(segment_[0], force_), dot(segment_[1], force_));
    }
    meet();
  }
  /// Of what the first n touches, the point where the segments are nearest: near enough.
  void near() {
    force_ = Triple{0, 0, 0} - sum(body_.slope) - offset_;
    meet();
  }
  /// Its parts.
  void place() {
    freedoms = 0;
    touch(along_);
  }

  /// The points of the parts in double: A's from its centre, and their difference.
  struct Points {
    Triple a, v;
  };
  Points points() const {
    const TwoVectors at = body_.at(part);
    return {at.of(0), sum(at) - offset_};
  }

  /// Newton's step.
  void advance(double upper, double lower) {
    const double over_n = 1 / std::sqrt(dot(n, n)), c = upper * over_n;
    const Triple r = force_ + n * ((upper - lower) * over_n);
    double m[6] = {c, 0, 0, c, 0, c};
    body_.add_curvature(m);
    const Inverse solve(m);
    if (!segments_) {
      n = solve(r) * solve.over;
      return;
    }
    const Triple e = solve(segment_[0]), f = solve(segment_[1]);
    const Lumelsky lumelsky(dot(e, segment_[0]), dot(f, segment_[1]), dot(e, segment_[1]));
    const auto [s, t] = lumelsky.nearest(dot(e, r), dot(f, r));
    last_x_ = body_.d.x;
    last_y_ = body_.d.y;
    n = (solve(r) + (e * s + f * t)) * solve.over;
  }

  /// Are near points where n touches, and nowhere else?
  bool smooth() const { return !segments_; }
  /// How far v is off the line of n.
  Triple off() const { return v - n * (dot(n, v) / dot(n, n)); }
  /// Newton's step where v is next to nothing: n turns until v is along it, or against it.
  void turn() {
    double m[6] = {};
    body_.add_curvature(m);
    const double stiff = (m[0] + (m[3] + m[5])) / dot(n, n);  // there is no way along n
    m[0] += stiff * n.x * n.x;
    m[1] += stiff * n.x * n.y;
    m[2] += stiff * n.x * n.z;
    m[3] += stiff * n.y * n.y;
    m[4] += stiff * n.y * n.z;
    m[5] += stiff * n.z * n.z;
    const Inverse solve(m);
    n = n + solve(off()) * solve.over;
  }

  /// How to move on the edge or face, for v to be normal to it.
  std::array<double, 2> refinement(Triple at) const {
    const Triple &e = free_[0].way, &f = free_[1].way;
    const double ee = dot(e, e), ve = dot(at, e);
    if (freedoms == 1) return {-ve / ee, 0};
    const double ff = dot(f, f), ef = dot(e, f), vf = dot(at, f), area = ee * ff - ef * ef;
    if (!(area > 0x1p-20 * ee * ff)) return {-ve / ee, 0};
    return {(ef * vf - ff * ve) / area, (ef * ve - ee * vf) / area};
  }
  /// Moves there; false if that leaves the face.
  bool refine(const std::array<double, 2>& step) {
    double square = 0;
    for (int i = 0; i < freedoms; ++i) {
      Two& both = part[free_[i].axis];
      const double x = std::clamp(both[free_[i].body] + step[i], -1.0, 1.0);
      both[free_[i].body] = x;
      if (free_[i].axis < 2) square += x * x;
    }
    return square < 1 - 0x1p-50;
  }
  bool stays_inside(const std::array<double, 2>& step) const {
    bool inside = true;
    double square = 0;
    for (int i = 0; i < freedoms; ++i) {
      const double x = part[free_[i].axis][free_[i].body] + step[i];
      inside &= x > -1 && x < 1;
      if (free_[i].axis < 2) square += x * x;
    }
    return inside && square < 1 - 0x1p-50;
  }
  /// What that means for a body's point.
  Triple moved(int body, const std::array<double, 2>& step) const {
    Triple sum{0, 0, 0};
    for (int i = 0; i < freedoms; ++i) {
      if (free_[i].body == body) sum = sum + free_[i].way * step[i];
    }
    return sum;
  }

 private:
  void meet() {
    v = force_;
    if (segments_) v = v + (segment_[0] * along_[0] + segment_[1] * along_[1]);
  }

  /// Of a symmetric matrix, but for a factor.
  struct Inverse {
    double cofactor[6], over;

    explicit Inverse(const double (&m)[6])
        : cofactor{m[3] * m[5] - m[4] * m[4], m[2] * m[4] - m[1] * m[5], m[1] * m[4] - m[2] * m[3],
                   m[0] * m[5] - m[2] * m[2], m[1] * m[2] - m[0] * m[4], m[0] * m[3] - m[1] * m[1]},
          over(1 / (m[0] * cofactor[0] + (m[1] * cofactor[1] + m[2] * cofactor[2]))) {}
    Triple operator()(Triple x) const {
      return {cofactor[0] * x.x + (cofactor[1] * x.y + cofactor[2] * x.z),
              cofactor[1] * x.x + (cofactor[3] * x.y + cofactor[4] * x.z),
              cofactor[2] * x.x + (cofactor[4] * x.y + cofactor[5] * x.z)};
    }
  };

  /// The s, t in [-1, 1] that minimise ee s s + 2 ef s t + ff t t + 2 (re s + rf t): Lumelsky's
  /// way, without his branches. What does not depend on re and rf stands ready, so that little is
  /// waited for; it is zero where there is no such segment, or where the two are as good as
  /// parallel.
  class Lumelsky {
   public:
    Lumelsky() = default;
    Lumelsky(double ee, double ff, double ef) {
      const double whole = ee * ff, area = whole - ef * ef;
      const double over_area = area > 0x1p-40 * whole ? 1 / area : 0;
      over_ee_ = ee > 0 ? 1 / ee : 0;
      over_ff_ = ff > 0 ? 1 / ff : 0;
      ef_by_area_ = ef * over_area;
      ff_by_area_ = ff * over_area;
      ef_by_ee_ = ef * over_ee_;
      ef_by_ff_ = ef * over_ff_;
    }
    std::array<double, 2> nearest(double re, double rf) const {
      const double s = clamped(ef_by_area_ * rf - ff_by_area_ * re);
      const double t = clamped(0 - (over_ff_ * rf + ef_by_ff_ * s));
      return {clamped(0 - (over_ee_ * re + ef_by_ee_ * t)), t};
    }

   private:
    static double clamped(double x) {
      const double y = x < 1 ? x : 1;
      return y > -1 ? y : -1;
    }
    double over_ee_, over_ff_, ef_by_area_, ff_by_area_, ef_by_ee_, ef_by_ff_;
  };

  void touch(const std::array<double, 2>& along) {
    const Two length = body_.length > 0 ? body_.length : Two{1, 1};
    const Two across = -(body_.d.z / length), on_segment = {along[0], along[1]};
    part[0] = -(body_.d.x / length);
    part[1] = -(body_.d.y / length);
    part[2] = body_.solid > 0 ? across : on_segment;
    for (int k = 0; k < 2; ++k) {
      if (body_.disc[k] && std::abs(along[k]) < 1) free_[freedoms++] = {k, 2, segment_[k]};
    }
  }

  struct Freedom {
    int body, axis;
    Triple way;
  };

  RoundBodies body_;
  Triple offset_, force_;
  bool segments_;
  Triple segment_[2];
  Lumelsky lumelsky_;
  Two last_x_, last_y_;  // of d, before the step
  std::array<double, 2> along_{};
  std::array<Freedom, 2> free_;
  int passed_ = 0;
};

}  // namespace apart
