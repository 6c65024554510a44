#!/usr/bin/env python3
"""The audit's items for students, one case each: worst 4, 5 and 6; seed 002 #1, #2, #10 and #18; and the list of a student's
troubles. The expected rules are typed here anew from seed 002."""

import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

from program import ALEA, SOURCE, alea, answer_of, environment, has_python, json_of, main, write

HOG = SOURCE / "bots" / "hog"
NAMED = "PLAYER_NAME = 'Fay'\n"
FOUR = NAMED + "def final_strategy(score, opponent_score):\n    return 4\n"
ENDLESS = NAMED + "def final_strategy(score, opponent_score):\n    while True: pass\n"
FUEL = ["--fuel", "1e9"]


def bacon(other):
    return 1 + other // 10 * (other % 10) % 10


def libraries():
    """The folders of the libraries that the program was linked with, wherever it lies."""
    found = subprocess.run(["ldd", ALEA], stdout=subprocess.PIPE, text=True, check=True).stdout
    return ":".join(sorted({os.path.dirname(path) for path in re.findall(r"=> (/\S+)", found)}))


@unittest.skipUnless(has_python(), "no Python for strategies")
class Check(unittest.TestCase):
    def test_worst_4_and_002_2_the_first_command_of_a_student_finds_hog(self):
        write("hog_contest.py", FOUR)
        text = answer_of("bot", "check", "hog_contest.py", env=environment(COLUMNS="200"))
        self.assertIn("hog(goal=100,time_trot=true), because it defines final_strategy; --game names another", text)
        self.assertRegex(text, r"(?m)^  valid +yes$")
        self.assertEqual(json_of("bot", "check", "hog_contest.py")["game"], "hog(goal=100,time_trot=true)")

    def test_worst_4_an_empty_file_is_told_what_both_kinds_of_bots_need(self):
        write("mine.py", "")
        answer = alea("bot", "check", "mine.py")
        self.assertEqual(answer.status, 2, answer)
        self.assertIn("no function final_strategy, so it is no strategy for Hog. For races, the class", answer.err)

    def test_worst_4_a_file_that_lacks_the_function_is_told_so(self):
        write("mine.py", NAMED + "def strategy(score, opponent_score):\n    return 4\n")
        report = alea("bot", "check", "mine.py", "--json")
        self.assertEqual((report.status, json.loads(report.out)["what"]), (1, "function"), report)

    def test_worst_5_prints_do_not_bury_the_verdict(self):
        write("loud.py", NAMED + "def final_strategy(s, o):\n    print(s, o)\n    return 4\n")
        text = answer_of("bot", "check", "loud.py")
        printed = text.split("Its output, shown only to you:\n")[1].split("\n\n")[0].splitlines()
        self.assertEqual(printed, [f"  0 {other}" for other in range(20)] + ["  ... and 9,980 more lines"])
        self.assertLess(len(text.splitlines()), 60)
        self.assertEqual(json_of("bot", "check", "loud.py")["printed_lines"], 10000)

    def test_worst_5_twenty_lines_are_shown_whole_and_one_more_is_counted(self):
        for lines, tail in ((20, "  19"), (21, "  ... and 1 more line")):
            write("loud.py", f"for i in range({lines}): print(i)\n" + FOUR)
            printed = answer_of("bot", "check", "loud.py").split("only to you:\n")[1].split("\n\n")[0].splitlines()
            self.assertEqual(printed[-1], tail)

    def test_002_18_limits_are_in_words_of_a_student(self):
        write("slow.py", ENDLESS)
        answer = alea("bot", "check", "slow.py", *FUEL, env=environment(COLUMNS="1000"))
        self.assertEqual(answer.status, 1)
        self.assertIn("It takes too long: all its answers together may take what a usual computer does in about 0.1 seconds",
                      answer.out)
        write("four.py", FOUR)
        text = answer.out + answer_of("bot", "check", "four.py", env=environment(COLUMNS="1000"))
        self.assertIn("and may take ten seconds", text)
        for word in ("instructions", "fuel", "100 G", "000000000"):
            self.assertNotIn(word, text)

    def test_student_imports_get_a_sentence_that_helps(self):
        for line, words in (("import numpy as np", "there is no module numpy here: a strategy may import"),
                            ("from dice import six_sided", "the course's module dice is not here"),
                            ("from hog import roll_dice", "hog has only GOAL_SCORE, free_bacon, is_swap and always_roll here"),
                            ("import tkinter", "the module tkinter is not here: a strategy has no files")):
            write("mine.py", line + "\n" + FOUR)
            answer = alea("bot", "check", "mine.py", env=environment(COLUMNS="1000"))
            self.assertEqual(answer.status, 1, answer)
            self.assertIn(words, answer.out)
            self.assertIn("(line 1)", answer.out)
            self.assertNotIn("ModuleNotFoundError", answer.out)

    def test_without_python_the_remedy_is_told(self):
        """The program and its workers alone, without python.wasm beside them."""
        write("mine.py", FOUR)
        with tempfile.TemporaryDirectory() as folder:
            for name in ("alea", "alea-worker"):
                shutil.copy(pathlib.Path(ALEA).with_name(name), folder)
            for words in (["bot", "check", "mine.py"], ["contest", "hog", "mine.py"]):
                done = subprocess.run([f"{folder}/alea", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                      env=environment(ALEA_PYTHON=None, LD_LIBRARY_PATH=libraries()))
                self.assertEqual((done.returncode, done.stdout), (2, ""), done)
                for words in ("python.wasm", "beside itself and in ../share/alea", "ALEA_PYTHON"):
                    self.assertIn(words, done.stderr)

    def test_student_files_and_the_keyboard_are_told_to_be_missing(self):
        for line, words in (("open('notes.txt')", "FileNotFoundError"), ("dice = int(input('How many? '))", "OSError")):
            write("mine.py", line + "\n" + FOUR)
            answer = alea("bot", "check", "mine.py", env=environment(COLUMNS="1000"))
            self.assertEqual(answer.status, 1, answer)
            self.assertIn(words, answer.out)
            self.assertIn("(a strategy has no files, keyboard or network) (line 1)", answer.out)

    def test_student_the_helpers_of_hog_are_the_rules(self):
        write("mine.py", "from hog import *\nPLAYER_NAME = 'A'\ndef final_strategy(s, o):\n"
              "    assert GOAL_SCORE == 100 and always_roll(6)(s, o) == 6\n"
              "    return free_bacon(o) - 1 if not is_swap(s, o) else 10\n")
        report = alea("bot", "freeze", "mine.py", "--game", "hog", "--out", "mine.csv")
        self.assertEqual(report.status, 0, report)
        table = [[int(cell) for cell in row.split(",")] for row in pathlib.Path("mine.csv").read_text().splitlines()]
        self.assertEqual(table, [[10 if own % 10 == other // 10 else bacon(other) - 1 for other in range(100)]
                                 for own in range(100)])

    def test_student_other_rules_have_no_helpers(self):
        write("mine.py", "import hog\n" + FOUR)
        answer = alea("bot", "check", "mine.py", "--game", "hog-moon", env=environment(COLUMNS="1000"))
        self.assertEqual(answer.status, 1)
        self.assertIn("the module hog is not here: its helpers follow the rules of the game hog", answer.out)


@unittest.skipUnless(has_python(), "no Python for strategies")
class Names(unittest.TestCase):
    BAD = {"slow.py": ENDLESS, "syntax.py": NAMED + "def final_strategy(score, opponent_score)\n",
           "answer.py": "PLAYER_NAME = 'F' + 'ay'\ndef final_strategy(s, o): return 11\n",
           "broken.lua": "return { name = 'Fay', decide = }\n"}

    def test_student_the_name_survives_disqualification(self):
        for name, text in self.BAD.items():
            pathlib.Path("subs").mkdir(exist_ok=True)
            write("subs/" + name, text)
        write("subs/good.py", FOUR.replace("Fay", "Gil"))
        text = answer_of("contest", "hog", "subs", "--csv", "out.csv", "--html", "out.html", *FUEL)
        rows = {row["file"]: row for row in csv.DictReader(pathlib.Path("out.csv").read_text(encoding="utf-8").splitlines())}
        page = pathlib.Path("out.html").read_text(encoding="utf-8")
        for name in self.BAD:
            self.assertIn(f"Fay (subs/{name})", text)
            self.assertEqual((rows["subs/" + name]["name"], rows["subs/" + name]["status"]), ("Fay", "disqualified"))
        self.assertGreaterEqual(page.count("Fay"), len(self.BAD))

    def test_student_bot_check_shows_the_name_too(self):
        write("slow.py", ENDLESS)
        self.assertRegex(alea("bot", "check", "slow.py", *FUEL).out, r"(?m)^  name +Fay$")


class LuaNames(unittest.TestCase):
    """Worst 6: `name` in Lua bots of every family."""

    def test_worst_6_contest_and_check_show_it(self):
        pathlib.Path("subs").mkdir(exist_ok=True)
        write("subs/one.lua", (HOG / "good" / "threshold.lua").read_text())
        write("subs/two.csv", "\n".join([",".join("4" * 100)] * 100) + "\n")
        self.assertEqual({entry["name"] for entry in json_of("contest", "hog", "subs")["entries"]}, {"Moonshine", "two"})
        self.assertRegex(answer_of("bot", "check", "subs/one.lua"), r"(?m)^  name +Moonshine$")

    def test_worst_6_standings_show_it_in_every_family(self):
        bots = {"pig": ("return { name = 'Moonshine', decide = function(view) return view.turn < 20 end }", "hold(20)"),
                "hog": ("return { name = 'Moonshine', decide = function(view) return 5 end }", "always(4)"),
                "despirala": ("return { name = 'Moonshine', decide = function(view) return view.moves[1] end }", None)}
        for game, (text, other) in bots.items():
            write("bot.lua", text)
            arguments = ["run", game, "bot.lua", *([other] if other else []), "--games", "20"]
            self.assertIn("Moonshine", answer_of(*arguments), game)
            standing = json_of(*arguments)["standings"][0]
            self.assertEqual((standing["bot"], standing["title"]), ("bot.lua", "Moonshine"))

    def test_lua_bots_find_their_game(self):
        write("hog.lua", "return function(view) return view.opponent > 50 and 6 or 4 end")
        self.assertIn("hog(", json_of("bot", "check", "hog.lua")["game"])
        write("pig.lua", "return function(view) return view.turn < 20 end")
        self.assertIn("pig-pen(", json_of("bot", "check", "pig.lua")["game"])


class Contradiction(unittest.TestCase):
    def test_002_10_the_rules_say_where_their_source_contradicts_itself(self):
        self.assertIn("20 to 0 is swapped", answer_of("games", "hog"))
        self.assertIn("0 to 20", json_of("games", "hog")["note"])
        for game in ("hog-moon", "hog(time_trot=false)", "pig"):
            self.assertIsNone(json_of("games", game)["note"], game)


def same_in_all_pythons(reason):
    """Versions of Python word what an exception says differently."""
    return reason and re.sub(r"(\w+Error: ).*( \(line \d+\))", r"\1…\2", reason)


def json_of_check(path):
    return json.loads(alea("bot", "check", path, "--game", "hog", "--json").out)


class Kit(unittest.TestCase):
    """002 #1: what students get, and that it says what alea says."""

    def unpack(self, game="hog"):
        answer_of("contest", "kit", game, "--out", "kit.zip")
        with zipfile.ZipFile("kit.zip") as archive:
            self.assertIsNone(archive.testzip())
            archive.extractall("kit")
            return sorted(archive.namelist())

    def judge(self, path, seconds=2):
        """What plain Python says, with no alea in sight."""
        done = subprocess.run([sys.executable, "check.py", "--json", "--seconds", str(seconds), path], cwd="kit",
                              env={"PATH": "/usr/bin:/bin"}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.stderr, "")
        result = json.loads(done.stdout)
        self.assertEqual(done.returncode, 0 if result["status"] == "ok" else 1)
        return result

    def test_002_1_it_has_a_blank_file_rules_and_tests(self):
        self.assertEqual(self.unpack(), ["README.txt", "RULES.txt", "check.py", "hog.py", "hog_contest.py", "tests/hog.py",
                                         "tests/settings.py", "tests/strategy.py"])
        rules = pathlib.Path("kit/RULES.txt").read_text()
        for words in ("Free Bacon", "20 to 0 is swapped", "PLAYER_NAME", "about ten\n    seconds"):
            self.assertIn(words.split("\n")[0], rules)
        done = subprocess.run([sys.executable, "check.py"], cwd="kit", stdout=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 0)
        self.assertIn("valid       yes", done.stdout)

    def test_002_1_it_is_the_same_each_time(self):
        self.unpack()
        first = pathlib.Path("kit.zip").read_bytes()
        self.unpack()
        self.assertEqual(pathlib.Path("kit.zip").read_bytes(), first)

    def test_002_1_other_rules_have_no_helpers(self):
        self.assertNotIn("hog.py", self.unpack("hog-moon"))
        write("kit/mine.py", "import hog\n" + FOUR)
        self.assertIn("its helpers follow the rules of the game hog", self.judge("mine.py")["reason"])

    @unittest.skipUnless(has_python(), "no Python for strategies")
    def test_002_1_its_verdicts_are_those_of_alea(self):
        self.unpack()
        report = json_of("contest", "hog", HOG / "bad", HOG / "good", "--fuel", "2e10")
        checked = 0
        for entry in report["entries"]:
            if not entry["file"].endswith(".py"):
                continue
            mine = self.judge(entry["file"], 10)
            self.assertEqual((mine["status"], mine["what"]), (entry["status"], entry["what"]), entry["file"])
            if entry["what"] not in ("impure", "syntax") and entry["name"].isprintable():
                self.assertEqual(*(same_in_all_pythons(reason) for reason in (mine["reason"], entry["reason"])), entry["file"])
            checked += 1
        self.assertGreater(checked, 40)

    @unittest.skipUnless(has_python(), "no Python for strategies")
    def test_recursion_is_as_deep_as_in_the_contest(self):
        """Two calls for each level, and two more: the file's own and the innermost. Versions of Python count other things, too."""
        self.unpack()
        for levels, limit, what in ((499, None, None), (500, None, "error"), (1400, 10000, None), (249, 500, None), (250, 500, "error"),
                                    (4999, 10**6, None), (5000, 10**6, "error")):
            setting = f"import sys\nsys.setrecursionlimit({limit})\n" if limit else ""
            write("kit/mine.py", setting + NAMED + "from functools import lru_cache\n@lru_cache(None)\n"
                  f"def g(n): return n and sum(g(n - 1) for _ in '1')\ng({levels})\n" + FOUR)
            mine, contest = self.judge("mine.py", 10), json_of_check("kit/mine.py")
            with self.subTest(levels=levels, limit=limit):
                self.assertEqual(mine["what"], what, mine["reason"])
                self.assertEqual((mine["status"], mine["reason"]), (contest["status"], contest["reason"]))

    def test_recursion_is_counted_after_it_was_caught(self):
        self.unpack()
        write("kit/mine.py", NAMED + "def g(n): return n and g(n - 1)\nfor _ in '123':\n    try: print(g(999))\n"
              "    except RecursionError: print('too deep')\nprint(g(998))\n" + FOUR)
        done = subprocess.run([sys.executable, "check.py", "mine.py"], cwd="kit", stdout=subprocess.PIPE, text=True)
        self.assertEqual(done.stdout.split("Its output:")[1].split("\n")[1:5], ["  too deep"] * 3 + ["  0"])

    def test_002_18_it_estimates_time(self):
        self.unpack()
        write("kit/slow.py", ENDLESS)
        result = self.judge("slow.py", 1)
        self.assertEqual((result["what"], result["name"]), ("fuel", "Fay"))
        self.assertIn("about ten seconds", result["reason"])

    def test_hostile_files_reach_nothing(self):
        self.unpack()
        write("kit/mine.py", NAMED + "import os\nos.system('touch harm')\n")
        self.assertEqual(self.judge("mine.py")["what"], "error")
        self.assertFalse(os.path.exists("kit/harm"))

    def test_bad_input_is_refused(self):
        for arguments, words in ((["kit", "hog"], "needs a file"), (["kit", "hog", "--out", "kit.tar"], "must end in .zip"),
                                 (["kit", "pig", "--out", "kit.zip"], "no contests"), (["kit"], "a kit is for one game"),
                                 (["hog", "subs", "--out", "x.zip"], "--out is for"),
                                 (["kit", "hog", "--out", "no/such/kit.zip"], "no/such")):
            answer = alea("contest", *arguments)
            self.assertIn(answer.status, (2, 3), answer)
            self.assertIn(words, answer.err)


main()
