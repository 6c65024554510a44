#!/usr/bin/env python3
"""Audit, worst 2 and 15, items 004 #2, #4, #8 and #9, researcher and wrong-input rows on ask: one way to write a position, all
positions as arrays, and value iteration sweep by sweep. Expected values come from the equations, told again here."""

import csv
import itertools
import json
import pathlib
import random
import re
import shlex
import struct
import unittest

from program import SANITIZED, alea, answer_of, environment, json_of, main
from table_files import PYTHON, python

GAMES = [("pig(goal=40)", ["random(0.6)", "hold(9)"]), ("two-dice-pig(goal=40)", ["random(0.6)", "hold(12)"]),
         ("pig-pen(goal=40)", ["random(0.6)", "hold(15)"]), ("pig-solitaire", ["random(0.6)"]),
         ("hog", ["random", "always(4)"]), ("hog-moon", ["random", "always(4)"]), ("despirala", ["random"]),
         ("red-and-black", ["random"]), ("coin-pig", ["random", "random"])]


def refused(*arguments):
    done = alea(*arguments)
    assert done.status == 2 and not done.out, (arguments, done)
    return done.err


class P:
    """Pig's equations for a goal, in floating point: value iteration in place, from 0, in ascending order of i, j and k; a turn
    begins with a roll."""

    def __init__(self, goal):
        self.goal, self.sweeps = goal, []
        self.p = [[[0.0] * goal for _ in range(goal)] for _ in range(goal)]
        self.roll = [[[False] * goal for _ in range(goal)] for _ in range(goal)]

    def value(self, i, j, k):
        return 1.0 if i + k >= self.goal else self.p[i][j][k]

    def sweep(self):
        change = 0
        for i, j in itertools.product(range(self.goal), repeat=2):
            for k in range(self.goal - i):
                roll = (1 - self.value(j, i, 0) + sum(self.value(i, j, k + face) for face in range(2, 7))) / 6
                hold = 1 - self.value(j, i + k, 0) if k else -1
                new = max(roll, hold)
                change = max(change, abs(new - self.p[i][j][k]))
                self.p[i][j][k], self.roll[i][j][k] = new, roll > hold
        return change

    def iterate(self, epsilon):
        policies, change = [], 1
        while change > epsilon:
            change = self.sweep()
            hold = next((k for k in range(1, self.goal) if not self.roll[0][0][k]), self.goal)
            self.sweeps.append({"change": change, "start": self.p[0][0][0], "hold": hold,
                                "starts": [[self.p[i][j][0] for j in range(self.goal)] for i in range(self.goal)]})
            policies.append([roll for plane in self.roll for row in plane for roll in row])
        for sweep, policy in zip(self.sweeps, policies):
            sweep["differ"] = sum(a != b for a, b in zip(policy, policies[-1]))
        return self


GOAL = 15 if SANITIZED else 25
SOLVED = P(GOAL).iterate(1e-14)


