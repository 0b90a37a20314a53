// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_FEATURE_SEARCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_FEATURE_SEARCH_INL
#undef APART_FEATURE_SEARCH_INL
#else
#define APART_FEATURE_SEARCH_INL
#endif

#include "convex/edge_list.hpp"
#include "convex/feature_pair.hpp"
#include "convex/vertex_gjk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// What the methods that keep a feature per object have in common: where they start, and how what
/// they end with is proved. They share the proof with VertexGjk: the features are a simplex of the
/// difference, whose near points are evaluated nearly exactly, and a support of both objects, which
/// overlooks no vertex, is the plane.
class FeatureSearch : public VertexGjk {
 public:
  HWY_INLINE FeatureSearch(const Pair& pair, const Stopping& stopping, Found& found, Trace* trace)
      : VertexGjk(pair, stopping, found, trace),
        features_(Triple::of(pair.offset()), least_height * pair.unit()),
        plain_(!stopping.early() && !pair.rounded()) {
    found_.q = pair.start();
  }

  void count(SearchCounts& counts) const {
    counts.feature_pairs += features_.measured();
    counts.vertices += vertices_;
  }

 protected:
  using Growth = FeaturePair::Growth;

  /// In units of u * S: of an edge, or of a triangle; below, it is degenerate.
  static constexpr double least_height = 64;

  const Placed& placed(int side) const { return side == 0 ? a_ : b_; }
  static int vertex_of(std::uint64_t number, int side) {
    return side == 0 ? vertex_of_a(number) : vertex_of_b(number);
  }
  /// From one object toward the other.
  Triple toward_other(int side) const { return features_.direction() * (side == 0 ? -1 : 1); }
  double upper() const { return std::sqrt(features_.squared()); }

  /// The objects' vertices that face each other along the line of centres, and the plane there.
  void start() {
    look(pair_.start());
    lower_ = found_.lower;
    Feature a, b;
    a.add(vertex_of_a(next_), a_.place(vertex_of_a(next_)));
    b.add(vertex_of_b(next_), b_.place(vertex_of_b(next_)));
    features_.set(a, b);
  }

  /// The vertices that a tracker remembers, of one object.
  Feature remembered(const Tracker& tracker, int side) const {
    Feature feature;
    const auto& id = side == 0 ? tracker.vertex_a : tracker.vertex_b;
    for (int i = 0; i < std::clamp(tracker.size, 0, 4); ++i) {
      const bool known = id[i] >= 0 && id[i] < placed(side).core().count;
      if (known && !feature.holds(id[i])) feature.add(id[i], placed(side).place(id[i]));
    }
    return feature;
  }

  /// How much farther than the feature a vertex of its object reaches toward the other; as a
  /// length.
  double gain(int side, Triple place) const {
    const Triple q = toward_other(side);
    return dot(q, place - features_.feature(side).at[0]) / std::sqrt(dot(q, q));
  }

  /// Adds the vertex, if it reaches farther.
  Growth try_vertex(int side, int vertex) {
    if (features_.feature(side).holds(vertex)) return Growth::none;
    const Triple place = placed(side).place(vertex);
    return gain(side, place) > 0 ? features_.grow(side, vertex, place) : Growth::none;
  }

  /// Features one by one, from the first vertices of both.
  Growth gather(const Feature& a, const Feature& b) {
    Feature first_a, first_b;
    first_a.add(a.id[0], a.at[0]);
    first_b.add(b.id[0], b.at[0]);
    features_.set(first_a, first_b);
    for (int i = 1; i < 4; ++i) {
      if (i < a.size && try_vertex(0, a.id[i]) == Growth::overlap) return Growth::overlap;
      if (i < b.size && try_vertex(1, b.id[i]) == Growth::overlap) return Growth::overlap;
    }
    return Growth::nearer;
  }

  /// What carries the near points of remembered vertices; nothing if there are none, or if the way
  /// between them has turned so far that the line of centres is the better start.
  Growth resume(const Feature& a, const Feature& b, const Tracker& tracker) {
    if (a.size == 0 || b.size == 0) return Growth::none;
    Growth growth = Growth::nearer;
    if (a.size + b.size > 4 || !features_.set(a, b)) growth = gather(a, b);
    const bool turned = !coherent(Triple::of(features_.direction()), tracker);
    return turned && growth == Growth::nearer ? Growth::none : growth;
  }

