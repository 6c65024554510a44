#!/usr/bin/env python3
"""alea plot: pictures, their data, and maps in characters."""

import csv
import os
import pathlib
import struct
import unittest
import xml.etree.ElementTree as ElementTree

from program import COMPONENTS, alea, answer_of, environment, main, write
from table_files import PYTHON, python


def plotted(*arguments):
    """A command that writes files and prints nothing."""
    assert answer_of("plot", *arguments) == ""


def rows_of(*arguments):
    plotted(*arguments, "--csv", "data.csv")
    with open("data.csv", newline="", encoding="ascii") as file:
        return list(csv.DictReader(file))


def cell_of(rows, **where):
    """The one row with these numbers."""
    found = [row for row in rows if all(row[key] == str(value) for key, value in where.items())]
    assert len(found) == 1, (where, found)
    return found[0]


class Data(unittest.TestCase):
    def test_hold_20_holds_at_20_or_where_that_wins(self):
        rows = rows_of("pig", "hold(20)")
        self.assertEqual(len(rows), 99 * 99)  # nobody can have banked 1
        for row in rows:
            at = max(2, min(20, 100 - int(row["own"])))  # and no turn total is 1
            self.assertEqual((row["hold_at"], row["hold_from"]), (str(at), str(at)), row)

    def test_the_optimal_bot_first_holds_at_21(self):
        self.assertEqual(cell_of(rows_of("pig"), own=0, other=0)["hold_at"], "21")

    def test_optimal_play_is_not_a_threshold(self):
        cell = cell_of(rows_of("pig", "optimal"), own=41, other=49)
        self.assertEqual((cell["hold_at"], cell["hold_from"]), ("22", "28"))
        rows = rows_of("pig", "--map", "turn", "--other", "49")
        moves = {turn: cell_of(rows, own=41, other=49, turn=turn)["move"] for turn in range(20, 34)}
        rolls = [turn for turn, move in moves.items() if move == "roll"]
        self.assertEqual(rolls, [20, 21, 27])

    def test_two_bots_are_compared(self):
        cell = cell_of(rows_of("pig", "hold(25)", "hold(20)"), own=0, other=0)
        self.assertEqual((cell["first_hold_at"], cell["second_hold_at"], cell["difference"]), ("25", "20", "5"))
        rows = rows_of("pig", "hold(25)", "hold(20)", "--map", "turn")
        differing = {int(row["turn"]) for row in rows if row["first"] != row["second"]}
        self.assertEqual(differing, set(range(20, 25)))

    def test_a_leader_is_chased(self):
        rows = rows_of("pig-pen", "hold(25)", "--map", "turn", "--other", "120")
        self.assertEqual([cell_of(rows, own=50, turn=turn)["move"] for turn in (70, 71)], ["roll", "hold"])

    def test_one_player_has_turns_left(self):
        self.assertEqual(cell_of(rows_of("pig-solitaire", "hold(20)"), own=90, turns=3)["hold_at"], "10")

    def test_pig_solitaire_with_one_turn_left_rolls_on_to_the_goal(self):
        for row in rows_of("pig-solitaire(turns=3)"):
            if row["turns"] == "1":
                self.assertEqual(int(row["hold_at"]), max(2, 100 - int(row["own"])))

    def test_every_so_many_th_score_only(self):
        rows = rows_of("pig", "hold(20)", "--step", "10")
        self.assertEqual({row["own"] for row in rows}, {str(own) for own in range(0, 100, 10)})

    def test_a_lua_bot_is_asked(self):
        write("half.lua", "return function(view) return view.turn < 7 and 'roll' or 'hold' end")
        self.assertEqual(cell_of(rows_of("pig(goal=30)", "half.lua", "--step", "6"), own=6, other=0)["hold_at"], "7")

    def test_a_webassembly_bot_is_asked(self):
        rows = rows_of("pig-pen(goal=30)", COMPONENTS / "original-mod30.wasm", "--step", "29")
        self.assertEqual(cell_of(rows, own=0, other=0)["hold_at"], "25")

    def test_a_table_is_drawn_as_the_bot_that_it_is(self):
        write("mine.csv", "own,other,hold_at\n" + "".join(f"{i},{j},{5 + j % 3}\n" for i in range(20) for j in range(20)))
        direct = rows_of("pig(goal=20)", "table:mine.csv")
        self.assertEqual(cell_of(direct, own=3, other=4)["hold_at"], "6")
        self.assertEqual(rows_of("pig(goal=20)", "--table", "mine.csv"), direct)


