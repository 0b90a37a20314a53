// SPDX-License-Identifier: BSD-3-Clause
#include "oracle/judge.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace oracle {

namespace {

// Residuals of the size of u are evaluated with eleven more bits.
using Vector3l = Eigen::Matrix<long double, 3, 1>;

void check_status(const apart::Distance& d, Problems& out) {
  using apart::Status;
  if (d.status == Status::separated && !(d.lower > 0)) out.push_back("separated, but lower = 0");
  if (d.status == Status::touching && d.lower != 0) out.push_back("touching, but lower > 0");
  if (d.status == Status::overlapping) {
    if (d.lower != 0 || d.upper != 0) out.push_back("overlapping, but not [0, 0]");
    if (d.point_a != d.point_b) out.push_back("overlapping, but point_a != point_b");
  }
  if (d.status == Status::cut_off) out.push_back("cut_off without `enough`");
}

void check_status(const apart::Penetration& p, Problems& out) {
  using apart::Status;
  if (p.status == Status::cut_off) out.push_back("cut_off without `enough`");
  if (p.status == Status::not_converged) return;
  const Status fitting = p.lower > 0   ? Status::separated
                         : p.upper < 0 ? Status::overlapping
                                       : Status::touching;
  if (p.status != fitting) out.push_back("the status does not fit the interval");
}

void check_points_and_direction(const Eigen::Vector3d& a, const Eigen::Vector3d& b, double length,
                                const Eigen::Vector3d& direction, double tolerance, Problems& out) {
  const Vector3l n = direction.cast<long double>();
  if (std::abs(n.norm() - 1) > 4 * u) out.push_back("the direction is not a unit vector");
  const Vector3l across = b.cast<long double>() - a.cast<long double>();
  if ((across - length * n).stableNorm() > tolerance) {
    out.push_back("point_b - point_a is not the distance along the direction");
  }
}

}  // namespace

Problems check_answer(const apart::Distance& d, double size) {
  Problems out;
  if (!std::isfinite(d.lower) || !std::isfinite(d.upper) || !d.point_a.allFinite() ||
      !d.point_b.allFinite() || !d.normal.allFinite() || !std::isfinite(d.optimality)) {
    return {"not finite"};
  }
  check_status(d, out);
  if (d.upper - d.lower > widest * u * size && d.status != apart::Status::not_converged) {
    out.push_back("wider than 64 uS, and does not say so");
  }
  check_points_and_direction(d.point_a, d.point_b, d.upper, d.normal, point_tolerance(d, size),
                             out);
  return out;
}

double point_residual(const apart::Penetration& p) {
  const Vector3l across = p.point_b.cast<long double>() - p.point_a.cast<long double>();
  return double((across - p.signed_distance * p.direction.cast<long double>()).stableNorm());
}

Problems check_answer(const apart::Penetration& p, double size, double width, double slack) {
  if (!std::isfinite(p.lower) || !std::isfinite(p.upper) || !std::isfinite(p.signed_distance) ||
      !p.point_a.allFinite() || !p.point_b.allFinite() || !p.direction.allFinite()) {
    return {"not finite"};
  }
  Problems out;
  check_status(p, out);
  if (!(p.lower <= p.signed_distance && p.signed_distance <= p.upper)) {
    out.push_back("signed_distance is not in [lower, upper]");
  }
  if (p.upper - p.lower > width && p.status != apart::Status::not_converged) {
    out.push_back("wider than promised, and does not say so");
  }
  check_points_and_direction(p.point_a, p.point_b, p.signed_distance, p.direction,
                             point_tolerance(p, size) + std::max(slack, p.upper - p.lower), out);
  return out;
}

Eigen::Vector3d to_eigen(const Vec3& x) { return {x[0], x[1], x[2]}; }
Vec3 from_eigen(const Eigen::Vector3d& x) { return {x[0], x[1], x[2]}; }

