// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Pairs of bodies of every kind, at distances from far to exactly touching to overlapping.

#include <span>
#include <utility>
#include <vector>

#include "oracle/body.hpp"
#include "oracle/random.hpp"

namespace oracle {

struct BodyType {
  const char* name;
  Kind kind;
  bool rounded;
};

std::span<const BodyType> bounded_types();
std::span<const BodyType> unbounded_types();

using TypePairs = std::vector<std::pair<BodyType, BodyType>>;
/// Every bounded type with every one.
TypePairs bounded_pairs();
/// Every unbounded type with every bounded one, in either order.
TypePairs unbounded_pairs();

/// How the two stand to each other.
enum class Relation { far, near, touching, shallow, deep };
inline constexpr int relations = 5;

struct BodyPair {
  Body a, b;
  Map pose_a, pose_b;
};

/// Touching pairs touch exactly: sizes and positions are multiples of 1/4, and the shapes meet in a
/// common support point of one plane. `near` leaves a gap of 1e-2 to 1e-12, `shallow` an overlap.
BodyPair make_bodies(Random& random, const BodyType& a, const BodyType& b, Relation relation);

/// How the two overlap.
enum class Overlap { shallow, medium, deep, concentric, contained };
inline constexpr int overlaps = 5;

/// `shallow` is 1e-3 to 1e-13 deep, `medium` up to half of the smaller one. `concentric` bodies
/// have one pose; where they are of one type, half of them are identical. `contained` ones are a
/// tenth to a millionth of what they are in. Against a half-space all are as deep as they come.
BodyPair make_overlap(Random& random, const BodyType& a, const BodyType& b, Overlap overlap);

}  // namespace oracle
