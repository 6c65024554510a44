"""WebAssembly for the attacks, written as text: modules and components that answer as a bot does, around a body that attacks.

`wasm(text)` converts the text format with the engine's own library, so that no attack is a file of bytes.
"""

import ctypes
import functools
import os
import pathlib

from program import BUILD


class _Bytes(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("data", ctypes.POINTER(ctypes.c_char))]


def library_path():
    """The engine that the build of alea uses."""
    named = os.environ.get("WASMTIME_ROOT")
    folders = [pathlib.Path(named)] if named else []
    folders += [build / "deps" / "wasmtime" for build in (BUILD, *BUILD.parents)]
    for folder in folders:
        path = folder / "lib" / "libwasmtime.so"
        if path.exists():
            return path
    return None


@functools.cache
def _library():
    library = ctypes.CDLL(str(library_path()))
    library.wasmtime_wat2wasm.restype = ctypes.c_void_p
    library.wasmtime_wat2wasm.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(_Bytes)]
    library.wasmtime_error_message.argtypes = [ctypes.c_void_p, ctypes.POINTER(_Bytes)]
    return library


def _taken(vector):
    data = ctypes.string_at(vector.data, vector.size)
    _library().wasm_byte_vec_delete(ctypes.byref(vector))
    return data


def wasm(text):
    """The binary form of a module or component in the text format."""
    source, result = text.encode(), _Bytes()
    failure = _library().wasmtime_wat2wasm(source, len(source), ctypes.byref(result))
    if failure:
        message = _Bytes()
        _library().wasmtime_error_message(failure, ctypes.byref(message))
        raise ValueError(_taken(message).decode())
    return _taken(result)


# ---- core modules -------------------------------------------------------------------------------------------------------------

MEMORY = '(memory (export "memory") 1 2)'
SHOULD_ROLL = '(func (export "should_roll") (param i32 i32 i32) (result i32)'
FINAL_STRATEGY = '(func (export "final_strategy") (param i32 i32) (result i32)'
# Rolls twice, then holds.
TWO_ROLLS = """(global $asked (mut i32) (i32.const 0))
  (func $rolls (result i32)
    (global.set $asked (i32.add (global.get $asked) (i32.const 1)))
    (i32.ne (i32.rem_u (global.get $asked) (i32.const 3)) (i32.const 0)))"""


def bot(attack="", declare="", memory=MEMORY, dice=5, extra=""):
    """A bot for Pig-Pen (it rolls twice, then holds) and for Hog (it rolls `dice` dice). Before each answer it runs
    the instructions in `attack`, which may use the declarations in `declare` and the local variables $i and $j."""
    return f"""(module
  {memory}
  {TWO_ROLLS}
  {declare}
  (func $attack (local $i i32) (local $j i64)
    {attack})
  {SHOULD_ROLL} (call $attack) (call $rolls))
  {FINAL_STRATEGY} (call $attack) (i32.const {dice}))
  {extra})"""


def times(count, body):
    """`body`, `count` times, counted in $i."""
    return f"""(local.set $i (i32.const {count}))
    (loop $again
      {body}
      (br_if $again (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))"""


def for_ever(body=""):
    return f"(loop $again {body} (br $again))"


# ---- components ---------------------------------------------------------------------------------------------------------------


def component(imports, lowered, attack, declare="", room=""):
    """A component that imports WASI and answers as `bot` does. `imports` are instance imports in the text format. `lowered` are the
    functions of theirs that the attack calls, each an instance, a function and the type of the core function. The attack calls
    them by the last part of their name, such as (call $get-stdout). Lists of results are written to the address 65,536."""
    named = [(instance, name, core_type, name.rsplit(".", 1)[-1]) for instance, name, core_type in lowered]
    core_imports = "\n  ".join(f'(import "wasi" "{short}" (func ${short} {core_type}))' for _, _, core_type, short in named)
    lower = "\n  ".join(
        f'(core func $lowered-{short} (canon lower (func {instance} "{name}") (memory (core memory $store "memory")) '
        f'(realloc (core func $store "realloc"))))' for instance, name, _, short in named)
    given = " ".join(f'(export "{short}" (func $lowered-{short}))' for _, _, _, short in named)
    return f"""(component
  {imports}
  (core module $Store
    (memory (export "memory") 8 64)
    (func (export "realloc") (param i32 i32 i32 i32) (result i32) (i32.const 65536)))
  (core instance $store (instantiate $Store))
  {lower}
  {room}
  (core module $Bot
  (import "store" "memory" (memory 8))
  {core_imports}
  {TWO_ROLLS}
  {declare}
  (func $attack (local $i i32) (local $j i64)
    {attack})
  {SHOULD_ROLL} (call $attack) (call $rolls))
  {FINAL_STRATEGY} (call $attack) (i32.const 5)))
  (core instance $bot (instantiate $Bot
    (with "store" (instance $store)) (with "wasi" (instance {given}))))
  {answers("$bot", "$store")}
)"""


def answers(bot_instance, memory_instance):
    """The two interfaces of bots, lifted from a core instance with should_roll and final_strategy."""
    return f"""(func $f (param "score" u32) (param "opponent-score" u32) (result u32)
    (canon lift (core func {bot_instance} "final_strategy")))
  (func $g (param "own-score" u32) (param "other-scores" (list u32)) (result bool)
    (canon lift (core func {bot_instance} "should_roll") (memory (core memory {memory_instance} "memory"))
      (realloc (core func {memory_instance} "realloc"))))
  (instance $hog (export "final-strategy" (func $f)))
  (instance $pig (export "should-roll" (func $g)))
  (export "hog:player/strategy@0.1.0" (instance $hog))
  (export "pig-pen:player/strategy@0.1.0" (instance $pig))"""


def plain_component(room, dice=5):
    """A component without imports whose answers are those of `bot`; `room` has its other definitions."""
    return f"""(component
  {room}
  (core module $Bot
  (memory (export "memory") 1 2)
  (func (export "realloc") (param i32 i32 i32 i32) (result i32) (i32.const 1024))
  {TWO_ROLLS}
  {SHOULD_ROLL} (call $rolls))
  {FINAL_STRATEGY} (i32.const {dice})))
  (core instance $bot (instantiate $Bot))
  {answers("$bot", "$bot")}
)"""
