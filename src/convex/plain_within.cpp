// SPDX-License-Identifier: BSD-3-Clause
#include "convex/plain_within.hpp"

#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/plain_within.cpp"
#include <hwy/foreach_target.h>

#include "convex/plain_answer-inl.hpp"
#include "convex/plain_bodies-inl.hpp"
#include "convex/plain_gjk-inl.hpp"
#include "convex/zonotope-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

template <class A, class B>
HWY_INLINE std::optional<bool> Decide(const A& a, const Pose& pose_a, const B& b,
                                      const Pose& pose_b, double r, Tracker* tracker,
                                      Witness& left) {
  const PlainMeasure m(a.radius(), b.radius(), pose_a, pose_b);
  if (!rigid(pose_a, pose_b) || !m.usual || !a.usual() || !b.usual()) return std::nullopt;
  const double slack = (a.slack() + b.slack()) * m.scale, limit = r * m.scale;
  // What the balls around both show already; radii may be stretched by 1e-6.
  const double far = 0x1p-19 * m.size() + (limit + slack);
  if (m.gap > m.extent + far) return false;
  const PlainGuess guess(m, a.polytope(), pose_a, b.polytope(), pose_b);
  if (guess.gap > guess.extent + far) return false;
  const auto corners_a = a.corners(pose_a, m.scale);
  const auto corners_b = b.corners(pose_b, m.scale);
  PlainSimplex simplex;
  return PlainGjk<typename A::Corners, typename B::Corners>(corners_a, corners_b, m, guess, slack,
                                                            simplex)
      .within(limit, tracker, left);
}

/// Two boxes, by all planes that may be between them; near contact by a search, like others.
APART_FLATTEN std::optional<bool> BoxWithinBox(const PlainBody& a, const Pose& pose_a,
                                               const PlainBody& b, const Pose& pose_b, double r) {
  const Few<8> box_a(a), box_b(b);
  const Triple offset = Triple::of(pose_b.translation) - Triple::of(pose_a.translation);
  const PlainSize m(box_a.radius() + box_b.radius(), 0, norm(offset));
  if (!rigid(pose_a, pose_b) || !m.usual()) return std::nullopt;
  if (m.gap - 0x1p-19 * m.all > m.extent + r) return false;  // as above
  Zonotope difference({pose_a.rotation, box_a.half()}, {pose_b.rotation, box_b.half()}, offset,
                      m.unit);
  if (difference.farther_than(r)) return false;
  if (difference.overlap()) return true;
  constexpr double touching = 26;  // of u * S: closer than that nothing is told apart
  Zonotope::Depth depth;
  const bool reached =
      difference.measure(depth) && difference.outside(depth) <= std::max(r, touching * m.unit);
  return reached ? std::optional(true) : std::nullopt;
}

#define APART_DECIDE(Name, A, B)                                                           \
  APART_FLATTEN std::optional<bool> Name(const PlainBody& a, const Pose& pose_a,           \
                                         const PlainBody& b, const Pose& pose_b, double r, \
                                         Tracker* tracker, Witness& left) {                \
    return Decide(A(a), pose_a, B(b), pose_b, r, tracker, left);                           \
  }
APART_DECIDE(EightWithinEight, Few<8>, Few<8>)
APART_DECIDE(FewWithinFew, Few<most_turned>, Few<most_turned>)
APART_DECIDE(FewWithinMany, Few<most_turned>, Many<Through::either>)
APART_DECIDE(ManyWithinFew, Many<Through::either>, Few<most_turned>)
APART_DECIDE(ManyWithinMany, Many<Through::either>, Many<Through::either>)
#undef APART_DECIDE

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

HWY_EXPORT(BoxWithinBox);
HWY_EXPORT(EightWithinEight);
HWY_EXPORT(FewWithinFew);
HWY_EXPORT(FewWithinMany);
HWY_EXPORT(ManyWithinFew);
HWY_EXPORT(ManyWithinMany);

namespace {

/// Do the balls around both show already that they are farther apart than r? Radii may be stretched
/// by 1e-6.
bool far_apart(const PlainBody& a, const Pose& pose_a, const PlainBody& b, const Pose& pose_b,
               double r) {
  const Triple offset = Triple::of(pose_b.translation) - Triple::of(pose_a.translation);
  const double gap = dot(offset, offset), least = (a.radius() + b.radius() + r) * (1 + 0x1p-18);
  return gap > 0x1p-900 && gap > least * least && plainly_rigid(pose_a, pose_b);
}

/// By a closed form for the distance.
std::optional<bool> round_within(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                                 const Pose& pose_b, double r, Tracker* tracker) {
  if (a.kind == PlainBody::other || b.kind == PlainBody::other) return std::nullopt;
  if (far_apart(a, pose_a, b, pose_b, r)) return false;
  Distance d;
  if (!plain_way(a, pose_a, b, pose_b, tracker, d)) {
    return is_plainly_inside(a, pose_a, b, pose_b) ? std::optional(true) : std::nullopt;
  }
  if (d.lower > r) return false;
  return d.upper <= r ? std::optional(true) : std::nullopt;
}

/// By a search, of which the vertices are left that plain_contact() can go on with.
std::optional<bool> cornered_within(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                                    const Pose& pose_b, double r, Tracker* tracker, Witness& left) {
  const auto kind_a = a.kind, kind_b = b.kind;
  if (kind_a == PlainBody::box && kind_b == PlainBody::box) {
    const auto decided = HWY_DYNAMIC_DISPATCH(BoxWithinBox)(a, pose_a, b, pose_b, r);
    if (decided) return decided;
  }
  if (kind_a <= PlainBody::eight && kind_b <= PlainBody::eight) {
    return HWY_DYNAMIC_DISPATCH(EightWithinEight)(a, pose_a, b, pose_b, r, tracker, left);
  }
  const bool few_a = kind_a <= PlainBody::few, few_b = kind_b <= PlainBody::few;
  if (few_a && few_b)
    return HWY_DYNAMIC_DISPATCH(FewWithinFew)(a, pose_a, b, pose_b, r, tracker, left);
  if (few_a) return HWY_DYNAMIC_DISPATCH(FewWithinMany)(a, pose_a, b, pose_b, r, tracker, left);
  if (few_b) return HWY_DYNAMIC_DISPATCH(ManyWithinFew)(a, pose_a, b, pose_b, r, tracker, left);
  return HWY_DYNAMIC_DISPATCH(ManyWithinMany)(a, pose_a, b, pose_b, r, tracker, left);
}

}  // namespace

std::optional<bool> plain_within(const PlainBody& a, const Pose& pose_a, const PlainBody& b,
                                 const Pose& pose_b, double r, Tracker* tracker) {
  if (a.kind >= PlainBody::box && b.kind >= PlainBody::box) {
    Distance d;
    const auto decided = cornered_within(a, pose_a, b, pose_b, r, tracker, d.witness);
    if (decided) return decided;
    return plain_contact(a, pose_a, b, pose_b, tracker, d) ? std::optional(true) : std::nullopt;
  }
  const bool hull = a.kind > PlainBody::box || b.kind > PlainBody::box;
  return hull ? std::nullopt : round_within(a, pose_a, b, pose_b, r, tracker);
}

}  // namespace apart
#endif
