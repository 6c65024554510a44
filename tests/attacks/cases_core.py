"""Core WebAssembly modules: instructions that never end, memory, imports, exports."""

from case import BOUNDED, FAILS, PLAYS, REFUSED, bot_case, core
from wat import MEMORY, bot, for_ever, times, wasm

FORBIDDEN_NAME = "forbidden-name"


def with_bad_name():
    """An export whose name is not UTF-8, which the text format cannot express."""
    return wasm(bot(extra=f'(export "{FORBIDDEN_NAME}" (func $attack))')).replace(FORBIDDEN_NAME.encode(), b"\xff" * 14)


GROW_AND_TOUCH = """
  (block $limit (loop $more (br_if $more (i32.ne (memory.grow (i32.const 1)) (i32.const -1)))))
  (loop $touch
    (i32.store (local.get $i) (i32.const 1))
    (local.set $i (i32.add (local.get $i) (i32.const 65536)))
    (br_if $touch (i32.lt_u (i32.shr_u (local.get $i) (i32.const 16)) (memory.size))))"""


def doubling_name(levels):
    """The name of a function of C++, each of whose parameters is a type made of the one before, twice."""
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

    def back(k):
        number = digits[k // 36] + digits[k % 36] if k >= 36 else digits[k]
        return f"S{number}_"

    return "_Z1f1a1bIS_S_E" + "".join(f"S0_I{back(level + 1)}{back(level + 1)}E" for level in range(levels))


CASES = [
    core("endless-loop", "a loop that never ends", for_ever()),
    core("endless-recursion", "a function that calls itself", "(call $attack)"),
    core("endless-tail-calls", "a function that calls itself in its last instruction", "(return_call $attack)"),
    core("endless-start", expected=(FAILS, REFUSED), about="a start function that never ends", extra="(func $s (loop (br 0))) (start $s)"),
    core("endless-initialize", expected=(FAILS, REFUSED), about="an `_initialize` that never ends", extra='(func (export "_initialize") (loop (br 0)))'),
    core("endless-post-return", "a function called after each answer that never ends", extra="""
      (func (export "cabi_post_pig-pen:player/strategy@0.1.0#should-roll") (param i32) (loop (br 0)))
      (func (export "cabi_post_hog:player/strategy@0.1.0#final-strategy") (param i32) (loop (br 0)))"""),
    core("endless-realloc", "a `cabi_realloc` that never ends; Hog does not call it", expected=(PLAYS,), run=(FAILS,), extra="""
      (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32) (loop (br 0)) (unreachable))"""),
    core("realloc-outside", "a `cabi_realloc` that returns an address outside the memory", expected=(PLAYS,), run=(FAILS,),
         extra='(func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32) (i32.const -8))'),
    core("grow-and-touch", "grows its memory to the limit and writes to every page", GROW_AND_TOUCH, BOUNDED,
         memory='(memory (export "memory") 1 65536)'),
    core("starts-with-4-gib", "65,536 pages of memory at the start", expected=(REFUSED, FAILS),
         memory='(memory (export "memory") 65536 65536)'),
    core("starts-with-1-gib", "16,384 pages of memory at the start", expected=(REFUSED, FAILS),
         memory='(memory (export "memory") 16384 16384)'),
    core("touches-200-mib", "writes to all of 200 MiB, less than the limit", "(memory.fill (i32.const 0) (i32.const 1) (i32.const 209715200))",
         BOUNDED, memory='(memory (export "memory") 3200 3200)', decision="1e9", games=2),
    core("99-memories", "99 more memories, each grown to the limit",
         "".join(f"(drop (memory.grow $m{i} (i32.const 4000)))" for i in range(99)), BOUNDED,
         declare="".join(f"(memory $m{i} 1)" for i in range(99))),
    core("shared-memory", "a memory that threads share", expected=(REFUSED,), memory='(memory (export "memory") 1 2 shared)'),
    core("memory64", "a memory with 64-bit addresses", expected=(REFUSED,), memory='(memory (export "memory") i64 1 2)'),
    core("not-a-bool", "answers 7 for `true`", expected=(PLAYS,)),
    core("answers-minus-one", "rolls -1 dice", run=(PLAYS,), dice=-1),
    core("simd-and-nan", "vectors, and numbers that are none", "(drop (f64x2.add (v128.const i64x2 -1 -1) (v128.const i64x2 -1 -1)))",
         (PLAYS,)),
    bot_case("name-not-utf8", "an export's name that is no UTF-8", with_bad_name, (REFUSED,)),
    core("name-of-90-kb", "an export's name of 90,000 bytes with control characters", expected=BOUNDED,
         extra='(export "' + r"\1b[2J\00" * 18000 + '" (func $attack))'),
    core("names-of-the-referee", "exports named as the functions of the referee", expected=(PLAYS,), extra="".join(
        f'(func (export "{name}"))' for name in ("setup", "play", "tally", "r", "_start"))),
    core("imports-the-referee", "imports `play` of the referee", expected=(REFUSED,),
         memory=f'(import "referee" "play" (func)) {MEMORY}'),
    core("data-outside", "a data segment outside the memory", expected=(FAILS, REFUSED),
         extra='(data (i32.const 131072) "x")'),
    core("5000-segments", "5,000 data segments of 1,000 bytes", expected=BOUNDED,
         extra=f'(data (i32.const 0) "{"x" * 1000}")' * 5000),
    core("fill-in-a-loop", "fills the whole memory, again and again",
         for_ever("(memory.fill (i32.const 0) (i32.const 1) (i32.const 65536))")),
    core("fill-of-nothing", "writes 0 bytes to a page that was never touched, without end",
         for_ever("(memory.fill (i32.const 0) (i32.const 1) (i32.const 0))" * 200), decision="1e8", games=10),
    core("grow-that-fails", "10,000 x 200 times asks for memory that it cannot get",
         times(10000, "(drop (memory.grow (i32.const 60000)))" * 200), BOUNDED, decision="2e7", games=10, fuel="2e8"),
    core("grow-by-nothing", "grows the memory by nothing, without end", for_ever("(drop (memory.grow (i32.const 0)))" * 200),
         decision="1e8", games=10),
    core("reference-for-ever", "asks for the reference of a function, without end", for_ever("(drop (ref.func $attack))" * 200),
         declare="(elem declare func $attack)", decision="2e8", games=10),
    core("drop-for-ever", "drops a segment of a table, without end", for_ever("(elem.drop $e)" * 200),
         declare="(elem $e func $attack)", decision="2e8", games=10),
    core("name-of-a-function", "fails in a function whose name of 700 bytes stands for 2^60", '(call $"{0}")'.format(doubling_name(60)),
         declare=f'(func $"{doubling_name(60)}" (unreachable))'),
    core("table-grow-by-nothing", "grows a table by nothing, without end",
         for_ever("(drop (table.grow $t (ref.null func) (i32.const 0)))" * 200), declare="(table $t 1 10 funcref)",
         decision="1e8", games=10),
]
