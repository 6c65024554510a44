# Lua, with its work metered: compiled from Lua's own sources, changed by cmake/lua.patch, so that all builds have the same Lua.
# The changed sources are in the build folder, where they are made anew when the patch or the archive changes. libalea holds the
# objects and shows none of their names.

set(lua_release lua-5.4.4)
set(lua_sha256 164c7849653b80ae67bec4b7473b884bf5cc8d2dca05653475ec2ed27b9ebf61)
set(LUA_TAR "${CMAKE_SOURCE_DIR}/build/deps/${lua_release}.tar.gz" CACHE FILEPATH "Lua's sources, as lua.org publishes them")
set(lua_folder "${CMAKE_BINARY_DIR}/lua")
set(lua_patch "${CMAKE_CURRENT_LIST_DIR}/lua.patch")
set(lua_members lapi lauxlib lbaselib lcode lctype ldebug ldo ldump lfunc lgc llex lmathlib lmem lobject lopcodes lparser lstate
    lstring lstrlib ltable ltablib ltm lundump lvm lzio)
set(lua_hot "^(lapi|ldo|lgc|lmem|lobject|lstring|ltable|ltm|lvm|lfunc)$") # the others are compiled for size for the page

# Unpacks and patches Lua's sources, beside the folder, which they replace when all has succeeded.
function(lua_unpack)
    set(beside "${lua_folder}.new")
    file(REMOVE_RECURSE "${beside}")
    file(ARCHIVE_EXTRACT INPUT "${LUA_TAR}" DESTINATION "${beside}")
    find_program(LUA_PATCH_PROGRAM patch NO_CACHE)
    if(NOT LUA_PATCH_PROGRAM)
        message(FATAL_ERROR "The program patch is missing, which changes Lua's sources. Please install it (on Debian, tools/setup does).")
    endif()
    execute_process(COMMAND "${LUA_PATCH_PROGRAM}" --batch --silent --fuzz=0 -p1 -i "${lua_patch}"
        WORKING_DIRECTORY "${beside}/${lua_release}" RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
    if(failed)
        message(FATAL_ERROR "${lua_patch} does not fit Lua's sources:\n${said}")
    endif()
    file(REMOVE_RECURSE "${lua_folder}")
    file(RENAME "${beside}/${lua_release}" "${lua_folder}")
    file(REMOVE_RECURSE "${beside}")
endfunction()

set(lua_found "")
if(EXISTS "${LUA_TAR}")
    file(SHA256 "${LUA_TAR}" lua_found)
endif()
if(NOT lua_found STREQUAL lua_sha256)
    message(FATAL_ERROR "${LUA_TAR} is missing, or is not ${lua_release}.tar.gz as Lua's authors published it. Run tools/setup, "
        "or fetch that file from https://www.lua.org/ftp/ and name it with -DLUA_TAR=FILE (its SHA-256 is ${lua_sha256}).")
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${lua_patch}" "${LUA_TAR}")
file(SHA256 "${lua_patch}" lua_wanted)
set(lua_has "")
if(EXISTS "${lua_folder}/patched")
    file(READ "${lua_folder}/patched" lua_has)
endif()
if(NOT lua_has STREQUAL lua_wanted)
    lua_unpack()
    file(WRITE "${lua_folder}/patched" "${lua_wanted}")
endif()

list(TRANSFORM lua_members REPLACE "(.+)" "${lua_folder}/src/\\1.c" OUTPUT_VARIABLE lua_sources)
add_library(lua OBJECT ${lua_sources})
target_compile_definitions(lua PRIVATE LUA_COMPAT_5_3 LUA_USE_POSIX)
target_compile_options(lua PRIVATE -O2 -ffp-contract=off -w)
target_include_directories(lua PRIVATE "${CMAKE_SOURCE_DIR}/src" "${lua_folder}/src")
target_include_directories(alea_libraries SYSTEM INTERFACE "${lua_folder}/src")
if(EMSCRIPTEN)
    foreach(member IN LISTS lua_members)
        if(NOT member MATCHES "${lua_hot}")
            set_property(SOURCE "${lua_folder}/src/${member}.c" APPEND PROPERTY COMPILE_OPTIONS ${alea_small})
        endif()
    endforeach()
endif()
