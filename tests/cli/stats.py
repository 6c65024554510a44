#!/usr/bin/env python3
"""alea stats: exact and simulated distributions side by side, their files, and games without them."""

import csv
import math
import pathlib
import unittest

from program import ON_PURPOSE, SOAK, SOURCE, alea, answer_of, json_of, main
from terminal import interrupted

SMALL = str(SOURCE / "tests" / "rules" / "small-despirala.lua")
KEYS = ["game", "bot", "ties", "tie_rule", "mean", "stdev", "percentiles", "mode", "min", "max", "pmf", "mass", "error",
        "combinations", "goods", "inexact", "seconds", "simulated"]
SIMULATED = ["games", "asked", "seed", "stopped", "mean", "mean_se", "stdev", "stdev_se", "percentiles", "mode", "min", "max",
             "counts", "forfeits", "threads", "path", "seconds"]


def moments(pmf):
    mass = math.fsum(p for _, p in pmf)
    mean = math.fsum(score * p for score, p in pmf) / mass
    return mass, mean, math.sqrt(math.fsum((score - mean) ** 2 * p for score, p in pmf) / mass)


def percentile(pmf, percent):
    below, mass = 0, sum(p for _, p in pmf)
    for score, p in pmf:
        below += p
        if below >= percent / 100 * mass:
            return score


# tests/despirala/test_spread.c computes these two in every check.
in_soak = unittest.skipUnless(SOAK, ON_PURPOSE + "make soak does it")


class Exact(unittest.TestCase):
    def test_despirala_has_the_spread_that_is_known(self):
        result = json_of("stats", "despirala")
        self.assertEqual(list(result), KEYS)
        self.assertAlmostEqual(result["mean"], 443.616365582862, delta=1e-9)
        self.assertAlmostEqual(result["stdev"], 61.43818, delta=5e-6)
        self.assertEqual([result["percentiles"][p] for p in ("5", "25", "50", "75", "95")], [310, 420, 468, 484, 501])
        self.assertEqual((result["mode"], result["ties"]), (478, "stop"))
        self.assertEqual([c["name"] for c in result["combinations"]][:7],
                         ["Collect 1", "Collect 2", "Collect 3", "Collect 4", "Collect 5", "Collect 6", "Three pairs"])

    @in_soak
    def test_the_other_rule_for_ties_spreads_wider(self):
        result = json_of("stats", "despirala", "--ties", "go-on")
        self.assertAlmostEqual(result["stdev"], 61.45510, delta=5e-6)
        self.assertEqual((result["mode"], result["ties"]), (477, "go-on"))

    @in_soak
    def test_misere(self):
        result = json_of("stats", "despirala(misere=true)")
        self.assertAlmostEqual(result["mean"], 105.972952236092, delta=1e-9)
        self.assertAlmostEqual(result["stdev"], 52.4420, delta=5e-5)
        self.assertEqual([result["percentiles"][p] for p in ("5", "25", "50", "75", "95")], [28, 71, 99, 137, 201])
        self.assertEqual(result["mode"], 80)

    def test_the_summary_is_that_of_the_distribution(self):
        result = json_of("stats", SMALL)
        pmf = result["pmf"]
        mass, mean, stdev = moments(pmf)
        self.assertAlmostEqual(mass, 1, delta=1e-12)
        self.assertAlmostEqual(result["mean"], mean, delta=1e-11)
        self.assertAlmostEqual(result["stdev"], stdev, delta=1e-11)
        for percent, score in result["percentiles"].items():
            self.assertEqual(score, percentile(pmf, int(percent)))
        self.assertEqual([result["min"], result["max"]], [pmf[0][0], pmf[-1][0]])
        self.assertEqual(result["mode"], max(pmf, key=lambda pair: pair[1])[0])
        earned = sum(c["points"] for c in result["combinations"]) + result["goods"]["mean"]
        self.assertAlmostEqual(earned, mean, delta=1e-11)
        for c in result["combinations"]:
            self.assertEqual(c["dice"] is not None, c["name"].startswith("Collect"))

    def test_threads_change_nothing(self):
        one, two = (json_of("stats", SMALL, "--games", "10000", "--threads", t) for t in (1, 2))
        for result in one, two:
            del result["seconds"], result["simulated"]["seconds"], result["simulated"]["threads"]
        self.assertEqual(one, two)

    def test_the_tie_rule_stands_wherever_a_spread_is_shown(self):
        self.assertIn("Ties: stop. Moves within 1e-9", answer_of("stats", SMALL))
        self.assertIn("Ties: go-on. Moves within 1e-9", answer_of("stats", SMALL, "--ties", "go-on"))
        self.assertIn("Ties: go-on. Moves within 1e-9", answer_of("stats", SMALL, "optimal(ties=go-on)"))
        answer_of("stats", SMALL, "--plot", "ties.svg")
        self.assertIn("(ties: stop)", pathlib.Path("ties.svg").read_text())


