"""A name of a thousand letters, some of which a terminal would obey."""

PLAYER_NAME = "\x1b[31mRed\x1b[0m\n" + "very " * 200 + "long"


def final_strategy(score, opponent_score):
    return 3 if score > opponent_score else 6
