// SPDX-License-Identifier: BSD-3-Clause
#include <vector>

#include "files/mesh/readers.hpp"
#include "tree/topology.hpp"

namespace apart::files {

void join_equal_vertices(MeshFile& mesh) {
  std::vector<int> place = weld(mesh.vertices);  // the first vertex in the same place, then its id
  int kept = 0;
  for (int i = 0; i < static_cast<int>(place.size()); ++i) {
    if (place[i] == i) {
      mesh.vertices[kept] = mesh.vertices[i];
      place[i] = kept++;
    } else {
      place[i] = place[place[i]];
    }
  }
  mesh.vertices.resize(kept);
  mesh.vertices.shrink_to_fit();
  for (int& corner : mesh.corners) corner = place[corner];
}

}  // namespace apart::files
