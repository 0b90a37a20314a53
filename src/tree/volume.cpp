// SPDX-License-Identifier: BSD-3-Clause
#include "tree/volume.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "tree/fit_kernels.hpp"

namespace apart {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Matrix3d spread(const Moments& m) {
  Matrix3d matrix;
  matrix << m.xx, m.xy, m.xz, m.xy, m.yy, m.yz, m.xz, m.yz, m.zz;
  return matrix;
}

/// A surface integral over a triangle: about its middle, a twelfth of the area for each corner.
Moments triangle_moments(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  Moments m;
  m.weight = (b - a).cross(c - a).norm() + 1e-30;
  m.mean = (a + b + c) / 3;
  const Vector3d p = a - m.mean, q = b - m.mean, r = c - m.mean;
  const double w = m.weight / 12;
  m.xx = w * (p.x() * p.x() + q.x() * q.x() + r.x() * r.x());
  m.xy = w * (p.x() * p.y() + q.x() * q.y() + r.x() * r.y());
  m.xz = w * (p.x() * p.z() + q.x() * q.z() + r.x() * r.z());
  m.yy = w * (p.y() * p.y() + q.y() * q.y() + r.y() * r.y());
  m.yz = w * (p.y() * p.z() + q.y() * q.z() + r.y() * r.z());
  m.zz = w * (p.z() * p.z() + q.z() * q.z() + r.z() * r.z());
  return m;
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

/// How far above the highest point a ball may touch, as a part of the box's height: balls that
/// touch the box itself would have to hold its farthest corner at that height.
constexpr double headroom = 0.5;
/// Flatter balls than these many times the box's size cut off nothing that floats could tell.
constexpr double flattest = 64;

/// The points of a volume that is to be fitted, and the room in which they are turned.
class Scratch {
 public:
  void clear() { size_ = 0; }
  void add(const PointList& list, std::size_t first, std::size_t last) {
    const std::size_t more = last - first;
    make_room(more);
    std::copy_n(list.x.data() + first, more, list_.x.data() + size_);
    std::copy_n(list.y.data() + first, more, list_.y.data() + size_);
    std::copy_n(list.z.data() + first, more, list_.z.data() + size_);
    radii_ = !list.r.empty();
    if (radii_) std::copy_n(list.r.data() + first, more, list_.r.data() + size_);
    size_ += more;
  }
  void add(const PointList& list, std::span<const std::int32_t> which) {
    make_room(which.size());
    for (const std::int32_t i : which) {
      list_.x[size_] = list.x[i];
      list_.y[size_] = list.y[i];
      list_.z[size_] = list.z[i];
      ++size_;
    }
  }
  /// Registers are filled up with the last point.
  FitPoints filled() {
    make_room(FitPoints::multiple);
    for (; size_ % FitPoints::multiple != 0; ++size_) {
      for (auto* v : {&list_.x, &list_.y, &list_.z, &list_.r}) (*v)[size_] = (*v)[size_ - 1];
    }
    return {list_.x.data(), list_.y.data(), list_.z.data(), radii_ ? list_.r.data() : nullptr,
            size_};
  }

 private:
  void make_room(std::size_t more) {
    if (size_ + more <= list_.size()) return;
    for (auto* v : {&list_.x, &list_.y, &list_.z, &list_.r}) v->resize(2 * (size_ + more));
  }

  PointList list_;
  std::size_t size_ = 0;
  bool radii_ = false;
};

/// The ball that touches the plane at height `top` over the middle of a box, or below it, and holds
/// all points: (x, y, z) is in the ball of radius R below top if x^2 + y^2 <= (top - z)(2R - top +
/// z).
void write_ball(const FitPoints& points, const Vector3d& middle, const Vector3d& extent,
                WideNode& node, int slot) {
  node.ball[slot] = 0;
  node.radius[slot] = WideNode::far;
  if (points.r) return;  // balls in a ball: it would cut nothing
  const double size = extent.sum();
  const double top = extent.z() * (1 + 2 * headroom) + size * 0x1p-20;
  double up, down;
  fit_kernels().caps(points, middle.data(), top, up, down);
  const double radius = std::min(up, down) / 2;
  if (!(radius < flattest * size)) return;
  const double centre = up <= down ? top - radius : radius - top;
  node.ball[slot] = static_cast<float>(centre / extent.z());
  // Covers what floats lose when they are stored, turned and evaluated (docs/certificate.md).
  node.radius[slot] = static_cast<float>(radius * (1 + 0x1p-19));
}

/// Around points whose moments are known; turns the points.
void write_volume(const FitPoints& points, const Moments& moments, WideNode& node, int slot) {
  const Matrix3d axes = principal_axes(spread(moments));
  const Vector3d& origin = moments.mean;
  Vector3d low, high;
  fit_kernels().turn(points, axes.data(), origin.data(), low.data(), high.data());
  const Vector3d middle = origin + axes * ((low + high) / 2);
  Vector3d centre;
  for (int k = 0; k < 3; ++k) {
    node.centre(k)[slot] = static_cast<float>(middle[k]);
    centre[k] = node.centre(k)[slot];
  }
  // About the centre as it is stored. The last term covers what rounding the axes to floats moves
  // any point of the box by, 2^-24 sqrt(3) of the three extents together, several times over.
  const Vector3d at = axes.transpose() * (centre - origin);
  Vector3d extent = (high - at).cwiseMax(at - low);
  const double size = extent.sum();
  extent.array() += size * 0x1p-20 + std::numeric_limits<float>::min();
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 3; ++i) {
      node.axis(k, i)[slot] = static_cast<float>(axes(i, k) * extent[k]);
    }
  }
  write_ball(points, at, extent, node, slot);
}

