PLAYER_NAME = "Me, Me, Me"


def final_strategy(score):
    return 4
