"""An attack: its files, the commands that use them, and the expected result."""

import dataclasses
import json
import os
import pathlib
from typing import Callable

import measure
from program import ALEA, SANITIZED, SOURCE, environment
from wat import MEMORY, bot, wasm

# Outcomes of a bot: the file is refused; the bot fails when it is asked, and so forfeits or is disqualified; or it
# plays.
REFUSED, FAILS, PLAYS = "refused", "fails", "plays"
BOUNDED = (REFUSED, FAILS, PLAYS)  # any of them, within the limits

LIMITS = measure.Limits().times(4 if SANITIZED else 1)
FUEL = "1e9"  # for all answers: less than half a second of honest work


@dataclasses.dataclass
class Trial:
    """A command in the folder of the case. `judge` examines its measure.Result and returns what is wrong, or None."""

    name: str
    command: list
    judge: Callable
    limits: measure.Limits = dataclasses.field(default_factory=lambda: LIMITS)
    prepare: Callable = lambda folder: None  # creates files that the command needs
    environment: dict = dataclasses.field(default_factory=dict)
    more: dict = dataclasses.field(default_factory=dict)  # further arguments of measure.run


@dataclasses.dataclass
class Case:
    name: str
    about: str  # one line: the idea of the attack
    files: dict  # name: bytes, text, or a function that makes either
    trials: list


def content(file):
    data = file() if callable(file) else file
    return data.encode() if isinstance(data, str) else data


# ---- innocent entries ---------------------------------------------------------------------------------------------------------

GOOD = SOURCE / "bots" / "hog" / "good"
INNOCENT = {
    "innocent/table.csv": lambda: (GOOD / "printed_table.csv").read_bytes(),
    "innocent/lua.lua": lambda: (GOOD / "threshold.lua").read_bytes(),
    "innocent/module.wasm": lambda: wasm(bot(dice=4)),
}


def crowd():
    """40 sound entries of all kinds: the three, tables, Lua and modules."""
    files = dict(INNOCENT)
    for i in range(37):
        rows = (",".join(str((own * (i + 7) + other * 5) % 11) for other in range(100)) for own in range(100))
        kinds = (("csv", "\n".join(rows) + "\n"),
                 ("lua", f"return function(view) return 3 + (view.own * {i} // 11 + view.opponent) % 4 end\n"),
                 ("wasm", lambda dice=i % 11: wasm(bot(dice=dice))))
        suffix, text = kinds[i % 3]
        files[f"innocent/e{i:02}.{suffix}"] = text
    return files


CROWD = crowd()
STOPS = "stops.wasm"  # it fails at once, whenever it is asked
THREE = ["hold(20)", "hold(25)"]  # who play Pig-Pen beside the attacker


def write_files(files, folder):
    for name, file in files.items():
        path = pathlib.Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content(file))


class Innocent:
    """The results of innocent bots without the attacker, computed once in a separate folder."""

    folder = pathlib.Path("without-attacker")
    _contests, _matches = {}, {}

    @classmethod
    def _json(cls, folder, *command):
        result = measure.run([ALEA, *command, "--json"], folder, LIMITS.times(10), settings(folder))
        assert result.status == 0, result
        return json.loads(result.out)

    @classmethod
    def contest(cls, files):
        """The report, and the rows of the CSV file."""
        if len(files) not in cls._contests:
            folder = cls.folder / f"contest-{len(files)}"
            write_files(files, folder)
            report = cls._json(folder, "contest", "hog", "innocent", "--csv", "rows.csv")
            cls._contests[len(files)] = report, (folder / "rows.csv").read_text().splitlines()
        return cls._contests[len(files)]

    @classmethod
    def match(cls, words):
        """The standings of the innocent in a match in which the first bot fails at once."""
        if tuple(words) not in cls._matches:
            write_files({STOPS: lambda: wasm(bot("unreachable"))}, cls.folder)
            cls._matches[tuple(words)] = cls._json(cls.folder, "run", "pig-pen", STOPS, *THREE, *words)["standings"][1:]
        return cls._matches[tuple(words)]


# ---- judging ------------------------------------------------------------------------------------------------------------------


def one_line(err):
    """Returns what is wrong with a message of refusal, or None."""
    for line in err.splitlines():
        if any(word in line for word in ("panicked", "Sanitizer", "HDF5: ", "runtime error")):
            return f"not a message of alea's: {line[:100]}"
    return None if err.startswith("alea: ") else f"no message: {err[:100]!r}"


def refused(result):
    """Exit status 2, nothing on standard output, one sentence."""
    if result.status != 2:
        return f"exit status {result.status}: {result.err[-200:]}"
    return one_line(result.err) or (f"output: {result.out[:100]!r}" if result.out else None)


