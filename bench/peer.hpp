// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/pose.hpp>
#include <limits>
#include <memory>
#include <span>
#include <string>

#include "body.hpp"

namespace bench {

inline constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// Two bodies and where they stand.
struct Query {
  const Body* a;
  const Body* b;
  apart::Pose pose_a, pose_b;
  double truth = unknown;  ///< signed distance, as found by what shares no code with the library
  bool contact = false;    ///< neither side of zero is wrong
  bool continues = false;  ///< the pair of the query before it, a small motion later
};

struct Answer {
  double signed_distance = unknown;  ///< unknown: the contestant gave up
  double width = unknown;            ///< of the interval it proves, if it proves one
  int supports = -1;                 ///< support calls of the pair, -1 if it does not tell
};

/// A contestant: a library, with its settings, asked one kind of question.
class Peer {
 public:
  explicit Peer(std::string name) : name_(std::move(name)) {}
  virtual ~Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  const std::string& name() const { return name_; }

  /// Builds shapes and poses in the library's own types; not timed. The bodies live on.
  virtual void prepare(std::span<const Query> queries) = 0;
  /// Answers query i of those prepared; timed. Queries come in order, from the first to the last.
  virtual Answer answer(std::size_t i) = 0;

 private:
  std::string name_;
};

using PeerPtr = std::unique_ptr<Peer>;

}  // namespace bench
