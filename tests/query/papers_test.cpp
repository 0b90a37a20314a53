// SPDX-License-Identifier: BSD-3-Clause

// The papers' own robustness experiments and their relatives. Every distance is known by
// construction, from the poses as they are, in long double.
#include <gtest/gtest.h>

#include <apart/apart.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "support/answer.hpp"
#include "support/random.hpp"

namespace {

using apart::Box;
using apart::Distance;
using apart::Polytope;
using apart::Pose;
using apart::Status;
using Eigen::Vector3d;
using support::holds;
using support::Random;
using support::u;
using Points = std::vector<Vector3d>;
using Real = long double;
using RealVector = Eigen::Matrix<Real, 3, 1>;
using RealMatrix = Eigen::Matrix<Real, 3, 3>;

/// Each experiment is run by every method.
class Papers : public testing::TestWithParam<apart::Method> {
 protected:
  Papers() { method = GetParam(); }

 public:
  static inline apart::Method method;
};

std::string method_name(const testing::TestParamInfo<apart::Method>& info) {
  return apart::to_string(info.param);
}

INSTANTIATE_TEST_SUITE_P(, Papers,
                         testing::Values(apart::Method::gjk, apart::Method::features,
                                         apart::Method::voronoi),
                         method_name);

Polytope hull(const Points& points) { return Polytope::hull(points, {.edge_list = true}); }

/// Distance, checked by verify() as well.
Distance checked(apart::ShapeRef a, const Pose& pose_a, apart::ShapeRef b, const Pose& pose_b) {
  const Distance d = apart::distance(a, pose_a, b, pose_b, {.method = Papers::method});
  EXPECT_TRUE(support::confirmed(apart::verify(a, pose_a, b, pose_b, d), d));
  return d;
}

Points moved(Points points, const Vector3d& by) {
  for (auto& p : points) p += by;
  return points;
}

Points box_corners(const Vector3d& low, const Vector3d& high) {
  Points points;
  for (int i = 0; i < 8; ++i) {
    points.emplace_back(i & 1 ? high.x() : low.x(), i & 2 ? high.y() : low.y(),
                        i & 4 ? high.z() : low.z());
  }
  return points;
}

// Sundaraj, d'Aulignac, Mazer 2000, the first experiment. Both objects turn with one matrix, whose
// rounding then changes the distance by a few u of itself, not of the coordinates.

TEST_P(Papers, TinyTetrahedra) {
  const double edge = 1e-23;
  const Points a{{0, 0, 0}, {edge, 0, 0}, {0, edge, 0}, {0, 0, edge}};
  const Polytope tetrahedron = hull(a);
  const Polytope other = hull(moved(a, {21e-23, 0, 0}));
  const Real expected = Real(21e-23) - Real(edge);
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Pose pose(support::rotation(random), Vector3d::Zero());
    const Distance d = checked(tetrahedron, pose, other, pose);
    EXPECT_EQ(d.status, Status::separated);
    EXPECT_TRUE(holds(d, expected, 16 * u * expected));
    EXPECT_LT(d.upper - d.lower, 1e-13 * d.upper);
  }
}

/// The tetrahedra turn on their own, too: vertex to vertex, whichever they are, cannot be told by
/// hand, but from 20e-23 between their spheres it is not far.
TEST_P(Papers, TinyTetrahedraTurningFreely) {
  const double edge = 1e-23;
  const Polytope tetrahedron = hull(Points{{0, 0, 0}, {edge, 0, 0}, {0, edge, 0}, {0, 0, edge}});
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Pose pose_a(support::rotation(random), Vector3d::Zero());
    const Pose pose_b(support::rotation(random), 22e-23 * support::direction(random));
    const Distance d = checked(tetrahedron, pose_a, tetrahedron, pose_b);
    EXPECT_EQ(d.status, Status::separated);
    EXPECT_GE(d.lower, 20e-23 * (1 - 1e-14));
    EXPECT_LE(d.upper, 22e-23 * (1 + 1e-14));
  }
}

// The second: a huge cube and a tiny one. The face of the huge one stands at the origin, so that
// the gap is not lost in the coordinates.

struct CubePair {
  double big, small, gap;
};

