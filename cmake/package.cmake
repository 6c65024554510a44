# The Debian package, which `make package` builds (tools/package). dpkg-shlibdeps finds its dependencies from the
# programs.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME alea)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_CONTACT "the alea authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "laboratory for dice games of risk")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "alea plays, solves, simulates and judges games such as Pig, Hog and
Despirala: at the console, in contests between students' strategies, or by
the million between bots. It solves games with proved bounds, and runs
strangers' programs in a sandbox.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${WASMTIME_ROOT}/lib" "${CMAKE_BINARY_DIR}")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "clang-19, lld-19, bash-completion")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_OUTPUT_FILE_PREFIX "${CMAKE_BINARY_DIR}/cpack") # tools/package moves it from there
include(CPack)

# What tools/package takes; the tests and the example bots need not be built for it.
add_custom_target(packaged DEPENDS alea alea-worker libalea libalea_ui libalea_core libalea_ui_static installed-docs printed
    "${CMAKE_BINARY_DIR}/python.wasm" "${CMAKE_BINARY_DIR}/python.wasm.compiled")
if(TARGET alea-portable)
    add_dependencies(packaged alea-portable alea-worker-portable)
endif()
