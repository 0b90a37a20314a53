// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Geometry>
#include <apart/error.hpp>
#include <apart/mesh_file.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <string>

#include "files/mesh/archive.hpp"
#include "files/mesh/load_bytes.hpp"
#include "number_text.hpp"

namespace apart {
namespace files {
namespace {

void append(std::string& out, double x) {
  char buffer[32];
  out.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, x).ptr);
}

void append(std::string& out, const Eigen::Vector3d& p) {
  for (int k = 0; k < 3; ++k) {
    append(out += k ? " " : "", p[k]);
  }
}

template <class T>
void append_bytes(std::string& out, T value) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  const T stored = load_bytes<T>(bytes, std::endian::little);
  out.append(reinterpret_cast<const char*>(&stored), sizeof(T));
}

std::string obj_text(const Mesh& mesh) {
  std::string out;
  for (const auto& p : mesh.vertices()) {
    append(out += "v ", p);
    out += '\n';
  }
  for (const auto& [a, b, c] : mesh.triangles()) {
    out += "f " + std::to_string(a + 1) + ' ' + std::to_string(b + 1) + ' ' +
           std::to_string(c + 1) + '\n';
  }
  return out;
}

std::string off_text(const Mesh& mesh) {
  std::string out = "OFF\n" + std::to_string(mesh.vertices().size()) + ' ' +
                    std::to_string(mesh.triangles().size()) + " 0\n";
  for (const auto& p : mesh.vertices()) {
    append(out, p);
    out += '\n';
  }
  for (const auto& [a, b, c] : mesh.triangles()) {
    out += "3 " + std::to_string(a) + ' ' + std::to_string(b) + ' ' + std::to_string(c) + '\n';
  }
  return out;
}

std::string ply_bytes(const Mesh& mesh) {
  std::string out = "ply\nformat binary_little_endian 1.0\nelement vertex " +
                    std::to_string(mesh.vertices().size()) +
                    "\nproperty double x\nproperty double y\nproperty double z\nelement face " +
                    std::to_string(mesh.triangles().size()) +
                    "\nproperty list uchar int vertex_indices\nend_header\n";
  for (const auto& p : mesh.vertices()) {
    for (int k = 0; k < 3; ++k) append_bytes(out, p[k]);
  }
  for (const auto& corners : mesh.triangles()) {
    out += '\3';
    for (const int corner : corners) append_bytes(out, static_cast<std::int32_t>(corner));
  }
  return out;
}

void append_floats(std::string& out, const Eigen::Vector3d& p, const std::string& name) {
  for (int k = 0; k < 3; ++k) {
    const auto x = static_cast<float>(p[k]);
    if (!std::isfinite(x)) {
      throw InvalidInput(name + ": " + text(p[k]) + " is too large for STL, which has float only");
    }
    append_bytes(out, x);
  }
}

std::string stl_bytes(const Mesh& mesh, const std::string& name) {
  std::string out(80, ' ');  // must not start with "solid"
  append_bytes(out, static_cast<std::uint32_t>(mesh.triangles().size()));
  for (const auto& [a, b, c] : mesh.triangles()) {
    const Eigen::Vector3d &p = mesh.vertices()[a], &q = mesh.vertices()[b], &r = mesh.vertices()[c];
    append_floats(out, (q - p).cross(r - p).stableNormalized(), name);
    for (const auto* corner : {&p, &q, &r}) append_floats(out, *corner, name);
    out.append(2, '\0');
  }
  return out;
}

std::string contents(const std::filesystem::path& file, const Mesh& mesh) {
  const std::string ending = file.extension().string();
  if (ending == ".obj") return obj_text(mesh);
  if (ending == ".off") return off_text(mesh);
  if (ending == ".ply") return ply_bytes(mesh);
  if (ending == ".stl") return stl_bytes(mesh, file.string());
  if (ending == ".apart") return archive_bytes(mesh);
  throw InvalidInput(file.string() + ": the name must end in .obj, .off, .ply, .stl or .apart");
}

}  // namespace
}  // namespace files

void save_mesh(const std::filesystem::path& file, const Mesh& mesh) {
  const std::string bytes = files::contents(file, mesh);
  std::ofstream out(file, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) throw InvalidInput(file.string() + ": cannot be written");
}

}  // namespace apart
