// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Everything at once. Each header also stands alone.
#include <apart/batch.hpp>
#include <apart/compound.hpp>
#include <apart/contact_patch.hpp>
#include <apart/custom.hpp>
#include <apart/distance.hpp>
#include <apart/error.hpp>
#include <apart/gradient.hpp>
#include <apart/hull_distance.hpp>
#include <apart/mesh.hpp>
#include <apart/mesh_file.hpp>
#include <apart/mesh_report.hpp>
#include <apart/motion.hpp>
#include <apart/penetration.hpp>
#include <apart/polytope.hpp>
#include <apart/pose.hpp>
#include <apart/primitives.hpp>
#include <apart/scene.hpp>
#include <apart/scene_motion.hpp>
#include <apart/segment_distance.hpp>
#include <apart/shape.hpp>
#include <apart/spheres.hpp>
#include <apart/trace.hpp>
#include <apart/tracker.hpp>
#include <apart/triangle_pairs.hpp>
#include <apart/verify.hpp>
#include <apart/version.hpp>
