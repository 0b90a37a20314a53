// SPDX-License-Identifier: BSD-3-Clause
#include "tree/lowest.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace apart {

namespace {

class Descent {
 public:
  Descent(Body& body, const Vector<double>& n)
      : body_(body), n_(transposed_product(body.pose().rotation, n)) {
    visit(0);
  }
  Lowest found;

 private:
  void visit(std::int32_t index) {
    const auto lowest = [&](const WideNode& n, int slot) { return lowest_of(n, slot); };
    for (const auto& child : Children(body_.tree().nodes[index], lowest)) {
      if (child.bound >= value_) return;
      if (child.index >= 0) {
        visit(child.index);
      } else {
        visit_group(body_.tree().groups[~child.index]);
      }
    }
  }

  double lowest_of(const WideNode& node, int slot) {
    Vector<double> centre;
    for (int c = 0; c < 3; ++c) centre[c] = node.centre(c)[slot];
    double value = dot(n_, centre);
    for (int k = 0; k < 3; ++k) {
      value -= std::abs(
          dot<double>(n_, {node.axis(k, 0)[slot], node.axis(k, 1)[slot], node.axis(k, 2)[slot]}));
    }
    return dot(n_, body_.tree().centre) + value * body_.tree().unit;
  }

  void visit_group(const Group& group) {
    for (int i = 0; i < group.count(); ++i) {
      const int e = group.element[i];
      const double radius = body_.radius(e) * length_;
      for (const auto* corner : body_.corners(e)) {
        const double value = dot(n_, *corner) - radius;
        if (value >= value_) continue;
        value_ = value;
        found = {e, corner};
      }
    }
  }

  Body& body_;
  Vector<double> n_;
  double length_ = norm(n_);
  double value_ = std::numeric_limits<double>::infinity();
};

}  // namespace

Lowest find_lowest(Body& body, const Vector<double>& n) {
  return Descent(body, normalised(n)).found;
}

}  // namespace apart
