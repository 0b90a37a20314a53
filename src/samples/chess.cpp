// SPDX-License-Identifier: BSD-3-Clause
#include "samples/chess.hpp"

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

namespace apart::samples {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr int sides = 32;  // of the polygon that stands for a circle
constexpr int rings = 32;  // from foot to top: 2 * sides * rings triangles in all

/// The directions to the corners of the polygon, by halving angles: library sines differ.
std::array<Vector2d, sides> make_circle() {
  std::array<Vector2d, sides> circle;
  circle[0] = {1, 0};
  circle[sides / 4] = {0, 1};
  for (int step = sides / 4; step > 1; step /= 2) {
    for (int i = 0; i < sides / 4; i += step) {
      const Vector2d sum = circle[i] + circle[i + step];
      circle[i + step / 2] = sum / std::sqrt(sum.squaredNorm());
    }
  }
  for (int i = sides / 4; i < sides; ++i) {
    const Vector2d& before = circle[i - sides / 4];
    circle[i] = {-before.y(), before.x()};
  }
  return circle;
}

const std::array<Vector2d, sides>& circle() {
  static const std::array<Vector2d, sides> corners = make_circle();
  return corners;
}

/// Points on a curve through the given ones (Catmull and Rom), equally spread over its parameter.
template <class Point>
std::vector<Point> curve(const std::vector<Point>& through, int count) {
  const int last = static_cast<int>(through.size()) - 1;
  std::vector<Point> points;
  for (int i = 0; i < count; ++i) {
    const double t = static_cast<double>(i) * last / (count - 1);
    const int k = std::min(static_cast<int>(t), last - 1);
    const double u = t - k;
    const Point& b = through[k];
    const Point& c = through[k + 1];
    const Point a = k > 0 ? through[k - 1] : Point(2 * b - c);
    const Point d = k + 2 <= last ? through[k + 2] : Point(2 * c - b);
    points.push_back(0.5 * (2 * b + u * ((c - a) + u * ((2 * a - 5 * b + 4 * c - d) +
                                                        u * (3 * (b - c) + d - a)))));
  }
  return points;
}

/// A surface over rings of corners, closed by a point below and one above.
ChessPiece loft(std::string name, const std::vector<std::array<Vector3d, sides>>& ring,
                const Vector3d& bottom, const Vector3d& top) {
  ChessPiece piece{std::move(name), {}, {}};
  for (const auto& corners : ring) {
    piece.vertices.insert(piece.vertices.end(), corners.begin(), corners.end());
  }
  const int count = static_cast<int>(ring.size());
  const int foot = static_cast<int>(piece.vertices.size()), head = foot + 1;
  piece.vertices.push_back(bottom);
  piece.vertices.push_back(top);
  for (int i = 0; i < sides; ++i) {
    const int next = (i + 1) % sides;
    piece.triangles.push_back({foot, next, i});
    for (int k = 0; k + 1 < count; ++k) {
      const int a = k * sides + i, b = k * sides + next;
      piece.triangles.push_back({a, b, b + sides});
      piece.triangles.push_back({a, b + sides, a + sides});
    }
    piece.triangles.push_back({head, (count - 1) * sides + i, (count - 1) * sides + next});
  }
  return piece;
}

/// What is carved into a turned piece: moves the corner of a ring.
using Carve = std::function<Vector3d(const Vector3d& corner, int ring, int side)>;

/// A piece from the lathe: radii and heights, from the rim of the foot to that of the top.
ChessPiece turned(std::string name, const std::vector<Vector2d>& profile, double top,
                  const Carve& carve = nullptr) {
  const std::vector<Vector2d> outline = curve(profile, rings);
  std::vector<std::array<Vector3d, sides>> ring(outline.size());
  for (int k = 0; k < rings; ++k) {
    for (int i = 0; i < sides; ++i) {
      const Vector2d across = outline[k].x() * circle()[i];
      const Vector3d corner(across.x(), across.y(), outline[k].y());
      ring[k][i] = carve ? carve(corner, k, i) : corner;
    }
  }
  return loft(std::move(name), ring, {0, 0, 0}, {0, 0, top});
}

ChessPiece pawn() {
  return turned("pawn",
                {{21, 0},
                 {22, 3},
                 {20, 8},
                 {15, 11},
                 {12, 18},
                 {8, 30},
                 {7, 42},
                 {11, 47},
                 {12, 49},
                 {8, 52},
                 {12, 58},
                 {14, 65},
                 {13, 72.5},
                 {7, 78.5}},
                80);
}

ChessPiece rook() {
  // Four merlons: every other eighth of the wall is lowered, inside as outside.
  const Carve crenels = [](const Vector3d& corner, int, int side) -> Vector3d {
    if (side / 4 % 2 == 0 || corner.z() < 77) return corner;
    return {corner.x(), corner.y(), 77 + 0.3 * (corner.z() - 77)};
  };
  return turned("rook",
                {{25, 0},
                 {26, 3},
                 {24, 9},
                 {18, 13},
                 {15, 22},
                 {13, 40},
                 {13, 58},
                 {16, 64},
                 {19, 68},
                 {19, 76},
                 {19, 88},
                 {14, 88},
                 {13, 76},
                 {6, 74}},
                74, crenels);
}

ChessPiece bishop() {
  return turned("bishop",
                {{23, 0},
                 {24, 3},
                 {22, 9},
                 {16, 13},
                 {12, 24},
                 {9, 40},
                 {8, 54},
                 {13, 60},
                 {14, 62},
                 {9, 65.5},
                 {13, 73},
                 {13, 81},
                 {7, 89.5},
                 {3, 92.5},
                 {4, 96},
                 {1.5, 98.5}},
                99);
}

ChessPiece queen() {
  // Eight notches in the crown.
  const Carve notches = [](const Vector3d& corner, int, int side) -> Vector3d {
    const bool on_crown = corner.z() > 86 && corner.head<2>().squaredNorm() > 11 * 11;
    if (side % 4 != 2 || !on_crown) return corner;
    return {corner.x(), corner.y(), 86 + 0.5 * (corner.z() - 86)};
  };
  return turned("queen",
                {{25, 0},
                 {26, 3},
                 {24, 10},
                 {18, 14},
                 {13, 26},
                 {9.5, 45},
                 {9, 62},
                 {14, 68},
                 {15, 70},
                 {10, 74},
                 {13, 84},
                 {16, 94},
                 {13, 94},
                 {8, 95.5},
                 {4, 98},
                 {4.5, 101},
                 {2, 104}},
                105, notches);
}

ChessPiece king() {
  // The uppermost rings are squeezed to the outline of a cross, seen along y.
  const Carve cross = [](const Vector3d& corner, int ring, int side) -> Vector3d {
    constexpr int first = rings - 8;
    if (ring < first) return corner;
    constexpr double half_width[] = {2.5, 2.2, 2.2, 7, 7, 2.2, 2.2, 2.5};
    constexpr double height[] = {96, 98, 100, 101, 105, 106, 108, 110};
    const Vector2d& direction = circle()[side];
    const Vector2d square = direction / direction.cwiseAbs().maxCoeff();
    return {half_width[ring - first] * square.x(), 2 * square.y(), height[ring - first]};
  };
  return turned("king",
                {{26, 0},
                 {27, 3},
                 {25, 10},
                 {19, 14},
                 {14, 27},
                 {10, 46},
                 {9.5, 64},
                 {15, 70},
                 {16, 72},
                 {11, 76},
                 {13, 84},
                 {15, 91},
                 {9, 94.5},
                 {5, 95},
                 {4, 95.2},
                 {3.5, 95.4},
                 {3, 95.6},
                 {2.5, 96}},
                110, cross);
}

/// A turned foot that goes over into a neck, bent forward (along x) to a head: rings around a spine
/// that stays in the plane y = 0.
ChessPiece knight() {
  struct Section {
    Vector2d centre;       // x and z
    double along, across;  // half widths: in the plane, and along y
  };
  const std::vector<Section> sections{{{0, 0}, 24, 24},    {{0, 3}, 25, 25},    {{0, 9}, 23, 23},
                                      {{0, 14}, 17, 17},   {{-1, 22}, 15, 14},  {{-3, 34}, 14, 11},
                                      {{-5, 48}, 13.5, 9}, {{-5, 62}, 13, 8.5}, {{-1, 74}, 12, 8},
                                      {{8, 80}, 11, 7.5},  {{17, 76}, 9, 6.5},  {{24, 68}, 7, 5.5},
                                      {{29, 61}, 5.5, 4.5}};
  std::vector<Vector2d> centres, widths;
  for (const Section& s : sections) {
    centres.push_back(s.centre);
    widths.emplace_back(s.along, s.across);
  }
  const std::vector<Vector2d> spine = curve(centres, rings), width = curve(widths, rings);
  std::vector<std::array<Vector3d, sides>> ring(rings);
  for (int k = 0; k < rings; ++k) {
    const Vector2d ahead = spine[std::min(k + 1, rings - 1)] - spine[std::max(k - 1, 0)];
    const Vector2d tangent = ahead / std::sqrt(ahead.squaredNorm());
    const Vector2d forward(tangent.y(), -tangent.x());  // what x is while the spine goes up
    for (int i = 0; i < sides; ++i) {
      const Vector2d& direction = circle()[i];
      const Vector2d in_plane = spine[k] + width[k].x() * direction.x() * forward;
      ring[k][i] = {in_plane.x(), width[k].y() * direction.y(), in_plane.y()};
    }
  }
  // Ears: on the crown of the head, beside the middle of the back.
  for (const int ear : {sides / 2 - 2, sides / 2 + 2}) ring[20][ear] += Vector3d(-2, 0, 7);
  const Vector2d& nose = spine.back();
  return loft("knight", ring, {0, 0, 0}, {nose.x() + 1.5, 0, nose.y() - 2.5});
}

}  // namespace

std::vector<ChessPiece> chess_set() {
  return {pawn(), rook(), knight(), bishop(), queen(), king()};
}

}  // namespace apart::samples
