#!/usr/bin/env python3
"""Despirala at the table. The expected goods, dice and points come from the referee below, which follows the rules
of Despirala, never from the program."""

import collections
import itertools
import json
import re
import subprocess
import unittest

from program import ALEA, answer_of, environment, json_of, main
from terminal import Terminal

PATTERNS = {"Three pairs": "XXYYZZ", "Two triples": "XXXYYY", "Four of a kind": "XXXX", "Kamerun": "455666", "Straight": "123456",
            "Six of a kind": "XXXXXX", "General": "666666", "Despirala": "111116"}
POINTS = {"Four of a kind": 40, "Kamerun": 45, "Straight": 50, "Six of a kind": 60, "General": 70, "Despirala": 80}


def typed(text, *arguments):
    """The output of alea play for these lines from a pipe, joined into one line."""
    done = subprocess.run([ALEA, "play", *map(str, arguments), "--no-record"], input=text.encode(), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=250, env=environment())
    return done.returncode, " ".join(done.stdout.decode().split()), " ".join(done.stderr.decode().split())


def wanted(name):
    """The dice of a move such as "Two triples 3 5"."""
    words = re.match(r"([A-Za-z ]+?)((?: \d)*)$", name)
    faces = dict(zip("XYZ", words[2].split()))
    return collections.Counter(int(faces.get(letter, letter)) for letter in PATTERNS[words[1]])


def goods_of(number):
    return f"{number} good" + ("" if number == 1 else "s")


def dice_of(number):
    return f"{number} " + ("die" if number == 1 else "dice")


class Table:
    """Follows one player's game as the console describes it and checks each sentence."""

    def __init__(self, test, told, player="Ann"):
        self.test, self.rest, self.player = test, told, player
        self.goods = self.score = 0

    def expect(self, sentence):
        place = self.rest.find(sentence)
        self.test.assertTrue(0 <= place < 700, f"{sentence!r} is missing in {self.rest[:500]!r}")
        self.rest = self.rest[place + len(sentence):]

    def rolled(self):
        found = re.search(rf"{self.player} rolls ([\d ]+)\.", self.rest)
        self.rest = self.rest[found.end():]
        return [int(face) for face in found[1].split()]

    def begin(self):
        dice = self.rolled()
        self.goods += 5
        self.expect(f"+5 goods for the turn: {goods_of(self.goods)} now.")
        return dice

    def combination(self, name, dice):
        """Anything but a collect: rolls until it is complete, or no good is left."""
        while True:
            kept = wanted(name) & collections.Counter(dice)
            if kept == wanted(name):
                points = POINTS.get(name.rstrip(" 123456"), sum(wanted(name).elements()))
                self.score += points
                return self.expect(f"{name} is complete: +{points}.")
            if self.goods == 0:
                return self.expect(f"No good is left to roll again: {name} is not complete and scores nothing.")
            self.goods -= 1
            shown = "".join(f"{face} " for face in sorted(kept.elements())) or "no die "
            again = 6 - sum(kept.values())
            self.expect(f"{name}: {shown}kept. One good pays for rolling {dice_of(again)} again: {goods_of(self.goods)} left.")
            dice = list(kept.elements()) + self.rolled()

    def collect(self, face, dice):
        """Stops at once, like the tests' answers."""
        points = face * dice.count(face)
        shown = f"{face} " * dice.count(face) or "no die "
        if dice.count(face) < 6 and self.goods > 0:
            plural = "" if points == 1 else "s"
            self.expect(f"Collect {face}: {shown}kept, {points} point{plural} so far, {goods_of(self.goods)} left.")
        self.score += points
        self.expect(f"+{points}.")


