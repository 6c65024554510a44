#!/usr/bin/env python3
"""The Debian package in a bare Debian 12: `apt install` brings all that it needs, alea works, and `apt remove` leaves nothing."""

import re
import shutil
import subprocess
import unittest

from bare import debian_root, need_root, package
from program import SOURCE, main
from tour import Tour

DEB = package("alea_*_amd64.deb", "package")
need_root()


class Debian(unittest.TestCase, Tour):
    @classmethod
    def setUpClass(cls):
        cls.root = debian_root()
        cls.home = cls.root.path / "home/ann"
        shutil.copy(DEB, cls.root.path / "root")
        cls.before = cls.files()
        cls.root_runs("apt-get", "update", "-q")
        cls.root_runs("apt-get", "install", "-y", "-q", f"/root/{DEB.name}")

    @classmethod
    def tearDownClass(cls):
        cls.root.remove()

    @classmethod
    def root_runs(cls, *words):
        status, said = cls.root.run(*words, user=0, home="/root", DEBIAN_FRONTEND="noninteractive")
        assert status == 0, said

    @classmethod
    def files(cls):
        return {str(path.relative_to(cls.root.path)) for folder in ("usr", "etc") for path in (cls.root.path / folder).rglob("*")}

    def alea(self, *words, **more):
        return self.root.run("alea", *words, **more)

    def put(self, name, text):
        (self.home / name).write_text(text, encoding="utf-8")

    def test_first_commands_of_each_reader(self):
        self.solve()
        self.play_and_review()
        self.run_games()

    def test_python_and_contests(self):
        self.judge_python()
        self.judge_archive()
        examples = "/usr/share/alea/bots/hog/good"
        said = self.told("contest", "hog", f"{examples}/always_six.py", f"{examples}/swap_seeker.py", "--html", "/home/ann/report.html")
        self.assertIn("Swap Seeker", said)
        self.assertGreater((self.home / "report.html").stat().st_size, 10000)

    def test_pictures_have_letters(self):
        self.draw()
        self.assertIn("<svg", (self.home / "pig.svg").read_text(encoding="utf-8"))
        self.assertGreater((self.home / "pig.png").stat().st_size, 5000)

    def test_every_command_has_a_man_page_and_completion_is_in_place(self):
        commands = set(re.findall(r"(?m)^  ([a-z]+) +\w", self.told("help"))) - {"help"}
        pages = {path.name for path in (self.root.path / "usr/share/man/man1").glob("alea*.1")}
        self.assertLessEqual({f"alea-{name}.1" for name in commands} | {"alea.1", "alea-bot-check.1"}, pages)
        for place in ("bash-completion/completions/alea", "fish/vendor_completions.d/alea.fish", "zsh/vendor-completions/_alea"):
            self.assertIn("solve", (self.root.path / "usr/share" / place).read_text(encoding="utf-8"))

    def test_the_manual_is_whole(self):
        done = subprocess.run([SOURCE / "tools/installed-docs", "--check", self.root.path / "usr"], stderr=subprocess.PIPE, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        doc = self.root.path / "usr/share/doc/alea"
        self.assertIn("laboratory for dice games", (doc / "README.md").read_text(encoding="utf-8"))
        self.assertIn("# The manual", (doc / "docs/README.md").read_text(encoding="utf-8"))
        told = (doc / "copyright").read_text(encoding="utf-8")
        for name in ("MIT License", "wasmtime", "Lua 5.4.4", "Python"):
            self.assertIn(name, told)

    def test_the_library_compiles_programs_elsewhere(self):
        """The names that pkg-config needs are there; a compiler is not part of a bare system."""
        for name in ("usr/lib/libalea.so", "usr/lib/libalea-ui.so", "usr/lib/pkgconfig/alea.pc", "usr/include/alea/alea.h"):
            self.assertTrue((self.root.path / name).exists(), name)

    def test_version_names_a_commit(self):
        self.assertRegex(self.told("--version"), r"^alea \d+\.\d+\.\d+ \(commit [0-9a-f]{12}(-dirty)?\)\n$")

    def test_zz_removing_leaves_nothing(self):
        self.root_runs("apt-get", "remove", "-y", "-q", "--purge", "alea")
        self.assertEqual([name for name in self.files() - self.before if "alea" in name], [])


if __name__ == "__main__":
    main()