/// Goes through a tree from its leaves upwards. Points are listed when they are first met, so that
/// those of a volume are a range of the list, and the few that were met before it began: these
/// are handed upwards until the range holds them.
class Fitter {
 public:
  Fitter(const TreePoints& points, const FitTree& tree, std::span<const FitPart> parts,
         FitTables::Table& number)
      : points_(points), tree_(tree), parts_(parts), number_(number) {}

  Fit run() {
    Fit fit;
    fit.moments = fit_node(0);
    fit.points = std::move(list_);
    return fit;
  }
  /// Leaves the table as it was.
  void clear() {
    for (const std::int32_t p : numbered_) number_[p] = -1;
  }

 private:
  Moments fit_node(std::int32_t index) {
    Moments sum;
    WideNode& node = tree_.nodes[index];
    for (int slot = 0; slot < WideNode::width; ++slot) {
      const std::int32_t child = node.child[slot];
      if (child == WideNode::nothing) {
        empty_volume(node, slot);
        continue;
      }
      const std::size_t first = list_.size(), first_met = met_.size();
      const Moments moments = child < 0 ? add_leaf(~child) : add_node(child);
      drop_met(first_met, static_cast<std::int32_t>(first));
      scratch_.clear();
      scratch_.add(list_, first, list_.size());
      scratch_.add(list_, std::span(met_).subspan(first_met));
      write_volume(scratch_.filled(), moments, node, slot);
      sum.add(moments);
    }
    return sum;
  }

  Moments add_node(std::int32_t index) {
    const auto part = std::ranges::lower_bound(parts_, index, {}, &FitPart::root);
    if (part == parts_.end() || part->root != index) return fit_node(index);
    const PointList& more = part->fit->points;
    list_.x.insert(list_.x.end(), more.x.begin(), more.x.end());
    list_.y.insert(list_.y.end(), more.y.begin(), more.y.end());
    list_.z.insert(list_.z.end(), more.z.begin(), more.z.end());
    list_.r.insert(list_.r.end(), more.r.begin(), more.r.end());
    return part->fit->moments;
  }

  Moments add_leaf(std::int32_t leaf) {
    Moments sum;
    for (int i = 0; i < tree_.leaf_size; ++i) {
      const std::int32_t e = tree_.element[static_cast<std::size_t>(leaf) * tree_.leaf_size + i];
      if (e < 0) break;
      for (int k = 0; k < points_.stride; ++k) meet(points_.index(e, k));
      const auto at = [&](int k) -> const Vector3d& { return points_.point[points_.index(e, k)]; };
      if (points_.stride == 3) {
        sum.add(triangle_moments(at(0), at(1), at(2)));
      } else {
        for (int k = 0; k < points_.stride; ++k) sum.add({.weight = 1, .mean = at(k)});
      }
    }
    return sum;
  }

  void meet(std::size_t p) {
    if (!number_.empty()) {
      if (number_[p] >= 0) return met_.push_back(number_[p]);
      number_[p] = static_cast<std::int32_t>(list_.size());
      numbered_.push_back(static_cast<std::int32_t>(p));
    }
    list_.x.push_back(points_.point[p].x());
    list_.y.push_back(points_.point[p].y());
    list_.z.push_back(points_.point[p].z());
    if (!points_.radius.empty()) list_.r.push_back(points_.radius[p]);
  }
  /// Of those met again since then, what is in the list from `first` on.
  void drop_met(std::size_t since, std::int32_t first) {
    std::size_t kept = since;
    for (std::size_t i = since; i < met_.size(); ++i) {
      met_[kept] = met_[i];
      kept += met_[i] < first;
    }
    met_.resize(kept);
  }

  const TreePoints& points_;
  const FitTree& tree_;
  std::span<const FitPart> parts_;
  FitTables::Table& number_;  ///< of each point, in the list
  std::vector<std::int32_t> numbered_;
  PointList list_;
  std::vector<std::int32_t> met_;  ///< again, by their numbers
  Scratch scratch_;
};

}  // namespace

void Moments::add(const Moments& other) {
  if (!(weight > 0)) {
    *this = other;
    return;
  }
  const double sum = weight + other.weight, share = other.weight / sum;
  const Vector3d apart = other.mean - mean;
  const Vector3d q = weight * share * apart;
  mean += share * apart;
  weight = sum;
  xx += other.xx + q.x() * apart.x();
  xy += other.xy + q.x() * apart.y();
  xz += other.xz + q.x() * apart.z();
  yy += other.yy + q.y() * apart.y();
  yz += other.yz + q.y() * apart.z();
  zz += other.zz + q.z() * apart.z();
}

FitTables::Table FitTables::take() {
  const std::lock_guard lock(mutex_);
  if (tables_.empty()) return Table(size_, -1);
  Table table = std::move(tables_.back());
  tables_.pop_back();
  return table;
}

void FitTables::give_back(Table table) {
  const std::lock_guard lock(mutex_);
  tables_.push_back(std::move(table));
}

Fit fit_volumes(const TreePoints& points, FitTables& tables, const FitTree& tree,
                std::span<const FitPart> parts) {
  FitTables::Table number = tables.take();
  Fitter fitter(points, tree, parts, number);
  Fit fit = fitter.run();
  fitter.clear();
  tables.give_back(std::move(number));
  return fit;
}

void empty_volume(WideNode& node, int slot) {
  for (int k = 0; k < 3; ++k) {
    node.centre(k)[slot] = node.centre(k)[0];
    for (int i = 0; i < 3; ++i) node.axis(k, i)[slot] = node.axis(k, i)[0];
  }
  node.ball[slot] = node.ball[0];
  node.radius[slot] = node.radius[0];
  node.child[slot] = WideNode::nothing;
}

}  // namespace apart
