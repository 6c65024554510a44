"""Asks a student's `final_strategy` for every pair of scores (strategy.py). Runs inside the sandbox, in an instance of its own."""

import os, random, sys

import wit_world
from componentize_py_types import Err

import strategy

assert sys.version_info[:2] == strategy.PYTHON, "strategy.PYTHON names another version of Python"


def close_files():
    """What is written to them goes nowhere anyway, and costs the host work that fuel does not measure."""
    for number in range(3):
        os.close(number)


class WitWorld(wit_world.WitWorld):
    def tabulate(self, source, side, most, order, helpers):
        close_files()
        printed = strategy.Printed()
        sys.stdout = sys.stderr = printed
        random.seed(int.from_bytes(os.urandom(16), "little"))
        try:
            name, moves = strategy.tabulate(bytes(source), side, most, order, helpers)
            return wit_world.Table(name, moves, strategy.clean(printed.text), printed.lines())
        except BaseException as error:
            for _ in "23":  # what the strategy has Python call at each step may fail in here too, once each
                try:
                    sys.setprofile(None)
                    sys.settrace(None)
                except BaseException:
                    pass
            fault = strategy.fault_of(error)
            what, text, name = strategy.clean(fault.what), strategy.clean(fault.text), fault.name
            name = strategy.clean(name) if type(name) is str else None
            raise Err(wit_world.Fault(what, text, name, strategy.clean(printed.text), printed.lines())) from None
