#!/usr/bin/env python3
"""Bad input: exit status 2, nothing on standard output, and a sentence with the place and the remedy. Bots that fail
during play: the run continues, and other bots are not affected."""

import os
import pathlib
import resource
import unittest

from program import (COMPONENTS, SOURCE, TEST_BOTS, alea, answer_of, environment, json_of,
                     main, result_of, write)

GOOD = COMPONENTS / "original-mod30.wasm"


class Refused(unittest.TestCase):
    def refused(self, *words, **more):
        answer = alea(*words, **more)
        self.assertEqual((answer.status, answer.out), (2, ""), answer)
        self.assertTrue(answer.err.startswith("alea"), answer)
        return answer.err


class Numbers(Refused):
    def refused_option(self, option, value):
        return self.refused("run", "pig", "hold(20)", "hold(25)", option, value)

    def test_games_is_a_whole_number_from_1_to_a_million_million(self):
        for value in ("0", "-1", "1e30", "1.5", "abc", "", " 5", "5 ", "1e", "e6", "1__0", "_1", "1_", "0x10", "1e13", "+5",
                      "99999999999999999999", "1e-3", "inf", "nan"):
            error = self.refused_option("--games", value)
            self.assertIn("--games must be a whole number from 1 to 1e12", error)
            self.assertIn(f"`{value}`", error)

    def test_the_other_numbers_have_their_ranges(self):
        for option, value, text in (("--seed", "-1", "from 0 to 9223372036854775807"),
                                    ("--seed", "9223372036854775808", "from 0 to 9223372036854775807"),
                                    ("--threads", "0", "from 1 to 1024"), ("--threads", "1e6", "from 1 to 1024"),
                                    ("--fuel", "0", "from 1 to 1e12"), ("--memory", "0", "from 1 to 4096"),
                                    ("--memory", "5000", "from 1 to 4096"), ("--record-games", "0", "from 1 to 1e12")):
            error = self.refused_option(option, value)
            self.assertIn(f"{option} must be a whole number {text}", error)
            self.assertEqual("1M mean the same" in error, option not in ("--threads", "--memory"), error)

    def test_words_have_their_choices(self):
        self.assertIn("--seats must be rotate or fixed", self.refused_option("--seats", "random"))
        self.assertIn("--path must be auto, block or step", self.refused_option("--path", "fast"))

    def test_record_games_needs_a_record(self):
        self.assertIn("--record-games needs --record FILE", self.refused_option("--record-games", "5"))

    def test_no_more_games_are_recorded_than_played(self):
        self.assertRegex(self.refused("run", "pig", "hold(20)", "hold(25)", "--games", "5", "--record", "few", "--record-games",
                                      "6"), "1 to 5")
        self.assertFalse(os.path.exists("few"))


class Games(Refused):
    def test_an_unknown_game_gets_the_nearest(self):
        self.assertIn('did you mean "pig-pen"?', self.refused("run", "pig-pan", "hold(20)", "hold(25)"))

    def test_an_unknown_parameter_gets_the_nearest(self):
        self.assertIn('did you mean "over_goal"?', self.refused("run", "pig-pen(overgoal=hold)", "hold(20)", "hold(25)"))

    def test_a_parameter_out_of_range_gets_the_range(self):
        self.assertRegex(self.refused("run", "pig-pen(goal=5)", "hold(20)", "hold(25)"), "goal.*10 to 1000.*5")

    def test_the_number_of_bots_is_within_the_range_of_the_game(self):
        for game, bots, takes in (("pig", 1, "2 to 8 players; 1 bot was given"), ("pig", 9, "2 to 8 players; 9 bots were given"),
                                  ("pig-pen", 9, "2 to 8 players; 9 bots were given"),
                                  ("pig-solitaire", 2, "1 player; 2 bots were given")):
            self.assertIn(f"{game} takes {takes}", self.refused("run", game, *["hold(20)"] * bots))

    def test_the_number_of_bots_agrees_with_explicit_players(self):
        error = self.refused("run", "pig(players=3)", "hold(20)", "hold(25)")
        self.assertIn("pig(players=3) is for 3 players, but 2 bots were given", error)

    def test_explicit_players_that_agree_are_fine(self):
        self.assertIn("players=3", answer_of("run", "pig(players=3)", "hold(20)", "hold(25)", "hold(30)", "--games", "10"))


