# SPDX-License-Identifier: BSD-3-Clause
# What `cmake --install` puts where: find_package(apart CONFIG) and pkg-config find it afterwards,
# also when the whole prefix is moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Before 1.0 a minor version may break the interface, afterwards only a major one.
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(compatibility SameMinorVersion)
  set(soversion ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
else()
  set(compatibility SameMajorVersion)
  set(soversion ${PROJECT_VERSION_MAJOR})
endif()
set_target_properties(apart PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${soversion})

install(TARGETS apart EXPORT apartTargets
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/apart DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp")
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES package.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/apart)  # ROS finds packages by it

# How to get from one installed directory to another. A directory that is given as an absolute path
# stays where it is when the prefix moves.
function(apart_path_between result from to)
  if(IS_ABSOLUTE "${from}" OR IS_ABSOLUTE "${to}")
    set(path "")
  else()
    file(RELATIVE_PATH path "/prefix/${from}" "/prefix/${to}")
    string(REGEX REPLACE "/$" "" path "${path}")
  endif()
  set(${result} "${path}" PARENT_SCOPE)
endfunction()

get_target_property(type apart TYPE)
if(APART_BUILD_CLI)  # it installs itself; beside a shared library it has to find that
  apart_path_between(path_to_lib "${CMAKE_INSTALL_BINDIR}" "${CMAKE_INSTALL_LIBDIR}")
  if(type STREQUAL SHARED_LIBRARY AND path_to_lib)
    set_target_properties(apart_cli PROPERTIES INSTALL_RPATH "$ORIGIN/${path_to_lib}")
  endif()
endif()

# find_package
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/apart)
if(type STREQUAL STATIC_LIBRARY)
  set(apart_is_static TRUE)
else()
  set(apart_is_static FALSE)  # a shared library brings along what it is linked with
endif()
configure_package_config_file(cmake/apartConfig.cmake.in apartConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(apartConfigVersion.cmake COMPATIBILITY ${compatibility})
install(EXPORT apartTargets NAMESPACE apart:: DESTINATION ${package_dir})
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/apartConfig.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/apartConfigVersion.cmake DESTINATION ${package_dir})

# pkg-config
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
apart_path_between(path_to_prefix "${pkgconfig_dir}" "")
if(path_to_prefix)
  set(pc_prefix "\${pcfiledir}/${path_to_prefix}")
else()
  set(pc_prefix "${CMAKE_INSTALL_PREFIX}")
endif()
foreach(dir LIBDIR INCLUDEDIR)
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${dir}}")
    set(pc_${dir} "${CMAKE_INSTALL_${dir}}")
  else()
    set(pc_${dir} "\${prefix}/${CMAKE_INSTALL_${dir}}")
  endif()
endforeach()
set(pc_requires "eigen3 >= 3.4")
if(apart_is_static)
  # Not Requires.private: with no shared libapart beside it, plain `pkg-config --libs` has to link.
  string(REPLACE "Qhull::" "" qhull_pc ${apart_qhull})
  string(APPEND pc_requires ", ${qhull_pc}, libhwy, tbb")
  if(APART_WITH_ASSIMP)
    set(pc_libs " -lassimp")  # its own file asks for libraries that its package does not bring
  endif()
endif()
configure_file(cmake/apart.pc.in apart.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/apart.pc DESTINATION ${pkgconfig_dir})
