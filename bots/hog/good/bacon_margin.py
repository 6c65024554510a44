"""Takes the bacon whenever it is worth the average of a good roll."""

PLAYER_NAME = "Bacon & Eggs"
MARGIN = 8
OTHERWISE = 5


def bacon(opponent_score):
    tens, ones = divmod(opponent_score, 10)
    return tens * ones % 10 + 1


def final_strategy(score, opponent_score):
    return 0 if bacon(opponent_score) >= MARGIN else OTHERWISE
