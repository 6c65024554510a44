#!/usr/bin/env python3
"""Allocations of libraries fail, alone or with all later ones: what they report, alea handles like failures of its own."""

import sys

from faults import try_commands

# HDF5 crashes while it cleans up without any memory, and jansson stops at an assertion of its own (lex_unget_unsave).
ALONE, ALL = ["memory"], ["memory", "memory+"]
LIBRARIES = {
    "libjansson": (ALONE, ["run", "run-block", "replay", "review", "play"]),
    "libsqlite3": (ALL, ["contest", "contest-new", "review", "review-more", "notebook", "drill"]),
    "libhdf5": (ALONE, ["solve", "solve-hog", "verify", "eval", "best", "freeze"]),
    "libcairo": (ALL, ["plot", "stats"]),
}

sys.exit(sum(try_commands(kinds, names, library) for library, (kinds, names) in LIBRARIES.items()) > 0)
