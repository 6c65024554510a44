"""One of two entries that call themselves the same, and play differently."""

PLAYER_NAME = "Twin"


def final_strategy(score, opponent_score):
    return 5 if score < 80 else 3