class WorstAndPlayerDespirala(unittest.TestCase):
    """Player: "goods 3, doing Straight, with dice 1 3 4 6" after one roll: the good for the next roll has gone already."""

    MOVES = ["Straight", "Two triples 3 5", "Kamerun", "Three pairs 1 2 6", "Four of a kind 6", "General", "Despirala",
             "Six of a kind 2", *(f"Collect {face}" for face in range(1, 7))]

    def test_goods_dice_and_points_are_told_in_words(self):
        outcomes = collections.Counter()
        for seed in range(6):
            moves = self.MOVES[seed:] + self.MOVES[:seed]
            answers = "".join(f"\n{move}\n" + ("stop\n" if move.startswith("Collect") else "") for move in moves)
            status, told, _ = typed(answers, "despirala", "Ann", "--seed", seed)
            self.assertEqual(status, 0)
            table = Table(self, told)
            for number, move in enumerate(moves):
                dice, before = table.begin(), table.score
                if move.startswith("Collect"):
                    table.collect(int(move[-1]), dice)
                else:
                    table.combination(move, dice)
                outcomes[table.score > before] += 1
                if number < len(moves) - 1:
                    table.expect(f"the score {'stays' if table.score == before else 'was'} {before}")
            table.expect(f"The game ends, and every good that is left counts: +{table.goods}.")
            table.expect(f"Ann: {table.score + table.goods} points")
        self.assertGreater(min(outcomes[True], outcomes[False]), 5)

    def test_a_good_is_never_gone_without_a_word(self):
        _, told, _ = typed("\nStraight\n", "despirala", "Ann", "--seed", 5)
        self.assertNotIn("with dice", told)
        self.assertIn("One good pays for rolling", told)

    def test_rerolls_are_paid_in_words(self):
        _, told, _ = typed("\nreroll\n", "despirala", "Ann", "--seed", 5)
        self.assertIn("+5 goods for the turn: 5 goods now.", told)
        self.assertIn("One good pays for rolling all dice again: 4 goods left.", told)


class PlayerScoreSheet(unittest.TestCase):
    """Player: "No score sheet of what was attempted for how much"."""

    def rows(self, shown):
        return {name: points for name, points in re.findall(r"(?<!\S)(Collect \d|" + "|".join(PATTERNS) + r") +(\d+|–)(?!\S)", shown)}

    def sheet(self, answers, *seats):
        told = typed(answers + "sheet\n", "despirala", *(seats or ["Ann"]), "--seed", 5)[1]
        return re.split(r"press Enter to roll\.|a name[^)]*, or more\)\?", told)[-2]

    def test_the_word_sheet_shows_what_was_attempted_for_how_much(self):
        rows = self.rows(self.sheet(""))
        self.assertEqual(set(rows.values()), {"–"})
        self.assertEqual(len(rows), 14)
        # Seed 5 rolls 6 5 3 6 6 4: three sixes are 18 points; the General after them fails or is complete, as it says.
        answers = "\ncollect 6\nstop\n\nGeneral\n"
        rows = self.rows(self.sheet(answers))
        told = typed(answers, "despirala", "Ann", "--seed", 5)[1]
        self.assertEqual(rows["Collect 6"], "18")
        self.assertEqual(rows["General"], "70" if "General is complete" in told else "0")
        self.assertEqual(sum(points == "–" for points in rows.values()), 12)

    def test_it_is_shown_at_a_persons_turn_and_not_at_a_bots(self):
        told = typed("\ncollect 6\nstop\n\n", "despirala", "Ann", "greedy", "--order", "given", "--seed", 5)[1]
        turns = re.split(r"(?=(?:Ann|greedy)'s turn )", told)
        for turn in turns:
            if turn.startswith("Ann's turn") and "press Enter" in turn:
                self.assertEqual(len(self.rows(turn.split("press Enter")[0])), 14, turn)
            if turn.startswith("greedy's turn"):
                self.assertEqual(self.rows(turn), {})
        self.assertEqual(self.rows(turns[-1].split("press Enter")[0])["Collect 6"], "18")

    def test_everybody_has_a_sheet(self):
        shown = self.sheet("\ncollect 6\nstop\n\ncollect 3\nstop\n", "Ann", "Bob", "--order", "given")
        ann, bob = shown.split("Bob:")
        self.assertEqual(self.rows(ann)["Collect 6"], "18")
        self.assertEqual((self.rows(bob)["Collect 6"], len(self.rows(bob))), ("–", 14))
        self.assertNotEqual(self.rows(bob)["Collect 3"], "–")

    def test_what_was_undone_is_not_on_it(self):
        self.assertEqual(self.rows(self.sheet("\ncollect 6\nstop\nundo\nundo\nundo\n"))["Collect 6"], "–")

    def test_other_games_have_none(self):
        self.assertIn("This game has no score sheet.", typed("\nsheet\n", "pig", "Ann", "Bob", "--order", "given")[1])

    def test_the_goods_at_the_end_are_no_part_of_the_last_attempt(self):
        answers = "".join(f"\n{move}\n" + ("stop\n" if move.startswith("Collect") else "") for move in WorstAndPlayerDespirala.MOVES)
        told = typed(answers, "despirala", "Ann", "--seed", 1)[1]
        last = re.findall(r"\+(\d+)\. The game ends, and every good that is left counts: \+(\d+)\.", told)
        self.assertEqual(len(last), 1)
        self.assertLessEqual(int(last[0][0]), 36)


