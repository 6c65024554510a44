"""Asks a student's `final_strategy` for every pair of scores, and says in words what is wrong with a file.

alea runs this inside its sandbox (tabulator.py), and a contest's kit with plain Python (check.py): both say the same."""

import collections, functools, importlib, io, math, operator, sys, traceback, types

import hog

# What a strategy may import has to be loaded when the sandbox's component is built: later there are no files.
MODULES = """
    abc argparse array ast base64 binascii bisect builtins calendar cmath codecs collections collections.abc
    colorsys configparser contextlib contextvars copy copyreg csv dataclasses datetime decimal difflib dis
    doctest enum errno fnmatch fractions functools gc gettext glob graphlib hashlib heapq hmac html
    html.entities html.parser importlib inspect io ipaddress itertools json keyword linecache locale logging
    marshal math numbers opcode operator optparse os os.path pathlib pickle pickletools platform pprint queue
    random re reprlib runpy sched secrets shlex shutil signal stat statistics string struct symtable tempfile
    textwrap threading time timeit token tokenize tomllib trace traceback types typing unicodedata unittest
    urllib.parse uuid warnings weakref zlib zoneinfo
"""

for module in MODULES.split():
    try:
        importlib.import_module(module)
    except ImportError:  # of another version of Python: strategies cannot import it either
        pass

FILE = "hog_contest.py"
MOST_NAME = 200
MOST_PRINTED = 4000


class Printed(io.TextIOBase):
    """What the strategy prints: the beginning is kept, for its author only."""

    def __init__(self):
        self.text, self.ends, self.open = "", 0, False

    def writable(self):
        return True

    def write(self, text):
        if len(self.text) < MOST_PRINTED:
            self.text += text[: MOST_PRINTED - len(self.text)]
        if text:
            self.ends += text.count("\n")
            self.open = text[-1] != "\n"
        return len(text)

    def lines(self):
        """How many lines it printed, also those that are not kept."""
        return min(self.ends + self.open, 2**32 - 1)


class Fault(Exception):
    """What was wrong: a word for programs, and a sentence for people. `name`: PLAYER_NAME, once it is known."""

    name = None

    def __init__(self, what, text):
        self.what, self.text = what, text


TAMPERED = "it tampered with the program that asks it"


# ---- describing what a strategy made: this works whatever it does when it is looked at ----

def recursive_line(codes):
    """Where the first of the functions begins that called each other: where exactly recursion ended depends on the version of Python."""
    times = collections.Counter(codes)
    most = max(times.values())
    return min(code.co_firstlineno for code, count in times.items() if 2 * count > most)


def line_of(error):
    """Where in the file it happened, as ` (line N)`."""
    try:
        entries = [entry for entry in traceback.walk_tb(error.__traceback__) if entry[0].f_code.co_filename == FILE]
        lines = [line for frame, line in entries]
        if is_too_deep(error):
            lines = [recursive_line([frame.f_code for frame, line in entries])]
    except BaseException:
        return ""
    return f" (line {lines[-1]})" if lines else ""


def type_name(value):
    """A class may have a class of its own, with another `__name__`."""
    return str.__getitem__(type.__dict__["__name__"].__get__(type(value)), slice(60))


NO_HELPERS = "the module hog is not here: its helpers follow the rules of the game hog, and this game has other rules"
NOT_IN_HOG = (
    "hog has only GOAL_SCORE, free_bacon, is_swap and always_roll here, nothing that rolls dice or plays; "
    "copy any other function that you need into this file"
)
NO_COURSE = (
    "the course's module {} is not here, and a strategy does not need it: remove the line. Of the project, a strategy "
    "may import hog, with GOAL_SCORE, free_bacon, is_swap and always_roll"
)
NO_MODULE = (
    "there is no module {} here: a strategy may import Python's standard library and the helpers in hog. Compute "
    "what you need beforehand, and put the numbers into this file"
)
NO_FILES = "a strategy has no files, keyboard or network"
NO_DOORS = "the module {} is not here: a strategy has no files, network, windows, threads or other programs"


