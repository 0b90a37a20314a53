// SPDX-License-Identifier: BSD-3-Clause
#include "scene/pair_rules.hpp"

#include <algorithm>
#include <array>

namespace apart {

namespace {

std::uint32_t code(const Selection& whom) {
  return static_cast<std::uint32_t>(whom.number()) << 2 | static_cast<std::uint32_t>(whom.kind());
}

/// Of two things said, what is ignored and the larger margin. (An empty optional is the least.)
PairRules::Rule more_cautious(const PairRules::Rule& x, const PairRules::Rule& y) {
  return {std::max(x.ignored, y.ignored), std::max(x.margin, y.margin)};
}

}  // namespace

PairRules::Key PairRules::key(const Selection& a, const Selection& b) {
  const Key first = code(a), second = code(b);
  return std::max(first, second) << 32 | std::min(first, second);
}

PairRules::Rule& PairRules::rule(const Selection& a, const Selection& b) {
  ++version_;
  return rules_[key(a, b)];
}

void PairRules::ignore(const Selection& a, const Selection& b, bool ignored) {
  rule(a, b).ignored = ignored;
}

void PairRules::set_margin(const Selection& a, const Selection& b, double margin) {
  rule(a, b).margin = margin;
  largest_margin_ = std::max(largest_margin_, margin);
}

void PairRules::remove(int body) {
  const Key gone = code({Selection::Kind::body, body});
  const auto about = [gone](const auto& entry) {
    return entry.first >> 32 == gone || (entry.first & 0xffffffff) == gone;
  };
  if (std::erase_if(rules_, about) > 0) ++version_;
}

PairRules::Verdict PairRules::verdict(int body_a, int group_a, int body_b, int group_b) const {
  if (rules_.empty()) return {};
  using Kind = Selection::Kind;
  const Selection one{Kind::body, body_a}, other{Kind::body, body_b}, all{};
  const Selection group_of_one{Kind::group, group_a}, group_of_other{Kind::group, group_b};
  // From the most particular to the most general; two of a line are equally so.
  const std::array<std::pair<Selection, Selection>, 2> ranks[] = {
      {{{one, other}, {one, other}}},
      {{{one, group_of_other}, {other, group_of_one}}},
      {{{one, all}, {other, all}}},
      {{{group_of_one, group_of_other}, {group_of_one, group_of_other}}},
      {{{group_of_one, all}, {group_of_other, all}}},
      {{{all, all}, {all, all}}}};
  std::optional<bool> ignored;
  std::optional<double> margin;
  for (const auto& rank : ranks) {
    const Rule rule = more_cautious(find(rank[0]), find(rank[1]));
    if (!ignored) ignored = rule.ignored;
    if (!margin) margin = rule.margin;
  }
  return {ignored.value_or(false), margin.value_or(0)};
}

PairRules::Rule PairRules::find(const std::pair<Selection, Selection>& pair) const {
  const auto found = rules_.find(key(pair.first, pair.second));
  return found == rules_.end() ? Rule() : found->second;
}

}  // namespace apart
