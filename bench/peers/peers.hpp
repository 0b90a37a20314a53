// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "../peer.hpp"

namespace bench {

// What each is, and what its time includes, stands beside its definition.

// Distances; 0 or less where the bodies overlap.
PeerPtr apart_distance();
PeerPtr apart_distance(double relative_error, const char* name);
PeerPtr apart_distance_tracked();
PeerPtr apart_distances();
PeerPtr apart_distances_on_all_cores();
PeerPtr fcl_distance();
PeerPtr fcl_distance_tight();
PeerPtr fcl_distance_indep();
PeerPtr fcl_distance_guessing();
PeerPtr bullet_distance();
PeerPtr bullet_gjk_distance();

// Yes or no: -1 or 1.
PeerPtr apart_intersects();
PeerPtr fcl_collide();
PeerPtr fcl_collide_indep();
PeerPtr libccd_intersect();
PeerPtr libccd_mpr_intersect();
PeerPtr bullet_collide();
PeerPtr ode_collide();
PeerPtr mujoco_collide();

// Signed distances.
PeerPtr apart_penetration();
PeerPtr apart_penetration_tracked();
PeerPtr fcl_signed();
PeerPtr fcl_signed_tight();
PeerPtr fcl_contact_depth();
PeerPtr libccd_penetration();
PeerPtr bullet_pair_detector();
PeerPtr bullet_epa();
PeerPtr mujoco_depth();

}  // namespace bench
