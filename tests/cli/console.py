#!/usr/bin/env python3
"""Playing at the console. Expected events are computed here from the rules of the games, never taken from the program."""

import collections
import json
import os
import pathlib
import re
import subprocess
import tempfile
import time
import unittest

from program import ALEA, alea, environment, main
from terminal import Terminal


def typed(text, *arguments, **more):
    done = subprocess.run([ALEA, "play", *map(str, arguments)], input=text.encode(), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=100, env=environment(**more))
    return done.returncode, done.stdout.decode(), done.stderr.decode()


class Folder(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        os.environ["ALEA_DATA"] = str(self.folder)

    def records(self):
        return sorted((self.folder / "games").glob("*.jsonl"))


def hog_turn(own, other, turn, extra, dice, faces):
    """One turn of Hog: the scores after it, whether the mover goes on, and the sentences that must appear."""
    says = []
    if dice == 0:
        points = 1 + (other // 10 % 10) * (other % 10) % 10
        says.append(f"Free Bacon: +{points}.")
    elif 1 in faces:
        points = 1
        says.append("Pig Out: one point.")
    else:
        points = sum(faces)
        says.append(f"+{points}.")
    own += points
    if own % 10 == other // 10 % 10:
        if own != other:
            says.append(f"Swine Swap! {own} and {other} change places.")
        own, other = other, own
    again = not extra and dice == turn % 8 and max(own, other) < 100
    if again:
        says.append("Time Trot: an extra turn for {}.")
    return own, other, again, says


class Worst(Folder):
    def test_worst_1_hog_is_shown_in_words(self):
        """Every turn of ten games against a referee of our own: points, Pig Out, Free Bacon, swaps, extra turns, turn numbers."""
        counted = collections.Counter()
        for seed in range(10):
            answers = "".join(f"{(seed + 3 * i) % 11}\n" for i in range(400))
            status, out, _ = typed(answers, "hog", "Ann", "Bob", "--seed", seed, "--no-record")
            self.assertEqual(status, 0)
            score, turn, extra = {"Ann": 0, "Bob": 0}, 0, False
            for name, text in re.findall(r"\n(Ann|Bob)'s turn\n((?:(?!\n(?:Ann|Bob)'s turn\n).)*)", out, re.S):
                other = "Bob" if name == "Ann" else "Ann"
                flat = " ".join(text.split())
                self.assertIn(f"{name}: score {score[name]}, turn {turn}", flat)
                self.assertIn(f"{name}, how many dice (0–10)?", flat)
                rolled = re.search(rf"{name} rolls ([\d ]+)\.", flat)
                faces = [int(f) for f in rolled[1].split()] if rolled else []
                score[name], score[other], again, says = hog_turn(score[name], score[other], turn, extra, len(faces), faces)
                if max(score.values()) >= 100:  # the game ends
                    self.assertIn(says[0], flat)
                    break
                told = " ".join(says).format(name)
                self.assertIn(told + f" {name}'s turn is over", flat)
                for word in ("Free Bacon", "Pig Out", "Swine Swap", "Time Trot"):
                    counted[word] += word in told
                    self.assertEqual(word in flat, word in told, flat)
                turn, extra = turn + 1, again
        self.assertGreater(min(counted.values()), 2, counted)
        self.assertEqual(len(counted), 4)

    def test_worst_1_the_game_remembers_nothing(self):
        for game in ("hog", "hog-feral", "hog-moon", "hog-piggy"):
            self.assertNotIn("remembers", typed("4\n" * 60, game, "Ann", "Bob", "--no-record")[1])

    def test_worst_1_other_hogs_name_their_own_rules(self):
        expected = {"hog-feral": "Feral Hogs: +3.", "hog-moon": "Harvest Moon: +5.", "hog-piggy": "Picky Piggy: +7."}
        for game, words in expected.items():
            answers = "0\n4\n2\n6\n4\n" * 20
            self.assertIn(words, typed(answers, game, "Ann", "Bob", "--seed", 3, "--no-record")[1], game)

    def test_worst_9_a_name_alone_plays_against_the_computer(self):
        for seat in ("Ann", "ann", "human(Ann)", "Åsa"):
            name = "Ann" if seat == "human(Ann)" else seat
            status, out, _ = typed("\n", "pig", seat, "--seed", 5)
            self.assertEqual(status, 0, out)
            self.assertIn(f"{name}, for the order", out)
            self.assertIn("Computer rolls", out)
        players = json.loads(self.records()[0].read_text().split("\n")[0])["bots"]
        self.assertEqual(players, ["human(Ann)", "graded(club)"])

    def test_worst_9_a_misspelled_bot_is_no_person(self):
        answer = alea("play", "pig", "Ann", "optimall")
        self.assertEqual(answer.status, 2)
        self.assertIn("optimal", answer.err)

    def test_worst_9_strength_with_one_name(self):
        _, out, _ = typed("\n\n", "pig", "Ann", "--strength", "0.5", "--seed", 5)
        self.assertIn('"graded(0.5)"', self.records()[0].read_text())
        self.assertIn("Computer", out)

    def test_worst_9_play_without_a_game_lists_them(self):
        answer = alea("play")
        self.assertEqual(answer.status, 2)
        self.assertIn("GAME is missing", answer.err)
        for game in ("pig-pen", "hog", "despirala"):
            self.assertIn(game, answer.out)
        self.assertIn("How many people", typed("pig\n", "--no-record")[1])
        self.assertIn('did you mean "pig"', typed("pigg\npig\n", "--no-record")[1].replace("\n", " "))

    def test_worst_9_play_asks_for_names(self):
        with Terminal("play", "pig", "--no-record") as t:
            t.skips = ()
            t.asked()
            t.answer("2")
            self.assertIn("Name of player 1", t.asked())
            t.answer("A(n)n")
            self.assertIn("without brackets", t.asked())
            t.answer("Ann")
            t.asked()
            t.answer("")
            self.assertIn("Ann, for the order", t.asked())
            t.answer("")
            self.assertIn("Player 2, for the order", t.asked())

    def test_worst_10_the_computer_is_paced_and_a_key_skips(self):
        began = time.monotonic()
        with Terminal("play", "pig", "Ann", "hold(20)", "--order", "given", "--seed", 5, "--pace", 0.4, "--no-record") as t:
            t.asked()
            t.answer("")
            t.asked()
            t.answer("hold")
            t.asked()
        rolls = t.text.count("hold(20) rolls")
        self.assertGreater(time.monotonic() - began, 0.4 * rolls)
        with Terminal("play", "pig", "Ann", "hold(60)", "--order", "given", "--seed", 5, "--pace", 30, "--no-record") as t:
            t.asked()
            t.answer("")
            t.asked()
            t.answer("hold")
            t.until("hold(60) rolls")
            t.until("any key skips")
            began = time.monotonic()
            time.sleep(0.3)
            t.type("x")
            t.asked()
            self.assertLess(time.monotonic() - began, 25)
            self.assertIn("press Enter to roll", t.question())

    def test_worst_10_no_pause_when_not_a_terminal(self):
        began = time.monotonic()
        typed("\nhold\n" * 5, "pig", "Ann", "hold(20)", "--order", "given", "--seed", 5, "--pace", 5, "--no-record")
        self.assertLess(time.monotonic() - began, 10)

    def test_worst_10_a_folded_turn_is_short(self):
        lines = {}
        for fold in ([], ["--fold"]):
            _, out, _ = typed("\nhold\n" * 3, "pig", "Ann", "hold(30)", "--order", "given", "--seed", 5, "--no-record", *fold)
            turn = out.split("hold(30)'s turn\n")[1].split("Ann's turn\n")[0]
            lines[len(fold)] = turn.count("\n")
            rolls = re.findall(r"rolls (\d)", turn) or re.findall(r"\b(\d)(?=[;.]|; )", turn.split("hold(30): ")[-1])
            lines["rolls", len(fold)] = rolls
        self.assertLessEqual(lines[1], 6, lines)
        self.assertLess(lines[1], lines[0])
        self.assertEqual(lines["rolls", 0], lines["rolls", 1])

    def test_worst_10_dice_large_and_small(self):
        def heights(*more):
            with Terminal("play", "pig", "Ann", "hold(20)", "--order", "given", "--seed", 5, "--no-record", *more, term="xterm") as t:
                t.asked()
                t.answer("")
                t.asked()
                t.answer("hold")
                t.asked()
                return t.text.count("┌───────┐"), len(re.findall("[⚀⚁⚂⚃⚄⚅]", t.text)), len(re.findall(r" rolls \d", t.text))
        large, small, rolls = heights("--dice-size", "large")
        self.assertEqual((large, small), (rolls, 0))
        large, small, rolls = heights("--dice-size", "small")
        self.assertEqual((large, small), (0, rolls))
        large, small, rolls = heights()
        self.assertEqual((large, small), (1, rolls - 1))

    def test_worst_10_colour(self):
        for arguments, expected in (([], False), (["--colour", "always"], True), (["--colour", "never"], False)):
            self.assertEqual("\x1b[1;36m" in typed("\n", "pig", "Ann", "Bob", "--order", "given", "--no-record", *arguments)[1], expected)
        with Terminal("play", "pig", "Ann", "Bob", "--order", "given", "--no-record", "--colour", "never", term="xterm") as t:
            t.asked()
            self.assertNotIn(b"\x1b[1", t.raw)


class Seed001(Folder):
    def test_the_roll_for_the_order_with_names_too(self):
        for seed in range(6):
            _, out, _ = typed("\n\n\n\n", "pig", "Ann", "Bob", "Cid", "--seed", seed, "--no-record")
            rolls = dict(re.findall(r"^(\w+) rolls (\d)\.$", out.split("1. ")[0], re.M))
            order = re.findall(r"^\d\. (\w+)$", out, re.M)
            self.assertEqual(order, sorted(["Ann", "Bob", "Cid"], key=lambda name: int(rolls[name])))
        _, out, _ = typed("\n", "pig", "Ann", "Bob", "--order", "given", "--no-record")
        self.assertNotIn("for the order", out)

    def test_a_bust_says_what_was_lost(self):
        """In every turn that ends with a 1, the points that were rolled before it."""
        busts = 0
        for seed in range(8):
            _, out, _ = typed("\n" + "roll\n" * 30, "pig", "human", "Bob", "--order", "given", "--seed", seed, "--no-record")
            rolls = [int(face) for face in re.findall(r"You roll (\d)\.", out.split("Bob's turn\n")[0])]
            self.assertEqual(rolls[-1], 1)
            lost = sum(rolls[:-1])
            expected = "You had nothing to lose." if lost == 0 else f"You lost {lost} points."
            self.assertIn("A 1! " + expected, out)
            self.assertIn("Your turn is over", out)
            busts += lost > 0
        self.assertGreater(busts, 3)


class PigPen(Folder):
    def test_events_in_words_seven_snake_eyes_third_double(self):
        """All rolls of twenty games, judged by the rules of Pig-Pen."""
        counted = collections.Counter()
        for seed in range(20):
            _, out, _ = typed("\n" + "roll\n" * 500, "pig-pen(goal=60)", "Ann", "Bob", "--order", "given", "--seed", seed, "--no-record")
            score, turn, doubles, forced = {"Ann": 0, "Bob": 0}, 0, 0, False
            for name, a, b, rest in re.findall(r"^(Ann|Bob) rolls (\d) (\d)\.\n((?:(?!\w+ rolls).*\n)*)", out, re.M):
                a, b, rest = int(a), int(b), " ".join(rest.split())
                doubles = doubles + 1 if a == b else doubles
                if a == b == 1:
                    words, lost = "Snake eyes!", turn + score[name]
                elif a + b == 7:
                    words, lost = "A seven!", turn
                elif doubles == 3 and a == b:
                    words, lost = "The third double in a row!", turn + score[name]
                elif score[name] + turn + a + b == 60:
                    words, lost = "Exactly 60!", turn + score[name]
                else:
                    words, lost = ("A double: the dice must be rolled again." if a == b else ""), None
                    doubles = doubles if a == b else 0
                    turn += a + b
                    for other in ("Snake eyes", "seven", "third double", "Exactly"):
                        self.assertNotIn(other, rest)
                self.assertIn(words, rest)
                counted[words] += 1
                if lost is not None:
                    self.assertRegex(rest, rf"{re.escape(words)} {name} (lost|had nothing)")
                    if lost:
                        self.assertIn(f"{lost} point", rest)
                    turn, doubles = 0, 0
        for words in ("Snake eyes!", "A seven!", "The third double in a row!", "Exactly 60!", "A double: the dice must be rolled again."):
            self.assertGreater(counted[words], 0, counted)

    def test_money_decides_what_the_computer_plays_for(self):
        _, out, _ = typed("\n", "pig-pen", "Ann", "--for", "money", "--level", "perfect", "--seed", 1)
        self.assertIn('"optimal(for=money)"', self.records()[0].read_text())
        self.assertIn("Computer", out)
        answer = alea("play", "pig", "Ann", "--for", "money")
        self.assertEqual(answer.status, 2)
        _, out, _ = typed("\nhint\n", "pig-pen", "Ann", "Bob", "--order", "given", "--for", "money", "--no-record",
                          "--seed", 1)
        self.assertIn("dollars", out)

    def test_the_end_says_who_pays(self):
        game = "pig-pen(goal=10)"
        for seed in range(40):
            _, out, _ = typed("\nhold\n" * 200, game, "Ann", "Bob", "Cid", "--order", "given", "--seed", seed, "--no-record")
            ends = re.findall(r"^ *(\w+): (\d+) points?, (gets|pays) \$(\d+)$", out, re.M)
            if len(ends) < 3:
                continue
            best = max(int(points) for _, points, _, _ in ends)
            owed = [(best - int(points)) * (2 if int(points) == 0 else 1) for _, points, verb, _ in ends if verb == "pays"]
            self.assertEqual(sorted(owed), sorted(int(d) for _, _, verb, d in ends if verb == "pays"))
            self.assertEqual([int(d) for _, _, verb, d in ends if verb == "gets"], [sum(owed)])
            return
        self.fail("no game ended with three different scores")


class Player(Folder):
    """Problems that players had at the console."""

    def test_help_rules_and_quit_at_the_first_questions(self):
        status, out, _ = typed("help\nrules\nquit\n", "pig")
        self.assertEqual(status, 0)
        self.assertIn("one person plays against the computer", out.replace("\n", " "))
        self.assertIn("Whoever first banks", out)
        self.assertEqual(self.records(), [])
        for word in ("q", "QUIT", "exit"):
            self.assertEqual(typed(word + "\nnonsense\n", "pig")[0], 0)
        self.assertIn("Choose a game first", typed("rules\nquit\n")[1])

    def test_q_leaves_at_every_question(self):
        """It did at the first questions and in drill; in a game it said "Roll the dice first"."""
        for before in ("q\n", "\nq\n"):
            status, out, err = typed(before + "roll\n" * 9, "pig", "Ann", "Bob", "--order", "given", "--seed", 5, "--record",
                                     self.folder / f"{len(before)}.jsonl")
            self.assertEqual((status, err), (0, ""))
            self.assertIn("`alea play --resume` continues it", " ".join(out.split()))
            self.assertEqual(out.count("Ann rolls"), before.count("\n") - 1, out)

    def test_resume_shows_every_score_and_counts_events_rightly(self):
        typed("\n", "pig", "Ann", "Bob", "--order", "given", "--seed", 5, "--record", self.folder / "one.jsonl")
        _, out, _ = typed("", "--resume", self.folder / "one.jsonl")
        self.assertIn("(1 event so far)", out.replace("\n", " "))
        self.assertIn("Bob: score 0\nAnn: score 0, turn total", out)
        typed("roll\n", "--resume", self.folder / "one.jsonl")
        self.assertRegex(typed("", "--resume", self.folder / "one.jsonl")[1].replace("\n", " "), r"\(\d+ events so far\)")

    def three_games(self):
        for game, name in (("pig", "Ann"), ("hog", "Bob"), ("two-dice-pig", "Cid")):
            typed("", game, name, "Dan", "--order", "given")
            time.sleep(0.02)

    def test_several_unfinished_games_are_listed_and_chosen(self):
        self.three_games()
        _, out, _ = typed("", "--resume")
        self.assertRegex(out, r"1 +Two-Dice Pig: Cid 0, Dan 0\n +2 +Hog: Bob 0, Dan 0\n +3 +Pig: Ann 0, Dan 0")
        self.assertIn("Cid's turn", out)
        self.assertIn("Ann's turn", typed("", "--resume", 3)[1])
        self.assertEqual(typed("", "--resume", 4)[0], 2)
        with Terminal("play", "--resume") as t:
            t.asked()
            self.assertIn("Which one", t.question())
            t.answer("9")
            self.assertIn("from 1 to 3", t.asked())
            t.answer("3")  # the two others have just been resumed
            self.assertIn("Bob's turn", t.asked())

    def finish(self, *more):
        return typed("\nhold\n" * 100, "pig(goal=8)", "Ann", "Bob", "--order", "given", "--seed", 2, *more)

    def test_review_without_a_file_takes_the_last_game(self):
        answer = alea("review")
        self.assertEqual(answer.status, 2)
        self.assertIn("There is no finished game", answer.err)
        self.finish()
        typed("", "hog", "Cid", "Dan")  # later, but not finished
        self.assertIn("pig(dice=1,goal=8,", alea("replay").out)
        answer = alea("review", "--no-keep")
        self.assertEqual(answer.status, 0, answer)
        self.assertEqual(answer.out, alea("review", "--no-keep", self.records()[1]).out)
        self.assertIn("pig", answer.err)

    def test_a_review_is_offered_at_the_end(self):
        for reply, reviewed in (("y", True), ("n", False)):
            with Terminal("play", "pig(goal=8)", "Ann", "Bob", "--order", "given", "--seed", 2) as t:
                t.skips = ()
                while "Review this game" not in (t.asked() or "Review this game"):
                    t.answer("hold" if "roll or hold" in t.question() else "")
                t.answer(reply)
                self.assertEqual(t.wait(), 0)
                self.assertEqual("luck" in t.text.split("Review this game")[1].split("[y/N]")[1], reviewed, t.text)
        self.assertNotIn("Review this game", self.finish()[1])

    def test_the_review_at_the_end_is_for_the_objective(self):
        with Terminal("play", "pig-pen(goal=10)", "Ann", "Bob", "--order", "given", "--seed", 2, "--for", "money") as t:
            t.skips = ()
            while "Review this game" not in (t.asked() or "Review this game"):
                t.answer("hold" if "roll or hold" in t.question() else "")
            t.answer("y")
            self.assertEqual(t.wait(), 0)
            self.assertIn("played for money", t.text.replace("\n", " "))

    def test_narrow_terminals(self):
        with Terminal("play", "hog", "Ann", "Bob", "--no-record", columns=30, term="xterm") as t:
            for _ in range(6):
                t.asked()
                t.answer("3")
            shown = [line for line in t.text.split("\n") if "?" not in line]
            self.assertLessEqual(max(map(len, shown)), 30, t.text)


RULES = """return {
  name = "mine", family = "%s", title = "Mine", text = "A game.",
  params = { { "players", default = %d, min = %d, max = %d, help = "players" } },
  words = %s,
  rules = function(p) return %s end,
}"""
RACE = 'dice = 1, sides = 6, goal = 50, first_roll = "forced", ending = "bank", roll = function(a) ' \
       'if a == 1 then return bust() end return add(a) end'
GRAPH = """start = function() return 3 end, moves = function(s) if s == 3 then return { "dig" } end end,
  apply = function() return 2 end, chances = function(s) if s == 2 then return { 1, 1 }, { 0, 1 } end end,
  show = function(s) return "depth " .. s end, payoff = function(s) return { win = s == 1 } end"""


class RuleFiles(Folder):
    """Rule files have words for their events and questions."""

    def play(self, family, players, words, rules, text, *seats):
        path = self.folder / "mine.lua"
        path.write_text(RULES % (family, players, players, players, words, "{ " + rules + " }"))
        return typed(text, path, *seats, "--order", "given", "--seed", 1, "--no-record")

    def test_a_race_with_words_of_its_own(self):
        words = '{ question = "on or off?", ["bust"] = "Splash!", ["roll 6"] = "A good one, {player}." }'
        _, out, _ = self.play("race", 2, words, RACE, "\n" + "roll\n" * 60, "Ann", "Bob")
        self.assertIn("Ann, on or off? ", out)
        self.assertEqual(out.count("Splash!"), len(re.findall(r"rolls 1\.", out)))
        self.assertEqual(out.count("A good one, "), len(re.findall(r"rolls 6\.", out)))

    def test_a_graph_with_words_of_its_own(self):
        words = '{ question = "what now ({moves})?", ["move dig"] = "{player} digs from {was depth} to {depth}.", ' \
                '["chance 1"] = "Nothing.", ["chance 2"] = "Gold!" }'
        _, out, _ = self.play("graph", 1, words, GRAPH, "dig\n", "Ann")
        self.assertIn("Ann, what now (dig)? ", out)
        words = words.replace("what now ({moves})?", "{moves}, {player}: is it {moves}?")
        _, out, _ = self.play("graph", 1, words, GRAPH, "dig\n", "Ann")
        self.assertIn("Ann, dig, Ann: is it dig? ", out)
        self.assertIn("Ann digs from 3 to 2.", out)
        self.assertRegex(out, "(Nothing.|Gold!)")
        self.assertNotIn("rolls", out)

    def test_wrong_words_are_refused_with_the_line(self):
        for words, expected in (('{ boost = "x" }', "bust"), ("{ bust = 1 }", "strings"), ('{ "bust" }', "strings"), ("7", "table"),
                                ('{ bust = "' + "x" * 400 + '" }', "longer"), ('{ bust = "{what}" }', "{what}")):
            status, _, err = self.play("race", 2, words, RACE, "", "Ann", "Bob")
            self.assertEqual(status, 2)
            self.assertIn(expected, err)
            self.assertRegex(err, r"mine\.lua:4")


if __name__ == "__main__":
    main()
