"""Timing programs and alea, for tools/peers and tools/growth."""

import dataclasses
import json
import math
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
HELPERS = ROOT / "bench" / "peers"


class Failed(Exception):
    """A program that could not be measured, and why."""


@dataclasses.dataclass
class Lap:
    """One measurement: of `units` of work."""
    seconds: float
    wall: float = None
    value: float = None
    error: float = 0  # standard error of the value
    units: int = 1


def process(command, text="", folder=None, environment=None):
    """A process from start to exit: its output, processor time with its children's, and wall time. Raises Failed."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(text.encode())
        given.seek(0)
        before = time.monotonic()
        child = subprocess.Popen([str(word) for word in command], stdin=given, stdout=out, stderr=err, cwd=folder,
                                 env=dict(os.environ, **(environment or {})))
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - before
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        said = out.read().decode(errors="replace")
        if child.returncode:
            last = (err.read().decode(errors="replace") + said).strip().splitlines()[-1:] or ["it said nothing"]
            raise Failed(f"{shlex.join(map(str, command))} failed with status {child.returncode}: {last[0]}")
    return said, usage.ru_utime + usage.ru_stime, wall


def helper_lap(command):
    """Of a helper in bench/peers, which prints seconds and value."""
    found = json.loads(process(command)[0])
    games = found.get("games")
    return Lap(found["seconds"], value=found["value"], error=error_of(found["value"], games), units=games or 1)


def error_of(rate, games):
    return math.sqrt(rate * (1 - rate) / games) if games else 0


def three(number):
    """Three significant digits, with commas between thousands."""
    if number >= 100:
        return f"{float(f'{number:.3g}'):,.0f}"
    return f"{number:.3g}"


def duration(seconds):
    for size, unit in (1, "s"), (1e-3, "ms"), (1e-6, "µs"):
        if seconds >= size:
            return f"{three(seconds / size)} {unit}"
    return f"{three(seconds * 1e9)} ns"


def machine():
    """The kind of processor and the number of cores."""
    try:
        text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    found = re.search(r"model name\s*: (.*)", text)
    return {"processor": found[1].strip() if found else "a processor without a name", "cores": os.cpu_count(),
            "load": round(os.getloadavg()[0], 1), "date": time.strftime("%Y-%m-%d", time.gmtime())}


class Alea:
    """The program and the library in a build folder. `cache`: a folder for compiled bots, which are warm when it counts."""

    def __init__(self, build, cache):
        self.program, self.library = build / "alea", build / "libalea.so"
        self.environment = {"ALEA_CACHE": str(cache)}

    def library_lap(self, *words):
        return helper_lap([sys.executable, "-B", HELPERS / "alea.py", self.library, *words])

    def process_lap(self, *words):
        said, seconds, wall = process([self.program, *words], environment=self.environment)
        return Lap(seconds, wall), said

    def run_lap(self, games, *words):
        """`alea run`: the value is the rate of the first bot's wins."""
        lap, said = self.process_lap("run", *words, "--games", games, "--json")
        lap.units = games
        lap.value = json.loads(said)["standings"][0]["win_rate"]
        lap.error = error_of(lap.value, games)
        return lap
