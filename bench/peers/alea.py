"""The library libalea.so timed inside one process, without the start of a program. tools/peers runs it.

    alea.py LIBRARY solve GAME OBJECTIVE    alea_table_solve, all bounds proved
    alea.py LIBRARY pair GAME FIRST SECOND  alea_bot_evaluate, both seats, with bounds

One thread. Calls as often as it takes to fill ENOUGH seconds, three times: some clocks move in steps that are longer than a
call. Prints {"seconds": of processor for one call, the least of the three, "value": of the start}, on one line.
"""

import ctypes
import json
import sys
import time

ENOUGH = 0.1  # seconds of processor
OBJECTIVES = {"win": 0, "money": 1, "score": 2}


class Interval(ctypes.Structure):
    _fields_ = [("lower", ctypes.c_double), ("upper", ctypes.c_double)]


class Error(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("message", ctypes.c_char * 1000), ("rest", ctypes.c_char * 1000)]


class SolveOptions(ctypes.Structure):
    """The beginning of alea_solve_options; `size` tells the library that the rest is missing."""
    _fields_ = [("size", ctypes.c_size_t), ("tolerance", ctypes.c_double), ("threads", ctypes.c_uint)]


class Facts(ctypes.Structure):
    """alea_table_facts."""
    _fields_ = [("names", ctypes.c_char_p * 3), ("objective", ctypes.c_int), ("samples", ctypes.c_uint64),
                ("seed", ctypes.c_uint64), ("start", Interval), ("rest", ctypes.c_char * 256)]


class Evaluation(ctypes.Structure):
    """alea_evaluation: nine times two intervals for three seatings; the first is the value of the first seat."""
    _fields_ = [("value", Interval), ("rest", Interval * 17), ("spare", Interval * 18)]


class Library:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.options = SolveOptions(ctypes.sizeof(SolveOptions), 0, 1)

    def call(self, name, *arguments):
        error = Error()
        if getattr(self.library, name)(*arguments, ctypes.byref(error)) != 0:
            sys.exit(f"{name}: {error.message.decode()}")

    def opened(self, name, *arguments):
        out = ctypes.c_void_p()
        self.call(name, *arguments, ctypes.byref(out))
        return out

    def game(self, spec):
        return self.opened("alea_game_open", spec.encode())

    def solve(self, spec, objective):
        game = self.game(spec)

        def once():
            table = self.opened("alea_table_solve", game, OBJECTIVES[objective], ctypes.byref(self.options))
            facts = Facts()
            self.library.alea_table_get_facts(table, ctypes.byref(facts))
            self.library.alea_table_free(table)
            return facts.start
        return once

    def pair(self, spec, *bots):
        game = self.game(spec)
        first, second = (self.opened("alea_bot_open", game, bot.encode(), None) for bot in bots)

        def once():
            result = Evaluation()
            self.call("alea_bot_evaluate", game, first, second, 0, ctypes.byref(self.options), ctypes.byref(result))
            return result.value
        return once


def batch(once, calls):
    """Processor seconds of so many calls, and the value that the last one returned."""
    before = time.process_time()
    for _ in range(calls):
        value = once()
    return time.process_time() - before, value


def least(once):
    """Seconds of a call: the least mean of three batches, or of one call that is long. The middle of the interval found."""
    calls = 1
    seconds, value = batch(once, calls)
    while seconds < ENOUGH:
        calls *= 2
        seconds, value = batch(once, calls)
    if calls > 1:
        seconds = min(seconds, batch(once, calls)[0], batch(once, calls)[0])
    return {"seconds": seconds / calls, "value": (value.lower + value.upper) / 2}


if __name__ == "__main__":
    path, job, *words = sys.argv[1:]
    print(json.dumps(least(getattr(Library(path), job)(*words))))
