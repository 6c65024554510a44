"""Asks a student's `final_strategy` for every pair of scores, and says in words what is wrong with a file.

alea runs this inside its sandbox (tabulator.py), and a contest's kit with plain Python (check.py): both say the same."""

import ast, collections, enum, functools, importlib, io, itertools, math, operator, os, random, sys, traceback, types

import hog

PYTHON = 3, 14  # the version that the contest runs; tabulator.py refuses another

# What a strategy may import has to be loaded when the sandbox's component is built: later there are no files.
MODULES = """
    abc argparse array ast base64 binascii bisect builtins calendar cmath codecs collections collections.abc
    colorsys configparser contextlib contextvars copy copyreg csv dataclasses datetime decimal difflib dis
    doctest enum errno fnmatch fractions functools gc gettext glob graphlib hashlib heapq hmac html
    html.entities html.parser importlib inspect io ipaddress itertools json keyword linecache locale logging
    marshal math numbers opcode operator optparse os os.path pathlib pickle pickletools platform pprint queue
    random re reprlib runpy sched secrets shlex shutil signal stat statistics string struct symtable tempfile
    textwrap threading time timeit token tokenize tomllib trace traceback types typing unicodedata unittest
    urllib.parse uuid warnings weakref zlib zoneinfo encodings.ascii encodings.cp1252 encodings.iso8859_15 encodings.latin_1
    encodings.utf_16 encodings.utf_8_sig
"""

# Parts of Python that these need, and that may be imported.
SUPPORT = """
    __future__ __main__ atexit bdb cmd code codeop encodings genericpath hog hog_contest nt ntpath pdb posix posixpath site sys
    sysconfig zipimport
"""
# Loaded by some Pythons, with a name as parts of Python have; they open what SUPPORT and MODULES leave shut.
DOORS = "_asyncio", "_ctypes", "_posixsubprocess", "_socket", "_sqlite3", "_ssl", "_winapi"

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


def sentence(text):
    """A reason as it is printed: with a capital letter and a full stop, but not for final_strategy(...)."""
    word = text.split(" ")[0].split(",")[0]
    if word.isalpha() and word.islower():
        text = text[0].upper() + text[1:]
    return text if text[-1:] in (".", "?", "!") else text + "."


def joined(texts):
    """Several reasons as one: sentences, but for the capital letter of the first and the full stop of the last."""
    return ". ".join(texts[:1] + [sentence(text).rstrip(".") for text in texts[1:]])


def listed(words):
    """`a, b and c`"""
    words = [str(word) for word in words]
    return " and ".join([", ".join(words[:-1])] * (len(words) > 1) + words[-1:])


# ---- describing what a strategy made: this works whatever it does when it is looked at ----

def recursive_line(codes):
    """Where the first of the functions begins that called each other: where exactly recursion ended depends on the version of Python."""
    times = collections.Counter(codes)
    most = max(times.values())
    return min(code.co_firstlineno for code, count in times.items() if 2 * count > most)


def line_number(error):
    """The line of the file in which it happened; None: it is not known."""
    try:
        entries = [entry for entry in traceback.walk_tb(error.__traceback__) if entry[0].f_code.co_filename == FILE]
        lines = [line for frame, line in entries]
        if is_too_deep(error):
            lines = [recursive_line([frame.f_code for frame, line in entries])]
    except BaseException:
        return None
    return lines[-1] if lines else None


def line_of(error):
    """The same as ` (line N)`."""
    line = line_number(error)
    return f" (line {line})" if line else ""


def type_name(value):
    """A class may have a class of its own, with another `__name__`."""
    return str.__getitem__(type.__dict__["__name__"].__get__(type(value)), slice(60))


NO_FILES = "a strategy has no files, keyboard or network"


# ---- imports that fail ----

# What is said of one module, of several, and of both.
NO_HELPERS = ("the module {} is not here", "the modules {} are not here",
              ": its helpers follow the rules of the game hog, and this game has other rules")
NOT_IN_HOG = ("the module {} has only GOAL_SCORE, free_bacon, is_swap and always_roll here", "",
              ", nothing that plays; copy any other function that you need into this file")
NO_COURSE = ("the course's module {} is not here", "the course's modules {} are not here",
             ", and a strategy needs nothing of it: remove the line. Of the project's modules only hog, dice and ucb are here")
NOT_IN_COURSE = {
    "dice": ("the module {} has only four_sided, six_sided, make_fair_dice and make_test_dice here", "", ""),
    "ucb": ("the module {} has only main, trace, trace1, interact and log_current_line here", "", ", and a strategy needs none of them"),
}
NO_MODULE = ("there is no module {} here", "there are no modules {} here",
             ": a strategy may import Python's standard library and the helpers in hog. Compute what you need beforehand, and put "
             "the numbers into this file")
NO_DOORS = ("the module {} is not here", "the modules {} are not here",
            ": a strategy has no files, network, windows, threads or other programs")
OUTDATED = ("the module {} is not here", "the modules {} are not here",
            f": Python has removed it, and the contest runs Python {PYTHON[0]}.{PYTHON[1]}")
