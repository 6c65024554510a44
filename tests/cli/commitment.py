#!/usr/bin/env python3
"""Commitments to seeds, computed again with hashlib."""

import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import unittest

from program import ALEA, SOURCE, alea, answer_of, environment, has_python, json_of, main, write

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

    def test_what_does_not_go_together(self):
        for words, said in ((("pig", "Ann", "--commit", "--dice", "manual"), "real dice"), (("--resume", "--commit"), "new game")):
            told = alea("play", *words)
            self.assertEqual((told.status, told.out), (2, ""))
            self.assertIn(said, told.err)


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
