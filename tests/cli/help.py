#!/usr/bin/env python3
"""How alea is found out about: help, usage, versions, and commands that are not there."""

import platform
import re
import subprocess
import unittest

from program import SOURCE, alea, answer_of, commands, json_of, main

EXACT = ["solve", "ask", "eval", "best", "verify", "plot", "contest"]
COMMANDS = list(commands())
OPTION = re.compile(r"--([a-z-]+)")


class Help(unittest.TestCase):
    def test_help_lists_every_command(self):
        for words in (["help"], ["--help"], ["-h"]):
            text = answer_of(*words)
            for name in ("games", "run", *EXACT, "bot", "version", "help"):
                self.assertRegex(text, rf"(?m)^  {name} +\w")

    def test_help_has_a_first_example_for_each_kind_of_reader(self):
        examples = re.findall(r"(?m)^[A-Z][a-z ]+, start with `alea ([^`]+)`:$", answer_of("help"))
        self.assertEqual([words.split()[0] for words in examples], ["play", "contest", "bot", "solve", "help"])
        self.assertTrue(answer_of("solve", "pig"))
        self.assertTrue(answer_of(*examples[2].split(" > ")[0].split()))

    def test_help_states_the_exit_status(self):
        self.assertRegex(answer_of("help"), r"0 success; 1 .*;\n2 bad usage or bad input; 3 the environment failed\.")

    def test_help_of_a_group_lists_its_commands(self):
        for words in (["bot", "help"], ["help", "bot"], ["bot", "--help"]):
            text = answer_of(*words)
            for name in ("list", "check", "build", "freeze", "template"):
                self.assertRegex(text, rf"(?m)^  {name} +\w")

    def test_every_command_helps_in_three_ways(self):
        for command in COMMANDS:
            text = answer_of(*command, "--help")
            self.assertTrue(text.startswith("Usage: alea " + " ".join(command)), text)
            self.assertEqual(text, answer_of("help", *command))
            self.assertEqual(text, answer_of(*command, "-h"))

    def test_usage_is_short(self):
        for command in COMMANDS:
            text = answer_of(*command, "--usage")
            self.assertTrue(text.startswith("Usage: alea " + " ".join(command)), text)
            self.assertLess(len(text.splitlines()), 9)

    def test_help_of_the_exact_commands_names_every_option_and_has_examples(self):
        for command, options in (("solve", "for tolerance out resume json threads memory"), ("ask", "for table json"),
                                 ("eval", "for json threads fuel memory"), ("best", "for out json threads fuel memory"),
                                 ("verify", "json"), ("bot freeze", "out game fuel memory")):
            text = answer_of(*command.split(), "--help")
            for option in options.split():
                self.assertIn(f"--{option}", text)
            self.assertRegex(text, rf"(?m)^  alea {command} \w+")

    def test_help_wins_over_what_is_missing(self):
        self.assertTrue(answer_of("run", "pig", "--help").startswith("Usage:"))

    def test_version_is_one_line(self):
        for words in (["version"], ["--version"], ["-V"]):
            self.assertRegex(answer_of(*words), r"^alea \d+\.\d+\.\d+( \(commit [0-9a-f]{12}(-dirty)?\))?\n$")

    def test_version_names_the_commit_of_the_source(self):
        told = json_of("version")
        self.assertEqual(list(told), ["version", "commit", "architecture", "compiler"])
        git = subprocess.run(["git", "-C", SOURCE, "rev-parse", "--show-prefix", "HEAD"], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, text=True, check=False)
        below, head = git.stdout.split("\n")[:2] if git.returncode == 0 else ("", "")
        if below or not head:
            self.assertIsNone(told["commit"])
            return
        self.assertRegex(told["commit"], "^[0-9a-f]{12}(-dirty)?$")
        self.assertIn(f"(commit {told['commit']})", answer_of("--version"))
        known = subprocess.run(["git", "-C", SOURCE, "cat-file", "-t", told["commit"][:12]], stdout=subprocess.PIPE,
                               text=True, check=False)
        self.assertEqual(known.stdout, "commit\n") # an older one after a commit that built nothing
        machine = {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), "other")
        self.assertEqual(told["architecture"], machine)


