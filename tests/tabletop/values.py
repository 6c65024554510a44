#!/usr/bin/env python3
"""Exact values of tabletop games, each found by two other programs, and results that follow by hand."""

import functools
import math
import unittest
from fractions import Fraction

from program import SOAK, SOURCE, alea, answer_of, json_of, main, write

# (game, value of the first player or of the only one): computed by two programs that share nothing with alea.
VALUES = (("farkle(goal=500)", 0.700574422156), ("pass-the-pigs", 0.533170765898152), ("big-pig", 0.535963070534034), ("progressive-pig", 0.533861387696),
          ("great-rolled-ones(ending=first)", 0.571201257088664), ("twenty-one", 0.33117586774347),
          ("shut-the-box(aim=all)", 0.09761371617043), ("shut-the-box(aim=all,dice=two)", 0.071431622305606),
          ("shut-the-box", 33.990791406782), ("shut-the-box(dice=two)", 33.842491555797),
          ("threes", 6.253978525945), ("ship-captain-crew", 4.084579617462), ("craps", 244 / 495))


def rules(body, players=1, before=""):
    return f"""{before}
return {{ name = "mine", family = "tabletop", title = "Mine", text = "A game.", rules = function()
return {{ players = {players}, {body} }} end }}"""


def solve(body, players=1, before=""):
    write("mine.lua", rules(body, players, before))
    return json_of("solve", "./mine.lua")["value"]


class Values(unittest.TestCase):
    def test_games_that_two_other_programs_solved(self):
        for game, value in VALUES:
            with self.subTest(game=game):
                found = json_of("solve", game)
                self.assertLess(found["upper"] - found["lower"], 1e-12 * max(1, value))
                self.assertAlmostEqual(found["value"], value, delta=2e-12 * max(1, value))


# (game, its value, as another program found it): too many positions for a list.
BETWEEN_TURNS = (("yahtzee", 254.587728734496), ("kniffel", 245.870774514112), ("farkle(goal=2000)", 0.575592760782))
LONG = (("yahtzee(joker=free)", 254.589609481963), ("yahtzee(bonus=false,joker=none)", 245.870774514112),
        ("farkle(four_and_pair=true,goal=2000)", 0.574988222855), ("yatzy", 248.439989377855), ("skunk", 0.518401077055734))

# (game, the values of its seats, as another program found them)
THREE = (("piglet(goal=2,players=3)", (16 / 37, 12 / 37, 9 / 37)), ("piglet(goal=3,players=3)", (64 / 169, 56 / 169, 49 / 169)),
         ("piglet(goal=10,players=3)", (0.356900788004, 0.332583566661, 0.310515645335)),
         ("pig(goal=10,players=3)", (0.633970461693, 0.259670257265, 0.106359281043)),
         ("pig(goal=20,players=3)", (0.496378401396, 0.310008580887, 0.193613017717)))
LONG_THREE = (("pig(goal=50,players=3)", (0.380617459607, 0.329982725391, 0.289399815001)),)


@functools.cache
def solved(game):
    return json_of("solve", game)


