// SPDX-License-Identifier: BSD-3-Clause
#include "tree/meshes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace apart::testing {

using Eigen::Vector3d;

Surface Surface::scaled(double s) const {
  Surface out = *this;
  for (auto& v : out.vertices) v *= s;
  return out;
}
Surface Surface::moved(const Vector3d& t) const {
  Surface out = *this;
  for (auto& v : out.vertices) v += t;
  return out;
}

Surface sphere(int rings, double radius) {
  Surface s;
  const int sides = 2 * rings;
  s.vertices.push_back({0, 0, radius});
  for (int i = 1; i < rings; ++i) {
    for (int j = 0; j < sides; ++j) {
      const double t = std::numbers::pi * i / rings, p = 2 * std::numbers::pi * j / sides;
      s.vertices.push_back(
          radius * Vector3d(std::sin(t) * std::cos(p), std::sin(t) * std::sin(p), std::cos(t)));
    }
  }
  s.vertices.push_back({0, 0, -radius});
  const int last = static_cast<int>(s.vertices.size()) - 1;
  const auto at = [&](int i, int j) { return 1 + (i - 1) * sides + j % sides; };
  for (int j = 0; j < sides; ++j) {
    s.triangles.push_back({0, at(1, j), at(1, j + 1)});
    s.triangles.push_back({last, at(rings - 1, j + 1), at(rings - 1, j)});
    for (int i = 1; i + 1 < rings; ++i) {
      s.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      s.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return s;
}

Surface bumpy_sphere(int rings, Random& random) {
  Surface s = sphere(rings);
  std::uniform_real_distribution<double> height(0.6, 1.4);
  for (auto& v : s.vertices) v *= height(random);
  return s;
}

Surface cube(double side, int cuts) {
  Surface s;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sign : {-1.0, 1.0}) {
      const int first = static_cast<int>(s.vertices.size());
      for (int i = 0; i <= cuts; ++i) {
        for (int j = 0; j <= cuts; ++j) {
          Vector3d p;
          p[axis] = sign;
          p[(axis + 1) % 3] = 2.0 * i / cuts - 1;
          p[(axis + 2) % 3] = 2.0 * j / cuts - 1;
          s.vertices.push_back(p * side / 2);
        }
      }
      for (int i = 0; i < cuts; ++i) {
        for (int j = 0; j < cuts; ++j) {
          const int p = first + i * (cuts + 1) + j, q = p + cuts + 1;
          Mesh::Corners one{p, q, q + 1}, two{p, q + 1, p + 1};
          if (sign < 0) {
            std::swap(one[1], one[2]);
            std::swap(two[1], two[2]);
          }
          s.triangles.push_back(one);
          s.triangles.push_back(two);
        }
      }
    }
  }
  return s;
}

Surface sheet(int cuts, double size) {
  Surface s = cube(size, cuts);
  const int corners = (cuts + 1) * (cuts + 1);
  s.vertices.erase(s.vertices.begin(), s.vertices.end() - corners);
  for (auto& v : s.vertices) v.z() = 0;
  s.triangles.resize(static_cast<std::size_t>(2 * cuts * cuts));
  for (auto& t : s.triangles) std::swap(t[1], t[2]);
  return s;
}

Surface soup(int triangles, double size, Random& random) {
  Surface s;
  for (int i = 0; i < triangles; ++i) {
    const Vector3d middle = random_vector(random);
    const int first = static_cast<int>(s.vertices.size());
    for (int k = 0; k < 3; ++k) s.vertices.push_back(middle + size * random_vector(random));
    s.triangles.push_back({first, first + 1, first + 2});
  }
  return s;
}

Surface degenerate_soup(int triangles, Random& random) {
  Surface s = soup(triangles, 0.3, random);
  std::uniform_int_distribution<int> kind(0, 4);
  for (auto& [a, b, c] : s.triangles) {
    Vector3d &p = s.vertices[a], &q = s.vertices[b], &r = s.vertices[c];
    switch (kind(random)) {
      case 0:
        q = r = p;
        break;
      case 1:
        r = q;
        break;
      case 2:
        r = (p + q) / 2;
        break;
      case 3:
        r = q + 1e-9 * random_vector(random);
        break;
      default:
        break;
    }
  }
  return s;
}

Surface joined(const Surface& a, const Surface& b) {
  Surface s = a;
  const int first = static_cast<int>(a.vertices.size());
  s.vertices.insert(s.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (auto [i, j, k] : b.triangles) s.triangles.push_back({i + first, j + first, k + first});
  return s;
}

Vector3d random_vector(Random& random) {
  std::normal_distribution<double> normal;
  return {normal(random), normal(random), normal(random)};
}

Pose random_pose(Random& random, double distance) {
  std::normal_distribution<double> normal;
  const Eigen::Quaterniond q(normal(random), normal(random), normal(random), normal(random));
  return Pose(q, distance * random_vector(random).normalized());
}

namespace {

struct Placed {
  Shape shape;
  Pose pose;
};

void take_apart(const Shape& shape, const Pose& pose, std::vector<double> rounding,
                std::vector<Placed>& pieces) {
  const auto add = [&](Shape piece) {
    for (const double r : rounding) piece = Rounded(piece, r);
    pieces.push_back({piece, pose});
  };
  if (const auto* mesh = std::get_if<Mesh>(&shape.variant())) {
    for (const auto& [a, b, c] : mesh->triangles()) {
      add(Triangle(mesh->vertices()[a], mesh->vertices()[b], mesh->vertices()[c]));
    }
  } else if (const auto* spheres = std::get_if<Spheres>(&shape.variant())) {
    for (int i = 0; i < spheres->size(); ++i) {
      add(Rounded(Point(spheres->centre(i)), spheres->radius(i)));
    }
  } else if (const auto* compound = std::get_if<Compound>(&shape.variant())) {
    for (int i = 0; i < compound->size(); ++i) {
      const Part& part = compound->part(i);
      const Pose there(pose.rotation * part.pose.rotation, pose * part.pose.translation);
      take_apart(part.shape, there, rounding, pieces);
    }
  } else if (const auto* rounded = std::get_if<Rounded>(&shape.variant());
             rounded && !convex(rounded->shape())) {
    rounding.push_back(rounded->radius());
    take_apart(rounded->shape(), pose, rounding, pieces);
  } else {
    add(shape);
  }
}

}  // namespace

Distance brute_force(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                     double margin) {
  std::vector<Placed> pieces_a, pieces_b;
  take_apart(a, pose_a, {}, pieces_a);
  take_apart(b, pose_b, {}, pieces_b);
  Distance best;
  best.upper = best.lower = std::numeric_limits<double>::infinity();
  Options options;
  options.margin = margin;
  for (const Placed& p : pieces_a) {
    for (const Placed& q : pieces_b) {
      const Distance d = distance(p.shape, p.pose, q.shape, q.pose, options);
      const double lower = std::min(best.lower, d.lower);
      if (d.upper < best.upper || (d.status == Status::overlapping)) best = d;
      best.lower = lower;
    }
  }
  return best;
}

}  // namespace apart::testing
