#pragma once
/* What the extension reports beside the messages of commands and of the library. */

#define PYTHON_WITHIN_WORK                                                                                \
    "alea is at work in this thread already: a progress callable, or a bot that alea calls, cannot call " \
    "alea's functions."
#define PYTHON_PROGRESS_TYPE  "progress must be None or a callable that takes (done, total, unit)."
#define PYTHON_SUBINTERPRETER "alea runs in the main interpreter only, not in a subinterpreter."
#define PYTHON_NO_COMMAND     "alea has no command '%s'."
#define PYTHON_NO_SANDBOX     "The package alea-lab-bots can: pip install \"alea-lab[bots]\"."
#define PYTHON_NO_OPTION      "%s() has no argument '%s'."
#define PYTHON_FLAG           "%s must be True or False."
#define PYTHON_NEEDS_VALUE    "%s needs a value."
#define PYTHON_WORDS          "a text has a zero character"
#define PYTHON_ARRAY                                                                                         \
    "%s must be a contiguous array of %zd elements of %zd bytes, whose type is one of '%s' (see the module " \
    "struct)."
#define PYTHON_READ_ONLY  "the arrays of a table cannot be changed; copy them."
#define PYTHON_MOST_KEYS  "a position has at most %d keys."
#define PYTHON_BATCH_BUSY "another thread is stepping these games."
#define PYTHON_SEAT       "the game has no seat %u."
#define PYTHON_MOVES      "a bot must return a move for each of the %zd positions"
#define PYTHON_RAISED     "the bot raised an exception"
