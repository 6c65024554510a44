"""Asks a student's `final_strategy` for every pair of scores. Runs inside the sandbox, in an instance of its own."""

import sys

# What a strategy may import has to be here when the component is built: later there are no files.
import abc, array, bisect, builtins, cmath, collections, collections.abc, contextlib, copy, dataclasses, datetime, decimal, enum
import fractions, functools, hashlib, heapq, inspect, io, itertools, json, keyword, math, numbers, operator, os, pprint, queue
import random, re, statistics, string, struct, textwrap, threading, time, timeit, traceback, types, typing, unittest, warnings

import wit_world
from componentize_py_types import Err

FILE = "hog_contest.py"
MOST_NAME = 200
MOST_PRINTED = 4000


class Printed(io.TextIOBase):
    """What the strategy prints: the beginning is kept, for its author only."""

    def __init__(self):
        self.text = ""

    def writable(self):
        return True

    def write(self, text):
        if len(self.text) < MOST_PRINTED:
            self.text += text[: MOST_PRINTED - len(self.text)]
        return len(text)


class Fault(Exception):
    def __init__(self, what, text):
        self.what, self.text = what, text


def line_of(error):
    """Where in the file it happened, as ` (line N)`."""
    lines = [entry.lineno for entry in traceback.extract_tb(error.__traceback__) if entry.filename == FILE]
    return f" (line {lines[-1]})" if lines else ""


def tell(error):
    if isinstance(error, SystemExit):
        return "it called sys.exit or exit"
    if isinstance(error, MemoryError):
        return "it wanted more memory than it may have"
    text = str(error)[:300]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def show(value):
    try:
        text = repr(value)
    except BaseException:
        text = "something that cannot be shown"
    return text if len(text) <= 60 else text[:57] + "..."


def kind(value):
    name = type(value).__name__[:60]
    return f"an {name}" if name[:1] in "aeiou" else f"a {name}"


def load(source):
    """The file as a module."""
    try:
        code = compile(source, FILE, "exec", dont_inherit=True)
    except SyntaxError as error:
        where = f" (line {error.lineno}): {(error.text or '').strip()[:100]}" if error.lineno else ""
        raise Fault("syntax", f"{type(error).__name__}: {error.msg}{where}") from None
    except (ValueError, MemoryError, RecursionError, OverflowError) as error:
        raise Fault("syntax", f"it cannot be compiled: {tell(error)}") from None
    module = types.ModuleType("hog_contest")
    sys.modules["hog_contest"] = module
    try:
        exec(code, module.__dict__)
    except BaseException as error:
        raise Fault("error", f"while the file was loaded, {tell(error)}{line_of(error)}") from None
    return module


def name_of(module):
    if not hasattr(module, "PLAYER_NAME"):
        raise Fault("name", "there is no PLAYER_NAME")
    name = module.PLAYER_NAME
    if not isinstance(name, str):
        raise Fault("name", f"PLAYER_NAME is {show(name)}; a text is wanted")
    return str.__str__(name)[:MOST_NAME].encode("utf-8", "replace").decode("utf-8")


def function_of(module):
    function = getattr(module, "final_strategy", None)
    if function is None:
        raise Fault("function", "there is no function final_strategy")
    if not callable(function):
        raise Fault("function", f"final_strategy is {show(function)}; a function of two scores is wanted")
    return function


class Order:
    """All pairs of scores in one of three orders: ascending, descending, or all over the place."""

    def __init__(self, order, side):
        count = side * side
        step = 1 if order == 0 else -1 if order == 1 else 7919
        while math.gcd(step, count) != 1:
            step += 1
        start = count - 1 if order == 1 else 0
        places = [(start + time * step) % count for time in range(count)]
        self.own = [place // side for place in places]
        self.other = [place % side for place in places]
        back = [0] * count
        for time, place in enumerate(places):
            back[place] = time
        self.table = operator.itemgetter(*back)  # answers as they came, [own][other]


order_of = functools.cache(Order)
for order in range(3):
    order_of(order, 100)  # made when the component is built


def is_move(answer, most):
    return type(answer) is int and 0 <= answer <= most


def ask(function, side, most, order):
    """The answers, [own][other]. Every answer is asked for before any is looked at, which is quick."""
    pairs = order_of(order, side)
    asked = iter(pairs.own)
    try:
        answers = list(map(function, asked, pairs.other))
    except BaseException as error:
        time = len(pairs.own) - operator.length_hint(asked) - 1
        where = f"final_strategy({pairs.own[time]}, {pairs.other[time]})"
        raise Fault("error", f"{where} failed: {tell(error)}{line_of(error)}") from None
    if set(map(type, answers)) == {int} and min(answers) >= 0 and max(answers) <= most:
        return bytes(pairs.table(answers))
    time = next(time for time, answer in enumerate(answers) if not is_move(answer, most))
    raise Fault(
        "answer",
        f"final_strategy({pairs.own[time]}, {pairs.other[time]}) returned {show(answers[time])}, {kind(answers[time])}; "
        f"a whole number from 0 to {most} is wanted",
    )


class WitWorld(wit_world.WitWorld):
    def tabulate(self, source, side, most, order):
        printed = Printed()
        sys.stdout = sys.stderr = printed
        random.seed(int.from_bytes(os.urandom(16), "little"))
        try:
            module = load(bytes(source))
            return wit_world.Table(name_of(module), ask(function_of(module), side, most, order), printed.text)
        except Fault as fault:
            raise Err(wit_world.Fault(fault.what, fault.text.encode("utf-8", "replace").decode("utf-8"), printed.text))
