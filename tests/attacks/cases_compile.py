"""Compile bombs: small files that take a compiler long, or much memory. Nothing of them needs to run."""

from case import (BOUNDED, FAILS, FUEL, PLAYS, REFUSED, THREE, Case, Trial, bot_case, contest_trial, core, judge_check, judge_run,
                  refused)
from program import ALEA
from wat import bot, plain_component, wasm


def beside(function):
    """A function that is never called."""
    return f'(func (export "bomb") {function})'


def locals_of(count, kind="i64"):
    return "(local " + f"{kind} " * count + ")"


def nested_loops(depth, variables=1000):
    """Every loop changes a variable and may repeat."""
    begin = "".join(f"loop local.get {i % variables} i64.const 1 i64.add local.set {i % variables} " for i in range(depth))
    end = "".join(f"local.get {i * 7 % variables} i32.wrap_i64 br_if 0 end " for i in range(depth))
    return beside(f"{locals_of(variables)} {begin} {end}")


def loops_in_a_row(count, variables=1000):
    return beside(locals_of(variables) + "".join(
        f"loop local.get {i % variables} i64.const 1 i64.add local.set {i % variables} "
        f"local.get {i * 7 % variables} i32.wrap_i64 br_if 0 end " for i in range(count)))


def loads_then_added(count):
    return beside("(result i32) " + "i32.const 0 i32.load " * count + "i32.add " * (count - 1))


def ifs(count, variables=1000):
    return beside(locals_of(variables) + "".join(
        f"local.get {i * 7 % variables} i32.wrap_i64 if local.get {i % variables} i64.const 1 i64.add "
        f"local.set {i % variables} end " for i in range(count)))


def branch_tables(count, size):
    table = "local.get 0 br_table" + " 0" * size + " 0 "
    return "".join(beside("(param i32) " + table).replace('(export "bomb")', "") for _ in range(count))


def constants(count):
    return beside("i32.const 1 " * count + "drop " * count)


THREE_LOCALS = bytes.fromhex("03 017e 017f 017e 0b")  # three groups of one variable; the end of the function
MANY_LOCALS = bytes.fromhex("01 d086037e 01 01 0b")  # one group of 50,000; two instructions that do nothing; the end


def many_functions_of_many_locals():
    """The text format has no short form for many variables, so the binary form is changed."""
    module = wasm(bot(extra="(func (local i64 i32 i64))" * 1000))
    assert module.count(THREE_LOCALS) == 1000
    return module.replace(THREE_LOCALS, MANY_LOCALS)


def blocks(depth):
    return beside("block " * depth + "end " * depth)


def many_locals(count, operations):
    return beside(locals_of(count) + "".join(f"local.get {i % count} local.set {(i * 7 + 1) % count} " for i in range(operations)))


def doubling_components(depth):
    """Each component instantiates the one before it twice: 2^depth instances from some 60 bytes for each step."""
    text = "(component $a0 (core module $m) (core instance (instantiate $m)))"
    for i in range(1, depth + 1):
        text += (f"(component $a{i} (alias outer 1 $a{i - 1} (component $x))"
                 " (instance (instantiate $x)) (instance (instantiate $x)))")
    return plain_component(text + f"(instance (instantiate $a{depth}))")


def nested_components(depth):
    return plain_component("(component " * depth + ")" * depth)


def bomb(name, about, extra, expected):
    return core(name, about, expected=expected, extra=extra, games=4)


def many_of(statement, count, declare=""):
    """`count` statements in functions that together may be as long as a contest admits."""
    each = 4000
    return declare + f"(func {statement * each})" * (count // each)


# ---- files above a mebibyte ---------------------------------------------------------------------------------------------------


def naming_the_option(judge):
    """Like `judge`, and the output must name the option that admits the file."""
    return lambda result: judge(result) or (None if "--max-size" in result.out + result.err else "it does not name the option")


def large_file():
    """A sound bot of 1.2 MiB."""
    file, words, games = "attack/large.wasm", ["--games", "4", "--threads", "1", "--fuel", "1e6"], ["--game", "hog", "--fuel", FUEL]
    run, check = [ALEA, "run", "pig-pen", file, *THREE, *words, "--json"], [ALEA, "bot", "check", file, *games, "--json"]
    contest = contest_trial((REFUSED,))
    admitted = contest_trial((PLAYS,))
    return Case("large-file", "a bot of 1.2 MiB, with and without --max-size", {
        file: lambda: wasm(bot(memory='(memory (export "memory") 32 64)', extra=f'(data (i32.const 0) "{"x" * 1200000}")'))}, [
            Trial("run, 1 MiB", [*run, "--max-size", "1"], naming_the_option(refused)),
            Trial("check, 1 MiB", [*check, "--max-size", "1"], naming_the_option(judge_check((REFUSED,)))),
            Trial("run, 2 MiB", [*run, "--max-size", "2"], judge_run((PLAYS,), words)),
            Trial("check, 2 MiB", [*check, "--max-size", "2"], judge_check((PLAYS,))),
            Trial("contest", contest.command, naming_the_option(contest.judge), prepare=contest.prepare),
            Trial("contest, 2 MiB", [*admitted.command, "--max-size", "2"], admitted.judge, prepare=admitted.prepare)])


STRICT = (REFUSED, FAILS)

CASES = [
    *(bomb(f"nested-loops-{depth}", f"loops, {depth} deep, over 1,000 variables", nested_loops(depth), STRICT)
      for depth in (500, 1000, 2000, 3000, 10000)),
    bomb("loops-in-a-row", "20,000 loops one after the other, over 1,000 variables", loops_in_a_row(20000), STRICT),
    bomb("loads-then-added", "200,000 loads, all added in the end", loads_then_added(200000), STRICT),
    bomb("many-ifs", "100,000 branches over 1,000 variables", ifs(100000), STRICT),
    bomb("million-functions", "a million functions", "(func)" * 1000000, STRICT),
    bomb("branch-tables", "100 branch tables of 30,000 targets", branch_tables(100, 30000), STRICT),
    bomb("constants-on-stack", "500,000 constants on the stack", constants(500000), STRICT),
    bot_case("many-locals", "1,000 functions of 50,000 variables, in 9 kB", many_functions_of_many_locals, BOUNDED, games=4),
    bomb("locals-and-operations", "50,000 variables, 100,000 operations", many_locals(50000, 100000), BOUNDED),
    bomb("deep-blocks", "blocks, 50,000 deep", blocks(50000), BOUNDED),
    bomb("long-branch-table", "a branch table of a million targets", branch_tables(1, 1000000), BOUNDED),
    *(bot_case(f"doubling-components-{depth}", f"components that instantiate the one before twice, {depth} deep",
               doubling_components(depth), STRICT if depth > 8 else (PLAYS,), games=4) for depth in (4, 16, 20, 23)),
    *(bomb(f"many-{name}", f"{count} {name}, as many as fit into 1 MiB", many_of(statement, count, declare), BOUNDED)
      for name, count, statement, declare in (
          ("calls", 440000, "call $few ", "(func $few)"),
          ("globals", 100000, "global.get $g i64.const 77 i64.xor global.set $g ", "(global $g (mut i64) (i64.const 0))"),
          ("divisions", 160000, "i32.const 9 i32.const 3 i32.div_u drop ", ""))),
    bomb("loops-of-300", "30 functions of 300 loops within each other, over 300 variables",
         "".join(nested_loops(300, 300).replace('(export "bomb")', "") for _ in range(30)), STRICT),
    large_file(),
    bot_case("nested-components", "components inside each other, 90 deep", nested_components(90), BOUNDED, games=4),
]
