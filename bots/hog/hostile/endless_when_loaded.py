PLAYER_NAME = "Sisyphus"

while True:
    pass


def final_strategy(score, opponent_score):
    return 4
