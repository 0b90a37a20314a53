// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The version of apart. CMakeLists.txt reads it from here, so it stands in one place only.
#define APART_VERSION_MAJOR 0
#define APART_VERSION_MINOR 1
#define APART_VERSION_PATCH 0
#define APART_VERSION "0.1.0"
