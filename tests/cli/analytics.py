#!/usr/bin/env python3
"""Analytics of a run, as text, JSON, CSV and a page. The expected numbers come from recorded games,
played again by a referee of this file."""

import csv
import html.parser
import json
import math
import pathlib
import statistics
import unittest

from program import alea, answer_of, environment, json_of, main, write

GAMES = 600


def pig(total, roll, doubles):
    """The points of the turn and the number of doubles. None for the points means a lost turn; `0` also loses the
    banked points."""
    return (None, 0, False) if roll == [1] else (roll[0], 0, False)


def pig_pen(total, roll, doubles):
    doubles = doubles + 1 if roll[0] == roll[1] else 0
    if sum(roll) == 7:
        return None, 0, False
    if roll == [1, 1] or doubles == 3 or total + sum(roll) == 100:
        return None, 0, True
    return sum(roll), doubles, False


def referee(file, rolled):
    """For each game of a record: its turns, lead changes, the winner's greatest deficit, and by bot dollars, points,
    and whether it won."""
    games = []
    for line in pathlib.Path(file).read_text().splitlines()[1:]:
        event = json.loads(line)
        if "begin" in event:
            bots, score, seat, turn, doubles = event["bots"], [0] * len(event["bots"]), 0, 0, 0
            turns, leader, changes, behind = 0, None, 0, [0] * len(bots)
        elif "end" in event:
            end = event["end"]
            assert (turns, score) == (end["turns"], end["scores"]), (turns, score, end)
            by_bot = {bot: (end["money"][s], score[s], end["winner"] == s) for s, bot in enumerate(bots)}
            games.append((turns, changes, behind[end["winner"]], [by_bot[i] for i in range(len(bots))]))
        else:
            over = False
            if "roll" in event:
                points, doubles, wiped = rolled(score[seat] + turn, event["roll"], doubles)
                over = points is None
                score[seat] = 0 if wiped else score[seat]
                turn = 0 if over else turn + points
            elif event["move"] == "hold":
                score[seat], turn, doubles, over = score[seat] + turn, 0, 0, True
            if over:
                turns, seat, doubles = turns + 1, (seat + 1) % len(score), 0
                first = [s for s, points in enumerate(score) if points == max(score)]
                if len(first) == 1 and first[0] != leader:
                    changes += leader is not None
                    leader = first[0]
                behind = [max(behind[s], max(score) - score[s]) for s in range(len(score))]
    return games


def hog_referee(file):
    """For each recorded game of Hog: its turns, lead changes, and the winner's greatest deficit at the end of a
    turn; an extra turn is a separate turn."""
    for line in pathlib.Path(file).read_text().splitlines()[1:]:
        event, points = json.loads(line), None
        if "begin" in event:
            score, turns, leader, changes, behind = [0, 0], 0, None, 0, [0, 0]
        elif "end" in event:
            assert (turns, score) == (event["end"]["turns"], event["end"]["scores"]), (turns, score, event)
            yield turns, changes, behind[event["end"]["winner"]]
        elif "roll" in event:
            points = 1 if 1 in event["roll"] else sum(event["roll"])
        else:
            seat = event["seat"]
            if event["move"] == "0":
                points = 1 + score[1 - seat] // 10 * (score[1 - seat] % 10) % 10
        if points is not None:
            score[seat] += points
            if score[seat] % 10 == score[1 - seat] // 10 % 10:
                score.reverse()
            turns += 1
            ahead = None if score[0] == score[1] else score.index(max(score))
            changes += None not in (ahead, leader) and ahead != leader
            leader = leader if ahead is None else ahead
            behind = [max(behind[s], score[1 - s] - score[s]) for s in (0, 1)]


def analytics(*words):
    return json_of("run", *words, "--analytics")["analytics"]


def spread(found, measure, bot=None):
    return next((s for s in found["spreads"] if (s["measure"], s["bot"]) == (measure, bot)), None)