class Seed003Number13(unittest.TestCase):
    """003 #13, "console fairly intuitive": 57 moves as one paragraph; numbers are no answers here."""

    def listed(self, text):
        return {int(number): name for number, name in
                re.findall(r"(?<!\S)(\d+)  ?([A-Z][a-z]+(?: [a-z]+)*(?: \d)*)(?=\s)", text)}

    def shown(self, text, *more):
        done = subprocess.run([ALEA, "play", "despirala", "Ann", "--seed", "5", "--no-record", *more], input=text.encode(),
                              stdout=subprocess.PIPE, timeout=250, env=environment())
        return done.stdout.decode()

    def test_a_short_list_with_the_faces_that_fit_best(self):
        out = self.shown("\n").split("for the turn")[1]
        names = [name for _, name in sorted(self.listed(out).items())]
        rolled = collections.Counter([6, 5, 3, 6, 6, 4])
        self.assertEqual(len(names), 15)
        self.assertLessEqual(out.count("\n"), 10)
        self.assertEqual([re.sub(r"( \d)+$", "", name) for name in names[6:]], [*PATTERNS, "Reroll"])
        for name in names[6:14]:
            kind = re.sub(r"( \d)+$", "", name)
            letters = sorted(set(PATTERNS[kind]) & set("XYZ"))
            best = max(sum((wanted(" ".join([kind, *map(str, faces)])) & rolled).values())
                       for faces in itertools.permutations(range(1, 7), len(letters)))
            fits = sum((wanted(name) & rolled).values())
            self.assertEqual(fits, best, name)
            self.assertRegex(out, rf"{name} +{fits} of {sum(wanted(name).values())} dice")

    def test_a_number_is_an_answer(self):
        names = self.listed(self.shown("\n").split("for the turn")[1])
        for number in (6, 11, 15):
            self.assertEqual(self.shown(f"\n{number}\n"), self.shown(f"\n{names[number]}\n"))
        self.assertIn("is not a move here", self.shown("\n59\n").replace("\n", " "))
        self.assertIn("is not a move here", self.shown("\n0\n").replace("\n", " "))

    def test_more_lists_all_moves_with_the_same_numbers(self):
        first, more = self.shown("\nmore\n").split("Ann, which move")[:2]
        short, every = self.listed(first.split("for the turn")[1]), self.listed(more)
        self.assertEqual(sorted(every), list(range(1, 59)))
        self.assertEqual(len(set(every.values())), 58)
        self.assertEqual({number: every[number] for number in short}, short)
        self.assertEqual(self.shown("\n57\n"), self.shown(f"\n{every[57]}\n"))

    def test_numbers_are_no_answers_where_no_list_is_shown(self):
        self.assertIn("is not a move here", typed("\n1\n", "pig", "Ann", "Bob", "--order", "given", "--seed", 5)[1])

    def test_a_turn_fits_a_screen_of_24_lines(self):
        with Terminal("play", "despirala", "Ann", "--seed", 5, "--no-record", term="xterm", columns=80) as t:
            t.asked()
            start = len(t.text)
            t.answer("")
            t.asked()
            screen = t.text[start:].split("\n")
            # without blank lines: a terminal may echo typed text before the program edits the line
            self.assertLessEqual(sum(1 for line in t.text.split("\n") if line.strip()), 24)
            self.assertLessEqual(sum(1 for line in screen if line.strip()), 18)
            self.assertLessEqual(max(map(len, screen)), 80)


