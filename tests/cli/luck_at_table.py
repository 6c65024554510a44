#!/usr/bin/env python3
"""Luck and mistakes during play, and hints for three players. Expected values are computed here: of Pig
for two by value iteration, of three players by a closed form."""

import collections
import functools
import re
import subprocess
import unittest

from program import ALEA, environment, main

GOAL = 20
FACES = range(2, 7)


def typed(text, *arguments):
    """The output of alea play for these lines from a pipe, joined into one line."""
    done = subprocess.run([ALEA, "play", *map(str, arguments), "--no-record"], input=text.encode(), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=250, env=environment())
    return done.returncode, " ".join(done.stdout.decode().split()), " ".join(done.stderr.decode().split())


@functools.lru_cache(None)
def pig():
    """P[own, other]: the chance to win of the player who is about to roll, in Pig to GOAL, by value iteration."""
    value = collections.defaultdict(lambda: 0.5)
    for _ in range(400):
        new = {}
        for own in range(GOAL):
            for other in range(GOAL):
                new[own, other] = choices(value, own, other)[0]["roll"]
        change = max(abs(new[key] - value[key]) for key in new)
        value.update(new)
        if change < 1e-13:
            return dict(value)
    raise AssertionError("value iteration has not settled")


def choices(value, own, other):
    """[turn total]: what to roll and to hold is worth there."""
    result = {}
    for turn in range(GOAL - own - 1, -1, -1):
        hold = 1 - value[other, own + turn]
        lost = 1 - value[other, own]
        roll = (lost + sum(1 if own + turn + face >= GOAL else max(result[turn + face].values()) for face in FACES)) / 6
        result[turn] = {"roll": roll, "hold": hold}
    return result


def percent(value, sign=True):
    """The format of alea: one decimal, no sign for zero."""
    shown = 100 * value
    if abs(shown) < 0.05:
        shown = 0.0
    return ("-" if shown < 0 else "+" if sign and shown > 0 else "") + f"{abs(shown):.1f} %"


