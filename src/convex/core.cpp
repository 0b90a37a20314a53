// SPDX-License-Identifier: BSD-3-Clause
#include "convex/core.hpp"

#include <algorithm>
#include <apart/error.hpp>
#include <cmath>
#include <span>

#include "convex/scan.hpp"
#include "number_text.hpp"

namespace apart {

namespace {

Vector<double> checked_support(const Core& core, const Vector<double>& d) {
  const Vector<double> p = core.table->support(core.body, d);
  // Also false for NaN. The allowance is the support error the type declares, and some for
  // computing the norm here and there.
  const double limit = core.radius * (1 + (core.outside + 16) * unit_roundoff);
  if (!(safe_norm(p) <= limit)) {
    throw InvalidInput("custom shape: support() returned (" + text(p.x()) + ", " + text(p.y()) +
                       ", " + text(p.z()) +
                       "), which is not finite or lies outside of radius() = " + text(core.radius));
  }
  return p;
}

Support at_point(const Vector<double>& point, const Vector<double>& d, int id = -1) {
  return {point, id, dot(point, d)};
}

Core points_core(std::span<const Vector<double>> points, double rounding) {
  Core core;
  core.count = static_cast<int>(points.size());
  core.centre = exact_centre(points);
  core.centred = core.centre.isZero(0);
  for (int i = 0; i < core.count; ++i) {
    core.points[i] = points[i] - core.centre;
    core.radius = std::max(core.radius, safe_norm(core.points[i]));
  }
  core.rounding = rounding;
  return core;
}

/// Of a sphere or a capsule, whose core stands about its own origin.
Core axis_core(int count, double half, double rounding) {
  Core core;
  core.count = count;
  core.points[0] = {0, 0, -half};
  core.points[1] = {0, 0, half};
  core.radius = half;
  core.rounding = rounding;
  core.on_axis = true;
  return core;
}

Core box_core(const Vector<double>& sides) {
  const Vector<double> half = sides / 2;
  Core core;
  core.kind = Core::Kind::box;
  core.sides = sides.data();
  core.extent = half;
  core.radius = safe_norm(half);
  core.count = 8;
  return core;
}

/// A round core whose support points are computed to `error` units of roundoff, across the axis or
/// axes that are round. It is made smaller by as much there, so that every computed point lies
/// inside of the true shape: what is attained needs no allowance, only the lower bound does.
Core round_core(Core::Kind kind, double error, double radius) {
  Core core;
  core.kind = kind;
  core.radius = radius;
  core.jitter = error;
  core.shortfall = 2 * error + 2;
  return core;
}
/// One unit more, for the rounding of this very line.
double smaller(double extent, double error) {
  return extent - extent * ((error + 1) * unit_roundoff);
}

/// Of a cylinder or a cone.
Core disc_core(Core::Kind kind, double radius, double half) {
  Core core = round_core(kind, 4, safe_norm({radius, 0, half}));
  core.extent.x() = core.extent.y() = radius_in_core(radius);
  core.extent.z() = half;
  return core;
}

Core ellipsoid_core(const Vector<double>& radii) {
  Core core = round_core(Core::Kind::ellipsoid, 5, std::max({radii.x(), radii.y(), radii.z()}));
  for (int k = 0; k < 3; ++k) core.extent[k] = smaller(radii[k], 5);
  return core;
}

Core custom_core(const void* body, const detail::SupportTable& table) {
  Core core;
  core.kind = Core::Kind::custom;
  core.body = body;
  core.table = &table;
  core.radius = table.radius(body);
  core.outside = core.shortfall = core.jitter = table.support_error(body);
  if (!(core.radius >= 0 && core.radius <= 0x1p500)) {
    throw InvalidInput("custom shape: radius() must lie in [0, 2^500], got " + text(core.radius));
  }
  if (!(core.outside >= 0 && core.outside <= 0x1p40)) {
    throw InvalidInput("custom shape: support_error() must lie in [0, 2^40], got " +
                       text(core.outside));
  }
  return core;
}

}  // namespace

Support Core::farthest_of_few(const Vector<double>& d) const {
  switch (kind) {
    case Kind::points: {
      Support best = at_point(points[0], d, 0);
      for (int i = 1; i < count; ++i) {
        const Support other = at_point(points[i], d, i);
        if (other.value > best.value) best = other;
      }
      return best;
    }
    case Kind::polytope:
      break;  // inline, where the loops are
    case Kind::box: {
      const int id = (d.x() > 0) + 2 * (d.y() > 0) + 4 * (d.z() > 0);
      return at_point(vertex(id), d, id);
    }
    // For the round ones: the direction's error moves the point along the surface, which the value
    // of the support does not feel to first order; what counts is how far off the surface the point
    // may lie (docs/certificate.md has the count).
    case Kind::cylinder:
    case Kind::cone: {
      const double rho = std::sqrt(d.x() * d.x() + d.y() * d.y());
      Vector<double> rim(0, 0, -extent.z());
      if (rho > 0) rim = {extent.x() * (d.x() / rho), extent.y() * (d.y() / rho), -extent.z()};
      if (kind == Kind::cylinder) {
        if (d.z() > 0) rim.z() = extent.z();
        return at_point(rim, d);
      }
      const Support top = at_point({0, 0, extent.z()}, d), base = at_point(rim, d);
      return top.value > base.value ? top : base;
    }
    case Kind::ellipsoid: {
      const Vector<double> s = normalised(extent.cwiseProduct(d));
      const double length = norm(s);
      if (!(length > 0)) return at_point(Vector<double>::Zero(), d);
      return at_point({extent.x() * (s.x() / length), extent.y() * (s.y() / length),
                       extent.z() * (s.z() / length)},
                      d);
    }
    case Kind::custom:
      return at_point(checked_support(*this, d), d);
  }
  return {};
}

Core make_core_of_any(ShapeRef shape) {
  if (shape.table()) return custom_core(shape.object(), *shape.table());
  switch (shape.index()) {
    case detail::index_in<Point, ShapeVariant>:
      return points_core(std::array{shape.as<Point>().p()}, 0);
    case detail::index_in<Segment, ShapeVariant>: {
      const auto& s = shape.as<Segment>();
      return points_core(std::array{s.a(), s.b()}, 0);
    }
    case detail::index_in<Triangle, ShapeVariant>: {
      const auto& t = shape.as<Triangle>();
      return points_core(std::array{t.a(), t.b(), t.c()}, 0);
    }
    case detail::index_in<Sphere, ShapeVariant>:
      return axis_core(1, 0, shape.as<Sphere>().radius());
    case detail::index_in<Capsule, ShapeVariant>: {
      const auto& c = shape.as<Capsule>();
      return axis_core(2, c.length() / 2, c.radius());
    }
    case detail::index_in<Box, ShapeVariant>:
      return box_core(shape.as<Box>().size());
    case detail::index_in<Cylinder, ShapeVariant>: {
      const auto& c = shape.as<Cylinder>();
      return disc_core(Core::Kind::cylinder, c.radius(), c.length() / 2);
    }
    case detail::index_in<Cone, ShapeVariant>: {
      const auto& c = shape.as<Cone>();
      return disc_core(Core::Kind::cone, c.radius(), c.length() / 2);
    }
    case detail::index_in<Ellipsoid, ShapeVariant>:
      return ellipsoid_core(shape.as<Ellipsoid>().radii());
    case detail::index_in<Prism, ShapeVariant>: {
      Core core = polytope_core(shape.as<Prism>().section().data());
      core.infinite_along_z = true;
      return core;
    }
    case detail::index_in<Polytope, ShapeVariant>:
      return polytope_core(shape.as<Polytope>().data());
    case detail::index_in<Rounded, ShapeVariant>: {
      const auto& r = shape.as<Rounded>();
      Core core = make_core(r.shape());
      core.rounding += r.radius();
      return core;
    }
    case detail::index_in<Custom, ShapeVariant>: {
      const auto& c = shape.as<Custom>();
      return custom_core(c.body(), c.table());
    }
    default:
      throw std::logic_error("make_core: a half-space has no core");
  }
}

Vector<double> exact_centre(std::span<const Vector<double>> points) {
  Vector<double> low = points[0], high = points[0], centre = Vector<double>::Zero();
  for (const auto& p : points) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  for (int k = 0; k < 3; ++k) {
    const double middle = low[k] + (high[k] - low[k]) / 2;
    const double nearest = std::min(std::abs(low[k]), std::abs(high[k]));
    const double farthest = std::max(std::abs(low[k]), std::abs(high[k]));
    const bool one_side = low[k] > 0 || high[k] < 0;
    if (one_side && nearest >= std::abs(middle) / 2 && farthest <= 2 * std::abs(middle)) {
      centre[k] = middle;
    }
  }
  double about_origin = 0, about_centre = 0;
  for (const auto& p : points) {
    about_origin = std::max(about_origin, safe_norm(p));
    about_centre = std::max(about_centre, safe_norm(p - centre));
  }
  if (8 * about_centre > about_origin) centre.setZero();
  return centre;
}

double safe_norm_of_extremes(const Vector<double>& x) {
  const double largest = x.cwiseAbs().maxCoeff();
  if (!(largest > 0) || !std::isfinite(largest)) return x.allFinite() ? largest : NAN;
  const int e = std::ilogb(largest);
  const Vector<double> scaled(std::ldexp(x.x(), -e), std::ldexp(x.y(), -e), std::ldexp(x.z(), -e));
  return std::ldexp(norm(scaled) * (1 + 4 * unit_roundoff), e);
}

}  // namespace apart
