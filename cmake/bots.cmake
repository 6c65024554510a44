# Example bots and the tests' bots, compiled by tools/build-bot: `bots/c-random/` becomes build/bots/c-random.wasm.
# A language whose tools are not installed is left out.

set(alea_bot_tools "${CMAKE_SOURCE_DIR}/build")

# alea_bot(SOURCE OUTPUT [C_FLAGS]): SOURCE is a file, or a folder with one bot.
function(alea_bot source output)
    if(IS_DIRECTORY "${source}")
        file(GLOB inputs CONFIGURE_DEPENDS "${source}/*.[ch]" "${source}/*.zig" "${source}/*.py" "${source}/*.ts")
        if(NOT inputs)
            return()
        endif()
    else()
        set(inputs "${source}")
    endif()
    file(GLOB interface CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/wit/*.wit")
    set(tools "${CMAKE_SOURCE_DIR}/tools/build-bot" "${CMAKE_SOURCE_DIR}/tools/repeatable" "${CMAKE_SOURCE_DIR}/tools/fixed-random.c")
    cmake_path(GET output STEM name)
    add_custom_command(OUTPUT "${output}"
        COMMAND "${CMAKE_COMMAND}" -E env "ALEA_BOT_TOOLS=${alea_bot_tools}" "BOT_CFLAGS=${ARGN}" "${CMAKE_SOURCE_DIR}/tools/build-bot" "${source}" "${output}"
        DEPENDS ${inputs} ${interface} ${tools}
        COMMENT "Building the bot ${name}"
        VERBATIM)
    set_property(GLOBAL APPEND PROPERTY ALEA_BOTS "${output}")
endfunction()

function(alea_example_bots language tool)
    file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true "${CMAKE_SOURCE_DIR}/bots/${language}-*")
    if(folders AND NOT EXISTS "${tool}")
        message(NOTICE "No example bots in ${language}: ${tool} is not there")
        return()
    endif()
    foreach(folder IN LISTS folders)
        cmake_path(GET folder FILENAME name)
        alea_bot("${folder}" "${CMAKE_BINARY_DIR}/bots/${name}.wasm")
    endforeach()
endfunction()

alea_example_bots(c "${ALEA_WASM_CLANG}")
alea_example_bots(hog/c "${ALEA_WASM_CLANG}")
alea_example_bots(zig "${alea_bot_tools}/venv/bin/zig")
alea_example_bots(python "${alea_bot_tools}/venv/bin/componentize-py")
alea_example_bots(assemblyscript "${alea_bot_tools}/npm/node_modules/.bin/asc")

file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/bots/*.c")
foreach(source IN LISTS sources)
    cmake_path(GET source STEM name)
    alea_bot("${source}" "${CMAKE_BINARY_DIR}/tests/bots/${name}.wasm" -w) # they do wrong things on purpose
endforeach()

# Bots that remember nothing, or say so. The sources in text form are assembled by the tests.
foreach(kind IN ITEMS c zig ts)
    set(tool_of_c "${ALEA_WASM_CLANG}")
    set(tool_of_zig "${alea_bot_tools}/venv/bin/zig")
    set(tool_of_ts "${alea_bot_tools}/npm/node_modules/.bin/asc")
    file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/bots/pure/*.${kind}")
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM name)
        if(EXISTS "${tool_of_${kind}}")
            alea_bot("${source}" "${CMAKE_BINARY_DIR}/tests/bots/pure/${name}.wasm" -w)
        endif()
    endforeach()
endforeach()

# Bots of the other interface, the record game-state: a module and a component.
if(EXISTS "${alea_bot_tools}/venv/bin/zig")
    alea_bot("${CMAKE_SOURCE_DIR}/tests/bots/state/zig_mod30.zig" "${CMAKE_BINARY_DIR}/tests/bots/state/zig_mod30.wasm")
endif()
set(python_tool "${alea_bot_tools}/venv/bin/componentize-py")
set(game_state "${CMAKE_SOURCE_DIR}/wit/game-state")
if(EXISTS "${python_tool}")
    set(state_bot "${CMAKE_BINARY_DIR}/tests/bots/state/python_mod30.wasm")
    set(state_source "${CMAKE_SOURCE_DIR}/tests/bots/state/python_mod30.py")
    add_custom_command(OUTPUT "${state_bot}"
        COMMAND "${CMAKE_COMMAND}" -E env "ALEA_BOT_TOOLS=${alea_bot_tools}" "BOT_WIT=${game_state}"
            "${CMAKE_SOURCE_DIR}/tools/build-bot" "${state_source}" "${state_bot}"
        DEPENDS "${state_source}" "${game_state}/strategy.wit" "${CMAKE_SOURCE_DIR}/tools/build-bot"
        COMMENT "Building the bot python_mod30"
        VERBATIM)
    set_property(GLOBAL APPEND PROPERTY ALEA_BOTS "${state_bot}")
endif()

# Python for strategies that come as a file: one component, $ALEA_BUILD/python.wasm. Built from a copy, because the Python that
# runs inside leaves its __pycache__ beside the sources. Its stack is made 16 MiB, for deep recursion.
set(python_source "${CMAKE_SOURCE_DIR}/src/sandbox/python")
set(python_copy "${CMAKE_BINARY_DIR}/python")
set(ALEA_PYTHON "" CACHE STRING "A build of this source whose python.wasm and python.wasm.compiled are taken (empty: made here)")
if(ALEA_PYTHON)
    foreach(file IN ITEMS python.wasm python.wasm.compiled)
        add_custom_command(OUTPUT "${CMAKE_BINARY_DIR}/${file}"
            COMMAND "${CMAKE_COMMAND}" -E copy "${ALEA_PYTHON}/${file}" "${CMAKE_BINARY_DIR}/${file}"
            DEPENDS "${ALEA_PYTHON}/${file}" VERBATIM)
        set_property(GLOBAL APPEND PROPERTY ALEA_BOTS "${CMAKE_BINARY_DIR}/${file}")
    endforeach()
elseif(EXISTS "${python_tool}")
    add_custom_command(OUTPUT "${CMAKE_BINARY_DIR}/python.wasm"
        COMMAND "${CMAKE_COMMAND}" -E rm -rf "${python_copy}"
        COMMAND "${CMAKE_COMMAND}" -E copy_directory "${python_source}" "${python_copy}"
        COMMAND "${CMAKE_SOURCE_DIR}/tools/repeatable" "${python_tool}" -q -d "${python_copy}/tabulate.wit" -w tabulator componentize tabulator
            -p "${python_copy}" -o "${python_copy}/python.wasm"
        COMMAND "${alea_bot_tools}/venv/bin/python3" "${CMAKE_SOURCE_DIR}/tools/deepen-python"
            "${python_copy}/python.wasm" "${python_copy}/deep.wasm" 16
        COMMAND "${CMAKE_COMMAND}" -E rename "${python_copy}/deep.wasm" "${CMAKE_BINARY_DIR}/python.wasm"
        COMMAND "${CMAKE_COMMAND}" -E rm "${python_copy}/python.wasm"
        DEPENDS "${CMAKE_SOURCE_DIR}/tools/deepen-python" "${CMAKE_SOURCE_DIR}/tools/repeatable"
            "${CMAKE_SOURCE_DIR}/tools/fixed-random.c" "${python_source}/tabulator.py" "${python_source}/strategy.py"
            "${python_source}/hog.py"
            "${python_source}/tabulate.wit"
        COMMENT "Building Python for the sandbox"
        VERBATIM)
    set_property(GLOBAL APPEND PROPERTY ALEA_BOTS "${CMAKE_BINARY_DIR}/python.wasm")
    # Compiled for all machines of this kind, so that nobody waits for that later. Programs of other processors and with
    # sanitizers are not run.
    if(TARGET alea-worker AND NOT CMAKE_CROSSCOMPILING AND NOT ALEA_SANITIZE)
        add_custom_command(OUTPUT "${CMAKE_BINARY_DIR}/python.wasm.compiled"
            COMMAND alea-worker compile "${CMAKE_BINARY_DIR}/python.wasm" "${CMAKE_BINARY_DIR}/python.wasm.compiled"
            DEPENDS "${CMAKE_BINARY_DIR}/python.wasm" "${wasmtime_library}" src/sandbox/engine.c src/sandbox/cache.c
                src/sandbox/charge.c src/sandbox/charge.h src/sandbox/depth.c src/bot/asking.c
            COMMENT "Compiling Python for the sandbox"
            VERBATIM)
        set_property(GLOBAL APPEND PROPERTY ALEA_BOTS "${CMAKE_BINARY_DIR}/python.wasm.compiled")
    endif()
endif()

get_property(bots GLOBAL PROPERTY ALEA_BOTS)
add_custom_target(bots ALL DEPENDS ${bots})
