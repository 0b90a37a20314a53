// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace apart {

/// Points as the loops want them: as many as fill their registers.
struct FitPoints {
  static constexpr std::size_t multiple = 8;

  double *x, *y, *z;
  const double* r;   ///< null: no radii
  std::size_t size;  ///< a multiple of `multiple`
};

/// The loops of fitting a volume for one instruction set.
struct FitKernels {
  /// Turns points by the rows of a matrix, after they are moved by -origin; writes the range of
  /// their balls.
  void (*turn)(const FitPoints& points, const double* rows, const double* origin, double* low,
               double* high);
  /// How large a ball must be that touches a plane at height `top` over the middle, from below, and
  /// holds all points: the larger of (r^2 + gap^2) / gap, and the same upside down.
  void (*caps)(const FitPoints& points, const double* middle, double top, double& up, double& down);
};

const FitKernels& fit_kernels();

}  // namespace apart
