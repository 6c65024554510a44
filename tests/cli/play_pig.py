#!/usr/bin/env python3
"""Pig at the console, rule by rule: every sentence of the game's description is a test, on games that are played here."""

import json
import pathlib
import re
import tempfile
import unittest

from program import main
from terminal import Terminal, play

ROLLED = re.compile(r"^(.+) rolls ([\d ]+)\.[ ⚀⚁⚂⚃⚄⚅]*$", re.M)
FACTS = re.compile(r"^(.+): score (\d+), turn total (\d+), rolls this turn (\d+)$", re.M)


def holds_at(limit, answers=None):
    """A person who rolls until the turn total is `limit`; `answers` come before the game."""
    waiting = list(answers or [])

    def decide(question, text):
        if question.startswith("How many"):
            return waiting.pop(0)
        if question.endswith("press Enter to roll. "):
            return ""
        total = int(FACTS.findall(text)[-1][2])
        return "hold" if total >= limit else "roll"
    return decide


def game(people, seed=5, limit=20, *options):
    with tempfile.TemporaryDirectory() as folder:
        record = pathlib.Path(folder) / "game.jsonl"
        text, status = play(holds_at(limit, [people]), "play", "pig", "--seed", seed, "--record", record, *options)
        assert status == 0, text
        return text, [json.loads(line) for line in record.read_text().splitlines()]


def parts(text):
    """The text before the first turn, and the turns as (name, text)."""
    before, *rest = re.split(r"\n(.+)'s turn\n", "\n" + text)
    return before, list(zip(rest[::2], rest[1::2]))


TWO, TWO_LINES = game("2")
ALONE, ALONE_LINES = game("1", seed=8)
THREE, THREE_LINES = game("3", seed=13)
FOUR, FOUR_LINES = game("4", seed=21)
ALL = [TWO, ALONE, THREE, FOUR]


