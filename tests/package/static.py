#!/usr/bin/env python3
"""The program in one file, in an empty root as an ordinary user: there is nothing else, not even /proc. The file for
64-bit ARM runs under an emulator and must print the same."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import lua_bits
from bare import Root, need_root, package
from program import SOURCE, main
from tour import Tour

HERE = package("alea-*-static-amd64.tar.gz", "static")
need_root()
TABLES = SOURCE / "tests/compat/0.1"
GAME = SOURCE / "tests/game"
EMULATOR = shutil.which("qemu-aarch64-static")
TIMES = re.compile(r'"(seconds|games_per_second|threads|architecture|commit)": [^,}]*')


def unpack(archive, folder):
    subprocess.run(["tar", "-C", folder, "-xzf", archive], check=True)
    return next(pathlib.Path(folder).glob("alea-*"))


class Static(unittest.TestCase, Tour):
    @classmethod
    def setUpClass(cls):
        cls.root = Root()
        cls.home = cls.root.make_home()
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(unpack(HERE, folder) / "alea", cls.root.path)

    @classmethod
    def tearDownClass(cls):
        cls.root.remove()

    def alea(self, *words, **more):
        return self.root.run("/alea", *words, proc=False, **more)

    def test_first_commands_of_each_reader(self):
        self.solve()
        self.play_and_review()
        self.run_games()

    def test_tables_are_verified(self):
        shutil.copy(TABLES / "pig.h5", self.home)
        self.assertIn("the proof holds", self.told("verify", "/home/ann/pig.h5"))

    def test_it_says_what_it_lacks(self):
        (self.home / "six.py").write_text("def final_strategy(a, b):\n    return 6\n", encoding="utf-8")
        self.assertIn("made without wasmtime", self.told("bot", "check", "/home/ann/six.py", "--game", "hog", status=3))


@unittest.skipUnless(EMULATOR, "qemu-aarch64-static is not installed; `tools/setup --arm64` installs it")
class Arm64(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.other = unpack(package("alea-*-static-arm64.tar.gz", "static-arm64"), cls.folder) / "alea"
        os.mkdir(cls.folder + "/amd64")
        cls.own = unpack(HERE, cls.folder + "/amd64") / "alea"

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def run_here(self, *words):
        return subprocess.run(words, cwd=TABLES, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, check=False)

    def same(self, *words):
        """Returns the output of both, which must be the same."""
        here, there = self.run_here(self.own, *words), self.run_here(EMULATOR, self.other, *words)
        self.assertEqual((there.returncode, TIMES.sub("", there.stdout)), (here.returncode, TIMES.sub("", here.stdout)), words)
        return there.stdout

    def test_it_is_for_another_processor_and_needs_no_library(self):
        self.assertEqual(json.loads(self.run_here(EMULATOR, self.other, "version", "--json").stdout)["architecture"], "arm64")
        self.assertNotIn("NEEDED", self.run_here("readelf", "-d", self.other).stdout)

    def test_the_same_bounds_and_the_same_games(self):
        self.assertIn('"lower"', self.same("solve", "pig", "--json"))
        self.assertIn('"lower"', self.same("solve", "two-dice-pig(goal=20)", "--json"))
        self.assertIn('"lower"', self.same("eval", "pig", "hold(20)", "hold(25)", "--json"))
        self.assertIn('"win_rate"', self.same("run", "pig", "hold(20)", "keep-pace", "--games", "20000", "--json"))

    def test_lua_computes_the_same_bits(self):
        self.assertIn(f"What Lua computes: {lua_bits.expected()}", self.run_here(EMULATOR, self.other, "games", GAME / "bits.lua").stdout)
        self.assertIn("Stopped at the limit of", self.same("games", GAME / "memory.lua"))
        self.assertIn('"win_rate"', self.same("run", "pig", SOURCE / "bots/lua-steady/steady.lua", "hold(20)", "--games", "500", "--json"))

    def test_tables_of_version_0_1_are_verified(self):
        for table in ("pig.h5", "hog.h5", "small-despirala.h5", "coin-pig.h5"):
            done = self.run_here(EMULATOR, self.other, "verify", TABLES / table)
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertIn("the proof holds", done.stdout)

    def test_a_changed_table_is_refused(self):
        changed = pathlib.Path(self.folder, "changed.h5")
        data = bytearray((TABLES / "pig.h5").read_bytes())
        data[len(data) // 2] ^= 1
        changed.write_bytes(data)
        self.assertNotEqual(self.run_here(EMULATOR, self.other, "verify", changed).returncode, 0)


if __name__ == "__main__":
    main()