class Arrays(unittest.TestCase):
    def test_an_array_has_numpys_header(self):
        plotted("pig", "hold(20)", "--npy", "data.npy")
        data = pathlib.Path("data.npy").read_bytes()
        length = struct.unpack("<H", data[8:10])[0]
        self.assertEqual((data[:8], (10 + length) % 64), (b"\x93NUMPY\x01\x00", 0))
        self.assertEqual(eval(data[10:10 + length]), {"descr": "<i4", "fortran_order": False, "shape": (100, 100)})
        self.assertEqual(len(data), 10 + length + 4 * 100 * 100)

    def numpy_says(self, expression):
        return python(f"import numpy\ndata = numpy.load('data.npy')\nprint({expression})\n").strip()

    @unittest.skipIf(PYTHON is None, "there is no Python with h5py and numpy")
    def test_numpy_reads_it(self):
        plotted("pig", "hold(20)", "always-roll", "--npy", "data.npy")
        self.assertEqual(self.numpy_says("data.shape, data.dtype.str"), "(2, 100, 100) <i4")
        self.assertEqual(self.numpy_says("data[0, 0, 0], data[0, 90, 5], data[0, 1, 0], data[1, 0, 0]"), "20 10 -1 -2")
        plotted("pig", "hold(20)", "--map", "turn", "--npy", "data.npy")
        self.assertEqual(self.numpy_says("[int(data[0, turn]) for turn in (0, 2, 19, 20)]"), "[-1, 1, 1, 0]")


class Pictures(unittest.TestCase):
    def test_every_map_is_an_svg_that_says_what_it_shows(self):
        for words, title in ((("hold(20)",), "hold(20): the turn total at which it holds"),
                             (("hold(20)", "--map", "turn", "--other", "40"), "hold(20): roll or hold when the other has 40"),
                             (("hold(20)", "--map", "surface"), "hold(20): the turn total at which it holds"),
                             (("hold(20)", "hold(25)"), "How much later hold(20) holds than hold(25)"),
                             (("hold(20)", "hold(25)", "--map", "turn"), "hold(20) and hold(25): roll or hold when the other has 0")):
            plotted("pig", *words, "--out", "plot.svg")
            root = ElementTree.parse("plot.svg").getroot()
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
            self.assertEqual(root.find("{http://www.w3.org/2000/svg}title").text, f"pig(dice=1,goal=100,players=2,sides=6). {title}")

    def test_a_name_with_signs_that_xml_reads_is_fine(self):
        write("a<b&c.lua", "return function(view) return 'hold' end")
        plotted("piglet", "a<b&c.lua", "--out", "plot.svg")
        self.assertIn("a<b&c.lua", ElementTree.parse("plot.svg").getroot().find("{http://www.w3.org/2000/svg}title").text)

    def test_a_png_is_as_wide_as_wanted(self):
        for words, width in (((), 960), (("--width", "400"), 400)):
            plotted("pig", "hold(20)", "--out", "plot.png", *words)
            data = pathlib.Path("plot.png").read_bytes()
            self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
            self.assertEqual(struct.unpack(">I", data[16:20])[0], width)

    def test_the_same_command_writes_the_same_bytes(self):
        for ending in ("svg", "png", "csv", "npy"):
            option = "--" + ending if ending in ("csv", "npy") else "--out"
            for name, threads in (("a", "1"), ("b", "3")):
                plotted("pig", "hold(20)", option, f"{name}.{ending}", "--threads", threads)
            self.assertEqual(pathlib.Path(f"a.{ending}").read_bytes(), pathlib.Path(f"b.{ending}").read_bytes(), ending)

    def test_several_files_at_once(self):
        plotted("piglet", "--out", "all.svg", "--csv", "all.csv", "--npy", "all.npy")
        self.assertTrue(all(os.path.exists("all." + ending) for ending in ("svg", "csv", "npy")))


class Characters(unittest.TestCase):
    def test_a_map_is_printed_when_no_file_is_asked_for(self):
        text = answer_of("plot", "pig", "hold(20)")
        self.assertTrue(text.startswith("hold(20): the turn total at which it holds\npig(dice=1,goal=100,players=2,sides=6)\n"))
        self.assertRegex(text, r"(?m)^ +95 │( +20){17} +15 +10 +5$")

    def test_it_fits_the_width(self):
        for width in (50, 80, 120):
            for words in ((), ("--map", "turn")):
                lines = answer_of("plot", "pig", "hold(20)", *words, env=environment(COLUMNS=width)).splitlines()
                self.assertLessEqual(max(map(len, lines)), width)

    def test_a_terminal_without_utf8_gets_ascii(self):
        for words in ((), ("--map", "turn"), ("hold(25)", "--map", "turn")):
            self.assertTrue(answer_of("plot", "pig", "hold(20)", *words, env=environment(LC_ALL="C")).isascii())

    def test_the_first_bot_is_the_optimal_one_for_what_is_wanted(self):
        self.assertIn("optimal(for=win): ", answer_of("plot", "piglet"))
        self.assertIn("optimal(for=turns): ", answer_of("plot", "pig-solitaire(turns=0)"))
        self.assertIn("optimal(for=money) holds than hold(9)", answer_of("plot", "pig-pen(goal=15)", "optimal", "hold(9)", "--for", "money"))