class OneWriting(unittest.TestCase):
    def record(self, game, bots, games=2):
        pathlib.Path("positions.jsonl").unlink(missing_ok=True)
        answer_of("run", game, *bots, "--games", games, "--record", "positions.jsonl", "--record-games", games, "--json")
        return "positions.jsonl"

    def test_worst_2_every_position_of_a_review_can_be_pasted_into_ask_and_has_the_same_values(self):
        for game, bots in GAMES:
            with self.subTest(game):
                record = self.record(game, bots)
                answer_of("solve", game, "--out", "positions.h5")
                events = [e for one in json_of("review", record, "--no-keep")["games"] for e in one["events"]
                          if e["kind"] == "move"]
                chosen = random.Random(4).sample(events, min(len(events), 6))
                self.assertTrue(chosen)
                for event in chosen:
                    answer = json_of("ask", game, "--table", "positions.h5", *shlex.split(event["position"]))
                    values = {move["move"]: move["value"] for move in answer["moves"]}
                    self.assertEqual(answer["position"], event["position"])
                    self.assertAlmostEqual(values[event["chosen"]] - values[event["best"]],
                                           event["chosen_value"] - event["best_value"], 7, event["position"])

    def test_worst_2_the_lines_that_review_prints_are_those_positions(self):
        record = self.record("pig(goal=40)", ["random(0.6)", "hold(9)"], 1)
        lines = re.findall(r"^ +For `alea ask`: (scores=\S+(?: \w+=\S+)*)$", answer_of("review", record, "--no-keep"), re.M)
        self.assertTrue(lines)
        events = json_of("review", record, "--no-keep")["games"][0]["events"]
        self.assertLessEqual(set(lines), {e["position"] for e in events if e["kind"] == "move"})
        for line in lines:
            self.assertIn(f": {line}\n", answer_of("ask", "pig(goal=40)", *line.split()))

    def test_worst_2_the_mover_comes_first(self):
        record = self.record("pig(goal=40)", ["hold(9)", "hold(9)"], 1)
        event = next(e for e in json_of("review", record, "--no-keep")["games"][0]["events"]
                     if e["kind"] == "move" and e["seat"] == 1 and not e["state"].startswith("scores 0,0"))
        first, second, turn = map(int, re.match(r"scores (\d+),(\d+) turn (\d+), seat 1 to move", event["state"]).groups())
        self.assertEqual(event["position"], f"scores={second},{first} turn={turn}")

    def test_plots_show_the_form_of_their_positions(self):
        self.assertIn("scores=OWN,30 turn=TURN", answer_of("plot", "pig", "hold(20)", "--map", "turn", "--other", 30))
        self.assertIn("scores=OWN,OTHER turn=TURN", answer_of("plot", "pig(goal=40)", "hold(20)"))


class Ask(unittest.TestCase):
    def test_wrong_input_ask_takes_what_people_type(self):
        wanted = json_of("ask", "pig", "scores=20,30", "turn=5")
        self.assertEqual(wanted["position"], "scores=20,30 turn=5")
        for words in (["20,30", "turn=5"], ["own=20", "other=30", "turn=5"], ["scores=20-30", "turn=5"], ["20", "30", "turn=5"],
                      ["20:30", "k=5"], ["i=20", "j=30", "k=5"]):
            with self.subTest(words):
                self.assertEqual(json_of("ask", "pig", *words), wanted)
        self.assertEqual(json_of("ask", "hog", "22-35")["position"], "scores=22,35")
        self.assertIn("given twice", refused("ask", "pig", "own=20", "scores=3,4"))
        self.assertIn("given twice", refused("ask", "pig", "own=20", "i=20"))
        self.assertIn("dice=123456", refused("ask", "despirala", "Two triples 3 5"))

    def test_researcher_a_position_that_contradicts_itself_is_refused_with_the_line_to_type(self):
        said = refused("ask", "despirala", "doing=Straight", "goods=3", "dice=113456")
        self.assertIn('goods=2 dice=13456 doing="Straight"', said)
        again = json_of("ask", "despirala", "goods=2", "dice=13456", "doing=Straight")
        self.assertEqual(shlex.split(again["position"]), ["goods=2", "dice=13456", "doing=Straight"])
        self.assertIn("that it keeps", refused("ask", "despirala", "goods=2", "dice=11345", "doing=Straight"))

    def test_researcher_costs_the_best_moves_and_the_roll_to_come(self):
        wanted = json_of("ask", "despirala", "goods=1", "dice=113456")
        values = sorted((move["value"] for move in wanted["moves"]), reverse=True)
        for move in wanted["moves"]:
            self.assertAlmostEqual(move["cost"], values[0] - move["value"], 9)
        lines = answer_of("ask", "despirala", "goods=1", "dice=113456", "--top", 3).splitlines()[3:6]
        self.assertIn("more moves", answer_of("ask", "despirala", "goods=1", "dice=113456", "--top", 3))
        for line, value in zip(lines, values):
            cost = float(line.split()[-1])
            self.assertAlmostEqual(cost, values[0] - value, 6)
        self.assertIn("the roll to come", answer_of("ask", "despirala"))

    def test_a_score_or_turn_total_of_1_is_answered_by_the_formula(self):
        game = f"pig(goal={GOAL})"
        for i, j, k in [(1, 0, 0), (0, 1, 0), (1, 1, 1), (0, 0, 1), (5, 1, 1), (GOAL - 1, 1, 0), (1, GOAL - 2, 7)]:
            with self.subTest((i, j, k)):
                answer = json_of("ask", game, f"scores={i},{j}", f"turn={k}")
                self.assertAlmostEqual(answer["value"], SOLVED.p[i][j][k], 11)
                self.assertIsNotNone(answer["note"])
                self.assertIn("Play cannot reach", answer_of("ask", game, f"scores={i},{j}", f"turn={k}"))
        self.assertIsNone(json_of("ask", game, "scores=2,3", "turn=2")["note"])

    def test_base_cases_are_1_and_0(self):
        for words, value in [(["scores=100,0"], 1), (["scores=0,100"], 0), (["scores=20,130", "turn=3"], 0),
                             (["scores=98,100", "turn=2"], 1)]:
            answer = json_of("ask", "pig", *words)
            self.assertEqual((answer["value"], answer["moves"]), (value, []))
            self.assertIsNotNone(answer["note"])