class PlayerDrill(unittest.TestCase):
    """Player: "`drill` lists 57 moves before each question. `alea drill pigpen` (a typo) → Nothing is due."""

    TODAY = ["--notebook", "n.db", "--today", "2026-11-21"]

    def drill(self, text, *more):
        done = subprocess.run([ALEA, "drill", *self.TODAY, *more], input=text.encode(), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env=environment(), timeout=60)
        return done.returncode, done.stdout.decode(), " ".join(done.stderr.decode().split())

    @classmethod
    def setUpClass(cls):
        answers = "".join(f"\n{move}\n" + ("stop\n" if move.startswith("Collect") else "") for move in WorstAndPlayerDespirala.MOVES)
        subprocess.run([ALEA, "play", "despirala", "Ann", "--seed", "5", "--record", "d.jsonl"], input=answers.encode(),
                       stdout=subprocess.DEVNULL, env=environment(), timeout=60, check=True)
        answer_of("review", "d.jsonl", "--keep", *cls.TODAY)

    def test_the_list_is_short_and_has_the_best_move(self):
        cards = json.loads(answer_of("notebook", "export", "--notebook", "n.db"))["cards"]
        self.assertGreater(len(cards), 1)
        status, shown, _ = self.drill("more\nquit\n")
        self.assertEqual(status, 0)
        question, every = shown.split("> ")[:2]
        listed = re.findall(r"(\d+) ([A-Z][a-z]+(?: [a-z]+)*(?: \d)*)(?=[,?])", " ".join(question.split()))
        full = re.findall(r"(\d+) ([A-Z][a-z]+(?: [a-z]+)*(?: \d)*)(?=[,?])", " ".join(every.split()))
        self.assertIn(len(listed), (8, 9))
        self.assertEqual([int(number) for number, _ in full], list(range(1, len(full) + 1)))
        self.assertGreater(len(full), 12)
        self.assertIn(f"`more` lists all {len(full)} moves", question)
        self.assertTrue(set(listed) <= set(full))
        self.assertEqual(listed, sorted(listed, key=lambda pair: int(pair[0])))  # the order gives no hint
        names = {name for _, name in listed}
        same = [card for card in cards if [move[0] for move in self.moves(card)] == [name for _, name in full]]
        card = max(same, key=lambda card: card["cost"])  # the costliest is asked first
        costs = {move[0]: move[2] for move in self.moves(card)}
        self.assertEqual(costs[card["best"]], 0)
        self.assertIn(card["best"], names)
        self.assertIn(card["chosen"], names)
        best = next(number for number, name in listed if name == card["best"])
        self.assertIn("Right.", self.drill(best + "\nquit\n")[1])

    def moves(self, card):
        return json.loads(card["moves"]) if isinstance(card["moves"], str) else card["moves"]

    def test_a_misspelled_game_is_an_error(self):
        status, shown, error = self.drill("", "pigpen")
        self.assertEqual((status, shown), (2, ""))
        self.assertIn('did you mean "pig-pen"', error)
        self.assertEqual(self.drill("", "pig")[:2][0], 0)
        self.assertIn("Nothing is due", self.drill("", "pig")[1])
        self.assertIn("What is the best move", self.drill("", "despirala")[1])


