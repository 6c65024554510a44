"""Ten dice pig out five times in six: one point for sure, nearly. That is worth having when it swaps."""

PLAYER_NAME = "Ten Dice, One Point"


def final_strategy(score, opponent_score):
    bacon = opponent_score // 10 * (opponent_score % 10) % 10 + 1
    one_more = score + 1
    if opponent_score > one_more + 8 and one_more % 10 == opponent_score // 10:
        return 10
    after = score + bacon
    if after % 10 == opponent_score // 10:
        return 0 if opponent_score > after else 4
    return 0 if bacon >= 7 else 5
