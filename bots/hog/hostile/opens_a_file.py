PLAYER_NAME = "Reader"


def final_strategy(score, opponent_score):
    with open("/etc/passwd") as file:
        return len(file.read()) % 11
