# cmake -DFILES=… -DKNOWN=catalogue.txt -DOUTPUT=rules_catalog.c -P rules_catalog.cmake
# Writes the table of the embedded rule files, sorted by name. catalogue.txt beside them says how they are listed and what is known.

set(names "")
foreach(file IN LISTS FILES)
    cmake_path(GET file STEM LAST_ONLY name)
    list(APPEND names "${name}")
    file(SIZE "${file}" size_${name})
endforeach()
list(SORT names)

# known_NAME: the members of alea_known.
set(group "")
set(place 0)
file(STRINGS "${KNOWN}" lines ENCODING UTF-8)
foreach(line IN LISTS lines)
    if(line MATCHES "^([^#].*):$")
        set(group "${CMAKE_MATCH_1}")
    elseif(line MATCHES "^([a-z0-9-]+) \\| ([0-9.]+) \\| ([0-9.]+) \\| (.+)$")
        math(EXPR place "${place} + 1")
        set(source "${CMAKE_MATCH_4}")
        if(source STREQUAL "-")
            set(source "")
        endif()
        set(known_${CMAKE_MATCH_1} "${place}, \"${group}\", ${CMAKE_MATCH_2}, ${CMAKE_MATCH_3}, \"${source}\"")
    elseif(NOT line MATCHES "^(#.*)?$")
        message(FATAL_ERROR "${KNOWN}: not a group, and not NAME | VALUE | SECONDS | SOURCE: ${line}")
    endif()
endforeach()

set(texts "")
set(rows "")
foreach(name IN LISTS names)
    string(MAKE_C_IDENTIFIER "alea__rule_${name}" symbol)
    string(APPEND texts "extern const unsigned char ${symbol}[];\n")
    if(NOT DEFINED known_${name})
        set(known_${name} "0, \"\", 0, 0, \"\"")
    endif()
    string(APPEND rows "    {\"${name}\", ${symbol}, ${size_${name}}, {${known_${name}}}},\n")
endforeach()
list(LENGTH names count)

file(WRITE "${OUTPUT}" "/* Made by cmake/rules_catalog.cmake. */
#include \"game/catalog.h\"

${texts}
const alea__rule_source alea__rule_sources[] = {
${rows}    {0},
};

const size_t alea__rule_source_count = ${count};
")
