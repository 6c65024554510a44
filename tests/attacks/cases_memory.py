"""Memory outside the linear memory of a bot: tables, globals and instances."""

from case import BOUNDED, FAILS, PLAYS, REFUSED, bot_case, core
from wat import plain_component

FILL = "(table.fill $t{0} (i32.const 0) (ref.func $attack) (i32.const 1000000))"


def tables(count):
    return "".join(f"(table $t{i} 1000000 funcref)" for i in range(count)) + "(elem declare func $attack)"


def fill_one_more(count):
    """Each answer fills the next table; $answer counts them."""
    cases = "".join(f"(if (i32.eq (global.get $answer) (i32.const {i})) (then {FILL.format(i)}))" for i in range(count))
    return f"{cases} (global.set $answer (i32.add (global.get $answer) (i32.const 1)))"


def filled_module(count):
    """A module that fills all of its tables when it starts."""
    fills = "".join(FILL.format(i).replace("$attack", "$start") for i in range(count))
    return f'{tables(count).replace("$attack", "$start")} (func $start {fills}) (start $start)'


def modules_with_tables(modules, count):
    return plain_component("".join(
        f"(core module $m{i} {filled_module(count)}) (core instance (instantiate $m{i}))" for i in range(modules)))


def instances_with_globals(instances, count):
    return plain_component(f"(core module $m {'(global (mut i64) (i64.const 1))' * count})"
                           + "(core instance (instantiate $m))" * instances)


CASES = [
    core("tables-filled", "100 tables of a million functions, one more filled in each answer", fill_one_more(100), (REFUSED, FAILS),
         declare=tables(100) + "(global $answer (mut i32) (i32.const 0))", decision="2e7"),
    core("tables-untouched", "90 tables of a million functions that nobody fills", expected=BOUNDED, declare=tables(90)),
    core("table-grown", "a table that grows until it cannot", "(loop $more (br_if $more (i32.ne (table.grow $t (ref.func $attack) "
         "(i32.const 10000)) (i32.const -1))))", BOUNDED, declare="(table $t 1 funcref) (elem declare func $attack)"),
    bot_case("modules-with-tables", "a component with 4 modules of 100 filled tables of a million functions",
             modules_with_tables(4, 100), (REFUSED, FAILS), games=4),
    bot_case("instances-with-globals", "900 instances of a module with 50,000 globals", instances_with_globals(900, 50000),
             (REFUSED, FAILS), games=4),
    bot_case("few-instances", "10 instances of a module with 10 globals: allowed", instances_with_globals(10, 10), (PLAYS,), games=4),
]
