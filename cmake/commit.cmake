# Writes a C file with the commit that the sources are of: cmake -DSOURCE=FOLDER -DOUTPUT=FILE.c -P commit.cmake
#
# Runs with every build and touches the file only when the commit is another one. The commit is empty where there is no git, or
# where the sources are not a clone of their own; "-dirty" after it says that files were changed.

set(commit "")
find_program(GIT git)
if(GIT)
    execute_process(COMMAND "${GIT}" -C "${SOURCE}" rev-parse --show-prefix OUTPUT_VARIABLE below ERROR_QUIET
        RESULT_VARIABLE failure OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(failure EQUAL 0 AND below STREQUAL "")
        execute_process(COMMAND "${GIT}" -C "${SOURCE}" describe --always --dirty --abbrev=12 --exclude=*
            OUTPUT_VARIABLE commit ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    endif()
endif()

set(text "/* Written by cmake/commit.cmake. */\nextern const char *const cli_commit;\nconst char *const cli_commit = \"${commit}\";\n")
set(before "")
if(EXISTS "${OUTPUT}")
    file(READ "${OUTPUT}" before)
endif()
if(NOT text STREQUAL before)
    file(WRITE "${OUTPUT}" "${text}")
endif()
