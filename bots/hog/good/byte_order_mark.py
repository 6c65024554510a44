PLAYER_NAME = "Bom Bom"


def final_strategy(score, opponent_score):
    return 5 if score % 2 else 4
