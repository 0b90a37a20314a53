// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/shape.hpp>
#include <string>

#include "scene/world_box.hpp"
#include "tree/body.hpp"

namespace apart {

/// A body of a scene, or one that is held against it.
class SceneBody {
 public:
  /// Throws InvalidInput if the pose is not rigid.
  SceneBody(Shape shape, const Pose& pose, std::string name = {}, int group = 0);

  const Shape& shape() const { return shape_; }
  const Pose& pose() const { return pose_; }
  const std::string& name() const { return name_; }
  int group() const { return group_; }
  bool bounded() const { return bounded_; }
  void move(const Pose& pose) { pose_ = pose; }

  /// Of a bounded one, here or in another pose.
  Surroundings surroundings() const { return surroundings(pose_); }
  Surroundings surroundings(const Pose& pose) const;
  /// No point is farther from the origin of its frame.
  double reach() const { return local_ball_.radius + safe_norm(local_ball_.centre); }

  int id = -1;
  int leaf = -1;  ///< in the tree of boxes
  WorldBox room;  ///< the box that is there: with room to move in

 private:
  Shape shape_;
  Pose pose_;
  std::string name_;
  int group_;
  bool bounded_;
  BodyBox local_box_{};
  BodyBall local_ball_{};
};

/// How far an unbounded body is from a box: a lower bound.
double gap(const SceneBody& unbounded, const WorldBox& box);

}  // namespace apart
