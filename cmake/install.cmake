# make install PREFIX=… DESTDIR=…. The installed tree can be moved: everything in it finds its neighbours by $ORIGIN.
#
# Components: `program` (alea and alea-worker), `engine` (wasmtime's library), `development` (libalea, headers), `common` (manual,
# rules, examples, Python) and, only when it is asked for, `portable` (the programs of portable.cmake).

set(CMAKE_INSTALL_LIBDIR lib CACHE PATH "Where libraries go, below the prefix")
set(ALEA_ZSH_FOLDER share/zsh/site-functions CACHE STRING "Where completions of zsh go, below the prefix")
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME common)
include(GNUInstallDirs)

file(RELATIVE_PATH lib_from_bin "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
file(RELATIVE_PATH prefix_from_pc "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
cmake_path(SET prefix_from_pc NORMALIZE "${prefix_from_pc}")
string(REGEX REPLACE "/$" "" prefix_from_pc "${prefix_from_pc}")

# ---- libraries ------------------------------------------------------------------------------------------------------

set_target_properties(libalea PROPERTIES INSTALL_RPATH "$ORIGIN/alea")
set_target_properties(libalea_ui PROPERTIES INSTALL_RPATH "$ORIGIN;$ORIGIN/alea")
install(TARGETS libalea libalea_ui libalea_core libalea_ui_static
    RUNTIME COMPONENT development LIBRARY COMPONENT development ARCHIVE COMPONENT development)
set(alea_private_libs "-lm")
if(NOT ALEA_MINIMAL)
    install(FILES "${wasmtime_library}" DESTINATION "${CMAKE_INSTALL_LIBDIR}/alea" COMPONENT engine)
    set(alea_private_libs "-L\${libdir}/alea -Wl,-rpath,\${libdir}/alea -lwasmtime -lm")
endif()
install(DIRECTORY include/alea TYPE INCLUDE COMPONENT development)
list(JOIN alea_pkg_config " " alea_requires)
list(JOIN alea_room_pkg_config " " alea_room_requires)
list(JOIN alea_ui_pkg_config " " alea_ui_requires)
configure_file(cmake/alea.pc.in alea.pc @ONLY)
configure_file(cmake/alea-ui.pc.in alea-ui.pc @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/alea.pc" "${CMAKE_BINARY_DIR}/alea-ui.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
    COMPONENT development)

# ---- programs -------------------------------------------------------------------------------------------------------

set_target_properties(alea PROPERTIES INSTALL_RPATH "$ORIGIN/${lib_from_bin};$ORIGIN/${lib_from_bin}/alea")
install(TARGETS alea COMPONENT program)
if(TARGET alea-worker)
    file(RELATIVE_PATH lib_from_libexec "/${CMAKE_INSTALL_LIBEXECDIR}/alea" "/${CMAKE_INSTALL_LIBDIR}")
    set_target_properties(alea-worker PROPERTIES INSTALL_RPATH "$ORIGIN/${lib_from_libexec}/alea")
    install(TARGETS alea-worker DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/alea" COMPONENT program)
endif()
if(TARGET alea-portable)
    install(PROGRAMS "$<TARGET_FILE:alea-portable>" TYPE BIN RENAME alea COMPONENT portable EXCLUDE_FROM_ALL)
    install(PROGRAMS "$<TARGET_FILE:alea-worker-portable>" DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/alea" RENAME alea-worker
        COMPONENT portable EXCLUDE_FROM_ALL)
endif()

# ---- what is read ---------------------------------------------------------------------------------------------------

# The manual, rules, examples and the interface, with links that work there.
set(docs "${CMAKE_BINARY_DIR}/installed")
file(GLOB_RECURSE pages CONFIGURE_DEPENDS docs/* rules/* bots/* wit/*)
add_custom_command(OUTPUT "${docs}.stamp"
    COMMAND "${CMAKE_SOURCE_DIR}/tools/installed-docs" "${docs}"
    COMMAND "${CMAKE_COMMAND}" -E touch "${docs}.stamp"
    DEPENDS ${pages} README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE tools/installed-docs
    COMMENT "Preparing the manual for installation" VERBATIM)
add_custom_target(installed-docs ALL DEPENDS "${docs}.stamp")
install(DIRECTORY "${docs}/share/doc/alea/" TYPE DOC)
install(DIRECTORY "${docs}/share/alea" TYPE DATA)
install(FILES "${CMAKE_BINARY_DIR}/python.wasm" "${CMAKE_BINARY_DIR}/python.wasm.compiled" DESTINATION "${CMAKE_INSTALL_DATADIR}/alea" OPTIONAL)

# Man pages and completion scripts, which alea itself prints. Programs of other processors and with sanitizers are not run.
if(NOT CMAKE_CROSSCOMPILING AND NOT ALEA_SANITIZE)
    set(printed "${CMAKE_BINARY_DIR}/printed")
    set(script "${CMAKE_SOURCE_DIR}/cmake/from_help.cmake")
    add_custom_command(OUTPUT "${printed}.stamp"
        COMMAND "${CMAKE_COMMAND}" "-DALEA=$<TARGET_FILE:alea>" "-DOUTPUT=${printed}" -P "${script}"
        COMMAND "${CMAKE_COMMAND}" -E touch "${printed}.stamp"
        DEPENDS alea "${script}"
        COMMENT "Printing man pages and completion scripts" VERBATIM)
    add_custom_target(printed ALL DEPENDS "${printed}.stamp")
    install(DIRECTORY "${printed}/man1" DESTINATION "${CMAKE_INSTALL_MANDIR}")
    install(FILES "${printed}/completion/alea.bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME alea)
    install(FILES "${printed}/completion/alea.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
    install(FILES "${printed}/completion/alea.zsh" DESTINATION "${ALEA_ZSH_FOLDER}" RENAME _alea)
endif()

if(NOT ALEA_MINIMAL)
    include(package)
endif()
