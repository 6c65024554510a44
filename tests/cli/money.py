#!/usr/bin/env python3
"""The objective of a game in every command: its own, or the one given by --for. Pig-Pen is played for money."""

import itertools
import math
import pathlib
import re
import sqlite3
import unittest

from program import alea, answer_of, json_of, main, write

SMALL = "pig-pen(goal=10,over_goal=hold)"
FIELD = ["hold(4)", "hold(7)", "bank(5)", "optimal"]
LUA = "return function(view) return view.turn < {} and view.total <= (view.leader or view.goal) and 'roll' or 'hold' end\n"


def middle(interval):
    return (interval["lower"] + interval["upper"]) / 2


class Objective(unittest.TestCase):
    def test_optimal_plays_for_what_is_ranked(self):
        """optimal alone is what optimal(for=...) is, in every command that has --for."""
        for objective in ("win", "money"):
            named = f"optimal(for={objective})"
            for words in (["eval", SMALL, "{}", "hold(7)"], ["run", SMALL, "{}", "hold(7)", "--games", "5000"],
                          ["tournament", SMALL, "{}", "hold(7)"])[:3 if objective == "win" else 1]:
                one, other = (answer_of(*[w.format(bot) for w in words], "--for", objective, "--json").replace(named, "optimal")
                              for bot in ("optimal", named))
                strip = lambda text: re.sub(r'"(seconds|games_per_second)": [^,\n]*', "", text)
                self.assertEqual(strip(one), strip(other), words)
            one, other = (json_of("compare", bot, "hold(7)", SMALL, "--for", objective) for bot in ("optimal", named))
            self.assertEqual([one["money"], one["rate"]], [other["money"], other["rate"]])

    def test_optimal_for_wins_wins_more(self):
        self.assertGreater(json_of("eval", "pig-pen", "optimal", "hold:25", "--for", "win")["mean"]["win"]["value"], 0.5177)
        self.assertLess(json_of("eval", "pig-pen", "optimal", "hold:25")["mean"]["win"]["value"], 0.4207)

    def test_other_objectives_are_refused_with_a_sentence(self):
        for words in (["run", "pig", "hold(20)", "hold(25)"], ["tournament", "pig", "hold(20)", "hold(25)"], ["compare", "hold(20)", "hold(25)", "pig"]):
            for objective, says in (("money", "no objective `money`"), ("turns", "ranked by win"), ("fun", "ranked by win")):
                answer = alea(*words, "--for", objective)
                self.assertEqual((answer.status, answer.out), (2, ""))
                self.assertIn(says, answer.err)

    def test_help_says_the_default(self):
        for command in ("run", "tournament", "compare", "eval", "best", "solve", "ask", "play", "plot", "review"):
            text = " ".join(answer_of(command, "--help").split())
            self.assertIn("--for", text)
            self.assertIn("played for", text, command)
            self.assertNotIn("first objective", text)

    def test_parts_are_of_one_objective(self):
        words = ["run", SMALL, "optimal", "hold(7)", "--games", "10000"]
        whole = json_of(*words, "--for", "win")
        for part in (1, 2):
            answer_of(*words, "--for", "win", "--part", f"{part}/2", "--out", f"part{part}")
        merged = json_of("merge", "part1", "part2")
        self.assertEqual([merged["ranked_by"], merged["standings"]], ["win", whole["standings"]])
        answer_of(*words, "--part", "2/2", "--out", "other")
        self.assertIn("what the game is played for", alea("merge", "part1", "other").err)


