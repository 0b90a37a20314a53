// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_LANE_SEARCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_LANE_SEARCH_INL
#undef APART_LANE_SEARCH_INL
#else
#define APART_LANE_SEARCH_INL
#endif

#include "convex/lane_hull-inl.hpp"
#include "convex/lane_sieve-inl.hpp"
#include "convex/lane_simplex-inl.hpp"
#include "convex/lane_start-inl.hpp"
#include "convex/plain_gjk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

#if HWY_MAX_BYTES >= 32

/// One pair of polytopes at many poses.
struct LaneQueries {
  const detail::PolytopeData& a;
  const Poses& poses_a;
  const detail::PolytopeData& b;
  const Poses& poses_b;
  const LaneSieve sieve{a, b};

  HWY_INLINE double slack() const { return a.slack + b.slack; }
};

using LaneCorner = ManyCorners<Through::octants>;  // never asked which is farthest
using LaneGjk = PlainGjk<LaneCorner, LaneCorner>;

/// A pair of vertices that is not there.
inline constexpr std::int64_t absent_pair = -1;

HWY_INLINE Id vertices_of_a(Id number) { return hn::ShiftRight<32>(number); }
HWY_INLINE Id vertices_of_b(Id number) { return hn::And(number, all_ids(0xffffffff)); }

/// What a search ended with in each lane.
struct LaneEnd {
  LaneTriple q;
  Lane lower;  // NaN if the last look is open: then it is to be found among the pairs' vertices
  Lane upper;  // of the simplex: what an open look has to come near enough
  Lane calls;
  Id number[3];  // pairs of vertices; after the last one that carries, the newest again
  Id inside;     // the fourth, of a tetrahedron around the origin, or absent_pair
  Id index;      // which query it is
};

/// The search of PlainGjk for one pair at several poses, in lock step.
class LaneSearch {
 public:
  HWY_INLINE explicit LaneSearch(const LaneQueries& queries)
      : queries_(queries),
        a_(queries.a, queries.sieve.used()),
        b_(queries.b, queries.sieve.used()),
        active_(nowhere()),
        ended_(nowhere()) {}

  HWY_INLINE Which active() const { return active_; }
  HWY_INLINE Which ended() const { return ended_; }  ///< with an answer
  HWY_INLINE void forget_ended() { ended_ = nowhere(); }

  HWY_INLINE LaneEnd end() const {
    return {looked_.load(),
            lower_.load(),
            closes_.load(),
            calls_.load(),
            {number_[0].load(), number_[1].load(), number_[2].load()},
            inside_.load(),
            index_.load()};
  }

  /// The queries from `first` to before `last`, as many as there are lanes or fewer.
  APART_OUT_OF_LINE void start(std::int64_t first, std::int64_t last) {
    for (int lane = 0; lane < lane_count; ++lane) {
      index_.of[lane] = std::min(first + lane, last - 1);
    }
    const LanePose a(queries_.poses_a, index_.of), b(queries_.poses_b, index_.of);
    const LaneMeasure m(queries_.a.radius, queries_.b.radius, a.translation, b.translation);
    a_.set(LaneTurn(a, m.scale));
    b_.set(LaneTurn(b, m.scale));
    if (queries_.sieve.used()) turn_.set(a, b);
    offset_.store(m.offset);
    goal_.store(hn::Mul(all(PlainMeasure::closed), m.unit));
    shortest_.store(hn::Mul(all(PlainMeasure::shortest), m.unit));
    const LaneGuess guess(m, queries_.a, a, queries_.b, b);
    q_.store(guess.between * all(-1));
    last_.store(all(INFINITY));
    upper_.store(all(INFINITY));
    calls_.store(all(0));
    size_.store(all(0));
    for (int k = 0; k < 3; ++k) {
      point_[k].store({all(NAN), all(NAN), all(NAN)});
      number_[k].store(all_ids(absent_pair));
    }
    inside_.store(all_ids(absent_pair));
    const Lane count = all(static_cast<double>(last - first));
    active_ = hn::And(guess.usual(m), hn::Lt(hn::Iota(lane_tag, 0), count));
    ended_ = nowhere();
    const Which near = hn::And(active_, hn::Lt(guess.gap, hn::Mul(all(nearby), guess.extent)));
    if (!none(near)) look_around(near, guess);
  }

  /// Goes on with what another search has not ended, in lanes that are free; there are enough.
  /// Those that stay free get a copy of something, too: of what happens to be there, numbers that
  /// are nearly zero would slow all lanes down.
  APART_OUT_OF_LINE void take(LaneSearch& from) {
    const Which free = hn::Not(active_);
    const Id which = rank(bits(free));  // of those that go on
    const Which there = hn::RebindMask(lane_tag, hn::Lt(which, all_ids(how_many(from.active_))));
    const Id source = LaneOrder(which)(to_front(bits(from.active_)));
    const LaneMove move{free, LaneOrder(source)};
    a_.take(move, from.a_);
    b_.take(move, from.b_);
    if (queries_.sieve.used()) turn_.take(move, from.turn_);
    move(offset_, from.offset_);
    move(q_, from.q_);
    for (int k = 0; k < 3; ++k) {
      move(point_[k], from.point_[k]);
      move(number_[k], from.number_[k]);
    }
    move(goal_, from.goal_);
    move(shortest_, from.shortest_);
    move(last_, from.last_);
    move(upper_, from.upper_);
    move(calls_, from.calls_);
    move(size_, from.size_);
    move(inside_, from.inside_);
    move(index_, from.index_);
    active_ = hn::Or(active_, there);
    from.active_ = nowhere();
  }

