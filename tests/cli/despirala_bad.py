#!/usr/bin/env python3
"""Despirala: bad input to ask and to rule files gives exit status 2, nothing on standard output, and a sentence with
the remedy; and a run prints the mean score."""

import unittest

from program import SOURCE, alea, answer_of, json_of, main, result_of, write

RULES = (SOURCE / "rules" / "despirala.lua").read_text(encoding="utf-8")
KAMERUN = '{ name = "Kamerun", pattern = "455666", points = 45 }'


class Refused(unittest.TestCase):
    def refused(self, *words):
        answer = alea(*words)
        self.assertEqual((answer.status, answer.out), (2, ""), answer)
        self.assertTrue(answer.err.startswith("alea: "), answer)
        return answer.err


class Ask(Refused):
    def test_dice_that_are_not_dice(self):
        for dice in ("12345", "1234567", "123457", "012345", "1,2,3,4,5", "1;2;3;4;5;6", "six", "", "１２３４５６"):
            self.assertIn('"dice" must be 6 numbers from 1 to 6, such as 123456', self.refused("ask", "despirala", f"dice={dice}"))

    def test_combinations_that_do_not_exist_get_the_nearest(self):
        self.assertIn('did you mean "Kamerun"?', self.refused("ask", "despirala", "used=Kameron"))
        self.assertIn('did you mean "Two triples"?', self.refused("ask", "despirala", "used=Straight,two tripels"))
        self.assertIn("numbers from 1 to 14", self.refused("ask", "despirala", "used=99"))

    def test_impossible_goods_get_the_most_of_that_turn(self):
        self.assertIn('With 3 combinations attempted, "goods" must be 0 to 20 after the roll, not "21".',
                      self.refused("ask", "despirala", "used=1,2,3", "goods=21", "dice=123456"))
        self.assertIn('"goods" must be 0 to 15', self.refused("ask", "despirala", "used=1,2,3", "goods=-1"))
        self.assertIn('"goods" must be 5 to 20', self.refused("ask", "despirala(misere=true)", "used=1,2,3", "goods=4", "dice=123456"))

    def test_the_middle_of_what_was_attempted(self):
        self.assertIn("each combination is attempted only once",
                      self.refused("ask", "despirala", "used=Collect 3", "doing=collect 3", "dice=333456"))
        self.assertIn("give them too, with dice=.", self.refused("ask", "despirala", "doing=collect 3"))

    def test_what_is_no_combination_is_not_what_was_meant(self):
        for doing in ("Reroll", "Rerol"):
            error = self.refused("ask", "despirala", f"doing={doing}", "dice=123456")
            self.assertIn(f'There is no combination "{doing}"', error)
            self.assertNotIn('mean "Reroll"', error)

    def test_a_table_that_is_not_there(self):
        for name in ("nofile.h5", "nofile.csv"):
            self.assertIn(f"{name}: the file cannot be read: No such file", self.refused("run", "despirala", f"table:{name}"))

    def test_keys(self):
        self.assertIn('did you mean "goods"?', self.refused("ask", "despirala", "good=3"))


class Rules(Refused):
    def refused_rules(self, old, new):
        self.assertIn(old, RULES)
        write("mine.lua", RULES.replace(old, new))
        return self.refused("games", "mine.lua")

    def test_what_can_never_be_completed_names_file_line_and_field(self):
        line = RULES[:RULES.index(KAMERUN)].count("\n") + 1
        error = self.refused_rules('"455666"', '"4555666"')
        self.assertIn(f"mine.lua:{line}: The field `combinations[10].pattern` needs 7 dice, but there are 6", error)
        self.assertIn("the dice show 1 to 6, never 7", self.refused_rules('"455666"', '"455667"'))

    def test_too_many_states_are_counted(self):
        error = self.refused_rules("dice = 6, sides = 6", "dice = 8, sides = 8")
        self.assertRegex(error, r"makes a game of [0-9]+ positions .* at most 2147483648")

    def test_names_twice(self):
        self.assertIn("which combination 10 already has; names must differ", self.refused_rules('"Straight"', '"kamerun"'))


class Runs(unittest.TestCase):
    def test_alone_the_mean_score_is_shown_and_no_one_wins(self):
        result = result_of("despirala", "greedy", "--games", "3000")
        standing = result["standings"][0]
        self.assertIsNone(standing["win_rate"])
        self.assertLess(0, standing["score_se"])
        self.assertLess(5 * standing["score_se"], standing["score"])
        self.assertIn("points a game", answer_of("run", "despirala", "greedy", "--games", "100"))

    def test_side_by_side_one_wins(self):
        words = ("despirala", "greedy", "random", "greedy", "--games", "5000")
        one, two = result_of(*words, "--threads", "1"), result_of(*words, "--threads", "2")
        self.assertEqual(one, two)
        self.assertGreater(one["standings"][0]["score"], one["standings"][1]["score"])
        self.assertGreater(one["standings"][0]["win_rate"], one["standings"][1]["win_rate"])

    def test_other_games_have_no_score(self):
        self.assertNotIn("score", result_of("pig", "hold(20)", "hold(25)", "--games", "100")["standings"][0])

    def test_the_rules_are_shown(self):
        shown = json_of("games", "despirala")
        self.assertEqual([key["name"] for key in shown["keys"]], ["used", "goods", "dice", "doing", "score"])


if __name__ == "__main__":
    main()
