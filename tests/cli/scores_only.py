#!/usr/bin/env python3
"""alea best --scores-only: the best strategy that depends only on the two scores. Small games are also computed
here, by plain recursion over the rules of the Hog contest: all tables of the smallest game, and every change of a
single answer in larger ones."""

import functools
import itertools
import pathlib
import unittest

from program import alea, answer_of, json_of, main, write

DICE = range(11)


@functools.cache
def odds(dice):
    """The chance of each number of points with so many dice, by adding one die after the other."""
    sums, ones = {0: 1.0}, 0.0
    for _ in range(dice):
        ones += sum(sums.values()) / 6
        sums = {total: sum(sums.get(total - face, 0) for face in range(2, 7)) / 6
                for total in range(min(sums) + 2, max(sums) + 7)}
    sums[1] = sums.get(1, 0) + ones
    return [(points, chance) for points, chance in sums.items() if chance]


class Game:
    """Hog by the rules of the contest. Strategies are lists of rows, [own][other]."""

    def __init__(self, goal, trot):
        self.goal, self.trot = goal, trot

    def outcomes(self, own, other, dice):
        """The scores after a turn, mover's first, with their chances."""
        if dice == 0:
            found = [(1 + other // 10 * (other % 10) % 10, 1.0)]
        else:
            found = odds(dice)
        for points, chance in found:
            total = own + points
            yield (other, total, chance) if total % 10 == other // 10 % 10 else (total, other, chance)

    def wins(self, mine, theirs, best=False):
        """How often `mine` wins, over both orders; `best`: with the best answer everywhere instead (without Time Trot)."""
        @functools.cache
        def value(own, other, turn, extra, my_turn):  # own: the mover's
            def after(dice):
                again = self.trot and turn == dice and not extra
                chance = 0.0
                for a, b, weight in self.outcomes(own, other, dice):
                    if max(a, b) >= self.goal:
                        chance += weight * ((a > b) == my_turn)
                    else:
                        chance += weight * (value(a, b, (turn + 1) % 8, True, my_turn) if again else
                                            value(b, a, (turn + 1) % 8 if self.trot else 0, False, not my_turn))
                return chance
            if my_turn and best:
                return max(map(after, DICE))
            return after((mine if my_turn else theirs)[own][other])
        return (value(0, 0, 0, False, True) + value(0, 0, 0, False, False)) / 2


def always(goal, dice):
    return [[dice] * goal for _ in range(goal)]


def read(path):
    return [[int(cell) for cell in row.split(",")] for row in pathlib.Path(path).read_text().splitlines()]


def write_table(path, table):
    write(path, "".join(",".join(map(str, row)) + "\n" for row in table))


def middle(interval):
    return (interval["lower"] + interval["upper"]) / 2


class ScoresOnly(unittest.TestCase):
    def best(self, game, *arguments):
        return json_of("best", game, *arguments, "--scores-only", "--out", "best.csv")

    def no_single_change_gains(self, game, table, opponents):
        """Tries every other answer in every position."""
        def rate():
            return sum(game.wins(table, opponent) for opponent in opponents) / len(opponents)
        reached = rate()
        for own, other in itertools.product(range(game.goal), repeat=2):
            kept = table[own][other]
            for table[own][other] in DICE:
                self.assertLess(rate(), reached + 1e-11, (own, other, table[own][other], kept))
            table[own][other] = kept
        return reached

    def test_of_all_tables_of_the_smallest_game_it_finds_the_best(self):
        for trot in ("true", "false"):
            game, opponent = Game(2, trot == "true"), always(2, 4)
            best = max(game.wins((answers[:2], answers[2:]), opponent) for answers in itertools.product(DICE, repeat=4))
            found = self.best(f"hog(goal=2,time_trot={trot})", "always(4)")
            self.assertAlmostEqual(middle(found["mean"]), best, delta=1e-12)
            self.assertAlmostEqual(game.wins(read("best.csv"), opponent), best, delta=1e-12)
            self.assertEqual(found["proved"], trot == "false")

    def test_without_time_trot_it_is_proved_and_exact(self):
        game, opponent = Game(15, False), always(15, 6)
        found = self.best("hog(goal=15,time_trot=false)", "always(6)")
        self.assertEqual((found["proved"], found["starts"]), (True, 1))
        self.assertAlmostEqual(middle(found["mean"]), game.wins(None, opponent, best=True), delta=1e-12)
        self.assertAlmostEqual(game.wins(read("best.csv"), opponent), middle(found["mean"]), delta=1e-12)

    def test_with_time_trot_no_change_of_one_answer_improves_it(self):
        game, opponent = Game(5, True), always(5, 3)
        found = self.best("hog(goal=5)", "always(3)")
        self.assertEqual((found["proved"], found["starts"]), (False, 20))
        self.assertAlmostEqual(self.no_single_change_gains(game, read("best.csv"), [opponent]), middle(found["mean"]),
                               delta=1e-12)

    def test_the_proved_bound_is_that_of_a_player_who_sees_everything(self):
        found, seeing = self.best("hog(goal=25)", "always(4)", "--starts", "4"), json_of("best", "hog(goal=25)", "always(4)")
        self.assertAlmostEqual(middle(found["ceiling"]), seeing["reply_mean"], delta=1e-12)
        self.assertLessEqual(found["mean"]["lower"], found["ceiling"]["upper"])
        self.assertGreater(middle(found["mean"]), json_of("eval", "hog(goal=25)", "always(6)", "always(4)")["mean"]["value"])
        evaluated = json_of("eval", "hog(goal=25)", "table:best.csv", "always(4)")["mean"]["value"]
        self.assertAlmostEqual(evaluated, middle(found["mean"]), delta=1e-12)

    def test_against_a_field_it_is_about_the_mean(self):
        game, field = Game(4, True), [always(4, 2), always(4, 5), [[own for _ in range(4)] for own in range(4)]]
        pathlib.Path("field/more").mkdir(parents=True)
        for name, table in zip(("field/two.csv", "field/five.csv", "field/more/own.csv"), field):
            write_table(name, table)
        write("field/broken.csv", "1,2\n")
        answer = alea("best", "hog(goal=4)", "--field", "field", "--scores-only", "--out", "best.csv")
        self.assertEqual(answer.status, 0, answer)
        self.assertIn("left out: field/broken.csv", answer.err)
        pathlib.Path("field/broken.csv").unlink()
        found = self.best("hog(goal=4)", "--field", "field")
        self.assertEqual((found["opponents"], found["proved"]), (3, False))
        reached = self.no_single_change_gains(game, read("best.csv"), field)
        self.assertAlmostEqual(reached, middle(found["mean"]), delta=1e-12)
        wins = [game.wins(read("best.csv"), opponent) > 0.500001 for opponent in field]
        self.assertEqual(found["beaten"], sum(wins))

    def test_the_number_of_threads_changes_nothing(self):
        results = []
        for threads in ("1", "2"):
            found = self.best("hog(goal=12)", "always(5)", "--threads", threads, "--starts", "14")
            results.append(({key: value for key, value in found.items() if key != "seconds"}, read("best.csv")))
        self.assertEqual(results[0], results[1])

    def test_it_is_called_found_and_its_bound_stands_beside_it(self):
        text = answer_of("best", "hog(goal=5)", "always(3)", "--scores-only")
        for words in ("the best found", "a player who sees everything", "not proved"):
            self.assertIn(words, text)
        self.assertIn("No strategy does better", answer_of("best", "hog(goal=5,time_trot=false)", "always(3)", "--scores-only"))

    def test_bad_input_is_refused(self):
        pathlib.Path("empty").mkdir()
        for arguments, words in ((["hog"], "BOT is missing"), (["hog", "always(3)", "--field", "empty"], "only for --scores-only"),
                                 (["hog", "always(3)", "--scores-only", "--field", "empty"], "not both"),
                                 (["hog", "--scores-only", "--field", "empty"], "contains no strategy"),
                                 (["hog", "--scores-only", "--field", "nowhere"], "cannot be read"),
                                 (["pig", "hold(20)", "--scores-only"], "no contests"),
                                 (["hog", "always(3)", "--starts", "3"], "only for --scores-only"),
                                 (["hog", "always(3)", "--scores-only", "--starts", "0"], "starts"),
                                 (["hog", "always(3)", "--scores-only", "--for", "money"], "about winning")):
            answer = alea("best", *arguments)
            self.assertEqual((answer.status, answer.out), (2, ""), answer)
            self.assertIn(words, answer.err)


main()