def missing_module(error):
    """A sentence on an import that failed; None if the error is another one."""
    module = error.name if type(error) in (ModuleNotFoundError, ImportError) else None
    if type(module) is not str:
        return None
    module = module.split(".")[0][:60]
    if type(error) is ImportError:
        return NOT_IN_HOG if module == "hog" else None
    if module == "hog":
        return NO_HELPERS
    if module in getattr(sys, "stdlib_module_names", ()):
        return NO_DOORS.format(module)
    return (NO_COURSE if module in ("dice", "ucb", "hog_gui", "hog_ui", "gui_files") else NO_MODULE).format(module)


def tell(error):
    if isinstance(error, SystemExit):
        return "it called sys.exit or exit"
    if isinstance(error, MemoryError):
        return "it needed more memory than it may use"
    hint = missing_module(error)
    if hint:
        return hint
    if is_too_deep(error):
        return recursion.sentence(error)
    name = type_name(error)
    try:
        text = str.__getitem__(str(error), slice(300))
    except BaseException:
        return f"{name}, whose text cannot be shown"
    told = f"{name}: {text}" if text else name
    return f"{told} ({NO_FILES})" if isinstance(error, (OSError, EOFError)) else told


def show(value):
    try:
        text = repr(value)
        return str.__getitem__(text, slice(None)) if str.__len__(text) <= 60 else str.__getitem__(text, slice(57)) + "..."
    except BaseException:
        return "something that cannot be shown"


def kind(value):
    name = type_name(value)
    return f"an {name}" if name[:1] in tuple("aeiouAEIOU") else f"a {name}"


def clean(text):
    """The text without halves of characters. Anything that is not a text was put there by the strategy."""
    return text.encode("utf-8", "replace").decode("utf-8") if type(text) is str else ""


# ---- recursion ----

USUAL_DEPTH, MOST_DEPTH = 1000, 10000


def frames_of(frame):
    count = 0
    while frame:
        count, frame = count + 1, frame.f_back
    return count


def is_too_deep(error):
    """Whether Python or Recursion ended the calls, not the strategy itself."""
    if type(error) is not RecursionError:
        return False
    text = error.args[0] if error.args else ""
    return type(text) is str and (not text or text.startswith(("maximum recursion depth exceeded", "Stack overflow")))


class Recursion:
    """The limit of calls within each other. It counts from the strategy's file on, and sys.setrecursionlimit changes it as far as
    MOST_DEPTH. CPython 3.14 counts these calls itself; for earlier versions see check.py."""

    def __init__(self):
        self.limit, self.below, self.set = USUAL_DEPTH, 0, sys.setrecursionlimit

    def begin(self, frame):
        """`frame` calls what calls the strategy."""
        self.below = frames_of(frame) + 1
        sys.setrecursionlimit, sys.getrecursionlimit = self.change, lambda: self.limit
        self.apply()

    def apply(self):
        self.set(self.below + self.depth())

    def depth(self):
        return min(self.limit, MOST_DEPTH)

    def change(self, limit):
        """In the place of sys.setrecursionlimit."""
        limit = operator.index(limit)
        if limit < 1:
            raise ValueError("recursion limit must be greater or equal than 1")
        if limit > 2**31 - 1:
            raise OverflowError("Python int too large to convert to C int")
        depth = frames_of(sys._getframe(1)) - self.below
        if depth >= limit:
            raise RecursionError(f"cannot set the recursion limit to {limit} at the recursion depth {depth}: the limit is too low")
        self.limit = limit
        self.apply()

    def sentence(self, error):
        if str(error) not in ("", "maximum recursion depth exceeded"):
            return "RecursionError: the recursion is too deep: it uses up the stack of Python"
        more = f", and up to {MOST_DEPTH:,} after sys.setrecursionlimit" if self.limit < MOST_DEPTH else ""
        return f"RecursionError: the recursion is too deep: there may be {self.depth():,} calls within each other{more}"


recursion = Recursion()


# ---- the file ----

NESTED = "its nesting is too deep: brackets, blocks or values within each other exhaust the stack of the Python that reads it"


