"""Prints an alea_state in gdb as the game describes it: scores 35,20 turn 12, seat 0 to move.

    (gdb) source tools/gdb/alea.py
    (gdb) print *state

The game is looked for in the selected frame and those that called it: a variable of type `alea_game *`, or a struct with a
member `game` of that type. Its function alea_game_describe is called in the program, which therefore must be running; in a
core dump, or where no game is found, the state's words are printed. `print/r *state` always prints those.
"""
import gdb

FRAMES = 12
SIZE = 400


def is_game(type_):
    type_ = type_.strip_typedefs()
    return type_.code == gdb.TYPE_CODE_PTR and type_.target().unqualified().strip_typedefs().tag == "alea_game"


def game_in(value):
    """The game that a variable is, points to, or has as its member `game`; else None."""
    if is_game(value.type):
        return value
    type_ = value.type.strip_typedefs()
    if type_.code == gdb.TYPE_CODE_PTR and type_.target().strip_typedefs().code == gdb.TYPE_CODE_STRUCT and int(value):
        value, type_ = value.dereference(), type_.target().strip_typedefs()
    if type_.code == gdb.TYPE_CODE_STRUCT and any(field.name == "game" and is_game(field.type) for field in type_.fields()):
        return value["game"]
    return None


def games():
    """The games that the innermost frames know of, nearest first."""
    frame = gdb.selected_frame()
    for _ in range(FRAMES):
        if frame is None:
            return
        try:
            block = frame.block()
        except RuntimeError:  # no debug information
            block = None
        while block is not None and not block.is_global and not block.is_static:
            for symbol in block:
                if symbol.is_argument or symbol.is_variable:
                    try:
                        game = game_in(symbol.value(frame))
                        if game is not None and not game.is_optimized_out and int(game):
                            yield game
                    except gdb.error:  # optimised out, or not readable
                        pass
            block = block.superblock
        frame = frame.older()


def describe(game, address):
    """The game's description of the state at an address, by a call in the program."""
    call = f"((void (*)(const void *, const void *, char *, unsigned long))alea_game_describe)((void *){int(game)}, (void *){address}, "
    buffer = int(gdb.parse_and_eval(f"((void *(*)(unsigned long))malloc)({SIZE})"))
    try:
        with gdb.with_parameter("unwindonsignal", True):  # a variable that is not set yet may hold anything
            gdb.parse_and_eval(f"{call}(char *){buffer}, {SIZE})")
        return gdb.parse_and_eval(f"(char *){buffer}").string(errors="replace")
    finally:
        gdb.parse_and_eval(f"((void (*)(void *))free)((void *){buffer})")


class State:
    """Pretty-printer of alea_state."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        if self.value.address is not None:
            for game in games():
                try:
                    return describe(game, int(self.value.address))
                except gdb.error:  # no process, or the call failed
                    break
        words = [int(self.value["word"][i]) for i in range(16)]
        return "words " + " ".join(f"{word:#x}" for word in words)


def find(value):
    type_ = value.type.strip_typedefs()
    return State(value) if type_.code == gdb.TYPE_CODE_STRUCT and (type_.tag == "alea_state" or type_.name == "alea_state") else None


gdb.pretty_printers.append(find)
