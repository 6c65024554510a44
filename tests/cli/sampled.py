#!/usr/bin/env python3
"""Exact and sampled results agree: `alea run` at a fixed seed lies within four standard errors of `alea eval`, for every pair
of built-in bots that are policies, pure or mixed."""

import itertools
import math
import unittest

from program import SANITIZED, SOAK, answer_of, json_of, main


class Sampled(unittest.TestCase):
    GAMES = 1_000_000 if SOAK else 20_000
    POLICIES = ["hold(20)", "hold-at-total(25)", "random(0.5)", "always-roll"]
    FOR_100_POINTS = ["keep-pace"]

    def assert_close(self, what, exact, sampled, error):
        self.assertLessEqual(abs(exact["value"] - sampled), 4 * error + exact["upper"] - exact["lower"], what)

    def rate_error(self, rate, games):
        return math.sqrt(rate * (1 - rate) / games)

    def compare(self, game, first, second, games):
        exact = json_of("eval", game, first, second)
        standing = json_of("run", game, first, second, "--games", games)["standings"][0]
        what = f"{game}: {first} against {second}"
        for order, seat in (("first", 0), ("second", 1)):
            win = exact[order]["win"]
            played = standing["seat_games"][seat]
            self.assert_close(f"{what}, {order}", win, standing["seat_wins"][seat] / played, self.rate_error(win["value"], played))
        self.assert_close(what, exact["mean"]["win"], standing["win_rate"], standing["win_rate_se"])
        if exact["mean"]["money"]:
            self.assert_close(what + ", money", exact["mean"]["money"], standing["money"], standing["money_se"])

    def compare_all(self, game, *more):
        names = self.POLICIES[:3] if SANITIZED else [*self.POLICIES, *more]
        for first, second in itertools.combinations_with_replacement(names, 2):
            with self.subTest(game=game, first=first, second=second):
                self.compare(game, first, second, 10 if first == second == "always-roll" else self.GAMES)

    # Tables stand for `optimal`, which solves the game each time; that they play alike is tested below.

    def test_pig(self):
        answer_of("solve", "pig", "--out", "best.h5")
        self.compare_all("pig", *self.FOR_100_POINTS, "table:best.h5")

    def test_pig_pen(self):
        game = "pig-pen" if SOAK else "pig-pen(goal=50)"
        answer_of("solve", game, "--for", "win", "--out", "win.h5")
        answer_of("solve", game, "--for", "money", "--out", "money.h5")
        self.compare_all(game, *(self.FOR_100_POINTS if SOAK else []), "table:win.h5", "table:money.h5")
        if not SOAK:
            self.compare("pig-pen", "keep-pace", "hold(20)", self.GAMES)

    def test_the_tables_play_as_the_policies(self):
        for game, bot, objective in (("pig", "optimal", "win"), ("pig-pen(goal=40)", "optimal(for=money)", "money")):
            answer_of("solve", game, "--for", objective, "--out", "same.h5")
            runs = [json_of("run", game, name, "hold(20)", "--games", "20000")["standings"] for name in (bot, "table:same.h5")]
            self.assertEqual([dict(standing, bot="", kind="") for standing in runs[0]],
                             [dict(standing, bot="", kind="") for standing in runs[1]])


if __name__ == "__main__":
    main()
