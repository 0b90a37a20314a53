// SPDX-License-Identifier: BSD-3-Clause

// The experiments of Quinlan 1994, "Efficient distance computation between non-convex objects": see
// README.md.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include "board.hpp"

namespace quinlan {
namespace {

using namespace apart;

constexpr double leaf_radius = 2;

std::vector<Shape> shapes(const std::vector<Mesh>& meshes) {
  return {meshes.begin(), meshes.end()};
}

std::size_t all_leaves(const std::vector<Mesh>& meshes) {
  return std::accumulate(meshes.begin(), meshes.end(), std::size_t{0},
                         [](std::size_t sum, const Mesh& mesh) { return sum + leaves(mesh); });
}

/// In the order of chess_set().
constexpr const char* names[] = {"pawn", "rook", "knight", "bishop", "queen", "king"};

void print_set(const std::vector<Mesh>& set, double seconds) {
  std::printf("# The set, leaves of radius %g\n\n| piece | triangles | leaves |\n|---|---|---|\n",
              leaf_radius);
  std::size_t triangles = 0;
  for (std::size_t i = 0; i < set.size(); ++i) {
    triangles += set[i].triangles().size();
    std::printf("| %s | %zu | %zu |\n", names[i], set[i].triangles().size(), leaves(set[i]));
  }
  std::printf(
      "| all | %zu | %zu |\n\nBuilt in %.3f s (the default trees, which it carries as well, "
      "included); the paper: 34461 leaves in 6.4 s.\n\n",
      triangles, all_leaves(set), seconds);
}

void graph_1(const Board& spheres, const Board& boxes, int placements) {
  std::printf(
      "# Graph 1: search size against relative error\n\n"
      "| error, %% | node pairs | triangle pairs | exact ones | us | default tree, us |\n"
      "|---|---|---|---|---|---|\n");
  for (const double percent :
       {0.0, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 20.0, 30.0, 50.0, 100.0}) {
    const Effort e = spheres.play(placements, percent / 100);
    const Effort other = boxes.play(placements, percent / 100);
    std::printf("| %g | %.1f | %.2f | %.2f | %.1f | %.1f |\n", percent, e.nodes(), e.triangles(),
                static_cast<double>(e.counts.exact_pairs) / static_cast<double>(e.queries),
                e.microseconds(), other.microseconds());
  }
  std::printf("\n");
}

void graph_2(const Board& board, int placements) {
  std::printf(
      "# Graph 2: search size against distance, relative error 20%%\n\n"
      "| distance | queries | node pairs | triangle pairs | us |\n|---|---|---|---|---|\n");
  // Those that intersect come first, as in the paper.
  const std::vector<double> limits{0, 5, 10, 20, 40, 60, 80, 120, 160, 240, 1000};
  std::vector<Effort> effort(limits.size());
  board.play(placements, 0.2, [&](const Distance& d, const Effort& e) {
    std::size_t i = 0;
    while (d.upper > limits[i]) ++i;
    effort[i].queries += 1;
    effort[i].counts.node_pairs += e.counts.node_pairs;
    effort[i].counts.triangle_pairs += e.counts.triangle_pairs;
    effort[i].seconds += e.seconds;
  });
  for (std::size_t i = 0; i < limits.size(); ++i) {
    std::printf("| %g to %g | %ld | %.1f | %.2f | %.1f |\n", i > 0 ? limits[i - 1] : 0, limits[i],
                effort[i].queries, effort[i].nodes(), effort[i].triangles(),
                effort[i].microseconds());
  }
  std::printf("\n");
}

/// y = a + b x by least squares, and the square of the correlation.
void print_line(const std::vector<double>& x, const std::vector<double>& y) {
  const double n = static_cast<double>(x.size());
  const double mx = std::accumulate(x.begin(), x.end(), 0.0) / n;
  const double my = std::accumulate(y.begin(), y.end(), 0.0) / n;
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mx) * (x[i] - mx);
    xy += (x[i] - mx) * (y[i] - my);
    yy += (y[i] - my) * (y[i] - my);
  }
  std::printf("\nnode pairs = %.1f + %.2f log2(leaves), correlation squared %.3f\n\n",
              my - xy / xx * mx, xy / xx, xy * xy / (xx * yy));
}

void graph_3(int placements) {
  std::printf(
      "# Graph 3: search size against the number of leaves, relative error 20%%\n\n"
      "The leaves are taken for the object, as in the paper.\n\n"
      "| radius | leaves | node pairs | us |\n|---|---|---|---|\n");
  std::vector<double> logarithm, nodes;
  for (const double radius : {8.0, 5.66, 4.0, 2.83, 2.0, 1.41, 1.0, 0.71, 0.5}) {
    const std::vector<Mesh> set = chess_meshes(TreeKind::spheres, radius);
    const Effort e = Board(leaf_spheres(set, radius)).play(placements, 0.2);
    logarithm.push_back(std::log2(static_cast<double>(all_leaves(set))));
    nodes.push_back(e.nodes());
    std::printf("| %g | %zu | %.1f | %.1f |\n", radius, all_leaves(set), e.nodes(),
                e.microseconds());
  }
  print_line(logarithm, nodes);
}

int run(int placements) {
  const auto start = std::chrono::steady_clock::now();
  const std::vector<Mesh> set = chess_meshes(TreeKind::spheres, leaf_radius);
  const std::chrono::duration<double> built = std::chrono::steady_clock::now() - start;
  print_set(set, built.count());
  const Board board(shapes(set)), boxes(shapes(chess_meshes(TreeKind::boxes, 0)));
  graph_1(board, boxes, placements);
  graph_2(board, placements * 20);
  graph_3(placements);
  return 0;
}

}  // namespace
}  // namespace quinlan

/// quinlan [placements]: 100 of them, as in the paper, unless told otherwise.
int main(int count, char** arguments) {
  const int placements = count > 1 ? std::atoi(arguments[1]) : 100;
  if (count > 2 || placements < 1) {
    std::fprintf(stderr, "usage: quinlan [placements]\n");
    return 2;
  }
  return quinlan::run(placements);
}
