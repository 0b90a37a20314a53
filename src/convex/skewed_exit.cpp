// SPDX-License-Identifier: BSD-3-Clause
#include "convex/skewed_exit.hpp"

#include <algorithm>
#include <cmath>

namespace apart {

namespace {

constexpr double u = unit_roundoff;

/// Symmetric, of three rows and columns.
struct Symmetric {
  double xx, yy, zz, xy, yz, zx;

  Triple operator*(Triple p) const {
    return {xx * p.x + (xy * p.y + zx * p.z), xy * p.x + (yy * p.y + yz * p.z),
            zx * p.x + (yz * p.y + zz * p.z)};
  }
};

/// (R^T R)^(-1/2), by its series: of |R^T R - I| up to 1e-6 the fourth term is less than rounding.
/// It takes the unit ball to what R takes to the unit ball.
Symmetric unit_ball(const Turn& r) {
  const Symmetric e{dot(r.x, r.x) - 1, dot(r.y, r.y) - 1, dot(r.z, r.z) - 1,
                    dot(r.x, r.y),     dot(r.y, r.z),     dot(r.z, r.x)};
  const Triple x{e.xx, e.xy, e.zx}, y{e.xy, e.yy, e.yz}, z{e.zx, e.yz, e.zz};
  const auto term = [](double first, Triple a, Triple b) {
    return 0.375 * dot(a, b) - 0.5 * first;
  };
  return {1 + term(e.xx, x, x), 1 + term(e.yy, y, y), 1 + term(e.zz, z, z),
          term(e.xy, x, y),     term(e.yz, y, z),     term(e.zx, z, x)};
}

/// A body is where this is positive: value at the point, half its slope there, and its second
/// derivatives, no larger than 1.
struct Quadric {
  double value;
  Triple slope, curvature;
  double
      size;  ///< neither the slope nor any distance inside exceeds this, nor the value its square
};

Quadric side_of_cylinder(double radius, Triple at) {
  const double rho = std::sqrt(at.x * at.x + at.y * at.y);
  return {(radius - rho) * (radius + rho), {0 - at.x, 0 - at.y, 0}, {-1, -1, 0}, radius};
}
/// (R^2 (h - z)^2 - 4 h^2 rho^2) / (R^2 + 4 h^2): the product of the distances to the near side and
/// to the far one.
Quadric side_of_cone(double radius, double half, Triple at) {
  const double length = half + half, slant = std::sqrt(length * length + radius * radius);
  const double rho = std::sqrt(at.x * at.x + at.y * at.y);
  const double sine = radius / slant, cosine = length / slant;
  const double across = cosine * rho, below = sine * (half - at.z);
  const double turned = cosine * cosine;
  return {below > across ? (below - across) * (below + across) : -1,
          {0 - turned * at.x, 0 - turned * at.y, 0 - sine * below},
          {-turned, -turned, sine * sine},
          cosine * radius};
}
Quadric of_ellipsoid(Triple radii, Triple at) {
  const double least = std::min({radii.x, radii.y, radii.z});
  const auto part = [&](double radius) { return (least / radius) * (least / radius); };
  const Triple j{part(radii.x), part(radii.y), part(radii.z)};
  const Triple slope{j.x * at.x, j.y * at.y, j.z * at.z};
  return {least * least - dot(slope, at), Triple{0, 0, 0} - slope, Triple{0, 0, 0} - j, least};
}

/// Eigenvalues and eigenvectors of what is nearly diagonal, by Jacobi's rotations.
struct Axes {
  double value[3];
  double vector[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};  // one after the other

  explicit Axes(const Symmetric& s) {
    double m[3][3] = {{s.xx, s.xy, s.zx}, {s.xy, s.yy, s.yz}, {s.zx, s.yz, s.zz}};
    for (int sweep = 0; sweep < 6; ++sweep) {
      if (!(std::abs(m[0][1]) + std::abs(m[1][2]) + std::abs(m[0][2]) > u * u)) break;
      rotate(m, 0, 1);
      rotate(m, 0, 2);
      rotate(m, 1, 2);
    }
    for (int k = 0; k < 3; ++k) value[k] = m[k][k];
  }

 private:
  void rotate(double (&m)[3][3], int i, int j) {
    if (m[i][j] == 0) return;
    const double ratio = (m[j][j] - m[i][i]) / (m[i][j] + m[i][j]);
    const double t = std::copysign(1.0, ratio) / (std::abs(ratio) + std::sqrt(ratio * ratio + 1));
    const double c = 1 / std::sqrt(t * t + 1), s = t * c, step = t * m[i][j];
    m[i][i] -= step;
    m[j][j] += step;
    m[i][j] = m[j][i] = 0;
    const int k = 3 - i - j;
    const double at_i = m[k][i], at_j = m[k][j];
    m[k][i] = m[i][k] = c * at_i - s * at_j;
    m[k][j] = m[j][k] = s * at_i + c * at_j;
    for (int n = 0; n < 3; ++n) {
      const double x = vector[i][n], y = vector[j][n];
      vector[i][n] = c * x - s * y;
      vector[j][n] = s * x + c * y;
    }
  }
};

/// How far a quadric stays positive around a point, lengths being those of the world
/// (docs/certificate.md, "A centre inside"): for every l beyond the least eigenvalue,
/// value - t^2 l - sum b_k^2 / (j_k + l) is a bound on it at a distance of t.
class QuadricExit {
 public:
  QuadricExit(const Quadric& q, const Symmetric& ball)
      : value_(q.value), ball_(ball), axes_(seen(q.curvature, ball)), size_(q.size) {
    const Triple b = ball * q.slope;
    for (int k = 1; k < 3; ++k) {
      if (axes_.value[k] < axes_.value[least_]) least_ = k;
    }
    for (int k = 0; k < 3; ++k) {
      const double* a = axes_.vector[k];
      slope_[k] = a[0] * b.x + (a[1] * b.y + a[2] * b.z);
      beyond_[k] = axes_.value[k] - axes_.value[least_];
    }
  }

