#!/usr/bin/env python3
"""alea bot template: in every language it becomes a bot that plays."""

import pathlib
import re
import unittest
import zipfile

from program import SOURCE, alea, answer_of, can_build, json_of, main, result_of, write

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
        """The results are those of alea's own process, except for times. The component is 18 MB, and has the parts
        of WASI that Python needs."""
        words = [bot, "hold(25)", "--games", "300"]
        for path in ("auto", "step"):
            self.assertEqual(result_of("pig-pen", *words, "--path", path), result_of("pig-pen", *words, "--path", path, HERE))
        reports = [json_of("bot", "check", bot, "--game", "pig(goal=30)", *more) for more in ([], [HERE])]
        for report in reports:
            self.assertGreater(report.pop("nanoseconds"), 0)
        self.assertEqual(*reports)
        self.assertTrue(reports[0]["answers_all"] and reports[0]["depends_on_past"])
        # The bot remembers its banked points, so both refuse to make a table of it, for the same reason.
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


PLACEHOLDER = re.compile(r"@[A-Z_]+@|\$\{[A-Z_]+\}|^%(chase|bank) ", re.MULTILINE)


class Placeholders(unittest.TestCase):
    """Nothing that alea writes has a word left in it that stands for another."""

    def assert_filled(self, text, what):
        self.assertIsNone(PLACEHOLDER.search(text), what)

    def test_templates(self):
        for game in json_of("games")["games"]:
            for language in Template.endings:
                answer = alea("bot", "template", game["name"], "--lang", language)
                self.assertIn(answer.status, (0, 2))
                self.assert_filled(answer.out + answer.err, (game["name"], language))

    def test_templates_name_the_game_as_it_was_named(self):
        write("mine.lua", (SOURCE / "rules" / "hog.lua").read_text().replace('name = "hog"', 'name = "mine"'))
        for game, word in (("hog", "--game hog"), ("hog(goal=50)", "--game 'hog(goal=50)'"), ("./mine.lua", "--game ./mine.lua")):
            for text in answer_of("bot", "template", game), self.kit(game)["hog_contest.py"]:
                self.assertIn(word, text.splitlines()[0])
        self.assertIn("Both scores are below 50.", self.kit("hog(goal=50)")["hog_contest.py"])

    def kit(self, game):
        answer_of("contest", "kit", game, "--out", "kit.zip")
        with zipfile.ZipFile("kit.zip") as archive:
            return {name: archive.read(name).decode() for name in archive.namelist()}

    def test_kits(self):
        for game in "hog", "hog-moon", "hog-feral", "hog(time_trot=false)":
            for name, text in self.kit(game).items():
                self.assert_filled(text, (game, name))

    def test_pages_completions_and_examples(self):
        answer_of("tournament", "pig", "hold:20", "hold:25", "--games", "100", "--html", "tournament.html")
        answer_of("run", "pig", "hold:20", "hold:25", "--games", "1000", "--record", "r.jsonl", "--record-games", "2")
        answer_of("review", "r.jsonl", "--html", "review.html")
        write("five.csv", "\n".join([",".join("5" * 100)] * 100) + "\n")
        answer_of("contest", "hog", "five.csv", "--html", "contest.html")
        for name in "tournament.html", "review.html", "contest.html":
            self.assert_filled(pathlib.Path(name).read_text(), name)
        for words in ["completion", "bash"], ["completion", "zsh"], ["completion", "fish"], ["help", "--man"]:
            self.assertIsNone(re.search("@[A-Z_]+@", answer_of(*words)), words)
        for path in (SOURCE / "bots").rglob("*"):
            if path.suffix in (".c", ".py", ".rs", ".zig", ".ts", ".lua", ".csv"):
                self.assert_filled(path.read_text(encoding="latin-1"), path)


if __name__ == "__main__":
    main()
