#!/usr/bin/env python3
"""alea review and alea notebook: the sums of the numbers, pages, the notebook, and bad input."""

import html.parser
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile
import unittest
import unittest.mock

from program import ALEA, SANITIZED, alea, answer_of, environment, json_of, main, too_long_for_sanitizers

GAMES = 20 if SANITIZED else 200
SEAT = ["seat", "player", "result", "start", "luck", "mistakes", "opponents_mistakes", "adjusted", "own_luck",
        "luck_error", "mistakes_error", "rolls", "decisions", "inaccuracies", "mistaken", "blunders", "forfeited"]
GAME = ["game", "record", "number", "sha256", "objective", "exact", "why_estimated", "rollouts", "policy",
        "less_is_better", "scale", "finished", "seats", "events", "turns", "kinds", "worst"]


def record(game, *bots, games=1, name="record.jsonl"):
    pathlib.Path(name).unlink(missing_ok=True)
    answer_of("run", game, *bots, "--games", games, "--record", name, "--record-games", games, "--json")
    return name


def reviewed(*arguments):
    return json_of("review", *arguments, "--no-keep")["games"]


def with_people(name):
    """The same record, as if people had played it."""
    lines = pathlib.Path(name).read_text().splitlines(keepends=True)
    header = json.loads(lines[0])
    header["bots"] = [f"human({person})" for person in ("Ann", "Bob", "Cem", "Dot")[:len(header["bots"])]]
    pathlib.Path(name).write_text(json.dumps(header, separators=(",", ":")) + "\n" + "".join(lines[1:]))
    return name


