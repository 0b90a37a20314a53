// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <apart/error.hpp>
#include <apart/polytope.hpp>
#include <climits>
#include <cmath>
#include <string>

#include "convex/convex_distance.hpp"
#include "convex/hull_graph.hpp"
#include "convex/turn.hpp"
#include "number_text.hpp"

namespace apart {

namespace {

/// Up to this many vertices a scan is quicker than finding the right cell.
constexpr int scan_limit = detail::Octants::most_vertices;

/// Points whose middle is so far from the centre, as a part of the radius, are beside it: what a
/// search gains by knowing that is more than it takes.
constexpr double worth_a_look = 0.25;

void check(std::span<const Eigen::Vector3d> points) {
  if (points.empty()) throw InvalidInput("polytope: at least one point is needed, got none");
  if (points.size() > INT_MAX) throw InvalidInput("polytope: more than 2^31 - 1 points");
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (int k = 0; k < 3; ++k) {
      if (std::abs(points[i][k]) <= 0x1p500) continue;  // false for NaN
      throw InvalidInput("polytope: vertices[" + std::to_string(i) + "][" + std::to_string(k) +
                         "] must be finite and at most 2^500, got " + text(points[i][k]));
    }
  }
}

/// Builds PolytopeData from a hull graph, so that every given point is a vertex or proved to lie
/// within `slack` of the hull of the vertices.
class Builder {
 public:
  explicit Builder(std::span<const Eigen::Vector3d> points) : points_(points) {
    data_.centre = exact_centre(points);
    data_.centred = data_.centre.isZero(0);
    for (const auto& p : points) {
      local_.push_back(p - data_.centre);
      data_.radius = std::max(data_.radius, safe_norm(local_.back()));
    }
  }

  detail::PolytopeData build(const HullOptions& options) && {
    const HullGraph graph = hull_graph(scaled());
    data_.dimension = graph.dimension;
    for (const int i : graph.vertices) take(i);
    link(graph);
    cover_the_rest();
    tidy();
    arrange();
    flatten();
    chart();
    stand();
    if (options.edge_list) list_edges(graph);
    return std::move(data_);
  }

 private:
  /// The points at a size near 1: hull codes overflow on sixth powers, and a hull must not depend
  /// on the unit of length.
  std::vector<Eigen::Vector3d> scaled() const {
    std::vector<Eigen::Vector3d> result = local_;
    if (!(data_.radius > 0)) return result;
    const int e = -std::ilogb(data_.radius);
    for (auto& p : result) p = {std::ldexp(p.x(), e), std::ldexp(p.y(), e), std::ldexp(p.z(), e)};
    return result;
  }

  void take(int i) {
    constexpr int block = detail::PolytopeData::padding;
    if (data_.count == data_.stride) spread(std::max(block, 2 * data_.stride));
    place(data_.count, i);
    given_.push_back(i);
    neighbours_.emplace_back();
    ++data_.count;
  }

  /// Whole blocks at all times: what a block has no vertices for is filled with the last.
  void place(int v, int i) {
    constexpr int block = detail::PolytopeData::padding;
    for (int k = 0; k < 3; ++k) {
      double* const x = data_.coordinates.data() + k * data_.stride;
      std::fill(x + v, x + (v / block + 1) * block, local_[i][k]);
    }
  }

  /// Room for so many vertices, whole blocks, no less than there are.
  void spread(int stride) {
    decltype(data_.coordinates) wider(3 * static_cast<std::size_t>(stride));
    const int kept = std::min(stride, data_.stride);
    for (int k = 0; k < 3; ++k) {
      std::copy_n(data_.coordinates.data() + k * data_.stride, kept, wider.data() + k * stride);
    }
    data_.coordinates = std::move(wider);
    data_.stride = stride;
  }

  void join(int v, int w) {
    neighbours_[v].push_back(w);
    neighbours_[w].push_back(v);
  }

  void link(const HullGraph& graph) {
    vertex_of_.assign(points_.size(), -1);
    for (int v = 0; v < data_.count; ++v) vertex_of_[given_[v]] = v;
    for (const auto& [i, j] : graph.edges) join(vertex_of_[i], vertex_of_[j]);
  }

  /// A dropped point is measured against the hull by the library itself. One that stands out by
  /// more than a share of the rounding error becomes a vertex after all, joined to those nearest to
  /// it.
  void cover_the_rest() {
    if (data_.count == static_cast<int>(points_.size())) return;
    chart();  // for measuring; one that lacks the newest vertices only keeps more points
    int charted = data_.count;
    const double negligible = unit_roundoff * data_.radius;
    for (int i = 0; i < static_cast<int>(points_.size()); ++i) {
      if (vertex_of_[i] >= 0) continue;
      const Distance d = measure(local_[i]);
      if (d.upper <= negligible) {
        data_.slack = std::max(data_.slack, d.upper);
        data_.dropped.push_back(points_[i]);
        continue;
      }
      take(i);
      vertex_of_[i] = data_.count - 1;
      for (int k = 0; k < d.witness.size; ++k) {
        join(vertex_of_[i], vertex_of_[d.witness.vertex_a[k]]);
      }
      if (data_.count > charted + charted / 8) chart(), charted = data_.count;
    }
  }

