# How C is compiled here: gcc 12 and clang 19, warning-free with both.
#
#   alea_compiler   what all code needs
#   alea_strict     the warnings for the library and the program that tests may do without

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
if(NOT EMSCRIPTEN)
    set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_C_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_C_FLAGS_DEBUG "-Og -g3")
set(CMAKE_C_FLAGS_SANITIZED "-O2 -g -fno-omit-frame-pointer")

set(alea_warnings
    -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Wvla -Wcast-qual
    -Wundef -Wpointer-arith -Wwrite-strings -Wformat=2)
if(EMSCRIPTEN) # whims of clang 14
    list(APPEND alea_warnings -Wno-missing-field-initializers -Wno-string-concatenation
        -Wno-unneeded-internal-declaration)
endif()
if(ALEA_WERROR)
    list(APPEND alea_warnings -Werror)
endif()

add_library(alea_compiler INTERFACE)
target_include_directories(alea_compiler INTERFACE "${CMAKE_SOURCE_DIR}/include" "${CMAKE_SOURCE_DIR}/src")
target_compile_definitions(alea_compiler INTERFACE _GNU_SOURCE=)
# Results must be the same on every machine: no fused multiply-add that only some have, and never -ffast-math.
set(alea_flags -ffp-contract=off)
# A function without a declaration would return an int, even where it returns a pointer.
list(APPEND alea_flags -Werror=implicit-function-declaration)
# Vectors are passed between our own functions only, whose callers are compiled alike.
list(APPEND alea_flags -Wno-psabi)
if(EMSCRIPTEN)
    list(APPEND alea_flags -msimd128)
endif()
if(ALEA_CHECKS OR ALEA_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL "Debug")
    target_compile_definitions(alea_compiler INTERFACE ALEA_CHECKS)
endif()
if(ALEA_SANITIZE)
    list(APPEND alea_flags -fsanitize=${ALEA_SANITIZE} -fno-sanitize-recover=all)
    target_link_options(alea_compiler INTERFACE -fsanitize=${ALEA_SANITIZE})
endif()
# By a profile: compile with ALEA_PROFILE=generate, use the program, compile again in the same folder with "use". Code that was
# not used is optimised as always (-fprofile-partial-training). No job of `make bench` gained more than the noise.
if(ALEA_PROFILE AND NOT CMAKE_C_COMPILER_ID STREQUAL "GNU")
    message(FATAL_ERROR "ALEA_PROFILE is for gcc: name it with -DCMAKE_C_COMPILER=gcc")
elseif(ALEA_PROFILE STREQUAL "generate")
    list(APPEND alea_flags "-fprofile-generate=${CMAKE_BINARY_DIR}/profile" -fprofile-update=prefer-atomic)
    target_link_options(alea_compiler INTERFACE -fprofile-generate)
elseif(ALEA_PROFILE STREQUAL "use")
    list(APPEND alea_flags "-fprofile-use=${CMAKE_BINARY_DIR}/profile" -fprofile-partial-training -fprofile-correction
        -Wno-missing-profile -Wno-coverage-mismatch)
elseif(ALEA_PROFILE)
    message(FATAL_ERROR "ALEA_PROFILE is \"${ALEA_PROFILE}\"; give generate, use or nothing")
endif()
set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ${ALEA_LTO})
target_compile_options(alea_compiler INTERFACE "$<$<COMPILE_LANGUAGE:C>:${alea_flags};${alea_warnings}>")

add_library(alea_strict INTERFACE)
target_compile_options(alea_strict INTERFACE -Wconversion -Wno-sign-conversion)
if(EMSCRIPTEN) # sizes that do not fit are refused (base/memory.h)
    target_compile_options(alea_strict INTERFACE -Wno-shorten-64-to-32)
endif()
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    target_compile_options(alea_strict INTERFACE -Wduplicated-cond -Wlogical-op)
endif()


# ---- vector lanes ---------------------------------------------------------------------------------------------------

