PLAYER_NAME = "What Turn Is It"


def final_strategy(score, opponent_score, turn):
    return turn % 8
