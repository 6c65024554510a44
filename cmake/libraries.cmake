# The libraries that alea needs. To add one: its pkg-config name here, its Debian package in tools/packages.

if(EMSCRIPTEN)
    include(web_libraries)
    return()
endif()

set(alea_pkg_config jansson libmd) # what every build needs; and Lua, which lua.cmake compiles
if(NOT ALEA_MINIMAL)
    set(alea_room_pkg_config sqlite3 libzip yaml-0.1) # libalea
endif()
if(ALEA_WHEEL)
    list(APPEND alea_pkg_config sqlite3)
elseif(NOT ALEA_MINIMAL)
    set(alea_ui_pkg_config cairo sqlite3) # libalea-ui
endif()

find_package(PkgConfig REQUIRED)
if(ALEA_STATIC)
    if(NOT ALEA_MINIMAL)
        message(FATAL_ERROR "ALEA_STATIC is for minimal builds: give -DALEA_MINIMAL=ON too")
    endif()
    set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
endif()

add_library(alea_libraries INTERFACE)
target_link_libraries(alea_libraries INTERFACE m)
foreach(name IN LISTS alea_pkg_config)
    pkg_check_modules(pkg_${name} REQUIRED IMPORTED_TARGET ${name})
    target_link_libraries(alea_libraries INTERFACE PkgConfig::pkg_${name})
endforeach()

# Libraries of single rooms: each of these gets its library by name, and no other room sees it.
add_library(alea_room_libraries INTERFACE)
add_library(alea_ui_libraries INTERFACE)
if(ALEA_MINIMAL)
    return()
endif()
foreach(name IN LISTS alea_room_pkg_config)
    pkg_check_modules(pkg_${name} REQUIRED IMPORTED_TARGET ${name})
    target_link_libraries(alea_room_libraries INTERFACE PkgConfig::pkg_${name})
endforeach()
pkg_check_modules(pkg_libseccomp REQUIRED IMPORTED_TARGET libseccomp) # the program alea-worker alone
foreach(name IN LISTS alea_ui_pkg_config)
    pkg_check_modules(pkg_${name} REQUIRED IMPORTED_TARGET ${name})
    target_link_libraries(alea_ui_libraries INTERFACE PkgConfig::pkg_${name})
endforeach()
if(NOT ALEA_WHEEL)
    pkg_check_modules(pkg_libedit REQUIRED IMPORTED_TARGET libedit) # the program alone
endif()

# wasmtime: its library has no SONAME, so the loader finds it by its file name, along RPATH.
set(wasmtime_library "${WASMTIME_ROOT}/lib/libwasmtime.so")
if(NOT EXISTS "${wasmtime_library}" OR NOT EXISTS "${WASMTIME_ROOT}/include/wasmtime.h")
    message(FATAL_ERROR "${WASMTIME_ROOT} holds no wasmtime (include/wasmtime.h and lib/libwasmtime.so are wanted): "
        "run tools/setup, or name your own with -DWASMTIME_ROOT=DIR")
endif()
if(ALEA_WHEEL) # by the name that it has in the package wasmtime of PyPI, which is installed beside
    file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/wasmtime")
    file(CREATE_LINK "${wasmtime_library}" "${CMAKE_BINARY_DIR}/wasmtime/_libwasmtime.so" SYMBOLIC)
    add_library(wasmtime INTERFACE)
    target_include_directories(wasmtime SYSTEM INTERFACE "${WASMTIME_ROOT}/include")
    target_link_libraries(wasmtime INTERFACE "-L${CMAKE_BINARY_DIR}/wasmtime" "-l:_libwasmtime.so")
else()
    add_library(wasmtime SHARED IMPORTED)
    set_target_properties(wasmtime PROPERTIES
        IMPORTED_LOCATION "${wasmtime_library}"
        IMPORTED_NO_SONAME TRUE
        INTERFACE_INCLUDE_DIRECTORIES "${WASMTIME_ROOT}/include")
endif()
target_link_libraries(alea_room_libraries INTERFACE wasmtime)
