import subprocess

PLAYER_NAME = "Child"


def final_strategy(score, opponent_score):
    return int(subprocess.run(["sh", "-c", "echo 4"], capture_output=True).stdout)
