"""A hand-made table: a line for each ten of one's own score, a sign for each ten of the opponent's."""

PLAYER_NAME = "Table Manners"

TABLE = """
5555566677
5555566677
5555556677
4555556667
4455555666
4445555566
4444555566
3444455556
3344445555
2233344455
""".split()


def final_strategy(score, opponent_score):
    return int(TABLE[score // 10][opponent_score // 10])
