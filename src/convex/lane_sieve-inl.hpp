// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_LANE_SIEVE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_LANE_SIEVE_INL
#undef APART_LANE_SIEVE_INL
#else
#define APART_LANE_SIEVE_INL
#endif

#include "convex/lane_hull-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

#if HWY_MAX_BYTES >= 32

/// Vertices are looked through in single precision first, and only those that may be the farthest
/// in double: the answer is that of looking at all of them in double.
///
/// The direction q is scaled so that |qx| + |qy| + |qz| < 2, vertices so that no coordinate exceeds
/// 1, both by powers of two. With w = 2^-24, the entries of R^T q err by up to 5 w a and a little
/// (q and R are rounded, then three operations), a being the product of sizes |R|^T |q|; the value
/// of a vertex by up to 9 w a.|p| and a little (the vertex is rounded, then three operations). As
/// rows of R are of length 1 up to 1e-6, the sum of a is below 2 sqrt(3) (1 + 1e-6). So a value
/// errs by E < 32 w = 2^-19, which has room for what double loses and for vertices' coordinates set
/// to zero below sieve_grain; two values by 2^-18; and the threshold itself is rounded by 4 w at
/// most.
inline constexpr float sieve_doubt = 0x1.2p-18f;

/// Smaller coordinates of vertices count as zero: products with them could be denormal, which is
/// slow.
inline constexpr float sieve_grain = 0x1p-40f;

/// Two numbers of each query in single precision, one about B, then one about A, as in numbers of
/// pairs of vertices: both polytopes are looked through at a time.
using TwinTag = hn::Repartition<float, LaneTag>;
using Twin = hn::Vec<TwinTag>;
using TwinBits = hn::Vec<hn::RebindToSigned<TwinTag>>;
inline constexpr TwinTag twin_tag;
inline constexpr hn::RebindToSigned<TwinTag> twin_bits_tag;

HWY_INLINE Twin twin(Id bits) { return hn::BitCast(twin_tag, bits); }
/// The same number twice.
HWY_INLINE Twin twice(Lane x) {
  alignas(64) static constexpr std::int32_t from[] = {0, 0, 1, 1, 2, 2, 3, 3,
                                                      4, 4, 5, 5, 6, 6, 7, 7};
  const auto single = hn::DemoteTo(hn::Rebind<float, LaneTag>(), x);
  return hn::TableLookupLanes(hn::ZeroExtendVector(twin_tag, single),
                              hn::SetTableIndices(twin_tag, from));
}
HWY_INLINE Lane beside(Lane a, Lane b) {
  return hn::BitCast(lane_tag, hn::OddEven(twice(a), twice(b)));
}

struct TwinTriple {
  Twin x, y, z;
};
HWY_INLINE Twin dot(const TwinTriple& a, const TwinTriple& b) {
  return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::Mul(a.z, b.z)));
}

/// Rotations of both bodies; A's with the other sign, as its vertices are looked for against q.
class TwinTurn {
 public:
  HWY_INLINE void set(const LanePose& a, const LanePose& b) {
    const auto put = [](LaneVector& to, const LaneTriple& of_a, const LaneTriple& of_b) HWY_ATTR {
      to.store({beside(hn::Neg(of_a.x), of_b.x), beside(hn::Neg(of_a.y), of_b.y),
                beside(hn::Neg(of_a.z), of_b.z)});
    };
    put(x_, a.x, b.x);
    put(y_, a.y, b.y);
    put(z_, a.z, b.z);
  }
  HWY_INLINE void take(const LaneMove& move, const TwinTurn& from) {
    move(x_, from.x_);
    move(y_, from.y_);
    move(z_, from.z_);
  }

  /// q in the frames of both, scaled as the sieve wants it. Of zero or of what is no number
  /// anything may come.
  HWY_INLINE TwinTriple back(const LaneTriple& q) const {
    const Lane sum = hn::Add(hn::Abs(q.x), hn::Add(hn::Abs(q.y), hn::Abs(q.z)));
    const Id exponent = hn::And(hn::BitCast(id_tag, sum), all_ids(std::int64_t{0x7ff} << 52));
    const Lane scale = hn::BitCast(lane_tag, hn::Sub(all_ids(std::int64_t{0x7fe} << 52), exponent));
    const TwinTriple d{twice(hn::Mul(q.x, scale)), twice(hn::Mul(q.y, scale)),
                       twice(hn::Mul(q.z, scale))};
    return {dot(load(x_), d), dot(load(y_), d), dot(load(z_), d)};
  }

 private:
  HWY_INLINE static TwinTriple load(const LaneVector& v) {
    const LaneTriple t = v.load();
    return {hn::BitCast(twin_tag, t.x), hn::BitCast(twin_tag, t.y), hn::BitCast(twin_tag, t.z)};
  }

  LaneVector x_{}, y_{}, z_{};
};

/// Which vertices may be the farthest: a bit for each, in words of 32.
template <int words>
class LaneCandidates {
 public:
  TwinBits word[words];

