#!/usr/bin/env python3
"""alea run: its output and JSON, and that threads, paths and terminals do not change them."""

import json
import math
import os
import subprocess
import unittest

from program import SANITIZED, answer_of, environment, json_of, main, result_of, write

FIELDS = ["game", "games", "unfinished", "seed", "seats", "seconds", "standings", "asked", "stopped", "games_per_second",
          "threads", "path", "players", "turns", "se_from", "has_money", "money_sum", "ranked_by", "analytics"]
STANDING = ["bot", "title", "wins", "win_rate", "win_rate_se", "money", "money_se", "forfeits", "kind", "money_total", "seat_games",
            "seat_wins", "seat_money", "failures", "first_failure", "rank"]
MANY = 100_000 if SANITIZED else 1_000_000


class Text(unittest.TestCase):
    def test_a_title_then_a_line_for_each_bot_from_the_best_on(self):
        lines = answer_of("run", "pig-pen", "hold(25)", "hold(20)", "--games", "5000").splitlines()
        self.assertEqual(lines[0], "pig-pen(goal=100,over_goal=roll-on,players=2): 5,000 games, seed 20251, seats rotate")
        self.assertRegex(lines[2], r"^  bot +wins +win rate +\$ a game +seat 0 +seat 1 +forfeits$")
        self.assertRegex(lines[3], r"^  hold\(25\) +\d,\d{3}  \d\d\.\d % ± \d\.\d ")
        self.assertRegex(lines[4], r"^  hold\(20\) ")

    def test_games_without_money_have_no_dollars(self):
        self.assertNotIn("$", answer_of("run", "pig", "hold(25)", "hold(20)", "--games", "1000"))

    def test_fixed_seats_are_said_and_not_split(self):
        text = answer_of("run", "pig", "hold(25)", "hold(20)", "--games", "1000", "--seats", "fixed")
        self.assertIn("seats fixed", text)
        self.assertNotIn("seat 0", text)

    def test_without_utf8_only_ascii_is_printed(self):
        text = answer_of("run", "pig", "hold(25)", "hold(20)", "--games", "1000", env=environment(LC_ALL="C"))
        self.assertTrue(text.isascii())
        self.assertIn("+/-", text)

    def test_the_letters_of_a_locale_mean_nothing(self):
        """A locale in which I is not the capital of i, as in Turkish."""
        write("other.locale", "LC_CTYPE\nupper <U0041>;<U0049>\nlower <U0061>;<U0069>\ntoupper (<U0061>,<U0041>)\nEND LC_CTYPE\n")
        subprocess.run(["localedef", "--no-archive", "-c", "-i", "./other.locale", "./other"], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)
        if not os.path.exists("other/LC_CTYPE"):
            self.skipTest("localedef makes no locale")
        command = ["pig", "hold(25)", "hold(20)", "--games", "1000", "--seats", "FIXED"]
        plain, other = (result_of(*command, env=environment(LOCPATH=os.getcwd(), LC_ALL=name)) for name in ("C", "other"))
        self.assertEqual(plain, other)

    def test_a_narrow_terminal_gets_narrow_lines(self):
        for width in (40, 60, 80):
            text = answer_of("run", "pig-pen", "hold(25)", "hold-at-total(30)", "turns(4)", "--games", "1000",
                             env=environment(COLUMNS=width))
            table = [line for line in text.splitlines() if line.startswith("  ")]
            self.assertLessEqual(max(map(len, table)), width)

    def test_forfeits_are_explained(self):
        text = answer_of("run", "pig", "hold(25)", "forfeit(3)", "--games", "1000")
        self.assertRegex(text, r"Forfeits of forfeit\(3\): .*illegal.*First in game \d+: forfeits on purpose\n")
        self.assertNotIn("Forfeits of hold(25)", text)

    def test_unfinished_games_are_counted(self):
        text = answer_of("run", "pig(goal=20)", "always-roll", "always-roll", "--games", "10")
        self.assertIn("Unfinished: 10 games", text)

    def test_only_the_last_line_depends_on_the_machine(self):
        command = ["run", "pig-pen", "hold(25)", "keep-pace", "--games", "20000"]
        one = answer_of(*command, "--threads", "1").splitlines()
        two = answer_of(*command, "--threads", "2", "--path", "step").splitlines()
        self.assertEqual(one[:-1], two[:-1])
        self.assertRegex(one[-1], r"^[\d.]+ s, [\d,]+ games a second, 1 thread\.$")
        self.assertRegex(two[-1], r"2 threads, one decision at a time\.$")


