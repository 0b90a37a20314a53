// SPDX-License-Identifier: BSD-3-Clause
#include "scene/scene_body.hpp"

#include <apart/distance.hpp>

namespace apart {

namespace {

/// Around the body in its frame, rounding included.
BodyBox whole_box(const Body& body) {
  BodyBox box = body.box();
  box.half += Eigen::Vector3d::Constant(body.rounding().hi);
  return box;
}

}  // namespace

SceneBody::SceneBody(Shape shape, const Pose& pose, std::string name, int group)
    : shape_(std::move(shape)),
      pose_(pose),
      name_(std::move(name)),
      group_(group),
      bounded_(apart::bounded(shape_)) {
  validate(pose);
  if (!bounded_) return;
  const Body body(shape_, {}, 0);
  local_box_ = whole_box(body);
  local_ball_ = body.ball();
}

Surroundings SceneBody::surroundings(const Pose& pose) const {
  const BodyBox& box = local_box_;
  const BodyBall& ball = local_ball_;
  const Eigen::Matrix3d size = pose.rotation.cwiseAbs();
  const Eigen::Vector3d box_at = pose * box.centre, ball_at = pose * ball.centre;
  const Eigen::Vector3d half = size * box.half;
  const Eigen::Vector3d scale = pose.translation.cwiseAbs() + size * box.centre.cwiseAbs() +
                                size * ball.centre.cwiseAbs() + half;
  // A pose may stretch a ball by a millionth; and all of this is rounded.
  const Eigen::Vector3d pad = scale * 0x1p-48 + Eigen::Vector3d::Constant(2 * smallest_size);
  const double radius = ball.radius * (1 + 0x1p-19) + pad.sum();
  const Eigen::Vector3d ball_half = Eigen::Vector3d::Constant(radius);
  return {{(box_at - half - pad).cwiseMax(ball_at - ball_half),
           (box_at + half + pad).cwiseMin(ball_at + ball_half)},
          ball_at,
          radius};
}

double gap(const SceneBody& unbounded, const WorldBox& box) {
  const Eigen::Vector3d pad = box.least.cwiseAbs().cwiseMax(box.most.cwiseAbs()) * 0x1p-48 +
                              Eigen::Vector3d::Constant(smallest_size);
  const Box whole(box.sides() + pad);
  return distance(unbounded.shape(), unbounded.pose(), whole, Pose(box.centre())).lower;
}

}  // namespace apart
