// SPDX-License-Identifier: BSD-3-Clause
#include "in_parallel.hpp"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int counts_of_threads[] = {0, 1, 2, 7};
const tbb::global_control seven(tbb::global_control::max_allowed_parallelism, 7);

TEST(InParallel, EveryIndexOnce) {
  for (const int threads : counts_of_threads) {
    for (const std::size_t count : {0, 1, 8, 9, 100, 10000}) {
      std::vector<int> times(count);
      apart::for_each_index(count, threads, [&](std::size_t i) { ++times[i]; });
      EXPECT_EQ(times, std::vector<int>(count, 1)) << threads << " threads";
    }
  }
}

TEST(InParallel, OneThreadIsTheCallers) {
  std::vector<std::thread::id> ids(1000);
  apart::for_each_index(1000, 1, [&](std::size_t i) { ids[i] = std::this_thread::get_id(); });
  EXPECT_EQ(ids, std::vector(1000, std::this_thread::get_id()));
}

TEST(InParallel, TheLowestIndexThatThrowsIsHeard) {
  for (const int threads : counts_of_threads) {
    for (int repetition = 0; repetition < 50; ++repetition) {
      try {
        apart::for_each_index(1000, threads, [&](std::size_t i) {
          if (i % 100 == 37) throw std::runtime_error(std::to_string(i));
        });
        ADD_FAILURE() << "nothing thrown";
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "37") << threads << " threads";
      }
    }
  }
}

TEST(InParallel, BatchesInBatches) {
  std::vector<int> sums(50);
  apart::for_each_index(sums.size(), 2, [&](std::size_t i) {
    std::vector<int> inner(100);
    apart::for_each_index(inner.size(), 0, [&](std::size_t j) { inner[j] = 1; });
    for (const int x : inner) sums[i] += x;
  });
  EXPECT_EQ(sums, std::vector<int>(50, 100));
}

}  // namespace
