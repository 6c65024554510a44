"""May not: chance."""

import random

PLAYER_NAME = "Dice for Dice"


def final_strategy(score, opponent_score):
    return random.randint(3, 6)
