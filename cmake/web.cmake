# Compiles for WebAssembly with Emscripten: Debian's, or another that is first on PATH (emsdk's).

find_program(EMCC emcc REQUIRED NO_CACHE)
file(REAL_PATH "${EMCC}" emcc)
cmake_path(GET emcc PARENT_PATH emscripten)
include("${emscripten}/cmake/Modules/Platform/Emscripten.cmake")

# emcc is a Python program that starts clang, and its own start takes longer than clang takes for most files. So clang
# is called directly with emcc's arguments. emcc links, and also compiles if it does not print its call.
set(empty "${CMAKE_BINARY_DIR}/CMakeFiles/empty.c")
file(WRITE "${empty}" "")
execute_process(COMMAND "${EMCC}" -v -c "${empty}" -o "${empty}.o" OUTPUT_QUIET ERROR_VARIABLE told)
execute_process(COMMAND "${EMCC}" --cflags OUTPUT_VARIABLE cflags ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
if(told MATCHES "\"?([^\"\n ]*/clang[^\"\n ]*)\"? -target wasm32" AND cflags)
    set(CMAKE_C_COMPILE_OBJECT "\"${CMAKE_MATCH_1}\" ${cflags} <DEFINES> <INCLUDES> <FLAGS> -o <OBJECT> -c <SOURCE>")
endif()

# Debian's Emscripten calls a JavaScript parser that Node does not find by itself.
if(EXISTS /usr/share/nodejs/acorn)
    set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK "\"${CMAKE_COMMAND}\" -E env NODE_PATH=/usr/share/nodejs")
endif()

# One set of objects serves the engine with threads and the one without: code for shared memory runs in memory of its own, too.
add_compile_options(-matomics -mbulk-memory)
