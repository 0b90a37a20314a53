// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// The oracle's bodies as the library's shapes.

#include <apart/apart.hpp>

#include "oracle/body.hpp"

namespace oracle {

/// A user's own type. It works in long double so that what it returns is right to one rounding,
/// as its default support_error() promises.
struct Frustum {
  double below, length, above;

  explicit Frustum(const Body& body)
      : below(body.size[0]), length(body.size[1]), above(body.size[2]) {}

  Eigen::Vector3d support(const Eigen::Vector3d& d) const;
  double radius() const;
};

apart::Shape to_shape(const Body& body);

}  // namespace oracle