class RuleFiles(Refused):
    def refused_rules(self, text):
        write("wrong.lua", text)
        return self.refused("run", "wrong.lua", "hold(20)", "hold(25)")

    def test_a_syntax_error_has_its_line(self):
        self.assertIn("wrong.lua:2:", self.refused_rules("return {\n  name = = 5,\n}\n"))

    def test_an_endless_loop_ends(self):
        self.assertIn("wrong.lua", self.refused_rules("while true do end"))

    def test_memory_without_end_ends(self):
        self.assertIn("wrong.lua", self.refused_rules("local t = {} for i = 1, 1e15 do t[i] = { i } end"))

    def test_something_else_than_a_table_is_refused(self):
        self.assertIn("table", self.refused_rules("return 5"))

    def test_a_wrong_field_is_named(self):
        self.assertRegex(self.refused_rules("return {\n  name = 'wrong', title = 'Wrong', text = 'Rules.', family = 5\n}"), r"wrong\.lua:.*family")
        self.assertRegex(self.refused_rules("return {\n  name = 'wrong', family = 'race'\n}"), r"wrong\.lua:.*title")

    def test_a_missing_file_is_named(self):
        self.assertIn("nowhere.lua", self.refused("run", "nowhere.lua", "hold(20)", "hold(25)"))

    def test_an_empty_file_is_refused(self):
        self.assertIn("wrong.lua", self.refused_rules(""))

    def test_compiled_lua_is_refused(self):
        self.assertIn("wrong.lua", self.refused_rules(b"\x1bLua\x54\x00\x19\x93\r\n\x1a\n"))

    def test_a_file_of_wide_characters_is_named(self):
        for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
            self.assertIn("wrong.lua: the file is text in UTF-16; save it as UTF-8", self.refused_rules("return {}".encode(encoding)))
            for name in ("wide.lua", "wide.csv"):
                write(name, "own,other,hold_at\n".encode(encoding))
                self.assertIn(f"{name}: the file is text in UTF-16", self.refused("run", "pig", f"table:{name}" if "csv" in name else name,
                                                                                "hold(25)", "--games", "100"))


