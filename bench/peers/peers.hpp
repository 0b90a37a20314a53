// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "../peer.hpp"

namespace bench {

// What each is, and what its time includes, stands beside its definition.
PeerPtr apart_distance();
PeerPtr apart_distance_tracked();
PeerPtr apart_penetration();
PeerPtr apart_penetration_tracked();
PeerPtr fcl_distance();
PeerPtr fcl_signed();
PeerPtr fcl_signed_tight();
PeerPtr fcl_collide();
PeerPtr libccd_penetration();
PeerPtr bullet_pair_detector();
PeerPtr bullet_epa();
PeerPtr mujoco_collision();

}  // namespace bench
