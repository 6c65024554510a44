#!/usr/bin/env python3
"""The console: correct and wrong input, and interrupted games that are resumed."""

import ctypes
import json
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import tempfile
import unittest

from program import ALEA, alea, environment, has_signal, main
from terminal import Terminal, play


def lines_of(record):
    return [json.loads(line) for line in pathlib.Path(record).read_text().splitlines()]


def typed(text, *arguments, **more):
    """The output of alea for these lines from a pipe."""
    done = subprocess.run([ALEA, "play", *map(str, arguments)], input=text.encode() if isinstance(text, str) else text,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=250, env=environment(**more))
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def sensible(question, text):
    """A player for any game: rolls a few times, then holds; in other games takes a legal move."""
    if question == "> ":  # a narrow terminal has it in lines of text
        question = " ".join(text.split("\n")[-6:])
    if "Name of" in question[-60:]:
        return ""
    if "How many" in question:
        return "2"
    if "Enter to roll" in question:
        return ""
    if "roll or hold" in question:
        return "hold" if int(re.findall(r"turn\s+total\s+(\d+)", text)[-1]) >= 15 else "roll"
    if "how many dice" in question:
        return "4"
    return "stop" if "Stop collecting" in question else "1"  # the first of the list


class Folder(unittest.TestCase):
    """Every test in an empty folder, which is also the user's data folder."""

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = pathlib.Path(self.temporary.name)
        os.environ["ALEA_DATA"] = str(self.folder)

    def records(self):
        return sorted((self.folder / "games").glob("*.jsonl"))


class Words(Folder):
    PIG = ["pig", "human(Ann)", "human(Bob)", "--order", "given", "--seed", 5, "--no-record"]

    def says(self, line, *words):
        with Terminal("play", *self.PIG) as t:
            t.asked()
            t.answer("")
            t.asked()
            t.answer(line)
            text = t.asked()
            for word in words:
                self.assertIn(word, text)
            self.assertIn("roll or hold? ", t.question())

    def test_a_wrong_word_names_the_nearest_move(self):
        self.says("rol l", "is not a move here", "roll or hold")
        self.says("hodl", 'did you mean "hold"?')

    def test_an_empty_line_says_what_can_be_typed(self):
        self.says("", "Please type roll or hold.")

    def test_numbers_and_signs_are_no_moves(self):
        for line in ("7", "-1", "1e9", "ro\x01ll", "\u00e9", "''", "%s%n"):
            self.says(line, "is not a move here")

    def test_the_beginning_of_a_word_in_any_case_is_enough(self):
        self.assertIn("Ann rolls", typed("\nR\n", *self.PIG)[1])
        self.assertIn("Ann's turn is over", typed("\nHOLD\n", *self.PIG)[1])
        self.assertIn("Ann's turn is over", typed("\nho\n", *self.PIG)[1])

    def test_a_line_of_a_megabyte_is_refused_in_a_sentence(self):
        status, out, _ = typed(b"\n" + b"x" * (1 << 20) + b"\nhold\n", *self.PIG)
        self.assertEqual(status, 0)
        self.assertIn("That line is too long", out)
        self.assertIn("Ann's turn is over", out.replace("\n", " "))
        self.assertLess(len(out), 5000)

    def test_control_characters_are_shown_and_not_sent_to_the_terminal(self):
        _, out, _ = typed("\n\x1b[2J\x07\n", *self.PIG)
        self.assertNotIn("\x1b", out)
        self.assertIn("\\x1B", out)

    def test_help_rules_and_hint(self):
        self.says("help", "Commands: help; rules", "undo")
        self.says("rules", "Whoever first banks a score of 100")
        self.says("hint", "move", "wins", "roll", "hold")

    def test_commands_do_before_the_game_too(self):
        status, out, _ = typed("2\nhelp\nrules\nhint\nundo\nsave\n", "pig", "--no-record")
        self.assertEqual(status, 0)
        self.assertIn("only if you are the only person", out.replace("\n", " "))

    def test_with_two_people_nothing_is_taken_back(self):
        self.says("undo", "only if you are the only person")


