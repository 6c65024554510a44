#!/usr/bin/env python3
"""alea solve, ask, eval, best, verify and bot freeze: every number of docs/solve.md, the values of tables, and the
files of interrupted work. (sampled.py compares exact results with played games.)"""

import collections
import fractions
import functools
import os
import pathlib
import re
import shlex
import signal
import subprocess
import time
import unittest

from program import (ALEA, SOURCE, alea, answer_of, catches_interrupts, environment, json_of, main,
                     too_long_for_sanitizers, wait_until, write)
from terminal import TooQuick, interrupted

OPTIMUM = fractions.Fraction("0.530592725273747")
INTERVAL = ["value", "lower", "upper"]
SOLVE = ["game", "objective", "value", "lower", "upper", "second", "seats", "epsilon", "states", "stored", "width", "first_hold",
         "complete", "rules_sha256", "out", "seconds"]
ASK = ["game", "objective", "against", "state", "value", "lower", "upper", "best", "tied", "moves",
       "position", "note"]
EVAL = ["game", "objective", "bots", "first", "second", "mean", "seconds", "pure"]
EXACT = [*INTERVAL, "win", "loss", "money", "turns", "never"]
BEST = ["game", "objective", "against", "first", "second", "mean", "reply_mean", "exploitability", "states", "stored", "out",
        "seconds"]
VERIFY = ["holds", "checked", "reason", "game", "objective", "against", "value", "lower", "upper", "rules_sha256", "file",
          "seconds"]


@functools.cache
def told(*command):
    """The JSON of a command that changes nothing, worked out once."""
    return json_of(*command)


class Case(unittest.TestCase):
    def assert_holds(self, interval, number, unit=0):
        """The bounds contain the number, which was rounded to a unit of its last digit."""
        self.assertLessEqual(interval["lower"], interval["value"])
        self.assertLessEqual(interval["value"], interval["upper"])
        self.assertLessEqual(fractions.Fraction(interval["lower"]) - unit / 2, number)
        self.assertGreaterEqual(fractions.Fraction(interval["upper"]) + unit / 2, number)

    def width(self, interval):
        return interval["upper"] - interval["lower"]


# ---- the numbers of the manual ------------------------------------------------------------------------------------------

ROW = re.compile(r"^\| .*? \| `alea (.*?)` \| `([\w.]+)` \| (.*?) \|$", re.MULTILINE)


def unit_of(text):
    """A unit of the last decimal; 0 for a fraction, which is exact."""
    return 0 if "/" in text or "." not in text else fractions.Fraction(1, 10 ** len(text.split(".")[1]))


class Manual(Case):
    rows = ROW.findall((SOURCE / "docs" / "solve.md").read_text(encoding="utf-8"))

    def test_the_page_has_all_numbers(self):
        commands = collections.Counter(shlex.split(command)[0] for command, _, _ in self.rows)
        self.assertEqual(commands, {"solve": 21, "ask": 11, "eval": 8})

    def test_every_number_is_what_the_command_says(self):
        for command, field, expected in self.rows:
            with self.subTest(command=command, field=field):
                *path, last = field.split(".")
                found = told(*shlex.split(command))
                for key in path:
                    found = found[key]
                if last != "value":
                    self.assertEqual(str(found[last]), expected)
                    continue
                self.assert_holds(found, fractions.Fraction(expected), unit_of(expected))
                self.assertLessEqual(self.width(found), 1e-10)


# ---- one command after the other ----------------------------------------------------------------------------------------


