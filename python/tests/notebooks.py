"""Runs every cell of the notebooks, in order."""
import json
import os
import tempfile
import unittest
from pathlib import Path

import matplotlib

FOLDER = Path(__file__).resolve().parent.parent / "notebooks"


class Notebooks(unittest.TestCase):
    def run_cells(self, name):
        matplotlib.use("Agg")
        cells = json.loads((FOLDER / name).read_text(encoding="utf-8"))["cells"]
        names = {"__name__": "__main__"}
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            self.addCleanup(os.chdir, here)
            for number, cell in enumerate(cells):
                if cell["cell_type"] == "code":
                    self.assertEqual(cell["outputs"], [], f"{name}: clear the outputs before you keep it")
                    with self.subTest(cell=number):
                        exec(compile("".join(cell["source"]), f"{name}, cell {number}", "exec"), names)  # pylint: disable=exec-used
        return names

    def test_optimal_pig(self):
        names = self.run_cells("optimal-pig.ipynb")
        self.assertEqual(names["best"], max(names["rates"], key=names["rates"].get))

    def test_hog_contest(self):
        self.assertEqual(self.run_cells("hog-contest.ipynb")["result"].standings[0].bot, "table")

    def test_despirala(self):
        self.run_cells("despirala.ipynb")

    def test_learning(self):
        names = self.run_cells("learning.ipynb")
        self.assertLess(names["curve"][-1][1], names["hold_20"])

    def test_none_is_left_out(self):
        self.assertEqual({path.stem for path in FOLDER.glob("*.ipynb")}, {"optimal-pig", "hog-contest", "despirala", "learning"})


if __name__ == "__main__":
    unittest.main()
