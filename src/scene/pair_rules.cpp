// SPDX-License-Identifier: BSD-3-Clause
#include "scene/pair_rules.hpp"

#include <algorithm>

namespace apart {

namespace {

using Whom = PairRules::Whom;

std::uint32_t code(const Whom& whom) {
  return static_cast<std::uint32_t>(whom.number) << 2 | static_cast<std::uint32_t>(whom.kind);
}

}  // namespace

PairRules::Key PairRules::key(const Whom& a, const Whom& b) {
  const Key first = code(a), second = code(b);
  return std::max(first, second) << 32 | std::min(first, second);
}

PairRules::Rule& PairRules::rule(const Whom& a, const Whom& b) {
  ++version_;
  return rules_[key(a, b)];
}

void PairRules::ignore(const Whom& a, const Whom& b, bool ignored) { rule(a, b).ignored = ignored; }

void PairRules::set_margin(const Whom& a, const Whom& b, double margin) {
  rule(a, b).margin = margin;
  largest_margin_ = std::max(largest_margin_, margin);
}

void PairRules::remove(int body) {
  const Key gone = code({Whom::Kind::body, body});
  const auto about = [gone](const auto& entry) {
    return entry.first >> 32 == gone || (entry.first & 0xffffffff) == gone;
  };
  if (std::erase_if(rules_, about) > 0) ++version_;
}

PairRules::Verdict PairRules::verdict(int body_a, int group_a, int body_b, int group_b) const {
  if (rules_.empty()) return {};
  using Kind = Whom::Kind;
  const Whom one{Kind::body, body_a}, other{Kind::body, body_b}, all{};
  const Whom group_of_one{Kind::group, group_a}, group_of_other{Kind::group, group_b};
  struct Said {
    int rank;
    Whom a, b;
  };
  const Said order[] = {
      {0, one, other},        {1, one, group_of_other}, {1, other, group_of_one},
      {2, one, all},          {2, other, all},          {3, group_of_one, group_of_other},
      {4, group_of_one, all}, {4, group_of_other, all}, {5, all, all}};
  Verdict verdict;
  int rank_ignored = 5, rank_margin = 5;
  bool any_ignored = false, any_margin = false;
  for (const auto& [rank, a, b] : order) {
    const auto found = rules_.find(key(a, b));
    if (found == rules_.end()) continue;
    const Rule& rule = found->second;
    if (rule.ignored && (!any_ignored || rank == rank_ignored)) {
      verdict.ignored |= *rule.ignored;
      rank_ignored = rank;
      any_ignored = true;
    }
    if (rule.margin && (!any_margin || rank == rank_margin)) {
      verdict.margin = std::max(verdict.margin, *rule.margin);
      rank_margin = rank;
      any_margin = true;
    }
  }
  return verdict;
}

}  // namespace apart
