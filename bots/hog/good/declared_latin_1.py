# -*- coding: latin-1 -*-
"""Declared, so that Python reads it."""

PLAYER_NAME = "Jürgen"


def final_strategy(score, opponent_score):
    return 4 + (score < opponent_score)
