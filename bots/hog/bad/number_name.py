PLAYER_NAME = 61


def final_strategy(score, opponent_score):
    return 4
