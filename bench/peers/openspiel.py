"""What OpenSpiel offers for Pig, timed: value iteration, and games between two bots. tools/peers runs it in OpenSpiel's venv.

    openspiel.py solve GOAL        its value iteration until no value changes by more than 1e-10
    openspiel.py games GAMES SEED  its referee in C++ between two bots in Python, hold(20) and hold(25), each first in half

Prints {"seconds": processor time, "value": the first player's chance to win, "games": how many}, on one line.
"""

import json
import sys
import time

import pyspiel
from open_spiel.python.algorithms import value_iteration

ROLL, STOP = 0, 1
HORIZON = 100000  # moves: no game gets there


class Hold(pyspiel.Bot):
    """Holds at `hold_at`, or as soon as that wins."""

    def __init__(self, seat, hold_at):
        pyspiel.Bot.__init__(self)
        self.seat, self.hold_at = seat, hold_at

    def step(self, state):
        scores, turn = str(state).split("\n")[0].split(", ")
        own, turn = int(scores.split()[1 + self.seat]), int(turn.split()[-1])
        return STOP if turn >= self.hold_at or own + turn >= 100 else ROLL

    def restart_at(self, state):
        pass


def solve(goal):
    game = pyspiel.load_game(f"pig(winscore={goal},horizon={HORIZON})")
    before = time.process_time()
    values = value_iteration.value_iteration(game, -1, 1e-10, cyclic_game=True)
    seconds = time.process_time() - before
    return {"seconds": seconds, "value": (1 + values[str(game.new_initial_state())]) / 2}


def play(games, seed):
    game = pyspiel.load_game(f"pig(horizon={HORIZON})")
    wins = 0
    before = time.process_time()
    for number in range(games):
        first = number % 2
        bots = [Hold(0, 20), Hold(1, 25)] if first == 0 else [Hold(0, 25), Hold(1, 20)]
        wins += pyspiel.evaluate_bots(game.new_initial_state(), bots, seed + number)[first] > 0
    return {"seconds": time.process_time() - before, "value": wins / games, "games": games}


if __name__ == "__main__":
    job, *numbers = sys.argv[1:]
    print(json.dumps({"solve": solve, "games": play}[job](*map(int, numbers))))
