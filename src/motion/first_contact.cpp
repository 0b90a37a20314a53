// SPDX-License-Identifier: BSD-3-Clause
#include "motion/check_options.hpp"
#include "motion/probe.hpp"

namespace apart {

namespace {

FirstContact no_contact(const Probe& probe) {
  FirstContact answer;
  answer.contact = false;
  answer.time = answer.time_lower = answer.time_upper = 1;
  answer.distance = probe.nearest();
  answer.distance_time = probe.where();
  answer.status = Status::separated;
  return answer;
}

FirstContact contact_at(double s, Probe& probe) {
  FirstContact answer;
  answer.time = answer.time_lower = answer.time_upper = s;
  answer.distance = probe.exactly_at(s);
  answer.distance_time = s;
  const bool overlap = answer.distance.status == Status::overlapping;
  answer.status = overlap ? Status::overlapping : Status::touching;
  return answer;
}

FirstContact not_known_after(double s, const Probe& probe) {
  FirstContact answer;
  answer.time = answer.time_lower = s;
  answer.distance = probe.nearest();
  answer.distance_time = probe.where();
  return answer;
}

/// Conservative advancement (Mirtich): from each distance as far as it is proved to last. The
/// shapes are led to half the tolerance, so that every step is one.
FirstContact advance_to_contact(Probe& probe, double tolerance) {
  double s = 0;
  while (!probe.used_up()) {
    const Distance d = probe.at(s, tolerance / 2, tolerance);
    if (d.upper <= tolerance) return contact_at(s, probe);
    if (s == 1 && d.lower > 0) return no_contact(probe);
    const double t = probe.advance(s, 1, d, tolerance / 2);
    if (t == s) break;
    s = t;
  }
  return not_known_after(s, probe);
}

}  // namespace

FirstContact first_contact(ShapeRef a, const Motion& motion_a, ShapeRef b, const Motion& motion_b,
                           const MotionOptions& options, Tracker* tracker) {
  check_options(options);
  const PairMotion pair(a, motion_a, b, motion_b, options.margin);
  Probe probe(pair, options, tracker);
  FirstContact answer = advance_to_contact(probe, options.tolerance * pair.size());
  answer.steps = probe.steps();
  return answer;
}

}  // namespace apart
