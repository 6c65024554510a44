#!/usr/bin/env python3
"""A hostile text passes through every output: names of files, students and bots, titles and texts of games, error
messages of bots and rules. The output contains nothing that controls a terminal, hides text or reverses it; JSON
contains an escape that reads back as the original."""

import json
import os
import pathlib
import shutil
import unicodedata
import unittest
import zipfile

from program import alea, main, write

# CSI, OSC to the clipboard, a new title, a link; marks of direction; a tag; no width; a byte order mark.
HOSTILE = ("\x1b[2J\x1b]52;c;eA==\x07\x9b31m\x85\u202e\u2066\u200e\u200f\u061c\U000e0041\u200b\ufeff\u00ad\u2028"
           "<script>alert(1)</script>\"'`&${x}")
KEPT = "Re\u0301ka \u062b\u200c\u0627 \U0001f469\u200d\U0001f680"  # what names and emoji need

LUA = "".join(f"\\{byte:03}" for byte in (KEPT + HOSTILE).encode())
WORDS = "".join(f"\\{byte:03}" for byte in (KEPT + HOSTILE.replace("{x}", "x")).encode())  # a sentence has no unknown blanks
FILE = HOSTILE.replace("/", "") + ".py"

RULES = f"""return {{ name = "evil", family = "race", title = "{LUA}", text = "{LUA}",
  params = {{ {{ "players", default = 2, min = 2, max = 8, help = "{LUA}" }}, {{ "goal", default = 20, min = 20, max = 100, help = "x" }} }},
  words = {{ question = "{WORDS}", roll = "{WORDS}", lead = "{WORDS}", ["bust any 1"] = "{WORDS} {{player}}" }},
  rules = function(p) return {{ dice = 1, sides = 6, goal = p.goal,
    roll = function(a) if a == 1 then return bust() end return add(a) end }} end }}"""

GRAPH = f"""return {{ name = "maze", family = "graph", title = "{LUA}", text = "x", params = {{ {{ "players", default = 1, min = 1, max = 1, help = "x" }} }},
  rules = function() return {{ start = function() return 1 end,
    moves = function(s) if s == 1 then return {{ "{LUA}", "b" }}, {{ 2, 3 }} end end,
    payoff = function(s) return {{ score = s }} end, show = function(s) return "{LUA}" end }} end }}"""

FAILS = f'error("{LUA}")'
BOT = f'return function(view) error("{LUA}") end'
STUDENT = 'PLAYER_NAME = "' + "".join(f"\\U{ord(c):08x}" for c in KEPT + HOSTILE) + '"\ndef final_strategy(s, o):\n    return 4\n'
RAISES = 'raise ValueError("' + "".join(f"\\U{ord(c):08x}" for c in HOSTILE) + '")\n'