class Rules(unittest.TestCase):
    def test_at_least_two_players(self):
        for text, players in [(TWO, 2), (ALONE, 2), (THREE, 3), (FOUR, 4)]:
            assert len({name for name, _ in parts(text)[1]}) == players

    def test_two_players_are_two_people_or_one_and_the_computer(self):
        assert {name for name, _ in parts(TWO)[1]} == {"Player 1", "Player 2"}
        assert {name for name, _ in parts(ALONE)[1]} == {"Player 1", "Computer"}

    def test_three_or_more_have_no_computer_to_play_against(self):
        for text in (THREE, FOUR):
            assert "Computer" not in text

    def test_at_most_four_players(self):
        for wrong in ("5", "0", "-1", "17", "four", "", "1e0", " 2 2", "9" * 40):
            with Terminal("play", "pig", "--no-record") as t:
                t.asked()
                t.answer(wrong)
                assert "Please type a number from 1 to 4." in t.asked(), t.text
                t.answer("2")
                assert "press Enter to roll" in t.asked()

    def test_one_die_with_the_faces_1_to_6(self):
        faces = [face for text in ALL for _, face in ROLLED.findall(text)]
        assert set(faces) == set("123456"), faces

    def test_opposite_sides_sum_to_seven(self):
        """By the pips of the drawing: opposite sides sum to seven."""
        with Terminal("play", "pig", "--seed", 5, "--no-record", term="xterm") as t:
            t.asked()
            t.answer("2")
            while len(set(ROLLED.findall(t.text))) < 8:
                assert t.asked() is not None
                t.answer("roll" if "roll or hold" in t.question() else "")
            drawn = {}
            for match in re.finditer(r"rolls (\d)\.\n((?:.*\n){5})", t.text):
                drawn[int(match[1])] = match[2].count("●")
            assert drawn and all(pips == face for face, pips in drawn.items()), drawn

    def test_who_goes_first_is_rolled_for(self):
        for text, lines in [(TWO, TWO_LINES), (ALONE, ALONE_LINES), (THREE, THREE_LINES), (FOUR, FOUR_LINES)]:
            before, turns = parts(text)
            rolls = [(name, int(face)) for name, face in ROLLED.findall(before)]
            assert len(rolls) == len({name for name, _ in rolls}), "each player rolls once"
            assert [line["order"] for line in lines if "order" in line] == [face for _, face in rolls]
            first = [name for name, _ in turns[:len(rolls)]]
            assert first == [name for name, _ in sorted(rolls, key=lambda roll: roll[1])], (rolls, first)

    def test_a_tie_never_puts_anybody_before_a_lower_roll(self):
        ties = 0
        for seed in range(30):
            with Terminal("play", "pig", "--seed", seed, "--no-record") as t:
                t.asked()
                t.answer("4")
                while "'s turn\n" not in t.asked():
                    t.answer("")
                before, _ = parts(t.text)
            rolled = dict(ROLLED.findall(before))
            order = re.findall(r"^\d\. (.+)$", before, re.M)
            faces = [int(rolled[name]) for name in order]
            assert sorted(faces) == faces and len(order) == 4, before
            ties += len(set(faces)) < 4
        assert ties > 5

    def test_after_the_last_player_it_is_the_first_ones_turn_again(self):
        for text, players in [(TWO, 2), (ALONE, 2), (THREE, 3), (FOUR, 4)]:
            names = [name for name, _ in parts(text)[1]]
            assert all(name == names[i % players] for i, name in enumerate(names)), names

    def test_each_turn_a_player_rolls_the_die(self):
        for text in ALL:
            for name, turn in parts(text)[1]:
                assert ROLLED.findall(turn)[0][0] == name

    def test_a_1_scores_nothing_and_ends_the_turn(self):
        seen = 0
        for text in ALL:
            for name, turn in parts(text)[1]:
                faces = [face for _, face in ROLLED.findall(turn)]
                assert "1" not in faces[:-1], "the turn is over at once"
                if faces[-1] != "1":
                    continue
                seen += 1
                assert f"{name}'s turn is over; the score stays " in turn.replace("\n", " "), turn
                after = turn[turn.rindex(" rolls 1."):]
                assert "?" not in after, "nobody is asked after a 1"
        assert seen > 10

    def test_any_other_number_is_added_to_the_turn_total_and_the_score_stays(self):
        for text in ALL:
            for name, turn in parts(text)[1]:
                total, score = 0, None
                for line in turn.split("\n"):
                    facts, roll = FACTS.match(line), ROLLED.match(line)
                    if facts and facts[1] == name:
                        assert int(facts[3]) == total, turn
                        assert score in (None, facts[2]), "the score does not change before the turn's end"
                        score = facts[2]
                    if roll:
                        total += int(roll[2])

    def test_a_hold_adds_the_turn_total_to_the_score(self):
        seen = 0
        for text in ALL:
            for name, turn in parts(text)[1]:
                over = re.search(r"the score was (\d+) and is now (\d+)\.", turn.replace("\n", " "))
                if over:
                    total = sum(int(face) for _, face in ROLLED.findall(turn))
                    assert int(over[2]) - int(over[1]) == total, turn
                    seen += 1
        assert seen > 10

    def test_no_hold_before_the_die_was_rolled_once(self):
        with Terminal("play", "pig", "human(Ann)", "human(Bob)", "--order", "given", "--seed", 5, "--no-record") as t:
            t.asked()
            t.answer("hold")
            assert "You cannot hold before the first roll of a turn" in t.asked()
            assert not ROLLED.search(t.text)
            t.answer("")
            t.asked()
            assert ROLLED.search(t.text)

    def test_the_game_ends_with_a_turn_that_ends_at_100_or_more(self):
        for text in ALL:
            winner = re.search(r"^(.+) wins the game!$", text, re.M)[1]
            points = dict(re.findall(r"^ *(\S.*): (\d+) points$", text, re.M))
            assert int(points.pop(winner)) >= 100 and all(int(p) < 100 for p in points.values())
            scores = [int(now) for now in re.findall(r"is now (\d+)\.", text.replace("\n", " "))]
            assert max(scores[:-1]) < 100 <= scores[-1]

    def test_before_every_roll_score_turn_total_and_rolls_are_shown(self):
        for text in ALL:
            for name, turn in parts(text)[1]:
                rolls = 0
                shown = None
                for line in turn.split("\n"):
                    facts = FACTS.match(line)
                    if facts and facts[1] == name:
                        shown = facts
                    if ROLLED.match(line):
                        assert shown and int(shown[4]) == rolls, turn
                        shown, rolls = None, rolls + 1

    def test_after_every_roll_the_die_is_shown(self):
        for text, lines in [(TWO, TWO_LINES), (THREE, THREE_LINES)]:
            before, turns = parts(text)
            shown = [int(face) for _, turn in turns for _, face in ROLLED.findall(turn)]
            assert shown == [line["roll"][0] for line in lines if "roll" in line]

    def test_the_same_seed_gives_the_same_game(self):
        assert game("2")[0].split("The game is saved in")[0] == TWO.split("The game is saved in")[0]

    def test_the_record_is_the_game(self):
        for text, lines in [(TWO, TWO_LINES), (FOUR, FOUR_LINES)]:
            assert lines[0]["alea"] == "record" and lines[-1]["end"]["scores"]
            winner = lines[-1]["end"]["winner"]
            seats = next(line["bots"] for line in lines if "begin" in line)
            assert f"{lines[0]['bots'][seats[winner]][6:-1]} wins the game!" in text


if __name__ == "__main__":
    main()