class Solve(Case):
    def test_fields_come_as_documented(self):
        solved = told("solve", "pig")
        self.assertEqual(list(solved), SOLVE)
        self.assertEqual((solved["game"], solved["objective"]), ("pig(dice=1,goal=100,players=2,sides=6)", "win"))
        self.assertTrue(solved["complete"])
        self.assertIsNone(solved["out"])

    def test_the_optimum_of_pig_is_proved_to_within_1e_12(self):
        solved = told("solve", "pig")
        self.assert_holds(solved, OPTIMUM, fractions.Fraction(1, 10**15))
        self.assertLessEqual(self.width(solved), 1e-12)
        self.assertLessEqual(solved["width"], 1e-12)

    def test_one_seat_wins_what_the_other_loses(self):
        solved = told("solve", "pig")
        self.assert_holds(solved["second"], 1 - OPTIMUM, fractions.Fraction(1, 10**15))

    def test_the_number_of_states_is_that_of_all_turn_totals(self):
        """own, other 0 … 99 and turn totals that are not yet a win."""
        self.assertEqual(told("solve", "pig")["states"], sum(100 * (100 - own) for own in range(100)))
        self.assertEqual(told("solve", "pig")["stored"], 100 * 100)

    def test_threads_change_nothing(self):
        for game in (["pig"], ["two-dice-pig(goal=60)"], ["pig-pen(goal=30)", "--for", "money"]):
            one, two = (json_of("solve", *game, "--threads", threads) for threads in (1, 3))
            self.assertEqual(*[dict(result, seconds=0) for result in (one, two)])

    def test_the_text_has_certain_digits_bounds_and_the_policy(self):
        text = answer_of("solve", "pig")
        self.assertRegex(text, r"(?m)^  moving first   0\.53059272527\d+ +0\.53059272527\d+ +0\.53059272527\d+$")
        self.assertIn("\nAt 0–0, best play first holds at 21.\n", text)
        self.assertTrue(answer_of("solve", "pig", env=environment(LC_ALL="C")).isascii())

    def test_a_wider_tolerance_is_kept(self):
        self.assertLessEqual(self.width(json_of("solve", "pig", "--tolerance", "1e-6")), 1e-6)

    def test_a_table_is_written_and_named(self):
        solved = json_of("solve", "pig(goal=20)", "--out", "small.h5")
        self.assertEqual(solved["out"], "small.h5")
        self.assertTrue(json_of("verify", "small.h5")["holds"])


class Ask(Case):
    def test_fields_come_as_documented(self):
        answer = told("ask", "pig", "scores=22,0", "turn=20")
        self.assertEqual(list(answer), ASK)
        self.assertEqual([list(move) for move in answer["moves"]], 2 * [["move", *INTERVAL, "cost"]])
        self.assertEqual({move["move"] for move in answer["moves"]}, {"hold", "roll"})
        self.assertRegex(answer["state"], r"22,0.*20")

    def test_the_value_is_that_of_the_best_move(self):
        for turn in (10, 20, 21, 30, 77):
            answer = told("ask", "pig", "scores=22,0", f"turn={turn}")
            values = {move["move"]: move["value"] for move in answer["moves"]}
            self.assertEqual(answer["value"], values[answer["best"]])
            self.assertEqual(answer["best"], max(values, key=values.get))

    def test_the_first_roll_of_a_turn_is_the_only_move(self):
        answer = told("ask", "pig", "scores=22,0")
        self.assertEqual([move["move"] for move in answer["moves"]], ["roll"])
        self.assertEqual(answer["best"], "roll")

    def test_a_table_answers_like_the_solver(self):
        answer_of("solve", "pig(goal=50)", "--out", "fifty.h5")
        question = ["ask", "pig(goal=50)", "scores=22,0", "turn=20"]
        self.assertEqual(json_of(*question), json_of(*question, "--table", "fifty.h5"))

    def test_who_can_bank_the_goal_wins(self):
        answer = told("ask", "pig", "scores=80,99", "turn=20")
        self.assertEqual((answer["value"], answer["best"]), (1, "hold"))

    def test_in_a_chase_a_tie_with_the_leader_is_no_win(self):
        answer = told("ask", "pig-pen(goal=30)", "scores=20,40", "turn=20", "--for", "win")
        values = {move["move"]: move["value"] for move in answer["moves"]}
        self.assertEqual((values["hold"], answer["best"]), (0, "roll"))

    def test_the_text_names_the_better_move(self):
        self.assertIn("\nBest: roll.\n", answer_of("ask", "pig", "scores=41,49", "turn=27"))


def hold_by_hand(first, second, goal=100):
    """The probability that hold(first) beats hold(second) when it moves first, and when it moves second: a program of twenty
    lines that shares nothing with alea."""

    def outcomes(n, own):
        result, rolling = collections.defaultdict(float), {0: 1.0}
        while rolling:
            further = collections.defaultdict(float)
            for total, chance in rolling.items():
                result[0] += chance / 6
                for new in range(total + 2, total + 7):
                    (result if new >= n or own + new >= goal else further)[new] += chance / 6
            rolling = further
        return result

    def ahead(turns, own, later):
        return sum(chance * (1 if own + gain >= goal else later(own + gain)) for gain, chance in turns.items() if gain)

    turns = [[outcomes(n, own) for own in range(goal)] for n in (first, second)]
    value = [{}, {}]  # of the mover: his score, the other's
    for total in range(2 * goal - 2, -1, -1):
        for own in range(max(0, total - goal + 1), min(goal, total + 1)):
            other = total - own
            mine = ahead(turns[0][own], own, lambda score: 1 - value[1][other, score])
            his = ahead(turns[1][other], other, lambda score: 1 - value[0][own, score])
            bust, his_bust = turns[0][own][0], turns[1][other][0]
            # mine + bust (1 − y) = x; his + his_bust (1 − x) = y
            value[0][own, other] = (mine + bust * (1 - his - his_bust)) / (1 - bust * his_bust)
            value[1][other, own] = his + his_bust * (1 - value[0][own, other])
    return value[0][0, 0], 1 - value[1][0, 0]


