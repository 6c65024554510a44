#!/usr/bin/env python3
"""alea bot list, check and build."""

import os
import pathlib
import shutil
import subprocess
import unittest

from program import ALEA, COMPONENTS, TEST_BOTS, alea, answer_of, can_build, environment, json_of, main, write

BUILT_IN = {"hold(n)", "hold-at-total(n)", "turns(n)", "keep-pace", "random(p)", "always-roll", "forfeit(k)"}


class List(unittest.TestCase):
    def test_every_built_in_bot_is_explained(self):
        for words in ([], ["pig"]):
            text = answer_of("bot", "list", *words)
            for usage in BUILT_IN:
                self.assertRegex(text, r"(?m)^  " + usage.replace("(", r"\(").replace(")", r"\)") + r"  +[A-Z].{20}")

    def test_json_has_usage_help_and_games(self):
        bots = {bot["usage"]: bot for bot in json_of("bot", "list")["bots"]}
        self.assertLessEqual(BUILT_IN, bots.keys())
        self.assertEqual(list(bots["hold(n)"]), ["family", "usage", "help", "games"])
        self.assertIsNone(bots["hold(n)"]["games"])
        self.assertIn("100", bots["keep-pace"]["games"])

    def test_an_unknown_game_gets_the_nearest(self):
        answer = alea("bot", "list", "pigpen")
        self.assertEqual((answer.status, answer.out), (2, ""))
        self.assertIn('did you mean "pig-pen"?', answer.err)


class Check(unittest.TestCase):
    def test_a_sound_bot_is_described(self):
        text = answer_of("bot", "check", COMPONENTS / "original-mod30.wasm")
        for line in (r"  kind +wasm", r"  imports +nothing", r"  states asked +40,401, all of them",
                     r"  answers everywhere +yes", r"  deterministic +yes", r"  depends on the past +no",
                     r"  a decision takes +[\d.]+ µs, [\d,]+ fuel"):
            self.assertRegex(text, f"(?m)^{line}$")

    def test_what_depends_on_the_past_is_shown_by_an_example(self):
        self.assertRegex(answer_of("bot", "check", "turns(4)"), r"depends on the past +yes, such as at scores \d+,\d+")

    def test_json_has_the_fields_of_the_report(self):
        report = json_of("bot", "check", COMPONENTS / "original-random.wasm")
        self.assertEqual(list(report), ["bot", "game", "kind", "what", "imports", "states", "sampled", "answers_all",
                                        "deterministic", "depends_on_past", "depends_on_seed", "nanoseconds", "fuel", "failure",
                                        "failure_text", "example", "pure"])
        self.assertEqual([report["states"], report["sampled"], report["imports"], report["failure"]], [40401, False, [], None])
        self.assertTrue(report["answers_all"] and report["deterministic"] and report["depends_on_past"])

    def test_more_players_are_sampled_and_it_is_said(self):
        report = json_of("bot", "check", "hold(20)", "--game", "pig-pen(players=4)")
        self.assertTrue(report["sampled"])
        self.assertEqual(report["game"], "pig-pen(goal=100,over_goal=roll-on,players=4)")
        self.assertIn(", a sample", answer_of("bot", "check", "hold(20)", "--game", "pig-pen(players=4)"))

    def test_a_bot_that_fails_is_a_no(self):
        for bot, reason in (("trap_always", "trap"), ("endless", "fuel")):
            answer = alea("bot", "check", TEST_BOTS / f"{bot}.wasm", "--fuel", "1e5")
            self.assertEqual((answer.status, answer.err), (1, ""), answer)
            self.assertRegex(answer.out, rf"answers everywhere +no: {reason} at scores \d+")

    def test_a_file_that_is_no_bot_is_bad_input(self):
        answer = alea("bot", "check", write("text.wasm", "hello"))
        self.assertEqual((answer.status, answer.out), (2, ""), answer)
        self.assertIn("text.wasm", answer.err)


