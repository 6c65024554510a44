# Compiles for WebAssembly with Emscripten: Debian's, or another that is first on PATH (emsdk's).

find_program(EMCC emcc REQUIRED NO_CACHE)
file(REAL_PATH "${EMCC}" emcc)
cmake_path(GET emcc PARENT_PATH emscripten)
include("${emscripten}/cmake/Modules/Platform/Emscripten.cmake")

# Debian's Emscripten calls a JavaScript parser that Node does not find by itself.
if(EXISTS /usr/share/nodejs/acorn)
    set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK "\"${CMAKE_COMMAND}\" -E env NODE_PATH=/usr/share/nodejs")
endif()
