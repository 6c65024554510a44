#!/usr/bin/env python3
"""The catalogue: how it is listed, and that its values are those that solve proves. Whether these are right, other tests say."""

import re
import unittest

from program import SOURCE, answer_of, environment, json_of, main

LINES = [line for line in (SOURCE / "rules/catalogue.txt").read_text().splitlines() if line and not line.startswith("#")]
ROWS = {row[0]: row for row in ([part.strip() for part in line.split("|")] for line in LINES) if len(row) == 4}
UNLISTED = {"coin-pig", "red-and-black"}
LONG = 10  # seconds: games that take longer are left out here


class Catalogue(unittest.TestCase):
    def test_every_rule_file_but_two_is_listed(self):
        files = {path.stem for path in (SOURCE / "rules").glob("*.lua")}
        self.assertEqual(set(ROWS), files - UNLISTED)
        self.assertEqual({game["name"] for game in json_of("games")["games"]}, set(ROWS))
        self.assertGreaterEqual(len(ROWS), 28)

    def test_names_that_are_not_listed_work(self):
        for name in UNLISTED:
            found = json_of("games", name)
            self.assertEqual((found["name"], found["group"], found["value"]), (name, None, None))

    def test_the_list_is_in_groups_in_the_order_of_the_file(self):
        found, group = [], None
        for line in answer_of("games").splitlines()[1:]:
            if re.match(r"  \S", line):
                found.append((group, line.split()[0]))
            elif line:
                group = line
        group, wanted = None, []
        for line in LINES:
            if line.endswith(":"):
                group = line[:-1]
            else:
                wanted.append((group, line.split()[0]))
        self.assertEqual(found, wanted)

    def test_a_game_shows_what_is_known(self):
        text = " ".join(answer_of("games", "pig").split())
        self.assertIn("With best play the first player wins 53.0593 % of the games (proved; `alea solve` takes about 0.1 s).", text)
        self.assertIn("Published before: 0.5306, Neller and Presser 2004.", text)
        self.assertNotIn("best play", answer_of("games", "pig(goal=50)"))
        self.assertIsNone(json_of("games", "pig(goal=50)")["value"])
        self.assertIn("We know of no published value", " ".join(answer_of("games", "big-pig").split()))

    def test_the_values_are_those_that_solve_proves(self):
        for name, value, seconds, _ in ROWS.values():
            if float(seconds) > LONG:
                continue
            with self.subTest(game=name):
                found = json_of("solve", name)
                self.assertAlmostEqual(found["value"], float(value), delta=6e-10 * max(1, abs(found["value"])))
                self.assertLess(found["upper"] - found["lower"], 1e-9 if found["value"] > 1 else 1e-11)
                self.assertEqual(json_of("games", name)["value"], float(value))

    def test_groups_stand_above_their_games_in_a_narrow_terminal(self):
        lines = answer_of("games", env=environment(COLUMNS=50)).splitlines()
        self.assertEqual(lines[lines.index("Score sheets") + 1], "  yahtzee")
        self.assertEqual(lines[lines.index("Others") + 1], "  craps")


if __name__ == "__main__":
    main()