def harmful(character):
    """By Unicode's own categories: controls, formats, line separators, and code points that are not characters."""
    return (character not in "\n\u200c\u200d" and not 0xfe00 <= ord(character) <= 0xfe0f
            and unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp"))


class Outputs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        write("evil.lua", RULES)
        write("maze.lua", GRAPH)
        write("fails.lua", FAILS)
        write("complains.lua", BOT)
        os.mkdir("class")
        write("class/" + FILE, STUDENT)
        write("class/b.py", STUDENT.replace("return 4", "return 6"))
        write("class/raises.py", RAISES)
        with zipfile.ZipFile("handed-in.zip", "w") as archive:
            archive.writestr("leeann_123_456_" + "".join(c for c in FILE if c >= " "), STUDENT)
            archive.writestr("raybob_124_457_x.py", RAISES)
        shutil.copy("evil.lua", HOSTILE.replace("/", "") + ".lua")

    def check(self, text, *place):
        found = sorted({f"U+{ord(c):04X}" for c in text if harmful(c)})
        self.assertEqual(found, [], place)

    def run_alea(self, *words, status=None):
        """Runs a command and checks both outputs."""
        answer = alea(*words)
        if status is not None:
            self.assertEqual(answer.status, status, answer)
        self.check(answer.out, words, "standard output")
        self.check(answer.err, words, "standard error")
        return answer

    def check_file(self, path):
        self.check(pathlib.Path(path).read_bytes().decode().replace("\r\n", "\n"), path)

    def test_titles_and_texts_of_games(self):
        for words in (["games", "evil.lua"], ["solve", "evil.lua"], ["ask", "evil.lua", "scores=0,0"],
                      ["run", "evil.lua", "hold(5)", "hold(6)", "--games", 10], ["eval", "evil.lua", "hold(5)", "hold(6)"],
                      ["best", "evil.lua", "hold(5)"], ["tournament", "evil.lua", "hold(5)", "hold(6)"],
                      ["compare", "hold(5)", "hold(6)", "evil.lua"], ["bot", "list", "evil.lua"], ["bot", "template", "evil.lua"],
                      ["plot", "evil.lua", "hold(5)"], ["games", "maze.lua"], ["solve", "maze.lua"], ["ask", "maze.lua"],
                      ["play", "evil.lua", "hold(5)", "hold(6)"]):
            self.run_alea(*words)
            if words[0] not in ("play", "plot", "bot"):
                self.run_alea(*words, "--json")

    def test_json_reads_back_as_it_was(self):
        told = json.loads(self.run_alea("games", "evil.lua", "--json", status=0).out)
        self.assertEqual(told["title"], KEPT + HOSTILE)

    def test_pages_and_pictures(self):
        self.run_alea("run", "evil.lua", "hold(5)", "hold(6)", "--games", 10, "--html", "run.html", "--csv", "run.csv")
        self.run_alea("tournament", "evil.lua", "hold(5)", "hold(6)", "--html", "t.html", "--csv", "t.csv")
        self.run_alea("plot", HOSTILE.replace("/", "") + ".lua", "hold(5)", "--out", "p.svg", "--csv", "p.csv")
        for path in ("run.html", "run.csv", "t.html", "t.csv", "p.svg", "p.csv"):
            self.check_file(path)

    def test_records_reviews_and_the_notebook(self):
        self.run_alea("run", "evil.lua", "hold(5)", "hold(6)", "--games", 3, "--record", "r.jsonl", status=0)
        self.run_alea("replay", "r.jsonl", status=0)
        self.run_alea("replay", "r.jsonl", "--json", status=0)
        self.run_alea("review", "r.jsonl", "--html", "review.html", "--keep", "--seat", 0, "--notebook", "n", status=0)
        self.run_alea("review", "r.jsonl", "--json", status=0)
        for action in (["list"], ["list", "--json"], ["export"]):
            self.run_alea("notebook", *action, "--notebook", "n", status=0)
        for path in ("r.jsonl", "review.html"):
            self.check_file(path)

    def test_contests_with_their_tables_pages_and_feedback(self):
        files = ["--html", "c.html", "--csv", "c.csv", "--rates", "rates.csv", "--feedback", "feedback"]
        self.run_alea("contest", "hog", "class", *files, "--json", status=0)
        self.run_alea("contest", "hog", "class", status=0)
        self.run_alea("contest", "hog", "handed-in.zip", status=0)
        self.run_alea("contest", "hog", "handed-in.zip", "--json", status=0)
        for path in ("c.html", "c.csv", "rates.csv", *(page for page in pathlib.Path("feedback").rglob("*") if page.is_file())):
            self.check_file(path)

    def test_names_of_files_in_json_read_back_as_they_were(self):
        told = json.loads(self.run_alea("contest", "hog", "class", "--json", status=0).out)
        self.assertIn("class/" + FILE, [row["file"] for row in told["entries"]])

    def test_what_goes_wrong(self):
        for words in (["games", "fails.lua"], ["run", "pig", "complains.lua", "hold(20)", "--games", 3],
                      ["run", "pig", "complains.lua", "hold(20)", "--games", 3, "--json"], ["bot", "check", "complains.lua", "--game", "pig"],
                      ["bot", "check", "complains.lua", "--game", "pig", "--json"], ["bot", "check", "class/raises.py", "--game", "hog"],
                      ["games", HOSTILE], ["games", HOSTILE.replace("/", "") + ".lua"], ["run", "pig", HOSTILE, "hold(5)"],
                      ["replay", HOSTILE], ["verify", HOSTILE + ".h5"], ["solve", "pig", "--out", HOSTILE], [HOSTILE], ["solve", "--" + HOSTILE],
                      ["ask", "pig", HOSTILE + "=1"], ["notebook", "list", "--notebook", "class"], ["solve", "pig", "--states", HOSTILE]):
            answer = self.run_alea(*words)
            self.assertNotEqual((answer.out, answer.err), ("", ""))


if __name__ == "__main__":
    main()
