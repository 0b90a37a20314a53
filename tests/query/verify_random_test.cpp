// SPDX-License-Identifier: BSD-3-Clause

// What distance() and penetration() answer, verify() confirms: random pairs of all kinds of shapes,
// apart, in contact and overlapping, in rigid and almost rigid poses, near the origin and far from
// it, small and large.
//   APART_VERIFY_CASES  how many (20000)
//   APART_VERIFY_SEED   which ones
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <vector>

#include "oracle/random.hpp"

namespace {

using apart::Distance;
using apart::Options;
using apart::Penetration;
using apart::Pose;
using apart::Shape;
using Eigen::Vector3d;
using oracle::Random;

// A user's type: an ellipsoid about a point that is not the origin.
struct UserEgg {
  Vector3d radii, centre;
  Vector3d support(const Vector3d& d) const {
    const Vector3d s = radii.cwiseProduct(d / d.cwiseAbs().maxCoeff());
    const double length = s.stableNorm();
    return length > 0 ? Vector3d(centre + radii.cwiseProduct(s / length)) : centre;
  }
  double radius() const { return centre.stableNorm() + radii.maxCoeff(); }
  double support_error() const { return 8; }
};

enum class Lattice { no, yes };

/// Draws shapes about 1 in size, with sides of zero, needles and plates among them.
class Shapes {
 public:
  Shapes(Random& random, double scale, Lattice lattice)
      : random_(random), scale_(scale), lattice_(lattice) {}

  static constexpr int kinds = 14;

  Shape make(int kind) {
    switch (kind) {
      case 0:
        return apart::Point(vector());
      case 1:
        return apart::Segment(vector(), vector());
      case 2:
        return apart::Triangle(vector(), vector(), vector());
      case 3:
        return apart::Sphere(length());
      case 4:
        return apart::Box(length(), length(), length());
      case 5:
        return apart::Capsule(length(), length());
      case 6:
        return apart::Cylinder(length(), length());
      case 7:
        return apart::Cone(length(), length());
      case 8:
        return apart::Ellipsoid(length(), length(), length());
      case 9:
        return apart::Polytope::hull(points());
      case 10:
        return apart::Custom(UserEgg{{length(), length(), length()}, vector()});
      case 11:
        return apart::Rounded(make(random_.integer(0, 10)), length());
      case 12:
        return halfspace();
      default:
        return prism();
    }
  }

  Vector3d vector() { return {coordinate(), coordinate(), coordinate()}; }

 private:
  double coordinate() {
    if (lattice_ == Lattice::yes) return random_.integer(-4, 4) * 0.25 * scale_;
    return random_.between(-1, 1) * scale_;
  }

  double length() {
    if (lattice_ == Lattice::yes) return random_.integer(0, 4) * 0.25 * scale_;
    if (random_.chance(0.05)) return 0;
    return (random_.chance(0.1) ? random_.decade(1, 12) : random_.between(0.1, 1)) * scale_;
  }

  std::vector<Vector3d> points() {
    std::vector<Vector3d> all;
    const int count = random_.chance(0.1) ? 200 : random_.integer(1, 20);
    for (int i = 0; i < count; ++i) all.push_back(vector());
    return all;
  }

  Shape halfspace() {
    Vector3d n = vector();
    if (n.isZero(0)) n = {0, 0, scale_};
    const double offset = coordinate() * n.cwiseAbs().maxCoeff();
    const apart::Halfspace half(n / scale_, offset / scale_);
    if (random_.chance(0.5)) return half;
    return apart::Rounded(half, length());
  }

  Shape prism() {
    std::vector<Eigen::Vector2d> section;
    const int count = random_.integer(1, 12);
    for (int i = 0; i < count; ++i) section.emplace_back(coordinate(), coordinate());
    const apart::Prism prism(section);
    if (random_.chance(0.5)) return prism;
    return apart::Rounded(prism, length());
  }

  Random& random_;
  double scale_;
  Lattice lattice_;
};

Eigen::Matrix3d rotation(Random& random, Lattice lattice) {
  if (lattice == Lattice::yes && random.chance(0.7)) return Eigen::Matrix3d::Identity();
  const auto q = random.direction<4>();
  Eigen::Matrix3d r = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix();
  if (random.chance(0.2)) {
    for (int i = 0; i < 9; ++i) r(i) += random.between(-1e-7, 1e-7);  // almost rigid
  }
  return r;
}

struct Case {
  Shape a, b;
  Pose pose_a, pose_b;
  Options options;
  double scale = 1;

