// SPDX-License-Identifier: BSD-3-Clause

// A case as text that can be pasted into the command line.

#include <cmath>
#include <cstdio>

#include "oracle/body.hpp"
#include "oracle/families.hpp"

namespace oracle {

namespace {

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

template <class Numbers>
std::string list(const Numbers& numbers) {
  std::string out = "[";
  for (const double x : numbers) out += (out.size() > 1 ? "," : "") + number(x);
  return out + "]";
}

std::string list(const std::vector<Vec3>& points) {
  std::string out = "[";
  for (const Vec3& p : points) out += (&p == points.data() ? "" : ",") + list(p);
  return out + "]";
}

std::string section(const std::vector<Vec3>& points) {
  std::string out;
  for (const Vec3& p : points) out += (out.empty() ? "[" : ",") + list(std::array{p[0], p[1]});
  return out + "]";
}

/// The body without its rounding. Files know no frustum: it stands for a user's own type.
std::string sharp(const Body& b) {
  const std::string radius = "\"radius\":" + number(b.size[0]);
  const std::string round = radius + ",\"length\":" + number(b.size[1]) + "}";
  const auto& p = b.points;
  switch (b.kind) {
    case Kind::point:
      return "{\"type\":\"point\",\"p\":" + list(p[0]) + "}";
    case Kind::segment:
      return "{\"type\":\"segment\",\"a\":" + list(p[0]) + ",\"b\":" + list(p[1]) + "}";
    case Kind::triangle:
      return "{\"type\":\"triangle\",\"a\":" + list(p[0]) + ",\"b\":" + list(p[1]) +
             ",\"c\":" + list(p[2]) + "}";
    case Kind::sphere:
      return "{\"type\":\"sphere\"," + radius + "}";
    case Kind::box:
      return "{\"type\":\"box\",\"size\":" + list(b.size) + "}";
    case Kind::capsule:
      return "{\"type\":\"capsule\"," + round;
    case Kind::cylinder:
      return "{\"type\":\"cylinder\"," + round;
    case Kind::cone:
      return "{\"type\":\"cone\"," + round;
    case Kind::ellipsoid:
      return "{\"type\":\"ellipsoid\",\"radii\":" + list(b.size) + "}";
    case Kind::polytope:
      return "{\"type\":\"polytope\",\"vertices\":" + list(p) + "}";
    case Kind::frustum:
      return "{\"type\":\"frustum (custom)\",\"size\":" + list(b.size) + "}";
    case Kind::halfspace:
      return "{\"type\":\"halfspace\",\"normal\":" + list(p[0]) +
             ",\"offset\":" + number(b.size[0]) + "}";
    case Kind::prism:
      return "{\"type\":\"prism\",\"section\":" + section(p) + "}";
  }
  return "";
}

std::string shape(const Body& b) {
  if (b.rounding == 0) return sharp(b);
  return "{\"type\":\"rounded\",\"shape\":" + sharp(b) + ",\"radius\":" + number(b.rounding) + "}";
}

/// The quaternion [w,x,y,z] of a rotation, by its greatest component.
std::array<double, 4> quaternion(const std::array<double, 9>& r) {
  const double squares[] = {1 + r[0] + r[4] + r[8], 1 + r[0] - r[4] - r[8], 1 - r[0] + r[4] - r[8],
                            1 - r[0] - r[4] + r[8]};
  int most = 0;
  for (int i = 1; i < 4; ++i) most = squares[i] > squares[most] ? i : most;
  const double q = std::sqrt(squares[most]) / 2, s = 1 / (4 * q);
  const double wx = (r[7] - r[5]) * s, wy = (r[2] - r[6]) * s, wz = (r[3] - r[1]) * s;
  const double xy = (r[1] + r[3]) * s, xz = (r[2] + r[6]) * s, yz = (r[5] + r[7]) * s;
  if (most == 0) return {q, wx, wy, wz};
  if (most == 1) return {wx, q, xy, xz};
  if (most == 2) return {wy, xy, q, yz};
  return {wz, xz, yz, q};
}

bool rotated(const Map& map) { return map.r != Map{}.r; }

std::string pose(const Map& map) {
  std::string out = "{\"t\":" + list(map.t);
  if (rotated(map)) out += ",\"q\":" + list(quaternion(map.r));
  return out + "}";
}

}  // namespace

std::string query_line(const Body& a, const Map& pose_a, const Body& b, const Map& pose_b,
                       const std::string& id, const std::string& query) {
  std::string out = "{\"id\":\"" + id + "\",\"query\":\"" + query + "\",\"a\":" + shape(a) +
                    ",\"pose_a\":" + pose(pose_a) + ",\"b\":" + shape(b) +
                    ",\"pose_b\":" + pose(pose_b) + "}";
  if (rotated(pose_a)) out += "\n  # rotation_a " + list(pose_a.r) + " t " + list(pose_a.t);
  if (rotated(pose_b)) out += "\n  # rotation_b " + list(pose_b.r) + " t " + list(pose_b.t);
  return out;
}

std::string query_line(const Case& c, const std::string& id, const std::string& query) {
  const Body a{Kind::polytope, {}, c.a}, b{Kind::polytope, {}, c.b};
  return query_line(a, c.pose_a, b, c.pose_b, id, query);
}

}  // namespace oracle
