"""A small terminal: what a program prints there, with its colours, as an SVG picture in which text stays text.

`record` runs a program in a pseudo-terminal and types lines. `Screen` keeps the characters and colours that it printed.
`svg` draws them. A control sequence that Screen does not know raises an error: a wrong picture would be worse than none."""

import fcntl
import html
import os
import pty
import re
import select
import struct
import termios
import time

PATIENCE = 100  # seconds that a program may be silent
CELL, LINE, SIZE, MARGIN = 8.4, 16, 14, 16  # a character's width, a line's height, the font's size, the space around the text
FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"

# The terminal's own colours, as light and dark pages both can show them; 0 to 7 are SGR 30 to 37, 8 to 15 SGR 90 to 97.
BACKGROUND, FOREGROUND = "#0d1117", "#c9d1d9"
PALETTE = ("#484f58", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4",
           "#6e7681", "#ffa198", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#f0f6fc")

SEQUENCE = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])|\x1b[=>]|[^\x1b]", re.S)
PLAIN = (None, False)  # colour (an index of PALETTE) and whether it is bold


class Screen:
    """`feed` takes what a program prints; `rows` are lists of (character, style). It scrolls without a limit."""

    def __init__(self, columns):
        self.columns, self.rows = columns, [[]]
        self.row = self.column = 0
        self.style = PLAIN

    def feed(self, text):
        end = 0
        for found in SEQUENCE.finditer(text):
            if found.start() != end:
                break
            end = found.end()
            if found[2]:
                self.control(found[1], found[2])
            elif found[0][0] != "\x1b":
                self.character(found[0])
        if end != len(text):
            raise ValueError(f"unknown control sequence {text[end:end + 8]!r}")

    def character(self, c):
        if c == "\n":
            self.down()
        elif c == "\r":
            self.column = 0
        elif c == "\b":
            self.column = max(0, self.column - 1)
        elif c >= " ":
            if self.column == self.columns:
                self.down()
                self.column = 0
            self.put((c, self.style))
        elif c != "\a":
            raise ValueError(f"unknown control character {c!r}")

    def put(self, cell):
        row = self.rows[self.row]
        row += [(" ", PLAIN)] * (self.column + 1 - len(row))
        row[self.column] = cell
        self.column += 1

    def down(self):
        self.row += 1
        if self.row == len(self.rows):
            self.rows.append([])

    def control(self, numbers, letter):
        if letter in "hl" and numbers.startswith("?"):  # modes, such as bracketed paste: nothing to see
            return
        count = int(numbers or 0) if numbers.isdigit() or not numbers else None
        if letter == "m":
            for number in (int(n or 0) for n in numbers.split(";")):
                self.colour(number)
        elif letter == "K" and count == 0:
            del self.rows[self.row][self.column:]
        elif letter == "J" and count == 0:
            del self.rows[self.row][self.column:], self.rows[self.row + 1:]
        elif letter in "ABCDG" and count is not None:
            self.move(letter, max(1, count))
        else:
            raise ValueError(f"unknown control sequence ESC[{numbers}{letter}")

    def move(self, letter, count):
        if letter == "A":
            self.row = max(0, self.row - count)
        elif letter == "B":
            self.row = min(len(self.rows) - 1, self.row + count)
        else:
            to = {"C": self.column + count, "D": self.column - count, "G": count - 1}[letter]
            self.column = min(max(0, to), self.columns - 1)

    def colour(self, number):
        colour, bold = self.style
        if number == 0:
            self.style = PLAIN
        elif number in (1, 22):
            self.style = (colour, number == 1)
        elif number == 39:
            self.style = (None, bold)
        elif number in range(30, 38) or number in range(90, 98):
            self.style = (number - (30 if number < 38 else 82), bold)
        else:
            raise ValueError(f"unknown colour {number}")

    def text(self):
        return "\n".join("".join(c for c, _ in row).rstrip() for row in self.rows).rstrip("\n")


def record(program, arguments, typed, columns, environment):
    """Returns the output of `program` in a terminal of the given width. `typed` has pairs: the end of the output to
    wait for, and the line to type. After the last answer it runs to its end; if that answer is None, to its
    question."""
    child, fd = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        os.execve(program, [os.path.basename(program), *arguments], dict(environment, TERM="xterm-256color"))
    printed = b""
    try:
        for question, answer in typed:
            printed += read(fd, question.encode())
            if answer is None:
                return printed.decode()
            wait_for_editor(fd)
            os.write(fd, answer.encode() + b"\n")
        return (printed + read(fd, None)).decode()
    finally:
        os.close(fd)  # a program that still waits for an answer gets a hang-up
        os.waitpid(child, 0)


def wait_for_editor(fd):
    """Waits until the program's line editor shows what is typed. Before that the terminal would show it too, a second time."""
    until = time.monotonic() + PATIENCE
    while termios.tcgetattr(fd)[3] & termios.ECHO:
        if time.monotonic() > until:
            raise TimeoutError("the program does not edit the line that is typed")
        time.sleep(0.005)


def read(fd, last):
    """Reads until the output ends with `last`, or to its end if that is None."""
    found = b""
    while last is None or not found.endswith(last):
        if not select.select([fd], [], [], PATIENCE)[0]:
            raise TimeoutError(f"no {last!r} after {found[-200:]!r}")
        try:
            data = os.read(fd, 65536)
        except OSError:  # the other end is closed
            data = b""
        if not data:
            if last is None:
                return found
            raise EOFError(f"no {last!r} after {found[-200:]!r}")
        found += data
    return found


def runs(row):
    """The parts of a row in one style, without blanks around them: column, text, style."""
    start = 0
    for column in range(1, len(row) + 1):
        if column == len(row) or row[column][1] != row[start][1]:
            for part in re.finditer(r"\S+(?: \S+)*", "".join(c for c, _ in row[start:column])):
                yield start + part.start(), part[0], row[start][1]
            start = column


def svg(title, screen):
    """The screen as SVG: each part of a line at its column and as wide as its characters, so that columns are straight in any font."""
    rows = screen.rows[:max(i for i, row in enumerate(screen.rows) if row) + 1]
    width, height = 2 * MARGIN + screen.columns * CELL, 2 * MARGIN + len(rows) * LINE
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" viewBox="0 0 {width:.0f} {height}" '
        f'role="img" font-family="{FONTS}" font-size="{SIZE}" fill="{FOREGROUND}">',
        f"<title>{html.escape(title)}</title>",
        f'<rect x="0.5" y="0.5" width="{width - 1:.0f}" height="{height - 1}" rx="8" fill="{BACKGROUND}" stroke="{PALETTE[8]}"/>',
    ]
    for number, row in enumerate(rows):
        for column, text, (colour, bold) in runs(row):
            look = (f' fill="{PALETTE[colour]}"' if colour is not None else "") + (' font-weight="bold"' if bold else "")
            lines.append(f'<text x="{MARGIN + column * CELL:.1f}" y="{MARGIN + number * LINE + 12}" '
                         f'textLength="{len(text) * CELL:.1f}" lengthAdjust="spacingAndGlyphs"{look}>{html.escape(text)}</text>')
    return "\n".join([*lines, "</svg>", ""])
