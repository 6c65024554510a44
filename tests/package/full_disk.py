#!/usr/bin/env python3
"""The disk gets full while a package is made: one sentence, exit status 3, no file left, and an older package
unchanged."""

import os
import subprocess
import tempfile
import unittest

from bare import need_root, package
from program import SOURCE, main

for target, pattern in (("package", "alea_*.deb"), ("package", "alea-*-linux-amd64.tar.gz"), ("static", "alea-*-static-amd64.tar.gz")):
    package(pattern, target)
need_root()
SMALL = """mount -t tmpfs -o size=$1 tmpfs "$2" && echo old >"$2/older.deb" && shift
PACKAGES=$1 "$2/tools/package" "$3"
echo "status $?"
ls -A "$1"
"""


class FullDisk(unittest.TestCase):
    def make(self, what, size):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(["unshare", "--mount", "sh", "-c", SMALL, "sh", size, folder, SOURCE, what],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=500, check=False)
        return done.stdout.splitlines()

    def test_at_every_moment(self):
        """The sizes let it fail at the start, while files are copied, and when everything is packed."""
        for what, sizes in (("static", ("16k", "1m", "4m")), ("archive", ("64k", "20m", "90m")), ("deb", ("64k", "75m"))):
            for size in sizes:
                said = self.make(what, size)
                with self.subTest(what=what, size=size):
                    self.assertEqual(said[-2:], ["status 3", "older.deb"], said)
                    self.assertIn("full", said[-3])
                    self.assertIn("Nothing was written", said[-3])
                    self.assertEqual(len(said), 3)

    def test_with_enough_space_it_works(self):
        said = self.make("static", "30m")
        self.assertEqual(said[-3], "status 0", said)
        self.assertTrue(said[-2].startswith("alea-") and said[-1] == "older.deb", said)

    def test_a_folder_that_cannot_be_written(self):
        done = subprocess.run([SOURCE / "tools/package", "static"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              env=dict(os.environ, PACKAGES="/proc/packages"), check=False)
        self.assertEqual(done.returncode, 3)
        self.assertIn("package: ", done.stdout)
        self.assertEqual(subprocess.run([SOURCE / "tools/package", "rpm"], stderr=subprocess.DEVNULL, check=False).returncode, 2)


if __name__ == "__main__":
    main()
