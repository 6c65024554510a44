#!/usr/bin/env python3
"""The archive in a system that has glibc and nothing else, as an ordinary user, and moved to another folder."""

import re
import subprocess
import unittest

from bare import glibc_root, need_root, package
from program import SOURCE, main
from tour import Tour

ARCHIVE = package("alea-*-linux-amd64.tar.gz", "package")
need_root()


class Archive(unittest.TestCase, Tour):
    @classmethod
    def setUpClass(cls):
        cls.root = glibc_root()
        cls.home = cls.root.path / "home/ann"
        subprocess.run(["tar", "-C", cls.home, "-xzf", ARCHIVE], check=True)
        cls.top = next(cls.home.glob("alea-*"))
        cls.place = f"/home/ann/{cls.top.name}"

    @classmethod
    def tearDownClass(cls):
        cls.root.remove()

    def alea(self, *words, **more):
        return self.root.run(f"{self.place}/bin/alea", *words, ALEA_DATA="/home/ann/data", ALEA_CACHE="/home/ann/cache", **more)

    def put(self, name, text):
        (self.home / name).write_text(text, encoding="utf-8")

    def test_first_commands_of_each_reader(self):
        self.solve()
        self.play_and_review()
        self.run_games()

    def test_python_and_contests(self):
        self.judge_python()
        self.judge_archive()

    def test_tables_notebook_and_database(self):
        """The commands that need SQLite, which is built in."""
        self.told("solve", "pig(goal=20)", "--out", "/home/ann/pig.h5")
        self.assertIn("the proof holds", self.told("verify", "/home/ann/pig.h5"))
        self.told("run", "pig", "hold(20)", "hold(25)", "--games", "2", "--record", "/home/ann/kept.jsonl")
        self.told("review", "/home/ann/kept.jsonl", "--keep", "--notebook", "/home/ann/notebook")
        self.assertTrue(self.told("notebook", "list", "--notebook", "/home/ann/notebook").startswith("2 games"))

    def test_pictures_have_letters_although_the_system_has_no_font(self):
        self.draw()
        glyphs = (self.home / "pig.svg").read_text(encoding="utf-8").count('id="glyph')
        self.assertGreater(glyphs, 15)  # different letters and digits of the titles and axes

    def test_it_may_be_moved(self):
        moved = self.home / "any where"
        self.top.rename(moved)
        try:
            self.put("six.py", "PLAYER_NAME = 'six'\n\ndef final_strategy(score, opponent_score):\n    return 6\n")
            status, said = self.root.run("/home/ann/any where/bin/alea", "bot", "check", "/home/ann/six.py", "--game", "hog",
                                         ALEA_CACHE="/home/ann/cache")
            self.assertEqual(status, 0, said)
        finally:
            moved.rename(self.top)

    def test_it_needs_nothing_but_glibc_and_what_it_brings(self):
        allowed = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "libdl.so.2", "libpthread.so.0", "librt.so.1"}
        brought = {path.name for path in (self.top / "lib/alea").iterdir()}
        self.assertEqual(brought, {"libwasmtime.so", "libgcc_s.so.1", "libzip.so.4", "libz.so.1", "libbz2.so.1.0", "libcrypto.so.3"})
        for file in (self.top / "bin/alea", self.top / "libexec/alea/alea-worker", *(self.top / "lib/alea").iterdir()):
            told = subprocess.run(["readelf", "-d", "-V", file], stdout=subprocess.PIPE, text=True, check=True).stdout
            needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", told))
            self.assertLessEqual(needed, allowed | brought, file)
            versions = {tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_(\d+\.\d+)", told)}
            self.assertLessEqual(max(versions, default=(0, 0)), (2, 36), file)

    def test_the_manual_and_the_licences_are_there(self):
        done = subprocess.run([SOURCE / "tools/installed-docs", "--check", self.top], stderr=subprocess.PIPE, text=True, check=False)
        broken = [line for line in done.stderr.splitlines() if "include/alea/" not in line]  # headers are not in the archive
        self.assertEqual(broken, [])
        told = (self.top / "THIRD-PARTY.txt").read_text(encoding="utf-8")
        for name in ("wasmtime", "Python", "cairo", "sqlite3", "Lua 5.4.4", "jansson", "libseccomp", "libedit", "freetype",
                     "fontconfig", "pixman", "libpng", "zlib", "expat", "gcc-12", "fonts-dejavu", "libzip", "libyaml", "bzip2", "openssl"):
            self.assertRegex(told, rf"(?m)^  .*{name}", name)


if __name__ == "__main__":
    main()
