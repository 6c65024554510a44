#!/usr/bin/env python3
"""Commands get KILL, TERM, HUP or INT at any moment: each file is the old one or the new one, and the same command, repeated
or resumed, gets to the same bytes as without the signal."""

import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import time

from faults import OLD, Failure, content, files_of, has_begun, run, surroundings
from program import ALEA, SOAK

MOMENTS = int(os.environ.get("ALEA_FAULTS", 200 if SOAK else 1))  # for each command and signal
SIGNALS = [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT]
ENTRIES, GOAL = 24, 50
CHOOSE = random.Random(int(os.environ.get("ALEA_SEED", "7")))
TEMPORARY = re.compile(r"(^|/)\.alea-\d+-\d+\.tmp$|\.\w{6}$|-wal$|-shm$|-journal$")  # what a killed process may leave
TYPED = b"\nhold\n" * 400
RESUME = re.compile(r"^  alea (solve .*)$", re.M)


class Command:
    """`writes`: files that are replaced whole. `grows`: a database or a record. `again`: the words that complete it."""

    def __init__(self, name, *words, writes=(), grows=(), again=None, typed=b""):
        self.name, self.words, self.writes, self.grows = name, words, writes, grows
        self.again, self.typed = again or words, typed


COMMANDS = [
    Command("contest", "contest", f"hog(goal={GOAL})", "entries", "--database", "c.db", "--html", "old.html", "--csv",
            "new.csv", writes=["old.html", "new.csv"], grows=["c.db"]),
    Command("solve", "solve", "pig(goal=120)", "--out", "old.h5", writes=["old.h5"]),
    Command("solve-layers", "solve", "small-despirala.lua", "--out", "new.h5", "--threads", 1, writes=["new.h5"]),
    Command("play", "play", "pig(goal=60)", "human(Ann)", "hold(8)", "--seed", 3, "--record", "game.jsonl", typed=TYPED,
            grows=["game.jsonl"], again=["play", "--resume", "game.jsonl"]),
    Command("review", "review", "games.jsonl", "--today", "2026-11-21", "--notebook", "n.db", "--html", "old.html", "--keep",
            writes=["old.html"], grows=["n.db"]),
]


def make_files(folder):
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "entries").mkdir(parents=True)
    for entry in range(ENTRIES):
        if entry % 8 == 0:
            text = f"return function(view) return 3 + (view.own * {entry} // 11 + view.opponent) % 4 end\n"
            (folder / "entries" / f"e{entry}.lua").write_text(text)
        else:
            rows = (",".join(str((own * entry + other) % 6 + 1) for other in range(GOAL)) for own in range(GOAL))
            (folder / "entries" / f"e{entry}.csv").write_text("\n".join(rows) + "\n")
    shutil.copy(pathlib.Path(os.environ["ALEA_SOURCE"]) / "tests" / "rules" / "small-despirala.lua", folder)
    for name in ("old.h5", "old.html"):
        (folder / name).write_text(OLD)
    done = run(["run", "pig(goal=40)", "hold(9)", "hold(20)", "--games", 30, "--record", "games.jsonl"], folder)
    assert done.status == 0, done


class Trial:
    def __init__(self, tried, fixtures):
        self.command, self.fixtures, self.folder = tried, fixtures, fixtures.parent / "work"
        self.before = files_of(fixtures)
        begun = time.monotonic()
        self.renew()
        done = run(tried.words, self.folder, tried.typed)
        self.length = time.monotonic() - begun
        assert done.status == 0, (tried.name, done)
        self.after = files_of(self.folder)

    def renew(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.fixtures, self.folder)

    def send(self, what, delay):
        """Starts the command and sends the signal after a while. Its exit status and what it said, and whether it still ran."""
        self.renew()
        with subprocess.Popen([ALEA, *map(str, self.command.words)], cwd=self.folder, stdin=subprocess.PIPE,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=surroundings(self.folder)) as process:
            try:
                process.communicate(self.command.typed, timeout=delay)
                return process.returncode, "", False
            except subprocess.TimeoutExpired:
                process.send_signal(what)
            said = process.communicate(timeout=120)[1].decode(errors="replace")
        return process.returncode, said, True

    def check_whole(self, parts):
        """Each file is the old one or the new one; `parts` may be an unfinished table."""
        now = files_of(self.folder)
        for name in now.keys() | self.before.keys():
            if name in self.command.grows or TEMPORARY.search(name):
                continue
            right = [self.before.get(name)] + [self.after.get(name)] * (name in self.command.writes)
            if now.get(name) not in right and not (parts and name in self.command.writes):
                raise Failure(f"{name} is neither the old file nor the new one")

    def complete(self, words):
        """Goes on, and compares everything with an undisturbed run."""
        begun = has_begun(self.folder, self.command.grows)
        done = run(words or (self.command.again if begun else self.command.words), self.folder, self.command.typed)
        now = files_of(self.folder)
        if done.status != 0 and not (self.command.again != self.command.words and now == self.after):
            raise Failure(f"it does not go on: {done}")
        for name in [*self.command.writes, *self.command.grows]:
            if content(name, now.get(name)) != content(name, self.after[name]):
                raise Failure(f"{name} differs once it is complete: {done}")

    def disturb(self, what):
        """One signal at a random moment. Whether the command still ran then."""
        status, said, struck = self.send(what, CHOOSE.random() * self.length)
        if status not in (0, 1, -what):
            raise Failure(f"exit status {status}: {said}")
        if "Sanitizer" in said or "ssertion" in said:
            raise Failure(said)
        resume = RESUME.search(said)
        self.check_whole(parts=resume)
        self.complete(resume[1].split() if resume else None)
        return struck


def try_command(tried, fixtures):
    """The number of failures."""
    trial, failures, counts = Trial(tried, fixtures), 0, []
    for what in SIGNALS:
        struck = 0
        for _ in range(MOMENTS):
            try:
                struck += trial.disturb(what)
            except Failure as failure:
                failures += 1
                print(f"{tried.name}, {what.name}: {failure}\n", flush=True)
        counts.append(f"{what.name[3:]} {struck}")
    print(f"{tried.name} ({trial.length:.2f} s): {', '.join(counts)} while it ran", flush=True)
    return failures


FIXTURES = pathlib.Path("files").absolute()
make_files(FIXTURES)
ONLY = os.environ.get("ALEA_ONLY")
FAILURES = sum(try_command(tried, FIXTURES) for tried in COMMANDS if ONLY in (None, tried.name))
print(f"{FAILURES} failures")
sys.exit(bool(FAILURES))
