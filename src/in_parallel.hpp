// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace apart {

/// What is done with the indices from `first` to before `last`, in their order.
struct Task {
  const void* body;
  void (*call)(const void* body, std::size_t first, std::size_t last);
};

/// All indices below `count`, part by part, in up to `threads` threads: 0 for all there are, 1 for
/// the caller's own. What parts throw goes no farther than here; of that, the caller gets what the
/// lowest index threw, as if there had been one thread. Fewer than `least` are not worth handing to
/// another thread: by default that many queries.
void in_parallel(std::size_t count, int threads, const Task& task, std::size_t least = 8);

/// body(first, last) for parts of all below `count`.
template <class Body>
void for_each_range(std::size_t count, int threads, const Body& body, std::size_t least = 8) {
  const auto call = [](const void* of, std::size_t first, std::size_t last) {
    (*static_cast<const Body*>(of))(first, last);
  };
  in_parallel(count, threads, {&body, call}, least);
}

/// body(i) for all i below `count`.
template <class Body>
void for_each_index(std::size_t count, int threads, const Body& body, std::size_t least = 8) {
  const auto part = [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) body(i);
  };
  for_each_range(count, threads, part, least);
}

}  // namespace apart
