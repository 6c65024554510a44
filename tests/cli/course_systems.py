#!/usr/bin/env python3
"""A class of sixty as downloaded from Canvas, Moodle and Gradescope, with every odd kind of submission: each student
is in the grade book, with the reason in the plan of the class, and in all other output. Names that students
choose are harmless wherever they appear."""

import csv
import io
import json
import os
import pathlib
import random
import re
import unittest
import zipfile

from program import alea, answer_of, json_of, main, write

BUDGET = ["--fuel", "1e10"]
IN_TIME, LATE = (2026, 11, 20, 10, 0, 0), (2026, 11, 21, 10, 0, 0)
DEADLINE = "2026-11-20 11:59 PM UTC"


def always(dice):
    return ((f"{dice}," * 99) + f"{dice}\n") * 100


def zipped(*members):
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members:
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return memory.getvalue()


def make_zip(name, members):
    """(path, bytes or text, time) of each; a path None stands for nothing."""
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for path, data, when in members:
            about = zipfile.ZipInfo(path, when)
            about.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(about, data)


def large(seed):
    """Some 3 MiB that compress to a hundredth, not enough for a zip bomb."""
    chance = random.Random(seed)
    return "".join(chance.choice("0123456789,") for _ in range(1 << 15)) * 96


# Submissions of a student, as (name of the file, content) pairs, and the result in the grade book. A reason of None
# means that it is ranked.
KINDS = {
    "plain": ([("hog_contest.csv", always(4))], None),
    "other name": ([("my try (2).csv", always(6))], None),
    "kit": ([("kit.zip", zipped(("kit/hog_contest.csv", always(5)), ("kit/hog.py", "x"), ("kit/RULES.txt", "x")))], None),
    "with a report": ([("hog_contest.csv", always(3)), ("report.pdf", "%PDF"), ("notes.docx", "PK")], None),
    "quoted": ([("hog_contest.csv", (('"4",' * 99) + '"4"\r\n') * 100)], None),
    "backslash": ([("a\\b.csv", always(4))], None),
    "notebook": ([("hog_contest.ipynb", "{}")], "A file ending in `.ipynb` is not a strategy"),
    "essay": ([("essay.pdf", "%PDF")], "A file ending in `.pdf` is not a strategy"),
    "word": ([("hog.docx", "PK"), ("picture.png", "x")], "is not a strategy"),
    "renamed": ([("hog_contest.py.txt", "x")], "Its name ends in `.py.txt`"),
    "bare": ([("hog_contest", "x")], "Its name has no ending"),
    "semicolons": ([("hog_contest.csv", always(4).replace(",", ";"))], "separated by semicolons"),
    "spaces": ([("hog_contest.csv", always(4).replace(",", " "))], "separated by spaces"),
    "short": ([("hog_contest.csv", "6,6,6\n")], "has 3 numbers; it must have 100"),
    "no strategy": ([("all.zip", zipped(("report.pdf", "x")))], "without packing it"),
    "cut": ([("all.zip", zipped(("a.csv", always(4)))[:-30])], "without packing it"),
    "heavy": ([(f"t{i}.csv", large(i)) for i in range(3)], "unpacks to 9.0 MiB, and a student may hand in 8 MiB"),
    "many": ([(f"{i}.csv", "6") for i in range(501)], "has 501 files, and a student may hand in 500"),
    "archives": ([(f"{i}.zip", zipped(("a.csv", "6"))) for i in range(11)], "has 11 zip archives, and a student may hand in 10"),
    "late": ([("hog_contest.csv", always(4))], "Late: no submission was handed in before the deadline."),
    "late essay": ([("essay.pdf", "%PDF")], "Late: no submission was handed in before the deadline. What came later would not count"),
    "online": ([], "It is a text typed into the course system"),
    "empty": ([], "The submission has no files"),
}
NAMES = ["Ann Lee", "Réka Tóth", "Pat O'Neil", "Zoë \"Z\" Ott", "Li, Wei", "Bob Ray"]


class Student:
    def __init__(self, number, kind):
        self.number, self.kind = number, kind
        self.id = str(31000 + number)
        self.name = f"{NAMES[number % len(NAMES)]} {number}"
        self.files, self.reason = KINDS[kind]
        self.late = kind.startswith("late")
        self.when = LATE if self.late else IN_TIME

    @property
    def canvas(self):
        return re.sub(r"\W", "", self.name.lower())


