// SPDX-License-Identifier: BSD-3-Clause
#include "convex/support_cells.hpp"

#include <algorithm>
#include <array>

#include "convex/clipped_polygon.hpp"

namespace apart::detail {

namespace {

/// Bytes per vertex that the lists may take. Shapes with long thin faces get fewer, larger cells.
constexpr std::size_t affordable = 48;

std::uint32_t whole_blocks(std::uint32_t n) { return (n + 3) / 4 * 4; }

/// Every cell in which a vertex may be farthest.
class Charter {
 public:
  Charter(std::span<const Eigen::Vector3d> vertices, std::span<const std::vector<int>> neighbours)
      : vertices_(vertices), neighbours_(neighbours) {
    for (const auto& v : vertices) size_ = std::max(size_, v.cwiseAbs().maxCoeff());
  }

  /// Calls visit(cell, vertex) for each pair, a vertex at a time.
  template <class Visit>
  void chart(int side, const Visit& visit) const {
    for (int v = 0; v < static_cast<int>(vertices_.size()); ++v) {
      for (int face = 0; face < 6; ++face) {
        const ClippedPolygon region = where_farthest(v, face);
        if (region.size > 0) fill(region, face, side, [&](int cell) { visit(cell, v); });
      }
    }
  }

 private:
  /// On the face, directions are (+-1, s, t), along which a vertex reaches a linear function of
  /// s, t: it is farthest where that exceeds all others', of which the neighbours' are enough.
  ClippedPolygon where_farthest(int v, int face) const {
    ClippedPolygon region{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const int axis = face / 2;
    const double sign = face % 2 ? 1 : -1;
    for (const int w : neighbours_[v]) {
      const Eigen::Vector3d ahead = vertices_[v] - vertices_[w];
      const double c = sign * ahead[axis] + room * size_;
      const double s = ahead[(axis + 1) % 3], t = ahead[(axis + 2) % 3];
      region.clip([&](const Eigen::Vector2d& p) { return c + (s * p.x() + t * p.y()); });
      if (region.size == 0) break;
    }
    return region;
  }

  /// The cells that a region meets, column by column.
  template <class Visit>
  static void fill(const ClippedPolygon& region, int face, int side, const Visit& visit) {
    const auto column = [side](double s) {
      return std::clamp(static_cast<int>(std::floor((s + 1) * side / 2)), 0, side - 1);
    };
    const auto [low, high] = range(region, 0);
    for (int i = column(low - room); i <= column(high + room); ++i) {
      ClippedPolygon strip = region;
      const double from = 2.0 * i / side - 1 - room, to = 2.0 * (i + 1) / side - 1 + room;
      strip.clip([from](const Eigen::Vector2d& p) { return p.x() - from; });
      strip.clip([to](const Eigen::Vector2d& p) { return to - p.x(); });
      if (strip.size == 0) continue;
      const auto [bottom, top] = range(strip, 1);
      for (int j = column(bottom - room); j <= column(top + room); ++j) {
        visit((face * side + i) * side + j);
      }
    }
  }

  static std::pair<double, double> range(const ClippedPolygon& polygon, int axis) {
    double low = polygon.corner[0][axis], high = low;
    for (int i = 1; i < polygon.size; ++i) {
      low = std::min(low, polygon.corner[i][axis]);
      high = std::max(high, polygon.corner[i][axis]);
    }
    return {low, high};
  }

  std::span<const Eigen::Vector3d> vertices_;
  std::span<const std::vector<int>> neighbours_;
  double size_ = 0;
};

}  // namespace

SupportCells::SupportCells(std::span<const Eigen::Vector3d> vertices,
                           std::span<const std::vector<int>> neighbours,
                           std::span<const int> numbers) {
  const Charter charter(vertices, neighbours);
  std::vector<std::uint32_t> count;
  const bool few = vertices.size() <= 65536;
  const std::size_t size_of_id = few ? sizeof(narrow_[0]) : sizeof(wide_[0]);
  // About as many cells as vertices: then a cell meets the regions of four or five.
  side_ = std::max(1, static_cast<int>(std::sqrt(static_cast<double>(vertices.size()) / 6)));
  for (;; side_ /= 2) {
    count.assign(6 * side_ * side_, 0);
    charter.chart(side_, [&](int cell, int) { ++count[cell]; });
    std::size_t ids = slot * count.size();
    for (const auto n : count) ids += n > slot ? whole_blocks(n) : 0;
    if (side_ == 1 || ids * size_of_id <= affordable * vertices.size()) break;
  }
  half_side_ = side_ / 2.0;
  corners_.reserve(4 * vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Eigen::Vector3d& v = vertices[i];
    corners_.insert(corners_.end(), {v.x(), v.y(), v.z(), static_cast<double>(numbers[i])});
  }
  if (few) {
    fill(narrow_, charter, count);
  } else {
    fill(wide_, charter, count);
  }
}

template <class Id, class Charter>
void SupportCells::fill(std::vector<Id>& ids, const Charter& charter,
                        const std::vector<std::uint32_t>& count) {
  std::vector<std::uint32_t> start(count.size()), end(count.size());
  std::size_t size = slot * count.size();
  for (std::size_t c = 0; c < count.size(); ++c) {
    const bool fits = count[c] <= slot;
    start[c] = static_cast<std::uint32_t>(fits ? slot * c : size);
    end[c] = start[c] + (fits ? slot : whole_blocks(count[c]));
    if (!fits) size = end[c];
  }
  ids.resize(size);
  for (std::size_t c = 0; c < count.size(); ++c) {
    if (count[c] <= slot) continue;
    const std::uint32_t where[] = {1,
                                   0,
                                   start[c] & 0xffff,
                                   start[c] >> 16,
                                   (end[c] - start[c]) & 0xffff,
                                   (end[c] - start[c]) >> 16};
    std::copy(std::begin(where), std::end(where), ids.begin() + slot * c);
  }
  charter.chart(side_, [&](int cell, int v) {
    for (auto k = start[cell]++; k < end[cell]; ++k) ids[k] = static_cast<Id>(v);  // and the rest
  });
}

}  // namespace apart::detail
