// SPDX-License-Identifier: BSD-3-Clause
#include "in_parallel.hpp"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>

namespace apart {

namespace {

/// The exception of the lowest index so far.
class Failure {
 public:
  /// Is there nothing more to learn from parts that start here?
  bool precedes(std::size_t first) const { return lowest_.load(std::memory_order_relaxed) < first; }

  /// Parts do not overlap, so that the first index of each tells their order.
  void note(std::size_t first) {
    const std::lock_guard lock(mutex_);
    if (precedes(first)) return;
    lowest_.store(first, std::memory_order_relaxed);
    exception_ = std::current_exception();
  }

  void rethrow() const {
    if (exception_) std::rethrow_exception(exception_);
  }

 private:
  std::atomic<std::size_t> lowest_ = std::numeric_limits<std::size_t>::max();
  std::mutex mutex_;
  std::exception_ptr exception_;
};

/// As many as oneTBB has to give: if asked for more, it prints a warning.
int granted(int threads) {
  const std::size_t most =
      tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
  return static_cast<int>(std::min(static_cast<std::size_t>(threads), most));
}

}  // namespace

void in_parallel(std::size_t count, int threads, const Task& task, std::size_t least) {
  if (threads == 1 || count <= least) {
    task.call(task.body, 0, count);
    return;
  }
  Failure failure;
  // What oneTBB orders anyway, said so that ThreadSanitizer, which cannot look into it, knows.
  std::atomic<unsigned> order = 0;
  const auto all = [&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, least), [&](const auto& range) {
      order.fetch_add(1, std::memory_order_acq_rel);
      if (failure.precedes(range.begin())) return;
      try {
        task.call(task.body, range.begin(), range.end());
      } catch (...) {
        failure.note(range.begin());
      }
      order.fetch_add(1, std::memory_order_acq_rel);
    });
  };
  order.store(0, std::memory_order_release);
  if (threads == 0) {
    all();  // in the arena the caller is in, if any: who limits oneTBB limits this
  } else {
    tbb::task_arena(granted(threads)).execute(all);
  }
  order.load(std::memory_order_acquire);
  failure.rethrow();
}

}  // namespace apart