def plan(without):
    """Sixty students: one of each kind, and the others hand in plainly."""
    kinds = [kind for kind in KINDS if kind not in without]
    kinds += ["plain"] * (60 - len(kinds))
    random.Random(7).shuffle(kinds)
    return [Student(number, kind) for number, kind in enumerate(kinds)]


def canvas(students):
    attachment = 51000
    for s in students:
        stem = f"{s.canvas}_{'LATE_' * s.late}{s.id}"
        if s.kind == "online":
            yield f"{stem}_text.html", "<p>6</p>", s.when
        for name, data in s.files:
            attachment += 1
            yield f"{stem}_{attachment}_{name}", data, s.when


def moodle(students):
    for s in students:
        if s.kind == "online":
            yield f"{s.name}_{s.id}_assignsubmission_onlinetext_/onlinetext.html", "<p>6</p>", s.when
        for name, data in s.files:
            yield f"{s.name}_{s.id}_assignsubmission_file_/{name}", data, s.when


def scalar(text):
    return json.dumps(text, ensure_ascii=False)


def gradescope(students):
    """As a group, the first two have one submission; its times are those of the metadata."""
    lines = ["---"]
    for s in students:
        if s.number == 1:
            continue
        year, month, day, hour, minute, second = s.when
        lines += [f"submission_{s.id}:", "  :submitters:"]
        for one in students[:2] if s.number == 0 else [s]:
            lines += [f"  - :name: {scalar(one.name)}", f"    :sid: '{one.id}'", f"    :email: {one.canvas}@example.edu"]
        lines += [f"  :created_at: {year}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.000000000 Z", "  :history: []"]
        for name, data in s.files:
            yield f"export/submission_{s.id}/{name}", data, IN_TIME
    yield "export/submission_metadata.yml", "\n".join(lines) + "\n", IN_TIME


class Clean(unittest.TestCase):
    """Runs each test in a separate folder."""
    def setUp(self):
        os.mkdir(self.id())
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.id())


