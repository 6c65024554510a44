#!/usr/bin/env python3
"""Looks for WebAssembly that costs the compiler more than alea estimates (src/sandbox/module_limits.c).

    search.py [--kinds] [--seed S] [--steps N] [--work UNITS] [--keep FOLDER]

A candidate is a function with a form: how many locals, which statements, within which blocks, and so on. The function is made
long enough for UNITS of estimated work, and compiled. --kinds measures every statement by itself; otherwise the search begins with
random forms and changes the worst, N times. Each line of output has the seconds of the processor and the memory that a
file at the limits would take, in proportion; --keep writes the files. ctest does not run this: what it finds goes into
cases_compile.py and test_limits.c.
"""

import argparse
import json
import pathlib
import random
import subprocess

from program import BUILD
from wat import bot, wasm

COST = BUILD / "tests" / "compile_cost"
LIMIT, FUNCTION_LIMIT = 4000000, 900000  # wasm_limits.c
EMPTY_KIB = 11500  # of a file with nothing in it

# Statements leave the stack unchanged. {a} and {b} are locals (i64), {n} counts, {out} is an outer block.
KINDS = {
    "set": "local.get {a} i64.const {n} i64.add local.set {b}",
    "copy": "local.get {a} local.set {b}",
    "loop": "loop local.get {a} i64.const 1 i64.add local.set {b} local.get {b} i32.wrap_i64 br_if 0 end",
    "empty-loop": "loop end",
    "if": "local.get $i if local.get {a} local.set {b} end",
    "if-else": "local.get {a} i32.wrap_i64 if local.get {a} local.set {b} else local.get {b} local.set {a} end",
    "if-result": "local.get $i if (result i64) local.get {a} else local.get {b} end local.set {a}",
    "if-results": "local.get $i if (result i64 i64 i64) local.get {a} local.get {b} local.get {a} else local.get {b} "
                  "local.get {b} local.get {a} end local.set {a} local.set {b} drop",
    "block": "block local.get {a} i32.wrap_i64 br_if 0 local.get {a} local.set {b} end",
    "block-result": "block (result i64) local.get {a} local.get $i br_if 0 drop local.get {b} end local.set {b}",
    "branch-out": "local.get {a} i32.wrap_i64 br_if {out} local.get {a} local.set {b}",
    "branch-table": "block block block local.get $i br_table 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 end local.get {a} local.set {b} end end",
    "long-branch-table": "block block local.get $i br_table" + " 0 1" * 100 + " 0 end local.get {a} local.set {b} end",
    "return": "local.get $i if return end",
    "unreachable": "block unreachable end",
    "select": "local.get {a} local.get {b} local.get $i select local.set {b}",
    "load": "local.get $i i64.load local.set {a}",
    "load-small": "i32.const {n} i32.load8_s drop",
    "store": "local.get $i local.get {a} i64.store",
    "global": "global.get $g i64.const {n} i64.xor global.set $g",
    "divide": "local.get {a} local.get {b} i64.div_s local.set {a}",
    "remainder": "local.get {a} local.get {b} i64.rem_s local.set {a}",
    "bits": "local.get {a} i64.popcnt i64.ctz local.get {b} i64.rotl i64.clz local.set {b}",
    "float-add": "local.get $f f64.const {n} f64.add local.set $f",
    "float-ceil": "local.get $f f64.ceil local.set $f",
    "float-min": "local.get $f local.get $f f64.min local.set $f",
    "float-trunc": "local.get $f i64.trunc_f64_u local.set {a}",
    "float-trunc-saturated": "local.get $f i64.trunc_sat_f64_u local.set {a}",
    "float-convert": "local.get {a} f64.convert_i64_u local.set $f",
    "vector-shuffle": "local.get $v local.get $v i8x16.shuffle 0 31 2 3 4 5 6 7 8 9 10 11 12 13 14 1 local.set $v",
    "vector-multiply": "local.get $v local.get $v i64x2.mul local.set $v",
    "vector-shift": "local.get $v local.get $i i8x16.shr_s local.set $v",
    "vector-count": "local.get $v i8x16.popcnt local.set $v",
    "vector-float": "local.get $v local.get $v f32x4.div f32x4.ceil local.set $v",
    "vector-minimum": "local.get $v local.get $v f64x2.pmin f32x4.max local.set $v",
    "vector-trunc": "local.get $v i32x4.trunc_sat_f32x4_u local.set $v",
    "vector-constant": "v128.const i32x4 {n} 1 2 3 local.set $v",
    "vector-lane": "local.get $v local.get {a} i64x2.replace_lane 1 i8x16.bitmask drop",
    "memory-fill": "local.get $i local.get $i local.get $i memory.fill",
    "memory-copy": "local.get $i local.get $i local.get $i memory.copy",
    "memory-init": "local.get $i i32.const 0 i32.const 0 memory.init $d",
    "memory-grow": "local.get $i memory.grow drop",
    "memory-size": "memory.size local.set $i",
    "table-get": "local.get $i table.get $t drop",
    "table-set": "local.get $i ref.func $few table.set $t",
    "table-fill": "local.get $i ref.null func local.get $i table.fill $t",
    "table-copy": "local.get $i local.get $i local.get $i table.copy $t $t",
    "table-init": "local.get $i i32.const 0 i32.const 0 table.init $t $e",
    "call": "call $few",
    "call-values": "local.get {a} local.get {b} local.get {a} call $some local.set {a} local.set {b} drop",
    "call-many": "local.get {a} " * 100 + "call $many " + "drop " * 100,
    "call-indirect": "local.get {a} local.get {b} local.get {a} local.get $i call_indirect $t (type $some) "
                     "local.set {a} local.set {b} drop",
    "constants": "i64.const {n} i64.const {n} i64.mul local.set {a}",
}
NAMES = sorted(KINDS)
VALUES = " i64" * 100
DECLARE = f"""(global $g (mut i64) (i64.const 0)) (table $t 10 10 funcref) (elem $e func $few) (data $d "")
  (type $some (func (param i64 i64 i64) (result i64 i64 i64)))
  (func $few)
  (func $some (type $some) local.get 2 local.get 1 local.get 0)
  (func $many (param{VALUES}) (result{VALUES}) {" ".join(f"local.get {i}" for i in range(100))})"""

