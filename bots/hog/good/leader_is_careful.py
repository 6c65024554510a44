"""Fewer dice in front, more behind."""

PLAYER_NAME = "Careful Leader"


def final_strategy(score, opponent_score):
    lead = score - opponent_score
    for least, dice in ((40, 2), (20, 3), (0, 4), (-20, 5), (-40, 6)):
        if lead >= least:
            return dice
    return 7