class Sixty(Clean):
    def contest(self, students, members, deadline, shown):
        make_zip("class.zip", members)
        arguments = ["contest", "hog", "class.zip", "--deadline", deadline, *BUDGET, "--database", "c.db"]
        result = json_of(*arguments, "--gradebook", "grades.csv", "--feedback", "feedback", "--html", "page.html", "--points", "1,0,0,0")
        text = " ".join(answer_of(*arguments).split())
        page = pathlib.Path("page.html").read_text(encoding="utf-8")
        with open("grades.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual((len(students), len(rows)), (60, 60))
        self.assertEqual(len(os.listdir("feedback")), 60)
        by_id = {s["id"]: s for s in result["submissions"] if s["entry"] is not None or s["status"] == "late"}
        for s in students:
            row, = (r for r in rows if s.id in (r.get("ID"), r.get("id"), r.get("Identifier", "").removeprefix("Participant ")))
            self.check_row(s, row, by_id[s.id], result)
            self.check_words(s, shown(s), text, page)
        return result

    def check_row(self, s, row, submission, result):
        points, = (row[key] for key in row if key in ("points", "Grade") or key.endswith(" contest"))
        words, = (row[key] for key in row if key in ("result", "Feedback comments", "Reason for the Final Grade"))
        self.assertEqual(float(points), 0 if s.reason else 1, (s.kind, row))
        self.assertIn(s.reason or "Rank ", words, s.kind)
        if submission["entry"] is not None:
            entry = result["entries"][submission["entry"]]
            self.assertEqual(entry["status"], "disqualified" if s.reason else "ok", s.kind)
            self.assertIn(s.reason or "", entry["reason"] or "", s.kind)
        else:
            self.assertTrue(s.late, s.kind)

    def check_words(self, s, name, text, page):
        file, = (path for path in pathlib.Path("feedback").iterdir() if f"_{s.id}" in path.name)
        told = " ".join(file.read_text(encoding="utf-8").split())
        self.assertIn(s.reason or "Rank ", told, s.kind)
        self.assertEqual("Points: 0" in told, s.reason is not None, s.kind)
        if s.reason:
            self.assertIn(name, text, s.kind)
            self.assertIn(name.replace("&", "&amp;").replace('"', "&quot;").replace("'", "&#39;"),
                          page.replace("&#x27;", "&#39;").replace("&#34;", "&quot;"), s.kind)

    def test_canvas(self):
        students = plan(without=["empty"])
        result = self.contest(students, canvas(students), "canvas", lambda s: s.canvas)
        self.assertEqual(result["warnings"], [])

    def test_moodle(self):
        students = plan(without=["empty"])
        self.contest(students, moodle(students), DEADLINE, lambda s: s.name)

    def test_gradescope(self):
        students = plan(without=["online"])
        for s in students[:2]:
            s.kind, (s.files, s.reason), s.late, s.when = "plain", KINDS["plain"], False, IN_TIME
        result = self.contest(students, gradescope(students), DEADLINE, lambda s: s.name)
        pair = [s for s in result["submissions"] if "submission_31000/" in s["file"]]
        self.assertEqual([(s["student"], s["id"]) for s in pair], [(s.name, s.id) for s in students[:2]])
        self.assertEqual(len({s["entry"] for s in pair}), 1)


class Identity(Clean):
    """Whose a file is, where students or chance make it doubtful."""
    def students(self, *members):
        make_zip("class.zip", [(name, always(i % 11), IN_TIME) for i, name in enumerate(members)])
        result = json_of("contest", "hog", "class.zip", *BUDGET, "--gradebook", "grades.csv")
        return [(s["student"], s["id"], s["status"]) for s in result["submissions"]], result["warnings"]

    def test_the_last_mark_of_a_folder_of_moodle_counts(self):
        mark = "_assignsubmission_file_"
        found, notes = self.students(f"Ann Lee_1001{mark}/hog_contest.csv", f"Bob Ray_1002{mark}/hog_contest.csv",
                                     f"Bob Ray_1002{mark}x_1005{mark}/hog_contest.csv")
        self.assertEqual(found, [("Ann Lee", "1001", "counts"), ("Bob Ray", "1002", "counts"), (f"Bob Ray_1002{mark}x", "1005", "counts")])
        self.assertEqual(notes, [])
        self.assertIn("hog_contest (Ann Lee)", answer_of("contest", "hog", "class.zip", *BUDGET))

    def test_two_marks_in_the_name_of_a_file_say_nothing(self):
        mark = "_assignsubmission_file_"
        found, notes = self.students(f"Bob Ray_1002{mark}hog_contest.csv", f"Bob Ray_1002{mark}x_1005{mark}hog_contest.csv")
        self.assertEqual(found, [("Bob Ray", "1002", "counts"), (f"Bob Ray_1002{mark}x_1005{mark}hog_contest.csv", None, "counts")])
        self.assertIn("Moodle's mark twice", notes[0])

    def test_a_number_at_the_end_of_a_name_of_canvas_makes_no_one_another(self):
        found, notes = self.students("leeann_1001_5001_hog_contest.csv", "raybob_1002_5002_hog_contest.csv",
                                     "raybob_1002_1005_5009_hog_contest.csv")
        self.assertEqual(found, [("leeann", "1001", "counts"), ("raybob_1002_1005_5009_hog_contest.csv", None, "counts"),
                                 ("raybob", "1002", "counts")])
        self.assertIn("two students", notes[0])
        found, notes = self.students("leeann_1001_5001_2024_11_hog.csv", "raybob_1002_5002_hog_contest.csv")
        self.assertEqual((found[0], notes), (("leeann", "1001", "counts"), []))

    def test_one_odd_name_does_not_hide_the_others(self):
        right = ["leeann_1001_5001_hog_contest.csv", "raybob_1002_5002_hog_contest.csv", "anon_x7Kq2_5003_hog_contest.csv"]
        found, notes = self.students(*right, "mine.csv")
        self.assertEqual(found, [(None, "x7Kq2", "counts"), ("leeann", "1001", "counts"), (None, None, "counts"), ("raybob", "1002", "counts")])
        self.assertIn("a name that the course system gives: 1. The first is class.zip/mine.csv.", notes[0])
        rows = list(csv.reader(pathlib.Path("grades.csv").read_text(encoding="utf-8").splitlines()))
        self.assertEqual(rows[0][0], "Student")
        self.assertEqual([row[0] for row in rows[1:]], ["", "leeann", "class.zip/mine.csv", "raybob"])

    def test_one_number_of_two_students_of_gradescope(self):
        people = [("Bob Ray", "1002", "bob@example.org"), ("Ann Lee", "1001", "ann@example.org"), ("Eve", "1002", "eve@example.org"),
                  ("Ann Lee", "1001", "other@example.org"), ("Cy", "", "cy@example.org"), ("Cy", "~", "day@example.org")]
        text = "".join(f"submission_{30 + i}:\n  :created_at: 2026-11-20 10:0{i}:00 Z\n  :submitters:\n"
                       f"  - :name: {name}\n    :sid: {sid}\n    :email: {email}\n" for i, (name, sid, email) in enumerate(people))
        members = [(f"a/submission_{30 + i}/hog_contest.csv", always(i), IN_TIME) for i in range(len(people))]
        make_zip("class.zip", [*members, ("a/submission_metadata.yml", text, IN_TIME)])
        result = json_of("contest", "hog", "class.zip", *BUDGET, "--gradebook", "grades.csv", "--feedback", "feedback")
        self.assertEqual([s["status"] for s in result["submissions"]], ["counts"] * 6)
        self.assertEqual(len(result["warnings"]), 2)
        for words in ("Bob Ray (bob@example.org) and Eve (eve@example.org)", "(1002)", "ann@example.org", "other@example.org"):
            self.assertIn(words, " ".join(result["warnings"]))
        rows = list(csv.DictReader(pathlib.Path("grades.csv").read_text(encoding="utf-8").splitlines()))
        self.assertEqual([(r["student"], r["id"], r["email"]) for r in rows], [(n, s.strip("~"), e) for n, s, e in people])
        eve = pathlib.Path("feedback/Eve_1002.txt").read_text(encoding="utf-8")
        self.assertEqual(eve.count("hog_contest.csv"), 1)

    def test_a_list_names_all_who_handed_in_together(self):
        write("a.csv", always(4)), write("b.csv", always(6))
        write("list.txt", "file\tstudent\ttime\n" "a.csv\tAnn\t2026-11-20 10:00 UTC\na.csv\tBob\t2026-11-20 10:00 UTC\nb.csv\tCy\t2026-11-20 9:00 am UTC\n")
        result = json_of("contest", "hog", "a.csv", "b.csv", "--submissions", "list.txt", *BUDGET)
        self.assertEqual([(s["student"], s["entry"]) for s in result["submissions"]], [("Ann", 0), ("Bob", 0), ("Cy", 1)])
        self.assertEqual((len(result["entries"]), result["pairs"]), (2, 1))

    def test_bad_input_metadata_that_are_no_yaml_or_of_another_form(self):
        for text, line, words in (("submission_1: {", 2, "is not YAML"), ("- a\n", 1, "the file must be a mapping"),
                                  ("submission_1: []\n", 1, "each entry must be"), ("submission_1:\n  :submitters: Ann\n", 2, ":submitters must be a list"),
                                  ("submission_1:\n  :submitters:\n  - Ann\n", 3, "a submitter must be"),
                                  ("submission_1:\n  :submitters:\n  - :name: [Ann]\n", 3, ":name must be a text")):
            make_zip("class.zip", [("submission_1/hog_contest.csv", always(4), IN_TIME), ("submission_metadata.yml", text, IN_TIME)])
            answer = alea("contest", "hog", "class.zip")
            self.assertEqual((answer.status, answer.out), (2, ""), answer)
            self.assertIn(f"submission_metadata.yml:{line}: ", answer.err)
            self.assertIn(words, " ".join(answer.err.split()))

    def test_yaml_is_read_as_yaml(self):
        text = ("&all\nsubmission_1: &one\n  ':submitters':\n  - &ann {\":name\": \"R\\xE9ka \\\"Pig\\\" T\\u00F3th\", \":sid\": 007, ':email': null}\n"
                "  - *ann\n  - :name: >-\n      Pat:\n      O'Neil\n    :sid: 'it''s'\n    # a remark\n    :email: \"null\"\n"
                "  :created_at: 2026-11-20 10:00:00.000000000 Z\n")
        make_zip("class.zip", [("submission_1/hog_contest.csv", always(4), IN_TIME), ("submission_metadata.yml", text, IN_TIME)])
        result = json_of("contest", "hog", "class.zip", "--gradebook", "grades.csv")
        self.assertEqual([(s["student"], s["id"], s["email"]) for s in result["submissions"]],
                         [('Réka "Pig" Tóth', "007", None), ("Pat: O'Neil", "it's", "null")])


class Limits(Clean):
    """Beyond the limits of an archive, the message names the largest submission."""
    def refused(self, members):
        make_zip("class.zip", members)
        answer = alea("contest", "hog", "class.zip")
        self.assertEqual((answer.status, answer.out), (2, ""), answer)
        return " ".join(answer.err.split())

    def test_the_largest_is_named(self):
        text = large(1)[:3 << 20]
        members = [(f"s{i}_{1000 + i}_{5000 + 2 * i + j}_{j}.csv", text, IN_TIME) for i in range(22) for j in range(2)]
        self.assertIn("unpacks to more than 128 MiB, which is more than a class hands in; the most, 7.0 MiB, are of s22_1022.",
                      self.refused([*members, ("s22_1022_6000_a.csv", text + text[:1 << 19], IN_TIME), ("s22_1022_6001_b.csv", text + text[:1 << 19], IN_TIME)]))
        many = [(f"class/{name}/{j}.txt", "", IN_TIME) for name in ("ann", "bob", "eve") for j in range(3500 if name == "eve" else 3300)]
        self.assertIn("it contains 10100 files; at most 10000 are read; the most, 3500, are of class/eve. Unpack", self.refused(many))
        many = [(f"Eve_{i}_assignsubmission_file_/{j}.txt", "", IN_TIME) for i in range(26) for j in range(390 if i else 450)]
        self.assertIn("it contains 10200 files; at most 10000 are read; the most, 450, are of Eve_0. Unpack", self.refused(many))

    def test_another_students_files_use_up_no_ones_limit(self):
        members = [(f"raybob_1002_1005_{5000 + i}_{i}.csv", "6", IN_TIME) for i in range(501)]
        make_zip("class.zip", [*members, ("raybob_1002_4000_hog_contest.csv", always(4), IN_TIME), ("leeann_1001_4001_hog_contest.csv", always(6), IN_TIME)])
        result = json_of("contest", "hog", "class.zip", *BUDGET)
        self.assertEqual([e["status"] for e in result["entries"]], ["ok", "disqualified", "ok"])
        self.assertIn("has 501 files", result["entries"][1]["reason"])


HOSTILE = ["=cmd|' /C calc'!A0", "<script>alert(1)</script>", "../../etc/passwd", "a\x1b[31mred", "x\ny,\"z\"", "\u202egnp.exe", "-1+2",
           "&amp;\"'><img src=x>", ".hidden", "CON", "Ann", "Ann-2", "ann", "x" * 300, "\U000e0041tag", "'@SUM(1)", "{{7*7}}`id`$(id)", " "]


class Hostile(Clean):
    """Every field that a student controls: name, number, address, names of files, what the program calls itself, and its errors."""
    def check(self, members, count, *more):
        make_zip("class.zip", members)
        arguments = ["contest", "hog", "class.zip", *BUDGET, "--database", "c.db", *more]
        outputs = ["--gradebook", "grades.csv", "--feedback", "feedback", "--html", "page.html", "--csv", "ranking.csv", "--rates", "rates.csv"]
        text = answer_of(*arguments, *outputs)
        result = json_of(*arguments)
        self.assertRegex(text, r"\A[^\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\U000e0000-\U000e007f]*\Z")
        page = pathlib.Path("page.html").read_text(encoding="utf-8")
        for bad in ("<script>alert", "<img src=x", "\x1b", "\u202e"):
            self.assertNotIn(bad, page)
        for name in ("grades.csv", "ranking.csv", "rates.csv"):
            with open(name, encoding="utf-8", newline="") as file:
                head, *rows = csv.reader(file)
            self.assertEqual({len(row) for row in rows}, {len(head)}, name)
            for row in rows:
                for cell in row:
                    self.assertFalse(re.match(r"[=+@\t\r]|-[^\d]|-\d+[^\d.e]", cell), (name, cell))
            if name == "grades.csv":
                self.assertEqual(len(rows), count)
        files = [path for path in pathlib.Path(".").rglob("*") if path.is_file()]
        self.assertEqual({str(path.parent) for path in files}, {".", "feedback"})
        told = [path for path in files if path.parent.name == "feedback"]
        self.assertEqual(len(told), count)
        for path in told:
            self.assertRegex(path.name, r"\A[^.\x00-\x1f/\\][^\x00-\x1f/\\]*\.txt\Z")
            self.assertNotRegex(path.read_text(encoding="utf-8"), r"[\x00-\x08\x0b-\x1f\x7f\u202e]")
        return result

    def test_names_numbers_and_addresses_of_gradescope(self):
        lines, members = [], []
        for i, name in enumerate(HOSTILE):
            for j, (who, sid, email) in enumerate(((name, str(i), "a@b"), ("Ann", name, "a@b"), ("Ann", f"n{i}", name))):
                n = 1000 + 10 * i + j
                lines += [f"submission_{n}:", f"  :submitters:\n  - :name: {scalar(who)}", f"    :sid: {scalar(sid)}", f"    :email: {scalar(email)}"]
                members.append((f"e/submission_{n}/hog_contest.csv", always(n % 11) if j else "bad", IN_TIME))
        members.append(("e/submission_metadata.yml", "\n".join(lines).replace("\x7f", ""), IN_TIME))
        result = self.check(members, 3 * len(HOSTILE))
        self.assertEqual([s["student"] for s in result["submissions"]][::3], HOSTILE)
        self.assertEqual([s["id"] for s in result["submissions"]][1::3], HOSTILE)
        self.assertEqual([s["email"] for s in result["submissions"]][2::3], HOSTILE)

    def test_names_of_files_and_programs_and_errors(self):
        members = []
        for i, name in enumerate(HOSTILE):
            quoted = "".join(f"\\{byte}" if byte < 32 or byte in b'"\\' else chr(byte) for byte in name.encode()).encode("latin-1")
            file = name.replace("/", ":")[:100]
            folder = f"Student {i}_{2000 + i}_assignsubmission_file_/"
            program = b'return { name = "' + quoted + b'", decide = function (view) ' + (
                b'error("' + quoted + b'")' if i % 2 else f"return {i % 11}".encode()) + b" end }"
            members += [(f"{folder}{file}{'.ipynb' if i % 3 == 0 else '.lua'}", program, IN_TIME)]
        self.check(members, len(HOSTILE))

    def test_names_of_canvas_and_moodle(self):
        names = [name.replace("/", "").replace("\n", "") for name in HOSTILE]
        canvas_names = [re.sub(r"\W", "", name.lower()) or "x" for name in names]
        self.check([(f"{name}_{3000 + i}_{5000 + i}_hog_contest.csv", always(i % 11), IN_TIME) for i, name in enumerate(canvas_names)],
                   len(HOSTILE), "--deadline", "canvas")
        for path in pathlib.Path("feedback").iterdir():
            path.unlink()
        self.check([(f"{name}_{3000 + i}_assignsubmission_file_/a.csv", always(i % 11), IN_TIME) for i, name in enumerate(names)
                    if not name.startswith(".")], sum(not name.startswith(".") for name in names))


class Autograder(Clean):
    """One submission for Gradescope's autograder."""
    def test_several_files_are_refused_before_the_work(self):
        os.mkdir("submission")
        write("submission/a.csv", always(4)), write("submission/b.csv", always(6))
        answer = alea("contest", "hog", "submission", "--gradescope", "results.json", "--html", "page.html", "--gradebook", "grades.csv", "--database", "c.db")
        self.assertEqual((answer.status, answer.out), (2, ""))
        self.assertIn("there are 2 submissions", answer.err)
        self.assertEqual(sorted(os.listdir(".")), ["submission"])

    def test_no_strategy_is_a_result_with_its_reason(self):
        os.mkdir("submission")
        write("submission/hog_contest.ipynb", "{}"), write("submission/notes.txt", "x")
        answer_of("contest", "hog", "submission", "always(6)", "--gradescope", "results.json", "--points", "2,0,0,0")
        results = json.loads(pathlib.Path("results.json").read_text(encoding="utf-8"))
        self.assertEqual(results["score"], 0)
        self.assertIn("is not a strategy; submit a file ending in", results["output"])
        answer = alea("contest", "hog", "submission", "always(6)")
        self.assertIn("submission: the folder contains no strategies", answer.err)


class Ties(Clean):
    def test_ties_share_a_rank_unless_the_rate_breaks_them(self):
        """Rock, scissors and paper among tables: the ranks by hand from the rates."""
        for i in (0, 1, 2, 3, 4, 6, 8):
            write(f"{i}.csv", always(i))
        write("same.csv", always(4))
        paths = [f"{i}.csv" for i in (0, 1, 2, 3, 4, 6, 8)] + ["same.csv"]
        shared = json_of("contest", "hog", *paths, *BUDGET, "--database", "c.db")
        broken = json_of("contest", "hog", *paths, *BUDGET, "--database", "c.db", "--tie-break", "rate", "--html", "page.html")
        entries = shared["entries"]
        for result, key in ((shared, lambda e: (e["matches_won"],)), (broken, lambda e: (e["matches_won"], round(e["mean_rate"], 9)))):
            for entry in result["entries"]:
                self.assertEqual(entry["rank"], 1 + sum(key(other) > key(entry) for other in result["entries"]), entry["file"])
        self.assertEqual([e["matches_won"] for e in entries], [e["matches_won"] for e in broken["entries"]])
        self.assertIn("then by the mean rate", pathlib.Path("page.html").read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
