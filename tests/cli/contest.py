#!/usr/bin/env python3
"""alea contest: the strategies of bots/hog, ranked as an independent program ranks them; a new term's rules in one
file; and a student's view. Valid strategies are ours and harmless: this test runs them in Python itself."""

import csv
import html.parser
import importlib.util
import io
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest
import contextlib

from program import BUILD, SOURCE, alea, answer_of, environment, has_python, json_of, main, write
from terminal import interrupted

HOG = SOURCE / "bots" / "hog"
FUEL = "2e10"  # a second or two: enough for the valid entries of these tests
BUDGET = ["--fuel", FUEL]

# Why each of bad/ and hostile/ is disqualified.
WRONG = {
    "counts_its_calls.py": "impure", "divides_by_zero.py": "error", "eleven_in_table.csv": "table", "empty.py": "name",
    "fails_when_loaded.py": "error", "latin_1.py": "syntax", "looks_at_the_clock.py": "impure",
    "missing_function.py": "function", "missing_name.py": "name", "no_decide.lua": "bot", "not_a_function.py": "function",
    "nul_byte.py": "syntax", "number_name.py": "name", "one_argument.py": "error", "random_answers.py": "impure",
    "remembers_the_last_score.py": "impure", "returns_bool.py": "answer", "returns_eleven.py": "answer",
    "returns_float.py": "answer", "returns_minus_one.py": "answer", "returns_nothing.py": "answer",
    "returns_text.py": "answer", "short_table.csv": "table", "syntax_error.py": "syntax", "tabs_and_spaces.py": "syntax",
    "three_arguments.py": "error",
    "deep_recursion.py": "error", "endless.py": "fuel", "endless_and_catches.py": "fuel", "endless_when_loaded.py": "fuel",
    "exits.py": "error", "exits_hard.py": "trap", "grows.py": "error", "opens_a_file.py": "error",
    "operating_system.py": "error", "patches_the_judge.py": "error", "pretends_to_be_a_number.py": "answer",
    "prints_for_ever.py": "fuel", "reads_another_entry.py": "error", "recursion.py": "error",
    "runs_its_own_source.py": "error", "sockets.py": "error", "subprocess_run.py": "error", "ten_gigabytes.py": "error",
    "threads.py": "error", "writes_a_file.py": "error",
}


# ---- the strategies, without alea ----

