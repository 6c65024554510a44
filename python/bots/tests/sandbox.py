"""WebAssembly and strategies in Python, with the package alea-lab-bots: what the program plays and judges, to the last digit."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest
import unittest.mock
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import alea

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = ROOT / "build/alea"
RANDOM = str(ROOT / "build/bots/c-random.wasm")
STRATEGIES = ROOT / "bots/hog/good"


def program(*words):
    return json.loads(subprocess.run([PROGRAM, *words, "--json"], check=True, capture_output=True, text=True).stdout)


class Sandbox(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        cls.enterClassContext(unittest.mock.patch.dict(os.environ, TMPDIR=folder))

    def test_a_webassembly_bot_plays_as_in_the_program(self):
        own = alea.run("pig", RANDOM, "hold(20)", games=20_000, seed=5, threads=2)
        theirs = program("run", "pig", RANDOM, "hold(20)", "--games=20000", "--seed=5")
        self.assertEqual([row.wins for row in own.standings], [row["wins"] for row in theirs["standings"]])
        self.assertEqual(len({row.wins for row in own.standings}), 2)

    def test_the_best_response_to_a_pure_webassembly_bot_is_exact(self):
        bot = str(ROOT / "build/bots/c-bacon.wasm")
        own, theirs = alea.best_response("hog", bot), program("best", "hog", bot)
        self.assertEqual(own.exploitability.value, theirs["exploitability"]["value"])
        self.assertEqual(alea.best("hog", bot).mean.value, theirs["mean"]["value"])

    def test_a_contest_of_python_strategies_is_the_programs(self):
        with tempfile.TemporaryDirectory() as folder:
            chosen = Path(folder, "class")
            chosen.mkdir()
            for name in ("always_six.py", "swap_seeker.py", "chatty.py", "threshold.lua"):
                shutil.copy(STRATEGIES / name, chosen)
            shutil.copy(ROOT / "bots/hog/bad/returns_float.py", chosen)
            archive = shutil.make_archive(str(Path(folder, "zipped")), "zip", chosen)
            for place in (chosen, archive):
                own, theirs = alea.contest("hog", place).to_dict(), program("contest", "hog", str(place))
                self.assertEqual(own["entries"], theirs["entries"])
                self.assertEqual(sorted(entry["status"] for entry in own["entries"]), ["disqualified"] + 4 * ["ok"])

    def test_a_fork_and_other_processes_open_sandboxes_of_their_own(self):
        alone = [row.wins for row in alea.run("pig", RANDOM, "hold(20)", games=200_000, seed=7).standings]
        for method in ("spawn", "fork"):
            with ProcessPoolExecutor(2, mp_context=get_context(method)) as pool:
                shared = alea.run("pig", RANDOM, "hold(20)", games=200_000, seed=7, executor=pool)
            self.assertEqual([row.wins for row in shared.standings], alone, method)

    def test_the_licences_of_all_that_the_packages_contain_are_inside(self):
        site = Path(alea.__file__).parents[1]
        for package, others in (("alea", ["Lua"]), ("alea_bots", ["Lua", "python.wasm"])):
            notices = (site / package / "THIRD-PARTY.txt").read_text(encoding="utf-8")
            libraries = site / {"alea": "alea_lab.libs", "alea_bots": "alea_lab_bots.libs"}[package]
            inside = others + [path.name.split("-")[0] for path in libraries.iterdir()]
            self.assertGreater(len(inside), 3)
            self.assertEqual([name for name in inside if name not in notices], [], package)
            self.assertIn("MIT", (site / package / "LICENSE").read_text(encoding="utf-8"))

    def test_files_that_are_no_programs_are_refused(self):
        with tempfile.NamedTemporaryFile(suffix=".wasm") as file:
            file.write(b"\0asm")
            file.flush()
            with self.assertRaisesRegex(alea.Error, "WebAssembly|truncated|end"):
                alea.run("pig", file.name, "hold(20)", games=100)

    def test_an_exception_of_progress_stops_a_worker(self):
        def progress(done, total, unit):
            raise RuntimeError("enough")

        with self.assertRaisesRegex(RuntimeError, "enough"):
            alea.run("pig", RANDOM, "hold(20)", games=100_000_000, seed=1, progress=progress)


if __name__ == "__main__":
    unittest.main()
