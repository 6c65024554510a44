PLAYER_NAME = "Numbers"

import numpy

TABLE = numpy.full((100, 100), 4)


def final_strategy(score, opponent_score):
    return int(TABLE[score, opponent_score])
