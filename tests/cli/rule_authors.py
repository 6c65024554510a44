#!/usr/bin/env python3
"""Rule files of the family graph as authors write them: dice with faces, names of outcomes and of very many moves,
draws, scores to be kept low; the messages; and the map of a race whose turns have a memory."""

import fractions
import itertools
import math
import pathlib
import re
import unittest
from collections import Counter

from program import ALEA, alea, answer_of, environment, json_of, main, result_of, write

import subprocess


def typed(text, *arguments, keep=("--no-record",)):
    """What alea play prints, with these lines typed."""
    done = subprocess.run([ALEA, "play", *map(str, arguments), *keep, "--seed", "3"], input=text, text=True,
                          capture_output=True, env=environment(), timeout=100)
    assert done.returncode == 0, done
    return done.stdout


def graph(name, rules, more=""):
    write(f"{name}.lua", f"""return {{ name = "{name}", family = "graph", title = "{name}", text = "Rules.", {more}
  rules = function() return {{ {rules} }} end }}
""")
    return f"{name}.lua"


def rolls(dice, sides=6):
    """Every roll of dice, ascending, and in how many orders it falls."""
    return sorted(Counter(tuple(sorted(roll)) for roll in itertools.product(range(1, sides + 1), repeat=dice)).items())


def lua_list(items):
    return "{" + ", ".join(map(str, items)) + "}"


def sum_of_dice(name, dice, third=True):
    """Roll some dice once: the score is their sum. The third list has the faces."""
    listed = rolls(dice)
    faces = lua_list(lua_list(roll) for roll, _ in listed)
    return graph(name, f"""players = 1, start = function() return -1 end, moves = function() end,
    chances = function(s)
      if s < 0 then return {lua_list(count for _, count in listed)}, {lua_list(sum(roll) for roll, _ in listed)}{
          ", " + faces if third else ""} end
    end,
    payoff = function(s) return {{ score = s }} end""")


class Faces(unittest.TestCase):
    def test_real_dice_are_typed_as_they_lie(self):
        game = sum_of_dice("three", 3)
        said = typed("6 1 4\n", game, "Ann", "--dice", "manual")
        self.assertIn("11 points", said)
        self.assertIn("7", typed("9 1 1\n1 1 5\n", game, "Ann", "--dice", "manual"))

    def test_dice_with_faces_are_rolled_as_dice(self):
        game = sum_of_dice("two", 2)
        answer_of("run", game, "random", "--games", "300", "--record", "two.jsonl")
        for line in open("two.jsonl"):
            if '"roll"' in line:
                faces = eval(line.split('"roll":')[1].split("]")[0] + "]")
                self.assertEqual(len(faces), 2, line)
        self.assertEqual(json_of("solve", game)["value"], 7)
        mean = result_of(game, "random", "--games", "40000")
        self.assertEqual(json_of("solve", game)["value"], json_of("solve", sum_of_dice("bare", 2, False))["value"])
        self.assertIn("standings", mean)

    def test_dice_are_shown_beside_the_words_for_their_outcome(self):
        low = graph("coins", """start = function() return 0 end, moves = function(s) if s == 0 then return { "throw" } end end,
          apply = function() return "air" end,
          chances = function(s) if s == "air" then return { 1, 2, 1 }, { 1, 2, 3 }, { { 1, 1 }, { 1, 2 }, { 2, 2 } } end end,
          payoff = function(s) return { score = s } end""", """params = { { "players", default = 1, min = 1, max = 1, help = "one" } },
  words = { ["chance 1"] = "Low!", ["chance 2"] = "Even!", ["chance 3"] = "High!" },""")
        said = " ".join(typed("throw\n", f"./{low}", "Ann").split())
        shown, word = re.search(r"Ann rolls ([12] [12])\..*?(Low|Even|High)!", said).groups()
        self.assertEqual(word, {2: "Low", 3: "Even", 4: "High"}[sum(map(int, shown.split()))])

    def test_faces_must_be_all_rolls_of_some_dice(self):
        for third, words in (("{ { 1 }, { 2 } }", None), ("{ { 1 }, { 3 } }", "no 1 die fall so"),
                             ("{ { 1 }, { 1 } }", "same faces"), ("{ { 1 }, 'two' }", "names and faces"),
                             ("{ 'one' }", "third result"), ("{ {}, 'two' }", "calls an outcome")):
            game = graph("wrong", f"""players = 1, start = function() return 0 end, moves = function() end,
    chances = function(s) if s == 0 then return 2, {{ 1, 2 }}, {third} end end,
    payoff = function(s) return {{ score = s }} end""")
            answer = alea("games", game)
            self.assertEqual(answer.status == 0, words is None, (third, answer))
            self.assertIn(words or "", answer.err)

    def test_named_outcomes_are_told_by_their_names(self):
        rules = """players = 1, start = function() return 0 end, moves = function() end,
    chances = function(s) if s == 0 then return { 6013, 1 }, { 1, 2 }, { 'a sider', 'a trotter' } end end,
    payoff = function(s) return { score = s } end"""
        self.assertIn("Ann: a sider.", typed("\n", graph("pigs", rules), "Ann"))
        own = graph("own", rules, 'words = { ["chance 1"] = "{player} sees {outcome}!" },')
        self.assertIn("Ann sees a sider!", typed("\n", own, "Ann"))

    def test_named_outcomes_are_typed_by_their_names(self):
        """Outcomes of 3, 1 and 5 sides of a die: the record has the first side of each, by hand 1, 4 and 5."""
        def game(name, third, weights="3, 1, 5"):
            return graph(name, f"""players = 1, start = function() return 0 end, moves = function() end,
    chances = function(s) if s == 0 then return {{ {weights} }}, {{ 10, 20, 30 }}, {{ {third} }} end end,
    payoff = function(s) return {{ score = s }} end""")
        pig = game("pig-shapes", "'a sider', 'a trotter', 'double razorback'")
        for words, score, side in (("a sider", 10, 1), ("A  Trotter", 20, 4), ("double", 30, 5), ("\nheads\na\na t", 20, 4)):
            pathlib.Path("shown.jsonl").unlink(missing_ok=True)
            said = typed(words + "\n", pig, "Ann", "--dice", "manual", keep=("--record", "shown.jsonl")).replace("\n", " ")
            self.assertIn("Ann: what happens? Type a sider, a trotter or double razorback: ", said)
            self.assertEqual(said.count("Please type a sider, a trotter or double razorback."), words.count("\n"))
            self.assertIn(f"{score} points", said)
            self.assertIn(f'"roll":[{side}]', pathlib.Path("shown.jsonl").read_text())
            self.assertEqual(json_of("replay", "shown.jsonl")["games"][0]["end"]["scores"], [score])
        two = game("same-names", "'same', 'same', 'other'")  # a name of two outcomes is ambiguous, so the side of the die is typed
        self.assertIn("What does it show?", typed("", two, "Ann", "--dice", "manual"))


