# How C is compiled here: gcc 12 and clang 19, warning-free with both.
#
#   alea_compiler   what all code needs
#   alea_strict     the warnings for the library and the program that tests may do without

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
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
if(ALEA_WERROR)
    list(APPEND alea_warnings -Werror)
endif()

add_library(alea_compiler INTERFACE)
target_include_directories(alea_compiler INTERFACE "${CMAKE_SOURCE_DIR}/include" "${CMAKE_SOURCE_DIR}/src")
target_compile_definitions(alea_compiler INTERFACE _GNU_SOURCE= ALEA_VERSION="${PROJECT_VERSION}")
# Results must be the same on every machine: no fused multiply-add that only some have, and never -ffast-math.
set(alea_flags -ffp-contract=off)
# Vectors are passed between our own functions only, whose callers are compiled alike.
list(APPEND alea_flags -Wno-psabi)
if(ALEA_SANITIZE)
    list(APPEND alea_flags -fsanitize=${ALEA_SANITIZE} -fno-sanitize-recover=all)
    target_link_options(alea_compiler INTERFACE -fsanitize=${ALEA_SANITIZE})
endif()
target_compile_options(alea_compiler INTERFACE "$<$<COMPILE_LANGUAGE:C>:${alea_flags};${alea_warnings}>")

add_library(alea_strict INTERFACE)
target_compile_options(alea_strict INTERFACE -Wconversion -Wno-sign-conversion)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    target_compile_options(alea_strict INTERFACE -Wduplicated-cond -Wlogical-op)
endif()


# ---- vector lanes ---------------------------------------------------------------------------------------------------

# The program runs on any machine of its architecture; kernels for newer x86-64 processors live in files of their own,
# chosen at run time. Elsewhere those files are left out.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    set(alea_x86_lanes TRUE)
else()
    set(alea_x86_lanes FALSE)
    target_compile_definitions(alea_compiler INTERFACE ALEA_NO_X86_LANES)
endif()

set(alea_lanes "$<$<C_COMPILER_ID:GNU>:-fschedule-insns;-fsched-pressure>") # fewer spills: a tenth faster
set(alea_avx2 -mavx2 -mbmi2 ${alea_lanes})
set(alea_avx512 -mavx512f -mavx512bw -mavx512vl -mavx512vbmi -mavx512dq -mbmi2 ${alea_lanes})

# alea_set_lane_flags(LIST): compiles *_avx2.c and *_avx512.c for their processors, or takes them off the list.
function(alea_set_lane_flags list)
    if(NOT alea_x86_lanes)
        list(FILTER ${list} EXCLUDE REGEX "_avx(2|512)\\.c$")
    endif()
    foreach(source IN LISTS ${list})
        if(source MATCHES "_(avx2|avx512)\\.c$")
            set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS ${alea_${CMAKE_MATCH_1}})
        endif()
    endforeach()
    set(${list} "${${list}}" PARENT_SCOPE)
endfunction()