class Eval(Case):
    def test_fields_come_as_documented(self):
        result = told("eval", "pig", "optimal", "hold(25)")
        self.assertEqual(list(result), EVAL)
        self.assertEqual(result["bots"], ["optimal", "hold(25)"])
        for order in ("first", "second", "mean"):
            self.assertEqual(list(result[order]), EXACT)
            for part in EXACT[3:]:
                if part == "money":  # Pig has none
                    self.assertIsNone(result[order][part])
                else:
                    self.assertEqual(list(result[order][part]), INTERVAL)

    def test_optimal_against_hold_25_is_0_551273833_and_0_490864726(self):
        result = told("eval", "pig", "optimal", "hold(25)")
        first, second, unit = fractions.Fraction("0.551273833"), fractions.Fraction("0.490864726"), fractions.Fraction(1, 10**9)
        self.assert_holds(result["first"], first, unit)
        self.assert_holds(result["second"], second, unit)
        self.assert_holds(result["mean"], (first + second) / 2, unit)

    def test_thresholds_agree_with_a_program_of_twenty_lines(self):
        for pair in ((20, 20), (25, 20), (20, 25), (1, 40)):
            first, second = hold_by_hand(*pair)
            result = told("eval", "pig", *(f"hold({n})" for n in pair))
            self.assert_holds(result["first"], fractions.Fraction(first), fractions.Fraction(1, 10**12))
            self.assert_holds(result["second"], fractions.Fraction(second), fractions.Fraction(1, 10**12))

    def test_optimal_against_itself_is_the_value_of_the_game(self):
        for game, more in (("pig", []), ("piglet", []), ("two-dice-pig", []), ("pig-pen(goal=40)", ["--for", "money"])):
            bot = "optimal(for=money)" if more else "optimal"
            solved, result = told("solve", game, *more), told("eval", game, bot, bot, *more)
            self.assertLessEqual(result["first"]["lower"], solved["upper"])
            self.assertGreaterEqual(result["first"]["upper"], solved["lower"])
            self.assertLess(self.width(result["first"]), 1e-8)

    def test_the_second_seat_is_the_others_first(self):
        one, other = told("eval", "pig", "hold(20)", "hold(25)"), told("eval", "pig", "hold(25)", "hold(20)")
        for a, b in (("first", "second"), ("second", "first"), ("mean", "mean")):
            self.assertAlmostEqual(one[a]["win"]["value"], other[b]["loss"]["value"], delta=1e-11)

    def test_who_always_rolls_loses_and_against_itself_never_ends(self):
        never = told("eval", "pig", "always-roll", "always-roll")["mean"]
        self.assertEqual((never["never"]["value"], never["win"]["value"], never["turns"]), (1, 0, None))
        ends = told("eval", "pig", "hold(20)", "always-roll")["mean"]
        self.assertEqual(ends["never"]["upper"], 0)
        self.assertAlmostEqual(ends["win"]["value"], 1, delta=1e-11)

    def test_money_sums_to_zero(self):
        one, other = told("eval", "pig-pen", "hold(25)", "hold(20)", "--for", "money"), told(
            "eval", "pig-pen", "hold(20)", "hold(25)", "--for", "money")
        self.assertAlmostEqual(one["mean"]["money"]["value"], -other["mean"]["money"]["value"], delta=1e-8)
        self.assertEqual(one["mean"]["value"], one["mean"]["money"]["value"])

    def test_a_lua_bot_is_as_good_as_the_policy_that_it_is(self):
        write("twenty.lua", "return function(view) return view.turn < 20 and view.total < view.goal end")
        lua, own = (told("eval", "pig(goal=40)", bot, "hold(25)") for bot in ("twenty.lua", "hold(20)"))
        for order in ("first", "second", "mean"):
            self.assert_holds(lua[order], fractions.Fraction(own[order]["value"]), fractions.Fraction(1, 10**11))

    def test_one_player_alone_needs_one_bot(self):
        result = told("eval", "pig-solitaire(turns=0)", "hold(20)")
        self.assertEqual([result["objective"], result["bots"]], ["turns", ["hold(20)"]])
        self.assertEqual(result["first"], result["mean"])


