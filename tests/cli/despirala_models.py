#!/usr/bin/env python3
"""Sampled models of Despirala against the table of the engine that invented them: for each of its models what ten of alea's
with as many random rolls claim on the mean, and what their play earns, which alea computes exactly.

`make check` compares the small models of one seed; `make soak` prints the whole table, with ten seeds, in some minutes.

The engine's figures come from one model each and, for what it earns, a million simulated games. A figure is taken for the same
when it lies within 4 sqrt(1.1 sd² + se²) of the mean of ten models, sd being the spread over these, and se the standard error of
the engine's million games (none for a claim)."""

import functools
import math
import statistics
import sys
import unittest

from program import SOAK, json_of, main

NORMAL, MISERE = "despirala", "despirala(misere=true)"
# From the README of the Despirala-Engine: claims, means of a million games, their standard deviations.
ENGINE = [
    (NORMAL, 1000, 443.694, 443.505, 61.519),
    (NORMAL, 50, 444.524, 442.461, 62.156),
    (NORMAL, 5, 457.534, 425.650, 71.143),
    (NORMAL, 1, 497.976, 334.253, 91.886),
    (MISERE, 50, 105.857, 106.105, 52.483),
    (MISERE, 5, 103.404, 107.960, 52.653),
    (MISERE, 1, 99.6856, 114.095, 53.207),
]
GAMES = 1_000_000


@functools.cache
def model(game, samples, seed, *more):
    found = json_of("solve", game, "--samples", samples, "--seed", seed, *more)
    assert found["earned_upper"] - found["earned_lower"] < 1e-8, found
    return found["claim"], found["earned"]


def models(game, samples, seeds):
    return zip(*(model(game, samples, seed) for seed in range(1, seeds + 1)))


def distance(engine, found, se):
    """From the mean, in units of what is allowed."""
    allowed = 4 * math.sqrt(1.1 * statistics.variance(found) + se ** 2)
    return abs(engine - statistics.mean(found)) / allowed


def compare(row, seeds):
    game, samples, claim, earned, stdev = row
    claims, means = models(game, samples, seeds)
    return claims, means, distance(claim, claims, 0), distance(earned, means, stdev / math.sqrt(GAMES))


def show(seeds):
    print(f"{seeds} seeds; `of what is allowed` is 1 where a figure would be refused")
    print("model            engine claims   alea's claim (sd)   of what is allowed   engine earns   alea's earn (sd)   of what is allowed")
    worst = 0
    for row in ENGINE:
        claims, means, claim_distance, mean_distance = compare(row, seeds)
        worst = max(worst, claim_distance, mean_distance)
        name = ("misere" if row[0] == MISERE else "normal") + f"_{row[1]}"
        print(f"{name:<17}{row[2]:>12.3f}{statistics.mean(claims):>13.3f} ({statistics.stdev(claims):.3f}){claim_distance:>15.2f}"
              f"{row[3]:>20.3f}{statistics.mean(means):>13.3f} ({statistics.stdev(means):.3f}){mean_distance:>15.2f}", flush=True)
    return worst <= 1


class Models(unittest.TestCase):
    """One seed tells nothing of a spread, so only the order of the figures and their rough place are looked at here."""

    def test_small_models_claim_too_much_and_earn_less(self):
        for game, samples, claim, earned, _ in ENGINE:
            if samples > 5:
                continue
            with self.subTest(game=game, samples=samples):
                claims, means = models(game, samples, 1)
                sign = -1 if game == MISERE else 1
                value = 105.972952236092 if game == MISERE else 443.616365582862
                for c, m in zip(claims, means):
                    self.assertGreater(sign * c, sign * value)
                    self.assertLess(sign * m, sign * value)
                self.assertLess(abs(statistics.mean(claims) - claim), 0.03 * claim)
                self.assertLess(abs(statistics.mean(means) - earned), 0.06 * earned)  # of normal_1 the spread is 2 %

    def test_another_run_and_another_number_of_threads_give_the_same_model(self):
        self.assertEqual(model(MISERE, 1, 1, "--threads", 1), model(MISERE, 1, 1))


if __name__ == "__main__":
    if SOAK:
        sys.exit(0 if show(10) else 1)
    main()
