"""Tables: values, arrays, questions, files. Expected numbers come from published sources and from second methods in numpy."""
import copy
import gc
import os
import pickle
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

import numpy as np

import alea

GOAL_10 = "pig(goal=10)"


def value_iteration(goal):
    """Seed 004's equations, by plain value iteration: P[i, j, k] and roll[i, j, k]."""
    p = np.zeros((goal + 1, goal + 1, goal + 1))
    index = np.arange(goal + 1)
    reached = index[:, None, None] + index[None, None, :] >= goal
    p[np.broadcast_to(reached, p.shape)] = 1.0
    for _ in range(3000):
        hold = np.zeros((goal, goal, goal))
        roll = np.zeros_like(hold)
        for i in range(goal):
            for k in range(goal - i):
                hold[i, :, k] = 1 - p[:goal, i + k, 0]
                others = 1 - p[:goal, i, 0]
                roll[i, :, k] = (others + sum(p[i, :goal, k + face] if i + k + face < goal else 1.0 for face in range(2, 7))) / 6
        new = np.maximum(hold, roll)
        for i in range(goal):
            p[i, :goal, : goal - i] = new[i, :, : goal - i]
    return p[:goal, :goal, :goal], roll > hold


class Solving(unittest.TestCase):
    def test_pig_has_the_published_value(self):
        # Neller and Presser (2004): the first player wins with probability 0.5306.
        pig = alea.solve("pig")
        self.assertIsInstance(pig.value, float)
        self.assertLessEqual(pig.lower, pig.value)
        self.assertLessEqual(pig.value, pig.upper)
        self.assertLess(pig.upper - pig.lower, 1e-12)
        self.assertAlmostEqual(pig.value, 0.5306, places=4)
        self.assertEqual((pig.game, pig.objective), ("pig(dice=1,goal=100,players=2,sides=6)", "win"))

    def test_arrays_are_those_of_value_iteration(self):
        values, roll = value_iteration(10)
        table = alea.solve(GOAL_10)
        inside = np.add.outer(np.arange(10), np.arange(10))[:, None, :] < 10
        inside = np.broadcast_to(inside, table.values.shape)
        self.assertEqual(table.values.shape, (10, 10, 10))
        np.testing.assert_allclose(table.values[inside], values[inside], atol=1e-12)
        np.testing.assert_array_equal(table.policy[inside], roll[inside])
        self.assertTrue((table.values[~inside] == 1).all())
        self.assertFalse(table.policy[~inside].any())

    def test_arrays_are_not_copied_and_not_writable(self):
        table = alea.solve(GOAL_10)
        self.assertIs(table.values, table.values)
        self.assertFalse(table.values.flags.writeable)
        self.assertFalse(table.values.flags.owndata)
        with self.assertRaises(ValueError):
            table.values[0, 0, 0] = 1
        values = table.values
        del table
        gc.collect()
        self.assertAlmostEqual(values[0, 0, 0], 0.7, delta=0.2)  # the memory lives as long as the array

    def test_base_cases(self):
        values, roll = alea.solve(GOAL_10).with_base_cases()
        self.assertEqual((values.shape, roll.shape), ((11, 11, 11), (11, 11, 11)))
        self.assertEqual((values[10, 0, 0], values[0, 10, 0], values[4, 4, 6]), (1, 0, 1))

    def test_matrices_of_other_families(self):
        hog = alea.solve("hog(goal=20)")
        self.assertIn("mover", hog.matrices)
        m = hog.matrices["mover"]
        self.assertTrue((m.lower <= m.upper)[~np.isnan(m.lower)].all())
        with self.assertRaisesRegex(alea.Error, "."):
            hog.values

    def test_ask_agrees_with_the_arrays(self):
        table = alea.solve(GOAL_10)
        answer = table.ask(scores="2,4", turn=3)
        self.assertAlmostEqual(answer.value, table.values[2, 4, 3], places=14)
        self.assertEqual(answer.best.name, "roll" if table.policy[2, 4, 3] else "hold")
        self.assertEqual(table.ask("scores=2,4 turn=3"), answer)
        self.assertEqual([move.name for move in answer.moves], ["hold", "roll"])

    def test_verify_save_and_open(self):
        table = alea.solve(GOAL_10)
        verdict = table.verify()
        self.assertTrue(verdict)
        self.assertEqual((verdict.checked, verdict.reason), (100, ""))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "t.h5")
            table.save(path)
            again = alea.open_table(path)
            self.assertEqual((again.lower, again.upper), (table.lower, table.upper))
            data = bytearray(path.read_bytes())
            data[-20] ^= 1
            path.write_bytes(data)
            with self.assertRaisesRegex(alea.Error, "SHA-256|changed") as caught:
                alea.open_table(path)
            self.assertEqual(caught.exception.status, "E_FILE")

    def test_best_response(self):
        table = alea.solve("pig")
        best = table.best_response("hold(20)")
        self.assertLess(best.mean.upper - best.mean.lower, 1e-12)
        self.assertAlmostEqual(best.exploitability.value, best.mean.value - 0.5, places=12)
        self.assertEqual(best.table.against, "hold(20)")
        self.assertGreater(alea.eval("pig", best.table, "hold(20)").mean.upper, best.mean.lower - 1e-12)

    def test_three_players_have_an_equilibrium(self):
        t = alea.solve("piglet(players=3)")
        for seat, value in zip(t.seats, (16 / 37, 12 / 37, 9 / 37), strict=True):  # by hand
            self.assertTrue(seat.lower <= value <= seat.upper)
        self.assertLess(t.epsilon, 1e-12)
        self.assertEqual(t.ask().value, t.seats[0].value)
        self.assertEqual((alea.solve("piglet").seats, alea.solve("piglet").epsilon), ((), None))
        for call in (lambda: t.save("three.h5"), t.verify, lambda: t.values, lambda: t.best_response("hold(1)")):
            with self.assertRaises(alea.Error):
                call()

    def test_rules_as_text(self):
        text = (Path(__file__).parents[2] / "rules/piglet.lua").read_text(encoding="utf-8")
        self.assertAlmostEqual(alea.solve(text).value, 4 / 7, places=12)  # Neller and Presser: 4/7
        self.assertAlmostEqual(alea.solve(alea.rules(text, "mine", goal=2)).value, 4 / 7, places=12)

    def test_a_table_of_rules_that_are_gone_opens_with_their_text(self):
        text = (Path(__file__).parents[2] / "rules/piglet.lua").read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "t.h5")
            code = f"import alea; alea.solve({text!r}).save({str(path)!r})"
            subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
            with self.assertRaisesRegex(alea.Error, r"No such file.* open_table\(path, game\)") as caught:
                alea.open_table(path)
            self.assertEqual(caught.exception.status, "E_FILE")
            self.assertAlmostEqual(alea.open_table(path, text).value, 4 / 7, places=12)

    def test_errors_have_place_and_remedy(self):
        with self.assertRaises(alea.Error) as caught:
            alea.solve("x = 1\nfoo bar\n")
        self.assertEqual((caught.exception.status, caught.exception.line), ("E_RULES", 2))
        self.assertTrue(caught.exception.file.endswith("rules.lua"))
        with self.assertRaisesRegex(alea.Error, "did you mean \"pig\""):
            alea.solve("pigg")
        with self.assertRaisesRegex(alea.Error, "luck.* win"):
            alea.solve("pig", "luck")
        with self.assertRaisesRegex(alea.Error, "200 is impossible"):
            alea.solve("pig").ask(scores="200,0")
        for wrong in (3, None, b"pig", ["pig"]):
            with self.assertRaises(TypeError):
                alea.solve(wrong)
        self.assertTrue(issubclass(alea.Error, ValueError))

    def test_numbers_out_of_range(self):
        for option, number, shown in (("threads", -1, "-1"), ("threads", 2**32, "4,294,967,296"), ("memory", -1, "-1"),
                                      ("memory", 2**64, "18,446,744,073,709,551,616"), ("samples", -1, "-1"), ("seed", -1, "-1")):
            with self.assertRaisesRegex(ValueError, f"{option} must be from 0 to .*, not {shown}"):
                alea.solve("piglet", **{option: number})
        with self.assertRaisesRegex(ValueError, "threads must be"):
            alea.best_response("piglet", "random(0.5)", threads=-1)
        with self.assertRaises(TypeError):
            alea.solve("piglet", threads=1.5)
        self.assertAlmostEqual(alea.solve("piglet", threads=np.int64(1), memory=np.uint64(1 << 30)).value, 4 / 7, places=12)

    def test_xarray_html_svg_and_dlpack(self):
        table = alea.solve(GOAL_10)
        data = table.to_xarray()
        self.assertEqual(data["P"].dims, ("own", "other", "turn"))
        self.assertEqual(float(data["P"].sel(own=2, other=4, turn=3)), table.values[2, 4, 3])
        self.assertIn("pig(dice=1,goal=10", table._repr_html_())
        self.assertEqual(table._repr_svg_().count("<rect"), 100)
        self.assertIsNone(alea.solve("hog(goal=20)")._repr_svg_())
        np.testing.assert_array_equal(np.from_dlpack(table), table.values)


