// SPDX-License-Identifier: BSD-3-Clause
#include <apart/error.hpp>
#include <apart/spheres.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "number_text.hpp"
#include "tree/spheres_data.hpp"

namespace apart {

namespace {

constexpr double largest_coordinate = 0x1p500;

[[noreturn]] void refuse(const char* list, std::size_t i, const char* wrong, double x) {
  throw InvalidInput("spheres: " + std::string(list) + "[" + std::to_string(i) + "] " + wrong +
                     ", got " + text(x));
}

void check(std::span<const Eigen::Vector3d> centres, std::span<const double> radii) {
  if (centres.empty()) throw InvalidInput("spheres: there must be at least one");
  if (centres.size() != radii.size()) {
    throw InvalidInput("spheres: there must be as many radii as centres, got " +
                       std::to_string(radii.size()) + " and " + std::to_string(centres.size()));
  }
  if (centres.size() > (1u << 29)) {
    throw InvalidInput("spheres: at most 2^29, got " + std::to_string(centres.size()));
  }
  for (std::size_t i = 0; i < centres.size(); ++i) {
    for (int k = 0; k < 3; ++k) {
      const double x = centres[i][k];
      if (!std::isfinite(x)) refuse("centres", i, "must be finite", x);
      if (std::abs(x) > largest_coordinate) refuse("centres", i, "must not exceed 2^500", x);
    }
    if (!std::isfinite(radii[i])) refuse("radii", i, "must be finite", radii[i]);
    if (radii[i] < 0) refuse("radii", i, "must not be negative", radii[i]);
    if (radii[i] > largest_coordinate) refuse("radii", i, "must not exceed 2^500", radii[i]);
  }
}

}  // namespace

Spheres::Spheres(std::span<const Eigen::Vector3d> centres, std::span<const double> radii) {
  check(centres, radii);
  auto data = std::make_shared<detail::SpheresData>();
  data->centre.assign(centres.begin(), centres.end());
  data->radius.assign(radii.begin(), radii.end());
  TreePoints points{data->centre, data->radius, 1};
  data->tree = WideTree::build(points, {.threads = 0});
  data->groups = make_groups(data->tree, points);
  data->tree.element = std::vector<std::int32_t>();
  data_ = std::move(data);
}

Spheres::Spheres(std::span<const Eigen::Vector3d> centres, double radius)
    : Spheres(centres, std::vector<double>(centres.size(), radius)) {}

int Spheres::size() const { return static_cast<int>(data_->centre.size()); }
Eigen::Vector3d Spheres::centre(int i) const { return data_->centre[i]; }
double Spheres::radius(int i) const { return data_->radius[i]; }
std::size_t Spheres::bytes() const {
  return sizeof(*data_) + data_->centre.capacity() * sizeof(Eigen::Vector3d) +
         data_->radius.capacity() * sizeof(double) + data_->tree.bytes() +
         data_->groups.capacity() * sizeof(Group);
}

}  // namespace apart
