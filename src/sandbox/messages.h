#pragma once
/* What this room reports. Sentences in lower case follow the name of a file, or are the reason for a failure and
   have no full stop. Messages about Python strategies are in python/strategy.py. */
#include <inttypes.h>

/* ---- kinds of files ---- */

#define SANDBOX_EMPTY      "the file is empty; a bot must be WebAssembly."
#define SANDBOX_HEADER_CUT "the file ends after %zu bytes, within WebAssembly's header."
#define SANDBOX_TEXT_FORM                                                                                 \
    "this is WebAssembly in its text form; convert it to the binary form with `wat2wasm` or `wasm-tools " \
    "parse`."
#define SANDBOX_TEXT  "this is text, not WebAssembly; it begins with \"%s\"."
#define SANDBOX_OTHER "this is %s; a bot must be WebAssembly."
#define SANDBOX_SECTION_HEAD \
    "the file is cut off or damaged: it ends at byte %zu, within the head of a section."
#define SANDBOX_SECTION_CUT \
    "the file is cut off or damaged: its section %u at byte %zu should have %u bytes, but has %zu."
#define SANDBOX_VERSION \
    "this is WebAssembly of version %u, layer %u; alea supports core modules (1, 0) and components (13, 1)."
#define SANDBOX_NOT_READ "this module uses a newer form of WebAssembly's types or imports than alea can read."
#define SANDBOX_TOO_LARGE                                           \
    "the file has %zu bytes; the limit for WebAssembly is %" PRIu64 \
    ". Components that bring a runtime along, such as "             \
    "Python, are that large: allow them with --max-size MIB."
#define SANDBOX_START_TABLES                                   \
    "its tables, global variables and instances need %" PRIu64 \
    " KiB from the start, but a bot may use %" PRIu64 " KiB (the memory limit)."
#define SANDBOX_LIMIT                                            \
    "it has %" PRIu64 " %s; the limit is %" PRIu64               \
    ". Make it smaller: compile it with optimization for size, " \
    "and leave out what it does not need."
#define SANDBOX_RELAXED                                                                              \
    "it uses relaxed SIMD, whose results differ from processor to processor, so that alea does not " \
    "support it. Compile it without: for C, without -mrelaxed-simd; for Rust, without relaxed-simd."
#define SANDBOX_UNREAD \
    "this is not valid WebAssembly, or it uses a feature that alea does not support: %s (byte %zu)."
#define SANDBOX_INVALID "this is not valid WebAssembly, or it uses a feature that alea does not support: %s."

/* ---- exports and imports ---- */

#define SANDBOX_NO_FUNCTION       "this core module exports %s; a bot must export the function %s (or %s)."
#define SANDBOX_WRONG_TYPE        "its function %s has the type %s; the type must be %s."
#define SANDBOX_MODULE_IMPORTS    "this core module imports %s.%s, which does not exist here. %s"
#define SANDBOX_WASI_IN_MODULE    "To use WASI, a bot must be a component (wasi:…@0.2)."
#define SANDBOX_MODULE_MAY_IMPORT "A core module may import env.abort and nothing else."
#define SANDBOX_HIDDEN_MEMORY                                                                                \
    "this core module does not export its memory; a bot must export one as \"memory\", for the list of the " \
    "others' scores."
#define SANDBOX_NO_MEMORY                                                                               \
    "this core module has no memory; a bot must export one as \"memory\", for the list of the others' " \
    "scores."
#define SANDBOX_FIXED_MEMORY                                                                                \
    "the list of scores needs one more page of memory, but its memory cannot grow, and it does not export " \
    "cabi_realloc to make space."
#define SANDBOX_FIXED_MEMORY_ROLLS                                                                         \
    "the lists of scores and rolls need two more pages of memory, but its memory cannot grow by so many, " \
    "and it does not export cabi_realloc to make space."
#define SANDBOX_BOTH_INTERFACES                                                                          \
    "its functions %s and %s are of two interfaces: one takes scores, the other the record game-state. " \
    "Leave one of them out."
#define SANDBOX_OTHER_RECORD                                                                   \
    "its function %s takes a record that differs from the original program's game-state: %s. " \
    "wit/game-state/strategy.wit has the real one."
