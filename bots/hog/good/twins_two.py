"""The other of two entries that call themselves the same."""

PLAYER_NAME = "Twin"


def final_strategy(score, opponent_score):
    return 5 if opponent_score < 80 else 7