  /// Is the search over, as far as double can tell? `gap` is how much the plane normal to the
  /// direction lies behind the features.
  bool enough_known(double gap) const {
    const double up = upper(), error = pair_.upper_error_in_double();
    if (gap <= pair_.goal()) return true;
    if (plain_) return false;
    return stopping_.balls_overlap(up, error) ||
           stopping_.verdict(up, up - gap, features_.direction(), error) != End::open;
  }

  /// Termination, as Sundaraj and others mean it: |v| - mu <= eps |v|, with mu the best plane so
  /// far; or |v| is as short as is asked for.
  bool known_by_earlier_plane() const {
    if (std::isfinite(lower_)) return enough_known(upper() - lower_);
    const double error = pair_.upper_error_in_double();
    return stopping_.below_enough(upper(), error) || stopping_.balls_overlap(upper(), error);
  }

  void take_simplex(const VertexPairs& pairs) {
    simplex_.clear();
    for (int i = 0; i < pairs.size; ++i) {
      simplex_.add(difference(pairs.a[i], pairs.b[i]), vertex_pair(pairs.a[i], pairs.b[i]));
    }
  }

  /// The proof that the features carry the near points. Open: it is none, and next_ is a vertex
  /// pair that lies nearer; or double does not suffice. `looked`: the supports along the features'
  /// direction are known already.
  End prove_near(bool looked = false) {
    take_simplex(features_.pairs());
    if (simplex_.solve() != simplex_.size()) rebuild(simplex_);
    if (simplex_.carriers() % 4 == 0) return End::open;
    simplex_.keep();
    const double up = std::sqrt(simplex_.squared());
    if (up <= shortest * pair_.unit()) return End::open;
    if (!looked) look(simplex_.quick_direction());
    if (trace_) record(up, false);
    name_vertices();
    const int size = simplex_.size();
    const End end = finish();
    if (end != End::open || simplex_.size() != size) return end;
    look(normal_to_carriers(v_));  // in double, the first was not good enough
    return finish();
  }

  /// v less what it has along the edges that carry it. It is known nearly exactly, but its weights
  /// are doubles, and what their rounding moves it by is a large part of a short one; the normal of
  /// edges in double is worse where these are nearly parallel.
  Vector<double> normal_to_carriers(Vector<double> v) const {
    if (simplex_.size() == 1) return v;
    const Vector<double> e = simplex_.point(1) - simplex_.point(0);
    const auto without = [](const Vector<double>& x, const Vector<double>& y) {
      return Vector<double>(x - y * (dot(x, y) / dot(y, y)));
    };
    if (simplex_.size() == 3) {
      v = without(v, without(simplex_.point(2) - simplex_.point(0), e));
    }
    return without(v, e);
  }

  /// The proof that they overlap, by what a tracker remembers of that.
  End prove_remembered_overlap(const Tracker& tracker) {
    if (tracker.size != 4) return End::open;
    for (int i = 0; i < 4; ++i) {
      const int a = tracker.vertex_a[i], b = tracker.vertex_b[i];
      if (a < 0 || b < 0 || a >= a_.core().count || b >= b_.core().count) return End::open;
    }
    return prove_overlap({4, tracker.vertex_a, tracker.vertex_b});
  }

  /// The same by features that cross.
  End prove_overlap() { return prove_overlap(features_.crossing()); }
  End prove_overlap(const VertexPairs& pairs) {
    take_simplex(pairs);
    if (simplex_.size() < 4 || !simplex_.encloses_origin()) return End::open;
    name_vertices();
    return overlap();
  }

  FeaturePair features_;
  bool plain_;
  double lower_ = -INFINITY;  // of planes so far
  long vertices_ = 0;
};

/// The answer of one of them. False if there is none.
template <class Search>
bool Answer(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
            const Options& options, Tracker* tracker, Distance& d) {
  const Pair pair(a, pose_a, b, pose_b, options.margin);
  const Stopping stopping(pair, options, Overlap::is_enough);
  Found found;
  Search search(pair, stopping, found, options.trace);
  const End end = search.search(tracker);
  if (options.counts) search.count(*options.counts);
  d.support_calls = search.support_calls();
  if (end == End::open) return false;
  if (tracker) found.remember(pair, *tracker);
  publish_near(pair, search.near(), found, end, d);
  return true;
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