class Seed003Number2(unittest.TestCase):
    """003 #2: "luck and mistakes made during play": --coach."""

    def test_every_roll_and_decision_has_its_number(self):
        """Against value iteration in this file: the luck of each roll of both, the cost of each decision, the sum at the end."""
        value, checked = pig(), collections.Counter()
        for seed in range(4):
            _, told, _ = typed("\nroll\nhold\ny\n" * 12, f"pig(goal={GOAL})", "Ann", "hold(9)", "--order", "given", "--seed", seed,
                               "--coach=all", "--tutor", "1")
            score, names = {"Ann": 0, "hold(9)": 0}, ["Ann", "hold(9)"]
            mistakes = 0.0
            for turn in re.split(r"(?=(?:Ann|hold\(9\))'s turn )", told)[1:]:
                name = "Ann" if turn.startswith("Ann") else "hold(9)"
                own, other, total = score[name], score[names[name == "Ann"]], 0
                worth, here = choices(value, own, other), value[own, other]
                for event in re.findall(r"rolls (\d)\.([^?]*?)(?=Ann, roll or hold|rolls \d\.|turn is over|wins the game|$)"
                                        r"(?:Ann, roll or hold\? ((?:Best: \w+ is worth [\d.]+ %\.|\w+ cost [^:]*: [^.]*\.\d[^.]*\.\d %\.)?))?", turn):
                    face, after, remark = int(event[0]), event[1], event[2]
                    total += face
                    new = 1 - value[other, own] if face == 1 else \
                        1.0 if own + total >= GOAL else max(worth[total].values())
                    found = re.search(r"Luck for (Ann|hold\(9\)): ([-+][\d.]+ %)", after)
                    if abs(new - here) >= 0.001:
                        self.assertTrue(found, (event, turn))
                        self.assertEqual((found[1], found[2]), (name, percent(new - here)))
                        checked["luck"] += 1
                    here = new
                    if face == 1 or own + total >= GOAL:
                        break
                    if remark:
                        cost = worth[total]
                        best = max(cost, key=cost.get)
                        if remark.startswith("Best: "):
                            checked["best"] += 1
                            self.assertEqual(remark, f"Best: {best} is worth {percent(cost[best], False)}.")
                            continue
                        move = remark.split()[0]
                        lost = cost[best] - cost[move]
                        self.assertTrue(remark.startswith(f"{move} cost {percent(lost, False)}"), remark)
                        self.assertTrue(remark.endswith(f"{best} is worth {percent(cost[best], False)}, "
                                                        f"{move} {percent(cost[move], False)}."), remark)
                        checked["cost"] += 1
                        mistakes += lost
                ended = re.search(r"turn is over; the score (?:stays|was \d+ and is now) (\d+)", turn)
                if ended:
                    score[name] = int(ended[1])
            sums = re.search(r"Ann began with a chance of ([\d.]+ %) to win\. The dice changed that by ([-+]?[\d.]+) %, own "
                             r"mistakes by ([-+]?[\d.]+) %, the others' mistakes by ([-+]?[\d.]+) %: the result is ([\d.]+) %", told)
            self.assertTrue(sums, told[-600:])
            self.assertEqual(sums[1], percent(value[0, 0], False))
            self.assertAlmostEqual(float(sums[3]), -100 * mistakes, delta=0.06)
            self.assertEqual(sums[5], "100.0" if "Ann wins" in told else "0.0")
            parts = 100 * value[0, 0] + float(sums[2]) + float(sums[3]) + float(sums[4])
            self.assertAlmostEqual(parts, float(sums[5]), delta=0.25)
        for kind in ("luck", "best", "cost"):
            self.assertGreater(checked[kind], 5, checked)

    def test_a_blunder_is_warned_of_before_it_is_made(self):
        # With 0 against 19 points only rolling is sensible.
        cost = choices(pig(), 0, 19)
        self.assertEqual(cost[6]["roll"] > cost[6]["hold"] + 0.1, True)
        answers = "hold\nn\n" * 40
        _, told, _ = typed("\nhold\nn\nroll\n" * 30, f"pig(goal={GOAL})", "Ann", "hold(19)", "--order", "given", "--coach", "--seed", 3)
        self.assertRegex(told, r"hold costs [\d.]+ % of the chance to win; roll is better\. Play it anyway\?")
        for cost in re.findall(r"hold costs ([\d.]+) % of the chance", told):
            self.assertGreater(float(cost), 10)
        self.assertNotIn("Play it anyway", typed(answers, f"pig(goal={GOAL})", "Ann", "hold(19)", "--order", "given", "--seed", 3)[1])

    def test_nothing_is_said_without_it(self):
        told = typed("\nroll\nhold\n" * 5, "pig", "Ann", "hold(20)", "--order", "given", "--seed", 3)[1]
        for words in ("Luck for", "Best:", "cost", "The dice changed"):
            self.assertNotIn(words, told)

    def test_without_all_only_decisions_that_cost_something_are_remarked(self):
        """The same game with --coach=all, without the lines that are only shown then, is the game with --coach."""
        for game, answers in (("pig(goal=40)", "\nroll\nhold\nn\nroll\n" * 30), ("hog", "4\ny\n" * 60)):
            said = [subprocess.run([ALEA, "play", game, "Ann", "Bob", "--order", "given", "--seed", "5", "--no-record", option],
                                   input=answers, stdout=subprocess.PIPE, text=True, timeout=250, env=environment()).stdout
                    for option in ("--coach", "--coach=mistakes", "--coach=all")]
            self.assertEqual(said[0], said[1])
            more = r"Luck for \w+: .*\n|Best: .*\n"
            self.assertGreater(len(re.findall(more, said[2])), 5)
            self.assertIn(" cost ", said[0])
            self.assertEqual(re.sub(more, "", said[2]), said[0])

    def test_every_family_has_a_coach(self):
        for game, answers in (("hog", "4\n" * 60), ("despirala", "\n1\nstop\ny\n" * 30), ("coin-pig", "flip\nhold\ny\n" * 60),
                              ("pig-pen(goal=20)", "\nroll\nhold\ny\n" * 40), ("pig-solitaire(goal=20,turns=3)", "\nroll\nhold\n" * 40)):
            seats = ["Ann"] if game.startswith(("despirala", "pig-solitaire")) else ["Ann", "Bob"]
            _, told, err = typed(answers, game.split()[0], *seats, *game.split()[1:], "--order", "given", "--seed", 3,
                                  "--coach=all")
            self.assertEqual(err, "")
            self.assertIn("Luck for Ann: ", told, game)
            self.assertRegex(told, r"Best: | cost [\d.$]", game)

    def test_the_sum_is_in_the_unit_of_the_game(self):
        told = typed("\n1\nstop\ny\n\n\n" * 60, "despirala", "Ann", "--seed", 3, "--coach", "--tutor", "500")[1]
        self.assertRegex(told, r"Ann could expect 443\.62 points at the beginning\. The dice changed that by [-+][\d.]+ points, own "
                               r"mistakes by -[\d.]+ points: the result is [\d.]+ points\.")  # 443.616: Despirala-Engine


