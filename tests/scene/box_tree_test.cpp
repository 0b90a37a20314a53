// SPDX-License-Identifier: BSD-3-Clause
#include "scene/box_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "support/random.hpp"

namespace apart {
namespace {

using support::Random;

/// Every node's box holds those below, every leaf is found, parents and children agree.
int check(const BoxTree& tree, int i, int depth) {
  const BoxTree::Node& node = tree.node(i);
  if (node.leaf()) return depth;
  int deepest = 0;
  for (const int below : node.child) {
    EXPECT_EQ(tree.node(below).parent, i);
    EXPECT_TRUE(node.box.holds(tree.node(below).box));
    EXPECT_EQ(tree.node(below).kinds & ~node.kinds, 0u);
    deepest = std::max(deepest, check(tree, below, depth + 1));
  }
  return deepest;
}

WorldBox random_box(Random& random) {
  const Eigen::Vector3d centre = 10 * support::vector(random);
  const Eigen::Vector3d half = support::vector(random).cwiseAbs();
  return {centre - half, centre + half};
}

TEST(BoxTree, FindsWhatIsCloseAfterManyChanges) {
  Random random = support::random_case(1);
  BoxTree tree;
  std::map<int, std::pair<int, WorldBox>> bodies;  // leaf and box
  for (int step = 0; step < 3000; ++step) {
    if (bodies.empty() || random.between(0, 1) < 0.55) {
      const WorldBox box = random_box(random);
      bodies[step] = {tree.insert({step, box, BoxTree::kind_of_group(step % 3)}), box};
    } else {
      auto gone = bodies.begin();
      std::advance(gone, static_cast<long>(random.between(0, 0.999) * double(bodies.size())));
      tree.remove(gone->second.first);
      bodies.erase(gone);
    }
    if (step % 50 != 0 || bodies.empty()) continue;
    check(tree, tree.root(), 0);
    const WorldBox box = random_box(random);
    const double reach = random.between(0, 2);
    std::vector<int> found, expected;
    tree.for_each_close(box, reach, BoxTree::kind_of_group(1), [&](int b) { found.push_back(b); });
    std::sort(found.begin(), found.end());
    std::erase_if(found, [](int b) { return b % 3 != 1; });  // the kinds are a sieve
    for (const auto& [body, where] : bodies) {
      if (body % 3 == 1 && close(where.second, box, reach)) expected.push_back(body);
    }
    EXPECT_EQ(found, expected);
  }
}

TEST(BoxTree, IsShallowWhateverTheOrder) {
  BoxTree in_line, built;
  std::vector<BoxTree::Item> items;
  for (int i = 0; i < 4096; ++i) {
    const Eigen::Vector3d at(i, 0, 0);
    items.push_back({i, {at, at + Eigen::Vector3d::Ones()}, 1});
    in_line.insert(items.back());
  }
  std::vector<int> leaf(items.size());
  built.build(items, leaf);
  EXPECT_LE(check(in_line, in_line.root(), 0), 64);
  EXPECT_EQ(check(built, built.root(), 0), 12);
  for (int i = 0; i < 4096; ++i) EXPECT_EQ(built.node(leaf[i]).body, i);
}

TEST(WorldBox, GapIsALowerBoundAtAllScales) {
  for (const double scale : {0x1p-700, 0x1p-300, 1.0, 0x1p300, 0x1p700}) {
    const Eigen::Vector3d one = Eigen::Vector3d::Constant(scale);
    const WorldBox a{-one, one}, b{2 * one, 3 * one};
    EXPECT_GT(gap(a, b), 0.99 * scale);
    EXPECT_LE(gap(a, b), std::sqrt(3.0) * scale);
    EXPECT_EQ(gap(a, a), 0);
    EXPECT_TRUE(close(a, b, scale));
    EXPECT_FALSE(close(a, b, 0.99 * scale));
  }
}

}  // namespace
}  // namespace apart
