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
  Vector<double> n, v;                 ///< v: the near point of A - B for what n touches
  std::array<Vector<double>, 2> part;  ///< of each body, in units of its half axes
  int freedoms = 0;  ///< directions in which the near point may move on its face or edge

  explicit RoundStep(const Pair& pair)
      : body_{RoundBody(pair.a(), pair.rotation_a(), pair.scale()),
              RoundBody(pair.b(), pair.rotation_b(), pair.scale())},
        offset_(pair.offset()),
        segments_(body_[0].disc || body_[1].disc) {
    if (!segments_) return;
    for (int k = 0; k < 2; ++k) segment_[k] = body_[k].segment();
    square_ = dot(segment_[1], segment_[1]);
    mixed_ = dot(segment_[0], segment_[1]);
    inverse_ = Inverse(dot(segment_[0], segment_[0]), square_, mixed_);
  }

  /// The direction of the near points of the segments, of any length.
  Vector<double> first(const Vector<double>& centres) const {
    if (!segments_) return centres;
    const auto [s, t] =
        clamped(inverse_, square_, mixed_, dot(segment_[0], centres), dot(segment_[1], centres));
    const Vector<double> w = centres + (segment_[0] * s + segment_[1] * t);
    return dot(w, w) > 0x1p-40 * dot(centres, centres) ? w : centres;
  }

  /// Both bodies against n; the gap between them times |n|.
  double look() {
    for (RoundBody& b : body_) b.look(n);
    return gap();
  }
  double gap() const { return -(body_[0].value + body_[1].value) - dot(n, offset_); }

  /// The same against another direction, and nothing more.
  double gap(const Vector<double>& q) const {
    return -(body_[0].support(q) + body_[1].support(q)) - dot(q, offset_);
  }

  /// Has n passed the axis of a disc?
  bool passed_axis() {
    for (passed_ = 0; passed_ < 2; ++passed_) {
      const RoundBody& b = body_[passed_];
      const Vector<double>& before = last_[passed_];
      if (b.disc && !(b.d.x() * before.x() + b.d.y() * before.y() > 0)) return true;
    }
    return false;
  }

  /// n becomes the axis that was passed: is the near point on that cap? If not, n touches that
  /// point of its rim which is nearest.
  bool cap() {
    const int k = passed_;
    RoundBody &b = body_[k], &other = body_[1 - k];
    Vector<double> axis = cross(b.x, b.y);
    axis /= norm(axis);
    n = dot(axis, n) < 0 ? Vector<double>(-axis) : axis;
    other.look(n);
    const double along = dot(b.z, n) > 0 ? -1 : 1, beside = other.d.z() > 0 ? -1 : 1;
    v = b.z * along + (segment_[1 - k] * beside - other.slope) - offset_;
    const double xx = dot(b.x, b.x), yy = dot(b.y, b.y), xy = dot(b.x, b.y);
    const double rx = dot(b.x, v), ry = dot(b.y, v), area = xx * yy - xy * xy;
    const double s = (xy * ry - yy * rx) / area, t = (xy * rx - xx * ry) / area;
    const double square = s * s + t * t;
    b.d = {-s, -t, dot(b.z, n)};
    b.length = std::sqrt(square);
    b.value = std::abs(b.d.z());
    b.over = 0x1p10 / std::sqrt(xx);  // as near the axis: hardly any way along the rim
    b.slope = (b.x * s + b.y * t) * (-1 / b.length);
    if (!(square < 1 - 0x1p-50 && other.length > 0)) return false;
    v += b.x * s + b.y * t;
    freedoms = 0;
    touch(1 - k, beside);
    part[k] = {s, t, along};
    free_[0] = {k, 0, b.x};
    free_[1] = {k, 1, b.y};
    freedoms = 2;
    return true;
  }

  /// Of what n touches, the point nearest the origin.
  void nearest() {
    v = force_ = -(body_[0].slope + body_[1].slope) - offset_;
    if (!segments_) return;
    along_ = clamped(inverse_, square_, mixed_, dot(segment_[0], force_), dot(segment_[1], force_));
    v += segment_[0] * along_[0] + segment_[1] * along_[1];
  }
  /// Its parts.
  void place() {
    freedoms = 0;
    touch(0, along_[0]);
    touch(1, along_[1]);
  }

  /// Newton's step.
  void advance(double upper, double lower) {
    const double over_n = 1 / norm(n), c = upper * over_n;
    const Vector<double> r = force_ + n * ((upper - lower) * over_n);
    double m[6] = {c, 0, 0, c, 0, c};
    for (const RoundBody& b : body_) b.add_curvature(m);
    const double inverse[6] = {m[3] * m[5] - m[4] * m[4], m[2] * m[4] - m[1] * m[5],
                               m[1] * m[4] - m[2] * m[3], m[0] * m[5] - m[2] * m[2],
                               m[1] * m[2] - m[0] * m[4], m[0] * m[3] - m[1] * m[1]};
    const double over = 1 / (m[0] * inverse[0] + (m[1] * inverse[1] + m[2] * inverse[2]));
    const auto solve = [&](const Vector<double>& x) -> Vector<double> {
      return {inverse[0] * x[0] + (inverse[1] * x[1] + inverse[2] * x[2]),
              inverse[1] * x[0] + (inverse[3] * x[1] + inverse[4] * x[2]),
              inverse[2] * x[0] + (inverse[4] * x[1] + inverse[5] * x[2])};
    };
    if (!segments_) {
      n = solve(r) * over;
      return;
    }
    const Vector<double> e = solve(segment_[0]), f = solve(segment_[1]);
    const double ff = dot(f, segment_[1]), ef = dot(e, segment_[1]);
    const auto [s, t] = clamped(Inverse(dot(e, segment_[0]), ff, ef), ff, ef, dot(e, r), dot(f, r));
    for (int k = 0; k < 2; ++k) last_[k] = body_[k].d;
    n = (solve(r) + (e * s + f * t)) * over;
  }

  /// How to move on the edge or face, for v to be normal to it.
  Vector<double> refinement(const Vector<double>& at) const {
    const Vector<double>&e = free_[0].way, &f = free_[1].way;
    const double ee = dot(e, e), ve = dot(at, e);
    if (freedoms == 1) return {-ve / ee, 0, 0};
    const double ff = dot(f, f), ef = dot(e, f), vf = dot(at, f), area = ee * ff - ef * ef;
    if (!(area > 0x1p-20 * ee * ff)) return {-ve / ee, 0, 0};
    return {(ef * vf - ff * ve) / area, (ef * ve - ee * vf) / area, 0};
  }
  /// Moves there; false if that leaves the face.
  bool refine(const Vector<double>& step) {
    double square = 0;
    for (int i = 0; i < freedoms; ++i) {
      double& x = part[free_[i].body][free_[i].axis];
      x = std::clamp(x + step[i], -1.0, 1.0);
      if (free_[i].axis < 2) square += x * x;
    }
    return square < 1 - 0x1p-50;
  }
  bool stays_inside(const Vector<double>& step) const {
    bool inside = true;
    double square = 0;
    for (int i = 0; i < freedoms; ++i) {
      const double x = part[free_[i].body][free_[i].axis] + step[i];
      inside &= x > -1 && x < 1;
      if (free_[i].axis < 2) square += x * x;
    }
    return inside && square < 1 - 0x1p-50;
  }
  /// What that means for a body's point.
  Vector<double> moved(int body, const Vector<double>& step) const {
    Vector<double> sum = Vector<double>::Zero();
    for (int i = 0; i < freedoms; ++i) {
      if (free_[i].body == body) sum += free_[i].way * step[i];
    }
    return sum;
  }

 private:
  /// One over the entries ee, ff and the determinant of a matrix of inner products; zero where
  /// there is no such segment, or where the two are as good as parallel.
  struct Inverse {
    double ee, ff, area;
    Inverse() = default;
    Inverse(double e, double f, double ef) {
      const double whole = e * f, rest = whole - ef * ef;
      ee = e > 0 ? 1 / e : 0;
      ff = f > 0 ? 1 / f : 0;
      area = rest > 0x1p-40 * whole ? 1 / rest : 0;
    }
  };

  /// The s, t in [-1, 1] that minimise ee s s + 2 ef s t + ff t t + 2 (re s + rf t): Lumelsky's
  /// way, without his branches.
  static std::array<double, 2> clamped(const Inverse& inverse, double ff, double ef, double re,
                                       double rf) {
    const auto clamp = [](double x) { return std::max(-1.0, std::min(1.0, x)); };
    const double s = clamp((ef * rf - ff * re) * inverse.area);
    const double t = clamp(-(rf + ef * s) * inverse.ff);
    return {clamp(-(re + ef * t) * inverse.ee), t};
  }

  void touch(int k, double along) {
    const RoundBody& b = body_[k];
    const double length = b.length > 0 ? b.length : 1;
    part[k] = {-(b.d.x() / length), -(b.d.y() / length), b.solid ? -(b.d.z() / length) : along};
    if (b.disc && std::abs(along) < 1) free_[freedoms++] = {k, 2, b.z};
  }

  struct Freedom {
    int body, axis;
    Vector<double> way;
  };

  std::array<RoundBody, 2> body_;
  Vector<double> offset_, force_;
  bool segments_;
  std::array<Vector<double>, 2> segment_, last_;
  std::array<double, 2> along_{};
  double square_, mixed_;  // of the second, of both
  Inverse inverse_;
  std::array<Freedom, 2> free_;
  int passed_ = 0;
};

}  // namespace apart
