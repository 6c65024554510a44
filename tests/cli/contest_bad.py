#!/usr/bin/env python3
"""alea contest with wrong input: files that are too large, too many, odd or broken, and files that are not
databases."""

import json
import os
import pathlib
import shutil
import sqlite3
import time
import unittest

from program import SANITIZED, SOAK, SOURCE, alea, answer_of, environment, has_python, json_of, main, write

HOG = SOURCE / "bots" / "hog"
SOUND = b'PLAYER_NAME = "Sound"\n\n\ndef final_strategy(score, opponent_score):\n    return 5\n'


def constant(dice):
    return "\n".join([",".join([str(dice)] * 100)] * 100) + "\n"


def fresh(name):
    shutil.rmtree(name, ignore_errors=True)
    os.makedirs(name)
    return pathlib.Path(name)


@unittest.skipUnless(has_python(), "no Python for strategies")
class Files(unittest.TestCase):
    def judged(self, name, source):
        """The one entry of that source."""
        folder = fresh("one")
        write(folder / name, source)
        [entry] = json_of("contest", "hog", folder, "--fuel", "1e10")["entries"]
        return entry

    def assert_disqualified(self, source, what, *words):
        entry = self.judged("entry.py", source)
        self.assertEqual((entry["status"], entry["what"]), ("disqualified", what), entry)
        for word in words:
            self.assertIn(word, entry["reason"])

    def test_ten_megabytes_of_source(self):
        self.assert_disqualified(SOUND + b"# " + b"x" * 10_000_000 + b"\n", "size")

    def test_a_byte_order_mark_and_other_line_ends_are_fine(self):
        self.assertEqual(self.judged("entry.py", b"\xef\xbb\xbf" + SOUND)["status"], "ok")
        self.assertEqual(self.judged("entry.py", SOUND.replace(b"\n", b"\r\n"))["status"], "ok")
        self.assertEqual(self.judged("entry.py", b"\xef\xbb\xbf" + SOUND.replace(b"\n", b"\r\n"))["status"], "ok")

    def test_latin_1_is_fine_where_it_is_declared(self):
        named = SOUND.replace(b"Sound", b"J\xfcrgen")
        self.assert_disqualified(named, "syntax", "'utf-8' codec can't decode byte 0xfc")
        self.assertEqual(self.judged("entry.py", b"# coding: latin-1\n" + named)["name"], "Jürgen")

    def test_a_syntax_error_is_shown_with_its_line(self):
        self.assert_disqualified(SOUND.replace(b"return 5", b"return 5 +"), "syntax", "line 5", "return 5 +")

    def test_a_missing_name_function_or_argument(self):
        self.assert_disqualified(SOUND.replace(b"PLAYER_NAME", b"NAME"), "name", "PLAYER_NAME")
        self.assert_disqualified(SOUND.replace(b"final_strategy", b"strategy"), "function", "final_strategy")
        self.assert_disqualified(SOUND.replace(b", opponent_score", b""), "error", "takes 1 positional argument but 2 were given")

    def test_what_it_may_not_do(self):
        for name, what in (("endless.py", "fuel"), ("recursion.py", "error"), ("ten_gigabytes.py", "error"),
                           ("operating_system.py", "error"), ("opens_a_file.py", "error"), ("sockets.py", "error"),
                           ("threads.py", "error"), ("exits.py", "error"), ("runs_its_own_source.py", "error"),
                           ("reads_another_entry.py", "error")):
            with self.subTest(name):
                self.assert_disqualified((HOG / "hostile" / name).read_bytes(), what)

    def test_a_database_does_not_grow_by_a_long_name(self):
        folder = fresh("long")
        write(folder / "long.py", SOUND.replace(b'"Sound"', b'"N" * 50_000_000'))
        write(folder / "forged.py", b"import sys\nf = sys._getframe()\nwhile f:\n    if 'is_move' in f.f_globals: T = f.f_globals\n"
              b"    f = f.f_back\nT['name_of'] = lambda module: 'N' * 50_000_000\n" + SOUND)
        json_of("contest", "hog", folder, "--fuel", "1e10", "--database", "long.db")
        self.assertLess(os.path.getsize("long.db"), 200_000)

    def test_an_empty_file_and_bytes_that_are_no_text(self):
        self.assert_disqualified(b"", "name")
        self.assert_disqualified(bytes(range(256)), "syntax")
        self.assertEqual(self.judged("entry.wasm", b"\0asm")["what"], "bot")
        self.assertEqual(self.judged("entry.lua", b"return 4")["what"], "bot")
        self.assertEqual(self.judged("entry.csv", b"4,4\n")["what"], "table")

    def test_file_names_may_hold_anything(self):
        folder = fresh("names")
        for name in (b"a b.py", b"<i>.py", b"\xff\xfe.py", b"line\nbreak.py", b"'; drop table entry; --.py"):
            with open(os.path.join(os.fsencode(folder), name), "wb") as file:
                file.write(SOUND)
        result = json_of("contest", "hog", folder)
        self.assertEqual([entry["status"] for entry in result["entries"]], ["ok"] * 5)
        self.assertIn("names/\\xFF\\xFE.py", [entry["file"] for entry in result["entries"]])
        self.assertNotIn("\nbreak", answer_of("contest", "hog", folder))

    def test_an_unreadable_file_is_disqualified(self):
        folder = fresh("unreadable")
        write(folder / "sound.py", SOUND)
        os.symlink("nowhere.py", folder / "broken.py")
        entries = json_of("contest", "hog", folder)["entries"]
        self.assertEqual([(entry["status"], entry["what"]) for entry in entries], [("disqualified", "file"), ("ok", None)])

    def test_another_component_in_the_place_of_python_is_no_fault_of_an_entry(self):
        folder = fresh("other")
        write(folder / "sound.py", SOUND)
        write("empty.wasm", b"\0asm\x0d\0\1\0")
        for isolation in [], ["--no-isolation"]:
            answer = alea("contest", "hog", folder, *isolation, env=environment() | {"ALEA_PYTHON": "empty.wasm"})
            self.assertEqual((answer.status, answer.out), (2, ""), answer)
            self.assertIn("The Python component is not alea's own", answer.err)

    def test_one_bad_entry_changes_no_one_elses_result(self):
        folder = fresh("others")
        for name in ("always_four.py", "swap_seeker.py", "threshold.lua", "printed_table.csv"):
            shutil.copy(HOG / "good" / name, folder)
        alone = json_of("contest", "hog", folder)
        for bad in ("bad/syntax_error.py", "bad/random_answers.py", "hostile/deep_recursion.py", "hostile/patches_the_judge.py",
                    "hostile/ten_gigabytes.py"):
            with self.subTest(bad):
                shutil.copy(HOG / bad, folder / "a_bad_one.py")
                both = json_of("contest", "hog", folder)
                self.assertEqual(both["entries"][0]["status"], "disqualified")
                self.assertEqual(both["entries"][1:], alone["entries"])
                self.assertEqual([row[1:] for row in both["rates"][1:]], alone["rates"])