def npy(path):
    data = pathlib.Path(path).read_bytes()
    size = struct.unpack("<H", data[8:10])[0]
    return eval(data[10:10 + size]), data[10 + size:]


class Arrays(unittest.TestCase):
    game = f"pig(goal={GOAL})"

    def test_worst_15_out_goes_by_its_ending_and_others_are_refused(self):
        for name in ("pig", "pig.txt", "pig.jpg"):
            self.assertIn(".h5, .csv or .npy", refused("solve", "pig", "--out", name))
            self.assertIn(".h5, .csv or .npy", refused("bot", "freeze", "hold(20)", "--game", "pig", "--out", name))
            self.assertFalse(pathlib.Path(name).exists())
        self.assertIn("not an array", refused("solve", "pig-pen(goal=20)", "--for", "win", "--out", "pen.csv"))
        for game, why in (("pig-pen(goal=20)", "scores can pass the goal"), ("despirala", "family despirala")):
            err = refused("solve", game, "--out", "other.npy")  # the game is the reason, for every objective
            self.assertTrue("not an array" in err and why in err, err)

    def test_roll_and_p_are_whole_arrays_and_their_shape_is_shown(self):
        said = answer_of("solve", self.game, "--out", "P.npy", "--roll", "roll.npy")
        self.assertIn(f"roll.npy: roll[i][j][k], {GOAL} x {GOAL} x {GOAL}", said)
        head, data = npy("P.npy")
        self.assertEqual((head["descr"], head["shape"], head["fortran_order"]), ("<f8", (GOAL,) * 3, False))
        values = struct.unpack(f"<{GOAL ** 3}d", data)
        head, rolls = npy("roll.npy")
        self.assertEqual((head["descr"], head["shape"]), ("|b1", (GOAL,) * 3))
        answer_of("bot", "freeze", "optimal", "--game", self.game, "--out", "frozen.npy")
        self.assertEqual(npy("frozen.npy")[1], rolls)
        answer_of("solve", self.game, "--out", "P.csv")
        rows = list(csv.DictReader(pathlib.Path("P.csv").read_text().splitlines()))
        self.assertEqual(len(rows), sum(GOAL * (GOAL - i) for i in range(GOAL)))
        table = {(int(r["i"]), int(r["j"]), int(r["k"])): r for r in rows}
        for at, (i, j, k) in enumerate(itertools.product(range(GOAL), repeat=3)):
            self.assertAlmostEqual(values[at], SOLVED.value(i, j, k), 11)
            if i + k >= GOAL:
                self.assertEqual(rolls[at], 0)
                continue
            p = SOLVED
            roll = (1 - p.value(j, i, 0) + sum(p.value(i, j, k + face) for face in range(2, 7))) / 6
            hold = 1 - p.value(j, i + k, 0)
            if k and abs(roll - hold) > 1e-10:
                self.assertEqual(rolls[at], roll > hold, (i, j, k))
            self.assertEqual(rolls[at], int(table[i, j, k]["roll"]))
            self.assertEqual(values[at], float(table[i, j, k]["value"]))

    @unittest.skipIf(PYTHON is None, "there is no Python with h5py")
    def test_hdf5_has_p_and_roll(self):
        answer_of("solve", self.game, "--roll", "arrays.h5")
        answer_of("solve", self.game, "--roll", "roll.npy")
        told = json.loads(python("import h5py, json; file = h5py.File('arrays.h5'); P, roll = file['P'], file['roll']; "
                                 "print(json.dumps([str(roll.dtype), roll.shape, P[:].tolist(), roll[:].tolist()]))"))
        kind, shape, values, rolls = told
        self.assertEqual((kind, shape), ("bool", [GOAL] * 3))
        flat = npy("roll.npy")[1]
        for i, j, k in itertools.product(range(GOAL), repeat=3):
            self.assertEqual(rolls[i][j][k], bool(flat[(i * GOAL + j) * GOAL + k]))
            self.assertAlmostEqual(values[i][j][k], SOLVED.value(i, j, k), 11, (i, j, k))

    def test_base_cases_go_up_to_the_goal_itself(self):
        """The equations of seed document 004: 0 <= i, j <= goal; P = 1 if i + k >= goal, else P = 0 if j >= goal;
        roll if P_roll > P_hold, in positions where a player may also hold."""
        said = answer_of("solve", self.game, "--out", "B.npy", "--roll", "broll.npy", "--base-cases")
        side = GOAL + 1
        self.assertIn(f"B.npy: P[i][j][k], {side} x {side} x {side}", said)
        head, data = npy("B.npy")
        self.assertEqual((head["descr"], head["shape"]), ("<f8", (side,) * 3))
        values = struct.unpack(f"<{side ** 3}d", data)
        head, rolls = npy("broll.npy")
        self.assertEqual((head["descr"], head["shape"]), ("|b1", (side,) * 3))
        answer_of("solve", self.game, "--out", "B.csv", "--base-cases")
        rows = list(csv.DictReader(pathlib.Path("B.csv").read_text().splitlines()))
        self.assertEqual(len(rows), side ** 3)

        def p(i, j, k):
            return 1.0 if i + k >= GOAL else 0.0 if j >= GOAL else SOLVED.value(i, j, k)

        for at, (i, j, k) in enumerate(itertools.product(range(side), repeat=3)):
            self.assertAlmostEqual(values[at], p(i, j, k), 11, (i, j, k))
            row = rows[at]
            self.assertEqual((int(row["i"]), int(row["j"]), int(row["k"])), (i, j, k))
            self.assertEqual((float(row["value"]), int(row["roll"])), (values[at], rolls[at]))
            if i + k >= GOAL or j >= GOAL:
                self.assertEqual((values[at], rolls[at]), (1.0 if i + k >= GOAL else 0.0, 0))
                continue
            roll = (1 - p(j, i, 0) + sum(p(i, j, k + face) for face in range(2, 7))) / 6
            hold = 1 - p(j, i + k, 0)
            if k and abs(roll - hold) > 1e-10:
                self.assertEqual(rolls[at], roll > hold, (i, j, k))

    def test_base_cases_need_arrays(self):
        for words in ((), ("--out", "t.h5"), ("--sweeps",), ("--sweeps", "--out", "s.csv")):
            self.assertIn("--base-cases goes with arrays", refused("solve", self.game, "--base-cases", *words))
        self.assertIn("not an array", refused("solve", "despirala", "--base-cases", "--out", "D.npy"))

    @unittest.skipIf(PYTHON is None, "there is no Python with h5py")
    def test_base_cases_in_hdf5(self):
        answer_of("solve", self.game, "--roll", "base.h5", "--base-cases")
        answer_of("solve", self.game, "--out", "flat.npy", "--base-cases")
        shapes, values = json.loads(python("import h5py, json; file = h5py.File('base.h5'); P, roll = file['P'], file['roll']; "
                                           "print(json.dumps([[P.shape, roll.shape], P[:].ravel().tolist()]))"))
        self.assertEqual(shapes, [[GOAL + 1] * 3] * 2)
        self.assertEqual(tuple(values), struct.unpack(f"<{(GOAL + 1) ** 3}d", npy("flat.npy")[1]))

    def test_researcher_freeze_refuses_what_plays_by_chance(self):
        self.assertIn("chance", refused("bot", "freeze", "random(0.5)", "--game", "pig", "--out", "random.h5"))
        self.assertFalse(pathlib.Path("random.h5").exists())


