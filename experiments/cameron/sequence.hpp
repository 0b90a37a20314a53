// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/polytope.hpp>
#include <vector>

#include "gjk/classic.hpp"
#include "random.hpp"

namespace apart::experiments {

/// How the second object of a pair moves; lengths in radii of the objects.
struct Course {
  double distance = 8;   ///< of the centres at first
  double speed = 0.1;    ///< straight on, per step
  double degrees = 0;    ///< the most that it turns per step, about an axis at random
  bool towards = false;  ///< it heads for the other's centre; else anywhere
};

/// A hull with its edges, as Method::voronoi and climbing want them.
struct Hull {
  Polytope polytope;
  std::vector<Eigen::Vector3d> points;  ///< the vertices, in the polytope's order
  Neighbours neighbours;

  explicit Hull(const std::vector<Eigen::Vector3d>& given);
};

/// The poses of the second object, the first at rest at the origin.
std::vector<Pose> poses(const Course& course, int steps, Random& random);

/// Two hulls, the first at rest, the second at every step of its course.
struct Sequence {
  const Hull *a, *b;
  std::vector<Pose> poses;
  double radius;  ///< of both together, about their centres

  Sequence(const Hull& a, const Hull& b, std::vector<Pose> poses);

  /// 100 unit roundoffs of D(K)^2.
  double tolerance(std::size_t step) const;
};

/// The ways that Cameron's paper compares: climbing or looking at all vertices, with or without the
/// simplex of the step before. It takes the vertices for given where they stand; a program has to
/// move them, at least those that it looks at.
struct Way {
  bool climb = true, track = true;
  bool move_vertices = false;
};

template <class Real>
class Walk {
 public:
  using Gjk = ClassicGjk<Real>;
  using Answer = typename Gjk::Answer;

  Walk(const Sequence& sequence, Way way) : sequence_(sequence), way_(way) {
    const auto as_given = [](const Hull& hull) {
      return placed<Real>(hull.points, Eigen::Matrix3d::Identity(), {0, 0, 0});
    };
    at_rest_ = as_given(*sequence.a);
    if (way.move_vertices) moving_.push_back(as_given(*sequence.b));
    for (const Pose& p : sequence.poses) {
      places_.emplace_back(p);
      if (way.move_vertices) continue;
      moving_.push_back(placed<Real>(sequence.b->points, p.rotation, p.translation));
    }
  }

  /// Calls see(step, answer, body_a, body_b) after each step.
  template <class See>
  void run(const See& see) const {
    const Neighbours* edges_a = way_.climb ? &sequence_.a->neighbours : nullptr;
    const Neighbours* edges_b = way_.climb ? &sequence_.b->neighbours : nullptr;
    Body<Real> a{at_rest_, edges_a}, b{moving_[0], edges_b};
    VertexPairs last;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (way_.move_vertices) {
        b.place = &places_[i];
      } else {
        b.points = moving_[i];
      }
      Gjk gjk(a, b, sequence_.tolerance(i), Gjk::Enclosed::is_the_end);
      if (!way_.track || i == 0) {
        last = {1, {}, {}};  // from scratch: any pair of vertices
        a.last = b.last = 0;
      }
      const Answer answer = gjk.solve(last);
      last = answer.simplex;
      see(i, answer, a, b);
    }
  }

 private:
  const Sequence& sequence_;
  Way way_;
  std::vector<Vector<Real>> at_rest_;
  std::vector<std::vector<Vector<Real>>> moving_;  // by step, or as given
  std::vector<Place<Real>> places_;
};

}  // namespace apart::experiments
