#!/usr/bin/env python3
"""tools/pictures: the pictures of README and docs show alea's current output, in its colours."""

import importlib.machinery
import importlib.util
import pathlib
import re
import subprocess
import sys
import unittest
import zlib

from program import ALEA, SOURCE, environment, has_example_bots, has_python, main
from terminal import Terminal

sys.path.insert(0, str(SOURCE / "tools"))
import terminal_screen

TOOL = SOURCE / "tools" / "pictures"
IMAGE = re.compile(r"!\[[^\]]*\]\(([^)\s]+)\)")


def tool():
    """tools/pictures as a module."""
    loader = importlib.machinery.SourceFileLoader("pictures", str(TOOL))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("pictures", loader))
    loader.exec_module(module)
    return module


def run(*words):
    done = subprocess.run([TOOL, *words], env=environment(ALEA=ALEA), stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=250)
    return done.returncode, done.stdout, done.stderr


def screen_of(text, columns=80):
    screen = terminal_screen.Screen(columns)
    screen.feed(text)
    return screen


class Worst14(unittest.TestCase):
    """The README's picture is painted: colours that alea does not print."""

    def test_the_pictures_show_what_alea_prints_today(self):
        there = {"contest-page.png": has_python(), "tournament-page.png": has_example_bots()}
        wanted = [name for name in tool().PICTURES if there.get(name, True)]
        self.assertGreater(len(wanted), 4)
        self.assertEqual(run("--check", *wanted), (0, "", ""))

    def test_a_painted_picture_is_old(self):
        found = tool()
        found.DOCS = pathlib.Path.cwd()
        true = (SOURCE / "docs/play.svg").read_text(encoding="utf-8")
        for painted in (true.replace(">Ann rolls 3.<", ' fill="#3fb950">Ann rolls 3.<', 1), true.replace("58.97", "59.97", 1)):
            self.assertNotEqual(painted, true)
            pathlib.Path("play.svg").write_text(painted, encoding="utf-8")
            self.assertFalse(found.is_new("play.svg"))

    def test_the_colours_of_the_screen_are_those_of_the_terminal(self):
        words = "play pig Ann --order given --level strong --fold --seed 9".split()
        with Terminal(*words, term="xterm", columns=80) as t:
            for answer in ("", "roll", "roll", "hold"):
                t.asked()
                t.answer(answer)
            t.asked()
            printed = {int(n) for codes in re.findall(rb"\x1b\[([\d;]+)m", t.raw) for n in codes.split(b";")}
        printed = {terminal_screen.PALETTE[n - 30] for n in printed if 30 <= n < 38}
        shown = re.findall(r'<text[^>]*fill="([^"]+)"', (SOURCE / "docs/play.svg").read_text(encoding="utf-8"))
        self.assertEqual(set(shown), printed)
        self.assertEqual(len(printed), 3)  # two players, and the line of highlights

    def test_every_picture_of_the_manual_is_made_by_a_tool(self):
        made = set(tool().PICTURES)
        of_page = re.findall(r'"([\w-]+)", \w+, \{', (SOURCE / "web/tests/pictures.ts").read_text(encoding="utf-8"))
        of_page = {name + ".png" for name in of_page}
        made |= set(re.findall(r'"docs" / "([\w-]+\.svg)"', (SOURCE / "tools/growth").read_text(encoding="utf-8")))
        for page in (SOURCE / "README.md", *(SOURCE / "docs").glob("*.md")):
            for target in IMAGE.findall(page.read_text(encoding="utf-8")):
                with self.subTest(page=page.name, picture=target):
                    self.assertIn(pathlib.Path(target).name, made | of_page)
        self.assertEqual({path.name for path in (SOURCE / "docs").iterdir() if path.suffix in (".svg", ".png")}, made)
        self.assertEqual({path.name for path in (SOURCE / "docs/lab").iterdir()}, of_page)


class Screen(unittest.TestCase):
    """The small terminal."""

    def test_lines_wrap_and_are_written_over(self):
        self.assertEqual(screen_of("abcdef\r\nx", 4).text(), "abcd\nef\nx")
        self.assertEqual(screen_of("12 %\r34").text(), "34 %")
        self.assertEqual(screen_of("12 %\r\x1b[K5").text(), "5")
        self.assertEqual(screen_of("abc\b\bX\x1b[2CY").text(), "aXc Y")
        self.assertEqual(screen_of("one\r\ntwo\x1b[A\rO\x1b[J").text(), "O")

    def test_colours_are_kept(self):
        screen = screen_of("\x1b[1;36mA\x1b[0m b\x1b[33mc\x1b[39md")
        self.assertEqual(list(terminal_screen.runs(screen.rows[0])),
                         [(0, "A", (6, True)), (2, "b", (None, False)), (3, "c", (3, False)), (4, "d", (None, False))])
        drawn = terminal_screen.svg("t", screen)
        self.assertIn(f'fill="{terminal_screen.PALETTE[6]}" font-weight="bold">A</text>', drawn)

    def test_text_stays_text(self):
        self.assertIn(">a &lt; b &amp; c</text>", terminal_screen.svg("t", screen_of("a < b & c")))

    def test_what_it_does_not_know_is_an_error(self):
        for text in ("\x1b[5;5H", "\x1b[38;5;1m", "\x1b]0;title\a", "\x01", "a\x1b"):
            with self.subTest(text), self.assertRaises(ValueError):
                screen_of(text)


class Tool(unittest.TestCase):
    def test_a_picture_carries_the_hash_of_its_page(self):
        module = tool()
        png = (SOURCE / "docs/pig-surface.png").read_bytes()
        self.assertIsNone(module.text_of(png))
        stamped = module.with_text(png, b"0123")
        self.assertEqual(module.text_of(stamped), b"0123")
        for at, kind, data in module.chunks(stamped):
            self.assertEqual(zlib.crc32(kind + data), int.from_bytes(stamped[at + 8 + len(data):at + 12 + len(data)], "big"))

    def test_bad_words_are_refused(self):
        self.assertEqual(run("play.jpg"), (2, "", "pictures: there is no picture play.jpg; --list lists them\n"))
        self.assertEqual(run("--chekc")[0], 2)

    def test_the_list_says_how_each_is_made(self):
        status, out, _ = run("--list")
        self.assertEqual((status, out.count("\n")), (0, len(tool().PICTURES)))
        self.assertIn("docs/pig-surface.png: alea plot pig --map surface\n", out)


if __name__ == "__main__":
    main()