  Distance distance() const { return apart::distance(a, pose_a, b, pose_b, options); }
  Penetration penetration() const {
    apart::Workspace workspace;
    return apart::penetration(a, pose_a, b, pose_b, options, nullptr, &workspace);
  }
  template <class Answer>
  apart::Verification verify(const Answer& answer) const {
    return apart::verify(a, pose_a, b, pose_b, answer, options);
  }
};

Case make_case(Random& random, int kind_a, int kind_b) {
  constexpr double scales[] = {1, 1, 1, 1, 0x1p-330, 0x1p330, 1e-9, 1e9};
  const double scale = scales[random.integer(0, int(std::size(scales)) - 1)];
  const Lattice lattice = random.chance(0.3) ? Lattice::yes : Lattice::no;
  Shapes shapes(random, scale, lattice);
  const double spread = random.chance(0.5) ? 1 : 3;
  const double far = random.chance(0.2) ? 1e6 : random.chance(0.1) ? 1e-6 : 1;
  Case c{shapes.make(kind_a), shapes.make(kind_b), {}, {}, {}, scale};
  c.pose_a = {rotation(random, lattice), far * shapes.vector()};
  c.pose_b = {rotation(random, lattice), c.pose_a.translation + spread * shapes.vector()};
  if (random.chance(0.3)) c.options.relative_error = random.chance(0.3) ? 1 : random.unit();
  if (random.chance(0.2)) c.options.enough = random.between(0, 2) * scale;
  if (random.chance(0.2)) c.options.margin = random.between(0, 0.5) * scale;
  return c;
}

/// Moves B along the normal until the two are in contact, as well as doubles can tell.
void bring_together(Case& c) {
  const Distance d = apart::distance(c.a, c.pose_a, c.b, c.pose_b, {.margin = c.options.margin});
  c.pose_b.translation -= d.upper * d.normal;
}

// A failed case as a query line; poses as matrices, as they need not be rigid.

std::string text(double x) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, x).ptr};
}

template <class Vector>
std::string text(const Vector& v) {
  std::string s = "[";
  for (int i = 0; i < v.size(); ++i) s += (i ? "," : "") + text(v[i]);
  return s + "]";
}

std::string text(const apart::Polytope& p, int dimension) {
  std::string s = "[";
  for (int i = 0; i < p.size(); ++i) {
    s += (i ? "," : "") + text(Eigen::VectorXd(p.vertex(i).head(dimension)));
  }
  for (const Vector3d& x : p.dropped()) s += "," + text(Eigen::VectorXd(x.head(dimension)));
  return s + "]";
}

struct Describe {
  using Text = std::string;
  Text operator()(const apart::Point& x) const { return R"("p":)" + text(x.p()); }
  Text operator()(const apart::Segment& x) const {
    return R"("a":)" + text(x.a()) + R"(,"b":)" + text(x.b());
  }
  Text operator()(const apart::Triangle& x) const {
    return R"("a":)" + text(x.a()) + R"(,"b":)" + text(x.b()) + R"(,"c":)" + text(x.c());
  }
  Text operator()(const apart::Sphere& x) const { return R"("radius":)" + text(x.radius()); }
  Text operator()(const apart::Box& x) const { return R"("size":)" + text(x.size()); }
  Text operator()(const apart::Capsule& x) const { return round(x); }
  Text operator()(const apart::Cylinder& x) const { return round(x); }
  Text operator()(const apart::Cone& x) const { return round(x); }
  Text operator()(const apart::Ellipsoid& x) const { return R"("radii":)" + text(x.radii()); }
  Text operator()(const apart::Halfspace& x) const {
    return R"("normal":)" + text(x.normal()) + R"(,"offset":)" + text(x.offset());
  }
  Text operator()(const apart::Prism& x) const { return R"("section":)" + text(x.section(), 2); }
  Text operator()(const apart::Polytope& x) const { return R"("vertices":)" + text(x, 3); }
  Text operator()(const apart::Rounded& x) const {
    return R"("shape":)" + of(x.shape()) + R"(,"radius":)" + text(x.radius());
  }
  Text operator()(const apart::Custom& x) const {
    const auto& egg = *static_cast<const UserEgg*>(x.body());
    return R"("radii":)" + text(egg.radii) + R"(,"centre":)" + text(egg.centre);
  }
  template <class NotConvex>  // not of these tests
  Text operator()(const NotConvex&) const {
    return {};
  }

