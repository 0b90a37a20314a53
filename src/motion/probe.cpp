// SPDX-License-Identifier: BSD-3-Clause
#include "motion/probe.hpp"

namespace apart {

Distance Probe::ask(double s, double relative_error) {
  Options asked;
  asked.relative_error = relative_error;
  asked.counts = options_.counts;
  const Distance d = pair_.distance(s, asked, tracker_);
  if (steps_++ == 0 || d.upper < nearest_.upper) {
    nearest_ = d;
    where_ = s;
  }
  return d;
}

Distance Probe::at(double s, double safe, double near) {
  constexpr double rough = 0.25;  // far away, a step is that much shorter, and a search cheaper
  const Distance d = ask(s, rough);
  if (d.upper <= near || d.lower > safe + (near - safe) / 2) return d;
  return ask(s, 0);
}

Distance Probe::exactly_at(double s) { return ask(s, 0); }

}  // namespace apart
