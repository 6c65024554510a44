#!/usr/bin/env python3
"""tools/peers: wrong arguments, what peers print, the table; and a run against a program of our own. Nothing is installed."""

import contextlib
import importlib.machinery
import importlib.util
import io
import json
import pathlib
import re
import subprocess
import sys
import unittest
import unittest.mock

from program import BUILD, SANITIZED, SOURCE, environment, main

sys.path.insert(0, str(SOURCE / "tools"))
TOOL = SOURCE / "tools" / "peers"
sys.dont_write_bytecode = True


def tool(name="peers", path=TOOL):
    """A tool as a module."""
    loader = importlib.machinery.SourceFileLoader(name, str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    sys.modules[name] = module  # for dataclasses
    loader.exec_module(module)
    return module


def run(*words):
    done = subprocess.run([TOOL, "--no-openspiel", "--build", BUILD, *words], env=environment(), stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=250)
    return done.returncode, done.stdout, done.stderr


class Clock(unittest.TestCase):
    """Some clocks of the processor stand still and then jump; a call may be shorter than a jump."""

    def timed(self, call, step):
        helper, now = tool("library_laps", SOURCE / "bench" / "peers" / "alea.py"), [0.0]

        def once():
            now[0] += call
            return helper.Interval(0.25, 0.75)
        with unittest.mock.patch.object(helper.time, "process_time", lambda: now[0] // step * step):
            return helper.least(once)

    def test_short_calls_on_a_clock_that_jumps(self):
        for call in 6e-5, 1e-3, 0.03:
            found = self.timed(call, 0.01)
            self.assertAlmostEqual(found["seconds"] / call, 1, delta=0.11)
            self.assertEqual(found["value"], 0.5)

    def test_a_long_call_is_made_once(self):
        self.assertEqual(self.timed(2.5, 0.5)["seconds"], 2.5)


class Arguments(unittest.TestCase):
    def refused(self, *words, says):
        status, out, err = run(*words)
        self.assertEqual((status, out), (2, ""), err)
        self.assertIn(says, err)

    def test_a_folder_that_is_not_there(self):
        self.refused("--hog", "nowhere", says="there is no folder nowhere; give the folder of the source")

    def test_a_folder_of_something_else(self):
        pathlib.Path("empty").mkdir()
        for option, file in (("--pig-pen", "Cargo.toml"), ("--hog", "core.cpp"), ("--despirala", "src/Despirala-Engine.cpp")):
            self.refused(option, "empty", says=f"empty has no {file}; give the top folder of the source")

    def test_a_program_that_is_not_there(self):
        self.refused("--program", "mine", "./no-such-program 100", "solve pig", says="give the path of one that runs")
        self.refused("--program", "mine", "true", "", says="give a command such as 'solve pig'")

    def test_numbers(self):
        self.refused("--rounds", "0", says="`0` is not a whole number from 1 on")
        self.refused("--goals", "x", says="`x` is not a whole number from 2 on")

    def test_without_a_build(self):
        status, out, err = run("--build", "nowhere")
        self.assertEqual((status, out), (3, ""))
        self.assertIn("`make` builds it", err)


class Reading(unittest.TestCase):
    PRINTED = "Running\n\n=== Final Statistics after 1000000 games ===\nPlayer 1 (mod30.wasm): 613370 wins, $12.50 average winnings\n"

    def test_what_the_original_program_prints(self):
        lap = tool().pig_pen_lap(self.PRINTED, 20.0, 22.0)
        self.assertEqual((lap.seconds, lap.wall, lap.value, lap.units), (20.0, 22.0, 0.61337, 1000000))
        self.assertAlmostEqual(lap.error, 0.000486975, 8)  # sqrt(0.61337 · 0.38663 / 10⁶)

    def test_what_another_version_prints_is_no_figure(self):
        peers = tool()
        with self.assertRaisesRegex(peers.Absent, "802fef0"):
            peers.pig_pen_lap("Player 1: won most", 1.0, 1.0)

    def test_a_process_that_fails_is_absent_with_its_last_words(self):
        peers = tool()
        with self.assertRaisesRegex(peers.Absent, "status 4: no luck"):
            peers.process(["sh", "-c", "echo no luck >&2; exit 4"])

    def test_the_processor_time_of_children_counts(self):
        busy = "x = sum(i * i for i in range(2000000))"
        _, seconds, wall = tool().process(["sh", "-c", f"'{sys.executable}' -c '{busy}'; sleep 0.2"])
        self.assertGreater(seconds, 0.02)
        self.assertGreater(wall, 0.2)


class Table(unittest.TestCase):
    def job(self, laps, accuracy=0):
        peers = tool()
        sides = [[peers.Lap(*side) for side in pair] for pair in laps]
        return peers, peers.row_of(peers.Job("a job", "a peer", None, None, accuracy), sides)

    def test_ratios_are_taken_within_rounds_and_by_unit(self):
        laps = [((8.0, 9.0, None, 0, 2), (1.0, 1.0, None, 0, 1)), ((40.0, 80.0, None, 0, 2), (2.0, 4.0, None, 0, 1)),
                ((6.0, 6.0, None, 0, 2), (0.5, 1.0, None, 0, 1))]
        _, row = self.job(laps)
        self.assertEqual((row["ratio"], row["wall_ratio"], row["peer_seconds"], row["alea_seconds"]), (6.0, 4.5, 4.0, 1.0))
        self.assertIsNone(row["agree"])

    def test_results_are_compared_with_their_errors(self):
        for ours, accuracy, error, agree in ((0.5, 0, 0, True), (0.51, 0, 0, False), (0.51, 0.02, 0, True), (0.51, 0, 0.003, True),
                                             (0.52, 0, 0.003, False)):
            _, row = self.job([((1.0, None, 0.5, 0), (1.0, None, ours, error))], accuracy)
            self.assertEqual(row["agree"], agree, (ours, accuracy, error))

    def test_its_form(self):
        peers, row = self.job([((3.5, 2.0, 0.5, 0), (28e-6, 1.0, 0.5, 0))])
        lines = peers.table([row]).splitlines()
        self.assertEqual([cell.strip() for cell in lines[0].strip("|").split("|")], list(peers.HEAD))
        self.assertEqual([cell.strip() for cell in lines[2].strip("|").split("|")],
                         ["a job", "a peer", "3.5 s", "28 µs", "125,000", "2", "agree"])
        self.assertEqual(len({len(line) for line in lines}), 1)

    def test_numbers_have_three_digits(self):
        peers = tool()
        for number, text in ((0.09284, "0.0928"), (5.04, "5.04"), (99.96, "100"), (12345, "12,300"), (1.4e6, "1,400,000")):
            self.assertEqual(peers.three(number), text)
        for seconds, text in ((1116, "1,120 s"), (0.0136, "13.6 ms"), (2.47e-5, "24.7 µs"), (1.55e-8, "15.5 ns")):
            self.assertEqual(peers.duration(seconds), text)


class Run(unittest.TestCase):
    def test_a_program_beside_alea_and_what_is_absent(self):
        status, out, err = run("--rounds", "1", "--program", "sleeper", "sh -c 'sleep 0.3'", "games pig", "--json")
        self.assertEqual(status, 0, err)
        found = json.loads(out)
        self.assertEqual([row["peer"] for row in found["rows"]], ["sleeper"])
        self.assertGreater(found["rows"][0]["wall_ratio"], 0)
        self.assertEqual(found["rows"][0]["agree"], None)
        self.assertEqual([entry["peer"] for entry in found["absent"]],
                         ["OpenSpiel", "the original Pig-Pen program", "Bacon 2 (Hog)", "Despirala-Engine"])
        self.assertGreater(found["machine"]["cores"], 0)

    def test_a_program_that_fails_leaves_the_others(self):
        status, out, err = run("--rounds", "1", "--program", "broken", "false", "games pig")
        self.assertEqual(status, 0, err)
        self.assertIn("Nothing was measured.", out)
        self.assertIn("Absent: other programs: false failed with status 1", out)
        self.assertRegex(out, re.compile(r"^20\d\d-\d\d-\d\d; .*, \d+ cores, load ", re.M))

    @unittest.skipUnless((BUILD / "libalea.so").exists() and not SANITIZED, "the library needs its sanitizer's runtime")
    def test_the_library_is_timed_and_tells_known_values(self):
        """Pig to 100: 0.530592725… (Neller and Presser: 53.06 %); Hog: bench's textbook gives 0.466272232010526."""
        peers = tool()
        alea = peers.Alea(BUILD, pathlib.Path.cwd())
        for value, *words in ((0.5306, "solve", "pig", "win"), (0.466272232, "pair", "hog", "always(4)", "always(6)")):
            lap = alea.library_lap(*words)
            self.assertAlmostEqual(lap.value, value, 4)
            self.assertTrue(0 < lap.seconds < 10, lap)

    def test_disagreement_is_an_exit_status(self):
        peers = tool()
        peers.PEERS = {"liar": (lambda args: True, lambda args, alea: [
            peers.Job("one", "liar", lambda: peers.Lap(1.0, value=0.5), lambda: peers.Lap(1.0, value=0.6), 0, 1)], "")}
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
            status = peers.main(["--build", str(BUILD)])
        self.assertEqual(status, 1)
        self.assertIn("DISAGREE", out.getvalue())


main()
