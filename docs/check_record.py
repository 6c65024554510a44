#!/usr/bin/env python3
"""Checks a record without alea: the commitment to its seed, and every roll. The standard library is enough.

    python3 check_record.py RECORD [--commitment HEX] [--sides N]

HEX is what was printed before the first roll. N is the number of sides of all dice, for games that are not in SIX_SIDES
and whose name in the record has no `sides=`. Games with weighted outcomes, such as Yahtzee, cannot be checked here.
"""
import argparse
import hashlib
import itertools
import json
import re
import sys

SIX_SIDES = ("pig", "pig-pen", "pig-solitaire", "two-dice-pig", "hog", "despirala")


def philox(key, counter):
    (k0, k1), (c0, c1, c2, c3) = key, counter
    for _ in range(10):
        p0, p1 = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1, c2, c3 = p1 >> 32 ^ c1 ^ k0, p1 & 0xFFFFFFFF, p0 >> 32 ^ c3 ^ k1, p0 & 0xFFFFFFFF
        k0, k1 = (k0 + 0x9E3779B9) % 2**32, (k1 + 0xBB67AE85) % 2**32
    return c0, c1, c2, c3


def dice(seed, match, game, sides):
    """The dice of a game, without end; each byte gives `per_byte` of them."""
    per_byte = 1
    while 1 < sides ** (per_byte + 1) <= 64:
        per_byte += 1
    n = sides**per_byte
    for block in itertools.count():
        for word in philox((seed % 2**32, seed >> 32), (block, match * 256, game % 2**32, game >> 32)):
            for byte in word.to_bytes(4, "little"):
                if byte < 256 // n * n:
                    yield from (byte % n // sides**i % sides + 1 for i in range(per_byte))


def check_commitment(heading, expected):
    stated = heading.get("commitment")
    if expected and stated != expected:
        sys.exit(f"different: the commitment before the game was {expected}, the record has {stated}")
    if stated and hashlib.sha256(f"{heading['seed']} {heading['salt']}".encode()).hexdigest() != stated:
        sys.exit("different: the commitment is not that of the seed and the salt")
    return "commitment, " if stated else ""


def sides_of(spec, given):
    found = re.search(r"\bsides=(\d+)", spec)
    if found or given:
        return int(found[1]) if found else given
    if spec.split("(")[0] in SIX_SIDES:
        return 6
    sys.exit(f"cannot be checked: give --sides N, if all dice of {spec} have N sides")


def check_rolls(lines, seed, sides):
    """Compares each roll with the dice of the seed; returns how many games and rolls there are."""
    order, games, rolls = dice(seed, 1, 0, 6), 0, 0
    for number, line in enumerate(lines, 2):
        if "order" in line:
            shown, right = [line["order"]], [next(order)]
        elif "begin" in line:
            queue, made, events = dice(seed, 0, line["begin"], sides), [], [0]  # dice used up to each event
            games += 1
            continue
        elif "undo" in line:
            del events[-line["undo"]:]
            continue
        elif "roll" in line:
            shown, used = line["roll"], events[-1]
            made += itertools.islice(queue, max(0, used + len(shown) - len(made)))
            right = made[used:used + len(shown)]
            events.append(used + len(shown))
        else:
            events.append(events[-1])
            continue
        if shown != right:
            sys.exit(f"different: line {number} shows {shown}, but the seed rolls {right}")
        rolls += 1
    return games, rolls


arguments = argparse.ArgumentParser()
arguments.add_argument("record")
arguments.add_argument("--commitment")
arguments.add_argument("--sides", type=int)
a = arguments.parse_args()
with open(a.record, encoding="utf-8") as file:
    heading, *lines = (json.loads(line) for line in file if line.endswith("\n"))
kept = check_commitment(heading, a.commitment)
if heading.get("dice") == "manual":
    sys.exit("cannot be checked: the dice were real")
games, rolls = check_rolls(lines, int(heading["seed"]), sides_of(heading["game"], a.sides))
print(f"checked: {kept}{games} game{'' if games == 1 else 's'}, {rolls} rolls")
