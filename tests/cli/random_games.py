#!/usr/bin/env python3
"""Random games of race, Hog and graph: the bounds that `solve`, `eval` and `best` print contain the values that
value_iteration.py finds, and `verify` accepts every table. Each game is defined twice, as a rule file and as a
graph in Python; ALEA_SOAK for more."""

import collections
import dataclasses
import itertools
import random
import unittest

from program import SANITIZED, SOAK, alea, json_of, main, write
from value_iteration import ONE, Graph, TooLarge, contains

GAMES = 2000 if SOAK else 5 if SANITIZED else 20
ADD, BUST, WIPE = "add", "bust", "wipe"


# ---- race ---------------------------------------------------------------------------------------------------------------------


@dataclasses.dataclass
class Race:
    """Two players, a bank or a chase with over_goal = "hold", so that scores are bounded; effects[memory][die - 1]."""

    ending: str
    goal: int
    effects: list  # (kind, points, forced, memory)
    landing: list  # by score: add, bust or wipe
    price: list = None  # by score: dollars a point

    @classmethod
    def random(cls, dice):
        goal, memories = dice.randint(1, 5), dice.choice([1, 1, 2])
        effects = [[cls._effect(dice, memories) for _ in range(dice.randint(2, 4))] for _ in range(memories)]
        sides = min(map(len, effects))
        effects = [[(dice.choice([BUST, BUST, WIPE]), 0, False, 0)] + row[:sides - 1] for row in effects]
        landing = [ADD] + [dice.choice([ADD] * 5 + [BUST, WIPE]) for _ in range(goal)]
        price = [dice.choice([0, 1, 2, 50, 1000]) for _ in range(goal + 1)] if dice.random() < 0.3 else None
        return cls(dice.choice(["bank", "chase"]), goal, effects, landing, price)

    @staticmethod
    def _effect(dice, memories):
        if dice.random() < 0.3:
            return dice.choice([BUST, WIPE]), 0, False, 0
        return ADD, dice.randint(1, 3), dice.random() < 0.2, dice.randrange(memories)

    def lua(self):
        def words(effect):
            kind, points, forced, memory = effect
            return f"add({points}, {{ forced = {str(forced).lower()}, memory = {memory} }})" if kind == ADD else f"{kind}()"

        rows = ", ".join("{" + ", ".join(f"function() return {words(e)} end" for e in row) + "}" for row in self.effects)
        landings = ", ".join(f'"{kind}"' for kind in self.landing)
        money = ("payoff = { money = { per_point = function(s) return ({" + ", ".join(map(str, self.price)) + "})[s + 1] end } },"
                 if self.price else "")
        return f"""local effects, landings = {{ {rows} }}, {{ {landings} }}
return {{ name = "mine", title = "Mine", family = "race", text = "A game.", rules = function(p) return {{
  players = 2, dice = 1, sides = {len(self.effects[0])}, goal = {self.goal}, ending = "{self.ending}", over_goal = "hold", {money}
  roll = function(a, memory) return effects[memory + 1][a]() end,
  landing = function(s)
    local kind = landings[s + 1]
    if kind ~= "add" then return kind == "bust" and bust() or wipe() end
  end }} end }}
"""

    objectives = property(lambda self: ["win", "money"] if self.price else ["win"])

    def bots(self, dice):
        return [(f"hold({n})", self.holds(n)) for n in (dice.randint(1, self.goal + 2), dice.randint(1, self.goal))]

    def holds(self, n):
        enough = self.goal + (self.ending == "chase")
        return lambda own, other, total, led: total >= (other + 1 if led else min(own + n, enough))

    def graph(self, objective, policies, first):
        return Graph(("turn", 0, 0, first, False), lambda key: getattr(self, "_" + key[0])(objective, policies, *key[1:]))

    def _end(self, objective, policies, winner, winners, losers):
        if objective == "win":
            return "end", winner == 0
        dollars = self.price[min(losers, self.goal)] * (winners - losers)
        return "end", dollars if winner == 0 else -dollars

    def _turn(self, objective, policies, own, other, seat, led):
        return "mean", [(1, ("roll", own, other, own, 0, seat, led), 0)]

    def _over(self, own, other, seat, led):
        """The value after a turn that leaves the mover with `own` banked."""
        if self.ending == "bank" and own >= self.goal:
            return "end", seat, own, other
        leads = self.ending == "chase" and own > (other if led else self.goal)
        return ("end", 1 - seat, other, own) if led and not leads else ("turn", other, own, 1 - seat, leads)

    def _roll(self, objective, policies, own, other, total, memory, seat, led):
        edges = []
        for kind, points, forced, after in self.effects[memory]:
            now = total + points
            kind = self.landing[now] if kind == ADD and now <= self.goal else kind
            if kind != ADD:
                to = self._over(own if kind == BUST else 0, other, seat, led)
            elif now >= self.goal + (self.ending == "chase"):  # the turn ends by itself
                to = self._over(now, other, seat, led)
            else:
                to = ("roll" if forced else "choice", own, other, now, after, seat, led)
            edges.append((1, to, 0))
        return "mean", edges

    def _choice(self, objective, policies, own, other, total, memory, seat, led):
        hold = 1, self._over(total, other, seat, led), 0
        roll = 1, ("roll", own, other, total, memory, seat, led), 0
        if policies[seat] is None:
            return ("max", "min")[seat], [hold, roll]
        return "mean", [hold if policies[seat](own, other, total, led) else roll]


