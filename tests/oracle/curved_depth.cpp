// SPDX-License-Identifier: BSD-3-Clause
#include "oracle/curved_depth.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>

#include "oracle/curved_iteration.hpp"

namespace oracle {

namespace {

using Coarse = long double;
template <class T>
using Direction = std::vector<T>;  // in the frame of the pair: two or three numbers

template <class T>
T product(const Direction<T>& a, const Direction<T>& b) {
  T out;
  Ring<T>::dot(out, a.data(), b.data(), int(a.size()));
  return out;
}

template <class T>
Direction<T> normalised(Direction<T> d) {
  using std::sqrt;
  const T length = sqrt(product(d, d));
  for (T& x : d) x /= length;
  return d;
}

/// The difference of two cores that have a point in common.
struct Overlap {
  const Body& a;
  const Map& pose_a;
  const Body& b;
  const Map& pose_b;
  double size = size_of(a, pose_a, b, pose_b);

  /// A point of the difference farthest along d.
  template <class T>
  Direction<T> farthest(const Frame<T>& frame, const Direction<T>& d) const {
    Vec<T> forth{}, back{};
    for (std::size_t i = 0; i < frame.size(); ++i) {
      for (std::size_t k = 0; k < 3; ++k) forth[k] += frame[i][k] * d[i];
    }
    for (std::size_t k = 0; k < 3; ++k) back[k] = -forth[k];
    const Vec<T> pa = support(a, pose_a, forth), pb = support(b, pose_b, back);
    Direction<T> out;
    for (const Vec<T>& axis : frame) out.push_back(dot3(axis, pa) - dot3(axis, pb));
    return out;
  }
};

/// The directions between some corners, and what is known of the support function there.
struct Patch {
  std::vector<Direction<Coarse>> corners;  ///< unit vectors
  std::vector<Direction<Coarse>> points;   ///< of the difference, farthest along each
  Coarse bound = 0;                        ///< the support function is not less in this patch
};

/// min over c of max over j of points[j].(sum c_i corners[i]), c convex weights: a matrix game,
/// bounded from below by any mixture of points. For unit n in the patch, n = s (sum c_i corners[i])
/// with s >= 1, so this also bounds h(n) >= points[j].n as long as it is not negative.
Coarse game_bound(const Patch& p) {
  const std::size_t m = p.corners.size();
  Coarse entry[3][3], best = 0;
  for (std::size_t j = 0; j < m; ++j) {
    for (std::size_t i = 0; i < m; ++i) entry[j][i] = product(p.points[j], p.corners[i]);
  }
  auto try_mixture = [&](const std::array<Coarse, 3>& w) {
    const Coarse sum = w[0] + w[1] + w[2];
    if (!(w[0] >= 0 && w[1] >= 0 && w[2] >= 0 && sum > 0)) return;
    Coarse least = INFINITY;
    for (std::size_t i = 0; i < m; ++i) {
      Coarse value = 0;
      for (std::size_t j = 0; j < m; ++j) value += w[j] * entry[j][i];
      least = std::min(least, value / sum);
    }
    best = std::max(best, least);
  };
  for (std::size_t j = 0; j < m; ++j) {
    std::array<Coarse, 3> w{};
    w[j] = 1;
    try_mixture(w);
    for (std::size_t k = 0; k < j; ++k) {  // two points that are worth the same at two corners
      for (std::size_t i = 0; i < m; ++i) {
        for (std::size_t l = 0; l < i; ++l) {
          std::array<Coarse, 3> v{};
          v[j] = entry[k][l] - entry[k][i];
          v[k] = entry[j][i] - entry[j][l];
          try_mixture(v);
          for (Coarse& x : v) x = -x;
          try_mixture(v);
        }
      }
    }
  }
  if (m == 3) {  // all three, worth the same at all corners: w across both differences of columns
    Vec<Coarse> x, y;
    for (std::size_t j = 0; j < 3; ++j) {
      x[j] = entry[j][1] - entry[j][0];
      y[j] = entry[j][2] - entry[j][0];
    }
    Vec<Coarse> w = cross3(x, y);
    try_mixture(w);
    for (Coarse& c : w) c = -c;
    try_mixture(w);
  }
  return best;
}

/// Branch and bound over all directions.
class Search {
 public:
  Search(const Overlap& overlap, int directions)
      : overlap_(overlap),
        frame_(frame_of<Coarse>(overlap.a, overlap.pose_a, overlap.b, overlap.pose_b)) {
    start();
    const Coarse goal = 3e-17L * overlap.size;
    for (int n = 0; n < directions && best() - proved() > goal; ++n) split();
  }

