// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/LU>
#include <apart/error.hpp>
#include <string>

#include "files/mesh/readers.hpp"

#ifdef APART_WITH_ASSIMP

#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <assimp/Importer.hpp>

namespace apart::files {
namespace {

/// Appends what stands at a node and below, placed by the transforms on the way.
class SceneReader {
 public:
  SceneReader(const aiScene& scene, const std::string& name) : scene_(scene), name_(name) {}

  void add(const aiNode& node, const Eigen::Matrix4d& above, int depth = 0) {
    if (depth > 1000) fail("the scene is nested deeper than 1000 levels");
    Eigen::Matrix4d own;
    for (unsigned i = 0; i < 4; ++i) {
      for (unsigned j = 0; j < 4; ++j) own(i, j) = static_cast<double>(node.mTransformation[i][j]);
    }
    const Eigen::Matrix4d transform = above * own;
    for (unsigned i = 0; i < node.mNumMeshes; ++i) add(*scene_.mMeshes[node.mMeshes[i]], transform);
    for (unsigned i = 0; i < node.mNumChildren; ++i) add(*node.mChildren[i], transform, depth + 1);
  }

  MeshFile take() {
    join_equal_vertices(mesh_);
    return std::move(mesh_);
  }

 private:
  void add(const aiMesh& part, const Eigen::Matrix4d& transform) {
    const auto first = mesh_.vertices.size();
    for (unsigned i = 0; i < part.mNumVertices; ++i) {
      const aiVector3D& v = part.mVertices[i];
      const Eigen::Vector3d p(static_cast<double>(v.x), static_cast<double>(v.y),
                              static_cast<double>(v.z));
      mesh_.vertices.push_back(transform.topLeftCorner<3, 3>() * p +
                               transform.topRightCorner<3, 1>());
      if (!mesh_.vertices.back().allFinite()) {
        fail("mesh " + std::string(part.mName.C_Str()) + ": vertex " + std::to_string(i) +
             " is not finite");
      }
    }
    // A transform that mirrors turns the corners round.
    const bool mirrored = transform.topLeftCorner<3, 3>().determinant() < 0;
    for (unsigned i = 0; i < part.mNumFaces; ++i) {
      const aiFace& face = part.mFaces[i];
      if (face.mNumIndices < 3) continue;  // points and lines, which glTF has, too
      for (unsigned k = 0; k < face.mNumIndices; ++k) {
        const unsigned corner = face.mIndices[mirrored ? face.mNumIndices - 1 - k : k];
        if (corner >= part.mNumVertices) fail("a face names a vertex that is not there");
        mesh_.corners.push_back(static_cast<int>(first + corner));
      }
      mesh_.ends.push_back(mesh_.corners.size());
    }
  }

  [[noreturn]] void fail(const std::string& sentence) const {
    throw InvalidInput(name_ + ": " + sentence);
  }

  const aiScene& scene_;
  const std::string& name_;
  MeshFile mesh_;
};

}  // namespace

MeshFile read_scene(const std::filesystem::path& file) {
  const std::string name = file.string();
  Assimp::Importer importer;
  // The axes as they are in the file: turning them to "y up" would surprise.
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const aiScene* scene = importer.ReadFile(name, 0);
  if (!scene || !scene->mRootNode) {
    throw InvalidInput(name + ": assimp cannot read it: " + importer.GetErrorString());
  }
  SceneReader reader(*scene, name);
  reader.add(*scene->mRootNode, Eigen::Matrix4d::Identity());
  return reader.take();
}

}  // namespace apart::files

#else

namespace apart::files {

MeshFile read_scene(const std::filesystem::path& file) {
  throw InvalidInput(file.string() +
                     ": DAE, glTF and GLB files are read by assimp, which this build of apart is "
                     "without: install libassimp-dev and configure with APART_WITH_ASSIMP=ON");
}

}  // namespace apart::files

#endif
