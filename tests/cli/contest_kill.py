#!/usr/bin/env python3
"""A contest killed at a random moment resumes: the report is the same, and no finished pair is computed again."""

import json
import pathlib
import random
import sqlite3
import subprocess
import time

from program import ALEA, SANITIZED, SOAK, environment

ENTRIES = 100 if SOAK else 30 if SANITIZED else 60
MOMENTS = 200 if SOAK else 5 if SANITIZED else 20
SEARCHES = 20  # more attempts if none of these moments fell among the pairs
GOAL = 50
PAIRS = ENTRIES * (ENTRIES - 1) // 2

# Fields that say how much work a run did; all others must not change.
WORK = ("pairs_computed", "pairs_kept", "tabulated", "seconds", "database")


def dice(number, own, other):
    return 0 if (own * (number + 7) + other * 5) % 101 < 25 else 4 + (own + other * number) % 3


def make_entries(folder):
    """Different strategies, including some programs."""
    folder.mkdir()
    for number in range(ENTRIES):
        if number % 25 == 0:
            (folder / f"e{number:03}.py").write_text(
                f"PLAYER_NAME = 'P{number}'\n"
                f"def final_strategy(score, opponent_score):\n"
                f"    return 4 + (score * {number + 1} // 7 + opponent_score) % 3\n")
        elif number % 10 == 5:
            (folder / f"e{number:03}.lua").write_text(
                f"return function(view) return 3 + (view.own * {number} // 11 + view.opponent) % 4 end\n")
        else:
            rows = (",".join(str(dice(number, own, other)) for other in range(GOAL)) for own in range(GOAL))
            (folder / f"e{number:03}.csv").write_text("\n".join(rows) + "\n")


def command(database):
    return [ALEA, "contest", f"hog(goal={GOAL})", "entries", "--database", database, "--html", database + ".html", "--json"]


def hold(database):
    """Runs the contest; returns the report, the work it took and the page."""
    done = subprocess.run(command(database), env=environment(), capture_output=True, timeout=500)
    assert done.returncode == 0, done
    report = json.loads(done.stdout)
    work = {field: report.pop(field, None) for field in WORK}
    return json.dumps(report, indent=1), work, pathlib.Path(database + ".html").read_bytes()


def kept(database):
    """The number of pairs in a database."""
    if not pathlib.Path(database).exists():
        return 0
    with sqlite3.connect(database) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'pairs'").fetchone():
            return 0
        return connection.execute("SELECT count(*) FROM pairs").fetchone()[0]


def hold_and_kill(database, delay):
    with subprocess.Popen(command(database), env=environment(), stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as contest:
        try:
            contest.wait(delay)
        except subprocess.TimeoutExpired:
            contest.kill()
            contest.wait()


make_entries(pathlib.Path("entries"))
hold("first.db")  # this run also compiles and caches Python inside the sandbox
begun = time.monotonic()
report, work, page = hold("whole.db")
length = time.monotonic() - begun
assert work["pairs_computed"] == PAIRS and work["pairs_kept"] == 0, work

moments = random.Random(2)
partly, early, late = 0, 0, length  # the latest moment before the first pair and the earliest after the last
for moment in range(MOMENTS + SEARCHES):
    if moment >= MOMENTS and partly > 0:
        break
    database = f"killed{moment}.db"
    delay = moments.random() * length if moment < MOMENTS else (early + late) / 2
    hold_and_kill(database, delay)
    before = kept(database)
    partly += 0 < before < PAIRS
    if before == 0:
        early = max(early, delay)
    elif before == PAIRS:
        late = min(late, delay)
    again, work, again_page = hold(database)
    assert again == report, (moment, before)
    assert again_page == page, (moment, before)
    assert work["pairs_kept"] == before and work["pairs_computed"] == PAIRS - before, (moment, before, work)
    assert kept(database) == PAIRS

assert partly > 0, "no moment fell between the first pair and the last"

# A contest that is killed repeatedly, each time a little later, also finishes.
computed = 0
for part in range(1, 4):
    hold_and_kill("often.db", length * part / 4)
    assert kept("often.db") >= computed
    computed = kept("often.db")
again, work, again_page = hold("often.db")
assert again == report and again_page == page
assert work["pairs_computed"] == PAIRS - computed, (computed, work)
print(f"{MOMENTS} moments of {length:.1f} s, {partly} of them among the pairs")
