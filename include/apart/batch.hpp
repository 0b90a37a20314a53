// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Geometry>
#include <apart/distance.hpp>
#include <concepts>
#include <cstddef>
#include <ranges>
#include <span>

namespace apart {

/// The poses of one shape in a batch: a view of an array, vector or span of Pose or of
/// Eigen::Isometry3d, or of a single one of them, which then stands for all; `{}` is the identity
/// for all. It converts from each of them, and copies nothing: they must outlive the call.
class Poses {
 public:
  Poses() : rotation_(identity), translation_(identity + 9) {}
  Poses(const Pose& one) : Poses(&one) {}
  Poses(const Eigen::Isometry3d& one) : Poses(&one) {}

  template <std::ranges::contiguous_range Range>
  requires(std::same_as<std::ranges::range_value_t<Range>, Pose> ||
           std::same_as<std::ranges::range_value_t<Range>, Eigen::Isometry3d>)
      Poses(const Range& poses)
      : Poses(std::ranges::data(poses)) {
    size_ = std::ranges::size(poses);
    stride_ = sizeof(*std::ranges::data(poses)) / sizeof(double);
    one_for_all_ = false;
  }

  bool one_for_all() const { return one_for_all_; }
  std::size_t size() const { return size_; }

  Pose operator[](std::size_t i) const {
    Pose pose;
    const double *r = rotation_ + i * stride_, *t = translation_ + i * stride_;
    for (int k = 0; k < 3; ++k) {
      for (int j = 0; j < 3; ++j) pose.rotation(j, k) = r[column_ * k + j];
      pose.translation[k] = t[k];
    }
    return pose;
  }

 private:
  friend struct PoseRows;  // to load several at a time

  // Where the doubles are, not what they are part of: how an Isometry3d is aligned depends on the
  // caller's flags, and the library is compiled with its own.
  explicit Poses(const Pose* first)
      : rotation_(first ? first->rotation.data() : nullptr),
        translation_(first ? first->translation.data() : nullptr) {}
  explicit Poses(const Eigen::Isometry3d* first)
      : rotation_(first ? first->data() : nullptr),
        translation_(first ? first->data() + 12 : nullptr),
        column_(4) {}

  static constexpr double identity[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};

  const double *rotation_, *translation_;
  std::size_t size_ = 1, stride_ = 0;
  int column_ = 3;  // from one column of a rotation to the next
  bool one_for_all_ = true;
};

/// Two shapes and where they stand. Of the shapes it is a view: they must outlive the call.
struct PosedPair {
  ShapeRef a;
  Pose pose_a;
  ShapeRef b;
  Pose pose_b;
};

// Many queries at once, in several threads: out[i] has the bits that distance() alone would give,
// whatever the number of threads. 0 threads are all that oneTBB grants, 1 is the caller's and
// allocates nothing. "Is it within r?" is asked with options.enough = r and answered by
// !(out[i].lower > r), as within() does.
//
// Everything is checked before anything is computed: a wrong number of poses, a pose that is not
// rigid ("poses_b[17]: ..."), options out of range or with a trace or counts, two unbounded
// operands throw InvalidInput and leave `out` as it is. What the support() of a user's type throws
// reaches the caller, too, that of the lowest i if there are several; some of `out` is then
// written. A user's type is called from all threads at a time.

/// Shape a at poses_a[i] and shape b at poses_b[i], for every i of `out`.
void distances(ShapeRef a, Poses poses_a, ShapeRef b, Poses poses_b, std::span<Distance> out,
               const Options& options = {}, int threads = 0);

/// The pairs, each with an element of `out`.
void distances(std::span<const PosedPair> pairs, std::span<Distance> out,
               const Options& options = {}, int threads = 0);

}  // namespace apart
