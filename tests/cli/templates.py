#!/usr/bin/env python3
"""alea bot template: in every language it becomes a bot that plays."""

import unittest

from program import alea, answer_of, can_build, json_of, main, write


class Template(unittest.TestCase):
    endings = {"c": "c", "lua": "lua", "zig": "zig", "assemblyscript": "ts", "python": "py"}

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
        self.assertIn("c, lua, python, zig or assemblyscript", answer.err)


if __name__ == "__main__":
    main()
