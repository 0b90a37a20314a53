// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

#include "scene/selection.hpp"

namespace apart {

/// What is said of pairs: of two bodies, two groups, of all, and every mixture of these.
class PairRules {
 public:
  struct Rule {
    std::optional<bool> ignored;
    std::optional<double> margin;
  };
  /// What holds of a pair after all.
  struct Verdict {
    bool ignored = false;
    double margin = 0;
  };

  void ignore(const Selection& a, const Selection& b, bool ignored);
  void set_margin(const Selection& a, const Selection& b, double margin);
  /// Forgets what is said of a body.
  void remove(int body);

  /// The most particular rule counts; of two that are equally so, the more cautious margin, and
  /// what is ignored.
  Verdict verdict(int body_a, int group_a, int body_b, int group_b) const;

  bool empty() const { return rules_.empty(); }
  /// No pair has more.
  double largest_margin() const { return largest_margin_; }
  /// Changes whenever a rule does.
  std::uint64_t version() const { return version_; }

 private:
  using Key = std::uint64_t;
  static Key key(const Selection& a, const Selection& b);
  Rule& rule(const Selection& a, const Selection& b);
  Rule find(const std::pair<Selection, Selection>& pair) const;

  std::unordered_map<Key, Rule> rules_;
  double largest_margin_ = 0;
  std::uint64_t version_ = 0;
};

}  // namespace apart