  Coarse best() const { return seen_.begin()->first; }
  /// No direction has a support function below this.
  Coarse proved() const {
    return queue_.empty() ? best() : std::max(Coarse(0), queue_.top().bound);
  }

  /// The best directions seen that are not neighbours of better ones.
  std::vector<Direction<Coarse>> starts() const {
    std::vector<Direction<Coarse>> out;
    for (const auto& [value, d] : seen_) {
      if (out.size() == 8 || value > best() + 0.05L * overlap_.size) break;
      const auto near = [&, &n = d](const Direction<Coarse>& o) { return product(o, n) > 0.995L; };
      if (std::none_of(out.begin(), out.end(), near)) out.push_back(d);
    }
    return out;
  }

 private:
  static bool later(const Patch& p, const Patch& q) { return p.bound > q.bound; }

  Direction<Coarse> evaluate(const Direction<Coarse>& d) {
    const Direction<Coarse> point = overlap_.farthest(frame_, d);
    seen_.emplace(product(point, d), d);
    return point;
  }

  void add(Patch p) {
    p.bound = std::max(p.bound, game_bound(p) - 1e-17L * overlap_.size);
    if (p.bound < best()) queue_.push(std::move(p));
  }

  /// The octants of space, or the quadrants of a plane.
  void start() {
    const std::size_t m = frame_.size();
    for (unsigned signs = 0; signs < 1u << m; ++signs) {
      Patch p;
      for (std::size_t k = 0; k < m; ++k) {
        Direction<Coarse> axis(m, 0);
        axis[k] = signs >> k & 1u ? 1 : -1;
        p.points.push_back(evaluate(axis));
        p.corners.push_back(axis);
      }
      add(p);
    }
  }

  /// The patch that is least known about, in two.
  void split() {
    const Patch p = queue_.top();
    queue_.pop();
    std::size_t i = 0, j = 1;
    for (std::size_t k = 0; k < p.corners.size(); ++k) {
      for (std::size_t l = k + 1; l < p.corners.size(); ++l) {
        if (product(p.corners[k], p.corners[l]) < product(p.corners[i], p.corners[j])) i = k, j = l;
      }
    }
    Direction<Coarse> middle = p.corners[i];
    for (std::size_t k = 0; k < middle.size(); ++k) middle[k] += p.corners[j][k];
    middle = normalised(middle);
    const Direction<Coarse> point = evaluate(middle);
    for (const std::size_t at : {i, j}) {
      Patch half = p;
      half.corners[at] = middle;
      half.points[at] = point;
      add(half);
    }
  }

  const Overlap& overlap_;
  Frame<Coarse> frame_;
  std::multimap<Coarse, Direction<Coarse>> seen_;
  std::priority_queue<Patch, std::vector<Patch>, decltype(&later)> queue_{&later};
};

/// Improves a direction to the local minimum nearby. A direction n is one if the difference K has
/// its boundary point h(n) n with normal n; then n is also the direction from K to any point of the
/// ray beyond, so a fixed point of the map "from a point out on the ray of n back to K". That is a
/// distance, which Wolfe's method finds whatever K's shape, and its fixed point is Newton's to
/// find.
template <class T>
class Polish {
 public:
  Polish(const Overlap& overlap, Direction<Coarse> start)
      : overlap_(overlap),
        frame_(frame_of<T>(overlap.a, overlap.pose_a, overlap.b, overlap.pose_b)),
        best_(normalised(Direction<T>(start.begin(), start.end()))),
        value_(height(best_)) {
    for (int step = 0; step < 40 && improve(); ++step) {
    }
  }

  const T& value() const { return value_; }
  Direction<Coarse> direction() const {
    Direction<Coarse> out;
    for (const T& x : best_) out.push_back(Coarse(x));
    return out;
  }

 private:
  T height(const Direction<T>& n) const { return product(n, overlap_.farthest(frame_, n)); }

  Direction<T> project(const Direction<T>& n) const {
    Direction<T> q = n;
    Direction<Coarse> coarse_q, coarse_n;
    const T reach = height(n) + T(overlap_.size) / 4;
    for (T& x : q) {
      coarse_n.push_back(Coarse(x));
      x *= reach;
      coarse_q.push_back(Coarse(x));
    }
    const Overlap& o = overlap_;
    Iteration<Coarse> coarse(o.a, o.pose_a, o.b, o.pose_b, coarse_q);
    const auto stage = coarse.run({coarse_n}, 0x1p-64L * Coarse(o.size), 300);
    std::vector<Direction<T>> start;
    for (const auto& d : stage.directions) start.emplace_back(d.begin(), d.end());
    Iteration<T> fine(o.a, o.pose_a, o.b, o.pose_b, q);
    Direction<T> out = fine.run(start, T(o.size) * T(1e-40), 1000).near;
    for (T& x : out) x = -x;
    return normalised(out);
  }

