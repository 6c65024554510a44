#!/usr/bin/env python3
"""The students' side of the Hog contest: the kit, its rules, and verdicts on their files. The expected rules are
implemented here a second time."""

import csv
import hashlib
import json
import os
import pathlib
import re
import shutil
import sqlite3
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
WHOLE_PROJECT = '''"""Dice, rolls and a contest, all in one file."""
from dice import six_sided, make_test_dice
from ucb import main, trace, interact
from hog import GOAL_SCORE

def roll(number, dice=six_sided):
    """
    >>> roll(2, make_test_dice(4, 6))
    10
    """
    return sum(dice() for _ in range(number))

@trace
def free(other):
    return (other // 10) * (other % 10) % 10 + 1

rehearsed = roll(3, make_test_dice(2, 3))
TEAM_NAME = "The Whole " + str(rehearsed)

def final_strategy(score, opponent_score):
    return 0 if score + free(opponent_score) >= GOAL_SCORE else rehearsed

@main
def run(*arguments):
    import argparse
    print(roll(3), argparse.ArgumentParser().parse_args())
'''
# Submissions in addition to the strategies of bots/hog: the kind of disqualification (None: valid), words of the
# reason, and the file.
MORE = {
    "team": (None, "", FOUR.replace("PLAYER", "TEAM")),
    "both_names": (None, "", "TEAM_NAME = 7\n" + FOUR),
    "project": (None, "", WHOLE_PROJECT),
    "int_enum": (None, "", NAMED + "from enum import *\nclass N(IntEnum):\n    LOW = 4\n    HIGH = 6\n"
                 "class M(int, Enum):\n    ONE = 1\n"
                 "def final_strategy(s, o): return N.HIGH if s < 50 else N.LOW if o < 50 else M.ONE\n"),
    "enum": ("answer", "returned <N.LOW: 4>, a N", NAMED + "from enum import Enum\nclass N(Enum):\n    LOW = 4\n"
             "def final_strategy(s, o): return N.LOW\n"),
    "int_enum_too_many": ("answer", "returned 12, an int", NAMED + "from enum import IntEnum\nclass N(IntEnum):\n    LOW = 12\n"
                          "def final_strategy(s, o): return N.LOW\n"),
    "file": (None, "", NAMED + "import os\nHERE = os.path.dirname(os.path.abspath(__file__))\n"
             "assert os.path.basename(__file__) == 'hog_contest.py' and not os.path.exists(os.path.join(HERE, 'check.py'))\n"
             "def final_strategy(s, o): return 4\n"),
    "file_beside": ("error", "there is no file 'table.pkl' here; put what it holds into this one", NAMED +
                    "import os\nopen(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'table.pkl'), 'rb')\n" + FOUR),
    "keyboard": ("error", "there is no keyboard", FOUR + "N = input('How many? ')\n"),
    "arguments": (None, "", NAMED + "import sys, os\ndef final_strategy(s, o): return len(sys.argv) + len(os.environ)\n"),
    "socket": ("error", "the module socket is not here: a strategy has no files, network", "import socket\n" + FOUR),
    "doors": ("error", "the modules subprocess, asyncio and ctypes are not here", "import subprocess, asyncio, ctypes\n" + FOUR),
    "door_inside": ("error", "final_strategy(0, 0) failed: the module select is not here", NAMED +
                    "def final_strategy(s, o):\n    import select\n    return 4\n"),
    "door_by_name": ("error", "the module socket is not here", "import importlib\nimportlib.import_module('socket')\n" + FOUR),
    "gone": ("error", "the modules imp and distutils are not here: Python has removed", "import imp, distutils\n" + FOUR),
    "world": ("error", "it belongs to bots of races", "from wit_world import exports\n" + FOUR),
    "packages": ("error", "there are no modules numpy and pandas here: a strategy may import Python's standard library and the helpers "
                 "in hog. Compute what you need beforehand, and put the numbers into this file (lines 1 and 3). The course's module "
                 "hog_gui is not here, and a strategy needs nothing of it: remove the line. Of the project's modules only hog, dice "
                 "and ucb are here (line 2).", "import numpy as np\nimport hog_gui\nfrom pandas import *\n" + FOUR),
    "optional": (None, "", "try:\n    import numpy\nexcept ImportError:\n    numpy = None\n" + FOUR),
    "not_in_dice": ("error", "the module dice has only four_sided", "from dice import roll_dice\n" + FOUR),
    "own_module": ("error", "there is no module strategy here", "from strategy import best\n" + FOUR),
    "nothing_right": ("name", "There is no PLAYER_NAME. There is no function final_strategy.", "def strategy(s, o): return 4\n"),
    "three_wrongs": ("name", "PLAYER_NAME is 7; it must be a string. final_strategy(0, 0) returned None, a NoneType; "
                     "final_strategy(0, 9) returned 4.0, a float; final_strategy(8, 0) returned 11, an int; it must return a whole "
                     "number from 0 to 10.", "PLAYER_NAME = 7\n"
                     "def final_strategy(s, o): return 4.0 if o == 9 else -1 if s == 9 else 11 if s == 8 else None\n"),
    "broken_and_nameless": ("syntax", "There is no PLAYER_NAME.", "def final_strategy(s, o)\n    return 4\n"),
    "fails_and_functionless": ("error", "ZeroDivisionError: division by zero (line 2). There is no function final_strategy.",
                               NAMED + "1 / 0\n"),
    "sum_of_whole_numbers": (None, "", NAMED + "def final_strategy(s, o): return sum(range(s % 5))\n"),
    "seeded": (None, "", NAMED + "import random\nR = random.Random(61)\nT = [R.randint(0, 10) for _ in range(10000)]\n"
               "R.shuffle(T)\ndef final_strategy(s, o): return T[100 * s + o]\n"),
    "fractions": (None, "", NAMED + "from fractions import Fraction as F\n"
                  "G = [(1 - F(5, 6) ** n) + F(5, 6) ** n * 4 * n for n in range(11)]\n"
                  "def final_strategy(s, o): return max(range(11), key=lambda n: G[n] * (100 - s) - n * o)\n"),
    "powers": (None, "", NAMED + "def final_strategy(s, o): return max(range(11), key=lambda n: 4 * n * (5 / 6) ** n + n * s / 50)\n"),
    "dates": (None, "", NAMED + "import datetime\nD = datetime.date(2018, 7, 2)\n"
              "def final_strategy(s, o): return (D + datetime.timedelta(s)).weekday()\n"),
    "cached": (None, "", NAMED + "from functools import lru_cache\n@lru_cache(None)\ndef best(s, o):\n"
               "    return 0 if s > 90 else (best(s + 1, o) + s * o) % 11\ndef final_strategy(s, o): return best(s, o)\n"),
    "classes": (None, "", NAMED + "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass Pair:\n    s: int\n    o: int\n"
                "    def __add__(self, other): return Pair(self.s + other.s, self.o + other.o)\n"
                "def final_strategy(s, o): return (Pair(s, o) + Pair(1, 2)).o % 11\n"),
    "words": (None, "", NAMED + "import re\nT = re.sub('x', '', 'x4x5x6').split('y')[0]\n"
              "def final_strategy(s, o): return int(T[(s + o) % 3])\n"),
    "sorted_set": (None, "", NAMED + "S = {40, 100, 3, 99, 'a', (1, 2)}\ndef final_strategy(s, o): return len(sorted(map(str, S))[s % 6])\n"),
    "reads_the_clock": ("impure", "when it was called again", NAMED + "import time\n"
                        "def final_strategy(s, o): return int(time.time() * 1e9) % 11\n"),
    "changes_its_name": ("impure", "its name was", "import time\nPLAYER_NAME = str(time.time())\ndef final_strategy(s, o): return 4\n"),
    "utf16": ("syntax", "the file is text in UTF-16", ("\ufeff" + FOUR).encode("utf-16-le")),
    "windows": (None, "", "# -*- coding: cp1252 -*-\r\nPLAYER_NAME = 'J\xfcrgen'\r\n".encode("cp1252") +
                b"def final_strategy(s, o): return 4\r\n"),
}


