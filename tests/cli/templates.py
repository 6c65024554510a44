#!/usr/bin/env python3
"""alea bot template: in every language it becomes a bot that plays."""

import unittest

from program import alea, answer_of, can_build, json_of, main, result_of, write

HERE = "--no-isolation"


class Template(unittest.TestCase):
    endings = {"c": "c", "rust": "rs", "lua": "lua", "zig": "zig", "assemblyscript": "ts", "python": "py"}

    def test_every_template_becomes_a_bot_that_answers_everywhere(self):
        for language, ending in self.endings.items():
            with self.subTest(language=language):
                if not can_build(language):
                    self.skipTest(f"no tools for {language}")
                source = write(f"my_{language}.{ending}", answer_of("bot", "template", "pig-pen", "--lang", language))
                bot = source
                if language != "lua":
                    bot = source.with_suffix(".wasm")
                    built = alea("bot", "build", source)
                    self.assertEqual(built.status, 0, built)
                    self.assertEqual(built.out, f"{bot}: {bot.stat().st_size} bytes\n")
                answer_of("bot", "check", bot)
                games = json_of("run", "pig-pen", bot, "hold(25)", "--games", "2000")
                self.assertEqual(games["standings"][0]["forfeits"], 0)
                self.assertGreater(games["standings"][0]["win_rate"], 0.4)
                if language == "python":
                    self.has_the_same_results_in_workers(bot)

    def has_the_same_results_in_workers(self, bot):
        """As in alea's own process; only the times differ. The component is 18 MB, and has the parts of WASI that Python needs."""
        words = [bot, "hold(25)", "--games", "300"]
        for path in ("auto", "step"):
            self.assertEqual(result_of("pig-pen", *words, "--path", path), result_of("pig-pen", *words, "--path", path, HERE))
        reports = [json_of("bot", "check", bot, "--game", "pig(goal=30)", *more) for more in ([], [HERE])]
        for report in reports:
            self.assertGreater(report.pop("nanoseconds"), 0)
        self.assertEqual(*reports)
        self.assertTrue(reports[0]["answers_all"] and reports[0]["depends_on_past"])
        # It remembers what it has banked, so both refuse to make a table of it, for the same reason.
        answers = [alea("bot", "freeze", bot, "--game", "pig(goal=30)", "--out", "frozen.csv", *more) for more in ([], [HERE])]
        self.assertEqual([answer.status for answer in answers], [2, 2], answers)
        self.assertEqual(*(answer.err for answer in answers))

    def test_a_language_may_be_written_in_any_case(self):
        self.assertEqual(answer_of("bot", "template", "pig", "--lang", "Python"), answer_of("bot", "template", "pig", "--lang", "python"))

    def test_c_is_the_default(self):
        self.assertEqual(answer_of("bot", "template", "pig"), answer_of("bot", "template", "pig", "--lang", "c"))

    def test_despirala_has_one_in_lua(self):
        write("mine.lua", answer_of("bot", "template", "despirala"))
        standing = json_of("run", "despirala", "mine.lua", "--games", "300")["standings"][0]
        self.assertEqual(standing["forfeits"], 0)
        self.assertGreater(standing["score"], 100)
        answer = alea("bot", "template", "despirala", "--lang", "c")
        self.assertEqual((answer.status, answer.out), (2, ""))
        self.assertIn("lua", answer.err)

    def test_an_unknown_language_gets_the_known_ones(self):
        answer = alea("bot", "template", "pig", "--lang", "cobol")
        self.assertEqual((answer.status, answer.out), (2, ""))
        self.assertIn("c, rust, lua, python, zig or assemblyscript", answer.err)


if __name__ == "__main__":
    main()