WRAPS = ("block", "loop", "if")


def random_form(chance):
    return {"statements": [chance.choice(NAMES) for _ in range(chance.randint(1, 4))],
            "locals": chance.choice((1, 4, 20, 100, 300, 900)),
            "span": chance.choice((1, 7, 50)),  # how far apart the locals of a statement are
            "stack": chance.choice((0, 0, 0, 3, 30, 300)),
            "carried": chance.choice((0, 0, 0, 1, 3, 30)),
            "depth": chance.choice((0, 0, 1, 10, 100, 400)),
            "wrap": chance.choice(WRAPS),
            "inside": chance.choice((0, 1, 3)),  # statements before each of the blocks, and after
            "functions": chance.choice((1, 1, 10, 100))}


def changed(form, chance):
    result = dict(form, statements=list(form["statements"]))
    for _ in range(chance.randint(1, 2)):
        part = chance.choice(sorted(result))
        other = random_form(chance)[part]
        if part == "statements" and chance.random() < 0.7:
            other = (result[part] + other[:1])[-5:]
        result[part] = other
    return result


class Writer:
    """Writes statements one after the other, with other locals each time."""

    def __init__(self, form, depth):
        self.form, self.next, self.depth = form, 0, depth

    def statements(self, count, open_blocks):
        out = []
        for _ in range(count):
            n, self.next = self.next, self.next + 1
            kind = KINDS[self.form["statements"][n % len(self.form["statements"])]]
            out.append(kind.format(a=f"$x{n % self.form['locals']}", b=f"$x{(n * 7 + self.form['span']) % self.form['locals']}",
                                   n=n, out=n * 5 % open_blocks if open_blocks else 0))
        return " ".join(out)


