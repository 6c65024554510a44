#!/usr/bin/env python3
"""alea tournament and alea compare: rankings, journals, and their errors."""

import itertools
import json
import math
import pathlib
import random
import re
import signal
import sqlite3
import subprocess
import unittest

from program import ALEA, SANITIZED, SOAK, alea, answer_of, environment, json_of, main, wait_until, write

FIELD = ["hold(15)", "hold(20)", "hold(25)", "keep-pace", "bank(12)"]
LUA = "return function(view) return view.turn < {} and view.own + view.turn < 100 and 'roll' or 'hold' end\n"


def tournament(*words, **more):
    """The JSON of a tournament."""
    return json_of("tournament", *words, **more)


def pairs_of(result):
    return {(p["a"], p["b"]): p for p in result["pairs"]}


def refused(test, *words, status=2):
    answer = alea(*words)
    test.assertEqual((answer.status, answer.out), (status, ""), answer)
    test.assertNotIn("Error", answer.err)
    return answer.err


class Exact(unittest.TestCase):
    def test_two_policies_meet_as_eval_says(self):
        for game, field in (("pig", FIELD), ("pig-pen(goal=50)", ["hold(20)", "hold-at-total(25)", "hold(24)"]),
                            ("pig(goal=30)", ["hold(15)", "random(0.7)", "always-roll"]), ("hog", ["always(4)", "always(6)", "optimal"])):
            result = tournament(game, *field)
            self.assertEqual([result["games"], result["certain"]], [0, True])
            self.assertEqual(len(result["pairs"]), len(field) * (len(field) - 1) // 2)
            for (a, b), pair in list(pairs_of(result).items())[:4]:
                exact = json_of("eval", game, a, b, "--for", "win")["mean"]
                self.assertTrue(pair["exact"])
                self.assertLessEqual(pair["lower"], pair["rate"])
                self.assertLessEqual(pair["rate"], pair["upper"])
                rate = (1 + exact["win"]["value"] - exact["loss"]["value"]) / 2
                self.assertAlmostEqual(pair["rate"], rate, delta=1e-12)

    def test_ratings_are_those_of_the_model(self):
        """Zermelo's iteration on the exact matrix gives the same ratings."""
        field = FIELD[:4]
        result = tournament("pig", *field)
        strength = {bot: 1.0 for bot in field}
        pairs = [(p["a"], p["b"], p["rate"]) for p in result["pairs"]]
        for _ in range(2000):
            for bot in field:
                won = sum(rate if a == bot else 1 - rate for a, b, rate in pairs if bot in (a, b))
                strength[bot] = won / sum(1 / (strength[a] + strength[b]) for a, b, _ in pairs if bot in (a, b))
        elo = {bot: 400 * math.log10(s) for bot, s in strength.items()}
        mean = sum(elo.values()) / len(elo)
        for standing in result["standings"]:
            self.assertAlmostEqual(standing["rating"], elo[standing["bot"]] - mean, delta=0.5)  # a weak prior pulls a little

    def test_the_best_is_optimal_and_cannot_be_exploited(self):
        result = tournament("pig", *FIELD, "optimal", "--anchor", "optimal")
        optimal = next(s for s in result["standings"] if s["bot"] == "optimal")
        self.assertEqual([optimal["rating"], optimal["pure"], optimal["purity"]], [0, True, "policy"])
        self.assertAlmostEqual(optimal["exploitability"], 0, delta=1e-9)
        self.assertAlmostEqual(optimal["loss"], 0, delta=1e-9)
        self.assertTrue(all(p["rate"] <= 0.5 for p in result["pairs"] if p["b"] == "optimal"))
        for standing in result["standings"]:
            response = json_of("best", "pig", standing["bot"], "--for", "win")
            self.assertAlmostEqual(standing["exploitability"], response["exploitability"]["value"], delta=1e-9)
            self.assertGreaterEqual(standing["exploitability"], standing["loss"] - 1e-9)

    def test_a_cycle_is_shown_in_words(self):
        """Dice that beat each other in a cycle do not exist in Pig, but policies for different scores come near to
        it. The sentence is checked if the matrix has a cycle."""
        result = tournament("pig", *FIELD)
        text = answer_of("tournament", "pig", *FIELD)
        self.assertEqual("The results contain a cycle" in text, result["cycle"] is not None)


class Played(unittest.TestCase):
    def setUp(self):
        for threshold in (15, 20, 25):
            write(f"lua{threshold}.lua", LUA.format(threshold))

    def test_programs_play_what_policies_would(self):
        result = tournament("pig", "lua15.lua", "lua20.lua", "hold(25)", "--games", 4000)
        for (a, b), pair in pairs_of(result).items():
            threshold = {"lua15.lua": "hold(15)", "lua20.lua": "hold(20)", "hold(25)": "hold(25)"}
            exact = json_of("eval", "pig", threshold[a], threshold[b])["mean"]["win"]["value"]
            self.assertFalse(pair["exact"])
            self.assertEqual(pair["games"], 4000)
            self.assertLess(abs(pair["rate"] - exact), 4 * pair["rate_se"])

    def test_the_number_of_threads_changes_nothing(self):
        for words in (["pig-pen(goal=50)", "lua15.lua", "lua20.lua", "lua25.lua", "hold(18)"],
                      ["pig", "lua15.lua", "lua20.lua", "random(0.7)"]):
            self.assertEqual(*(answer_of("tournament", *words, "--games", 300, "--json", "--threads", threads) for threads in (1, 2)))

    def test_three_and_more_players_at_balanced_tables(self):
        field = ["hold(15)", "hold(18)", "hold(20)", "hold(22)", "hold(25)", "keep-pace", "always-roll"]
        result = tournament("pig-pen(players=3)", *field, "--games", 30000)
        self.assertEqual(len(result["pairs"]), 21)
        self.assertEqual(len({p["games"] for p in result["pairs"]}), 1, "all pairs meet equally often")
        self.assertEqual(result["standings"][-1]["bot"], "always-roll")
        self.assertEqual(sum(s["wins"] for s in result["standings"]), result["games"])

    def test_without_a_tie_equals_stay_undecided(self):
        equals = ("pig", "a=lua20.lua", "b=lua20.lua", "--until", "95%", "--most-games", 2000)
        without, wide = tournament(*equals, "--tie", 0), tournament(*equals, "--tie", 1000)
        self.assertEqual([without["tie"], without["certain"]], [0, False])
        self.assertEqual([wide["tie"], wide["certain"]], [1000, True])
        self.assertEqual(tournament(*equals)["tie"], 10)
        text = answer_of("tournament", "pig", "lua20.lua", "hold(5)", "--until", "95%", "--tie", 0)
        self.assertIn("Every two neighbours are separated: all of it with 95 % confidence.", " ".join(text.split()))

    def test_until_it_is_certain(self):
        result = tournament("pig", "lua15.lua", "lua25.lua", "hold(10)", "--until", "95%")
        self.assertTrue(result["certain"])
        self.assertEqual(result["undecided"], 0)
        self.assertEqual([s["bot"] for s in result["standings"]], ["lua25.lua", "lua15.lua", "hold(10)"])
        for a, b in itertools.combinations(("hold(25)", "hold(15)", "hold(10)"), 2):
            self.assertGreater(json_of("eval", "pig", a, b)["mean"]["win"]["value"], 0.5)

    def test_until_plays_what_makes_the_order_certain(self):
        """Only the neighbours' own pairs were played, though the others count as much: this ended after the most games, undecided."""
        field = [f"at{n}.lua" for n in (7, 8, 9, 10)]
        for n, name in zip((7, 8, 9, 10), field):
            write(name, LUA.format(n).replace("100", "20"))
        for seed in (2, 3):
            result = tournament("pig(goal=20)", *field, "--until", "90%", "--most-games", 400_000, "--seed", seed)
            self.assertTrue(result["certain"])
            self.assertLess(result["games"], 400_000)

    def test_gauntlet_and_swiss(self):
        gauntlet = tournament("pig", *FIELD, "--against", "optimal")
        self.assertEqual(len(gauntlet["pairs"]), 5)
        self.assertTrue(all("optimal" in (p["a"], p["b"]) for p in gauntlet["pairs"]))
        swiss = tournament("pig", *[f"hold({n})" for n in range(10, 26)], "--swiss", "--rounds", 4)
        self.assertEqual(len(swiss["pairs"]), 32)
        met = [sum(name in (p["a"], p["b"]) for p in swiss["pairs"]) for name in (s["bot"] for s in swiss["standings"])]
        self.assertEqual(set(met), {4})

    def test_a_bot_that_never_wins_has_no_rating_from_rounding(self):
        """always-roll wins with a probability of 0 to 3e-14."""
        last = tournament("pig(goal=20)", "always-roll", "hold(5)", "optimal")["standings"][2]
        self.assertEqual((last["bot"], last["rate"], last["winless"], last["rating_low"]), ("always-roll", 0, True, None))

    def test_nothing_is_said_of_bots_that_did_not_meet(self):
        """The one without an opponent had a rating and a score of 0, both "exact"."""
        field = ["hold(10)", "hold(15)", "hold(20)"]
        result = tournament("pig", *field, "--swiss", "--rounds", 1)
        met = {result["pairs"][0]["a"], result["pairs"][0]["b"]}
        self.assertEqual((len(result["pairs"]), result["certain"]), (1, False))
        for s in result["standings"]:
            self.assertEqual((s["rating_low"], s["rating_high"], s["rating_se"]), (None, None, None))
            self.assertEqual(s["rate"] is None, s["bot"] not in met)
        out = answer_of("tournament", "pig", *field, "--swiss", "--rounds", 1)
        self.assertEqual(len(re.findall(r"\? to \?", out)), 3)
        self.assertRegex(out, r"\? to \? +- ")
        self.assertRegex(out, r"hold\(\d+\) is first\. ")
        # A second round joins them.
        self.assertTrue(all(s["rating_low"] is not None for s in tournament("pig", *field, "--swiss", "--rounds", 2)["standings"]))

    def test_a_folder_is_all_bots_in_it(self):
        pathlib.Path("bots").mkdir()
        for name in ("one", "two"):
            write(f"bots/{name}.lua", LUA.format(len(name) * 6))
        write("bots/broken.lua", "return 7")
        answer = alea("tournament", "pig", "bots", "hold(20)", "--games", 200, "--json")
        self.assertEqual(answer.status, 0)
        self.assertIn("broken.lua", answer.err)
        self.assertEqual(len(json.loads(answer.out)["standings"]), 3)

    def test_csv_and_page(self):
        answer_of("tournament", "pig", *FIELD, "--csv", "t.csv", "--html", "t.html")
        lines = pathlib.Path("t.csv").read_text().splitlines()
        self.assertEqual(len(lines), 1 + 5 + 10)
        self.assertEqual({line.count(",") for line in lines}, {14})
        page = pathlib.Path("t.html").read_text()
        self.assertIn("Who beats whom", page)
        self.assertNotIn("<script", page)
        self.assertNotIn("\\x0A", page)


class Degenerate(unittest.TestCase):
    def test_fields_without_an_order_have_answers(self):
        write("a.lua", LUA.format(20))
        write("b.lua", LUA.format(20))
        write("fails.lua", "return function(view) error('no') end\n")
        write("fails2.lua", "return function(view) error('never') end\n")
        for words in (["pig", "x=hold(20)", "y=hold(20)"], ["pig", "a.lua", "b.lua"], ["pig", "a.lua", "fails.lua"],
                      ["pig", "fails.lua", "fails2.lua"], ["pig", "a.lua", "fails.lua", "fails2.lua"],
                      ["pig", "always-roll", "hold(100)"]):
            with self.subTest(words=words):
                out = answer_of("tournament", *words, "--json", "--games", 600)
                self.assertNotRegex(out, r"(?i)\bnan\b|infinity")
                text = answer_of("tournament", *words, "--games", 600)
                self.assertNotRegex(text, r"(?i)\bnan\b|\binf\b")

    def test_equal_bots_share_the_rank(self):
        result = tournament("pig", "x=hold(20)", "y=hold(20)")
        self.assertEqual([s["rank"] for s in result["standings"]], [1, 1])
        self.assertAlmostEqual(result["pairs"][0]["rate"], 0.5, delta=1e-12)

    def test_one_bot_is_too_few(self):
        pathlib.Path("alone").mkdir()
        write("alone/one.lua", LUA.format(20))
        self.assertIn("needs 2 bots or more", refused(self, "tournament", "pig", "alone"))
        self.assertIn("needs 2 bots or more", refused(self, "tournament", "pig", "hold(20)"))
        self.assertIn("needs 3 bots", refused(self, "tournament", "pig-pen(players=3)", "hold(20)", "hold(21)"))

    def test_who_fails_always_loses_always(self):
        write("fails.lua", "return function(view) error('no') end\n")
        result = tournament("pig", "hold(20)", "fails.lua", "--games", 600)
        self.assertEqual([s["bot"] for s in result["standings"]], ["hold(20)", "fails.lua"])
        last = result["standings"][1]
        self.assertEqual([last["forfeits"], last["wins"], last["rate"]], [600, 0, 0])
        self.assertTrue(last["winless"])


class BadInput(unittest.TestCase):
    def test_each_has_a_sentence(self):
        for words, says in ((["pig"], "BOT is missing"),
                            (["pig-solitaire", "hold(20)", "hold(25)"], "one player"),
                            (["pig", "hold(20)", "hold(20)"], "NAME=BOT"),
                            (["pig", "hold(20)", "hold(21)", "--until", "30%"], "--until"),
                            (["pig", "hold(20)", "hold(21)", "--until", "much"], "--until"),
                            (["pig", "hold(20)", "hold(21)", "--until", "95%", "--games", "10"], "--games"),
                            (["pig", "hold(20)", "hold(21)", "--tie", "4"], "--until"),
                            (["pig", "hold(20)", "hold(21)", "--rounds", "4"], "--swiss"),
                            (["pig", "hold(20)", "hold(21)", "--swiss", "--against", "optimal"], "--against"),
                            (["pig", "hold(20)", "hold(21)", "--anchor", "nobody"], "nobody"),
                            (["pig-pen(players=3)", "hold(20)", "hold(21)", "hold(22)", "--swiss"], "two players"),
                            (["pig", "hold(20)", "nothing.lua"], "nothing.lua"),
                            (["pig", "hold(20)", "hold(21)", "--journal", "."], "folder"),
                            (["pig", "hold(20)", "hold(21)", "--part", "1/2"], "needs a --journal"),
                            (["pig", "hold(20)", "hold(21)", "--journal", "x", "--part", "3/2"], "takes K/N")):
            with self.subTest(words=words):
                self.assertIn(says, refused(self, "tournament", *words))
        self.assertIn("3 players", refused(self, "compare", "hold(20)", "hold(21)", "pig-pen(players=3)"))
        self.assertIn("A is missing", refused(self, "compare"))
        refused(self, "compare", "hold(20)", "hold(21)", "pig", "--beta", "0.99")


class Compare(unittest.TestCase):
    def test_exactly(self):
        result = json_of("compare", "hold(20)", "hold(25)", "pig")
        exact = json_of("eval", "pig", "hold(20)", "hold(25)")["mean"]
        self.assertEqual([result["exact"], result["games"]], [True, 0])
        self.assertAlmostEqual(result["difference"], exact["win"]["value"] - exact["loss"]["value"], delta=1e-12)
        self.assertEqual(result["verdict"], "better" if result["difference"] > 0 else "worse")
        self.assertLessEqual(result["lower"], result["difference"])
        self.assertAlmostEqual(json_of("compare", "hold(25)", "hold(20)", "pig")["difference"], -result["difference"], delta=1e-12)
        self.assertEqual(json_of("compare", "x=hold(20)", "y=hold(20)", "pig")["verdict"], "equal")

    def test_by_games(self):
        write("a.lua", LUA.format(20))
        write("b.lua", LUA.format(8))
        result = json_of("compare", "a.lua", "b.lua", "pig")
        self.assertEqual([result["verdict"], result["exact"]], ["better", False])
        self.assertGreater(result["llr"], result["llr_upper"])
        self.assertEqual(json_of("compare", "b.lua", "a.lua", "pig")["verdict"], "worse")
        text = answer_of("compare", "b.lua", "a.lua", "pig")
        self.assertIn("a.lua is better than b.lua", text)

    def test_no_one_is_shown_to_win_more_than_all_games(self):
        write("timid.lua", LUA.format(3))
        words = ["hold(20)", "timid.lua", "pig", "--seed", 4]
        result = json_of("compare", *words)
        self.assertGreater(result["rate"], 1, "without bias, an estimate may lie there; else take another seed")
        self.assertRegex(answer_of("compare", *words), r"it wins 100\.0 % ± \d\.\d of the games")
        self.assertRegex(answer_of("compare", "timid.lua", "hold(20)", *words[2:]), r"hold\(20\) is better than timid.lua: it wins 100")

    def test_too_few_games_leave_it_open(self):
        write("a.lua", LUA.format(20))
        write("b.lua", LUA.format(21))
        result = json_of("compare", "a.lua", "b.lua", "pig", "--most-games", 200)
        self.assertEqual([result["verdict"], result["games"]], ["undecided", 200])


def units_in(journal):
    with sqlite3.connect(f"file:{journal}?mode=ro", uri=True) as database:
        return database.execute("SELECT count(*) FROM units").fetchone()[0]


class Journal(unittest.TestCase):
    WORDS = ["pig", "lua18.lua", "lua20.lua", "lua22.lua", "hold(25)", "--games", 1000]

    def setUp(self):
        for threshold in (18, 20, 22, 24):
            write(f"lua{threshold}.lua", LUA.format(threshold))

    def command(self, journal, *more):
        return [ALEA, "tournament", *map(str, self.WORDS), "--json", "--journal", journal, *more]

    def test_nothing_is_computed_twice(self):
        fresh = answer_of("tournament", *self.WORDS, "--json")
        first = answer_of("tournament", *self.WORDS, "--json", "--journal", "j")
        self.assertEqual(sorted(p.name for p in pathlib.Path(".").iterdir() if p.name.split("-")[0] == "j"), ["j"])
        before = units_in("j")
        again = answer_of("tournament", *self.WORDS, "--json", "--journal", "j")
        self.assertEqual([first, again, units_in("j")], [fresh, fresh, before])

    def test_parts_of_each_stage_make_the_whole(self):
        """What the Python package does: the parts write journals of their own, whose units are put together."""
        fresh = answer_of("tournament", *self.WORDS, "--json")
        stages = 0
        while True:
            stopped = 0
            for part in ("0/2", "1/2", "2/2"):
                kept = pathlib.Path("parts").read_bytes() if pathlib.Path("parts").exists() else b""
                pathlib.Path("part").write_bytes(kept)
                done = subprocess.run([*self.command("part" if kept else "parts"), "--part", part], env=environment(),
                                      capture_output=True, check=False)
                stopped += done.returncode == 1 and json.loads(done.stdout)["stopped"]
                if kept:
                    with sqlite3.connect("parts") as database:
                        database.execute("ATTACH 'part' AS part")
                        database.execute("INSERT OR IGNORE INTO main.units SELECT * FROM part.units")
                    database.close()
            stages += 1
            if not stopped:
                break
        self.assertGreater(stages, 1)
        self.assertEqual(answer_of("tournament", *self.WORDS, "--json", "--journal", "parts"), fresh)

    def test_a_further_bot_costs_only_its_own_games(self):
        answer_of("tournament", *self.WORDS, "--json", "--journal", "further")
        before = units_in("further")
        answer_of("tournament", *self.WORDS, "lua24.lua", "--json", "--journal", "further")
        pairs = 6  # before, each with as many units
        weighed = 1  # hold(25), what it is worth
        self.assertEqual((units_in("further") - before) * pairs, (before - weighed) * 4)

    def test_a_changed_bot_is_another_bot(self):
        answer_of("tournament", *self.WORDS, "--json", "--journal", "changed")
        before = units_in("changed")
        write("lua22.lua", LUA.format(23))
        changed = answer_of("tournament", *self.WORDS, "--json", "--journal", "changed")
        self.assertEqual(changed, answer_of("tournament", *self.WORDS, "--json"))
        self.assertGreater(units_in("changed"), before)

    def test_killed_at_any_moment(self):
        whole = answer_of("tournament", *self.WORDS, "--json")
        dice = random.Random(16)
        trials, all_kills = 100 if SOAK else 2 if SANITIZED else 3, 0
        for trial in range(trials):
            journal = f"k{trial}"
            kills = 0
            while True:
                running = subprocess.Popen(self.command(journal), env=environment(), stdout=subprocess.PIPE)
                try:
                    out, _ = running.communicate(timeout=dice.uniform(0.02, 0.4))
                    break
                except subprocess.TimeoutExpired:
                    running.kill()
                    running.communicate()
                    kills += 1
                    all_kills += 1
                    if kills == 6:
                        out = subprocess.run(self.command(journal), env=environment(), stdout=subprocess.PIPE,
                                             check=True).stdout
                        break
            self.assertEqual(out.decode(), whole)
            self.assertEqual([p.name for p in pathlib.Path(".").glob(f"{journal}*")], [journal])
        print(f"{trials} tournaments, {all_kills} kills", flush=True)
        self.assertGreater(all_kills, 0)

    def test_two_programs_share_the_work(self):
        whole = answer_of("tournament", *self.WORDS, "--json")
        running = [subprocess.Popen(self.command("shared", "--threads", "1"), env=environment(), stdout=subprocess.PIPE)
                   for _ in range(2)]
        for program in running:
            self.assertEqual(program.communicate(timeout=200)[0].decode(), whole)

    def test_two_programs_that_make_the_journal_at_the_same_moment(self):
        words = ["tournament", "pig", "hold(20)", "hold(25)", "--json"]
        whole = answer_of(*words)
        for trial in range(6):
            running = [subprocess.Popen([ALEA, *words, "--journal", f"new{trial}"], env=environment(), stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE) for _ in range(2)]
            for program in running:
                out, err = program.communicate(timeout=100)
                self.assertEqual([out.decode(), err.decode()], [whole, ""])

    def test_interrupted_it_says_how_to_go_on(self):
        running = subprocess.Popen(self.command("i", "--threads", "1", "--games", "1000000"), env=environment(),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until(lambda: pathlib.Path("i").exists() and units_in_safely("i") > 0, "a unit is in the journal")
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=100)
        self.assertEqual(running.returncode, 1)
        result = json.loads(out)
        self.assertTrue(result["stopped"] and not result["certain"])
        self.assertIn("goes on from here", err.decode())

    def test_what_is_wrong_with_a_journal_is_said_and_it_stays(self):
        answer_of("tournament", *self.WORDS, "--journal", "good")
        good = pathlib.Path("good").read_bytes()

        def spoil(sql):
            pathlib.Path("bad").write_bytes(good)
            with sqlite3.connect("bad") as database:
                database.execute(sql)
            database.close()

        for sql, says in (("UPDATE units SET seal = seal + 1", "damaged"),
                          ("UPDATE units SET result = zeroblob(3)", "damaged"),
                          ("PRAGMA user_version = 2", "newer"),
                          ("PRAGMA user_version = 0", "damaged"),
                          ("PRAGMA application_id = 7", "another program"),
                          ("CREATE TABLE more(x)", "damaged")):
            with self.subTest(sql=sql):
                spoil(sql)
                before = pathlib.Path("bad").read_bytes()
                self.assertIn(says, refused(self, "tournament", *self.WORDS, "--journal", "bad"))
                self.assertEqual(pathlib.Path("bad").read_bytes(), before)
        write("text", "no database at all, but long enough to be looked at as one " * 10)
        self.assertIn("another kind", refused(self, "tournament", *self.WORDS, "--journal", "text"))

    def test_a_journal_of_another_game_does_not_matter(self):
        answer_of("tournament", "pig-pen(goal=50)", *self.WORDS[1:], "--journal", "other")
        self.assertEqual(answer_of("tournament", *self.WORDS, "--json", "--journal", "other"),
                         answer_of("tournament", *self.WORDS, "--json"))

    def test_a_bot_that_changes_while_it_plays(self):
        """The file that was read at the start plays to the end, and the journal stores its results under that file."""
        words = ["pig", "changes.lua", "hold(25)", "--games", 16000, "--json"]
        first, second = LUA.format(18), LUA.format(12)
        wanted = {}
        for text in (second, first):
            write("changes.lua", text)
            wanted[text] = answer_of("tournament", *words)
        running = subprocess.Popen([ALEA, "tournament", *map(str, words), "--threads", "1", "--journal", "during"], env=environment(),
                                   stdout=subprocess.PIPE)
        wait_until(lambda: units_in_safely("during") > 0, "a unit is in the journal")
        write("changes.lua", second)
        self.assertEqual(running.communicate(timeout=200)[0].decode(), wanted[first])
        before = units_in("during")
        self.assertEqual(answer_of("tournament", *words, "--journal", "during"), wanted[second])
        both = units_in("during")
        self.assertGreater(both, before)
        write("changes.lua", first)
        self.assertEqual(answer_of("tournament", *words, "--journal", "during"), wanted[first])
        self.assertEqual(units_in("during"), both)

    def test_locked_in_the_middle_it_keeps_what_it_has(self):
        words = ["pig", "lua18.lua", "hold(25)", "--games", 16000, "--json"]
        running = subprocess.Popen([ALEA, "tournament", *map(str, words), "--threads", "1", "--journal", "middle"], env=environment(),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until(lambda: units_in_safely("middle") > 0, "a unit is in the journal")
        holder = sqlite3.connect("middle", isolation_level=None, timeout=60)
        holder.execute("BEGIN IMMEDIATE")
        try:
            out, err = running.communicate(timeout=100)
        finally:
            holder.close()
        self.assertEqual([running.returncode, out.decode()], [2, ""], err)
        self.assertIn("in use", err.decode())
        self.assertGreater(units_in("middle"), 0)
        self.assertEqual(answer_of("tournament", *words, "--journal", "middle"), answer_of("tournament", *words))

    def test_locked_it_waits_and_then_says_so(self):
        answer_of("tournament", *self.WORDS, "--journal", "l")
        holder = sqlite3.connect("l", isolation_level=None)
        holder.execute("BEGIN EXCLUSIVE")
        try:
            self.assertIn("in use", refused(self, "tournament", *self.WORDS, "lua24.lua", "--journal", "l"))
        finally:
            holder.close()

    def test_where_nothing_can_be_written(self):
        self.assertIn("cannot be written", refused(self, "tournament", *self.WORDS, "--journal", "none/j", status=3))


def units_in_safely(journal):
    try:
        return units_in(journal)
    except sqlite3.Error:
        return 0


if __name__ == "__main__":
    main()
