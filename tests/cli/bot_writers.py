#!/usr/bin/env python3
"""Problems that writers of bots met on the command line."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from program import ALEA, BUILD, COMPONENTS, PATIENCE, SOURCE, alea, answer_of, can_build, environment, json_of, main, result_of, write
from terminal import Terminal


class Refused(unittest.TestCase):
    def refused(self, *words, status=2, **more):
        answer = alea(*words, **more)
        self.assertEqual((answer.status, answer.out), (status, ""), answer)
        return answer.err


class WrongInputs(Refused):
    """The table of wrong inputs, row by row."""

    def test_row_games_pigpen_suggests_the_game_alone(self):
        error = self.refused("games", "pigpen")
        self.assertEqual(error, 'alea: There is no game "pigpen"; did you mean "pig-pen"? `alea games` lists all.\n')

    def test_row_mine_suggests_the_file_that_lies_there(self):
        for file, suggested in (("mine.wasm", "mine.wasm"), ("other.lua", "other.lua"), ("table.csv", "table:table.csv")):
            write(file, "")
            self.assertIn(f"did you mean {suggested}?", self.refused("run", "pig", "hold(20)", file.split(".")[0]))

    def test_row_a_file_that_is_nearly_called_so_is_suggested(self):
        os.makedirs("folder", exist_ok=True)
        write("folder/racer.lua", "")
        self.assertIn("did you mean folder/racer.lua?", self.refused("run", "pig", "hold(20)", "folder/racre.lua"))
        answer_of("bot", "freeze", "hold(20)", "--game", "pig(goal=40)", "--out", "folder/frozen.h5")
        answer_of("run", "pig(goal=40)", "table:folder/frozen.h5", "hold(20)", "--games", "10")
        self.assertIn("did you mean folder/frozen.h5?", self.refused("run", "pig", "hold(20)", "table:folder/forzen.h5"))

    def test_row_human_says_that_people_play_with_play(self):
        self.assertIn("people play with `alea play`", self.refused("run", "pig", "hold(20)", "human(Ann)"))

    def test_row_random_without_argument_rolls_every_second_time(self):
        default = result_of("pig", "random", "hold(20)", "--games", "2000")
        half = result_of("pig", "random(0.5)", "hold(20)", "--games", "2000")
        for result in default, half:
            del result["standings"][0]["bot"]
        self.assertEqual(default, half)
        self.assertIn("as in hold:20", self.refused("run", "pig", "hold", "hold(20)"))

    def test_row_goal_50_is_shown_as_a_parameter(self):
        for words in (["--goal", "50"], ["--goal=50"]):
            error = self.refused("run", "pig", "hold(20)", "hold(25)", *words)
            self.assertIn("type pig:goal=50, or 'pig(goal=50)'", error)
        self.assertIn("add goal=50", self.refused("run", "pig(players=2)", "hold(20)", "hold(25)", "--goal", "50"))
        self.assertNotIn("parameter", self.refused("run", "pig", "hold(20)", "hold(25)", "--colour", "50"))

    def test_row_games_may_be_1M_1_000_or_k(self):
        for text, games in (("2k", 2000), ("2K", 2000), ("1,000", 1000), ("12,345", 12345), ("1_0", 10), ("1.5k", 1500),
                            ("1.250K", 1250), ("0.5k", 500), ("2.5e3", 2500)):
            self.assertEqual(json_of("run", "pig", "hold(20)", "hold(25)", "--games", text)["games"], games)
        self.assertEqual(json_of("run", "pig(goal=5)", "hold(20)", "hold(25)", "--games", "1M")["games"], 10**6)
        for text in ("1,00", "1,0000", ",100", "1,", "k", "1kk", "1ek", "1G0", "1.2345k", "1.k", ".5k",
                     "1.5.5k", "1.5_k"):
            self.assertIn(f"not `{text}`", self.refused("run", "pig", "hold(20)", "hold(25)", "--games", text))

    def test_a_page_is_not_written_into_a_table(self):
        write("kept.csv", "mine")
        write("games.jsonl", "")
        for words in (["run", "pig", "hold:20", "hold:25"], ["contest", "hog", "kept.csv"], ["review", "games.jsonl"]):
            for name in ("kept.csv", "page", "page.html.csv"):
                self.assertIn(f"--html must end in .html or .htm, and `{name}` does not", self.refused(*words, "--html", name))
                self.assertEqual((pathlib.Path("kept.csv").read_text(), os.path.exists("page")), ("mine", False))
        for name in ("page.htm", "PAGE.HTML", "/dev/null"):
            answer_of("run", "pig", "hold:20", "hold:25", "--games", "10", "--html", name)

    def test_row_10_5_is_not_a_whole_number(self):
        self.assertIn("`10.5` is not a whole number", self.refused("run", "pig", "hold(20)", "hold(25)", "--games", "10.5"))

    def test_row_league_serve_and_list_lead_to_the_command_for_that_purpose(self):
        for word, command in (("league", "alea tournament"), ("serve", "--html"), ("list", "alea games"), ("build", "alea bot")):
            self.assertIn(command, self.refused(word))
        answer_of("completion", "bash")

    def test_row_stdio_there_is_no_c_library_in_the_sandbox(self):
        if not can_build("c"):
            self.skipTest("no clang")
        write("prints.c", "#include <stdint.h>\n#include <stdio.h>\nint should_roll(int a, int *b, int c) { return puts(\"\"); }\n")
        error = self.refused("bot", "build", "prints.c")
        self.assertIn("includes <stdio.h>, and there is no C library in the sandbox", error)

    def test_row_eval_with_one_bot_asks_against_whom(self):
        error = self.refused("eval", "pig", "hold(20)")
        self.assertIn("name an opponent for 'hold(20)'", error)
        self.assertIn("alea eval pig 'hold(20)' optimal", error)
        answer_of("eval", "pig-solitaire", "hold(20)")

    def test_row_short_options(self):
        short = result_of("pig", "hold(20)", "hold(25)", "-n", "500", "-s", "7", "-t", "1", "-o", "short.jsonl", "--record-games", "5")
        self.assertEqual(short, result_of("pig", "hold(20)", "hold(25)", "--games", "500", "--seed", "7", "--threads", "1",
                                          "--record", "long.jsonl", "--record-games", "5"))
        self.assertEqual(pathlib.Path("short.jsonl").read_bytes(), pathlib.Path("long.jsonl").read_bytes())


class Worst(Refused):
    """Items of the fifteen worst in the audit."""

    def test_worst_11_head_dies_silently(self):
        answer_of("run", "pig", "hold(20)", "hold(25)", "--games", "200", "--record", "g.jsonl")
        for words in ("review g.jsonl", "replay g.jsonl", "stats despirala", "games", "help"):
            done = subprocess.run(["bash", "-c", f"'{ALEA}' {words} | true"], stderr=subprocess.PIPE, timeout=10 * PATIENCE,
                                  env=environment())
            self.assertEqual(done.stderr, b"", words)

    def test_worst_12_nothing_must_be_quoted(self):
        quoted = result_of("pig(goal=50,players=2)", "hold(20)", "hold(25)", "--games", "2000")
        for game, first, second in (("pig:goal=50,players=2", "hold:20", "hold=25"), ("pig:goal=50", "hold=20", "hold:25")):
            plain = result_of(game, first, second, "--games", "2000")
            self.assertEqual([row.pop("bot") for row in plain["standings"]], [first, second])
            for row, other in zip(plain["standings"], quoted["standings"]):
                self.assertEqual(row, {key: value for key, value in other.items() if key != "bot"})
            self.assertEqual(plain["game"], quoted["game"])
        self.assertIn('did you mean "hold:20"?', self.refused("run", "pig", "hold20", "hold:25"))

    def test_worst_13_help_of_help_is_help(self):
        for words in (["help", "help"], ["help", "--help"], ["--help", "help"]):
            self.assertEqual(answer_of(*words), answer_of("help"))
        self.assertEqual(answer_of("bot", "help", "help"), answer_of("bot", "help"))

    @unittest.skipUnless(can_build("c"), "no clang")
    def test_worst_8_should_roll_is_exported_by_itself(self):
        write("plain.c", "int should_roll(int own, int *others, int count) { return own % 20 != 0 && own < 100; }\n")
        answer_of("bot", "build", "plain.c")
        self.assertEqual(json_of("run", "pig", "plain.wasm", "hold(25)", "--games", "500")["standings"][0]["forfeits"], 0)

    @unittest.skipUnless(can_build("c"), "no clang")
    def test_worst_8_a_module_that_is_no_bot_is_refused_with_the_line_to_add(self):
        for text in ("int decide(int own, int *others, int count) { return own < 25; }\n",
                     "static int should_roll(int own, int *others, int count) { return own < 25; }\n",
                     "int should_roll(int own) { return own < 25; }\n"):
            write("none.c", text)
            pathlib.Path("none.wasm").unlink(missing_ok=True)
            error = self.refused("bot", "build", "none.c")
            self.assertIn('__attribute__((export_name("should_roll")))', error)
            self.assertFalse(os.path.exists("none.wasm"))
            self.assertEqual([name for name in os.listdir() if name.startswith("none.wasm")], [])


class BotWriter(Refused):
    """The bullets of bot writers."""

    def test_templates_are_for_the_game_asked(self):
        for game in ("pig", "piglet", "two-dice-pig", "pig-pen", "pig-solitaire", "hog", "hog-feral", "hog-moon", "hog-piggy",
                     "despirala", "coin-pig", "red-and-black"):
            text = answer_of("bot", "template", game)
            self.assertIn(game, text.splitlines()[0])
            self.assertNotRegex(text, "@|%chase|%bank")
        self.assertIn("GOAL = 50", answer_of("bot", "template", "pig:goal=50"))
        for language in ("c", "rust", "zig", "assemblyscript", "lua", "python"):
            self.assertIn("to_beat", answer_of("bot", "template", "pig-pen", "--lang", language), language)
            self.assertNotIn("to_beat", answer_of("bot", "template", "pig", "--lang", language), language)

    def test_templates_of_money_games_do_not_chase_at_any_cost(self):
        """bank(20) is the usual policy for money: a template earns about as much as it from the same opponents, not tens of dollars less."""
        write("mine.lua", answer_of("bot", "template", "pig-pen", "--lang", "lua"))
        for bots in (["hold(25)"], ["hold(20)", "hold(25)"]):
            game = f"pig-pen(players={len(bots) + 1})"
            mine, usual = ({s["bot"]: s["money"] for s in json_of("run", game, bot, *bots, "--games", 20000)["standings"]}
                           for bot in ("mine.lua", "bank(20)"))
            self.assertGreater(mine["mine.lua"], usual["bank(20)"] - 3)
            self.assertGreater(mine["mine.lua"], 5)

    def test_templates_in_lua_play_their_game(self):
        for game in ("pig", "piglet", "pig-pen", "pig-solitaire", "hog", "hog-moon", "despirala", "coin-pig", "red-and-black"):
            write("lua_bot.lua", answer_of("bot", "template", game, "--lang", "lua"))
            alone = game in ("pig-solitaire", "despirala", "red-and-black")
            bots = ["lua_bot.lua"] if alone else ["lua_bot.lua", "random"]
            self.assertEqual(json_of("run", game, *bots, "--games", "200")["standings"][0]["forfeits"], 0, game)

    @unittest.skipUnless(can_build("c"), "no clang")
    def test_hog_has_templates_in_c(self):
        write("hog_bot.c", answer_of("bot", "template", "hog", "--lang", "c"))
        answer_of("bot", "build", "hog_bot.c")
        self.assertEqual(json_of("bot", "check", "hog_bot.wasm", "--game", "hog")["status"], "ok")

    @unittest.skipUnless(can_build("rust"), "no rustc for WebAssembly")
    def test_rust_by_rustc_alone(self):
        for game in ("pig", "pig-pen"):
            write("rusty.rs", answer_of("bot", "template", game, "--lang", "rust"))
            answer_of("bot", "build", "rusty.rs")
            standing = json_of("run", game, "rusty.wasm", "hold(25)", "--games", "4000")["standings"][0]
            self.assertEqual(standing["forfeits"], 0)
            self.assertGreater(standing["win_rate"], 0.42)
        write("rusty.rs", answer_of("bot", "template", "hog", "--lang", "rust"))
        answer_of("bot", "build", "rusty.rs")
        self.assertEqual(json_of("bot", "check", "rusty.wasm", "--game", "hog")["status"], "ok")
        write("rusty.rs", "pub fn should_roll(own: u32) -> bool { own < 25 }\n")
        self.assertIn("#[no_mangle]", self.refused("bot", "build", "rusty.rs"))

    @unittest.skipUnless(can_build("rust") and can_build("c"), "no rustc for WebAssembly, or no clang")
    def test_the_example_strategy_in_rust_decides_as_the_one_in_c(self):
        runs = []
        for language, ending in (("rust", "rs"), ("c", "c")):
            answer_of("bot", "build", SOURCE / "bots" / f"{language}-random" / f"random.{ending}", "-o", f"{language}.wasm")
            runs.append(result_of("pig-pen", f"bot={language}.wasm", "hold(25)", "--games", "5000"))
        self.assertEqual(*runs)

    @unittest.skipUnless(can_build("rust"), "no rustc for WebAssembly")
    def test_rust_never_runs_cargo(self):
        os.makedirs("crate/src", exist_ok=True)
        write("crate/Cargo.toml", "[package]\nname = 'bot'\nversion = '0.1.0'\nbuild = 'build.rs'\n")
        write("crate/build.rs", 'fn main() { std::fs::write("pwned", "").unwrap(); }\n')
        write("crate/src/lib.rs", answer_of("bot", "template", "pig", "--lang", "rust"))
        answer_of("bot", "build", "crate/src/lib.rs")
        self.assertEqual([path.name for path in pathlib.Path().rglob("pwned")], [])

    def test_names_tell_two_rows_of_one_bot_apart(self):
        rows = json_of("run", "pig", "Ann=hold(20)", "Bob=hold:20", "--games", "100")["standings"]
        self.assertEqual([row["bot"] for row in rows], ["Ann", "Bob"])
        write("a=b.lua", "return function(view) return 'hold' end")
        rows = json_of("run", "pig", "a=b.lua", "Cy=a=b.lua", "--games", "100")["standings"]
        self.assertEqual([row["bot"] for row in rows], ["a=b.lua", "Cy"])
        self.assertIn("Two bots are called A; give each a name of its own, such as A1=BOT and A2=BOT.",
                      self.refused("run", "pig", "A=hold:20", "A=hold:25"))
        self.assertEqual(len(json_of("run", "pig", "hold:20", "hold:20", "--games", "10")["standings"]), 2)
        self.assertIn('no bot called "hodl"', self.refused("run", "pig", "hodl=20", "hold:20"))

    def test_words_for_makers_are_not_for_users(self):
        """"Money sums to 0." is only printed if it is wrong; tests/view/test_run_view.c has such a run."""
        text = answer_of("run", "pig-pen", "hold:20", "hold:25", "--games", "100")
        self.assertNotIn("sums to", text)
        self.assertIn("Ranked by $ a game.", text)

    def test_a_page_names_the_way_of_today_for_rust(self):
        text = (SOURCE / "docs" / "write-a-bot.md").read_text(encoding="utf-8")
        for words in ("wasm32-unknown-unknown", "rustc -O --target wasm32-wasip2 --crate-type"):
            self.assertIn(words, text.replace("\n", " "))
        for retired in ("cargo component build", "wasm32-wasip1"):
            self.assertNotIn(retired, text)

    def test_that_recording_is_slow_is_shown(self):
        self.assertIn("played slowly, one decision at a time, before the run", " ".join(answer_of("run", "--help").split()))

    def test_the_cache_is_shown_trimmed_and_cleared(self):
        folder = pathlib.Path("own-cache").absolute()
        shutil.rmtree(folder, ignore_errors=True)
        env = environment(ALEA_CACHE=folder)
        self.assertIn("files  0", answer_of("cache", env=env))
        folder.mkdir()
        for number in range(5):
            file = folder / (f"{number}" * 64 + ".compiled")
            file.write_bytes(bytes(1 << 20))
            os.utime(file, (1000 + number, 1000 + number))
        (folder / ("a" * 32 + ".wasm")).write_bytes(bytes(1 << 20))
        (folder / "letter.txt").write_text("mine")
        self.assertRegex(answer_of("cache", "show", env=env), r"files  6\n  size   6\.0 MiB\n  limit  300\.0 MiB")
        now = {"folder": str(folder), "files": 6, "bytes": 6 << 20, "limit_bytes": 300 << 20, "removed_files": 0, "removed_bytes": 0}
        self.assertEqual(json_of("cache", env=env), now)
        self.assertEqual(json_of("cache", "trim", "--size", "6", env=env), now)
        self.assertEqual(answer_of("cache", "trim", "--size", "4", env=env), "Removed 2 files, 2.0 MiB; left 4, 4.0 MiB.\n")
        self.assertEqual(sorted(os.listdir(folder))[0][:1], "2")
        self.assertEqual(json_of("cache", "trim", env=dict(env, ALEA_CACHE_SIZE="2")),
                         dict(now, files=2, bytes=2 << 20, limit_bytes=2 << 20, removed_files=2, removed_bytes=2 << 20))
        self.assertEqual(json_of("cache", "clear", env=env), dict(now, files=0, bytes=0, removed_files=2, removed_bytes=2 << 20))
        self.assertEqual(os.listdir(folder), ["letter.txt"])
        self.assertIn("not `burn`", self.refused("cache", "burn", env=env))

    def test_a_bot_is_compiled_once_for_all_games_and_names(self):
        """In workers, as without them, where code is stored apart."""
        shutil.copy(BUILD / "bots" / "c-chaser.wasm", "another.wasm")
        env = environment(ALEA_CACHE=pathlib.Path("one-bot").absolute())
        for more, files in ((), 1), (("--no-isolation",), 2):
            for bot in (BUILD / "bots" / "c-chaser.wasm", "another.wasm"):
                for game in ("pig-pen", "pig", "pig-pen(players=3)"):
                    answer_of("bot", "check", bot, "--game", game, *more, env=env)
                    self.assertEqual(json_of("cache", env=env)["files"], files, (bot, game, more))

    OBJECTS_AS_KEYS = """local keys, t = {}, {[math.floor] = "floor", [string.len] = "len"}