class Moves(unittest.TestCase):
    def test_a_game_has_more_than_255_names_of_moves(self):
        """700 states with two moves each, of which the second is worth a point; a bot in Lua takes it in every third."""
        game = graph("many", """players = 1, start = function() return { 0, 0 } end,
    moves = function(s)
      if s[1] < 700 then
        return { 'no-' .. s[1], 'yes-' .. s[1] }, { { s[1] + 1, s[2] }, { s[1] + 1, s[2] + 1 } }
      end
    end,
    payoff = function(s) return { score = s[2] } end""")
        write("third.lua", """return function(view)
  return view.moves[view.state[1] % 3 == 0 and 2 or 1]
end
""")
        self.assertAlmostEqual(json_of("solve", game)["value"], 700, 8)
        self.assertAlmostEqual(json_of("eval", game, "third.lua", "--for", "score")["first"]["value"], len(range(0, 700, 3)), 8)
        self.assertEqual(json_of("ask", game, "state=699,3")["best"], "yes-699")

    def test_a_state_has_at_most_255_moves_and_a_game_65535_names(self):
        def state_of(count):
            return graph("wide", f"""players = 1, start = function() return 0 end,
    moves = function(s)
      if s > 0 then return nil end
      local names, to = {{}}, {{}}
      for i = 1, {count} do names[i] = 'm' .. i; to[i] = i end
      return names, to
    end,
    payoff = function(s) return {{ score = s }} end""")
        self.assertEqual(json_of("solve", state_of(255))["value"], 255)
        self.assertIn("at most 255 moves", alea("games", state_of(256)).err)

    def test_enter_is_enough_for_a_single_move_and_no_points_are_invented(self):
        game = graph("race-to-3", """players = 2, start = function() return { 0, 0 } end,
    moves = function(s) if s[1] < 3 and s[2] < 3 then return { 'step' } end end,
    apply = function(s) return pass { s[2], s[1] + 1 } end,
    payoff = function() return { win = false } end""")
        said = typed("\n\n\n", game, "Ann", "first")
        self.assertIn("Ann wins the game!", said)
        self.assertNotIn("point", said)


