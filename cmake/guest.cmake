# The referee inside the sandbox: the family's own freestanding C, compiled to WebAssembly and embedded.

set(guest_race_sources
    src/family/race/simulate/guest.c
    src/family/race/play/referee.c
    src/family/race/policy/decide.c
    src/family/race/play/tally.c
    src/family/race/policy/guest_unpack.c
    src/base/random.c)

find_program(ALEA_WASM_CLANG clang-19 DOC "A clang that compiles to wasm32" REQUIRED)

set(guest_flags
    --target=wasm32 -std=c17 -O3 -flto -ffreestanding -mbulk-memory -ffp-contract=off -fvisibility=hidden
    -DALEA_NO_X86_LANES "-I${CMAKE_SOURCE_DIR}/include" "-I${CMAKE_SOURCE_DIR}/src" ${alea_warnings})
# No -O for the driver: it would run wasm-opt wherever that is installed, for other bytes, which are slower here.
set(guest_link_flags --target=wasm32 -flto -Wl,--lto-O3 -Wl,-O3 -nostdlib -Wl,--no-entry -Wl,--strip-all -Wl,--import-memory)

# alea_wasm_module(OUTPUT SOURCE…): compiles and links freestanding C.
function(alea_wasm_module output)
    set(objects "")
    foreach(source IN LISTS ARGN)
        cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${CMAKE_SOURCE_DIR}" OUTPUT_VARIABLE name)
        set(object "${CMAKE_BINARY_DIR}/guest/${name}.o")
        cmake_path(GET object PARENT_PATH folder)
        file(MAKE_DIRECTORY "${folder}")
        add_custom_command(OUTPUT "${object}"
            COMMAND "${ALEA_WASM_CLANG}" ${guest_flags} -MD -MF "${object}.d" -c "${source}" -o "${object}"
            DEPENDS "${source}"
            DEPFILE "${object}.d"
            COMMENT "Compiling ${name} to WebAssembly"
            VERBATIM)
        list(APPEND objects "${object}")
    endforeach()
    add_custom_command(OUTPUT "${output}"
        COMMAND "${ALEA_WASM_CLANG}" ${guest_link_flags} ${objects} -o "${output}"
        DEPENDS ${objects}
        COMMENT "Linking ${output}"
        VERBATIM)
endfunction()

# alea_embed_guest(TARGET): as alea__guest_race.
function(alea_embed_guest target)
    list(TRANSFORM guest_race_sources PREPEND "${CMAKE_SOURCE_DIR}/" OUTPUT_VARIABLE sources)
    set(module "${CMAKE_BINARY_DIR}/guest/referee.wasm")
    alea_wasm_module("${module}" ${sources})
    alea_embed(${target} alea__guest_race "${module}")
endfunction()
