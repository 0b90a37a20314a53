// SPDX-License-Identifier: BSD-3-Clause
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "files/mesh/readers.hpp"
#include "files/mesh/text_cursor.hpp"

namespace apart::files {
namespace {

bool same_letters(std::string_view word, std::string_view lower) {
  if (word.size() != lower.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i] >= 'A' && word[i] <= 'Z' ? static_cast<char>(word[i] | 0x20) : word[i];
    if (c != lower[i]) return false;
  }
  return true;
}

/// Words matter here, lines only for the name behind "solid" and "endsolid".
class StlReader {
 public:
  explicit StlReader(const Source& source) : ticker_(source), text_(source, source.begin(), {}) {}

  MeshFile read() {
    while (text_.next_word()) solid();
    join_equal_vertices(mesh_);
    return std::move(mesh_);
  }

 private:
  void solid() {
    expect("solid");
    text_.next_line();
    for (;;) {
      ticker_.tick(text_.at());
      const std::string_view keyword = next("\"facet\" or \"endsolid\"");
      if (same_letters(keyword, "endsolid")) break;
      if (!same_letters(keyword, "facet")) {
        fail("\"facet\" or \"endsolid\" is expected, got " + in_quotes(keyword));
      }
      facet();
    }
    text_.next_line();
  }

  void facet() {
    expect("normal");
    // It follows from the corners; for triangles without area, files even have "nan" here.
    for (int k = 0; k < 3; ++k) next("a number");
    expect("outer");
    expect("loop");
    for (int k = 0; k < 3; ++k) {
      expect("vertex");
      vertex(k);
    }
    expect("endloop");
    expect("endfacet");
    mesh_.ends.push_back(mesh_.corners.size());
  }

  void vertex(int which) {
    Eigen::Vector3d p;
    for (int k = 0; k < 3; ++k) {
      if (text_.next_word() && text_.number(p[k])) continue;
      fail("corner " + std::to_string(which) + ": " + axis_name(k) + text_.no_number());
    }
    mesh_.corners.push_back(static_cast<int>(mesh_.corners.size()));
    mesh_.vertices.push_back(p);
  }

  std::string_view next(const std::string& expected) {
    if (!text_.next_word()) fail("the file ends where " + expected + " is expected");
    return text_.word();
  }

  void expect(std::string_view keyword) {
    const std::string expected = '"' + std::string(keyword) + '"';
    const std::string_view word = next(expected);
    if (!same_letters(word, keyword)) fail(expected + " is expected, got " + in_quotes(word));
  }

  [[noreturn]] void fail(const std::string& sentence) const {
    text_.fail("triangle " + std::to_string(mesh_.ends.size()) + ": " + sentence);
  }

  Ticker ticker_;
  TextCursor text_;
  MeshFile mesh_;
};

}  // namespace

MeshFile read_stl_text(const Source& source) { return StlReader(source).read(); }

}  // namespace apart::files