for i = 1, 1500 do keys[i] = i % 3 == 0 and function() return i end or {} end
for i = 1, 1500 do t[keys[i]] = i; t["k" .. i] = i; t[i + 0.5] = i end
for i = 1, 1500, 2 do t[keys[i]] = nil end
for i = 1, 300 do t["more" .. i] = i end
return function(view)
  local found = 0
  for i = 1, 400 do
    if t["m" .. i] or t[i + 0.25] or t[{}] then found = found + 1 end
    assert(t[keys[i]] == (i % 2 == 0 and i or nil) and t["k" .. i] == i)
  end
  assert(t[math.floor] == "floor" and t[string.len] == "len" and not t[math.ceil] and found == 0)
  return view.turn < 20 and "roll" or "hold"
end
"""

    def test_the_fuel_of_a_lua_bot_depends_on_no_address(self):
        """Checks six processes, which have different addresses."""
        write("objects.lua", self.OBJECTS_AS_KEYS)
        fuel = {json_of("bot", "check", "objects.lua", "--game", "pig")["fuel"] for _ in range(6)}
        self.assertEqual(len(fuel), 1, fuel)
        standing = json_of("run", "pig", "objects.lua", "hold(20)", "--games", "50")["standings"][0]
        self.assertEqual(standing["forfeits"], 0, standing)
        for key, kind in (("{}", "table"), ("function() end", "function"), ("math.floor", "function")):
            write("walks.lua", f"local t = {{[{key}] = 1}}\nfor k in pairs(t) do end\nreturn function() return 'hold' end\n")
            self.assertIn(f"a table with keys of type {kind} cannot be traversed", self.refused("run", "pig", "walks.lua", "hold:20"))

    # Replaces componentize-py, which takes a minute: records its arguments, leaves a __pycache__, and makes a bot.
    # cli/templates builds and plays a bot with the real one.
    STAND_IN = """#!/bin/sh