class Measured(unittest.TestCase):
    def same(self, found, values):
        values = sorted(values)
        self.assertEqual(found["counts"], [[v, values.count(v)] for v in sorted(set(values))])
        self.assertEqual((found["games"], found["min"], found["max"]), (len(values), values[0], values[-1]))
        self.assertAlmostEqual(found["mean"], statistics.fmean(values), delta=1e-9)
        self.assertAlmostEqual(found["stdev"], statistics.stdev(values), delta=1e-9)
        self.assertAlmostEqual(found["mean_se"], statistics.stdev(values) / math.sqrt(len(values)), delta=1e-9)
        for percent in 5, 25, 50, 75, 95:
            self.assertEqual(found["percentiles"][str(percent)], values[math.ceil(percent * len(values) / 100) - 1])

    def compare(self, rolled, *words):
        found = analytics(*words, "--games", GAMES, "--record", "games.jsonl", "--record-games", GAMES)
        games = referee("games.jsonl", rolled)
        rolls = pathlib.Path("games.jsonl").read_text().split('{"begin"')[1:]
        self.same(spread(found, "rolls"), [game.count('"roll":') for game in rolls])
        self.assertEqual((found["games"], len(games)), (GAMES, GAMES))
        for i, measure in enumerate(("turns", "lead_changes", "comeback")):
            self.same(spread(found, measure), [game[i] for game in games])
        bots = len(games[0][3])
        for bot in range(bots):
            if spread(found, "money", bot):
                self.same(spread(found, "money", bot), [game[3][bot][0] for game in games])
            self.same(spread(found, "score", bot), [game[3][bot][1] for game in games])
            for other in range(bots):  # who won, else who has more points
                ahead = sum((game[3][bot][2], game[3][bot][1]) > (game[3][other][2], game[3][other][1]) for game in games)
                self.assertEqual(found["ahead"][bot][other], ahead if bot != other else 0)
        return found

    def test_length_lead_changes_and_points_of_pig(self):
        found = self.compare(pig, "pig", "hold(20)", "hold(25)")
        self.assertIsNone(spread(found, "money", 0))
        self.compare(pig, "pig", "hold(20)", "hold(25)", "--seats", "fixed")

    def test_three_bots_of_pig_pen_for_money_with_head_to_head(self):
        found = self.compare(pig_pen, "pig-pen", "hold(20)", "hold(25)", "hold(30)")
        self.assertEqual(sum(spread(found, "money", bot)["mean"] for bot in range(3)) < 1e-9, True)

    def test_exact_pig_to_one_point_lasts_until_a_player_rolls_no_1(self):
        found = analytics("pig(goal=2)", "hold(20)", "hold(20)", "--games", 20000)
        self.assertEqual(found["games"], 10000)
        turns = spread(found, "turns")
        self.assertLess(abs(turns["mean"] - 1.2), 5 * turns["mean_se"])
        self.assertEqual([spread(found, "lead_changes")["max"], spread(found, "comeback")["max"]], [0, 0])

    def test_other_families(self):
        found = analytics("despirala", "greedy", "--games", 500)
        self.assertEqual(spread(found, "turns")["counts"], [[14, 500]])
        self.assertIsNone(spread(found, "lead_changes"))
        self.assertEqual(spread(found, "score", 0)["counts"],
                         json_of("stats", "despirala", "greedy", "--games", 500)["simulated"]["counts"])
        found = analytics("hog", "always(4)", "always(6)", "--games", 300, "--record", "hog.jsonl", "--record-games", 300)
        ends = [json.loads(line)["end"] for line in pathlib.Path("hog.jsonl").read_text().splitlines() if line.startswith('{"end"')]
        self.same(spread(found, "turns"), [end["turns"] for end in ends])
        self.same(spread(found, "score", 0), [end["scores"][n % 2] for n, end in enumerate(ends)])
        self.assertGreater(spread(found, "lead_changes")["mean"], 1)

    def test_an_extra_turn_of_hog_ends_like_any_other(self):
        found = analytics("hog", "random", "always(6)", "--games", 300, "--record", "extra.jsonl", "--record-games", 300)
        games = list(hog_referee("extra.jsonl"))
        self.assertEqual(len(games), 300)
        for i, measure in enumerate(("turns", "lead_changes", "comeback")):
            self.same(spread(found, measure), [game[i] for game in games])

    def test_a_bot_that_forfeits_is_measured_too(self):
        found = analytics("pig", "hold(20)", "forfeit(1)", "--games", 100)
        self.assertEqual(found["ahead"][0][1] > 90, True)

    def test_the_same_for_any_number_of_threads_and_null_where_no_one_asks(self):
        words = ["pig-pen", "hold(20)", "hold(25)", "--games", 9000]
        self.assertEqual(analytics(*words, "--threads", 1), analytics(*words, "--threads", 2))
        self.assertIsNone(json_of("run", *words)["analytics"])


