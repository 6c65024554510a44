"""Looks for a bacon that swaps the scores when that is a gain, and avoids one that loses by it."""

PLAYER_NAME = "Swap Seeker"


def free_bacon(opponent_score):
    return opponent_score // 10 * (opponent_score % 10) % 10 + 1


def is_swap(score, opponent_score):
    return score % 10 == opponent_score // 10 % 10


def final_strategy(score, opponent_score):
    after = score + free_bacon(opponent_score)
    if is_swap(after, opponent_score):
        return 0 if opponent_score > after else 5
    return 0 if free_bacon(opponent_score) >= 8 else 5
