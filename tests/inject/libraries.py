#!/usr/bin/env python3
"""Allocations of libraries fail, alone or with all later ones: what they report, alea handles like failures of its own."""

import sys

from faults import try_commands

# jansson stops at an assertion of its own without any memory (lex_unget_unsave). HDF5 crashes, or ends the program, after one
# allocation in ten, and is left out.
ALONE, ALL = ["memory"], ["memory", "memory+"]
LIBRARIES = {
    "libjansson": (ALONE, ["run", "run-block", "replay", "review", "play"]),
    "libsqlite3": (ALL, ["contest", "contest-new", "review", "review-more", "notebook", "drill"]),
    "libcairo": (ALL, ["plot", "stats"]),
}

sys.exit(sum(try_commands(kinds, names, library) for library, (kinds, names) in LIBRARIES.items()) > 0)
