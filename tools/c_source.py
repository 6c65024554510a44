"""Reads C as this project lays it out. A function's braces stand in column 0, and nothing else opens with a brace there.

`tools/figures` and `tools/names` use it. There is no parser behind it: comments and literals are blanked, so that what is left
can be searched line by line.
"""
import re
from pathlib import Path
from typing import NamedTuple

TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
WORD = re.compile(r"[A-Za-z_]\w*")
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
ATTRIBUTE = re.compile(r"__attribute__\s*\(\(.*?\)\)", re.DOTALL)
ALIAS = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(?:inline[ \t]+)?static\b", re.MULTILINE)
KEYWORDS = set(
    "auto break case char const continue default do double else enum extern float for goto if inline int long register restrict "
    "return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool _Static_assert".split()
)


class Function(NamedTuple):
    name: str
    line: int  # of its first line, from 1
    lines: int  # from the first line of its head to its closing brace
    parameters: int
    static: bool
    contract: bool  # a comment stands directly above it, and no mere heading


class File(NamedTuple):
    path: str  # from the root, with slashes
    text: str
    code: str  # the text without comments and literals, line for line
    comments: str  # the comments alone, line for line
    functions: list


def room_of(path):
    """src/family/race/solve/a.c stands in the room family/race, src/view/json/b.c in view, include/alea/c.h in alea."""
    folders = path.split("/")[1:-1]
    return "/".join(folders[:2] if folders[0] == "family" else folders[:1])


def blanked(text):
    return re.sub(r"[^\n]", " ", text)


def split(text):
    """(code, comments): the text with everything else blanked, keeping lines and columns. Literals are in neither."""
    code, comments, at = [], [], 0
    for match in TOKEN.finditer(text):
        between, token = text[at : match.start()], match[0]
        code += [between, blanked(token)]
        comments += [blanked(between), token if token[0] == "/" else blanked(token)]
        at = match.end()
    return "".join(code) + text[at:], "".join(comments) + blanked(text[at:])


def parameters_of(head):
    """(name, number of parameters) of a function's head, or None if it is not a function."""
    head = ATTRIBUTE.sub(" ", head).rstrip()
    if not head.endswith(")"):
        return None
    depth, commas, at = 0, 0, len(head)
    while at > 0:
        at -= 1
        depth += {")": 1, "(": -1}.get(head[at], 0)
        commas += head[at] == "," and depth == 1
        if depth == 0:
            break
    name = re.search(r"(\w+)\)?\s*$", head[:at])  # the bracket is that of KERNEL(name)(…)
    inside = head[at + 1 : -1].strip()
    return name and (name[1], 0 if inside in ("", "void") else commas + 1)


def functions_of(text, code, comments, aliases=()):
    """All functions defined in a file. `aliases` are macros that begin with `static`."""
    lines = DIRECTIVE.sub(lambda match: blanked(match[0]), code).splitlines()
    notes, found = comments.splitlines(), []
    raw = text.splitlines()
    for at, line in enumerate(lines):
        if line.rstrip() != "{":
            continue
        first = at
        while first > 0 and raw[first - 1].strip() and lines[first - 1].strip() and lines[first - 1].rstrip()[-1] not in ";}":
            first -= 1
        head = "\n".join(lines[first:at])
        named = parameters_of(head)
        end = next((i for i in range(at, len(lines)) if lines[i].startswith("}")), None)
        if not named or end is None:
            continue
        static = any(word == "static" or word in aliases for word in WORD.findall(head))
        contract = first > 0 and bool(notes[first - 1].strip()) and "----" not in notes[first - 1]
        found.append(Function(named[0], first + 1, end - first + 1, named[1], static, contract))
    return found


def read_file(path, text, aliases=()):
    code, comments = split(text)
    return File(path, text, code, comments, functions_of(text, code, comments, aliases))


def read_tree(root, folders):
    """The sources below these folders, in the order of their paths."""
    root = Path(root)
    files = [file for folder in folders for file in sorted((root / folder).rglob("*.[ch]"))]
    texts = {file.relative_to(root).as_posix(): file.read_text(encoding="utf-8") for file in files}
    aliases = {name for text in texts.values() for name in ALIAS.findall(text)}
    return [read_file(path, text, aliases) for path, text in texts.items()]