class Input(Folder):
    def test_a_whole_game_from_a_pipe(self):
        text, status = play(sensible, "play", "pig", "--seed", 3)
        self.assertEqual(status, 0)
        answers = "2\n" + "\n" * 400
        status, out, _ = typed("2\n" + "".join("\nroll\nhold\n" for _ in range(400)), "pig", "--seed", 3)
        self.assertEqual(status, 0)
        self.assertIn("wins the game!", out)
        self.assertNotIn("\x1b", out)
        self.assertTrue(answers and text)

    def test_the_end_of_input_in_the_roll_for_the_order_keeps_the_game(self):
        status, out, _ = typed("3\n\n", "pig", "--seed", 3)
        self.assertEqual(status, 0)
        self.assertIn("alea play --resume", out.replace("\n", " "))
        self.assertEqual([line.get("player") for line in lines_of(self.records()[0])[1:]], [0])
        status, out, _ = typed("", "--resume")
        self.assertEqual(status, 0)
        self.assertIn("Player 2, for the order", out)

    def test_the_end_of_input_before_anything_is_no_error(self):
        self.assertEqual(typed("", "pig")[0], 0)

    def test_ctrl_d_and_ctrl_c_leave_cleanly_and_keep_the_game(self):
        for key in ("Ctrl-D", "Ctrl-C"):
            for term in ("dumb", "xterm"):
                with Terminal("play", "pig", "human(Ann)", "optimal", "--order", "given", "--seed", 4, term=term) as t:
                    t.asked()
                    t.answer("")
                    t.asked()
                    t.key(key)
                    self.assertEqual(t.wait(), 0, t.text)
                    self.assertIn("alea play --resume", t.text.replace("\n", " "))
                    self.assertNotIn("\x1b[?1049h", t.raw.decode())

    def test_ctrl_c_ends_the_question_whatever_thread_it_reaches(self):
        with Terminal("play", "pig", "human(Ann)", "optimal", "--order", "given", "--seed", 4) as t:
            t.asked()
            # The thread sanitizer adds a thread that blocks every signal.
            threads = f"/proc/{t.child}/task"
            others = [int(thread) for thread in os.listdir(threads) if int(thread) != t.child
                      and not has_signal(f"{threads}/{thread}", "SigBlk", signal.SIGINT)]
            if not others:
                self.skipTest("alea has one thread here")
            self.assertEqual(ctypes.CDLL(None, use_errno=True).tgkill(t.child, others[0], signal.SIGINT), 0)
            self.assertEqual(t.wait(), 0, t.text)
            self.assertIn("alea play --resume", t.text.replace("\n", " "))

    def test_completion_on_a_terminal(self):
        with Terminal("play", "pig", "human(Ann)", "optimal", "--order", "given", "--seed", 4, "--no-record", term="xterm") as t:
            t.asked()
            t.type("ro")
            t.key("Tab")
            t.until("roll")
            t.answer("")
            self.assertIn("Ann rolls", t.asked())

    def test_history_on_a_terminal(self):
        with Terminal("play", "pig", "human(Ann)", "optimal", "--order", "given", "--seed", 4, "--no-record", term="xterm") as t:
            t.asked()
            t.answer("rules")
            t.asked()
            t.key("Up")
            t.until("rules")
            t.answer("")
            t.asked()
            self.assertEqual(t.text.count("Whoever first banks"), 2)

    def test_a_letter_that_is_not_ascii_is_one_character_to_the_editor(self):
        with Terminal("play", "pig", "human(Ann)", "optimal", "--order", "given", "--seed", 4, "--no-record", term="xterm") as t:
            t.asked()
            t.type("é")
            t.until("é")  # the editor has it, not the line discipline of the terminal
            t.type("\x7f")  # Delete takes both bytes of it
            t.answer("")
            self.assertIn("Ann rolls", t.asked())

    def test_a_terminal_of_twenty_columns(self):
        with Terminal("play", "pig", "--seed", 3, "--no-record", columns=20, term="xterm") as t:
            for _ in range(12):
                question = t.asked() and t.question()
                t.answer(sensible(question, t.text))
            shown = [line for line in t.text.split("\n") if "?" not in line and "Enter" not in line]
            self.assertLessEqual(max(map(len, shown)), 40)

    def test_a_roll_takes_three_lines_where_there_are_few(self):
        for rows, lines in ((24, 3), (29, 3), (30, 8)):  # a die is five lines high
            with self.subTest(rows), Terminal("play", "pig", "human(Ann)", "human(Bob)", "--order", "given", "--seed", 5, "--no-record",
                                              columns=80, rows=rows, term="xterm") as t:
                t.asked()
                t.answer("")
                t.asked()
                before = len(t.text)
                t.answer("roll")
                t.asked()
                shown = t.text[before:].rsplit("roll\n", 1)[1]  # behind the echo, which may be shown twice: dice, facts, question
                self.assertEqual(shown.strip().count("\n") + 1, lines, t.text)

    def test_resized_in_the_middle(self):
        with Terminal("play", "pig", "human(Ann)", "human(Bob)", "--order", "given", "--seed", 3, "--no-record", term="xterm") as t:
            t.asked()
            t.resize(30)
            t.answer("")
            t.asked()
            t.resize(120)
            t.answer("hold")
            self.assertIn("Bob's turn", t.asked())

    def test_no_color(self):
        with Terminal("play", "pig", "human(Ann)", "human(Bob)", "--order", "given", "--no-record", term="xterm", NO_COLOR="1") as t:
            t.asked()
            self.assertNotIn(b"\x1b[1", t.raw)
        with Terminal("play", "pig", "human(Ann)", "human(Bob)", "--order", "given", "--no-record", term="xterm") as t:
            t.asked()
            self.assertIn(b"\x1b[1;36m", t.raw)

    def test_dice_without_utf_8(self):
        with Terminal("play", "pig", "human(Ann)", "human(Bob)", "--order", "given", "--no-record", term="xterm", LC_ALL="C") as t:
            t.asked()
            t.answer("")
            t.asked()
            self.assertIn("+-------+", t.text)
            self.assertTrue(t.raw.decode("ascii"))


