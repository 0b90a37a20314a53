// SPDX-License-Identifier: BSD-3-Clause
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "peers.hpp"

namespace bench {

namespace {

struct ModelDeleter {
  void operator()(mjModel* m) const { mj_deleteModel(m); }
};
struct DataDeleter {
  void operator()(mjData* d) const { mj_deleteData(d); }
};

/// Two mesh geoms, and the one pair that is to be tested: no broad phase.
struct Scene {
  std::unique_ptr<mjModel, ModelDeleter> model;
  std::unique_ptr<mjData, DataDeleter> data;
};

void write_mesh(std::ostream& out, const char* name, const Hull& hull) {
  out << "<mesh name='" << name << "' vertex='";
  for (const auto& v : hull.vertices) out << v.x() << ' ' << v.y() << ' ' << v.z() << ' ';
  out << "'/>";
}

std::string xml(const Hull& a, const Hull& b) {
  std::ostringstream out;
  out.precision(17);
  out << "<mujoco><option collision='predefined'/>"
         "<size nconmax='8' njmax='32' nstack='20000'/><asset>";
  write_mesh(out, "a", a);
  write_mesh(out, "b", b);
  out << "</asset><worldbody>"
         "<body><freejoint/><geom name='a' type='mesh' mesh='a'/></body>"
         "<body><freejoint/><geom name='b' type='mesh' mesh='b'/></body>"
         "</worldbody><contact><pair geom1='a' geom2='b'/></contact></mujoco>";
  return out.str();
}

Scene scene(const Hull& a, const Hull& b) {
  const std::string text = xml(a, b);
  auto vfs = std::make_unique<mjVFS>();
  mj_defaultVFS(vfs.get());
  if (mj_makeEmptyFileVFS(vfs.get(), "pair.xml", static_cast<int>(text.size())) != 0) {
    throw std::runtime_error("bench: MuJoCo takes no model of this size");
  }
  std::copy(text.begin(), text.end(), static_cast<char*>(vfs->filedata[0]));
  char error[1000] = "";
  Scene s;
  s.model.reset(mj_loadXML("pair.xml", vfs.get(), error, sizeof error));
  mj_deleteVFS(vfs.get());
  if (!s.model) throw std::runtime_error(std::string("bench: MuJoCo: ") + error);
  s.data.reset(mj_makeData(s.model.get()));
  return s;
}

/// A geom's world position and rotation, row by row.
struct GeomPose {
  mjtNum position[3], rotation[9];
};

/// MuJoCo moves a mesh to its centre of mass and principal axes; the geom's pose in its body undoes
/// it.
GeomPose geom_pose(const mjModel& m, int geom, const apart::Pose& body) {
  GeomPose pose;
  mjtNum r[9], local[9];
  Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>{r} = body.rotation;
  mju_quat2Mat(local, m.geom_quat + 4 * geom);
  mju_mulMatMat(pose.rotation, r, local, 3, 3, 3);
  mju_mulMatVec(pose.position, r, m.geom_pos + 3 * geom, 3, 3);
  mju_addTo3(pose.position, body.translation.data());
  return pose;
}

/// mj_collision of the one pair: a test of bounding spheres, portal refinement (libccd's, on
/// MuJoCo's supports, which climb), and the writing of the contact. Vertices are floats: about 1e-7
/// of the size is lost by that alone.
class Mujoco final : public Peer {
 public:
  Mujoco(std::string name, bool depth) : Peer(std::move(name)), depth_(depth) {
    mju_user_warning = [](const char*) {};  // else it writes a file
  }

  void prepare(std::span<const Query> queries) override {
    queries_.clear();
    for (const Query& q : queries) {
      auto& s = scenes_[{q.a, q.b}];
      if (!s.model) s = scene(std::get<Hull>(*q.a), std::get<Hull>(*q.b));
      queries_.push_back({s.model.get(), s.data.get(), geom_pose(*s.model, 0, q.pose_a),
                          geom_pose(*s.model, 1, q.pose_b)});
    }
  }

  Answer answer(std::size_t i) override {
    const Prepared& q = queries_[i];
    place(*q.data, 0, q.a);
    place(*q.data, 1, q.b);
    mj_collision(q.model, q.data);
    if (!depth_) return {q.data->ncon > 0 ? -1.0 : 1.0, unknown, -1};
    if (q.data->ncon == 0) return {};
    return {q.data->contact[0].dist, unknown, -1};
  }

 private:
  struct Prepared {
    const mjModel* model;
    mjData* data;
    GeomPose a, b;
  };

  static void place(mjData& data, int geom, const GeomPose& pose) {
    std::copy(std::begin(pose.position), std::end(pose.position), data.geom_xpos + 3 * geom);
    std::copy(std::begin(pose.rotation), std::end(pose.rotation), data.geom_xmat + 9 * geom);
  }

  bool depth_;
  std::map<std::pair<const Body*, const Body*>, Scene> scenes_;
  std::vector<Prepared> queries_;
};

}  // namespace

PeerPtr mujoco_depth() {
  return std::make_unique<Mujoco>("MuJoCo " + std::string(mj_versionString()) + " mj_collision",
                                  true);
}
PeerPtr mujoco_collide() {
  return std::make_unique<Mujoco>("MuJoCo " + std::string(mj_versionString()) + " mj_collision",
                                  false);
}

}  // namespace bench