  /// The first candidate of each body, as a number of a pair. Where none is left: vertex 1, which
  /// does no harm, as there is none that is farther than the farthest.
  HWY_INLINE Id pop() {
    TwinBits from = word[words - 1], offset = hn::Zero(twin_bits_tag);
    if constexpr (words > 1) {
      offset = hn::IfThenElseZero(holds(words - 1), hn::Set(twin_bits_tag, 32 * (words - 1)));
    }
    for (int k = words - 2; k >= 0; --k) {
      from = hn::IfThenElse(holds(k), word[k], from);
      offset = hn::IfThenElse(holds(k), hn::Set(twin_bits_tag, 32 * k), offset);
    }
    const TwinBits lowest = hn::And(from, hn::Neg(from)), rest = hn::Xor(from, lowest);
    for (int k = 0; k < words; ++k) {
      const auto here = hn::Eq(offset, hn::Set(twin_bits_tag, 32 * k));
      word[k] = words == 1 ? rest : hn::IfThenElse(here, rest, word[k]);
    }
    // Of 2^n in single precision, 127 + n is in the bits from 23 on: of that plus 1, n in five.
    const TwinBits single = hn::BitCast(twin_bits_tag, hn::ConvertTo(twin_tag, lowest));
    const TwinBits next = hn::Add(hn::ShiftRight<23>(single), hn::Set(twin_bits_tag, 1));
    return hn::BitCast(id_tag, hn::Or(hn::And(next, hn::Set(twin_bits_tag, 31)), offset));
  }
  /// Without those of a pair. Bits that are shifted out are gone, also if by more than there are:
  /// so of a word that does not hold the vertex nothing is dropped, nor of any for absent_pair.
  HWY_INLINE void drop(Id number) {
    for (int k = 0; k < words; ++k) {
      const TwinBits place =
          hn::Sub(hn::BitCast(twin_bits_tag, number), hn::Set(twin_bits_tag, 32 * k));
      word[k] = hn::AndNot(hn::Shl(hn::Set(twin_bits_tag, 1), place), word[k]);
    }
  }
  /// Where there is one, of A or of B.
  HWY_INLINE Which any() const {
    TwinBits any = word[0];
    for (int k = 1; k < words; ++k) any = hn::Or(any, word[k]);
    return hn::RebindMask(lane_tag, hn::Ne(hn::BitCast(id_tag, any), all_ids(0)));
  }

 private:
  HWY_INLINE auto holds(int k) const { return hn::Ne(word[k], hn::Zero(twin_bits_tag)); }
};

/// The vertices of a pair of polytopes in single precision, vertex by vertex of both: a sieve.
class LaneSieve {
 public:
  static constexpr int many = 128;

  HWY_INLINE LaneSieve(const detail::PolytopeData& a, const detail::PolytopeData& b)
      : used_(std::max(a.count, b.count) > LaneHull::most_in_table),
        count_((std::max(a.count, b.count) + 3) / 4 * 4) {
    if (!used_) return;
    fill(0, b);
    fill(1, a);
  }

  /// Is there anything to be gained by it?
  HWY_INLINE bool used() const { return used_; }
  /// In how many words the candidates are.
  HWY_INLINE int words() const { return !used_ ? 0 : count_ <= 32 ? 1 : count_ <= 64 ? 2 : 4; }

  /// Along d, a TwinTurn's. First how far the farthest is, then which come near that: two loops of
  /// few operations each. To keep the best two, or four, with their indices takes more.
  template <int words>
  HWY_INLINE LaneCandidates<words> candidates(const TwinTriple& d) const {
    HWY_ALIGN_MAX float values[32 * words * 2 * lane_count];
    const auto place = [&](int k) HWY_ATTR { return values + 2 * lane_count * k; };
    const auto value = [&](int k) HWY_ATTR {
      const Twin v = dot({twin(all_ids(x_[k])), twin(all_ids(y_[k])), twin(all_ids(z_[k]))}, d);
      hn::Store(v, twin_tag, place(k));
      return v;
    };
    Twin most0 = hn::Max(value(0), value(1)), most1 = hn::Max(value(2), value(3));
    for (int k = 4; k < count_; k += 4) {
      most0 = hn::Max(most0, hn::Max(value(k), value(k + 1)));
      most1 = hn::Max(most1, hn::Max(value(k + 2), value(k + 3)));
    }
    const Twin least = hn::Sub(hn::Max(most0, most1), hn::Set(twin_tag, sieve_doubt));

    LaneCandidates<words> result;
    for (int w = 0; w < words; ++w) {
      TwinBits bits = hn::Zero(twin_bits_tag);
      const int end = std::min(32 * (w + 1), count_);
      for (int k = 32 * w; k < end; k += 4) {
        for (int j = k; j < k + 4; ++j) {
          const auto high = hn::Ge(hn::Load(twin_tag, place(j)), least);
          const TwinBits bit = hn::BitCast(twin_bits_tag, all_ids(bit_[j]));
          bits = hn::IfThenElse(hn::RebindMask(twin_bits_tag, high), hn::Or(bits, bit), bits);
        }
      }
      result.word[w] = bits;
    }
    return result;
  }

 private:
  /// What the smaller one lacks are copies that are never candidates.
  HWY_INLINE void fill(int half, const detail::PolytopeData& p) {
    const int shift = 32 * half;
    const double scale = one_over_power_of_two(p.radius) * 0.5;
    const auto put = [&](std::int64_t* to, std::uint32_t bits) {
      *to = half == 0 ? static_cast<std::int64_t>(bits)
                      : *to | static_cast<std::int64_t>(static_cast<std::uint64_t>(bits) << shift);
    };
    const auto rounded = [&](double x) {
      const float f = static_cast<float>(x * scale);
      return std::bit_cast<std::uint32_t>(std::abs(f) < sieve_grain ? 0.0f : f);
    };
    for (int k = 0; k < count_; ++k) {
      const int from = std::min(k, p.count - 1);
      put(x_ + k, rounded(p.x()[from]));
      put(y_ + k, rounded(p.y()[from]));
      put(z_ + k, rounded(p.z()[from]));
      put(bit_ + k, k < p.count ? 1u << k % 32 : 0);
    }
  }

  const bool used_;
  const int count_;
  std::int64_t x_[many], y_[many], z_[many], bit_[many];
};

#endif  // lanes

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
