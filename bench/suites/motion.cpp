// SPDX-License-Identifier: BSD-3-Clause
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/distance.h>

#include <apart/mesh.hpp>
#include <apart/motion.hpp>

#include <map>

#include "../closest.hpp"
#include "../contest.hpp"
#include "../mesh_inputs.hpp"
#include "../pairs.hpp"
#include "../peers/apart_shape.hpp"
#include "../peers/fcl.hpp"
#include "suites.hpp"

namespace bench {

namespace {

/// B goes past A, or through it, and turns by up to a radian; A stands.
struct Way {
  const Body *a, *b;
  apart::Pose pose_a, from, to;
};

/// The line passes A's centre at 0 to 2 of the sum of their radii.
Way random_way(const Body& a, const Body& b, Random& random) {
  const double size = radius(a) + radius(b);
  const Eigen::Vector3d along = random.on_sphere();
  const Eigen::Vector3d aside = along.cross(random.on_sphere()).normalized();
  const Eigen::Vector3d passing = random.uniform(0, 2) * size * aside;
  const Eigen::Matrix3d start = random.rotation();
  const Eigen::AngleAxisd turn(random.uniform(0, 1), random.on_sphere());
  return {
      &a, &b, apart::Pose(random.rotation(), Eigen::Vector3d::Zero()),
      apart::Pose(start, passing - 2 * size * along),
      apart::Pose(Eigen::Quaterniond(turn.toRotationMatrix() * start), passing + 2 * size * along)};
}

/// On its way: where it is at s, by Eigen's own interpolation.
apart::Pose at(const Way& way, double s) {
  const Eigen::Quaterniond from(way.from.rotation), to(way.to.rotation);
  return {from.slerp(s, to), (1 - s) * way.from.translation + s * way.to.translation};
}

/// Is it clear (1), or not (-1)? By samples; unknown if they come so near that samples may miss it.
template <class DistanceAt>
double truth(const DistanceAt& distance_at, double size) {
  constexpr int samples = 200;
  double least = INFINITY;
  for (int t = 0; t <= samples; ++t) {
    least = std::min(least, distance_at(static_cast<double>(t) / samples));
    if (least <= 0) return -1;
  }
  return least < 0.05 * size ? unknown : 1;
}

std::vector<Way> hull_ways(const std::vector<Pair>& pairs, int count, Random& random,
                           std::vector<double>& truths) {
  std::vector<Way> ways;
  for (std::size_t i = 0; static_cast<int>(ways.size()) < count; ++i) {
    const Pair& pair = pairs[i % pairs.size()];
    const Way way = random_way(pair.a, pair.b, random);
    const double known = truth(
        [&](double s) { return Separation(*way.a, way.pose_a, *way.b, at(way, s)).at().distance; },
        pair.size());
    if (std::isnan(known)) continue;
    ways.push_back(way);
    truths.push_back(known);
  }
  return ways;
}

class ApartClear : public Peer {
 public:
  /// Each body as a shape of the library.
  using Shapes = std::map<const Body*, apart::Shape>;

  ApartClear(std::string name, const Shapes& shapes, const std::vector<Way>& ways)
      : Peer(std::move(name)) {
    for (const Way& way : ways) {
      queries_.push_back({&shapes.at(way.a), &shapes.at(way.b), way.pose_a,
                          apart::Motion::between(way.from, way.to)});
    }
  }
  void prepare(std::span<const Query>) override {}
  Answer answer(std::size_t i) override {
    const Prepared& q = queries_[i];
    return {clear_along(*q.a, q.pose_a, *q.b, q.motion, 0).clear ? 1.0 : -1.0};
  }

 private:
  struct Prepared {
    const apart::Shape *a, *b;
    apart::Motion pose_a, motion;
  };
  std::vector<Prepared> queries_;
};

class FclContinuous : public Peer {
 public:
  using Shapes = std::map<const Body*, std::shared_ptr<Fcl::Geometry>>;

