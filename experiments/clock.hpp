// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <time.h>

namespace apart::experiments {

/// Processor time of this thread.
inline double thread_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// The least of `passes` times, in microseconds.
template <class Work>
double microseconds(int passes, const Work& work) {
  double best = 0;
  for (int i = 0; i < passes; ++i) {
    const double start = thread_seconds();
    work();
    const double seconds = thread_seconds() - start;
    if (i == 0 || seconds < best) best = seconds;
  }
  return 1e6 * best;
}

}  // namespace apart::experiments
