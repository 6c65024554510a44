# What alea stands on. To add a library: its pkg-config name here, its Debian package in tools/packages.

set(alea_pkg_config lua5.4 jansson libmd hdf5 cairo sqlite3 libedit)

find_package(PkgConfig REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS C)

add_library(alea_libraries INTERFACE)
target_link_libraries(alea_libraries INTERFACE OpenMP::OpenMP_C m)
foreach(name IN LISTS alea_pkg_config)
    pkg_check_modules(pkg_${name} REQUIRED IMPORTED_TARGET ${name})
    target_link_libraries(alea_libraries INTERFACE PkgConfig::pkg_${name})
endforeach()

# wasmtime: its library has no SONAME, so it is found by name, along RPATH.
set(wasmtime_library "${WASMTIME_ROOT}/lib/libwasmtime.so")
if(NOT EXISTS "${wasmtime_library}" OR NOT EXISTS "${WASMTIME_ROOT}/include/wasmtime.h")
    message(FATAL_ERROR "${WASMTIME_ROOT} holds no wasmtime (include/wasmtime.h and lib/libwasmtime.so are wanted): "
        "run tools/setup, or name your own with -DWASMTIME_ROOT=DIR")
endif()
add_library(wasmtime SHARED IMPORTED)
set_target_properties(wasmtime PROPERTIES
    IMPORTED_LOCATION "${wasmtime_library}"
    IMPORTED_NO_SONAME TRUE
    INTERFACE_INCLUDE_DIRECTORIES "${WASMTIME_ROOT}/include")