class Folders(unittest.TestCase):
    def assert_refused(self, *words, says, status=2):
        answer = alea("contest", "hog", *words)
        self.assertEqual((answer.status, answer.out), (status, ""), answer)
        self.assertIn(says, answer.err)
        self.assertEqual(answer.err.count("\n"), 1, answer)

    def test_an_empty_folder(self):
        self.assert_refused(fresh("empty"), says="empty")

    def test_a_folder_without_strategies(self):
        write(fresh("others") / "readme.txt", "hello")
        self.assert_refused("others", says="others")

    def test_a_path_that_is_not_there(self):
        self.assert_refused("nowhere", says="nowhere")

    def test_a_file_of_another_kind(self):
        write("strategy.txt", "4")
        self.assert_refused("strategy.txt", says="strategy.txt")

    def test_a_game_without_contests(self):
        write("four.csv", constant(4))
        answer = alea("contest", "pig", "four.csv")
        self.assertEqual((answer.status, answer.out), (2, ""), answer)

    def test_reports_that_cannot_be_written_are_found_out_first(self):
        write("four.csv", constant(4))
        for option in ("--html", "--csv", "--rates"):
            answer = alea("contest", "hog", "four.csv", option, "nowhere/report.html")
            self.assertEqual((answer.status, answer.out), (3, ""), answer)
            self.assertIn("nowhere/report", answer.err)

    def test_what_is_written_takes_nothings_place(self):
        """Each command is refused before any work, and every file is unchanged."""
        folder = fresh("inputs")
        for dice in (3, 4):
            write(folder / f"{dice}.csv", constant(dice))
        os.makedirs(folder / "deep")
        write(folder / "deep" / "5.csv", constant(5))
        write("rules.lua", (SOURCE / "rules" / "hog.lua").read_bytes())
        os.makedirs("elsewhere", exist_ok=True)
        for path in ("elsewhere/link.csv", "elsewhere/o.html"):
            pathlib.Path(path).unlink(missing_ok=True)
        os.symlink("../inputs/3.csv", "elsewhere/link.csv")
        before = {path: path.read_bytes() for path in folder.rglob("*.csv")}
        for options, says in ((["--csv=inputs/3.csv"], "inputs/3.csv: --csv would create an entry of the contest"),
                              (["--rates=inputs/deep/../deep/5.csv"], "an entry"),
                              (["--csv=inputs/new.PY"], "an entry"),
                              (["--database=inputs/new.lua"], "--database would create an entry"),
                              (["--csv=elsewhere/link.csv"], "an entry"),
                              (["--csv=k.db", "--database=./k.db"], "--database and --csv would write the same file"),
                              (["--csv=elsewhere/o.html", "--html=inputs/../elsewhere/o.html"], "the same file"),
                              (["--csv=-"], "--csv must be a file name"),
                              (["--database=-"], "--database must be a file name")):
            with self.subTest(options):
                self.assert_refused("inputs", *options, says=says)
        answer = alea("contest", "rules.lua", "inputs", "--csv=rules.lua")
        self.assertEqual((answer.status, answer.out), (2, ""), answer)
        self.assertIn("rules.lua: --csv would overwrite what the command reads", answer.err)
        self.assert_refused("inputs/3.csv", "--csv=inputs/3.csv", says="would overwrite what the command reads")
        self.assertEqual({path: path.read_bytes() for path in folder.rglob("*.*") if path.is_file()}, before)
        self.assertFalse(any(pathlib.Path(name).exists() for name in ("-", "k.db", "elsewhere/o.html")))

    def test_what_is_written_may_go_to_nowhere_and_beside_the_entries(self):
        write(fresh("beside") / "3.csv", constant(3))
        for _ in range(2):
            answer_of("contest", "hog", "beside", "--csv=/dev/null", "--rates=/dev/null", "--html=beside/page.html")
        self.assertEqual(json_of("contest", "hog", "beside")["left_out"], 1)

    def test_links_are_no_entries(self):
        folder = fresh("thieves")
        os.makedirs(folder / "maria")
        write(folder / "maria" / "m.csv", constant(6))
        write(folder / "tom.csv", constant(4))
        write("secret.txt", "the password is swordfish")
        os.makedirs(folder / "aaa")
        os.symlink("../maria/m.csv", folder / "aaa" / "m.csv")
        os.symlink("../../secret.txt", folder / "aaa" / "s.py")
        result = json_of("contest", "hog", folder)
        self.assertEqual({entry["file"]: (entry["what"], entry["award"]) for entry in result["entries"]},
                         {"thieves/aaa/m.csv": ("file", None), "thieves/aaa/s.py": ("file", None),
                          "thieves/maria/m.csv": (None, "first"), "thieves/tom.csv": (None, "second")})
        text = answer_of("contest", "hog", folder)
        self.assertIn("It is a link to ../maria/m.csv; submit the file itself.", text)
        self.assertNotIn("swordfish", text)
        self.assertEqual(json_of("contest", "hog", *sorted(map(str, folder.rglob("*.*"))))["ranking"], result["ranking"])

    def test_what_is_left_out_is_counted(self):
        folder = fresh("left")
        write(folder / "A.CSV", constant(3))
        for name in ("notes.txt", "strategy.py.bak", ".hidden.py", ".DS_Store"):
            write(folder / name, "")
        self.assertEqual([entry["file"] for entry in json_of("contest", "hog", folder)["entries"]], ["left/A.CSV"])
        self.assertEqual(json_of("contest", "hog", folder)["left_out"], 3)
        self.assertIn("\n3 files were left out: their names are not those of strategies.\n", answer_of("contest", "hog", folder))
        self.assertNotIn("left out", answer_of("contest", "hog", folder / "A.CSV"))

    def test_a_folder_is_no_bot(self):
        answer = alea("bot", "check", fresh("folder"), "--game", "hog")
        self.assertEqual(answer.status, 2, answer)
        self.assertIn("FILE.py", answer.err)

    def test_there_are_no_pictures_of_hog(self):
        for words in ((), ("always(4)",)):
            answer = alea("plot", "hog", *words)
            self.assertEqual((answer.status, answer.out), (2, ""), answer)
            self.assertIn("Cannot plot hog", answer.err)

    def test_a_thousand_files(self):
        folder = fresh("thousand")
        for i in range(1000):
            write(folder / f"{i:03}.csv", constant(i % 11))
        before = time.monotonic()
        result = json_of("contest", "hog", folder)
        seconds = time.monotonic() - before
        self.assertEqual((len(result["entries"]), result["pairs"], result["pairs_computed"]), (1000, 499_500, 55))
        self.assertLess(seconds, 200 if SANITIZED else 30)
        answer_of("contest", "hog", folder, "--html", "thousand.html")
        self.assertLess(os.path.getsize("thousand.html"), 6_000_000)