apart::Pose to_pose(const Map& map) {
  Eigen::Matrix3d r;
  for (int i = 0; i < 9; ++i) r(i / 3, i % 3) = map.r[std::size_t(i)];
  return {r, to_eigen(map.t)};
}

void Histogram::add(double width_in_us) {
  worst_ = std::max(worst_, width_in_us);
  std::size_t bin = 0;
  if (width_in_us > 0) {
    bin = 1;
    for (double limit = 0.5; bin + 1 < bins_.size() && width_in_us > limit; limit *= 2) ++bin;
  }
  ++bins_[bin];
}

void Histogram::add(const Histogram& other) {
  worst_ = std::max(worst_, other.worst_);
  for (std::size_t i = 0; i < bins_.size(); ++i) bins_[i] += other.bins_[i];
}

std::string Histogram::text() const {
  char part[60];
  std::snprintf(part, sizeof part, "worst %.4g", worst_);
  std::string out = part;
  double limit = 0.5;
  for (std::size_t i = 0; i < bins_.size(); ++i) {
    if (bins_[i] != 0) {
      const auto n = static_cast<unsigned long long>(bins_[i]);
      if (i == 0) {
        std::snprintf(part, sizeof part, ", 0: %llu", n);
      } else if (i + 1 == bins_.size()) {
        std::snprintf(part, sizeof part, ", more: %llu", n);
      } else {
        std::snprintf(part, sizeof part, ", <=%g: %llu", limit, n);
      }
      out += part;
    }
    if (i > 0) limit *= 2;
  }
  return out;
}

void Failures::Kind::add(const Kind& other) {
  count += other.count;
  if (other.first >= first) return;
  first = other.first;
  text = other.text;
}

void Failures::add(std::uint64_t index, const std::string& group, const Problems& problems,
                   const std::string& reproducer) {
  if (problems.empty()) return;
  ++count_;
  std::string name = group;
  for (const char* problem : problems)
    name += (problem == problems[0] ? ": " : "; ") + std::string(problem);
  kinds_[name].add({1, index, reproducer});
}

void Failures::add(const Failures& other) {
  count_ += other.count_;
  for (const auto& [name, kind] : other.kinds_) kinds_[name].add(kind);
}

std::string Failures::text() const {
  std::string counts, cases;
  int shown = 0;
  for (const auto& [name, kind] : kinds_) {
    counts += std::to_string(kind.count) + " x " + name + "\n";
    if (++shown > 10) continue;
    cases += "case " + std::to_string(kind.first) + ", " + name + "\n" + kind.text + "\n";
  }
  return counts + cases;
}

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text && *text ? std::strtoull(text, nullptr, 10) : otherwise;
}

std::uint64_t cases_from_environment(const char* name, std::uint64_t full) {
#ifdef NDEBUG
  return from_environment(name, full);
#else
  return from_environment(name, full / 5);
#endif
}

namespace {

std::string numbers(apart::Status status, double lower, double upper, const Eigen::Vector3d& a,
                    const Eigen::Vector3d& b, const Eigen::Vector3d& n) {
  char text[600];
  std::snprintf(text, sizeof text,
                "  -> %s [%.17g, %.17g] a [%.17g,%.17g,%.17g] b [%.17g,%.17g,%.17g] "
                "direction [%.17g,%.17g,%.17g]",
                apart::to_string(status), lower, upper, a[0], a[1], a[2], b[0], b[1], b[2], n[0],
                n[1], n[2]);
  return text;
}

}  // namespace

std::string describe(const apart::Distance& d) {
  return numbers(d.status, d.lower, d.upper, d.point_a, d.point_b, d.normal);
}

std::string describe(const apart::Penetration& p) {
  char text[60];
  std::snprintf(text, sizeof text, " signed %.17g", p.signed_distance);
  return numbers(p.status, p.lower, p.upper, p.point_a, p.point_b, p.direction) + text;
}

}  // namespace oracle
