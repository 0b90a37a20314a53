// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "scene/box_tree.hpp"
#include "scene/scene_body.hpp"

namespace apart {

/// Some bodies of a scene, looked up.
class Selection {
 public:
  enum class Kind { all, group, body };

  Selection() = default;
  Selection(Kind kind, int number) : kind_(kind), number_(number) {}

  Kind kind() const { return kind_; }
  int number() const { return number_; }  ///< of the group, or the body's id
  bool has(const SceneBody& body) const {
    return kind_ == Kind::all || number_ == (kind_ == Kind::group ? body.group() : body.id);
  }
  /// What nodes of the tree have to have.
  std::uint64_t kinds() const {
    return kind_ == Kind::group ? BoxTree::kind_of_group(number_) : ~std::uint64_t{0};
  }

 private:
  Kind kind_ = Kind::all;
  int number_ = 0;
};

}  // namespace apart