class Ranking(unittest.TestCase):
    def test_dollars_rank_and_are_those_of_eval(self):
        result = json_of("tournament", SMALL, *FIELD)
        self.assertEqual(result["objective"], "money")
        earned = {bot: 0 for bot in FIELD}
        for pair in result["pairs"]:
            exact = json_of("eval", SMALL, pair["a"], pair["b"])["mean"]["money"]
            self.assertAlmostEqual(pair["gain"], exact["value"], delta=1e-9)
            self.assertAlmostEqual(pair["money"], pair["gain"], delta=1e-9)
            earned[pair["a"]] += pair["gain"] / 3
            earned[pair["b"]] -= pair["gain"] / 3
        self.assertEqual([s["bot"] for s in result["standings"]], sorted(FIELD, key=lambda bot: -earned[bot]))
        self.assertEqual(result["standings"][0]["bot"], "optimal")
        for s in result["standings"]:
            self.assertAlmostEqual(s["money"], earned[s["bot"]], delta=1e-9)
            self.assertAlmostEqual(s["exploitability"], json_of("best", SMALL, s["bot"])["exploitability"]["value"], delta=1e-9)
            self.assertAlmostEqual(s["loss"], -json_of("eval", SMALL, s["bot"], "optimal")["mean"]["money"]["value"], delta=1e-9)
        self.assertAlmostEqual(sum(s["money"] for s in result["standings"]), 0, delta=1e-9)
        self.assertTrue(result["certain"])

    def test_for_win_ranks_by_wins(self):
        result = json_of("tournament", SMALL, *FIELD[:3], "--for", "win")
        self.assertEqual(result["objective"], "win")
        rates = [s["rate"] for s in result["standings"]]
        self.assertEqual(rates, sorted(rates, reverse=True))
        by_money = json_of("tournament", SMALL, *FIELD[:3])
        self.assertEqual({s["bot"]: s["rating"] for s in by_money["standings"]}, {s["bot"]: s["rating"] for s in result["standings"]})

    def test_text_says_what_ranks(self):
        text = answer_of("tournament", SMALL, *FIELD[:3], "hold(9)")
        for words in ("ranked by $ a game", "$ against", "Elo", "$ a game before"):
            self.assertIn(words, " ".join(text.split()))
        self.assertIn("ranked by wins", answer_of("tournament", SMALL, *FIELD[:2], "--for", "win"))
        self.assertNotIn("ranked by", answer_of("tournament", "pig(goal=20)", "hold(4)", "hold(7)"))
        self.assertIn("$ a game and wins", answer_of("compare", "bank(5)", "hold(4)", SMALL))

    def test_the_page_and_the_csv_go_by_dollars(self):
        found = json_of("tournament", SMALL, *FIELD, "--html", "t.html", "--csv", "t.csv")
        page = pathlib.Path("t.html").read_text()
        self.assertIn("ranked by $ a game", page)
        self.assertIn("Dollars a game that the bot of the row gains", page)
        rows = [line.split(",") for line in pathlib.Path("t.csv").read_text().splitlines()]
        self.assertEqual(rows[0][-2:], ["money_low", "money_high"])
        self.assertEqual({len(row) for row in rows}, {len(rows[0])})
        self.assertEqual(len(rows), 1 + len(found["standings"]) + len(found["pairs"]))

    def test_luck_is_taken_out_of_dollars(self):
        write("seven.lua", LUA.format(7))
        run = json_of("run", SMALL, "seven.lua", "hold(4)", "--games", "8192")
        plain = next(s for s in run["standings"] if s["bot"] == "seven.lua")
        pair = json_of("tournament", SMALL, "seven.lua", "hold(4)", "--games", "8192")["pairs"][0]
        self.assertLess(pair["gain_se"], plain["money_se"] / 2)
        sign = 1 if pair["a"] == "seven.lua" else -1
        self.assertLess(abs(sign * pair["gain"] - plain["money"]), 4 * plain["money_se"])

    def test_tables_of_three_and_four_have_the_dollars_of_run(self):
        for players, field in ((3, ["hold(4)", "hold(7)", "bank(5)"]), (4, ["hold(4)", "hold(7)", "bank(5)", "hold(9)"])):
            game = f"pig-pen(goal=10,players={players})"
            result = json_of("tournament", game, *field, "--games", "12000")
            long = {s["bot"]: s for s in json_of("run", game, *field, "--games", "400000", "--seed", "5")["standings"]}
            self.assertAlmostEqual(sum(s["money"] for s in result["standings"]), 0, delta=1e-6)
            for s in result["standings"]:
                reach = 4 * math.hypot(s["money_se"], long[s["bot"]]["money_se"])
                self.assertLess(abs(s["money"] - long[s["bot"]]["money"]), reach, (game, s["bot"]))
                # At a single table the error of a bot's earnings is that of its own dollars; common dice can only make
                # it smaller.
                alone = long[s["bot"]]["money_se"] * math.sqrt(400000 / result["games"])
                self.assertLess(s["money_se"], 1.1 * alone)
                if players == 3:
                    self.assertGreater(s["money_se"], 0.9 * alone)

    def test_designs_agree_on_dollars(self):
        field = ["hold(4)", "hold(7)", "bank(5)", "hold(9)"]
        for words in (["--swiss"], ["--against", "optimal"], ["--until", "95%"]):
            result = json_of("tournament", SMALL, *field, *words)
            self.assertEqual(result["objective"], "money")
            money = [s["money"] for s in result["standings"]]
            self.assertEqual(money, sorted(money, reverse=True))
            if "--against" in words:
                gains = {p["b"] if p["a"] == "optimal" else p["a"]: p["gain"] if p["a"] == "optimal" else -p["gain"] for p in result["pairs"]}
                order = [s["bot"] for s in result["standings"] if s["bot"] != "optimal"]
                self.assertEqual(order, sorted(field, key=gains.get))

    def test_threads_change_nothing(self):
        write("seven.lua", LUA.format(7))
        words = ["tournament", SMALL, "seven.lua", "hold(4)", "turns(3)", "--games", "5000", "--json"]
        self.assertEqual(answer_of(*words, "--threads", "1"), answer_of(*words, "--threads", "2"))


