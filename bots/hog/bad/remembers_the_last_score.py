"""May not: what was asked before."""

PLAYER_NAME = "Elephant"
last = [0]


def final_strategy(score, opponent_score):
    gained = score - last[0]
    last[0] = score
    return 6 if gained > 1 else 4
