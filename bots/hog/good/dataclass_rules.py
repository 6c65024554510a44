"""The rules of a turn as an object, and the move with the best expected lead after the turn."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

PLAYER_NAME = "One Turn Ahead"


@dataclass(frozen=True)
class Scores:
    own: int
    other: int

    def plus(self, points):
        own = self.own + points
        return Scores(self.other, own) if own % 10 == self.other // 10 % 10 else Scores(own, self.other)

    def worth(self):
        if max(self.own, self.other) >= 100:
            return 200 if self.own > self.other else -200
        return self.own - self.other


@lru_cache(maxsize=None)
def sums(dice):
    """How likely each total without a one is."""
    if dice == 0:
        return {0: Fraction(1)}
    result = {}
    for total, chance in sums(dice - 1).items():
        for face in range(2, 7):
            result[total + face] = result.get(total + face, 0) + chance / 6
    return result


@lru_cache(maxsize=None)
def outcomes(dice):
    clear = {points: float(chance) for points, chance in sums(dice).items()}
    return [(1, 1 - (5 / 6) ** dice), *clear.items()]


def expected(worth, dice, bacon):
    return worth[bacon] if dice == 0 else sum(chance * worth[points] for points, chance in outcomes(dice))


def final_strategy(score, opponent_score):
    now = Scores(score, opponent_score)
    worth = [now.plus(points).worth() for points in range(37)]
    bacon = 1 + opponent_score // 10 * (opponent_score % 10) % 10
    return max(range(7), key=lambda dice: (round(expected(worth, dice, bacon), 9), -dice))
