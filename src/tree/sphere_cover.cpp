// SPDX-License-Identifier: BSD-3-Clause
#include <apart/error.hpp>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "number_text.hpp"
#include "tree/mesh_data.hpp"
#include "tree/sphere_tree.hpp"

namespace apart {

namespace {

using Corners = std::array<Eigen::Vector3d, 3>;

constexpr double infinity = std::numeric_limits<double>::infinity();
/// What rounding may do to a point on its way to a grid, and to a ball's centre on its way back, in
/// units of the mesh's reach: see docs/notes/sphere-tree.md.
constexpr double cover_error = 0x1p-45;
/// Leaves are not smaller than this, in the same units, so that there is room for that; nor larger.
constexpr double least_radius = 0x1p-30, largest_radius = 4;

struct Range {
  double low = infinity, high = -infinity;
  void extend(double x) {
    low = std::min(low, x);
    high = std::max(high, x);
  }
  double size() const { return high - low; }
  double middle() const { return low + size() / 2; }
};

/// Cells of a side, enough of them to cover a range, around its middle.
struct Cells {
  double first, pitch, count;
  Cells(const Range& range, double side)
      : pitch(side), count(std::max(1.0, std::ceil(range.size() / side))) {
    first = range.middle() - count / 2 * side;
  }
  double edge(double i) const { return first + i * pitch; }
  double centre(double i) const { return first + (i + 0.5) * pitch; }
  double containing(double x) const {
    return std::clamp(std::floor((x - first) / pitch), 0.0, count - 1);
  }
};

/// What part of the x axis is under that part of a flat triangle which is between two heights.
void extend(Range& range, const Corners& corner, double low, double high) {
  for (int k = 0; k < 3; ++k) {
    const Eigen::Vector3d &p = corner[k], &q = corner[(k + 1) % 3];
    if (low <= p.y() && p.y() <= high) range.extend(p.x());
    for (const double y : {low, high}) {
      if ((p.y() < y && y < q.y()) || (q.y() < y && y < p.y())) {
        range.extend(p.x() + (y - p.y()) / (q.y() - p.y()) * (q.x() - p.x()));
      }
    }
  }
}

/// Any direction at a right angle to a unit vector.
Eigen::Vector3d across(const Eigen::Vector3d& d) {
  int axis = 0;
  d.cwiseAbs().minCoeff(&axis);
  const Vector<double> n = cross<double>(d, Eigen::Vector3d::Unit(axis));
  return n / norm(n);
}

/// The triangles of a polygon in a frame of its own, in whose plane z = 0 it lies, or nearly so.
class Sheet {
 public:
  explicit Sheet(std::vector<Corners> triangles) : corners_(std::move(triangles)) {
    choose_frame();
    for (Corners& triangle : corners_) {
      for (Eigen::Vector3d& p : triangle) {
        const Eigen::Vector3d d = p - origin_;
        p = {dot<double>(x_axis_, d), dot<double>(y_axis_, d), dot<double>(z_axis_, d)};
        width_.extend(p.x());
        height_.extend(p.y());
        off_plane_ = std::max(off_plane_, std::abs(p.z()));
      }
    }
  }

  /// How far the corners are from one plane.
  double off_plane() const { return off_plane_; }

  /// Calls visit(centre) for each cell of the grid that the polygon is in. The side of a cell is
  /// such that every point of the polygon in it is within `radius` of the centre.
  template <class Admit, class Visit>
  void cover(double radius, Admit admit, Visit visit) const {
    const double pitch = std::sqrt(2 * (radius * radius - off_plane_ * off_plane_));
    if (!(pitch > 0)) return visit(origin_);  // all is in one point
    const Cells columns(width_, pitch), rows(height_, pitch);
    admit(columns.count * rows.count);
    for (double row = 0; row < rows.count; ++row) {
      Range range;
      for (const Corners& triangle : corners_) {
        extend(range, triangle, row == 0 ? -infinity : rows.edge(row),
               row + 1 == rows.count ? infinity : rows.edge(row + 1));
      }
      if (range.low > range.high) continue;
      const double last = columns.containing(range.high);
      for (double i = columns.containing(range.low); i <= last; ++i) {
        visit(origin_ + (columns.centre(i) * x_axis_ + rows.centre(row) * y_axis_));
      }
    }
  }

