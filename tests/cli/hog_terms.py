#!/usr/bin/env python3
"""Terms of Hog beyond the fast kernels: no dice that may score no points, dice that depend on the scores, and a
memory that receives the points. Each is also computed here: values of every position by iteration, one sum of
scores after the other."""

import collections
import itertools
import unittest

from program import alea, answer_of, json_of, main, result_of, write

NEVER = 0.5  # the value of a game that never ends
ROUNDS = 100  # of iteration within a sum; those who roll at random leave a ring with each turn


class Term:
    """The defaults are Pig Out with dice of six sides, and a point for no dice."""
    goal, dice, memory = 15, 3, 1

    def sides(self, own, other): return 6
    def score(self, total, own, other): return total
    def bacon(self, own, other): return 1
    def after(self, own, other): return own, other
    def again(self, own, other): return False
    def next(self, memory, n, extra, points): return 0, extra
    def bonus(self, memory, n): return 0

    def __init__(self):
        self.odds = {}

    def rolls(self, own, other, n):
        """The points of n dice, and their chances."""
        key = self.sides(own, other), own, other, n
        if key not in self.odds:
            found = collections.Counter()
            for faces in itertools.product(range(1, key[0] + 1), repeat=n):
                found[1 if 1 in faces else self.score(sum(faces), own, other)] += 1 / key[0] ** n
            self.odds[key] = list(found.items())
        return self.odds[key]

    def turn(self, own, other, memory, n):
        """The chance to have won, to have lost, and the positions that follow: again, own, other, memory."""
        found = [(self.bacon(own, other), 1.0)] if n == 0 else self.rolls(own, other, n)
        for points, chance in found:
            a, b = self.after(own + points + self.bonus(memory, n), other)
            if max(a, b) >= self.goal:
                yield chance, float(a > b), None
            else:
                then, again = self.next(memory, n, self.again(a, b), points)
                yield chance, 0.0, (again, a, b, then)

    def values(self, first, second, never=NEVER):
        """{(seat, own, other, memory): the chance that seat 0 wins}. A player is a function of own, other and memory that
        returns a number of dice, or "best", or "random"."""
        players, value = (first, second), {}
        for total in range(2 * self.goal - 2, -1, -1):
            here = [(seat, own, total - own, memory) for seat in (0, 1) for own in range(self.goal)
                    if 0 <= total - own < self.goal for memory in range(self.memory)]
            value.update((position, never) for position in here)
            turns = {position: [list(self.turn(*position[1:], n)) for n in range(self.dice + 1)] for position in here}
            for _ in range(ROUNDS if any(self.bacon(own, other) == 0 for _, own, other, _ in here) else 1):
                value.update({position: self.choose(position, turns[position], players, value) for position in here})
        return value

    def choose(self, position, turns, players, value):
        seat, own, other, memory = position

        def worth(n):
            total = 0.0
            for chance, won, then in turns[n]:
                if then is None:
                    total += chance * (won if seat == 0 else 1 - won)
                else:
                    again, a, b, m = then
                    total += chance * (value[seat, a, b, m] if again else value[1 - seat, b, a, m])
            return total
        player = players[seat]
        if player == "best":
            return (min if seat else max)(map(worth, range(self.dice + 1)))
        if player == "random":
            return sum(map(worth, range(self.dice + 1))) / (self.dice + 1)
        return worth(player(own, other, memory))

    def starts(self, first, second, never=NEVER):
        """The chance that the first one wins when it moves first, and when it moves second."""
        value = self.values(first, second, never)
        return value[0, 0, 0, 0], value[1, 0, 0, 0]


def rule_file(name, fields):
    write(f"{name}.lua", f"""return {{ name = "{name}", family = "hog", title = "{name}", text = "Rules.",
  rules = function() return {{ players = 2, {fields} }} end }}
""")
    return f"{name}.lua"


SUM = """function(faces)
      local sum = 0
      for _, face in ipairs(faces) do sum = sum + face end
      return faces[1] == 1 and 1 or sum
    end"""