class Faults(unittest.TestCase):
    def test_many_objects_leave_nothing(self):
        tables = alea.solve("piglet")
        def memory():
            return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        for _ in range(2000):
            alea.solve("piglet").values
        before = memory()
        for _ in range(20000):
            alea.solve("piglet").values
        self.assertLess(memory() - before, 4 << 20)
        self.assertTrue(tables.verify())

    def test_several_threads(self):
        from concurrent.futures import ThreadPoolExecutor
        with ThreadPoolExecutor(8) as pool:
            values = list(pool.map(lambda goal: alea.solve(f"pig(goal={goal})").value, [20, 21, 22, 23] * 5))
        self.assertEqual(values[:4] * 5, values)

    def test_fork_after_use(self):
        code = ("import alea, os, sys\nalea.solve('pig')\nalea.run('pig', 'hold(20)', 'hold(25)', games=100000)\n"
                "pid = os.fork()\nvalue = alea.solve('pig').value\n"
                "r = alea.run('pig', 'hold(20)', 'hold(25)', games=100000).standings[0].wins\n"
                "os.write(1, f'{value} {r}\\n'.encode())\n"
                "sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) if pid else 0)")
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(len(set(done.stdout.splitlines())), 1)

    def test_files_of_a_process(self):
        """There is one folder, with one file for the same text; tables of bots go after the call, and the child of a fork leaves it."""
        text = (Path(__file__).parents[2] / "rules/piglet.lua").read_text(encoding="utf-8")
        code = ("import alea, glob, os, sys\n"
                f"text = {text!r}\n"
                "for _ in range(3):\n"
                "    table = alea.solve(text)\n"
                "    alea.eval(text, table, lambda positions, legal: positions[:, 1] < 2)\n"
                "print(len(glob.glob('*')), len(glob.glob('*/*/*.lua')), glob.glob('*/*.h5'))\n"
                "pid = os.fork()\n"
                "if pid == 0: sys.exit(len(glob.glob('*')) if alea.solve('# other\\n'.replace('#', '--') + text) else 0)\n"
                "print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), len(glob.glob('*/*/*.lua')), alea.solve(text) is not None)")
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, cwd=folder,
                                  env={**os.environ, "TMPDIR": folder}, check=False)
            self.assertEqual((done.returncode, done.stdout), (0, "1 1 []\n2 1 True\n"), done)
            self.assertEqual(os.listdir(folder), [])

    def test_subinterpreters_are_refused(self):
        inner = f"import sys; sys.path[:] = {sys.path!r}; import alea._alea"
        code = f"import _xxsubinterpreters as sub\nsub.run_string(sub.create(), {inner!r})"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, "subinterpreter")

    def test_progress_that_raises_and_progress_that_calls_alea(self):
        def wrong(done, total, unit):
            raise RuntimeError("enough")
        with self.assertRaisesRegex(RuntimeError, "enough"):
            alea.run("pig", "hold(20)", "hold(25)", games=2_000_000_000, progress=wrong)
        def nested(done, total, unit):
            alea.solve("pig")
        with self.assertRaisesRegex(RuntimeError, "at work"):
            alea.run("pig", "hold(20)", "hold(25)", games=2_000_000_000, progress=nested)
        self.assertAlmostEqual(alea.solve("pig").value, 0.5306, places=4)

    def test_a_bar_needs_tqdm(self):
        with unittest.mock.patch.dict(sys.modules, {"tqdm.auto": None}), self.assertWarnsRegex(UserWarning, "needs tqdm"):
            alea.solve("piglet", progress=True)

    def test_a_table_is_pickled_through_its_file(self):
        for table in (alea.solve(GOAL_10), alea.best_response(GOAL_10, "hold(5)").table):
            for made in (pickle.loads(pickle.dumps(table)), copy.copy(table)):
                self.assertEqual((made.game, made.start, made.against), (table.game, table.start, table.against))
                self.assertTrue(made.verify())


if __name__ == "__main__":
    unittest.main()
