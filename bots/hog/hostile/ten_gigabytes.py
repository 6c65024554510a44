PLAYER_NAME = "Hoarder"
hoard = [0] * (10 * 1024**3 // 8)


def final_strategy(score, opponent_score):
    return len(hoard) % 10
