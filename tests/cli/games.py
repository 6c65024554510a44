#!/usr/bin/env python3
"""alea games: the list, one game, and both as JSON."""

import pathlib
import unittest

from program import alea, answer_of, environment, json_of, main, write

RULES = pathlib.Path(__file__).resolve().parents[2] / "rules"
RACE_GAMES = {"pig", "piglet", "two-dice-pig", "pig-solitaire", "pig-pen"}


class List(unittest.TestCase):
    def test_every_game_has_a_line(self):
        lines = answer_of("games").splitlines()
        self.assertRegex(lines[0], "name +title +family +players +objectives")
        self.assertLessEqual(RACE_GAMES, {line.split()[0] for line in lines[1:] if line})

    def test_a_line_has_title_family_players_and_objectives(self):
        self.assertRegex(answer_of("games"), r"(?m)^  pig-pen +Pig-Pen +race +2 to 8 +win, money$")
        self.assertRegex(answer_of("games"), r"(?m)^  pig-solitaire +Pig Solitaire +race +1 +win")

    def test_json_has_the_same(self):
        games = {game["name"]: game for game in json_of("games")["games"]}
        self.assertLessEqual(RACE_GAMES, games.keys())
        self.assertEqual(games["pig-pen"], games["pig-pen"] | {"name": "pig-pen", "title": "Pig-Pen", "family": "race",
                                            "players": {"default": 2, "min": 2, "max": 8}, "objectives": ["win", "money"],
                                            "played_for": "money"})


class One(unittest.TestCase):
    def test_a_game_tells_its_rules_parameters_objectives_keys_and_bots(self):
        text = answer_of("games", "pig-pen")
        self.assertTrue(text.startswith("Pig-Pen: pig-pen(goal=100,over_goal=roll-on,players=2)\n"))
        for part in ("\nParameters:\n", "\nObjectives: win, money\n", "\nKeys of `alea ask`:\n", "\nBuilt-in bots:\n"):
            self.assertIn(part, text)
        self.assertRegex(text, r"(?m)^  goal +.*\(10 to 1000, default 100\)$")
        self.assertRegex(text, r"(?m)^  hold\(n\) ")

    def test_the_rules_fit_the_width(self):
        for width in (40, 80, 120):
            lines = answer_of("games", "pig-pen", env=environment(COLUMNS=width)).splitlines()[2:]
            self.assertLessEqual(max(map(len, lines)), width)
            self.assertGreater(max(map(len, lines)), width - 20)

    def test_parameters_given_are_those_of_the_spec(self):
        self.assertIn("pig(dice=1,goal=50,players=3,sides=6)", answer_of("games", "pig(goal=50, players=3)").splitlines()[0])

    def test_json_has_everything_too(self):
        game = json_of("games", "pig-pen(over_goal=hold)")
        self.assertEqual(list(game), ["name", "title", "family", "spec", "rules_sha256", "players", "objectives", "played_for", "text",
                                      "note", "parameters", "keys", "sheet", "bots", "group", "value", "solve_seconds", "published"])
        self.assertEqual(game["spec"], "pig-pen(goal=100,over_goal=hold,players=2)")
        self.assertRegex(game["rules_sha256"], "^[0-9a-f]{64}$")
        parameters = {parameter["name"]: parameter for parameter in game["parameters"]}
        goal, over_goal = parameters["goal"], parameters["over_goal"]
        self.assertEqual((goal["value"], goal["default"], goal["min"], goal["max"]), (100, 100, 10, 1000))
        self.assertEqual((over_goal["value"], over_goal["default"]), ("hold", "roll-on"))
        self.assertEqual(over_goal["one_of"], ["roll-on", "hold"])
        self.assertIn("hold(n)", [bot["usage"] for bot in game["bots"]])

    def test_a_rule_file_of_ones_own_is_a_game(self):
        write("coin.lua", """return { name = "coin", family = "race", title = "Coin", text = [[Heads or tails.]],
            params = { { "players", default = 2, min = 2, max = 4, help = "how many play" } },
            rules = function(p) return { dice = 1, sides = 2, goal = 5, ending = "bank",
                roll = function(a) if a == 1 then return bust() end return add(1) end } end }""")
        self.assertIn("Heads or tails.", answer_of("games", "coin.lua"))


class Mistakes(unittest.TestCase):
    def refused(self, game):
        answer = alea("games", game)
        self.assertEqual((answer.status, answer.out), (2, ""), answer)
        return answer.err

    def test_an_unknown_game_gets_the_nearest(self):
        self.assertIn('did you mean "pig-pen"?', self.refused("pigpen"))

    def test_an_unknown_parameter_gets_the_nearest(self):
        self.assertIn('did you mean "goal"?', self.refused("pig(gaol=50)"))

    def test_a_value_out_of_range_gets_the_range(self):
        self.assertRegex(self.refused("pig-pen(goal=5)"), "goal.*10 to 1000")
        self.assertRegex(self.refused("pig-pen(players=9)"), "players.*2 to 8")

    def test_a_word_that_is_no_choice_gets_the_choices(self):
        self.assertRegex(self.refused("pig-pen(over_goal=maybe)"), "roll-on.*hold")

    def test_a_spec_that_cannot_be_read_is_refused(self):
        for spec in ("", "pig(", "pig)", "pig(goal)", "pig(goal=)", "pig(goal=50,goal=60)", "pig(goal=50)x"):
            self.assertTrue(self.refused(spec).startswith("alea: "), spec)


