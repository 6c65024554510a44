"""Calls commands of alea: arguments become words, and the JSON that comes back becomes a result."""
from __future__ import annotations

import atexit
import json
import operator
import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, SupportsIndex, TypeVar, Union

from . import _alea
from ._records import Record

Option = Union[str, int, float, bool, "os.PathLike[str]", Sequence[Union[str, int, float]], None]
Progress = Callable[[int, int, str], object]

_R = TypeVar("_R", bound=Record)
_folders: list[str] = []
UINT32, UINT64 = 2**32 - 1, 2**64 - 1  #: the greatest numbers that the library takes


def rules(text: str, name: str = "rules", **parameters: int | str) -> str:
    """Makes the text of a rule file (Lua) a game that every function takes: ``alea.rules(text, "mine", goal=50)``.

    A text with line breaks may also be given in the place of a game itself. The text is kept in a file until the program ends.
    """
    if not name.replace("-", "").replace("_", "").isalnum():
        raise ValueError(f"name must consist of letters, digits, - and _, not {name!r}")
    import hashlib

    path = own_folder() / hashlib.sha256(text.encode()).hexdigest()[:16] / (name + ".lua")
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{threading.get_ident()}")
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)
    values = ",".join(f"{key}={value}" for key, value in parameters.items())
    return f"{path}({values})" if values else str(path)


def own_folder() -> Path:
    """The folder of this process, which is removed when it ends."""
    import tempfile

    if not _folders:
        _folders.append(tempfile.mkdtemp(prefix="alea-"))
    return Path(_folders[0])


os.register_at_fork(after_in_child=_folders.clear)  # they are the parent's


@atexit.register
def _remove_folders() -> None:
    if _folders:
        import shutil
    for folder in _folders:
        shutil.rmtree(folder, ignore_errors=True)


def spec_of(game: str | os.PathLike[str]) -> str:
    """The spec of a game: a name such as ``pig(goal=50)``, a path, or the text of a rule file."""
    if isinstance(game, str) and "\n" in game:
        return rules(game)
    if not isinstance(game, (str, os.PathLike)):
        raise TypeError(f"a game is a name such as 'pig', a path or the text of a rule file, not {type(game).__name__}")
    return os.fspath(game)


def whole(name: str, value: SupportsIndex, least: int, most: int) -> int:
    """A number of any whole type as an int."""
    number = operator.index(value)
    if not least <= number <= most:
        raise ValueError(f"{name} must be from {least:,} to {most:,}, not {number:,}")
    return number


def _word(value: object) -> str:
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if hasattr(value, "__index__"):
        return str(operator.index(value))
    if isinstance(value, float):
        return repr(float(value))
    raise TypeError(f"an option is a text, a number, a path, True or False, or a list of these, not {type(value).__name__}")


def _options(given: dict[str, Any]) -> list[tuple[str, str | None]]:
    pairs: list[tuple[str, str | None]] = []
    for key, value in given.items():
        name = {"objective": "for"}.get(key, key).replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            pairs.append((name, None))
        elif isinstance(value, (list, tuple)):
            pairs += [(name, _word(one)) for one in value]
        else:
            pairs.append((name, _word(value)))
    return pairs


def show_progress(progress: Progress | bool | None, title: str) -> tuple[Progress | None, Callable[[], None]]:
    """The callable for `progress`, and what ends it. True: a bar of tqdm, if that is installed."""
    if not progress:
        return None, lambda: None
    if progress is not True:
        return progress, lambda: None
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped]
    except ImportError:
        import warnings

        warnings.warn("progress=True shows nothing: it needs tqdm", stacklevel=3)
        return None, lambda: None
    bar = tqdm(desc=title)

    def report(done: int, total: int, unit: str) -> None:
        bar.unit = " " + unit
        bar.total = total or None
        bar.n = done
        bar.refresh()

    return report, bar.close


def call(kind: type[_R], command: str, operands: Sequence[str], options: dict[str, Any], progress: Progress | bool | None = None) -> _R:
    """Runs a command and makes its JSON a result of this kind."""
    report, end = show_progress(progress, command)
    try:
        text = _alea.command(command, _options(options), list(operands), report)
    finally:
        end()
    return kind._make(json.loads(text) if text else {})
