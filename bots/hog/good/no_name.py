"""An empty name is a name."""

PLAYER_NAME = ""


def final_strategy(score, opponent_score):
    return 0 if opponent_score % 10 == 9 and opponent_score >= 10 else 4
