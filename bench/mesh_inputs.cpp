// SPDX-License-Identifier: BSD-3-Clause
#include "mesh_inputs.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>

#include "mesh_truth.hpp"

namespace bench {

namespace {

void centre(Surface& surface) {
  Eigen::AlignedBox3d box;
  for (const auto& p : surface.vertices) box.extend(p);
  double radius = 0;
  for (auto& p : surface.vertices) {
    p -= box.center();
    radius = std::max(radius, p.norm());
  }
  surface.size = box.diagonal().norm();
  surface.outline = Ball{radius};
}

/// Vertices and faces; polygons become fans.
bool read_obj(const std::string& file, Surface& surface) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "v") {
      Eigen::Vector3d p;
      words >> p[0] >> p[1] >> p[2];
      surface.vertices.push_back(p);
    } else if (word == "f") {
      std::vector<int> corner;
      while (words >> word) corner.push_back(std::stoi(word) - 1);
      for (std::size_t k = 2; k < corner.size(); ++k) {
        surface.triangles.push_back({corner[0], corner[k - 1], corner[k]});
      }
    }
  }
  return !surface.triangles.empty();
}

/// A sphere with bumps of several sizes, 2 m (2 m - 2) triangles.
void make_bumpy_sphere(int m, Surface& surface) {
  const auto at = [&](int ring, int k) { return 1 + (ring - 1) * 2 * m + k % (2 * m); };
  const auto add = [&](double polar, double around) {
    const Eigen::Vector3d d(std::sin(polar) * std::cos(around), std::sin(polar) * std::sin(around),
                            std::cos(polar));
    const double bump = 0.2 * std::sin(3 * d.x() + 5 * d.y()) +
                        0.05 * std::sin(17 * d.y() * d.z()) +
                        0.005 * std::sin(91 * d.x()) * std::sin(77 * d.z());
    surface.vertices.push_back((1 + bump) * d);
  };
  add(0, 0);
  for (int ring = 1; ring < m; ++ring) {
    for (int k = 0; k < 2 * m; ++k) add(std::numbers::pi * ring / m, std::numbers::pi * k / m);
  }
  add(std::numbers::pi, 0);
  const int last = static_cast<int>(surface.vertices.size()) - 1;
  for (int k = 0; k < 2 * m; ++k) {
    surface.triangles.push_back({0, at(1, k), at(1, k + 1)});
    for (int ring = 1; ring + 1 < m; ++ring) {
      surface.triangles.push_back({at(ring, k), at(ring + 1, k), at(ring + 1, k + 1)});
      surface.triangles.push_back({at(ring, k), at(ring + 1, k + 1), at(ring, k + 1)});
    }
    surface.triangles.push_back({at(m - 1, k), last, at(m - 1, k + 1)});
  }
}

/// Two poses with their origins this many sizes apart, and the direction.
Query placed(const Surface& surface, const Eigen::Vector3d& direction, double apart,
             Random& random) {
  Query q{&surface.outline, &surface.outline, random.pose(), random.pose()};
  q.pose_a.translation.setZero();
  q.pose_b.translation = apart * surface.size * direction;
  return q;
}

/// Moves b along the direction until the gap is the given part of the size, nearly.
void close_in(MeshTruth& truth, const Surface& surface, const Eigen::Vector3d& direction,
              double gap, Query& q) {
  double along = q.pose_b.translation.dot(direction);
  for (int k = 0; k < 60; ++k) {
    const double excess = truth.distance(q.pose_a, q.pose_b) - gap * surface.size;
    if (std::abs(excess) < 0.02 * gap * surface.size) return;
    along -= 0.95 * excess;
    q.pose_b.translation = along * direction;
  }
}

}  // namespace

std::vector<Surface> surfaces(const std::string& data, const Report& report) {
  struct Wanted {
    const char* name;
    int rings;  ///< of what takes its place
  };
  std::vector<Surface> result;
  for (const Wanted& w : {Wanted{"spot", 36}, Wanted{"armadillo", 86},
                          Wanted{"stanford-bunny", 132}, Wanted{"nefertiti_lowres", 0}}) {
    Surface surface{w.name, {}, {}, 0, {}};
    const std::string file = data + "/meshes/" + w.name + ".obj";
    if (!read_obj(file, surface)) {
      report.line("\nmesh: THERE IS NO " + file + "; APART_DATA tells where data is");
      if (w.rings == 0) continue;
      surface.name = "bumpy-sphere";
      make_bumpy_sphere(w.rings, surface);
      report.line("mesh: a generated mesh of " + std::to_string(surface.count()) +
                  " triangles TAKES ITS PLACE");
    }
    centre(surface);
    result.push_back(std::move(surface));
  }
  return result;
}

std::vector<Query> apart_queries(const Surface& surface, int count, Random& random) {
  MeshTruth truth(surface);
  std::vector<Query> queries;
  for (int i = 0; i < count; ++i) {
    Query q = placed(surface, random.on_sphere(), 1.5, random);
    q.truth = truth.distance(q.pose_a, q.pose_b);
    queries.push_back(q);
  }
  return queries;
}

std::vector<Query> close_queries(const Surface& surface, int count, Random& random) {
  MeshTruth truth(surface);
  std::vector<Query> queries;
  for (int i = 0; i < count; ++i) {
    const Eigen::Vector3d direction = random.on_sphere();
    Query q = placed(surface, direction, 1.5, random);
    close_in(truth, surface, direction, 0.01, q);
    q.truth = truth.distance(q.pose_a, q.pose_b);
    queries.push_back(q);
  }
  return queries;
}

std::vector<Query> overlapping_queries(const Surface& surface, int count, Random& random) {
  MeshTruth truth(surface);
  std::vector<Query> queries;
  for (int i = 0; i < count; ++i) {
    Query q = placed(surface, random.on_sphere(), 0.2, random);
    q.truth = truth.distance(q.pose_a, q.pose_b);
    queries.push_back(q);
  }
  return queries;
}

std::vector<Query> moving_queries(const Surface& surface, int motions, int steps, Random& random) {
  MeshTruth truth(surface);
  std::vector<Query> queries;
  for (int i = 0; i < motions; ++i) {
    const Eigen::Vector3d direction = random.on_sphere();
    Query q = placed(surface, direction, 1.5, random);
    close_in(truth, surface, direction, 0.05, q);
    const Eigen::AngleAxisd turn(std::numbers::pi / 180, random.on_sphere());
    const Eigen::Vector3d across = direction.cross(random.on_sphere()) * 0.01 * surface.size;
    for (int k = 0; k < steps; ++k) {
      q.continues = k > 0;
      q.truth = truth.distance(q.pose_a, q.pose_b);
      queries.push_back(q);
      q.pose_b.rotation = turn.toRotationMatrix() * q.pose_b.rotation;
      q.pose_b.translation += across;
    }
  }
  return queries;
}

}  // namespace bench
