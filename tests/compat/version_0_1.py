#!/usr/bin/env python3
"""Files written by version 0.1 can be opened, with the same contents. The numbers are those that version 0.1
printed."""

import json
import lzma
import os
import pathlib
import shutil
import subprocess
import unittest

from program import ALEA, SOURCE, alea, answer_of, environment, json_of, main

FILES = SOURCE / "tests" / "compat" / "0.1"
PIG = "pig(dice=1,goal=20,players=2,sides=6)"
DESPIRALA = "small-despirala.lua(gain=1,good_points=1,misere=false,players=1,reroll=true)"

# The output of `alea verify`: game, objective, against, positions checked, lower and upper bound of the game.
TABLES = {
    "pig.h5": (PIG, "win", None, 400, 0.61555854980502356, 0.61555854980506175),
    "hog.h5": ("hog(goal=10,time_trot=true)", "win", None, 1600, 0.64358364984453398, 0.64358364984472249),
    "coin-pig.h5": ("coin-pig(goal=4,heads=1,players=2,tails=1)", "win", None, 81, 0.53685474189675153,
                    0.53685474189676596),
    "pig-solitaire.h5": ("pig-solitaire(goal=20,players=1,turns=4)", "win", None, 100, 0.87924822493835242,
                         0.87924822493835542),
    "two-dice-pig.h5": ("two-dice-pig(double_one=wipe,forced_doubles=false,goal=20,players=2)", "win", None, 400,
                        0.6028576782549272, 0.60285767825494874),
    "small-despirala.h5": (DESPIRALA, "score", None, 58, 26.40580056342176, 26.405800563422563),
    "small-chase.h5": ("small-chase.lua(goal=5,players=2)", "money", None, 21136, 0.71551632527949371,
                       0.7155163252801352),
    "reply.h5": (PIG, "win", "hold(10)", 800, 0.7455768874294002, 0.74557688742942418),
}

# The output of `alea ask --table`: the question, the position in words, the best move, and the values of some moves.
ANSWERS = (
    ("pig.h5", ["pig(goal=20)", "scores=8,10", "turn=6"], "scores 8,10 turn 6, seat 0 to move", "roll",
     {"hold": 0.32949144703612898, "roll": 0.78758589017392056}),
    ("hog.h5", ["hog(goal=10)", "scores=3,7", "memory=1"], "scores 3,7, memory 1, seat 0 to move", "1",
     {"0": 0.079615420032515427, "1": 0.72558159211919748, "10": 0.21224081813516643}),
    ("coin-pig.h5", ["coin-pig(goal=4)", "state=1,2,1"], "state 1,2,1 (score 1, turn total 1), seat 0 to move", "flip",
     {"flip": 0.4545454545454547, "hold": 0.4285714285714286}),
    ("pig-solitaire.h5", ["pig-solitaire(goal=20,turns=4)", "scores=6", "turn=5", "turns=2"],
     "scores 6 turn 5, seat 0 to move", "roll", {"hold": 0.61715534979423881, "roll": 0.80564687612386066}),
    ("two-dice-pig.h5", ["two-dice-pig(goal=20)", "scores=8,10", "turn=6"], "scores 8,10 turn 6, seat 0 to move", "roll",
     {"hold": 0.37133587566347637, "roll": 0.76676873993766215}),
    ("small-despirala.h5", ["small-despirala.lua(gain=1)", "used=1", "goods=2", "dice=1,2,2"], "used=1 goods=2 dice=122",
     "Two of a kind 2", {"Two of a kind 2": 22.082529579172842, "Reroll": 20.623487611766905, "Run": 16.838869215920568}),
    ("small-chase.h5", ["small-chase.lua", "--for", "money", "scores=0,5", "turn=5"], "scores 0,5 turn 5, seat 0 to move",
     "hold", {"hold": -0.10302895247312138, "roll": -3.4379487341408632}),
    ("reply.h5", ["pig(goal=20)", "scores=8,10", "turn=6"], "scores 8,10 turn 6, seat 0 to move", "roll",
     {"hold": 0.3294914470361287, "roll": 0.78758589017392056}),
)

# Five games of hold(10) and hold(6): who sat in seat 0, events, turns, scores.
RUN = [(0, 26, 7, [21, 18]), (1, 42, 12, [15, 24]), (0, 19, 5, [25, 0]), (1, 18, 4, [19, 23]), (0, 26, 6, [10, 20])]

# The game of Ann and Ben: result, start, luck, mistakes, blunders.
REVIEW = {"human(Ann)": (0, 0.61555854980504288, -0.5171104379307927, 1.3279129520793977, 3),
          "human(Ben)": (1, 0.38444145019495712, 0.5171104379307927, 1.2294648402051476, 3)}

# Rank, matches won and mean rate.
CONTEST = {"Behind": (3, 2, 0.53443467744981732), "careful": (5, 0, 0.39361924158691497),
           "five-again": (1, 3, 0.57238486960585644), "five": (1, 3, 0.57238486960585644),
           "four": (4, 1, 0.42717634175155472), "No decide": (None, None, None)}

