// SPDX-License-Identifier: BSD-3-Clause
#include <apart/batch.hpp>
#include <apart/error.hpp>
#include <atomic>
#include <string>

#include "in_parallel.hpp"
#include "query/door.hpp"
#include "query/shape_pair.hpp"

namespace apart {

namespace {

void check_batch(const Options& options, int threads) {
  check_options(options);
  if (options.trace) throw InvalidInput("a batch has no order of steps: trace must be null");
  if (options.counts) throw InvalidInput("a batch has many threads: counts must be null");
  if (threads < 0) {
    throw InvalidInput("threads must not be negative, got " + std::to_string(threads));
  }
}

void check_size(const char* name, std::size_t size, std::size_t out) {
  if (size == out) return;
  throw InvalidInput(std::string(name) + " has " + std::to_string(size) +
                     " elements, out has room for " + std::to_string(out));
}

std::string element(const char* name, std::size_t i) {
  return std::string(name) + "[" + std::to_string(i) + "]";
}

std::string name_of(const char* name, const Poses& poses, std::size_t i) {
  return poses.one_for_all() ? name : element(name, i);
}

void check_poses(const Poses& a, const Poses& b, std::size_t i) {
  const Pose pose_a = a[i], pose_b = b[i];
  if (plainly_rigid(pose_a, pose_b)) return;
  validate(pose_a, name_of("poses_a", a, i).c_str());
  validate(pose_b, name_of("poses_b", b, i).c_str());
}

/// Are they plainly rigid? If not, they are rigid nevertheless.
bool check_poses(const Poses& a, const Poses& b, std::size_t first, std::size_t last) {
  if (plainly_rigid(a, first, last) && plainly_rigid(b, first, last)) return true;
  for (std::size_t i = first; i < last; ++i) check_poses(a, b, i);
  return false;
}

void check_pair(const PosedPair& pair, std::size_t i) {
  if (!plainly_rigid(pair.pose_a, pair.pose_b)) {
    validate(pair.pose_a, (element("pairs", i) + ".pose_a").c_str());
    validate(pair.pose_b, (element("pairs", i) + ".pose_b").c_str());
  }
  if (bounded(pair.a) || bounded(pair.b)) return;
  try {
    check_bounded(pair.a, pair.b);
  } catch (const InvalidInput& error) {
    throw InvalidInput(element("pairs", i) + ": " + error.what());
  }
}

/// Two polytopes at poses that are plainly rigid: side by side, and one by one what that leaves.
void distances_of_hulls(const Polytope& a, const Poses& poses_a, const Polytope& b,
                        const Poses& poses_b, std::span<Distance> out, int threads) {
  constexpr std::size_t least = 64, most = 1024;  // so that what is left is still in the cache
  const ShapePair pair(a, b);
  const auto some = [&](std::size_t first, std::size_t last) {
    const bool done =
        plain_gjk_of_some(a.data(), poses_a, b.data(), poses_b, first, last, out.data());
    for (std::size_t i = first; i < last; ++i) {
      if (done && out[i].status != Status::not_converged) continue;
      out[i] = pair.distance(poses_a[i], poses_b[i], {}, nullptr);
    }
  };
  const auto part = [&](std::size_t first, std::size_t last) {
    for (; first < last; first += most) some(first, std::min(last, first + most));
  };
  for_each_range(out.size(), threads, part, least);
}

}  // namespace

void distances(ShapeRef a, Poses poses_a, ShapeRef b, Poses poses_b, std::span<Distance> out,
               const Options& options, int threads) {
  check_batch(options, threads);
  if (!poses_a.one_for_all()) check_size("poses_a", poses_a.size(), out.size());
  if (!poses_b.one_for_all()) check_size("poses_b", poses_b.size(), out.size());
  check_bounded(a, b);
  std::atomic<bool> plainly = true;
  for_each_range(out.size(), threads, [&](std::size_t first, std::size_t last) {
    if (!check_poses(poses_a, poses_b, first, last)) plainly = false;
  });
  constexpr auto polytope = detail::index_in<Polytope, ShapeVariant>;
  if (a.index() == polytope && b.index() == polytope && plainly && asks_plainly(options)) {
    distances_of_hulls(a.as<Polytope>(), poses_a, b.as<Polytope>(), poses_b, out, threads);
    return;
  }
  for_each_index(out.size(), threads,
                 [&](std::size_t i) { out[i] = distance(a, poses_a[i], b, poses_b[i], options); });
}

void distances(std::span<const PosedPair> pairs, std::span<Distance> out, const Options& options,
               int threads) {
  check_batch(options, threads);
  check_size("pairs", pairs.size(), out.size());
  for_each_index(out.size(), threads, [&](std::size_t i) { check_pair(pairs[i], i); });
  for_each_index(out.size(), threads, [&](std::size_t i) {
    const PosedPair& p = pairs[i];
    out[i] = distance(p.a, p.pose_a, p.b, p.pose_b, options);
  });
}

}  // namespace apart