class Shown(unittest.TestCase):
    words = ["pig-pen", "hold(20)", "hold(25)", "hold(30)", "--games", 500]

    def test_text_on_request(self):
        text = answer_of("run", *self.words, "-a")
        for words in ("Measured in the first 500 games", "turns in a game", "lead changes", "$ a game of hold(20)", "ahead of"):
            self.assertIn(words, text)
        self.assertNotIn("Measured", answer_of("run", *self.words))
        for width in 60, 80, 120:
            narrow = answer_of("run", *self.words, "-a", env=environment(COLUMNS=width))
            lines = narrow.split("Standard errors from single games.")[1].splitlines()
            self.assertLessEqual(max(map(len, lines)), width)

    def test_csv_has_standings_and_distributions(self):
        found = json_of("run", *self.words, "--analytics", "--csv", "run.csv")
        rows = list(csv.DictReader(pathlib.Path("run.csv").read_text().splitlines()))
        for i, standing in enumerate(found["standings"], 1):
            mine = {row["what"]: row["amount"] for row in rows if row["number"] == str(i) and not row["value"]}
            self.assertEqual([int(mine["rank"]), int(mine["wins"]), float(mine["money_mean"]), float(mine["win_rate_se"])],
                             [standing[key] for key in ("rank", "wins", "money", "win_rate_se")])
        for s in found["analytics"]["spreads"]:
            number = "" if s["bot"] is None else str(s["bot"] + 1)
            self.assertEqual([[int(row["value"]), int(row["amount"])] for row in rows
                              if (row["what"], row["number"]) == (s["measure"], number)], s["counts"])
        self.assertEqual([int(row["amount"]) for row in rows if row["what"] == "ahead_of" and row["number"] == "1"],
                         found["analytics"]["ahead"][0][1:])

    def test_a_page_for_run(self):
        write("odd.lua", "return { name = '<b>Odd & Co</b>', decide = function(view) return view.turn < 20 end }")
        found = json_of("run", "pig-pen", "odd.lua", "hold(25)", "hold(30)", "--games", 300, "--analytics", "--html", "run.html")
        page = pathlib.Path("run.html").read_text(encoding="utf-8")

        class Tags(html.parser.HTMLParser):
            text, tags, open = "", [], []

            def handle_starttag(self, tag, attributes):
                self.tags.append(tag)
                if tag not in ("meta", "path"):
                    self.open.append(tag)

            def handle_endtag(self, tag):
                if tag != "path":
                    assert self.open.pop() == tag, tag

            def handle_data(self, data):
                self.text += data

        tags = Tags()
        tags.feed(page)
        self.assertEqual(tags.open, [])
        self.assertEqual(tags.tags.count("figure"), len(found["analytics"]["spreads"]))
        for tag in "script", "b", "link":
            self.assertNotIn(tag, tags.tags)
        for words in ("Who ends ahead of whom", "Measured in the first 300 games", "Ranked by $ a game."):
            self.assertIn(words, tags.text)
        self.assertIn(f"{100 * found['analytics']['ahead'][1][2] / 300:.1f}\xa0%", tags.text)

    def test_run_standings_say_what_they_are_ranked_by(self):
        self.assertIn("Ranked by $ a game.", answer_of("run", *self.words))
        self.assertIn("Ranked by wins.", answer_of("run", *self.words, "--for", "win"))
        self.assertIn("Ranked by wins.", answer_of("run", "pig", "hold(20)", "hold(25)", "--games", 10))
        for key, more in ("money_total", []), ("wins", ["--for", "win"]):
            result = json_of("run", *self.words, *more)
            amounts = [standing[key] for standing in result["standings"]]
            self.assertEqual([standing["rank"] for standing in result["standings"]],
                             [1 + sum(other > mine for other in amounts) for mine in amounts])
            self.assertEqual(result["ranked_by"], "win" if more else "money")

    def test_bad_input(self):
        for more, status in (["--for", "score"], 2), (["--csv", "nowhere/x.csv"], 3), (["--html", "nowhere/x.html"], 3):
            answer = alea("run", *self.words, *more)
            self.assertEqual(answer.status, status, answer)


if __name__ == "__main__":
    main()
