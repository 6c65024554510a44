#!/usr/bin/env python3
"""Every operation of Lua gives the bits of IEEE 754, on processors with and without fused multiplication."""

import pathlib
import re
import unittest

import lua_bits
from program import SOURCE, alea, answer_of, environment, main

FILE = SOURCE / "tests" / "game" / "bits.lua"
PLAIN = "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX2_Usable,-FMA_Usable"  # the C library's own code for processors without them


class Bits(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.expected = str(lua_bits.expected())

    def computed(self, **changes):
        return re.search(r"What Lua computes: (\d+)", answer_of("games", FILE, env=environment(**changes))).group(1)

    def test_a_million_operands_give_what_python_computes(self):
        self.assertEqual(self.computed(), self.expected)

    def test_a_processor_without_fused_multiplication_gives_the_same(self):
        self.assertEqual(self.computed(GLIBC_TUNABLES=PLAIN), self.expected)

    def test_the_number_depends_on_the_last_bit(self):
        hashed = lua_bits.Hash()
        other = lua_bits.Hash()
        hashed.put_float(0.1)
        other.put_float(0.1 + 2.0**-56)
        self.assertNotEqual(hashed.value, other.value)

    def test_the_name_of_a_file_decides_nothing(self):
        rules = FILE.read_text(encoding="utf-8").partition("return { name")[2]
        caught = "local _, said = pcall(function() error('x') end)\nreturn { name"
        texts = set()
        for name in ("a.lua", "a-longer-name-of-the-same-file-with-more-than-forty-eight-letters.lua"):
            pathlib.Path(name).write_text(caught + rules.replace('"What Lua computes: " .. (hash >> 1)', "said .. #said"), encoding="utf-8")
            texts.add(re.search(r"(?m)^  (.*x\d+)$", answer_of("games", name)).group(1))
        self.assertEqual(texts, {"lua:1: x8"})

    def test_messages_have_one_word_for_what_is_no_number(self):
        """x86 makes a negative NaN of 0 / 0, ARM a positive one."""
        for name, old, new, says in (("pig", "goal = p.goal", "goal = 0 / 0", "must be a whole number from 1 to 100000, not nan."),
                                     ("pig-pen", "return score == 0 and 2 or 1", "return 0 / 0", "returned nan"),
                                     ("coin-pig", "return { p.heads, p.tails }", "return { 0 / 0, p.tails }", "the weight nan;")):
            text = (SOURCE / "rules" / f"{name}.lua").read_text(encoding="utf-8")
            self.assertIn(old, text)
            pathlib.Path("rules.lua").write_text(text.replace(old, new), encoding="utf-8")
            said = alea("solve", "rules.lua")
            self.assertEqual(said.status, 2, said)
            self.assertIn(says, said.err)
        pathlib.Path("bot.lua").write_text("return function(view) return 0 / 0 end\n", encoding="utf-8")
        self.assertIn("decide returned a number with a decimal point, nan;", answer_of("run", "hog", "bot.lua", "always(4)", "--games", "10"))

    def test_what_the_machine_decides_is_refused_on_all_machines(self):
        for number, says in (("math.exp(203 * 0.11)", "math.exp is left out"), ("3 ^ 0.5", "exponent of ^ must be a whole number")):
            pathlib.Path("rules.lua").write_text(f"local x = {number}\nreturn {{}}\n", encoding="utf-8")
            pathlib.Path("bot.lua").write_text(f"local x = {number}\nreturn function(view) return x < 2 end\n", encoding="utf-8")
            for words, place in ((("solve", "rules.lua"), "rules.lua:1:"), (("run", "pig", "bot.lua", "hold:20"), "bot.lua:1:")):
                said = [alea(*words, env=environment(**changes)) for changes in ({}, {"GLIBC_TUNABLES": PLAIN})]
                self.assertEqual(said[0].status, 2, said[0])
                self.assertIn(place, said[0].err)
                self.assertIn(says, said[0].err)
                self.assertEqual(said[0].err, said[1].err)


if __name__ == "__main__":
    main()
