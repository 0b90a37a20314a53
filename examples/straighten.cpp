// SPDX-License-Identifier: BSD-3-Clause

// A plank flies among pillars. Its path is pulled straight and pushed away from them, down the
// gradient, until it is short and clear. With an argument, a picture is written there (SVG).
#include <algorithm>
#include <apart/apart.hpp>
#include <cstdio>
#include <fstream>
#include <vector>

namespace {

using apart::Pose;
using Eigen::Vector3d;
using Path = std::vector<Pose>;

constexpr double clearance = 0.25;
const apart::Box plank(1.6, 0.3, 0.3);

struct Pillar {
  apart::Shape shape;
  Pose pose;
  const char* outline;  // of the picture
};

Pose turned(double angle, double x, double y) {
  return {Eigen::AngleAxisd(angle, Vector3d::UnitZ()).toRotationMatrix(), Vector3d(x, y, 0)};
}

const std::vector<Pillar> pillars{
    {apart::Cylinder(0.9, 8), turned(0, 2, 1), "<circle r='0.9'/>"},
    {apart::Box(1, 2.4, 8), turned(0.4, 4.5, -0.9),
     "<rect x='-.5' y='-1.2' width='1' height='2.4'/>"},
    {apart::Cylinder(0.7, 8), turned(0, 5, 2.3), "<circle r='0.7'/>"},
    {apart::Box(0.8, 3, 8), turned(-0.5, 7.2, 1.2),
     "<rect x='-.4' y='-1.5' width='.8' height='3'/>"},
};

/// The rotation vector from one pose to another, then the way, in world axes.
apart::Vector6d difference(const Pose& from, const Pose& to) {
  const Eigen::AngleAxisd turn(Eigen::Matrix3d(to.rotation * from.rotation.transpose()));
  apart::Vector6d d;
  d << turn.angle() * turn.axis(), to.translation - from.translation;
  return d;
}

void move(Pose& pose, const apart::Vector6d& by) {
  const Vector3d turn = by.head<3>();
  if (turn.norm() > 0) {
    pose.rotation = Eigen::AngleAxisd(turn.norm(), turn.normalized()) * pose.rotation;
    pose.rotation = Eigen::Quaterniond(pose.rotation).normalized().toRotationMatrix();
  }
  pose.translation += by.tail<3>();
}

/// Each inner pose goes towards the middle of its neighbours, and off every pillar that is closer
/// than the clearance. The derivative by rotation is in units of length: turning is made as dear as
/// it moves the ends of the plank.
void relax(Path& path) {
  for (std::size_t i = 1; i + 1 < path.size(); ++i) {
    Pose& pose = path[i];
    apart::Vector6d by = 0.25 * (difference(pose, path[i - 1]) + difference(pose, path[i + 1]));
    for (const Pillar& pillar : pillars) {
      const apart::Gradient g = apart::gradient(pillar.shape, pillar.pose, plank, pose);
      if (g.value >= clearance) continue;
      apart::Vector6d off = g.grad_b;
      off.head<3>() /= 0.8 * 0.8;
      by += 0.5 * (clearance - g.value) * off;
    }
    move(pose, by);
  }
}

double length(const Path& path) {
  double sum = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    sum += (path[i].translation - path[i - 1].translation).norm();
  }
  return sum;
}

/// The least signed distance that is proved.
double clear(const Path& path) {
  double least = INFINITY;
  for (const Pose& pose : path) {
    for (const Pillar& pillar : pillars) {
      least = std::min(least, apart::penetration(pillar.shape, pillar.pose, plank, pose).lower);
    }
  }
  return least;
}

void draw(std::ostream& out, const Path& path, double x) {
  const auto place = [&](const Pose& pose) {
    const double angle = std::atan2(pose.rotation(1, 0), pose.rotation(0, 0)) * 57.29577951308232;
    char text[100];
    std::snprintf(text, sizeof text, "<g transform='translate(%.3f %.3f) rotate(%.2f)'>",
                  pose.translation.x(), pose.translation.y(), angle);
    return std::string(text);
  };
  out << "<g transform='translate(" << x << " 4) scale(1 -1)'>\n<g fill='#99a'>\n";
  for (const Pillar& pillar : pillars) out << place(pillar.pose) << pillar.outline << "</g>\n";
  out << "</g>\n<g fill='#28c' fill-opacity='.25' stroke='#28c' stroke-width='.02'>\n";
  for (const Pose& pose : path) {
    out << place(pose) << "<rect x='-.8' y='-.15' width='1.6' height='.3'/></g>\n";
  }
  out << "</g>\n</g>\n";
}

}  // namespace

int main(int argc, char** argv) {
  // By hand: the right side of every pillar, but too close to some, and through one.
  Path path;
  const Vector3d corners[] = {
      {-0.5, 0, 0}, {2.4, -1.4, 0}, {4.2, 1.2, 0}, {7.8, -1.2, 0}, {9.5, 2, 0}};
  for (int leg = 0; leg < 4; ++leg) {
    for (int i = 0; i < 10; ++i) {
      path.push_back(Pose(corners[leg] + i / 10.0 * (corners[leg + 1] - corners[leg])));
    }
  }
  path.push_back(Pose(corners[4]));
  const Path before = path;
  for (int i = 0; i < 400; ++i) relax(path);

  std::printf("length %.1f, at least %.1f clear\n", length(before), clear(before));
  // -> length 14.3, at least -0.4 clear
  std::printf("length %.1f, at least %.1f clear\n", length(path), clear(path));
  // -> length 12.0, at least 0.2 clear

  if (argc > 1) {
    std::ofstream out(argv[1]);
    out << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-1.5 0 24 7' width='960'>\n"
        << "<rect x='-1.5' width='24' height='7' fill='white'/>\n";
    draw(out, before, 0);
    draw(out, path, 11.5);
    out << "</svg>\n";
  }
}
