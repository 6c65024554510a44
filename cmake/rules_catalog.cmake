# cmake -DFILES=… -DOUTPUT=rules_catalog.c -P rules_catalog.cmake
# Writes the table of the embedded rule files, sorted by name.

set(names "")
foreach(file IN LISTS FILES)
    cmake_path(GET file STEM LAST_ONLY name)
    list(APPEND names "${name}")
    file(SIZE "${file}" size_${name})
endforeach()
list(SORT names)

set(texts "")
set(rows "")
foreach(name IN LISTS names)
    string(MAKE_C_IDENTIFIER "alea__rule_${name}" symbol)
    string(APPEND texts "extern const unsigned char ${symbol}[];\n")
    string(APPEND rows "    {\"${name}\", ${symbol}, ${size_${name}}},\n")
endforeach()
list(LENGTH names count)

file(WRITE "${OUTPUT}" "/* Made by cmake/rules_catalog.cmake. */
#include \"game/catalog.h\"

${texts}
const alea__rule_source alea__rule_sources[] = {
${rows}    {0, 0, 0},
};

const size_t alea__rule_source_count = ${count};
")
