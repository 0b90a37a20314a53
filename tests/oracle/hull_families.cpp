// SPDX-License-Identifier: BSD-3-Clause
#include "oracle/hull_families.hpp"

#include <algorithm>
#include <cmath>

namespace oracle {

namespace {

using Points = std::vector<double>;

Points cloud(Random& random, int n, int m) {
  Points out;
  for (int i = 0; i < n * m; ++i) out.push_back(random.between(-1, 1));
  return out;
}

Points lattice(Random& random, int n, int m, int range) {
  Points out;
  for (int i = 0; i < n * m; ++i) out.push_back(random.integer(-range, range));
  return out;
}

int count(Random& random, int m) {
  return random.integer(1, random.chance(0.5) ? m + 1 : 2 * m + 4);
}

void shift(Points& points, int m, int axis, double by) {
  for (std::size_t i = std::size_t(axis); i < points.size(); i += std::size_t(m)) points[i] += by;
}

HullCase random_hulls(Random& random, int m) {
  HullCase c{"random", m, cloud(random, count(random, m), m), cloud(random, count(random, m), m)};
  shift(c.b, m, 0, random.between(0, 3));
  return c;
}

HullCase lattice_hulls(Random& random, int m) {
  const int range = random.integer(1, 3);
  HullCase c{"lattice", m, lattice(random, count(random, m), m, range),
             lattice(random, count(random, m), m, range)};
  shift(c.b, m, 0, random.integer(0, 2 * range + 1));
  return c;
}

/// Points of one set several times over, or in both sets.
HullCase duplicates(Random& random, int m) {
  HullCase c = random_hulls(random, m);
  c.family = "duplicates";
  const auto n = std::ptrdiff_t(random.integer(1, int(c.a.size()) / m)) * m;
  const Points some(c.a.begin(), c.a.begin() + n);
  Points& to = random.chance(0.5) ? c.a : c.b;
  to.insert(to.end(), some.begin(), some.end());
  return c;
}

/// Both in one coordinate subspace, or each in its own.
HullCase flat(Random& random, int m) {
  HullCase c = random.chance(0.5) ? random_hulls(random, m) : lattice_hulls(random, m);
  c.family = "flat";
  const int kept = random.integer(1, m);
  const bool together = random.chance(0.5);
  for (Points* points : {&c.a, &c.b}) {
    for (std::size_t i = 0; i < points->size(); ++i) {
      const int axis = int(i) % m;
      const int at = together || points == &c.a ? axis : m - 1 - axis;
      if (at >= kept) (*points)[i] = 0;
    }
  }
  return c;
}

/// Integer points on the two sides of a plane, with p in both hulls.
HullCase touching(Random& random, int m) {
  HullCase c{"touching", m, {}, {}, true};
  const Points p = lattice(random, 1, m, 3);
  for (Points* points : {&c.a, &c.b}) {
    const int side = points == &c.a ? -1 : 1;
    Points rest = lattice(random, count(random, m), m, 3);
    for (std::size_t i = 0; i < rest.size(); i += std::size_t(m))
      rest[i] = side * std::abs(rest[i]);
    // Around p, in the plane: p + d and p - d.
    Points d = lattice(random, 1, m, random.integer(0, 2));
    d[0] = 0;
    for (const int sign : {1, -1}) {
      for (std::size_t k = 0; k < std::size_t(m); ++k) points->push_back(p[k] + sign * d[k]);
    }
    for (std::size_t i = 0; i < rest.size(); ++i)
      points->push_back(rest[i] + p[i % std::size_t(m)]);
  }
  return c;
}

/// Two faces at a gap, or an overlap, of 1e-3 to 1e-13.
HullCase narrow(Random& random, int m) {
  HullCase c{"narrow", m, cloud(random, count(random, m), m), cloud(random, count(random, m), m)};
  const double gap = random.sign() * random.decade(3, 13);
  for (Points* points : {&c.a, &c.b}) {
    const bool first = points == &c.a;
    for (std::size_t i = 0; i < points->size(); i += std::size_t(m)) {
      const double x = i == 0 || random.chance(0.5) ? 0 : std::abs((*points)[i]);
      (*points)[i] = first ? -x : x + gap;
    }
  }
  return c;
}

HullCase identical(Random& random, int m) {
  HullCase c{"identical", m, cloud(random, count(random, m), m), {}};
  c.b = c.a;
  return c;
}

HullCase points(Random& random, int m) {
  HullCase c{"point", m, cloud(random, 1, m), cloud(random, random.chance(0.5) ? 1 : m + 1, m)};
  if (random.chance(0.5)) std::swap(c.a, c.b);
  return c;
}

}  // namespace

HullCase make_hulls(Random& random, int m) {
  constexpr HullCase (*makers[])(Random&, int) = {
      random_hulls, random_hulls, lattice_hulls, duplicates, flat,
      touching,     touching,     narrow,        identical,  points};
  HullCase c = makers[random.integer(0, 9)](random, m);
  if (random.chance(0.1)) {
    const double factor = std::ldexp(1.0, random.integer(-300, 300));
    for (Points* points : {&c.a, &c.b}) {
      for (double& x : *points) x *= factor;
    }
  }
  return c;
}

double radius(const std::vector<double>& points, int m) {
  long double most = 0;  // with the exponents to spare for squares
  for (std::size_t i = 0; i < points.size(); i += std::size_t(m)) {
    long double sum = 0;
    for (std::size_t k = i; k < i + std::size_t(m); ++k) {
      sum += static_cast<long double>(points[k]) * points[k];
    }
    most = std::max(most, sum);
  }
  return double(std::sqrt(most));
}

}  // namespace oracle