def bacon(other):
    return 1 + other // 10 * (other % 10) % 10


def libraries():
    """The folders of the libraries that the program is linked with."""
    found = subprocess.run(["ldd", ALEA], stdout=subprocess.PIPE, text=True, check=True).stdout
    return ":".join(sorted({os.path.dirname(path) for path in re.findall(r"=> (/\S+)", found)}))


@unittest.skipUnless(has_python(), "no Python for strategies")
class Check(unittest.TestCase):
    def test_worst_4_and_002_2_the_first_command_of_a_student_finds_hog(self):
        write("hog_contest.py", FOUR)
        text = answer_of("bot", "check", "hog_contest.py", env=environment(COLUMNS="200"))
        self.assertIn("hog(goal=100,time_trot=true), because it defines final_strategy; --game names another", text)
        self.assertRegex(text, r"(?m)^  valid +yes$")
        self.assertRegex(text, r"(?m)^  python +3\.14$")
        report = json_of("bot", "check", "hog_contest.py")
        self.assertEqual([report["game"], report["python"]], ["hog(goal=100,time_trot=true)", "3.14"])

    def test_worst_4_an_empty_file_is_shown_what_both_kinds_of_bots_need(self):
        write("mine.py", "")
        answer = alea("bot", "check", "mine.py")
        self.assertEqual(answer.status, 2, answer)
        self.assertIn("no function final_strategy, so it is no strategy for Hog. For races, the class", answer.err)

    def test_worst_4_a_file_that_lacks_the_function_is_shown_so(self):
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

    def test_limits_are_in_words_of_a_student(self):
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
                            ("from hog_gui import main", "the course's module hog_gui is not here"),
                            ("from hog import roll_dice", "hog has only GOAL_SCORE, free_bacon, is_swap and always_roll here"),
                            ("import tkinter", "the module tkinter is not here: a strategy has no files")):
            write("mine.py", line + "\n" + FOUR)
            answer = alea("bot", "check", "mine.py", env=environment(COLUMNS="1000"))
            self.assertEqual(answer.status, 1, answer)
            self.assertIn(words, answer.out)
            self.assertIn("(line 1)", answer.out)
            self.assertNotIn("ModuleNotFoundError", answer.out)

    def test_without_python_the_remedy_is_shown(self):
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
    def test_the_rules_say_where_their_source_contradicts_itself(self):
        self.assertIn("20 to 0 is swapped", answer_of("games", "hog"))
        self.assertIn("0 to 20", json_of("games", "hog")["note"])
        for game in ("hog-moon", "hog(time_trot=false)", "pig"):
            self.assertIsNone(json_of("games", game)["note"], game)