class BetweenTurns(unittest.TestCase):
    def test_games_of_many_positions(self):
        for game, value in BETWEEN_TURNS + LONG * SOAK:
            with self.subTest(game=game):
                found = solved(game)
                self.assertLess(found["upper"] - found["lower"], 1e-9 if value > 1 else 1e-12)
                self.assertTrue(found["lower"] <= value + 5e-13 and value - 5e-13 <= found["upper"], found)

    def test_equilibria_of_three_players(self):
        for game, values in THREE + LONG_THREE * SOAK:
            with self.subTest(game=game):
                found = json_of("solve", game)
                self.assertLess(found["epsilon"], 1e-9)
                for seat, value in zip(found["seats"], values, strict=True):
                    self.assertLess(seat["upper"] - seat["lower"], 1e-10)
                    self.assertAlmostEqual(seat["value"], value, delta=2e-12)

    def test_answers_for_three_players_by_value_iteration(self):
        goal = 5
        value = {}  # of a turn's start: what each is worth, the mover first

        def after(scores):  # the mover's turn is over
            if scores[0] >= goal:
                return 1.0, 0.0, 0.0
            last, first, second = value.get(scores[1:] + scores[:1], (0, 0, 0))[2], *value.get(scores[1:] + scores[:1], (0, 0, 0))[:2]
            return last, first, second

        def moves(scores, turn):
            hold = after((scores[0] + turn, *scores[1:]))
            won = max(moves(scores, turn + 1).values()) if scores[0] + turn + 1 < goal else after((goal, *scores[1:]))
            return {"hold": hold, "roll": tuple((a + b) / 2 for a, b in zip(won, after(scores), strict=True))}

        starts = [(a, b, c) for a in range(goal) for b in range(goal) for c in range(goal)]
        for _ in range(400):
            for scores in starts:
                value[scores] = moves(scores, 0)["roll"]
        for scores, turn in (((0, 0, 0), 1), ((1, 2, 3), 2), ((3, 4, 4), 1), ((0, 4, 1), 4), ((2, 0, 4), 1)):
            with self.subTest(scores=scores, turn=turn):
                found = json_of("ask", f"piglet(goal={goal},players=3)", f"scores={','.join(map(str, scores))}", f"turn={turn}")
                for move in found["moves"]:
                    self.assertAlmostEqual(move["value"], moves(scores, turn)[move["move"]][0], delta=1e-10)
        # with the goal in hand, and more than it, holding wins
        for turn in (2, 7):
            found = json_of("ask", "pig(goal=20,players=3)", "scores=18,0,0", f"turn={turn}")
            self.assertEqual((found["best"], found["value"]), ("hold", 1))
        found = json_of("ask", "pig(goal=20,players=3)", "scores=0,0,0", "turn=22")
        self.assertEqual((found["best"], found["value"]), ("hold", 1))
        # the same by the engine itself: a tabletop game
        start = json_of("solve", "hog-solo(players=3,goal=10)")["seats"][0]
        self.assertEqual(json_of("ask", "hog-solo(players=3,goal=10)")["value"], start["value"])

    def test_games_of_three_by_hand(self):
        # Each turn wins with probability 1/3, else it passes; and a draw of all, in which everybody has the same share.
        write("race.lua", rules("""player = { won = flag() }, dice = 3, turn = function() return roll(1, {}) end, over = has("won"),
            moves = function(s) return done(s.dice[1] == 1 and { won = to(true) } or {}) end""", players=3))
        found = [seat["value"] for seat in json_of("solve", "./race.lua")["seats"]]
        for seat, value in zip(found, (9 / 19, 6 / 19, 4 / 19), strict=True):
            self.assertAlmostEqual(seat, value, delta=1e-12)
        write("draw.lua", rules("""player = { score = upto(6) }, turn = function() return roll(1, {}) end, rounds = 1, winner = most("score"),
            moves = function(s) return done { score = plus(s.dice[1]) } end""", players=3))
        alone = sum(Fraction(1, 6) * Fraction(n - 1, 6) ** 2 for n in range(1, 7))
        for seat in json_of("solve", "./draw.lua")["seats"]:
            self.assertAlmostEqual(seat["value"], float(alone + (1 - 3 * alone) / 3), delta=1e-12)

    def test_the_last_of_three_who_is_not_out_wins(self):
        # With q = 1 - 1 / sides, the third player wins with (1 + q²) / ((1 + q + q²) (1 + q)).
        for sides in (13, 100):
            write("out.lua", rules("""player = { out = flag() }, dice = SIDES, turn = function() return go {} end,
                moves = function(s)
                  if s.dice then return done { out = s.dice[1] == 1 and to(true) or nil } end
                  return { { done {}, when = { has("next.out"), has("next2.out") } }, { done {}, when = has("out") }, { roll(1, {}) } }
                end, over = { has("next.out"), has("next2.out") }""".replace("SIDES", str(sides)), players=3))
            found, q = json_of("solve", "./out.lua"), 1 - 1 / sides
            self.assertAlmostEqual(found["seats"][2]["value"], (1 + q * q) / ((1 + q + q * q) * (1 + q)), delta=1e-11)
            self.assertLess(found["epsilon"], 1e-11)

    def test_hog_alone_by_value_iteration(self):
        dice, goal, rolls = 10, 100, [{0: 1.0}]
        for n in range(dice):  # the points of n + 1 dice without a 1
            rolls.append({})
            for points, p in rolls[n].items():
                for face in range(2, 7):
                    rolls[n + 1][points + face] = rolls[n + 1].get(points + face, 0) + p / 6
        turns = [0.0] * (goal + 60)
        for score in range(goal - 1, -1, -1):
            turns[score] = min((1 + sum(p * turns[score + points] for points, p in roll.items())) / sum(roll.values()) for roll in rolls[1:])
        self.assertAlmostEqual(json_of("solve", "hog-solo")["value"], turns[0], delta=1e-10)

    def test_a_turn_of_three_players_without_a_move_is_refused(self):
        write("stuck.lua", rules("""player = { score = upto(3), shut = flag() }, turn = function() return roll(1, {}) end, over = at_least("score", 3),
            moves = function(s)
              if s.dice[1] < 6 then return done { score = plus(1) } end
              return { { "go", done { score = plus(1) }, when = lacks("shut") } }
            end""".replace('done { score = plus(1) }, when', 'done { score = plus(1), shut = to(true) }, when'), players=3))
        done = alea("solve", "./stuck.lua")
        self.assertEqual((done.status, done.out), (2, ""), done)
        self.assertIn("no move", done.err)

    def test_play_stops_where_nothing_is_possible(self):
        write("stuck.lua", rules("""player = { sheet = sheet { "low", "never" } }, turn = function() return roll(1, {}) end, over = lacks("sheet"),
            moves = function(s) return { { "low", done { sheet = fill("low", s.dice[1]) }, when = has("sheet", "low") } } end"""
                                 .replace('lacks("sheet")', 'lacks("sheet", { "low", "never" })')))
        for bot in ("first", "random"):
            self.assertEqual(json_of("run", "./stuck.lua", bot, "--games", "10")["unfinished"], 10)
        for words in (("solve", "./stuck.lua"), ("games", "./stuck.lua", "--check")):
            self.assertRegex(alea(*words).err, "sheet=never.* (has no move|no move is possible)")

    def test_turns_of_three_players_that_lead_back_to_themselves(self):
        # A coin is flipped until it shows heads; then a die decides: 1/6 to win, else the turn passes.
        write("again.lua", rules("""player = { won = flag() }, dice = die { { "heads", 1 }, { "tails", 3 } }, over = has("won"),
            turn = function() return go {} end, moves = function(s)
              if not s.dice then return roll(1, {}) end
              if s.dice[1] == "tails" then return go {} end
              return chance { { 1, done { won = to(true) } }, { 5, done {} } }
            end""", players=3))
        found = json_of("solve", "./again.lua")
        for seat, value in zip(found["seats"], (36 / 91, 30 / 91, 25 / 91), strict=True):
            self.assertAlmostEqual(seat["value"], value, delta=1e-11)
            self.assertTrue(seat["lower"] <= value <= seat["upper"], seat)

    def test_what_cannot_be_solved_for_three_says_so(self):
        for words, says in ((("solve", "hog-solo(players=3)", "--out", "t.h5"), "leave --out"), (("solve", "pig(players=3)", "--sweeps"), "leave --out"),
                            (("solve", "yahtzee(players=3)"), "too large"), (("solve", "pig-pen(players=3)"), "only races for winning"),
                            (("best", "pig(players=3)", "hold(20)"), "one or two")):
            done = alea(*words)
            self.assertEqual((done.status, done.out), (2, ""), done)
            self.assertIn(says, done.err)

    def test_the_score_of_a_sheet_has_the_distribution_that_another_program_found(self):
        for game, stdev, percentiles, above in (("kniffel", 39.820093, (180, 217, 247, 270, 316), 0.0962952),
                                                ("yahtzee", 59.60759, (180, 217, 248, 272, 388), 0.143264))[:1 + SOAK]:
            with self.subTest(game=game):
                found = json_of("stats", game)
                self.assertAlmostEqual(found["mean"], solved(game)["value"], delta=1e-7)
                self.assertAlmostEqual(found["stdev"], stdev, delta=1e-5)
                self.assertEqual(tuple(found["percentiles"].values())[:5], percentiles)
                self.assertAlmostEqual(sum(p for score, p in found["pmf"] if score >= 300), above, delta=2e-6)

    def test_scores_of_games_without_a_last_turn_are_simulated(self):
        write("mine.lua", rules("""player = { stop = flag() }, dice = 2, over = has("stop"), turn = function() return roll(1, {}) end,
            moves = function(s) return s.dice[1] == 1 and done { stop = to(true) } or done { total = plus(1) } end"""))
        self.assertAlmostEqual(json_of("solve", "./mine.lua")["value"], 1, delta=1e-12)
        found = json_of("stats", "./mine.lua", "--games", "10000")
        self.assertIn("come to an end", found["inexact"])
        self.assertLess(abs(found["simulated"]["mean"] - 1), 4 * found["simulated"]["mean_se"])

    def test_a_failure_with_a_score_that_no_game_ends_with_is_refused(self):
        write("mine.lua", rules("""rounds = 2, turn = function() return go {} end, moves = function(s)
            if s.x then return { { "end", done { total = minus(500) } } } end
            return { { "go", go({ x = true }, { total = plus(500) }) } } end"""))
        write("bot.lua", """local n = 0
return { name = "bot", decide = function(view) n = n + 1; if n == 2 then error("no") end return view.moves[1] end }""")
        done = alea("stats", "./mine.lua", "./bot.lua", "--games", "10")
        self.assertEqual((done.status, done.out), (2, ""), done)
        self.assertIn("not from 0 to 0", done.err)

    def test_a_table_answers_and_plays_by_its_values(self):
        answer_of("solve", "yahtzee(turns=3)", "--out", "y.h5")
        answer = json_of("ask", "yahtzee(turns=3)", "dice=6,6,6,6,6", "rolls=0", "--table", "y.h5")
        self.assertEqual(answer["best"], "yahtzee")
        run = json_of("run", "yahtzee(turns=3)", "table:y.h5", "--games", "400")
        value, s = json_of("solve", "yahtzee(turns=3)")["value"], run["standings"][0]
        self.assertLess(abs(s["score"] - value), 4 * s["score_se"])

    def test_what_is_not_there_yet_says_so(self):
        done = alea("eval", "yahtzee(turns=4)", "random")
        self.assertEqual(done.status, 2, done)
        self.assertIn("too many positions", done.err)

    def test_verify_recomputes_every_state_between_turns(self):
        for game in ("yahtzee(turns=3)", "farkle(goal=2000)"):
            answer_of("solve", game, "--out", "t.h5")
            found = json_of("verify", "t.h5")
            self.assertTrue(found["holds"], found)
            self.assertEqual(found["checked"], json_of("solve", game)["states"])


