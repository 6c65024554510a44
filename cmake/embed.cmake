# Files as data inside the library: the assembler reads them where they are (.incbin), so nothing is turned into C arrays.

# alea_embed(TARGET SYMBOL FILE): defines, for this library alone,
#     const unsigned char SYMBOL[];   the bytes of FILE, and a zero byte after them
#     const size_t SYMBOL_size;       without that zero
function(alea_embed target symbol file)
    set(assembly "${CMAKE_BINARY_DIR}/embedded/${symbol}.S")
    if(EMSCRIPTEN)
        configure_file("${CMAKE_SOURCE_DIR}/cmake/embed_web.S.in" "${assembly}" @ONLY)
    else()
        configure_file("${CMAKE_SOURCE_DIR}/cmake/embed.S.in" "${assembly}" @ONLY)
    endif()
    set_property(SOURCE "${assembly}" PROPERTY OBJECT_DEPENDS "${file}")
    target_sources(${target} PRIVATE "${assembly}")
endfunction()

# alea_embed_rules(TARGET FOLDER): every FOLDER/*.lua, and the table of them that src/game/catalog.h declares.
function(alea_embed_rules target folder)
    file(GLOB files CONFIGURE_DEPENDS "${folder}/*.lua")
    foreach(file IN LISTS files)
        cmake_path(GET file STEM LAST_ONLY name)
        string(MAKE_C_IDENTIFIER "alea__rule_${name}" symbol)
        alea_embed(${target} ${symbol} "${file}")
    endforeach()

    set(catalog "${CMAKE_BINARY_DIR}/embedded/rules_catalog.c")
    set(script "${CMAKE_SOURCE_DIR}/cmake/rules_catalog.cmake")
    add_custom_command(OUTPUT "${catalog}"
        COMMAND "${CMAKE_COMMAND}" "-DFILES=${files}" "-DKNOWN=${folder}/catalogue.txt" "-DOUTPUT=${catalog}" -P "${script}"
        DEPENDS ${files} "${folder}/catalogue.txt" "${script}"
        COMMENT "Listing the rule files"
        VERBATIM)
    target_sources(${target} PRIVATE "${catalog}")
endfunction()
