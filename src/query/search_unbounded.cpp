// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "convex/convex_distance.hpp"
#include "query/halfspace.hpp"
#include "query/search.hpp"
#include "tree/lowest.hpp"
#include "tree/mesh_data.hpp"

namespace apart {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void name_piece(Witness& w, const Body& body, int element) {
  body.name(element, w.triangle_b, w.part_b, w.vertex_b);
}

Penetration halfspace_and_piece(const RoundedHalfspace& half, const Pose& pose_half, Body& body) {
  if (body.kind() == Body::Kind::convex) {
    Penetration p = penetration_halfspace(half, pose_half, body.core(), body.pose(), 0);
    name_piece(p.witness, body, 0);
    return p;
  }
  // The plane's own normal, from any point: it does not depend on the body.
  const Core origin = make_core(Point());
  const Vector<double> n = penetration_halfspace(half, pose_half, origin, body.pose(), 0).direction;
  const int element = find_lowest(body, n).element;
  Penetration p = penetration_halfspace(half, pose_half, body.core(element), body.pose(), 0);
  p.lower -= 24 * unit_roundoff * body.reach();
  if (p.status == Status::separated && !(p.lower > 0)) p.status = Status::touching;
  name_piece(p.witness, body, element);
  return p;
}

/// The nearest piece of a body to a prism, by balls around the volumes of its tree.
class NearPrism {
 public:
  NearPrism(const Core& prism, const Pose& pose) : prism_(prism), pose_(pose) {}
  /// Instead of the nearest, all pieces that are not proved farther away than this.
  NearPrism(const Core& prism, const Pose& pose, double enough, NearPairs& pairs)
      : prism_(prism), pose_(pose), pairs_(&pairs) {
    best_.upper = std::nextafter(enough, infinity);
  }

  void visit(Body& body) {
    body_ = &body;
    if (body.kind() == Body::Kind::convex) return take(body.core(), 0);
    visit(0);
  }
  Distance result() const {
    Distance d = best_;
    d.lower = std::max(0.0, std::min(lower_, d.upper));
    if (d.status == Status::separated && !(d.lower > 0)) d.status = Status::touching;
    return d;
  }

 private:
  void visit(std::int32_t index) {
    const auto nearest = [&](const WideNode& node, int slot) { return bound(node, slot); };
    for (const auto& child : Children(body_->tree().nodes[index], nearest)) {
      if (done_) return;
      if (child.bound >= best_.upper) {
        lower_ = std::min(lower_, child.bound);
      } else if (child.index >= 0) {
        visit(child.index);
      } else {
        const Group& group = body_->tree().groups[~child.index];
        for (int i = 0; i < group.count(); ++i) {
          take(body_->core(group.element[i]), group.element[i]);
        }
      }
    }
  }

  double bound(const WideNode& node, int slot) const {
    const VolumeBall around(body_->tree(), node, slot);
    Core ball = make_core(Point(around.centre));
    ball.rounding += around.radius;
    ball.rounding += body_->rounding();
    return convex_distance(prism_, pose_, ball, body_->pose(), {}, nullptr).lower;
  }

  void take(const Core& core, int element) {
    if (done_) return;
    const Distance d = convex_distance(prism_, pose_, core, body_->pose(), {}, nullptr);
    if (pairs_) {
      if (d.lower < best_.upper) {
        done_ = !pairs_->take({prism_, core, pose_, body_->pose(), 0, element, d});
      }
      return;
    }
    lower_ = std::min(lower_, d.lower);
    done_ = d.status == Status::overlapping;
    if (!(d.upper < best_.upper) && d.status != Status::overlapping) return;
    best_ = d;
    name_piece(best_.witness, *body_, element);
  }

  const Core& prism_;
  const Pose& pose_;
  NearPairs* pairs_ = nullptr;
  Body* body_ = nullptr;
  bool done_ = false;
  Distance best_ = [] {
    Distance d;
    d.upper = infinity;
    return d;
  }();
  double lower_ = infinity;
};

}  // namespace

Penetration search_halfspace(const RoundedHalfspace& half, const Pose& pose_half, ShapeRef shape,
                             const Pose& pose, double margin) {
  RoundedHalfspace grown = half;
  grown.rounding += margin;
  Body body(shape, pose, margin);
  Penetration best;
  bool any = false;
  double lower = infinity;
  for_each_piece(body, [&](Body& piece) {
    const Penetration p = halfspace_and_piece(grown, pose_half, piece);
    lower = std::min(lower, p.lower);
    if (!any || p.upper < best.upper) best = p;
    any = true;
  });
  best.lower = lower;
  best.signed_distance = std::clamp(best.signed_distance, best.lower, best.upper);
  if (best.status == Status::separated && !(lower > 0)) best.status = Status::touching;
  return best;
}

Distance search_prism(ShapeRef prism, const Pose& pose_prism, ShapeRef shape, const Pose& pose,
                      double margin) {
  Core core = make_core(prism);
  core.rounding += margin;
  NearPrism near(core, pose_prism);
  Body body(shape, pose, margin);
  for_each_piece(body, [&](Body& piece) { near.visit(piece); });
  return near.result();
}

void collect_near_prism(ShapeRef prism, const Pose& pose_prism, ShapeRef shape, const Pose& pose,
                        double margin, double enough, NearPairs& pairs) {
  Core core = make_core(prism);
  core.rounding += margin;
  NearPrism near(core, pose_prism, enough, pairs);
  Body body(shape, pose, margin);
  for_each_piece(body, [&](Body& piece) { near.visit(piece); });
}

}  // namespace apart