class Json(unittest.TestCase):
    def test_fields_come_as_documented(self):
        result = json_of("run", "pig-pen", "hold(25)", "hold(20)", "--games", "1000")
        self.assertEqual(list(result), FIELDS)
        for standing in result["standings"]:
            self.assertEqual(list(standing), STANDING)

    def test_fields_agree_with_each_other(self):
        result = json_of("run", "pig-pen", "hold(25)", "hold(20)", "turns(4)", "--games", "3000")
        standings = result["standings"]
        self.assertEqual([result["games"], result["asked"], result["players"]], [3000, 3000, 3])
        self.assertEqual(sum(standing["wins"] for standing in standings) + result["unfinished"], 3000)
        self.assertEqual(sum(standing["money_total"] for standing in standings), 0)
        self.assertEqual(result["money_sum"], 0)
        self.assertFalse(result["stopped"])
        for standing in standings:
            self.assertEqual(standing["win_rate"], standing["wins"] / 3000)
            self.assertEqual(standing["money"], standing["money_total"] / 3000)
            self.assertEqual(standing["seat_games"], [1000, 1000, 1000])
            self.assertEqual(sum(standing["seat_wins"]), standing["wins"])
            self.assertEqual(sum(standing["seat_money"]), standing["money_total"])
            rate = standing["win_rate"]
            self.assertAlmostEqual(standing["win_rate_se"], math.sqrt(rate * (1 - rate) / 3000), delta=1e-5)

    def test_reals_have_17_digits(self):
        text = answer_of("run", "pig", "hold(25)", "hold(20)", "--games", "3000", "--json")
        error = json.loads(text)["standings"][0]["win_rate_se"]
        self.assertIn(f'"win_rate_se": {error:.17g}', text)

    def test_seats_and_seed_are_told(self):
        result = json_of("run", "pig", "hold(25)", "hold(20)", "--games", "100", "--seats", "fixed", "--seed", "7")
        self.assertEqual([result["seats"], result["seed"]], ["fixed", 7])
        self.assertEqual(result["standings"][0]["seat_games"], [100, 0])

    def test_defaults_are_a_million_games_rotating_seats_and_a_fixed_seed(self):
        result = json_of("run", "pig", "hold(25)", "hold(20)")
        self.assertEqual([result["games"], result["seats"], result["seed"]], [1_000_000, "rotate", 20251])

    def test_forfeits_are_counted_by_reason(self):
        failing = json_of("run", "pig", "hold(25)", "forfeit", "--games", "5000")["standings"][1]
        self.assertEqual(failing["forfeits"], sum(failing["failures"].values()))
        self.assertEqual(failing["failures"]["illegal"], 2 * 16)  # in each of two blocks, before it is asked no more
        self.assertEqual(failing["first_failure"], {"game": 0, "text": "forfeits on purpose"})
        self.assertEqual(list(failing["failures"]), ["trap", "fuel", "memory", "illegal", "skipped"])


class Sameness(unittest.TestCase):
    commands = [
        ["pig", "hold(20)", "hold(25)"],
        ["pig-pen(players=3)", "hold(20)", "keep-pace", "random(0.8)"],
        ["pig-solitaire(turns=10)", "turns(9)"],
        ["two-dice-pig", "turns(6)", "forfeit(2)"],
    ]

    def test_threads_change_nothing(self):
        for command in self.commands:
            one = result_of(*command, "--games", "30000", "--threads", "1")
            for threads in (2, 7):
                self.assertEqual(one, result_of(*command, "--games", "30000", "--threads", str(threads)))

    def test_paths_change_nothing(self):
        for command in self.commands:
            auto = result_of(*command, "--games", "9000")
            self.assertEqual(auto, result_of(*command, "--games", "9000", "--path", "step"))

    def test_the_same_seed_plays_the_same_games_and_another_one_others(self):
        first = result_of("pig", "hold(20)", "hold(25)", "--games", "10000", "--seed", "5")
        self.assertEqual(first, result_of("pig", "hold(20)", "hold(25)", "--games", "10000", "--seed", "5"))
        self.assertNotEqual(first["standings"], result_of("pig", "hold(20)", "hold(25)", "--games", "10000", "--seed",
                                                          "6")["standings"])

    def test_whole_numbers_are_written_in_three_ways(self):
        expected = result_of("pig", "hold(20)", "hold(25)", "--games", "2000")
        for games in ("2_000", "2e3", "2E3", "002000"):
            self.assertEqual(expected, result_of("pig", "hold(20)", "hold(25)", "--games", games))

    def test_seed_zero_is_a_seed(self):
        self.assertEqual(json_of("run", "pig", "hold(20)", "hold(25)", "--games", "10", "--seed", "0")["seed"], 0)


class Truth(unittest.TestCase):
    def test_hold_20_against_itself_wins_0_5347_when_first(self):
        first = json_of("run", "pig", "hold(20)", "hold(20)", "--seats", "fixed", "--games", str(MANY))["standings"][0]
        self.assertLess(abs(first["win_rate"] - 0.534698326238), 4 * first["win_rate_se"])

    def test_who_always_rolls_never_finishes(self):
        result = json_of("run", "pig(goal=20)", "always-roll", "always-roll", "--games", "100")
        self.assertEqual(result["unfinished"], 100)
        self.assertEqual([standing["wins"] for standing in result["standings"]], [0, 0])


class Record(unittest.TestCase):
    def test_the_first_games_are_written_down(self):
        command = ["run", "pig-pen", "hold(20)", "hold(25)", "--games", "1000", "--record", "games.jsonl", "--record-games", "3"]
        answer_of(*command)
        with open("games.jsonl", encoding="utf-8") as file:
            events = [json.loads(line) for line in file]
        self.assertEqual(events[0]["alea"], "record")
        self.assertEqual(events[0]["bots"], ["hold(20)", "hold(25)"])
        self.assertEqual([event["begin"] for event in events if "begin" in event], [0, 1, 2])
        self.assertEqual(sum("end" in event for event in events), 3)

    def test_recording_changes_no_result(self):
        command = ["pig-pen", "hold(20)", "hold(25)", "--games", "5000"]
        self.assertEqual(result_of(*command), result_of(*command, "--record", "same.jsonl"))

    def test_a_short_run_is_recorded_whole(self):
        answer_of("run", "pig", "hold(20)", "hold(25)", "--games", "5", "--record", "few.jsonl")
        with open("few.jsonl", encoding="utf-8") as file:
            self.assertEqual(sum('"end"' in line for line in file), 5)


if __name__ == "__main__":
    main()
