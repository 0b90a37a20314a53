// SPDX-License-Identifier: BSD-3-Clause
#include "tree/volume.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

namespace apart {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Sums over points from which their mean and their spread follow. Triangles count by their area:
/// how finely a surface happens to be cut should not tilt its box.
struct Moments {
  double weight = 0;
  Vector3d first = Vector3d::Zero();
  double xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;

  void add(const Vector3d& p, double w) {
    const Vector3d q = w * p;
    weight += w;
    first += q;
    xx += q.x() * p.x();
    xy += q.x() * p.y();
    xz += q.x() * p.z();
    yy += q.y() * p.y();
    yz += q.y() * p.z();
    zz += q.z() * p.z();
  }
  Matrix3d spread() const {
    Matrix3d m;
    m << xx, xy, xz, xy, yy, yz, xz, yz, zz;
    return m - first * first.transpose() / weight;
  }
};

/// Some of many elements will do to tell how they lie: nothing is proved here.
Moments moments(const TreePoints& points, std::span<const std::int32_t> elements) {
  constexpr std::size_t sample = 256;
  const std::size_t step = 1 + elements.size() / sample;
  Moments sum;
  const Vector3d origin = points.point[static_cast<std::size_t>(elements[0]) * points.stride];
  for (std::size_t i = 0; i < elements.size(); i += step) {
    const Vector3d* p = &points.point[static_cast<std::size_t>(elements[i]) * points.stride];
    if (points.stride != 3) {
      for (int k = 0; k < points.stride; ++k) sum.add(p[k] - origin, 1);
      continue;
    }
    // A surface integral: a twelfth of the area for each corner, nine for the middle.
    const double area = (p[1] - p[0]).cross(p[2] - p[0]).norm() + 1e-30;
    const Vector3d a = p[0] - origin, b = p[1] - origin, c = p[2] - origin;
    sum.add(a, area / 12);
    sum.add(b, area / 12);
    sum.add(c, area / 12);
    sum.add((a + b + c) / 3, area * 9 / 12);
  }
  return sum;
}

/// Orthonormal columns, the direction of least spread last.
Matrix3d principal_axes(const Matrix3d& spread) {
  if (!(spread.cwiseAbs().maxCoeff() > 0)) return Matrix3d::Identity();
  Eigen::SelfAdjointEigenSolver<Matrix3d> solver;
  solver.computeDirect(spread / spread.cwiseAbs().maxCoeff());
  const Vector3d z = solver.eigenvectors().col(0).normalized();
  Vector3d x = solver.eigenvectors().col(2);
  x = x - x.dot(z) * z;
  if (!(x.norm() > 0.5) || !z.allFinite()) return Matrix3d::Identity();
  x.normalize();
  Matrix3d axes;
  axes << x, z.cross(x), z;
  return axes;
}

/// The range of the elements along three directions.
struct Range {
  Eigen::Array3d low = Eigen::Array3d::Constant(std::numeric_limits<double>::infinity());
  Eigen::Array3d high = -low;
};

template <class Visit>
void for_each_point(const TreePoints& points, std::span<const std::int32_t> elements, Visit visit) {
  const bool radii = !points.radius.empty();
  for (const auto e : elements) {
    const std::size_t first = static_cast<std::size_t>(e) * points.stride;
    for (std::size_t k = first; k < first + points.stride; ++k) {
      visit(points.point[k], radii ? points.radius[k] : 0.0);
    }
  }
}

Range range(const TreePoints& points, std::span<const std::int32_t> elements,
            const Matrix3d& axes) {
  Range r;
  const Matrix3d rows = axes.transpose();
  for_each_point(points, elements, [&](const Vector3d& p, double radius) {
    const Eigen::Array3d q = rows * p;
    r.low = r.low.min(q - radius);
    r.high = r.high.max(q + radius);
  });
  return r;
}

/// The ball that touches the plane at height `top` over the middle of a box and holds all points;
/// only its distance below that plane, infinite if there is none.
struct Cap {
  double radius = std::numeric_limits<double>::infinity();
  double top = 0;
};

/// Of points (x, y, z) in a box around the origin, where z is counted along `side` = 1 or -1: with
/// r^2 = x^2 + y^2, the ball of radius R below top holds a point if r^2 <= (top - z)(2R - top + z).
class CapFit {
 public:
  explicit CapFit(double top) : top_(top) {}
  void add(double r2, double z) {
    const double gap = top_ - z;
    needed_ = std::max(needed_, r2 / gap + gap);
  }
  Cap cap() const { return {needed_ / 2, top_}; }

