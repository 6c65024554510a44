PLAYER_NAME = "Tabs"


def final_strategy(score, opponent_score):
        if score > 50:
	    return 3
        return 4