class Refused(unittest.TestCase):
    def refused(self, *words, status=2):
        answer = alea("plot", *words)
        self.assertEqual((answer.status, answer.out), (status, ""), answer)
        self.assertTrue(answer.err.startswith("alea"), answer)
        return answer.err

    def test_an_unknown_map_gets_the_choices(self):
        self.assertIn("--map must be turn, hold or surface, not `globe`", self.refused("pig", "--map", "globe"))

    def test_an_unsupported_ending_gets_the_supported_ones(self):
        for name in ("plot.pdf", "plot", "plot.svgz"):
            self.assertIn(f"--out must end in .svg or .png, and `{name}` does not", self.refused("pig", "--out", name))
            self.assertFalse(os.path.exists(name))
        self.assertIn("--csv and --npy write data", self.refused("pig", "--out", "plot.csv"))

    def test_the_others_score_has_its_range(self):
        self.assertIn("0 to 99, not 100", self.refused("pig", "hold(20)", "--map", "turn", "--other", "100"))
        self.assertIn("1 to 10, not 11", self.refused("pig-solitaire", "hold(20)", "--map", "turn", "--other", "11"))
        self.assertIn("cannot be 1: A banked score of 1 is impossible", self.refused("pig", "hold(20)", "--map", "turn", "--other", "1"))
        self.assertIn("cannot be 100", self.refused("pig-pen", "hold(20)", "--map", "turn", "--other", "100"))
        self.assertIn("--other must be a whole number", self.refused("pig", "hold(20)", "--map", "turn", "--other", "-1"))

    def test_the_others_score_is_for_turn_maps(self):
        self.assertIn("takes neither the other player's score", self.refused("pig", "hold(20)", "--other", "40"))

    def test_three_players_are_too_many(self):
        self.assertIn("one or two players", self.refused("pig(players=3)", "hold(20)"))

    def test_three_bots_are_too_many(self):
        self.assertIn("`hold(30)` is one too many", self.refused("pig", "hold(20)", "hold(25)", "hold(30)"))
        self.assertIn("--table is one too many", self.refused("pig", "hold(20)", "hold(25)", "--table", "t.h5"))

    def test_a_surface_is_of_one_bot_and_goes_to_a_file(self):
        self.assertIn("shows one bot", self.refused("pig", "hold(20)", "hold(25)", "--map", "surface", "--out", "plot.svg"))
        self.assertIn("--out FILE", self.refused("pig", "hold(20)", "--map", "surface"))

    def test_a_game_without_an_other_has_no_map_over_it(self):
        self.assertIn("a turn map instead", self.refused("pig-solitaire(turns=0)", "hold(20)", "--map", "hold"))

    def test_an_objective_is_for_the_optimal_bot(self):
        self.assertIn("--for applies only to the bot `optimal`", self.refused("pig", "hold(20)", "--for", "win"))
        self.assertIn("money", self.refused("pig", "--for", "money"))
        self.assertIn("luck", self.refused("pig", "--for", "luck"))

    def test_a_width_is_of_a_picture_and_has_its_range(self):
        self.assertIn("--width must be a whole number from 200 to 8000", self.refused("pig", "--out", "plot.png", "--width", "100"))
        self.assertIn("--width needs --out", self.refused("pig", "--width", "500"))

    def test_a_memory_that_a_turn_cannot_have(self):
        self.assertIn("remembers nothing", self.refused("pig", "hold(20)", "--turn-memory", "1"))
        self.assertIn("no player chooses", self.refused("pig-pen", "hold(20)", "--turn-memory", "1"))

    def test_a_bot_that_fails_is_named(self):
        self.assertIn("forfeit(1)", self.refused("pig", "forfeit(1)"))
        write("error.lua", "return function(view)\n  return view.nothing.more\nend")
        self.assertIn("error.lua", self.refused("pig", "error.lua"))
        self.assertIn("did you mean", self.refused("pig", "hodl(20)"))

    def test_files_that_cannot_be_written_are_failures_of_the_environment(self):
        for option, name in (("--out", "nowhere/plot.svg"), ("--csv", "nowhere/plot.csv"), ("--npy", "nowhere/plot.npy"), ("--csv", "/dev/full")):
            self.assertIn(name, self.refused("pig", "hold(20)", option, name, status=3))

    def test_a_picture_that_fails_leaves_the_old_one(self):
        write("old.svg", "what was there before")
        self.refused("pig", "forfeit(1)", "--out", "old.svg")
        self.assertEqual(pathlib.Path("old.svg").read_text(encoding="ascii"), "what was there before")

    def test_a_game_must_be_named(self):
        self.assertIn("GAME is missing", self.refused())


if __name__ == "__main__":
    main()
