"""Running alea as a person does, for the tests in tests/cli; waiting, and leaving out what cannot run here."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SOURCE = pathlib.Path(os.environ.get("ALEA_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("ALEA_BUILD", SOURCE / "build"))
ALEA = os.environ.get("ALEA", str(BUILD / "alea"))
SANITIZED = bool(os.environ.get("ALEA_SANITIZED"))
SOAK = bool(os.environ.get("ALEA_SOAK"))
TEST_BOTS = BUILD / "tests" / "bots"
COMPONENTS = SOURCE / "tests" / "components"

CANNOT_RUN = 77  # SKIP_RETURN_CODE in tests/CMakeLists.txt
PATIENCE = 100  # seconds

# The fields that may differ between two runs of the same games.
PERFORMANCE = ("seconds", "games_per_second", "threads", "path")


class Answer:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def __repr__(self):
        return f"status {self.status}\n--- standard output\n{self.out}\n--- standard error\n{self.err}"


def environment(**changes):
    """The environment of a UTF-8 terminal of 100 columns, without pauses. None removes a variable."""
    result = dict(os.environ, LC_ALL="C.UTF-8", COLUMNS="100", ALEA_PACE="0")
    for name, value in changes.items():
        result.pop(name, None)
        if value is not None:
            result[name] = str(value)
    return result


def alea(*arguments, env=None, **more):
    done = subprocess.run([ALEA, *map(str, arguments)], env=env or environment(), stdin=subprocess.DEVNULL,
                          stdout=more.pop("stdout", subprocess.PIPE), stderr=subprocess.PIPE, timeout=500, **more)
    return Answer(done.returncode, (done.stdout or b"").decode(), done.stderr.decode(errors="replace"))


def answer_of(*arguments, says="", **more):
    """Standard output of a command that must succeed, with no word on standard error but a line that begins with `says`."""
    answer = alea(*arguments, **more)
    assert answer.status == 0 and answer.err.startswith(says), answer
    assert answer.err.count("\n") == (says != ""), answer
    return answer.out


def names_in(text):
    """The names of a list of commands, as help prints it."""
    return sorted(set(re.findall(r"(?m)^  ([a-z]+) +\w", text)))


def commands():
    """All commands, as lists of words, from the lists that `alea help` prints."""
    for name in names_in(answer_of("help")):
        below = answer_of("help", name) if name != "help" else ""
        if below.startswith(f"Usage: alea {name} COMMAND"):
            yield from ([name, word] for word in names_in(below) if word != "help")
        elif name != "help":
            yield [name]


def json_of(*arguments, **more):
    return json.loads(answer_of(*arguments, "--json", **more))


def result_of(*arguments, **more):
    """The JSON of `alea run` without what may differ between two runs of the same games."""
    result = json_of("run", *arguments, **more)
    for field in PERFORMANCE:
        del result[field]
    return result


def write(name, text):
    path = pathlib.Path(name)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def has_python():
    """Whether Python strategies can be judged: their component is built if componentize-py is installed."""
    return bool(os.environ.get("ALEA_PYTHON")) or (BUILD / "python.wasm").exists()


def has_example_bots():
    """Whether the bots of bots/ are compiled, except the one in Rust, whose tools not every machine has."""
    names = ("c-chaser", "c-random", "zig-cautious", "assemblyscript-bold", "python-racer")
    return all((BUILD / "bots" / f"{name}.wasm").exists() for name in names)


def rust_builds(rustc):
    """Whether this rustc has the library and the linker for WebAssembly."""
    if not rustc or not os.path.exists(rustc):
        return False
    with tempfile.TemporaryDirectory() as folder:
        command = [rustc, "--crate-name=x", "--crate-type=cdylib", "--target=wasm32-unknown-unknown", "-o", f"{folder}/x", "/dev/null"]
        return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0


def rustc_for_wasm():
    """The first rustc that makes WebAssembly: rustup's, or Debian's; None without one."""
    return next(filter(rust_builds, (shutil.which("rustc"), "/usr/bin/rustc")), None)


def can_build(language):
    """Whether the tools of a language are where alea looks for them, or need not be."""
    beside = {"zig": "venv/bin/zig", "python": "venv/bin/componentize-py", "assemblyscript": "npm/node_modules/.bin/asc"}
    if language == "c":
        return bool(shutil.which("clang-19") or shutil.which("clang"))
    if language == "rust":
        return rustc_for_wasm() is not None
    return language not in beside or (pathlib.Path(ALEA).resolve().parent / beside[language]).exists()


# ---- running the tests of a file --------------------------------------------------------------------------------------------

ON_PURPOSE = "on purpose: "


def too_long_for_sanitizers(test):
    """Leaves a test out in builds with sanitizers, which take ten times as long."""
    return unittest.skipIf(SANITIZED, ON_PURPOSE + "it takes too long with sanitizers")(test)


class TimedResult(unittest.TextTestResult):
    """Prints the processor time of each test, with that of the programs that it ran."""

    @staticmethod
    def processor_time():
        return sum(os.times()[:4])

    def startTest(self, test):
        super().startTest(test)
        self.began = self.processor_time()

    def stopTest(self, test):
        super().stopTest(test)
        self.stream.writeln(f"{self.processor_time() - self.began:8.2f} s of processor time: {test.id()}")


def main():
    """Runs the tests of the file that is run, or of them only ALEA_ONLY (`Class` or `Class.test_name`); with ALEA_TIMES=1 it prints
    the processor time of each. A test that is skipped because something is missing here makes the status the one that ctest shows
    as skipped."""
    only = os.environ.get("ALEA_ONLY")
    runner = unittest.TextTestRunner(resultclass=TimedResult if os.environ.get("ALEA_TIMES") else None)
    result = unittest.main(exit=False, argv=sys.argv[:1] + ([only] if only else []), testRunner=runner).result
    missing = [f"{test.id()}: {reason}" for test, reason in result.skipped if not reason.startswith(ON_PURPOSE)]
    for line in missing:
        print("cannot run here:", line)
    if not result.wasSuccessful() and not any(TEST_BOTS.glob("*.wasm")):
        print("The bots for tests are not built, which may be the reason; `ninja -C build bots` builds them.")
    sys.exit(not result.wasSuccessful() or (CANNOT_RUN if missing else 0))


# ---- waiting ----------------------------------------------------------------------------------------------------------------


def wait_until(condition, what, patience=PATIENCE):
    """Waits until `condition()` is true, and returns its value."""
    deadline = time.monotonic() + patience
    while not (found := condition()):
        assert time.monotonic() < deadline, f"{what}: not after {patience} s"
        time.sleep(0.005)
    return found


def has_signal(folder, mask, number):
    """Whether a signal is in a mask, such as SigCgt, of the process or thread that has this folder in /proc."""
    with open(f"{folder}/status", encoding="ascii") as status:
        return bool(int(re.search(rf"{mask}:\s*(\w+)", status.read())[1], 16) >> (number - 1) & 1)


def catches_interrupts(process):
    """Whether a running program has a handler for Ctrl-C, or has ended."""
    return process.poll() is not None or has_signal(f"/proc/{process.pid}", "SigCgt", signal.SIGINT)


def processor_seconds(process):
    """The processor time that a running program has used so far."""
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
