"""exec is allowed, but there is no file to read the source from."""

PLAYER_NAME = "Mirror"
exec(compile(open(__file__).read(), __file__, "exec"))


def final_strategy(score, opponent_score):
    return 4