  template <class T>
  static Text round(const T& x) {
    return R"("radius":)" + text(x.radius()) + R"(,"length":)" + text(x.length());
  }
  static Text of(const Shape& shape) {
    return std::string(R"({"type":")") + apart::type_name(shape) + R"(",)" +
           std::visit(Describe{}, shape.variant()) + "}";
  }
};

std::string text(const Pose& pose) {
  std::string rows;
  for (int i = 0; i < 3; ++i) rows += (i ? "," : "") + text(Vector3d(pose.rotation.row(i)));
  return R"({"t":)" + text(pose.translation) + R"(,"R":[)" + rows + "]}";
}

std::string query_line(const Case& c, const std::string& id, const char* query = "distance") {
  std::string s = R"({"id":")" + id + R"(","query":")" + query + R"(","a":)" + Describe::of(c.a) +
                  R"(,"pose_a":)" + text(c.pose_a) + R"(,"b":)" + Describe::of(c.b) +
                  R"(,"pose_b":)" + text(c.pose_b) + R"(,"relative_error":)" +
                  text(c.options.relative_error) + R"(,"margin":)" + text(c.options.margin);
  if (c.options.enough) s += R"(,"enough":)" + text(*c.options.enough);
  return s + "}";
}

std::string text(const Distance& d) {
  return std::string(apart::to_string(d.status)) + " [" + text(d.lower) + ", " + text(d.upper) +
         "] point_a " + text(d.point_a) + " point_b " + text(d.point_b) + " normal " +
         text(d.normal) + " calls " + std::to_string(d.support_calls);
}

std::string text(const Penetration& p) {
  return std::string(apart::to_string(p.status)) + " [" + text(p.lower) + ", " + text(p.upper) +
         "] signed " + text(p.signed_distance) + " point_a " + text(p.point_a) + " point_b " +
         text(p.point_b) + " direction " + text(p.direction) + " calls " +
         std::to_string(p.support_calls);
}

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value ? std::strtoull(value, nullptr, 10) : otherwise;
}

/// The kinds take turns, so that every pair of them comes up.
Case nth_case(std::uint64_t seed, std::uint64_t index) {
  Random random(oracle::mix(seed, index));
  const int kind_a = int(index % Shapes::kinds),
            kind_b = int(index / Shapes::kinds % Shapes::kinds);
  const bool two_unbounded = kind_a >= 12 && kind_b >= 12;
  Case c = make_case(random, kind_a, two_unbounded ? random.integer(0, 11) : kind_b);
  if (random.chance(0.3)) bring_together(c);
  return c;
}

TEST(VerifyRandom, ConfirmsWhatDistanceAnswers) {
  const std::uint64_t seed = from_environment("APART_VERIFY_SEED", 1988);
  const std::uint64_t cases = from_environment("APART_VERIFY_CASES", 20000);
  std::printf("APART_VERIFY_SEED=%llu APART_VERIFY_CASES=%llu\n", (unsigned long long)seed,
              (unsigned long long)cases);
  std::array<std::uint64_t, 5> status{};
  std::uint64_t failures = 0;
  for (std::uint64_t i = 0; i < cases; ++i) {
    const Case c = nth_case(seed, i);
    const Distance d = c.distance();
    ++status[int(d.status)];
    const apart::Verification v = c.verify(d);
    if (v.ok) continue;
    if (++failures > 20) continue;  // enough to read
    ADD_FAILURE() << v.problem << "\n  " << query_line(c, std::to_string(i)) << "\n  " << text(d);
  }
  EXPECT_EQ(failures, 0u);
  for (std::size_t s = 0; s < status.size(); ++s) {
    std::printf("  %-13s %llu\n", apart::to_string(apart::Status(s)),
                (unsigned long long)status[s]);
  }
  // Not vacuous: all that an answer can say has been said.
  if (cases < 1000) return;
  for (const auto s : {apart::Status::separated, apart::Status::touching,
                       apart::Status::overlapping, apart::Status::cut_off}) {
    EXPECT_GT(status[int(s)], 0u) << apart::to_string(s);
  }
}

/// Ways to make a narrow answer to a separated pair wrong by `by`, each of them consistent in
/// itself.
std::vector<Distance> falsified(const Distance& d, double by) {
  std::vector<Distance> all(4, d);
  all[0].lower = all[0].upper += by;  // B farther off than it is
  all[0].point_b += by * d.normal;
  all[1].lower = all[1].upper = std::max(d.lower - by, d.lower / 2);  // nearer
  all[1].point_b -= (d.upper - all[1].upper) * d.normal;
  for (int i = 2; i < 4; ++i) {  // both points off their shapes, one to the inside
    all[i].point_a += (i == 2 ? by : -by) * d.normal;
    all[i].point_b += (i == 2 ? by : -by) * d.normal;
  }
  return all;
}

