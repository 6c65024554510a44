# alea-portable and alea-worker-portable: the two programs for machines that need not have anything but glibc (2.36 or newer) and a
# kernel. All libraries are linked statically, from Debian's packages (part [package] of tools/packages), but wasmtime, which is a
# shared library and comes along with gcc's libgcc_s. The archive of `make package` is made from them; nothing else builds them.
#
# Linked this way libhdf5 needs no libcurl, and cairo no X11: only what alea calls of them is there.

set(CMAKE_INSTALL_LIBDIR lib CACHE PATH "Where libraries go, below the prefix")
include(GNUInstallDirs)

set(portable_archives
    hdf5_serial edit tinfo bsd md cairo fontconfig freetype pixman-1 png16 expat brotlidec brotlicommon uuid sz aec sqlite3 jansson
    seccomp z gomp)
set(portable_libraries)
set(portable_missing)
execute_process(COMMAND "${CMAKE_C_COMPILER}" -print-file-name=libgomp.a OUTPUT_VARIABLE gomp OUTPUT_STRIP_TRAILING_WHITESPACE)
cmake_path(GET gomp PARENT_PATH gcc_folder)
foreach(name IN LISTS portable_archives)
    find_library(archive_${name} NAMES lib${name}.a HINTS "${gcc_folder}" NO_CACHE)
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

set(portable_wasmtime "${CMAKE_INSTALL_LIBDIR}/alea") # where libwasmtime.so and libgcc_s.so.1 are, from the prefix

# alea_portable(PROGRAM FOLDER ARCHIVE…): links PROGRAM once more, with archives of ours; FOLDER is where it will be, from the prefix.
function(alea_portable program folder)
    set(target ${program}-portable)
    add_executable(${target} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${program}>)
    file(RELATIVE_PATH libraries "/${folder}" "/${portable_wasmtime}")
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C BUILD_WITH_INSTALL_RPATH TRUE INSTALL_RPATH "$ORIGIN/${libraries}")
    foreach(archive IN LISTS ARGN)
        target_link_libraries(${target} PRIVATE "$<TARGET_FILE:${archive}>")
        add_dependencies(${target} ${archive})
    endforeach()
    # libgcc_s is named by the program itself, because wasmtime's library does not say where to look for it.
    target_link_options(${target} PRIVATE -shared-libgcc)
    target_link_libraries(${target} PRIVATE ${portable_libraries} "${wasmtime_library}" -Wl,--no-as-needed gcc_s m dl pthread)
endfunction()

alea_portable(alea "${CMAKE_INSTALL_BINDIR}" bench libalea_ui_static libalea_core)
alea_portable(alea-worker "${CMAKE_INSTALL_LIBEXECDIR}/alea" libalea_core)

# Everything that the archive has of others, for tools/notices.
execute_process(COMMAND "${CMAKE_C_COMPILER}" -print-file-name=libgcc_s.so.1 OUTPUT_VARIABLE libgcc_s OUTPUT_STRIP_TRAILING_WHITESPACE)
cmake_path(NORMAL_PATH libgcc_s)
list(JOIN portable_libraries "\n" portable_bundled)
file(WRITE "${CMAKE_BINARY_DIR}/portable.txt" "${portable_bundled}\n${LUA_ARCHIVE}\n${libgcc_s}\n")