class Language(unittest.TestCase):
    """Small games whose values are computed here."""

    def test_a_roll_has_the_weights_of_its_faces(self):
        value = solve("""dice = die { { "a", 1 }, { "b", 2 }, { "c", 4 } }, turn = function() return roll(3, {}) end,
            moves = function(s) return done { total = plus(s.dice[1] == "a" and s.dice[3] == "c" and 100 or 0) } end, rounds = 1""")
        some = lambda *weights: Fraction(sum(weights), 7) ** 3
        self.assertAlmostEqual(value, 100 * float(1 - some(2, 4) - some(1, 2) + some(2)), places=12)

    def test_kept_dice_lie_beside_those_that_are_rolled(self):
        value = solve("""turn = function() return roll(2, { rolls = 1, dice = { 5, 5 } }) end,
            moves = function(s)
              if s.rolls == 0 then return done { total = plus(s.dice[1] == 6 and 1 or 0) } end
              local keep, n = {}, 0
              for _, face in ipairs(s.dice) do if face == 6 then keep[#keep + 1] = 6 else n = n + 1 end end
              return roll(n, { rolls = 0, dice = keep })
            end, rounds = 1""")
        sixes = [25 / 36, 10 / 36, 1 / 36]
        self.assertAlmostEqual(value, sum(p * (1 / 6) ** (4 - k) for k, p in enumerate(sixes)), places=12)

    def test_dice_with_names_are_rolled_by_name(self):
        value = solve("""dice = { red = die { 1, 2, 3 }, green = die { { 1, 5 }, { 2, 1 } } },
            turn = function() return roll({ "red", "green", "red" }, {}) end,
            moves = function(s)
              local sum = 0
              for i, name in ipairs(s.names) do sum = sum + (name == "red" and 10 or 1) * s.dice[i] end
              return done { total = plus(sum) }
            end, rounds = 1""")
        self.assertAlmostEqual(value, 2 * 20 + 7 / 6, places=12)

    def test_parts_of_a_list_have_the_ways_to_draw_them(self):
        value = solve("""turn = function()
              local list = {}
              for _, part in ipairs(parts({ "r", "r", "g", "b", "b", "b" }, 2)) do
                list[#list + 1] = { part.weight, go { drawn = part.taken, left = part.rest }, part.name }
              end
              return chance(list)
            end,
            moves = function(s) return done { total = plus(s.drawn[1] == "b" and #s.left == 4 and 1 or 0) } end, rounds = 1""")
        self.assertAlmostEqual(value, 3 / math.comb(6, 2), places=12)

    def test_a_set_has_up_to_32_members(self):
        names = ", ".join(f"'m{i}'" for i in range(32))
        self.assertEqual(solve(f"""player = {{ s = set {{ {names} }} }}, turn = function() return go {{}} end, rounds = 1,
            moves = function() return {{ {{ "a", done {{ total = plus(3) }}, when = has("s", "m0", "m31") }} }} end"""), 3)

    def test_states_may_have_a_key_chance(self):
        value = solve("""turn = function() return chance { { 1, go { chance = 3 } }, { 1, go { a = 1 } }, { 1, go { a = 2 } } } end,
            moves = function(s)
              if s.a then return chance { { 1, done {} }, { 1, done { total = plus(2) } } } end
              return done { total = plus(7) }
            end, rounds = 1""")
        self.assertAlmostEqual(value, (7 + 1 + 1) / 3, places=12)

    def test_the_first_entry_of_a_name_whose_condition_holds_is_played(self):
        body = """player = { n = upto(3), box = sheet { "a", "b" }, done = flag() },
            turn = function() return go {} end,
            moves = function() return {
              { "take", done { box = fill("a", 5), n = plus(1) }, when = has("box", "a") },
              { "take", done { box = fill("b", 7), done = to(true) }, when = { has("box", "b"), nil, lacks("done") } },
              { "wait", done { total = minus(1) }, when = below("n", 0) } } end,
            over = lacks("box", "a", "b"), final = { { total = plus(10), when = at_least("n", 1) }, { total = plus(1), when = has("done") } }"""
        self.assertEqual(solve(body), 5 + 7 + 10 + 1)

    def test_what_has_no_name_happens_only_without_a_move(self):
        body = """counter = { n = upto(9) }, turn = function() return go({}, { n = plus(3) }) end,
            moves = function() return {
              { "down", go({}, { n = minus(1), total = plus(1) }), when = above("n", 0) },
              { done { total = minus(50) }, when = above("n", 5) },
              done { total = plus(100) } } end, rounds = 1"""
        self.assertEqual(solve(body), 103)

    def test_a_number_stops_at_its_limits(self):
        body = """counter = { n = upto(100, { by = 50, start = 50 }) },
            turn = function() return go({ left = 3 }) end,
            moves = function(s)
              if s.left == 3 then return go({ left = 2 }, { n = minus(100) }) end
              if s.left == 2 then return go({ left = 1 }, { n = plus(150) }) end
              return done { total = plus("n") }
            end, rounds = 1"""
        self.assertEqual(solve(body), 100)

    def test_a_turn_may_come_back_to_a_state(self):
        value = solve("""turn = function() return roll(1, {}) end,
            moves = function(s)
              if s.dice[1] > 2 then return roll(1, {}, { total = plus(1) }) end
              return done { total = plus(s.dice[1]) }
            end, rounds = 1, common = { n = upto(1) }, counter = { seen = upto(1) }, over = at_least("n", 1)""".replace(
                "{ total = plus(1) }", "{ seen = plus(1) }"))
        self.assertAlmostEqual(value, 1.5, places=12)


