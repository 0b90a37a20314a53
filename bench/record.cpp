// SPDX-License-Identifier: BSD-3-Clause
#include "record.hpp"

#include <algorithm>

namespace bench {

const Row* Record::find(const std::string& contestant) const {
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](const Row& row) { return row.contestant == contestant; });
  return found == rows.end() ? nullptr : &*found;
}

double Record::times_faster(const std::string& contestant) const {
  const Row *row = find(contestant), *baseline = find(cell.baseline);
  return row && baseline ? baseline->times.median / row->times.median : unknown;
}

}  // namespace bench
