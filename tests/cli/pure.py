#!/usr/bin/env python3
"""Bots that are pure or declared so: reports about them, and that they are functions on every path."""

import json
import unittest

from program import TEST_BOTS, alea, answer_of, can_build, json_of, main, write

LIAR = TEST_BOTS / "pure" / "c_liar_45.wasm"  # declares that it has no memory, and counts its calls
SAYS_SO = TEST_BOTS / "pure" / "c_at_90.wasm"
SAYS_NOTHING = TEST_BOTS / "pure" / "c_at_30.wasm"
REMEMBERS = TEST_BOTS / "stateful.wasm"
STRATEGY = """static unsigned calls;
__attribute__((export_name("hog:player/strategy@0.1.0#final-strategy"))) unsigned f(unsigned own, unsigned other)
{
    (void)own, (void)other;
    return calls++ ? 9 : 5;
}
"""
DECLARED = '__asm__(".section \\".custom_section.alea:pure\\",\\"\\",@\\n");\n'
COUNTS = "local calls = 0\nreturn function(view) calls = calls + 1 return calls == 1 and view.total < view.goal end\n"


def counted(result):
    """The counts of a run, without names, kinds and times."""
    return {field: [row[field] for row in result["standings"]] for field in ("wins", "money_total", "forfeits", "seat_wins")}


# Each holds at 5 as a question at its start, and does otherwise later: it fills memory, fails, or changes what all programs share.
ASK = "v.turn < 5 and v.total < v.goal"
STARTS = {
    "grows": f"local t = {{}} return function(v) for i = 1, 300 do t[#t + 1] = {{i}} end return #t == 300 and {ASK} end",
    "fails": f"local n = 0 return function(v) n = n + 1 if n > 1 then error('again') end return {ASK} end",
    "shares": f"return function(v) local ask = table.concat ~= print and {ASK} table.concat = print return ask end",
    "texts": f"local s = 'x' return function(v) for i = 1, 13 do s = s .. s end return #s == 8192 and {ASK} end",
}


class Check(unittest.TestCase):
    def test_what_is_known_is_said(self):
        for bot, words, text in ((SAYS_SO, [], "declared"), (SAYS_NOTHING, [], "tested"), (REMEMBERS, [], "no"),
                                 (REMEMBERS, ["--pure", "stateful"], "declared"), (TEST_BOTS / "trap_always.wasm", [], None),
                                 ("hold(20)", [], None)):
            with self.subTest(bot=bot, words=words):
                report = json.loads(alea("bot", "check", bot, *words, "--json").out)
                self.assertEqual(report["pure"], text)
                if text == "declared":
                    self.assertEqual([report["depends_on_past"], report["deterministic"]], [False, True])

    def test_bots_in_lua_are_tested_in_every_game(self):
        write("first.lua", "return function(view) return view.moves and view.moves[1] or view.turn < 20 end")
        for game in "pig", "pig-pen(players=4)", "despirala", "coin-pig":
            with self.subTest(game=game):
                self.assertEqual(json_of("bot", "check", "first.lua", "--game", game)["pure"], "tested")
        self.assertRegex(answer_of("bot", "check", "first.lua"), r"(?m)^  pure +tested in 8,192 states: it answers alike, ")
        write("counts.lua", COUNTS)
        self.assertEqual(json_of("bot", "check", "counts.lua", "--game", "pig")["pure"], "no")

    def test_a_declared_bot_in_lua_starts_anew_at_each_question(self):
        known = json_of("eval", "pig(goal=12)", "hold(5)", "hold(7)")["mean"]["value"]
        for name, text in STARTS.items():
            with self.subTest(bot=name):
                write(name + ".lua", text)
                found = json_of("eval", "pig(goal=12)", name + ".lua", "hold(7)", "--pure=" + name + ".lua")["mean"]["value"]
                self.assertAlmostEqual(found, known, delta=1e-11)

    def test_the_text_says_which_it_is(self):
        self.assertRegex(answer_of("bot", "check", SAYS_SO), r"(?m)^  pure +declared: it is restored before each question$")
        self.assertRegex(answer_of("bot", "check", SAYS_NOTHING), r"(?m)^  pure +tested: it answers every question alike, ")
        self.assertRegex(answer_of("bot", "check", REMEMBERS), r"(?m)^  pure +no$")


