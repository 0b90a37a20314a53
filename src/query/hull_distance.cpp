// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <apart/error.hpp>
#include <apart/hull_distance.hpp>
#include <cmath>
#include <optional>
#include <string>

#include "convex/nearest_set.hpp"
#include "number_text.hpp"
#include "query/door.hpp"

namespace apart {

namespace {

using Columns = Eigen::Ref<const Eigen::MatrixXd>;
using Point = NearestSet::Point;
using Direction = std::array<double, max_dimension>;

constexpr int step_limit = 1000;

double norm(const Direction& q) {
  double sum = 0;
  for (const double x : q) sum += x * x;
  return std::sqrt(sum);
}

/// The same method as Gjk, for the difference of two hulls in R^m and with no pose to mind: in
/// double-double throughout, since speed is not what it is for.
class HullGjk {
 public:
  HullGjk(const Columns& a, const Columns& b, const Options& options)
      : a_(a), b_(b), dimension_(static_cast<int>(a.rows())), options_(options) {
    const double largest =
        std::max({a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff(), options.margin, 0x1p-960});
    scale_ = std::ldexp(1.0, -std::ilogb(largest));
    const double size = (radius(a) + radius(b) + 2 * options.margin * scale_) * 1.000001;
    unit_ = unit_roundoff * size;
    exact_error_ = 0x1p-90 * size;
    rounding_ = DoubleDouble(2 * options.margin * scale_);
  }

  HullDistance solve() {
    NearestSet set(dimension_);
    Direction q{};
    for (int k = 0; k < dimension_; ++k) {  // the line of centroids, as in the paper
      q[k] = (a_.row(k) * scale_).mean() - (b_.row(k) * scale_).mean();
    }
    if (!(norm(q) > 0)) q[0] = 1;
    const Plane first = support(q);
    set.add(difference(first.a, first.b, Point{}), first.a, first.b);
    State state = descend(std::move(set), Point{}, false);
    if (state.end == End::reached && enclose(state)) state.end = End::inside;
    return publish(state);
  }

 private:
  struct Plane {
    int a, b;
    double value;
  };
  enum class End { converged, reached, inside, cut_off, stalled };
  struct State {
    NearestSet set;
    Point v{};
    double upper = INFINITY, lower = -INFINITY;
    Direction q{};
    End end = End::stalled;
  };

  double radius(const Columns& points) const {
    double most = 0;
    for (int j = 0; j < points.cols(); ++j) most = std::max(most, (points.col(j) * scale_).norm());
    return most;
  }

  int farthest(const Columns& points, const Direction& q, double sign, double& value) const {
    int best = 0;
    value = -INFINITY;
    for (int j = 0; j < points.cols(); ++j) {
      double sum = 0;
      for (int k = 0; k < dimension_; ++k) sum += sign * q[k] * (points(k, j) * scale_);
      if (sum > value) value = sum, best = j;
    }
    return best;
  }

  Plane support(const Direction& q) {
    ++support_calls_;
    double lowest_a, highest_b;
    const int a = farthest(a_, q, -1, lowest_a), b = farthest(b_, q, 1, highest_b);
    return {a, b, (-lowest_a - highest_b) / norm(q)};
  }

  /// Column a of A minus column b of B minus the target: exact but for the target.
  Point difference(int a, int b, const Point& target) const {
    Point w{};
    for (int k = 0; k < dimension_; ++k) {
      w[k] = two_sum(a_(k, a) * scale_, -b_(k, b) * scale_) - target[k];
    }
    return w;
  }

  double tolerance() const { return (dimension_ + 10) * unit_; }
  double lower_error(double value) const {
    return (dimension_ + 5) * unit_ + (dimension_ + 6) * unit_roundoff * std::abs(value) +
           exact_error_;
  }

