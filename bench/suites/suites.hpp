// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "../report.hpp"
#include "../settings.hpp"

namespace bench {

struct Suite {
  const char* name;
  const char* about;
  void (*run)(const Settings& settings, Report& report);
};

void distance(const Settings& settings, Report& report);
void batch(const Settings& settings, Report& report);
void primitives(const Settings& settings, Report& report);
void game_hulls(const Settings& settings, Report& report);
void memory(const Settings& settings, Report& report);
void penetration(const Settings& settings, Report& report);
void mesh(const Settings& settings, Report& report);
void scene(const Settings& settings, Report& report);
void motion(const Settings& settings, Report& report);
void methods(const Settings& settings, Report& report);

inline constexpr Suite suites[] = {
    {"distance", "distance of hulls, cold and tracked", distance},
    {"batch", "distance of hulls, one pair at many poses", batch},
    {"primitives", "distance of spheres, boxes, capsules, cylinders, cones, ellipsoids",
     primitives},
    {"game-hulls", "distance of the collision hulls of a game", game_hulls},
    {"memory", "bytes per vertex of a hull", memory},
    {"penetration", "signed distance of overlapping hulls, cold and in motion", penetration},
    {"mesh", "distance of meshes of 5 to 70 thousand triangles", mesh},
    {"scene", "a thousand moving hulls: overlaps, pairs within reach, nearest neighbours", scene},
    {"motion", "whether a motion is clear: hulls and meshes that move and turn", motion},
    {"methods", "distance of hulls in motion by gjk, features, voronoi", methods},
};

}  // namespace bench
