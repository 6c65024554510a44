"""May not: the time."""

import time

PLAYER_NAME = "Full Moon"


def final_strategy(score, opponent_score):
    return 4 + time.time_ns() % 2
