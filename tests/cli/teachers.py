#!/usr/bin/env python3
"""The teachers' side of contests: archives, deadlines, identities, grade books and feedback. The counting submission
of each student is computed here a second time, from the plan of submissions; the rates are compared with those of
a folder that contains exactly the right files."""

import csv
import datetime
import io
import itertools
import json
import os
import pathlib
import random
import shutil
import stat
import struct
import unittest
import warnings
import zipfile

from program import SOAK, alea, answer_of, environment, json_of, main, write

BUDGET = ["--fuel", "1e10"]


class Clean(unittest.TestCase):
    """Runs each test in a separate folder."""
    def setUp(self):
        os.mkdir(self.id())
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.id())


def table(seed):
    """A strategy as a table: mostly six dice, with a few individual answers."""
    chance = random.Random(seed)
    rows = [["6"] * 100 for _ in range(100)]
    for _ in range(300):
        rows[chance.randrange(100)][chance.randrange(100)] = str(chance.randrange(11))
    return "\n".join(",".join(row) for row in rows) + "\n"


ALWAYS = {n: ((str(n) + ",") * 99 + str(n) + "\n") * 100 for n in range(11)}


def make_zip(name, members, times=None):
    """An archive of (name, text) pairs, with the times of a clock in an unknown zone."""
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, text in members:
            about = zipfile.ZipInfo(member, (times or {}).get(member, (2026, 11, 1, 12, 0, 0)))
            about.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(about, text)
    return name


def zipped(*members):
    """The bytes of an archive whose times are long past."""
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, text in members:
            archive.writestr(zipfile.ZipInfo(member), text, zipfile.ZIP_DEFLATED)
    return memory.getvalue()


def contest(*arguments, **more):
    return json_of("contest", "hog", *arguments, *BUDGET, **more)


def fails(*arguments):
    answer = alea("contest", "hog", *arguments, *BUDGET, env=environment(COLUMNS="1000"))
    assert answer.status == 2 and answer.out == "", answer
    return answer.err


def counting(result):
    """The files that count, without the path of the archive."""
    return sorted(s["file"].split(".zip/")[-1] for s in result["submissions"] if s["status"] == "counts" and not s["staff"])


def status_of(result):
    return {s["file"].split(".zip/")[-1]: s["status"] for s in result["submissions"]}