class Best(Case):
    def test_fields_come_as_documented(self):
        result = told("best", "pig", "hold(20)")
        self.assertEqual(list(result), BEST)
        for part in ("first", "second", "mean", "exploitability"):
            self.assertEqual(list(result[part]), INTERVAL)
        self.assertEqual(result["reply_mean"], result["mean"]["value"])

    def test_no_one_exploits_optimal_play(self):
        for game, more in (("pig", []), ("two-dice-pig(goal=50)", []), ("pig-pen(goal=30)", ["--for", "money"])):
            result = told("best", game, "optimal(for=money)" if more else "optimal", *more)
            self.assert_holds(result["exploitability"], 0, fractions.Fraction(1, 10**9))

    def test_a_reply_is_no_worse_than_the_optimum_and_no_better_than_its_own_result(self):
        result, optimal = told("best", "pig", "hold(20)"), told("eval", "pig", "optimal", "hold(20)")
        self.assertGreater(result["mean"]["lower"], optimal["mean"]["upper"])
        answer_of("best", "pig", "hold(20)", "--out", "reply.h5")
        played = told("eval", "pig", "table:reply.h5", "hold(20)")
        for order in ("first", "second", "mean"):
            self.assert_holds(played[order], fractions.Fraction(result[order]["value"]), fractions.Fraction(1, 10**11))
        self.assertTrue(json_of("verify", "reply.h5")["holds"])

    def test_the_exploitability_is_the_mean_less_a_half(self):
        result = told("best", "pig", "keep-pace")
        self.assertAlmostEqual(result["exploitability"]["value"], result["reply_mean"] - 0.5, delta=1e-12)


class Tables(Case):
    @classmethod
    def setUpClass(cls):
        answer_of("solve", "pig", "--out", "pig.h5")
        answer_of("solve", "pig-pen(goal=30)", "--for", "money", "--out", "pen.h5")

    def test_the_proof_of_a_table_holds(self):
        for name, game in (("pig.h5", "pig(dice=1,goal=100,players=2,sides=6)"),
                           ("pen.h5", "pig-pen(goal=30,over_goal=roll-on,players=2)")):
            verdict = json_of("verify", name)
            self.assertEqual(list(verdict), VERIFY)
            self.assertEqual((verdict["holds"], verdict["reason"], verdict["game"]), (True, None, game))
            self.assertGreater(verdict["checked"], 100)
        self.assertIn("pig.h5: the proof holds.\n", answer_of("verify", "pig.h5"))

    def test_tables_play(self):
        result = told("eval", "pig", "table:pig.h5", "hold(25)")
        self.assert_holds(result["first"], fractions.Fraction("0.551273833"), fractions.Fraction(1, 10**9))

    def test_a_frozen_bot_plays_as_it_did(self):
        write("bold.lua", "return function(view) return view.turn < 28 - view.others[1] // 10 and view.total < view.goal end")
        for name in ("bold.h5", "bold.csv"):
            answer_of("bot", "freeze", "bold.lua", "--game", "pig(goal=40)", "--out", name)
            runs = [json_of("run", "pig(goal=40)", bot, "hold(20)", "--games", "8000")["standings"] for bot in ("bold.lua", f"table:{name}")]
            self.assertEqual([run[0]["wins"] for run in runs], [runs[0][0]["wins"]] * 2)

    def test_writing_replaces_the_old_table_whole(self):
        answer_of("solve", "pig(goal=20)", "--out", "twice.h5")
        answer_of("solve", "pig(goal=30)", "--out", "twice.h5")
        self.assertIn("goal=30", json_of("verify", "twice.h5")["game"])


# ---- long work ----------------------------------------------------------------------------------------------------------


