#!/usr/bin/env python3
"""alea run --part and alea merge: parts of a run, played apart, are the run."""

import hashlib
import itertools
import json
import os
import pathlib
import unittest

from program import PERFORMANCE, SOAK, TEST_BOTS, alea, answer_of, json_of, main, write
from terminal import interrupted

PIG = ["pig", "hold(20)", "random(0.7)"]


def counted(result):
    """The counts of a run, without times."""
    return {key: value for key, value in result.items() if key not in PERFORMANCE}


def play(parts, *words, name="part{}"):
    files = [name.format(k) for k in range(1, parts + 1)]
    for k, file in enumerate(files, 1):
        answer_of("run", *words, "--part", f"{k}/{parts}", "--out", file)
    return files


def seal(path, change):
    """Changes the object in a part and seals it again."""
    part = json.loads(pathlib.Path(path).read_text().splitlines()[0])
    change(part)
    line = json.dumps(part, separators=(",", ":"))
    write("sealed", f"{line}\n{hashlib.sha256(line.encode()).hexdigest()}\n")
    return "sealed"


class Whole(unittest.TestCase):
    """merge prints the same as run."""

    def same(self, parts, *words):
        whole = counted(json_of("run", *words))
        self.assertEqual(counted(json_of("merge", *play(parts, *words))), whole)

    def test_for_any_number_of_games_and_parts(self):
        for games, parts in itertools.product((1, 4095, 4096, 4097, 50_000), (1, 2, 5)):
            with self.subTest(games=games, parts=parts):
                self.same(parts, *PIG, "--games", games)

    def test_for_games_with_money_seats_and_points(self):
        self.same(3, "pig-pen", "hold(20)", "keep-pace", "hold(30)", "--games", 20_000, "--seed", 7)
        self.same(3, "pig-pen", "hold(20)", "keep-pace", "--games", 20_000, "--seats", "fixed")
        self.same(3, "despirala", "greedy", "--games", 9_000)

    def test_for_the_largest_seed(self):
        self.same(2, *PIG, "--games", 9_000, "--seed", 2**63 - 1)

    def test_for_bots_that_forfeit_and_that_remember(self):
        bot = TEST_BOTS / "trap_third_game.wasm"
        if not bot.exists():
            self.skipTest("no test bots")
        self.same(3, "pig-pen", bot, TEST_BOTS / "stateful.wasm", "--games", 80_000)
        write("bot.lua", "return function(view) return view.turn < 20 and 'roll' or 'what' end\n")
        self.same(2, "pig", "bot.lua", "hold(20)", "--games", 9_000)

    def test_the_text_is_the_same_too(self):
        lines = answer_of("run", *PIG, "--games", 9_000).splitlines()
        merged = answer_of("merge", *play(2, *PIG, "--games", 9_000)).splitlines()
        self.assertEqual(merged[:-1], lines[:-1])  # the last line has the time

    def test_in_any_order_and_ranked_as_asked(self):
        words = ["pig-pen", "hold(20)", "hold(30)", "--games", 20_000]
        files = play(3, *words)
        self.assertEqual(json_of("merge", *files[::-1], "--for", "win"), json_of("merge", *files, "--for", "win"))
        self.assertEqual(answer_of("merge", *files, "--for", "win").splitlines()[:-1],
                         answer_of("run", *words, "--for", "win").splitlines()[:-1])

    def test_as_csv_and_as_a_page(self):
        answer_of("merge", *play(2, *PIG, "--games", 9_000), "--csv", "s.csv", "--html", "s.html")
        self.assertIn("hold(20)", pathlib.Path("s.csv").read_text())
        self.assertIn("hold(20)", pathlib.Path("s.html").read_text())

    def test_the_answer_of_a_part(self):
        report = json_of("run", *PIG, "--games", 9_000, "--part", "2/2", "--out", "second")
        self.assertEqual(report, {"part": 2, "parts": 2, "games": 9_000 - 2 * 4096, "file": "second"})
        text = answer_of("run", *PIG, "--games", 9_000, "--part", "2/2", "--out", "second")
        self.assertEqual(text, "Part 2 of 2: 808 games, written to second.\n")


