// SPDX-License-Identifier: BSD-3-Clause
#include "files/json_text.hpp"

#include <algorithm>
#include <cctype>
#include <unordered_set>
#include <utility>
#include <vector>

namespace apart::files {
namespace {

/// The word (of letters, digits, signs and dots) that surrounds a position.
std::string_view word_at(std::string_view text, std::size_t position) {
  const auto part_of_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '+' || c == '-' || c == '.';
  };
  std::size_t begin = std::min(position, text.size()), end = begin;
  while (begin > 0 && part_of_word(text[begin - 1])) --begin;
  while (end < text.size() && part_of_word(text[end])) ++end;
  return text.substr(begin, end - begin);
}

/// Is this a number that other languages have and JSON has not?
bool is_not_finite(std::string_view word) {
  if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
  std::string lower(word);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower == "nan" || lower == "inf" || lower == "infinity";
}

/// "column 12", or "line 3, column 12" if the text has several lines.
std::string place(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, position);
  const auto line = std::ranges::count(before, '\n') + 1;
  const std::size_t start = line == 1 ? 0 : before.rfind('\n') + 1;
  const std::string column = "column " + std::to_string(position - start + 1);
  const std::size_t content = text.find_last_not_of(" \t\r\n") + 1;
  const bool one_line = text.find('\n') >= content;
  return one_line ? column : "line " + std::to_string(line) + ", " + column;
}

/// Builds the value as the parser meets its parts. The library's own builder would keep the last of
/// two equal fields, have no limit of depth, and lose what had been read before a fault.
class Builder : public nlohmann::json_sax<Json> {
 public:
  explicit Builder(std::string_view text) : text_(text) {}

  JsonText take() {
    // An outermost field that is still open is not complete.
    if (!error_.empty() && open_.size() > 1 && root_.is_object()) {
      root_.get_ref<Json::object_t&>().pop_back();
    }
    return {std::move(root_), std::move(error_)};
  }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(std::int64_t value) override { return add(value); }
  bool number_unsigned(std::uint64_t value) override { return add(value); }
  bool number_float(double value, const std::string&) override { return add(value); }
  bool string(std::string& value) override { return add(std::move(value)); }
  bool binary(Json::binary_t&) override { return false; }  // not in JSON text
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(std::string& name) override {
    Frame& frame = open_.back();
    const bool is_new = frame.names.insert(name).second;
    frame.name = std::move(name);
    return is_new || fail(complaint(path(open_.size()), "field given twice"));
  }

  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::detail::exception& fault) override {
    constexpr int number_overflow = 406;
    const std::size_t at = position == 0 ? 0 : position - 1;
    const std::string_view what = fault.what();
    if (fault.id == number_overflow) {
      return fail(complaint(path(open_.size()), shortened(token) + " is too large for a double"));
    }
    if (const auto word = word_at(text_, at);
        what.find("parsing value") != what.npos && is_not_finite(word)) {
      return fail(complaint(path(open_.size()), std::string(word) + " is not a number in JSON"));
    }
    return fail(complaint(place(text_, at), "not valid JSON: " + detail(what)));
  }

 private:
  struct Frame {
    Json* container;
    std::string name;                       // the field being read
    std::unordered_set<std::string> names;  // the fields met, for finding one that comes twice
  };

  /// The library's message without its prefix, and without its copy of the input.
  static std::string detail(std::string_view what) {
    if (const auto dash = what.find(" - "); dash != what.npos) what.remove_prefix(dash + 3);
    return std::string(what.substr(0, what.find("; last read")));
  }

  Json* append(Json value) {
    if (open_.empty()) return &(root_ = std::move(value));
    Json& parent = *open_.back().container;
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    // Not operator[], which would look for the name once more, in linear time.
    auto& fields = parent.get_ref<Json::object_t&>();
    fields.emplace_back(open_.back().name, std::move(value));
    return &fields.back().second;
  }

  bool add(Json value) {
    append(std::move(value));
    return true;
  }

  bool open(Json empty) {
    if (open_.size() == max_depth) {
      return fail(
          complaint(path(1), "nested deeper than " + std::to_string(max_depth) + " levels"));
    }
    open_.push_back({append(std::move(empty)), {}, {}});
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  bool fail(std::string sentence) {
    error_ = std::move(sentence);
    return false;
  }

  /// Where the value being read stands, down to the given number of levels.
  std::string path(std::size_t levels) const {
    std::string result;
    for (std::size_t i = 0; i < std::min(levels, open_.size()); ++i) {
      const Frame& frame = open_[i];
      if (frame.container->is_object()) {
        append_field(result, frame.name);
      } else {
        // All but the innermost array already hold the element that is being read.
        const bool innermost = i + 1 == open_.size();
        append_index(result, frame.container->size() - (innermost ? 0 : 1));
      }
    }
    return result;
  }

  std::string_view text_;
  Json root_;
  std::vector<Frame> open_;
  std::string error_;
};

}  // namespace

JsonText parse_json(std::string_view text) {
  Builder builder(text);
  Json::sax_parse(text, &builder);
  return builder.take();
}

std::string to_text(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void append_field(std::string& path, std::string_view name) {
  if (!path.empty()) path += '.';
  path += shortened(name);
}

void append_index(std::string& path, std::size_t index) {
  path += '[' + std::to_string(index) + ']';
}

std::string complaint(const std::string& path, const std::string& sentence) {
  return path.empty() ? sentence : path + ": " + sentence;
}

}  // namespace apart::files