class Numbers(unittest.TestCase):
    def adds_up(self, game):
        sign = -1 if game["less_is_better"] else 1
        for i, seat in enumerate(game["seats"]):
            with self.subTest(seat=i):
                total = seat["start"] + sign * (seat["luck"] - seat["mistakes"] + seat["opponents_mistakes"])
                self.assertAlmostEqual(seat["result"], total, delta=1e-9 * max(1, game["scale"]))
                own = [e for e in game["events"] if e["seat"] == i]
                self.assertAlmostEqual(seat["own_luck"], sum(e["luck"] for e in own if e["kind"] == "roll"), 9)
                self.assertAlmostEqual(seat["mistakes"], sum(e["cost"] for e in own if e["kind"] == "move"), 9)
                self.assertAlmostEqual(seat["mistakes"], sum(k["cost"] for k in game["kinds"] if k["seat"] == i), 9)
                self.assertAlmostEqual(seat["mistakes"], sum(t["mistakes"] for t in game["turns"] if t["seat"] == i), 9)

    def test_every_family_adds_up_and_best_play_costs_nothing(self):
        for game, bots, objective in [("pig", ["hold(15)", "optimal"], "win"), ("piglet", ["random(0.5)", "optimal"], "win"),
                                      ("hog", ["always(6)", "optimal"], "win"), ("despirala", ["greedy"], "score"),
                                      ("pig-solitaire", ["hold(20)"], "win"), ("red-and-black", ["random"], "win"),
                                      ("pig-solitaire(turns=0)", ["hold(15)"], "turns")]:
            with self.subTest(game):
                games = reviewed(record(game, *bots, games=5), "--for", objective)
                self.assertEqual(len(games), 5)
                for one in games:
                    self.assertTrue(one["exact"])
                    self.adds_up(one)
                    for seat in one["seats"]:
                        if seat["player"] == "optimal":
                            self.assertEqual(seat["mistakes"], 0)

    def test_the_start_is_what_is_published(self):
        """Pig: 0.530592725273747 for the first player (Neller and Presser, 2004). Despirala: 443.616 (its author)."""
        first = reviewed(record("pig", "hold(20)", "hold(25)"))[0]
        self.assertAlmostEqual(first["seats"][0]["start"], 0.530592725273747, 12)
        alone = reviewed(record("despirala", "greedy"))[0]
        self.assertAlmostEqual(alone["seats"][0]["start"], 443.616365582862, 6)

    def test_players_side_by_side_each_have_their_own_score(self):
        game = reviewed(record("despirala", "greedy", "random", "greedy"))[0]
        self.adds_up(game)
        for seat in game["seats"]:
            self.assertAlmostEqual(seat["start"], 443.616365582862, 6)
            self.assertEqual(seat["opponents_mistakes"], 0)
            self.assertAlmostEqual(seat["luck"], seat["own_luck"], 9)

    def test_less_is_better_in_misere(self):
        game = reviewed(record("despirala(misere=true)", "random"))[0]
        self.assertTrue(game["less_is_better"])
        self.adds_up(game)
        self.assertAlmostEqual(game["seats"][0]["start"], 105.972952236092, 6)
        self.assertGreater(game["seats"][0]["mistakes"], 0)
        lucky = [e for e in game["events"] if e["kind"] == "roll" and e["luck"] > 1][0]  # good luck lowers the expected score
        after = game["events"][game["events"].index(lucky) + 1]
        self.assertAlmostEqual(after["value"], lucky["value"] - lucky["luck"], 9)

    def test_mean_luck_is_nothing(self):
        luck = [g["seats"][0]["luck"] for g in reviewed(record("pig", "hold(20)", "hold(25)", games=GAMES))]
        mean = sum(luck) / len(luck)
        error = (sum((x - mean) ** 2 for x in luck) / (len(luck) - 1) / len(luck)) ** 0.5
        self.assertLess(abs(mean), 4 * error)

    def test_the_best_player_of_despirala_errs_never_and_luck_is_fair(self):
        games = reviewed(record("despirala", "optimal", "greedy", games=4 if SANITIZED else 40))
        luck = [s["luck"] for g in games for s in g["seats"]]
        for game in games:
            self.adds_up(game)
            self.assertEqual([s["mistakes"] for s in game["seats"] if s["player"] == "optimal"], [0])
        mean = sum(luck) / len(luck)
        error = (sum((x - mean) ** 2 for x in luck) / (len(luck) - 1) / len(luck)) ** 0.5
        self.assertLess(abs(mean), 4 * error)

    def test_three_players_are_estimated_and_that_is_said(self):
        name = record("pig(goal=30)", "hold(10)", "hold(20)", "hold(5)")
        game = reviewed(name, "--rollouts", "100")[0]
        self.assertFalse(game["exact"])
        self.assertEqual((game["rollouts"], game["policy"]), (100, "hold(20)"))
        self.assertIn("best play is known for one or two alone", game["why_estimated"])
        self.assertGreater(game["seats"][0]["luck_error"], 0)
        self.adds_up(game)
        text = answer_of("review", name, "--rollouts", "100", "--policy", "hold(15)")
        self.assertIn("Estimated: each position was played out 100 times by hold(15)", text)
        self.assertIn("±", text)
        self.assertEqual(game, reviewed(name, "--rollouts", "100")[0])

    def test_keys_are_those_of_the_manual(self):
        game = reviewed(record("pig", "hold(10)", "hold(20)"))[0]
        self.assertEqual(list(game), GAME)
        self.assertEqual(list(game["seats"][0]), SEAT)
        self.assertEqual({e["kind"] for e in game["events"]}, {"roll", "move"})
        for e in game["events"]:
            self.assertIn("luck" if e["kind"] == "roll" else "cost", e)
        worst = game["worst"][0]
        self.assertIn("loses the turn's", worst["why"])
        self.assertAlmostEqual(worst["best"]["value"] - worst["chosen"]["value"],
                               game["events"][worst["event"]]["cost"], 9)

    def test_dice_of_hog_say_how_often_a_1_shows(self):
        game = reviewed(record("hog", "always(6)", "optimal"))[0]
        self.assertIn("`6` shows a 1 in 66.5 %", game["worst"][0]["why"])  # 1 - (5/6)^6

    def test_a_game_that_goes_on_is_worth_its_position(self):
        name = record("pig", "hold(10)", "hold(20)")
        lines = pathlib.Path(name).read_text().splitlines(keepends=True)
        pathlib.Path(name).write_text("".join(lines[:20]))
        game = reviewed(name)[0]
        self.assertFalse(game["finished"])
        self.assertAlmostEqual(sum(s["result"] for s in game["seats"]), 1, 12)
        self.assertIn("not finished", answer_of("review", name))


