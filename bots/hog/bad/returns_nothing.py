PLAYER_NAME = "Forgot Something"


def final_strategy(score, opponent_score):
    if score < 90:
        return 5