# The notebook: games, decisions, cost of a decision, luck of a game.
NOTEBOOK = {"hold(10)": (5, 37, 0.045296886583741668, -0.06677883904867099),
            "hold(6)": (5, 21, 0.16163430709698826, 0.06677883904867099),
            "human(Ann)": (1, 4, 0.33197823801984944, -0.5171104379307927),
            "human(Ben)": (1, 4, 0.30736621005128689, 0.5171104379307927)}


def typed(text, *command):
    """The program's output for typed lines."""
    done = subprocess.run([ALEA, *command], input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=environment(), timeout=60)
    assert done.returncode == 0 and not done.stderr, done
    return done.stdout.decode()


class Compat(unittest.TestCase):
    """Runs every test in a separate folder with fresh copies of all files."""

    def setUp(self):
        self.above = pathlib.Path.cwd()
        folder = self.above / self._testMethodName
        shutil.copytree(FILES, folder)
        os.chdir(folder)
        pathlib.Path("small-chase.h5").write_bytes(lzma.decompress(pathlib.Path("small-chase.h5.xz").read_bytes()))

    def tearDown(self):
        os.chdir(self.above)

    def near(self, value, wanted):
        self.assertAlmostEqual(value, wanted, delta=1e-12 * max(1, abs(wanted)))


class Tables(Compat):
    def test_every_table_of_the_folder_is_known(self):
        self.assertEqual({path.name for path in pathlib.Path(".").glob("*.h5")}, TABLES.keys() | {"sampled.h5"})

    def test_their_proofs_hold_and_say_the_same(self):
        for name, (game, objective, against, checked, lower, upper) in TABLES.items():
            with self.subTest(name):
                verdict = json_of("verify", name)
                self.assertIs(verdict["holds"], True)
                self.assertEqual([verdict[key] for key in ("game", "objective", "against", "checked")],
                                 [game, objective, against, checked])
                self.near(verdict["lower"], lower)
                self.near(verdict["upper"], upper)
                self.assertLess(verdict["lower"], verdict["upper"])

    def test_a_sampled_model_is_still_one_and_proves_nothing(self):
        answer = alea("verify", "sampled.h5", "--json")
        self.assertEqual(answer.status, 1, answer)
        verdict = json.loads(answer.out)
        self.assertEqual((verdict["game"], verdict["holds"], verdict["lower"]), (DESPIRALA, False, None))
        self.near(verdict["value"], 26.753023735234379)
        told = json_of("ask", "--table", "sampled.h5", "small-despirala.lua(gain=1)", "used=1", "goods=2", "dice=1,2,2")
        self.assertEqual((told["best"], told["samples"], told["seed"]), ("Two of a kind 2", 20, 0))
        self.near(told["value"], 22.071340625000001)

    def test_they_answer_as_they_did(self):
        for name, question, state, best, worth in ANSWERS:
            with self.subTest(name):
                told = json_of("ask", "--table", name, *question)
                self.assertEqual((told["state"], told["best"]), (state, best))
                moves = {move["move"]: move for move in told["moves"]}
                for move, value in worth.items():
                    self.near(moves[move]["value"], value)
                    self.assertLessEqual(moves[move]["lower"], value)
                    self.assertGreaterEqual(moves[move]["upper"], value)

    def test_they_play(self):
        game = json_of("eval", "pig(goal=20)", "table:reply.h5", "hold(10)")
        self.near(game["mean"]["win"]["value"], 0.6691003110596)
        self.near(json_of("eval", "pig(goal=20)", "table:pig.h5", "table:pig.h5")["mean"]["win"]["value"], 0.5)

    def test_opening_changes_no_byte(self):
        for name, question, *_ in ANSWERS:
            if name != "small-chase.h5":
                answer_of("verify", name)
                answer_of("ask", "--table", name, *question)
                self.assertEqual(pathlib.Path(name).read_bytes(), (FILES / name).read_bytes(), name)


