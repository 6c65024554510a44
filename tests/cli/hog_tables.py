#!/usr/bin/env python3
"""Tables of Hog: solved, verified, asked, played and replied to; and damaged or stale ones, and those of another
game."""

import json
import pathlib
import unittest

from program import SOURCE, alea, answer_of, json_of, main, result_of, write
from table_files import PYTHON, python, seal


def change(path, statement):
    python(f"import h5py\nwith h5py.File('{path}', 'r+') as table:\n    {statement}\n")
    seal(path)


class Hog(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        answer_of("solve", "hog", "--out", "made.h5")
        answer_of("best", "hog", "always(6)", "--out", "made-reply.h5")
        answer_of("bot", "freeze", "bacon(8,5)", "--game", "hog", "--out", "made-bot.h5")
        cls.made = {name: pathlib.Path(f"made{name}.h5").read_bytes() for name in ("", "-reply", "-bot")}

    def setUp(self):
        for name, data in self.made.items():
            write(f"hog{name}.h5", data)

    def refuses(self, command, *reasons, status=2):
        answer = alea(*command)
        self.assertEqual(answer.status, status, answer)
        for reason in reasons:
            self.assertIn(reason, answer.out + answer.err)
        self.assertNotIn("Traceback", answer.err)

    # ---- what is in them ----

    def test_the_start_is_worth_what_is_known_and_the_proofs_hold(self):
        solved = json_of("solve", "hog", "--out", "again.h5")
        self.assertAlmostEqual(solved["value"], 0.502176516626, delta=1e-12)
        self.assertLess(solved["upper"] - solved["lower"], 1e-12)
        self.assertEqual(pathlib.Path("again.h5").read_bytes(), self.made[""])
        for name in ("hog.h5", "hog-reply.h5"):
            self.assertIn("the proof holds", answer_of("verify", name))

    def test_without_time_trot_the_start_is_worth_what_is_known(self):
        solved = json_of("solve", "hog(time_trot=false)", "--out", "calm.h5")
        self.assertAlmostEqual(solved["value"], 0.500355039531, delta=1e-12)
        answer_of("verify", "calm.h5")

    def test_asking_a_table_gives_what_asking_without_one_gives(self):
        for position in (["scores=0,0"], ["scores=22,35", "memory=3"], ["scores=99,99", "memory=15"], ["scores=0,99"]):
            with_table = json_of("ask", "hog", *position, "--table", "hog.h5")
            self.assertEqual(with_table, json_of("ask", "hog", *position))
            self.assertEqual(len(with_table["moves"]), 11)
            best = max(move["value"] for move in with_table["moves"])
            self.assertAlmostEqual(with_table["value"], best, delta=1e-12)

    def test_the_extra_turn_is_taken_where_it_is_worth_most(self):
        asked = json_of("ask", "hog", "scores=22,35", "memory=3", "--table", "hog.h5")
        self.assertEqual(asked["best"], "3")
        again = json_of("ask", "hog", "scores=22,35", "memory=11", "--table", "hog.h5")  # an extra turn gives no other
        self.assertNotEqual(again["best"], "3")

    def test_a_reply_is_asked_with_the_strategy_that_it_is_against(self):
        asked = json_of("ask", "hog", "scores=22,35", "--table", "hog-reply.h5")
        self.assertEqual(asked["against"], "always(6)")
        self.assertGreater(asked["value"], json_of("ask", "hog", "scores=22,35")["value"])

    # ---- playing by them ----

    def test_a_table_plays_as_the_optimum_does(self):
        self.assertEqual(self.rates("table:hog.h5"), self.rates("optimal"))
        games = ["--games", "2000", "--seed", "5"]
        by_table, by_name = (result_of("hog", bot, "always(4)", *games) for bot in ("table:hog.h5", "optimal"))
        wins = lambda result: [standing["wins"] for standing in result["standings"]]
        self.assertEqual(wins(by_table), wins(by_name))

    def rates(self, bot):
        result = json_of("eval", "hog", bot, "always(4)")
        return json.dumps([result[part] for part in ("first", "second", "mean") if part in result])

    def test_a_frozen_bot_plays_as_the_bot_does(self):
        self.assertEqual(self.rates("table:hog-bot.h5"), self.rates("bacon(8,5)"))

    def test_the_reply_earns_what_its_table_says(self):
        reply = json_of("best", "hog", "always(6)")
        played = json_of("eval", "hog", "table:hog-reply.h5", "always(6)")
        self.assertAlmostEqual(played["first"]["win"]["value"], reply["first"]["value"], delta=1e-11)
        self.assertAlmostEqual(played["second"]["win"]["value"], reply["second"]["value"], delta=1e-11)

    def test_replies_to_tables_are_replies(self):
        nothing = json_of("best", "hog", "table:hog.h5", "--out", "zero.h5")
        self.assertAlmostEqual(nothing["exploitability"]["value"], 0, delta=1e-11)
        answer_of("verify", "zero.h5")

    # ---- the wrong game ----

    def test_a_table_is_of_one_game(self):
        self.refuses(["run", "hog(goal=50)", "table:hog.h5", "always(4)"], "hog(goal=100,time_trot=true), not of hog(goal=50,time_trot=true)")
        self.refuses(["eval", "hog-piggy", "table:hog-bot.h5", "always(4)"], "not of hog-piggy(goal=100,more_boar=true)")
        self.refuses(["eval", "pig", "table:hog.h5", "hold(20)"], "this is a table of hog(")
        self.refuses(["ask", "hog(time_trot=false)", "scores=0,0", "--table", "hog.h5"], "time_trot=true")

    def test_a_frozen_bot_has_no_values(self):
        self.refuses(["ask", "hog", "scores=0,0", "--table", "hog-bot.h5"], "frozen bot (bacon(8,5))")
        self.refuses(["verify", "hog-bot.h5"], "frozen bot")

    def test_a_table_whose_rules_have_changed_since_is_stale(self):
        rules = (SOURCE / "rules" / "hog.lua").read_text(encoding="utf-8")
        write("term.lua", rules)
        answer_of("solve", "term.lua", "--out", "term.h5")
        answer_of("bot", "freeze", "always(5)", "--game", "term.lua", "--out", "term-bot.h5")
        answer_of("verify", "term.h5")
        write("term.lua", rules.replace("return 1 + ", "return 2 + "))
        self.assertNotEqual((SOURCE / "rules" / "hog.lua").read_text(encoding="utf-8"), pathlib.Path("term.lua").read_text(encoding="utf-8"))
        self.refuses(["verify", "term.h5"], "the rule file of term.lua(", "has changed since the table was made")
        for bot in ("table:term.h5", "table:term-bot.h5"):
            self.refuses(["eval", "term.lua", bot, "always(4)"], "has changed since")
        pathlib.Path("term.lua").unlink()
        self.refuses(["verify", "term.h5"], "term.lua")

    # ---- damage ----

    def test_one_flipped_bit_is_refused_by_all_who_read_it(self):
        size = len(self.made[""])
        for place in (0, 20, 100, 511, 512, 600, size // 2, size - 1):
            damaged = bytearray(self.made[""])
            damaged[place] ^= 4
            write("hog.h5", bytes(damaged))
            for command in (["verify", "hog.h5"], ["eval", "hog", "table:hog.h5", "always(4)"],
                            ["ask", "hog", "scores=0,0", "--table", "hog.h5"]):
                self.refuses(command, "hog.h5: ")

    def test_a_file_cut_short_is_refused(self):
        for size in (0, 5, 512, 5000, len(self.made["-bot"]) - 1):
            write("hog-bot.h5", self.made["-bot"][:size])
            self.refuses(["eval", "hog", "table:hog-bot.h5", "always(4)"], "hog-bot.h5: ", "cut short" if size else "empty")

    @unittest.skipIf(PYTHON is None, "there is no Python with h5py")
    def test_a_moved_bound_is_found_by_the_proof(self):
        for bounds, step in ((["lower"], 1e-6), (["upper"], -1e-6), (["lower", "upper"], 1e-6), (["lower", "upper"], -1e-6)):
            write("hog.h5", self.made[""])
            change("hog.h5", f"[table['mover/' + bound].__setitem__((317, 31), table['mover/' + bound][317, 31] + {step}) for bound in {bounds}]")
            answer = alea("verify", "hog.h5")
            self.assertEqual(answer.status, 1, answer)
            self.assertRegex(answer.out, r"bound|In `mover`, at memory and own 317, opponent 31")

    @unittest.skipIf(PYTHON is None, "there is no Python with h5py")
    def test_a_move_that_there_is_not_is_found(self):
        """The dice are the bytes at the end of a packed policy."""
        packed = self.made["-bot"].find(b"\x05" * 16)
        self.assertGreater(packed, 0)
        damaged = bytearray(self.made["-bot"])
        damaged[packed + 7] = 11
        write("hog-bot.h5", bytes(damaged))
        seal("hog-bot.h5")
        self.refuses(["eval", "hog", "table:hog-bot.h5", "always(4)"], "hog-bot.h5: ", "11")

    # ---- what cannot be had ----

    def test_impossible_wishes_are_refused_with_what_is_possible(self):
        self.refuses(["solve", "hog", "--tolerance", "1e-20"], "1e-20", "double precision")
        self.refuses(["solve", "hog", "--for", "money"], "money")
        self.refuses(["solve", "hog", "--memory", "1"], "the limit is 1.0 MiB (1048576 bytes)")
        self.refuses(["bot", "freeze", "optimal", "--game", "hog", "--out", "o.csv"], "looks at more than the scores")
        self.refuses(["solve", "hog", "--out", "no/such/folder/t.h5"], "no/such/folder", status=3)

    def test_a_table_of_moves_goes_to_csv_and_back(self):
        answer_of("bot", "freeze", "table:hog-bot.h5", "--game", "hog", "--out", "bacon.csv")
        lines = pathlib.Path("bacon.csv").read_text(encoding="utf-8").splitlines()
        self.assertEqual([len(line.split(",")) for line in lines], [100] * 100)
        self.assertEqual(self.rates("table:bacon.csv"), self.rates("bacon(8,5)"))


if __name__ == "__main__":
    main()
