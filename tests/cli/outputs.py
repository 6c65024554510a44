#!/usr/bin/env python3
"""The files that a command writes: no output replaces another or an input, files are written even if standard output
has no reader, and endless inputs are not read."""

import os
import pathlib
import shutil
import subprocess
import unittest

from program import ALEA, alea, answer_of, environment, json_of, main, write

PAIR = ("hold(20)", "hold(25)")


class Outputs(unittest.TestCase):
    def setUp(self):
        shutil.rmtree("work", ignore_errors=True)
        os.makedirs("work/deep")

    def assert_refused(self, says, *words):
        before = {path: path.read_bytes() for path in pathlib.Path("work").rglob("*") if path.is_file()}
        answer = alea(*words, cwd="work")
        self.assertEqual((answer.status, answer.out), (2, ""), answer)
        self.assertIn(says, answer.err)
        self.assertEqual({path: path.read_bytes() for path in pathlib.Path("work").rglob("*") if path.is_file()}, before)

    def test_two_outputs_are_two_files(self):
        for words in (["run", "pig", *PAIR, "--csv", "s", "--record", "deep/../s"],
                      ["tournament", "pig", *PAIR, "--journal", "s", "--csv", "./s"],
                      ["tournament", "pig", *PAIR, "--csv", "s.html", "--html", "s.html"],
                      ["solve", "pig(goal=20)", "--out", "s.h5", "--roll", "deep/../s.h5"]):
            with self.subTest(words):
                options = [word for word in words if word.startswith("--")]
                self.assert_refused(f"{words[-1]}: {options[0]} and {options[1]} would write the same file.", *words)
        answer_of("run", "pig", *PAIR, "--games", 10, "--csv", "/dev/null", "--record", "/dev/null")

    def test_a_journal_is_not_replaced_by_a_report_of_it(self):
        field = ("pig", *PAIR, "random(0.2)", "--games", 200, "--journal", "j")
        first = json_of("tournament", *field, cwd="work")
        os.link("work/j", "work/link")
        self.assert_refused("link: --journal and --csv would write the same file", "tournament", *field, "--csv", "link")
        self.assertEqual(json_of("tournament", *field, cwd="work")["standings"], first["standings"])

    def test_what_a_command_reads_is_not_overwritten(self):
        write("work/mine.lua", answer_of("bot", "template", "pig", "--lang", "lua"))
        write("work/rules.lua", (pathlib.Path(os.environ["ALEA_SOURCE"]) / "rules" / "pig.lua").read_bytes())
        answer_of("run", "pig", *PAIR, "--games", 100, "--part", "1/1", "--out", "part", cwd="work")
        answer_of("solve", "pig(goal=20)", "--out", "best.h5", cwd="work")
        for words in (["run", "pig", "mine.lua", PAIR[0], "--csv", "mine.lua"],
                      ["run", "pig", "A=deep/../mine.lua", PAIR[0], "--record", "mine.lua"],
                      ["run", "rules.lua(goal=30)", *PAIR, "--csv", "deep/../rules.lua"],
                      ["tournament", "rules.lua", *PAIR, "--journal", "rules.lua"],
                      ["run", "pig(goal=20)", "table:best.h5", PAIR[0], "--csv", "best.h5"],
                      ["bot", "freeze", "table:best.h5", "--game", "pig(goal=20)", "--out", "best.h5"],
                      ["merge", "part", "--csv", "part"]):
            with self.subTest(words):
                self.assert_refused("would overwrite what the command reads", *words)

    def test_a_file_with_the_name_of_a_game_or_a_bot_is_not_read(self):
        for _ in range(2):
            answer_of("tournament", "pig", *PAIR, "--journal", "pig", cwd="work")

    def test_files_are_written_where_standard_output_fails(self):
        for words, file in ((["run", "pig", *PAIR, "--games", "100", "--csv"], "run.csv"),
                            (["run", "pig", *PAIR, "--games", "100", "--html"], "run.html"),
                            (["tournament", "pig", *PAIR, "--csv"], "tournament.csv"),
                            (["tournament", "pig", *PAIR, "--html"], "tournament.html")):
            with self.subTest(file), open("/dev/full", "wb") as full:
                done = subprocess.run([ALEA, *words, file], cwd="work", stdout=full, stderr=subprocess.PIPE, env=environment())
                self.assertEqual(done.returncode, 3, done)
                self.assertIn(b"Cannot write to standard output", done.stderr)
                self.assertGreater(os.stat(f"work/{file}").st_size, 100)

    def test_the_standings_are_printed_where_a_file_cannot_be_written(self):
        answer = alea("run", "pig", *PAIR, "--games", "100", "--csv", "/dev/full")
        self.assertEqual(answer.status, 3, answer)
        self.assertIn("/dev/full", answer.err)
        self.assertIn("hold(25)", answer.out)

    def test_a_source_without_an_end_is_not_read(self):
        os.symlink("/dev/zero", "work/endless.py")
        os.mkfifo("work/silent.py")
        os.mkfifo("work/silent.c")
        os.mkdir("work/folder.py")
        with open("work/large.py", "wb") as file:
            file.truncate((64 << 20) + 1)
        for name in ("endless.py", "silent.py", "folder.py", "silent.c"):
            with self.subTest(name):
                self.assert_refused(f"{name}: the file cannot be read: it is not a regular file.", "bot", "build", name)
        self.assert_refused("it is not a regular file", "run", "pig-pen", "endless.py", PAIR[0])
        self.assert_refused("large.py: the file cannot be read: File too large.", "run", "pig-pen", "large.py", PAIR[0])


if __name__ == "__main__":
    main()
