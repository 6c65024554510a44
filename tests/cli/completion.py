#!/usr/bin/env python3
"""Completion scripts and man pages, which come from the tables of commands: they agree with the help texts."""

import re
import shutil
import subprocess
import tempfile
import unittest

from program import alea, answer_of, commands, environment, main, names_in

OBJECTIVES = ["money", "score", "turns", "win"]
ASK_BASH = """source ./script
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_alea
printf '%s\\n' "${COMPREPLY[@]}"
"""
ASK_ZSH = """autoload -U compinit && compinit -D -u
source ./script
zmodload zsh/zpty
for name in $(print -l ${(k)functions} | grep '^_alea'); do print -r -- $name; done
"""


def options_of(command):
    return sorted(set(re.findall(r"(?m)^ +(?:-\S, +)?(--[a-z-]+)", answer_of(*command, "--help"))) - {"--usage"})


def save_script(shell):
    with open("script", "w", encoding="utf-8") as file:
        file.write(answer_of("completion", shell))


def run(*words):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(HOME=tempfile.gettempdir()),
                          timeout=60, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


class InBash(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        save_script("bash")
        with open("mine.lua", "w", encoding="utf-8") as file:
            file.write("-- a bot")

    def offered(self, *words):
        status, out, said = run("bash", "--norc", "-c", ASK_BASH, "ask", *words)
        self.assertEqual((status, said), (0, ""))
        return sorted(out.split())

    def test_commands(self):
        self.assertEqual(self.offered("alea", ""), names_in(answer_of("help")))
        self.assertEqual(self.offered("alea", "so"), ["solve"])
        self.assertEqual(self.offered("alea", "help", "rev"), ["review"])
        for group in ("bot", "notebook"):
            self.assertEqual(self.offered("alea", group, ""), [name for name in names_in(answer_of(group, "help"))
                                                               if name != "help"])

    def test_every_option_of_every_command(self):
        for command in commands():
            with self.subTest(command=command):
                offered = self.offered("alea", *command, "--")
                self.assertEqual([name for name in offered if "=" not in name], options_of(command))

    def test_values(self):
        self.assertEqual(self.offered("alea", "solve", "pig", "--for", ""), OBJECTIVES)
        self.assertEqual(self.offered("alea", "solve", "--for", "=", "w"), ["win"])
        self.assertEqual(self.offered("alea", "solve", "--for", "="), OBJECTIVES)
        self.assertEqual(self.offered("alea", "play", "pig", "--dice", "m"), ["manual"])
        self.assertEqual(self.offered("alea", "run", "pig", "--record", "mi"), ["mine.lua"])
        self.assertEqual(self.offered("alea", "solve", "--tolerance", ""), [])
        self.assertEqual(self.offered("alea", "run", "pig", "old", "=", "mi"), ["mine.lua"])

    def test_an_option_that_may_stand_alone(self):
        self.assertEqual(self.offered("alea", "play", "pig", "--coa"), ["--coach", "--coach=all"])
        self.assertEqual(self.offered("alea", "play", "--coach", "="), ["all", "mistakes"])
        self.assertEqual(self.offered("alea", "play", "--coach", "=", "a"), ["all"])
        self.assertIn("pig", self.offered("alea", "play", "--coach", "pi"))
        self.assertIn("pig", self.offered("alea", "play", "--coach", "=", "all", "pi"))

    def test_operands(self):
        games = [line.split()[0] for line in answer_of("games").splitlines() if line.startswith("  pi")]
        self.assertEqual(self.offered("alea", "play", "pi"), sorted(games))
        self.assertEqual(self.offered("alea", "run", "pig", "mi"), ["mine.lua"])
        self.assertEqual(self.offered("alea", "run", "--games", "5", "pi"), sorted(games))
        self.assertEqual(self.offered("alea", "bot", "check", "mi"), ["mine.lua"])
        self.assertEqual(self.offered("alea", "completion", ""), ["bash", "fish", "zsh"])
        self.assertEqual(self.offered("alea", "version", ""), [])


@unittest.skipUnless(shutil.which("fish"), "fish is not installed")
class InFish(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        save_script("fish")

    def offered(self, line):
        status, out, said = run("fish", "--no-config", "-c", "source ./script; complete -C $argv[1]", line)
        self.assertEqual((status, said), (0, ""))
        return sorted({offer.split("\t")[0] for offer in out.splitlines()})

    def test_it_offers_what_bash_offers(self):
        self.assertEqual(self.offered("alea "), names_in(answer_of("help")))
        self.assertEqual(self.offered("alea bot c"), ["check"])
        self.assertEqual(self.offered("alea solve pig --for "), OBJECTIVES)
        self.assertIn("pig-pen", self.offered("alea solve pi"))
        self.assertLessEqual({"--coach=all", "--coach=mistakes"}, set(self.offered("alea play pig --coach=")))  # and files
        for command in commands():
            with self.subTest(command=command):
                offered = self.offered("alea " + " ".join(command) + " --")
                self.assertEqual([name for name in offered if not name.endswith("=")], options_of(command))


@unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
class InZsh(unittest.TestCase):
    def test_it_has_a_function_for_every_command(self):
        save_script("zsh")
        self.assertEqual(run("zsh", "-n", "script"), (0, "", ""))
        status, out, said = run("zsh", "-f", "-c", ASK_ZSH)
        self.assertEqual((status, said), (0, ""))
        self.assertEqual({"_alea", "_alea_game", "_alea_next", "_alea_at", "_alea_at_bot", "_alea_at_notebook",
                          *("_alea_at_" + "_".join(command) for command in commands())}, set(out.split()))


class ManPages(unittest.TestCase):
    def page(self, *words):
        text = answer_of("help", "--man", *words)
        with open("page.1", "w", encoding="utf-8") as file:
            file.write(text)
        return text

    def test_every_command_has_one_with_all_its_options(self):
        for command in commands():
            text = self.page(*command)
            options = [name.replace("\\-", "-") for name in re.findall(r"(?m)^\\fB(?:\\-.\\fR, \\fB)?(\\-\\-[^=\\]+(?:\\-[^=\\]+)*)", text)]
            with self.subTest(command=command):
                self.assertIn(".TH \"ALEA-" + "-".join(command).upper() + '" 1', text)
                self.assertEqual(sorted(set(options) | {"--help"}), options_of(command))

    def test_the_page_of_the_program_lists_every_command(self):
        self.assertEqual(sorted(re.findall(r"(?m)^\.TP\n\.B ([a-z]+)$", self.page())), [name for name in names_in(answer_of("help"))
                                                                                if name != "help"])

    @unittest.skipUnless(shutil.which("groff"), "groff is not installed")
    def test_groff_has_nothing_to_complain_about(self):
        for words in ([], ["bot"], *commands()):
            self.page(*words)
            status, out, said = run("groff", "-man", "-ww", "-Tutf8", "page.1")
            self.assertEqual((status, said), (0, ""), words)
            self.assertIn("EXIT STATUS", re.sub(".\x08", "", out))

    def test_a_group_prints_the_pages_of_its_commands(self):
        self.assertEqual(answer_of("bot", "help", "--man", "check"), self.page("bot", "check"))


class Mistakes(unittest.TestCase):
    def test_names_that_do_not_exist(self):
        for words, reason in ((["completion", "tcsh"], "no completion for the shell `tcsh`"), (["completion"], "SHELL is missing"),
                              (["help", "--man", "slove"], "did you mean `alea solve`?"),
                              (["help", "--man", "solve", "pig"], "`alea solve` has no commands of its own")):
            answer = alea(*words)
            self.assertEqual((answer.status, answer.out), (2, ""))
            self.assertIn(reason, answer.err)


if __name__ == "__main__":
    main()
