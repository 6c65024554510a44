#!/usr/bin/env python3
"""docs/tables.md: tables are what the page says, for h5py too; and what happens to those that somebody has changed."""

import pathlib
import re
import unittest

from program import SOURCE, alea, answer_of, main, write
from table_files import PYTHON, python, seal

PAGE = (SOURCE / "docs" / "tables.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"```python\n(.*?)```\n\n```text\n(.*?)```", re.DOTALL)


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
        both = r"scores \d+,\d+: the (lower|upper) bound "  # where the step goes wrong first
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
