#!/usr/bin/env python3
"""Components that Rust's own tools make import WASI, and take the block path."""

import os
import pathlib
import subprocess
import unittest

from program import environment, json_of, main, result_of, write

WIT = pathlib.Path(os.environ["ALEA_SOURCE"]) / "wit/strategy.wit"

# A bot with the standard library: a hash map, which asks WASI for a random seed, and a line of output, which is never
# written.
SOURCE = r"""
use std::collections::HashMap;
use std::sync::Mutex;

static SEEN: Mutex<Option<HashMap<u32, u32>>> = Mutex::new(None);

#[export_name = "cabi_realloc"]
pub unsafe extern "C" fn realloc(old: *mut u8, had: usize, align: usize, size: usize) -> *mut u8 {
    use std::alloc::{alloc, realloc, Layout};
    if had > 0 {
        realloc(old, Layout::from_size_align_unchecked(had, align), size)
    } else if size > 0 {
        alloc(Layout::from_size_align_unchecked(size, align))
    } else {
        align as *mut u8
    }
}

#[export_name = "pig-pen:player/strategy@0.1.0#should-roll"]
pub unsafe extern "C" fn should_roll(own: u32, others: *mut u32, count: usize) -> bool {
    let others = if count > 0 { Vec::from_raw_parts(others, count, count) } else { Vec::new() };
    let mut seen = SEEN.lock().unwrap();
    let times = seen.get_or_insert_with(HashMap::new).entry(own % 16).or_insert(0);
    *times += 1;
    if own > 4_000_000_000 {
        println!("impossible: {own}");
    }
    own < 100 && (*times % 5 != 0 || own < others.iter().copied().max().unwrap_or(0))
}
"""


# Gives the same answers whatever it was asked before. Uses a map, for which Rust's standard library requests a random
# number each time.
PURE = r"""
#[export_name = "pig-pen:player/strategy@0.1.0#should-roll"]
pub unsafe extern "C" fn should_roll(own: u32, others: *mut u32, count: usize) -> bool {
    let others = if count > 0 { Vec::from_raw_parts(others, count, count) } else { Vec::new() };
    let mut scores: HashMap<usize, u32> = others.into_iter().enumerate().collect();
    scores.insert(count, own / 2);
    if own > 4_000_000_000 {
        println!("impossible: {own}");
    }
    own < 25 + scores.values().copied().max().unwrap_or(0) / 10
}
"""


def has_target():
    """Whether rustc is there, with its standard library for wasm32-wasip2."""
    try:
        words = ["rustc", "--print", "target-libdir", "--target", "wasm32-wasip2"]
        found = subprocess.run(words, capture_output=True, text=True)
    except OSError:
        return False
    return found.returncode == 0 and any(pathlib.Path(found.stdout.strip()).glob("libstd-*.rlib"))


@unittest.skipUnless(has_target(), "no rustc with the target wasm32-wasip2")
class RustsComponents(unittest.TestCase):
    def build(self, source):
        subprocess.run(["rustc", "-O", "--target", "wasm32-wasip2", "--crate-type", "cdylib", "-C", "strip=symbols",
                        "-C", f"link-arg=--component-type={WIT}", write("bot.rs", source), "-o", "bot.wasm"], check=True)

    def test_a_bot_with_a_map_is_checked_in_seconds(self):
        """This once took ten minutes, because every question went to a fresh instance after the bot had called WASI."""
        imports, rest = SOURCE.split('#[export_name = "pig-pen', 1)
        self.build(imports.replace("use std::sync::Mutex;", "").replace(
            "static SEEN: Mutex<Option<HashMap<u32, u32>>> = Mutex::new(None);", "") + PURE)
        began = os.times()
        report = json_of("bot", "check", "bot.wasm")
        ended = os.times()
        self.assertTrue(report["answers_all"])
        self.assertLess(ended.children_user + ended.children_system - began.children_user - began.children_system, 20)

    def test_a_component_of_rustc_takes_the_block_path(self):
        self.build(SOURCE)
        words = ["bot.wasm", "bot.wasm", "--games", "6000"]
        run = json_of("run", "pig-pen", *words)
        self.assertEqual(run["path"], "block")
        self.assertEqual({standing["kind"] for standing in run["standings"]}, {"wasm+wasi"})
        self.assertEqual([standing["forfeits"] for standing in run["standings"]], [0, 0])
        for more in ([], ["--no-isolation"]):
            self.assertEqual(*(result_of("pig-pen", *words, "--path", path, *more) for path in ("block", "step")))
        self.finds_compiled_code()

    def finds_compiled_code(self):
        """Code that was compiled for one run is used in the next, with any seed, rules and number of games."""
        cache = pathlib.Path("cache").absolute()
        kept = []
        for game, seed, games in (("pig-pen", 1, 6000), ("pig-pen", 2, 6000), ("pig-pen(goal=50)", 1, 7000)):
            run = json_of("run", game, "bot.wasm", "hold(20)", "--seed", seed, "--games", games,
                          env=environment(ALEA_CACHE=cache))
            self.assertEqual(run["path"], "block")
            kept.append(sorted(path.name for path in cache.rglob("*") if path.is_file()))
        self.assertGreaterEqual(len(kept[0]), 2)  # the bot, and its composition with the referee
        self.assertEqual(kept[1], kept[0])
        self.assertEqual(kept[2], kept[0])


if __name__ == "__main__":
    main()
