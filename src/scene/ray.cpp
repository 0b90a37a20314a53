// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <apart/error.hpp>
#include <apart/scene_motion.hpp>
#include <cmath>

#include "number_text.hpp"
#include "scene/scene_data.hpp"

namespace apart {

namespace {

using detail::SceneData;
using Eigen::Vector3d;

/// A part of a ray, by lengths along it.
struct Stretch {
  double from, to;
};

/// A ray, and where it meets a body.
class Ray {
 public:
  Ray(const Vector3d& origin, const Vector3d& direction)
      : origin_(origin), direction_(direction.stableNormalized()) {}

  Vector3d at(double t) const { return origin_ + t * direction_; }

  /// The part of it within a box, or a little more; nothing if it passes by.
  std::optional<Stretch> within(const WorldBox& box, double length) const {
    double from = 0, to = length;
    for (int k = 0; k < 3; ++k) {
      const double low = box.least[k] - origin_[k], high = box.most[k] - origin_[k];
      // Of what is rounded here: the ends of the box, and the direction.
      const double slack = 0x1p-45 * (std::abs(box.least[k]) + std::abs(box.most[k]) +
                                      std::abs(origin_[k]) + std::abs(low) + std::abs(high));
      if (direction_[k] == 0) {
        if (low > slack || high < -slack) return {};
        continue;
      }
      const double one = (low - slack) / direction_[k], other = (high + slack) / direction_[k];
      from = std::max(from, std::min(one, other));
      to = std::min(to, std::max(one, other));
    }
    if (!(from <= to)) return {};
    return Stretch{from, to};
  }

  std::optional<RayHit> meet(const SceneBody& body, const Stretch& part) const {
    return convex(body.shape()) ? meet_convex(body, part) : meet_pieces(body, part);
  }

 private:
  Distance distance_at(const SceneBody& body, double t) const {
    return distance(body.shape(), body.pose(), Point(at(t)), Pose());
  }

  /// Points of the ray are rounded: what is that near is met.
  double band(double t) const { return 4 * unit_roundoff * (origin_.cwiseAbs().maxCoeff() + t); }

  /// At a point of the ray that is within the band; how exactly depends on how the ray comes.
  RayHit hit_at(double t, const SceneBody& body, const Vector3d& point, const Vector3d& normal,
                const Stretch& part) const {
    const double approach = -direction_.dot(normal);
    const double spread = approach > 0 ? 2 * band(t) / approach : part.to - part.from;
    return {BodyId{body.id}, std::max(part.from, t - spread), std::min(part.to, t + spread), point,
            normal};
  }

  /// From plane to plane that separates the body from the point (van den Bergen): the body is
  /// behind each, so nothing is met before the ray comes to it.
  std::optional<RayHit> meet_convex(const SceneBody& body, const Stretch& part) const {
    constexpr int most_planes = 200;
    double t = part.from;
    Vector3d normal = -direction_;
    for (int i = 0; i < most_planes; ++i) {
      const Distance d = distance_at(body, t);
      if (!(d.lower > 0) && i == 0) return RayHit{BodyId{body.id}, t, t, d.point_a, normal};
      if (!(d.lower > band(t))) return hit_at(t, body, d.point_a, normal, part);
      normal = d.normal;
      const double approach = -direction_.dot(normal);
      const double step = d.lower / approach * (1 - 0x1p-40);
      if (!(approach > 0) || !(t + step <= part.to)) return {};
      t += step;
    }
    return halve(body, {t, part.to}, normal);
  }

  std::optional<RayHit> meet_pieces(const SceneBody& body, const Stretch& part) const {
    return halve(body, part, -direction_);
  }

  /// The first half of what is left, if something is met there; else the second.
  std::optional<RayHit> halve(const SceneBody& body, Stretch part, Vector3d normal) const {
    const double reach = band(part.to);
    const auto met = [&](double from, double to) {
      return apart::within(body.shape(), body.pose(), Segment(at(from), at(to)), Pose(), reach);
    };
    if (!met(part.from, part.to)) return {};
    const double start = part.from;
    const double resolution =
        0x1p-50 * std::max(part.to - part.from, origin_.cwiseAbs().maxCoeff() + part.from);
    while (part.to - part.from > resolution) {
      const double middle = part.from + (part.to - part.from) / 2;
      if (met(part.from, middle)) {
        part.to = middle;
      } else if (met(middle, part.to)) {
        part.from = middle;
      } else {
        break;  // by rounding, the two are a little farther away than the whole
      }
    }
    const Distance d =
        distance(body.shape(), body.pose(), Segment(at(part.from), at(part.to)), Pose());
    // The normal is seen from a little before.
    const double before = part.from - 0x1p-26 * (part.from - start + std::abs(part.from));
    if (const Distance near = distance_at(body, std::max(start, before)); near.lower > 0) {
      normal = near.normal;
    }
    return RayHit{BodyId{body.id}, part.from, part.to, d.point_a, normal};
  }

  Vector3d origin_, direction_;
};

void check_ray(const Vector3d& origin, const Vector3d& direction, double length) {
  if (!origin.allFinite() || !direction.allFinite() || direction.isZero(0)) {
    throw InvalidInput("ray: origin and direction must be finite, and the direction not zero");
  }
  if (!(length >= 0 && length <= 0x1p400)) {
    throw InvalidInput("ray: the length must lie in [0, 2^400], got " + text(length));
  }
}

}  // namespace

std::optional<RayHit> cast_ray(Scene& scene, const Vector3d& origin, const Vector3d& direction,
                               double length, const Members& members) {
  check_ray(origin, direction, length);
  SceneData& data = scene.data();
  const SceneQuestion question = data.question({}, members, {});
  data.settle();
  const Ray ray(origin, direction);

  // By the order in which the ray comes to their boxes, as far as the nearest hit.
  struct Candidate {
    Stretch part;
    const SceneBody* body;
  };
  std::vector<Candidate> candidates;
  const auto meet = [&](int slot) {
    const SceneBody& body = data.body(slot);
    if (!question.b.has(body)) return;
    const auto part = body.bounded() ? ray.within(data.box(slot), length) : Stretch{0, length};
    if (part) candidates.push_back({*part, &body});
  };
  const Vector3d end = ray.at(length);
  const WorldBox box{origin.cwiseMin(end), origin.cwiseMax(end)};
  data.tree().for_each_close(box, 0x1p-40 * length, question.b.kinds(), meet);
  for (const int slot : data.unbounded()) meet(slot);
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& x, const Candidate& y) {
    return x.part.from != y.part.from ? x.part.from < y.part.from : x.body->id < y.body->id;
  });
  std::optional<RayHit> nearest;
  for (const auto& [part, body] : candidates) {
    if (nearest && part.from > nearest->upper) break;
    const auto hit = ray.meet(*body, part);
    if (hit && (!nearest || hit->upper < nearest->upper)) nearest = hit;
  }
  return nearest;
}

}  // namespace apart