#define SANDBOX_FIELD_COUNT "it has %zu fields instead of %u"
#define SANDBOX_FIELD_NAME  "its field %u is %s instead of %s"
#define SANDBOX_FIELD_TYPE  "its field %s is not of the type %s"
#define SANDBOX_NOT_TWO_DICE                                                                              \
    "its function %s takes the record game-state, whose rolls are of two dice, but this game's are not. " \
    "Use the interface in wit/strategy.wit."
#define SANDBOX_START_MEMORY                                                                            \
    "it needs %" PRIu64 " KiB of memory from the start, but a bot may use %" PRIu64 " KiB (the memory " \
    "limit)."
#define SANDBOX_OTHER_EXPORTS   "this component exports %s; a bot must export the interface %s."
#define SANDBOX_OTHER_INTERFACE "its interface %s differs from the real one, which has a function %s: %s."
#define SANDBOX_IMPORTS         "this component imports %s, which does not exist here; a bot may import only wasi:…."
#define SANDBOX_DOES_NOT_FIT    "this component cannot be started here: %s."

/* ---- Python ---- */

#define SANDBOX_PYTHON_WRONG_COMPONENT "this is not alea's Python component."
#define SANDBOX_PYTHON_NO_TABULATE     "The Python component is not alea's own: it has no function %s."
#define SANDBOX_PYTHON_MISSING                                                                             \
    "Strategies in Python need alea's Python component, python.wasm, but this sandbox was opened without " \
    "it. The program looks for it beside itself and in ../share/alea; the variable ALEA_PYTHON names "     \
    "another place. `make install` and the packages put it where it belongs."
#define SANDBOX_PYTHON_NO_START  "Python failed to start inside the sandbox: %s."
#define SANDBOX_PYTHON_TOO_LARGE "the file has %zu bytes; the limit is %d"
#define SANDBOX_PYTHON_TAMPERED  "it tampered with the program that asks it"
#define SANDBOX_PYTHON_SLOW                                                                                  \
    "it takes too long: all its answers together may take what a usual computer does in about %s, and then " \
    "it had still not finished"
#define SANDBOX_PYTHON_CLOCK                                                                                \
    "it takes too long: it looks at the clock again and again, but the clock stands still in the contest, " \
    "so "                                                                                                   \
    "a loop that waits for time to pass never ends. Count steps instead of seconds"
#define SANDBOX_PYTHON_DEEP \
    "its recursion is too deep: calls within each other exhaust the stack of the Python that runs it"
#define SANDBOX_PYTHON_ENDED "it ended the Python interpreter that runs it (%s)"
#define SANDBOX_PYTHON_MOVES_DIFFER                                                                      \
    "final_strategy(%u, %u) returned %u, but when it was called again, in another order and with other " \
    "random numbers, it returned %u"
#define SANDBOX_PYTHON_NAMES_DIFFER                                                                   \
    "its name was \"%s\", but when the file was loaded again, at another time and with other random " \
    "numbers, it was \"%s\""

/* ---- why a bot failed ---- */

#define SANDBOX_ROLLS                                                                                     \
    "this game has had more than %d rolls, which is as many as the interface with the record game-state " \
    "can tell"
#define SANDBOX_FUEL "it used up its fuel of %" PRIu64 " instructions"
#define SANDBOX_FUEL_CLOCK                                                   \
    "it used up its fuel of %" PRIu64                                        \
    " instructions and looked at the clock until the end: the clock stands " \
    "still here, so a loop that waits for time to pass never ends"
#define SANDBOX_MEMORY       "it needed %" PRIu64 " KiB of memory; the limit is %" PRIu64
#define SANDBOX_RANDOM       "it asked for more than 65536 random bytes at once"
#define SANDBOX_EXITS        "it ended itself (exit)"
#define SANDBOX_WASI_REFUSED "it called a function of %s, which does nothing here"
#define SANDBOX_NO_STACK     "the system gives no stack that is large enough"
#define SANDBOX_TOO_DEEP     "it nests its calls too deep, as a program does that calls itself without an end"
#define SANDBOX_WAITS        "it waits, but its clock is frozen"

#define SANDBOX_MEMORY_REACHED   "the memory limit is reached"
#define SANDBOX_MEMORY_TOO_LOW   "the memory limit is too low"
#define SANDBOX_MEMORY_UNCOVERED "no memory limit covers this memory"
#define SANDBOX_MEMORY_NONE      "there is not enough memory"
#define SANDBOX_MEMORY_ADDRESSES "there is not enough address space"

