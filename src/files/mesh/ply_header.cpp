// SPDX-License-Identifier: BSD-3-Clause
#include "files/mesh/ply_header.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace apart::files {
namespace {

std::optional<PlyType> type_of(std::string_view name) {
  struct Name {
    std::string_view old, modern;
  };
  constexpr Name names[] = {{"char", "int8"},     {"uchar", "uint8"},   {"short", "int16"},
                            {"ushort", "uint16"}, {"int", "int32"},     {"uint", "uint32"},
                            {"float", "float32"}, {"double", "float64"}};
  for (std::size_t i = 0; i < std::size(names); ++i) {
    if (name == names[i].old || name == names[i].modern) return static_cast<PlyType>(i);
  }
  return std::nullopt;
}

class HeaderReader {
 public:
  explicit HeaderReader(const Source& source) : source_(source), at_(source.begin()) {}

  PlyHeader read() {
    find_line_end();
    next_line();
    if (words_.size() != 1 || words_[0] != "ply") fail("\"ply\" is expected, got ", line_);
    next_line();
    read_format();
    for (next_line(); !is("end_header"); next_line()) {
      if (is("comment") || is("obj_info") || words_.empty()) continue;
      if (is("element")) {
        read_element();
      } else if (is("property")) {
        read_property();
      } else {
        fail("PLY headers have no ", words_[0]);
      }
    }
    header_.body = at_;
    return std::move(header_);
  }

 private:
  /// Lines end in LF, CR LF or CR; all in the same, as what follows the header may be binary.
  void find_line_end() {
    const std::size_t first = source_.bytes.find_first_of("\r\n");
    if (first == source_.bytes.npos) source_.fail("the PLY header has no end");
    if (source_.bytes[first] == '\n') return;
    header_.only_returns = source_.bytes.substr(first, 2) != "\r\n";
    line_end_ = header_.only_returns ? "\r" : "\r\n";
  }

  void next_line() {
    start_ = at_;
    ++number_;
    const auto rest = std::string_view(at_, static_cast<std::size_t>(source_.end() - at_));
    const std::size_t length = rest.find(line_end_);
    if (length == rest.npos) source_.fail("the PLY header has no end");
    line_ = rest.substr(0, length);
    at_ += length + line_end_.size();
    words_.clear();
    for (std::size_t i = 0; (i = line_.find_first_not_of(" \t", i)) != line_.npos;) {
      const std::size_t end = std::min(line_.find_first_of(" \t", i), line_.size());
      words_.push_back(line_.substr(i, end - i));
      i = end;
    }
  }

  bool is(std::string_view keyword) const { return !words_.empty() && words_[0] == keyword; }

  void read_format() {
    while (is("comment") || is("obj_info")) next_line();
    if (!is("format") || words_.size() != 3) fail("a format is expected, got ", line_);
    if (words_[1] == "binary_little_endian") {
      header_.encoding = PlyEncoding::little_endian;
    } else if (words_[1] == "binary_big_endian") {
      header_.encoding = PlyEncoding::big_endian;
    } else if (words_[1] != "ascii") {
      fail("PLY has no format ", words_[1]);
    }
    if (words_[2] != "1.0") fail("only version 1.0 of PLY is known, got ", words_[2]);
  }

  void read_element() {
    if (words_.size() != 3) fail("an element has a name and a count, got ", line_);
    std::int64_t count = 0;
    const std::string_view digits = words_[2];
    const auto [p, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
    if (error != std::errc() || p != digits.data() + digits.size() || count < 0) {
      fail("a count must be a whole number, got ", digits);
    }
    const std::string name(words_[1]);
    if (header_.find(name)) fail("this element is there twice: ", name);
    header_.elements.push_back({name, count, {}});
  }

  void read_property() {
    if (header_.elements.empty()) fail("a property before the first element: ", line_);
    const bool is_list = words_.size() > 1 && words_[1] == "list";
    if (words_.size() != (is_list ? 5u : 3u)) {
      fail("a property has a type and a name, got ", line_);
    }
    PlyProperty property{std::string(words_.back()), type(words_[words_.size() - 2]), is_list};
    if (is_list) {
      property.count_type = type(words_[2]);
      if (property.count_type >= PlyType::float32) {
        fail("a list cannot be counted by a ", words_[2]);
      }
    }
    PlyElement& element = header_.elements.back();
    if (element.find(property.name) >= 0) fail("this property is there twice: ", property.name);
    element.properties.push_back(std::move(property));
  }

  PlyType type(std::string_view name) const {
    const auto found = type_of(name);
    if (!found) fail("PLY has no type ", name);
    return *found;
  }

  [[noreturn]] void fail(const std::string& sentence, std::string_view got) const {
    source_.fail("line " + std::to_string(number_) + ": " + sentence + in_quotes(got));
  }

  const Source& source_;
  const char *at_, *start_ = nullptr;
  int number_ = 0;
  std::string_view line_end_ = "\n", line_;
  std::vector<std::string_view> words_;
  PlyHeader header_;
};

}  // namespace

std::size_t size_of(PlyType type) {
  constexpr std::size_t sizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
  return sizes[static_cast<int>(type)];
}

int PlyElement::find(const std::string& wanted) const {
  for (std::size_t i = 0; i < properties.size(); ++i) {
    if (properties[i].name == wanted) return static_cast<int>(i);
  }
  return -1;
}

const PlyElement* PlyHeader::find(const std::string& wanted) const {
  for (const PlyElement& element : elements) {
    if (element.name == wanted) return &element;
  }
  return nullptr;
}

PlyHeader read_ply_header(const Source& source) { return HeaderReader(source).read(); }

}  // namespace apart::files
