#!/usr/bin/env python3
"""Commitments to seeds, computed again with hashlib; and the manual's checker of records, which shares no code with alea."""

import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from program import ALEA, SOURCE, alea, answer_of, environment, has_python, json_of, main, write

CHECKER = SOURCE / "docs" / "check_record.py"
TURNS = "\nroll\nhold\n" * 400


def play(typed, *arguments):
    done = subprocess.run([ALEA, "play", *map(str, arguments)], input=typed, capture_output=True, text=True, env=environment(), check=True)
    return done.stdout


def fresh(name):
    pathlib.Path(name).unlink(missing_ok=True)
    return name


def lines_of(record):
    return [json.loads(line) for line in pathlib.Path(record).read_text().splitlines()]


def put(name, lines):
    return write(name, "".join(json.dumps(line) + "\n" for line in lines))


def sha256(seed, salt):
    return hashlib.sha256(f"{seed} {salt}".encode()).hexdigest()


def check(*arguments):
    """Status and words of the checker, which runs without anything but the standard library."""
    done = subprocess.run([sys.executable, "-I", "-S", CHECKER, *map(str, arguments)], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


class Play(unittest.TestCase):
    def test_the_commitment_comes_first_and_the_seed_last(self):
        told = play("\n" + TURNS, "pig", "Ann", "Bob", "--order", "roll", "--commit", "--record", fresh("a.jsonl"))
        committed, = re.findall(r"(?m)^commitment: sha256 ([0-9a-f]{64})$", told)
        (seed, salt), = re.findall(r"(?m)^seed: (\d+) salt ([0-9a-f]{32})$", told)
        self.assertEqual(sha256(seed, salt), committed)
        self.assertLess(told.index("commitment:"), told.index("rolls"))
        self.assertLess(told.index("wins the game!"), told.index("seed:"))
        heading, *_ = lines_of("a.jsonl")
        self.assertEqual((heading["seed"], heading["salt"], heading["commitment"]), (int(seed), salt, committed))
        self.assertIn("verified: 1 game", answer_of("replay", "a.jsonl", "--verify"))
        self.assertEqual(check("a.jsonl", "--commitment", committed)[0], 0)
        again = play("\n" + TURNS, "pig", "Ann", "Bob", "--commit", "--seed", 5, "--no-record")
        self.assertRegex(again, r"(?m)^seed: 5 salt ")
        self.assertNotIn(salt, again)

    def test_a_game_that_goes_on_later_keeps_it(self):
        begun = play("\nroll\n", "pig", "Ann", "hold(20)", "--order", "given", "--commit", "--record", fresh("b.jsonl"))
        self.assertNotIn("seed:", begun)
        committed, = re.findall(r"commitment: sha256 (\w+)", begun)
        told = play(TURNS, "--resume", "b.jsonl")
        self.assertEqual(re.findall(r"commitment: sha256 (\w+)", told), [committed])
        self.assertEqual(sha256(*re.findall(r"seed: (\d+) salt (\w+)", told)[0]), committed)

    def test_another_seed_or_salt_is_found(self):
        play(TURNS, "pig", "Ann", "hold(20)", "--order", "given", "--commit", "--seed", 8, "--record", fresh("c.jsonl"))
        heading, *rest = lines_of("c.jsonl")
        for key, value in (("salt", "0" * 32), ("commitment", "0" * 64)):
            put("d.jsonl", [heading | {key: value}, *rest])
            told = alea("replay", "d.jsonl")
            self.assertEqual((told.status, told.out), (2, ""))
            self.assertIn("`commitment` is not that of the seed", told.err)
            self.assertEqual(check("d.jsonl")[0], 1)
        self.assertEqual(check("c.jsonl", "--commitment", "0" * 64)[0], 1)

    def test_what_does_not_go_together(self):
        for words, said in ((("pig", "Ann", "--commit", "--dice", "manual"), "real dice"), (("--resume", "--commit"), "new game")):
            told = alea("play", *words)
            self.assertEqual((told.status, told.out), (2, ""))
            self.assertIn(said, told.err)


class Checker(unittest.TestCase):
    """Records that alea wrote, and the same with one die turned."""

    def test_real_records_pass_and_changed_ones_do_not(self):
        for game, *bots in (("pig", "hold(20)", "hold(25)"), ("two-dice-pig", "hold(20)", "turns(4)"), ("hog", "always(5)", "always(4)"),
                            ("pig(dice=3,sides=20)", "hold(20)", "hold(25)"), ("despirala", "greedy")):
            with self.subTest(game):
                answer_of("run", game, *bots, "--games", 7, "--seed", 2**62 + 1, "--record", "run.jsonl")
                lines = lines_of("run.jsonl")
                rolls = [number for number, line in enumerate(lines, 1) if "roll" in line]
                self.assertEqual(check("run.jsonl"), (0, f"checked: 7 games, {len(rolls)} rolls\n"))
                for number in (rolls[0], rolls[-1]):
                    changed = json.loads(json.dumps(lines))
                    faces = changed[number - 1]["roll"]
                    faces[-1] = faces[-1] % 6 + 1
                    status, told = check(put("changed.jsonl", changed))
                    self.assertEqual(status, 1)
                    self.assertIn(f"line {number} shows {faces}, but", told)

    def test_undo_and_the_order_of_turns(self):
        play("\n\n\nroll\nundo\n" + TURNS, "pig", "Ann", "hold(20)", "--order", "roll", "--seed", 4, "--record", fresh("undo.jsonl"))
        lines = lines_of("undo.jsonl")
        self.assertTrue(any("undo" in line for line in lines))
        self.assertEqual(check("undo.jsonl")[0], 0)
        number, line = next((number, line) for number, line in enumerate(lines, 1) if "order" in line)
        line["order"] = line["order"] % 6 + 1
        self.assertIn(f"line {number} shows", check(put("changed.jsonl", lines))[1])

    def test_it_says_what_it_cannot_check(self):
        answer_of("run", "piglet", "hold(1)", "hold(2)", "--games", 2, "--record", "coin.jsonl")
        self.assertIn("give --sides N", check("coin.jsonl")[1])
        self.assertEqual(check("coin.jsonl", "--sides", 2)[0], 0)
        self.assertLessEqual(len(CHECKER.read_text().splitlines()), 100)


class Contest(unittest.TestCase):
    KEYS = ("commitment", "seed", "salt")

    def setUp(self):
        pathlib.Path("entries").mkdir(exist_ok=True)
        for dice in (4, 5):
            write(f"entries/always{dice}.lua", f"return {{ name = 'always {dice}', decide = function() return {dice} end }}")

    def test_the_commitment_is_printed_before_and_the_seed_after(self):
        told = answer_of("contest", "hog(goal=20)", "entries", "--commit")
        committed, = re.findall(r"\Acommitment: sha256 ([0-9a-f]{64})\n", told)
        (seed, salt), = re.findall(r"(?m)^seed: (\d+) salt ([0-9a-f]{32})\n\Z", told)
        self.assertEqual(sha256(seed, salt), committed)

    def test_json_has_all_three_and_the_remark_comes_at_once(self):
        told = alea("contest", "hog(goal=20)", "entries", "--commit", "--seed", 7, "--json")
        answer = json.loads(told.out)
        self.assertEqual(answer["seed"], 7)
        self.assertEqual(answer["commitment"], sha256(7, answer["salt"]))
        self.assertEqual(told.err, f"alea: commitment: sha256 {answer['commitment']}\n")
        plain = json_of("contest", "hog(goal=20)", "entries")
        self.assertEqual([plain[key] for key in self.KEYS], [None] * 3)
        self.assertEqual(plain["rates"], answer["rates"])

    def test_the_seed_without_the_option(self):
        told = alea("contest", "hog(goal=20)", "entries", "--seed", 7)
        self.assertEqual((told.status, told.out), (2, ""))
        self.assertIn("add --commit", told.err)

    @unittest.skipUnless(has_python(), "no python.wasm")
    def test_the_seed_decides_the_random_numbers_of_strategies(self):
        """What a strategy that answers at random is disqualified for depends on its random numbers, also in the database."""
        shutil.copy(SOURCE / "bots" / "hog" / "bad" / "random_answers.py", "entries")
        self.addCleanup(pathlib.Path("entries/random_answers.py").unlink)

        def reason(*more):
            answer = json.loads(alea("contest", "hog(goal=20)", "entries", "--database", "results.db", "--json", *more).out)
            entry = next(entry for entry in answer["entries"] if entry["file"].endswith(".py"))
            self.assertEqual(entry["what"], "impure")
            return entry["reason"]
        first = reason("--commit", "--seed", 7)
        self.assertEqual(reason("--commit", "--seed", 7), first)
        self.assertGreater(len({first, reason(), *(reason("--commit", "--seed", seed) for seed in (8, 9, 2**62))}), 1)


if __name__ == "__main__":
    main()
