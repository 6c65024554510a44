import socket

PLAYER_NAME = "Phone Home"


def final_strategy(score, opponent_score):
    with socket.create_connection(("127.0.0.1", 80), timeout=1) as connection:
        return connection.recv(1)[0] % 11
