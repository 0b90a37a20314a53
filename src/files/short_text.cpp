// SPDX-License-Identifier: BSD-3-Clause
#include "files/short_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "files/json_node.hpp"
#include "files/shape_json.hpp"

namespace apart::files {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& sentence) {
  throw PlacedError(complaint(path, sentence));
}

std::string in_quotes(std::string_view text) { return '"' + shortened(text) + '"'; }

std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::string_view separators = " \t\r\n,:()";
  std::vector<std::string_view> words;
  for (;;) {
    const std::size_t begin = text.find_first_not_of(separators);
    if (begin == text.npos) return words;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

double to_number(std::string_view word, const std::string& path) {
  // strtod would also take hexadecimal numbers, NaN and infinity.
  const std::string text(word);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (word.empty() || word.find_first_not_of("0123456789+-.eE") != word.npos || *end != '\0') {
    refuse(path, "expected a number, got " + in_quotes(word));
  }
  if (!std::isfinite(value)) refuse(path, in_quotes(word) + " is too large for a double");
  return value;
}

std::vector<double> to_numbers(std::span<const std::string_view> words, const std::string& path) {
  std::vector<double> numbers;
  for (const auto word : words) numbers.push_back(to_number(word, path));
  return numbers;
}

/// Numbers taken in groups: 1 2 3 4 5 6 -> [[1,2,3],[4,5,6]].
Json points(std::span<const double> numbers, std::size_t dimension) {
  Json result = Json::array();
  for (std::size_t i = 0; i < numbers.size(); i += dimension) {
    result.push_back(numbers.subspan(i, dimension));
  }
  return result;
}

Json shape_with_points(const ShapeType& type, std::span<const double> numbers,
                       const std::string& path) {
  const ShapeField& field = type.fields.front();
  const std::size_t dimension = field.kind == FieldKind::points2 ? 2 : 3;
  if (numbers.empty() || numbers.size() % dimension != 0) {
    refuse(path, std::string(type.name) + " takes " + std::to_string(dimension) +
                     " numbers for each of its points, got " + std::to_string(numbers.size()));
  }
  return {{"type", type.name}, {field.name, points(numbers, dimension)}};
}

Json shape_with_fields(const ShapeType& type, std::span<const double> numbers,
                       const std::string& path) {
  std::size_t wanted = 0;
  std::string names;
  for (const ShapeField& field : type.fields) {
    const bool is_vector = field.kind == FieldKind::vector3;
    wanted += is_vector ? 3 : 1;
    names.append(names.empty() ? "" : ", ").append(field.name).append(is_vector ? "[3]" : "");
  }
  if (numbers.size() != wanted) {
    refuse(path, std::string(type.name) + " takes " + std::to_string(wanted) +
                     (wanted == 1 ? " number (" : " numbers (") + names + "), got " +
                     std::to_string(numbers.size()));
  }
  Json shape{{"type", type.name}};
  for (const ShapeField& field : type.fields) {
    const std::size_t taken = field.kind == FieldKind::vector3 ? 3 : 1;
    if (taken == 1) {
      shape[std::string(field.name)] = numbers.front();
    } else {
      shape[std::string(field.name)] = numbers.first(taken);
    }
    numbers = numbers.subspan(taken);
  }
  return shape;
}

/// The text from a word to the end, without the blanks there: a file name may hold any separator.
std::string rest_of(std::string_view text, std::string_view word) {
  const auto begin = static_cast<std::size_t>(word.data() - text.data());
  const std::size_t end = text.find_last_not_of(" \t\r\n") + 1;
  return std::string(text.substr(begin, end - begin));
}

bool is_number(std::string_view word) {
  return word.find_first_not_of("0123456789+-.eE") == word.npos;
}

/// spheres x y z r ..., or spheres FILE radius.
Json spheres_from_words(std::string_view text, std::span<const std::string_view> words,
                        const std::string& path) {
  if (words.size() < 2) {
    refuse(path, "spheres takes x y z r for each of them, or a file and a radius");
  }
  Json shape{{"type", "spheres"}};
  if (!is_number(words.front())) {
    const std::string_view radius = words.back();
    const auto before = static_cast<std::size_t>(radius.data() - text.data());
    shape["file"] = rest_of(text.substr(0, before), words.front());
    shape["radius"] = to_number(radius, path);
    return shape;
  }
  const std::vector<double> numbers = to_numbers(words, path);
  if (numbers.size() % 4 != 0) {
    refuse(path, "spheres takes 4 numbers for each of them (x y z r), got " +
                     std::to_string(numbers.size()));
  }
  shape["centers"] = Json::array();
  shape["radii"] = Json::array();
  for (std::size_t i = 0; i < numbers.size(); i += 4) {
    shape["centers"].push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
    shape["radii"].push_back(numbers[i + 3]);
  }
  return shape;
}

Json shape_with_numbers(const ShapeType& type, std::span<const std::string_view> words,
                        const std::string& path) {
  const std::vector<double> numbers = to_numbers(words, path);
  const FieldKind kind = type.fields.front().kind;
  const bool has_points = kind == FieldKind::points2 || kind == FieldKind::points3;
  return has_points ? shape_with_points(type, numbers, path)
                    : shape_with_fields(type, numbers, path);
}

bool names_a_type(std::string_view word) {
  const auto types = shape_types();
  return std::ranges::find(types, word, &ShapeType::name) != types.end();
}

/// Does this look like the name of a mesh file, or is it the name of any?
bool names_a_file(const std::string& name) {
  std::string ending = std::filesystem::path(name).extension().string();
  for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  for (const char* known : {".obj", ".stl", ".ply", ".off", ".dae", ".gltf", ".glb", ".apart"}) {
    if (ending == known) return true;
  }
  std::error_code ignored;
  return std::filesystem::exists(name, ignored);
}

Json plain_shape(std::string_view text, std::span<const std::string_view> words,
                 const std::string& path) {
  const std::string_view name = words.front();
  if (!names_a_type(name)) {
    const std::string file = rest_of(text, name);
    if (names_a_file(file)) return {{"type", "mesh"}, {"file", file}};
  }
  const Json nothing;
  const ShapeType& type = shape_type(name, Node(nothing, path));
  if (name == "mesh") {
    if (words.size() < 2) refuse(path, "mesh takes the name of a file");
    return {{"type", "mesh"}, {"file", rest_of(text, words[1])}};
  }
  if (name == "compound") refuse(path, "a compound is given as JSON, or as @file.json");
  if (name == "spheres") return spheres_from_words(text, words.subspan(1), path);
  return shape_with_numbers(type, words.subspan(1), path);
}

Json shape_from_words(std::string_view text, std::string path) {
  const std::vector<std::string_view> all = words_of(text);
  std::span<const std::string_view> words = all;
  // Roundings come first, outermost first: a loop, as there may be any number of them.
  std::vector<double> radii;
  while (!words.empty() && words.front() == "rounded") {
    if (words.size() < 2) refuse(path, "rounded takes a radius and a shape");
    if (radii.size() + 4 > max_depth) {
      refuse(path, "nested deeper than " + std::to_string(max_depth) + " levels");
    }
    radii.push_back(to_number(words[1], path));
    words = words.subspan(2);
  }
  if (words.empty()) refuse(path, "expected a shape such as \"box 1 2 3\", got nothing");
  Json shape = plain_shape(text, words, path);
  for (; !radii.empty(); radii.pop_back()) {
    shape = Json{{"type", "rounded"}, {"shape", std::move(shape)}, {"radius", radii.back()}};
  }
  return shape;
}

std::string read_file(const std::string& name, const std::string& path) {
  std::ifstream in(name, std::ios::binary);
  if (!in || std::filesystem::is_directory(name)) {
    refuse(path, "cannot read the file " + in_quotes(name));
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The value of text that is JSON, or the name of a file with JSON; nothing if it is neither.
std::optional<Json> json_of(std::string_view text, const std::string& path) {
  if (!text.starts_with('{') && !text.starts_with('@')) return std::nullopt;
  const bool is_file = text.starts_with('@');
  JsonText json =
      parse_json(is_file ? read_file(std::string(text.substr(1)), path) : std::string(text));
  if (!json.error.empty()) refuse(path, json.error);
  return std::move(json.value);
}

}  // namespace

Json shape_from_text(std::string_view text, std::string_view name) {
  const std::string path(name);
  if (auto json = json_of(text, path)) return std::move(*json);
  return shape_from_words(text, path);
}

Json pose_from_text(std::string_view text, std::string_view name) {
  const std::string path(name);
  if (auto json = json_of(text, path)) return std::move(*json);
  const std::vector<double> numbers = to_numbers(words_of(text), path);
  if (numbers.size() != 3 && numbers.size() != 7) {
    refuse(path, "expected 3 numbers (x y z) or 7 (x y z w qx qy qz), got " +
                     std::to_string(numbers.size()));
  }
  const std::span<const double> all(numbers);
  Json pose{{"t", all.first(3)}};
  if (all.size() == 7) pose["q"] = all.last(4);
  return pose;
}

Json motion_from_text(std::string_view text, std::string_view name) {
  constexpr std::string_view between = " to ";
  const std::string path(name);
  if (auto json = json_of(text, path)) return std::move(*json);
  Json poses = Json::array();
  for (;;) {
    const std::size_t end = std::min(text.find(between), text.size());
    poses.push_back(pose_from_text(text.substr(0, end), name));
    if (end == text.size()) break;
    text.remove_prefix(end + between.size());
  }
  if (poses.size() == 1) refuse(path, "expected poses with \"to\" between them, got only one");
  if (poses.size() > 2) return {{"waypoints", std::move(poses)}};
  return {{"from", poses[0]}, {"to", poses[1]}};
}

double number_from_text(std::string_view text, std::string_view name) {
  return to_number(text, std::string(name));
}

}  // namespace apart::files
