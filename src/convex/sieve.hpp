// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace apart {

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

}  // namespace apart
