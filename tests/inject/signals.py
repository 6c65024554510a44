#!/usr/bin/env python3
"""Commands get KILL, TERM, HUP or INT at any moment: each file is the old one or the new one, and the same command, repeated
or resumed, gets to the same bytes as without the signal. Only a process that a signal ended leaves a temporary file, and the
next one removes it."""

import collections
import contextlib
import os
import pathlib
import random
import re
import shlex
import shutil
import signal
import sys
import time

from faults import OLD, PATIENCE, Failure, Folder, Server, content, has_begun, run
from program import SOAK

MOMENTS = int(os.environ.get("ALEA_FAULTS", 200 if SOAK else 1))  # for each command and signal
SIGNALS = [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT]
ENTRIES, GOAL = 12, 30
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
    Command("run", "run", "pig(goal=40)", "hold(9)", "hold(20)", "--games", 1000, "--threads", 1, "--record", "old.jsonl",
            writes=["old.jsonl"]),
    Command("contest", "contest", f"hog(goal={GOAL})", "entries", "--database", "c.db", "--html", "old.html", "--csv",
            "new.csv", writes=["old.html", "new.csv"], grows=["c.db"]),
    Command("solve", "solve", "pig(goal=120)", "--out", "old.h5", writes=["old.h5"]),
    Command("solve-layers", "solve", "small-despirala.lua", "--out", "new.h5", "--threads", 1, writes=["new.h5"]),
    Command("play", "play", "pig(goal=60)", "--order", "given", "human(Ann)", "hold(8)", "--seed", 3, "--record", "game.jsonl", typed=TYPED,
            grows=["game.jsonl"], again=["play", "--resume", "game.jsonl"]),
    Command("review", "review", "games.jsonl", "--today", "2026-11-21", "--notebook", "n.db", "--html", "old.html", "--keep",
            writes=["old.html"], grows=["n.db"]),
]


def make_files(folder):
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "entries").mkdir(parents=True)
    for entry in range(ENTRIES):
        if entry % 6 == 0:
            text = f"return function(view) return 3 + (view.own * {entry} // 11 + view.opponent) % 4 end\n"
            (folder / "entries" / f"e{entry}.lua").write_text(text)
        else:
            rows = (",".join(str((own * entry + other) % 6 + 1) for other in range(GOAL)) for own in range(GOAL))
            (folder / "entries" / f"e{entry}.csv").write_text("\n".join(rows) + "\n")
    shutil.copy(pathlib.Path(os.environ["ALEA_SOURCE"]) / "tests" / "rules" / "small-despirala.lua", folder)
    for name in ("old.h5", "old.html", "old.jsonl"):
        (folder / name).write_text(OLD)
    done = run(["run", "pig(goal=40)", "hold(9)", "hold(20)", "--games", 30, "--record", "games.jsonl"], folder)
    assert done.status == 0, done


class Trial:
    def __init__(self, tried, fixtures):
        self.command, self.folder = tried, fixtures.parent / "work"
        self.work = Folder(self.folder, fixtures)
        self.before, self.completed = self.work.before, set()
        self.server = Server(tried.words, self.folder, tried.typed, "none")
        begun = time.monotonic()
        done = self.server.run("")
        self.length = time.monotonic() - begun
        assert done.status == 0, (tried.name, done)
        self.after = self.work.files()

    def close(self):
        self.server.close()

    def send(self, what, delay):
        """Starts the command and sends the signal after a while. How it ended, and whether it still ran."""
        self.work.renew()
        process = self.server.start("")
        status, struck = self.server.number(delay), False
        if status is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, what)
                struck = True
            status = self.server.number(PATIENCE)
        return self.server.end(process, status), struck

    def check_whole(self, now, killed, parts):
        """Each file is the old one or the new one; `parts` may be an unfinished table. A killed process may leave others."""
        for name in now.keys() | self.before.keys():
            if name in self.command.grows or (killed and TEMPORARY.search(name)):
                continue
            right = [self.before.get(name)] + [self.after.get(name)] * (name in self.command.writes)
            if now.get(name) not in right and not (parts and name in self.command.writes):
                raise Failure(f"{name} is neither the old file nor the new one")

    def complete(self, words):
        """Goes on, and compares everything with an undisturbed run."""
        begun = has_begun(self.folder, self.command.grows)
        words = words or (self.command.again if begun else self.command.words)
        done = self.server.run("") if words == self.command.words else run(words, self.folder, self.command.typed)
        now = self.work.files()
        if done.status != 0 and not (self.command.again != self.command.words and now == self.after):
            raise Failure(f"it does not go on: {done}")
        for name in [*self.command.writes, *self.command.grows]:
            if content(name, now.get(name)) != content(name, self.after[name]):
                raise Failure(f"{name} differs once it is complete: {done}")
        left = [name for name in now if TEMPORARY.search(name)]
        if left and self.command.writes:
            raise Failure(f"{left} stay once it is complete: {done}")

    def disturb(self, what):
        """One signal at a random moment. Whether the command still ran then, and how it ended."""
        done, struck = self.send(what, CHOOSE.random() * self.length)
        if done.status not in (0, 1, -what):
            raise Failure(f"wrong exit status: {done}")
        if "Sanitizer" in done.err or "ssertion" in done.err:
            raise Failure(done)
        resume, now = RESUME.search(done.err), self.work.files()
        self.check_whole(now, done.status == -what, parts=resume)
        state = hash((resume and resume[1], *sorted(now.items())))
        if state not in self.completed:
            self.complete(resume and shlex.split(resume[1]))
            self.completed.add(state)
        return struck and {0: "done", 1: "stopped"}.get(done.status, "ended")


def try_command(tried, fixtures):
    """The number of failures."""
    failures, counts = 0, []
    with contextlib.closing(Trial(tried, fixtures)) as trial:
        for what in SIGNALS:
            struck = collections.Counter()
            while sum(struck.values()) - struck[False] < MOMENTS and struck[False] < 5 * MOMENTS + 20:
                try:
                    how = trial.disturb(what)
                    trial.length *= 1.01 if how else 0.95  # so that most come while it runs
                    struck[how] += 1
                except Failure as failure:
                    failures += 1
                    struck["failed"] += 1
                    print(f"{tried.name}, {what.name}: {failure}\n", flush=True)
            del struck[False]
            counts.append(f"{what.name[3:]} " + " ".join(f"{struck[how]} {how}" for how in sorted(struck)))
        print(f"{tried.name} ({trial.length:.2f} s), while it ran: {', '.join(counts)}", flush=True)
    return failures


signal.signal(signal.SIGINT, signal.default_int_handler)  # the commands inherit it if it is ignored
FIXTURES = pathlib.Path("files").absolute()
make_files(FIXTURES)
ONLY = os.environ.get("ALEA_ONLY", "").split(",")
FAILURES = sum(try_command(tried, FIXTURES) for tried in COMMANDS if ONLY == [""] or tried.name in ONLY)
print(f"{FAILURES} failures")
sys.exit(bool(FAILURES))
