// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <hwy/targets.h>

#include <cstdint>
#include <vector>

namespace support {

/// Runs what follows for one instruction set only.
class OnlyTarget {
 public:
  explicit OnlyTarget(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
  ~OnlyTarget() {
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
};

/// Those that this machine has.
inline std::vector<std::int64_t> targets() {
  std::vector<std::int64_t> result;
  for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1) {
    result.push_back(left & -left);
  }
  return result;
}

}  // namespace support
