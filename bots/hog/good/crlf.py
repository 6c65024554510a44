PLAYER_NAME = "Windows 98"


def final_strategy(score, opponent_score):
    """Lines end as they do there."""
    return 5 if opponent_score < 50 else 6