  APART_OUT_OF_LINE void step() {
    const LaneTriple q = q_.load();
    advance(q, look(q));
  }

 private:
  /// What there is along q. Where it is left open, all that may be the farthest is among the
  /// vertices of the simplex, which is then likely to be the last: LaneAnswer decides.
  struct Look {
    LaneFound a, b;
    Which open;
  };

  HWY_INLINE Look look(const LaneTriple& q) const {
    const int words = queries_.sieve.words();
    return words == 0   ? all_looked_at(q)
           : words == 1 ? sieved<1>(q)
           : words == 2 ? sieved<2>(q)
                        : sieved<4>(q);
  }

  HWY_INLINE Look all_looked_at(const LaneTriple& q) const {
    return {a_.farthest<Way::against>(q), b_.farthest<Way::along>(q), nowhere()};
  }

  /// What the sieve leaves, in double. Usually that is one vertex of each; at the end of a search
  /// those that its simplex has, and in between, at times, two.
  template <int words>
  HWY_INLINE Look sieved(const LaneTriple& q) const {
    const LaneCandidates<words> all_candidates = queries_.sieve.candidates<words>(turn_.back(q));
    LaneCandidates<words> left = all_candidates;
    const LaneView<Way::against> view_a(a_, q);
    const LaneView<Way::along> view_b(b_, q);
    const Id first = left.pop();
    Look look{view_a.at(vertices_of_a(first)), view_b.at(vertices_of_b(first)), nowhere()};
    const Which several = hn::And(active_, left.any());
    if (!none(several)) {
      look.open = hn::And(several, hn::And(own(all_candidates), likely_last(q, look)));
      const Which unsure = unless(look.open, several);
      for (int round = 0; !none(hn::And(unsure, left.any())); ++round) {
        if (round == 3) {
          LaneVector all_along;
          all_along.store(q);
          look.a = view_a.farthest(a_, all_along);
          look.b = view_b.farthest(b_, all_along);
          break;
        }
        const Id next = left.pop();
        look.a = view_a.farther(look.a, view_a.at(vertices_of_a(next)));
        look.b = view_b.farther(look.b, view_b.at(vertices_of_b(next)));
      }
    }
    look.a.place = view_a.place(look.a);
    look.b.place = view_b.place(look.b);
    return look;
  }

  /// Are all of them vertices of the simplex?
  template <int words>
  HWY_INLINE Which own(LaneCandidates<words> candidates) const {
    for (const IdArray& number : number_) candidates.drop(number.load());
    return hn::Not(candidates.any());
  }

  /// Is the plane about as far as the simplex? Cheaper than to ask whether the gap is closed.
  HWY_INLINE Which likely_last(const LaneTriple& q, const Look& look) const {
    const Lane reach = this->reach(q, look);
    const Lane far = hn::Mul(hn::Mul(dot(q, q), last_.load()), all(1 - 1e-9));
    return hn::Ge(hn::Mul(reach, reach), far);
  }

  HWY_INLINE static Id pair_number(const Look& look) {
    return hn::Or(hn::ShiftLeft<32>(look.a.index()), look.b.index());
  }
  HWY_INLINE Lane reach(const LaneTriple& q, const Look& look) const {
    return hn::Sub(hn::Sub(look.a.value, look.b.value), dot(q, offset_.load()));
  }