NO_WORLD = ("the module {} is not here", "the modules {} are not here",
            ": it belongs to bots of races. A strategy for this game needs nothing but PLAYER_NAME and final_strategy")
KINDS_OF_MODULES = [
    ("hog_gui hog_ui gui_files hog_eval", NO_COURSE),
    # for Pythons before 3.10, which do not know the names of their modules
    ("asyncio concurrent ctypes curses ftplib http imaplib mmap multiprocessing poplib select selectors smtplib socket socketserver "
     "sqlite3 ssl subprocess tkinter turtle webbrowser xmlrpc", NO_DOORS),
    ("wit_world componentize_py_types componentize_py_runtime componentize_py_async_support", NO_WORLD),
    ("aifc asynchat asyncore audioop binhex cgi cgitb chunk crypt distutils formatter imghdr imp lib2to3 macpath mailcap msilib "
     "nis nntplib ossaudiodev parser pipes smtpd sndhdr spwd sunau symbol telnetlib uu xdrlib", OUTDATED),
]


def missing_module(error):
    """What is to be said of an import that failed, and of which module; None if the error is another one."""
    module = error.name if type(error) in (ModuleNotFoundError, ImportError) else None
    if type(module) is not str:
        return None
    module = module.split(".")[0][:60]
    if type(error) is ImportError:
        return (NOT_IN_HOG if module == "hog" else NOT_IN_COURSE[module], module) if module in ("hog", *NOT_IN_COURSE) else None
    if module == "hog":
        return NO_HELPERS, module
    for names, kind in KINDS_OF_MODULES:
        if module in names.split():
            return kind, module
    return (NO_DOORS if module in getattr(sys, "stdlib_module_names", ()) else NO_MODULE), module


def tell_missing(kind, lines):
    """`lines`: those of each module, None if it is not known."""
    known = sorted({line for line in lines.values() if line})
    where = f" (line{'s' * (len(known) > 1)} {listed(known)})" if known else ""
    return kind[len(lines) > 1].format(listed(lines)) + kind[2] + where


def imports_of(source):
    """The file's imports at the beginnings of lines, as programs of one import each."""
    for node in compile(source, FILE, "exec", ast.PyCF_ONLY_AST, dont_inherit=True).body:
        names = node.names if isinstance(node, ast.Import) else [None] if isinstance(node, ast.ImportFrom) else []
        for name in names:
            one = ast.copy_location(ast.Import([name]), node) if name else node
            yield compile(ast.Module([one], []), FILE, "exec", dont_inherit=True)


def tell_imports(error, source):
    """What to say of an import that failed while the file was loaded, and of all its imports that will fail after it."""
    kinds = {}

    def note(error):
        missing = missing_module(error)
        if missing:
            kinds.setdefault(missing[0], {}).setdefault(missing[1], line_number(error))

    note(error)
    try:
        for program in imports_of(source):
            try:
                exec(program, {})
            except ImportError as other:
                note(other)
    except BaseException:
        pass
    return joined([tell_missing(kind, lines) for kind, lines in kinds.items()])


# ---- what went wrong, in words ----

def tell(error):
    if isinstance(error, SystemExit):
        return "it called sys.exit or exit"
    if isinstance(error, MemoryError):
        return "it needed more memory than it may use"
    missing = missing_module(error)
    if missing:
        return tell_missing(missing[0], {missing[1]: None})
    if is_too_deep(error):
        return recursion.sentence(error)
    name = type_name(error)
    try:
        text = str.__getitem__(str(error), slice(300))
        if type(error) is FileNotFoundError and type(error.filename) is str:
            text = f"there is no file {show(os.path.basename(error.filename))} here; put what it holds into this one"
    except BaseException:
        return f"{name}, whose text cannot be shown"
    told = f"{name}: {text}" if text else name
    if isinstance(error, (OSError, EOFError)):
        return f"{told} ({NO_FILES})"
    lacks = type(error) in (AttributeError, ImportError) and text.startswith(("module '", "cannot import name"))
    return f"{told} (this is Python {sys.version_info[0]}.{sys.version_info[1]})" if lacks else told


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


def refuse_wide_text(source):
    """Some editors save text with two bytes a character, or four."""
    zeros = [byte == 0 for byte in source[:4]]
    if source.startswith((b"\xff\xfe", b"\xfe\xff")) or sum(zeros[:4]) > 1:
        raise Fault("syntax", "the file is text in UTF-16 or UTF-32; save it as UTF-8, which the editor offers when saving")


def load(source):
    """The file as a module."""
    refuse_wide_text(source)
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
    module.__file__ = "/" + FILE
    sys.modules["hog_contest"] = module
    try:
        exec(code, module.__dict__)
    except BaseException as error:
        told = tell_imports(error, source) if missing_module(error) else tell(error) + line_of(error)
        raise Fault("error", f"while the file was loaded, {told}") from None
    return module


NO_NAME, NO_FUNCTION = "there is no PLAYER_NAME", "there is no function final_strategy"
NAMES = "PLAYER_NAME", "TEAM_NAME"  # the second since a later term of the course