class Ends(unittest.TestCase):
    def test_equal_rolls_are_a_draw(self):
        """Each rolls a die, the higher one wins: 15 of 36 for each, 6 of 36 nobody's."""
        game = graph("high", """players = 2, start = function() return { 0, 0 } end, moves = function() end,
    chances = function(s)
      if s[1] > 0 and s[2] > 0 then return nil end
      local to = {}
      for f = 1, 6 do to[f] = pass { s[2], f } end
      return 6, to
    end,
    payoff = function(s) return { win = s[1] == s[2] and 'draw' or s[1] > s[2] } end""")
        found = json_of("eval", game, "first", "first")["first"]
        for what, wanted in ("win", 15 / 36), ("loss", 15 / 36), ("value", 0.5):
            value = found[what]["value"] if what != "value" else found["value"]
            self.assertAlmostEqual(value, wanted, 11, what)
        answer_of("solve", game, "--out", "high.h5")
        self.assertIn("the proof holds", answer_of("verify", "high.h5"))
        self.assertAlmostEqual(json_of("solve", game)["value"], 0.5, 11)
        played = result_of(game, "first", "first", "--games", "20000")
        self.assertEqual(played["unfinished"], 0)
        for one in played["standings"]:
            self.assertLess(abs(one["win_rate"] - 15 / 36), 5 * math.sqrt(15 / 36 * 21 / 36 / 20000))

    def test_a_choice_between_a_draw_and_a_chance(self):
        """A draw is worth half a win, so a chance of 2 in 5 is declined and one of 3 in 5 taken."""
        for wins, best in (2, "peace"), (3, "fight"):
            game = graph("offer", f"""players = 2, start = function() return 0 end,
    moves = function(s) if s == 0 then return {{ 'peace', 'fight' }}, {{ 1, 2 }} end end,
    chances = function(s) if s == 2 then return {{ {wins}, {5 - wins} }}, {{ 3, 4 }} end end,
    payoff = function(s) return {{ win = s == 1 and 'draw' or s == 3 }} end""")
            self.assertEqual(json_of("ask", game)["best"], best)
            self.assertAlmostEqual(json_of("solve", game)["value"], max(0.5, wins / 5), 11)
        self.assertIn("The game is a draw.", typed("peace\n", game, "Ann", "first"))

    def test_the_lowest_score_is_best_where_the_file_says_so(self):
        """A die that may be rolled again once: again from 4 on, so 1/6 (1 + 2 + 3) + 1/2 * 7/2 = 11/4."""
        for objective, wanted, move in ("least", fractions.Fraction(11, 4), "again"), ("most", fractions.Fraction(17, 4), "keep"):
            game = graph("low", f"""players = 1, objective = '{objective}', start = function() return {{ 0, 0 }} end,
    moves = function(s) if s[1] > 0 and s[2] == 0 then return {{ 'keep', 'again' }}, {{ {{ s[1], 1 }}, {{ 0, 1 }} }} end end,
    chances = function(s)
      if s[1] > 0 then return nil end
      local to = {{}}
      for f = 1, 6 do to[f] = {{ f, s[2] }} end
      return 6, to
    end,
    payoff = function(s) return {{ score = s[1] }} end""")
            self.assertAlmostEqual(json_of("solve", game, "--out", f"{objective}.h5")["value"], float(wanted), 9)
            self.assertIn("the proof holds", answer_of("verify", f"{objective}.h5"))
            self.assertEqual(json_of("ask", game, "state=5,0")["best"], move)
            self.assertAlmostEqual(json_of("eval", game, "optimal", "--for", "score")["first"]["value"], float(wanted), 9)

    def test_weights_may_sum_to_nearly_two_to_the_32(self):
        most = 2 ** 32 - 1
        game = graph("heavy", f"""players = 1, start = function() return 0 end, moves = function() end,
    chances = function(s) if s == 0 then return {{ {most - 3000000000}, 3000000000 }}, {{ 1, 2 }} end end,
    payoff = function(s) return {{ win = s == 2 }} end""")
        self.assertAlmostEqual(json_of("solve", game, "--out", "heavy.h5")["value"], 3000000000 / most, 12)
        self.assertIn("the proof holds", answer_of("verify", "heavy.h5"))
        played = result_of(game, "first", "--games", "20000")["standings"][0]
        self.assertLess(abs(played["win_rate"] - 3000000000 / most), 5 * played["win_rate_se"])
        heavier = graph("heavier", f"""players = 1, start = function() return 0 end, moves = function() end,
    chances = function(s) if s == 0 then return {{ {most}, 1 }}, {{ 1, 2 }} end end,
    payoff = function(s) return {{ win = s == 2 }} end""")
        self.assertIn("4,294,967,295", alea("games", heavier).err)