class Hefty(Term):
    """No dice bring nothing here and there; swaps keep the sum too."""
    def bacon(self, own, other): return own * other % 5
    def after(self, own, other): return (other, own) if own % 7 == other % 5 else (own, other)

    FILE = rule_file, "hefty", f"""dice = 3, sides = 6, goal = 15, roll = {SUM},
    bacon = function(own, opponent) return own * opponent % 5 end,
    after = function(own, opponent)
      if own % 7 == opponent % 5 then return opponent, own end
      return own, opponent
    end"""


class Waiting(Term):
    """A memory that changes in a cycle while nobody scores, extra turns, and a bonus that a player may wait for."""
    goal, dice, memory = 10, 2, 3
    def bacon(self, own, other): return 0 if own < 6 else 2
    def next(self, memory, n, extra, points): return (memory + 1) % 3, extra or (n == 0 and memory == 1)
    def bonus(self, memory, n): return 3 if memory == 2 and n == 1 else 0

    FILE = rule_file, "waiting", f"""dice = 2, sides = 6, goal = 10, memory = 3, roll = {SUM},
    bacon = function(own) return own < 6 and 0 or 2 end,
    next = function(memory, n, extra) return (memory + 1) % 3, extra or (n == 0 and memory == 1) end,
    bonus = function(memory, n) return memory == 2 and n == 1 and 3 or 0 end"""


class Wild(Term):
    """Hog Wild: dice of four sides where the sum of the scores is a multiple of 7."""
    def sides(self, own, other): return 4 if (own + other) % 7 == 0 else 6

    FILE = rule_file, "wild", f"""dice = 3, goal = 15, roll = {SUM},
    sides = function(own, opponent) return (own + opponent) % 7 == 0 and 4 or 6 end,
    bacon = function() return 1 end"""


class Behind(Term):
    """Who is behind scores double."""
    goal, dice = 12, 2
    def score(self, total, own, other): return total * 2 if own < other else total

    FILE = rule_file, "behind", """dice = 2, sides = 6, goal = 12, bacon = function() return 1 end,
    roll = function(faces, own, opponent)
      local sum = faces[1] + (faces[2] or 0)
      return faces[1] == 1 and 1 or own < opponent and 2 * sum or sum
    end"""


class Feral(Term):
    """A number of dice that differs by 2 from the points of the mover's last turn scores 3 more. The memory is both
    players' last points, at most 4 of them, the mover's first."""
    goal, dice, memory = 12, 2, 25
    def bacon(self, own, other): return 1 + other % 4
    def next(self, memory, n, extra, points): return memory // 5 + 5 * min(points, 4), extra
    def bonus(self, memory, n): return 3 if abs(memory % 5 - n) == 2 else 0

    FILE = rule_file, "feral", f"""dice = 2, sides = 6, goal = 12, memory = 25, roll = {SUM},
    bacon = function(own, opponent) return 1 + opponent % 4 end,
    next = function(memory, n, extra, points) return memory // 5 + 5 * math.min(points, 4) end,
    bonus = function(memory, n) return math.abs(memory % 5 - n) == 2 and 3 or 0 end"""


TERMS = (Hefty, Waiting, Wild, Behind, Feral)


def made(term):
    make, *arguments = term.FILE
    return term(), make(*arguments)


def always(n):
    return lambda own, other, memory: n


def mixed(own, other, memory):
    return (own + 2 * other) % 3


def write_mixed(term):
    return write("mixed.csv", "".join(",".join(str(mixed(own, other, 0)) for other in range(term.goal)) + "\n"
                                      for own in range(term.goal)))