class Records(Compat):
    def test_a_run_is_replayed(self):
        told = json_of("replay", "run.jsonl")
        self.assertEqual((told["game"], told["seed"], told["players"], told["cut"]),
                         (PIG, 20251, ["hold(10)", "hold(6)"], False))
        self.assertEqual([(game["in_seat"][0], len(game["events"]), game["end"]["turns"], game["end"]["scores"])
                          for game in told["games"]], RUN)

    def test_the_same_run_makes_the_same_record(self):
        answer_of("run", "pig(goal=20)", "hold(10)", "hold(6)", "--games", 5, "--record", "again.jsonl")
        (heading, *games), (old, *same) = (pathlib.Path(file).read_text().splitlines() for file in ("again.jsonl", FILES / "run.jsonl"))
        self.assertEqual(games, same)
        heading, old = json.loads(heading), json.loads(old)
        self.assertEqual(old | {"version": 2}, {key: heading[key] for key in old})
        self.assertEqual(set(heading) - set(old), {"written_by", "command", "bots_sha256"})

    def test_a_game_of_two_people_is_replayed_and_reviewed(self):
        game, = json_of("replay", "played.jsonl")["games"]
        self.assertEqual((len(game["events"]), game["end"]["winner"], game["end"]["scores"]), (17, 1, [16, 20]))
        reviewed, = json_of("review", "played.jsonl", "--no-keep")["games"]
        self.assertEqual(reviewed["sha256"], "7d2e0ba794b3532602683ffc69bbc856f177c1ae0300062bcb844fa75e9ceb3a")
        self.assertEqual([seat["player"] for seat in reviewed["seats"]], list(REVIEW))
        for seat in reviewed["seats"]:
            result, start, luck, mistakes, blunders = REVIEW[seat["player"]]
            self.assertEqual((seat["result"], seat["blunders"]), (result, blunders))
            for key, value in (("start", start), ("luck", luck), ("mistakes", mistakes)):
                self.near(seat[key], value)

    def test_what_was_taken_back_is_there(self):
        game, = json_of("replay", "unfinished.jsonl", "--taken-back")["games"]
        self.assertEqual((len(game["events"]), game["taken_back"], game["finished"]), (10, 2, False))
        self.assertEqual(game["events"][3]["undo"], 2)
        self.assertEqual(game["events"][-1]["state"], "scores 6,8 turn 6, seat 0 to move")

    def test_an_unfinished_game_goes_on_with_the_same_dice(self):
        before = pathlib.Path("unfinished.jsonl").read_text()
        typed("hold\nsave\n", "play", "--resume", "unfinished.jsonl")
        after = pathlib.Path("unfinished.jsonl").read_text()
        self.assertTrue(after.startswith(before))
        self.assertEqual(after.removeprefix(before).splitlines(),
                         ['{"seat":0,"move":"hold"}', '{"roll":[6]}', '{"seat":1,"move":"hold"}'])


class Contest(Compat):
    def contest(self):
        return json_of("contest", "hog(goal=20)", "entries", "--database", "contest.db")

    def test_no_pair_is_computed_again(self):
        """The two programs are judged again, since instructions cost other fuel now. Their tables are those of before."""
        result = self.contest()
        self.assertEqual([result[key] for key in ("pairs", "pairs_computed", "pairs_kept", "tabulated")], [10, 0, 6, 2])
        self.assertEqual({entry["name"]: (entry["rank"], entry["matches_won"]) for entry in result["entries"]},
                         {name: fact[:2] for name, fact in CONTEST.items()})
        for entry in result["entries"]:
            if entry["rank"]:
                self.near(entry["mean_rate"], CONTEST[entry["name"]][2])
            else:
                self.assertEqual((entry["status"], entry["what"]), ("disqualified", "bot"))

    def test_a_new_entry_computes_its_own_row(self):
        pathlib.Path("entries/six.csv").write_text(("6," * 20)[:-1].join(["", "\n"]) * 20)
        result = self.contest()
        self.assertEqual([result[key] for key in ("pairs", "pairs_computed", "pairs_kept")], [15, 4, 6])
        self.assertEqual(self.contest()["pairs_computed"], 0)


class Notebook(Compat):
    def listed(self, *more):
        return json_of("notebook", "list", "--notebook", "notebook.db", "--today", "2026-11-22", *more)

    def test_its_games_are_listed(self):
        told = self.listed()
        self.assertEqual((told["games"], told["cards"], told["due"]), (6, 6, 5))
        self.assertEqual({trend["player"] for trend in told["trends"]}, NOTEBOOK.keys())
        for trend in told["trends"]:
            games, decisions, cost, luck = NOTEBOOK[trend["player"]]
            self.assertEqual((trend["games"], trend["decisions"], trend["from"]), (games, decisions, "2026-11-16"))
            self.near(trend["cost"], cost)
            self.near(trend["luck"], luck)

    def test_its_mistakes_are_asked(self):
        asked = typed("roll\nhold\nquit\n", "drill", "--notebook", "notebook.db", "--today", "2026-11-22")
        self.assertIn("5 positions are due", asked)
        self.assertIn("You: score 11, turn total 6", asked)
        self.assertIn("Right. This position comes back in 1 day.", asked)
        self.assertIn("costs 43.6 %", asked)
        self.assertEqual(self.listed()["due"], 4)

    def test_the_same_games_are_not_kept_twice_and_others_are_added(self):
        answer_of("review", "played.jsonl", "--keep", "--notebook", "notebook.db", "--today", "2026-11-22")
        self.assertEqual(self.listed()["games"], 6)
        answer_of("run", "pig(goal=20)", "hold(10)", "hold(6)", "--games", 1, "--seed", 7, "--record", "more.jsonl")
        answer_of("review", "more.jsonl", "--keep", "--notebook", "notebook.db", "--today", "2026-11-22")
        self.assertEqual(self.listed()["games"], 7)


if __name__ == "__main__":
    main()
