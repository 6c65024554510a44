#!/usr/bin/env python3
"""Two builds of one bot in Python are the same bot, whatever it takes from hashes, random numbers and the clock when it is built."""

import os
import pathlib
import subprocess
import sys
import unittest

from program import ON_PURPOSE, SOAK, SOURCE, answer_of, can_build, json_of, main, write

# Every answer depends on the hash of a text, on the order of a set, on a generator made without a seed, and on the time.
BOT = """
import random
import time
from wit_world import exports

GENERATOR = random.Random()
BUILT = GENERATOR.randrange(1000) + int(time.time()) % 1000 + hash(",".join({"a", "b", "c", "d", "e", "f", "g"})) % 1000


class Strategy(exports.Strategy):
    def should_roll(self, own_score: int, other_scores: list[int]) -> bool:
        return (BUILT + hash(f"{own_score} {other_scores[0]}")) % 1000 < 700
"""


VARIES = "import random, time; print(hash('a'), {'a', 'b', 'c', 'd'}, random.Random().random(), time.time())"


class Repeatable(unittest.TestCase):
    def test_a_program_gets_the_same_random_numbers_and_the_same_time(self):
        said = {subprocess.run([SOURCE / "tools" / "repeatable", sys.executable, "-c", VARIES], capture_output=True, text=True,
                               check=True).stdout for _ in range(3)}
        self.assertEqual(len(said), 1, said)


@unittest.skipUnless(SOAK, ON_PURPOSE + "make soak does it")
@unittest.skipUnless(can_build("python"), "no componentize-py")
class Builds(unittest.TestCase):
    def test_two_builds_of_a_file_are_the_same_bot(self):
        played = []
        for folder in ("one", "another with spaces"):
            os.makedirs(folder, exist_ok=True)
            write(f"{folder}/bot.py", BOT)
            answer_of("bot", "build", f"{folder}/bot.py", "--out", f"{folder}/bot.wasm")
            result = json_of("run", "pig", f"{folder}/bot.wasm", "hold(20)", "--games", 300, "--seed", 5)
            played.append([[row[key] for key in ("forfeits", "wins", "seat_wins")] for row in result["standings"]])
        self.assertEqual(played[0], played[1])
        self.assertEqual([forfeits for forfeits, *_ in played[0]], [0, 0])
        self.assertEqual(pathlib.Path("one/bot.wasm").stat().st_size,
                         pathlib.Path("another with spaces/bot.wasm").stat().st_size)


main()