 private:
  /// The x axis along the longest edge.
  void choose_frame() {
    origin_ = corners_[0][0];
    double longest = 0;
    const auto try_edge = [&](const Eigen::Vector3d& p, const Eigen::Vector3d& q) {
      const double length = norm(q - p);
      if (!(length > longest)) return;
      longest = length;
      x_axis_ = (q - p) / length;
    };
    try_edge(corners_.front()[0], corners_.front()[1]);
    for (const auto& [a, b, c] : corners_) try_edge(b, c);
    try_edge(corners_.back()[2], corners_.back()[0]);
    y_axis_ = across(x_axis_);
    double farthest = 0;
    for (const Corners& triangle : corners_) {
      for (const Eigen::Vector3d& p : triangle) {
        Eigen::Vector3d d = p - origin_;
        d -= dot<double>(x_axis_, d) * x_axis_;
        if (!(norm(d) > farthest)) continue;
        farthest = norm(d);
        y_axis_ = d / farthest;
      }
    }
    y_axis_ -= dot<double>(x_axis_, y_axis_) * x_axis_;  // rounding may be all there was of d
    y_axis_ = norm(y_axis_) > 0.5 ? Eigen::Vector3d(y_axis_ / norm(y_axis_)) : across(x_axis_);
    z_axis_ = cross<double>(x_axis_, y_axis_);
  }

  std::vector<Corners> corners_;
  Eigen::Vector3d origin_, x_axis_ = Eigen::Vector3d::UnitX(), y_axis_, z_axis_;
  Range width_, height_;
  double off_plane_ = 0;
};

/// Covers one polygon of a mesh after the other.
class Cover {
 public:
  Cover(const detail::MeshData& mesh, double leaf_radius) : mesh_(mesh), given_(leaf_radius) {
    Eigen::AlignedBox3d box;
    for (const auto& triangle : mesh.triangles) {
      for (const int corner : triangle) {
        const Eigen::Vector3d p = mesh.tree.local(mesh.vertices[corner]);
        box.extend(p);
        reach_ = std::max(reach_, norm(p));
      }
    }
    radius_ = leaf_radius > 0 ? leaf_radius / mesh.tree.unit : box.sizes().maxCoeff() / 50;
    radius_ = std::clamp(radius_, least_radius * reach_, largest_radius * reach_);
    const double polygons = static_cast<double>(mesh.triangles.size());
    most_ = std::min(0x1p24 + 4 * polygons, 0x1p30 - 1);
  }

  std::vector<SphereNode> leaves() {
    const int triangles = static_cast<int>(mesh_.triangles.size());
    for (int first = 0, end = 0; first < triangles; first = end) {
      end = mesh_.polygon_end(first);
      const Sheet sheet(corners(first, end));
      if (end == first + 1 || sheet.off_plane() <= radius_ / 4) {
        add(sheet, first);
        continue;
      }
      // Far from flat: triangles are always.
      for (int t = first; t < end; ++t) add(Sheet(corners(t, t + 1)), first);
    }
    return std::move(leaves_);
  }

 private:
  std::vector<Corners> corners(int first, int end) const {
    std::vector<Corners> result;
    for (int t = first; t < end; ++t) {
      const auto& [a, b, c] = mesh_.triangles[t];
      result.push_back({mesh_.tree.local(mesh_.vertices[a]), mesh_.tree.local(mesh_.vertices[b]),
                        mesh_.tree.local(mesh_.vertices[c])});
    }
    return result;
  }

  void add(const Sheet& sheet, std::int32_t label) {
    const auto admit = [&](double cells) {
      if (!(static_cast<double>(leaves_.size()) + cells <= most_)) refuse();
    };
    sheet.cover(radius_ - cover_error * reach_, admit, [&](const Eigen::Vector3d& centre) {
      SphereNode& leaf = leaves_.emplace_back();
      leaf.centre = centre;
      leaf.radius = radius_;
      leaf.child = ~label;
    });
  }

  [[noreturn]] void refuse() const {
    throw InvalidInput("mesh: a leaf_radius of " + text(given_) + " would take more than " +
                       text(most_) + " spheres to cover the triangles; choose a larger one");
  }

  const detail::MeshData& mesh_;
  double given_, radius_ = 0, reach_ = 0, most_ = 0;
  std::vector<SphereNode> leaves_;
};

}  // namespace

SphereTree cover(const detail::MeshData& mesh, double leaf_radius) {
  if (!(leaf_radius >= 0 && std::isfinite(leaf_radius))) {
    throw InvalidInput("mesh: leaf_radius must be finite and not negative, got " +
                       text(leaf_radius));
  }
  SphereTree tree;
  tree.centre = mesh.tree.centre;
  tree.unit = mesh.tree.unit;
  tree.build(Cover(mesh, leaf_radius).leaves());
  return tree;
}

}  // namespace apart
