# Writes man pages and completion scripts: cmake -DALEA=PROGRAM -DOUTPUT=FOLDER -P from_help.cmake
#
# FOLDER gets man1/alea.1, man1/alea-solve.1, man1/alea-bot-check.1 and so on, and completion/alea.{bash,fish,zsh}. The commands
# are those that `alea help` lists.

function(ask_alea output)
    execute_process(COMMAND "${ALEA}" ${ARGN} OUTPUT_VARIABLE said RESULT_VARIABLE failure)
    if(NOT failure EQUAL 0)
        list(JOIN ARGN " " words)
        message(FATAL_ERROR "`${ALEA} ${words}` failed: ${failure}")
    endif()
    set(${output} "${said}" PARENT_SCOPE)
endfunction()

# The page of a command, and of those below it.
function(write_pages)
    ask_alea(page help --man ${ARGN})
    list(JOIN ARGN "-" name)
    if(name)
        string(PREPEND name "-")
    endif()
    file(WRITE "${OUTPUT}/man1/alea${name}.1" "${page}")
    ask_alea(list help ${ARGN})
    if(NOT list MATCHES "^Usage: [a-z ]* COMMAND")
        return()
    endif()
    string(REPLACE ";" "," list "${list}")
    string(REGEX MATCHALL "\n  [a-z]+ +[a-z(]" rows "${list}")
    foreach(row IN LISTS rows)
        string(REGEX REPLACE "^\n  ([a-z]+) .*" "\\1" command "${row}")
        if(NOT command STREQUAL "help")
            write_pages(${ARGN} ${command})
        endif()
    endforeach()
endfunction()

file(REMOVE_RECURSE "${OUTPUT}")
write_pages()
foreach(shell IN ITEMS bash fish zsh)
    ask_alea(script completion ${shell})
    file(WRITE "${OUTPUT}/completion/alea.${shell}" "${script}")
endforeach()
