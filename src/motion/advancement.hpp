// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "motion/probe.hpp"

namespace apart {

/// Conservative advancement (Mirtich): from each distance of two moving shapes as far as it is
/// proved to last. They are led to half the tolerance, so that every step is one. A view, as
/// PairMotion is.
class Advancement {
 public:
  /// Throws as first_contact() does.
  Advancement(ShapeRef a, const Motion& motion_a, ShapeRef b, const Motion& motion_b,
              const MotionOptions& options, Tracker* tracker);
  Advancement(const Advancement&) = delete;  // the probe refers to its pair
  Advancement& operator=(const Advancement&) = delete;

  /// They are proved apart before that.
  double time() const { return s_; }
  /// Goes one step. Nothing, if there are more to go.
  std::optional<FirstContact> step();

 private:
  FirstContact no_contact() const;
  FirstContact contact();
  FirstContact not_known() const;
  std::optional<FirstContact> look();

  MotionOptions options_;
  PairMotion pair_;
  Probe probe_;
  double tolerance_, s_ = 0;
};

}  // namespace apart
