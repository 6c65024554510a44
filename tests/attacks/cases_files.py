"""Files of strangers: tables, records, databases, notebooks, journals, parts of runs, and the cache of compiled code."""

import functools
import hashlib
import json
import os
import pathlib
import shutil
import sqlite3
import struct
import subprocess
import tempfile

import hdf5
import measure
from case import LIMITS, Case, Trial, loaded, one_line, refused, settings
from program import ALEA, environment
from wat import bot, wasm


@functools.cache
def made_by(*command, file):
    """The bytes of a file that a command writes."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([ALEA, *command], cwd=folder, env=environment(XDG_DATA_HOME=folder), check=True,
                       stdout=subprocess.DEVNULL, timeout=300)
        return (pathlib.Path(folder) / file).read_bytes()


def trial(name, words, judge, prepare=lambda folder: None, limits=LIMITS, **changes):
    return Trial(name, [ALEA, *words], judge, limits, prepare, changes)


def unharmed(result):
    """It ends by itself, with a sentence if it fails."""
    if result.status not in (0, 1, 2, 3):
        return f"exit status {result.status}: {result.err[-200:]}"
    return one_line(result.err) if result.err or result.status == 2 else None


def without(file):
    """Success, and no such file in the folder."""
    def judge(result):
        if result.status != 0:
            return f"exit status {result.status}: {result.err[-200:]}"
        return f"{file} is there" if (result.folder / file).exists() else None

    return judge


# ---- tables -------------------------------------------------------------------------------------------------------------------


def table():
    return made_by("solve", "pig(goal=30)", "--out", "t.h5", file="t.h5")


def response(opponent):
    """The table of the best response to hold(5), marked as the response to another opponent."""
    data = made_by("best", "pig(goal=30)", "hold(5)", "--out", "t.h5", file="t.h5")
    at = data.index(b"hold(5)") + len("hold(")
    return hdf5.changed(data, at, ord(opponent))


def refuted(says):
    def judge(result):
        return None if result.status == 1 and says in result.out else f"exit status {result.status}: {result.out[:200]}"

    return judge


def header_bytes(*changes):
    """A table for each change, (place, value)."""
    return {f"t{at}.h5": lambda at=at, value=value: hdf5.changed(table(), at, value) for at, value in changes}


def table_trials(file):
    return [trial(f"verify {file}", ["verify", file], unharmed),
            trial(f"ask {file}", ["ask", "pig(goal=30)", "scores=0,0", "turn=8", "--table", file], unharmed)]


OVERRUNS = [(1267, 0x7F), (1450, 0x15), (1266, 0xFF), (589, 0x02)]  # in object headers

TABLES = [
    Case("table-header-changed", "bytes of the HDF5 headers changed, all checksums made right again", header_bytes(*OVERRUNS),
         [each for at, _ in OVERRUNS for each in table_trials(f"t{at}.h5")]),
    Case("table-value-changed", "a value changed, and sealed again", {
        "value.h5": lambda: hdf5.changed(table(), 0x2000, 0x3F)}, [
        trial("verify", ["verify", "value.h5"], lambda r: None if r.status in (1, 2) else f"exit status {r.status}")]),
    Case("table-other-opponent", "a best response to one bot that is said to be one to another", {
        "other.h5": lambda: response("9"), "same.h5": lambda: response("5")}, [
        trial("verify", ["verify", "other.h5"], refuted("not those of hold(9)")),
        trial("verify same", ["verify", "same.h5"], lambda r: None if r.status == 0 else f"exit status {r.status}: {r.out[:200]}")]),
    Case("table-changed", "a byte changed, and not sealed again", {
        "byte.h5": lambda: table()[:0x2000] + b"\x00\x01\x02" + table()[0x2003:]}, [
        trial("verify", ["verify", "byte.h5"], refused)]),
    Case("table-cut", "a table that lost its end", {"cut.h5": lambda: table()[:9000]}, [
        trial("verify", ["verify", "cut.h5"], refused)]),
]

# ---- records ------------------------------------------------------------------------------------------------------------------


def record(seed=1, **changes):
    text = made_by("run", "pig(goal=30)", "hold(8)", "hold(10)", "--games", "3", "--seed", str(seed), "--record", "r.jsonl",
                   file="r.jsonl").decode()
    header, rest = text.split("\n", 1)
    return json.dumps({**json.loads(header), **changes}, separators=(",", ":")) + "\n" + rest


# Within the limits of rule files, but with a million states, which take seconds.
SLOW_RULES = """return { name = "slow", family = "graph", title = "Slow", text = "Slow.", rules = function(p)
  return { players = 2, start = function() return 4000000 end, moves = function(s) if s > 0 then return { "on" } end end,
    apply = function(s) return pass(s - 1) end, payoff = function() return { win = false } end } end }
