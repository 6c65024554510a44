"""Strategies in Python, as contests and `alea bot check` judge them."""

import csv
import io

from case import FAILS, PLAYS, REFUSED, Case, Trial, contest_trial, judge_check, loaded
from measure import Limits, MIB
from program import ALEA, SANITIZED

# Python itself takes 320 MB when it uses up the memory of its sandbox, 256 MiB.
ROOM = Limits(memory=700 * MIB).times(4 if SANITIZED else 1)
SHARED_CACHE = {"ALEA_CACHE": None}  # the one of the tests, in which Python is compiled
SOUND = 'PLAYER_NAME = "Sound"\n\n\ndef final_strategy(score, opponent_score):\n    return 5\n'


def strategy(name, about, source, expected, fuel="1e10", says=None):
    """`says`: words that the reason must contain."""
    file = f"attack/{name}.py"

    def judge(result):
        report, wrong = loaded(result, 0, 1)
        wrong = wrong or judge_check(expected)(result)
        if not wrong and says and says not in (report["reason"] or "").lower():
            wrong = f"the reason does not say {says!r}: {report['reason']}"
        return wrong

    check = Trial("bot check", [ALEA, "bot", "check", file, "--game", "hog", "--fuel", fuel, "--json"], judge,
                  limits=ROOM, environment=SHARED_CACHE)
    return Case(name, about, {file: source}, [check, contest_trial(expected, fuel, limits=ROOM, environment=SHARED_CACHE)])


def when_asked(body):
    return f'PLAYER_NAME = "Attack"\n\n\ndef final_strategy(score, opponent_score):\n    {body}\n    return 5\n'


def named(name, about, text, file="named.py"):
    """Entries with special characters in their names: reports must contain no control character and no formula."""
    source = f"PLAYER_NAME = {text!r}\n" + SOUND.split("\n", 1)[1]
    reports = ["--json", "--csv", "rows.csv", "--html", "page.html"]

    def judge(result):
        report, wrong = loaded(result, 0)
        if wrong:
            return wrong
        page = (result.folder / "page.html").read_text("utf-8")
        rows = list(csv.reader(io.StringIO((result.folder / "rows.csv").read_text("utf-8"))))
        return unsafe_page(page) or next(filter(None, (unsafe_cell(cell) for row in rows for cell in row)), None)

    trial = Trial("contest", [ALEA, "contest", "hog", "attack", *reports], judge, limits=ROOM, environment=SHARED_CACHE)
    return Case(name, about, {f"attack/{file}": source}, [trial])


def unsafe_cell(cell):
    """Reports a cell that a spreadsheet would take for a formula."""
    return f"a cell of the CSV is a formula: {cell!r}" if cell[:1] in tuple("=+-@\t\r＝＋－＠") else None


def unsafe_page(page):
    for character in page:
        if character != "\n" and (ord(character) < 32 or 0x7F <= ord(character) < 0xA0 or ord(character) in DIRECTIONS):
            return f"the page has the character U+{ord(character):04X}"
    return "the page has the name's tag" if "<script>alert" in page else None


DIRECTIONS = {*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F}
FORGED = """import sys
frame = sys._getframe()
while frame:
    if "is_move" in frame.f_globals:
        judge = frame.f_globals
    frame = frame.f_back
judge["is_move"] = lambda answer: True
PLAYER_NAME = "Forged"


def final_strategy(score, opponent_score):
    return 99
"""
NO_BYTES = SOUND + '\n\nimport builtins\nbuiltins.bytes = lambda *_: b"\\xff" * 10000\nbuiltins.min = builtins.max = lambda *_: 0\n'

