PLAYER_NAME = "Tantalus"


def final_strategy(score, opponent_score):
    while score == 57:
        score, opponent_score = 57, score
    return 4