def loaded(result, *statuses):
    """Returns the JSON object and None, or None and what is wrong."""
    if result.status not in statuses:
        return None, f"exit status {result.status}: {result.err[-200:]}"
    try:
        return json.loads(result.out), None
    except ValueError:
        return None, f"no JSON: {result.out[:100]!r}"


def among(outcome, expected):
    return None if outcome in expected else f"it {outcome}, expected: {' or '.join(expected)}"


def judge_run(expected, words):
    def judge(result):
        if result.status == 2:
            return refused(result) or among(REFUSED, expected)
        report, wrong = loaded(result, 0)
        if wrong:
            return wrong
        attacker, others = report["standings"][0], report["standings"][1:]
        if any(other["forfeits"] for other in others):
            return "an innocent bot forfeits"
        if attacker["forfeits"] == report["games"] and others != Innocent.match(words):
            return "the results of the innocent differ"
        return among(FAILS if attacker["forfeits"] else PLAYS, expected)

    return judge


def outcome_of_entry(status, what):
    if status == "ok":
        return PLAYS
    return REFUSED if what in ("bot", "size", "file", "table", "syntax", "name", "function") else FAILS


def judge_check(expected):
    def judge(result):
        if result.status == 2:
            return refused(result) or among(REFUSED, expected)
        report, wrong = loaded(result, 0, 1)
        if wrong:
            return wrong
        if (report["status"] == "ok") != (result.status == 0):
            return "the exit status and the report contradict each other"
        return among(outcome_of_entry(report["status"], report["what"]), expected)

    return judge


def rows_of(csv, folder):
    return [row for row in csv if f",{folder}/" in row]


def rates_among(report, folder):
    """The rates of the entries of a folder against each other."""
    inside = [i for i, entry in enumerate(report["entries"]) if entry["file"].startswith(folder + "/")]
    return [[report["rates"][i][j] for j in inside] for i in inside]


def innocent_differ(report, csv, sound):
    """What differs for the innocent, or None. Ranks and numbers of matches may change if an attacker is valid, as by any entry."""
    alone, rows = Innocent.contest(sound)
    if rates_among(report, "innocent") != rates_among(alone, "innocent"):
        return "the rates of the innocent differ"
    if any(entry["status"] == "ok" for entry in report["entries"] if not entry["file"].startswith("innocent/")):
        return None
    if [entry for entry in report["entries"] if entry["file"].startswith("innocent/")] != alone["entries"]:
        return "the entries of the innocent differ in JSON"
    return None if rows_of(csv, "innocent") == rows_of(rows, "innocent") else "the rows of the innocent differ in CSV"


def judge_contest(expected, sound):
    def judge(result):
        report, wrong = loaded(result, 0)
        if wrong:
            return wrong
        wrong = innocent_differ(report, (result.folder / "rows.csv").read_text().splitlines(), sound)
        if wrong:
            return wrong
        for entry in report["entries"]:
            if entry["file"].startswith("attack/"):
                wrong = among(outcome_of_entry(entry["status"], entry["what"]), expected)
                if wrong:
                    return f"{wrong} ({entry['what']}: {entry['reason']})"
        return None

    return judge


# ---- making cases -------------------------------------------------------------------------------------------------------------


def settings(folder, **changes):
    """Code that one attack made the engine compile is not found by the next."""
    return environment(**{"ALEA_CACHE": os.path.abspath(folder / "cache"), **changes})


def contest_trial(expected, fuel=FUEL, sound=INNOCENT, **more):
    """The attack in a contest with sound entries."""
    return Trial("contest", [ALEA, "contest", "hog", "innocent", "attack", "--fuel", fuel, "--json", "--csv", "rows.csv"],
                 judge_contest(expected, sound), prepare=lambda folder: write_files(sound, folder), **more)


def bot_case(name, about, text, expected, run=None, games=50, fuel=FUEL, decision="1e6", suffix="wasm"):
    """A bot in `alea run`, `alea bot check` and `alea contest`. `text` is WebAssembly's text format, or a function
    that returns the file. `expected` is a tuple of outcomes; `run` replaces them for `alea run`. `fuel` is for
    all answers, `decision` for one."""
    file = f"attack/attacker.{suffix}"
    words = ["--games", str(games), "--threads", "1", "--fuel", decision]
    make = text if callable(text) or suffix != "wasm" else lambda: wasm(text)
    return Case(name, about, {file: make}, [
        Trial("run", [ALEA, "run", "pig-pen", file, *THREE, *words, "--json"], judge_run(run or expected, words)),
        Trial("bot check", [ALEA, "bot", "check", file, "--game", "hog", "--fuel", fuel, "--json"], judge_check(expected)),
        contest_trial(expected, fuel),
    ])


def core(name, about, attack="", expected=(FAILS,), declare="", memory=MEMORY, extra="", dice=5, **more):
    """A core module; see wat.bot."""
    return bot_case(name, about, lambda: wasm(bot(attack, declare, memory, dice, extra)), expected, **more)
