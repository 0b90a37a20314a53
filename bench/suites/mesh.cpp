// SPDX-License-Identifier: BSD-3-Clause
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>
#include <time.h>

#include <apart/distance.hpp>
#include <apart/mesh.hpp>

#include "../contest.hpp"
#include "../mesh_inputs.hpp"
#include "../peers/fcl.hpp"
#include "suites.hpp"

namespace bench {

namespace {

using apart::Mesh;

/// Without an inside: FCL knows surfaces only.
Mesh apart_mesh(const Surface& surface) {
  return Mesh::from_triangles(surface.vertices, surface.triangles, {.solid = false, .threads = 1});
}

template <class Volume>
using Model = fcl::BVHModel<Volume>;

/// Volumes, triangles, their order, and vertices: its own count of them is only printed.
template <class Volume>
double fcl_bytes(const Model<Volume>& model) {
  return static_cast<double>(model.getNumBVs() * sizeof(fcl::BVNode<Volume>) +
                             model.num_tris * (sizeof(fcl::Triangle) + sizeof(unsigned)) +
                             model.num_vertices * sizeof(Eigen::Vector3d));
}

/// Asks the library about a mesh and itself.
class ApartMesh : public Peer {
 public:
  enum class Ask { distance, tracked, intersects };

  ApartMesh(std::string name, const Mesh& mesh, Ask ask, double relative_error = 0)
      : Peer(std::move(name)), mesh_(mesh), ask_(ask) {
    options_.relative_error = relative_error;
  }
  void prepare(std::span<const Query> queries) override {
    queries_.assign(queries.begin(), queries.end());
  }
  Answer answer(std::size_t i) override {
    const Query& q = queries_[i];
    if (ask_ == Ask::intersects) {
      return {intersects(mesh_, q.pose_a, mesh_, q.pose_b) ? -1.0 : 1.0};
    }
    if (!q.continues) tracker_ = {};
    const apart::Distance d = distance(mesh_, q.pose_a, mesh_, q.pose_b, options_,
                                       ask_ == Ask::tracked ? &tracker_ : nullptr);
    return {d.lower > 0 ? d.upper : 0, d.upper - d.lower};
  }

 private:
  const Mesh& mesh_;
  Ask ask_;
  apart::Options options_;
  apart::Tracker tracker_;
  std::vector<Query> queries_;
};

/// fcl::distance with nearest points, or fcl::collide without contacts.
template <class Volume>
class FclMesh : public Peer {
 public:
  FclMesh(std::string name, const Model<Volume>& model, bool collide)
      : Peer(std::move(name)), model_(model), collide_(collide) {}

  void prepare(std::span<const Query> queries) override {
    for (const Query& q : queries) poses_.push_back({isometry(q.pose_a), isometry(q.pose_b)});
  }
  Answer answer(std::size_t i) override {
    const auto& [a, b] = poses_[i];
    if (collide_) {
      fcl::CollisionResultd result;
      fcl::collide(&model_, a, &model_, b, fcl::CollisionRequestd(), result);
      return {result.isCollision() ? -1.0 : 1.0};
    }
    fcl::DistanceResultd result;
    fcl::distance(&model_, a, &model_, b, fcl::DistanceRequestd(true), result);
    return {std::max(0.0, result.min_distance)};
  }

 private:
  struct Poses {
    Eigen::Isometry3d a, b;
  };
  const Model<Volume>& model_;
  bool collide_;
  std::vector<Poses> poses_;
};

constexpr const char *fcl_distance = "FCL distance (OBBRSS)", *fcl_collide = "FCL collide (OBBRSS)",
                     *fcl_build = "fcl::BVHModel (OBBRSS)", *cold = "apart distance";

class MeshSuite {
 public:
  MeshSuite(const Surface& surface, const Settings& settings, Report& report)
      : surface_(surface), settings_(settings), report_(report) {}

  void run() {
    build();
    mesh_ = std::make_unique<Mesh>(apart_mesh(surface_));
    obbrss_ = fcl_model<fcl::OBBRSSd>(surface_);
    rss_ = fcl_model<fcl::RSSd>(surface_);
    cold_cells("apart", "centres 1.5 sizes apart", apart_queries);
    cold_cells("close", "gap 1% of the size", close_queries);
    cold_cells("overlapping", "overlapping", overlapping_queries);
    tracked();
  }

 private:
  using Ask = ApartMesh::Ask;
  using Inputs = std::vector<Query> (*)(const Surface&, int, Random&);

