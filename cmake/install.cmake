# make install PREFIX=… DESTDIR=…. The installed tree can be moved: everything in it finds its neighbours by $ORIGIN.

set(CMAKE_INSTALL_LIBDIR lib CACHE PATH "Where libraries go, below the prefix")
include(GNUInstallDirs)

file(RELATIVE_PATH lib_from_bin "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
file(RELATIVE_PATH prefix_from_pc "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
cmake_path(SET prefix_from_pc NORMALIZE "${prefix_from_pc}")
string(REGEX REPLACE "/$" "" prefix_from_pc "${prefix_from_pc}")

set_target_properties(libalea PROPERTIES INSTALL_RPATH "$ORIGIN/alea")
set_target_properties(libalea_ui PROPERTIES INSTALL_RPATH "$ORIGIN;$ORIGIN/alea")
install(TARGETS libalea libalea_ui libalea_core libalea_ui_static)
set(alea_private_libs "-lm")
if(NOT ALEA_MINIMAL)
    install(FILES "${wasmtime_library}" DESTINATION "${CMAKE_INSTALL_LIBDIR}/alea")
    set(alea_private_libs "-L\${libdir}/alea -Wl,-rpath,\${libdir}/alea -lwasmtime ${OpenMP_C_FLAGS} -lm")
endif()
if(TARGET alea)
    # `alea bench` needs wasmtime itself, for its yardstick
    set_target_properties(alea PROPERTIES INSTALL_RPATH "$ORIGIN/${lib_from_bin};$ORIGIN/${lib_from_bin}/alea")
    install(TARGETS alea)
endif()

if(TARGET alea-worker)
    file(RELATIVE_PATH lib_from_libexec "/${CMAKE_INSTALL_LIBEXECDIR}/alea" "/${CMAKE_INSTALL_LIBDIR}")
    set_target_properties(alea-worker PROPERTIES INSTALL_RPATH "$ORIGIN/${lib_from_libexec}/alea")
    install(TARGETS alea-worker DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/alea")
endif()

install(DIRECTORY include/alea TYPE INCLUDE)
list(JOIN alea_pkg_config " " alea_requires)
list(JOIN alea_room_pkg_config " " alea_room_requires)
list(JOIN alea_ui_pkg_config " " alea_ui_requires)
configure_file(cmake/alea.pc.in alea.pc @ONLY)
configure_file(cmake/alea-ui.pc.in alea-ui.pc @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/alea.pc" "${CMAKE_BINARY_DIR}/alea-ui.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

foreach(folder rules wit bots)
    install(DIRECTORY ${folder} DESTINATION "${CMAKE_INSTALL_DATADIR}/alea" OPTIONAL
        PATTERN __pycache__ EXCLUDE PATTERN "*.wasm" EXCLUDE)
endforeach()
install(FILES "${CMAKE_BINARY_DIR}/python.wasm" DESTINATION "${CMAKE_INSTALL_DATADIR}/alea" OPTIONAL)
install(DIRECTORY docs/ TYPE DOC OPTIONAL)
file(GLOB pages CONFIGURE_DEPENDS docs/*.1)
install(FILES ${pages} DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" OPTIONAL)
install(FILES LICENSE TYPE DOC)
install(FILES README.md TYPE DOC OPTIONAL)