class Wrong(unittest.TestCase):
    """Every mistake is named, with its file."""

    def refused(self, words, *arguments):
        answer = alea(*arguments)
        self.assertEqual((answer.status, answer.out), (2, ""), answer)
        for word in words if isinstance(words, tuple) else (words,):
            self.assertIn(word, answer.err)

    def test_parts_that_are_missing_or_there_twice(self):
        files = play(4, *PIG, "--games", 20_000)
        self.refused("Of 4 parts one is missing: 3.", "merge", files[0], files[1], files[3])
        self.refused("Of 4 parts these are missing: 1, 4.", "merge", files[1], files[2])
        os.link(files[0], "copy")
        self.refused(("this is part 1 of 4, and so is", "copy", "part1"), "merge", "copy", *files)

    def test_many_missing_parts_are_counted(self):
        answer_of("run", *PIG, "--part", "50/1000", "--out", "one")
        self.refused("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 987 more", "merge", "one")

    def test_parts_of_other_runs(self):
        first = play(2, *PIG, "--games", 9_000)[0]
        others = {
            "the seed differs (20251 there, 3 here)": [*PIG, "--games", 9_000, "--seed", 3],
            "the number of games differs (9000 there, 9001 here)": [*PIG, "--games", 9_001],
            "the seating differs (rotate there, fixed here)": [*PIG, "--games", 9_000, "--seats", "fixed"],
            "the game differs (pig(dice=1,goal=100,": ["pig(goal=50)", *PIG[1:], "--games", 9_000],
            "hold(21) is not the same bot": ["pig", "hold(21)", PIG[2], "--games", 9_000],
        }
        for said, words in others.items():
            with self.subTest(said):
                other = play(2, *words, name="other{}")[1]
                self.refused((said, "other2: this is a part of another run than part1"), "merge", first, other)
        third = play(3, *PIG, "--games", 9_000, name="third{}")[2]
        self.refused("third3: this is one of 3 parts, but part1 is one of 2", "merge", first, third)

    def test_a_bot_whose_file_changed(self):
        write("bot.lua", "return function(view) return view.turn < 20 and 'roll' or 'hold' end\n")
        words = ["pig", "bot.lua", "hold(20)", "--games", 9_000]
        answer_of("run", *words, "--part", "1/2", "--out", "before")
        write("bot.lua", "return function(view) return view.turn < 21 and 'roll' or 'hold' end\n")
        answer_of("run", *words, "--part", "2/2", "--out", "after")
        self.refused("after: this is a part of another run than before: bot.lua is not the same bot", "merge", "before", "after")
        write("bot.lua", "return function(view) return view.turn < 20 and 'roll' or 'hold' end\n")
        answer_of("run", *words, "--fuel", 1_000_000, "--part", "2/2", "--out", "less")
        self.refused("or does not have the same limits", "merge", "before", "less")

    def test_files_that_are_no_parts_or_damaged(self):
        file = play(1, *PIG, "--games", 9_000)[0]
        data = pathlib.Path(file).read_bytes()
        for damaged in (data[:-1], data[: len(data) // 2], data[:30], data.replace(b'"wins', b'"wind'),
                        data[:200] + bytes([data[200] ^ 1]) + data[201:], data + b"\n"):
            if damaged == data:
                continue
            pathlib.Path("damaged").write_bytes(damaged)
            self.refused("damaged: the file is damaged", "merge", "damaged")
        for text in ("", "{}\n", "hello\n"):
            write("none", text)
            self.refused("none: this is no part of a run", "merge", "none")
        self.refused("nothing", "merge", "nothing")
        self.refused("FILE is missing", "merge")

    def test_lines_that_are_no_json(self):
        """Lines with a right checksum: anyone who writes a part can compute it."""
        whole = pathlib.Path(play(1, *PIG, "--games", 9_000)[0]).read_bytes().splitlines()[0]
        start = b'{"alea_part_of_a_run":'
        for line in (start + b"x}", start + b"1," + start[1:] + b"1}", start + b"9" * 30 + b"}", start + b'1,"run":"\xff"}',
                     start + b"[" * 100_000 + b"]" * 100_000 + b"}", whole + b" more", whole[:-1], whole[:-1] + b"\0}"):
            pathlib.Path("sealed").write_bytes(line + b"\n" + hashlib.sha256(line).hexdigest().encode() + b"\n")
            self.refused("sealed: the file is damaged", "merge", "sealed")

    def test_numbers_that_cannot_be(self):
        """A part that was changed and sealed again is refused, or has a result; nothing crashes."""
        file = play(1, "pig-pen", "hold(20)", "hold(30)", "--games", 9_000)[0]
        words = len(json.loads(pathlib.Path(file).read_text().splitlines()[0])["totals"])
        tried = refused = 0
        for number, start in ((2**62, 0), (-(2**62), 1), (-1, 2), (10**10, 3)):
            for index in range(start, words, 1 if SOAK else 13):
                def change(part, index=index, number=number):
                    part["totals"][index] = number
                answer = alea("merge", seal(file, change))
                self.assertIn(answer.status, (0, 2), answer)
                tried += 1
                refused += answer.status == 2
        self.assertGreater(refused, tried // 4)
        for key, value in (("part", 0), ("parts", 0), ("part", 2), ("first", 5), ("games", 1), ("path", 7), ("totals", []),
                           ("failures", ["a"]), ("run", {}), ("threads", -1), ("alea_part_of_a_run", 2)):
            def change(part, key=key, value=value):
                part[key] = value
            self.refused("sealed", "merge", seal(file, change))

    def test_words_that_no_one_writes(self):
        file = play(1, *PIG, "--games", 9_000)[0]
        for place, key, values in ((lambda part: part["run"], "seats", ("rotated", "")),
                                   (lambda part: part["run"], "played_for", ("fun", "Win")),
                                   (lambda part: part["run"], "seed", ("", "-1", "0x1", " 1", "01", "1e3", str(2**64))),
                                   (lambda part: part, "path", ("auto", "BLOCK"))):
            for value in values:
                def change(part, place=place, key=key, value=value):
                    place(part)[key] = value
                with self.subTest(key=key, value=value):
                    self.refused("sealed: the file is damaged", "merge", seal(file, change))
        self.assertEqual(alea("merge", seal(file, lambda part: part["run"].update(seed=str(2**64 - 1)))).status, 0)

    def test_words_of_the_command_line(self):
        for part in ("0/2", "3/2", "1", "1/", "/2", "1/2/3", "a/b", "1/9999999", "-1/2", "1 / 2"):
            self.refused("--part takes K/N", "run", *PIG, "--part", part, "--out", "file")
        self.refused("--part needs --out", "run", *PIG, "--part", "1/2")
        self.refused("--out is for --part", "run", *PIG, "--out", "file")
        for words in (["--record", "r"], ["--analytics"], ["--csv", "c"], ["--html", "h.html"]):
            self.refused("belong to the whole run", "run", *PIG, "--part", "1/2", "--out", "file", *words)
        self.refused("is ranked by win, or by money where the game has it", "merge", *play(1, *PIG, "--games", 10), "--for", "money")
        self.assertFalse(pathlib.Path("file").exists())

    def test_a_stop_leaves_no_part(self):
        answer = interrupted("run", *PIG, "--games", "1e12", "--part", "1/2", "--out", "stopped")
        self.assertEqual(answer.status, 1, answer)
        self.assertFalse(pathlib.Path("stopped").exists())


if __name__ == "__main__":
    main()
