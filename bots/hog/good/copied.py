"""The same table as always_six.py: two entries that tie, and meet everybody else alike."""

PLAYER_NAME = "Sixes"

final_strategy = lambda score, opponent_score: 6
