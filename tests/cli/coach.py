#!/usr/bin/env python3
"""Levels, the coach, Despirala at the table, and objectives."""

import subprocess
import unittest

from program import ALEA, SOURCE, alea, answer_of, environment, json_of, main, write


def typed(text, *arguments, **more):
    """The output of alea play for these lines from a pipe, joined into one line."""
    done = subprocess.run([ALEA, "play", *map(str, arguments), "--no-record"], input=text.encode(), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=250, env=environment(**more))
    return done.returncode, " ".join(done.stdout.decode().split()), " ".join(done.stderr.decode().split())


class PlayerDifficulty(unittest.TestCase):
    """Player: "Difficulty is a number from 0 to 1 …; the default is perfect play"."""

    def test_the_default_is_club_and_says_so(self):
        status, out, _ = typed("1\n", "pig", "--seed", 1)
        self.assertEqual(status, 0)
        self.assertIn("The computer plays at level club, the default; --level beginner", out)

    def test_a_level_that_was_asked_for_is_not_explained(self):
        for chosen in (["--level", "strong"], ["--strength", "0.7"]):
            self.assertNotIn("the default", typed("1\n", "pig", "--seed", 1, *chosen)[1])

    def test_a_level_plays_as_its_number_does_in_every_family(self):
        for game, lines in (("pig", "\nhold\n" * 3 + "roll\nhold\n" * 9), ("hog", "4\n" * 30), ("coin-pig", "roll\nhold\n" * 20)):
            by_name = typed(lines, game, "human(Ann)", "graded(beginner)", "--seed", 4)
            self.assertEqual(by_name, typed(lines, game, "human(Ann)", "graded(0.25)", "--seed", 4))
            self.assertIn("Computer: ", by_name[1])
            self.assertEqual(by_name[2], "")

    def test_bad_levels_are_refused_with_the_names_of_the_good_ones(self):
        names = "beginner, club, strong, perfect or a number from 0 to 1"
        for arguments in (["--level", "hard"], ["--level", "2"], ["human(A)", "graded(hard)"]):
            status, _, err = typed("", "pig", *arguments)
            self.assertEqual(status, 2)
            self.assertIn(names, err)

    def test_level_and_strength_exclude_each_other_and_named_seats(self):
        status, _, err = typed("", "pig", "--level", "club", "--strength", "1")
        self.assertEqual((status, "give one of them" in err), (2, True), err)
        status, _, err = typed("", "pig", "human(A)", "optimal", "--level", "club")
        self.assertEqual((status, "name it graded(club)" in err), (2, True), err)

    def test_help_names_the_levels(self):
        self.assertIn("beginner, club (the default), strong or perfect", " ".join(alea("play", "--help").out.split()))


class Seed003Number14(unittest.TestCase):
    """003 #14: "Two triples 5 3" and "three pairs 6 4 3" are not understood."""

    def chosen(self, line, *more):
        return typed(f"\n{line}\n", *(more or ["despirala", "human(A)"]), "--seed", 5)[1]

    def test_numbers_may_stand_in_any_order(self):
        for line, name in (("Two triples 5 3", "Two triples 3 5"), ("three pairs 6 4 3", "Three pairs 3 4 6"),
                           ("THREE  PAIRS 4,6,3", "Three pairs 3 4 6")):
            out = self.chosen(line)
            self.assertEqual(out, self.chosen(name))
            self.assertRegex(out, name + r": [\d ]+ kept\. One good pays")
            self.assertNotIn("is not a move", out)

    def test_other_numbers_are_still_no_move(self):
        for line in ("Two triples 5 5", "Two triples 5 3 1", "5 3"):
            self.assertIn("is not a move here", self.chosen(line))


class Seed003Number10(unittest.TestCase):
    """003 #10: "Reroll" in misère is missing without an explanation."""

    def test_reroll_in_misere_says_why(self):
        why = "In misère you may not reroll all six dice"
        self.assertIn(why, typed("\nReroll\n", "despirala(misere=true)", "human(A)", "--seed", 5)[1])
        self.assertNotIn(why, typed("\nReroll\n", "despirala", "human(A)", "--seed", 5)[1])


class Seed000Number1(unittest.TestCase):
    """000 #1, "Make as much money as possible": Pig-Pen is played for money unless --for is given."""

    GAME = "pig-pen(goal=20)"

    def test_games_says_it(self):
        self.assertIn("Played for: money", answer_of("games", "pig-pen"))
        told = {game["name"]: game["played_for"] for game in json_of("games")["games"]}
        self.assertEqual({name for name, objective in told.items() if objective == "money"}, {"pig-pen"})
        self.assertEqual((told["pig"], told["despirala"], told["pig-solitaire"]), ("win", "score", "win"))

    def test_every_command_uses_it_and_says_so(self):
        for command in (["solve", self.GAME], ["ask", self.GAME, "scores=4,9"], ["eval", self.GAME, "hold(5)", "hold(9)"],
                        ["best", self.GAME, "hold(5)"]):
            usual, money, win = (json_of(*command, *more) for more in ([], ["--for", "money"], ["--for", "win"]))
            for answer in (usual, money, win):
                answer.pop("seconds", None)
            self.assertEqual(usual, money)
            self.assertEqual((usual["objective"], win["objective"]), ("money", "win"))
            self.assertIn("played for money", answer_of(*command))

    def test_optimal_plays_for_it(self):
        def rates(bot):
            answer = json_of("eval", self.GAME, bot, "hold(6)")
            return answer["first"], answer["second"]
        self.assertEqual(rates("optimal"), rates("optimal(for=money)"))
        self.assertNotEqual(rates("optimal"), rates("optimal(for=win)"))

    def test_the_review_and_hints_use_it(self):
        answer_of("run", self.GAME, "hold(5)", "hold(9)", "--games", "1", "--record", "pen.jsonl")
        self.assertEqual(json_of("review", "pen.jsonl")["games"][0]["objective"], "money")
        _, out, _ = typed("\n\nhint\n", self.GAME, "human(A)", "hold(5)", "--seed", "8")
        self.assertIn("move dollars costs", out)

    def test_a_rule_file_declares_it(self):
        rules = (SOURCE / "rules" / "pig-pen.lua").read_text().replace('"pig-pen"', '"my-pen"')
        for field, objective in (("", "win"), ('played_for = "money",', "money"), ('played_for = "turns",', "win")):
            write("mine.lua", rules.replace("params =", field + " params ="))
            self.assertEqual(json_of("games", "mine.lua")["played_for"], objective)
        write("mine.lua", rules.replace("params =", 'played_for = "fun", params ='))
        answer = alea("games", "mine.lua")
        self.assertEqual(answer.status, 2)
        self.assertIn("played_for", answer.err)


if __name__ == "__main__":
    main()