def three(goal, turn):
    """Three players who play hold(20) below 20, and never bank before the goal: the first player's chance to win in
    the middle of a turn with this total, after rolling on and after holding."""
    @functools.lru_cache(None)
    def reach(need):
        return 1.0 if need <= 0 else sum(reach(need - face) for face in FACES) / 6
    start, later = reach(goal), reach(goal - turn)
    def returns(own):  # after the other two, who lose the round by one failure each, as the mover did
        return (1 - start) ** 2 * own / (1 - (1 - start) ** 2 * (1 - own))
    on = sum(reach(goal - turn - face) for face in FACES) / 6
    return {"roll": on + (1 - on) * returns(start), "hold": returns(later)}


def last_turn(score, turn, leader, n):
    """The value of a roll in dollars in the last turn of Pig-Pen, after this many points, for a player who then
    holds at n."""
    at_stake = lambda final: final - leader if final > 0 else -2 * leader

    def rolled(turn, doubles):
        worth = 0
        for first in range(1, 7):
            for second in range(1, 7):
                total, again = turn + first + second, first == second
                if first + second == 2 or score + total == 100 or (again and doubles == 2):
                    worth += at_stake(0)
                elif first + second == 7:
                    worth += at_stake(score)
                elif again or total < n:
                    worth += rolled(total, doubles + 1 if again else 0)
                else:
                    worth += at_stake(score + total)
        return worth / 36

    return rolled(turn, 0)


