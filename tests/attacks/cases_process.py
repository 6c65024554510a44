"""Ctrl-C at bad moments, little memory or stack, and the threads of the compiler."""

import json
import os
import pathlib
import random
import resource
import signal
import subprocess

import cases_compile
import cases_lua
import cases_python
import cases_wasi
from case import INNOCENT, Case, Trial, loaded, one_line
from measure import Limits, MIB
from program import ALEA, BUILD, SANITIZED
from wat import bot, for_ever, plain_component, wasm

# ---- Ctrl-C -------------------------------------------------------------------------------------------------------------------

SOON = 0.2 * (5 if SANITIZED else 1)  # seconds
LONG = Limits(seconds=60, memory=6000 * MIB)  # what is stopped here may be what breaks the other limits
MOMENTS = random.Random(13)


def stops_soon(result):
    """Ctrl-C may come before it is caught."""
    if result.status not in (0, 1, -signal.SIGINT):
        return f"exit status {result.status}: {result.err[-200:]}"
    return f"it went on for {result.stopped:.2f} s after Ctrl-C" if result.stopped > SOON else None


def interrupted(name, about, files, *words, moments=2, environment=None):
    """Ctrl-C at some moment of the first second and a half."""
    return Case(f"ctrl-c-{name}", about, files, [
        Trial(f"Ctrl-C {i + 1}", [ALEA, *words], stops_soon, limits=LONG, environment=environment or {},
              more={"interrupt": MOMENTS.uniform(0.3, 1.5)}) for i in range(moments)])


def attack_of(cases, name):
    """The file of another case."""
    [found] = [case for case in cases.CASES if case.name == name]
    [(file, make)] = found.files.items()
    return {file: make}


def games(count):
    """A record of so many games."""
    subprocess.run([ALEA, "run", "pig", "hold(20)", "hold(25)", "--games", count, "--record", "made.jsonl", "--record-games", count],
                   check=True, stdout=subprocess.DEVNULL)
    record = pathlib.Path("made.jsonl")
    text = record.read_bytes()
    record.unlink()
    return text


CONTEST = ["contest", "hog", "attack", "--json"]
INTERRUPTED = [
    interrupted("review", "thousands of games are reviewed", {"games.jsonl": lambda: games("5000")}, "review", "games.jsonl", "--no-keep"),
    interrupted("estimate", "one game is estimated with a million rollouts", {"games.jsonl": lambda: games("2")}, "review", "games.jsonl",
                "--no-keep", "--estimate", "--rollouts", "1e6"),
    interrupted("solve", "a game is solved", {}, "solve", "pig(goal=1000)"),
    interrupted("eval", "a pair is evaluated", {}, "eval", "pig(goal=5000)", "hold(20)", "hold(25)", moments=3),
    interrupted("components", "the engine instantiates 2^23 components", attack_of(cases_compile, "doubling-components-23"), *CONTEST),
    interrupted("poll", "a component polls 8,000 handles without end", attack_of(cases_wasi, "polls-8000"), *CONTEST),
    interrupted("lua", "Lua compares long texts", attack_of(cases_lua, "lua-compares-texts"), *CONTEST),
    interrupted("first-python", "Python is compiled for the first time, in a process of its own", attack_of(cases_python, "python-endless"),
                *CONTEST),
    interrupted("python", "Python never ends", attack_of(cases_python, "python-endless"), *CONTEST,
                environment=cases_python.SHARED_CACHE),
]

# Takes the compiler more than a millisecond.
STEPS = " ".join(f"(local.set 0 (i32.add (i32.mul (local.get 0) (i32.const {i})) (local.get 0)))" for i in range(3, 103))
CALCULATES = f"(func (param i32) (result i32) {STEPS} (local.get 0))"
LONG_RUN = ["--games", "1e12", "--json"]
# Files of 1 MB, as large as a contest admits; each takes the compiler half a second.
LARGE = {f"attack/large-{k}.wasm": lambda k=k: wasm(bot(extra=960 * CALCULATES + f"(global i32 (i32.const {k}))")) for k in range(12)}
INTERRUPTED += [
    interrupted("compile", "the engine compiles one large module after the other", LARGE, *CONTEST),
    interrupted("run-compiles", "the engine compiles a large module for a run",
                {"bot.wasm": lambda: wasm(bot(extra=3200 * CALCULATES))}, "run", "pig-pen", "bot.wasm", "hold(25)", *LONG_RUN),
    interrupted("run-mixed", "workers play blocks of Lua against WebAssembly",
                {"bot.wasm": lambda: wasm(bot()), "bot.lua": "return function(view) return view.turn < 20 end\n"},
                "run", "pig-pen", "bot.wasm", "bot.lua", *LONG_RUN),
    interrupted("run-endless", "workers play a bot that takes all fuel of each decision", {"bot.wasm": lambda: wasm(bot(for_ever()))},
                "run", "pig-pen", "bot.wasm", "hold(25)", "--fuel", "1e12", *LONG_RUN),
    interrupted("review-reads", "a record that takes seconds to read", {"games.jsonl": lambda: games("15000")}, "review", "games.jsonl",
                "--no-keep"),
]

RACER = BUILD / "bots" / "python-racer.wasm"  # its compiling takes twenty seconds
if RACER.exists():
    INTERRUPTED.append(interrupted("racer-compiles", "the engine compiles Python with a bot", {}, "run", "pig-pen", str(RACER),
                                   "hold(25)", *LONG_RUN))

# ---- the compiler's threads ---------------------------------------------------------------------------------------------------

