#!/usr/bin/env python3
"""Bots with the original program's current interface, which receive every roll, on the command line: they play the
same games as the same policy with scores, whatever tools made the bot and wherever it runs."""

import os
import unittest

from program import COMPONENTS, TEST_BOTS, alea, answer_of, environment, json_of, main, result_of

SCORES = TEST_BOTS / "threshold25.wasm"
ROLLS = TEST_BOTS / "state_threshold25.wasm"
REPLAYS = TEST_BOTS / "state_replays.wasm"  # repeats its games, and traps if the reports differ
OF_WASM_TOOLS = COMPONENTS / "original-state-mod30.wasm"
OF_PYTHON = TEST_BOTS / "state/python_mod30.wasm"
OF_ZIG = TEST_BOTS / "state/zig_mod30.wasm"


class TheSameGames(unittest.TestCase):
    maxDiff = None

    def plays_the_same(self, file, games, *more):
        result = [result_of("pig-pen", f"it={bot}", "hold(25)", "random(0.8)", "--games", games, "--path", "step", *more)
                  for bot in (SCORES, file)]
        for one in result:
            for standing in one["standings"]:
                self.assertEqual(standing["forfeits"], 0)
                for field in ("kind", "fuel"):  # Python's is another kind, and fuel depends on the program
                    standing.pop(field, None)
        self.assertEqual(*result)

    def test_a_module_of_clang(self):
        for more in ([], ["--no-isolation"], ["--threads", 1, "--seats", "fixed"]):
            self.plays_the_same(ROLLS, 1000, *more)

    def test_a_component_of_wasm_tools(self):
        for more in ([], ["--no-isolation"]):
            self.plays_the_same(OF_WASM_TOOLS, 1000, *more)

    @unittest.skipUnless(OF_ZIG.exists(), "no Zig when the bots were built")
    def test_a_module_of_zig(self):
        self.plays_the_same(OF_ZIG, 1000)

    @unittest.skipUnless(OF_PYTHON.exists(), "no componentize-py when the bots were built")
    def test_a_component_of_componentize_py(self):
        self.plays_the_same(OF_PYTHON, 100)

    def test_records_are_the_same_byte_for_byte(self):
        for name, bot in (("scores", SCORES), ("rolls", ROLLS), ("tools", OF_WASM_TOOLS)):
            answer_of("run", "pig-pen", f"it={bot}", "hold(25)", "--games", 50, "--record", f"{name}.jsonl")
        scores, rolls, tools = (open(f"{name}.jsonl", "rb").read().split(b',"bots_sha256"', 1) for name in ("scores", "rolls", "tools"))
        self.assertGreater(scores[1].count(b"\n"), 1000)
        for name, other in (("rolls", rolls), ("tools", tools)):  # the bots' hashes, of 64 digits each, differ
            self.assertEqual(other[0], scores[0], name)
            self.assertTrue(other[1].split(b"\n", 1)[1] == scores[1].split(b"\n", 1)[1], name)


class Commands(unittest.TestCase):
    def test_a_run_takes_the_step_path_and_says_why_not_the_other(self):
        run = json_of("run", "pig-pen", REPLAYS, REPLAYS, "--games", 1000)
        self.assertEqual(run["path"], "step")
        self.assertEqual([standing["forfeits"] for standing in run["standings"]], [0, 0])
        refused = alea("run", "pig-pen", ROLLS, "hold(25)", "--path", "block")
        self.assertEqual(refused.status, 2, refused)
        self.assertIn("follows the whole game", refused.err)

    def test_tournaments_and_comparisons_play_it(self):
        table = json_of("tournament", "pig-pen", f"it={REPLAYS}", "hold(25)", "hold(20)", "--games", 500)
        how = {(pair["a"], pair["b"]): (pair["exact"], pair["games"]) for pair in table["pairs"]}
        self.assertTrue(how.pop(("hold(25)", "hold(20)"))[0])
        self.assertEqual(set(how.values()), {(False, 500)})
        self.assertEqual([standing["forfeits"] for standing in table["standings"]], [0, 0, 0])
        exact, played = (json_of("compare", f"it={bot}", "hold(5)", "pig-pen", "--most-games", 2000)
                         for bot in (SCORES, ROLLS))  # scores are asked for everywhere, a game of rolls is played
        self.assertEqual((exact["exact"], played["exact"]), (True, False))
        self.assertEqual((exact["verdict"], played["verdict"]), ("better", "better"))
        self.assertLess(abs(exact["rate"] - played["rate"]), 5 * played["rate_se"])

    def test_people_play_against_it(self):
        done = answer_of("play", "pig-pen", f"it={REPLAYS}", "hold(25)", "--seed", 5,
                         env=environment(XDG_DATA_HOME=os.path.abspath("data"), ALEA_PACE="0"))
        self.assertNotIn("give", done)  # "gives up"
        self.assertIn("gets $", done)

    def test_bot_check_asks_it_in_played_games(self):
        report = json_of("bot", "check", REPLAYS)
        self.assertIn("(game-state)", report["what"])
        self.assertEqual(report["states"], 4096)
        self.assertTrue(report["answers_all"] and report["deterministic"] and not report["depends_on_past"])

    def test_what_needs_a_function_of_the_position_is_refused_in_a_sentence(self):
        for words in (["eval", "pig-pen", ROLLS, "hold(25)"], ["eval", "pig-pen", ROLLS, "hold(25)", "--pure", "state_threshold25"],
                      ["best", "pig-pen", ROLLS], ["plot", "pig-pen", ROLLS],
                      ["bot", "freeze", ROLLS, "--game", "pig-pen", "--out", "x.csv"]):
            answer = alea(*words)
            self.assertEqual(answer.status, 2, answer)
            self.assertIn("follows the whole game", answer.err)
            self.assertEqual(answer.err.count("\n"), 1)

    def test_other_games_are_refused_in_a_sentence(self):
        answer = alea("run", "pig", ROLLS, "hold(20)")
        self.assertEqual(answer.status, 2, answer)
        self.assertIn("two dice", answer.err)


if __name__ == "__main__":
    main()
