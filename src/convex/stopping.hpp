// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>
#include <optional>

#include "convex/pair.hpp"

namespace apart {

/// How a search ended.
enum class End {
  open,       // it has not
  converged,  // the gap is closed, or as small as was asked
  reached,    // |v| is too small for its direction to mean anything
  inside,     // a common point is proved
  cut_off,    // `enough` is decided
  stalled,    // no further progress; the interval is what it is
};

/// What the caller wants to know of shapes that overlap: only that they do, or how deep.
enum class Overlap { is_enough, is_measured };

/// When the bounds on a pair's distance are good enough, the rounding of the shapes taken off.
/// `upper` is the length of some v, `lower` the value of a plane as computed, q its direction, all
/// of the cores; `upper_error` how much the true distance may exceed `upper`.
class Stopping {
 public:
  Stopping(const Pair& pair, const Options& options, Overlap overlap)
      : pair_(pair), overlap_(overlap), relative_error_(options.relative_error) {
    if (options.enough) enough_ = *options.enough * pair.scale();
    early_ = relative_error_ > 0 || options.enough;
  }

  bool measures_overlap() const { return overlap_ == Overlap::is_measured; }
  /// Is less asked for than all that can be known?
  bool early() const { return early_; }
  const std::optional<double>& enough() const { return enough_; }  ///< in the problem's units

  /// What the bounds decide, if anything. Both have a little room, so that the published ones,
  /// rounded once more, decide alike.
  std::optional<End> judge(double upper, double lower, const Vector<double>& q,
                           double upper_error) const {
    const End end = verdict(upper, lower, q, upper_error);
    return end == End::open ? std::nullopt : std::optional(end);
  }
  /// The same as one number: what is optional is slow to hand on.
  End verdict(double upper, double lower, const Vector<double>& q, double upper_error) const {
    if (upper - lower <= pair_.goal()) return End::converged;
    if (!early_) return End::open;
    const double rounding = pair_.rounding().hi;
    const double core_lower = lower - pair_.lower_error(q, lower);
    const double least = core_lower - rounding - room * (std::abs(core_lower) + rounding);
    const double most = upper_bound(upper, upper_error);
    if (most - least <= relative_error_ * std::max(std::abs(least), std::abs(most))) {
      return End::converged;
    }
    if (enough_ && (least > *enough_ || most <= *enough_)) return End::cut_off;
    return End::open;
  }

  /// Are the near points of the cores closer than the balls around them reach, and is that all the
  /// caller wants to know?
  bool balls_overlap(double upper, double upper_error) const {
    return pair_.rounded() && overlap_ == Overlap::is_enough && upper_bound(upper, upper_error) < 0;
  }

  /// Is a plane, whatever its direction, enough to end with? Not where points have to face each
  /// other along it: on balls around the cores, or as a signed distance shows them.
  bool above_enough(double lower, const Vector<double>& q) const {
    if (!enough_ || pair_.rounded() || overlap_ == Overlap::is_measured) return false;
    const double proved = lower - pair_.lower_error(q, lower);
    return proved - room * std::abs(proved) > *enough_;
  }
  bool below_enough(double upper, double upper_error) const {
    return enough_ && upper_bound(upper, upper_error) <= *enough_;
  }

  /// Is the plane normal to v as far as published points can show? Of a wide thin shape an earlier,
  /// flatter plane may be the better one.
  bool faces(const Vector<double>& v, double length, const Vector<double>& q) const {
    const Vector<double> off = v - q * (length / norm(q));
    return dot(off, off) <= 4 * pair_.unit() * pair_.unit();
  }

 private:
  static constexpr double room = 8 * unit_roundoff;

  double upper_bound(double upper, double upper_error) const {
    return upper + std::abs(upper) * room + upper_error - pair_.rounding().hi * (1 - room);
  }

  const Pair& pair_;
  Overlap overlap_;
  double relative_error_;
  bool early_;
  std::optional<double> enough_;
};

}  // namespace apart
