PLAYER_NAME = "Half a Die"


def final_strategy(score, opponent_score):
    return 10 / 2
