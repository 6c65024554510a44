# The libraries of the engine in the browser besides Lua: jansson and libmd, compiled from the sources that `tools/setup
# --web` unpacks.

set(ALEA_WEB_SOURCES "${CMAKE_SOURCE_DIR}/build/deps/web" CACHE PATH "Sources of jansson and libmd, a folder each")
foreach(file IN ITEMS jansson/src/jansson.h libmd/src/sha2.c)
    if(NOT EXISTS "${ALEA_WEB_SOURCES}/${file}")
        message(FATAL_ERROR "${ALEA_WEB_SOURCES}/${file} is missing: run tools/setup --web")
    endif()
endforeach()

# ---- jansson and libmd ----------------------------------------------------------------------------------------------

set(made "${CMAKE_BINARY_DIR}/web-libraries")
set(HAVE_STDINT_H TRUE)
set(JSON_INLINE inline)
set(JSON_INT_T "long long")
set(JSON_STRTOINT strtoll)
set(JSON_INTEGER_FORMAT "\"lld\"")
set(JSON_HAVE_LOCALECONV 1)
set(JSON_HAVE_ATOMIC_BUILTINS 1)
set(JSON_HAVE_SYNC_BUILTINS 1)
configure_file("${ALEA_WEB_SOURCES}/jansson/cmake/jansson_config.h.cmake" "${made}/jansson_config.h")
file(WRITE "${made}/jansson_private_config.h" "#define HAVE_STDINT_H 1\n#define HAVE_UNISTD_H 1\n#define HAVE_LOCALE_H 1\n\
#define HAVE_SETLOCALE 1\n#define HAVE_ATOMIC_BUILTINS 1\n#define INITIAL_HASHTABLE_ORDER 3\n")
file(WRITE "${made}/config.h" "#include <unistd.h>\n")

file(GLOB jansson_sources "${ALEA_WEB_SOURCES}/jansson/src/*.c")
add_library(jansson STATIC ${jansson_sources})
target_compile_definitions(jansson PRIVATE HAVE_CONFIG_H)
target_compile_options(jansson PRIVATE ${alea_small} -w)
target_include_directories(jansson SYSTEM PUBLIC "${made}" "${ALEA_WEB_SOURCES}/jansson/src")

add_library(md STATIC "${ALEA_WEB_SOURCES}/libmd/src/sha2.c" "${ALEA_WEB_SOURCES}/libmd/src/sha256hl.c")
target_compile_options(md PRIVATE ${alea_small} -w)
target_include_directories(md SYSTEM PUBLIC "${made}" "${ALEA_WEB_SOURCES}/libmd/include")

add_library(alea_libraries INTERFACE)
target_link_libraries(alea_libraries INTERFACE jansson md m)
add_library(alea_room_libraries INTERFACE)
add_library(alea_ui_libraries INTERFACE)