# ---- Hog ----------------------------------------------------------------------------------------------------------------------


@dataclasses.dataclass
class Hog:
    """Two dice at most; `swap`: 0, or how often scores are swapped; a memory of three values."""

    sides: int
    goal: int
    points: dict  # by faces, ascending
    swap: int
    following: list  # by memory and number of dice: the next memory, and whether there is an extra turn

    @classmethod
    def random(cls, dice):
        sides = dice.choice([2, 3, 6])
        faces = [c for n in (1, 2) for c in itertools.combinations_with_replacement(range(1, sides + 1), n)]
        return cls(sides, dice.randint(1, 9), {c: dice.randint(1, 4) for c in faces}, dice.choice([0, 2, 3]),
                   [[(dice.randrange(3), dice.random() < 0.3) for _ in range(3)] for _ in range(3)])

    objectives = ["win"]

    def lua(self):
        points = ", ".join(f'["{"-".join(map(str, c))}"] = {n}' for c, n in self.points.items())
        rows = ", ".join("{" + ", ".join(f"{{ {m}, {str(extra).lower()} }}" for m, extra in row) + "}" for row in self.following)
        swap = (f"after = function(own, other) if (own + 2 * other) % {self.swap} == 0 then return other, own end "
                "return own, other end," if self.swap else "")
        return f"""local points, following = {{ {points} }}, {{ {rows} }}
return {{ name = "mine", title = "Mine", family = "hog", text = "A game.", rules = function(p) return {{
  players = 2, dice = 2, sides = {self.sides}, goal = {self.goal}, memory = 3, {swap}
  roll = function(faces) return points[table.concat(faces, "-")] end,
  bacon = function(own, other) return 1 + other % 3 end,
  next = function(memory, n) local to = following[memory + 1][n + 1] return to[1], to[2] end,
  bonus = function(memory, n) return memory == n and 1 or 0 end }} end }}
"""

    def bots(self, dice):
        n, margin = dice.randrange(3), dice.randint(1, 3)
        return [(f"always({n})", lambda own, other: n),
                (f"bacon({margin},1)", lambda own, other: 0 if 1 + other % 3 >= margin else 1)]

    def graph(self, objective, policies, first):
        return Graph(("choice", 0, 0, 0, first), lambda key: getattr(self, "_" + key[0])(policies, *key[1:]))

    def _end(self, policies, winner):
        return "end", winner == 0

    def _choice(self, policies, own, other, memory, seat):
        moves = [(1, ("roll", own, other, memory, seat, n), 0) for n in range(3)]
        if policies[seat] is None:
            return ("max", "min")[seat], moves
        return "mean", [moves[policies[seat](own, other)]]

    def _roll(self, policies, own, other, memory, seat, n):
        rolls = [tuple(sorted(c)) for c in itertools.product(range(1, self.sides + 1), repeat=n)]
        counts = collections.Counter(self.points[c] if c else 1 + other % 3 for c in rolls)
        return "mean", [(weight, self._after(own + p + (memory == n), other, memory, seat, n), 0) for p, weight in counts.items()]

    def _after(self, own, other, memory, seat, n):
        if self.swap and (own + 2 * other) % self.swap == 0:
            own, other = other, own
        if max(own, other) >= self.goal:
            return "end", seat if own > other else 1 - seat
        memory, extra = self.following[memory][n]
        return ("choice", own, other, memory, seat) if extra else ("choice", other, own, memory, 1 - seat)