  /// From the points of `set` toward the target. For a target other than the origin, `converged`
  /// means that a plane keeps it off.
  State descend(NearestSet set, const Point& target, bool probing) {
    State state{std::move(set)}, best = state;
    DoubleDouble last = INFINITY;
    for (int step = 0; step < step_limit; ++step) {
      if (!state.set.reduce()) break;
      state.v = state.set.nearest();
      const DoubleDouble squared = state.set.inner(state.v, state.v);
      if (!(squared < last)) break;
      last = squared;
      state.upper = sqrt(squared).hi;
      if (!probing && state.upper + exact_error_ < rounding_.hi * (1 - 4 * unit_roundoff)) {
        direct(state);
        state.end = End::inside;
        return state;
      }
      if (state.upper <= (probing ? 2 : 1) * unit_) {
        state.end = End::reached;
        return state;
      }
      direct(state);
      const Plane plane = support(state.q);
      state.lower = plane.value;
      best = state;
      if (probing ? plane.value > along(state.q, target) : judge(best)) {
        if (probing) best.end = End::converged;
        return best;
      }
      if (state.set.holds(plane.a, plane.b) || state.set.size() > dimension_) break;
      state.set.add(difference(plane.a, plane.b, target), plane.a, plane.b);
    }
    return best;
  }

  void direct(State& state) const {
    double largest = 0;
    for (int k = 0; k < dimension_; ++k) largest = std::max(largest, std::abs(state.v[k].hi));
    if (!(largest > 0)) return;
    const double power = std::ldexp(1.0, -std::max(std::ilogb(largest), -1000));
    for (int k = 0; k < dimension_; ++k) state.q[k] = state.v[k].hi * power;
  }

  double along(const Direction& q, const Point& target) const {
    double sum = 0;
    for (int k = 0; k < dimension_; ++k) sum += q[k] * target[k].hi;
    return sum / norm(q);
  }

  /// The stopping rule; sets the end and returns true when it is met.
  bool judge(State& state) const {
    const double lower =
        state.lower - lower_error(state.lower) - rounding_.hi * (1 + 4 * unit_roundoff);
    const double upper = state.upper * (1 + 4 * unit_roundoff) + exact_error_ -
                         rounding_.hi * (1 - 4 * unit_roundoff);
    if (state.upper - state.lower <= tolerance() ||
        (lower > 0 && upper - lower <= options_.relative_error * upper)) {
      state.end = End::converged;
    } else if (options_.enough &&
               (lower > *options_.enough * scale_ || upper <= *options_.enough * scale_)) {
      state.end = End::cut_off;
    } else {
      return false;
    }
    return true;
  }

  /// As Gjk::enclose: the corners of a small regular simplex around the origin are reached, or one
  /// is not, and the plane in between is the normal. Its inscribed ball is 1/m of its size.
  bool enclose(State& state) {
    const double size = 4.0 * dimension_ * unit_ + 4 * dimension_ * exact_error_;
    for (int corner = 0; corner <= dimension_; ++corner) {
      const Point target = simplex_corner(corner, size);
      NearestSet start(dimension_);
      start.add(difference(state.set[0].a, state.set[0].b, target), state.set[0].a, state.set[0].b);
      const State probe = descend(std::move(start), target, true);
      if (probe.end == End::reached) continue;
      state.q = probe.q;
      state.lower = probe.lower;
      return false;
    }
    return true;
  }

  /// Corner i of a regular simplex with centre 0 and circumradius `size`.
  Point simplex_corner(int i, double size) const {
    const int m = dimension_;
    Point p{};
    double left = 1;  // squared length not yet used up by earlier coordinates
    for (int k = 0; k < m; ++k) {
      const double height = std::sqrt(left);
      if (k == i) {
        p[k] = height * size;
        return p;
      }
      p[k] = -height / (m - k) * size;
      left -= left / ((m - k) * (m - k));
    }
    return p;
  }

