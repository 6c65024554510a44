"""A person at a terminal: runs alea in a pseudo-terminal, reads until it asks, and types answers."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import tempfile
import termios
import time

from program import ALEA, PATIENCE, Answer, environment

# What a question ends with, whatever the game.
QUESTION = re.compile(r"(press Enter to roll\. |\? |\[y/N] |^> )\Z", re.M)
CONTROLS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>()][0-9A-B]?|[\x07\r]|.\x08")


def set_size(fd, columns, rows=30):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


class Terminal:
    """`with Terminal("play", "pig") as t:`; `term` is dumb where plain text is wanted, without line editing."""

    def __init__(self, *arguments, term="dumb", columns=100, rows=30, **changes):
        self.text, self.raw, self.status = "", b"", None
        self.skips = ("Name of player", "Review this game")  # questions that asked() answers with Enter
        self.child, self.fd = pty.fork()
        if self.child == 0:
            env = environment(TERM=term, COLUMNS=None, **changes)
            os.execve(ALEA, [ALEA, *map(str, arguments)], env)
        set_size(self.fd, columns, rows)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.status is None:
            self.kill()
        os.close(self.fd)

    def read_more(self, until):
        left = until - time.monotonic()
        if left <= 0 or not select.select([self.fd], [], [], left)[0]:
            raise AssertionError(f"nothing more after {PATIENCE} s:\n{self.text}")
        try:
            data = os.read(self.fd, 65536)
        except OSError:  # the other end is closed
            data = b""
        self.raw += data
        line = self.raw.rfind(b"\n", 0, len(self.raw) - len(data)) + 1  # only new output need be read again
        whole = len(self.text) - len(self.text.rsplit("\n", 1)[-1])
        self.text = self.text[:whole] + CONTROLS.sub("", self.raw[line:].decode(errors="replace"))
        return data

    def asked(self):
        """Everything so far, once it asks; None when it has ended."""
        until = time.monotonic() + PATIENCE
        while not (QUESTION.search(self.text) and not select.select([self.fd], [], [], 0.0)[0]):
            if not self.read_more(until):
                self.wait()
                return None
        if self.question().startswith(self.skips):
            self.answer("")
            return self.asked()
        return self.text

    def until(self, words):
        until = time.monotonic() + PATIENCE
        while words not in self.text:
            assert self.read_more(until), f"it ended without {words!r}:\n{self.text}"

    def question(self):
        return self.text.rsplit("\n", 1)[-1]

    def type(self, text):
        os.write(self.fd, text.encode())

    def answer(self, line):
        self.text += "\n"  # the same question may come again
        self.raw += b"\n"
        self.type(line + "\n")

    def key(self, name):
        self.type({"Ctrl-C": "\x03", "Ctrl-D": "\x04", "Tab": "\t", "Up": "\x1b[A"}[name])

    def resize(self, columns):
        set_size(self.fd, columns)
        os.kill(self.child, signal.SIGWINCH)

    def kill(self):
        if self.status is None:
            os.kill(self.child, signal.SIGKILL)  # a child that has ended stays until it is waited for
        self.wait()

    def wait(self):
        until = time.monotonic() + PATIENCE
        if self.status is None:
            try:
                while self.read_more(until):
                    pass
            except AssertionError:
                os.kill(self.child, signal.SIGKILL)
                raise
            self.status = os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])
        return self.status


def play(decide, *arguments, **more):
    """A whole game: `decide(question, text)` answers each question. The text that was shown, and the exit status."""
    with Terminal(*arguments, **more) as t:
        while t.asked() is not None:
            t.answer(decide(t.question(), t.text))
        return t.text, t.wait()


class TooQuick(AssertionError):
    """A command ended before it could be interrupted."""


def interrupted(*arguments, **changes):
    """The answer of a command that gets Ctrl-C once its line of progress shows that it is at work.

    Raises TooQuick if the command ends before that."""
    ours, theirs = pty.openpty()
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen([ALEA, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=out, stderr=theirs,
                                   env=environment(TERM="xterm", **changes))
        os.close(theirs)
        said, sent, until = b"", False, time.monotonic() + PATIENCE
        while select.select([ours], [], [], max(0, until - time.monotonic()))[0]:
            try:
                data = os.read(ours, 65536)
            except OSError:  # it has ended
                break
            said += data
            if not sent and b"\r" in said:
                process.send_signal(signal.SIGINT)
                sent = True
        else:
            process.kill()
            raise AssertionError(f"it has not ended after {PATIENCE} s:\n{said.decode()}")
        os.close(ours)
        process.wait()
        if not sent:
            raise TooQuick(f"no progress was shown:\n{said.decode()}")
        out.seek(0)
        shown = re.sub(r"\r[^\n]*\x1b\[K", "", said.decode()).replace("\r\n", "\n")
        return Answer(process.returncode, out.read().decode(), shown)