 private:
  double top_, needed_ = 0;
};

/// How far above the highest point a ball may touch, as a part of the box's height: balls that
/// touch the box itself would have to hold its farthest corner at that height.
constexpr double headroom = 0.5;
/// Flatter balls than these many times the box's size cut off nothing that floats could tell.
constexpr double flattest = 64;

void write_ball(const TreePoints& points, std::span<const std::int32_t> elements,
                const Matrix3d& axes, const Vector3d& centre, const Vector3d& extent,
                WideNode& node, int slot) {
  node.ball[slot] = 0;
  node.radius[slot] = WideNode::far;
  if (!points.radius.empty()) return;  // balls in a ball: it would cut nothing
  const double size = extent.sum();
  const double top = extent.z() * (1 + 2 * headroom) + size * 0x1p-20;
  CapFit up(top), down(top);
  const Matrix3d rows = axes.transpose();
  for_each_point(points, elements, [&](const Vector3d& p, double) {
    const Vector3d q = rows * (p - centre);
    const double r2 = q.x() * q.x() + q.y() * q.y();
    up.add(r2, q.z());
    down.add(r2, -q.z());
  });
  const bool upwards = up.cap().radius <= down.cap().radius;
  const Cap cap = upwards ? up.cap() : down.cap();
  if (!(cap.radius < flattest * size)) return;
  const double middle = upwards ? cap.top - cap.radius : cap.radius - cap.top;
  node.ball[slot] = static_cast<float>(middle / extent.z());
  // Covers what floats lose when they are stored, turned and evaluated (docs/certificate.md).
  node.radius[slot] = static_cast<float>(cap.radius * (1 + 0x1p-19));
}

}  // namespace

void fit_volume(const TreePoints& points, std::span<const std::int32_t> elements, WideNode& node,
                int slot) {
  const Matrix3d axes = principal_axes(moments(points, elements).spread());
  const Range along = range(points, elements, axes);
  const Vector3d middle = axes * ((along.low + along.high) / 2).matrix();
  Vector3d centre;
  for (int k = 0; k < 3; ++k) {
    node.centre[k][slot] = static_cast<float>(middle[k]);
    centre[k] = node.centre[k][slot];
  }
  // About the centre as it is stored. The last term covers what rounding the axes to floats moves
  // any point of the box by, 2^-24 sqrt(3) of the three extents together, several times over.
  const Eigen::Array3d at = (axes.transpose() * centre).array();
  Vector3d extent = (along.high - at).max(at - along.low).matrix();
  const double size = extent.sum();
  extent.array() += size * 0x1p-20 + std::numeric_limits<float>::min();
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 3; ++i) {
      node.axis[k][i][slot] = static_cast<float>(axes(i, k) * extent[k]);
    }
  }
  write_ball(points, elements, axes, centre, extent, node, slot);
}

void empty_volume(WideNode& node, int slot) {
  for (int k = 0; k < 3; ++k) {
    node.centre[k][slot] = node.centre[k][0];
    for (int i = 0; i < 3; ++i) node.axis[k][i][slot] = node.axis[k][i][0];
  }
  node.ball[slot] = node.ball[0];
  node.radius[slot] = node.radius[0];
  node.child[slot] = WideNode::nothing;
}

}  // namespace apart
