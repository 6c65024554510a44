"""Ten gigabytes of it."""

PLAYER_NAME = "Town Crier"


def final_strategy(score, opponent_score):
    for _ in range(10**6):
        print("Hear ye! " * 1000)
    return 4
