"""A contest of sound entries with all attacks among them: the sound ones have the same results as without, and
Ctrl-C works."""

import random

import cases_compile
import cases_core
import cases_lua
import cases_memory
import cases_python
import cases_wasi
from case import CROWD, FAILS, INNOCENT, PLAYS, REFUSED, Case, Trial, contest_trial
from cases_process import stops_soon
from measure import Limits, MIB
from program import SANITIZED, SOAK, has_python

GROUPS = [cases_core, cases_compile, cases_wasi, cases_memory, cases_lua]
MOMENTS = 20 if SOAK else 2
SOUND = CROWD if SOAK else INNOCENT


def all_attacks():
    """Each group's bots, under the names of their cases. Python, whose full limits take long, joins in the longer form."""
    files = {}
    for group in GROUPS + ([cases_python] if SOAK and has_python() else []):
        for case in group.CASES:
            for name, make in case.files.items():
                if name.startswith("attack/"):
                    files[f"attack/{case.name}-{name.removeprefix('attack/')}"] = make
    return files


FILES = all_attacks()
LIMITS = Limits(seconds=5 * len(FILES) * (4 if SANITIZED else 1), memory=6000 * MIB)
SHARED_CACHE = {"ALEA_CACHE": None}


def stopped_at(moment):
    trial = contest_trial((REFUSED, FAILS, PLAYS), sound=SOUND, limits=LIMITS, environment=SHARED_CACHE, more={"interrupt": moment})
    return Trial(f"Ctrl-C {moment:.1f} s", trial.command, stops_soon, LIMITS, trial.prepare, trial.environment, trial.more)


CASES = [
    Case("all-at-once", f"{len(SOUND)} sound entries and {len(FILES)} attacks in a contest", FILES, [
        contest_trial((REFUSED, FAILS, PLAYS), sound=SOUND, limits=LIMITS, environment=SHARED_CACHE),
        *(stopped_at(random.Random(i).uniform(0.2, 20 if SOAK else 4)) for i in range(MOMENTS))]),
]