class Options(Folder):
    def refused(self, words, *arguments):
        answer = alea("play", *arguments)
        self.assertEqual(answer.status, 2, answer)
        self.assertIn(words, answer.err.replace("\n", " "))

    def test_what_is_wrong_is_said(self):
        self.refused("GAME is missing")
        self.refused("did you mean \"pig\"", "pigg")
        self.refused("2 to 8 players", "pig(players=3)", "hold(20)")
        self.refused("at most 8", "pig", *["human(A)"] * 9)
        self.refused("--tutor must be a number", "pig", "--tutor", "-1")
        self.refused("--strength must be a number", "pig", "--strength", "1.5")
        self.refused("--dice must be", "pig", "--dice", "loaded")
        self.refused("S of graded(S) must be", "pig", "human(Ann)", "graded(2)", "--order", "given")
        self.refused("contradict each other", "pig", "--record", "x", "--no-record")
        self.refused("There is no unfinished game", "--resume")

    def test_players_of_one_name_are_told_apart(self):
        _, out, _ = typed("\n", "pig", *["human(A)"] * 3, "--order", "given", "--no-record")
        self.assertIn("A 2: score 0\nA 3: score 0", out)

    def test_a_number_of_players_in_the_game_is_not_asked_for(self):
        _, out, _ = typed("", "pig(players=3)", "--no-record")
        self.assertNotIn("How many", out)
        self.assertIn("Player 1, for the order", out)
        self.assertIn("(1 to 2)", typed("", "pig(players=2)", "--no-record")[1])

    def test_a_record_is_never_overwritten(self):
        (self.folder / "mine.jsonl").write_text("precious")
        status, _, err = typed("2\n", "pig", "--record", self.folder / "mine.jsonl")
        self.assertNotEqual(status, 0)
        self.assertIn("mine.jsonl", err)
        self.assertEqual((self.folder / "mine.jsonl").read_text(), "precious")

    def test_tutor_warns_and_lets_one_think_again(self):
        status, out, _ = typed("\nhold\nn\nhold\ny\n", "pig", "human(Ann)", "optimal", "--order", "given", "--seed", 3, "--tutor", "0.001")
        self.assertEqual(status, 0)
        self.assertEqual(out.count("is better"), 2, out)
        self.assertEqual(out.count("Ann's turn is over"), 1)

    def test_tutor_is_silent_about_what_costs_little(self):
        _, out, _ = typed("\nhold\n", "pig", "human(Ann)", "optimal", "--order", "given", "--seed", 3, "--tutor", "0.5")
        self.assertNotIn("is better", out)

    def test_the_coach_warns_of_any_move_where_the_best_one_wins_at_once(self):
        # With 18 points of 20 and 4 in the turn a roll costs less than a blunder, but holding wins.
        dice = "6\nroll\n6\nroll\n6\nhold\ny\n1\n4\n"
        _, out, _ = typed(dice + "roll\nn\nhold\n", "pig(goal=20)", "Ann", "Bob", "--order", "given", "--dice", "manual", "--coach", "--no-record")
        said = " ".join(out.split())
        self.assertRegex(said, r"roll costs [0-9.]+ % of the chance to win; hold is better")
        self.assertLess(float(re.search(r"roll costs ([0-9.]+)", said)[1]), 10)
        self.assertIn("Ann wins the game", said)
        self.assertEqual(said.count("is better"), 2)  # the first is of the hold at 18, a blunder

    def test_strength_1_never_errs_and_0_does(self):
        for strength, errs in (("1", False), ("0", True)):
            text, _ = play(sensible, "play", "pig", "human(Ann)", f"graded({strength})", "--order", "given", "--seed", 6, "--no-record")
            turns = re.findall(r"Computer: score (\d+), turn total (\d+), .*\n(?:.*\n)?Computer: (roll|hold)", text)
            early = [turn for own, turn, move in turns if move == "hold" and int(turn) < 10 and int(own) + int(turn) < 100]
            self.assertEqual(bool(early), errs, turns)

    def test_undo_brings_the_same_dice_and_stays_in_the_record(self):
        record = self.folder / "undone.jsonl"
        status, out, _ = typed("\nroll\nundo\nroll\nundo\nhold\n", "pig", "human(Ann)", "optimal", "--order", "given", "--seed", 3, "--record", record)
        self.assertEqual(status, 0, out)
        rolls = re.findall(r"Ann rolls (\d)", out)
        self.assertEqual(rolls[1], rolls[2])
        self.assertEqual(sum("undo" in line for line in lines_of(record)), 2)

    def test_real_dice(self):
        status, out, _ = typed("2\n4\n2\n7\n0\nsix\n6\nroll\n1\n", "pig", "--dice", "manual")
        self.assertEqual(status, 0, out)
        self.assertIn("Type what the dice show", out)
        self.assertIn("Player 2's turn is over; the score stays 0.", out.replace("\n", " "))
        lines = lines_of(self.records()[0])
        self.assertEqual(lines[0]["dice"], "manual")
        self.assertEqual([line["order"] for line in lines if "order" in line], [4, 2])
        self.assertEqual([line["roll"] for line in lines if "roll" in line], [[6], [1]])

    def test_a_full_disk_does_not_end_the_game(self):
        limit = 400

        def small():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        done = subprocess.run([ALEA, "play", "pig", "human(Ann)", "human(Bob)", "--order", "given", "--seed", "3", "--record",
                               str(self.folder / "small.jsonl")], input=b"\nhold\n" * 30 + b"save\n", stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=100, env=environment(), preexec_fn=small)
        out = done.stdout.decode().replace("\n", " ")
        self.assertIn("The game goes on, but it cannot be saved", out)
        self.assertGreater(out.count("'s turn is over"), 10)
        self.assertIn("The game cannot be saved at the moment", out)
        self.assertEqual(done.returncode, 3)