def load(source, helpers):
    """The file as a module. `helpers`: it may import hog."""
    try:
        code = compile(source, FILE, "exec", dont_inherit=True)
    except SyntaxError as error:
        where = f" (line {error.lineno}): {(error.text or '').strip()[:100]}" if error.lineno else ""
        raise Fault("syntax", f"{type(error).__name__}: {error.msg}{where}") from None
    except (MemoryError, RecursionError):
        raise Fault("syntax", NESTED) from None
    except (ValueError, OverflowError) as error:
        raise Fault("syntax", f"it cannot be compiled: {tell(error)}") from None
    module = types.ModuleType("hog_contest")
    sys.modules["hog_contest"] = module
    if helpers:
        sys.modules["hog"] = hog
    else:
        sys.modules.pop("hog", None)
    try:
        exec(code, module.__dict__)
    except BaseException as error:
        raise Fault("error", f"while the file was loaded, {tell(error)}{line_of(error)}") from None
    return module


def name_of(module):
    if not hasattr(module, "PLAYER_NAME"):
        raise Fault("name", "there is no PLAYER_NAME")
    name = module.PLAYER_NAME
    if not issubclass(type(name), str):  # isinstance would believe its __class__
        raise Fault("name", f"PLAYER_NAME is {show(name)}; it must be a string")
    return clean(str.__getitem__(name, slice(MOST_NAME)))


def function_of(module):
    function = getattr(module, "final_strategy", None)
    if function is None:
        raise Fault("function", "there is no function final_strategy")
    if not callable(function):
        raise Fault("function", f"final_strategy is {show(function)}; it must be a function of two scores")
    return function


# ---- asking ----

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


order_of = functools.lru_cache(maxsize=None)(Order)
for order in range(3):
    order_of(order, 100)  # made when the component is built


def is_move(answer, most):
    return type(answer) is int and 0 <= answer <= most


def failed(pairs, time, error):
    where = f"final_strategy({pairs.own[time]}, {pairs.other[time]})"
    return Fault("error", f"{where} failed: {tell(error)}{line_of(error)}")


def check_end(function, pairs, answers):
    """`map` takes a StopIteration out of the strategy for the end of the scores."""
    time = len(answers)
    if time == len(pairs.own):
        return
    try:
        function(pairs.own[time], pairs.other[time])
    except BaseException as error:
        raise failed(pairs, time, error) from None
    raise failed(pairs, time, StopIteration())


def ask(function, side, most, order):
    """The answers, [own][other]. Every answer is asked for before any is looked at, which is quick."""
    pairs = order_of(order, side)
    asked = iter(pairs.own)
    try:
        answers = list(map(function, asked, pairs.other))
    except BaseException as error:
        raise failed(pairs, len(pairs.own) - operator.length_hint(asked) - 1, error) from None
    check_end(function, pairs, answers)
    # By `id`, since a class may call itself equal to int.
    if set(map(id, map(type, answers))) == {id(int)} and min(answers) >= 0 and max(answers) <= most:
        return bytes(pairs.table(answers))
    time = next((time for time, answer in enumerate(answers) if not is_move(answer, most)), None)
    if time is None:  # all answers are moves, but the check above denies it
        raise Fault("error", TAMPERED)
    raise Fault(
        "answer",
        f"final_strategy({pairs.own[time]}, {pairs.other[time]}) returned {show(answers[time])}, {kind(answers[time])}; "
        f"it must return a whole number from 0 to {most}",
    )


def tabulate(source, side, most, order, helpers):
    """The name, and the answers as text: for each pair of scores the character with the code of the answer."""
    hog.GOAL_SCORE = side
    recursion.begin(sys._getframe())
    module = load(source, helpers)
    name = name_of(module)
    try:
        moves = ask(function_of(module), side, most, order)
    except Fault as fault:
        fault.name = clean(name)
        raise
    if type(name) is not str or type(moves) is not bytes:
        raise Fault("error", TAMPERED)
    return clean(name), moves.decode("latin-1")


def fault_of(error):
    """What went wrong, of anything that tabulate raised."""
    return error if type(error) is Fault else Fault("error", f"{tell(error)}{line_of(error)}")