/// How far the corners of a posed box are from the face x = half of another, as these stand.
Real to_face(double half, const Pose& pose, double small, const Pose& pose_small) {
  const RealMatrix r = pose.rotation.cast<Real>(), r_small = pose_small.rotation.cast<Real>();
  const RealVector n = r.col(1).cross(r.col(2)).normalized();
  const RealVector gap =
      pose_small.translation.cast<Real>() - pose.translation.cast<Real>() - r.col(0) * Real(half);
  Real least = INFINITY;
  for (const Vector3d& corner :
       box_corners(Vector3d::Constant(-small / 2), Vector3d::Constant(small / 2))) {
    const RealVector x = r_small * corner.cast<Real>() + gap;
    least = std::min(least, n.dot(x));
  }
  return least;
}

void expect_cubes(const CubePair& pair, bool turn_small, std::uint64_t index) {
  SCOPED_TRACE(support::case_name(index));
  Random random = support::random_case(index);
  const Eigen::Matrix3d r = support::rotation(random);
  const Pose pose(r, r * Vector3d(-pair.big / 2, 0, 0));
  const Pose pose_small(turn_small ? support::rotation(random) : r,
                        r * Vector3d(pair.gap + pair.small / 2, 0, 0));
  const Box big(pair.big, pair.big, pair.big), small(pair.small, pair.small, pair.small);
  const Distance d = checked(big, pose, small, pose_small);
  EXPECT_EQ(d.status, Status::separated);
  const Real expected = to_face(pair.big / 2, pose, pair.small, pose_small);
  EXPECT_TRUE(holds(d, expected, 0x1p-61L * pair.big));
  EXPECT_LE(d.upper - d.lower, 64 * u * 2 * pair.big);
}

TEST_P(Papers, HugeCubeAndTinyCube) {
  for (const double scale : {1.0, 1e40}) {
    for (int i = 0; i < 100; ++i) {
      expect_cubes({2000 * scale, 1e-15 * scale, 1e-10 * scale}, i % 2 == 0, i);
    }
  }
}

/// The status is right for shapes with this gap: none if it is negative.
testing::AssertionResult as_they_stand(const Distance& d, double gap, double bound) {
  if (gap == 0) return support::in_contact(d, bound);
  if (d.status == (gap > 0 ? Status::separated : Status::overlapping)) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << support::text(d) << ", though the gap is " << gap;
}

// Boxes on the integer lattice: no number is rounded, so contact is exact.

Distance lattice_boxes(const Vector3d& size, const Vector3d& offset) {
  return checked(Box(2, 2, 2), Pose(), Box(size), Pose(offset));
}

TEST_P(Papers, TouchingLatticeBoxes) {
  const double bound = 64 * u * 20;
  const Vector3d contacts[] = {
      {2, 0, 0}, {0, -2, 0}, {2, 1, 0},  {2, 1, -1},   // faces: aligned, shifted
      {2, 2, 0}, {0, 2, -2}, {-2, 1, 2},               // edges
      {2, 2, 2}, {-2, 2, 2}, {2, -2, 2}, {-2, -2, -2}  // vertices
  };
  for (const Vector3d& at : contacts) {
    SCOPED_TRACE(support::text(at));
    EXPECT_TRUE(support::in_contact(lattice_boxes({2, 2, 2}, at), bound));
    EXPECT_TRUE(
        apart::intersects(Box(2, 2, 2), Pose(), Box(2, 2, 2), Pose(at), {.method = method}));
    const Polytope a = hull(box_corners({-1, -1, -1}, {1, 1, 1}));
    EXPECT_TRUE(support::in_contact(checked(a, Pose(), a, Pose(at)), bound));
  }
}

TEST_P(Papers, ParallelAndCoplanarBoxes) {
  for (int x = -4; x <= 4; ++x) {
    for (int y = -4; y <= 4; ++y) {
      for (int z = 0; z <= 4; ++z) {
        const Vector3d at(x, y, z);
        SCOPED_TRACE(support::text(at));
        const Distance d = lattice_boxes({2, 4, 2}, at);
        const Vector3d gap = (at.cwiseAbs() - Vector3d(2, 3, 2)).cwiseMax(0);
        EXPECT_TRUE(holds(d, std::sqrt(Real(gap.squaredNorm())), 0x1p-62L));
        EXPECT_TRUE(as_they_stand(d, (at.cwiseAbs() - Vector3d(2, 3, 2)).maxCoeff(), 64 * u * 20));
      }
    }
  }
}

