// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <apart/error.hpp>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/json_text.hpp"

namespace apart::files {

/// A complaint that already names its place, so that no caller adds another.
class PlacedError : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

/// A JSON value and where it stands. What is asked of it is either got, or refused with a sentence
/// such as "a.size[1]: expected a number, got a string" (thrown as PlacedError).
///
/// A node refers to the value, to the name and to the parent node, all of which must outlive it;
/// that way a path costs nothing until it is needed, however many vertices there are.
class Node {
 public:
  explicit Node(const Json& value, std::string_view name = {}) : value_(value), name_(name) {}

  /// A field of this object: one that must be there, or one that may.
  Node field(std::string_view name) const;
  std::optional<Node> optional_field(std::string_view name) const;
  /// Refuses a value that is not an object.
  std::vector<std::string> field_names() const;
  /// Refuses a value that is not an object, or has a field that is not among these.
  void expect_fields(std::span<const std::string_view> names) const;

  const Json& value() const { return value_; }
  bool is_text() const { return value_.is_string(); }
  double number() const;
  int integer() const;
  bool flag() const;
  const std::string& text() const;
  /// Of an array of these, and one of its elements.
  std::size_t size(const std::string& of) const;
  Node element(std::size_t i) const { return {value_[i], *this, {}, i}; }
  template <int N>
  Eigen::Matrix<double, N, 1> vector() const;
  /// At least one point, each of N coordinates.
  template <int N>
  std::vector<Eigen::Matrix<double, N, 1>> points() const;

  [[noreturn]] void fail(const std::string& sentence) const;

 private:
  Node(const Json& value, const Node& parent, std::string_view name, std::size_t index)
      : value_(value), parent_(&parent), name_(name), index_(index) {}
  void expect_object() const;
  void expect_array(const std::string& of) const;
  void append_to(std::string& path) const;

  const Json& value_;
  const Node* parent_ = nullptr;
  std::string_view name_;  // empty for an element of an array
  std::size_t index_ = 0;
};

/// What the library refuses without knowing where it stands is refused at the node.
template <class Call>
auto placed(const Node& node, const Call& call) {
  try {
    return call();
  } catch (const PlacedError&) {
    throw;
  } catch (const InvalidInput& error) {
    node.fail(error.what());
  }
}

template <int N>
Eigen::Matrix<double, N, 1> Node::vector() const {
  const std::string wanted = std::to_string(N) + " numbers";
  expect_array(wanted);
  if (value_.size() != N) fail("expected " + wanted + ", got " + std::to_string(value_.size()));
  Eigen::Matrix<double, N, 1> result;
  for (int i = 0; i < N; ++i) result[i] = element(static_cast<std::size_t>(i)).number();
  return result;
}

template <int N>
std::vector<Eigen::Matrix<double, N, 1>> Node::points() const {
  expect_array("points");
  if (value_.empty()) fail("expected at least one point, got none");
  std::vector<Eigen::Matrix<double, N, 1>> result;
  result.reserve(value_.size());
  for (std::size_t i = 0; i < value_.size(); ++i) result.push_back(element(i).vector<N>());
  return result;
}

}  // namespace apart::files
