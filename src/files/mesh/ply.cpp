// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "files/mesh/load_bytes.hpp"
#include "files/mesh/ply_header.hpp"
#include "files/mesh/readers.hpp"
#include "files/mesh/text_cursor.hpp"
#include "files/shortened.hpp"
#include "number_text.hpp"

namespace apart::files {
namespace {

/// Values written as text, one element on a line.
class TextValues {
 public:
  TextValues(const Source& source, const PlyHeader& header) : text_(source, header.body, {}) {}

  const char* at() const { return text_.at(); }
  static std::size_t least_bytes(const PlyElement& element) {
    return 2 * element.properties.size();  // a digit and a blank for each
  }
  bool begin_element() { return text_.next_word(); }
  std::string end_element() {
    return text_.line_done() ? ""
                             : "the end of the line is expected, got " + in_quotes(text_.word());
  }
  bool number(PlyType, double& value) { return text_.number(value); }
  bool integer(PlyType, std::int64_t& value) { return text_.integer(value); }
  bool skip(PlyType, std::int64_t n) {
    for (double ignored; n > 0; --n) {
      if (!text_.number(ignored)) return false;
    }
    return true;
  }
  std::string no_number(PlyType) { return text_.no_number(); }
  std::string nothing_to_skip() { return text_.no_number(); }
  std::string no_integer() { return text_.no_integer(); }
  bool done() { return !text_.next_word(); }
  [[noreturn]] void fail(const std::string& sentence) const { text_.fail(sentence); }

 private:
  TextCursor text_;
};

/// Values as bytes, without anything between them.
class BinaryValues {
 public:
  BinaryValues(const Source& source, const PlyHeader& header)
      : source_(source),
        at_(header.body),
        order_(header.encoding == PlyEncoding::big_endian ? std::endian::big
                                                          : std::endian::little) {}

  const char* at() const { return at_; }
  static std::size_t least_bytes(const PlyElement& element) {
    std::size_t bytes = 0;
    for (const auto& p : element.properties) bytes += size_of(p.is_list ? p.count_type : p.type);
    return bytes;
  }
  bool begin_element() const { return true; }
  std::string end_element() const { return ""; }
  bool number(PlyType type, double& value) {
    if (!has(type, 1)) return false;
    value = load(type);
    if (!std::isfinite(value)) return false;
    at_ += size_of(type);
    return true;
  }
  bool integer(PlyType type, std::int64_t& value) {
    if (!has(type, 1)) return false;
    value = static_cast<std::int64_t>(load(type));
    at_ += size_of(type);
    return true;
  }
  bool skip(PlyType type, std::int64_t n) {
    if (!has(type, n)) return false;
    at_ += static_cast<std::size_t>(n) * size_of(type);
    return true;
  }
  std::string no_number(PlyType type) const {
    return has(type, 1) ? " must be finite, got " + text(load(type)) : no_integer();
  }
  std::string nothing_to_skip() const { return " is missing: the file ends"; }
  std::string no_integer() const { return nothing_to_skip(); }
  bool done() const { return at_ == source_.end(); }
  [[noreturn]] void fail(const std::string& sentence) const { source_.fail_at_byte(at_, sentence); }

 private:
  bool has(PlyType type, std::int64_t n) const {
    const auto rest = static_cast<std::size_t>(source_.end() - at_);
    return static_cast<std::uint64_t>(n) <= rest / size_of(type);
  }
  template <class T>
  double load() const {
    return static_cast<double>(load_bytes<T>(at_, order_));
  }
  double load(PlyType type) const {
    switch (type) {
      case PlyType::int8:
        return load<std::int8_t>();
      case PlyType::uint8:
        return load<std::uint8_t>();
      case PlyType::int16:
        return load<std::int16_t>();
      case PlyType::uint16:
        return load<std::uint16_t>();
      case PlyType::int32:
        return load<std::int32_t>();
      case PlyType::uint32:
        return load<std::uint32_t>();
      case PlyType::float32:
        return load<float>();
      case PlyType::float64:
        return load<double>();
    }
    return 0;
  }

  const Source& source_;
  const char* at_;
  std::endian order_;
};

template <class Values>
class BodyReader {
 public:
  BodyReader(const Source& source, const PlyHeader& header)
      : source_(source), header_(header), ticker_(source), values_(source, header) {}

  MeshFile read() {
    for (const PlyElement& element : header_.elements) {
      expect_room(element);
      if (element.name == "vertex") {
        read_vertices(element);
      } else if (element.name == "face") {
        read_faces(element);
      } else if (!element.properties.empty()) {
        for (std::int64_t i = 0; i < element.count; ++i) {
          read_item(element, i, [](const PlyProperty&) { return false; });
        }
      }
    }
    if (!values_.done()) values_.fail("the file goes on after its last element");
    return std::move(mesh_);
  }