  Cell cell(const std::string& name, const std::string& about, Question question,
            const char* baseline) const {
    return {"mesh", surface_.count(), name, surface_.name + ", " + about, question, baseline};
  }
  PeerPtr ours(const char* name, Ask ask, double relative_error = 0) const {
    return std::make_unique<ApartMesh>(name, *mesh_, ask, relative_error);
  }
  PeerPtr theirs(const char* name, bool collide) const {
    return std::make_unique<FclMesh<fcl::OBBRSSd>>(name, *obbrss_, collide);
  }
  PeerPtr theirs_by_rss(const char* name) const {
    return std::make_unique<FclMesh<fcl::RSSd>>(name, *rss_, false);
  }

  /// The distance, exact and to 20%, and yes or no.
  void cold_cells(const std::string& name, const std::string& about, Inputs inputs) {
    const Cell exact = cell(name, about, Question::distance, fcl_distance);
    const Cell rough = cell("rough-" + name, about + ", to 20%", Question::rough_distance, cold);
    const Cell collision =
        cell("collide-" + name, "yes or no, " + about, Question::collision, fcl_collide);
    if (!settings_.wants(exact.name) && !settings_.wants(rough.name) &&
        !settings_.wants(collision.name)) {
      return;
    }
    Random random(settings_.seed, "mesh " + name, surface_.count());
    const auto queries = inputs(surface_, settings_.part(30), random);
    contest(exact, queries,
            list(ours(cold, Ask::distance), theirs(fcl_distance, false),
                 theirs_by_rss("FCL distance (RSS)")),
            settings_, report_);
    contest(rough, queries,
            list(ours("apart distance (0.2)", Ask::distance, 0.2), ours(cold, Ask::distance)),
            settings_, report_);
    // By RSS it takes FCL a thousand times as long to tell that meshes do not collide.
    contest(collision, queries,
            list(ours("apart intersects", Ask::intersects), theirs(fcl_collide, true)), settings_,
            report_);
  }

  void tracked() {
    const Cell c = cell("tracked", "gap 5%, steps of 1% and 1 degree", Question::distance, cold);
    if (!settings_.wants(c.name)) return;
    Random random(settings_.seed, "mesh tracked", surface_.count());
    contest(c, moving_queries(surface_, 4, settings_.part(10), random),
            list(ours("apart distance (tracked)", Ask::tracked), ours(cold, Ask::distance),
                 theirs(fcl_distance, false)),
            settings_, report_);
  }

  /// Processor time of building per triangle, one thread, and the bytes of what was built.
  void build() {
    if (!settings_.wants("build") && !settings_.wants("memory")) return;
    Row ours{"apart::Mesh", {}, {}}, theirs{fcl_build, {}, {}};
    std::vector<double> our_times, their_times;
    for (int pass = 0; pass < 3; ++pass) {
      our_times.push_back(
          seconds([&] { ours.bytes = static_cast<double>(apart_mesh(surface_).bytes()); }));
      their_times.push_back(
          seconds([&] { theirs.bytes = fcl_bytes(*fcl_model<fcl::OBBRSSd>(surface_)); }));
    }
    const double n = surface_.count();
    const auto summary = [&](std::vector<double> times) {
      std::sort(times.begin(), times.end());
      return Times{1e9 * times[1] / n, 1e9 * times[0] / n};
    };
    ours.times = summary(our_times);
    theirs.times = summary(their_times);
    ours.bytes /= n;
    theirs.bytes /= n;
    if (settings_.wants("build")) {
      report_.add(
          {cell("build", "build, per triangle", Question::distance, fcl_build), 1, {ours, theirs}});
    }
    if (settings_.wants("memory")) {
      report_.add(
          {cell("memory", "bytes per triangle", Question::distance, fcl_build), 1, {ours, theirs}});
    }
  }
  template <class Work>
  static double seconds(const Work& work) {
    const auto now = [] {
      timespec t;
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
      return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
    };
    const double start = now();
    work();
    return now() - start;
  }

  const Surface& surface_;
  const Settings& settings_;
  Report& report_;
  std::unique_ptr<Mesh> mesh_;
  std::unique_ptr<Model<fcl::OBBRSSd>> obbrss_;
  std::unique_ptr<Model<fcl::RSSd>> rss_;
};

}  // namespace

void mesh(const Settings& settings, Report& report) {
  for (const Surface& surface : surfaces(settings.data, report)) {
    MeshSuite(surface, settings, report).run();
  }
}

}  // namespace bench
