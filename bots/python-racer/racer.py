"""The racer: speeds up when somebody is about to win, and varies its pace.

With all the others far from the goal it banks ordinary turns. Once somebody
comes near, and it is halfway itself, it stops banking and runs for the goal.
"""

import random

from wit_world import exports

GOAL = 100
NEAR = 75  # an opponent here may win with the next turn
HALFWAY = 50  # from here a run for the goal is worth its risk
REACH = 30  # a leader further away is not worth the points in hand
STEADY_PACE = 24  # points that an ordinary turn should bring, give or take …
VARIATION = 4  # … this many, so that nobody can count on it


class Strategy(exports.Strategy):
    def __init__(self):
        # We are told own + turn, never the turn alone, so we remember what we
        # banked. A score below it means that we were wiped or that a new game began.
        self.banked = 0

    def should_roll(self, own_score: int, other_scores: list[int]) -> bool:
        if own_score < self.banked:
            self.banked = 0
        roll = self.rolls_on(own_score, max(other_scores, default=0))
        if not roll:
            self.banked = own_score
        return roll

    def rolls_on(self, own: int, strongest: int) -> bool:
        if strongest > GOAL:
            return own <= strongest <= own + REACH  # a tie does not overtake
        if own >= GOAL:
            return False
        if strongest >= NEAR and own >= HALFWAY:
            return True
        pace = STEADY_PACE + random.randint(-VARIATION, VARIATION)
        return own - self.banked < pace