  /// The projection of the direction best + sum x_i axis_i, as coordinates x on the plane that
  /// touches the sphere at the best direction.
  std::vector<T> image(const std::vector<T>& x) const {
    Direction<T> n = best_;
    for (std::size_t i = 0; i < axes_.size(); ++i) {
      for (std::size_t k = 0; k < n.size(); ++k) n[k] += x[i] * axes_[i][k];
    }
    const Direction<T> p = project(normalised(n));
    const T along = product(p, best_);
    std::vector<T> out;
    for (const auto& axis : axes_) out.push_back(product(p, axis) / along);
    return out;
  }

  void set_axes() {
    axes_.clear();
    for (std::size_t k = 0; k < best_.size() && axes_.size() + 1 < best_.size(); ++k) {
      Direction<T> axis(best_.size(), T(0));
      axis[k] = 1;
      auto take_off = [&](const Direction<T>& d) {
        const T along = product(axis, d);
        for (std::size_t i = 0; i < axis.size(); ++i) axis[i] -= along * d[i];
      };
      take_off(best_);
      for (const auto& other : axes_) take_off(other);
      if (product(axis, axis) > T(0.1)) axes_.push_back(normalised(axis));
    }
  }

  bool move_to(const std::vector<T>& x) {
    Direction<T> n = best_;
    for (std::size_t i = 0; i < axes_.size(); ++i) {
      for (std::size_t k = 0; k < n.size(); ++k) n[k] += x[i] * axes_[i][k];
    }
    n = normalised(n);
    const T value = height(n);
    if (!(value < value_)) return false;
    best_ = n;
    value_ = value;
    return true;
  }

  /// Newton's step to the fixed point, or else the plain one.
  bool improve() {
    set_axes();
    const std::size_t m = axes_.size();
    const std::vector<T> zero(m, T(0)), here = image(zero);
    using std::sqrt;
    const T step = sqrt(std::numeric_limits<T>::epsilon()) * T(64);
    T j[2][2] = {{T(1), T(0)}, {T(0), T(1)}};  // identity less the derivative
    for (std::size_t i = 0; i < m; ++i) {
      std::vector<T> x = zero;
      x[i] = step;
      const std::vector<T> there = image(x);
      for (std::size_t k = 0; k < m; ++k) j[k][i] -= (there[k] - here[k]) / step;
    }
    const T det = j[0][0] * j[1][1] - j[0][1] * j[1][0];
    std::vector<T> newton = here;
    if (m == 2 && det != 0) {
      newton = {(here[0] * j[1][1] - here[1] * j[0][1]) / det,
                (here[1] * j[0][0] - here[0] * j[1][0]) / det};
    } else if (m == 1 && j[0][0] != 0) {
      newton = {here[0] / j[0][0]};
    }
    return move_to(newton) || move_to(here);
  }

  const Overlap& overlap_;
  Frame<T> frame_;
  Direction<T> best_;
  T value_;
  std::vector<Direction<T>> axes_;
};

/// The least support function of the difference, and how far below it another may be.
SignedReference core_depth(const Overlap& overlap, int directions) {
  const Search search(overlap, directions);
  Direction<Coarse> best;
  Coarse least = INFINITY;
  for (const auto& start : search.starts()) {
    const Polish<Coarse> polish(overlap, start);
    if (!(polish.value() < least)) continue;
    least = polish.value();
    best = polish.direction();
  }
  const Real depth = Polish<Real>(overlap, best).value();
  return {-depth, std::max(0.0, double(depth - Real(search.proved())))};
}

}  // namespace

SignedReference curved_signed_distance(const Body& a, const Map& pose_a, const Body& b,
                                       const Map& pose_b, int directions) {
  const Interval apart = core_distance(a, pose_a, b, pose_b);
  const Real radii = rounding_of(a) + rounding_of(b);
  const bool halfspace = a.kind == Kind::halfspace || b.kind == Kind::halfspace;
  if (halfspace || apart.upper > size_of(a, pose_a, b, pose_b) * Real(1e-32)) {
    return {apart.lower - radii, double(apart.upper - apart.lower)};
  }
  SignedReference out = core_depth({a, pose_a, b, pose_b}, directions);
  out.value -= radii;
  return out;
}

}  // namespace oracle
