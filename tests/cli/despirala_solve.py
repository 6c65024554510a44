#!/usr/bin/env python3
"""Solving Despirala from the command line: the output for exact and for sampled models, and refusals."""

import unittest

from program import SOURCE, alea, answer_of, json_of, main, write

SMALL = str(SOURCE / "tests" / "rules" / "small-despirala.lua")


class Exact(unittest.TestCase):
    def test_both_published_values_are_between_the_bounds(self):
        for game, value in (("despirala", 443.616365582862), ("despirala(misere=true)", 105.972952236092)):
            found = json_of("solve", game)
            self.assertLessEqual(found["lower"], value)
            self.assertGreaterEqual(found["upper"], value)
            self.assertLess(found["width"], 1e-9)
            self.assertNotIn("claim", found)

    def test_a_table_can_be_verified_queried_and_played(self):
        answer_of("solve", SMALL, "--out", "small.h5")
        self.assertTrue(json_of("verify", "small.h5")["holds"])
        told, solved = (json_of("ask", SMALL, *table, "goods=2", "dice=223") for table in (("--table", "small.h5"), ()))
        self.assertEqual(told["moves"], solved["moves"])
        self.assertEqual(told["best"], told["moves"][0]["move"])
        values = [move["value"] for move in told["moves"]]
        self.assertEqual(values, sorted(values, reverse=True))
        earned = json_of("eval", SMALL, "table:small.h5")["mean"]
        self.assertAlmostEqual(earned["value"], json_of("solve", SMALL)["value"], 9)

    def test_a_table_for_one_plays_among_others(self):
        answer_of("solve", SMALL, "--out", "alone.h5")
        alone = json_of("run", SMALL, "table:alone.h5", "--games", 5000)["standings"][0]
        among = json_of("run", SMALL, "table:alone.h5", "greedy", "random", "--games", 5000)["standings"]
        table = next(one for one in among if one["bot"] == "table:alone.h5")
        self.assertLess(abs(table["score"] - alone["score"]), 5 * (table["score_se"] + alone["score_se"]))
        other = alea("run", SMALL + "(gain=3)", "table:alone.h5", "greedy", "--games", "1")
        self.assertEqual(other.status, 2)
        self.assertIn("this is a table of", other.err)

    def test_misere_lists_the_lowest_value_first_and_has_no_reroll(self):
        moves = json_of("ask", SMALL + "(misere=true,reroll=false)", "goods=2", "dice=223")["moves"]
        values = [move["value"] for move in moves]
        self.assertEqual(values, sorted(values))
        self.assertNotIn("Reroll", [move["move"] for move in moves])

    def test_a_tolerance_below_double_precision_is_refused(self):
        answer = alea("solve", SMALL, "--tolerance", "1e-20")
        self.assertEqual(answer.status, 2)
        self.assertIn("cannot be reached in double precision for this game", answer.err)

    def test_too_low_a_memory_limit_is_refused_before_solving(self):
        answer = alea("solve", "despirala", "--memory", "1")
        self.assertEqual(answer.status, 2)
        self.assertIn("15.4 MiB", answer.err)

    def test_two_players_have_no_best_play(self):
        answer = alea("solve", "despirala(players=2)")
        self.assertEqual(answer.status, 2)
        self.assertIn("only for one player", answer.err)

    def test_best_response_is_refused(self):
        answer = alea("best", SMALL, "optimal")
        self.assertEqual(answer.status, 2)


class Sampled(unittest.TestCase):
    def test_claimed_and_earned_values_are_reported_separately(self):
        found = json_of("solve", SMALL, "--samples", 2, "--seed", 3)
        self.assertEqual((found["samples"], found["seed"]), (2, 3))
        self.assertEqual(found["value"], found["claim"])
        self.assertIsNone(found["lower"])
        self.assertIsNone(found["upper"])
        self.assertLessEqual(found["earned_lower"], found["earned"])
        self.assertLessEqual(found["earned"], found["earned_upper"])
        text = answer_of("solve", SMALL, "--samples", 2, "--seed", 3)
        self.assertIn("claims", text)
        self.assertIn("earns", text)
        self.assertIn("2 random rolls for each position, seed 3", text)

    def test_a_sampled_table_can_be_played_but_not_verified(self):
        made = json_of("solve", SMALL, "--samples", 2, "--seed", 3, "--out", "model.h5")
        answer = alea("verify", "model.h5")
        self.assertEqual(answer.status, 1)
        self.assertIn("sampled model", answer.out)
        told = json_of("ask", SMALL, "--table", "model.h5", "goods=2", "dice=223")
        self.assertEqual((told["samples"], told["lower"], told["moves"][0]["upper"]), (2, None, None))
        self.assertAlmostEqual(json_of("eval", SMALL, "table:model.h5")["mean"]["value"], made["earned"], 12)

    def test_another_seed_is_another_model_and_no_seed_is_seed_0(self):
        claims = [json_of("solve", SMALL, "--samples", 2, *seed)["claim"] for seed in ((), ("--seed", 0), ("--seed", 1))]
        self.assertEqual(claims[0], claims[1])
        self.assertNotEqual(claims[1], claims[2])

    def test_invalid_sample_counts_are_refused(self):
        for count in ("0", "1e9", "1000001", "-3", "many"):
            answer = alea("solve", SMALL, "--samples", count)
            self.assertEqual(answer.status, 2, count)
            self.assertIn("--samples must be a whole number from 1 to 1e6", answer.err)
            self.assertEqual(answer.out, "")

    def test_other_games_have_no_sampled_models(self):
        answer = alea("solve", "pig", "--samples", "5")
        self.assertEqual(answer.status, 2)
        self.assertIn("no sampled models", answer.err)
        answer = alea("solve", SMALL, "--seed", "5")
        self.assertEqual(answer.status, 2)
        self.assertIn("--seed needs --samples N", answer.err)


class Files(unittest.TestCase):
    def test_damaged_and_foreign_models_are_refused(self):
        answer_of("solve", SMALL, "--out", "good.h5")
        with open("good.h5", "rb") as file:
            data = bytearray(file.read())
        data[len(data) // 2] ^= 1
        write("bad.h5", bytes(data))
        write("short.h5", bytes(data[:1000]))
        for name, says in (("bad.h5", "changed after it was written"), ("short.h5", "cut short")):
            for command in (("verify", name), ("ask", SMALL, "--table", name, "goods=2", "dice=223"),
                            ("eval", SMALL, f"table:{name}")):
                answer = alea(*command)
                self.assertEqual(answer.status, 2, command)
                self.assertIn(says, answer.err)
        answer = alea("eval", SMALL + "(gain=3)", "table:good.h5")
        self.assertEqual(answer.status, 2)
        self.assertIn(", not of ", answer.err)


if __name__ == "__main__":
    main()
