#!/usr/bin/env python3
"""Statistics for researchers, and Despirala-Engine's table of models."""

import re
import unittest

from program import ON_PURPOSE, SOAK, SOURCE, answer_of, json_of, main

SMALL = str(SOURCE / "tests" / "rules" / "small-despirala.lua")
PERCENTILES = ["5", "25", "50", "75", "95"]
# The README of the Despirala-Engine: expected score, mean, standard deviation, percentiles, mode; from 10^8 games for the
# exact models, else from a million.
SEED = {
    "normal_exact": (443.616, 443.622, 61.454, [310, 420, 468, 484, 501], 478),
    "normal_1000": (443.694, 443.505, 61.519, [310, 420, 468, 483, 501], 478),
    "normal_50": (444.524, 442.461, 62.156, [308, 418, 467, 483, 500], 477),
    "normal_5": (457.534, 425.650, 71.143, [278, 386, 456, 476, 496], 473),
    "normal_1": (497.976, 334.253, 91.886, [177, 268, 336, 402, 478], 378),
    "misere_exact": (105.975, 105.973, 52.456, [28, 71, 99, 137, 201], 80),
    "misere_50": (105.857, 106.105, 52.483, [28, 71, 99, 137, 201], 78),
    "misere_5": (103.404, 107.960, 52.653, [29, 72, 102, 139, 203], 78),
    "misere_1": (99.6856, 114.095, 53.207, [34, 78, 108, 146, 210], 85),
}
# How far a percentile or a mean may be off in a model with this many rolls: several times the spread over seeds.
FAR = {"exact": (0.01, 1), "1000": (0.2, 2), "50": (1.5, 3), "5": (9, 20), "1": (80, 90)}


class Researcher(unittest.TestCase):
    def test_stats_of_greedy_are_simulated_instead_of_refused(self):
        text = answer_of("stats", SMALL, "greedy")
        self.assertIn("1,000,000 games were simulated", text)
        simulated = json_of("stats", SMALL, "greedy", "--games", 100000)["simulated"]
        exact = json_of("eval", SMALL, "greedy")["mean"]["value"]
        self.assertLess(abs(simulated["mean"] - exact), 5 * simulated["mean_se"])

    def test_words_percentile_median_mode(self):
        text = answer_of("stats", SMALL)
        self.assertRegex(text, r"5th percentile +17\n")
        self.assertRegex(text, r"mode +35\n")
        answer_of("stats", SMALL, "--plot", "spread.svg")
        for words in "likeliest", "have at most":
            self.assertNotIn(words, text)

    def test_no_sum_of_probabilities_frightens(self):
        text = answer_of("stats", SMALL)
        self.assertIn("relative error of each probability", text)
        self.assertNotRegex(text, "all of them together|their sum")


class Seed003(unittest.TestCase):
    def test_models_are_those_that_solve_and_stats_make_one_by_one(self):
        found = json_of("stats", SMALL, "--models", "--seed", 3)
        self.assertEqual([m["name"] for m in found["models"]], list(SEED))
        for m in found["models"]:
            misere = m["name"].startswith("misere")
            game = f"{SMALL}(misere={str(misere).lower()})"
            more = ["--samples", m["samples"], "--seed", 3] if m["samples"] else []
            solved = json_of("solve", game, *more, "--out", "model.h5")
            spread = json_of("stats", game, "table:model.h5")
            self.assertAlmostEqual(m["claim"], solved["value"], delta=1e-9)
            self.assertAlmostEqual(m["mean"], solved.get("earned", solved["value"]), delta=1e-9)
            for key in "mean", "stdev", "percentiles", "mode":
                self.assertEqual(m[key], spread[key], (m["name"], key))

    def test_text_has_the_same_rows(self):
        text = answer_of("stats", SMALL, "--models")
        for m in json_of("stats", SMALL, "--models")["models"]:
            row = [m["name"], *(f"{m[key]:.3f}" for key in ("claim", "mean", "stdev")),
                   *(str(m["percentiles"][p]) for p in PERCENTILES), str(m["mode"])]
            self.assertIn(" ".join(row), re.sub(" +", " ", text))

    @unittest.skipUnless(SOAK, ON_PURPOSE + "make soak does it")
    def test_the_whole_table_of_the_seed(self):
        found = json_of("stats", "despirala", "--models", "--seed", 1, "--ties", "go-on")
        self.assertEqual([m["name"] for m in found["models"]], list(SEED))
        for m in found["models"]:
            claim, mean, stdev, percentiles, _ = SEED[m["name"]]
            real, whole = FAR[m["name"].split("_")[1]]
            with self.subTest(m["name"]):
                self.assertLess(abs(m["claim"] - claim), real)
                self.assertLess(abs(m["mean"] - mean), real + 0.02)
                self.assertLess(abs(m["stdev"] - stdev), real + 0.02)
                for p, expected in zip(PERCENTILES, percentiles):
                    self.assertLessEqual(abs(m["percentiles"][p] - expected), whole)


class Item003_17(unittest.TestCase):
    def test_the_manual_says_that_the_seeds_mode_is_a_coins_toss(self):
        page = (SOURCE / "docs" / "despirala.md").read_text(encoding="utf-8")
        self.assertIn("1.4·10⁻⁵", page)
        self.assertIn("61.438", page)


if __name__ == "__main__":
    main()
