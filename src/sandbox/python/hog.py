"""Helpers for strategies: the rules of Hog as pure functions. A strategy may write `from hog import *`.

Nothing here rolls dice, plays or knows the turn: a strategy is a function of the two scores alone."""

GOAL_SCORE = 100


def free_bacon(opponent_score):
    """The points for rolling no dice: one more than the last digit of the product of the opponent's digits."""
    return 1 + opponent_score // 10 % 10 * (opponent_score % 10) % 10


def is_swap(score, opponent_score):
    """Whether these scores are swapped, with the points of the turn already in `score`."""
    return score % 10 == opponent_score // 10 % 10


def always_roll(num_rolls):
    """A strategy that always rolls the same number of dice."""
    return lambda score, opponent_score: num_rolls
