"""Its function has other names for the scores, and a default; a subclass of str is a name too."""


class Name(str):
    pass


PLAYER_NAME = Name("Other Words")


def final_strategy(mine, yours, usual=5):
    return usual - (mine > 90) - (mine > yours)
