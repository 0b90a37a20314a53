// SPDX-License-Identifier: BSD-3-Clause
#include "targets.hpp"

#include <limits>

namespace bench {

namespace {

constexpr const char *cold = "apart distance", *tracked = "apart distance (tracked)",
                     *rough = "apart distance (1e-4)", *fine = "apart distance (1e-12)",
                     *batch = "apart distances", *fifth = "apart distance (0.2)",
                     *yes_or_no = "apart intersects", *built = "apart::Mesh";

constexpr Target targets[] = {
    {"distance", "far", 8, cold, 8},
    {"distance", "far", 20, cold, 9},
    {"distance", "far", 50, cold, 12},
    {"distance", "far", 100, cold, 12},
    {"distance", "far", 500, cold, 22},
    {"distance", "far", 1000, cold, 28},
    {"distance", "far", 10000, cold, 40},
    {"distance", "near", 8, cold, 6},
    {"distance", "near", 20, cold, 6},
    {"distance", "near", 50, cold, 9},
    {"distance", "near", 100, cold, 9},
    {"distance", "near", 500, cold, 12},
    {"distance", "near", 1000, cold, 14},
    {"distance", "near", 10000, cold, 20},
    {"distance", "overlapping", 8, cold, 4.5},
    {"distance", "overlapping", 20, cold, 4.5},
    {"distance", "overlapping", 50, cold, 7.5},
    {"distance", "overlapping", 100, cold, 10},
    {"distance", "overlapping", 500, cold, 12},
    {"distance", "overlapping", 1000, cold, 15},
    {"distance", "overlapping", 10000, cold, 20},
    {"distance", "tracked", 8, tracked, 11},
    {"distance", "tracked", 20, tracked, 13},
    {"distance", "tracked", 50, tracked, 13},
    {"distance", "tracked", 100, tracked, 13},
    {"distance", "tracked", 500, tracked, 18},
    {"distance", "tracked", 1000, tracked, 21},
    {"distance", "tracked", 10000, tracked, 75},
    {"batch", "near", 8, batch, 12},
    {"batch", "near", 20, batch, 14},
    {"batch", "near", 50, batch, 18},
    {"primitives", "box-box", 0, cold, 8},
    {"primitives", "box-box-near", 0, cold, 8},
    {"primitives", "capsule-capsule", 0, cold, 3},
    {"primitives", "capsule-capsule-near", 0, cold, 3},
    {"primitives", "sphere-box", 0, cold, 3},
    {"primitives", "sphere-box-near", 0, cold, 3},
    {"primitives", "cylinder-cylinder", 0, rough, 5},
    {"primitives", "cylinder-cylinder", 0, fine, 2},
    {"primitives", "cylinder-cylinder-near", 0, rough, 5},
    {"primitives", "cylinder-cylinder-near", 0, fine, 2},
    {"primitives", "ellipsoid-ellipsoid", 0, rough, 5},
    {"primitives", "ellipsoid-ellipsoid", 0, fine, 2},
    {"primitives", "ellipsoid-ellipsoid-near", 0, rough, 5},
    {"primitives", "ellipsoid-ellipsoid-near", 0, fine, 2},
    {"mesh", "apart", 5000, cold, 14},
    {"mesh", "apart", 30000, cold, 18},
    {"mesh", "apart", 70000, cold, 20},
    {"mesh", "close", 5000, cold, 16},
    {"mesh", "close", 30000, cold, 20},
    {"mesh", "close", 70000, cold, 22},
    {"mesh", "rough-apart", 5000, fifth, 5},
    {"mesh", "rough-apart", 30000, fifth, 7},
    {"mesh", "rough-apart", 70000, fifth, 10},
    {"mesh", "collide-overlapping", 5000, yes_or_no, 3.5},
    {"mesh", "collide-overlapping", 30000, yes_or_no, 3.5},
    {"mesh", "collide-overlapping", 70000, yes_or_no, 3.5},
    {"mesh", "collide-close", 5000, yes_or_no, 7},
    {"mesh", "collide-close", 30000, yes_or_no, 7},
    {"mesh", "collide-close", 70000, yes_or_no, 7},
    {"mesh", "build", 5000, built, 4},
    {"mesh", "build", 30000, built, 4},
    {"mesh", "build", 70000, built, 4},
    {"motion", "hulls", 8, "apart clear_along", 5},
    {"motion", "hulls", 50, "apart clear_along", 5},
    {"scene", "intersecting", 1000, "apart intersecting", 10},
    {"scene", "within", 1000, "apart within", 10},
    {"scene", "nearest", 1000, "apart nearest_of_each", 10},
};

/// Meshes have as many triangles as they have: what counts is about how many.
int nominal(const std::string& suite, int n) {
  if (suite != "mesh") return n;
  return n < 15000 ? 5000 : n < 50000 ? 30000 : 70000;
}

}  // namespace

double least_ratio(const std::string& suite, const std::string& cell, int n,
                   const std::string& contestant) {
  for (const Target& t : targets) {
    if (suite == t.suite && cell == t.cell && nominal(suite, n) == t.n &&
        contestant == t.contestant) {
      return t.ratio;
    }
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace bench
