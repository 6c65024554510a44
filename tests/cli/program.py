"""Running alea as a person does, for the tests beside this file."""

import json
import os
import pathlib
import shutil
import subprocess

ALEA = os.environ["ALEA"]
SOURCE = pathlib.Path(os.environ.get("ALEA_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("ALEA_BUILD", pathlib.Path(ALEA).parent))
SANITIZED = bool(os.environ.get("ALEA_SANITIZED"))
SOAK = bool(os.environ.get("ALEA_SOAK"))
TEST_BOTS = BUILD / "tests" / "bots"
COMPONENTS = SOURCE / "tests" / "components"

# What may differ between two runs of the same games.
PERFORMANCE = ("seconds", "games_per_second", "threads", "path")


class Answer:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def __repr__(self):
        return f"status {self.status}\n--- standard output\n{self.out}\n--- standard error\n{self.err}"


def environment(**changes):
    """As in a UTF-8 terminal of 100 columns; None takes a variable away."""
    result = dict(os.environ, LC_ALL="C.UTF-8", COLUMNS="100")
    for name, value in changes.items():
        result.pop(name, None)
        if value is not None:
            result[name] = str(value)
    return result


def alea(*arguments, env=None, **more):
    done = subprocess.run([ALEA, *map(str, arguments)], env=env or environment(), stdin=subprocess.DEVNULL,
                          stdout=more.pop("stdout", subprocess.PIPE), stderr=subprocess.PIPE, timeout=250, **more)
    return Answer(done.returncode, (done.stdout or b"").decode(), done.stderr.decode(errors="replace"))


def answer_of(*arguments, says="", **more):
    """Standard output of a command that must succeed, with no word on standard error but a line that begins with `says`."""
    answer = alea(*arguments, **more)
    assert answer.status == 0 and answer.err.startswith(says), answer
    assert answer.err.count("\n") == (says != ""), answer
    return answer.out


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
    """Whether strategies in Python can be judged: its component is built where componentize-py is."""
    return bool(os.environ.get("ALEA_PYTHON")) or (BUILD / "python.wasm").exists()


def can_build(language):
    """Whether the tools of a language are where alea looks for them, or need not be."""
    beside = {"zig": "venv/bin/zig", "python": "venv/bin/componentize-py", "assemblyscript": "npm/node_modules/.bin/asc"}
    if language == "c":
        return bool(shutil.which("clang-19") or shutil.which("clang"))
    return language not in beside or (pathlib.Path(ALEA).resolve().parent / beside[language]).exists()
