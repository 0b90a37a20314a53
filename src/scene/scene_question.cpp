// SPDX-License-Identifier: BSD-3-Clause
#include "scene/scene_question.hpp"

#include "query/halfspace.hpp"

namespace apart {

ScenePair oriented(const SceneQuestion& question, const SceneBody& low, const SceneBody& high,
                   const Distance& distance) {
  const BodyId first{low.id}, second{high.id};
  if (question.a.has(low) && question.b.has(high)) return {first, second, distance};
  return {second, first, swapped(distance)};
}

}  // namespace apart
