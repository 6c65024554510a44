#!/usr/bin/env python3
"""The bot of bots/ that cargo builds decides as its twin in C."""

import os
import shutil
import subprocess
import unittest

from program import SOURCE, answer_of, can_build, main, result_of, rustc_for_wasm

RUSTC = rustc_for_wasm()


@unittest.skipUnless(shutil.which("cargo") and RUSTC, "no cargo, or no rustc with the target wasm32-unknown-unknown")
@unittest.skipUnless(can_build("c"), "no clang")
class Cargo(unittest.TestCase):
    def test_the_chaser_in_rust_decides_as_the_one_in_c(self):
        shutil.copytree(SOURCE / "bots/rust-chaser", "project")
        subprocess.run(["cargo", "build", "--release", "--target", "wasm32-unknown-unknown", "--locked", "--offline",
                        "--target-dir", "target"], cwd="project", env=dict(os.environ, RUSTC=RUSTC), check=True)
        answer_of("bot", "build", SOURCE / "bots/c-chaser/chaser.c", "-o", "c.wasm")
        built = "project/target/wasm32-unknown-unknown/release/chaser.wasm"
        for others in ["hold(25)"], ["hold(25)", "keep-pace"]:
            rust, c = (result_of("pig-pen", f"chaser={bot}", *others, "--games", 20000) for bot in (built, "c.wasm"))
            self.assertEqual(rust, c)
            self.assertGreater(rust["standings"][0]["wins"], 4000)  # it does play
            self.assertEqual(rust["standings"][0]["forfeits"], 0)


if __name__ == "__main__":
    main()
