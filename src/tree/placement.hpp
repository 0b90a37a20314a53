// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Geometry>

#include "tree/body.hpp"
#include "tree/kernels.hpp"

namespace apart {

/// Where b's tree is, seen from a's, in a's units; and what rounding may have made of it.
struct Placement {
  Eigen::Matrix3d rotation;
  Eigen::Vector3d translation;
  double scale;     ///< unit of b in units of a
  double size;      ///< bound on all coordinates: S of docs/certificate.md in units of a
  double slack;     ///< bound on the error of the map itself
  double shrink;    ///< distances in the world are at least this times those here times the unit
  double rounding;  ///< of both bodies, in units of a
  double skew;      ///< bound on the products of unit vectors of b that are normal to each other

  Placement(const Body& a, const TreeView& ta, const Body& b, const TreeView& tb) {
    const Eigen::Matrix3d &ra = a.pose().rotation, &rb = b.pose().rotation;
    const Eigen::Matrix3d back = ra.inverse();
    const Eigen::Vector3d apart = b.pose().translation - a.pose().translation;
    scale = tb.unit / ta.unit;
    rotation = back * rb * scale;
    translation = back * ((apart + rb * tb.centre) - ra * ta.centre) / ta.unit;
    size = (ta.radius + tb.radius) / ta.unit + translation.norm();
    const double far = (apart.norm() + tb.centre.norm() + ta.centre.norm()) / ta.unit;
    slack = 32 * unit_roundoff * (size + far);
    const double defect = (ra.transpose() * ra - Eigen::Matrix3d::Identity()).norm();
    shrink = 1 - defect - 0x1p-45;
    skew = 2 * (defect + (rb.transpose() * rb - Eigen::Matrix3d::Identity()).norm()) + 0x1p-45;
    size *= 1 + 1e-5;
    rounding = (a.rounding().hi + b.rounding().hi) / ta.unit * (1 + 0x1p-45);
  }
};

inline TreeMap tree_map(const Placement& p) {
  TreeMap map;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      map.rotation[3 * i + k] = p.rotation(i, k);
      map.rotation_f[3 * i + k] = static_cast<float>(p.rotation(i, k));
    }
    map.translation[i] = p.translation[i];
    map.translation_f[i] = static_cast<float>(p.translation[i]);
  }
  map.scale = p.scale;
  map.coarse = (64 * 0x1p-24 * p.size + p.slack) * (1 + 0x1p-20);
  map.faces = map.coarse + 2 * p.skew * p.size;
  map.fine = (64 * 0x1p-53 * p.size + p.slack) * (1 + 0x1p-20);
  return map;
}

}  // namespace apart
