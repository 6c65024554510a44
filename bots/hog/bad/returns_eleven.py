PLAYER_NAME = "This One Goes to Eleven"


def final_strategy(score, opponent_score):
    return 1 + (100 - score) // 10