def answers_of_python(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    with contextlib.redirect_stdout(io.StringIO()):
        spec.loader.exec_module(module)
        return [module.final_strategy(own, other) for own in range(100) for other in range(100)]


def answers_of_csv(path):
    rows = [line for line in path.read_text().splitlines() if line and line[0] != "#"]
    return [int(cell) for row in rows for cell in row.split(",")]


def answers_of_threshold(_):
    """threshold.lua in Python."""
    def answer(own, other):
        bacon = other // 10 * (other % 10) % 10 + 1
        return 0 if own + bacon >= 100 or bacon == 10 or bacon == 9 else 6 if other > own + 30 else 5
    return [answer(own, other) for own in range(100) for other in range(100)]


TABULATE = {".py": answers_of_python, ".csv": answers_of_csv, ".lua": answers_of_threshold}


def brute_rates(tables):
    """The rate of each strategy against each, by tests/contest/brute_ranking.c."""
    subprocess.run(["cc", "-O2", "-std=c17", "-o", "brute", SOURCE / "tests" / "contest" / "brute_ranking.c"], check=True)
    question = f"{len(tables)}\n" + "\n".join(" ".join(map(str, table)) for table in tables)
    lines = subprocess.run(["./brute"], input=question, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    rates = [[0.5] * len(tables) for _ in tables]
    for i, line in enumerate(lines):
        for j, rate in enumerate(map(float, line.split()), i + 1):
            rates[i][j], rates[j][i] = rate, 1 - rate
    return rates


# ---- pages ----

class Page(html.parser.HTMLParser):
    """Elements that are opened are closed, in order."""
    VOID = {"meta", "img", "br", "input"}

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.faults, self.cells = [], [], [], 0
        self.feed(text)
        self.close()
        self.faults += self.open

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"/{tag}")


@unittest.skipUnless(has_python(), "no Python for strategies")
class Shipped(unittest.TestCase):
    """The folder of good, bad and hostile strategies."""

    @classmethod
    def setUpClass(cls):
        shutil.copytree(HOG, "hog", ignore=shutil.ignore_patterns("__pycache__"))
        cls.text = answer_of("contest", "hog", "hog", *BUDGET, "--database", "hog.db", "--html", "hog.html", "--csv", "hog.csv",
                             "--rates", "rates.csv")
        cls.result = json_of("contest", "hog", "hog", *BUDGET, "--database", "hog.db")
        cls.entries = cls.result["entries"]
        cls.good = [i for i, entry in enumerate(cls.entries) if "/good/" in entry["file"]]
        cls.tables = [TABULATE[pathlib.Path(cls.entries[i]["file"]).suffix](pathlib.Path(cls.entries[i]["file"])) for i in cls.good]
        cls.rates = brute_rates(cls.tables)

    def test_there_are_thirty_and_more_and_every_file_is_an_entry(self):
        files = sorted(str(path) for path in pathlib.Path("hog").rglob("*.*") if path.suffix in (".py", ".lua", ".csv", ".wasm"))
        self.assertEqual([entry["file"] for entry in self.entries], files)
        self.assertGreaterEqual(len(files), 30)

    def test_rates_are_those_of_brute_force(self):
        for (a, i), (b, j) in itertools.product(enumerate(self.good), repeat=2):
            self.assertAlmostEqual(self.result["rates"][i][j], self.rates[a][b], delta=1e-9, msg=(i, j))

    def test_the_ranking_is_that_of_brute_force(self):
        won = [sum(rate > 0.500001 for rate in row) for row in self.rates]
        for a, i in enumerate(self.good):
            entry = self.entries[i]
            self.assertEqual((entry["matches_won"], entry["rank"]), (won[a], 1 + sum(other > won[a] for other in won)), entry)
            self.assertEqual(entry["award"], {1: "first", 2: "second", 3: "third"}.get(entry["rank"]))
            others = [rate for b, rate in enumerate(self.rates[a]) if b != a]
            self.assertAlmostEqual(entry["mean_rate"], sum(others) / len(others), delta=1e-9)

    def test_every_disqualified_one_has_the_right_reason(self):
        found = {pathlib.Path(entry["file"]).name: entry["what"] for entry in self.entries if entry["status"] != "ok"}
        self.assertEqual(found, WRONG)
        for entry in self.entries:
            self.assertEqual(entry["status"] == "ok", entry["reason"] is None)
            if entry["reason"]:
                self.assertRegex(entry["reason"], r"\S.*\.$")
                self.assertNotIn(entry["reason"][:40], ["", None])

    def test_syntax_errors_show_the_line(self):
        reason = {pathlib.Path(entry["file"]).name: entry["reason"] for entry in self.entries}
        self.assertIn("(line 4): def final_strategy(score, opponent_score)", reason["syntax_error.py"])

    def test_answers_that_are_wrong_are_shown_with_their_scores(self):
        reason = {pathlib.Path(entry["file"]).name: entry["reason"] for entry in self.entries}
        self.assertIn("final_strategy(99, 1) returned -1", reason["returns_minus_one.py"])
        self.assertIn("final_strategy(90, 0) returned None", reason["returns_nothing.py"])
        self.assertRegex(reason["counts_its_calls.py"], r"final_strategy\(\d+, \d+\) returned \d+, but when .* again, .* returned \d+\.")

    def test_rates_are_null_where_one_is_disqualified_and_a_half_on_the_diagonal(self):
        ok = [entry["status"] == "ok" for entry in self.entries]
        for i, row in enumerate(self.result["rates"]):
            for j, rate in enumerate(row):
                self.assertEqual(rate is not None, ok[i] and ok[j])
            if ok[i]:
                self.assertEqual(row[i], 0.5)

    def test_the_second_time_nothing_is_computed(self):
        self.assertEqual((self.result["pairs_computed"], self.result["tabulated"]), (0, 0))
        self.assertEqual(self.result["pairs"], len(self.good) * (len(self.good) - 1) // 2)

    def test_equal_strategies_share_their_place(self):
        by_file = {pathlib.Path(entry["file"]).name: entry for entry in self.entries}
        six, copy = by_file["always_six.py"], by_file["copied.py"]
        self.assertEqual((six["rank"], six["matches_won"], six["mean_rate"]), (copy["rank"], copy["matches_won"], copy["mean_rate"]))

    def test_entries_of_one_name_are_two_entries(self):
        twins = [entry["file"] for entry in self.entries if entry["name"] == "Twin"]
        self.assertEqual(twins, ["hog/good/twins_one.py", "hog/good/twins_two.py"])
        for twin in twins:
            self.assertIn(f"Twin ({twin})", self.text)

    def test_nothing_got_out_of_the_sandbox(self):
        for name in ("hog-was-here.txt", "hog/hostile/hog-was-here.txt", "/tmp/hog-was-here"):
            self.assertFalse(os.path.exists(name), name)
        self.assertEqual(pathlib.Path("hog/good/always_six.py").read_bytes(), (HOG / "good" / "always_six.py").read_bytes())

    def test_what_they_print_is_not_in_the_report(self):
        for text in (self.text, json.dumps(self.result), *(pathlib.Path(name).read_text() for name in ("hog.html", "hog.csv"))):
            self.assertNotIn("points I roll", text)

    def test_the_terminal_gets_no_control_characters(self):
        self.assertNotIn("\x1b", self.text)
        self.assertLessEqual(max(map(len, self.text.splitlines()[:30])), 100)

    def test_the_csv_has_the_ranking_first(self):
        with open("hog.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        ranked = [row for row in rows if row["status"] == "ok"]
        self.assertEqual(rows[:len(ranked)], ranked)
        self.assertEqual([int(row["rank"]) for row in ranked], sorted(entry["rank"] for entry in self.entries if entry["rank"]))
        self.assertEqual({row["file"].split("/")[-1]: row["what"] for row in rows if row["status"] != "ok"}, WRONG)
        self.assertFalse(any(row["name"].startswith("=") for row in rows))

    def test_the_csv_of_rates_is_a_square(self):
        with open("rates.csv", encoding="utf-8", newline="") as file:
            head, *rows = csv.reader(file)
        self.assertEqual(head[3:], [row[2] for row in rows])
        place = {entry["file"]: i for i, entry in enumerate(self.entries)}
        for row in rows:
            for file, rate in zip(head[3:], row[3:]):
                self.assertEqual(float(rate), self.result["rates"][place[row[2]]][place[file]])

    def test_the_page_is_valid_and_needs_nothing_else(self):
        text = pathlib.Path("hog.html").read_text(encoding="utf-8")
        page = Page(text)
        self.assertEqual(page.faults, [])
        for tag, attributes in page.tags:
            self.assertTrue({"onclick", "onerror", "style", "srcset"}.isdisjoint(attributes), (tag, attributes))
            self.assertNotIn(tag, ("link", "iframe", "object", "b"))
            for address in ("src", "href"):
                self.assertTrue(attributes.get(address, "data:image/png;base64,").startswith("data:image/png;base64,"))
        self.assertEqual(sum(tag == "script" for tag, _ in page.tags), 1)
        self.assertEqual(sum(tag == "figure" for tag, _ in page.tags), len(self.good))
        self.assertIn("&lt;b onmouseover=&quot;alert(&#39;hog&#39;)&quot;&gt;Bobby &amp; Söhne&lt;/b&gt;", text)
        self.assertLess(len(text), 400_000)


@unittest.skipUnless(has_python(), "no Python for strategies")
class Student(unittest.TestCase):
    """alea bot check FILE --game hog."""

    def test_the_blank_file_is_valid(self):
        write("hog_contest.py", answer_of("bot", "template", "hog"))
        text = answer_of("bot", "check", "hog_contest.py", "--game", "hog")
        self.assertRegex(text, r"(?m)^  valid +yes$")
        self.assertRegex(text, r"(?m)^  answers +10,000, the same in every pass; by number of dice: 5: 10,000$")

    @unittest.skipUnless((BUILD / "python.wasm.compiled").exists(), "Python is not compiled in this build")
    def test_the_first_strategy_in_python_waits_for_no_compiler(self):
        write("first.py", answer_of("bot", "template", "hog"))
        answer_of("bot", "check", "first.py", "--game", "hog", env=environment(XDG_CACHE_HOME=pathlib.Path("new").resolve()))
        self.assertEqual(list(pathlib.Path("new").rglob("*.compiled")), [])

    def test_rates_against_every_number_of_dice_are_those_of_eval(self):
        write("four.csv", "\n".join([",".join("4" * 100)] * 100) + "\n")
        report = json_of("bot", "check", "four.csv", "--game", "hog")
        self.assertEqual([rate["against"] for rate in report["rates"]], [f"always({n})" for n in range(11)])
        for number, first, second in ((6, 0.466272232011, 0.458273383589), (0, 0.656763955983, 0.658773644619),
                                      (4, 0.509292567760, 0.490707432240)):
            self.assertAlmostEqual(report["rates"][number]["first"]["value"], first, delta=1e-12)
            self.assertAlmostEqual(report["rates"][number]["second"]["value"], second, delta=1e-12)

    def test_what_it_printed_is_shown(self):
        text = answer_of("bot", "check", HOG / "good" / "chatty.py", "--game", "hog")
        self.assertIn("\n  with 19 points I roll 6\n  ... and 80 more lines\n", text)

    def test_one_that_would_be_disqualified_is_a_no_with_the_reason(self):
        for name, what, words in (("syntax_error.py", "syntax", "(line 4): def final_strategy(score, opponent_score)"),
                                  ("random_answers.py", "impure", "called again"),
                                  ("returns_float.py", "answer", "returned 5.0, a float")):
            answer = alea("bot", "check", HOG / "bad" / name, "--game", "hog", env=environment(COLUMNS="1000"))
            self.assertEqual((answer.status, answer.err), (1, ""), answer)
            self.assertIn(words, answer.out)
            answer = alea("bot", "check", HOG / "bad" / name, "--game", "hog", "--json")
            self.assertEqual((answer.status, json.loads(answer.out)["what"]), (1, what))

    def test_fuel_is_for_all_answers(self):
        answer = alea("bot", "check", HOG / "hostile" / "endless.py", "--game", "hog", "--fuel", "1e9", "--json")
        self.assertEqual((answer.status, json.loads(answer.out)["what"]), (1, "fuel"), answer)

    def test_a_file_that_is_not_there_is_bad_input(self):
        answer = alea("bot", "check", "nowhere.py", "--game", "hog")
        self.assertEqual((answer.status, answer.out), (2, ""), answer)
        self.assertIn("nowhere.py", answer.err)

    def test_built_in_bots_are_checked_as_ever(self):
        self.assertIn("deterministic", answer_of("bot", "check", "always(4)", "--game", "hog"))


class Term(unittest.TestCase):
    """A new term is one file."""
    RULES = """
    return {
      name = "hog-spring", family = "hog", title = "Hog in Spring",
      text = "Dice as in Hog. Rolling none scores twice the ones digit of the opponent, at least 2. Every third turn "
          .. "scores 2 more. Scores that differ by a multiple of 25 are swapped where that helps the mover.",
      params = { { "goal", default = 100, min = 1, max = 500, help = "the score that ends the game" } },
      rules = function(p)
        return {
          players = 2, dice = 10, sides = 6, goal = p.goal,
          roll = function(faces)
            local sum = 0
            for _, face in ipairs(faces) do
              if face == 1 then return 1 end
              sum = sum + face
            end
            return sum
          end,
          bacon = function(own, opponent) return math.max(2, opponent % 10 * 2) end,
          after = function(own, opponent)
            if own % 25 == opponent % 25 and opponent > own then return opponent, own end
            return own, opponent
          end,
          memory = 3,
          next = function(memory) return (memory + 1) % 3 end,
          bonus = function(memory, n) return memory == 2 and 2 or 0 end,
        }
      end,
    }
    """

    def brute(self, first, second):
        """The chance of the first mover, by recursion in a few lines, for always(first) against always(second)."""
        chance = {}
        for n in range(1, 11):
            sums = {0: 1.0}
            for _ in range(n):
                sums = {total + face: sum(sums.get(total + face - f, 0) / 6 for f in range(2, 7))
                        for total in sums for face in range(2, 7)}
            chance[n] = {**sums, 1: 1 - (5 / 6) ** n}
        wins = {}
        for total in range(198, -1, -1):
            for own in range(max(0, total - 99), min(99, total) + 1):
                other = total - own
                for mover, dice in ((0, first), (1, second)):
                    for memory in range(3):
                        value = 0
                        outcomes = chance[dice] if dice else {max(2, other % 10 * 2): 1}
                        for points, likely in outcomes.items():
                            a, b = own + points + (2 if memory == 2 else 0), other
                            if a % 25 == b % 25 and b > a:
                                a, b = b, a
                            if a >= 100 or b >= 100:
                                value += likely * ((a > b) == (mover == 0))
                            else:
                                value += likely * wins[1 - mover, (memory + 1) % 3, b, a]
                        wins[mover, memory, own, other] = value
        return wins[0, 0, 0, 0], wins[1, 0, 0, 0]

    def setUp(self):
        write("spring.lua", self.RULES)
        os.makedirs("spring", exist_ok=True)
        for dice in (0, 4, 7):
            write(f"spring/always-{dice}.csv", "\n".join([",".join([str(dice)] * 100)] * 100) + "\n")

    def test_its_optimum_beats_its_best_constant(self):
        solved = json_of("solve", "spring.lua")
        best = json_of("best", "spring.lua", "always(4)")
        self.assertGreater(best["reply_mean"], 0.5)
        self.assertEqual(sorted((0, solved["lower"], solved["upper"], 1)), [0, solved["lower"], solved["upper"], 1])
        first = self.brute(4, 7)[0]
        self.assertAlmostEqual(json_of("eval", "spring.lua", "always(4)", "always(7)")["first"]["win"]["value"], first, delta=1e-11)

    def test_a_contest_of_it_runs(self):
        result = json_of("contest", "spring.lua", "spring")
        for (i, a), (j, b) in itertools.combinations(enumerate((0, 4, 7)), 2):
            self.assertAlmostEqual(result["rates"][i][j], sum(self.brute(a, b)) / 2, delta=1e-11)
        self.assertEqual(result["game"], "spring.lua(goal=100)")


class Again(unittest.TestCase):
    """With a database."""

    def setUp(self):
        shutil.rmtree("many", ignore_errors=True)
        os.makedirs("many")
        pathlib.Path("many.db").unlink(missing_ok=True)

    def add(self, name, threshold):
        rows = [",".join(str(4 + (own + other > threshold)) for other in range(100)) for own in range(100)]
        return write(f"many/{name}.csv", "\n".join(rows) + "\n")

    def contest(self, *more):
        return json_of("contest", "hog", "many", "--database", "many.db", *more)

    def test_a_new_entry_computes_its_own_row_only(self):
        for i in range(12):
            self.add(i, 10 * i)
        self.assertEqual(self.contest()["pairs_computed"], 66)
        self.add("new", 125)
        self.assertEqual(self.contest()["pairs_computed"], 12)
        self.add(3, 131)
        self.assertEqual(self.contest()["pairs_computed"], 12)
        self.assertEqual(self.contest()["pairs_computed"], 0)

    def test_what_the_database_held_does_not_show_in_the_reports(self):
        for i in range(6):
            self.add(i, 20 * i)
        answer_of("contest", "hog", "many", "--html", "fresh.html", "--csv", "fresh.csv", "--rates", "fresh-rates.csv", "--threads", "1")
        self.contest()
        answer_of("contest", "hog", "many", "--database", "many.db", "--html", "kept.html", "--csv", "kept.csv", "--rates",
                  "kept-rates.csv")
        for name in ("html", "csv"):
            self.assertEqual(pathlib.Path(f"fresh.{name}").read_bytes(), pathlib.Path(f"kept.{name}").read_bytes())
        self.assertEqual(pathlib.Path("fresh-rates.csv").read_bytes(), pathlib.Path("kept-rates.csv").read_bytes())

    def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(self):
        for i in range(60):
            self.add(i, 3 * i)
        answer = interrupted("contest", "hog", "many", "--database", "many.db", "--threads", "1")
        self.assertEqual(answer.status, 1, answer)
        self.assertIn("Nothing is ranked yet.", answer.out)
        self.assertEqual(answer.err, "alea: Stopped; repeat the command to resume.\n")
        done = int(re.search(r": ([\d,]+) computed now", answer.out).group(1).replace(",", ""))
        self.assertEqual(self.contest()["pairs_computed"], 60 * 59 // 2 - done)


class Help(unittest.TestCase):
    def test_help_names_every_option_and_has_examples(self):
        text = answer_of("contest", "--help")
        for option in ("database", "html", "csv", "rates", "json", "threads", "fuel"):
            self.assertIn(f"--{option}", text)
        self.assertRegex(text, r"(?m)^  alea contest hog \w+")

    def test_a_blank_file_is_there_in_python_and_in_lua(self):
        self.assertIn("def final_strategy(score, opponent_score):", answer_of("bot", "template", "hog"))
        self.assertEqual(answer_of("bot", "template", "hog"), answer_of("bot", "template", "hog", "--lang", "python"))
        self.assertIn("decide", answer_of("bot", "template", "hog", "--lang", "lua"))
        self.assertIn("final_strategy", answer_of("bot", "template", "hog", "--lang", "zig"))
        answer = alea("bot", "template", "hog", "--lang", "cobol")
        self.assertEqual((answer.status, answer.out), (2, ""))


if __name__ == "__main__":
    main()
