#!/usr/bin/env python3
"""The contents of the README. Other tests run its commands (docs.py) and check its pictures (pictures.py) and links
(links.py)."""

import decimal
import re
import unittest

from docs import commands_of
from program import ALEA, SOURCE, answer_of, json_of, main

README = SOURCE / "README.md"
TEXT = README.read_text(encoding="utf-8")
PROSE = re.sub(r"(?s)```.*?```", "", TEXT)

DOORS = {
    "player": "alea play pig",
    "student": "alea bot check",
    "teacher": "alea contest",
    "bot writer": "alea bot template",
    "researcher": "alea solve pig",
}


def section(title):
    return re.search(rf"(?s)\n## {title}\n(.*?)(?=\n## |\Z)", TEXT)[1]


class Worst14(unittest.TestCase):
    """The README's figures are cut."""

    def test_only_times_and_sizes_are_left_out(self):
        """An ellipsis stands for a time or a speed, never for a rate or a rank, and never for whole lines."""
        left_out = [line for command in commands_of(README) for line in command.shown if "…" in line]
        self.assertGreater(len(left_out), 2)
        for line in left_out:
            with self.subTest(line):
                self.assertRegex(line, r"… s(econds|\.|,)|^… s, … games a second")
                self.assertNotRegex(line, r"…[\d%]|[\d.]…|… %")
                self.assertNotEqual(line.strip(), "…")


class Section3(unittest.TestCase):
    """The README as a newcomer."""

    def test_it_says_what_alea_is_in_one_sentence(self):
        paragraph = TEXT.split("\n\n")[1].replace("\n", " ")
        self.assertRegex(paragraph, r"^alea is .*\.$")
        self.assertEqual(paragraph.count(". "), 0)
        self.assertLess(len(paragraph.split()), 50)

    def test_five_doors(self):
        for page in (TEXT, (SOURCE / "docs/README.md").read_text(encoding="utf-8")):
            for reader, command in DOORS.items():
                self.assertRegex(page, rf"(?m)^\| a {reader} \| \[?`{command}[^|]*\|")
        for reader, command in DOORS.items():
            with self.subTest(reader):
                self.assertIn(command, section(reader.capitalize()))
                self.assertLess(section(reader.capitalize()).count("\n"), 50)  # one screen

    def test_what_must_i_have(self):
        """Systems, processors, sizes and time, and what there is not."""
        install = section("Install")
        for word in ("Debian 12", "glibc 2.36", "Ubuntu", "ARM", "macOS", "Windows", "minutes", "two cores", "as root", "without root",
                     "docs/install.md"):
            with self.subTest(word):
                self.assertIn(word, install)
        manual = (SOURCE / "docs/install.md").read_text(encoding="utf-8")
        sizes = re.findall(r"\| ([\d.]+ [MG]B)\b[^|]*\|$", install, re.M)
        self.assertEqual(len(sizes), 4)
        self.assertEqual(sizes, re.findall(r"(?m)^\| \[.*\| ([\d.]+ [MG]B)\b", manual))

    def test_screens_and_not_pipes(self):
        """The samples are for eyes: nothing is piped into a game."""
        self.assertFalse([c.text for c in commands_of(README) if c.text.startswith("printf")])

    def test_private_words_are_explained_or_left_out(self):
        for word in ("step path", "exploitability", "fuel", "block path", "residual", "afterstate"):
            self.assertNotIn(word, PROSE)
        for word in ("*Seat 0*", "*Forfeits*", "*at least*"):
            self.assertIn(word, PROSE)
        self.assertNotIn("$ a game", TEXT)  # no result in money, since its difference from wins would need a paragraph

    def test_pictures_of_a_game_a_review_a_contest_and_the_surface(self):
        found = re.findall(r"!\[([^\]]{20,})\]\(docs/([\w.-]+)\)", TEXT)
        self.assertEqual([name for _, name in found], ["play.svg", "review-page.png", "contest-page.png", "pig-surface.png"])
        self.assertLess(TEXT.index("docs/play.svg"), TEXT.index("## Install"))

    def test_what_is_new_with_figures(self):
        """The figures are those of docs/speed.md, and of the program itself."""
        speed, new = (SOURCE / "docs/speed.md").read_text(encoding="utf-8"), section("What is new")
        for row, figures in (("`pig` |", ("2.05", "94.7")), ("`wasm` |", ("444 ns", "200", "32.8 ns")),
                             ("`despirala`: solved", ("15.2 s", "206 ms")), ("`solve`: Pig to 100 |", ("71.6 ms", "0.464 ms")),
                             ("`hog-contest`: 400", ("21.6 s", "79,800"))):
            line = next(line for line in speed.splitlines() if line.startswith(f"| {row}"))
            for figure in figures:
                with self.subTest(row=row, figure=figure):
                    self.assertIn(figure, line)
                    self.assertIn(figure, new)
        solved = json_of("solve", "pig")
        bounds = re.search(r"between (0\.53\d+) and (0\.53\d+)", new)
        shown = [decimal.Decimal(bound).quantize(decimal.Decimal("1e-14"), rounding) for bound, rounding in
                 ((solved["lower"], decimal.ROUND_FLOOR), (solved["upper"], decimal.ROUND_CEILING))]
        self.assertEqual([bounds[1], bounds[2]], list(map(str, shown)))
        self.assertLess(abs(float(bounds[1]) - 0.5305927252737), 1e-12)

    def test_the_sources_are_linked(self):
        for address in ("cupola.gettysburg.edu/csfac/4", "umap10.pdf", "cs61a", "indjev99/Despirala-Engine"):
            self.assertRegex(TEXT, rf"\]\(https?://[^)]*{address}")

    def test_the_first_commands_work(self):
        """The first command in each section works; play, check and contest have separate tests."""
        self.assertIn("first holds at 21", answer_of("solve", "pig"))
        self.assertIn("should_roll", answer_of("bot", "template", "pig"))
        self.assertIn("final_strategy", answer_of("bot", "template", "hog"))
        self.assertTrue(ALEA)


if __name__ == "__main__":
    main()