# The program runs on any machine of its architecture; code for newer x86-64 processors is chosen at run time. A kernel
# (*_kernel.c, base/kernel.h) is compiled once for each width of vectors that it names in a line such as
# "Widths: portable avx2 avx512". Code that is written for one processor lives in *_avx2.c or *_avx512.c. On other
# architectures kernels are portable, and those files are left out. *_v128.c is for any vectors of 128 bits: SSE4.1 on x86-64.
if(NOT EMSCRIPTEN AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    set(alea_x86_lanes TRUE)
    set(alea_widths portable avx2 avx512)
else()
    set(alea_x86_lanes FALSE)
    set(alea_widths portable)
    target_compile_definitions(alea_compiler INTERFACE ALEA_NO_X86_LANES)
endif()

set(alea_lanes "$<$<C_COMPILER_ID:GNU>:-fschedule-insns;-fsched-pressure>") # fewer spills: a tenth faster
set(alea_v128 -msse4.1)
set(alea_avx2 -mavx2 -mbmi2 ${alea_lanes})
set(alea_avx512 -mavx512f -mavx512bw -mavx512vl -mavx512vbmi -mavx512vbmi2 -mavx512dq -mbmi2 ${alea_lanes})

# alea_set_lane_flags(LIST): compiles *_v128.c, *_avx2.c and *_avx512.c for their x86-64 processors; on others only *_v128.c
# stays on the list, without flags.
function(alea_set_lane_flags list)
    if(NOT alea_x86_lanes)
        list(FILTER ${list} EXCLUDE REGEX "_avx(2|512)\\.c$")
        set(${list} "${${list}}" PARENT_SCOPE)
        return()
    endif()
    foreach(source IN LISTS ${list})
        if(source MATCHES "_(v128|avx2|avx512)\\.c$")
            set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS ${alea_${CMAKE_MATCH_1}})
        endif()
    endforeach()
    set(${list} "${${list}}" PARENT_SCOPE)
endfunction()

set(alea_lane_bytes_portable 16)
set(alea_lane_bytes_avx2 32)
set(alea_lane_bytes_avx512 64)

# alea_kernels(LAYER KERNEL…): adds the kernels of a layer to the library, an object library for each width.
function(alea_kernels layer)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARGN})
    foreach(width IN LISTS alea_widths)
        set(kernels)
        foreach(kernel IN LISTS ARGN)
            file(STRINGS "${kernel}" names_it REGEX "Widths: .*${width}( |$)")
            if(names_it)
                list(APPEND kernels "${kernel}")
            elseif(width STREQUAL "portable")
                message(FATAL_ERROR "${kernel} has no line \"Widths: portable …\"")
            endif()
        endforeach()
        if(kernels)
            add_library(${layer}_${width} OBJECT ${kernels})
            target_link_libraries(${layer}_${width} PRIVATE alea_compiler alea_strict alea_libraries)
            target_compile_definitions(${layer}_${width} PRIVATE LANE_NAME=${width} LANE_BYTES=${alea_lane_bytes_${width}})
            target_compile_options(${layer}_${width} PRIVATE ${alea_${width}})
            set_property(GLOBAL APPEND PROPERTY ALEA_OBJECTS $<TARGET_OBJECTS:${layer}_${width}>)
        endif()
    endforeach()
endfunction()

set(alea_small -Os -fno-inline-functions) # what emcc makes of -Os

# alea_save_space(LIST): everybody who opens the page loads the engine, so that what does not compute is compiled for size.
set(alea_computes "/src/base/(blocks|directed|memory|numbering|random|sha256)\\.c$|/src/exact/|/src/value/(arrays|values)\\.c$"
    "|/src/play/(batch|dice|match|match_run|run_analytics|score_stats|totals)\\.c$|/plot/plot_turns\\.c$"
    "|/family/[a-z]+/(play|turn|solve|pig|policy|simulate|check|distribution)/|/text/parse_state\\.c$|lua_(meter|memory|reading)\\.c$")
string(CONCAT alea_computes ${alea_computes})
set(alea_prepares "/solve/query\\.c$|/turn/(dice_queue|positions)\\.c$|/policy/.*_csv\\.c$") # of these
function(alea_save_space list)
    foreach(source IN LISTS ${list})
        if(NOT source MATCHES "${alea_computes}" OR source MATCHES "${alea_prepares}")
            set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS ${alea_small})
        elseif(source MATCHES "/race/turn/turn_kernel\\.c$|/race/solve/(best_play|policy_of_values)\\.c$")
            set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS -O2) # a third less, and as fast
        endif()
    endforeach()
endfunction()
