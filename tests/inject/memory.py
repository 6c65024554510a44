#!/usr/bin/env python3
"""Allocations of alea's own code fail in whole commands, alone and with all later ones."""

import sys

from faults import COMMANDS, try_commands

sys.exit(bool(try_commands(["memory", "memory+"], [c.name for c in COMMANDS])))
