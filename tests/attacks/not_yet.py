"""Attacks that still break alea, with what is to mend them. Once one holds, the run of its group fails until it is taken out."""

CHARGE = "every grow costs fuel"
COMPILE = "bounds before compiling"
HOST = "calls of WASI cost what they take"
UNCOUNTED = "tables, globals and instances count as memory"
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
    "all-at-once": ALL,
}
