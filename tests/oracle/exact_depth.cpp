// SPDX-License-Identifier: BSD-3-Clause
#include "oracle/exact_depth.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace oracle {

namespace {

// A hull that holds the origin is left by the shortest way through one of its facets. A facet of
// the difference A - B is parallel to a face of A, to a face of B, or to an edge of each. So the
// depth is the least h(n) / |n| over the normals of all of these, h being the support function of
// A - B. A normal too many does no harm: h(n) / |n| is never less than the depth.

using Integers = std::array<mpz_class, 3>;
using Floats = std::array<long double, 3>;

Integers minus(const mpz_class* a, const mpz_class* b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

mpz_class dot(const Integers& a, const Integers& b) {
  mpz_class out = a[0] * b[0];
  mpz_addmul(out.get_mpz_t(), a[1].get_mpz_t(), b[1].get_mpz_t());
  mpz_addmul(out.get_mpz_t(), a[2].get_mpz_t(), b[2].get_mpz_t());
  return out;
}

template <class T>
std::array<T, 3> cross(const std::array<T, 3>& a, const std::array<T, 3>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

bool zero(const Integers& a) { return a[0] == 0 && a[1] == 0 && a[2] == 0; }

void add_direction(std::vector<Integers>& directions, const Integers& d) {
  for (const Integers& known : directions) {
    if (zero(cross(known, d))) return;
  }
  directions.push_back(d);
}

/// The directions of a hull's edges and the normals of its faces, each but once, whatever its sign.
/// By brute force: every three points whose plane has all others on one side.
class Features {
 public:
  std::vector<Integers> edges, normals;

  explicit Features(const Points& points) {
    for (int i = 0; i < points.size(); ++i) add_point(minus(points.point(i), points.point(0)));
    if (points_.size() > 64) throw std::invalid_argument("more than 64 points");
    for (std::size_t i = 0; i < points_.size(); ++i) {
      for (std::size_t j = i + 1; j < points_.size(); ++j) {
        for (std::size_t k = j + 1; k < points_.size(); ++k) try_face(i, j, k);
      }
    }
    if (faces_.empty() && points_.size() > 1) edges.push_back(edge(0, 1));  // all on one line
  }

 private:
  using Set = std::uint64_t;  // of points, one bit each
  static Set bit(std::size_t i) { return Set(1) << i; }

  void add_point(const Integers& p) {
    if (std::find(points_.begin(), points_.end(), p) == points_.end()) points_.push_back(p);
  }

  Integers edge(std::size_t i, std::size_t j) const {
    return minus(points_[j].data(), points_[i].data());
  }

  void try_face(std::size_t i, std::size_t j, std::size_t k) {
    const Set three = bit(i) | bit(j) | bit(k);
    for (const Set face : faces_) {
      if ((face & three) == three) return;
    }
    const Integers n = cross(edge(i, j), edge(i, k));
    if (zero(n)) return;
    Set face = 0;
    int side = 0;
    for (std::size_t l = 0; l < points_.size(); ++l) {
      const int s = (bit(l) & three) != 0 ? 0 : sgn(dot(n, edge(i, l)));
      if (s == 0) face |= bit(l);
      if (s * side < 0) return;
      if (s != 0) side = s;
    }
    faces_.push_back(face);
    add_direction(normals, n);
    add_edges(face, n);
  }

  /// Of the points of a face: two are on an edge if the rest lie on one side of their line.
  void add_edges(Set face, const Integers& n) {
    for (std::size_t i = 0; i < points_.size(); ++i) {
      for (std::size_t j = i + 1; j < points_.size(); ++j) {
        if ((face & bit(i)) == 0 || (face & bit(j)) == 0) continue;
        const Integers inward = cross(n, edge(i, j));
        bool left = false, right = false;
        for (std::size_t k = 0; k < points_.size(); ++k) {
          if ((face & bit(k)) == 0 || k == i || k == j) continue;
          const int s = sgn(dot(inward, edge(i, k)));
          left = left || s > 0;
          right = right || s < 0;
        }
        if (!left || !right) add_direction(edges, edge(i, j));
      }
    }
  }

  std::vector<Integers> points_;
  std::vector<Set> faces_;
};

long double length(const Floats& x) { return std::hypot(x[0], x[1], x[2]); }

/// The direction rounded to floats of length about 1, component by component.
Floats unit(const Integers& x) {
  std::size_t bits = 1;
  for (const mpz_class& c : x) bits = std::max(bits, mpz_sizeinbase(c.get_mpz_t(), 2));
  Floats out;
  for (std::size_t k = 0; k < 3; ++k) out[k] = rounded(x[k], long(bits));
  const long double l = length(out);
  for (long double& c : out) c /= l;
  return out;
}

/// One side of the difference, in floats: points less the first one, times 2^-bits.
struct Cloud {
  std::vector<Floats> points;
  long double radius = 0;

  Cloud(const Points& p, long bits) {
    for (int i = 0; i < p.size(); ++i) {
      const Integers d = minus(p.point(i), p.point(0));
      points.push_back({rounded(d[0], bits), rounded(d[1], bits), rounded(d[2], bits)});
      radius = std::max(radius, length(points.back()));
    }
  }

  /// Least and greatest product with n.
  std::array<long double, 2> range(const Floats& n) const {
    std::array<long double, 2> out{0, 0};
    for (const Floats& p : points) {
      const long double value = n[0] * p[0] + n[1] * p[1] + n[2] * p[2];
      out = {std::min(out[0], value), std::max(out[1], value)};
    }
    return out;
  }
};

/// A normal to be tried: n = +-a, or +-(a x b).
struct Candidate {
  const Integers *a, *b;
  int sign;
  long double value, error;  ///< h(n) / |n| in floats, and what that may err by
};

class Depth {
 public:
  Depth(const Points& a, const Points& b) : a_(a), b_(b), features_a_(a), features_b_(b) {
    collect();
    long double bound = INFINITY;
    for (const Candidate& c : candidates_) bound = std::min(bound, c.value + c.error);
    std::erase_if(candidates_, [&](const Candidate& c) { return c.value - c.error > bound; });
    std::sort(candidates_.begin(), candidates_.end(),
              [](const Candidate& x, const Candidate& y) { return x.value < y.value; });
    for (const Candidate& c : candidates_) decide(c);
  }

  /// Squared, in units of 4^exponent.
  const mpz_class& over() const { return over_; }
  const mpz_class& under() const { return under_; }

 private:
  /// All normals, with their values in floats.
  void collect() {
    std::size_t bits = 1;
    for (const Points* p : {&a_, &b_}) {
      for (const mpz_class& x : p->value) {
        bits = std::max(bits, mpz_sizeinbase(x.get_mpz_t(), 2));
      }
    }
    const Cloud cloud_a(a_, long(bits)), cloud_b(b_, long(bits));
    const Integers offset = minus(a_.point(0), b_.point(0));
    Floats o;
    for (std::size_t k = 0; k < 3; ++k) o[k] = rounded(offset[k], long(bits));
    const long double size = cloud_a.radius + cloud_b.radius + length(o);
    auto add = [&](const Integers* x, const Integers* y, Floats n, long double tilt) {
      const long double l = length(n);
      // Where nothing is known about a direction, the candidate stays: its value is at least 0.
      const long double error = size * (l > 8 * tilt ? 0x1p-58L + 4 * tilt / l : INFINITY);
      for (long double& c : n) c /= l > 0 ? l : 1;
      const auto in_a = cloud_a.range(n), in_b = cloud_b.range(n);
      const long double middle = n[0] * o[0] + n[1] * o[1] + n[2] * o[2];
      candidates_.push_back({x, y, 1, in_a[1] - in_b[0] + middle, error});
      candidates_.push_back({x, y, -1, in_b[1] - in_a[0] - middle, error});
    };
    for (const Features* f : {&features_a_, &features_b_}) {
      for (const Integers& n : f->normals) add(&n, nullptr, unit(n), 0x1p-60L);
    }
    std::vector<Floats> edges_b;
    for (const Integers& e : features_b_.edges) edges_b.push_back(unit(e));
    for (const Integers& e : features_a_.edges) {
      const Floats edge_a = unit(e);
      for (std::size_t j = 0; j < edges_b.size(); ++j) {
        add(&e, &features_b_.edges[j], cross(edge_a, edges_b[j]), 0x1p-60L);
      }
    }
  }

  /// The greatest product with n, among a's points; sign -1: the least.
  static mpz_class extreme(const Points& points, const Integers& n, int sign) {
    mpz_class best, value;
    for (int i = 0; i < points.size(); ++i) {
      const mpz_class* p = points.point(i);
      mpz_mul(value.get_mpz_t(), n[0].get_mpz_t(), p[0].get_mpz_t());
      mpz_addmul(value.get_mpz_t(), n[1].get_mpz_t(), p[1].get_mpz_t());
      mpz_addmul(value.get_mpz_t(), n[2].get_mpz_t(), p[2].get_mpz_t());
      if (i == 0 || (sign > 0 ? value > best : value < best)) std::swap(best, value);
    }
    return best;
  }

  void decide(const Candidate& c) {
    Integers n = c.b ? cross(*c.a, *c.b) : *c.a;
    if (zero(n)) return;
    if (c.sign < 0) {
      for (mpz_class& x : n) x = -x;
    }
    if (under_ != 0 && zero(cross(n, normal_)) && dot(n, normal_) > 0) return;
    const mpz_class h = extreme(a_, n, 1) - extreme(b_, n, -1);
    mpz_class over = h * h, under = dot(n, n);
    if (under_ != 0 && over * under_ >= over_ * under) return;
    over_ = over;
    under_ = under;
    normal_ = n;
  }

  const Points &a_, &b_;
  Features features_a_, features_b_;
  std::vector<Candidate> candidates_;
  mpz_class over_ = 0, under_ = 0;  // no normal at all: everything is on one line
  Integers normal_;
};

}  // namespace

int ExactSigned::compare(double bound) const {
  if (sign > 0) return bound < 0 ? 1 : magnitude.compare(bound);
  if (sign < 0) return bound >= 0 ? -1 : -magnitude.compare(-bound);
  return int(bound < 0) - int(bound > 0);
}

bool ExactSigned::holds(double lower, double upper) const {
  if (!(lower <= upper)) return false;
  return compare(lower) >= 0 && compare(upper) <= 0;
}

ExactSigned exact_signed_distance(Points a, Points b) {
  align(a, b);
  ExactSigned out{1, exact_distance(a, b)};
  if (!out.magnitude.zero()) return out;
  const Depth depth(a, b);
  out.magnitude.over = depth.over();
  if (depth.under() != 0) out.magnitude.under = depth.under();
  out.magnitude.exponent = a.exponent;
  out.sign = out.magnitude.zero() ? 0 : -1;
  return out;
}

}  // namespace oracle