class Sentences(unittest.TestCase):
    COIN = """players = 1, start = function() return 0 end,
    moves = function(s) if s == 0 then return { 'flip' }, { 1 } end end,
    chances = function(s) if s == 1 then return 2, { 2, 3 } end end,
    payoff = function(s) return { win = s == 2 } end, show = function(s) return 'flips ' .. s end"""

    def test_a_mistake_in_words_is_an_error(self):
        race = 'return {{ name = "r", family = "race", title = "R", text = "R.", words = {{ {} }}, rules = function() return ' \
               '{{ players = 2, dice = 2, sides = 6, goal = 9, roll = function(a, b) return a == b and bust() or add(a) end }} end }}'
        hog = 'return {{ name = "r", family = "hog", title = "R", text = "R.", words = {{ {} }}, rules = function() return ' \
              '{{ players = 2, dice = 2, sides = 6, goal = 9, roll = function() return 2 end, bacon = function() return 1 end }} end }}'
        for words, wrong in (
                ('["move flip"] = "{player} flips: {flips}, before {was flips}."', None), ('["chance 2"] = "Tails."', None),
                ('["move fliip"] = "x"', "move fliip"), ('["chance 3"] = "x"', "chance 3"), ('["move"] = "x"', '"move"'),
                ('["move flip"] = "{flip}"', "{flip}"), ('question = "{moves} or {move}?"', "{move}")):
            self.check(graph("words", self.COIN, f"words = {{ {words} }},"), wrong)
        for words, wrong in (
                ('["bust double"] = "Lost: {lost} of {goal}."', None), ('["roll 3 4"] = "x"', None), ('["bust sum 12"] = "x"', None),
                ('["bust any 7"] = "x"', "bust any 7"), ('["roll 4 3"] = "x"', "roll 4 3"), ('["bust sum 13"] = "x"', "sum 13"),
                ('["bust triple"] = "x"', "triple"), ('["bust"] = "{lots}"', "{lots}"), ('["forced 1"] = "x"', "forced 1")):
            write("r.lua", race.format(words))
            self.check("r.lua", wrong)
        for words, wrong in ('swap = "{own} for {other}"', None), ('bacon = "{point}"', "{point}"), ('["swap 1"] = "x"', "swap 1"):
            write("r.lua", hog.format(words))
            self.check("r.lua", wrong)

    def check(self, path, wrong):
        answer = alea("games", path)
        self.assertEqual(answer.status == 0, wrong is None, (path, answer))
        self.assertIn(wrong or "", answer.err)

    def test_a_game_of_two_that_never_passes_is_noted(self):
        rules = """players = 2, start = function() return 0 end,
    moves = function(s) if s < 2 then return { 'on' }, { %s } end end,
    payoff = function() return { win = true } end"""
        self.assertIn("pass(state)", answer_of("games", graph("alone", rules % "s + 1")))
        self.assertNotIn("pass(state)", answer_of("games", graph("shared", rules % "pass(s + 1)")))

    def test_a_game_that_moves_can_keep_going_is_shown_what_helps(self):
        game = graph("endless", """players = 1, start = function() return 0 end,
    moves = function(s) if s < 2 then return { 'stay', 'go' }, { s, s + 1 } end end,
    payoff = function() return { win = true } end""")
        self.assertIn("limit", alea("solve", game).err)


GREEDY = """return { name = "greedy", family = "race", title = "Greedy", text = "Each roll of a turn brings one more.",
  rules = function() return {
    players = 2, dice = 1, sides = 6, goal = 20,
    roll = function(a, extra)
      if a == 1 then return bust() end
      return add(a + extra, { memory = math.min(extra + 1, 3) })
    end } end }
"""


class Maps(unittest.TestCase):
    def test_the_map_is_taken_with_a_memory_that_occurs(self):
        """A turn remembers nothing before the first roll only, when there is nothing to decide."""
        write("greedy.lua", GREEDY)
        said = answer_of("plot", "greedy.lua", "hold(8)")
        self.assertIn("memory=1", said)
        self.assertEqual(said, answer_of("plot", "greedy.lua", "hold(8)", "--turn-memory", "1"))
        self.assertNotEqual(answer_of("plot", "greedy.lua", "hold(8)", "--map", "turn", "--turn-memory", "2"), said)
        self.assertNotIn("memory", answer_of("plot", "pig-pen", "hold(20)"))


main()