 private:
  /// So that no memory is taken for a count that is not true.
  void expect_room(const PlyElement& element) const {
    const std::int64_t rest = source_.end() - values_.at();
    const auto least = static_cast<std::int64_t>(Values::least_bytes(element));
    if (least == 0 || element.count <= (rest + 1) / least) return;
    values_.fail("the file is to have " + std::to_string(element.count) + " times the element " +
                 in_quotes(element.name) + ", but only " +
                 counted(static_cast<std::uint64_t>(rest), "byte follows", "bytes follow"));
  }

  /// Reads the i-th of these elements: properties that `take` does not want are skipped.
  template <class Take>
  void read_item(const PlyElement& element, std::int64_t i, Take take) {
    ticker_.tick(values_.at());
    element_ = &element;
    item_ = i;
    if (!values_.begin_element())
      fail("the file ends, though it is to have " + std::to_string(element.count));
    for (const PlyProperty& property : element.properties) {
      if (!take(property)) skip(property);
    }
    if (const std::string error = values_.end_element(); !error.empty()) fail(error);
  }

  void skip(const PlyProperty& property) {
    const std::int64_t n = property.is_list ? list_size(property) : 1;
    if (!values_.skip(property.type, n)) {
      fail(shortened(property.name) + values_.nothing_to_skip());
    }
  }

  std::int64_t list_size(const PlyProperty& property) {
    std::int64_t n = 0;
    if (!values_.integer(property.count_type, n)) {
      fail("the size of " + shortened(property.name) + values_.no_integer());
    }
    if (n < 0)
      fail("the size of " + shortened(property.name) + " must not be negative, got " +
           std::to_string(n));
    return n;
  }

  void read_vertices(const PlyElement& element) {
    const PlyProperty* axes[3];
    for (int k = 0; k < 3; ++k) {
      const int found = element.find(axis_name(k));
      if (found < 0 || element.properties[found].is_list) {
        source_.fail(std::string("the element \"vertex\" has no property ") + axis_name(k));
      }
      axes[k] = &element.properties[found];
    }
    mesh_.vertices.reserve(element.count);
    for (std::int64_t i = 0; i < element.count; ++i) {
      Eigen::Vector3d p;
      read_item(element, i, [&](const PlyProperty& property) {
        for (int k = 0; k < 3; ++k) {
          if (&property != axes[k]) continue;
          if (!values_.number(property.type, p[k])) {
            fail(axis_name(k) + values_.no_number(property.type));
          }
          return true;
        }
        return false;
      });
      mesh_.vertices.push_back(p);
    }
  }

  void read_faces(const PlyElement& element) {
    int found = element.find("vertex_indices");
    if (found < 0) found = element.find("vertex_index");
    if (found < 0 || !element.properties[found].is_list) {
      source_.fail("the element \"face\" has no list \"vertex_indices\"");
    }
    const PlyProperty& list = element.properties[found];
    if (list.type >= PlyType::float32) source_.fail("the indices of vertices must be integers");
    mesh_.ends.reserve(element.count);
    for (std::int64_t i = 0; i < element.count; ++i) {
      read_item(element, i, [&](const PlyProperty& property) {
        if (&property != &list) return false;
        read_corners(list);
        return true;
      });
    }
  }

  void read_corners(const PlyProperty& list) {
    const std::int64_t n = list_size(list);
    const PlyElement* vertices = header_.find("vertex");
    const std::int64_t known = vertices ? vertices->count : 0;
    if (n < 3) fail("at least three corners are expected, got " + std::to_string(n));
    for (std::int64_t k = 0; k < n; ++k) {
      std::int64_t corner = 0;
      if (!values_.integer(list.type, corner)) {
        fail("corner " + std::to_string(k) + values_.no_integer());
      }
      if (corner < 0 || corner >= known) {
        fail("corner " + std::to_string(k) + " must be a vertex, 0 to " +
             std::to_string(known - 1) + ", got " + std::to_string(corner));
      }
      mesh_.corners.push_back(static_cast<int>(corner));
    }
    mesh_.ends.push_back(mesh_.corners.size());
  }

  [[noreturn]] void fail(const std::string& sentence) const {
    values_.fail(shortened(element_->name) + ' ' + std::to_string(item_) + ": " + sentence);
  }

  const Source& source_;
  const PlyHeader& header_;
  Ticker ticker_;
  Values values_;
  MeshFile mesh_;
  const PlyElement* element_ = nullptr;  // the one being read, for complaints
  std::int64_t item_ = 0;
};

}  // namespace

MeshFile read_ply(const Source& source) {
  const PlyHeader header = read_ply_header(source);
  if (!header.find("vertex")) source.fail("the PLY header has no element \"vertex\"");
  if (header.find("tristrips") && !header.find("face")) {
    source.fail("triangle strips are not supported: only faces are read");
  }
  if (header.encoding != PlyEncoding::text) return BodyReader<BinaryValues>(source, header).read();
  if (header.only_returns) {
    std::string text(source.bytes);
    for (char& c : text) c = c == '\r' ? '\n' : c;
    return read_ply({source.name, text, source.progress});
  }
  return BodyReader<TextValues>(source, header).read();
}

}  // namespace apart::files