class Text(unittest.TestCase):
    def test_one_seat_only(self):
        name = record("pig", "hold(10)", "always-roll")
        self.assertIn("always-roll, turn", answer_of("review", name, "--seat", "1"))
        self.assertNotIn("always-roll, turn 2:", answer_of("review", name, "--seat", "hold(10)").split("cost most")[1].split("luckiest")[0])

    def test_several_games_are_summed_up(self):
        text = answer_of("review", record("pig", "hold(10)", "hold(20)", games=6), "--games", "4")
        self.assertRegex(text, r"hold\(10\) +4 ")
        self.assertIn("of game", text)

    def test_narrow_and_ascii(self):
        name = record("pig", "hold(10)", "hold(20)", games=3)
        text = answer_of("review", name, env=environment(LC_ALL="C", COLUMNS="40"))
        self.assertTrue(text.isascii())
        self.assertLessEqual(max(map(len, text.splitlines())), 40, text)

    def test_the_same_twice(self):
        name = record("hog", "always(6)", "always(3)")
        self.assertEqual(answer_of("review", name), answer_of("review", name))


class Tags(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.attributes = [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += attributes


class Page(unittest.TestCase):
    def test_it_needs_nothing_else(self):
        name = record("pig", "hold(10)", "hold(20)", games=2)
        answer_of("review", name, "--html", "page.html")
        text = pathlib.Path("page.html").read_text()
        tags = Tags()
        tags.feed(text)
        self.assertEqual(tags.tags.count("svg"), 2)
        self.assertNotIn("script", tags.tags)
        self.assertFalse([a for a in tags.attributes if a[0] in ("src", "href")])
        self.assertNotIn("http", text)
        self.assertIn("prefers-color-scheme:dark", text)
        self.assertIn("polyline", tags.tags)

    def test_names_are_escaped(self):
        name = with_people(record("pig", "hold(10)", "hold(20)"))
        lines = pathlib.Path(name).read_text()
        pathlib.Path(name).write_text(lines.replace("human(Ann)", "human(<b>&)"))
        answer_of("review", name, "--no-keep", "--html", "page.html")
        text = pathlib.Path("page.html").read_text()
        self.assertNotIn("<b>", text)
        self.assertIn("<bdi>&lt;b&gt;&amp;</bdi>", text)

    def test_a_place_that_cannot_be_written(self):
        answer = alea("review", record("pig", "hold(10)", "hold(20)"), "--html", "nowhere/page.html")
        self.assertEqual(answer.status, 3, answer)
        self.assertIn("nowhere/page.html", answer.err)


class Notebook(unittest.TestCase):
    def setUp(self):
        for file in pathlib.Path(".").glob("n.db*"):
            shutil.rmtree(file) if file.is_dir() else file.unlink()

    def list(self, *more):
        return json_of("notebook", "list", "--notebook", "n.db", *more)

    def keep(self, name, *more):
        return answer_of("review", name, "--notebook", "n.db", *more)

    def test_people_s_games_are_kept_once_and_bots_only_when_asked(self):
        name = record("pig", "hold(10)", "hold(20)", games=3)
        self.keep(name)
        self.assertFalse(pathlib.Path("n.db").exists())
        self.keep(name, "--keep")
        self.assertEqual(self.list()["games"], 3)
        with_people(name)
        self.keep(name, "--no-keep")
        self.assertEqual(self.list()["games"], 3)
        self.assertIn("Saved in the notebook", self.keep(name))
        self.assertIn("3 of 3 games are already in the notebook", self.keep(name))
        self.assertEqual(self.list()["games"], 6)

    def test_it_lies_in_the_data_folder(self):
        env = environment(XDG_DATA_HOME=os.path.abspath("data"), ALEA_DATA=None)
        answer_of("review", with_people(record("piglet", "random(0.5)", "random(0.5)")), env=env)
        self.assertTrue(pathlib.Path("data/alea/notebook.db").exists())

    def test_weeks_and_batches(self):
        name = with_people(record("pig", "hold(10)", "hold(20)", games=4))
        self.keep(name, "--games", "2", "--today", "2026-11-16")
        self.keep(name, "--today", "2026-11-23")
        trends = self.list("--player", "Ann")["trends"]
        self.assertEqual([(t["from"], t["games"]) for t in trends], [("2026-11-16", 2), ("2026-11-23", 2)])
        self.assertEqual([t["games"] for t in self.list("--player", "Ann", "--batch", "3")["trends"]], [3, 1])
        self.assertIsNone(self.list("--player", "Ann", "--batch", "3")["trends"][1]["error"])
        self.assertIn("2026-11-23", answer_of("notebook", "list", "--notebook", "n.db"))

    def test_export_and_delete(self):
        self.keep(with_people(record("pig", "hold(10)", "hold(20)", games=3)))
        everything = json.loads(answer_of("notebook", "export", "--notebook", "n.db"))
        self.assertEqual((everything["alea"], len(everything["games"]), len(everything["seats"])), ("notebook", 3, 6))
        self.assertTrue(everything["cards"])
        answer_of("notebook", "export", "--notebook", "n.db", "--player", "Ann", "--out", "ann.json")
        self.assertEqual({s["player"] for s in json.loads(pathlib.Path("ann.json").read_text())["seats"]}, {"human(Ann)"})
        self.assertEqual(alea("notebook", "delete", "--notebook", "n.db").status, 2)
        self.assertIn("3 games", answer_of("notebook", "delete", "--notebook", "n.db", "--player", "Ann"))
        self.assertNotIn(b"human(Ann)", pathlib.Path("n.db").read_bytes())
        answer_of("notebook", "delete", "--notebook", "n.db", "--all")
        self.assertEqual(self.list()["entries"], [])

    def test_several_programs_at_once(self):
        names = [with_people(record(f"pig(goal={n})", "hold(11)", "hold(20)", games=3, name=f"{n}.jsonl"))
                 for n in range(91, 97)]
        at_work = [subprocess.Popen([ALEA, "review", name, "--notebook", "n.db"], stdout=subprocess.DEVNULL,
                                    stderr=subprocess.PIPE, env=environment()) for name in names + names]
        for one in at_work:
            _, err = one.communicate(timeout=120)
            self.assertEqual((one.returncode, err), (0, b""))
        self.assertEqual(self.list()["games"], 18)

    @too_long_for_sanitizers
    def test_held_by_another_program(self):
        name = with_people(record("pig", "hold(10)", "hold(20)"))
        self.keep(name)
        name = with_people(record("pig", "hold(11)", "hold(20)"))
        other = sqlite3.connect("n.db", isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        answer = alea("review", name, "--notebook", "n.db")
        other.execute("ROLLBACK")
        self.assertEqual(answer.status, 3, answer)
        self.assertIn("another program has locked the notebook", answer.err)
        self.assertIn("played to win", answer.out)  # the review is printed anyway
        self.keep(name)

    def test_damaged_newer_and_foreign_files(self):
        pathlib.Path("n.db").write_bytes(b"not a database at all" * 500)
        answer = alea("notebook", "list", "--notebook", "n.db")
        self.assertEqual(answer.status, 2, answer)
        self.assertIn("not a notebook", answer.err)
        pathlib.Path("n.db").unlink()
        self.list()
        with sqlite3.connect("n.db") as db:
            db.execute("PRAGMA user_version = 1000")
        self.assertIn("newer", alea("notebook", "list", "--notebook", "n.db").err)
        self.setUp()
        with sqlite3.connect("n.db") as db:
            db.execute("CREATE TABLE songs (title)")
        self.assertIn("another program", alea("notebook", "list", "--notebook", "n.db").err)


class BadInput(unittest.TestCase):
    def says(self, words, *arguments, status=2):
        answer = alea(*arguments)
        self.assertEqual((answer.status, answer.out), (status, ""), answer)
        self.assertIn(words, answer.err)

    def test_arguments(self):
        name = record("pig", "hold(10)", "hold(20)")
        with tempfile.TemporaryDirectory() as nowhere, unittest.mock.patch.dict("os.environ", ALEA_DATA=nowhere):
            self.says("There is no finished game", "review")
        self.says("nowhere.jsonl", "review", "nowhere.jsonl")
        self.says("cannot be played for `money`", "review", name, "--for", "money")
        self.says("not `luck`", "review", name, "--for", "luck")
        self.says("There is no player or seat `Eve`", "review", name, "--seat", "Eve")
        self.says("--rollouts must be a whole number from 2", "review", name, "--rollouts", "1")
        self.says("--today must be a date", "review", name, "--today", "yesterday")
        self.says("--games must be", "review", name, "--games", "0")
        self.says("hold", "review", name, "--estimate", "--policy", "hold(x)")
        self.says("is not a command", "notebook", "burn")

    def test_records_that_are_wrong_are_told_by_line(self):
        name = record("pig", "hold(10)", "hold(20)")
        lines = pathlib.Path(name).read_text().splitlines(keepends=True)
        pathlib.Path(name).write_text("".join(lines[:4]) + '{"seat":0,"move":"fly"}\n' + "".join(lines[5:]))
        self.says(f"{name}:5", "review", name)


if __name__ == "__main__":
    main()
