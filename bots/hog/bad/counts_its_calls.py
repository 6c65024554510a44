"""May not: the history."""

PLAYER_NAME = "Fifth Time Lucky"
calls = 0


def final_strategy(score, opponent_score):
    global calls
    calls += 1
    return 0 if calls % 5 == 0 else 4