class Interrupted(Case):
    def interrupt_long_enough(self, *words):
        """Uses the smallest goal whose solution is not finished before the interruption."""
        for goal in (600, 1000, 2000, 4000):
            game = f"pig(goal={goal})"
            try:
                answer = interrupted("solve", game, *words)
            except TooQuick:
                continue
            if answer.status not in (0, -signal.SIGINT):  # it was done by then, and writing
                self.assertEqual(answer.status, 1, answer)
                return game, answer.out, answer.err
        self.fail(f"this machine is too fast for pig(goal={goal})")

    @too_long_for_sanitizers
    def test_what_is_done_is_kept_and_can_be_gone_on_with(self):
        write("pig.part.h5", "my notes")  # a user's file with this name
        game, out, err = self.interrupt_long_enough("--tolerance", "1e-10")
        self.assertEqual((out, pathlib.Path("pig.part.h5").read_text()), ("", "my notes"))
        command = shlex.split(re.search(r"\n  alea (.*)\n", err)[1])
        self.assertEqual(command, ["solve", game, "--tolerance", "1e-10", "--resume", "pig.part-2.h5"])
        whole, resumed = told("solve", game, "--tolerance", "1e-10"), json_of(*command)
        self.assertEqual([resumed["value"], resumed["complete"]], [whole["value"], True])

    def test_a_table_that_was_asked_for_is_where_it_is_kept(self):
        game, out, err = self.interrupt_long_enough("--out", "long.h5", "--json")
        self.assertIn('"complete": false', out)
        self.assertIn(f"alea solve '{game}' --out long.h5 --resume long.h5\n", err)
        answer = alea("verify", "long.h5")
        self.assertEqual((answer.status, answer.out), (2, ""), answer)
        self.assertIn("unfinished", answer.err)


class Killed(Case):
    def killed_with_a_part(self, *words):
        """A solve that is killed when it has saved a part, with the smallest goal for which that comes in time."""
        for goal in (600, 1000, 2000, 4000):
            words_of_solve = ["solve", f"pig(goal={goal})", "--out", "part.h5", "--save-every", "0", *words]
            process = subprocess.Popen([ALEA, *words_of_solve], stdout=subprocess.DEVNULL)
            while process.poll() is None and not os.path.exists("part.h5"):
                time.sleep(0.001)
            process.kill()
            process.wait()
            if "unfinished" in alea("verify", "part.h5").err:
                return words_of_solve
            os.remove("part.h5")
        self.fail("this machine is too fast")

    @too_long_for_sanitizers
    def test_the_same_command_resumes_and_writes_the_same_bytes(self):
        words = self.killed_with_a_part()
        answer = alea(*words)
        self.assertEqual((answer.status, answer.err), (0, "alea: Resuming the unfinished table part.h5.\n"), answer)
        answer_of("solve", words[1], "--out", "whole.h5")
        self.assertEqual(pathlib.Path("part.h5").read_bytes(), pathlib.Path("whole.h5").read_bytes())
        again = alea(*words)  # a finished table is replaced without a word
        self.assertEqual((again.status, again.err), (0, ""), again)

    @too_long_for_sanitizers
    def test_what_cannot_be_resumed_is_named_and_replaced(self):
        words = self.killed_with_a_part()
        part = pathlib.Path("part.h5").read_bytes()
        damaged = part[:len(part) // 2] + bytes([part[len(part) // 2] ^ 1]) + part[len(part) // 2 + 1:]
        for found, game in ((part, "pig(goal=20)"), (damaged, words[1]), (part[:1000], words[1]), (b"no table", words[1])):
            with self.subTest(game=game, size=len(found)):
                pathlib.Path("part.h5").write_bytes(found)
                answer = alea("solve", game, "--out", "part.h5")
                self.assertEqual(answer.status, 0, answer)
                self.assertIn("part.h5 is not resumed, and will be replaced: ", answer.err)
                whole = answer_of("solve", game, "--out", "whole.h5")
                self.assertEqual(pathlib.Path("part.h5").read_bytes(), pathlib.Path("whole.h5").read_bytes(), whole)

    def test_the_old_file_survives(self):
        answer_of("solve", "pig(goal=300)", "--out", "old.h5")
        size = pathlib.Path("old.h5").stat().st_size
        for last in ("it catches Ctrl-C", "a part of the new file is there"):
            process = subprocess.Popen([ALEA, "solve", "pig(goal=300)", "--out", "old.h5"], stdout=subprocess.DEVNULL)
            wait_until(lambda: catches_interrupts(process), "it catches Ctrl-C")
            if last != "it catches Ctrl-C":
                draft = pathlib.Path(f".alea-{process.pid}-0.tmp")
                wait_until(lambda: process.poll() is not None or draft.exists(), last)
            process.kill()
            process.wait()
            self.assertEqual(pathlib.Path("old.h5").stat().st_size, size)
            self.assertTrue(json_of("verify", "old.h5")["holds"])


if __name__ == "__main__":
    main()
