#!/usr/bin/env python3
"""The signature (tools/signature) is the same to the bit without fused multiplication in the C library, and on 64-bit ARM."""

import os
import shutil
import subprocess
import unittest

from program import BUILD, SOURCE, main

PLAIN = "env GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX2_Usable,-FMA_Usable"
ARM64 = SOURCE / "build" / "static-arm64"
ROOT = SOURCE / "build" / "deps" / "arm64"
SAVED = BUILD / "tests" / "signature.jsonl"
EMULATOR = shutil.which("qemu-aarch64-static")
EMULATED = "eval/pig*hold*"  # what takes an emulator a minute


class Signature(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """The numbers of this machine: those that signature/versions has saved, if it ran with this program."""
        built = max(file.stat().st_mtime for file in (BUILD / "tests" / "signature", BUILD / "libalea.so"))
        if SAVED.exists() and SAVED.stat().st_mtime > built:
            shutil.copy(SAVED, "here.jsonl")
        else:
            cls.must(SOURCE / "tools" / "signature", "--build", BUILD, "--skip", "slow", "--save", "here.jsonl")

    @classmethod
    def must(cls, *words):
        done = subprocess.run(list(map(str, words)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        assert done.returncode == 0, done.stdout[-3000:]
        return done.stdout

    def test_fused_multiplication_does_not_matter(self):
        said = self.must(SOURCE / "tools" / "signature", "--build", BUILD, "--skip", "slow", "--under", PLAIN, "--same", "here.jsonl")
        self.assertIn("none differ", said)

    @unittest.skipUnless(EMULATOR, "qemu-aarch64-static is not installed; `tools/setup --arm64` installs it")
    @unittest.skipUnless((ARM64 / "libalea.a").exists(), f"there is no {ARM64 / 'libalea.a'}; `make static-arm64` makes it")
    def test_another_processor_does_not_matter(self):
        os.makedirs("arm64/tests", exist_ok=True)
        sources = sorted((SOURCE / "tests" / "signature").glob("*.c"))
        self.must("aarch64-linux-gnu-gcc", "-std=c17", "-D_GNU_SOURCE", f"-I{SOURCE / 'include'}", f"-I{SOURCE / 'tests'}", *sources,
                  "-o", "arm64/tests/signature", ARM64 / "libalea-ui.a", ARM64 / "libalea.a",
                  f"-L{ROOT / 'usr/lib/aarch64-linux-gnu'}", "-ljansson", "-lmd", "-lm", "-static")
        said = self.must(SOURCE / "tools" / "signature", "--build", "arm64", "--under", EMULATOR, "--only", EMULATED,
                         "--skip", "slow,wasm,python,tables,store", "--same", "here.jsonl")
        self.assertIn("none differ", said)


if __name__ == "__main__":
    main()
