#!/usr/bin/env python3
"""With a small stack or address space results are the same, computed in other ways."""

import json
import os
import pathlib
import re
import resource
import subprocess
import tempfile
import unittest

from program import BUILD, COMPONENTS, ON_PURPOSE, SANITIZED, SOURCE, TEST_BOTS, alea, answer_of, environment, has_python, json_of, main, result_of, write

GOOD = TEST_BOTS / "two.wasm"


def little_stack():
    """Like `ulimit -s 64`."""
    resource.setrlimit(resource.RLIMIT_STACK, (64 << 10, 64 << 10))


def little_space():
    """Like `ulimit -v 1048576`: 1 GiB."""
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))


def much_space():
    """Like `ulimit -v 40000000`: 38 GiB, with which the engine reserves no addresses."""
    resource.setrlimit(resource.RLIMIT_AS, (40000000 << 10, 40000000 << 10))


def little_data():
    """Like `ulimit -d 300000`."""
    resource.setrlimit(resource.RLIMIT_DATA, (300000 << 10, 300000 << 10))


@unittest.skipIf(SANITIZED, ON_PURPOSE + "sanitizers need stack and address space themselves")
class Limits(unittest.TestCase):
    def test_solving_with_little_stack(self):
        for game in ("pig(goal=20)", "pig-pen(goal=20)", "hog(goal=20)", "coin-pig(goal=4)"):
            with self.subTest(game):
                expected, found = json_of("solve", game), json_of("solve", game, preexec_fn=little_stack)
                for key in ("lower", "upper", "states"):
                    self.assertEqual(found.get(key), expected.get(key), key)

    def test_drawing_and_running_with_little_stack(self):
        plot = ("plot", "pig(goal=20)", "hold(10)")
        self.assertEqual(answer_of(*plot, preexec_fn=little_stack), answer_of(*plot))
        words = ["pig(goal=50)", "hold(20)", "hold(25)", "--games", 20000, "--threads", 2]
        self.assertEqual(result_of(*words, preexec_fn=little_stack), result_of(*words))

    def test_statuses_and_messages_with_little_stack(self):
        answer = alea("solve", "pog", preexec_fn=little_stack)
        self.assertEqual((answer.status, answer.out), (2, ""), answer)
        self.assertIn("pog", answer.err)
        self.assertIn("pig", answer_of("games", preexec_fn=little_stack))

    def test_bots_with_little_address_space(self):
        words = ["pig-pen", GOOD, COMPONENTS / "original-random.wasm", "--games", 2000, "--threads", 2]
        for path in ("block", "step"):
            with self.subTest(path):
                self.assertEqual(result_of(*words, "--path", path, preexec_fn=little_space),
                                 result_of(*words, "--path", path))

    def test_bots_with_little_data_are_refused_at_once(self):
        answer = alea("run", "pig-pen", GOOD, GOOD, "--games", 100, preexec_fn=little_data)
        self.assertEqual((answer.status, answer.out), (3, ""), answer)
        self.assertIn("ulimit -d", answer.err)


class Environment(unittest.TestCase):
    def test_options_may_follow_names_whatever_posix_says(self):
        env = environment(POSIXLY_CORRECT="1")
        self.assertEqual(result_of("pig", "hold(20)", "hold(25)", "--games", 100, env=env), result_of("pig", "hold(20)", "hold(25)", "--games", 100))

    def test_fuel_does_not_depend_on_how_bots_are_asked(self):
        words = ["tournament", "pig-pen", TEST_BOTS / "pure" / "c_ahead_15.wasm", SOURCE / "bots" / "lua-steady" / "steady.lua", "--pure", "c_ahead_15", "--games", 3000,
                 "--json"]
        found = [json.loads(answer_of(*words, *more))["standings"] for more in (("--threads", 1), ("--threads", 2), ("--threads", 2, "--no-isolation"))]
        self.assertTrue(all(s["fuel"] > 0 for s in found[0]), found[0])
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[0], found[2])


DEEP = """import sys
from functools import lru_cache
sys.setrecursionlimit(10000)
PLAYER_NAME = "Deep"
@lru_cache(None)
def g(n): return n and sum(g(n - 1) for _ in "1")
g({})
def final_strategy(score, opponent_score): return 6
"""