def function(form, count):
    """A function of `count` statements and the blocks around them."""
    writer, depth = Writer(form, form["depth"]), form["depth"]
    types = "i64 " * form["carried"]
    begin = {"block": "block", "loop": "loop", "if": "local.get $i if"}[form["wrap"]] + f" (param {types}) (result {types}) "
    values = "i64.const 5 " * form["carried"]
    inside = form["inside"]
    parts = ["i32.const 7 " * form["stack"], values]
    for open_blocks in range(depth):
        parts += [begin, writer.statements(inside, open_blocks + 1)]
    parts.append(writer.statements(count, depth))
    for open_blocks in range(depth, 0, -1):
        parts += [f"local.get $i br_if {open_blocks * 3 % open_blocks}", writer.statements(inside, open_blocks), "end"]
    parts += ["drop " * (form["carried"] + form["stack"])]
    extra = "".join(f"(local $x{i} i64)" for i in range(form["locals"]))
    return f"(func (local $i i32) (local $f f64) (local $v v128) {extra} {' '.join(parts)})"


def module(form, count):
    return wasm(bot(declare=DECLARE, extra=function(form, count) * form["functions"]))


def cost(path, *options):
    done = subprocess.run([COST, *options, path], stdout=subprocess.PIPE, check=True, timeout=600)
    return json.loads(done.stdout)


def of_work(form, work, path):
    """Writes the module with the largest number of statements that stays within the given work. Returns False if
    there is none."""
    low, high = 0, 1
    while high < 100000:
        path.write_bytes(module(form, high))
        if path.stat().st_size > 1 << 20 or cost(path, "--estimate")["work"] > work:
            break
        low, high = high, high * 4
    while high - low > 1 + low // 20:
        middle = (low + high) // 2
        path.write_bytes(module(form, middle))
        low, high = (middle, high) if cost(path, "--estimate")["work"] <= work else (low, middle)
    path.write_bytes(module(form, low))
    return low > 0 and cost(path, "--estimate")["refusal"] is None


def measured(form, options, name):
    """The cost of a file at the limits, if cost grew like its estimate: seconds and MiB. None if it is refused."""
    path = options.keep / f"{name}.wasm"
    work = min(options.work, FUNCTION_LIMIT * form["functions"])
    if not of_work(form, work, path):
        return None
    result = cost(path)
    if result["refusal"]:
        return None
    above = max(result["kib"] - EMPTY_KIB, 0)
    return {"seconds": result["seconds"] * LIMIT / result["work"], "mib": (EMPTY_KIB + above * FUNCTION_LIMIT / result["largest"]) / 1024,
            "file": path.name, "bytes": result["bytes"], "measured": f"{result['seconds']:.2f} s {result['kib'] >> 10} MiB"}


def show(name, found, form):
    if found:
        print(f"{name:24} {found['seconds']:6.2f} s {found['mib']:6.0f} MiB  {found['bytes']:7} bytes, {found['measured']}  {form}",
              flush=True)


def score(found):
    """The larger of the two shares of the limits, 5 seconds and 400 MiB."""
    return max(found["seconds"] / 5, found["mib"] / 400) if found else 0


PLAIN = {"locals": 3, "span": 1, "stack": 0, "carried": 0, "depth": 0, "wrap": "block", "inside": 0, "functions": 1}


def measure_kinds(options):
    for kind in NAMES:
        form = dict(PLAIN, statements=[kind], depth=1)
        show(kind, measured(form, options, f"kind-{kind}"), "")


def search(options):
    chance, best = random.Random(options.seed), []
    for step in range(options.steps):
        form = changed(chance.choice(best)[1], chance) if len(best) == 8 and chance.random() < 0.8 else random_form(chance)
        found = measured(form, options, f"{options.seed}-{step}")
        best = sorted(best + [(score(found), form)], key=lambda pair: -pair[0])[:8]
        show(f"{options.seed}-{step}", found, form)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--kinds", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--work", type=int, default=250000)
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("found"))
    options = parser.parse_args()
    options.keep.mkdir(parents=True, exist_ok=True)
    if options.kinds:
        measure_kinds(options)
    else:
        search(options)


if __name__ == "__main__":
    main()