  Exit find(Triple at) {
    solve();
    const double l = multiplier();
    double left = value_;
    for (int k = 0; k < 3; ++k) left -= slope_[k] * slope_[k] / (beyond_[k] + m_);
    const double square = left / l, lost = 128 * u * size_ * size_ / l;
    if (!(square > lost)) return {-1, -1, {1, 0, 0}, at};
    const double room = std::sqrt(square);
    const Triple outward = ball_ * way(room);
    return {room, std::sqrt(square - lost) * (1 - 4 * u), outward, at + outward * room};
  }

 private:
  static constexpr int limit = 24;
  /// Below this, rounding might make the bound none.
  static constexpr double nearest = 0x1p-44;

  static Symmetric seen(Triple j, const Symmetric& b) {
    const Triple x{b.xx, b.xy, b.zx}, y{b.xy, b.yy, b.yz}, z{b.zx, b.yz, b.zz};
    const auto form = [&](Triple p, Triple q) {
      return j.x * (p.x * q.x) + (j.y * (p.y * q.y) + j.z * (p.z * q.z));
    };
    return {form(x, x), form(y, y), form(z, z), form(x, y), form(y, z), form(z, x)};
  }

  double multiplier() const { return m_ - axes_.value[least_]; }

  /// A unit vector. Where the slope says nothing of the axis that is nearest, as at a centre, what
  /// the others leave is along that one.
  Triple way(double room) const {
    double along[3], others = 0;
    for (int k = 0; k < 3; ++k) {
      along[k] = -slope_[k] / ((beyond_[k] + m_) * room);
      if (k != least_) others += along[k] * along[k];
    }
    if (m_ == nearest) {
      along[least_] = std::copysign(std::sqrt(std::max(0.0, 1 - others)), along[least_]);
    }
    Triple sum{0, 0, 0};
    for (int k = 0; k < 3; ++k) {
      const double* a = axes_.vector[k];
      sum = sum + Triple{a[0], a[1], a[2]} * along[k];
    }
    return sum * (1 / norm(sum));
  }

  /// The l of the best bound: where the derivative of it, which falls, is zero.
  void solve() {
    const double part_of_value = std::sqrt(-axes_.value[least_] / value_);
    for (int k = 0; k < 3; ++k) {  // no term exceeds the value
      m_ = larger(m_, std::abs(slope_[k]) * part_of_value - beyond_[k]);
    }
    double low = m_, high = INFINITY;
    for (int round = 0; round < limit; ++round) {
      const double l = multiplier();
      double excess = -value_, fall = 0;
      for (int k = 0; k < 3; ++k) {
        const double below = beyond_[k] + m_, part = slope_[k] / below, square = part * part;
        excess += square * (l + below);
        fall += 2 * l * square / below;
      }
      if (m_ == nearest && !(excess > 0)) return;
      const double step = excess / fall;
      if (std::abs(step) <= 0x1p-27 * m_) {  // its square is nothing
        m_ += step;
        return;
      }
      (excess > 0 ? low : high) = m_;
      m_ += step;
      if (!(m_ > low && m_ < high)) m_ = high < INFINITY ? std::sqrt(low * high) : 2 * low;
    }
  }

  const double value_;
  const Symmetric ball_;
  const Axes axes_;
  const double size_;
  double slope_[3], beyond_[3];
  int least_ = 0;
  double m_ = nearest;
};

/// By the plane across the z axis at `height`, above or below.
Exit flat_exit(double height, double side, const Symmetric& ball, Triple at) {
  const Triple n = Triple{ball.zx, ball.yz, ball.zz} * side;
  const double length = norm(n), room = (height - side * at.z) / length;
  const Triple outward = ball * (n * (1 / length));
  return {room, room * (1 - 8 * u) - 4 * u * height, outward, at + outward * room};
}

}  // namespace

Exit skewed_exit(Core::Kind kind, Triple extent, const Turn& turn, Triple at) {
  const Symmetric ball = unit_ball(turn);
  if (kind == Core::Kind::ellipsoid) {
    return QuadricExit(of_ellipsoid(extent, at), ball).find(at);
  }
  const bool cone = kind == Core::Kind::cone;
  const Quadric side = cone ? side_of_cone(extent.x, extent.z, at) : side_of_cylinder(extent.x, at);
  const Exit flat = flat_exit(extent.z, cone ? -1 : sign_of(at.z), ball, at);
  if (!(side.value > 0)) return {-1, -1, {1, 0, 0}, at};
  const Exit round = QuadricExit(side, ball).find(at);
  Exit nearest = flat.room < round.room ? flat : round;
  nearest.least = lesser(flat.least, round.least);
  return nearest;
}

}  // namespace apart
