"""A second opinion on exact values: a game as a graph whose values are found by value iteration in whole numbers.

Nothing here is alea's, neither its solver nor its referee: a test that wants to know what a game is worth tells the rules again.
Values are seat 0's, in units of 2^-PLACES."""

from fractions import Fraction

PLACES = 160
ONE = 1 << PLACES
ROOM = ONE >> 90  # what value iteration may still be wrong by; bounds are never nearer to a value than 2^-80, or equal to it


class TooLarge(Exception):
    pass


class Graph:
    """Positions, numbered in the order of discovery. A position is ("end", value), or "max", "min" or "mean" with a
    list of edges (weight, to, cost); a cost is added to the value of the edge's target, and weights count in a
    mean."""

    def __init__(self, start, expand, most=1000):
        self.number, self.nodes = {start: 0}, []
        keys = [start]
        for key in keys:  # grows while it is walked
            kind, edges = expand(key)
            if kind != "end":
                for _, to, _ in edges:
                    if to not in self.number:
                        self.number[to] = len(keys)
                        keys.append(to)
                edges = [(weight, self.number[to], cost) for weight, to, cost in edges if weight]
            self.nodes.append((kind, edges))
            if len(keys) > most:
                raise TooLarge

    def _step(self, i, values):
        kind, edges = self.nodes[i]
        if kind == "end":
            return int(edges * ONE)
        if kind == "mean":
            return sum(weight * (values[to] + cost * ONE) for weight, to, cost in edges) // sum(e[0] for e in edges)
        return (max if kind == "max" else min)(values[to] + cost * ONE for _, to, cost in edges)

    def value(self, steps=100000):
        """The value of the start; None if that takes more steps."""
        values = [0] * len(self.nodes)
        for _ in range(steps // len(self.nodes)):
            changed = 0
            for i in reversed(range(len(self.nodes))):
                new = self._step(i, values)
                changed = max(changed, abs(new - values[i]))
                values[i] = new
            if changed < ONE >> 110:
                return values[0]
        return None


def contains(interval, value):
    """Whether the bounds of alea's JSON contain a value of Graph; null is infinity."""
    lower, upper = interval["lower"], interval["upper"]
    return ((lower is None or Fraction(lower) * ONE <= value + ROOM)
            and (upper is None or Fraction(upper) * ONE >= value - ROOM))