CASES = [
    strategy("python-endless", "never ends", when_asked("while True: pass"), (FAILS,)),
    strategy("python-catches-everything", "never ends, and catches what would stop it", when_asked(
        "while True:\n        try:\n            while True: pass\n        except BaseException: pass"), (FAILS,)),
    strategy("python-memory", "a list of 10,000,000,000 elements", when_asked("x = [0] * 10**10"), (FAILS,)),
    # Half the fuel of the others: memory is full after 260 rounds, and Python's errors take 1.7 times as long as a loop.
    strategy("python-memory-caught", "takes all memory and catches the error", when_asked(
        "x = []\n    while True:\n        try: x.append(bytearray(10**6))\n        except MemoryError: pass"), (FAILS,), "5e9"),
    strategy("python-power", "a number of a billion digits", when_asked("x = 7 ** 10**9"), (FAILS,)),
    strategy("python-regular-expression", "a regular expression that backtracks", when_asked(
        "import re; re.match('(a+)+$', 'a' * 60 + 'b')"), (FAILS,)),
    strategy("python-prints", "prints without end", when_asked("while True: print('x' * 10000)"), (FAILS,)),
    strategy("python-resolves-names", "looks up names of machines", when_asked(
        "import _socket\n    while True:\n        try: _socket.getaddrinfo('example.com', 80)\n        except OSError: pass"), (FAILS,)),
    strategy("python-sockets", "opens sockets", when_asked(
        "import _socket\n    while True:\n        try: _socket.socket()\n        except OSError: pass"), (FAILS,)),
    strategy("python-forges-the-judge", "replaces the functions that judge it", FORGED, (FAILS,)),
    strategy("python-replaces-builtins", "replaces `bytes`, `min` and `max`", NO_BYTES, (FAILS, PLAYS)),
    strategy("python-odd-number", "answers a number whose comparison lies", 'class N(int):\n    __eq__ = lambda a, b: True\n'
             '    __lt__ = __le__ = __eq__\nPLAYER_NAME = "N"\n\n\ndef final_strategy(a, b):\n    return N(11)\n', (FAILS,)),
    strategy("python-counts", "counts how often it is asked", 'n = 0\nPLAYER_NAME = "N"\n\n\ndef final_strategy(a, b):\n'
             '    global n\n    n += 1\n    return n % 5\n', (FAILS,)),
    strategy("python-exits", "ends the interpreter", when_asked("import os; os._exit(0)"), (FAILS,)),
    strategy("python-segfault", "makes the interpreter read address 0", when_asked(
        "import faulthandler; faulthandler._sigsegv()"), (FAILS,)),
    strategy("python-reads-a-file", "reads a file of the machine", when_asked("open('/etc/passwd').read()"), (FAILS,)),
    strategy("python-destructor", "a destructor that never ends", SOUND + "\n\nclass D:\n    def __del__(self):\n"
             "        while True: pass\n\n\nd = D()\n", (PLAYS, FAILS)),
    *(strategy(f"python-nested-{name}", f"100,000 {name}, one in the other", SOUND + f"\n\nx = {a * 100000}{middle}{b * 100000}\n",
               (REFUSED, FAILS), says="nest" if name == "brackets" else None)
      for name, a, middle, b in (("brackets", "(", "1", ")"), ("signs", "-", "1", ""), ("subscripts", "", "x", "[0]"))),
    strategy("python-no-text", "bytes that are no text", bytes(range(256)), (REFUSED, FAILS)),
    strategy("python-ten-megabytes", "a source of ten megabytes", SOUND + "#" + "x" * 10_000_000, (REFUSED,)),
    strategy("python-odd-coding", "declares a coding that does not exist", "# coding: nonsense\n" + SOUND, (REFUSED,)),
    named("name-markup", "a name that is a script of a web page", "<script>alert(1)</script>"),
    named("name-controls", "a name with controls of a terminal and of the direction of text", "a\x1b[2J\u202e\u2066b\x00"),
    named("name-formula", "a name that is a formula", '=cmd("calc")'),
    named("name-wide-formula", "a name that begins with a full-width equals sign", '＝cmd("calc")'),
    named("name-wide-at", "a name that begins with a full-width at sign", "＠SUM(1)"),
    named("name-of-the-file", "a file name with markup and a line break", "x", file="<b>%s\n\x1b[2J.py"),
]

