// SPDX-License-Identifier: BSD-3-Clause
#include <malloc.h>

#include <apart/polytope.hpp>
#include <vector>

#include "../pairs.hpp"
#include "../peers/fcl.hpp"
#include "suites.hpp"

namespace bench {

namespace {

/// What malloc has given out, its own headers included.
double heap() {
  const auto info = mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

template <class Build>
double bytes(const std::vector<Pair>& pairs, const Build& build) {
  const auto build_all = [&] {
    std::vector<decltype(build(std::get<Hull>(pairs[0].a)))> built;
    built.reserve(pairs.size());
    for (const Pair& pair : pairs) built.push_back(build(std::get<Hull>(pair.a)));
    return built;
  };
  build_all();  // malloc counts as given out what it keeps for the next who asks: let it be the
                // same
  const double before = heap();
  const auto built = build_all();
  const double vertices = static_cast<double>(std::get<Hull>(pairs[0].a).vertices.size());
  return (heap() - before) / (vertices * static_cast<double>(pairs.size()));
}

}  // namespace

void memory(const Settings& settings, Report& report) {
  if (!settings.wants("memory")) return;
  report.line("");
  for (const int n : settings.sizes.empty()
                         ? std::vector{8, 20, 50, 100, 128, 200, 500, 1000, 10000}
                         : settings.sizes) {
    Random random(settings.seed, "memory", n);
    const auto pairs = random_pairs(n, n <= 1000 ? 100 : 10, random);
    Row apart{"apart::Polytope", {unknown, unknown}, {}},
        fcl{"fcl::Convex", {unknown, unknown}, {}};
    apart.bytes = bytes(pairs, [](const Hull& h) { return apart::Polytope::hull(h.vertices); });
    fcl.bytes = bytes(pairs, [](const Hull& h) { return fcl_geometry(h); });
    report.add({{"memory", n, "memory", "bytes per vertex", {}, {}}, pairs.size(), {apart, fcl}});
  }
}

}  // namespace bench
