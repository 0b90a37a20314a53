// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "tree/wide_tree.hpp"

namespace apart {

/// Writes into a slot of a node a volume around the given elements.
void fit_volume(const TreePoints& points, std::span<const std::int32_t> elements, WideNode& node,
                int slot);

/// A slot without elements: a copy of the first, so that what is true of that one is true of it.
void empty_volume(WideNode& node, int slot);

}  // namespace apart
