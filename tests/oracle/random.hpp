// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Random numbers that are the same on every platform: the engine is fixed by the standard, its
// distributions are not, so these are our own. Only + - * / sqrt are used, which IEEE fixes.

#include <array>
#include <cmath>
#include <cstdint>
#include <random>

namespace oracle {

/// A seed for case `index` of a run: any case can be made again alone, in any thread.
inline std::uint64_t mix(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed + 0x9e3779b97f4a7c15u * (index + 1);  // SplitMix64
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  double unit() { return double(engine_() >> 11) * 0x1p-53; }
  double between(double low, double high) { return low + (high - low) * unit(); }
  int integer(int low, int high) {  // both included
    return low + int(engine_() % std::uint64_t(high - low + 1));
  }
  bool chance(double p) { return unit() < p; }
  int sign() { return chance(0.5) ? 1 : -1; }

  /// 10^-k times a factor in [1, 10), k from `low` to `high`, built from exact operations.
  double decade(int low, int high) {
    double x = between(1, 10);
    for (int k = integer(low, high); k > 0; --k) x /= 10;
    return x;
  }

  /// Uniform on the unit sphere of R^N, by rejection.
  template <std::size_t N>
  std::array<double, N> direction() {
    for (;;) {
      std::array<double, N> d;
      double squared = 0;
      for (double& x : d) {
        x = between(-1, 1);
        squared += x * x;
      }
      if (squared > 1 || squared < 0.01) continue;
      for (double& x : d) x /= std::sqrt(squared);
      return d;
    }
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace oracle
