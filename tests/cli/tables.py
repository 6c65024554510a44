#!/usr/bin/env python3
"""docs/tables.md: tables have the format on the page, for h5py too; and modified tables."""

import json
import pathlib
import re
import unittest

from program import SOURCE, alea, answer_of, json_of, main, write
from table_files import PYTHON, python, seal

PAGE = (SOURCE / "docs" / "tables.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"```python\n(.*?)```\n\n```text\n(.*?)```", re.DOTALL)

RULES = SOURCE / "tests" / "rules"
# A game of each kind of table, and the objective.
KINDS = [("pig(goal=8)", "win"), ("pig-solitaire(goal=20,turns=3)", "win"), ("pig-solitaire(goal=20,turns=0)", "turns"),
         (RULES / "race-tiny.lua", "money"), ("coin-pig(goal=3)", "win"), ("hog(goal=10)", "win"),
         (RULES / "small-despirala.lua", "score")]
# Prints attributes, and of each matrix its shape, the widest interval, and whether all are in order.
READ_ALL = """
import h5py, json, numpy
with h5py.File("{}", "r") as table:
    told = {{name: value.decode() if isinstance(value, bytes) else value.tolist() for name, value in table.attrs.items()}}
    told["found"], told["cells"], widest = sorted(table), 0, 0
    for name in told.get("matrices", "").split(","):
        if not name:
            continue
        lower, upper = table[name]["lower"][()], table[name]["upper"][()]
        known = ~numpy.isnan(lower)
        assert lower.shape == upper.shape and (known == ~numpy.isnan(upper)).all() and (lower <= upper)[known].all()
        told["cells"] += int(known.sum())
        widest = max(widest, float((upper - lower)[known].max()))
    told["widest"] = widest
print(json.dumps(told))
"""


class Tables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        answer_of("solve", "pig", "--out", "pig.h5")
        cls.pig = pathlib.Path("pig.h5").read_bytes()

    def setUp(self):
        write("pig.h5", self.pig)

    def refuses(self, command, *reasons):
        answer = alea(*command)
        self.assertNotEqual(answer.status, 0, answer)
        for reason in reasons:
            self.assertIn(reason, answer.out + answer.err)

    @unittest.skipIf(PYTHON is None, "there is no Python with h5py")
    def test_the_programs_of_the_page_print_what_it_says(self):
        examples = EXAMPLE.findall(PAGE)
        self.assertEqual(len(examples), 2)
        for program, printed in examples:
            self.assertEqual(python(program), printed)

    @unittest.skipIf(PYTHON is None, "there is no Python with h5py")
    def test_h5py_reads_every_kind_of_table_as_alea_does(self):
        for game, objective in KINDS:
            solved = json_of("solve", game, "--for", objective, "--out", "kind.h5")
            read = json.loads(python(READ_ALL.format("kind.h5")))
            with self.subTest(game=str(game), objective=objective):
                self.assertEqual(read["kind"], "values")
                for name in ("game", "objective", "rules_sha256", "states"):
                    self.assertEqual(read[name], solved[name])
                self.assertEqual(read["start"], [solved["lower"], solved["upper"]])
                self.assertEqual(read["width"], solved["width"])
                rounding = 1e-15 * max(1, abs(solved["upper"]))
                self.assertGreaterEqual(read["widest"], solved["width"] - rounding)
                if objective != "money":  # in a chase `width` is of turns while nobody leads
                    self.assertLessEqual(read["widest"], solved["width"] + rounding)
                self.assertEqual(read["found"], sorted(read["matrices"].split(",")))
                self.assertGreater(read["cells"], 0)

    @unittest.skipIf(PYTHON is None, "there is no Python with h5py")
    def test_h5py_reads_best_responses_and_frozen_bots(self):
        best = json_of("best", "pig(goal=8)", "hold(4)", "--out", "reply.h5")
        read = json.loads(python(READ_ALL.format("reply.h5")))
        self.assertEqual((read["against"], read["matrices"]), ("hold(4)", "mover,waiting"))
        self.assertEqual(read["start"], [best["first"]["lower"], best["first"]["upper"]])
        self.assertEqual(read["second"], [best["second"]["lower"], best["second"]["upper"]])
        self.assertEqual(read["found"], ["mover", "opponent", "waiting"])
        answer_of("bot", "freeze", "hold(4)", "--game", "pig(goal=8)", "--out", "bot.h5")
        read = json.loads(python(READ_ALL.format("bot.h5")))
        self.assertEqual((read["kind"], read["game"]), ("policy", "pig(dice=1,goal=8,players=2,sides=6)"))

    def test_the_proof_of_a_table_holds(self):
        answer_of("verify", "pig.h5")

    def test_the_same_table_has_the_same_bytes(self):
        answer_of("solve", "pig", "--out", "again.h5")
        self.assertEqual(pathlib.Path("again.h5").read_bytes(), self.pig)

    def test_one_flipped_bit_is_refused(self):
        for place in (0, 20, 100, 200, 511, 512, 600, len(self.pig) // 2, len(self.pig) - 1):
            damaged = bytearray(self.pig)
            damaged[place] ^= 1
            write("pig.h5", bytes(damaged))
            self.refuses(["verify", "pig.h5"], "pig.h5: ")

    def test_a_file_cut_short_is_refused(self):
        for size in (0, 5, 300, 512, 5000, len(self.pig) - 1):
            write("pig.h5", self.pig[:size])
            self.refuses(["verify", "pig.h5"], "cut short" if size else "empty")

    @unittest.skipIf(PYTHON is None, "there is no Python with h5py")
    def test_a_moved_bound_with_a_new_checksum_is_refused_by_the_certificate_which_names_the_position(self):
        both = r"scores \d+,\d+: the (lower|upper) bound "  # the first place at which the step is wrong
        for bounds, step, where in ((["lower"], 1e-6, "own 17, other 31"), (["upper"], -1e-6, "own 17, other 31"),
                                    (["lower", "upper"], 1e-6, both), (["lower", "upper"], -1e-6, both)):
            write("pig.h5", self.pig)
            python(f"""
import h5py
with h5py.File("pig.h5", "r+") as table:
    for bound in {bounds}:
        table["mover/" + bound][17, 31] += {step}
""")
            seal("pig.h5")
            answer = alea("verify", "pig.h5")
            self.assertEqual(answer.status, 1, answer)
            self.assertRegex(answer.out, where)

    def test_a_table_plays_only_the_game_that_it_is_of(self):
        self.refuses(["run", "pig(goal=50)", "table:pig.h5", "hold(20)", "--games", "1000"],
                     "this is a table of pig(dice=1,goal=100,players=2,sides=6), not of pig(dice=1,goal=50,players=2,sides=6)")

    def test_a_table_whose_rule_file_has_changed_is_refused(self):
        rules = (SOURCE / "rules" / "pig.lua").read_text(encoding="utf-8")
        write("mine.lua", rules)
        answer_of("solve", "mine.lua", "--out", "mine.h5")
        answer_of("verify", "mine.h5")
        write("mine.lua", rules + "\n")
        self.refuses(["verify", "mine.h5"], "the rule file of mine.lua(", "has changed since the table was made")


if __name__ == "__main__":
    main()