// Needles and plates.

TEST_P(Papers, NeedlesCrossing) {
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Pose pose(support::rotation(random), Vector3d::Zero());
    // One along x, one along y, `gap` apart along z, crossing wherever.
    const double thin = 1e-9, gap = random.decade(0, 8), x = random.between(-0.4, 0.4);
    const Polytope a = hull(box_corners({-0.5, 0, 0}, {0.5, thin, thin}));
    const Polytope b = hull(box_corners({x, -0.5, thin + gap}, {x + thin, 0.5, 2 * gap}));
    const Distance d = checked(a, pose, b, pose);
    EXPECT_EQ(d.status, Status::separated);
    const Real expected = Real(thin + gap) - Real(thin);
    EXPECT_TRUE(holds(d, expected, 16 * u * expected));
  }
}

TEST_P(Papers, NeedlesEndToEndAndSideBySide) {
  const Box needle(1e9, 1, 1);
  EXPECT_TRUE(holds(checked(needle, Pose(), needle, Pose(Vector3d(1e9 + 3, 0, 0))), 3));
  EXPECT_TRUE(holds(checked(needle, Pose(), needle, Pose(Vector3d(5e8, 3, 0))), 2));
  EXPECT_TRUE(holds(checked(needle, Pose(), needle, Pose(Vector3d(1e9 + 3, 5, 0))), 5));
  const double bound = 64 * u * 4e9;
  EXPECT_TRUE(
      support::in_contact(checked(needle, Pose(), needle, Pose(Vector3d(1e9, 0, 0))), bound));
  EXPECT_TRUE(support::in_contact(checked(needle, Pose(), needle, Pose(Vector3d(3, 1, 0))), bound));
}

TEST_P(Papers, FlatPolytopes) {
  Random random = support::random_case(0);
  const Polytope square = hull(box_corners({-1, -1, 0}, {1, 1, 0}));
  ASSERT_EQ(square.dimension(), 2);
  const Polytope upright = hull(box_corners({0, -1, -1}, {0, 1, 1}));
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(support::case_name(i));
    const Pose pose(support::rotation(random), Vector3d::Zero());
    const Pose above(pose.rotation, pose.rotation * Vector3d(0.25, 0.5, 2));
    EXPECT_TRUE(holds(checked(square, pose, square, above), 2, 16 * u * 4));
    EXPECT_TRUE(holds(checked(square, pose, upright, above), 1, 16 * u * 4));
    EXPECT_TRUE(support::in_contact(checked(square, pose, square, pose), 64 * u * 4));
    EXPECT_TRUE(support::in_contact(checked(square, pose, upright, pose), 64 * u * 4));
  }
}

TEST_P(Papers, DuplicatedVertices) {
  for (int i = 0; i < 50; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Points points = support::in_cube(random, 20);
    Points thrice = points;
    for (int k = 0; k < 2; ++k) thrice.insert(thrice.end(), points.begin(), points.end());
    const Pose pose_a(support::rotation(random), Vector3d::Zero());
    const Pose pose_b(support::rotation(random), 3 * support::vector(random));
    const Polytope other = hull(support::in_cube(random, 20));
    const Distance once = checked(hull(points), pose_a, other, pose_b);
    const Distance more = checked(hull(thrice), pose_a, other, pose_b);
    EXPECT_TRUE(support::meet(once, more));
    EXPECT_EQ(once.status, more.status);
  }
}

// Coordinates near 1e6, gaps near 1e-9: given in the vertices or in the poses.

