// SPDX-License-Identifier: BSD-3-Clause

// segment_distance() against brute force in 300 bits: the least of the interior solution and the
// four ends against the other segment.
#include <gtest/gtest.h>

#include <algorithm>
#include <apart/segment_distance.hpp>
#include <cmath>
#include <vector>

#include "support/random.hpp"
#include "support/refusal.hpp"
#include "support/wide.hpp"

namespace {

namespace mp = support::mp;
using apart::segment_distance;
using apart::SegmentDistance;
using Eigen::Vector3d;
using Eigen::VectorXd;
using support::Random;
using support::Wide;
using WideVector = std::vector<Wide>;

constexpr double u = 0x1p-53;

struct Segments {
  VectorXd a, b, c, d;

  SegmentDistance solve() const { return segment_distance(a, b, c, d); }
  double size() const {
    return std::max({(b - a).norm(), (d - c).norm(), (c - a).norm(), (d - b).norm()});
  }
};

WideVector difference(const VectorXd& x, const VectorXd& y) {
  WideVector z;
  for (int i = 0; i < x.size(); ++i) z.push_back(Wide(x[i]) - Wide(y[i]));
  return z;
}

Wide dot(const WideVector& x, const WideVector& y) {
  Wide sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

struct Reference {
  explicit Reference(const Segments& s)
      : d1(difference(s.b, s.a)), d2(difference(s.d, s.c)), d12(difference(s.c, s.a)) {}

  Wide squared(const Wide& t, const Wide& v) const {
    Wide sum = 0;
    for (std::size_t i = 0; i < d1.size(); ++i) {
      const Wide e = d1[i] * t - d2[i] * v - d12[i];
      sum += e * e;
    }
    return sum;
  }

  static Wide ratio(const Wide& x, const Wide& y) {
    return y > 0 ? std::clamp(Wide(x / y), Wide(0), Wide(1)) : Wide(0);
  }

  Wide least() const {
    const Wide D1 = dot(d1, d1), D2 = dot(d2, d2), R = dot(d1, d2);
    const Wide S1 = dot(d1, d12), S2 = dot(d2, d12), denominator = D1 * D2 - R * R;
    Wide best = squared(0, ratio(-S2, D2));
    best = std::min(best, squared(1, ratio(R - S2, D2)));
    best = std::min(best, squared(ratio(S1, D1), 0));
    best = std::min(best, squared(ratio(S1 + R, D1), 1));
    if (denominator > 0) {
      const Wide t = (S1 * D2 - S2 * R) / denominator, v = (S1 * R - S2 * D1) / denominator;
      if (t >= 0 && t <= 1 && v >= 0 && v <= 1) best = std::min(best, squared(t, v));
    }
    return best;
  }

  WideVector d1, d2, d12;
};

/// Right to 4 units in the last place; where the lines cross, to a unit of the coordinates.
void expect_right(const Segments& s) {
  const SegmentDistance got = s.solve();
  EXPECT_GE(got.t, 0);
  EXPECT_LE(got.t, 1);
  EXPECT_GE(got.u, 0);
  EXPECT_LE(got.u, 1);
  const Reference reference(s);
  const double squared = reference.least().convert_to<double>(), size = s.size();
  EXPECT_NEAR(got.squared, squared, 8 * u * squared + u * u * size * size);
  const double at_points = mp::sqrt(reference.squared(got.t, got.u)).convert_to<double>();
  EXPECT_NEAR(at_points, std::sqrt(squared), 4 * u * size);
}

VectorXd vec(std::initializer_list<double> x) {
  return Eigen::Map<const VectorXd>(x.begin(), static_cast<Eigen::Index>(x.size()));
}

VectorXd any_vector(Random& random, int n) {
  VectorXd x(n);
  for (int i = 0; i < n; ++i) x[i] = random.between(-1, 1);
  return x;
}

TEST(Segment, PublishedExample) {
  const Segments s{vec({0, 0, 0}), vec({1, 2, 1}), vec({1, 0, 0}), vec({2, 1, 0})};
  const SegmentDistance d = s.solve();
  EXPECT_NEAR(d.t, 1.0 / 6, u);
  EXPECT_EQ(d.u, 0);
  EXPECT_NEAR(d.squared, 5.0 / 6, 2 * u);
  expect_right(s);
}

TEST(Segment, RandomInAnyDimension) {
  int inner = 0, at_ends = 0;
  for (int i = 0; i < 4000; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    constexpr int dimensions[] = {1, 2, 3, 7};
    const int n = dimensions[i % 4];
    const Segments s{any_vector(random, n), any_vector(random, n), any_vector(random, n),
                     any_vector(random, n)};
    expect_right(s);
    const SegmentDistance d = s.solve();
    const bool ends = d.t == 0 || d.t == 1 || d.u == 0 || d.u == 1;
    ends ? ++at_ends : ++inner;
    if (HasFailure()) return;
  }
  EXPECT_GT(inner, 200);
  EXPECT_GT(at_ends, 200);
}

/// Lattice ends: parallel, collinear, crossing, touching and degenerate ones all come up.
TEST(Segment, RandomOnALattice) {
  int parallel = 0, points = 0, crossing = 0;
  for (int i = 0; i < 8000; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const int n = random.integer(1, 3);
    VectorXd p[4];
    for (auto& x : p) {
      x.resize(n);
      for (int k = 0; k < n; ++k) x[k] = random.integer(-2, 2);
    }
    const Segments s{p[0], p[1], p[2], p[3]};
    expect_right(s);
    const Reference r(s);
    points += p[0] == p[1] || p[2] == p[3];
    parallel += dot(r.d1, r.d1) * dot(r.d2, r.d2) == dot(r.d1, r.d2) * dot(r.d1, r.d2);
    crossing += r.least() == 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(points, 100);
  EXPECT_GT(parallel, 1000);
  EXPECT_GT(crossing, 500);
}

/// Two segments of length 2 with this angle between them, far apart or nearly crossing.
Segments at_angle(double angle, Random random) {
  const Vector3d d = support::direction(random), across = support::vector(random);
  const Vector3d middle = support::vector(random) * (random.chance(0.5) ? 1 : 1e-8);
  const Vector3d turned = d + angle * across;
  return {-d, d, middle - turned, middle + turned};
}

TEST(Segment, NearlyParallel) {
  for (const double angle : {1e-3, 1e-7, 1e-9, 1e-12}) {
    for (int i = 0; i < 400; ++i) {
      SCOPED_TRACE(support::case_name(i) + ", angle " + std::to_string(angle * 1e12) + "e-12");
      expect_right(at_angle(angle, support::random_case(i)));
      if (HasFailure()) return;
    }
  }
}

/// The segments' ends are rounded by about as much as they are turned.
TEST(Segment, ParallelButForRounding) {
  for (int i = 0; i < 400; ++i) {
    SCOPED_TRACE(support::case_name(i));
    expect_right(at_angle(1e-15, support::random_case(i)));
    if (HasFailure()) return;
  }
}

/// The case of the notes: double arithmetic alone loses 3e-8 here.
TEST(Segment, LengthTwoSegmentsAtTinyAngles) {
  for (const double angle : {1e-7, 1e-12}) {
    const double h = 0.25;
    const Segments s{vec({-1, 0, 0}), vec({1, 0, 0}), vec({-1, -angle, h}), vec({1, angle, h})};
    const SegmentDistance d = s.solve();
    EXPECT_EQ(d.squared, h * h);
    expect_right(s);
  }
}

struct Special {
  const char* name;
  Segments s;
  double t, u, squared;
};

TEST(Segment, SpecialCases) {
  const VectorXd o = vec({0, 0, 0}), x = vec({1, 0, 0}), y = vec({0, 1, 0});
  const Special cases[] = {
      {"two points", {o, o, x, x}, 0, 0, 1},
      {"one and the same point", {x, x, x, x}, 0, 0, 0},
      {"a point and a segment", {y, y, -x, x}, 0, 0.5, 1},
      {"a segment and a point", {-x, x, y, y}, 0.5, 0, 1},
      {"a point beyond the end", {2 * x, 2 * x, -x, x}, 0, 1, 1},
      {"a point before the start", {-x, x, -3 * x, -3 * x}, 0, 0, 4},
      {"a point on the segment", {-x, x, o, o}, 0.5, 0, 0},
      {"parallel, side by side", {o, x, y, x + y}, 0, 0, 1},
      {"antiparallel, side by side", {o, x, x + y, y}, 0, 1, 1},
      {"parallel, one past the other", {o, x, 3 * x + y, 4 * x + y}, 1, 0, 5},
      {"antiparallel, one past the other", {o, x, 4 * x + y, 3 * x + y}, 1, 1, 5},
      {"collinear, apart", {o, x, 3 * x, 5 * x}, 1, 0, 4},
      {"collinear, apart, the other way round", {x, o, 5 * x, 3 * x}, 0, 1, 4},
      {"collinear, end to end", {o, x, x, 2 * x}, 1, 0, 0},
      {"crossing in the middle", {-x, x, -y, y}, 0.5, 0.5, 0},
      {"a T", {-x, x, y, 2 * y}, 0.5, 0, 1},
  };
  for (const auto& [name, s, t, v, squared] : cases) {
    SCOPED_TRACE(name);
    expect_right(s);
    const SegmentDistance d = s.solve();
    EXPECT_EQ(d.t, t);
    EXPECT_EQ(d.u, v);
    EXPECT_EQ(d.squared, squared);
  }
}

TEST(Segment, CollinearOverlapping) {
  const VectorXd o = vec({0, 0, 0}), x = vec({1, 2, 3});
  expect_right({o, 2 * x, x, 3 * x});
  expect_right({o, 4 * x, x, 2 * x});
  expect_right({2 * x, o, x, 3 * x});
  expect_right({o, x, o, x});
  EXPECT_EQ((Segments{o, 4 * x, x, 2 * x}.solve().squared), 0);
}

TEST(Segment, OneDimension) {
  EXPECT_EQ((Segments{vec({0}), vec({1}), vec({3}), vec({2})}.solve().squared), 1);
  EXPECT_EQ((Segments{vec({0}), vec({4}), vec({3}), vec({2})}.solve().squared), 0);
}

TEST(Segment, PowersOfTwoScaleBitForBit) {
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Segments s{any_vector(random, 3), any_vector(random, 3), any_vector(random, 3),
                     any_vector(random, 3)};
    const SegmentDistance d = s.solve();
    for (const int k : {-330, -60, 1, 330}) {
      const double f = std::ldexp(1.0, k);
      const SegmentDistance e = Segments{f * s.a, f * s.b, f * s.c, f * s.d}.solve();
      ASSERT_EQ(e.t, d.t);
      ASSERT_EQ(e.u, d.u);
      ASSERT_EQ(e.squared, d.squared * f * f);
    }
  }
}

std::string refusal(const Segments& s) {
  return support::refusal([&] { s.solve(); });
}

TEST(Segment, BadInputGetsASentence) {
  const VectorXd o = vec({0, 0, 0}), x = vec({1, 0, 0});
  EXPECT_EQ(refusal({o, x, o, vec({1, 2})}), "segment_distance: d has 2 coordinates, a has 3");
  EXPECT_EQ(refusal({VectorXd(), VectorXd(), VectorXd(), VectorXd()}),
            "segment_distance: a has no coordinates");
  for (const double bad : {double(NAN), double(INFINITY), 0x1p600}) {
    const std::string sentence = refusal({o, x, vec({1, bad, 2}), o});
    EXPECT_NE(sentence.find("segment_distance: c"), std::string::npos) << sentence;
    const std::string value = bad == 0x1p600 ? "e+180" : std::isnan(bad) ? "nan" : "inf";
    EXPECT_NE(sentence.find(value), std::string::npos) << sentence;
  }
}

}  // namespace