class Manual(unittest.TestCase):
    """A synopsis in the manual is an indented block: ` alea COMMAND …`, and its continuation lines."""

    def options_in_the_manual(self, command):
        synopsis = re.compile(rf"(?m)^    alea {command} .*(?:\n {{8,}}.*)*")
        pages = [page.read_text(encoding="utf-8") for page in sorted((SOURCE / "docs").glob("*.md"))]
        return {option for page in pages for text in synopsis.findall(page) for option in OPTION.findall(text)}

    def test_the_synopsis_of_every_command_has_its_options(self):
        for command in COMMANDS:
            name = " ".join(command)
            rows = re.findall(r"(?m)^ +(?:-\w, +)?(--[a-z-]+)", answer_of(*command, "--help"))
            with self.subTest(command=name):
                options = set(OPTION.findall(" ".join(rows))) - {"help", "usage"}
                self.assertEqual(self.options_in_the_manual(name), options)


class Mistakes(unittest.TestCase):
    def refused(self, *words):
        answer = alea(*words)
        self.assertEqual((answer.status, answer.out), (2, ""), answer)
        return answer.err

    def test_nothing_at_all_lists_the_commands_on_standard_error(self):
        self.assertIn("Usage: alea COMMAND", self.refused())
        self.assertIn("Usage: alea bot COMMAND", self.refused("bot"))

    def test_an_unknown_command_gets_the_nearest(self):
        self.assertIn("did you mean `alea games`?", self.refused("game"))
        self.assertIn("did you mean `alea run`?", self.refused("rnu", "pig"))
        self.assertIn("did you mean `alea bot check`?", self.refused("bot", "chekc"))
        self.assertIn("did you mean `alea run`?", self.refused("help", "runn"))

    def test_an_unknown_command_without_a_near_one_points_to_the_list(self):
        self.assertIn("`alea help` lists", self.refused("xyzzy"))

    def test_what_was_typed_cannot_upset_the_terminal(self):
        self.assertIn("\\x1B[2J", self.refused("\033[2J"))

    def test_an_unknown_option_is_named(self):
        for command in COMMANDS:
            self.assertIn("'--bogus'", self.refused(*command, "--bogus"))

    def test_too_many_words_are_refused(self):
        for words in (["games", "pig", "pig"], ["version", "x"], ["bot", "list", "pig", "pig"], ["bot", "check", "a", "b"],
                      ["bot", "build", "a.c", "b.c"], ["bot", "template", "pig", "pig"], ["solve", "pig", "pig"],
                      ["best", "pig", "hold(20)", "hold(25)"], ["eval", "pig", *["hold(20)"] * 3], ["verify", "a.h5", "b.h5"],
                      ["bot", "freeze", "a.lua", "b.lua", "--out", "c.h5"]):
            self.assertIn("alea " + words[0], self.refused(*words))

    def test_missing_words_are_named(self):
        self.assertIn("GAME is missing", self.refused("run"))
        self.assertIn("BOT is missing", self.refused("run", "pig"))
        for command in ("solve", "ask", "eval", "best"):
            self.assertIn("GAME is missing", self.refused(command))
        self.assertIn("BOT is missing", self.refused("eval", "pig"))
        self.assertIn("BOT is missing", self.refused("best", "pig"))
        self.assertIn("FILE is missing", self.refused("verify"))
        self.assertIn("BOT is missing", self.refused("bot", "freeze"))
        self.assertIn("--out is missing", self.refused("bot", "freeze", "mine.lua"))
        self.assertIn("FILE is missing", self.refused("bot", "check"))
        self.assertIn("FILE is missing", self.refused("bot", "build"))
        self.assertIn("GAME is missing", self.refused("bot", "template"))


if __name__ == "__main__":
    main()
