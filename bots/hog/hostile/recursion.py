PLAYER_NAME = "Ouroboros"


def final_strategy(score, opponent_score):
    return final_strategy(opponent_score, score)
