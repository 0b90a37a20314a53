// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <span>

#include "section.hpp"

namespace apart::experiments {

struct Settings {
  /// As many runs as the paper made; otherwise as few as show the shape of the result.
  bool full = false;
  /// Told which part of the experiment is done, from 0 to 1.
  std::function<void(double part)> progress = [](double) {};
};

/// What a paper published, run again.
struct Experiment {
  const char *name, *about;
  Section (*run)(const Settings& settings);
};

std::span<const Experiment> experiments();

}  // namespace apart::experiments
