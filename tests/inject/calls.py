#!/usr/bin/env python3
"""System calls fail in whole commands: with EIO, with ENOSPC once and from some moment on, with EINTR, and by doing only half
of what was asked for."""

import sys

from faults import COMMANDS, try_commands

CALLERS = "program,liblua,libsqlite3,libwasmtime"

sys.exit(bool(try_commands(["EIO", "ENOSPC", "ENOSPC+", "EINTR", "short"], [c.name for c in COMMANDS], CALLERS)))
