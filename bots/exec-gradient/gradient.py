"""Learns games of two players in which one rolls or holds, by a policy gradient (REINFORCE, Williams 1992).

It rolls with a probability that depends on five features of the position. After each game every decision becomes more
likely if the game was won and less likely if it was lost. It needs nothing but Python:

    alea learn 'pig(goal=40)' "exec:python3 gradient.py" --against 'hold(20)' --games 8000
"""
import json
import math
import random
import sys

RATE = 0.05  # how far one game moves the weights


def features(view):
    """Of a position, each about 1: the turn's points, what this turn and both players have of the goal, and whether holding wins."""
    goal = view["goal"]
    return [1.0, 5 * view["turn"] / goal, view["own"] / goal, view["others"][0] / goal, 10.0 if view["total"] >= goal else 0.0]


class Learner:
    def __init__(self):
        self.weights = [0.0, 0.0, 0.0, 0.0, -1.0]
        self.baseline = 0.5                         # how often it wins
        self.start(0, 0)

    def start(self, seat, seed):
        self.seat = seat
        self.gradient = [0.0] * len(self.weights)
        self.chance = random.Random(seed)

    def choose(self, view, frozen):
        """Whether to roll: what is more likely if it is frozen, otherwise by chance."""
        f = features(view)
        score = sum(w * x for w, x in zip(self.weights, f))
        probability = 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))
        if frozen:
            return probability > 0.5
        rolls = self.chance.random() < probability
        for i, x in enumerate(f):  # of the logarithm of the probability of what it does
            self.gradient[i] += (1 - probability if rolls else -probability) * x
        return rolls

    def end(self, won):
        advantage = won - self.baseline
        self.baseline += advantage / 1000
        for i, g in enumerate(self.gradient):
            self.weights[i] += RATE * advantage * g


def main():
    learner = Learner()
    for line in sys.stdin:
        message = json.loads(line)
        event, answer = message["event"], None
        if event == "match-start":
            answer = {"name": "gradient", "memory": "match", "events": ["game-start", "game-end"], "save": True}
        elif event == "game-start":
            learner.start(message["seat"], message["seed"])
        elif event == "choose":
            answer = {"move": "roll" if learner.choose(message["view"], message["frozen"]) else "hold"}
        elif event == "game-end":
            learner.end(message["winner"] == learner.seat)
        elif event == "save":
            answer = {"saved": json.dumps([learner.weights, learner.baseline])}
        elif event == "load":
            learner.weights, learner.baseline = json.loads(message["saved"])
        if answer is not None:
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