"""
HELD_OPEN = {}  # the other ends of pipes


def silent_pipe(folder, name="pipe.lua"):
    """A pipe that is open for writing, but nothing is written to it."""
    path = folder / name
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    HELD_OPEN[path] = os.open(path, os.O_RDWR)


def record_trials(file, prepare=lambda folder: None, limits=LIMITS):
    return [trial("replay", ["replay", file], refused, prepare, limits),
            trial("review", ["review", file, "--no-keep"], refused, prepare, limits)]


RECORDS = [
    Case("record-runs-rules", "a record names a rule file whose SHA-256 is another: it must not be run first", {
        "slow.lua": SLOW_RULES, "r.jsonl": lambda: record(game="slow.lua")},
         record_trials("r.jsonl", limits=measure.Limits(seconds=LIMITS.seconds / 10))),
    Case("record-names-pipe", "a record names a pipe to which nobody writes", {
        "r.jsonl": lambda: record(game="pipe.lua")}, record_trials("r.jsonl", silent_pipe)),
    Case("record-deep", "a record of a million brackets", {"r.jsonl": lambda: record() + "[" * 1000000 + "\n"},
         record_trials("r.jsonl")),
    Case("record-long-line", "a line of three megabytes", {"r.jsonl": lambda: record() + '{"roll":["' + "x" * 3000000 + '"]}\n'},
         record_trials("r.jsonl")),
    Case("record-nul", "zero bytes in a line", {"r.jsonl": lambda: record() + '{"roll":\0[1]}\n'}, record_trials("r.jsonl")),
    Case("record-huge-number", "a roll of 10^1000", {"r.jsonl": lambda: record() + '{"begin":3,"bots":[0,1]}\n{"roll":[1' + "0" * 1000
                                                     + "]}\n"}, record_trials("r.jsonl")),
]

# ---- databases ----------------------------------------------------------------------------------------------------------------

NEVER_ENDS = "SELECT count(*) FROM (WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c)"
STRATEGIES = {f"entries/e{i}.lua": f"return function(view) return (view.own + {i}) % 7 end\n" for i in range(3)}
CONTEST = ["contest", "hog(goal=20)", "entries", "--database", "it.db", "--json"]


def edit(file, *statements):
    """Changes a SQLite file, its schema too."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA writable_schema = 1")
    for statement in statements:
        connection.execute(statement)
    connection.close()


def hold_contest(folder):
    (folder / "it.db").unlink(missing_ok=True)
    subprocess.run([ALEA, *CONTEST], cwd=folder, env=settings(folder), check=True, stdout=subprocess.DEVNULL, timeout=300)


def triggers(*tables):
    return [f"CREATE TRIGGER on_{table}_{event} AFTER {event} ON {table} BEGIN {NEVER_ENDS}; END"
            for table in tables for event in ("INSERT", "UPDATE", "DELETE")]


def contest_with(*statements, more=None):
    """A database of two entries, changed; then a third entry comes, so that something has to be stored."""
    def prepare(folder):
        third = folder / "entries" / "e2.lua"
        text = third.read_text() if third.exists() else STRATEGIES["entries/e2.lua"]
        third.unlink(missing_ok=True)
        hold_contest(folder)
        edit(folder / "it.db", *statements)
        if more:
            more(folder / "it.db")
        third.write_text(text)

    return prepare


def same_contest(result):
    """Refused, or the results without the database."""
    if result.status == 2:
        return refused(result)
    report, wrong = loaded(result, 0)
    if wrong:
        return wrong
    return None if [entry["status"] for entry in report["entries"]] == ["ok"] * 3 else "other results"


def contest_case(name, about, *statements, more=None):
    return Case(f"database-{name}", about, STRATEGIES, [
        trial("contest", CONTEST, same_contest, contest_with(*statements, more=more))])


def flip_byte(file):
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 0x55
    file.write_bytes(data)


