PLAYER_NAME = "Four"
final_strategy = 4
