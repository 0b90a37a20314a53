// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "files/mesh/readers.hpp"
#include "files/mesh/text_cursor.hpp"

namespace apart::files {
namespace {

class OffReader {
 public:
  explicit OffReader(const Source& source)
      : source_(source), ticker_(source), text_(source, source.begin(), {'#', '\n'}) {}

  MeshFile read() {
    header();
    const std::int64_t vertices = count("vertices"), faces = count("faces");
    if (std::int64_t edges; !text_.line_done() && !text_.integer(edges)) {
      text_.fail("the number of edges" + text_.no_integer());
    }
    if (!text_.line_done())
      text_.fail("the end of the line is expected, got " + in_quotes(text_.word()));
    expect_room(vertices, 6, "vertices");  // 0 0 0 and the end of the line
    for (std::int64_t i = 0; i < vertices; ++i) vertex(i, vertices);
    expect_room(faces, 8, "faces");  // 3 0 0 0
    for (std::int64_t i = 0; i < faces; ++i) face(i, vertices, faces);
    if (text_.next_word()) {
      text_.fail("the end of the file is expected, got " + in_quotes(text_.word()));
    }
    return std::move(mesh_);
  }

 private:
  /// [ST][C][N]OFF: texture coordinates, colours or normals follow the coordinates of a vertex.
  /// Nothing at all is legal, too.
  void header() {
    text_.next_word();
    TextCursor keyword = text_;
    for (const char c : {'S', 'T', 'C', 'N'}) keyword.character(c);
    if (keyword.character('O') && keyword.character('F') && keyword.character('F')) {
      text_ = keyword;
      if (keyword.word() == "BINARY") text_.fail("binary OFF is not supported");
      return;
    }
    if (std::int64_t number; TextCursor(text_).integer(number)) return;
    const std::string_view word = text_.word();
    const bool other = word == "4OFF" || word == "nOFF" || word == "4nOFF";
    text_.fail(other ? in_quotes(word) + " is not supported: only vertices in space are read"
                     : "\"OFF\" is expected, got " + in_quotes(word));
  }

  std::int64_t count(const char* of) {
    std::int64_t n = 0;
    if (!text_.next_word() || !text_.integer(n)) {
      text_.fail(std::string("the number of ") + of + text_.no_integer());
    }
    if (n < 0) text_.fail(std::string("there cannot be ") + std::to_string(n) + ' ' + of);
    return n;
  }

  /// So that no memory is taken for a count that is not true.
  void expect_room(std::int64_t n, std::int64_t bytes, const char* of) const {
    const std::int64_t rest = source_.end() - text_.at();
    if (n > rest / bytes + 1) {
      text_.fail("the file is to have " + std::to_string(n) + ' ' + of + ", but only " +
                 counted(static_cast<std::uint64_t>(rest), "byte follows", "bytes follow"));
    }
  }

  void vertex(std::int64_t i, std::int64_t vertices) {
    ticker_.tick(text_.at());
    Eigen::Vector3d p;
    begin_element("vertex ", i, vertices);
    for (int k = 0; k < 3; ++k) {
      if (!text_.number(p[k])) fail("vertex ", i, axis_name(k) + text_.no_number());
    }
    mesh_.vertices.push_back(p);
    end_line("vertex ", i);
  }

  void face(std::int64_t i, std::int64_t vertices, std::int64_t faces) {
    ticker_.tick(text_.at());
    std::int64_t size = 0;
    begin_element("face ", i, faces);
    if (!text_.integer(size)) fail("face ", i, "the number of corners" + text_.no_integer());
    if (size < 3)
      fail("face ", i, "at least three corners are expected, got " + std::to_string(size));
    for (std::int64_t k = 0; k < size; ++k) {
      std::int64_t corner = 0;
      if (!text_.integer(corner)) {
        fail("face ", i, "corner " + std::to_string(k) + text_.no_integer());
      }
      if (corner < 0 || corner >= vertices) {
        fail("face ", i,
             "corner " + std::to_string(k) + " must be a vertex, 0 to " +
                 std::to_string(vertices - 1) + ", got " + std::to_string(corner));
      }
      mesh_.corners.push_back(static_cast<int>(corner));
    }
    mesh_.ends.push_back(mesh_.corners.size());
    end_line("face ", i);
  }

  void begin_element(const char* kind, std::int64_t i, std::int64_t promised) {
    if (text_.next_word()) return;
    fail(kind, i, "the file ends, though it is to have " + std::to_string(promised));
  }

  /// What else is on a line are numbers: colours, normals.
  void end_line(const char* kind, std::int64_t i) {
    for (double ignored; !text_.line_done();) {
      if (!text_.number(ignored)) fail(kind, i, "what follows" + text_.no_number());
    }
  }

  [[noreturn]] void fail(const char* kind, std::int64_t i, const std::string& sentence) const {
    text_.fail(kind + std::to_string(i) + ": " + sentence);
  }

  const Source& source_;
  Ticker ticker_;
  TextCursor text_;
  MeshFile mesh_;
};

}  // namespace

MeshFile read_off(const Source& source) { return OffReader(source).read(); }

}  // namespace apart::files