  HullDistance publish(const State& state) const {
    const double back = 1 / scale_;
    HullDistance d;
    d.support_calls = support_calls_;
    Direction q = state.q;
    if (!(norm(q) > 0)) q[0] = 1;
    d.normal.resize(dimension_);
    for (int k = 0; k < dimension_; ++k) d.normal[k] = 0 - q[k] / norm(q);
    publish_points(state, d);
    if (state.end == End::inside) {
      d.point_b = d.point_a;
      d.status = Status::overlapping;
      return d;
    }
    const DoubleDouble lower = DoubleDouble(state.lower) - lower_error(state.lower) - rounding_;
    const DoubleDouble upper =
        sqrt(state.set.inner(state.v, state.v)) + DoubleDouble(exact_error_) - rounding_;
    d.lower = std::max(0.0, round_down(lower) * back);
    d.upper = std::max(0.0, round_up(upper) * back);
    d.optimality = std::max(0.0, state.upper * (state.upper - state.lower)) * back * back;
    const bool narrow = state.upper - state.lower <= tolerance();
    if (state.end == End::cut_off && !narrow) {
      d.status = Status::cut_off;
    } else if (state.end == End::stalled && !narrow) {
      d.status = Status::not_converged;
    } else {
      d.status = d.lower > 0 ? Status::separated : Status::touching;
    }
    return d;
  }

  void publish_points(const State& state, HullDistance& d) const {
    const int n = state.set.size();
    d.vertex_a.resize(n), d.vertex_b.resize(n), d.weight.resize(n);
    Point a{}, b{};
    for (int i = 0; i < n; ++i) {
      const NearestSet::Entry& e = state.set[i];
      d.vertex_a[i] = e.a, d.vertex_b[i] = e.b, d.weight[i] = e.weight.hi;
      for (int k = 0; k < dimension_; ++k) {
        a[k] += e.weight * DoubleDouble(a_(k, e.a));
        b[k] += e.weight * DoubleDouble(b_(k, e.b));
      }
    }
    d.point_a.resize(dimension_), d.point_b.resize(dimension_);
    const bool overlap = sqrt(state.set.inner(state.v, state.v)) < rounding_;
    for (int k = 0; k < dimension_; ++k) {
      if (overlap) {
        a[k] = b[k] = (a[k] + b[k]) * DoubleDouble(0.5);
      } else {
        a[k] += two_product(options_.margin, d.normal[k]);
        b[k] -= two_product(options_.margin, d.normal[k]);
      }
      d.point_a[k] = a[k].hi;
      d.point_b[k] = b[k].hi;
    }
  }

  const Columns& a_;
  const Columns& b_;
  int dimension_;
  const Options& options_;
  double scale_, unit_, exact_error_;
  DoubleDouble rounding_;
  int support_calls_ = 0;
};

void check(const Columns& points, const char* name) {
  if (points.rows() < 1 || points.rows() > max_dimension) {
    throw InvalidInput(std::string("hull_distance: ") + name + " must have 1 to " +
                       std::to_string(max_dimension) + " rows (its dimension), got " +
                       std::to_string(points.rows()));
  }
  if (points.cols() < 1) {
    throw InvalidInput(std::string("hull_distance: ") + name + " has no points");
  }
  for (Eigen::Index j = 0; j < points.cols(); ++j) {
    for (Eigen::Index k = 0; k < points.rows(); ++k) {
      if (std::abs(points(k, j)) <= 0x1p500) continue;
      throw InvalidInput(std::string("hull_distance: ") + name + "(" + std::to_string(k) + ", " +
                         std::to_string(j) + ") must be finite and at most 2^500, got " +
                         text(points(k, j)));
    }
  }
}

}  // namespace

HullDistance hull_distance(const Columns& points_a, const Columns& points_b,
                           const Options& options) {
  check(points_a, "points_a");
  check(points_b, "points_b");
  if (points_a.rows() != points_b.rows()) {
    throw InvalidInput("hull_distance: points_a has " + std::to_string(points_a.rows()) +
                       " rows, points_b has " + std::to_string(points_b.rows()));
  }
  check_options(options);
  return HullGjk(points_a, points_b, options).solve();
}

}  // namespace apart
