#!/usr/bin/env python3
"""alea drill repeats the player's mistakes until the answers are right, through a pipe and on a terminal."""

import contextlib
import json
import pathlib
import sqlite3
import subprocess
import unittest

from program import ALEA, alea, answer_of, environment, json_of, main
from review import record, with_people
from terminal import Terminal

TODAY = ["--notebook", "n.db", "--today", "2026-11-21"]


def drill(typed, *more):
    done = subprocess.run([ALEA, "drill", *TODAY, *more], input=typed.encode(), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env=environment(), timeout=60)
    assert done.returncode == 0 and not done.stderr, done
    return done.stdout.decode()


def due(*more):
    return json_of("notebook", "list", "--notebook", "n.db", *more)["due"]


class Drill(unittest.TestCase):
    def setUp(self):
        for file in pathlib.Path(".").glob("n.db*"):
            file.unlink()

    def keep(self, game="pig", *bots):
        name = with_people(record(game, *(bots or ("hold(10)", "hold(10)")), games=3))
        answer_of("review", name, *TODAY)
        self.cards = due()
        self.assertGreater(self.cards, 1)

    def test_nothing_is_due_where_nothing_was_kept(self):
        self.assertIn("Nothing is due", drill(""))

    def test_a_wrong_answer_is_shown_and_asked_again_until_it_is_right(self):
        self.keep()
        before = due("--player", "Ann")
        shown = drill("hold\n" * before + "roll\n" * before, "--player", "Ann", "--most", "100")
        self.assertEqual(shown.count("No: `hold` costs"), before)  # hold(10) holds too early
        self.assertEqual(shown.count("Right. This position comes back in 1 day."), before)
        self.assertIn("Nothing more is due", shown)
        self.assertIn("is worth", shown)
        self.assertEqual(due("--player", "Ann", "--today", "2026-11-21"), 0)
        self.assertEqual(due("--player", "Ann", "--today", "2026-11-22"), before)

    def test_it_comes_back_after_1_3_7_days(self):
        self.keep()
        for day, days in [("2026-11-21", "1 day."), ("2026-11-22", "3 days."), ("2026-11-25", "7 days.")]:
            done = subprocess.run([ALEA, "drill", "--notebook", "n.db", "--today", day, "--most", "100"],
                                  input=b"roll\n" * self.cards, stdout=subprocess.PIPE, env=environment(), timeout=60)
            self.assertEqual(done.stdout.decode().count("Right. This position comes back in " + days), self.cards)

    def test_a_day_is_one_of_the_calendar(self):
        self.keep()
        for day, status in (("2024-02-29", 0), ("2000-02-29", 0), ("2026-12-31", 0), ("2026-02-29", 2), ("2100-02-29", 2), ("2026-04-31", 2),
                            ("2026-00-10", 2), ("2026-13-01", 2), ("2026-1-1", 2), ("2026-11-21x", 2)):
            done = subprocess.run([ALEA, "drill", "--notebook", "n.db", "--today", day], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, env=environment(), timeout=60)
            self.assertEqual(done.returncode, status, (day, done))

    def test_moves_by_number_by_name_and_nonsense(self):
        self.keep()
        shown = drill("fly\n\n99\n-1\nROLL\n2\nquit\n")
        self.assertIn("1 hold, 2 roll?", shown)
        self.assertEqual(shown.count("That is not one of the moves"), 4)
        self.assertEqual(shown.count("Right."), 2)
        self.assertIn("2 of", shown)

    def test_moves_come_by_the_rules_and_not_by_their_worth(self):
        order = ["Stop", "Collect", "Three pairs", "Two triples", "Four", "Kamerun", "Straight", "Six", "General",
                 "Despirala", "Continue", "Reroll"]
        place = lambda move: (next(i for i, name in enumerate(order) if move.startswith(name)), move)
        self.keep("despirala", "random")
        with contextlib.closing(sqlite3.connect("n.db")) as db:
            cards = [([m[0] for m in json.loads(moves)], best) for moves, best in db.execute("SELECT moves, best FROM card")]
        for moves, _ in cards:
            self.assertEqual(moves, sorted(moves, key=place))
        self.assertTrue(any(moves[0] != best for moves, best in cards))

    def test_numbers_of_dice_are_names_not_places(self):
        self.keep("hog", "always(9)", "always(9)")
        shown = drill("11\nquit\n")
        self.assertIn("0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10?", shown)
        self.assertIn("not one of the moves", shown)

    def test_the_end_of_input_leaves_and_keeps_what_was_answered(self):
        self.keep()
        self.assertIn("Stopped with 1 of", drill("roll\n"))
        self.assertEqual(due("--today", "2026-11-21"), self.cards - 1)

    def test_long_lines_and_control_characters(self):
        self.keep()
        shown = drill("x" * 1_000_000 + "\n\x01\x1b[2J\nroll\nquit\n")
        self.assertEqual(shown.count("not one of the moves"), 2)
        self.assertNotIn("\x1b[2J", shown)

    def test_one_game_and_one_player(self):
        self.keep()
        self.assertIn("Nothing is due", drill("", "hog"))
        self.assertIn("Nothing is due", drill("", "--player", "Eve"))
        self.assertIn("due. What is the best move?", drill("", "pig", "--player", "human(Ann)"))

    def test_on_a_terminal(self):
        self.keep()
        with Terminal("drill", *TODAY) as t:
            self.assertIn("What is the best move?", t.asked())
            t.answer("hold")
            self.assertIn("costs", t.asked())
            t.answer("roll")
            self.assertIn("Right.", t.asked())
            t.key("Ctrl-D")
            t.until("Stopped with 1 of")
            self.assertEqual(t.wait(), 0)

    def test_bad_arguments(self):
        self.assertIn("--most must be", alea("drill", "--most", "0").err)
        self.assertEqual(alea("drill", "pig", "hog").status, 2)


if __name__ == "__main__":
    main()
