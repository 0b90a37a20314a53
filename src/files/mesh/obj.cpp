// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <climits>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files/mesh/readers.hpp"
#include "files/mesh/text_cursor.hpp"

namespace apart::files {
namespace {

/// Statements without a surface: normals, textures, groups, materials, points, lines, and the
/// ornaments of free-form curves.
constexpr std::string_view skipped[] = {
    "vn",       "vt",     "vp",    "g",          "o",         "s",     "usemtl", "mtllib",
    "mg",       "p",      "l",     "usemap",     "maplib",    "lod",   "bevel",  "c_interp",
    "d_interp", "shadow", "trace", "shadow_obj", "trace_obj", "ctech", "stech",  "cstype",
    "deg",      "bmat",   "step",  "parm",       "trim",      "hole",  "scrv",   "sp",
    "end",      "con",    "curv",  "curv2",      "res",       "cdc",   "cdp"};

/// Statements with a surface that would be missing.
constexpr std::string_view refused[] = {"surf", "call", "csh", "bzp", "bsp"};

template <std::size_t N>
bool is_one_of(std::string_view word, const std::string_view (&words)[N]) {
  for (const auto w : words) {
    if (w == word) return true;
  }
  return false;
}

class ObjReader {
 public:
  explicit ObjReader(const Source& source)
      : source_(source), ticker_(source), text_(source, source.begin(), {'#', '\\'}) {}

  MeshFile read() {
    for (; !text_.at_end(); text_.next_line()) {
      ticker_.tick(text_.at());
      if (!text_.line_done()) statement();
    }
    for (const Ahead& corner : ahead_) {
      if (corner.vertex <= static_cast<std::int64_t>(mesh_.vertices.size())) continue;
      source_.fail_at_line(corner.at, no_vertex(corner.vertex));
    }
    return std::move(mesh_);
  }

 private:
  /// A corner that names a vertex further down.
  struct Ahead {
    const char* at;
    std::int64_t vertex;
  };

  void statement() {
    const char* start = text_.at();
    const std::string_view keyword = text_.word();
    if (keyword == "v") {
      vertex();
    } else if (keyword == "f" || keyword == "fo") {
      face();
    } else if (is_one_of(keyword, refused)) {
      source_.fail_at_line(start, in_quotes(keyword) + " is not supported: only polygons are read");
    } else if (!is_one_of(keyword, skipped)) {
      source_.fail_at_line(start, "OBJ has no statement " + in_quotes(keyword));
    }
  }

  /// x y z, with a weight for free-form surfaces or a colour behind them.
  void vertex() {
    Eigen::Vector3d p;
    for (int k = 0; k < 3; ++k) {
      if (!text_.number(p[k])) fail_vertex(axis_name(k) + text_.no_number());
    }
    int more = 0;
    for (double ignored; !text_.line_done(); ++more) {
      if (!text_.number(ignored))
        fail_vertex("number " + std::to_string(more + 4) + text_.no_number());
    }
    if (more == 2 || more > 4) {
      fail_vertex("3 numbers, 4 (with a weight), 6 or 7 (with a colour) are expected, got " +
                  std::to_string(more + 3));
    }
    mesh_.vertices.push_back(p);
  }

  void face() {
    const std::size_t begin = mesh_.corners.size();
    while (!text_.line_done()) corner();
    const std::size_t size = mesh_.corners.size() - begin;
    if (size < 3) fail_face("at least three corners are expected, got " + std::to_string(size));
    mesh_.ends.push_back(mesh_.corners.size());
  }

  /// vertex, vertex/texture, vertex//normal or vertex/texture/normal.
  void corner() {
    const char* start = text_.at();
    std::int64_t vertex = 0, ignored = 0;
    bool legal = text_.digits(vertex);
    for (int k = 0; legal && k < 2 && text_.character('/'); ++k) text_.digits(ignored);
    if (!legal || !text_.delimited()) {
      TextCursor word(source_, start, {'#', '\\'});
      fail_face("a corner must be like 7, 7/1, 7//3 or 7/1/3, got " + in_quotes(word.word()));
    }
    mesh_.corners.push_back(index_of(vertex, start));
  }

  int index_of(std::int64_t vertex, const char* at) {
    const auto known = static_cast<std::int64_t>(mesh_.vertices.size());
    if (vertex == 0) fail_face("vertices are counted from 1, got 0");
    if (vertex > known) ahead_.push_back({at, vertex});
    if (vertex > 0) return static_cast<int>(std::min<std::int64_t>(vertex - 1, INT_MAX));
    if (vertex >= -known) return static_cast<int>(known + vertex);
    fail_face("there is no vertex " + std::to_string(vertex) + ", as " +
              counted(mesh_.vertices.size(), "vertex comes", "vertices come") + " before");
  }

  std::string no_vertex(std::int64_t vertex) const {
    return "face: there is no vertex " + std::to_string(vertex) + ", the file has " +
           std::to_string(mesh_.vertices.size());
  }

  [[noreturn]] void fail_vertex(const std::string& sentence) const {
    text_.fail("vertex " + std::to_string(mesh_.vertices.size() + 1) + ": " + sentence);
  }
  [[noreturn]] void fail_face(const std::string& sentence) const {
    text_.fail("face " + std::to_string(mesh_.ends.size() + 1) + ": " + sentence);
  }

  const Source& source_;
  Ticker ticker_;
  TextCursor text_;
  MeshFile mesh_;
  std::vector<Ahead> ahead_;
};

}  // namespace

MeshFile read_obj(const Source& source) { return ObjReader(source).read(); }

}  // namespace apart::files
