// SPDX-License-Identifier: BSD-3-Clause

// Compiled once for every instruction set (see Highway's foreach_target): no plain include guard.
#if defined(APART_PLACED_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef APART_PLACED_INL
#undef APART_PLACED_INL
#else
#define APART_PLACED_INL
#endif

#include "convex/core.hpp"
#include "convex/corners-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace apart {
namespace HWY_NAMESPACE {

/// A core with vertices, as a query sees it: in world axes, from its own centre, scaled. Of few
/// vertices all are turned there at once; of many, the direction is turned instead, and only the
/// vertices that are found.
class Placed {
 public:
  HWY_INLINE Placed(const Core& core, const Eigen::Matrix3d& rotation, double scale)
      : core_(core), exact_rotation_(rotation), turn_(rotation, scale), scale_(scale) {
    if (core.count <= most_turned) turn_all();
  }

  /// Worth it if many supports will be asked for.
  HWY_INLINE void turn_more() {
    if (!all_turned_ && core_.count <= many) turn_all();
  }

  /// The vertex farthest along q, none overlooked, the lowest index among equals.
  HWY_INLINE Farthest farthest(Triple q) const {
    return all_turned_ ? turned_.farthest<Way::along>(q, core_.count) : turning(q.x, q.y, q.z);
  }

  HWY_INLINE Triple place(int id) const {
    return all_turned_ ? turned_[id] : turn_ * Triple::of(core_.vertex(id));
  }
  HWY_INLINE Vector<double> point(int id) const { return place(id).vector(); }

  HWY_INLINE const Core& core() const { return core_; }
  /// A direction in the core's own frame: vertex(id) along it is what place(id) is along q.
  HWY_INLINE Triple turned_back(Triple q) const { return turn_.back(q); }

  /// A combination of vertices, nearly exactly.
  template <int count>
  HWY_INLINE WideFour combination(const int* id, const Weights<count>& weight) const {
    const auto vertex = [&](int k)
                            HWY_ATTR { return Four::of(core_.vertex(id[k])) * Four::of(scale_); };
    return turned(exact_rotation_, combined(vertex, weight));
  }
  HWY_INLINE WideFour exact_point(int id) const {
    return turned(exact_rotation_, {Four::of(core_.vertex(id)) * Four::of(scale_), Four::of(0)});
  }

 private:
  /// By value: a vector just written, part by part, takes long to be read as a whole.
  APART_OUT_OF_LINE Farthest turning(double x, double y, double z) const {
    return farthest_of_many<Way::along>(*core_.polytope, Three::of(turn_.back({x, y, z})));
  }

  /// Where turning all vertices costs no more than turning many directions.
  static constexpr int many = 128;

  HWY_INLINE void turn_all() {
    all_turned_ = true;
    switch (core_.kind) {
      case Core::Kind::polytope: {
        const detail::PolytopeData& p = *core_.polytope;
        turned_.turn(p.x(), p.y(), p.z(), core_.count, turn_);
        break;
      }
      case Core::Kind::box:
        turned_.turn_box(Triple::of(core_.extent), turn_);
        break;
      default:
        turned_.turn_fours(8, turn_, [&](int i, int axis) HWY_ATTR {
          const auto at = [&](int k) {
            return core_.points[i + k < core_.count ? i + k : 0][axis];
          };
          return Four::of(at(0), at(1), at(2), at(3));
        });
    }
  }

  const Core& core_;
  const Eigen::Matrix3d& exact_rotation_;
  const Turn turn_;
  double scale_;
  bool all_turned_ = false;
  TurnedCorners<many> turned_;
};

}  // namespace HWY_NAMESPACE
}  // namespace apart
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
