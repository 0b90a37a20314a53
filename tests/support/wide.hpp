// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Numbers of 300 bits, to check against what doubles and double-doubles have made of something.
#include <boost/multiprecision/cpp_bin_float.hpp>

namespace support {

namespace mp = boost::multiprecision;
using Wide = mp::number<mp::cpp_bin_float<300, mp::digit_base_2>, mp::et_off>;

}  // namespace support
