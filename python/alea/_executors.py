"""Work on many machines: parts of a run or a tournament as tasks of an executor."""
from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from ._alea import Error
from ._commands import Progress, call, show_progress
from ._records import Record

_R = TypeVar("_R", bound=Record)
WORKERS = 8  #: where an executor does not say how many it has


class Executor(Protocol):
    """What runs tasks elsewhere: any executor of `concurrent.futures`, a ``dask.distributed.Client``, or another with `submit`."""

    def submit(self, function: Any, /, *arguments: Any) -> Any:
        """Begins ``function(*arguments)`` in another process and returns a future with `result` and `cancel`."""


def files_of(words: Sequence[str]) -> dict[str, bytes]:
    """The files that words name, such as ``NAME=table:FILE`` or ``FILE.lua(goal=50)``, and what is in them."""
    files = {}
    for word in words:
        for start in (0, *(match.end() for match in re.finditer("[=:]", word))):
            for path in (word[start:], word[start:].partition("(")[0]):
                if Path(path).is_file():
                    files[path] = Path(path).read_bytes()
    return files


def _provide(files: dict[str, bytes]) -> None:
    """Writes the files that this machine lacks."""
    for name, data in files.items():
        path = Path(name)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            fresh = path.with_name(f"{path.name}.{os.getpid()}")
            fresh.write_bytes(data)
            fresh.replace(path)
        elif path.read_bytes() != data:
            raise ValueError(f"{name} is another file on this machine than on the one that began the work")


@dataclass
class _Anything(Record):
    """The answer of a part, of which only the file matters."""


Part = tuple[bytes, bool]  # the file that a part writes, and whether the work goes on after it


def play_part(command: str, operands: list[str], options: dict[str, Any], files: dict[str, bytes], kept: bytes) -> Part:
    """One task. `kept`: what is in the file before."""
    _provide(files)
    with tempfile.TemporaryDirectory(prefix="alea-part-") as folder:
        path = Path(folder, "part")
        if kept:
            path.write_bytes(kept)
        name = "out" if command == "run" else "journal"
        answer = call(_Anything, command, operands, {**options, name: str(path)}).to_dict()
        return path.read_bytes(), answer.get("stopped", False)


def _workers(executor: Executor) -> int:
    workers = getattr(executor, "_max_workers", None)
    if not isinstance(workers, int):
        ncores = getattr(executor, "ncores", None)
        workers = sum(ncores().values()) if callable(ncores) else 0
    return min(workers, 250) or WORKERS


def _parts(executor: Executor, command: str, operands: list[str], options: dict[str, Any], parts: int, kept: bytes,
           progress: Progress | None) -> Iterator[Part]:
    """All parts, in order. One whose worker was lost is played here."""
    files = files_of(operands)
    options = {"threads": 1, **{key: value for key, value in options.items() if value is not None}}
    tasks = [(command, operands, {**options, "part": f"{part}/{parts}"}, files, kept) for part in range(1, parts + 1)]
    futures = [None] * parts
    try:
        with contextlib.suppress(RuntimeError):  # a pool that is broken takes no more tasks
            for i, task in enumerate(tasks):
                futures[i] = executor.submit(play_part, *task)
        for i, task in enumerate(tasks):
            yield _result(futures[i], task)
            if progress:
                progress(i + 1, parts, "parts")
    finally:
        for future in futures:
            if future is not None:
                future.cancel()


def _result(future: Any, task: tuple[Any, ...]) -> Part:
    if future is not None:
        try:
            part: Part = future.result()
            return part
        except (Error, TypeError, ValueError):
            raise
        except Exception:
            pass  # the worker ended: its part is played here
    return play_part(*task)


def run(executor: Executor, kind: type[_R], operands: list[str], options: dict[str, Any], progress: Progress | bool | None) -> _R:
    """`alea.run`, whose parts are tasks: four for each worker, so that a slow one does not hold up the others for long."""
    whole = {key: options.pop(key) for key in ("csv", "html", "objective") if options.get(key) is not None}
    if "objective" in whole:
        options["objective"] = whole["objective"]
    report, end = show_progress(progress, "run")
    try:
        with tempfile.TemporaryDirectory(prefix="alea-parts-") as folder:
            paths: list[Path] = []
            for data, _ in _parts(executor, "run", operands, options, 4 * _workers(executor), b"", report):
                paths.append(Path(folder, str(len(paths))))
                paths[-1].write_bytes(data)
            return call(kind, "merge", [str(path) for path in paths], whole)
    finally:
        end()


def _add(journal: str, data: bytes, folder: str) -> None:
    """Takes the results of a part into the journal."""
    part = Path(folder, "part")
    part.write_bytes(data)
    if not Path(journal).exists():
        part.rename(journal)
        return
    with contextlib.closing(sqlite3.connect(journal)) as database:
        database.execute("ATTACH ? AS part", (str(part),))
        database.execute("INSERT OR IGNORE INTO main.units SELECT * FROM part.units")
        database.commit()


def tournament(executor: Executor, kind: type[_R], operands: list[str], options: dict[str, Any], progress: Progress | bool | None) -> _R:
    """`alea.tournament`, whose games are played stage by stage; the parts of a stage are tasks. Each solves the game first where that
    takes luck out of the results, so there is one for each worker."""
    parts = _workers(executor)
    with tempfile.TemporaryDirectory(prefix="alea-parts-") as folder:
        journal = os.fspath(options.pop("journal", None) or Path(folder, "journal"))
        final = {**options, "journal": journal}
        work = {key: value for key, value in options.items() if key not in ("csv", "html")}
        report, end = show_progress(progress, "tournament")
        try:
            goes_on = True
            while goes_on:
                kept = Path(journal).read_bytes() if Path(journal).exists() else b""
                goes_on = False
                for data, more in _parts(executor, "tournament", operands, work, parts, kept, report):
                    _add(journal, data, folder)
                    goes_on |= more
            return call(kind, "tournament", operands, final)
        finally:
            end()
