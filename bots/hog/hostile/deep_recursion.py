"""Lifts the limit first, to overflow the stack below."""

import sys

PLAYER_NAME = "Marianas"
sys.setrecursionlimit(10**9)


def final_strategy(score, opponent_score):
    return final_strategy(score, opponent_score) if score >= 0 else 4
