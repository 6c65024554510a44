#!/usr/bin/env python3
"""The audit's 000 #33: exact results of WebAssembly bots have useful bounds. The seed's own bot was asked only up to the goal + 100,
and its dollars were known only to lie between -62 and +34."""

import unittest

from program import COMPONENTS, SOAK, json_of, main, result_of


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


if __name__ == "__main__":
    main()