class Archives(Clean):
    def test_a_zip_and_the_folder_of_its_files_give_the_same_rates(self):
        files = {f"team{i}/mine.csv": table(i) for i in range(4)}
        make_zip("a.zip", files.items())
        for name, text in files.items():
            pathlib.Path("a", name).parent.mkdir(parents=True, exist_ok=True)
            write(f"a/{name}", text)
        packed, plain = contest("a.zip"), contest("a")
        self.assertEqual([e["file"] for e in packed["entries"]], ["a.zip/" + name for name in sorted(files)])
        self.assertEqual(packed["rates"], plain["rates"])
        self.assertEqual([e["rank"] for e in packed["entries"]], [e["rank"] for e in plain["entries"]])

    def test_bad_input_a_zip_that_is_none(self):
        write("no.zip", b"PK\3\4 and nothing more")
        self.assertIn("no.zip: it is not a zip archive", fails("no.zip"))
        write("empty.zip", b"")
        self.assertIn("empty.zip: ", fails("empty.zip"))
        self.assertIn("There is no file or folder lost.zip", fails("lost.zip"))

    def test_bad_input_a_zip_that_is_cut_off(self):
        make_zip("whole.zip", [("a.csv", table(1)), ("b.csv", table(2))])
        data = pathlib.Path("whole.zip").read_bytes()
        for size in (40, len(data) // 2, len(data) - 30):
            write("cut.zip", data[:size])
            self.assertIn("cut.zip: it is a zip archive whose end is missing, with the list of its files.", fails("cut.zip"))

    def test_a_file_that_is_in_an_archive_twice_is_named_and_the_last_counts(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the name that is there already
            make_zip("two.zip", [("a.csv", ALWAYS[4]), ("b.csv", ALWAYS[6]), ("a.csv", ALWAYS[5])])
        result = contest("two.zip")
        self.assertEqual(result["warnings"], ["two.zip/a.csv is in its archive twice; the one that stands last there counts."])
        write("five.csv", ALWAYS[5])
        write("six.csv", ALWAYS[6])
        self.assertEqual(result["rates"], contest("five.csv", "six.csv")["rates"])

    def test_bad_input_a_zip_without_strategies(self):
        make_zip("notes.zip", [("notes.txt", "hello")])
        self.assertIn("notes.zip: the archive contains no strategies", fails("notes.zip"))

    def test_bad_input_names_that_lead_out_of_the_archive(self):
        make_zip("out.zip", [("../../out.csv", ALWAYS[6]), ("/tmp/root.csv", ALWAYS[6]), ("a/../b.csv", ALWAYS[6]),
                             ("a..b/..c.csv", ALWAYS[5]), ("good.csv", ALWAYS[4])])
        entries = contest("out.zip")["entries"]
        bad = [e for e in entries if e["status"] != "ok"]
        self.assertEqual([(e["file"], e["what"]) for e in bad],
                         [("out.zip/../../out.csv", "file"), ("out.zip//tmp/root.csv", "file"), ("out.zip/a/../b.csv", "file")])
        self.assertIn("leads out of the archive", bad[0]["reason"])
        self.assertFalse(os.path.exists("../../out.csv") or os.path.exists("/tmp/root.csv"))
        self.assertEqual(len(entries) - len(bad), 2)

    def test_bad_input_links(self):
        with zipfile.ZipFile("links.zip", "w") as archive:
            about = zipfile.ZipInfo("link.csv")
            about.create_system = 3
            about.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(about, "good.csv")
            archive.writestr("good.csv", ALWAYS[6])
        entries = {e["file"]: e for e in contest("links.zip")["entries"]}
        self.assertEqual((entries["links.zip/link.csv"]["what"], entries["links.zip/good.csv"]["status"]), ("file", "ok"))
        self.assertIn("It is a link", entries["links.zip/link.csv"]["reason"])

    def test_bad_input_a_bomb_by_its_ratio(self):
        make_zip("bomb.zip", [("bomb.csv", "0" * (3 << 20)), ("good.csv", ALWAYS[6])])
        entries = {e["file"]: e for e in contest("bomb.zip")["entries"]}
        self.assertEqual(entries["bomb.zip/bomb.csv"]["what"], "size")
        self.assertIn("more than 500 times", entries["bomb.zip/bomb.csv"]["reason"])
        self.assertEqual(entries["bomb.zip/good.csv"]["status"], "ok")

    def test_bad_input_a_bomb_that_lies_about_its_size(self):
        make_zip("liar.zip", [("liar.csv", "0" * (20 << 20)), ("good.csv", ALWAYS[6])])
        data = bytearray(pathlib.Path("liar.zip").read_bytes())
        for mark, place in ((b"PK\3\4", 22), (b"PK\1\2", 24)):  # the sizes that the two headers claim
            at = data.index(mark)
            data[at + place:at + place + 4] = struct.pack("<I", 100)
        write("liar.zip", bytes(data))
        entries = {e["file"]: e for e in contest("liar.zip")["entries"]}
        self.assertIn(entries["liar.zip/liar.csv"]["what"], ("size", "file"))
        self.assertEqual(entries["liar.zip/good.csv"]["status"], "ok")

    def test_bad_input_a_bomb_of_many_files_within_their_limits(self):
        chance = random.Random(1)
        text = "".join(chance.choice("0123456789,") for _ in range(4 << 20))
        make_zip("many.zip", [(f"{i}.csv", text) for i in range(33)])
        self.assertIn("many.zip: it unpacks to more than 128 MiB", fails("many.zip"))

    def test_bad_input_ten_thousand_files(self):
        with zipfile.ZipFile("full.zip", "w") as archive:
            for i in range(10001):
                archive.writestr(f"{i}.txt", "")
        self.assertIn("full.zip: it contains 10001 files; at most 10000 are read", fails("full.zip"))

    def test_ten_thousand_files_of_which_two_are_strategies_are_no_trouble(self):
        with zipfile.ZipFile("fits.zip", "w") as archive:
            for i in range(9998):
                archive.writestr(f"{i}.txt", "")
            archive.writestr("a.csv", ALWAYS[6])
            archive.writestr("b.csv", ALWAYS[4])
        result = contest("fits.zip")
        self.assertEqual((len(result["entries"]), result["left_out"]), (2, 9998))

    def test_bad_input_names_that_are_not_utf_8(self):
        make_zip("names.zip", [("QQQQQQQQ.csv", ALWAYS[6]), ("good.csv", ALWAYS[4])])
        data = pathlib.Path("names.zip").read_bytes().replace(b"QQQQQQQQ", b"J\x81rgen\x1b\xff")
        write("names.zip", data)
        result = contest("names.zip")
        self.assertEqual([e["status"] for e in result["entries"]], ["ok", "ok"])
        text = answer_of("contest", "hog", "names.zip")
        self.assertNotIn("\x1b", text)
        self.assertIn("J\u00fcrgen", text)  # 0x81 in the code page of old archives

    def test_bad_input_an_encrypted_and_a_damaged_file(self):
        make_zip("hurt.zip", [("a.csv", table(1)), ("b.csv", table(2)), ("c.csv", table(3))])
        data = bytearray(pathlib.Path("hurt.zip").read_bytes())
        for mark, place in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
            data[data.index(mark) + place] |= 1  # "encrypted"
        second = data.index(b"b.csv")
        data[second + 50:second + 70] = bytes(20)
        write("hurt.zip", bytes(data))
        entries = contest("hurt.zip")["entries"]
        self.assertEqual([(e["status"], e["what"]) for e in entries],
                         [("disqualified", "file"), ("disqualified", "file"), ("ok", None)])
        self.assertIn("encrypted", entries[0]["reason"])
        self.assertIn("damaged", entries[1]["reason"])

    def test_what_programs_put_into_archives_is_left_out(self):
        make_zip("mac.zip", [("__MACOSX/._a.csv", "x"), (".git/a.csv", "x"), ("a.csv", ALWAYS[6]), ("w\\b.csv", ALWAYS[5])])
        self.assertEqual([e["file"] for e in contest("mac.zip")["entries"]], ["mac.zip/a.csv", "mac.zip/w/b.csv"])


    def test_other_archives_are_told_to_be_zips(self):
        write("class.tgz", "x")
        self.assertIn("class.tgz is not a strategy: give a file ending in .py, .lua, .wasm or .csv, or a folder or zip archive of such",
                      fails("class.tgz"))


class Staff(Clean):
    def test_staff_bots_can_enter(self):
        write("mine.csv", ALWAYS[4])
        write("other.csv", ALWAYS[3])
        result = contest("mine.csv", "other.csv", "always(6)", "optimal")
        by_file = {e["file"]: (i, e) for i, e in enumerate(result["entries"])}
        mine, six = by_file["mine.csv"][0], by_file["always(6)"][0]
        self.assertAlmostEqual(result["rates"][mine][six], 0.462272807800, delta=1e-11)  # published
        self.assertEqual([by_file[f][1]["staff"] for f in ("mine.csv", "other.csv", "always(6)", "optimal")],
                         [False, False, True, True])
        self.assertEqual([by_file[f][1]["award"] for f in ("mine.csv", "other.csv", "always(6)", "optimal")],
                         ["first", "second", None, None])
        self.assertEqual(by_file["mine.csv"][1]["rank"], 1)

    def test_a_bot_that_is_none_is_shown_as_before(self):
        self.assertIn("There is no file or folder nowhere", fails("nowhere"))
        self.assertIn("always", fails("always(77)"))
        for word, meant in (("always6", "always(6)"), ("always10", "always(10)")):
            self.assertIn(f"There is no file or folder {word}; did you mean the bot '{meant}'?", fails(word))
        for word in ("always77", "team6", "6"):
            self.assertNotIn("did you mean", fails(word))

    def test_one_word_alone_gets_what_is_missing(self):
        write("hog_contest.txt", "")
        for words, missing in ((["kit"], "a kit is for one game: alea contest kit hog --out kit.zip"),
                               (["hog_contest.txt"], "GAME is missing before the strategies: alea contest hog 'hog_contest.txt'"),
                               (["gone.py"], "GAME is missing before the strategies: alea contest hog 'gone.py'"),
                               (["hog"], "PATH is missing: a folder of strategies, or strategy files")):
            answer = alea("contest", *words)
            self.assertEqual((answer.status, answer.out), (2, ""), answer)
            self.assertIn(missing, answer.err)
        self.assertIn("hog_contest.txt is not a strategy: give a file ending in .py", fails("hog_contest.txt"))

    def test_one_entry_alone_is_not_first(self):
        write("alone.csv", ALWAYS[4])
        self.assertEqual([(e["matches_won"], e["award"]) for e in contest("alone.csv")["entries"]], [(0, None)])
        self.assertEqual([e["award"] for e in contest("alone.csv", "always(6)")["entries"]], [None, None])


class Deadlines(Clean):
    FILES = ("a.csv", "b.csv", "c.csv")

    def setUp(self):
        super().setUp()
        for i, name in enumerate(self.FILES):
            write(name, ALWAYS[4 + i])

    def listed(self, *rows, head="file,student,time,zone"):
        write("list.csv.txt", "\n".join((head, *rows)) + "\n")
        return ["--submissions", "list.csv.txt"]

    def test_the_latest_submission_counts(self):
        rows = self.listed("a.csv,Bob,2026-11-20 10:00,UTC", "b.csv,Bob,2026-11-20 11:00,UTC", "c.csv,Ann,2026-11-19 09:00,UTC")
        self.assertEqual(status_of(contest(*self.FILES, *rows)), {"a.csv": "replaced", "b.csv": "counts", "c.csv": "counts"})

    def test_the_latest_one_before_the_deadline_counts(self):
        rows = self.listed("a.csv,Bob,2026-11-20 10:00,UTC", "b.csv,Bob,2026-11-20 11:00,UTC", "c.csv,Ann,2026-11-21 09:00,UTC")
        result = contest(*self.FILES, *rows, "--deadline", "2026-11-20 10:30 UTC")
        self.assertEqual(status_of(result), {"a.csv": "counts", "b.csv": "late", "c.csv": "late"})
        self.assertEqual(len(result["entries"]), 1)

    def test_bad_input_deadlines_in_other_time_zones(self):
        """Moments by Python's zoneinfo-free arithmetic: Berlin is one hour ahead in winter and two in summer, Kathmandu 5:45."""
        for zone, hours, day in (("Europe/Berlin", 1, "2026-11-20"), ("Europe/Berlin", 2, "2026-07-01"), ("+05:45", 5.75, "2026-11-20"),
                                 ("Asia/Kathmandu", 5.75, "2026-11-20"), ("America/Los_Angeles", -8, "2026-11-20"), ("-0800", -8, "2026-11-20")):
            deadline = datetime.datetime.fromisoformat(f"{day}T23:59:00") - datetime.timedelta(hours=hours)
            times = [deadline + datetime.timedelta(seconds=s) for s in (-1, 59, 60)]
            rows = self.listed(*(f"{f},{f},{t.isoformat(sep=' ')},UTC" for f, t in zip(self.FILES, times)))
            result = contest(*self.FILES, *rows, "--deadline", f"{day} 23:59 {zone}")
            self.assertEqual(list(status_of(result).values()), ["counts", "counts", "late"], zone)

    def test_the_zone_of_a_submission_is_its_own(self):
        rows = self.listed("a.csv,A,2026-11-20 23:30,America/New_York", "b.csv,B,2026-11-20T22:58:59.9+01:00,", "c.csv,C,2026-11-20 22:30,")
        result = contest(*self.FILES, *rows, "--deadline", "2026-11-20 21:58:59 UTC")
        self.assertEqual(status_of(result), {"a.csv": "late", "b.csv": "counts", "c.csv": "late"})
        self.assertEqual([s["time"] for s in result["submissions"]],
                         ["2026-11-21 04:30:00 UTC", "2026-11-20 21:58:59 UTC", "2026-11-20 22:30:00 UTC"])

    def test_bad_input_two_submissions_in_the_same_second(self):
        rows = self.listed("a.csv,Bob,2026-11-20 10:00:00,UTC", "b.csv,Bob,2026-11-20 10:00:00,UTC", "c.csv,C,2026-11-20 10:00:00,UTC")
        result = contest(*self.FILES, *rows)
        self.assertEqual(status_of(result), {"a.csv": "replaced", "b.csv": "counts", "c.csv": "counts"})
        self.assertEqual(len(result["warnings"]), 1)
        self.assertIn("b.csv or a.csv", result["warnings"][0])
        rows = self.listed("a.csv,Bob,2026-11-20 10:00:00.5,UTC", "b.csv,Bob,2026-11-20 10:00:00.25,UTC", "c.csv,C,2026-11-20 10:00:00,UTC")
        result = contest(*self.FILES, *rows)
        self.assertEqual((status_of(result)["a.csv"], result["warnings"]), ("counts", []))

    def test_bad_input_times_and_lists_that_make_no_sense(self):
        for deadline, words in (("tomorrow", "is not a time"), ("2026-02-30 10:00 UTC", "is not a time"),
                                ("2026-11-20 23:59", "has no time zone"), ("2026-11-20 23:59 Mars/Olympus", "no time zone `Mars/Olympus`"),
                                ("2026-03-29 02:30 Europe/Berlin", "skipped"), ("2026-10-25 02:30 Europe/Berlin", "twice"),
                                ("2026-11-20 23:59 ../../etc/passwd", "no time zone")):
            self.assertIn(words, fails(*self.FILES, "--deadline", deadline))
        self.assertIn("list.csv.txt:3: `soon` is not a time", fails("a.csv", *self.listed("a.csv,A,2026-11-20 10:00,UTC", "a.csv,A,soon,")))
        twice = ["a.csv,A,2026-11-20 10:00,UTC", "b.csv,B,2026-11-20 10:00,UTC", "a.csv,B,2026-11-20 11:00,UTC"]
        self.assertIn("list.csv.txt:4: `a.csv`: this file has a line above already", fails("a.csv", "b.csv", *self.listed(*twice)))
        self.assertIn("list.csv.txt:2: the time is missing", fails("a.csv", *self.listed("a.csv,A,,UTC")))
        self.assertIn("list.csv.txt:2: the time is missing", fails("a.csv", *self.listed("a.csv,A")))
        self.assertIn("list.csv.txt:2: `a.csv`: a quotation mark is not closed",
                      fails(*self.FILES, *self.listed('a.csv,A,2026-11-20 10:00,"UTC', "b.csv,B,2026-11-20 10:00,UTC")))
        self.assertEqual(status_of(contest("a.csv", *self.listed("a.csv,A,2026-11-20 10:00,utc"))), {"a.csv": "counts"})
        self.assertIn("list.csv.txt:1: the first line must name the columns", fails("a.csv", *self.listed("a.csv,x", head="file,name")))
        os.makedirs("two/x"), os.makedirs("two/y")
        write("two/x/a.csv", ALWAYS[1]), write("two/y/a.csv", ALWAYS[2])
        self.assertIn("`a.csv` fits 2 files", fails("two", *self.listed("a.csv,A,2026-11-20 10:00,UTC")))
        self.assertIn("gone.txt", fails("a.csv", "--submissions", "gone.txt"))

    def test_times_of_an_archive_are_used_with_a_warning(self):
        make_zip("t.zip", [("early.csv", ALWAYS[1]), ("late.csv", ALWAYS[2])],
                 {"early.csv": (2026, 11, 20, 23, 59, 58), "late.csv": (2026, 11, 21, 0, 0, 2)})
        result = contest("t.zip", "--deadline", "2026-11-20 23:59:59 Europe/Berlin")  # clocks of an archive are the deadline's
        self.assertEqual(status_of(result), {"early.csv": "counts", "late.csv": "late"})
        self.assertEqual([s["time"] for s in result["submissions"]], ["2026-11-20 22:59:58 UTC", "2026-11-20 23:00:02 UTC"])
        self.assertIn("For 2 files only the time of the file itself is known", result["warnings"][0])

    def test_times_of_an_archive_do_not_depend_on_the_time_zone_of_the_machine(self):
        # 2:30 on that day does not exist in Berlin; the archive was made elsewhere.
        make_zip("gap.zip", [("a.csv", ALWAYS[4]), ("b.csv", ALWAYS[5])],
                 {"a.csv": (2026, 3, 29, 2, 30, 0), "b.csv": (2026, 3, 29, 3, 30, 0)})
        self.check_gap("gap.zip")
        data = pathlib.Path("gap.zip").read_bytes()
        front, end = data[:-22], data[-22:]
        entries, size, place = struct.unpack("<HII", end[10:20])
        record = struct.pack("<4sQHHIIQQQQ", b"PK\6\6", 44, 45, 45, 0, 0, entries, entries, size, place)
        write("gap64.zip", front + record + struct.pack("<4sIQI", b"PK\6\7", 0, len(front), 1) + end)
        self.check_gap("gap64.zip")

    def check_gap(self, archive):
        for zone in ("UTC", "Europe/Berlin", "America/New_York"):
            result = contest(archive, "--deadline", "2026-03-29 02:45 UTC", env=environment(TZ=zone))
            self.assertEqual(status_of(result), {"a.csv": "counts", "b.csv": "late"}, (archive, zone))

    def test_a_table_of_a_german_spreadsheet_is_understood(self):
        write("list.txt", b"\xef\xbb\xbfFile;Student;Time;Zone\r\na.csv;\"Bob; Jr \"\"B\"\"\";2026-11-20 10:00;UTC\r\n")
        result = contest("a.csv", "--submissions", "list.txt")
        self.assertEqual(result["submissions"][0]["student"], 'Bob; Jr "B"')


class Systems(Clean):
    """Files as Canvas, Moodle and Gradescope give them."""

    def test_canvas(self):
        make_zip("submissions.zip", [("leeann_1001_5001_hog_contest.csv", table(1)), ("leeann_1001_5007_hog_contest-1.csv", table(2)),
                                     ("leeann_1001_5003_hog_contest-2.csv", table(3)), ("raybob_LATE_1002_5005_hog_contest.csv", table(4)),
                                     ("raybob_1002_5002_hog.py", "x"), ("raybob_1002_5004_my_try.csv", table(5)),
                                     ("zed_1003_5009_kit.zip", "PK")])
        late = contest("submissions.zip", "--deadline", "canvas")
        self.assertEqual(status_of(late), {
            "leeann_1001_5001_hog_contest.csv": "replaced", "leeann_1001_5003_hog_contest-2.csv": "counts",
            "leeann_1001_5007_hog_contest-1.csv": "replaced", "raybob_1002_5002_hog.py": "extra", "raybob_1002_5004_my_try.csv": "counts",
            "raybob_LATE_1002_5005_hog_contest.csv": "late", "zed_1003_5009_kit.zip": "counts"})
        zed = [e for e in late["entries"] if "zed" in e["file"]][0]
        self.assertEqual((zed["what"], "without packing" in zed["reason"]), ("file", True))
        self.assertEqual({s["student"] + s["id"] + s["lms"] for s in late["submissions"]},
                         {"leeann1001canvas", "raybob1002canvas", "zed1003canvas"})
        anyhow = contest("submissions.zip")
        self.assertEqual(status_of(anyhow)["raybob_LATE_1002_5005_hog_contest.csv"], "counts")

    def test_canvas_where_students_hand_in_zips(self):
        """The files in each zip are the student's; an archive that cannot be unpacked is disqualified, with the
        reason."""
        kit = [("hog.py", "x"), ("check.py", "x"), ("tests/hog.py", "x"), ("README.txt", "x")]
        deep = zipped(("hog_contest.csv", table(9)))
        make_zip("submissions.zip", [
            ("leeann_1001_5001_hog_contest.csv", table(1)), ("raybob_1002_5002_hog_contest.csv", table(2)),
            ("raybob_1002_5003_kit.zip", zipped(("kit/hog_contest.csv", table(3)), *(("kit/" + name, text) for name, text in kit))),
            ("zed_LATE_1003_5004_kit.zip", zipped(("hog_contest.csv", table(4)))), ("eva_1004_5005_kit.zip", zipped(("hog_contest.csv", table(5)))),
            ("deep_1005_5006_kit.zip", zipped(("kit.zip", deep))), ("cut_1006_5007_kit.zip", deep[:-30]), ("word_1007_5008_kit.zip", zipped(("a.docx", "x")))])
        result = contest("submissions.zip", "--deadline", "canvas", "--gradebook", "grades.txt")
        whole = {s["file"].removeprefix("submissions.zip/"): (s["status"], s["student"]) for s in result["submissions"]}
        self.assertEqual({name: what for name, what in whole.items() if what[0] != "extra"}, {
            "leeann_1001_5001_hog_contest.csv": ("counts", "leeann"), "raybob_1002_5002_hog_contest.csv": ("replaced", "raybob"),
            "raybob_1002_5003_kit.zip/kit/hog_contest.csv": ("counts", "raybob"), "zed_LATE_1003_5004_kit.zip/hog_contest.csv": ("late", "zed"),
            "eva_1004_5005_kit.zip/hog_contest.csv": ("counts", "eva"), "deep_1005_5006_kit.zip/kit.zip": ("counts", "deep"),
            "cut_1006_5007_kit.zip": ("counts", "cut"), "word_1007_5008_kit.zip": ("counts", "word")})
        self.assertEqual(sorted(name for name, what in whole.items() if what[0] == "extra"),
                         [f"raybob_1002_5003_kit.zip/kit/{name}" for name in ("check.py", "hog.py", "tests/hog.py")])
        bad = [e for e in result["entries"] if e["status"] != "ok"]
        self.assertEqual([e["file"].split("_")[0] for e in bad], ["submissions.zip/cut", "submissions.zip/deep", "submissions.zip/word"])
        self.assertTrue(all("without packing" in e["reason"] for e in bad))
        os.mkdir("right")
        for name, seed in (("eva", 5), ("leeann", 1), ("raybob", 3)):
            write(f"right/{name}.csv", table(seed))
        good = [i for i, e in enumerate(result["entries"]) if e["status"] == "ok"]
        self.assertEqual([[result["rates"][i][j] for j in good] for i in good], contest("right")["rates"])

    def test_bad_input_names_in_a_students_zip(self):
        """File names in a student's archive cannot lead out of it or name another student as the author."""
        inner = zipped(("../out.csv", ALWAYS[6]), ("/root.csv", ALWAYS[6]), ("__MACOSX/._a.csv", "x"), ("leeann_1001_9999_hog-9.csv", ALWAYS[5]),
                       ("Ann Lee_11_assignsubmission_file_/b.csv", ALWAYS[4]), ("submission_7/c.csv", ALWAYS[3]), ("submission_metadata.yml", self.GRADESCOPE),
                       ("w\\d.csv", ALWAYS[2]))
        make_zip("submissions.zip", [("eva_1004_5005_kit.zip", inner), ("leeann_1001_5001_hog_contest.csv", ALWAYS[1])])
        result = contest("submissions.zip")
        self.assertEqual({s["file"].removeprefix("submissions.zip/"): s["student"] for s in result["submissions"]}, {
            "leeann_1001_5001_hog_contest.csv": "leeann",
            **{"eva_1004_5005_kit.zip/" + name: "eva" for name in (
                "../out.csv", "/root.csv", "leeann_1001_9999_hog-9.csv", "Ann Lee_11_assignsubmission_file_/b.csv", "submission_7/c.csv", "w/d.csv")}})
        self.assertEqual([e["status"] for e in result["entries"]], ["disqualified", "ok"])
        make_zip("one.zip", [("eva_1004_5005_kit.zip", zipped(("/root.csv", ALWAYS[6]))), ("bob_1005_5006_kit.zip", zipped(("a/../b.csv", ALWAYS[6])))])
        for entry in contest("one.zip")["entries"]:
            self.assertIn("leads out of the archive", entry["reason"])

    def test_bad_input_bombs_in_students_zips(self):
        chance = random.Random(1)
        text = "".join(chance.choice("0123456789,") for _ in range(3 << 20))
        good = ("leeann_1001_5001_hog_contest.csv", ALWAYS[6])
        make_zip("one.zip", [good, ("eva_1004_5005_kit.zip", zipped(*((f"{i}.csv", text) for i in range(4)))),
                             ("many_1005_5006_kit.zip", zipped(*((f"{i}.csv", "6") for i in range(201))))])
        entries = {e["file"].split("/")[1]: e for e in contest("one.zip")["entries"]}
        self.assertEqual([entries[name]["status"] for name in (good[0], "eva_1004_5005_kit.zip", "many_1005_5006_kit.zip")],
                         ["ok", "disqualified", "disqualified"])
        part = zipped(("0.csv", text), ("1.csv", text))
        make_zip("all.zip", [good, *((f"s{i}_{1000 + i}_{5000 + i}_kit.zip", part) for i in range(22))])
        self.assertIn("all.zip: it unpacks to more than 128 MiB", fails("all.zip"))

    def test_moodle_where_students_hand_in_zips(self):
        """In a folder with a strategy and an archive for the same submission, the strategy counts. An archive
        without a student's name is left out, as before."""
        ann, bob = "Ann Lee_11_assignsubmission_file_/", "Bob Ray_12_assignsubmission_file_/"
        make_zip("moodle.zip", [(ann + "mine.csv", table(1)), (ann + "old.zip", zipped(("hog_contest.csv", table(2)))),
                                (bob + "kit.zip", zipped(("hog_contest.csv", table(3)), ("hog.py", "x"))), ("team.zip", zipped(("a.csv", table(4))))])
        result = contest("moodle.zip", "--deadline", "2026-11-01 12:00 UTC")
        self.assertEqual(counting(result), [ann + "mine.csv", "hog_contest.csv"])
        self.assertEqual({s["student"] for s in result["submissions"]}, {"Ann Lee", "Bob Ray"})
        self.assertEqual({s["time"] for s in result["submissions"]}, {"2026-11-01 12:00:00 UTC"})  # of the outer archive
        self.assertEqual(result["left_out"], 1)

    def test_the_deadline_of_canvas_where_a_file_has_another_name(self):
        """A file without Canvas' name must not disable Canvas' marks, and files without a mark are reported."""
        make_zip("mixed.zip", [("leeann_LATE_1001_5001_hog_contest.csv", table(1)), ("raybob_1002_5002_hog_contest.csv", table(2)),
                               ("mine.csv", table(3))])
        result = contest("mixed.zip", "--deadline", "canvas")
        self.assertEqual(status_of(result), {"leeann_LATE_1001_5001_hog_contest.csv": "late", "mine.csv": "counts",
                                             "raybob_1002_5002_hog_contest.csv": "counts"})
        self.assertEqual(len(result["warnings"]), 1)
        self.assertIn("whether 1 file is late: mixed.zip/mine.csv is not named", result["warnings"][0])
        make_zip("moodle.zip", [(f"{name}_1{i}_assignsubmission_file_/hog_contest.csv", table(i)) for i, name in enumerate(("Ann", "Bob"))])
        self.assertIn("whether 2 files are late", contest("moodle.zip", "--deadline", "CANVAS")["warnings"][0])

    def test_the_course_systems_name_counts_not_one_in_the_students(self):
        """A student chooses the text after the system's prefix or folder, so another system's name there does not
        count."""
        make_zip("canvas.zip", [("leeann_LATE_1001_5001_z_1002_assignsubmission_file_mine.csv", table(1)),
                                ("raybob_1002_5002_hog_contest.csv", table(2))])
        result = contest("canvas.zip", "--deadline", "canvas", "--gradebook", "grades.csv")
        self.assertEqual({(s["student"], s["id"], s["lms"]) for s in result["submissions"]},
                         {("leeann", "1001", "canvas"), ("raybob", "1002", "canvas")})
        self.assertEqual(sorted(status_of(result).values()), ["counts", "late"])
        make_zip("moodle.zip", [("Ann Lee_11_assignsubmission_file_/submission_77/1_222_333_a.csv", table(1)),
                                ("Bob Ray_12_assignsubmission_file_/submission_12/b_444_555_b.csv", table(2))])
        self.assertEqual({(s["student"], s["id"], s["lms"]) for s in contest("moodle.zip")["submissions"]},
                         {("Ann Lee", "11", "moodle"), ("Bob Ray", "12", "moodle")})
        make_zip("gradescope.zip", [("submission_111/Bob_22222_assignsubmission_file_/x.csv", table(1))])
        self.assertEqual([(s["student"], s["id"], s["lms"]) for s in contest("gradescope.zip")["submissions"]], [(None, None, "gradescope")])

    def test_names_like_canvas_by_chance_are_no_ones(self):
        for name in ("bot_2024_1100_a.csv", "bot_2024_1200_b.csv", "mine.csv"):
            write(name, table(name))
        self.assertEqual(len(contest("bot_2024_1100_a.csv", "bot_2024_1200_b.csv", "mine.csv")["entries"]), 3)

    def test_moodle_with_or_without_an_underscore_at_the_end_of_a_folder(self):
        make_zip("moodle.zip", [("Ann Lee_11_assignsubmission_file/hog_contest.csv", table(1)),
                                ("Bob Ray_12_assignsubmission_file_/sub/hog_contest.csv", table(2)),
                                ("Zed Oh_13_assignsubmission_files/hog_contest.csv", table(3))])
        result = contest("moodle.zip", "--feedback", "feedback")
        self.assertEqual({(s["student"], s["id"], s["lms"]) for s in result["submissions"]},
                         {("Ann Lee", "11", "moodle"), ("Bob Ray", "12", "moodle"), (None, None, None)})
        self.assertIn("Ann Lee_11_assignsubmission_file_feedback.txt", os.listdir("feedback"))

    def test_moodle(self):
        make_zip("moodle.zip", [("Ann Lee_11_assignsubmission_file_/hog_contest.csv", table(1)),
                                ("Ann Lee_11_assignsubmission_file_/tests/hog.py", "x"),
                                ("Bob_Ray_12_assignsubmission_file_/a.csv", table(2)), ("Bob_Ray_12_assignsubmission_file_/b.csv", table(3)),
                                ("Zoë Ott_13_assignsubmission_file_mine.csv", table(4))])
        result = contest("moodle.zip")
        self.assertEqual([(s["student"], s["id"]) for s in result["submissions"]],
                         [("Ann Lee", "11"), ("Ann Lee", "11"), ("Bob_Ray", "12"), ("Bob_Ray", "12"), ("Zoë Ott", "13")])
        self.assertEqual([s["status"] for s in result["submissions"]], ["counts", "extra", "extra", "counts", "counts"])
        bob = [e for e in result["entries"] if "Bob" in e["file"]][0]
        self.assertIn("several strategies", bob["reason"])

    GRADESCOPE = """---
submission_301:
  :submitters:
  - :name: Ann Lee
    :sid: '77'
    :email: ann@example.org
  :created_at: 2026-11-20 22:58:59.100000000 Z
  :score: 1.0
  :history:
  - :id: 300
    :created_at: 2026-11-01 00:00:00.000000000 Z
submission_302:
  :submitters:
  - :name: Bob Ray
    :sid: '78'
    :email: bob@example.org
  - :name: Cy Day
    :sid: '79'
    :email: cy@example.org
  :created_at: 2026-11-20 22:59:00.000000000 Z
submission_303:
  :submitters:
  - :name: Ann Lee
    :sid: '77'
    :email: ann@example.org
  :created_at: 2026-11-20 23:30:00.000000000 Z
"""

    def test_gradescope(self):
        members = [(f"export/submission_{n}/hog_contest.csv", table(n)) for n in (301, 302, 303)]
        make_zip("gs.zip", members + [("export/submission_metadata.yml", self.GRADESCOPE)])
        result = contest("gs.zip")
        self.assertEqual(list(status_of(result).values()), ["replaced", "counts", "counts"])
        self.assertEqual([s["entry"] for s in result["submissions"]], [None, 0, 0, 1])
        self.assertEqual([s["student"] for s in result["submissions"]], ["Ann Lee", "Bob Ray", "Cy Day", "Ann Lee"])
        late = contest("gs.zip", "--deadline", "2026-11-20 23:59 Europe/Berlin")
        self.assertEqual(list(status_of(late).values()), ["counts", "counts", "late"])
        self.assertEqual(late["submissions"][0]["time"], "2026-11-20 22:58:59 UTC")
        self.assertEqual(late["warnings"], [])
        answer_of("contest", "hog", "gs.zip", "--deadline", "2026-11-20 23:59 Europe/Berlin", "--feedback", "feedback")
        self.assertIn("hog_contest.csv, 2026-11-20 23:30:00 UTC: late", pathlib.Path("feedback/Ann Lee_77.txt").read_text())
        with zipfile.ZipFile("gs.zip") as archive:
            archive.extractall("unpacked")
        plain = contest("unpacked", "--deadline", "2026-11-20 23:59 Europe/Berlin")
        self.assertEqual([(s["student"], s["status"], s["time"]) for s in plain["submissions"]],
                         [(s["student"], s["status"], s["time"]) for s in late["submissions"]])

    def test_a_students_own_metadata_say_nothing(self):
        """As another student's, with a wrong time, or empty; below a course system's folder or in a student's archive."""
        forged = self.GRADESCOPE.replace("submission_301", "submission_5").replace("'77'", "'78'")
        right = [(f"export/submission_{n}/hog_contest.csv", table(n)) for n in (301, 302, 303)]
        right += [("export/submission_301/submission_5/hog_contest.csv", table(5)), ("export/submission_metadata.yml", self.GRADESCOPE)]
        make_zip("right.zip", right)
        expected = [(s["file"].split("/", 1)[1], s["student"], s["id"], s["time"]) for s in contest("right.zip")["submissions"]]
        self.assertEqual({student for _, student, _, _ in expected}, {"Ann Lee", "Bob Ray", "Cy Day"})
        for own in (forged, "submission_5:\n  :created_at: yesterday\n", ""):
            for place in ("submission_301", "submission_301/deep"):
                make_zip("own.zip", [(f"export/{place}/submission_metadata.yml", own), *right])
                shutil.rmtree("own", ignore_errors=True)
                with zipfile.ZipFile("own.zip") as archive:
                    archive.extractall("own")
                for path in ("own.zip", "own"):
                    found = [(s["file"].split("/", 1)[1], s["student"], s["id"], s["time"]) for s in contest(path)["submissions"]]
                    self.assertEqual(found, expected, (own, place, path))
        moodle = "Ann Lee_11_assignsubmission_file_/"
        make_zip("moodle.zip", [(f"{moodle}submission_metadata.yml", forged), (f"{moodle}submission_5/hog_contest.csv", table(1))])
        self.assertEqual([(s["student"], s["id"]) for s in contest("moodle.zip")["submissions"]], [("Ann Lee", "11")])

    def test_results_for_gradescopes_autograder(self):
        os.mkdir("submission")
        write("submission/hog_contest.csv", ALWAYS[4])
        answer_of("contest", "hog", "submission", "always(6)", "always(0)", "--gradescope", "results.json", "--points", "2,3,2,1")
        results = json.loads(pathlib.Path("results.json").read_text())
        self.assertEqual(results["score"], 2)
        self.assertEqual([(t["name"], t["status"]) for t in results["tests"]],
                         [("The strategy is valid", "passed"), ("Match against always(0)", "passed"), ("Match against always(6)", "failed")])
        self.assertIn("46.2273 %", results["tests"][2]["output"])
        self.assertEqual(results["leaderboard"][0], {"name": "Matches won", "value": 1.0})
        write("submission/hog_contest.csv", "nonsense\n")
        answer_of("contest", "hog", "submission", "always(6)", "--gradescope", "results.json", "--points", "2,3,2,1")
        results = json.loads(pathlib.Path("results.json").read_text())
        self.assertEqual((results["score"], results["tests"][0]["status"]), (0, "failed"))
        write("submission/two.csv", ALWAYS[3])
        self.assertIn("2 submissions", alea("contest", "hog", "submission", "--gradescope", "results.json").err)


class Outputs(Clean):
    def setUp(self):
        super().setUp()
        os.makedirs("subs/maria-4711", exist_ok=True)
        write("subs/maria-4711/secret.csv", table(1))
        write("subs/thomas.csv", table(2))
        write("subs/bad.csv", "no table at all\n")

    def test_anonymous_pages_have_no_paths_names_or_reasons(self):
        answer_of("contest", "hog", "subs", "always(6)", "--html", "page.html", "--anonymous")
        page = pathlib.Path("page.html").read_text()
        for word in ("maria", "4711", "secret", "thomas", "bad.csv", "subs", "table at all", "strategy.csv"):
            self.assertNotIn(word, page.split("</style>")[1].split("<script>")[0])
        for word in ("Entry 1", "Entry 2", "always(6)", "staff", "1 disqualified"):
            self.assertIn(word, page)
        self.assertIn("--html", fails("subs", "--anonymous"))

    def test_pages_with_names_are_as_they_were(self):
        answer_of("contest", "hog", "subs", "--html", "page.html")
        page = pathlib.Path("page.html").read_text()
        self.assertIn("maria-4711/secret.csv", page)
        self.assertNotIn("Entry 1", page)

    def test_feedback_is_of_one_student_and_tells_the_number_on_the_anonymous_page(self):
        answer_of("contest", "hog", "subs", "--feedback", "feedback", "--html", "page.html", "--anonymous")
        entries = {e["file"]: e for e in contest("subs")["entries"]}
        files = {p.name: p.read_text() for p in pathlib.Path("feedback").iterdir()}
        self.assertEqual(sorted(files), ["subs_bad.csv.txt", "subs_maria-4711_secret.csv.txt", "subs_thomas.csv.txt"])
        self.assertIn("Disqualified: ", files["subs_bad.csv.txt"])
        self.assertIn("Points: 0\n", files["subs_bad.csv.txt"])
        for name, text in files.items():
            for other in ("secret", "thomas", "bad"):
                self.assertEqual(other in text, other in name, (name, other))
        rank = entries["subs/thomas.csv"]["rank"]
        self.assertIn(f"Rank {rank} of 2;", files["subs_thomas.csv.txt"])
        self.assertIn(f"Entry {rank}\n", files["subs_thomas.csv.txt"])
        self.assertIn(f"Points: {4 - rank}\n", files["subs_thomas.csv.txt"])

    def test_bad_input_points_and_folders(self):
        for points in ("1", "a,b,c,d", "1,2,3,4,5", "-1,0,0,0", "inf,0,0,0"):
            self.assertIn("--points", fails("subs", "--points", points))
        write("taken", "")
        self.assertIn("taken: ", fails("subs", "--feedback", "taken"))
        answer_of("contest", "hog", "subs", "--feedback", "linked")
        first = sorted(pathlib.Path("linked").iterdir())[0]
        first.unlink()
        first.symlink_to("../taken")
        before = pathlib.Path("taken").read_bytes()
        self.assertIn(f"{first} is a link", fails("subs", "--feedback", "linked"))
        self.assertEqual(pathlib.Path("taken").read_bytes(), before)
        self.assertIn("become", fails("subs", "--gradebook", "subs/grades.csv").replace("create an entry", "become"))


class Class(Clean):
    """Issue 14, "Done when": an archive as Canvas gives it, with late, repeated and broken submissions, against the folder of the
    right files."""
    SIZE, LATE, REPEATED, BROKEN = (400, 30, 40, 20) if SOAK else (60, 6, 8, 5)

    def plan(self):
        """(name in the archive, text, whether it should count) of each submission: SIZE of them in all."""
        chance = random.Random(5)
        students = self.SIZE - self.REPEATED
        kinds = ["late"] * self.LATE + ["broken"] * self.BROKEN + ["repeated"] * self.REPEATED
        kinds += ["plain"] * (students - len(kinds))
        chance.shuffle(kinds)
        attachment = itertools.count(70001)
        for i, kind in enumerate(kinds):
            name, number = f"student{i:03d}", 1000 + i
            text = "6,6,6\n" if kind == "broken" else table(i % 25)
            if kind == "repeated":
                yield f"{name}_{number}_{next(attachment)}_hog_contest.csv", table(1000 + i), False
                yield f"{name}_{number}_{next(attachment)}_hog_contest-1.csv", text, True
            else:
                yield f"{name}_{'LATE_' * (kind == 'late')}{number}_{next(attachment)}_hog_contest.csv", text, kind != "late"

    def test_a_class_in_an_archive_is_the_folder_of_the_right_files(self):
        plan = list(self.plan())
        make_zip("submissions.zip", [(name, text) for name, text, _ in plan])
        os.mkdir("right")
        for name, text, counts in plan:
            if counts:
                write(f"right/{name.split('_')[0]}.csv", text)
        self.assertEqual(len(plan), self.SIZE)
        packed = contest("submissions.zip", "--deadline", "canvas", "--database", "c.db", "--html", "page.html", "--gradebook",
                         "grades.txt", "--feedback", "feedback")
        plain = contest("right", "--database", "c.db")
        self.assertEqual(counting(packed), sorted(name for name, _, counts in plan if counts))
        self.assertEqual(packed["rates"], plain["rates"])
        for a, b in zip(packed["entries"], plain["entries"]):
            for field in ("status", "what", "matches_won", "rank", "award", "mean_rate"):
                self.assertEqual(a[field], b[field], (a["file"], field))
        statuses = [s["status"] for s in packed["submissions"]]
        self.assertEqual((statuses.count("late"), statuses.count("replaced")), (self.LATE, self.REPEATED))
        self.assertEqual(sum(e["status"] == "disqualified" for e in packed["entries"]), self.BROKEN)
        self.check_grades(plan, packed)

    def check_grades(self, plan, packed):
        students = sorted({name.split("_")[0] for name, _, _ in plan})
        award = {e["file"].split(".zip/")[1].split("_")[0]: e["award"] for e in packed["entries"]}
        with open("grades.txt", encoding="utf-8", newline="") as file:
            head, *rows = csv.reader(file)
        self.assertEqual(head, ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", packed["game"] + " contest",
                                "Reason for the Final Grade"])
        self.assertEqual([row[0] for row in rows], students)
        for row in rows:
            self.assertEqual(row[1], str(1000 + int(row[0][-3:])))
            self.assertEqual(float(row[5]), {"first": 3, "second": 2, "third": 1}.get(award.get(row[0]), 0), row)
        self.assertEqual(sorted(p.name for p in pathlib.Path("feedback").iterdir()),
                         sorted(f"{name}_{1000 + int(name[-3:])}.txt" for name in students))
        late = [name.split("_")[0] for name, _, _ in plan if "_LATE_" in name]
        for name in students:
            text = pathlib.Path("feedback", f"{name}_{1000 + int(name[-3:])}.txt").read_text()
            self.assertEqual("Late: " in text, name in late)
            self.assertEqual([other for other in students if other in text], [name])

    def test_moodles_grade_book(self):
        make_zip("m.zip", [(f"Ann {i}_{i}_assignsubmission_file_/hog_contest.csv", table(i)) for i in (21, 22)])
        answer_of("contest", "hog", "m.zip", "--gradebook", "grades.txt", "--points", "1,3,2,1", "--feedback", "feedback")
        rows = list(csv.DictReader(io.StringIO(pathlib.Path("grades.txt").read_text())))
        self.assertEqual(list(rows[0])[:5], ["Identifier", "Full name", "Email address", "Grade", "Last modified (grade)"])
        self.assertEqual([row["Identifier"] for row in rows], ["Participant 21", "Participant 22"])
        self.assertEqual(sorted(float(row["Grade"]) for row in rows), [3, 4])
        self.assertEqual(sorted(p.name for p in pathlib.Path("feedback").iterdir()),
                         [f"Ann {i}_{i}_assignsubmission_file_feedback.txt" for i in (21, 22)])

    def test_a_grade_book_of_other_submissions(self):
        for i in range(3):
            write(f"{i}.csv", table(i))
        write("list.txt", "file,student,time,id,email\n0.csv,=Ann,2026-11-20 10:00 UTC,a1,ann@example.org\n"
                          "1.csv,Bob,2026-11-20 10:00 UTC,b2,\n2.csv,Cy,2026-11-21 10:00 UTC,c3,\n")
        answer_of("contest", "hog", "0.csv", "1.csv", "2.csv", "--submissions", "list.txt", "--gradebook", "grades.txt",
                  "--deadline", "2026-11-20 12:00 UTC")
        rows = list(csv.DictReader(io.StringIO(pathlib.Path("grades.txt").read_text())))
        self.assertEqual([(row["student"], row["id"], row["status"]) for row in rows],
                         [("'=Ann", "a1", "ok"), ("Bob", "b2", "ok"), ("Cy", "c3", "late")])
        self.assertEqual({float(row["points"]) for row in rows}, {3, 2, 0})


if __name__ == "__main__":
    main()