def name_of(module):
    word = next((word for word in NAMES if hasattr(module, word)), None)
    if not word:
        raise Fault("name", NO_NAME)
    name = getattr(module, word)
    if not issubclass(type(name), str):  # isinstance would believe its __class__
        raise Fault("name", f"{word} is {show(name)}; it must be a string")
    return clean(str.__getitem__(name, slice(MOST_NAME)))


def function_of(module):
    function = getattr(module, "final_strategy", None)
    if function is None:
        raise Fault("function", NO_FUNCTION)
    if not callable(function):
        raise Fault("function", f"final_strategy is {show(function)}; it must be a function of two scores")
    return function


def never_named(source):
    """What the file lacks for certain, though it could not be loaded."""
    faults = []
    source = source.replace(b"\0", b"")
    if not any(word.encode() in source for word in NAMES):
        faults.append(Fault("name", NO_NAME))
    if b"final_strategy" not in source:
        faults.append(Fault("function", NO_FUNCTION))
    return faults


def together(faults, name=None):
    """All that is wrong with the file as one fault."""
    fault = faults[0] if len(faults) == 1 else Fault(faults[0].what, joined([clean(fault.text) for fault in faults]))
    if name is not None:
        fault.name = clean(name)
    return fault


# ---- what a strategy finds ----

def make_fair_dice(sides):
    return lambda: random.randint(1, sides)


def make_test_dice(*outcomes):
    turns = itertools.cycle(outcomes)
    return lambda: next(turns)


def itself(function):
    return function


def nothing(*anything):
    pass


# The other modules of the course, as far as a file needs them that has the whole project in it. Nothing of ucb does anything here:
# its `main` calls a function where a file is run as a program.
COURSE = {
    "dice": dict(make_fair_dice=make_fair_dice, make_test_dice=make_test_dice, four_sided=make_fair_dice(4),
                 six_sided=make_fair_dice(6)),
    "ucb": dict(main=itself, trace=itself, trace1=itself, interact=nothing, log_current_line=nothing),
}


class Keyboard(io.TextIOBase):
    def readable(self):
        return True

    def readline(self, size=-1):
        raise OSError("there is no keyboard")

    read = readline


def furnish(helpers):
    """Makes the same modules available in every Python. `helpers`: hog is among them."""
    sys.meta_path[:] = []
    known = {name.split(".")[0] for name in (MODULES + SUPPORT).split()}
    for name in list(sys.modules):
        top = name.split(".")[0]
        if top in DOORS or top not in known and not top.startswith("_"):
            sys.modules["_hidden " + name] = sys.modules.pop(name)  # what others have imported goes on to work
    for name, members in COURSE.items():
        sys.modules[name] = types.ModuleType(name)
        sys.modules[name].__dict__.update(members)
    if helpers:
        sys.modules["hog"] = hog
    else:
        sys.modules.pop("hog", None)
    sys.argv, sys.stdin = [FILE], Keyboard()


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


def plain(answer):
    """A whole number that is a member of an enumeration as that number; anything else as it is."""
    kind = type(answer)
    return int.__add__(answer, 0) if issubclass(kind, int) and issubclass(kind, enum.Enum) else answer


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
    if set(map(id, map(type, answers))) != {id(int)}:
        answers = list(map(plain, answers))
    if set(map(id, map(type, answers))) == {id(int)} and min(answers) >= 0 and max(answers) <= most:
        return bytes(pairs.table(answers))
    raise wrong_answers(pairs, answers, most)


MOST_EXAMPLES = 3


def wrong_answers(pairs, answers, most):
    """An example of each kind of wrong answer."""
    examples = {}
    for time, answer in enumerate(answers):
        if is_move(answer, most):
            continue
        sort = type_name(answer), type(answer) is int and answer < 0
        if sort not in examples and len(examples) < MOST_EXAMPLES:
            told = f"final_strategy({pairs.own[time]}, {pairs.other[time]}) returned {show(answer)}, {kind(answer)}"
            examples[sort] = told
    if not examples:  # all answers are moves, but the check above denies it
        return Fault("error", TAMPERED)
    return Fault("answer", f"{'; '.join(examples.values())}; it must return a whole number from 0 to {most}")


def tabulate(source, side, most, order, helpers):
    """The name, and the answers as text: for each pair of scores the character with the code of the answer."""
    hog.GOAL_SCORE = side
    furnish(helpers)
    recursion.begin(sys._getframe())
    try:
        module = load(source)
    except Fault as fault:
        raise together([fault] + never_named(source)) from None
    name = moves = None
    faults = []
    try:
        name = name_of(module)
    except Fault as fault:
        faults.append(fault)
    try:
        moves = ask(function_of(module), side, most, order)
    except Fault as fault:
        faults.append(fault)
    if faults:
        raise together(faults, name)
    if type(name) is not str or type(moves) is not bytes:
        raise Fault("error", TAMPERED)
    return clean(name), moves.decode("latin-1")


def fault_of(error):
    """What went wrong, of anything that tabulate raised."""
    return error if type(error) is Fault else Fault("error", f"{tell(error)}{line_of(error)}")
