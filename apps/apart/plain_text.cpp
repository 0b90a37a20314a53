// SPDX-License-Identifier: BSD-3-Clause
#include "plain_text.hpp"

#include <array>
#include <charconv>
#include <iomanip>
#include <string>

namespace apart::cli {
namespace {

/// The shortest text that reads back as the same double.
std::string text(double x) {
  std::array<char, 32> buffer;
  const double without_minus_zero = x + 0.0;
  const auto end = std::to_chars(buffer.begin(), buffer.end(), without_minus_zero).ptr;
  return {buffer.begin(), end};
}

std::string text(const Eigen::Vector3d& v) {
  return '(' + text(v.x()) + ", " + text(v.y()) + ", " + text(v.z()) + ')';
}

std::string text(std::optional<bool> decided) {
  if (!decided) return "undecided: the search was told to stop before (--enough)";
  return *decided ? "yes" : "no";
}

const char* meaning(Status status) {
  switch (status) {
    case Status::separated:
      return "the shapes are proved to be apart";
    case Status::touching:
      return "the shapes touch, as far as double precision can tell";
    case Status::overlapping:
      return "the shapes are proved to have a point in common";
    case Status::cut_off:
      return "the early stop was reached before the distance was known any better";
    case Status::not_converged:
      return "the interval is true, but wider than was asked for";
  }
  return "";
}

std::ostream& label(std::ostream& out, const char* name) {
  return out << std::left << std::setw(12) << name;
}

void print_trace(std::ostream& out, const Trace& trace) {
  out << std::left << std::setw(6) << "step" << std::setw(6) << "size" << std::setw(26) << "lower"
      << std::setw(26) << "upper"
      << "g\n";
  int number = 0;
  for (const TraceStep& step : trace.steps) {
    out << std::setw(6) << ++number << std::setw(6) << step.size << std::setw(26)
        << text(step.lower) << std::setw(26) << text(step.upper) << text(step.g)
        << (step.extended ? "  (double-double)" : "") << '\n';
  }
}

}  // namespace

void print(std::ostream& out, const files::Query& query, const files::Answer& answer) {
  const Distance& d = answer.distance;
  switch (query.kind) {
    case files::QueryKind::distance:
      label(out, "distance") << text(d.value()) << '\n';
      break;
    case files::QueryKind::intersects:
      label(out, "intersects") << text(files::intersects(d)) << '\n';
      break;
    case files::QueryKind::within:
      label(out, "within") << text(files::within(d, query.r)) << '\n';
      break;
  }
  label(out, "interval") << '[' << text(d.lower) << ", " << text(d.upper) << "]\n";
  if (query.kind == files::QueryKind::distance) {
    label(out, "point on A") << text(d.point_a) << '\n';
    label(out, "point on B") << text(d.point_b) << '\n';
    label(out, "normal") << text(d.normal) << '\n';
  }
  label(out, "status") << to_string(d.status) << ": " << meaning(d.status) << '\n';
  if (answer.verification) {
    const Verification& v = *answer.verification;
    label(out, "verified") << (v.ok ? "yes" : "NO: " + v.problem) << '\n';
  }
  if (answer.trace) print_trace(out << '\n', *answer.trace);
}

}  // namespace apart::cli