# ---- graph --------------------------------------------------------------------------------------------------------------------


@dataclasses.dataclass
class States:
    """Numbered states: ("end", win, money), ("moves", targets) or ("chances", targets, weights); a target is (state, passes)."""

    states: list

    @classmethod
    def random(cls, dice):
        count = dice.randint(3, 12)

        def target(i):
            onward = dice.random() < 0.7
            return dice.randint(i + 1, count - 1) if onward else dice.randrange(count), dice.random() < 0.5

        states = []
        for i in range(count):
            kind = "end" if i == count - 1 else dice.choice(["moves", "chances"] + ["end"] * (i > 0))
            targets = [target(i) for _ in range(dice.randint(1, 4))] if kind != "end" else None
            weights = [dice.choice([1, 3, 1000]) for _ in targets or ()]
            end = dice.random() < 0.5, dice.choice([0, 1, -7, 10 ** 9])
            states.append((kind, *end) if kind == "end" else (kind, targets, weights))
        return cls(states)

    objectives = ["win", "money"]

    def lua(self):
        def words(state):
            if state[0] == "end":
                return f"{{ pay = {{ win = {str(state[1]).lower()}, money = {state[2]} }} }}"
            targets = ", ".join(f"{{ {to}, {str(passes).lower()} }}" for to, passes in state[1])
            return f'{{ kind = "{state[0]}", to = {{ {targets} }}, weights = {{ {", ".join(map(str, state[2]))} }} }}'

        return f"""local states = {{ {", ".join(map(words, self.states))} }}
local function successors(s)
  local list, names = {{}}, {{}}
  for i, to in ipairs(states[s + 1].to) do
    names[i] = "m" .. i
    list[i] = to[2] and pass(to[1]) or to[1]
  end
  return names, list
end
return {{ name = "mine", title = "Mine", family = "graph", text = "A game.", rules = function(p) return {{
  players = 2, start = function() return 0 end, payoff = function(s) return states[s + 1].pay end,
  moves = function(s) if states[s + 1].kind == "moves" then return successors(s) end end,
  chances = function(s)
    if states[s + 1].kind == "chances" then local _, list = successors(s) return states[s + 1].weights, list end
  end }} end }}
"""

    def bots(self, dice):
        return [("first", "first"), ("random", "random")]

    def graph(self, objective, policies, first):
        return Graph((0, first), lambda key: self._expand(objective, policies, *key))

    def _expand(self, objective, policies, i, seat):
        kind, *state = self.states[i]
        if kind == "end":
            won, money = state
            return "end", won == (seat == 0) if objective == "win" else money if seat == 0 else -money
        targets, weights = state
        edges = [(1, (to, seat ^ passes), 0) for to, passes in targets]
        if kind == "chances":
            return "mean", [(weight, *edge[1:]) for weight, edge in zip(weights, edges)]
        if policies[seat] is None:
            return ("max", "min")[seat], edges
        return "mean", edges[:1] if policies[seat] == "first" else edges


# ---- comparing ----------------------------------------------------------------------------------------------------------------


