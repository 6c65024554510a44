PLAYER_NAME = "Always Six"


def final_strategy(score, opponent_score):
    return 6
