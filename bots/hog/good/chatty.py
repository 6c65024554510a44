"""Prints its thoughts, which nobody sees but its author."""

PLAYER_NAME = "Chatterbox"


def final_strategy(score, opponent_score):
    dice = 6 - score // 25
    if opponent_score == 0:
        print(f"with {score} points I roll {dice}")
    return dice