/* ---- the block path ---- */

#define SANDBOX_ARENA_NO_ENTRY   "The block path cannot be taken: %s %s."
#define SANDBOX_ARENA_OTHER_KIND "is neither a WebAssembly bot nor one of the game's own policies"
#define SANDBOX_ARENA_WASI       "imports WASI and is larger than 1 MiB"
#define SANDBOX_ARENA_RESTORED   "is restored before each question"
#define SANDBOX_ARENA_ROLLS      "follows the whole game, which only the step path supports"
#define SANDBOX_ARENA_LATE_IMPORT \
    "The block path cannot be taken: a bot imports something after its own definitions."
#define SANDBOX_ARENA_NOT_TOGETHER \
    "The block path cannot be taken: the WebAssembly engine does not link the bots: %s."
#define SANDBOX_ARENA_LONG          "takes long to compile"
#define SANDBOX_ARENA_OTHER_SANDBOX "uses a different sandbox from the bots before it"
#define SANDBOX_ARENA_NO_WASM       "The block path cannot be taken: no bot of this match is WebAssembly."
#define SANDBOX_ARENA_NO_GAME       "The block path cannot be taken: there is none for %s."
#define SANDBOX_ARENA_TOO_LARGE     "The block path cannot be taken: the bots' tables are too large for it."
#define SANDBOX_ARENA_NOT_BUILT     "This alea was built without the referee inside the sandbox."
#define SANDBOX_ARENA_REFUSED       "The WebAssembly engine refuses to run the bots together: %s."
#define SANDBOX_ARENA_NO_EXPORT     "The referee inside the sandbox has no %s."

/* ---- the engine and the system ---- */

#define SANDBOX_GAME            "%s: WebAssembly bots cannot play %s."
#define SANDBOX_ENGINE_NO_LOCK  "The system cannot create another lock."
#define SANDBOX_ENGINE_NO_KEY   "The system cannot create another thread-specific key."
#define SANDBOX_ENGINE_NO_START "The WebAssembly engine failed to start."
#define SANDBOX_ENGINE_NO_SPACE                                                                             \
    "The WebAssembly engine needs %u MiB of address space for this, but the system's limit leaves %" PRIu64 \
    " MiB: raise it with `ulimit -v`."
#define SANDBOX_ENGINE_WASI          "The WebAssembly engine refuses alea's own WASI."
#define SANDBOX_ENGINE_LOST_FUNCTION "The WebAssembly engine lost a function that it had."
#define SANDBOX_ENGINE_LOST_EXPORT   "The WebAssembly engine does not find an export that it lists."
#define SANDBOX_CACHE_NO_MEMORY      "There was not enough memory."
#define SANDBOX_CACHE_FOLDER_FOREIGN \
    "this folder belongs to another user, who could put code into it. Name one of your own."
#define SANDBOX_CACHE_FOLDER_SHARED                                                                       \
    "other users may write to this folder, and could put code into it. `chmod go-w` it, or name another " \
    "one."
#define SANDBOX_CACHE_FILE_FOREIGN "a file in this folder belongs to another user; it was not used."
#define SANDBOX_CACHE_FILE_SHARED \
    "other users could write to a file in this folder; it was not used, and is replaced."
#define SANDBOX_CACHE_NOT_SERIALIZED "The WebAssembly engine could not serialise a component."

/* ---- zip archives; these follow the name of the file ---- */

#define SANDBOX_ZIP_CUT \
    "it is a zip archive whose end is missing, with the list of its files. Download or copy it again."
#define SANDBOX_ZIP_BROKEN "it is not a zip archive that can be read (%s)."
#define SANDBOX_ZIP_MEMBERS \
    "it contains %lld files; at most %d are read%s. Unpack the archive yourself, and give the folder."
#define SANDBOX_ZIP_MOST_FILES "; the most, %llu, are of %s"
#define SANDBOX_ZIP_LARGE                                                                                   \
    "it unpacks to more than %zu MiB, which is more than a class hands in; the most, %.1f MiB, are of %s. " \
    "Unpack the archive yourself, and give the folder."