class Comparison(unittest.TestCase):
    def test_exact_dollars_decide(self):
        for a, b in itertools.combinations(["hold(4)", "hold(7)", "bank(5)"], 2):
            exact = json_of("eval", SMALL, a, b)["mean"]
            found = json_of("compare", a, b, SMALL)
            self.assertEqual(found["objective"], "money")
            self.assertAlmostEqual(found["money"], exact["money"]["value"], delta=1e-9)
            self.assertEqual(found["verdict"], "better" if found["money"] > 0 else "worse")
            wins = json_of("compare", a, b, SMALL, "--for", "win")
            self.assertEqual(wins["verdict"], "better" if wins["rate"] > 0.5 else "worse")
            self.assertEqual(wins["objective"], "win")

    def test_a_sequential_test_of_dollars(self):
        """hold(4) in Lua, whose games are played, loses dollars to hold(7), as the built-in one does exactly."""
        write("four.lua", "return function(view) local to_beat = view.leader return (to_beat and view.total <= to_beat or not to_beat "
                          "and view.turn < 4 and view.total < view.goal) and 'roll' or 'hold' end\n")
        exact = json_of("eval", SMALL, "hold(4)", "hold(7)")["mean"]["money"]["value"]
        found = json_of("compare", "four.lua", "hold(7)", SMALL, "--elo", "20")
        self.assertTrue(found["adjusted_for_luck"] and not found["exact"])
        self.assertEqual(found["verdict"], "worse")
        self.assertLess(abs(found["money"] - exact), 4 * found["money_se"])
        self.assertLess(found["money_lower"], found["money_upper"])


class Journal(unittest.TestCase):
    def test_units_are_kept_by_objective(self):
        write("seven.lua", LUA.format(7))
        words = ["tournament", SMALL, "seven.lua", "hold(4)", "hold(7)", "--games", "1000", "--journal", "j"]
        money, wins = json_of(*words), json_of(*words, "--for", "win")
        again, fresh = json_of(*words), json_of(*words[:-2], "--for", "win")
        self.assertEqual(money, again)
        self.assertEqual(wins, fresh)
        with sqlite3.connect("j") as db:
            units = db.execute("SELECT count(*) FROM units").fetchone()[0]
        json_of(*words)
        json_of(*words, "--for", "win")
        with sqlite3.connect("j") as db:
            self.assertEqual(db.execute("SELECT count(*) FROM units").fetchone()[0], units)


if __name__ == "__main__":
    main()