class Exact(unittest.TestCase):
    def test_the_result_says_on_what_it_relies(self):
        result = json_of("eval", "pig-pen", SAYS_SO, SAYS_NOTHING)
        self.assertEqual(result["pure"], ["declared", "tested"])
        text = answer_of("eval", "pig-pen", SAYS_SO, SAYS_NOTHING)
        self.assertIn("c_at_90.wasm is declared pure: it is restored before each question.\n", text)
        self.assertIn("c_at_30.wasm is pure, as a test shows", text)
        self.assertEqual(json_of("eval", "pig", "hold(20)", "hold(25)")["pure"], [None, None])

    def test_a_liar_has_the_result_of_what_it_answers_first(self):
        liar = json_of("eval", "pig-pen", LIAR, "hold(20)")["mean"]
        honest = json_of("eval", "pig-pen", "hold-at-total(45)", "hold(20)")["mean"]
        self.assertLess(liar["lower"], honest["upper"])
        self.assertLess(honest["lower"], liar["upper"])
        self.assertLess(abs(liar["value"] - honest["value"]), 1e-6)

    def test_without_the_word_it_is_refused(self):
        answer = alea("eval", "pig", REMEMBERS, "hold(20)")
        self.assertEqual((answer.status, answer.out), (2, ""))
        self.assertIn("contradicts itself", answer.err)
        self.assertEqual(json_of("eval", "pig", REMEMBERS, "hold(20)", "--pure", "stateful.wasm")["pure"], ["declared", None])

    def test_lua_is_restored_too(self):
        write("counts.lua", COUNTS)
        self.assertIn("contradicts itself", alea("eval", "pig(goal=5)", "counts.lua", "hold(2)").err)
        declared = json_of("eval", "pig(goal=5)", "counts.lua", "hold(2)", "--pure", "counts")
        always = json_of("eval", "pig(goal=5)", "hold-at-total(5)", "hold(2)")
        self.assertLess(abs(declared["mean"]["value"] - always["mean"]["value"]), 1e-9)


class Games(unittest.TestCase):
    def test_a_liar_plays_as_it_answers_first(self):
        honest = counted(json_of("run", "pig-pen", "hold-at-total(45)", "hold(20)", "--games", 5000))
        for words in ([], ["--path", "step"], ["--no-isolation"], ["--threads", 1], ["--pure", LIAR]):
            with self.subTest(words=words):
                self.assertEqual(counted(json_of("run", "pig-pen", LIAR, "hold(20)", "--games", 5000, *words)), honest)

    def test_the_name_decides_who_is_restored(self):
        """The same file twice: one instance remembers, the other does not."""
        words = ["run", "pig-pen", f"ann={REMEMBERS}", f"bob={REMEMBERS}", "--games", 5000]
        both, one, none = (counted(json_of(*words, *more))
                           for more in (["--pure", "ann", "--pure", "bob"], ["--pure", "ann"], []))
        self.assertNotEqual(both, one)
        self.assertNotEqual(one, none)
        self.assertEqual(one, counted(json_of(*words, "--pure", "ann", "--no-isolation")))

    def test_errors_come_from_single_games(self):
        words = ["run", "pig-pen", REMEMBERS, "hold(20)", "--games", 100_000]
        self.assertEqual([json_of(*words)["se_from"], json_of(*words, "--pure", "stateful")["se_from"]], ["blocks", "games"])

    def test_parts_are_not_mixed(self):
        words = ["run", "pig-pen", REMEMBERS, "hold(20)", "--games", 9000]
        answer_of(*words, "--part", "1/2", "--out", "one.part", "--pure", "stateful")
        answer_of(*words, "--part", "2/2", "--out", "two.part")
        self.assertEqual(alea("merge", "one.part", "two.part").status, 2)
        answer_of(*words, "--part", "2/2", "--out", "two.part", "--pure", "stateful")
        self.assertEqual(counted(json_of("merge", "one.part", "two.part")), counted(json_of(*words, "--pure", "stateful")))

    def test_a_person_can_play_against_one(self):
        answer = alea("play", "piglet", "Ann", LIAR, "--pure", "c_liar_45", "--no-record")
        self.assertNotIn("--pure", answer.err)
        self.assertNotEqual(answer.out, "")


@unittest.skipUnless(can_build("c"), "no clang")
class Contest(unittest.TestCase):
    def test_a_strategy_that_declares_it_is_a_function(self):
        for name, text in ("says", DECLARED + STRATEGY), ("silent", STRATEGY):
            write(f"{name}.c", text)
            answer_of("bot", "build", f"{name}.c")
        says = json_of("bot", "check", "says.wasm", "--game", "hog")
        self.assertEqual([says["status"], says["answers"][5]], ["ok", 10000])
        silent = json.loads(alea("bot", "check", "silent.wasm", "--game", "hog", "--json").out)
        self.assertEqual([silent["status"], silent["what"]], ["disqualified", "impure"])


if __name__ == "__main__":
    main()
