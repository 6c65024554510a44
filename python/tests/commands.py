"""Commands: the same numbers as the program's, results as records, options, errors, Ctrl-C."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

import alea

PROGRAM = os.environ.get("ALEA")
TIMES = {"seconds", "games_per_second", "threads"}


def without_times(value):
    if isinstance(value, dict):
        return {key: without_times(one) for key, one in value.items() if key not in TIMES}
    return [without_times(one) for one in value] if isinstance(value, list) else value


@unittest.skipUnless(PROGRAM, "the program is not there: ALEA names it")
class SameNumbers(unittest.TestCase):
    """To the last bit."""

    def same(self, result, *words):
        done = subprocess.run([PROGRAM, *words, "--json"], capture_output=True, text=True, check=False)
        self.assertIn(done.returncode, (0, 1), done)
        self.assertEqual(without_times(result.to_dict()), without_times(json.loads(done.stdout)))

    def test_games_and_rules(self):
        self.same(alea.games(), "games")
        self.same(alea.describe("hog"), "games", "hog")

    def test_run(self):
        self.same(alea.run("pig", "hold(20)", "hold(25)", games=100_000, seed=7), "run", "pig", "hold(20)", "hold(25)", "--games",
                  "100000", "--seed", "7")
        self.same(alea.run("pig-pen", "hold(20)", "bank(25)", games=2000, analytics=True, seats="fixed"), "run", "pig-pen", "hold(20)",
                  "bank(25)", "--games", "2000", "--analytics", "--seats", "fixed")

    def test_exact(self):
        self.same(alea.eval("pig", "hold(20)", "hold(25)"), "eval", "pig", "hold(20)", "hold(25)")
        self.same(alea.eval("pig-pen", "hold(20)", "hold(25)", objective="win"), "eval", "pig-pen", "hold(20)", "hold(25)", "--for", "win")
        self.same(alea.best("pig", "hold(20)"), "best", "pig", "hold(20)")

    def test_tournament_and_compare(self):
        self.same(alea.tournament("pig", "hold(20)", "hold(25)", "optimal"), "tournament", "pig", "hold(20)", "hold(25)", "optimal")
        self.same(alea.compare("pig", "hold(20)", "hold(25)"), "compare", "hold(20)", "hold(25)", "pig")

    def test_records(self):
        with tempfile.TemporaryDirectory() as folder:
            record = Path(folder, "r.jsonl")
            alea.run("pig", "hold(20)", "hold(25)", games=20, record=record, record_games=5)
            self.same(alea.review(record), "review", record, "--no-keep")
            self.same(alea.replay(record), "replay", record)

    def test_parts(self):
        with tempfile.TemporaryDirectory() as folder:
            parts = [Path(folder, f"{i}.part") for i in (1, 2)]
            for i, part in enumerate(parts):
                alea.run("pig", "hold(20)", "hold(25)", games=50_000, part=f"{i + 1}/2", out=part)
            whole = alea.run("pig", "hold(20)", "hold(25)", games=50_000)
            self.assertEqual(without_times(alea.merge(*parts).to_dict()), without_times(whole.to_dict()))


class Results(unittest.TestCase):
    def test_attributes_dictionary_and_pandas(self):
        result = alea.run("pig", "hold(20)", "hold(25)", games=1000)
        self.assertEqual(result.games, 1000)
        self.assertEqual(sum(standing.wins for standing in result.standings), 1000 - result.unfinished)
        self.assertEqual(result.to_dict()["standings"][1]["bot"], "hold(25)")
        frame = result.to_pandas()
        self.assertEqual(list(frame["bot"]), ["hold(20)", "hold(25)"])
        self.assertIn("<td>hold(20)</td>", result._repr_html_())
        with self.assertRaises(AttributeError):
            result.games = 3

    def test_numbers_of_numpy(self):
        self.assertEqual(without_times(alea.run("pig", "hold(20)", "hold(25)", games=np.int64(1000), seed=np.uint64(7)).to_dict()),
                         without_times(alea.run("pig", "hold(20)", "hold(25)", games=1000, seed=7).to_dict()))
        alea.compare("pig", "hold(20)", "hold(25)", elo=np.float64(5))

    def test_html_is_escaped(self):
        result = alea.run("pig", "<b>=hold(20)", "hold(25)", games=100)
        self.assertNotIn("<b>", result._repr_html_())

    def test_stats(self):
        stats = alea.stats(Path(__file__).parents[2] / "tests/rules/small-despirala.lua")
        mass = sum(chance for _, chance in stats.pmf)
        mean = sum(score * chance for score, chance in stats.pmf)
        self.assertAlmostEqual(mass, 1, places=12)
        self.assertAlmostEqual(mean, stats.mean, places=9)
        self.assertAlmostEqual(sum((score - mean) ** 2 * chance for score, chance in stats.pmf) ** 0.5, stats.stdev, places=6)


class Errors(unittest.TestCase):
    def test_arguments(self):
        with self.assertRaisesRegex(TypeError, "nonsense"):
            alea.run("pig", "hold(20)", "hold(25)", nonsense=1)
        with self.assertRaisesRegex(TypeError, "True or False"):
            alea.run("pig", "hold(20)", "hold(25)", analytics=3)
        with self.assertRaisesRegex(TypeError, "needs a value"):
            alea.run("pig", "hold(20)", "hold(25)", seed=True)
        with self.assertRaisesRegex(TypeError, "an option is"):
            alea.run("pig", "hold(20)", "hold(25)", games=object())
        with self.assertRaisesRegex(TypeError, "a bot is"):
            alea.run("pig", 20, 25)
        with self.assertRaisesRegex(alea.Error, "games"):
            alea.run("pig", "hold(20)", "hold(25)", games=-1)
        with self.assertRaisesRegex(ValueError, "zero character"):
            alea.run("pig", "hold(20)\0", "hold(25)")
        with self.assertRaisesRegex(alea.Error, r"WebAssembly.*pip install \"alea-lab\[bots\]\""):
            with tempfile.NamedTemporaryFile(suffix=".wasm") as file:
                file.write(b"\0asm\1\0\0\0")
                file.flush()
                alea.run("pig", file.name, "hold(25)")

    def test_no_output_replaces_an_input_or_an_empty_file(self):
        with tempfile.TemporaryDirectory() as folder:
            bot, empty = Path(folder, "bot.lua"), Path(folder, "empty.csv")
            bot.write_text("return { decide = function(view) return view.turn < 20 end }\n", encoding="utf-8")
            empty.touch()
            before = bot.read_text(encoding="utf-8")
            with self.assertRaisesRegex(alea.Error, "bot.lua"):
                alea.run("pig", bot, "hold(25)", games=10, record=bot)
            self.assertEqual(bot.read_text(encoding="utf-8"), before)
            with self.assertRaises(alea.Error):
                alea.run("pig", "hold(2", "hold(25)", games=10, csv=empty)
            self.assertTrue(empty.exists())
            with self.assertRaisesRegex(alea.Error, "nowhere"):
                alea.run("pig", "hold(20)", "hold(25)", games=10**12, csv=Path(folder, "nowhere/a.csv"))

    def test_a_lua_bot(self):
        with tempfile.TemporaryDirectory() as folder:
            bot = Path(folder, "twenty.lua")
            bot.write_text("return { decide = function(view) return view.turn < 20 and view.total < view.goal end }\n", encoding="utf-8")
            played = alea.run("pig", bot, "hold(25)", games=2000, seed=3)
            self.assertEqual(played.standings[0].wins, alea.run("pig", "hold(20)", "hold(25)", games=2000, seed=3).standings[0].wins)

    def test_ctrl_c_stops_and_returns_what_there_is(self):
        code = ("import alea\nprint('begun', flush=True)\n"
                "r = alea.run('pig', 'hold(20)', 'hold(25)', games=10**12)\nprint(r.stopped, r.games > 0, flush=True)")
        for _ in range(3):
            process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
            self.assertEqual(process.stdout.readline(), "begun\n")
            try:
                process.wait(0.7)
            except subprocess.TimeoutExpired:
                pass
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=30)
            self.assertEqual(out, "True True\n")

    def test_ctrl_c_without_a_result(self):
        code = ("import alea\nprint('begun', flush=True)\ntry:\n    alea.solve('pig(goal=500,dice=1)')\n"
                "    alea.solve('despirala', 'score')\nexcept KeyboardInterrupt:\n    print('interrupted', alea.solve('piglet').value)")
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        process.stdout.readline()
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=30)
            self.assertRegex(out, "^interrupted 0.5714")


if __name__ == "__main__":
    unittest.main()