class Simulated(unittest.TestCase):
    def test_simulated_numbers_are_inside_their_errors(self):
        result = json_of("stats", SMALL, "--games", "200000", "--seed", "4")
        s = result["simulated"]
        self.assertEqual(list(s), SIMULATED)
        self.assertEqual((s["games"], s["seed"], s["path"]), (200000, 4, "block"))
        self.assertEqual(sum(n for _, n in s["counts"]), 200000)
        self.assertLess(abs(s["mean"] - result["mean"]), 5 * s["mean_se"])
        self.assertLess(abs(s["stdev"] - result["stdev"]), 5 * s["stdev_se"])
        self.assertAlmostEqual(s["mean_se"], s["stdev"] / math.sqrt(200000), delta=1e-9)
        text = answer_of("stats", SMALL, "--games", "2e5", "--seed", "4")
        self.assertIn("exact", text)
        self.assertIn("simulated", text)
        self.assertIn("200,000 games were simulated, with seed 4.", text)

    def test_bots_without_an_exact_spread_are_simulated_and_said_to_be(self):
        for bot in "greedy", "random":
            result = json_of("stats", SMALL, bot, "--games", "5000")
            self.assertIsNone(result["mean"])
            self.assertIn("no exact distribution", result["inexact"])
            self.assertEqual(result["simulated"]["games"], 5000)
            self.assertIn("Simulated only.", answer_of("stats", SMALL, bot, "--games", "5000"))
            self.assertIn("1,000,000 games were simulated", answer_of("stats", SMALL, bot))

    def test_the_games_are_those_of_a_run(self):
        answer_of("run", SMALL, "optimal", "--games", "200", "--seed", "9", "--record", "games.jsonl", "--record-games", "200")
        scores = {}
        for line in pathlib.Path("games.jsonl").read_text().splitlines():
            if line.startswith('{"end"'):
                score = int(line.split('"scores":[')[1].split("]")[0])
                scores[score] = scores.get(score, 0) + 1
        counts = json_of("stats", SMALL, "--games", "200", "--seed", "9")["simulated"]["counts"]
        self.assertEqual(sorted(scores.items()), [tuple(pair) for pair in counts])

    def test_ctrl_c_shows_the_games_that_were_played(self):
        answer = interrupted("stats", SMALL, "greedy", "--games", "1e11", "--json")
        self.assertEqual(answer.status, 1, answer)
        self.assertIn("Stopped after", answer.err)
        self.assertIn('"stopped": true', answer.out)


class Files(unittest.TestCase):
    def test_csv_has_every_score(self):
        answer_of("stats", SMALL, "--games", "1000", "--csv", "spread.csv")
        rows = list(csv.DictReader(pathlib.Path("spread.csv").read_text().splitlines()))
        result = json_of("stats", SMALL)
        self.assertEqual([int(row["score"]) for row in rows], list(range(result["min"], result["max"] + 1)))
        told = dict(result["pmf"])
        for row in rows:
            self.assertEqual(float(row["probability"]), told.get(int(row["score"]), 0))
        self.assertEqual(sum(int(row["games"]) for row in rows), 1000)

    def test_pictures_are_what_their_names_say(self):
        for name, begins in (("a.svg", b"<?xml"), ("a.png", b"\x89PNG")):
            answer_of("stats", SMALL, "--plot", name, "--games", "1000")
            first = pathlib.Path(name).read_bytes()
            self.assertTrue(first.startswith(begins))
            answer_of("stats", SMALL, "--plot", name, "--games", "1000")
            self.assertEqual(pathlib.Path(name).read_bytes(), first)


class BadInput(unittest.TestCase):
    def refused(self, *arguments, says):
        answer = alea("stats", *arguments)
        self.assertEqual((answer.status, answer.out), (2, ""), answer)
        self.assertIn(says, answer.err)

    def test_what_has_no_spread_says_why(self):
        self.refused("pig", says="statistics are for games with one player")
        self.refused("pig-solitaire", "hold(20)", says="no score distribution")
        self.refused("despirala(players=2)", says="is for 2 players")
        self.refused(SMALL, "greedy", "--ties", "stop", says="no ties to break")

    def test_options(self):
        self.refused(says="GAME is missing")
        self.refused(SMALL, "optimal", "greedy", says="one too many")
        for more in ["optimal"], ["--games", "10"], ["--csv", "x.csv"], ["--plot", "x.svg"]:
            self.refused(SMALL, "--models", *more, says="--models compares whole models")
        self.refused("pig", "--models", says="give a game that has both")
        self.refused("despirala(misere=true)", "--models", says="without arguments")
        self.refused(SMALL, "--ties", "up", says="stop or go-on")
        self.refused(SMALL, "--seed", "1", says="--seed needs --games")
        self.refused(SMALL, "--games", "0", says="--games")
        self.refused(SMALL, "--games", "1e13", says="--games")
        self.refused(SMALL, "--plot", "x.gif", says="must end in .svg or .png")
        self.assertEqual(alea("stats", SMALL, "--csv", "nowhere/x.csv").status, 3)


if __name__ == "__main__":
    main()