@unittest.skipIf(SANITIZED, ON_PURPOSE + "sanitizers need stack and address space themselves")
@unittest.skipUnless(has_python(), "no Python for strategies")
class Recursion(unittest.TestCase):
    """How deep a strategy in Python may call itself does not depend on the stack and the address space that alea is given."""

    def test_limits_of_the_system_change_no_verdict(self):
        for levels, status in ((1400, "ok"), (4990, "ok"), (5000, "disqualified")):
            write("deep.py", DEEP.format(levels))
            for limit in (None, little_stack, much_space):
                with self.subTest(levels=levels, limit=limit):
                    found = json.loads(alea("bot", "check", "deep.py", "--game", "hog", "--json", preexec_fn=limit).out)
                    self.assertEqual(found["status"], status, found)
                    if status != "ok":
                        self.assertIn("10,000 calls within each other", found["reason"])


class LargerStack(unittest.TestCase):
    """tools/deepen-python, with which the build makes python.wasm: another form of component must not pass unnoticed."""

    def test_a_component_that_is_not_as_expected_is_refused(self):
        for path in (COMPONENTS / "original-random.wasm", GOOD, *([BUILD / "python.wasm"] if has_python() else [])):
            with self.subTest(path.name):
                done = subprocess.run([SOURCE / "tools" / "deepen-python", path, "out.wasm", "16"], stderr=subprocess.PIPE, text=True)
                self.assertEqual(done.returncode, 1)
                self.assertIn("its stack cannot be made larger", done.stderr)
                self.assertFalse(pathlib.Path("out.wasm").exists())


class States(unittest.TestCase):
    """A walk from 0 to 20 by fair coins has 21 states; from 10, it ends at 20 half of the time."""

    WALK = """return { name = "walk", family = "graph", title = "Walk", text = "From 10 to 0 or 20.",
      params = { { "players", default = 1, min = 1, max = 1 } },
      rules = function()
        return {
          start = function() return 10 end,
          moves = function() end,
          chances = function(s) if s > 0 and s < 20 then return 2, { s - 1, s + 1 } end end,
          payoff = function(s) return { win = s == 20 } end,
        }
      end }"""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.walk = pathlib.Path(cls.folder.name) / "walk.lua"
        cls.walk.write_text(cls.WALK, encoding="utf-8")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_as_many_states_as_allowed_are_listed(self):
        answer = alea("solve", self.walk, "--states", 21, "--json")
        self.assertEqual(answer.status, 0, answer)
        self.assertAlmostEqual(json.loads(answer.out)["value"], 0.5, delta=1e-12)
        self.assertRegex(" ".join(answer.err.split()), r"^alea: A game may have up to 21 states\. .* MiB of memory\.$")

    def test_one_state_too_many_is_refused(self):
        for command in (["solve"], ["eval"], ["ask"], ["best"], ["games"], ["run"], ["play"], ["plot"], ["stats"],
                        ["bot", "list"], ["bot", "template"], ["tournament"]):
            with self.subTest(command):
                bots = ["first"] if command[0] in ("eval", "best", "run", "tournament") else []
                answer = alea(*command, self.walk, *bots, "--states", 20)
                self.assertEqual((answer.status, answer.out), (2, ""), answer)
                said = " ".join(answer.err.split())
                self.assertIn("a game can have at most 20 states", said)
                self.assertIn("--states N", said)

    def test_the_states_of_a_table_are_counted_too(self):
        table = pathlib.Path(self.folder.name) / "walk.h5"
        answer_of("solve", self.walk, "--out", table)
        self.assertEqual(alea("verify", table, "--states", 21).status, 0)
        self.assertEqual(alea("verify", table, "--states", 20).status, 2)

    def test_the_memory_is_shown_in_proportion(self):
        told = [int(re.search(r"up to (\d+) MiB", " ".join(alea("solve", self.walk, "--states", n).err.split()))[1])
                for n in ("1M", "10M")]
        self.assertGreater(told[0], 1e6 * 100 / 2**20)  # a state with its edges takes more than 100 bytes
        self.assertAlmostEqual(told[1] / told[0], 10, delta=0.01)

    @unittest.skipUnless(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") < 30e9, "the machine has memory for any number")
    def test_more_than_the_memory_allows_is_refused_and_the_most_is_named(self):
        answer = alea("solve", self.walk, "--states", "100M")
        self.assertEqual((answer.status, answer.out), (2, ""), answer)
        most = re.search(r"--states may be up to (\d+) here", " ".join(answer.err.split()))
        self.assertEqual(alea("solve", self.walk, "--states", most[1]).status, 0)

    def test_nonsense_is_refused(self):
        for count in ("0", "-5", "1.5", "many", "200M", ""):
            with self.subTest(count):
                answer = alea("solve", self.walk, f"--states={count}")
                self.assertEqual((answer.status, answer.out), (2, ""), answer)
                self.assertIn("--states must be a whole number from 1 to", " ".join(answer.err.split()))


if __name__ == "__main__":
    main()
