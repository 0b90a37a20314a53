// SPDX-License-Identifier: BSD-3-Clause
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <apart/scene.hpp>
#include <map>

#include "../contest.hpp"
#include "../peers/apart_shape.hpp"
#include "../peers/fcl.hpp"
#include "../scene_inputs.hpp"
#include "suites.hpp"

namespace bench {

namespace {

constexpr double reach = 0.2;  // a tenth of a body's size

enum class Ask { intersecting, within, nearest };

/// Every query is a frame: all that moves is moved, then one question is asked. The answer is a
/// number of pairs, or a sum of distances.
class ApartScene : public Peer {
 public:
  ApartScene(std::string name, const Crowd& crowd, Ask ask)
      : Peer(std::move(name)), crowd_(crowd), ask_(ask) {
    scene_.set_threads(1);
    std::vector<apart::Shape> shapes;
    for (const Body& body : crowd.kinds) shapes.push_back(apart_shape(body));
    for (int i = 0; i < crowd.count(); ++i) {
      bodies_.push_back(scene_.add(shapes[crowd.kind[i]], crowd.frames[0][i]));
    }
  }
  void prepare(std::span<const Query>) override {}
  Answer answer(std::size_t frame) override {
    for (const int i : crowd_.moving) scene_.move(bodies_[i], crowd_.frames[frame][i]);
    switch (ask_) {
      case Ask::intersecting:
        return {static_cast<double>(scene_.intersecting().size())};
      case Ask::within:
        return {static_cast<double>(scene_.within(reach).size())};
      default:
        double sum = 0;
        for (const auto& pair : scene_.nearest_of_each()) sum += pair.distance.upper;
        return {sum};
    }
  }

 private:
  const Crowd& crowd_;
  Ask ask_;
  apart::Scene scene_;
  std::vector<apart::BodyId> bodies_;
};

/// With the manager that FCL recommends for many moving bodies. It has no query for pairs within a
/// distance: its nearest-pair search, told that nothing nearer than that distance is known, visits
/// just these.
class FclScene : public Peer {
 public:
  using Object = fcl::CollisionObjectd;

  FclScene(std::string name, const Crowd& crowd, Ask ask)
      : Peer(std::move(name)), crowd_(crowd), ask_(ask) {
    std::vector<std::shared_ptr<Fcl::Geometry>> shapes;
    for (const Body& body : crowd.kinds) shapes.push_back(fcl_geometry(body));
    for (int i = 0; i < crowd.count(); ++i) {
      objects_.push_back(std::make_unique<Object>(shapes[crowd.kind[i]]));
      place(i, 0);
      manager_.registerObject(objects_.back().get());
    }
    manager_.setup();
    for (std::size_t frame = 0; frame < crowd.frames.size(); ++frame) {
      auto& poses = isometries_.emplace_back();
      for (const apart::Pose& pose : crowd.frames[frame]) poses.push_back(isometry(pose));
    }
  }
  void prepare(std::span<const Query>) override {}
  Answer answer(std::size_t frame) override {
    for (const int i : crowd_.moving) {
      objects_[i]->setTransform(isometries_[frame][i]);
      objects_[i]->computeAABB();
    }
    manager_.update();
    sum_ = 0;
    switch (ask_) {
      case Ask::intersecting:
        manager_.collide(this, collide);
        break;
      case Ask::within:
        manager_.distance(this, within);
        break;
      default:
        for (const auto& object : objects_) {
          nearest_ = std::numeric_limits<double>::max();
          manager_.distance(object.get(), this, nearest);
          sum_ += std::max(0.0, nearest_);
        }
    }
    return {sum_};
  }

 private:
  void place(int i, int frame) {
    objects_[i]->setTransform(isometry(crowd_.frames[frame][i]));
    objects_[i]->computeAABB();
  }
  static bool collide(Object* a, Object* b, void* self) {
    fcl::CollisionResultd result;
    fcl::collide(a, b, fcl::CollisionRequestd(), result);
    static_cast<FclScene*>(self)->sum_ += result.isCollision();
    return false;
  }
  static double distance_of(Object* a, Object* b) {
    fcl::DistanceResultd result;
    return fcl::distance(a, b, fcl::DistanceRequestd(true), result);
  }
  static bool within(Object* a, Object* b, void* self, double& bound) {
    static_cast<FclScene*>(self)->sum_ += distance_of(a, b) <= reach;
    bound = reach;
    return false;
  }
  static bool nearest(Object* a, Object* b, void* self, double& bound) {
    double& least = static_cast<FclScene*>(self)->nearest_;
    if (a != b) least = std::min(least, distance_of(a, b));
    bound = least;
    return least <= 0;
  }

  const Crowd& crowd_;
  Ask ask_;
  std::vector<std::unique_ptr<Object>> objects_;
  std::vector<std::vector<Eigen::Isometry3d>> isometries_;
  fcl::DynamicAABBTreeCollisionManagerd manager_;
  double sum_ = 0, nearest_ = 0;
};

struct Kind {
  const char *cell, *about, *ours, *theirs;
  Ask ask;
  double CrowdTruth::*truth;
};
constexpr Kind kinds[] = {
    {"intersecting", "all pairs that overlap", "apart intersecting", "FCL collide (dynamic AABB)",
     Ask::intersecting, &CrowdTruth::intersecting},
    {"within", "all pairs within a tenth of the size", "apart within",
     "FCL distance (dynamic AABB)", Ask::within, &CrowdTruth::within},
    {"nearest", "every body's nearest", "apart nearest_of_each", "FCL distance (dynamic AABB)",
     Ask::nearest, &CrowdTruth::nearest},
};

void run(int count, double part_that_moves, const std::string& suffix, const Settings& settings,
         Report& report) {
  const auto wanted = [&](const Kind& kind) { return settings.wants(kind.cell + suffix); };
  if (std::none_of(std::begin(kinds), std::end(kinds), wanted)) return;
  Random random(settings.seed, "scene" + suffix, count);
  const Crowd crowd = random_crowd(count, part_that_moves, settings.part(12), random);
  const int frames = static_cast<int>(crowd.frames.size());
  std::vector<CrowdTruth> truths;
  for (int f = 0; f < frames; ++f) truths.push_back(truth(crowd, f, reach));
  for (const Kind& kind : kinds) {
    const std::string bodies = std::to_string(count) + " bodies";
    const std::string motion = part_that_moves < 1 ? ", 1% of them moving" : ", all moving";
    const Cell cell{"scene",
                    count,
                    kind.cell + suffix,
                    bodies + motion + ": " + kind.about,
                    Question::distance,
                    kind.theirs};
    std::vector<Query> queries;
    for (int f = 0; f < frames; ++f) {
      queries.push_back({&crowd.kinds[0], &crowd.kinds[1], {}, {}, truths[f].*kind.truth});
      queries.back().continues = f > 0;
    }
    contest(cell, queries,
            list(std::make_unique<ApartScene>(kind.ours, crowd, kind.ask),
                 std::make_unique<FclScene>(kind.theirs, crowd, kind.ask)),
            settings, report);
  }
}

}  // namespace

void scene(const Settings& settings, Report& report) {
  run(1000, 1, "", settings, report);
  run(10000, 0.01, "-few-moving", settings, report);
}

}  // namespace bench
