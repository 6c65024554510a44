#!/usr/bin/env python3
"""Lua's sources: tools/setup takes them from any revision in Debian, or from a file, and accepts only the pinned
archive."""

import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from program import SOURCE, main

NAME = "lua-5.4.4.tar.gz"
KEPT = SOURCE / "build" / "deps" / NAME
SHA256 = "164c7849653b80ae67bec4b7473b884bf5cc8d2dca05653475ec2ed27b9ebf61"  # as lua.org publishes it
APT = """#!/bin/sh
echo "$@" >>"$APT_LOG"
case $1 in source) cp "$APT_HAS" lua5.4_5.4.4.orig.tar.gz ;; esac
"""


@unittest.skipUnless(KEPT.exists(), f"there is no {KEPT}; `tools/setup` fetches it")
class Setup(unittest.TestCase):
    def setUp(self):
        self.top = pathlib.Path(self.id().rpartition(".")[2]).resolve()
        self.deps = self.top / "build" / "deps"
        self.tools = self.top / "bin"
        for folder in (self.deps / "scratch", self.top / "tools", self.tools):
            folder.mkdir(parents=True)
        text = (SOURCE / "tools" / "setup").read_text(encoding="utf-8")
        functions, begins, _ = text.partition("# ---- all of it")
        self.assertTrue(begins)
        (self.top / "tools" / "setup").write_text(functions, encoding="utf-8")
        for name in ("bash", "cat", "cp", "mkdir", "mv", "sha256sum", "cut", "sed", "head", "tail", "id", "dirname", "env", "sh"):
            (self.tools / name).symlink_to(shutil.which(name))

    def install(self, debian_has=None, **changes):
        """The status and output of install_lua if Debian's package has this archive; None: without apt-get."""
        if debian_has:
            (self.tools / "apt-get").write_text(APT, encoding="utf-8")
            (self.tools / "apt-get").chmod(0o755)
        env = {"PATH": str(self.tools), "APT_LOG": str(self.top / "log"), "APT_HAS": str(debian_has), **changes}
        done = subprocess.run(["bash", "-c", '. "$1"; scratch=$deps/scratch; install_lua', "bash", self.top / "tools" / "setup"],
                              env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return done.returncode, done.stdout

    def installed(self):
        file = self.deps / NAME
        return file.exists() and hashlib.sha256(file.read_bytes()).hexdigest()

    def other_archive(self):
        other = self.top / "other.tar.gz"
        other.write_bytes(KEPT.read_bytes() + b"\n")
        return other

    def test_no_revision_of_the_package_is_asked_for(self):
        self.assertEqual((self.install(KEPT)[0], self.installed()), (0, SHA256))
        asked = (self.top / "log").read_text(encoding="utf-8")
        self.assertRegex(asked, r"(?m)^source .*\blua5\.4$")

    def test_another_archive_is_refused(self):
        status, said = self.install(self.other_archive())
        self.assertEqual((status, self.installed()), (3, False))
        self.assertIn("checksum mismatch", said)

    def test_a_machine_without_apt_takes_the_file_that_is_named(self):
        self.assertEqual((self.install(LUA_TAR=str(KEPT))[0], self.installed()), (0, SHA256))
        self.assertEqual(self.install(), (0, ""))  # it is there

    def test_a_machine_without_apt_and_without_a_file_says_what_to_do(self):
        status, said = self.install()
        self.assertEqual((status, self.installed()), (3, False))
        self.assertRegex(said, r"https://www\.lua\.org/ftp/[^$]*make LUA_TAR=FILE")

    def test_a_file_that_is_not_there_is_named(self):
        status, said = self.install(LUA_TAR="/nowhere.tar.gz")
        self.assertEqual((status, self.installed()), (3, False))
        self.assertIn("/nowhere.tar.gz, which cannot be read", said)

    def test_cmake_refuses_another_archive_too(self):
        for file in (self.other_archive(), "/nowhere.tar.gz"):
            done = subprocess.run(["cmake", f"-DLUA_TAR={file}", "-P", SOURCE / "cmake" / "lua.cmake"], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, check=False)
            self.assertNotEqual(done.returncode, 0)
            said = " ".join(done.stdout.split())
            self.assertIn(f"{file} is missing, or is not {NAME}", said)
            self.assertRegex(said, re.escape(SHA256))


if __name__ == "__main__":
    main()
