// SPDX-License-Identifier: BSD-3-Clause
#include <deque>

#include "motion/check_options.hpp"
#include "motion/probe.hpp"

namespace apart {

namespace {

/// What is not yet proved to be clear. An end of it is, or is an end of the motion.
struct Open {
  double begin, end;
};

class Clearing {
 public:
  Clearing(Probe& probe, double margin, double tolerance)
      : probe_(probe), margin_(margin), near_(margin + tolerance) {}

  ClearAlong run() {
    if (!clear_from(0, {0, 1}) || (!open_.empty() && !clear_end())) return answer_;
    while (!open_.empty()) {
      const Open next = open_.front();  // the oldest first: none is left while others are cut fine
      open_.pop_front();
      const double middle = next.begin + (next.end - next.begin) / 2;
      if (!clear_from(middle, next)) return answer_;
    }
    answer_.clear = true;
    answer_.time = probe_.where();
    answer_.distance = probe_.nearest();
    answer_.status = Status::separated;
    return answer_;
  }

 private:
  bool clear_end() {
    const Open rest = open_.front();
    open_.pop_front();
    return clear_from(1, rest);
  }

  /// Looks at s, and cuts away on both sides what that proves; false if it is not clear there.
  bool clear_from(double s, const Open& around) {
    answer_.time = s;
    if (probe_.used_up()) return not_known(probe_.nearest(), probe_.where());
    const Distance d = probe_.at(s, margin_, near_);
    if (d.upper <= near_) return not_clear(d);
    const double before = probe_.advance(s, around.begin, d, margin_);
    const double after = probe_.advance(s, around.end, d, margin_);
    const bool stuck = (before == s && s != around.begin) || (after == s && s != around.end);
    if (stuck || !(d.lower > margin_)) return not_known(d, s);
    if (before > around.begin) open_.push_back({around.begin, before});
    if (after < around.end) open_.push_back({after, around.end});
    return true;
  }

  bool not_clear(const Distance& d) {
    answer_.distance = d;
    answer_.status = d.status == Status::overlapping ? Status::overlapping : Status::touching;
    return false;
  }
  bool not_known(const Distance& d, double s) {
    answer_.distance = d;
    answer_.time = s;
    return false;
  }

  Probe& probe_;
  double margin_, near_;
  std::deque<Open> open_;
  ClearAlong answer_;
};

}  // namespace

ClearAlong clear_along(ShapeRef a, const Motion& motion_a, ShapeRef b, const Motion& motion_b,
                       double margin, const MotionOptions& options, Tracker* tracker) {
  check_options(options);
  if (!(margin >= 0 && margin <= 0x1p500)) {
    throw InvalidInput("clear_along: margin must lie in [0, 2^500], got " + text(margin));
  }
  const PairMotion pair(a, motion_a, b, motion_b, options.margin);
  Probe probe(pair, options, tracker);
  ClearAlong answer = Clearing(probe, margin, options.tolerance * pair.size()).run();
  answer.steps = probe.steps();
  return answer;
}

}  // namespace apart
