// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/scene.hpp>

#include "scene/selection.hpp"

namespace apart {

/// Whom a query is about, and how it asks.
struct SceneQuestion {
  Selection a, b;
  Options options;

  /// One way or the other.
  bool about(const SceneBody& one, const SceneBody& other) const {
    return (a.has(one) && b.has(other)) || (a.has(other) && b.has(one));
  }
};

/// Two bodies, the one with the smaller id first, and their distance: as an answer, which has a
/// member of the question's `a` first.
ScenePair oriented(const SceneQuestion& question, const SceneBody& low, const SceneBody& high,
                   const Distance& distance);

}  // namespace apart