COIN = """turn = function() return roll(1, {}) end, dice = 2,
    moves = function(s) return done { score = plus(s.dice[1] - 1) } end, player = { score = upto(3) }, """


class Ends(unittest.TestCase):
    """Two players toss a coin in turn; heads score a point."""

    def value(self, rest):
        return solve(COIN + rest, players=2)

    def brute(self, ends, ties, goal):
        """The probability that the first player wins, by counting on."""
        from functools import lru_cache

        def result(a, b, leader):
            if a != b:
                return float(a > b)
            return {"draw": 0.5, "first": float(leader == 0), "last": float(leader == 1)}[ties]

        @lru_cache(None)
        def go(a, b, mover, closing, leader, depth):
            if depth > 200:
                return 0.5
            total = 0.0
            for gain in (0, 1):
                score = [a, b]
                score[mover] = min(3, score[mover] + gain)
                holds = score[mover] >= goal
                if ends == "at once":
                    total += (float(mover == 0) if holds else go(*score, 1 - mover, False, 0, depth + 1)) / 2
                elif ends == "round":
                    now, lead = closing or holds, mover if holds and not closing else leader
                    over = now and mover == 1
                    total += (result(*score, lead) if over else go(*score, 1 - mover, now, lead, depth + 1)) / 2
                else:
                    ahead = closing and ends == "chase" and score[mover] > score[1 - mover]
                    if (holds and not closing) or ahead:
                        total += go(*score, 1 - mover, True, mover, depth + 1) / 2
                    elif closing:
                        total += result(*score, leader) / 2
                    else:
                        total += go(*score, 1 - mover, False, leader, depth + 1) / 2
            return total

        return go(0, 0, 0, False, 0, 0)

    def test_every_end_with_every_rule_of_ties(self):
        for ends in ("at once", "round", "last turns", "chase"):
            for ties in ("draw", "first", "last"):
                winner = "" if ends == "at once" else 'winner = most("score"), '
                with self.subTest(ends=ends, ties=ties):
                    found = self.value(f'over = at_least("score", 2), ends = "{ends}", {winner}ties = "{ties}"')
                    self.assertAlmostEqual(found, self.brute(ends, ties, 2), places=11)

    def test_equal_players_stand_in_the_order_from_the_one_who_ended_the_game(self):
        body = """turn = function() return go {} end, player = { n = upto(1), seen = flag() }, over = has("other.seen"), winner = most("n"),
            ends = "at once", moves = function() return { { "go on", done { ["other.seen"] = to(true) } } } end, """
        self.assertAlmostEqual(solve(body + 'ties = "first"', players=2), 1, places=12)
        self.assertAlmostEqual(solve(body + 'ties = "last"', players=2), 0, places=12)

    def test_the_fewest_points_may_win(self):
        self.assertAlmostEqual(self.value('rounds = 2, winner = least("score"), ties = "last"'),
                               (16 - 5 - 6) / 16, places=12)

    def test_a_player_may_change_what_the_other_has(self):
        found = solve(COIN.replace("score = plus(s.dice[1] - 1)", '["other.score"] = plus(s.dice[1] - 1)') +
                      'rounds = 1, winner = most("score"), ties = "first"', players=2)
        self.assertAlmostEqual(found, 0.75, places=12)


