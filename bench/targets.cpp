// SPDX-License-Identifier: BSD-3-Clause
#include "targets.hpp"

#include <limits>

namespace bench {

namespace {

constexpr const char *cold = "apart distance", *tracked = "apart distance (tracked)",
                     *rough = "apart distance (1e-4)", *fine = "apart distance (1e-12)",
                     *batch = "apart distances";

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
};

}  // namespace

double least_ratio(const std::string& suite, const std::string& cell, int n,
                   const std::string& contestant) {
  for (const Target& t : targets) {
    if (suite == t.suite && cell == t.cell && n == t.n && contestant == t.contestant) {
      return t.ratio;
    }
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace bench
