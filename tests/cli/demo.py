#!/usr/bin/env python3
"""tools/demo: bots in four languages play, from whatever folder it is started in."""

import os
import pathlib
import subprocess
import unittest

from program import BUILD, SOURCE, environment, main

DEMO = SOURCE / "tools" / "demo"
NEEDED = ("c-chaser", "c-random", "zig-cautious", "python-racer")


def demo(*arguments, build=BUILD):
    done = subprocess.run([DEMO, *arguments], env=environment(ALEA_BUILD=build), stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=250)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


class Demo(unittest.TestCase):
    @unittest.skipUnless(all((BUILD / "bots" / f"{bot}.wasm").exists() for bot in NEEDED), "not all bots are built")
    def test_bots_in_four_languages_play(self):
        status, out, err = demo("100")
        self.assertEqual((status, err), (0, ""))
        first = out.split("\n$ ")[1]
        for bot in ("c-chaser.wasm", "zig-cautious.wasm", "steady", "python-racer.wasm"):
            self.assertRegex(first, rf"(?m)^  \S*{bot} +[0-9]+ .* 0$")
        self.assertEqual(out.count(": 100 games, "), 2)
        self.assertNotIn("Money sums to", out)  # only printed if it is not 0

    def test_what_is_missing_is_named(self):
        os.mkdir("empty")
        status, out, err = demo(build=pathlib.Path("empty").resolve())
        self.assertEqual((status, out), (3, ""))
        self.assertRegex(err, r"^demo: the program is missing: there is no \S*/empty/alea\. `make` builds it\.\n$")

    def test_more_than_a_number_of_games_is_refused(self):
        status, out, err = demo("10", "20")
        self.assertEqual((status, out, err), (2, "", "demo: usage: tools/demo [GAMES]\n"))


if __name__ == "__main__":
    main()