DESPIRALA = """return { name = "d", family = "despirala", title = "D", text = "x", params = { { "players", default = 1, min = 1, max = 8 } },
rules = function(p) return { players = p.players, dice = 3, sides = 3, gain = 2, combinations = {
  { name = "Collect", collect = 1 }, { name = "Collect", collect = 3 }, { name = "Pair", pattern = "XX", points = "sum" },
  { name = "Run", pattern = "123", points = 7 } } } end }"""


class Check(unittest.TestCase):
    """All results of a game against a plain list of its states."""

    def agrees(self, *words, kinds):
        report = json_of("games", *words, "--check")
        self.assertTrue(report["holds"], report)
        self.assertGreaterEqual({one["what"] for one in report["comparisons"] if one["compared"]}, set(kinds))
        for one in report["comparisons"]:
            limit = 5 if one["what"] == "games" else 1e-11
            self.assertLessEqual(one["difference"], limit, one)
            self.assertTrue(one["compared"] or one["note"], one)
        return report

    def changed(self, name, old, new):
        """A game of the catalogue whose states can be listed: nobody rolls on above the goal, or rolls ten dice."""
        text = (RULES / f"{name}.lua").read_text()
        self.assertIn(old, text)
        write(f"{name}.lua", text.replace(old, new))
        return f"{name}.lua"

    def test_every_race_to_a_goal(self):
        for name in ("pig", "piglet", "two-dice-pig"):
            game = self.changed(name, "goal = p.goal,", 'goal = p.goal, over_goal = "hold",')
            with self.subTest(game=name):
                self.agrees(game, *([] if name == "piglet" else ["--small", "goal=12"]),
                            kinds=["values", "proof", "best response", "evaluation", "games"])

    def test_a_race_of_one_player(self):
        game = self.changed("pig-solitaire", "goal = p.goal,", 'goal = p.goal, over_goal = "hold",')
        self.agrees(f"{game}(turns=4)", "--small", "goal=15", kinds=["values", "proof", "evaluation", "games"])

    def test_every_game_of_hog(self):
        for name in ("hog", "hog-moon", "hog-feral", "hog-piggy"):
            game = self.changed(name, "dice = 10", "dice = 3")
            with self.subTest(game=name):
                self.agrees(game, "--small", "goal=9", kinds=["values", "proof", "best response", "evaluation", "games"])

    def test_games_whose_rule_file_lists_the_states(self):
        self.agrees("coin-pig", "--small", "goal=6", kinds=["values", "proof", "best response", "evaluation", "games"])
        self.agrees("red-and-black", "--small", "goal=10,fortune=4", kinds=["values", "proof", "evaluation", "games"])

    def test_every_game_of_the_family_tabletop(self):
        found = [game for game in json_of("games")["games"] if game["family"] == "tabletop"]
        self.assertGreaterEqual(len(found), 18)
        for game in found:
            with self.subTest(game=game["name"]):
                self.agrees(game["name"], kinds=["values", "proof", "evaluation"] + ["games"] * (game["played_for"] != "turns"))

    def test_a_game_with_draws_and_one_for_the_least_points(self):
        # listed by their own rule files, so that the plain list is a second way
        write("draws.lua", """return { name = "draws", family = "graph", title = "D", text = "x", rules = function() return { players = 2,
            start = function() return { 0, 0 } end,
            moves = function(s) if s[2] < 3 then return { "one", "two" } end end,
            apply = function(s, _, i) return pass { s[1] + i, s[2] + 1 } end,
            payoff = function(s) return { win = s[1] % 3 == 0 and "draw" or s[1] % 2 == 0 } end } end }""")
        self.agrees("draws.lua", kinds=["values", "proof", "best response", "evaluation", "games"])
        write("least.lua", """return { name = "least", family = "graph", title = "L", text = "x", rules = function() return { players = 1,
            objective = "least", start = function() return 3 end,
            moves = function(s) if s > 0 and s < 9 then return { "on", "stop" }, { 10 + s, -s } end end,
            chances = function(s) if s >= 10 then return 6, { s - 9, s - 10, -7, s - 10, s - 10, -1 } end end,
            payoff = function(s) return { score = -s } end } end }""")
        self.agrees("least.lua", kinds=["values", "proof", "evaluation", "games"])

    def test_a_game_with_points_and_its_distribution(self):
        write("d.lua", DESPIRALA)
        report = self.agrees("d.lua", kinds=["values", "proof", "evaluation", "distribution", "games"])
        self.assertEqual({one["objective"] for one in report["comparisons"]}, {"score"})

    def test_the_text_says_the_same(self):
        shown = answer_of("games", "coin-pig", "--check", "--small", "goal=6")
        self.assertRegex(shown, r"coin-pig\(goal=6.*\): [\d,]+ states, [\d,]+ of them decisions, were listed by playing\.")
        self.assertRegex(shown, r"(?m)^  win  best response +random +2 +[\d.]+e[-+]\d\d")
        self.assertIn("All that was compared agrees with the list of states.", shown)

    def test_what_cannot_be_checked(self):
        for words, says in ((["--check"], "--check needs a GAME"),
                            (["pig", "--small", "goal=9"], "--small is for --check"),
                            (["pig", "--check", "--small", "gaol=9"], 'no parameter "gaol"'),
                            (["pig(goal=9)", "--check", "--small", "goal=8"], "goal"),
                            (["pig", "--check", "--states", "1000"], "more than 1000 states"),
                            (["pig(players=3,goal=9)", "--check"], "one or two players")):
            with self.subTest(words=words):
                done = alea("games", *words)
                self.assertEqual(done.status, 2)
                self.assertIn(says, done.err)

if __name__ == "__main__":
    main()