  /// About its own origin: what is measured against it is local, too.
  Core core() const {
    Core hull = polytope_core(data_);
    hull.given = given_.data();
    hull.centred = true;
    hull.centre.setZero();
    return hull;
  }

  std::vector<Eigen::Vector3d> vertices() const {
    std::vector<Eigen::Vector3d> result;
    for (int v = 0; v < data_.count; ++v) {  // cells may lack the newest
      result.emplace_back(data_.x()[v], data_.y()[v], data_.z()[v]);
    }
    return result;
  }

  /// Each neighbour once.
  void tidy() {
    for (auto& list : neighbours_) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
  }

  /// In an order that lets a scan leave out most of them.
  void arrange() {
    if (data_.count <= most_turned || data_.count > scan_limit) return;
    const detail::OctantOrder arranged(vertices(), neighbours_);
    const std::vector<int>& old = arranged.order();
    std::vector<int> now(old.size()), given(old.size());
    for (int v = 0; v < data_.count; ++v) {
      now[old[v]] = v;
      given[v] = given_[old[v]];
      vertex_of_[given[v]] = v;
    }
    std::vector<std::vector<int>> neighbours(old.size());
    for (int v = 0; v < data_.count; ++v) {
      place(v, given[v]);
      for (const int w : neighbours_[old[v]]) neighbours[v].push_back(now[w]);
    }
    given_ = std::move(given);
    neighbours_ = std::move(neighbours);
    data_.octants = std::make_unique<detail::Octants>(arranged.octants());
  }

  void chart() {
    if (data_.count <= scan_limit) return;
    data_.cells = std::make_unique<detail::SupportCells>(vertices(), neighbours_, given_);
  }

  /// Where the points are; not said if that is about the centre.
  void stand() {
    if (!(data_.radius > 0)) return;
    Eigen::Vector3d low = local_[0], high = local_[0];
    for (const auto& p : local_) {
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    }
    const Eigen::Vector3d middle = (low + (high - low) / 2) / data_.radius;
    if (!(middle.norm() > worth_a_look)) return;
    auto& ball = data_.ball;
    ball.x = static_cast<float>(middle.x());
    ball.y = static_cast<float>(middle.y());
    ball.z = static_cast<float>(middle.z());
    double reach = 0;
    for (const auto& p : local_) {
      reach = std::max(reach, safe_norm(p - data_.middle().vector()));
    }
    ball.reach = static_cast<float>(reach / data_.radius * (1 + 0x1p-22));
    data_.aside = true;
  }

  /// None, if vertices were added to those of the graph.
  void list_edges(const HullGraph& graph) {
    data_.with_edges = true;
    std::vector<detail::EdgeList::Triangle> triangles = graph.triangles;
    for (auto& t : triangles) {
      for (int& corner : t) corner = vertex_of_[corner];
    }
    data_.edges = detail::EdgeList::of(vertices(), std::move(triangles), graph.dimension < 3);
  }

  Distance measure(const Vector<double>& p) const {
    const Core hull = core();
    Core point;
    point.count = 1;
    point.points[0] = p;
    point.radius = data_.radius;
    Options options;
    options.enough = unit_roundoff * data_.radius;
    return convex_distance(hull, {}, point, {}, options, nullptr);
  }

  /// No more memory than it takes.
  void flatten() {
    constexpr int block = detail::PolytopeData::padding;
    spread((data_.count + block - 1) / block * block);
    std::size_t size = 2 * given_.size() + 1;
    for (auto& list : neighbours_) {
      std::sort(list.begin(), list.end());
      size += list.size();
    }
    auto& links = data_.links;
    links.reserve(size);
    links.assign(given_.begin(), given_.end());
    links.push_back(0);
    for (const auto& list : neighbours_) {
      links.push_back(links.back() + static_cast<int>(list.size()));
    }
    for (const auto& list : neighbours_) links.insert(links.end(), list.begin(), list.end());
    data_.dropped.shrink_to_fit();
  }

  std::span<const Eigen::Vector3d> points_;
  std::vector<Eigen::Vector3d> local_;
  std::vector<std::vector<int>> neighbours_;
  std::vector<int> given_;      // vertex -> given point
  std::vector<int> vertex_of_;  // given point -> vertex, or -1
  detail::PolytopeData data_;
};

}  // namespace

Polytope Polytope::hull(std::span<const Eigen::Vector3d> points, const HullOptions& options) {
  check(points);
  return Polytope(std::make_shared<const detail::PolytopeData>(Builder(points).build(options)));
}

int Polytope::size() const { return data_->count; }
Eigen::Vector3d Polytope::vertex(int i) const { return data_->local(i) + data_->centre; }
int Polytope::given_index(int i) const { return data_->given()[i]; }
std::span<const int> Polytope::neighbours(int i) const {
  const int* start = data_->neighbour_start();
  return {data_->neighbour() + start[i], data_->neighbour() + start[i + 1]};
}
bool Polytope::has_edge_list() const { return data_->with_edges; }
std::size_t Polytope::edge_list_bytes() const { return data_->edges ? data_->edges->bytes() : 0; }
int Polytope::dimension() const { return data_->dimension; }
double Polytope::slack() const { return data_->slack; }
std::span<const Eigen::Vector3d> Polytope::dropped() const { return data_->dropped; }

}  // namespace apart
