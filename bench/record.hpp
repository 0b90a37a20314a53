// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "score.hpp"
#include "timing.hpp"

namespace bench {

/// What one set of queries is.
struct Cell {
  std::string suite;
  int n = 0;          ///< vertices of each hull, 0 if that says nothing
  std::string name;   ///< "shallow", ...
  std::string about;  ///< the same in words, for the table's title
  Question question = Question::distance;
  std::string baseline;  ///< the contestant whose time others are compared with
  bool cold_caches = false;
};

struct Row {
  std::string contestant;
  Times times;
  Score score;
  double bytes = unknown;  ///< of memory per vertex, where that is the question
};

/// What became of a cell.
struct Record {
  Cell cell;
  std::size_t queries = 0;
  std::vector<Row> rows;

  /// The row of a contestant; null if it did not take part.
  const Row* find(const std::string& contestant) const;
  /// How many times faster than the baseline; unknown if either did not take part.
  double times_faster(const std::string& contestant) const;
};

}  // namespace bench
