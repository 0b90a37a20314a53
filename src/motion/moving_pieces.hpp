// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <apart/motion.hpp>
#include <memory>
#include <vector>

#include "motion/passage.hpp"
#include "tree/body.hpp"

namespace apart {

/// A piece of a shape: convex, or with a tree; and where it stands in the shape's frame.
struct MovingPiece {
  Body body;
  Pose local;
  bool moved;  ///< local is not the identity

  MovingPiece(ShapeRef shape, const DoubleDouble& rounding)
      : body(shape, Pose(), rounding), moved(false) {}
  MovingPiece(ShapeRef shape, const DoubleDouble& rounding, const Pose& place)
      : body(shape, Pose(), rounding), local(place), moved(true) {}
  Pose pose(const Pose& outer) const { return moved ? composed(outer, local) : outer; }
};

/// Two bounded shapes of many pieces on their ways. Every pair of pieces has planes of its own
/// between them, and so has every pair of the volumes of their trees: a search leaves out what one
/// plane proves to be apart for as long as all the others are. A view: it must not outlive the
/// shapes.
class MovingPieces {
 public:
  MovingPieces(ShapeRef a, ShapeRef b, double margin);

  /// As PairMotion::advance(); s and limit are on one stretch of both motions, and the shapes are
  /// known to be apart by m at s. It ends where no more than `known` can be proved.
  double advance(const Motion& motion_a, const Motion& motion_b, double s, double limit, double m,
                 double known) const;

  /// Only a few pairs, all convex: no search is needed.
  bool few() const { return few_; }

 private:
  using Pieces = std::vector<std::unique_ptr<MovingPiece>>;

  static Pieces pieces_of(ShapeRef shape, double margin);

  Pieces a_, b_;
  bool few_;
};

}  // namespace apart
