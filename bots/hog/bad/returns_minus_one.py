PLAYER_NAME = "Negative"


def final_strategy(score, opponent_score):
    return 5 - 6 * (score == 99 and opponent_score == 1)