class Sweeps(unittest.TestCase):
    game = f"pig(goal={GOAL})"

    def test_the_sweeps_fit_80_columns(self):
        """At 80 columns each sweep took seven lines."""
        said = answer_of("solve", "pig", "--sweeps", "--epsilon", "1e-3", env=environment(COLUMNS="80"))
        self.assertRegex(said, r"(?m)^  sweep  largest change +P\[0\]\[0\]\[0\]  largest error  to change  holds at$")
        rows = re.findall(r"(?m)^ +(\d+) +\S+e[-+]\d+ +0\.\d{12} +\S+e[-+]\d+ +\d+ +(?:\d+|-)$", said)
        self.assertEqual(rows[:3], ["1", "2", "3"])
        self.assertLessEqual(max(map(len, said.splitlines())), 80)

    def test_the_sweeps_are_those_of_value_iteration(self):
        """Up to a goal of 30, so that some positions are held; the last sweep stands for the true values."""
        goal = GOAL if SANITIZED else 30
        told = json_of("solve", f"pig(goal={goal})", "--sweeps", "--epsilon", "1e-9")
        mine = P(goal).iterate(1e-9)
        last = mine.sweeps[-1]["starts"]
        self.assertEqual(len(told["sweeps"]), len(mine.sweeps))
        for sweep, own in zip(told["sweeps"], mine.sweeps):
            self.assertAlmostEqual(sweep["change"], own["change"], 12)
            self.assertAlmostEqual(sweep["start"], own["start"], 12)
            self.assertEqual((sweep["differ"], sweep["hold"]), (own["differ"], own["hold"]))
            error = max(abs(own["starts"][i][j] - last[i][j]) for i in range(goal) for j in range(goal))
            self.assertAlmostEqual(sweep["error"], error, 6)

    def test_text_picture_and_table_by_ending(self):
        said = answer_of("solve", self.game, "--sweeps", "--out", "sweeps.svg")
        self.assertIn("after sweep 1,", said)
        self.assertIn("Value iteration", pathlib.Path("sweeps.svg").read_text())
        answer_of("solve", self.game, "--sweeps", "--out", "sweeps.png")
        self.assertEqual(pathlib.Path("sweeps.png").read_bytes()[:4], b"\x89PNG")
        answer_of("solve", self.game, "--sweeps", "--out", "sweeps.csv")
        rows = list(csv.DictReader(pathlib.Path("sweeps.csv").read_text().splitlines()))
        self.assertEqual(len(rows), len(json_of("solve", self.game, "--sweeps")["sweeps"]))
        self.assertIn(".svg, .png or .csv", refused("solve", self.game, "--sweeps", "--out", "sweeps.h5"))
        self.assertIn("--sweeps", refused("solve", self.game, "--epsilon", "1e-3"))
        self.assertIn("chase", refused("solve", "pig-pen(goal=20)", "--out", "P.npy"))  # it is played for money
        self.assertIn("chase", refused("solve", "pig-pen(goal=20)", "--for", "win", "--sweeps"))


if __name__ == "__main__":
    main()