class Resumed(Folder):
    def decisions(self, record):
        return [line for line in lines_of(record) if "move" in line]

    def broken_off(self, game, rounds, seed):
        """Games killed at random moments: no decision that was answered is lost."""
        chance = random.Random(seed)
        record = self.folder / f"{seed}.jsonl"
        arguments = ["play", *game, "--seed", seed, "--record", record]
        answered = 0
        for _ in range(rounds):
            with Terminal(*arguments) as t:
                for _ in range(chance.randrange(1, 12)):
                    if t.asked() is None:
                        return
                    decides = "Enter to roll" not in t.question()
                    t.answer(sensible(t.question(), t.text))
                    if decides and t.asked() is not None:
                        answered += 1
                if chance.random() < 0.5:
                    t.type(chance.choice(["r", "ho", "4\n", "\n", "roll\n"]))
                ended = t.status is not None
                t.kill()
            whole = [line for line in record.read_bytes().split(b"\n")[:-1]]
            kept = sum(b'"seat":0' in line and b'"move"' in line for line in whole)
            self.assertGreaterEqual(kept, answered)
            if ended:
                return
            answered = kept
            arguments = ["play", "--resume", record]

    def test_pig_killed_and_resumed(self):
        for seed in range(4):
            self.broken_off(["pig", "human(Ann)", "optimal", "--order", "given"], 5, seed)

    def test_hog_killed_and_resumed(self):
        for seed in range(10, 13):
            self.broken_off(["hog", "human(Ann)", "always(4)"], 5, seed)

    def test_despirala_killed_and_resumed(self):
        for seed in range(20, 24):
            self.broken_off(["despirala", "human(Ann)"], 5, seed)

    def test_a_whole_game_of_despirala(self):
        text, status = play(sensible, "play", "despirala", "human(Ann)", "greedy", "--seed", 2)
        self.assertEqual(status, 0)
        self.assertRegex(text, "(Ann|greedy) wins the game!")

    def test_a_resumed_game_is_the_game_that_was_not_broken_off(self):
        whole, parts = self.folder / "whole.jsonl", self.folder / "parts.jsonl"
        moves = ["", "roll", "hold"] * 60
        typed("\n".join(moves) + "\n", "pig", "human(Ann)", "hold(20)", "--order", "given", "--seed", 9, "--record", whole)
        for at in range(0, len(moves), 7):
            game = ["--resume", parts] if at else ["pig", "human(Ann)", "hold(20)", "--order", "given", "--seed", 9, "--record", parts]
            status, _, err = typed("\n".join(moves[at:at + 7]) + "\n", *game)
            if "finished" in err:
                break
            self.assertEqual(status, 0, err)
        self.assertGreater(len(lines_of(whole)), 20)

    def test_the_latest_unfinished_game_is_found(self):
        typed("", "pig", "human(Ann)", "human(Bob)", "--order", "given", "--seed", 1)
        typed("", "hog", "human(Cid)", "human(Dan)", "--seed", 2)
        self.assertIn("Cid", typed("", "--resume")[1])

    def test_of_games_of_one_moment_the_last_name_is_the_latest(self):
        """Whatever the order of the folder is."""
        data = pathlib.Path("moment").resolve()
        games = data / "games"
        typed("", "pig", "human(Ann)", "human(Bob)", "--order", "given", "--seed", 1, ALEA_DATA=data)
        (first,) = games.iterdir()
        text = first.read_text()
        first.unlink()
        for name in "gcaehbfd":
            (games / f"{name}.jsonl").write_text(text.replace("Ann", f"Ann-{name}"))
            os.utime(games / f"{name}.jsonl", (1e9, 1e9))
        for name in "hgf":
            self.assertIn(f"Ann-{name}", typed("", "--resume", ALEA_DATA=data)[1])
            (games / f"{name}.jsonl").unlink()


if __name__ == "__main__":
    main()
