"""Attacks that still break alea, with what is to mend them. Once one holds, the run of its group fails until it is taken out."""

CHARGE = "every grow costs fuel"
COMPILE = "bounds before compiling"
HOST = "calls of WASI cost what they take"
UNCOUNTED = "tables, globals and instances count as memory"
LUA = "Lua is charged by what an operation costs"
TABLE = "tables are read by alea's own reader"
NAMED = "files named by records and tables are compared before they run"
DATABASE = "both databases are read as strangers' files"
CACHE = "the cache checks owner and mode, and ignores relative paths"
CLEARED = "temporary files of dead programs are cleared"
SPREADSHEETS = "full-width signs count as formulas"
NESTING = "the message says that the source is nested too deeply"
STOPPED = "Ctrl-C ends the workers, and is heard by eval"
LITTLE = "little address space and a small stack are enough, or there is a sentence"
ALL = "all of the above"

NOT_YET = {
    "grow-that-fails": CHARGE,
    "nested-loops-500": COMPILE,
    "nested-loops-1000": COMPILE,
    "nested-loops-2000": COMPILE,
    "nested-loops-3000": COMPILE,
    "nested-loops-10000": COMPILE,
    "loops-in-a-row": COMPILE,
    "loads-then-added": COMPILE,
    "many-ifs": COMPILE,
    "million-functions": COMPILE,
    "branch-tables": COMPILE,
    "constants-on-stack": COMPILE,
    "doubling-components-16": COMPILE,
    "doubling-components-20": COMPILE,
    "doubling-components-23": COMPILE,
    "sockets-tcp": HOST,
    "sockets-udp": HOST,
    "blocks": HOST,
    "reads-2-to-63": HOST,
    "polls-8000": HOST,
    "writes-stderr": HOST,
    "checks-stdout": HOST,
    "writes-stdout": HOST,
    "tables-filled": UNCOUNTED,
    "modules-with-tables": UNCOUNTED,
    "instances-with-globals": UNCOUNTED,
    "lua-compares-texts": LUA,
    "table-header-changed": TABLE,
    "record-runs-rules": NAMED,
    "record-names-pipe": NAMED,
    "database-trigger": DATABASE,
    "notebook-null-seat-objective": DATABASE,
    "notebook-null-seat-player": DATABASE,
    "notebook-null-seat-game-spec": DATABASE,
    "notebook-null-card-objective": DATABASE,
    "notebook-kept-large": DATABASE,
    "notebook-kept-small": DATABASE,
    "cache-open-folder": CACHE,
    "cache-open-file": CACHE,
    "cache-link": CACHE,
    "cache-pipe": CACHE,
    "cache-relative": CACHE,
    "temporary-files": CLEARED,
    "python-nested-brackets": NESTING,
    "name-wide-formula": SPREADSHEETS,
    "name-wide-at": SPREADSHEETS,
    "ctrl-c-eval": STOPPED,
    "ctrl-c-compile": STOPPED,
    "ctrl-c-components": STOPPED,
    "ctrl-c-poll": STOPPED,
    "ctrl-c-lua": STOPPED,
    "ctrl-c-python": STOPPED,
    "python-waits": LITTLE,
    "memory-1-gib": LITTLE,
    "memory-1-gib-contest": LITTLE,
    "stack-64-kib-plot": LITTLE,
    "all-at-once": ALL,
}
