"""Twice as much each time."""

PLAYER_NAME = "Rolling Snowball"
ball = [0]


def final_strategy(score, opponent_score):
    global ball
    ball = ball + ball
    return 4
