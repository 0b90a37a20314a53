// SPDX-License-Identifier: BSD-3-Clause
#include "files/json_node.hpp"

#include <algorithm>
#include <climits>
#include <cstdint>

namespace apart::files {
namespace {

std::string kind_of(const Json& value) {
  switch (value.type()) {
    case Json::value_t::null:
      return "null";
    case Json::value_t::boolean:
      return "a boolean";
    case Json::value_t::string:
      return "a string";
    case Json::value_t::array:
      return "an array";
    case Json::value_t::object:
      return "an object";
    default:
      return "a number";
  }
}

}  // namespace

Node Node::field(std::string_view name) const {
  if (const auto found = optional_field(name)) return *found;
  Node(value_, *this, name, 0).fail("missing field");
}

std::optional<Node> Node::optional_field(std::string_view name) const {
  expect_object();
  const auto found = value_.find(std::string(name));
  if (found == value_.end()) return std::nullopt;
  return Node(*found, *this, name, 0);
}

std::vector<std::string> Node::field_names() const {
  expect_object();
  std::vector<std::string> names;
  for (const auto& [name, value] : value_.items()) names.push_back(name);
  return names;
}

void Node::expect_fields(std::span<const std::string_view> names) const {
  expect_object();
  for (const auto& [name, value] : value_.items()) {
    if (std::ranges::find(names, name) != names.end()) continue;
    std::string list;
    for (const auto known : names) list.append(list.empty() ? "" : ", ").append(known);
    Node(value, *this, name, 0).fail("unknown field; the fields here are " + list);
  }
}

double Node::number() const {
  if (!value_.is_number()) fail("expected a number, got " + kind_of(value_));
  return value_.get<double>();
}

int Node::integer() const {
  if (!value_.is_number_integer()) {
    fail("expected a whole number, got " +
         (value_.is_number() ? to_text(value_) : kind_of(value_)));
  }
  const bool fits = value_.is_number_unsigned() ? value_.get<std::uint64_t>() <= INT_MAX
                                                : value_.get<std::int64_t>() >= INT_MIN;
  if (!fits) fail(to_text(value_) + " is too large");
  return value_.get<int>();
}

bool Node::flag() const {
  if (!value_.is_boolean()) fail("expected true or false, got " + kind_of(value_));
  return value_.get<bool>();
}

std::size_t Node::size(const std::string& of) const {
  expect_array(of);
  return value_.size();
}

const std::string& Node::text() const {
  if (!value_.is_string()) fail("expected a string, got " + kind_of(value_));
  return value_.get_ref<const std::string&>();
}

void Node::expect_object() const {
  if (!value_.is_object()) fail("expected an object, got " + kind_of(value_));
}

void Node::expect_array(const std::string& of) const {
  if (!value_.is_array()) fail("expected an array of " + of + ", got " + kind_of(value_));
}

void Node::append_to(std::string& path) const {
  if (parent_) parent_->append_to(path);
  if (parent_ && parent_->value_.is_array()) {
    append_index(path, index_);
  } else if (parent_ || !name_.empty()) {
    append_field(path, name_);
  }
}

void Node::fail(const std::string& sentence) const {
  std::string path;
  append_to(path);
  throw PlacedError(complaint(path, sentence));
}

}  // namespace apart::files
