# The referee inside the sandbox: the family's own freestanding C, compiled to WebAssembly and embedded.

set(guest_race_sources # besides src/sandbox/guest/*.c
    src/family/race/referee.c
    src/family/race/bots.c
    src/family/race/tally.c
    src/family/race/unpack.c
    src/base/random.c)

find_program(ALEA_WASM_CLANG clang-19 DOC "A clang that compiles to wasm32" REQUIRED)

set(guest_flags
    --target=wasm32 -std=c17 -O3 -flto -ffreestanding -mbulk-memory -ffp-contract=off -fvisibility=hidden
    -DALEA_NO_X86_LANES "-I${CMAKE_SOURCE_DIR}/include" "-I${CMAKE_SOURCE_DIR}/src" ${alea_warnings})
set(guest_link_flags --target=wasm32 -O3 -flto -nostdlib -Wl,--no-entry -Wl,--strip-all -Wl,--import-memory)

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

# alea_embed_guest(TARGET): as alea__guest_race; empty as long as its sources do not exist.
function(alea_embed_guest target)
    file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/sandbox/guest/*.c")
    set(missing "")
    if(NOT sources)
        set(missing src/sandbox/guest/*.c)
    endif()
    foreach(source IN LISTS guest_race_sources)
        list(APPEND sources "${CMAKE_SOURCE_DIR}/${source}")
        file(GLOB found CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/${source}")
        if(NOT found)
            list(APPEND missing "${source}")
        endif()
    endforeach()

    if(missing)
        message(NOTICE "No referee inside the sandbox: missing ${missing}")
        set(module "${CMAKE_BINARY_DIR}/guest/empty")
        file(WRITE "${module}" "")
    else()
        set(module "${CMAKE_BINARY_DIR}/guest/referee.wasm")
        alea_wasm_module("${module}" ${sources})
    endif()
    alea_embed(${target} alea__guest_race "${module}")
endfunction()
