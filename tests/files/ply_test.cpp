// SPDX-License-Identifier: BSD-3-Clause
#include <limits>

#include "files/mesh_files.hpp"

namespace apart {
namespace {

using Eigen::Vector3d;

class Ply : public MeshFiles {};

std::string header(const std::string& format, const std::string& elements) {
  return "ply\nformat " + format + " 1.0\n" + elements + "end_header\n";
}

const std::string xyz = "property float x\nproperty float y\nproperty float z\n";
const std::string faces = "property list uchar int vertex_indices\n";
const std::string triangle = "element vertex 3\n" + xyz + "element face 1\n" + faces;
const std::string body = "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";

TEST_F(Ply, ReadsText) {
  const MeshFile mesh = read("a.ply", header("ascii", triangle) + body);
  ASSERT_EQ(mesh.vertices.size(), 3u);
  EXPECT_EQ(mesh.vertices[1], Vector3d(1, 0, 0));
  EXPECT_EQ(mesh.corners, (std::vector<int>{0, 1, 2}));
}

TEST_F(Ply, ReadsTextInDoublePrecision) {
  const MeshFile mesh =
      read("a.ply", header("ascii", "element vertex 1\n" + xyz) + "0.1 1e300 3\n");
  EXPECT_EQ(mesh.vertices[0], Vector3d(0.1, 1e300, 3));
}

TEST_F(Ply, KnowsEveryEndOfLine) {
  const std::string text = header("ascii", triangle) + body;
  for (const std::string end : {"\r\n", "\r"}) {
    std::string other;
    for (const char c : text) other += c == '\n' ? end : std::string(1, c);
    EXPECT_EQ(read("a.ply", other).polygons(), 1u);
  }
}

TEST_F(Ply, SkipsOtherPropertiesAndElements) {
  const std::string elements =
      "comment made by hand\nobj_info none\nelement camera 1\nproperty list uchar float view\n"
      "element nothing 5\nelement vertex 3\nproperty uchar red\n" +
      xyz + "property list int short tags\nelement face 1\nproperty int flags\n" + faces +
      "property list uchar float texcoord\nelement edge 1\nproperty int vertex1\n"
      "property int vertex2\n";
  const MeshFile mesh = read("a.ply", header("ascii", elements) +
                                          "2 0.5 0.5\n255 0 0 0 0\n0 1 0 0 2 7 8\n0 0 1 0 1 9\n"
                                          "7 3 0 1 2 6 0 0 1 0 0 1\n0 1\n");
  EXPECT_EQ(mesh.vertices[2], Vector3d(0, 1, 0));
  EXPECT_EQ(mesh.corners, (std::vector<int>{0, 1, 2}));
}

std::string binary_body(bool big_endian) {
  std::string out;
  for (const double x : {0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0.1}) {
    out += '\7';  // red
    append_bytes(out, x, big_endian);
  }
  for (int i = 0; i < 2; ++i) {
    append_bytes(out, std::uint16_t{4}, big_endian);
    for (const std::uint32_t c : {0, 1, 2, 3}) append_bytes(out, c, big_endian);
    append_bytes(out, float{1}, big_endian);
  }
  return out;
}

const std::string binary_elements =
    "element vertex 4\nproperty uchar a\nproperty double x\nproperty int8 b\nproperty float64 y\n"
    "property uint8 c\nproperty double z\n"
    "element face 2\nproperty list ushort uint vertex_index\nproperty float32 quality\n";

TEST_F(Ply, ReadsBinaryOfEitherOrder) {
  for (const bool big : {false, true}) {
    const std::string format = big ? "binary_big_endian" : "binary_little_endian";
    const MeshFile mesh = read("a.ply", header(format, binary_elements) + binary_body(big));
    ASSERT_EQ(mesh.vertices.size(), 4u);
    EXPECT_EQ(mesh.vertices[3], Vector3d(0, 1, 0.1));
    EXPECT_EQ(mesh.corners, (std::vector<int>{0, 1, 2, 3, 0, 1, 2, 3}));
    EXPECT_EQ(mesh.polygons(), 2u);
  }
}

TEST_F(Ply, ReadsEveryType) {
  const std::string types[] = {"char",   "short", "int",   "uchar",
                               "ushort", "uint",  "float", "double"};
  for (const auto& type : types) {
    const std::string property = "property " + type + " ";
    std::string bytes = header("binary_little_endian", "element vertex 1\n" + property + "x\n" +
                                                           property + "y\n" + property + "z\n");
    for (const int x : {1, 100, 127}) {
      if (type == "float") {
        append_bytes(bytes, static_cast<float>(x));
      } else if (type == "double") {
        append_bytes(bytes, static_cast<double>(x));
      } else {
        const std::size_t size = type.ends_with("char") ? 1 : type.ends_with("short") ? 2 : 4;
        bytes += static_cast<char>(x) + std::string(size - 1, '\0');
      }
    }
    EXPECT_EQ(read("a.ply", bytes).vertices[0], Vector3d(1, 100, 127)) << type;
  }
}

TEST_F(Ply, RefusesBinaryThatIsCut) {
  const std::string whole = header("binary_little_endian", binary_elements) + binary_body(false);
  for (std::size_t size = 4; size < whole.size(); ++size) {
    EXPECT_NE(error("a.ply", whole.substr(0, size)), support::not_refused) << size;
  }
  EXPECT_EQ(error("a.ply", whole.substr(0, whole.size() - 1)),
            "a.ply: byte 396: face 1: quality is missing: the file ends");
  EXPECT_EQ(error("a.ply", whole + '\0'),
            "a.ply: byte 400: the file goes on after its last element");
}

TEST_F(Ply, RefusesCountsThatAreNotTrue) {
  const std::string many = "element vertex 3000000000\n" + xyz + "element face 1\n" + faces;
  EXPECT_EQ(error("a.ply", header("binary_little_endian", many) + body),
            "a.ply: byte 178: the file is to have 3000000000 times the element \"vertex\", but "
            "only 26 bytes follow");
  EXPECT_EQ(error("a.ply", header("ascii", many) + body),
            "a.ply: line 10: the file is to have 3000000000 times the element \"vertex\", but only "
            "26 bytes follow");
  EXPECT_EQ(error("a.ply", header("ascii", "element vertex 99999999999999999999\n" + xyz)),
            "a.ply: line 3: a count must be a whole number, got \"99999999999999999999\"");
  std::string list =
      header("binary_little_endian", "element vertex 1\nproperty list uint double s\n" + xyz);
  append_bytes(list, std::uint32_t{0xFFFFFFFF});
  list.append(100, '\0');
  EXPECT_EQ(error("a.ply", list), "a.ply: byte 147: vertex 0: s is missing: the file ends");
}

TEST_F(Ply, RefusesWhatIsWrongInTheBody) {
  const auto refusal = [&](const std::string& text) {
    return error("a.ply", header("ascii", triangle) + text);
  };
  EXPECT_EQ(refusal("0 0 0\n1 0\n0 1 0\n3 0 1 2\n"), "a.ply: line 11: vertex 1: z is missing");
  EXPECT_EQ(refusal("0 0 0\n1 0 0 0\n0 1 0\n3 0 1 2\n"),
            "a.ply: line 11: vertex 1: the end of the line is expected, got \"0\"");
  EXPECT_EQ(refusal("0 0 0\n1 x 0\n0 1 0\n3 0 1 2\n"),
            "a.ply: line 11: vertex 1: y must be a number, got \"x\"");
  EXPECT_EQ(refusal("0 0 0\n1 inf 0\n0 1 0\n3 0 1 2\n"),
            "a.ply: line 11: vertex 1: y must be finite, got \"inf\"");
  EXPECT_EQ(refusal("0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n"),
            "a.ply: line 13: face 0: corner 2 must be a vertex, 0 to 2, got 3");
  EXPECT_EQ(refusal("0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n"),
            "a.ply: line 13: face 0: corner 2 must be a vertex, 0 to 2, got -1");
  EXPECT_EQ(refusal("0 0 0\n1 0 0\n0 1 0\n3 0 1.5 2\n"),
            "a.ply: line 13: face 0: corner 1 must be a whole number, got \"1.5\"");
  EXPECT_EQ(refusal("0 0 0\n1 0 0\n0 1 0\n2 0 1\n"),
            "a.ply: line 13: face 0: at least three corners are expected, got 2");
  EXPECT_EQ(refusal("0 0 0\n1 0 0\n0 1 0\n-1 0 1\n"),
            "a.ply: line 13: face 0: the size of vertex_indices must not be negative, got -1");
  EXPECT_EQ(refusal("0 0 0\n1 0 0\n0 1 0\n"),
            "a.ply: line 13: face 0: the file ends, though it is to have 1");
  EXPECT_EQ(refusal(body + "4\n"), "a.ply: line 14: the file goes on after its last element");
  std::string nan = header("binary_big_endian", "element vertex 1\n" + xyz);
  append_bytes(nan, 1.f, true);
  append_bytes(nan, std::numeric_limits<float>::quiet_NaN(), true);
  append_bytes(nan, 1.f, true);
  EXPECT_EQ(error("a.ply", nan), "a.ply: byte 116: vertex 0: y must be finite, got nan");
}

TEST_F(Ply, RefusesHeadersThatAreNone) {
  EXPECT_EQ(error("a.ply", "ply\n"), "a.ply: the PLY header has no end");
  EXPECT_EQ(error("a.ply", "ply\nformat ascii 1.0\nelement vertex 3\n"),
            "a.ply: the PLY header has no end");
  EXPECT_EQ(error("a.ply", "polygons\n"),
            "a.ply: a PLY file starts with \"ply\", this one does not");
  EXPECT_EQ(error("a.ply", "ply me\n"), "a.ply: line 1: \"ply\" is expected, got \"ply me\"");
  EXPECT_EQ(error("a.ply", "ply\nelement vertex 3\n"),
            "a.ply: line 2: a format is expected, got \"element vertex 3\"");
  EXPECT_EQ(error("a.ply", header("binary", triangle)),
            "a.ply: line 2: PLY has no format \"binary\"");
  EXPECT_EQ(error("a.ply", "ply\nformat ascii 2.0\nend_header\n"),
            "a.ply: line 2: only version 1.0 of PLY is known, got \"2.0\"");
  const auto refusal = [&](const std::string& elements) {
    return error("a.ply", header("ascii", elements) + body);
  };
  EXPECT_EQ(refusal("elements\n"), "a.ply: line 3: PLY headers have no \"elements\"");
  EXPECT_EQ(refusal("element vertex\n"),
            "a.ply: line 3: an element has a name and a count, got \"element vertex\"");
  EXPECT_EQ(refusal("element vertex -1\n"),
            "a.ply: line 3: a count must be a whole number, got \"-1\"");
  EXPECT_EQ(refusal("element vertex 0\nelement vertex 0\n"),
            "a.ply: line 4: this element is there twice: \"vertex\"");
  EXPECT_EQ(refusal("property float x\n"),
            "a.ply: line 3: a property before the first element: \"property float x\"");
  EXPECT_EQ(refusal("element vertex 1\nproperty float\n"),
            "a.ply: line 4: a property has a type and a name, got \"property float\"");
  EXPECT_EQ(refusal("element vertex 1\nproperty real x\n"),
            "a.ply: line 4: PLY has no type \"real\"");
  EXPECT_EQ(refusal("element vertex 1\nproperty list float int x\n"),
            "a.ply: line 4: a list cannot be counted by a \"float\"");
  EXPECT_EQ(refusal("element vertex 1\n" + xyz + "property int x\n"),
            "a.ply: line 7: this property is there twice: \"x\"");
  EXPECT_EQ(refusal("element face 1\n" + faces), "a.ply: the PLY header has no element \"vertex\"");
  EXPECT_EQ(refusal("element vertex 1\nproperty float x\n"),
            "a.ply: the element \"vertex\" has no property y");
  EXPECT_EQ(refusal("element vertex 5\nelement face 1\n" + faces),
            "a.ply: the element \"vertex\" has no property x");
  EXPECT_EQ(refusal("element vertex 3\n" + xyz + "element face 1\nproperty int a\n"),
            "a.ply: the element \"face\" has no list \"vertex_indices\"");
  EXPECT_EQ(refusal("element vertex 3\n" + xyz +
                    "element face 1\nproperty list uchar float vertex_indices\n"),
            "a.ply: the indices of vertices must be integers");
  EXPECT_EQ(refusal("element vertex 3\n" + xyz +
                    "element tristrips 1\nproperty list int int vertex_indices\n"),
            "a.ply: triangle strips are not supported: only faces are read");
}

}  // namespace
}  // namespace apart