class PlayerReviewWords(unittest.TestCase):
    """Player: "Review's sums are hard": "luck −115.5 %", "used=11", "It comes to 457.09 points in 5.6 % of all rolls"."""

    def reviewed(self, game, answers, *seats):
        subprocess.run([ALEA, "play", game, *seats, "--order", "given", "--seed", "5", "--record", f"{game}.jsonl"],
                       input=answers.encode(), stdout=subprocess.DEVNULL, env=environment(), timeout=60, check=True)
        review = [f"{game}.jsonl", "--no-keep"]
        return " ".join(answer_of("review", *review).split()), json_of("review", *review)["games"][0]

    def test_the_sum_of_each_player_is_a_sentence(self):
        for game, answers, unit, seats in (
                ("despirala", "".join(f"\n{m}\n" + ("stop\n" if m.startswith("C") else "") for m in WorstAndPlayerDespirala.MOVES),
                 "points", ["Ann"]),
                ("pig(goal=30)", "\nroll\nhold\n" * 40, "%", ["Ann", "hold(9)"])):
            told, game = self.reviewed(game, answers, *seats)
            for seat in game["seats"]:
                name = seat["player"].removeprefix("human(").removesuffix(")") if "human" in seat["player"] else seat["player"]
                sentence = re.search(re.escape(name) + r" (?:could expect|began with a chance of) ([\d.]+) .*?The dice changed that by "
                                     rf"([-+\d.]+) {unit}, own mistakes by ([-+\d.]+) {unit}.*?the result is ([\d.]+) {unit}\.", told)
                self.assertTrue(sentence, told)
                scale = 100 if unit == "%" else 1
                for shown, exact in zip(sentence.groups(), (seat["start"], seat["luck"], -seat["mistakes"], seat["result"])):
                    self.assertAlmostEqual(float(shown), scale * exact, delta=0.051)
            if unit == "points":
                worst = game["worst"][0]
                self.assertIn("leads to", worst["why"])
                self.assertRegex(told, r"score \d+, goods \d+, left: [A-Z][^=]*, dice [\d ]+\. For `alea ask`: used=")

    def test_rolls_are_compared_with_the_other_move(self):
        told, _ = self.reviewed("pig(goal=40)", "\nroll\nhold\n" * 40, "Ann", "hold(9)")
        self.assertRegex(told, r"`roll` loses the turn's \d+ in 1 of 6 rolls; the others gain 4 on average\.")  # 2 to 6
        self.assertNotIn("of all rolls", told)
        self.assertNotIn("It comes to", told)

    def test_a_sum_above_all_is_explained(self):
        """Games with luck above 100 % explain how that is possible; others do not."""
        found = {True: 0, False: 0}
        for seed in range(30):
            name = f"luck{seed}.jsonl"
            answer_of("run", "pig(goal=60)", "hold(2)", "hold(40)", "--games", "1", "--seed", seed, "--record", name)
            game = json_of("review", name, "--no-keep")["games"][0]
            above = max(abs(seat["luck"]) for seat in game["seats"]) > 1
            if found[above] < 2:
                told = " ".join(answer_of("review", name, "--no-keep").split())
                self.assertEqual("so a sum can pass 100 %" in told, above)
                found[above] += 1
            if min(found.values()) == 2:
                return
        self.assertGreater(min(found.values()), 0, found)


class Seed003Number11(unittest.TestCase):
    """003 #11: `alea games despirala` is in prose, without a table of points."""

    def test_games_prints_the_table(self):
        out = answer_of("games", "despirala")
        for face in range(1, 7):
            self.assertRegex(out, rf"\n +Collect {face} +every {face} +the sum of its dice\n")
        for name, pattern in PATTERNS.items():
            points = POINTS.get(name, "the sum of its dice")
            self.assertRegex(out, rf"\n +{name} +{' '.join(pattern)} +{points}\n")

    def test_games_json_has_it(self):
        sheet = json_of("games", "despirala")["sheet"]
        self.assertEqual([row["name"] for row in sheet[6:]], list(PATTERNS))
        self.assertEqual({row["name"]: row["points"] for row in sheet if row["name"] in POINTS},
                         {name: str(points) for name, points in POINTS.items()})
        self.assertEqual(json_of("games", "pig")["sheet"], [])


if __name__ == "__main__":
    main()
