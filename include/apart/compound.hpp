// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/pose.hpp>
#include <cstddef>
#include <memory>
#include <span>

namespace apart {

class Shape;
struct Part;

namespace detail {
struct CompoundData;
}

/// The union of posed shapes of any bounded kind, compounds included. Immutable; copies share their
/// data and their tree. Parts may overlap. To make one takes time by the number of parts, not by
/// their size: several rigid bodies that move are a compound made anew for every configuration
/// (Quinlan's meta-tree).
class Compound {
 public:
  /// Throws InvalidInput, naming the part, if there is none, if one is unbounded, or if a pose is
  /// not rigid.
  explicit Compound(std::span<const Part> parts);

  int size() const;
  const Part& part(int i) const;

  const detail::CompoundData& data() const { return *data_; }

 private:
  std::shared_ptr<const detail::CompoundData> data_;
};

}  // namespace apart
