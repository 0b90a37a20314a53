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

template <class Found>  // a Distance or a Penetration
void print_interval(std::ostream& out, const Found& found) {
  label(out, "interval") << '[' << text(found.lower) << ", " << text(found.upper) << "]\n";
}

template <class Found>
void print_points(std::ostream& out, const Found& found) {
  label(out, "point on A") << text(found.point_a) << '\n';
  label(out, "point on B") << text(found.point_b) << '\n';
}

template <class Found>
void print_status(std::ostream& out, const Found& found) {
  label(out, "status") << to_string(found.status) << ": " << meaning(found.status) << '\n';
}

void print_distance(std::ostream& out, const Distance& d) {
  label(out, "distance") << text(d.value()) << '\n';
  print_interval(out, d);
  print_points(out, d);
  label(out, "normal") << text(d.normal) << '\n';
  print_status(out, d);
}

void print_decision(std::ostream& out, const char* name, std::optional<bool> decided,
                    const Distance& d) {
  label(out, name) << text(decided) << '\n';
  print_interval(out, d);
  print_status(out, d);
}

void print_penetration(std::ostream& out, const Penetration& p) {
  label(out, "signed") << text(p.signed_distance) << '\n';
  print_interval(out, p);
  print_points(out, p);
  label(out, "direction") << text(p.direction) << '\n';
  print_status(out, p);
}

std::string text(const Vector6d& v) {
  return "rotation " + text(Eigen::Vector3d(v.head<3>())) + ", translation " +
         text(Eigen::Vector3d(v.tail<3>()));
}

void print_gradient(std::ostream& out, const Gradient& g) {
  label(out, "signed") << text(g.value) << '\n';
  print_interval(out, g);
  print_points(out, g);
  label(out, "normal") << text(g.normal) << '\n';
  label(out, "by A") << text(g.grad_a) << '\n';
  label(out, "by B") << text(g.grad_b) << '\n';
  label(out, "unique") << (g.unique ? "yes" : "no: the near points do not determine it") << '\n';
  for (int i = 0; i < g.tied_size; ++i) {
    const TiedWitness& w = g.tied[static_cast<std::size_t>(i)];
    label(out, "tied") << text(w.point_a) << ' ' << text(w.point_b) << " normal " << text(w.normal)
                       << '\n';
  }
  print_status(out, g);
}

void print_first_contact(std::ostream& out, const FirstContact& found) {
  const bool known = found.status != Status::not_converged;
  label(out, "contact") << (!known ? "not excluded" : found.contact ? "yes" : "no") << '\n';
  label(out, "free until") << text(found.time) << '\n';
  label(out, "distance") << text(found.distance.value()) << " at " << text(found.distance_time)
                         << '\n';
  print_interval(out, found.distance);
  print_points(out, found.distance);
  label(out, "normal") << text(found.distance.normal) << '\n';
  const char* meaning = !known          ? "no more could be proved"
                        : found.contact ? "they are as close as the tolerance there"
                                        : "the shapes are proved to be apart all the way";
  label(out, "status") << to_string(found.status) << ": " << meaning << '\n';
}

}  // namespace

void print(std::ostream& out, const files::Query& query, const files::Answer& answer) {
  const Distance& d = answer.distance;
  switch (query.kind) {
    case files::QueryKind::distance:
      print_distance(out, d);
      break;
    case files::QueryKind::intersects:
      print_decision(out, "intersects", files::intersects(d), d);
      break;
    case files::QueryKind::within:
      print_decision(out, "within", files::within(d, query.r), d);
      break;
    case files::QueryKind::penetration:
      print_penetration(out, answer.penetration.value());
      break;
    case files::QueryKind::gradient:
      print_gradient(out, answer.gradient.value());
      break;
    case files::QueryKind::first_contact:
      print_first_contact(out, answer.first_contact.value());
      break;
  }
  if (answer.verification) {
    const Verification& v = *answer.verification;
    label(out, "verified") << (v.ok ? "yes" : "NO: " + v.problem) << '\n';
  }
  if (answer.trace) print_trace(out << '\n', *answer.trace);
}

}  // namespace apart::cli