  /// PlainGjk's, where it is asked for.
  HWY_INLINE void look_around(Which near, const LaneGuess& guess) {
    const int count_a = queries_.a.count, count_b = queries_.b.count;
    const Which within = hn::Lt(guess.gap, hn::Mul(all(deep(count_a, count_b)), guess.extent));
    const Lane widest =
        pick(within, all(Surroundings::widest(true)), all(Surroundings::widest(false)));
    const LaneSurroundings around(q_.load(), guess.extent, spread(count_a, count_b), widest);
    LaneTriple p[3];
    Id number[3];
    const auto look_along = [&](const LaneTriple& way, LaneTriple& point) HWY_ATTR {
      const Look found = look(way);
      point = (found.a.place - found.b.place) - offset_.load();
      return pair_number(found);
    };
    for (int k = 0; k < 3; ++k) number[k] = look_along(around.way(k), p[k]);
    calls_.store(pick(near, all(3), calls_.load()));
    const Which back = hn::And(near, within);
    if (!none(back)) {
      LaneTriple behind;
      const Id number_behind = look_along(around.back(), behind);
      calls_.store(pick(back, all(4), calls_.load()));
      enclose(hn::And(back, around_origin(p, behind)), number, number_behind);
    }
    begin(hn::And(near, active_), p, number);
  }
  HWY_INLINE void enclose(Which inside, const Id (&number)[3], Id number_behind) {
    for (int k = 0; k < 3; ++k) number_[k].store(pick(inside, number[k], number_[k].load()));
    inside_.store(pick(inside, number_behind, inside_.load()));
    looked_.store(pick(inside, q_.load(), looked_.load()));
    lower_.store(pick(inside, all(-INFINITY), lower_.load()));
    ended_ = inside;
    active_ = unless(inside, active_);
  }
  HWY_INLINE void begin(Which near, const LaneTriple (&p)[3], const Id (&number)[3]) {
    const LaneTriangle nearest(p);
    const Which begins = hn::And(near, hn::Gt(nearest.size, all(0)));
    for (int k = 0; k < 3; ++k) {
      point_[k].store(pick(begins, nearest.kept(k, p), point_[k].load()));
      number_[k].store(pick(begins, nearest.kept(k, number), number_[k].load()));
    }
    const Lane upper = hn::Sqrt(nearest.squared);
    size_.store(pick(begins, nearest.size, size_.load()));
    last_.store(pick(begins, nearest.squared, last_.load()));
    upper_.store(pick(begins, upper, upper_.load()));
    q_.store(pick(begins, nearest.direction, q_.load()));
    active_ = unless(hn::And(begins, hn::Le(upper, shortest_.load())), active_);
  }

  /// The step of PlainGjk after its look.
  HWY_INLINE void advance(const LaneTriple& q, const Look& look) {
    const Id number = pair_number(look);
    const Lane lower = hn::Div(reach(q, look), length(q)), upper_before = upper_.load();
    lower_.store(pick(active_, pick(look.open, all(NAN), lower), lower_.load()));
    closes_.store(pick(active_, upper_before, closes_.load()));
    looked_.store(pick(active_, q, looked_.load()));
    const Lane calls = hn::Add(calls_.load(), pick(active_, all(1), all(0)));
    calls_.store(calls);

    const Id n0 = number_[0].load(), n1 = number_[1].load(), n2 = number_[2].load();
    const Which held = hn::Or(hn::Or(same(n0, number), same(n1, number)), same(n2, number));
    const Which closed = hn::Le(hn::Sub(upper_before, lower), goal_.load());
    const Which near = hn::Or(look.open, hn::And(active_, hn::Or(held, closed)));
    const Which looking = unless(near, active_);

    const LaneTriple p = (look.a.place - look.b.place) - offset_.load();
    const LaneTriple p0 = point_[0].load(), p1 = point_[1].load(), p2 = point_[2].load();
    const LaneSolution found = lane_solution(p, p0, p1, p2, size_.load());
    size_.store(found.carriers);
    const Which inside = hn::And(looking, hn::Eq(found.carriers, all(4)));
    const Which nearer =
        hn::And(hn::Lt(found.squared, last_.load()), hn::Gt(found.carriers, all(0)));
    const Which moves = hn::And(unless(inside, looking), nearer);
    ended_ = hn::Or(ended_, hn::Or(near, inside));
    inside_.store(pick(inside, number, inside_.load()));

    // The carriers in their order, then the newest point.
    const Which edge = hn::Gt(found.carriers, all(1)), face = hn::Gt(found.carriers, all(2));
    const Which is_1 = hn::Eq(found.first, all(1)), is_2 = hn::Eq(found.first, all(2));
    const Which other_is_2 = hn::Eq(found.second, all(2));
    point_[0].store(pick(edge, pick(is_1, p1, pick(is_2, p2, p0)), p));
    point_[1].store(pick(face, pick(other_is_2, p2, p1), p));
    point_[2].store(p);
    number_[0].store(pick(moves, pick(edge, pick(is_1, n1, pick(is_2, n2, n0)), number), n0));
    number_[1].store(pick(moves, pick(face, pick(other_is_2, n2, n1), number), n1));
    number_[2].store(pick(moves, number, n2));

    const Lane upper = hn::Sqrt(found.squared);
    last_.store(found.squared);
    upper_.store(upper);
    q_.store(found.direction);  // also where it ends: that takes a division to know
    const Which goes_on =
        hn::And(hn::Gt(upper, shortest_.load()), hn::Lt(calls, all(LaneGjk::limit)));
    active_ = hn::And(moves, goes_on);
  }

  const LaneQueries& queries_;
  LaneHull a_, b_;
  TwinTurn turn_;
  LaneVector offset_{}, q_{};
  LaneVector looked_{};  // along which it has looked last
  LaneArray goal_{}, shortest_{}, last_{}, upper_{}, size_{}, calls_{};
  LaneArray lower_{}, closes_{};  // of the last look, and the upper_ it had to come near
  LaneVector point_[3]{};
  IdArray number_[3]{}, inside_{}, index_{};
  Which active_, ended_;
};

#endif  // lanes

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
