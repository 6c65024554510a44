"""Runs a command and measures it: seconds, processor time, threads, and memory, including all its children."""

import contextlib
import dataclasses
import os
import pathlib
import resource
import signal
import subprocess
import time

PAUSE = 0.005
MIB = 1 << 20
TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclasses.dataclass
class Result:
    folder: pathlib.Path  # where the command ran
    status: int  # below 0: the signal that ended it
    out: str
    err: str
    seconds: float
    processor: float  # seconds, of it and of the children that it waited for
    peak: int  # bytes, of all its processes at once
    ended: str  # "" or why it was killed
    left: int  # processes of its session that it left behind
    threads: int  # the most that one of its processes had
    stopped: float = 0.0  # seconds from Ctrl-C to the end; on a busy machine, of the processor


@dataclasses.dataclass
class Limits:
    seconds: float = 5.0  # of the clock or, on a busy machine, of the processor
    memory: int = 400 * MIB
    idle: float = 15.0  # seconds in which it does nothing at all
    patience: float = 600.0  # seconds of the clock

    def times(self, factor):
        return Limits(self.seconds * factor, int(self.memory * factor), self.idle * factor, self.patience)


def _children(pid):
    """The children of all threads of the process."""
    found = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as file:
                found += map(int, file.read().split())
    return found


def tree(pid):
    """The process and all below it."""
    found, open_ends = [], [pid]
    while open_ends:
        found.append(open_ends.pop())
        open_ends += _children(found[-1])
    return found


def _resident(pid):
    with contextlib.suppress(OSError), open(f"/proc/{pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * PAGE
    return 0


def _proportional(pid):
    """Like resident, but a page that processes share is divided among them."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
        for line in file:
            if line.startswith("Pss:"):
                return int(line.split()[1]) << 10
    return 0


def memory_of(pids, limit):
    """The memory of all processes together. If the simple sum is above the limit, shared pages are counted only
    once."""
    simple = sum(map(_resident, pids))
    return simple if simple <= limit or len(pids) == 1 else sum(map(_proportional, pids))


def _activity(pids):
    """Seconds of the processor that the processes and their ended children have used so far; whether one of them could go on."""
    total, runs = 0, False
    for pid in pids:
        with contextlib.suppress(OSError), open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            fields = file.read().rsplit(")", 1)[1].split()
            runs = runs or fields[0] in "RD"
            total += sum(map(int, fields[11:15]))
    return total / TICK, runs


def _threads(pid):
    with contextlib.suppress(OSError):
        return len(os.listdir(f"/proc/{pid}/task"))
    return 0


class _Watch:
    """Watches a running command and decides whether it must be killed, and why."""

    def __init__(self, limits):
        self.limits, self.start, self.peak, self.processor = limits, time.monotonic(), 0, 0.0
        self.active, self.threads = self.start, 0

    def look(self, pids):
        now = time.monotonic()
        self.peak = max(self.peak, memory_of(pids, self.limits.memory))
        self.threads = max(self.threads, *map(_threads, pids))
        processor, runs = _activity(pids)
        if runs or processor > self.processor:
            self.active = now
        self.processor = max(processor, self.processor)
        if self.peak > 2 * self.limits.memory:
            return "too much memory"
        if self.processor > 2 * self.limits.seconds or now - self.start > self.limits.patience:
            return "too much time"
        return "it waits" if now - self.active > self.limits.idle else ""

    def is_past(self, seconds):
        """Counts processor time, since a busy machine takes more clock time; or 20 times as much clock time, in case
        the process waits."""
        return self.processor >= seconds or time.monotonic() - self.start >= 20 * seconds


def _has_ended(pid):
    """An ended process stays in the list until its parent, which may be the system's first process, asks for its status."""
    with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
        return file.read().rsplit(")", 1)[1].split()[0] == "Z"


def _of_session(session):
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError, ProcessLookupError):
                if os.getsid(int(name)) == session and not _has_ended(name):
                    found.append(int(name))
    return found


def _end(pids):
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _left_behind(session):
    """How many processes still run three seconds after the program ended; kills them. On a busy machine a killed
    process takes a while to end."""
    until = time.monotonic() + 3
    while (left := _of_session(session)) and time.monotonic() < until:
        time.sleep(PAUSE)
    _end(left)
    return len(left)


def _prepare(setrlimits):
    """Prepares the child before it becomes the program: enables Ctrl-C, which background jobs of a shell ignore."""

    def prepare():
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        for what, most in setrlimits:
            resource.setrlimit(what, (most, most))

    return prepare


def _largest(usage):
    """The peak of the largest of its processes, which also finds what lasted shorter than a pause; but a child begins with the
    memory of this program, which does not count."""
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return usage.ru_maxrss << 10 if usage.ru_maxrss > own else 0


def _follow(process, limits, interrupt):
    """Until it has ended: its resource usage, peak of memory, threads, why it was killed; and, if it got Ctrl-C, when, and how much
    of the processor it had used then."""
    watch, ended, sent = _Watch(limits), "", None
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return usage, max(watch.peak, _largest(usage)), watch.threads, ended, sent
        pids = tree(process.pid)
        reason = watch.look(pids)
        if interrupt is not None and sent is None and watch.is_past(interrupt):
            os.kill(process.pid, signal.SIGINT)
            sent = time.monotonic(), _activity(pids)[0]
        if reason and not ended:
            ended = reason
            _end(pids)
        time.sleep(PAUSE)


def run(command, folder, limits=Limits(), env=None, interrupt=None, setrlimits=(), stdin=None):
    """`interrupt`: seconds of work after which it gets Ctrl-C; `setrlimits`: pairs for setrlimit. It is killed when
    it takes more than twice its limits, or waits in vain."""
    folder = pathlib.Path(folder)
    with open(folder / "out", "wb") as out, open(folder / "err", "wb") as err:
        start = time.monotonic()
        process = subprocess.Popen([str(word) for word in command], cwd=folder, env=env, stdout=out, stderr=err,
                                   stdin=stdin or subprocess.DEVNULL, start_new_session=True,
                                   preexec_fn=_prepare(setrlimits))
        try:
            usage, peak, threads, ended, sent = _follow(process, limits, interrupt)
        except BaseException:  # nothing is left running
            _end(tree(process.pid))
            raise
        end = time.monotonic()
    processor = usage.ru_utime + usage.ru_stime
    return Result(folder, process.returncode, (folder / "out").read_text("utf-8", "replace"),
                  (folder / "err").read_text("utf-8", "replace"), end - start, processor, peak, ended,
                  _left_behind(process.pid), threads, min(end - sent[0], max(processor - sent[1], 0.0)) if sent else 0.0)


YARDSTICK = 0.7  # seconds of the processor that `_yardstick` took on a quiet machine of two Zen 3 cores


def _yardstick():
    begun, x = time.process_time(), 0
    for i in range(5_000_000):
        x = (x * 31 + i) % 1_000_003
    return time.process_time() - begun


def slowness():
    """How many times longer work takes here and now than on that machine, at least 1. A processor that shares its core with other work
    does less in a second."""
    return max(1.0, max(_yardstick() for _ in range(3)) / YARDSTICK)


def is_over(result, limits):
    """Describes the limit that the result exceeds, or returns None."""
    if result.ended:
        return f"killed: {result.ended}"
    taken = min(result.seconds, result.processor)
    if taken > limits.seconds and taken > limits.seconds * slowness():
        return f"{result.seconds:.1f} s, {result.processor:.1f} s of the processor"
    if result.peak > limits.memory:
        return f"{result.peak / MIB:.0f} MB"
    if result.left:
        return f"{result.left} processes left behind"
    return None