TEST(VerifyRandom, RefusesAnswersMadeWrong) {
  const std::uint64_t seed = from_environment("APART_VERIFY_SEED", 1988);
  const std::uint64_t cases = from_environment("APART_VERIFY_CASES", 20000);
  std::printf("APART_VERIFY_SEED=%llu APART_VERIFY_CASES=%llu\n", (unsigned long long)seed,
              (unsigned long long)cases);
  std::uint64_t tried = 0, failures = 0;
  for (std::uint64_t i = 0; i < cases; ++i) {
    Case c = nth_case(seed, i);
    c.options.relative_error = 0;
    c.options.enough.reset();
    const Distance d = c.distance();
    const double far = d.point_a.stableNorm() + d.point_b.stableNorm();
    const double by = 1e-9 * c.scale + 1e-14 * far;  // well above the bound on rounding
    if (d.status != apart::Status::separated || d.upper < 4 * by || !c.verify(d).ok) continue;
    for (const Distance& wrong : falsified(d, by)) {
      ++tried;
      if (!c.verify(wrong).ok || ++failures > 20) continue;
      ADD_FAILURE() << "not found out\n  " << query_line(c, std::to_string(i)) << "\n  "
                    << text(wrong);
    }
  }
  EXPECT_EQ(failures, 0u);
  EXPECT_GT(tried, cases / 4);
}

/// The same cases, with `enough` of either sign.
Case nth_signed_case(std::uint64_t seed, std::uint64_t index) {
  Case c = nth_case(seed, index);
  if (c.options.enough && index % 2) c.options.enough = -*c.options.enough / 4;
  return c;
}

TEST(VerifyRandom, ConfirmsWhatPenetrationAnswers) {
  const std::uint64_t seed = from_environment("APART_VERIFY_SEED", 1988);
  const std::uint64_t cases = from_environment("APART_VERIFY_CASES", 20000);
  std::printf("APART_VERIFY_SEED=%llu APART_VERIFY_CASES=%llu\n", (unsigned long long)seed,
              (unsigned long long)cases);
  std::array<std::uint64_t, 5> status{};
  std::uint64_t failures = 0;
  for (std::uint64_t i = 0; i < cases; ++i) {
    const Case c = nth_signed_case(seed, i);
    const Penetration p = c.penetration();
    ++status[int(p.status)];
    const apart::Verification v = c.verify(p);
    if (v.ok) continue;
    if (++failures > 20) continue;
    ADD_FAILURE() << v.problem << "\n  " << query_line(c, std::to_string(i), "penetration")
                  << "\n  " << text(p);
  }
  EXPECT_EQ(failures, 0u);
  for (std::size_t s = 0; s < status.size(); ++s) {
    std::printf("  %-13s %llu\n", apart::to_string(apart::Status(s)),
                (unsigned long long)status[s]);
  }
  if (cases < 1000) return;
  for (const auto s : {apart::Status::separated, apart::Status::touching,
                       apart::Status::overlapping, apart::Status::cut_off}) {
    EXPECT_GT(status[int(s)], 0u) << apart::to_string(s);
  }
}

/// Depths made wrong by `by`: deeper, shallower, and with the other end of the interval left as it
/// is.
std::vector<Penetration> falsified(const Penetration& p, double by) {
  std::vector<Penetration> all(4, p);
  for (int i = 0; i < 2; ++i) {
    const double shift = i ? by : -by;
    all[i].signed_distance = all[i].lower = all[i].upper = p.signed_distance + shift;
    all[i].point_b += shift * p.direction;
  }
  all[2].signed_distance = all[2].lower = all[2].upper = p.lower - by;
  all[3].signed_distance = all[3].lower = all[3].upper = p.upper + by;
  return all;
}

TEST(VerifyRandom, RefusesDepthsMadeWrong) {
  const std::uint64_t seed = from_environment("APART_VERIFY_SEED", 1988);
  const std::uint64_t cases = from_environment("APART_VERIFY_CASES", 20000);
  std::printf("APART_VERIFY_SEED=%llu APART_VERIFY_CASES=%llu\n", (unsigned long long)seed,
              (unsigned long long)cases);
  std::uint64_t tried = 0, failures = 0;
  for (std::uint64_t i = 0; i < cases; ++i) {
    Case c = nth_signed_case(seed, i);
    c.options.relative_error = 0;
    c.options.enough.reset();
    const Penetration p = c.penetration();
    const double far = p.point_a.stableNorm() + p.point_b.stableNorm();
    const double by = 1e-9 * c.scale + 1e-14 * far;
    if (p.status != apart::Status::overlapping || !c.verify(p).ok) continue;
    for (const Penetration& wrong : falsified(p, by)) {
      ++tried;
      if (!c.verify(wrong).ok || ++failures > 20) continue;
      ADD_FAILURE() << "not found out\n  " << query_line(c, std::to_string(i), "penetration")
                    << "\n  " << text(wrong);
    }
  }
  EXPECT_EQ(failures, 0u);
  EXPECT_GT(tried, cases / 2);
}

}  // namespace
