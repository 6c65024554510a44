PLAYER_NAME = "Writer"

with open("hog-was-here.txt", "w") as file:
    file.write("everybody else lost\n")


def final_strategy(score, opponent_score):
    return 4