class RandomGames(unittest.TestCase):
    compared = 0

    def compare(self, game, objective, policies, found, what):
        """`found`: alea's intervals for moving first and second."""
        for first, interval in enumerate(found):
            value = game.graph(objective, policies, first).value()
            if value is None:
                continue
            self.compared += 1
            if not contains(interval, value):
                self.fail(f"{what}, {objective}, moving {('first', 'second')[first]}: {interval}, not {value / ONE}\n{game.lua()}")

    def verified(self, game, file):
        answer = alea("verify", file)
        self.assertEqual(answer.status, 0, f"{answer}\n{game.lua()}")

    def check(self, game, dice):
        """Returns False if the game has no exact values."""
        write("mine.lua", game.lua())
        objective = dice.choice(game.objectives)
        answer = alea("solve", "mine.lua", "--for", objective, "--out", "solved.h5")
        if answer.status != 0:
            self.assertEqual(answer.status, 2, f"{answer}\n{game.lua()}")
            return False
        solved = json_of("solve", "mine.lua", "--for", objective)
        self.compare(game, objective, (None, None), (solved, solved["second"]), "solve")
        self.verified(game, "solved.h5")
        (a, plays_a), (b, plays_b) = game.bots(dice)
        pair = json_of("eval", "mine.lua", a, b, "--for", objective)
        self.compare(game, objective, (plays_a, plays_b), (pair["first"], pair["second"]), f"eval {a} {b}")
        best = json_of("best", "mine.lua", b, "--for", objective, "--out", "best.h5")
        self.compare(game, objective, (None, plays_b), (best["first"], best["second"]), f"best {b}")
        self.verified(game, "best.h5")
        return True

    def check_many(self, kind):
        for seed in range(GAMES):
            dice = random.Random(f"{kind.__name__} {seed}")
            try:
                self.check(kind.random(dice), dice)
            except TooLarge:
                pass
        self.assertGreater(self.compared, 2 * GAMES)

    def test_race(self):
        self.check_many(Race)

    def test_hog(self):
        self.check_many(Hog)

    def test_graph(self):
        self.check_many(States)

    def test_a_landing_on_the_goal_of_a_bank_loses_the_turn(self):
        dice = random.Random(1)
        add = [(BUST, 0, False, 0), (ADD, 1, False, 0), (ADD, 2, False, 0)]
        for lost in (BUST, WIPE):
            self.assertTrue(self.check(Race("bank", 2, [add], [ADD, ADD, lost]), dice))

    def test_two_players_to_a_goal_of_one(self):
        row = [(BUST, 0, False, 0), (WIPE, 0, False, 0), (ADD, 1, False, 0)]
        self.assertTrue(self.check(Race("bank", 1, [row], [ADD, ADD]), random.Random(1)))

    def test_no_one_may_hold_with_memory_0(self):
        """Then nothing is the first total to hold at, and looking for it ends."""
        write("forced.lua", """return { name = "forced", title = "Forced", family = "race", text = "A game.", rules = function(p) return {
  players = 2, dice = 1, sides = 4, goal = 5,
  roll = function(a, memory)
    if a == 1 then return bust() end
    return memory == 1 and a == 2 and add(1, { forced = true }) or add(1, { memory = 1 })
  end }
end }
""")
        self.assertIsNone(json_of("solve", "forced.lua")["first_hold"])

    def test_a_bank_for_much_money(self):
        """Totals above those that the checker follows are likely enough to count; 173/53 is from a graph up to a
        total of 240, solved in fractions."""
        write("money.lua", """return { name = "money", title = "Money", family = "race", text = "A game.", rules = function(p) return {
  players = 2, dice = 1, sides = 6, goal = 3,
  payoff = { money = { per_point = function(s) return ({ 5, 1, 2, 450 })[s + 1] end } },
  landing = function(s) if s == 1 then return bust() end end,
  roll = function(a)
    if a < 3 then return bust() elseif a == 3 then return wipe() end
    return a == 5 and add(1) or add(4, { forced = a == 4 })
  end }
end }
""")
        self.assertTrue(contains(json_of("solve", "money.lua", "--for", "money", "--out", "money.h5"), 173 * ONE // 53))
        self.assertTrue(json_of("verify", "money.h5")["holds"])

    def test_ends_that_all_pay_nothing(self):
        """The checker's numbers do not get finer there than elsewhere, and neither must the bounds."""
        write("nothing.lua", """return { name = "nothing", title = "Nothing", family = "graph", text = "A game.", rules = function(p) return {
  players = 1, start = function() return 0 end, moves = function() end,
  payoff = function() return { win = false } end,
  chances = function(s)
    if s == 0 then return { 3, 1, 1 }, { 3, 3, 2 } end
    if s == 1 then return { 1, 1000, 1000 }, { 3, 2, 0 } end
    if s == 2 then return { 166666666, 166666666, 1, 1, 29220844, 1 }, { 2, 3, 3, 2, 2, 1 } end
  end }
end }
""")
        self.assertEqual(json_of("solve", "nothing.lua", "--out", "nothing.h5")["lower"], 0)
        self.assertTrue(json_of("verify", "nothing.h5")["holds"])


if __name__ == "__main__":
    main()