class Databases(unittest.TestCase):
    def setUp(self):
        self.folder = fresh("small")
        for dice in (3, 4, 5):
            write(self.folder / f"{dice}.csv", constant(dice))
        for path in pathlib.Path().glob("kept.db*"):
            path.unlink()
        self.result = json_of("contest", "hog", self.folder, "--database", "kept.db")

    def assert_refused(self, *says, status=2):
        before = pathlib.Path("kept.db").read_bytes()
        answer = alea("contest", "hog", self.folder, "--database", "kept.db")
        self.assertEqual((answer.status, answer.out), (status, ""), answer)
        for word in ("kept.db", *says):
            self.assertIn(word, answer.err)
        self.assertEqual(pathlib.Path("kept.db").read_bytes(), before)

    def test_locked(self):
        connection = sqlite3.connect("kept.db", isolation_level=None)
        connection.execute("BEGIN EXCLUSIVE")
        try:
            before = time.monotonic()
            self.assert_refused()
            self.assertLess(time.monotonic() - before, 60)
        finally:
            connection.execute("ROLLBACK")
            connection.close()
        self.assertEqual(json_of("contest", "hog", self.folder, "--database", "kept.db")["pairs_computed"], 0)

    def test_no_database_at_all(self):
        write("kept.db", "these are notes of mine, and worth keeping\n" * 100)
        self.assert_refused()

    def test_cut_short(self):
        whole = pathlib.Path("kept.db").read_bytes()
        write("kept.db", whole[:len(whole) // 2])
        self.assert_refused()

    def test_a_player_elses_database(self):
        os.remove("kept.db")
        connection = sqlite3.connect("kept.db")
        connection.execute("CREATE TABLE address (name TEXT)")
        connection.commit()
        connection.close()
        self.assert_refused()

    def test_another_version(self):
        connection = sqlite3.connect("kept.db")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        connection.execute(f"PRAGMA user_version = {version + 1}")
        connection.commit()
        connection.close()
        self.assertGreater(version, 0)
        self.assert_refused("version")

    def test_changed_numbers_are_never_reported(self):
        """After damage to any byte, either an error is reported or the rates are right."""
        whole = pathlib.Path("kept.db").read_bytes()
        for place in range(101, len(whole), max(1, len(whole) // (150 if SOAK else 40))):  # contest/store: 150
            write("kept.db", whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1:])
            for path in pathlib.Path().glob("kept.db-*"):
                path.unlink()
            answer = alea("contest", "hog", self.folder, "--database", "kept.db", "--json")
            if answer.status == 0:
                self.assertEqual(json.loads(answer.out)["rates"], self.result["rates"], place)
            else:
                self.assertEqual((answer.status, answer.out), (2, ""), (place, answer))

    def test_a_place_that_cannot_be_written(self):
        answer = alea("contest", "hog", self.folder, "--database", "nowhere/kept.db")
        self.assertIn(answer.status, (2, 3))
        self.assertEqual(answer.out, "")
        self.assertIn("nowhere/kept.db", answer.err)
        answer = alea("contest", "hog", self.folder, "--database", str(self.folder))
        self.assertIn(answer.status, (2, 3), answer)


if __name__ == "__main__":
    main()
