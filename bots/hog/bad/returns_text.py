PLAYER_NAME = "In Words"


def final_strategy(score, opponent_score):
    return "4"