class PlayerHintsForThree(unittest.TestCase):
    """Player: "No hint with three or more", though review estimates there."""

    GAME = "pig(goal=12,players=3)"

    def hint(self, seed):
        told = typed("\nhint\n", self.GAME, "A", "B", "C", "--order", "given", "--seed", seed)[1]
        turn = re.search(r"turn total (\d+), rolls this turn 1", told)
        rows = {move: (float(value), float(error), float(cost), float(cost_error)) for move, value, error, cost, cost_error in
                re.findall(r"(roll|hold) +([\d.]+) % +([\d.]+) % +([\d.]+) % +([\d.]+) %", told)}
        return told, int(turn[1]) if turn else 0, rows

    def test_hints_are_estimates_within_their_errors(self):
        """Against the closed form: hold(20) below 20 never banks before the goal."""
        far = checked = 0
        for seed in range(10):
            told, turn, rows = self.hint(seed)
            if turn == 0:
                continue
            self.assertIn("Estimated: each move was played out 4,000 times by hold(20)", told)
            self.assertIn("is a standard error", told)
            for move, exact in three(12, turn).items():
                value, error, _, _ = rows[move]
                self.assertLess(abs(value - 100 * exact), 4.5 * error + 0.01, (turn, move, exact))
                far += abs(value - 100 * exact) > 2 * error
                checked += 1
                self.assertAlmostEqual(error, 100 * (exact * (1 - exact) / 4000) ** 0.5, delta=0.1)
        self.assertGreater(checked, 10)
        self.assertLess(far, checked / 4)

    def test_the_last_turn_for_money_is_no_chase_at_any_cost(self):
        """A leads with 110; B can only save dollars. Holding at n points behind a leader is bank(n), and alea's estimates play it."""
        dice = "6 5\n" + "roll\n6 5\n" * 9 + "hold\n6 5\nhint\n"
        told = typed(dice, "pig-pen(players=3)", "A", "B", "C", "--order", "given", "--dice", "manual")[1]
        self.assertIn("played out 4,000 times by bank(20)", told)
        worth = {move: (float(value), float(error)) for move, value, error in
                 re.findall(r"(roll|hold) +(-[\d.]+) +([\d.]+) +[\d.]+ +[\d.]+", told)}
        self.assertEqual(worth["hold"], (-99, 0))
        self.assertLess(abs(worth["roll"][0] - last_turn(0, 11, 110, 20)), 4.5 * worth["roll"][1], worth)

    def test_dollars_have_their_sign_in_front(self):
        """Reviews say $8.91, the tutor said "8.91 dollars"."""
        dice = "6 5\n" + "roll\n6 5\n" * 9 + "hold\n6 5\nroll\nn\n"
        told = typed(dice, "pig-pen(players=3)", "A", "B", "C", "--order", "given", "--dice", "manual", "--tutor", 2)[1]
        self.assertRegex(told, r"roll costs \$[\d.]+; hold is better\.")

    def test_the_same_game_gives_the_same_hint(self):
        self.assertEqual(self.hint(4), self.hint(4))
        self.assertNotEqual(self.hint(4), self.hint(5))

    def test_one_person_against_two_computers(self):
        for more in ([], ["--level", "perfect"], ["--strength", "1"], ["--level", "beginner"]):
            status, told, err = typed("\nhold\n" * 30, "pig(goal=30,players=3)", "Ann", "--order", "given", "--seed", 2, *more)
            self.assertEqual((status, err), (0, ""))
            self.assertIn("hints and the computer use estimates: each move is played out 4,000 times by hold(20)", told)
            self.assertIn("Computer 2's turn", told)
            self.assertRegex(told, "(Ann|Computer|Computer 2) wins the game!")

    def test_a_strong_computer_beats_a_weak_one(self):
        """Two who estimate against one who rolls dice for moves: out of 8 games the weak one wins few."""
        weak = 0
        for seed in range(8):
            told = typed("", "pig(goal=15,players=3)", "graded(0)", "graded(1)", "graded(1)", "--order", "given", "--seed", seed)[1]
            winner = re.search(r"(Computer(?: \d)?) wins the game!", told)
            self.assertTrue(winner, told[-300:])
            weak += winner[1] == "Computer"
        self.assertLessEqual(weak, 3)

    def test_tutor_and_coach_warn_among_three(self):
        _, told, _ = typed("\nhold\nn\nhold\ny\n", self.GAME, "A", "B", "C", "--order", "given", "--seed", 4, "--tutor", "0.01")
        self.assertRegex(told, r"hold costs [\d.]+ % of the chance to win; roll is better\. Play it anyway\?")
        _, told, _ = typed("\nhold\nroll\n" * 60, self.GAME, "A", "B", "C", "--order", "given", "--seed", 4, "--coach=all", "--tutor", 1)
        self.assertRegex(told, r"Luck for [ABC]: [-+][\d.]+ % ± [\d.]+ %")
        self.assertRegex(told, r"No better move was found: hold is worth [\d.]+ %\.")
        self.assertIn("(Estimated: standard errors are", told)

    def test_exact_values_are_not_called_estimates(self):
        for seats in (["A", "B"], ["A"]):
            self.assertNotIn("stimate", typed("\nhint\n", "pig(goal=20)", *seats, "--order", "given", "--seed", 4)[1])


if __name__ == "__main__":
    main()
