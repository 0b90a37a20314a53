// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/distance.hpp>
#include <apart/error.hpp>
#include <apart/gradient.hpp>
#include <apart/motion.hpp>
#include <apart/penetration.hpp>
#include <apart/trace.hpp>
#include <apart/verify.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "files/query_line.hpp"

namespace apart::files {

/// What an answer holds besides what every answer holds.
struct Extras {
  bool trace = false;   ///< the iterations
  bool verify = false;  ///< the outcome of an independent check
};

/// What the library found for a query.
struct Answer {
  Distance distance;                       ///< of every query but these three
  std::optional<Penetration> penetration;  ///< of `penetration`
  std::optional<Gradient> gradient;        ///< of `gradient`
  std::optional<FirstContact> first_contact;
  std::optional<Trace> trace;
  std::optional<Verification> verification;
};

Answer run(const Query& query, const Extras& extras = {});

/// How the bodies of a query move; one that has a pose only is at rest.
Motion motion_a(const Query& query);
Motion motion_b(const Query& query);

/// Do the shapes intersect? Nothing if `enough` stopped the search before that was known.
std::optional<bool> intersects(const Distance& distance);
std::optional<bool> intersects(const Gradient& gradient);

/// Are the shapes within r of each other? Nothing if `enough` stopped the search before.
std::optional<bool> within(const Distance& distance, double r);

Json to_json(const Eigen::Vector3d& v);

/// Add the fields of an answer to a line.
void add_distance(Json& line, const Distance& distance);
void add_penetration(Json& line, const Penetration& penetration);
void add_first_contact(Json& line, const FirstContact& contact);

/// The answer line.
Json to_json(const Query& query, const Answer& answer);

/// A line that was answered, or refused.
struct AnsweredLine {
  std::string text;  ///< one line of JSON, without the newline
  bool ok;           ///< false if it tells an error, or an answer that the check refutes
};

/// Answers one query line. Never throws for what the line holds.
AnsweredLine answer_line(std::string_view line, ShapeFiles& files, const Extras& extras = {});

}  // namespace apart::files
