// SPDX-License-Identifier: BSD-3-Clause
#include "experiment.hpp"

#include "cameron/cameron.hpp"
#include "gjk/fig4.hpp"
#include "gjk/table1.hpp"
#include "lumelsky/lumelsky.hpp"
#include "quinlan/quinlan.hpp"
#include "sundaraj/sundaraj.hpp"

namespace apart::experiments {

std::span<const Experiment> experiments() {
  static constexpr Experiment all[] = {
      {"gjk-fig4", "Gilbert, Johnson, Keerthi 1988, Fig. 4: operations against vertices",
       fig4_section},
      {"gjk-table1",
       "the same, Table I and Fig. 6: a motion past obstacles, from scratch and tracked",
       table1_section},
      {"lumelsky", "Lumelsky 1985: operations against dimension", lumelsky_section},
      {"sundaraj",
       "Sundaraj, d'Aulignac, Mazer 2000: robustness, and Fig. 1 to 3: features beside GJK",
       sundaraj_section},
      {"quinlan", "Quinlan 1994, Graphs 1 to 3: search size against error, distance and detail",
       quinlan_section},
      {"cameron", "Cameron 1997, Fig. 3 to 5: hill climbing, tracking, penetration bounds",
       cameron_section},
  };
  return all;
}

}  // namespace apart::experiments
