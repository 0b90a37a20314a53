// SPDX-License-Identifier: BSD-3-Clause
#include "files/mesh/archive.hpp"

#include <apart/error.hpp>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "tree/mesh_data.hpp"

namespace apart::files {

namespace {

constexpr std::string_view magic = "apart mesh tree\n";
constexpr std::uint32_t version = 3;  // of everything below, and of what nodes and groups hold
constexpr std::uint32_t byte_order = 0x01020304;

struct Header {
  char magic[16];
  std::uint32_t version, byte_order;
  std::uint64_t size, checksum;  ///< of what follows
};

/// Eight bytes at a time, each of which changes all that comes after.
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t sum = 0x9e3779b97f4a7c15 ^ bytes.size();
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, std::min<std::size_t>(8, bytes.size() - i));
    sum = std::rotl((sum ^ word) * 0xff51afd7ed558ccd, 29);
  }
  return sum ^ (sum >> 32);
}

class Writer {
 public:
  std::string bytes;

  template <class T>
  void put(const T& x) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes.append(reinterpret_cast<const char*>(&x), sizeof x);
  }
  void put(const Eigen::Vector3d& p) {
    for (int k = 0; k < 3; ++k) put(p[k]);
  }
  template <class T>
  void put(const std::vector<T>& list) {
    put(static_cast<std::uint64_t>(list.size()));
    for (const T& x : list) put(x);
  }
};

/// Never goes past the end, whatever the counts say.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  bool good = true;

  template <class T>
  void get(T& x) {
    static_assert(std::is_trivially_copyable_v<T>);
    good = good && rest_.size() >= sizeof x;
    if (!good) return;
    std::memcpy(static_cast<void*>(&x), rest_.data(), sizeof x);
    rest_.remove_prefix(sizeof x);
  }
  void get(Eigen::Vector3d& p) {
    for (int k = 0; k < 3; ++k) get(p[k]);
  }
  void get(bool& x) {
    std::uint8_t byte = 0;
    get(byte);
    x = byte == 1;
    good = good && byte <= 1;
  }
  template <class T>
  void get(std::vector<T>& list) {
    std::uint64_t size = 0;
    get(size);
    good = good && size <= rest_.size() / sizeof(T);
    if (!good) return;
    list.resize(size);
    for (T& x : list) get(x);
  }
  bool at_end() const { return good && rest_.empty(); }

 private:
  std::string_view rest_;
};

/// The one list of what there is, for both directions.
template <class Stream, class Data, class Visit>
void visit_all(Stream& stream, Data& data, Visit visit) {
  visit(stream, data.vertices);
  visit(stream, data.triangles);
  visit(stream, data.polygon);
  visit(stream, data.topology.closed);
  visit(stream, data.topology.oriented);
  visit(stream, data.topology.components);
  visit(stream, data.topology.probes);
  visit(stream, data.solid);
  visit(stream, data.tree.centre);
  visit(stream, data.tree.unit);
  visit(stream, data.tree.radius);
  visit(stream, data.tree.leaf_size);
  visit(stream, data.tree.nodes);
  visit(stream, data.groups);
}

/// Would a search stay within what there is?
bool sound(const detail::MeshData& data) {
  const auto vertices = static_cast<int>(data.vertices.size());
  const auto triangles = static_cast<int>(data.triangles.size());
  const auto nodes = static_cast<std::int32_t>(data.tree.nodes.size());
  const auto groups = static_cast<std::int32_t>(data.groups.size());
  const auto within = [](int i, int n) { return i >= 0 && i < n; };
  bool good = triangles > 0 && nodes > 0 && std::isfinite(data.tree.unit) && data.tree.unit > 0 &&
              data.tree.leaf_size == 4 && data.tree.radius >= 0 && data.tree.centre.allFinite() &&
              (data.polygon.empty() || data.polygon.size() == data.triangles.size());
  const auto usable = [](const Eigen::Vector3d& p) {  // the first, as maxCoeff may miss a NaN
    return p.allFinite() && p.cwiseAbs().maxCoeff() <= 0x1p500;
  };
  for (const auto& corners : data.triangles) {
    for (const int c : corners) good = good && within(c, vertices) && usable(data.vertices[c]);
  }
  for (const int probe : data.topology.probes) good = good && within(probe, vertices);
  for (std::int32_t i = 0; i < nodes && good; ++i) {
    const auto& child = data.tree.nodes[i].child;
    good = child[0] != WideNode::nothing;
    for (const std::int32_t c : child) {  // children come after their parents: no circles
      good = good && (c == WideNode::nothing || (c >= 0 ? c > i && c < nodes : ~c < groups));
    }
  }
  good = good && data.tree.levels() <= WideTree::most_levels;
  for (const Group& group : data.groups) {
    for (const std::int32_t e : group.element) good = good && within(e, triangles);
  }
  return good;
}

}  // namespace

bool is_archive(std::string_view bytes) { return bytes.starts_with(magic); }

std::string archive_bytes(const Mesh& mesh) {
  if (mesh.tree() != TreeKind::boxes) {
    throw InvalidInput("a sphere tree cannot be saved; the mesh can, as OBJ, PLY or OFF");
  }
  Writer writer;
  visit_all(writer, mesh.data(), [](Writer& to, const auto& x) { to.put(x); });
  Header header{{}, version, byte_order, writer.bytes.size(), checksum(writer.bytes)};
  magic.copy(header.magic, sizeof header.magic);
  std::string out(reinterpret_cast<const char*>(&header), sizeof header);
  return out += writer.bytes;
}

Mesh read_archive(const Source& source) {
  Header header;
  if (source.bytes.size() < sizeof header) source.fail("the file ends within its header");
  std::memcpy(&header, source.bytes.data(), sizeof header);
  if (header.byte_order != byte_order) {
    source.fail("the tree was saved on a machine with another byte order");
  }
  if (header.version != version) {
    source.fail("the tree is of version " + std::to_string(header.version) +
                ", this library reads version " + std::to_string(version) +
                "; build it again from the mesh");
  }
  const std::string_view rest = source.bytes.substr(sizeof header);
  if (rest.size() != header.size) {
    source.fail("the file is damaged: it should have " + std::to_string(header.size) +
                " bytes after its header, and has " + std::to_string(rest.size()));
  }
  if (checksum(rest) != header.checksum) source.fail("the file is damaged: its checksum is wrong");
  auto data = std::make_shared<detail::MeshData>();
  Reader reader(rest);
  visit_all(reader, *data, [](Reader& from, auto& x) { from.get(x); });
  if (!reader.at_end() || !sound(*data)) {
    source.fail("the file is damaged: what it holds is no mesh with a tree");
  }
  return Mesh(std::move(data));
}

}  // namespace apart::files
