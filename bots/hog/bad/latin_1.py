PLAYER_NAME = "Jürgen"


def final_strategy(score, opponent_score):
    return 4