BAD = (  # (what rules(p) returns, what the message names)
    ("turn = 1, moves = 2", "turn"),
    ("turn = function() return roll(1, {}) end, moves = function() end, rounds = 1", "moves(dice=[1]) returned nothing"),
    ("turn = function() return done {} end, moves = function() end, rounds = 1", "turn() ends the turn at once"),
    ("turn = function() return 7 end, moves = function() end", "turn() has 7 where a step is expected"),
    ("turn = function() return go { a = 1.5 } end, moves = function() end", "`a` is 1.5"),
    ("turn = function() return go { [1] = 2 } end, moves = function() end", "key 1"),
    ("turn = function() return roll(1, {}) end, moves = function() return roll(1, {}) end, rounds = 1", "cannot end"),
    ("turn = function() return go {} end, moves = function() return done {} end", "`rounds` is missing"),
    ("turn = function() return go {} end, moves = function() return done { socre = plus(1) } end, player = { score = upto(5) }",
     "field `socre`, which is not declared; there are total, score"),
    ("turn = function() return go {} end, moves = function() return done { score = plus(1.5) } end, player = { score = upto(5) }",
     "1.5; it must be a whole number"),
    ("turn = function() return go {} end, moves = function() return { { 'a', done {}, when = has('nothing') } } end", "`nothing`"),
    ("turn = function() return go {} end, moves = function() return { { 'a', done {}, when = at_least('total', 5) } } end",
     "not `total`"),
    ("turn = function() return go {} end, moves = function() return { { 'a', done {}, when = has('s', 'z') } } end, "
     "player = { s = set { 'x' } }", 'member of `s` that it does not have: "z"'),
    ("turn = function() return go {} end, moves = function() return go({}, { n = plus(1) }) end, player = { n = upto(5) }",
     "changes `n` within a turn"),
    ("turn = function() return go {} end, moves = function() return done { n = plus(1) } end, counter = { n = upto(5) }",
     "changes the counter `n` where the turn ends"),
    ("player = { n = upto(70000) }", "upto 70000; it must be a whole number from 1 to 65535"),
    ("player = { n = upto(75, { by = 50 }) }", "75, which is no multiple of 50"),
    ("player = { n = 5 }", "declares `n` as 5"),
    ("player = { n = upto(5) }, common = { n = upto(5) }", "name of another field"),
    ("dice = die { { 'a', 0 } }", "weight of a face 0; it must be a whole number from 1"),
    ("dice = 1", "number of sides 1"),
    ("turn = function() return roll(16, {}) end, moves = function() return done {} end", "too many outcomes"),
    ("turn = function() return chance { { 0, done {} } } end, moves = function() end", "weight of an outcome 0"),
    ("turn = function() return go { n = 0 } end, moves = function(s) return go { n = s.n + 1 } end", "one state too many"),
    ("turn = function() return go {} end, moves = function() return done {} end, rounds = 1, ends = 'soon'", '"at once", "round"'),
    ("turn = function() return go {} end, moves = function() return done {} end, rounds = 1, labels = { x = 'y' }", "neither a field"),
    ("turn = function() return go { n = 0 } end, moves = function() return done {} end, rounds = 1, labels = { n = { 'x' } }",
     "at most 6 things that the digits"),
    ("player = { n = upto(3) }, turn = function() return go {} end, moves = function() return done {} end, rounds = 1, labels = { n = { 'x', 'y' } }",
     "only a key of a state can have one"),
    ("turn = function() return go {} end, moves = function() error('mine') end, rounds = 1", "mine"),
    ("player = { a = set { %s } }, turn = function() return go {} end, moves = function() return done {} end, rounds = 1" %
     ", ".join(f"'m{i}'" for i in range(33)), "33 members"),
    ("player = { %s }, turn = function() return go {} end, moves = function() return done {} end, rounds = 1" %
     ", ".join(f"n{i} = upto(65535)" for i in range(60)), "take 960 bits; a position has room for 832"),
    ("goal = 5", "no field `goal`"),
    ("counter = { c = upto(3) }, rounds = 1, win = at_least('c', 3)", "counter `c`, which ends with the turn"),
    ("counter = { c = upto(3) }, rounds = 1, final = { { total = plus('c') } }", "counter `c`, which ends with the turn"),
    ("rounds = 1, final = { total = plus(100) }", "must be a list"),
    ("rounds = 1, winner = most('total')", "only for several players"),
    ("player = { n = upto(100, { step = 50 }) }", "such as { by = 50, start = 100 }"),
    ("player = { round = upto(3) }", "a name that alea uses itself"),
    ("turn = function() return go { roll = 2 } end, moves = function() return done {} end, rounds = 1", "the key `roll`"),
    ("player = { n = upto(3) }, turn = function() return go { n = 2 } end, moves = function() return done {} end, rounds = 1", "the key `n`"),
    ("turn = function() return go {} end, moves = function() return { { 'a', done {}, wenn = 1 } } end, rounds = 1", 'the field "wenn"'),
)


