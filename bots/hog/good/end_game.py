"""Ordinary until the end is near: then just enough dice, and bacon if that wins at once."""

PLAYER_NAME = "Steady Hand"
GOAL = 100


def final_strategy(score, opponent_score):
    bacon = 1 + (opponent_score // 10) * (opponent_score % 10) % 10
    swaps = (score + bacon) % 10 == opponent_score // 10
    missing = GOAL - score
    if bacon >= missing and not swaps:
        return 0
    if missing <= 6:
        return 2
    if missing <= 12:
        return 3
    if bacon >= 8 and not swaps:
        return 0
    return 6 if opponent_score > score + 25 else 5