class BotFiles(Refused):
    def refused_bot(self, bot):
        return self.refused("run", "pig-pen", bot, "hold(25)", "--games", "1000")

    def test_a_missing_file_is_named(self):
        for name in ("nowhere.wasm", "nowhere.lua", "table:nowhere.csv", "folder/nowhere.wasm"):
            self.assertIn(name.removeprefix("table:"), self.refused_bot(name))

    def test_a_folder_is_no_bot(self):
        os.makedirs("folder.wasm", exist_ok=True)
        self.assertIn("folder.wasm", self.refused_bot("folder.wasm"))

    def test_an_empty_file_is_said_to_be_empty(self):
        for name in ("empty.wasm", "empty.lua"):
            self.assertRegex(self.refused_bot(write(name, "")), name.replace(".", r"\.") + ".*empty")

    def test_text_is_said_to_be_text(self):
        self.assertRegex(self.refused_bot(write("text.wasm", "not a module")), "text.wasm: .*text.*not a module")

    def test_a_truncated_component_is_refused_wherever_it_was_cut(self):
        whole = (COMPONENTS / "original-random.wasm").read_bytes()
        for size in range(1, len(whole), max(1, len(whole) // 23)):
            self.assertIn("cut.wasm", self.refused_bot(write("cut.wasm", whole[:size])))

    def test_another_interface_is_named_and_the_wanted_one_too(self):
        other = GOOD.read_bytes().replace(b"pig-pen:player/strategy@0.1.0", b"tea-pot:kettle/strategy@2.0.0")
        error = self.refused_bot(write("other.wasm", other))
        self.assertIn("tea-pot:kettle/strategy@2.0.0", error)
        self.assertIn("pig-pen:player/strategy@0.1.0", error)

    def test_an_unknown_import_is_named(self):
        self.assertRegex(self.refused_bot(TEST_BOTS / "unknown_import.wasm"), r"env\b.*open_door")

    def test_a_module_without_a_strategy_says_what_it_has(self):
        self.assertIn("should-hold", self.refused_bot(TEST_BOTS / "other_export.wasm"))

    def test_an_unknown_built_in_bot_gets_the_nearest(self):
        self.assertIn('did you mean "hold"?', self.refused_bot("hodl(20)"))

    def test_wrong_arguments_of_a_built_in_bot_get_the_range(self):
        for bot in ("hold", "hold()", "hold(-1)", "hold(x)", "random(2)", "turns(0)"):
            self.assertTrue(self.refused_bot(bot).startswith("alea: "), bot)

    def test_a_source_file_is_shown_to_be_built_first(self):
        self.assertIn("alea bot build", self.refused_bot(write("bot.c", "int x;")))

    def test_a_wrong_table_has_file_and_line(self):
        self.assertRegex(self.refused_bot("table:" + str(write("t.csv", "own,other,hold_at\n0,0,abc\n"))), r"t\.csv:2: .*abc")
        self.assertRegex(self.refused_bot("table:" + str(write("t.csv", "a,b,c\n"))), r"t\.csv:1: .*own,other,hold_at")

    def test_a_wrong_lua_bot_has_file_and_line(self):
        self.assertIn("wrong.lua:1:", self.refused_bot(write("wrong.lua", "return {{{")))

    def test_a_name_cannot_upset_the_terminal(self):
        error = self.refused_bot("\033[2J\n.wasm")
        self.assertNotIn("\033", error)
        self.assertIn("\\x1B[2J\\x0A", error)


class Pure(Refused):
    def test_a_name_that_no_bot_has(self):
        for words in (["run", "pig-pen", GOOD, "hold(20)"], ["eval", "pig-pen", GOOD, "hold(20)"], ["best", "pig-pen", GOOD],
                      ["plot", "pig", GOOD], ["bot", "check", GOOD], ["bot", "freeze", GOOD, "--out", "f.h5"],
                      ["play", "pig", "hold(20)", "hold(25)"]):
            with self.subTest(words=words):
                error = self.refused(*words, "--pure", "nobody")
                self.assertIn("--pure nobody: there is no bot of that name here; the first one is called ", error)
        self.assertFalse(os.path.exists("f.h5"))

    def test_it_is_for_bots_that_play(self):
        self.assertIn("--pure is for bots", self.refused("bot", "check", SOURCE / "bots/hog/good/printed_table.csv", "--pure",
                                                         "printed_table"))
        self.assertIn("--pure can be given at most 8 times", self.refused("run", "pig", "hold(20)", "hold(25)",
                                                                          *["--pure", "hold(20)"] * 9))
        self.assertIn("is restored before each question", self.refused("run", "pig-pen", GOOD, "hold(20)", "--pure",
                                                                       "original-mod30", "--path", "block"))


class Positions(Refused):
    """Positions of `alea ask`."""

    def refused_position(self, game, *settings):
        return self.refused("ask", game, *settings)

    def test_a_word_that_is_no_setting_is_shown(self):
        self.assertIn('whole number from 0 to 1000000, not "twenty"', self.refused_position("pig", "twenty"))

    def test_an_unknown_key_gets_the_nearest_and_those_that_there_are(self):
        self.assertRegex(self.refused_position("pig", "score=22,0"), "score.*did you mean.*scores")
        self.assertRegex(self.refused_position("pig", "colour=red"), "scores.*turn")
        self.assertRegex(self.refused_position("pig", "memory=1"), "memory")

    def test_a_key_given_twice_is_refused(self):
        self.assertRegex(self.refused_position("pig", "turn=5", "turn=6"), "turn.*(twice|once)")

    def test_scores_are_numbers_one_a_player_at_most(self):
        for scores in ("22,0,0", "", "22,", ",22", "22,,0"):
            self.assertRegex(self.refused_position("pig", f"scores={scores}"), "[Ss]cores?")

    def test_a_value_that_is_no_number_is_shown(self):
        for value in ("x", "-1", "1.5", "1e3x", "99999999999999999999", ""):
            self.assertIn("turn", self.refused_position("pig", f"turn={value}"))

    def test_positions_that_cannot_occur_are_refused_with_the_reason(self):
        for game, settings, reason in (
                ("pig-pen", "scores=101,0", "has won"),
                ("pig-pen", "scores=100,0", "banked score of 100"), ("pig-pen", "scores=130,120", "has won"),
                ("pig-pen", "scores=60,0 turn=40", "make 100"), ("pig-pen", "memory=3", "memory.* 0, 1, 2"),
                ("pig-pen", "memory=1", "memory 1 cannot be rolled"), ("pig-solitaire(turns=5)", "turns=6", "turns.* 1 to 5"),
                ("pig-solitaire(turns=5)", "turns=0", "turns.* 1 to 5")):
            self.assertRegex(self.refused_position(game, *settings.split()), reason, (game, settings))

    def test_positions_that_play_cannot_reach_are_answered_with_the_reason(self):
        for game, settings, reason in (
                ("pig", "scores=100,0", "banked score of 100"), ("pig", "scores=0,100", "banked score of 100"),
                ("pig", "scores=1,0", "banked score of 1 "),
                ("pig", "scores=22,0 turn=1", "1 cannot be rolled.* nearest possible totals .*2"),
                ("piglet", "scores=1,2", "banked score of 2"),
                ("two-dice-pig", "turn=3", "nearest possible totals .*4")):
            self.assertRegex(json_of("ask", game, *settings.split())["note"], reason, (game, settings))


class Exact(Refused):
    ENDLESS = """return { name = "endless", family = "race", title = "Endless", text = [[Rules.]],
        rules = function(p) return { players = 2, dice = 1, sides = 2, goal = 10, roll = function(a) %s end } end }"""

    def refused_rules(self, body, *more):
        write("endless.lua", self.ENDLESS % body)
        return self.refused("solve", "endless.lua", *more)

    def test_objectives_that_a_game_does_not_have_are_refused_with_those_it_has(self):
        for command in (["solve", "pig"], ["ask", "pig"], ["eval", "pig", "hold(20)", "hold(25)"], ["best", "pig", "hold(20)"]):
            for objective in ("money", "turns", "score", "glory", ""):
                self.assertIn(f"has no objective `{objective}`; it has win.", self.refused(*command, "--for", objective))
        self.assertIn("it has win and money.", self.refused("solve", "pig-pen", "--for", "turns"))
        self.assertIn("ranked by win, or by money where the game has it, not by turns",
                      self.refused("run", "pig-solitaire(turns=0)", "hold(20)", "--for", "turns"))
        self.assertIn("it has turns.", self.refused("solve", "pig-solitaire(turns=0)", "--for", "win"))

    def test_three_players_have_no_single_optimum(self):
        self.assertIn("one or two", self.refused("best", "pig(players=3)", "hold(20)"))
        self.assertIn("With 3 players, only races", self.refused("solve", "pig-pen(players=3)"))
        self.assertIn("With 4 players, only races", self.refused("ask", "pig-pen(players=4)"))
        self.assertIn("two players", self.refused("eval", "pig", "hold(20)", "hold(25)", "hold(30)"))

    def test_tolerances_are_numbers_above_0_that_can_be_had(self):
        for value in ("0", "-1", "x", "", "nan", "inf", "1e-9x"):
            self.assertIn("--tolerance must be a number above 0", self.refused("solve", "pig", f"--tolerance={value}"))
        self.assertRegex(self.refused("solve", "pig", "--tolerance", "1e-30"), "1e-30|precision|tolerance")

    def test_the_other_numbers_have_their_ranges(self):
        self.assertIn("--memory must be a whole number from 1", self.refused("solve", "pig", "--memory", "0"))
        self.assertIn("--threads must be a whole number from 1 to 1024", self.refused("solve", "pig", "--threads", "0"))

    def test_a_goal_too_large_for_the_memory_is_refused_at_once_with_how_much_it_takes(self):
        self.assertRegex(self.refused("solve", "pig(goal=10000)", "--memory", "100"), r"[\d.,]+ [KMGT]i?B|mebibytes|bytes")

    def test_bots_that_are_no_policies_are_refused_with_the_reason(self):
        write("counts.lua", "local n = 0; return function(view) n = n + 1; return n % 2 == 0 end")
        write("fails.lua", "return function(view) if view.turn > 10 then return nil end return 'hold' end")
        for bot, reason in (("turns(4)", r"turns"), ("forfeit(3)", r"forfeit"), ("counts.lua", r"scores \d+,\d+"),
                            ("fails.lua", r"scores \d+,\d+")):
            game = "pig(goal=20)"
            for command in (["eval", game, bot, "hold(20)"], ["eval", game, "hold(20)", bot], ["best", game, bot]):
                self.assertRegex(self.refused(*command), reason, command)
            self.assertRegex(self.refused("bot", "freeze", bot, "--game", game, "--out", "frozen.h5"), reason)
        self.assertFalse(os.path.exists("frozen.h5"))

    def test_what_is_no_threshold_is_no_csv(self):
        self.assertRegex(self.refused("bot", "freeze", "optimal", "--game", "pig", "--out", "optimal.csv"), "hold|threshold")

    def test_games_without_a_way_to_the_end_are_refused(self):
        for body in ("return bust()", "return add(0)", "return a == 1 and bust() or add(0)"):
            self.assertRegex(self.refused_rules(body), r"alea: [A-Z].*\.", body)

    def test_games_that_a_player_could_keep_from_ending_are_refused(self):
        for body in ("return add(1)", "return add(a)"):
            self.assertRegex(self.refused_rules(body), r"(?i)ever|end|los", body)

    def test_games_in_which_both_may_pass_are_refused(self):
        write("free.lua", """return { name = "free", family = "race", title = "Free", text = [[Rules.]],
            rules = function(p) return { players = 2, dice = 1, sides = 6, goal = 10, first_roll = "free",
            roll = function(a) if a == 1 then return bust() end return add(a) end } end }""")
        self.assertRegex(self.refused("solve", "free.lua"), "pass|first_roll|free")


class TableFiles(Refused):
    @classmethod
    def setUpClass(cls):
        answer_of("solve", "pig(goal=20)", "--out", "pig20.h5")

    def test_a_missing_file_is_named(self):
        for command in (["verify"], ["ask", "pig(goal=20)", "--table"], ["solve", "pig(goal=20)", "--resume"]):
            self.assertIn("nowhere.h5", self.refused(*command, "nowhere.h5"))

    def test_other_files_are_no_tables(self):
        for content in (b"", b"text", b"\x89HDF\r\n\x1a\n" + bytes(600), bytes(5000)):
            self.assertIn("wrong.h5", self.refused("verify", write("wrong.h5", content)))

    def test_a_damaged_table_is_refused_wherever_it_is_damaged(self):
        whole = pathlib.Path("pig20.h5").read_bytes()
        for place in range(0, len(whole), max(1, len(whole) // 40)):
            damaged = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1:]
            self.assertIn("damaged.h5", self.refused("verify", write("damaged.h5", damaged)), place)

    def test_a_truncated_table_is_refused_wherever_it_was_cut(self):
        whole = pathlib.Path("pig20.h5").read_bytes()
        for size in range(0, len(whole), max(1, len(whole) // 20)):
            self.assertIn("cut.h5", self.refused("verify", write("cut.h5", whole[:size])), size)

    def test_a_table_of_another_game_or_other_parameters_is_refused(self):
        for game in ("pig", "pig(goal=20,sides=8)", "piglet", "pig-pen(goal=20)"):
            self.assertIn("pig20.h5", self.refused("ask", game, "--table", "pig20.h5"))
            self.assertIn("pig20.h5", self.refused("solve", game, "--resume", "pig20.h5"))
            self.assertIn("pig20.h5", self.refused("eval", game, "table:pig20.h5", "hold(20)"))
            self.assertIn("pig20.h5", self.refused("run", game, "table:pig20.h5", "hold(20)"))

    def test_a_table_made_by_other_rules_is_refused(self):
        rules = (SOURCE / "rules" / "piglet.lua").read_text(encoding="utf-8")
        write("mine.lua", rules)
        answer_of("solve", "mine.lua", "--out", "mine.h5")
        answer_of("verify", "mine.h5")
        write("mine.lua", rules + "-- one more line\n")
        self.assertRegex(self.refused("verify", "mine.h5"), "mine.h5.*rule")
        self.assertRegex(self.refused("ask", "mine.lua", "--table", "mine.h5"), "mine.h5.*rule")

    def test_a_table_for_another_objective_is_refused(self):
        answer_of("solve", "pig-pen(goal=20)", "--for", "money", "--out", "money.h5")
        self.assertIn("for money, not for win", self.refused("ask", "pig-pen(goal=20)", "--for", "win", "--table", "money.h5"))
        self.assertEqual(json_of("ask", "pig-pen(goal=20)", "--table", "money.h5")["objective"], "money")

    def test_a_frozen_bot_is_no_table_of_values(self):
        answer_of("bot", "freeze", "hold(20)", "--game", "pig(goal=20)", "--out", "frozen.h5")
        self.assertIn("frozen.h5", self.refused("verify", "frozen.h5"))
        self.assertIn("frozen.h5", self.refused("ask", "pig(goal=20)", "--table", "frozen.h5"))


class Unwritable(unittest.TestCase):
    COMMANDS = (["solve", "pig(goal=20)"], ["best", "pig(goal=20)", "hold(10)"], ["bot", "freeze", "optimal", "--game", "pig(goal=60)"])

    def test_a_folder_that_is_not_there_is_found_out_before_the_work(self):
        for command in (*self.COMMANDS, ["solve", "pig(goal=10000)"]):
            answer = alea(*command, "--out", "nowhere/table.h5")
            self.assertEqual((answer.status, answer.out), (3, ""), answer)
            self.assertIn("nowhere/table.h5", answer.err)

    def test_a_folder_is_no_file(self):
        os.makedirs("folder.h5", exist_ok=True)
        for command in self.COMMANDS:
            answer = alea(*command, "--out", "folder.h5")
            self.assertEqual((answer.status, answer.out), (3, ""), answer)
            self.assertIn("folder.h5", answer.err)

    def test_on_a_full_disk_the_old_table_survives(self):
        for number, command in enumerate(self.COMMANDS):
            before = write(f"old{number}.h5", "what was there before\n").read_bytes()
            answer = alea(*command, "--out", f"old{number}.h5", preexec_fn=small_files_only)
            self.assertEqual(answer.status, 3, answer)
            self.assertIn(f"old{number}.h5", answer.err)
            self.assertEqual(pathlib.Path(f"old{number}.h5").read_bytes(), before)
        self.assertEqual([name for name in os.listdir() if "tmp" in name], [])


class WhilePlaying(unittest.TestCase):
    """Bots that fail forfeit; what they do is counted, and the other one is charged with nothing."""

    def failing(self, bot, *more):
        failing, other = json_of("run", "pig-pen", bot, "hold(25)", "--games", "4500", *more)["standings"]
        self.assertGreater(failing["forfeits"], 0)
        self.assertEqual(failing["forfeits"], sum(failing["failures"].values()))
        self.assertEqual(other["forfeits"], 0)
        self.assertEqual(failing["money_total"] + other["money_total"], 0)
        return failing

    def test_an_endless_loop_runs_out_of_fuel(self):
        failing = self.failing(TEST_BOTS / "endless.wasm", "--fuel", "1e5")
        self.assertEqual(failing["failures"]["fuel"], 2 * 16)
        self.assertEqual(failing["forfeits"], 4500)
        self.assertEqual(failing["first_failure"]["game"], 0)

    def test_a_trap_in_the_third_game_is_shown_with_its_game(self):
        failing = self.failing(TEST_BOTS / "trap_third_game.wasm")
        self.assertEqual(failing["first_failure"]["game"], 2)
        self.assertIn("unreachable", failing["first_failure"]["text"])

    def test_memory_without_end_stops_at_the_limit(self):
        self.assertGreater(self.failing(TEST_BOTS / "grow.wasm", "--memory", "16")["forfeits"], 0)

    def test_recursion_without_end_is_a_trap(self):
        self.assertGreater(self.failing(TEST_BOTS / "recurse.wasm")["failures"]["trap"], 0)

    def test_an_endless_lua_bot_runs_out_of_fuel(self):
        write("endless.lua", "return function(view) while true do end end")
        self.assertEqual(self.failing("endless.lua", "--fuel", "1e5")["failures"]["fuel"], 2 * 16)

    def test_a_lua_error_is_a_trap_with_its_line(self):
        write("error.lua", "return function(view)\n  return view.nothing.more\nend")
        failing = self.failing("error.lua")
        self.assertEqual(failing["failures"]["trap"], 2 * 16)
        self.assertIn("error.lua:2", failing["first_failure"]["text"])

    def test_a_wrong_lua_answer_is_illegal(self):
        write("illegal.lua", "return function(view) return 'dance' end")
        failing = self.failing("illegal.lua")
        self.assertEqual(failing["failures"]["illegal"], 2 * 16)
        self.assertIn("dance", failing["first_failure"]["text"])

    def test_bots_that_never_bank_leave_the_games_unfinished(self):
        bot = TEST_BOTS / "never_bank.wasm"
        result = json_of("run", "pig(goal=20)", bot, bot, "--games", "30")
        self.assertEqual([result["unfinished"], result["standings"][0]["wins"]], [30, 0])

    def test_the_failing_bot_fails_alike_on_both_paths(self):
        for name in ("endless_late", "trap_third_game", "divide"):
            command = ["pig-pen", TEST_BOTS / f"{name}.wasm", GOOD, "hold(25)", "--games", "4500", "--fuel", "1e5"]
            self.assertEqual(result_of(*command), result_of(*command, "--path", "step"), name)

    def test_the_block_path_that_cannot_be_had_is_refused(self):
        write("fine.lua", "return function(view) return 'hold' end")
        answer = alea("run", "pig-pen", "fine.lua", "hold(25)", "--path", "block", "--games", "10")
        self.assertEqual((answer.status, answer.out), (2, ""), answer)
        self.assertIn("block path", answer.err)


def small_files_only():
    """Like a full disk: no file may grow beyond 4 KiB."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


class FullDisk(unittest.TestCase):
    command = ["pig-pen", GOOD, COMPONENTS / "original-random.wasm", "--games", "1000"]
    useless = "alea: Compiled bots cannot be cached"

    def test_a_cache_that_cannot_be_written_changes_nothing(self):
        expected = result_of(*self.command)
        write("a_file", "")
        for cache in ("a_file/cache", "/dev/full", "/proc/nowhere", "x" * 300):
            self.assertEqual(expected, result_of(*self.command, env=environment(ALEA_CACHE=cache), says=self.useless), cache)

    def test_a_full_cache_changes_nothing(self):
        expected = result_of(*self.command)
        for _ in range(2):  # what the first run left behind does not mislead the second
            self.assertEqual(expected, result_of(*self.command, env=environment(ALEA_CACHE=os.path.abspath("full")),
                                                 preexec_fn=small_files_only, says=self.useless))

    def test_a_record_that_cannot_be_written_is_a_failure_of_the_environment(self):
        before = write("games.jsonl", "what was there before\n").read_bytes()
        answer = alea("run", *self.command, "--record", "games.jsonl", preexec_fn=small_files_only)
        self.assertEqual(answer.status, 3, answer)
        self.assertIn("games.jsonl", answer.err)
        self.assertEqual(pathlib.Path("games.jsonl").read_bytes(), before)
        self.assertEqual([name for name in os.listdir() if name.startswith("games.jsonl")], ["games.jsonl"])

    def test_a_record_in_a_folder_that_is_not_there_is_a_failure_of_the_environment(self):
        answer = alea("run", *self.command, "--record", "nowhere/games.jsonl")
        self.assertEqual(answer.status, 3, answer)
        self.assertIn("nowhere/games.jsonl", answer.err)


class Cache(unittest.TestCase):
    def cached(self, folder):
        return len([name for _, _, names in os.walk(folder) for name in names])

    def run_with(self, **variables):
        answer_of("run", *FullDisk.command, env=environment(ALEA_CACHE=variables.get("ALEA_CACHE"),
                                                            XDG_CACHE_HOME=variables.get("XDG_CACHE_HOME"),
                                                            HOME=variables.get("HOME")))

    def test_it_is_where_the_environment_says(self):
        here = os.getcwd()
        for folder, variables in (("one", {"ALEA_CACHE": f"{here}/one", "XDG_CACHE_HOME": f"{here}/no"}),
                                  ("two/alea", {"ALEA_CACHE": "", "XDG_CACHE_HOME": f"{here}/two", "HOME": f"{here}/no"}),
                                  ("three/.cache/alea", {"HOME": f"{here}/three"})):
            self.run_with(**variables)
            self.assertGreater(self.cached(folder), 0, folder)
            self.assertFalse(os.path.exists("no"))

    def test_relative_paths_of_the_standard_are_ignored(self):
        here = os.getcwd()
        self.run_with(XDG_CACHE_HOME="relative", HOME=f"{here}/absolute")
        self.assertFalse(os.path.exists("relative"))
        self.assertGreater(self.cached("absolute/.cache/alea"), 0)

    def test_a_folder_for_everybody_is_not_used_and_said_so(self):
        os.mkdir("shared")
        os.chmod("shared", 0o777)
        answer = answer_of("run", *FullDisk.command, env=environment(ALEA_CACHE=os.path.abspath("shared")),
                           says=FullDisk.useless)
        self.assertIn("wins", answer)
        self.assertEqual(self.cached("shared"), 0)

    def test_its_size_is_what_the_environment_says(self):
        env = environment(ALEA_CACHE=os.path.abspath("small"), ALEA_CACHE_SIZE="1")
        answer_of("run", *FullDisk.command, env=env)
        size = sum(os.path.getsize(os.path.join("small", name)) for name in os.listdir("small"))
        self.assertTrue(size <= 1 << 20 or self.cached("small") == 1, os.listdir("small"))
        for bad in ("0", "-1", "1e3", "12x", "99999999999999999999"):
            answer = alea("run", *FullDisk.command, env=environment(ALEA_CACHE_SIZE=bad))
            self.assertEqual((answer.status, answer.out), (2, ""), answer)
            self.assertIn("ALEA_CACHE_SIZE", answer.err)

    def test_without_a_home_there_is_none_and_all_goes_on(self):
        self.run_with()

    def test_a_damaged_cache_file_is_made_anew(self):
        expected = result_of(*FullDisk.command)
        env = environment(ALEA_CACHE=os.path.abspath("damaged"))
        result_of(*FullDisk.command, env=env)
        for damage in (lambda data: data[: len(data) // 2], lambda data: b"", lambda data: data[:-100] + bytes(100)):
            for folder, _, names in os.walk("damaged"):
                for name in names:
                    path = pathlib.Path(folder, name)
                    path.write_bytes(damage(path.read_bytes()))
            self.assertEqual(expected, result_of(*FullDisk.command, env=env))


if __name__ == "__main__":
    main()