@unittest.skipUnless(can_build("c"), "no clang")
class Build(unittest.TestCase):
    def setUp(self):
        self.source = write("bot.c", answer_of("bot", "template", "pig-pen"))
        pathlib.Path("bot.wasm").unlink(missing_ok=True)

    def left_over(self):
        return [name for name in os.listdir() if name.startswith("bot.wasm.")]

    def test_the_output_goes_where_it_is_wanted(self):
        os.makedirs("out put", exist_ok=True)
        answer_of("bot", "build", "bot.c", "-o", "out put/it's.wasm")
        self.assertTrue(os.path.getsize("out put/it's.wasm"))
        self.assertEqual(os.stat("out put/it's.wasm").st_mode & 0o777, 0o666 & ~current_umask())

    def test_names_mean_nothing_to_a_shell(self):
        for name in ("$(touch pwned).c", "a b;c.c", "-o.c", "'.c"):
            write(name, self.source.read_text())
            answer_of("bot", "build", "--", name)
        self.assertFalse(os.path.exists("pwned"))

    def test_compile_errors_are_the_compilers_own_and_leave_no_file(self):
        write("bot.wasm", "the old one")
        write("bot.c", "int x = ;\n")
        answer = alea("bot", "build", "bot.c")
        self.assertEqual((answer.status, answer.out), (2, ""), answer)
        self.assertIn("bot.c:1:9: error:", answer.err)
        self.assertTrue(answer.err.endswith("alea: bot.c was not built; see the compiler's messages above.\n"))
        self.assertEqual(pathlib.Path("bot.wasm").read_text(), "the old one")
        self.assertEqual(self.left_over(), [])

    def test_without_a_compiler_it_is_said_what_is_needed(self):
        alone = os.path.join(os.getcwd(), "alone")  # a copy, so that no tools are beside it
        os.makedirs(alone, exist_ok=True)
        built = os.path.dirname(os.path.realpath(ALEA))
        env = environment(PATH="/nowhere", LD_LIBRARY_PATH=f"{built}:{built}/deps/wasmtime/lib")
        shutil.copy(ALEA, f"{alone}/alea")
        for ending, tool in (("c", "clang-19 lld-19"), ("zig", "ziglang"), ("ts", "assemblyscript"),
                             ("py", "componentize-py")):
            write(f"x.{ending}", "class Strategy")
            done = subprocess.run([f"{alone}/alea", "bot", "build", f"x.{ending}"], env=env, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (3, ""), done.stderr)
            self.assertIn(tool, done.stderr)
            self.assertIn("The command is: ", done.stderr)
        self.assertEqual(self.left_over(), [])

    def test_the_same_source_makes_the_same_file(self):
        answer_of("bot", "build", "bot.c")
        first = pathlib.Path("bot.wasm").read_bytes()
        answer_of("bot", "build", "bot.c")
        self.assertEqual(first, pathlib.Path("bot.wasm").read_bytes())

    def test_a_missing_source_is_bad_input(self):
        answer = alea("bot", "build", "nowhere.c")
        self.assertEqual(answer.status, 2)
        self.assertIn("nowhere.c: the file cannot be read", answer.err)

    def test_other_files_are_not_built(self):
        for name, words in (("a.lua", "needs no build"), ("a.wasm", "already"), ("a.go", "should_roll"), ("a", "FILE.c")):
            answer = alea("bot", "build", name)
            self.assertEqual(answer.status, 2)
            self.assertIn(words, answer.err)

    def test_an_output_that_cannot_be_written_is_a_failure_of_the_environment(self):
        answer = alea("bot", "build", "bot.c", "-o", "nowhere/bot.wasm")
        self.assertEqual(answer.status, 3, answer)
        self.assertIn("nowhere/bot.wasm", answer.err)


def current_umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


if __name__ == "__main__":
    main()