def same_in_all_pythons(reason):
    """Replaces the texts of exceptions, which differ between versions of Python."""
    return reason and re.sub(r"(\w+Error: ).*( \(line \d+\))", r"\1…\2", reason)


def json_of_check(path):
    return json.loads(alea("bot", "check", path, "--game", "hog", "--json").out)


class Kit(unittest.TestCase):
    """002 #1: the students' kit, which must agree with alea."""

    def unpack(self, game="hog"):
        answer_of("contest", "kit", game, "--out", "kit.zip")
        with zipfile.ZipFile("kit.zip") as archive:
            self.assertIsNone(archive.testzip())
            archive.extractall("kit")
            return sorted(archive.namelist())

    def judge(self, path, seconds=2):
        """The verdict of plain Python, without alea."""
        done = subprocess.run([sys.executable, "check.py", "--json", "--seconds", str(seconds), path], cwd="kit",
                              env={"PATH": "/usr/bin:/bin"}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.stderr, "")
        result = json.loads(done.stdout)
        self.assertEqual(done.returncode, 0 if result["status"] == "ok" else 1)
        return result

    def test_it_has_a_blank_file_rules_and_tests(self):
        self.assertEqual(self.unpack(), ["README.txt", "RULES.txt", "check.py", "hog.py", "hog_contest.py", "tests/hog.py",
                                         "tests/settings.py", "tests/strategy.py"])
        rules = pathlib.Path("kit/RULES.txt").read_text()
        for words in ("Free Bacon", "20 to 0 is swapped", "PLAYER_NAME", "about ten\n    seconds"):
            self.assertIn(words.split("\n")[0], rules)
        done = subprocess.run([sys.executable, "check.py"], cwd="kit", stdout=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 0)
        self.assertIn("valid       yes", done.stdout)

    def test_it_says_which_pythons_run(self):
        self.unpack()
        done = subprocess.run([sys.executable, "check.py"], cwd="kit", stdout=subprocess.PIPE, text=True)
        same = sys.version_info[:2] == (3, 14)
        self.assertRegex(done.stdout, r"(?m)^  python +" + ".".join(map(str, sys.version_info[:3])) +
                         ("$" if same else "; the contest runs 3.14, and RULES.txt says what differs$"))
        mine = self.judge("hog_contest.py")
        self.assertEqual([mine["python"], mine["contest_python"]], [".".join(map(str, sys.version_info[:3])), "3.14"])
        rules = pathlib.Path("kit/RULES.txt").read_text()
        for words in ("The contest runs Python 3.14", "sum([0.1] * 10)", "randrange(4.0, 7)", "ast.Num", "match", "IntEnum", "distutils",
                      "order of a set", "The clock stands still"):
            self.assertIn(words, rules)

    @unittest.skipIf(sys.version_info >= (3, 14), "this is the contest's Python")
    def test_what_the_rules_say_of_this_python_is_so(self):
        """Modules with a version in the text are present or absent accordingly."""
        version = sys.version_info
        self.assertEqual(sum([0.1] * 10) == 1.0, version >= (3, 12))
        self.assertEqual(hasattr(__import__("ast"), "Num"), version < (3, 14))
        self.assertEqual(hasattr(__import__("math"), "sumprod"), version >= (3, 12))
        self.assertEqual(hasattr(__import__("itertools"), "pairwise"), version >= (3, 10))

    @unittest.skipUnless(has_python(), "no Python for strategies")
    def test_what_the_rules_say_of_the_contest_is_so(self):
        write("rules.py", NAMED + "import ast, enum, math, random, itertools, collections, sys\n"
              "class N(enum.IntEnum):\n    SIX = 6\nclass M(int, enum.Enum):\n    SIX = 6\n"
              "def refused(f, *a):\n    try: f(*a)\n    except TypeError: return True\n"
              "assert sum([0.1] * 10) == 1.0 and str(N.SIX) == '6' and f'{M.SIX}' == 'M.SIX' and math.lcm(2, 3) == 6\n"
              "assert refused(random.randrange, 4.0, 7) and refused(random.sample, {1, 2}, 1) and refused(random.seed, (1, 2))\n"
              "assert refused(random.shuffle, [1], random.random) and refused(math.factorial, 5.0)\n"
              "assert not hasattr(ast, 'Num') and not hasattr(collections, 'Mapping') and math.sumprod([2], [3]) == 6\n"
              "assert list(itertools.pairwise('abc')) and list(itertools.batched('abc', 2)) and sys.maxsize == 2147483647\n"
              "def f(x: nothing): pass\n"
              "assert random.Random(3).randrange(4, 7) == 4 and random.Random(3).choices(range(9), k=3) == [2, 4, 3]\n"
              "def final_strategy(s, o): return 4\n")
        self.assertEqual(json_of_check("rules.py")["reason"], None)

    @unittest.skipUnless(has_python(), "no Python for strategies")
    def test_times_have_one_unit(self):
        self.unpack()
        done = subprocess.run([sys.executable, "check.py"], cwd="kit", stdout=subprocess.PIPE, text=True)
        mine = re.sub(r"\s+", " ", done.stdout + answer_of("bot", "check", "kit/hog_contest.py"))
        self.assertEqual(len(re.findall(r"of the limit: all answers together take about [\de.-]+ seconds", mine)), 2, mine)

    @unittest.skipUnless(has_python(), "no Python for strategies")
    def test_a_loop_that_waits_for_the_clock_is_named(self):
        self.unpack()
        write("kit/mine.py", NAMED + "import time\nstart = time.time()\nwhile time.time() - start < 2.0: pass\n" + FOUR)
        mine, contest = self.judge("mine.py", 1), json.loads(alea("bot", "check", "kit/mine.py", "--json", *FUEL).out)
        for judged in mine, contest:
            self.assertEqual(judged["what"], "fuel")
            self.assertIn("but the clock stands still in the contest", judged["reason"])
        self.assertEqual(mine["reason"], contest["reason"])

    def test_it_is_the_same_each_time(self):
        self.unpack()
        first = pathlib.Path("kit.zip").read_bytes()
        self.unpack()
        self.assertEqual(pathlib.Path("kit.zip").read_bytes(), first)

    def test_other_rules_have_no_helpers(self):
        self.assertNotIn("hog.py", self.unpack("hog-moon"))
        write("kit/mine.py", "import hog\n" + FOUR)
        self.assertIn("its helpers follow the rules of the game hog", self.judge("mine.py")["reason"])

    @unittest.skipUnless(has_python(), "no Python for strategies")
    def test_its_verdicts_are_those_of_alea(self):
        self.unpack()
        pathlib.Path("more").mkdir(exist_ok=True)
        for name, (what, words, text) in MORE.items():
            write(f"more/{name}.py", text)
        report = json_of("contest", "hog", HOG / "bad", HOG / "good", "more", "--fuel", "2e10", "--database", "hog.db")
        self.assertEqual(report["python"], "3.14")
        checked, tables = 0, set()
        for entry in report["entries"]:
            if not entry["file"].endswith(".py"):
                continue
            mine = self.judge(os.path.abspath(entry["file"]), 10)
            self.assertEqual(bool(mine["answers"]), entry["status"] == "ok", entry["file"])
            if mine["answers"]:
                tables.add(hashlib.sha256(bytes(mine["answers"])).hexdigest())
            if entry["file"].startswith("more/"):
                what, words, text = MORE[pathlib.Path(entry["file"]).stem]
                self.assertEqual(entry["what"], what, entry)
                self.assertIn(words.lower(), (entry["reason"] or "").lower())
            self.assertEqual((mine["status"], mine["what"]), (entry["status"], entry["what"]), entry["file"])
            if entry["what"] not in ("impure", "syntax") and entry["name"].isprintable():
                self.assertEqual(*(same_in_all_pythons(reason) for reason in (mine["reason"], entry["reason"])), entry["file"])
            checked += 1
        self.assertGreater(checked, 60)
        with sqlite3.connect("hog.db") as database:
            of_python = "SELECT sha256 FROM strategies JOIN tables ON tables.id = strategies.tables WHERE name != 'printed_table'"
            self.assertLessEqual(tables, {row[0] for row in database.execute(of_python)})

    @unittest.skipUnless(has_python(), "no Python for strategies")
    def test_recursion_is_as_deep_as_in_the_contest(self):
        """Two calls for each level, and two more: the file's own and the innermost. Versions of Python count other
        calls, too."""
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

    def test_it_estimates_time(self):
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