class Mistakes(unittest.TestCase):
    def test_each_names_the_place_and_what_is_wrong(self):
        for body, says in BAD:
            body = body if "turn =" in body else body + ", turn = function() return go {} end"
            body = body if "moves =" in body else body + ", moves = function() return done {} end"
            write("mine.lua", rules(body))
            with self.subTest(body=body):
                done = alea("games", "./mine.lua")
                self.assertEqual((done.status, done.out), (2, ""), done)
                self.assertIn(says, done.err)
                self.assertIn("mine.lua:", done.err)

    def test_a_state_without_a_move_is_named(self):
        write("mine.lua", rules("""player = { n = upto(3) }, turn = function() return go {} end, rounds = 3,
            moves = function() return { { "up", done { n = plus(1) }, when = below("n", 2) } } end"""))
        done = alea("solve", "./mine.lua")
        self.assertEqual(done.status, 2)
        self.assertIn("n=2", done.err)
        self.assertIn("no move", done.err)

    def test_a_game_that_players_can_keep_from_ending_has_no_proof(self):
        write("mine.lua", rules("""player = { n = upto(3) }, turn = function() return go {} end, over = at_least("n", 3),
            moves = function() return { { "up", done { n = plus(1) } }, { "down", done { n = minus(1) } } } end"""))
        done = alea("solve", "./mine.lua")
        self.assertEqual(done.status, 2)
        self.assertIn("keep the game from ending", done.err)


