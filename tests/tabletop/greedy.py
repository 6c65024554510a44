#!/usr/bin/env python3
"""The policy greedy, compared with what follows by hand: it holds when another roll adds nothing on average."""

import unittest

from program import alea, answer_of, json_of, main, write

# Pig to 100. Scores have room above the goal, so that no roll is cut short. Another roll of the die adds (20 - points) / 6.
PIG = """return { name = "mine", family = "tabletop", title = "Mine", text = "A game.", rules = function()
return { players = 2, player = { score = upto(106) }, counter = { points = upto(106) },
  turn = function() return roll(1, {}) end,
  moves = function(s)
    if not s.dice then return {
      { "hold", done { score = plus("points") } },
      { "roll", roll(1, {}), when = below({ "score", "points" }, 100) } } end
    return s.dice[1] == 1 and done {} or go({}, { points = plus(s.dice[1]) })
  end,
  over = at_least("score", 100) } end }"""


class Greedy(unittest.TestCase):
    def test_in_pig_it_is_hold_20(self):
        write("mine.lua", PIG)
        for other, same in (("first", "hold(1)"), ("greedy", "hold(20)")):
            mine = json_of("eval", "./mine.lua", "greedy", other)["mean"]["value"]
            known = json_of("eval", "pig", "hold(20)", same)["mean"]["value"]
            self.assertAlmostEqual(mine, known, delta=1e-11)

    def test_where_the_turn_is_the_game_it_is_optimal(self):
        for game in ("shut-the-box", "threes", "ship-captain-crew"):
            with self.subTest(game=game):
                self.assertAlmostEqual(json_of("stats", game, "greedy")["mean"], json_of("solve", game)["value"], delta=1e-9)

    def test_it_plays_games_that_are_too_large_to_solve(self):
        standings = json_of("run", "yahtzee(players=3)", "greedy", "random", "first", "--games", "20")["standings"]
        self.assertEqual(standings[0]["bot"], "greedy")
        self.assertEqual(standings[0]["wins"], 20)

    def test_it_needs_points(self):
        write("odd.lua", """return { name = "odd", family = "tabletop", title = "Odd", text = "A game.", rules = function() return { players = 2,
          player = { done = flag() }, turn = function() return roll(1, {}) end,
          moves = function(s) return s.dice[1] == 6 and done { done = to(true) } or done {} end, over = has("done") } end }""")
        done = alea("run", "./odd.lua", "greedy", "first")
        self.assertEqual((done.status, "needs a game with points" in done.err), (2, True), done)
        self.assertIn("greedy", answer_of("bot", "list", "threes"))


if __name__ == "__main__":
    main()
