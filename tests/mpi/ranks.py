#!/usr/bin/env python3
"""alea-mpi: the same bytes for any number of ranks, and a journal that outlives a rank."""

import json
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import unittest

from program import PERFORMANCE, answer_of, environment, main, wait_until, write

MPI = os.environ["ALEA_MPI"]
RANKS = (1, 2, 4)
LUA = "return function(view) return view.turn < {} and view.own + view.turn < 100 and 'roll' or 'hold' end\n"
# By default Open MPI refuses root and more ranks than cores, and lets waiting ranks spin.
OPEN_MPI = {"OMPI_ALLOW_RUN_AS_ROOT": 1, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": 1, "OMPI_MCA_rmaps_base_oversubscribe": 1,
            "OMPI_MCA_mpi_yield_when_idle": 1, "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}


def command(ranks, *words):
    return ["mpirun", "-n", str(ranks), MPI, *map(str, words)]


def run(ranks, *words, status=0):
    done = subprocess.run(command(ranks, *words), env=environment(**OPEN_MPI), stdin=subprocess.DEVNULL, capture_output=True, timeout=250)
    assert done.returncode == status, done
    return done


def without_speed(text):
    return json.loads(text, object_hook=lambda found: {key: found[key] for key in found if key not in PERFORMANCE})


class Ranks(unittest.TestCase):
    def setUp(self):
        for threshold in (15, 20, 22):
            write(f"lua{threshold}.lua", LUA.format(threshold))

    def same(self, *words):
        """Any number of ranks prints what alea prints."""
        alone = without_speed(answer_of(*words, "--json"))
        for ranks in RANKS:
            with self.subTest(words=words, ranks=ranks):
                done = run(ranks, *words, "--json")
                self.assertEqual(without_speed(done.stdout), alone)
                self.assertEqual(done.stderr, b"")

    def test_a_tournament(self):
        self.same("tournament", "pig", "lua15.lua", "lua20.lua", "hold(25)", "optimal", "--games", 2000)
        self.same("tournament", "pig-pen(players=3)", "hold(15)", "hold(20)", "hold(25)", "keep-pace", "--games", 20000)

    def test_a_comparison(self):
        self.same("compare", "lua15.lua", "lua22.lua", "pig")

    def test_a_run(self):
        self.same("run", "pig", "hold(20)", "random(0.7)", "--games", 300_000)
        self.same("run", "pig", "lua20.lua", "hold(20)", "--games", 20_000)

    def test_a_distribution(self):
        self.same("stats", "despirala", "greedy", "--games", 40_000)

    def test_a_contest(self):
        pathlib.Path("entries").mkdir(exist_ok=True)
        for number in range(20):
            rows = (",".join(str(0 if (own * (number + 7) + other * 5) % 101 < 25 else 4 + (own + other * number) % 3)
                             for other in range(100)) for own in range(100))
            write(f"entries/e{number:02}.csv", "\n".join(rows) + "\n")
        write("entries/wrong.csv", "1,2,3\n")
        self.same("contest", "hog", "entries")

    def test_files_are_written_once(self):
        run(4, "tournament", "pig", "hold(20)", "hold(25)", "--csv", "t.csv", "--html", "t.html")
        answer_of("tournament", "pig", "hold(20)", "hold(25)", "--csv", "alone.csv")
        self.assertEqual(pathlib.Path("t.csv").read_text(), pathlib.Path("alone.csv").read_text())
        self.assertIn("</html>", pathlib.Path("t.html").read_text())

    def test_messages_are_counted(self):
        """Each unit is an order and an answer, unless the leader computes it; every call of the blocks ends with one more order."""
        words = ["tournament", "pig", "lua15.lua", "lua20.lua", "lua22.lua", "--games", "8192", "--json"]
        os.environ["ALEA_MPI_COUNT"] = "1"
        try:
            alone, three = run(1, *words), run(3, *words)
        finally:
            del os.environ["ALEA_MPI_COUNT"]
        counts = [[int(number) for number in re.findall(r"\d+", done.stderr.decode())] for done in (alone, three)]
        self.assertEqual(counts[0], [1, 0, 0, 0, 0, 0, 0])
        ranks, orders, order_bytes, answers, answer_bytes, broadcasts, broadcast_bytes = counts[1]
        self.assertEqual([ranks, order_bytes], [3, 8 * orders])
        self.assertEqual((orders - answers) % 2, 0, "two others are told each end")
        self.assertGreater(answers, 0)
        self.assertLess(answers, 60, "3 pairs of 8 units, and no more than that for others")
        self.assertEqual(answer_bytes % answers, 0, "all answers are equally long")
        self.assertGreater(broadcast_bytes, broadcasts)

    def test_mistakes_are_told_once(self):
        for words, says in ((("run", "pig", "hold(20)"), "players"), (("solve", "pig"), "alea-mpi:"),
                            (("tournament", "pig", "nothing.lua", "hold(20)"), "nothing.lua")):
            with self.subTest(words=words):
                done = run(3, *words, status=2)
                self.assertEqual(done.stdout, b"")
                self.assertEqual([says in line for line in done.stderr.decode().splitlines() if "alea" in line].count(True), 1)


class Journal(unittest.TestCase):
    WORDS = ["tournament", "pig", "lua15.lua", "lua20.lua", "lua22.lua", "--games", "60000", "--json"]

    def setUp(self):
        for threshold in (15, 20, 22):
            write(f"lua{threshold}.lua", LUA.format(threshold))

    def units(self):
        try:
            with sqlite3.connect("file:journal?mode=ro", uri=True) as database:
                return database.execute("SELECT count(*) FROM units").fetchone()[0]
        except sqlite3.Error:
            return 0

    def test_a_rank_that_is_killed_costs_only_what_it_was_computing(self):
        job = subprocess.Popen(command(2, *self.WORDS, "--journal", "journal"), env=environment(**OPEN_MPI),
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until(lambda: self.units() > 3, "some units are in the journal")
        ranks = subprocess.run(["pgrep", "-P", str(job.pid)], capture_output=True, text=True).stdout.split()
        self.assertEqual(len(ranks), 2)
        os.kill(int(ranks[1]), signal.SIGKILL)
        job.communicate(timeout=100)
        self.assertNotEqual(job.returncode, 0)
        kept = self.units()
        self.assertGreater(kept, 3)
        again = run(2, *self.WORDS, "--journal", "journal")
        self.assertEqual(again.stdout.decode(), answer_of(*self.WORDS))


if __name__ == "__main__":
    main()