DATABASES = [
    contest_case("trigger", "a trigger in the contest's database that never ends",
                 *triggers("rules", "tables", "strategies", "pairs")),
    contest_case("view", "a view that never ends in the place of a table", "ALTER TABLE pairs RENAME TO old_pairs",
                 f"CREATE VIEW pairs AS SELECT 1 AS rules, 1 AS a, x AS b, 1.0 AS first, 1.0 AS second, 1 AS seal FROM ({NEVER_ENDS})"
                 .replace("count(*)", "count(*) AS x")),
    contest_case("null", "NULL where there must be a number", "UPDATE pairs SET seal = 0", "UPDATE strategies SET tables = NULL"),
    contest_case("flipped", "a byte of the database flipped", more=flip_byte),
    contest_case("cut", "a database that lost its end", more=lambda file: os.truncate(file, os.path.getsize(file) // 2)),
]

# ---- notebooks ----------------------------------------------------------------------------------------------------------------

LIST = ["notebook", "list", "--notebook", "n.db"]
DRILL = ["drill", "--notebook", "n.db", "--today", "2027-01-01"]


def keep_review(folder):
    (folder / "n.db").unlink(missing_ok=True)
    for name, seed in (("people", 1), ("more", 2)):
        (folder / f"{name}.jsonl").write_text(record(seed, bots=["human(Ann)", "human(Bob)"]))
    subprocess.run([ALEA, "review", "people.jsonl", "--notebook", "n.db"], cwd=folder, env=environment(), check=True,
                   stdout=subprocess.DEVNULL, timeout=300)


def notebook_with(*statements, more=None):
    def prepare(folder):
        keep_review(folder)
        edit(folder / "n.db", "UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '')")
        edit(folder / "n.db", *statements)
        if more:
            more(folder / "n.db")

    return prepare


def notebook_case(name, about, *statements, more=None):
    prepare = notebook_with(*statements, more=more)
    return Case(f"notebook-{name}", about, {}, [
        trial("list", LIST, unharmed, prepare), trial("drill", DRILL, unharmed, prepare),
        trial("review", ["review", "more.jsonl", "--notebook", "n.db"], unharmed, prepare)])


NOTEBOOKS = [
    *(notebook_case(f"null-{table}-{column.replace('_', '-')}", f"NULL in {table}.{column}", f"UPDATE {table} SET {column} = NULL")
      for table, column in (("seat", "objective"), ("seat", "player"), ("seat", "game_spec"), ("card", "objective"),
                            ("card", "moves"), ("card", "position"))),
    notebook_case("kept-large", "a time of 2^63 - 1", "UPDATE seat SET kept = 9223372036854775807"),
    notebook_case("kept-small", "a time of -2^63", "UPDATE seat SET kept = -9223372036854775807 - 1"),
    notebook_case("trigger", "a trigger in the notebook that never ends", *triggers("game", "seat", "card")),
    notebook_case("flipped", "a byte of the notebook flipped", more=flip_byte),
]

# ---- journals of tournaments, and parts of runs ---------------------------------------------------------------------------------

COMPARE = ["compare", "hold(20)", "mine.lua", "pig(goal=30)", "--most-games", "600", "--journal", "j.db"]
SEATS = 8
GROUPS, VALUE, SQUARE = 1, 4 + 5 * SEATS, 4 + 6 * SEATS  # words of a result, as src/tournament/unit/unit.c walks over them


def fnv(data):
    """The seal of src/database/results_file.c, as SQLite stores it."""
    seal = 0xCBF29CE484222325
    for byte in data:
        seal = (seal ^ byte) * 0x100000001B3 % 2**64
    return seal - 2**64 if seal >= 2**63 else seal


def journal_with(word, number):
    """Replaces a number of every result by this one; the seal is right."""
    def prepare(folder):
        (folder / "j.db").unlink(missing_ok=True)
        subprocess.run([ALEA, *COMPARE], cwd=folder, env=settings(folder), check=True, stdout=subprocess.DEVNULL, timeout=300)
        bits = struct.pack("<d" if isinstance(number, float) else "<Q", number)
        connection = sqlite3.connect(folder / "j.db", isolation_level=None)
        for key, result in connection.execute("SELECT key, result FROM units").fetchall():
            result = result[:8 * word] + bits + result[8 * word + 8:]
            connection.execute("UPDATE units SET result = ?, seal = ? WHERE key = ?", (result, fnv(key + result), key))
        connection.close()

    return prepare


def journal_case(name, about, word, number):
    return Case(f"journal-{name}", about, {"mine.lua": "return function(view) return view.turn < 12 end\n"}, [
        trial("compare", COMPARE, refused, journal_with(word, number))])


def part(line):
    """A line with its checksum, as alea run --part writes it."""
    return line + b"\n" + hashlib.sha256(line).hexdigest().encode() + b"\n"


JOURNALS = [
    journal_case("no-groups", "results of games without a group of games", GROUPS, 0),
    journal_case("few-groups", "results with one group of games", GROUPS, 1),
    journal_case("huge-value", "a sum of 10^308", VALUE, 1e308),
    journal_case("no-square", "a sum of squares that is too small for the sum", SQUARE, 0.0),
    Case("part-no-json", "a part of a run that is no JSON, with the right checksum", {
        "part": lambda: part(b'{"alea_part_of_a_run":' + b"[" * 100000)}, [trial("merge", ["merge", "part"], refused)]),
]

# ---- the cache of compiled code -----------------------------------------------------------------------------------------------

DICE = (5, 6)
FILES = {f"{dice}.wasm": lambda dice=dice: wasm(bot(dice=dice)) for dice in DICE}


def compiled(folder, dice):
    """Checks the bot with an empty cache, and returns the contents of the cache."""
    cache = folder / "cache"
    shutil.rmtree(cache, ignore_errors=True)
    subprocess.run([ALEA, "bot", "check", f"{dice}.wasm", "--game", "hog"], cwd=folder, env=settings(folder),
                   stdout=subprocess.DEVNULL, check=True, timeout=300)
    files = list(cache.glob("*.compiled"))
    assert len(files) == 1, files
    return files[0].name, files[0].read_bytes()


def planted(damage):
    """Puts the code of another bot into the cache under this one's name; `damage` then changes the folder or the
    file."""
    def prepare(folder):
        _, other = compiled(folder, DICE[1])
        name, own = compiled(folder, DICE[0])
        damage(folder / "cache", folder / "cache" / name, own, other)

    return prepare


def answers_five(result):
    report, wrong = loaded(result, 0)
    return wrong or (None if report["answers"][DICE[0]] == 10000 else "the planted code was run")


def open_folder(cache, file, own, other):
    file.write_bytes(other)
    cache.chmod(0o777)


def open_file(cache, file, own, other):
    file.write_bytes(other)
    file.chmod(0o666)


def link(cache, file, own, other):
    (cache / "elsewhere").write_bytes(other)
    file.unlink()
    file.symlink_to("elsewhere")


def flipped(cache, file, own, other):
    file.write_bytes(own[:-1000] + bytes([own[-1000] ^ 1]) + own[-999:])


def pipe(cache, file, own, other):
    file.unlink()
    silent_pipe(cache, file.name)


def zeros(cache, file, own, other):
    file.unlink()
    file.symlink_to("/dev/zero")


def cache_case(name, about, damage):
    return Case(f"cache-{name}", about, FILES, [
        trial("bot check", ["bot", "check", f"{DICE[0]}.wasm", "--game", "hog", "--json"], answers_five, planted(damage))])


CACHE = [
    cache_case("open-folder", "code planted in a cache folder that everybody may write to", open_folder),
    cache_case("open-file", "code planted in a file that everybody may write to", open_file),
    cache_case("link", "a link to planted code", link),
    cache_case("flipped", "a bit of the code flipped", flipped),
    cache_case("pipe", "a pipe in the place of the file", pipe),
    cache_case("zeros", "a link to a device that never ends in the place of the file", zeros),
    Case("cache-relative", "a relative XDG_CACHE_HOME, which its specification says to ignore", FILES, [
        trial("bot check", ["bot", "check", f"{DICE[0]}.wasm", "--game", "hog"], without("relative-cache"),
              ALEA_CACHE=None, XDG_CACHE_HOME="relative-cache",
              HOME=os.path.join(os.environ["ALEA_BUILD"], "tests", "home"))]),
]

# ---- what a killed run leaves -------------------------------------------------------------------------------------------------


def leave_temporary(folder):
    """Leaves the file of a program that was killed while it wrote."""
    (folder / ".alea-4194303-0.tmp").write_bytes(b"half a table")


LEFT = [Case("temporary-files", "the temporary file of a killed program is cleared by the next that writes there", {}, [
    trial("solve", ["solve", "pig(goal=10)", "--out", "t.h5"], without(".alea-4194303-0.tmp"), leave_temporary)])]

CASES = TABLES + RECORDS + DATABASES + NOTEBOOKS + JOURNALS + CACHE + LEFT
