#!/usr/bin/env python3
"""The audit's 000 #33: exact results of WebAssembly bots have useful bounds. The seed's own bot was asked only up to the goal + 100,
and its dollars were known only to lie between -62 and +34. Those of Lua bots, which see more, were 93 dollars wide."""

import tempfile
import unittest
from pathlib import Path

from program import COMPONENTS, SOURCE, SOAK, json_of, main, result_of

HOLD_25 = """return function(view)
  if view.leader then return view.total <= view.leader end
  return view.turn < 25 and view.total <= view.goal
end
"""


class Item000_33(unittest.TestCase):
    def test_the_dollars_of_the_seeds_own_bot_are_known_to_a_cent(self):
        bot = COMPONENTS / "original-mod30.wasm"
        exact = json_of("eval", "pig-pen", bot, "hold(25)", "--for", "money")
        for seat in "first", "second", "mean":
            for what in "money", "win", "turns":
                interval = exact[seat][what]
                self.assertLess(interval["upper"] - interval["lower"], 0.01, (seat, what))
            self.assertEqual(exact[seat]["never"]["upper"] < 1e-9, True)
        games = 2_000_000 if SOAK else 200_000
        played = result_of("pig-pen", bot, "hold(25)", "--games", games)["standings"][0]
        self.assertLess(abs(played["money"] - exact["mean"]["money"]["lower"]), 5 * played["money_se"])
        self.assertLess(abs(played["win_rate"] - exact["mean"]["win"]["lower"]), 5 * played["win_rate_se"])

    def assert_known_to_a_cent(self, result):
        for what in "money", "win":
            self.assertLess(result[what]["upper"] - result[what]["lower"], 0.01, what)

    def test_the_dollars_of_steady_lua_are_known_to_a_cent_and_played_games_agree(self):
        bot = SOURCE / "bots/lua-steady/steady.lua"
        exact = json_of("eval", "pig-pen", bot, "hold(25)", "--for", "money")
        for seat in "first", "second", "mean":
            self.assert_known_to_a_cent(exact[seat])
        games = 2_000_000 if SOAK else 100_000
        played = result_of("pig-pen", bot, "hold(25)", "--games", games)["standings"][0]
        self.assertLess(abs(played["money"] - exact["mean"]["money"]["lower"]), 5 * played["money_se"])
        self.assertLess(abs(played["win_rate"] - exact["mean"]["win"]["lower"]), 5 * played["win_rate_se"])

    def test_hold_25_in_lua_is_worth_what_the_built_in_one_is(self):
        """The second method never asks a bot: hold(25) against hold(25) is evaluated for all scores at once."""
        with tempfile.TemporaryDirectory() as folder:
            bot = Path(folder) / "twentyfive.lua"
            bot.write_text(HOLD_25)
            game = "pig-pen(goal=10)"
            asked = json_of("eval", game, bot, "hold(25)", "--for", "money")
            known = json_of("eval", game, "hold(25)", "hold(25)", "--for", "money")
            for seat in "first", "second", "mean":
                self.assert_known_to_a_cent(asked[seat])
                for what in "money", "win":
                    self.assertLessEqual(asked[seat][what]["lower"], known[seat][what]["upper"])
                    self.assertGreaterEqual(asked[seat][what]["upper"], known[seat][what]["lower"])


if __name__ == "__main__":
    main()
