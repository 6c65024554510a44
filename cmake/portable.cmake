# alea-portable and alea-worker-portable: the two programs for machines that need not have anything but glibc (2.36 or newer) and
# a kernel. All libraries are linked statically, from Debian's packages (part [package] of tools/packages), but those that are
# shared libraries only and come along: wasmtime, gcc's libgcc_s, and libzip with what it needs. The archive of `make package` is
# made from them; nothing else builds them.
#
# Linked this way cairo needs no X11: only what alea calls of it is there.

set(CMAKE_INSTALL_LIBDIR lib CACHE PATH "Where libraries go, below the prefix")
include(GNUInstallDirs)

set(portable_archives
    edit tinfo bsd md cairo fontconfig freetype pixman-1 png16 expat brotlidec brotlicommon uuid sqlite3 jansson
    yaml seccomp z)
set(portable_libraries)
set(portable_missing)
foreach(name IN LISTS portable_archives)
    find_library(archive_${name} NAMES lib${name}.a NO_CACHE)
    if(archive_${name})
        list(APPEND portable_libraries "${archive_${name}}")
    else()
        list(APPEND portable_missing lib${name}.a)
    endif()
endforeach()
if(portable_missing)
    list(JOIN portable_missing ", " portable_missing)
    message(STATUS "No portable programs (run tools/setup --package): ${portable_missing} are missing")
    return()
endif()

set(portable_shared_folder "${CMAKE_INSTALL_LIBDIR}/alea") # where shared libraries are, from the prefix
set(portable_shared libgcc_s.so.1 libzip.so.4 libz.so.1 libbz2.so.1.0 libcrypto.so.3)
set(portable_shared_files)
foreach(name IN LISTS portable_shared)
    execute_process(COMMAND "${CMAKE_C_COMPILER}" -print-file-name=${name} OUTPUT_VARIABLE file OUTPUT_STRIP_TRAILING_WHITESPACE)
    cmake_path(NORMAL_PATH file)
    list(APPEND portable_shared_files "${file}")
endforeach()

# alea_portable(PROGRAM FOLDER ARCHIVE…): links PROGRAM once more, with archives of ours; FOLDER is where it will be, from the prefix.
function(alea_portable program folder)
    set(target ${program}-portable)
    add_executable(${target} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${program}>)
    file(RELATIVE_PATH libraries "/${folder}" "/${portable_shared_folder}")
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C BUILD_WITH_INSTALL_RPATH TRUE INSTALL_RPATH "$ORIGIN/${libraries}")
    foreach(archive IN LISTS ARGN)
        target_link_libraries(${target} PRIVATE "$<TARGET_FILE:${archive}>")
        add_dependencies(${target} ${archive})
    endforeach()
    # These libraries do not say where to look for those that they need in turn. The older kind of path in the program, which
    # --disable-new-dtags writes, counts for them too.
    target_link_options(${target} PRIVATE -shared-libgcc -Wl,--disable-new-dtags)
    target_link_libraries(${target} PRIVATE ${portable_libraries} PkgConfig::pkg_libzip "${wasmtime_library}" -Wl,--no-as-needed gcc_s
        m dl pthread)
endfunction()

alea_portable(alea "${CMAKE_INSTALL_BINDIR}" libalea_ui_static libalea_core)
alea_portable(alea-worker "${CMAKE_INSTALL_LIBEXECDIR}/alea" libalea_core)

# Everything that the archive has of others, for tools/notices.
list(JOIN portable_shared_files "\n" portable_shared_lines)
file(WRITE "${CMAKE_BINARY_DIR}/portable_shared.txt" "${portable_shared_lines}\n")
list(JOIN portable_libraries "\n" portable_bundled)
file(WRITE "${CMAKE_BINARY_DIR}/portable.txt" "${portable_bundled}\n${portable_shared_lines}\n")
