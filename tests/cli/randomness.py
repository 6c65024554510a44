#!/usr/bin/env python3
"""The worked example of docs/randomness.md: its program prints the output on the page, and alea plays exactly that
game."""

import contextlib
import io
import json
import os
import pathlib
import re
import subprocess

page = (pathlib.Path(os.environ["ALEA_SOURCE"]) / "docs" / "randomness.md").read_text(encoding="utf-8")
program = re.search(r"```python\n(.*?)```", page, re.S).group(1)
promised = re.search(r"```text\n(.*?)```", page, re.S).group(1)


def run_the_program_of_the_page():
    words, output = {}, io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(program, "docs/randomness.md", "exec"), words)
    return words, output.getvalue()


def recorded(games, *arguments):
    """The events of each game that alea writes down."""
    command = [os.environ["ALEA"], "run", *arguments, "--games", str(games), "--record", "record", "--record-games", str(games)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    played = []
    for line in pathlib.Path("record").read_text(encoding="utf-8").splitlines()[1:]:
        event = json.loads(line)
        if "begin" in event:
            played.append([])
        else:
            played[-1].append(event)
    return played


def check_dice(words, match, seed, game, sides, events):
    source = words["dice"](seed, match, game, sides)
    rolls = [event["roll"] for event in events if "roll" in event]
    assert rolls, "a game without a roll"
    for roll in rolls:
        expected = [next(source) for _ in roll]
        assert roll == expected, f"seed {seed}, game {game}: {roll} instead of {expected}"


def check_decisions(words, seed, game, chance, events):
    source = [words["decisions"](seed, 0, game, seat, chance) for seat in (0, 1)]
    moves = [event for event in events if "move" in event]
    assert moves, "a game without a decision"
    for event in moves:
        expected = next(source[event["seat"]])
        assert event["move"] == expected, f"seed {seed}, game {game}: {event} instead of {expected}"


words, printed = run_the_program_of_the_page()
assert printed == promised, f"the page promises\n{promised}but its program prints\n{printed}"

for seed in (20251, 2**63 - 1, 2**32 + 5):
    for chance in ("0.75", "0.3"):
        bot = f"random({chance})"
        for game, events in enumerate(recorded(20, "pig", bot, bot, "--seats", "fixed", "--seed", str(seed))):
            check_dice(words, 0, seed, game, 6, events)
            check_decisions(words, seed, game, float(chance), events)

for game, events in enumerate(recorded(20, "pig-pen", "random(0.75)", "hold(20)", "--seed", "7")):
    check_dice(words, 0, 7, game, 6, events)

print("the page, its program and alea agree")