  FclContinuous(std::string name, const Shapes& shapes, const std::vector<Way>& ways)
      : Peer(std::move(name)),
        request_(100, 1e-4, fcl::CCDM_LINEAR, fcl::GST_LIBCCD, fcl::CCDC_CONSERVATIVE_ADVANCEMENT) {
    for (const Way& way : ways) {
      queries_.push_back({shapes.at(way.a).get(), shapes.at(way.b).get(), isometry(way.pose_a),
                          isometry(way.from), isometry(way.to)});
    }
  }
  void prepare(std::span<const Query>) override {}
  Answer answer(std::size_t i) override {
    const Prepared& q = queries_[i];
    fcl::ContinuousCollisionResultd result;
    fcl::continuousCollide(q.a, q.pose_a, q.pose_a, q.b, q.from, q.to, request_, result);
    return {result.is_collide ? -1.0 : 1.0};
  }

 private:
  struct Prepared {
    const Fcl::Geometry *a, *b;
    Eigen::Isometry3d pose_a, from, to;
  };
  fcl::ContinuousCollisionRequestd request_;
  std::vector<Prepared> queries_;
};

constexpr const char* fcl_name = "FCL continuousCollide (CA)";

void run(const std::string& name, int n, const std::string& about, const std::vector<Way>& ways,
         const std::vector<double>& truths, const ApartClear::Shapes& ours,
         const FclContinuous::Shapes& theirs, const Settings& settings, Report& report) {
  std::vector<Query> queries;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    queries.push_back({ways[i].a, ways[i].b, ways[i].pose_a, ways[i].from, truths[i]});
  }
  contest({"motion", n, name, about, Question::collision, fcl_name}, queries,
          list(std::make_unique<ApartClear>("apart clear_along", ours, ways),
               std::make_unique<FclContinuous>(fcl_name, theirs, ways)),
          settings, report);
}

void hulls(const Settings& settings, Report& report) {
  for (const int n : settings.sizes.empty() ? std::vector{8, 50} : settings.sizes) {
    if (!settings.wants("hulls")) continue;
    Random random(settings.seed, "motion", n);
    const auto pairs = random_pairs(n, 20, random);
    std::vector<double> truths;
    const auto ways = hull_ways(pairs, settings.part(100), random, truths);
    ApartClear::Shapes ours;
    FclContinuous::Shapes theirs;
    for (const Pair& pair : pairs) {
      for (const Body* body : {&pair.a, &pair.b}) {
        ours.emplace(body, apart_shape(*body));
        // A mesh: of shapes, its conservative advancement fails an assertion (libccd), or does not
        // come back (its own GJK).
        theirs.emplace(body, fcl_model<fcl::OBBRSSd>(std::get<Hull>(*body)));
      }
    }
    run("hulls", n, "clear along a motion, hulls", ways, truths, ours, theirs, settings, report);
  }
}

void meshes(const Settings& settings, Report& report) {
  if (!settings.wants("mesh")) return;
  const Surface surface = surfaces(settings.data, report).front();
  const Body *a = &surface.outline, second = surface.outline, *b = &second;
  const std::shared_ptr<Fcl::Geometry> model = fcl_model<fcl::OBBRSSd>(surface);
  Random random(settings.seed, "motion", surface.count());
  std::vector<Way> ways;
  std::vector<double> truths;
  while (static_cast<int>(ways.size()) < settings.part(10)) {
    const Way way = random_way(*a, *b, random);
    const double known = truth(
        [&](double s) {
          fcl::DistanceResultd result;
          fcl::distance(model.get(), isometry(way.pose_a), model.get(), isometry(at(way, s)),
                        fcl::DistanceRequestd(), result);
          return result.min_distance;
        },
        surface.size);
    if (std::isnan(known)) continue;
    ways.push_back(way);
    truths.push_back(known);
  }
  const apart::Mesh mesh = apart::Mesh::from_triangles(surface.vertices, surface.triangles,
                                                       {.solid = false, .threads = 1});
  run("mesh", surface.count(), "clear along a motion, " + surface.name + " and itself", ways,
      truths, {{a, mesh}, {b, mesh}}, {{a, model}, {b, model}}, settings, report);
}

}  // namespace

void motion(const Settings& settings, Report& report) {
  hulls(settings, report);
  meshes(settings, report);
}

}  // namespace bench
