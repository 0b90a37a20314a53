// SPDX-License-Identifier: BSD-3-Clause
#include "motion/advancement.hpp"

#include "motion/check_options.hpp"

namespace apart {

namespace {

const MotionOptions& checked(const MotionOptions& options) {
  check_options(options);
  return options;
}

}  // namespace

Advancement::Advancement(ShapeRef a, const Motion& motion_a, ShapeRef b, const Motion& motion_b,
                         const MotionOptions& options, Tracker* tracker)
    : options_(checked(options)),
      pair_(a, motion_a, b, motion_b, options.margin),
      probe_(pair_, options_, tracker),
      tolerance_(options.tolerance * pair_.size()) {}

FirstContact Advancement::no_contact() const {
  FirstContact answer;
  answer.contact = false;
  answer.time = answer.time_lower = answer.time_upper = 1;
  answer.distance = probe_.nearest();
  answer.distance_time = probe_.where();
  answer.status = Status::separated;
  return answer;
}

FirstContact Advancement::contact() {
  FirstContact answer;
  answer.time = answer.time_lower = answer.time_upper = s_;
  answer.distance = probe_.exactly_at(s_);
  answer.distance_time = s_;
  const bool overlap = answer.distance.status == Status::overlapping;
  answer.status = overlap ? Status::overlapping : Status::touching;
  return answer;
}

FirstContact Advancement::not_known() const {
  FirstContact answer;
  answer.time = answer.time_lower = s_;
  answer.distance = probe_.nearest();
  answer.distance_time = probe_.where();
  return answer;
}

std::optional<FirstContact> Advancement::look() {
  if (probe_.used_up()) return not_known();
  const Distance d = probe_.at(s_, tolerance_ / 2, tolerance_);
  if (d.upper <= tolerance_) return contact();
  if (s_ == 1 && d.lower > 0) return no_contact();
  const double t = probe_.advance(s_, 1, d, tolerance_ / 2);
  if (t == s_) return not_known();
  s_ = t;
  return {};
}

std::optional<FirstContact> Advancement::step() {
  std::optional<FirstContact> answer = look();
  if (answer) answer->steps = probe_.steps();
  return answer;
}

FirstContact first_contact(ShapeRef a, const Motion& motion_a, ShapeRef b, const Motion& motion_b,
                           const MotionOptions& options, Tracker* tracker) {
  Advancement advancement(a, motion_a, b, motion_b, options, tracker);
  for (;;) {
    if (const auto answer = advancement.step()) return *answer;
  }
}

}  // namespace apart