MANY = {"bot.wasm": lambda: wasm(bot(extra=400 * CALCULATES)),
        "python.wasm": lambda: wasm(plain_component(f"(core module $Many {400 * CALCULATES})")),
        "entry.py": "PLAYER_NAME = 'P'\n\n\ndef final_strategy(a, b):\n    return 4\n"}


def has_threads(least, most):
    """Threads of a process that compiles: its first, which waits on a large stack, and those of the compiler."""

    def judge(result):
        right = least <= result.threads <= most
        return None if right else f"{result.threads} threads, expected: {least} to {most}: {result.err[-200:]}"

    return judge


def compiler_trials(name, words, environment=None):
    """On one thread, and with --threads 2, which is one more beside those two."""
    two = has_threads(4, 4) if os.cpu_count() == 2 and "--no-isolation" in words else has_threads(2, 4)
    return [Trial(f"{name} {threads}", [ALEA, *words, "--threads", str(threads)], judge, environment=environment or {})
            for threads, judge in ((1, has_threads(2, 2)), (2, two))]


# The file in place of Python has no strategies, but is compiled first.
THREADS = [
    Case("threads", "--threads bounds the threads of the compiler", MANY, [
        *compiler_trials("worker", ["run", "pig-pen", "bot.wasm", "hold(25)", "--games", "10"]),
        *compiler_trials("here", ["run", "pig-pen", "bot.wasm", "hold(25)", "--games", "10", "--no-isolation"]),
        *compiler_trials("Python", ["contest", "hog", "entry.py"], {"ALEA_PYTHON": "python.wasm"}),
    ]),
]

# ---- little memory, little stack ----------------------------------------------------------------------------------------------


def limited(name, about, files, words, judge, limit, **more):
    return Case(name, about, files, [Trial(words[0], [ALEA, *words], judge, more={"setrlimits": [limit]}, **more)])


def a_sentence(result):
    """The command succeeds or reports the reason."""
    return one_line(result.err) if result.status in (2, 3) else None if result.status == 0 else f"exit status {result.status}"


def twenty_games(result):
    report, wrong = loaded(result, 0)
    return wrong or (None if report["games"] == 20 and not report["standings"][0]["forfeits"] else "other results")


def all_valid(result):
    report, wrong = loaded(result, 0)
    return wrong or next((json.dumps(entry) for entry in report["entries"] if entry["status"] != "ok"), None)


MODULE = {"bot.wasm": lambda: wasm(bot())}
DEEP = {"bot.wasm": lambda: wasm(bot("(drop (call $deep (i32.const 8000)))", """
  (func $deep (param i32) (result i32)
    (if (result i32) (local.get 0)
      (then (i32.add (i32.const 1) (call $deep (i32.sub (local.get 0) (i32.const 1))))) (else (i32.const 0))))"""))}
RUN = ["run", "pig-pen", "bot.wasm", "hold(25)", "--games", "20", "--json"]
GIB = 1 << 30
LITTLE = [
    limited("memory-1-gib", "an address space of 1 GiB: WebAssembly still plays", MODULE, RUN, twenty_games,
            (resource.RLIMIT_AS, GIB)),
    limited("memory-1-gib-contest", "an address space of 1 GiB: nobody is disqualified for it", INNOCENT,
            ["contest", "hog", "innocent", "--json"], all_valid, (resource.RLIMIT_AS, GIB)),
    limited("memory-100-mib", "an address space of 100 MiB: a sentence", MODULE, RUN, a_sentence, (resource.RLIMIT_AS, 100 * MIB)),
    *(limited(f"memory-{space}-mib-contest{'-here' * len(here)}", f"an address space of {space} MiB, with Python: a sentence",
              {"entries/m.wasm": lambda: wasm(bot()), "entries/p.py": "PLAYER_NAME = 'P'\n\n\ndef final_strategy(a, b):\n    return 4\n"},
              ["contest", "hog", "entries", "--json", *here], a_sentence, (resource.RLIMIT_AS, space * MIB))
      for space in (80, 100, 400) for here in ([], ["--no-isolation"])),
    limited("memory-80-mib-here", "an address space of 80 MiB and no worker: a sentence", MODULE, [*RUN, "--no-isolation"], a_sentence,
            (resource.RLIMIT_AS, 80 * MIB)),
    limited("stack-64-kib-solve", "a stack of 64 KiB", {}, ["solve", "pig"], a_sentence, (resource.RLIMIT_STACK, 64 << 10)),
    limited("stack-64-kib-plot", "a stack of 64 KiB", {}, ["plot", "pig(goal=30)", "--out", "p.svg"], a_sentence,
            (resource.RLIMIT_STACK, 64 << 10)),
    limited("stack-64-kib-run", "a stack of 64 KiB, and a bot that calls itself 8,000 times, which any bot may", DEEP, RUN, twenty_games,
            (resource.RLIMIT_STACK, 64 << 10)),
    limited("python-waits", "fewer instances of Python than threads ask for: the entries wait", {
        f"entries/e{i}.py": f"PLAYER_NAME = 'P{i}'\n\n\ndef final_strategy(a, b):\n    return {i}\n" for i in range(8)},
            ["contest", "hog", "entries", "--threads", "8", "--json"], all_valid, (resource.RLIMIT_AS, 24 * GIB),
            limits=cases_python.ROOM, environment=cases_python.SHARED_CACHE),
]

# Sanitizers need an address space and a stack without limits.
CASES = INTERRUPTED + ([] if SANITIZED else THREADS + LITTLE)
