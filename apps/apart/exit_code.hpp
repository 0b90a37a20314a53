// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace apart::cli {

/// What the program tells its caller, besides the answers.
enum ExitCode {
  all_well = 0,
  some_failed = 1,  ///< a query line was refused, or an answer did not pass --verify
  unusable = 2,     ///< arguments without meaning, a file that cannot be read or written
};

}  // namespace apart::cli
