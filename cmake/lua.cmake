# Lua, with its work metered. Lua is Debian's, from the static library of liblua5.4-dev; a few names that its object files import
# are replaced, so that Lua calls src/game/lua_meter.c where an instruction may take longer than others. libalea holds these
# objects and shows none of their names. To see what is replaced and why, read lua_meter.c and lua_reading.c; `game/lua_meter` tests it.

set(lua_all stdin stdout stderr)
set(lua_lapi luaO_str2num luaH_get luaH_getint luaH_getn luaH_getshortstr luaH_getstr luaH_finishset luaH_set
    luaH_setint luaS_new luaS_newlstr)
set(lua_lcode luaH_get luaH_finishset)
set(lua_ldo luaS_new luaS_newlstr)
set(lua_llex luaH_getstr luaH_finishset luaS_newlstr)
set(lua_lparser luaX_next luaK_concat luaS_new luaS_newlstr)
set(lua_lstate luaS_hash)
set(lua_lvm luaG_traceexec luaH_get luaH_getint luaH_getn luaH_getshortstr luaH_getstr luaH_finishset
    luaH_resizearray luaO_str2num luaS_newlstr luaT_gettmbyobj strcoll fmod)
set(lua_lmathlib fmod)
set(lua_lobject __snprintf_chk snprintf luaS_newlstr)
set(lua_lstring memcmp)
set(lua_ltable luaS_hashlongstr)
set(lua_ltablib lua_geti lua_seti)
set(lua_members lapi lauxlib lbaselib lcode lctype ldebug ldo ldump lfunc lgc llex lmathlib lmem lobject lopcodes lparser lstate
    lstring lstrlib ltable ltablib ltm lundump lvm lzio)

# For WebAssembly Lua is compiled from its sources, where the preprocessor replaces the names.
if(EMSCRIPTEN)
    set(lua_sources)
    foreach(member IN LISTS lua_members)
        set(source "${ALEA_WEB_SOURCES}/lua/src/${member}.c")
        if(NOT member MATCHES "^(lapi|ldo|lgc|lmem|lobject|lstring|ltable|ltm|lvm|lfunc)$")
            set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS ${alea_small})
        endif()
        list(APPEND lua_sources "${source}")
        foreach(name IN LISTS lua_${member})
            set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_DEFINITIONS ${name}=alea__meter_${name})
        endforeach()
    endforeach()
    add_library(lua OBJECT ${lua_sources})
    target_compile_definitions(lua PRIVATE LUA_COMPAT_5_3 LUA_USE_POSIX)
    target_compile_options(lua PRIVATE -O2 -w)
    return()
endif()

pkg_get_variable(lua_library_folder lua5.4 libdir)
find_file(LUA_ARCHIVE NAMES liblua5.4.a liblua.a HINTS "${lua_library_folder}" PATHS /usr/lib
    PATH_SUFFIXES "${CMAKE_LIBRARY_ARCHITECTURE}" REQUIRED NO_CACHE)
set(lua_folder "${CMAKE_BINARY_DIR}/lua")
set(lua_objects)
set(lua_commands)
foreach(member IN LISTS lua_members)
    set(renamed)
    foreach(name IN LISTS lua_all lua_${member})
        list(APPEND renamed --redefine-sym "${name}=alea__meter_${name}")
    endforeach()
    list(APPEND lua_objects "${lua_folder}/${member}.o")
    list(APPEND lua_commands COMMAND "${CMAKE_OBJCOPY}" ${renamed} "${member}.o")
endforeach()
file(MAKE_DIRECTORY "${lua_folder}")
add_custom_command(OUTPUT ${lua_objects}
    COMMAND "${CMAKE_AR}" x "${LUA_ARCHIVE}" ${lua_commands}
    DEPENDS "${LUA_ARCHIVE}" "${CMAKE_CURRENT_LIST_FILE}" WORKING_DIRECTORY "${lua_folder}"
    COMMENT "Metering Lua" VERBATIM)
add_library(lua OBJECT IMPORTED GLOBAL)
set_target_properties(lua PROPERTIES IMPORTED_OBJECTS "${lua_objects}")
