#!/usr/bin/env python3
"""The manual is true: every `$ alea …` in README.md and docs/*.md prints what the page shows below it.

Only ```sh blocks whose first line begins with "$ " are looked at. Of their commands, alea's own are run, and the small ones
of `HELPERS`; others, such as `$ make`, are for the reader. The commands of one page run one after the other in a folder of
their own that has copies of bots/, rules/ and wit/, and a link to build/bots. In what a page shows, "…" stands for any part of a line, and a line of
only "…" for any number of lines. Both streams count, as on a terminal. A command without any output shown may print what it
likes, but must succeed; one whose output begins with "alea" shows a mistake, and must not."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

from program import ALEA, BUILD, SOURCE, can_build, environment, has_example_bots, has_python, main

HELPERS = {"cat", "cp", "echo", "head", "ls", "mkdir", "printf", "tail", "wc"}


class Command:
    def __init__(self, page, line, text):
        self.page, self.line, self.text, self.shown = page, line, text, []

    def place(self):
        return f"{self.page.name}:{self.line}: {self.text}"

    def is_run(self):
        return self.text.split()[0] in HELPERS | {"alea", "build/alea"} or self.text.startswith("python3 -m zipfile ")

    def shows_a_mistake(self):
        return bool(self.shown) and self.shown[0].startswith("alea")


def commands_of(page):
    commands, in_block, continued = [], False, False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            in_block, begins, continued = line == "```sh", True, False
            continue
        if not in_block:
            continue
        if begins and not line.startswith("$ "):
            in_block = False
        elif continued:
            commands[-1].text += "\n" + line
        elif line.startswith("$ "):
            commands.append(Command(page, number, line[2:]))
        else:
            commands[-1].shown.append(line)
        begins = False
        continued = line.endswith("\\")
    return commands


def pattern_of(lines):
    """Turns the shown lines into a regular expression."""
    parts = []
    for line in lines:
        if line.strip() == "…":
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append("[^\n]*".join(map(re.escape, line.rstrip().split("…"))) + " *\n")
    return re.compile("".join(parts))


class Pattern(unittest.TestCase):
    """The comparison can fail."""

    def test_lines_must_be_the_same(self):
        self.assertTrue(pattern_of(["a", "b"]).fullmatch("a\nb\n"))
        self.assertFalse(pattern_of(["a", "b"]).fullmatch("a\n"))
        self.assertFalse(pattern_of(["a"]).fullmatch("a\nb\n"))

    def test_an_ellipsis_is_a_part_of_a_line(self):
        self.assertTrue(pattern_of(["1,000 games, … s"]).fullmatch("1,000 games, 0.01 s\n"))
        self.assertFalse(pattern_of(["1,000 games, …"]).fullmatch("1,000 games, 0.01 s\nmore\n"))

    def test_an_ellipsis_alone_is_any_number_of_lines(self):
        for middle in ("", "x\n", "x\ny\n"):
            self.assertTrue(pattern_of(["a", "…", "b"]).fullmatch("a\n" + middle + "b\n"))
        self.assertFalse(pattern_of(["a", "…", "b"]).fullmatch("a\nx\n"))


class Manual(unittest.TestCase):
    def play(self, page, commands):
        folder = pathlib.Path(page.stem)
        folder.mkdir()
        for name in ("bots", "rules", "wit"):
            shutil.copytree(SOURCE / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        (folder / "build").mkdir()
        for link in (folder / "alea", folder / "build" / "alea"):
            link.symlink_to(ALEA)
        (folder / "build" / "bots").symlink_to(BUILD / "bots")
        env = environment(PATH=f"{folder.resolve()}:{os.environ['PATH']}", COLUMNS=None)
        for command in commands:
            with self.subTest(command.place()):
                done = subprocess.run(["bash", "-c", command.text], cwd=folder, env=env, stdin=subprocess.DEVNULL,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=250)
                self.compare(command, done.returncode, done.stdout.decode())

    def compare(self, command, status, printed):
        self.assertEqual(status != 0, command.shows_a_mistake(), f"exit status {status}:\n{printed}")
        if command.shown and not pattern_of(command.shown).fullmatch(printed):
            self.assertEqual("\n".join(command.shown) + "\n", printed)  # for its difference
            self.fail("the output differs")


def add_page(page):
    commands = [command for command in commands_of(page) if command.is_run()]

    def test(self):
        if any("bot build" in command.text for command in commands) and not can_build("c"):
            self.skipTest("no clang")
        if any("hog" in command.text and ".py" in command.text for command in commands) and not has_python():
            self.skipTest("no Python for strategies")
        if any("build/bots" in command.text for command in commands) and not has_example_bots():
            self.skipTest("the example bots are not compiled")
        self.play(page, commands)

    if commands:
        setattr(Manual, "test_" + re.sub(r"\W", "_", page.stem), test)


for path in [SOURCE / "README.md", *sorted((SOURCE / "docs").glob("**/*.md"))]:
    if path.exists():
        add_page(path)

if __name__ == "__main__":
    main()
