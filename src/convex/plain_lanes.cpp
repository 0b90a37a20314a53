// SPDX-License-Identifier: BSD-3-Clause
#include "convex/plain_distance.hpp"

#include "convex/targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/plain_lanes.cpp"
#include <hwy/foreach_target.h>

#include "convex/lane_answer-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

#if HWY_MAX_BYTES >= 32

/// Searches start side by side, so that they are about as far: the first steps are simple. Those
/// that take long are put together with others, so that lanes are not idle.
class LaneBatch {
 public:
  HWY_INLINE LaneBatch(const LaneQueries& queries, Distance* out)
      : queries_(queries), out_(out), fresh_(queries), slow_(queries) {}

  HWY_INLINE void run(std::int64_t first, std::int64_t last) {
    for (; first < last; first += lane_count) {
      const std::int64_t to = std::min(last, first + lane_count);
      for (std::int64_t i = first; i < to; ++i) out_[i].status = Status::not_converged;
      fresh_.start(first, to);
      while (how_many(fresh_.active()) > patience) fresh_.step();
      collect(fresh_);
      make_room(how_many(fresh_.active()));
      slow_.take(fresh_);
    }
    make_room(lane_count);
    while (queue_.count() > 0) write();
  }

 private:
  /// So many that take longer are not waited for.
  static constexpr int patience = lane_count / 2;

  HWY_INLINE void make_room(int lanes) {
    if (how_many(slow_.active()) + lanes <= lane_count) return;
    while (how_many(slow_.active()) + lanes > lane_count) slow_.step();
    collect(slow_);
  }

  /// What was put into the queue a moment ago is waited for: it is written the next time.
  APART_OUT_OF_LINE void collect(LaneSearch& search) {
    if (queue_.count() >= lane_count) write();
    queue_.push(search.end(), search.ended());
    search.forget_ended();
  }

  APART_OUT_OF_LINE void write() {
    const LaneEnd end = queue_.front();
    const LaneAnswer answer(queries_, end);
    const int count = std::min(queue_.count(), lane_count);
    for (int lane = 0; lane < count; ++lane) {
      if (answer.holds(lane)) {
        answer.write(lane, out_);
      } else if (answer.settled(lane)) {
        conclude(lane, answer.plane(lane));
      }
    }
    queue_.pop();
  }

  /// The rest, one by one: points may have to be evaluated nearly exactly.
  APART_OUT_OF_LINE void conclude(int lane, double lower) {
    const LaneQueue::One end = queue_.at(lane);
    const Pose pose_a = queries_.poses_a[end.index], pose_b = queries_.poses_b[end.index];
    const PlainMeasure m(queries_.a.radius, queries_.b.radius, pose_a, pose_b,
                         PlainMeasure::Scaling::always);
    const LaneCorner a(queries_.a, pose_a, m.scale);
    const LaneCorner b(queries_.b, pose_b, m.scale);
    PlainSimplex simplex;
    LaneGjk gjk(a, b, m, PlainGuess(m), queries_.slack() * m.scale, simplex);
    for (int k = 0; k < end.size(); ++k) {
      const std::uint64_t number = end.number[k];
      simplex.points.add(gjk.difference(vertex_of_a(number), vertex_of_b(number)), number);
    }
    gjk.take(end.q, lower, end.calls);
    Distance& d = out_[end.index] = {};
    gjk.conclude(end.inside() ? LaneGjk::End::overlap : LaneGjk::End::near, pose_a, pose_b, d);
  }

  const LaneQueries& queries_;
  Distance* const out_;
  LaneSearch fresh_, slow_;
  LaneQueue queue_;
};

#endif

APART_FLATTEN bool SomePoses(const detail::PolytopeData& a, const Poses& poses_a,
                             const detail::PolytopeData& b, const Poses& poses_b, std::size_t first,
                             std::size_t last, Distance* out) {
#if HWY_MAX_BYTES >= 32
  if (!a.centred || !b.centred) return false;
  if (a.count > LaneSieve::many || b.count > LaneSieve::many) return false;
  if (last - first < 4) return false;  // side by side takes as long as three one by one
  const LaneQueries queries{a, poses_a, b, poses_b};
  LaneBatch(queries, out).run(first, last);
  return true;
#else
  (void)a, (void)poses_a, (void)b, (void)poses_b, (void)first, (void)last, (void)out;
  return false;
#endif
}

APART_FLATTEN bool PlainlyRigid(const Poses& poses, std::size_t first, std::size_t last) {
#if HWY_MAX_BYTES >= 32
  for (; first < last; first += lane_count) {
    std::int64_t index[lane_count];
    for (int lane = 0; lane < lane_count; ++lane) index[lane] = std::min(first + lane, last - 1);
    if (!hn::AllTrue(lane_tag, plainly_rigid(LanePose(poses, index)))) return false;
  }
  return true;
#else
  (void)poses;
  return first == last;
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace apart {

HWY_EXPORT(SomePoses);
HWY_EXPORT(PlainlyRigid);

bool plain_gjk_of_some(const detail::PolytopeData& a, const Poses& poses_a,
                       const detail::PolytopeData& b, const Poses& poses_b, std::size_t first,
                       std::size_t last, Distance* out) {
  return HWY_DYNAMIC_DISPATCH(SomePoses)(a, poses_a, b, poses_b, first, last, out);
}

bool plainly_rigid(const Poses& poses, std::size_t first, std::size_t last) {
  return HWY_DYNAMIC_DISPATCH(PlainlyRigid)(poses, first, last);
}

}  // namespace apart
#endif