while [ $# -gt 0 ]; do case $1 in -o) out=$2;; -p) folder=$2;; esac; shift; done
mkdir "$folder/__pycache__" && ls -A "$folder" >>"$NOTES" && cp "$MAKES" "$out"
"""

    def python_bot(self, place):
        """A folder with a bot, the stand-in's notes, and an environment in which the stand-in builds."""
        folder, notes = pathlib.Path(place), pathlib.Path(place) / "notes"
        (folder / "bots").mkdir()
        (folder / "tools").mkdir()
        write(folder / "tools" / "componentize-py", self.STAND_IN).chmod(0o755)
        mine = write(folder / "bots" / "mine.py", answer_of("bot", "template", "pig-pen", "--lang", "python"))
        return folder, notes, mine, environment(ALEA_CACHE=folder / "cache", NOTES=notes, MAKES=COMPONENTS / "original-mod30.wasm",
                                                ALEA_DATA=folder / "data", PATH=f"{folder}/tools:{os.environ['PATH']}")

    def test_worst_7_python_bots_are_built_when_they_play_and_nothing_is_left_behind(self):
        with tempfile.TemporaryDirectory() as place:
            folder, notes, mine, env = self.python_bot(place)
            limits = write(folder / "bots" / "limits.py", "A_TURN = 22\n")
            write(folder / "bots" / "unused.py", "")
            mine.write_text("import math, limits\n" + mine.read_text())

            def names():
                rows = json_of("run", "pig-pen", mine, f"Ann={mine}", "--games", "60", env=env)["standings"]
                self.assertEqual([row["forfeits"] for row in rows], [0, 0])
                return [row["bot"] for row in rows]

            self.assertEqual(names(), [str(mine), "Ann"])
            self.assertEqual(notes.read_text().split(), ["__pycache__", "limits.py", "mine.py"])
            self.assertEqual(sorted(os.listdir(folder / "bots")), ["limits.py", "mine.py", "unused.py"])
            write(folder / "bots" / "unused.py", "changed")
            names()
            self.assertEqual(notes.read_text().count("mine.py"), 1, "it was built again without need")
            write(limits, "A_TURN = 23\n")
            names()
            self.assertEqual(notes.read_text().count("mine.py"), 2, "a module that it imports has changed")
            self.assertEqual(len(list((folder / "cache").glob("*.wasm"))), 2)

    def test_a_million_games_are_not_the_default_for_bots_with_a_runtime(self):
        """A component of 2 MB, as JavaScript's tools make them, and a bot in Python; --games counts for them, too."""
        with tempfile.TemporaryDirectory() as place:
            _, _, mine, env = self.python_bot(place)
            small = (COMPONENTS / "original-mod30.wasm").read_bytes()
            large = mine.parent / "large.wasm"
            large.write_bytes(small + b"\0\x84\x89\x7a\3pad" + bytes(2000000))  # a section without a meaning
            for bot in mine, large, f"Ann={large}":
                done = subprocess.run([ALEA, "run", "pig-pen", bot, "hold:25", "--json"], env=env, capture_output=True, text=True)
                self.assertEqual(json.loads(done.stdout)["games"], 10000, done)
                self.assertIn("10,000 games, since ", done.stderr)
            self.assertEqual(json_of("run", "pig-pen", large, "hold:25", "--games", "77", env=env)["games"], 77)
        self.assertEqual(json_of("run", "pig", "hold:20", "hold:25")["games"], 1000000)

    def test_worst_7_play_builds_python_bots_too(self):
        def played(*words, text="\n\nhold\n" * 3):
            done = subprocess.run([ALEA, "play", *words], input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env,
                                  cwd=mine.parent, timeout=PATIENCE)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            return done.stdout.decode()

        with tempfile.TemporaryDirectory() as place:
            _, notes, mine, env = self.python_bot(place)
            self.assertIn("mine.py rolls", played("pig-pen", "Ann", "mine.py", "--order", "given", "--seed", "5"))
            record = next((pathlib.Path(place) / "data" / "games").glob("*.jsonl"))
            self.assertIn('"mine.py"', record.read_text().split("\n")[0])
            self.assertIn("Resuming", played("--resume", text=""))
            you = played("pig-pen", "mine.py", "--order", "given", "--seed", "5", "--no-record")
            self.assertIn("Your turn", you)
            self.assertIn("mine.py rolls", you)
            self.assertEqual(notes.read_text().count("mine.py"), 1, "it was built again without need")

    def test_worst_9_a_bot_alone_plays_against_a_person(self):
        done = subprocess.run([ALEA, "play", "pig", "hold:20", "--order", "given", "--no-record"], input=b"\n", stdout=subprocess.PIPE,
                              timeout=PATIENCE, env=environment())
        self.assertRegex(done.stdout.decode(), r"Your turn\nhold:20: score 0\n")
        for more in (["--level", "club"], ["--strength", "0.5"]):
            self.assertIn("only if alea chooses the opponent", self.refused("play", "pig", "hold:20", *more))

    def test_python_that_is_no_bot_is_refused_before_it_is_built(self):
        write("empty.py", "x = 1\n")
        self.assertIn("class Strategy(exports.Strategy)", self.refused("run", "pig-pen", "empty.py", "hold:25"))
        write("named.py", "from wit_world import exports\n\nclass MyBot(exports.Strategy):\n    def should_roll(self, a, b): pass\n")
        self.assertIn("named.py has no class Strategy", self.refused("bot", "build", "named.py"))
        write("student.py", "def final_strategy(a, b):\n    return 4\n")
        self.assertIn("alea bot check student.py --game hog", self.refused("bot", "build", "student.py"))

    def test_what_python_says_of_a_bot_is_a_sentence(self):
        """A compiler that fails as componentize-py does, which takes a quarter of a minute for it."""
        os.makedirs("fails", exist_ok=True)
        begin = "class Strategy(exports.Strategy):\n    def should_roll(self, own_score, other_scores):\n        return True\n"
        for line, says, words in (("from player import exports", "ModuleNotFoundError: No module named 'player'", "the module wit_world"),
                                  ("import wit_world.export", "AttributeError: module 'wit_world' has no attribute 'export'", "begin"),
                                  ("x = 1 / 0", "ZeroDivisionError: division by zero", "")):
            write("fails/componentize-py", "#!/bin/sh\ncat >&2 <<'E'\nTraceback (most recent call last):\nAssertionError: " + says +
                  "\n\n\nCaused by:\n    " + says + "\n\nStack backtrace:\n   0: <anyhow::Error>::msg\nE\nexit 1\n").chmod(0o755)
            write("wrong.py", line + "\n" + begin)
            env = environment(PATH=f"{os.getcwd()}/fails:{os.environ['PATH']}")
            answer = alea("bot", "build", "wrong.py", env=env)
            self.assertEqual((answer.status, answer.out), (2, ""), answer)
            self.assertIn(f"wrong.py was not built. Python says: {says}.", answer.err)
            self.assertIn(words.replace("begin", "class Strategy(exports.Strategy)"), answer.err)
            self.assertNotIn("backtrace", answer.err)
            write("wrong.py", "class Strategy:\n    def roll(self): pass\n")
            self.assertIn("wrong.py has no method should_roll", alea("bot", "build", "wrong.py", env=env).err)

    def test_no_contest_starts_a_compiler(self):
        os.makedirs("class", exist_ok=True)
        os.makedirs("tools", exist_ok=True)
        for tool in ("componentize-py", "rustc", "clang-19", "clang", "zig", "asc"):
            write(f"tools/{tool}", "#!/bin/sh\ntouch started\n").chmod(0o755)
        for name, text in (("a.py", "x = 1\n"), ("b.rs", ""), ("c.c", ""), ("d.lua", "return function(v) return 4 end")):
            write(f"class/{name}", text)
        alea("contest", "hog", "class", env=environment(PATH=f"{os.getcwd()}/tools:{os.environ['PATH']}"))
        self.assertFalse(os.path.exists("started"))

    def test_the_lines_of_the_manual_install_componentize_on_debian_12(self):
        """pip refuses to install into Debian's own Python; the manual's line makes an environment first."""
        text = (SOURCE / "docs" / "write-a-bot.md").read_text(encoding="utf-8")
        self.assertIn("python3 -m venv tools && tools/bin/pip install componentize-py", text)
        self.assertNotRegex(text, r"(?<!tools/bin/)pip install (componentize-py|ziglang)")


class OnTerminal(unittest.TestCase):
    def test_building_python_shows_progress(self):
        os.makedirs("slow", exist_ok=True)
        write("slow/componentize-py", "#!/bin/sh\nsleep 2.5\nexit 1\n").chmod(0o755)
        write("slow.py", answer_of("bot", "template", "pig-pen", "--lang", "python"))
        with Terminal("bot", "build", "slow.py", term="xterm", PATH=f"{os.getcwd()}/slow:{os.environ['PATH']}") as terminal:
            self.assertEqual(terminal.wait(), 2)
            self.assertIn("Building slow.py (a Python bot takes some 15 seconds) … 2 s", terminal.raw.decode())
            self.assertIn("slow.py was not built", terminal.text)

    def test_messages_are_wrapped(self):
        with Terminal("run", "pig", "quintessence", "hold:20", columns=80) as terminal:
            self.assertEqual(terminal.wait(), 2)
            lines = terminal.text.splitlines()
        self.assertGreater(len(lines), 2)
        self.assertLessEqual(max(map(len, lines)), 80)


if __name__ == "__main__":
    main()
