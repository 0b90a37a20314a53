// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// What answers of every kind claim, and the checks that they share.
#include <apart/distance.hpp>
#include <array>
#include <charconv>
#include <concepts>
#include <string>

#include "verify_shape.hpp"

namespace apart::verification {

inline Vec real(const Eigen::Vector3d& x) { return x.cast<Real>(); }

inline void append(std::string& s, const char* text) { s += text; }
inline void append(std::string& s, int x) { s += std::to_string(x); }
template <std::floating_point T>
void append(std::string& s, T x) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, static_cast<double>(x)).ptr;
  s.append(buffer, end);
}

template <class... Parts>
std::string sentence(const Parts&... parts) {
  std::string s;
  (append(s, parts), ...);
  return s;
}

struct Claim {
  double lower, upper;
  double value;        ///< point_b - point_a = value * normal,
  const char* called;  ///< as the answer calls the value,
  Eigen::Vector3d normal;
  const char* normal_called;  ///< and the normal
  Eigen::Vector3d point_a, point_b;
  const Witness& witness;
  Status status;
};

/// One answer under examination. Each check returns a sentence, or nothing if all is well; each
/// relies on those before it, in the order given here.
class Audit {
 public:
  Audit(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b, const Claim& claim,
        const Options& options);

  /// All is finite, the bounds in order, the normal a unit vector.
  std::string numbers() const;
  /// The weights are weights, the indices those of vertices.
  std::string weights() const;
  /// A cut-off answer decides `enough`.
  std::string decision() const;
  /// Turns n into the one direction in which an unbounded shape can be kept off, if it is that.
  std::string aligned(Vec& n) const;
  /// Where both shapes have vertices, their weights prove `upper` >= 0.
  std::string upper() const;
  /// The points are where they should be, relative to each other, up to `allowed` besides rounding.
  std::string step(Real allowed = 0) const;
  /// Each is in its shape.
  std::string in_shapes() const;

  /// What the documentation allows between touching and not, and as the width of an interval: 64 u
  /// S, S at least 2^-960, and what dropped points and users' support functions add to it.
  Real zero_bound() const;
  /// How far a near point may be from where it belongs. Near points are rounded to the world's
  /// doubles.
  Real point_bound() const;
  /// How far the planes normal to n, a unit vector, keep the shapes apart: negative if not at all.
  Real thickness(const Vec& n) const;
  /// What thickness() may err by.
  Real own_error() const { return 32 * own_u * size_ + 32 * own_grain; }

 protected:
  struct Side {
    PosedShape shape;
    Vec translation, point;
    Vec normal;  // toward the other
    const std::array<int, 4>& vertex;
    const char* name;
  };

  std::string indices(const Side& side) const;
  std::string in_shape(const Side& side) const;
  Real off_core(const Side& side, const Vec& y) const;
  Vec combination(const Side& side) const;
  Vec across_axis(const Vec& x) const;

  Claim claim_;
  const Options& options_;
  Side a_, b_;
  Vec gap_;                          // from A's origin to B's
  std::optional<Vec> axis_;          // of the prism, if there is one
  std::optional<Vec> plane_normal_;  // of the half-space, if there is one, from A to B
  Real size_;                        // S
};

/// What the first of the checks finds that finds something; the others are not made.
template <class T, class... Checks>
std::string first_of(const T& audit, const Checks&... checks) {
  std::string problem;
  (void)((problem = (audit.*checks)(), !problem.empty()) || ...);
  return problem;
}

/// Throws InvalidInput for what no query accepts, whatever `enough` is.
void require_pair(ShapeRef a, const Pose& pose_a, ShapeRef b, const Pose& pose_b,
                  const Options& options);

}  // namespace apart::verification