class Terms(unittest.TestCase):
    PAIRS = (("always(0)", "always(0)"), ("table:mixed.csv", "always(0)"), ("always(2)", "table:mixed.csv"),
             ("random", "always(0)"))

    def assert_within(self, interval, wanted, what):
        self.assertLess(interval["upper"] - interval["lower"], 1e-10, what)
        self.assertLess(interval["lower"] - 1e-12, wanted, what)
        self.assertGreater(interval["upper"] + 1e-12, wanted, what)

    def test_best_play_is_as_by_iteration_and_proved(self):
        for kind in TERMS:
            term, file = made(kind)
            found = json_of("solve", file, "--out", "table.h5")
            self.assert_within(found, term.starts("best", "best")[0], file)
            self.assertIn("the proof holds", answer_of("verify", "table.h5"))

    def test_pairs_are_as_by_iteration(self):
        for kind in TERMS:
            term, file = made(kind)
            write_mixed(term)
            players = {"always(0)": always(0), "always(2)": always(2), "table:mixed.csv": mixed, "random": "random"}
            for a, b in self.PAIRS:
                first, second = players[a], players[b]
                found = json_of("eval", file, a, b)
                least, most = (term.starts(first, second, never) for never in (0.0, 1.0))
                for seat, wins, at_most in zip(("first", "second"), least, most):
                    what = file, a, b, seat
                    self.assert_within(found[seat]["win"], wins, what)
                    self.assert_within(found[seat]["loss"], 1 - at_most, what)
                    self.assert_within(found[seat]["never"], at_most - wins, what)
                    self.assertEqual(found[seat]["turns"] is None, at_most - wins > 1e-9, what)

    def test_best_responses_are_as_by_iteration_and_proved(self):
        for kind in TERMS:
            term, file = made(kind)
            write_mixed(term)
            for bot, player in ("table:mixed.csv", mixed), ("random", "random"):
                found = json_of("best", file, bot, "--out", "reply.h5")
                for seat, wanted in zip(("first", "second"), term.starts("best", player)):
                    self.assert_within(found[seat], wanted, (file, bot, seat))
                self.assertIn("the proof holds", answer_of("verify", "reply.h5"))

    def test_games_are_won_as_often_as_they_should(self):
        for kind in TERMS:
            term, file = made(kind)
            write_mixed(term)
            for a, first in (("always(2)", always(2)),):
                wanted = sum(term.starts(first, mixed, 0.0)) / 2
                found = result_of(file, a, "table:mixed.csv", "--games", "40000")["standings"][0]
                self.assertLess(abs(found["win_rate"] - wanted), 4.5 * found["win_rate_se"], (file, a))

    def test_two_who_never_score_are_stopped(self):
        term, file = made(Waiting)
        found = result_of(file, "always(0)", "always(0)", "--games", "10")
        self.assertEqual(found["unfinished"], 10)
        self.assertEqual([one["wins"] for one in found["standings"]], [0, 0])
        self.assert_within(json_of("eval", file, "always(0)", "always(0)")["mean"]["never"], 1, file)

    def test_who_loses_by_rolling_waits_for_ever(self):
        """Dice win for the opponent, so both wait: a half each."""
        file = rule_file("zugzwang", f"""dice = 1, sides = 6, goal = 1, roll = {SUM}, bacon = function() return 0 end,
    after = function(own, opponent) return opponent, own end""")
        self.assert_within(json_of("solve", file, "--out", "z.h5"), 0.5, file)
        self.assertIn("the proof holds", answer_of("verify", "z.h5"))
        self.assert_within(json_of("eval", file, "optimal", "optimal")["mean"]["never"], 1, file)

    def test_the_optimal_bot_gets_what_best_play_is_worth(self):
        for kind in TERMS:
            term, file = made(kind)
            wanted = term.starts("best", "best")
            found = json_of("eval", file, "optimal", "optimal")
            for seat, value in zip(("first", "second"), wanted):
                half = found[seat]["never"]["lower"] / 2
                self.assertAlmostEqual(found[seat]["win"]["lower"] + half, value, 10, (file, seat))

    def test_a_contest_counts_half_for_games_that_never_end(self):
        term, file = made(Waiting)
        for name, late in ("never", 0), ("late", 1), ("rolls", 2):  # `late` would roll only in positions that no game reaches
            rows = [",".join(str(2 if late == 2 else late if own > 5 else 0) for _ in range(term.goal))
                    for own in range(term.goal)]
            write(f"{name}.csv", "\n".join(rows) + "\n")
        found = json_of("contest", file, "never.csv", "late.csv", "rolls.csv")
        place = {entry["name"]: number for number, entry in enumerate(found["entries"])}
        self.assertEqual(found["rates"][place["never"]][place["late"]], 0.5)
        self.assertEqual(found["rates"][place["rolls"]][place["never"]],
                         1 - found["rates"][place["never"]][place["rolls"]])
        wanted = sum(term.starts(always(2), always(0))) / 2
        self.assertAlmostEqual(found["rates"][place["rolls"]][place["never"]], wanted, 10)

    def test_sets_say_the_same_as_scores(self):
        """Once by the scores, once by the numbers that `set` gives them: the same games and the same numbers."""
        term, file = made(Behind)
        sets = rule_file("sets", """dice = 2, goal = 12, bacon = function() return 1 end,
    set = function(own, opponent) return own < opponent and 2 or 1 end, sides = function(set) return 6 end,
    roll = function(faces, set)
      return faces[1] == 1 and 1 or set * (faces[1] + (faces[2] or 0))
    end""")
        self.assertEqual(*(json_of("solve", path)["lower"] for path in (file, sets)))
        for path in file, sets:
            found = result_of(path, "random", "always(2)", "--games", "5000", "--seed", "3")
            self.assertEqual(found["standings"][0]["wins"], result_of(file, "random", "always(2)", "--games", "5000",
                                                                      "--seed", "3")["standings"][0]["wins"])

    def test_plain_loops_and_kernels_agree(self):
        """A current term with a `next` that receives the points and ignores them: the plain loops must find the
        kernels' values, which other tests compare with recursion."""
        fields = f"""dice = 10, sides = 6, goal = 50, memory = 8, roll = {SUM},
    bacon = function(own, opponent) return 1 + opponent // 10 * (opponent %% 10) %% 10 end,
    bonus = function(memory, n) return memory == n and 3 or 0 end,
    next = function(memory, n, extra%s) return (memory + 1) %% 8 end"""
        quick, plain = rule_file("quick", fields % ""), rule_file("plain", fields % ", points")
        for command in ("solve",), ("eval", "always(4)", "bacon(3,5)"), ("best", "always(6)"):
            a, b = (json_of(command[0], file, *command[1:]) for file in (quick, plain))
            for seat in ("second",) if command[0] == "solve" else ("first", "second"):
                self.assertLess(abs(a[seat]["lower"] - b[seat]["lower"]), 1e-11, (command, seat))

    def test_what_is_refused_names_the_remedy(self):
        for fields, words in (
                (f"""dice = 10, sides = 6, goal = 100, bacon = function() return 1 end,
    roll = function(faces, own, opponent) return 1 end""", "set(own, opponent)"),
                (f"""dice = 2, sides = function() return 1 end, goal = 9, roll = {SUM}, bacon = function() return 1 end""",
                 "sides(0, 0) returned 1"),
                (f"""dice = 2, sides = 6, goal = 9, roll = {SUM}, bacon = function() return -1 end""",
                 "bacon(0, 0) returned -1"),
                (f"""dice = 2, sides = 6, goal = 9, roll = function(faces, own, opponent) return own - opponent end,
    bacon = function() return 1 end""", "roll({1}, 0, 0) returned 0"),
                (f"""dice = 2, sides = 6, goal = 9, roll = {SUM}, bacon = function() return 1 end,
    set = function(own) return own end""", "set(0, 0) returned 0")):
            self.assertIn(words, alea("games", rule_file("wrong", fields)).err)
        term, file = made(Hefty)
        answer = alea("best", file, "always(2)", "--scores-only", "--out", "t.csv")
        self.assertNotEqual(answer.status, 0)
        self.assertIn("no point", answer.err)


main()