class Positions(unittest.TestCase):
    def test_a_position_is_given_by_fields_and_the_state_of_the_turn(self):
        answer = json_of("ask", "big-pig(goal=30)", "score=10,20", "turn_total=8")
        self.assertEqual([move["move"] for move in answer["moves"]], ["roll", "hold"])
        self.assertEqual(answer["best"], "roll")
        self.assertIn("set aside 1 ", answer_of("ask", "threes(dice=2)", "dice=1,5"))

    def test_dice_may_be_given_in_any_order(self):
        self.assertEqual(json_of("ask", "threes(dice=3)", "dice=5,1,3")["state"], json_of("ask", "threes(dice=3)", "dice=1,3,5")["state"])
        self.assertIn("The nearest that there is: dice=1,", alea("ask", "threes(dice=3)", "dice=1,7,9").err)

    def test_outcomes_with_names_are_shown_by_name(self):
        write("coin.lua", rules("""dice = die { { "heads", 1 }, { "tails", 1 } }, rounds = 2, turn = function() return roll(1, {}) end,
            moves = function(s) return { { "stop", done { total = plus(s.dice[1] == "heads" and 1 or 0) } } } end""").replace(
                'title = "Mine"', 'words = { outcome = "{player} throws {outcome}." }, title = "Mine"'))
        answer_of("run", "./coin.lua", "first", "--games", "1", "--record", "coin.jsonl")
        self.assertRegex(answer_of("replay", "coin.jsonl"), r"\[(heads|tails)\] stop")
        self.assertRegex(answer_of("review", "coin.jsonl"), "luckiest roll.*(heads|tails)")

    def test_comments_do_not_change_the_order_of_keys(self):
        source = (SOURCE / "rules" / "zombie-dice.lua").read_text()
        found = set()
        for comment in ("", "-- x\n", "-- xx\n", "-- xxx\n"):
            write("mine.lua", source + comment)
            found.add(tuple(key["name"] for key in json_of("games", "./mine.lua")["keys"]))
        self.assertEqual(len(found), 1, found)

    def test_what_is_wrong_in_a_position(self):
        for words, says in ((["score=10"], "takes 2 values"), (["score=10,200"], "from 0 to 30"), (["score=a,b"], "cannot be a"),
                            (["dice=1,1,1"], "No turn has the state"), (["goal=5"], "no key"),
                            (["score=30,0"], "never reaches")):
            with self.subTest(words=words):
                done = alea("ask", "big-pig(goal=30)", *words)
                self.assertEqual(done.status, 2, done)
                self.assertIn(says, done.err)


if __name__ == "__main__":
    main()