TEST_P(Papers, SmallGapsFarFromTheOrigin) {
  const double gap = 0x1p-30;  // 9.3e-10, a whole number of the last places of 1e6
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Vector3d far(1e6 + random.integer(-9, 9), -1e6 + random.integer(-9, 9), 1e6);
    const Points cube = box_corners({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
    const Polytope a = hull(moved(cube, far));
    const Polytope b = hull(moved(cube, far + Vector3d(1 + gap, 0.25, 0)));
    const Distance baked = checked(a, Pose(), b, Pose());
    EXPECT_EQ(baked.status, Status::separated);
    EXPECT_TRUE(holds(baked, gap));
    EXPECT_LE(baked.upper - baked.lower, 64 * u * 8) << "S is of the shapes, not of where they are";
    const Distance posed =
        checked(Box(1, 1, 1), Pose(far), Box(1, 1, 1), Pose(far + Vector3d(1 + gap, 0.25, 0)));
    EXPECT_EQ(posed.status, Status::separated);
    EXPECT_TRUE(holds(posed, gap));
    EXPECT_LE(posed.upper - posed.lower, 64 * u * 8);
  }
}

// A prism with 10,000 sides on a floor.

TEST_P(Papers, TenThousandGonOnAFloor) {
  const Polytope gear = hull(support::drum(10000, 0.5));
  const apart::Halfspace floor({0, 0, 1}, 0);
  const Box slab(8, 8, 1);  // its top at z = 0 below
  const Pose pose_slab(Vector3d(0, 0, -0.5));
  for (const double height : {1.0, 1e-3, 1e-9, 1e-12, 0.0, -1e-12, -1e-3}) {
    SCOPED_TRACE(height);
    const Pose pose(Vector3d(0.25, 0.125, 0.5 + height));
    const Real expected = std::max(Real(0), Real(pose.translation.z()) - Real(0.5));
    for (const Distance& d :
         {checked(gear, pose, floor, Pose()), checked(gear, pose, slab, pose_slab)}) {
      EXPECT_TRUE(holds(d, expected));
      EXPECT_LE(d.upper - d.lower, 64 * u * 10);
      EXPECT_TRUE(as_they_stand(d, height, 64 * u * 10));
    }
  }
}

TEST_P(Papers, TenThousandGonLyingOnItsSide) {
  const Polytope gear = hull(support::drum(10000, 0.5));
  Eigen::Matrix3d lying;
  lying << 0, 0, 1, 1, 0, 0, 0, 1, 0;  // its axis along x
  const Pose pose(lying, Vector3d(0, 0, 2));
  Real lowest = 0;
  for (int i = 0; i < gear.size(); ++i) lowest = std::min(lowest, Real(gear.vertex(i).y()));
  const Distance to_floor = checked(gear, pose, apart::Halfspace({0, 0, 1}, 0), Pose());
  EXPECT_TRUE(holds(to_floor, 2 + lowest));
  const Distance to_slab = checked(gear, pose, Box(8, 8, 1), Pose(Vector3d(0, 0, -0.5)));
  EXPECT_TRUE(holds(to_slab, 2 + lowest));
}

// Identical objects, and objects with one centre.

TEST_P(Papers, IdenticalObjects) {
  for (int i = 0; i < 50; ++i) {
    SCOPED_TRACE(support::case_name(i));
    Random random = support::random_case(i);
    const Polytope p = hull(support::in_cube(random, random.integer(4, 100)));
    const Pose pose(support::rotation(random), support::vector(random));
    EXPECT_EQ(checked(p, pose, p, pose).status, Status::overlapping);
  }
}

TEST_P(Papers, CoincidentCentres) {
  Random random = support::random_case(0);
  for (int i = 0; i < 50; ++i) {
    SCOPED_TRACE(support::case_name(i));
    const Vector3d at = support::vector(random);
    const Pose a(support::rotation(random), at), b(support::rotation(random), at);
    EXPECT_EQ(checked(Box(1, 2, 3), a, Box(1, 2, 3), b).status, Status::overlapping);
    EXPECT_EQ(checked(Box(1, 2, 3), a, Box(1e-9, 1e-9, 1e-9), b).status, Status::overlapping);
    EXPECT_EQ(checked(Box(1, 2, 3), a, apart::Sphere(0.5), b).status, Status::overlapping);
    EXPECT_EQ(checked(apart::Ellipsoid(1, 2, 3), a, apart::Cone(1, 1), b).status,
              Status::overlapping);
  }
}

}  // namespace
