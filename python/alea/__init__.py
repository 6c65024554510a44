"""alea: a laboratory for dice games of risk.

>>> import alea
>>> alea.solve("pig").value
0.530592725273...
>>> alea.run("pig", "optimal", "hold(20)", games=100_000).standings[0].win_rate
0.5...

Functions are the commands of the program ``alea``; their options are the long options of the command, with underscores. Bots are
texts such as ``hold(20)``, files, or tables. Results have the keys of ``--json`` as attributes (docs/json.md).
"""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TypeVar

from . import _extension as _extension  # first: it chooses what ._alea is
from ._alea import Error, version
from ._bots import bot_spec, features, moves
from ._commands import Option, Progress, call, rules, spec_of
from ._records import Record
from ._tables import Answer, BestResponse, Bounds, Matrix, Move, Table, Verdict, best_response, open_table, solve

if TYPE_CHECKING:
    from . import results
    from ._executors import Executor

_R = TypeVar("_R", bound=Record)

__version__ = version()
__all__ = [
    "Answer", "BestResponse", "Bounds", "Error", "Matrix", "Move", "Table", "Verdict", "best", "best_response", "compare", "contest",
    "describe", "eval", "features", "games", "learn", "merge", "moves", "open_table", "replay", "results", "review", "rules", "run", "solve", "stats",
    "tournament", "version",
]

Game = str | os.PathLike[str]


def __getattr__(name: str) -> Any:
    """Makes the classes of results at their first use: they are many, and `import alea` need not wait for."""
    if name != "results":
        raise AttributeError(f"module 'alea' has no attribute {name!r}")
    import importlib

    return importlib.import_module(".results", __name__)


def games() -> results.GamesResult:
    """The games of the catalogue."""
    from . import results

    return call(results.GamesResult, "games", [], {})


def describe(game: Game) -> results.RulesResult:
    """What a game is: its rules in words, its parameters, the keys of its positions, and its built-in bots."""
    from . import results

    return call(results.RulesResult, "games", [spec_of(game)], {})


def _play(executor: Executor | None, kind: type[_R], command: str, operands: list[str], given: dict[str, Any],
          progress: Progress | bool | None) -> _R:
    if executor is None:
        return call(kind, command, operands, given, progress)
    from . import _executors

    return getattr(_executors, command)(executor, kind, operands, given, progress)  # type: ignore[no-any-return]


def run(game: Game, *bots: object, games: int | None = None, seed: int | None = None, objective: str | None = None,
        threads: int | None = None, progress: Progress | bool | None = None, executor: Executor | None = None,
        **options: Option) -> results.RunResult:
    """Plays many games between bots and counts. Ctrl-C ends it early: `stopped` is True then, and `games` says how many count.

    games: by default 1,000,000, or 10,000 where programs decide. seed: the same seed gives the same games.
    executor: plays parts as tasks, on other processes or machines; the result is the same.
    Options of ``alea run``, such as ``analytics=True``, ``record="games.jsonl"`` or ``seats="fixed"``.
    """
    from . import results

    spec = spec_of(game)
    given = {"games": games, "seed": seed, "objective": objective, "threads": threads, **options}
    return _play(executor, results.RunResult, "run", [spec, *(bot_spec(spec, bot) for bot in bots)], given, progress)


def eval(game: Game, *bots: object, objective: str | None = None, threads: int | None = None,
         progress: Progress | bool | None = None, **options: Option) -> results.EvalResult:
    """The exact result of one bot against another: `first`, `second` and `mean`, each with `value`, `lower` and `upper`."""
    from . import results

    spec = spec_of(game)
    given = {"objective": objective, "threads": threads, **options}
    return call(results.EvalResult, "eval", [spec, *(bot_spec(spec, bot) for bot in bots)], given, progress)


def best(game: Game, *bots: object, objective: str | None = None, threads: int | None = None,
         progress: Progress | bool | None = None, **options: Option) -> results.BestResult:
    """The best response to a bot, in numbers. `best_response` also gives the table of that response."""
    from . import results

    spec = spec_of(game)
    given = {"objective": objective, "threads": threads, **options}
    return call(results.BestResult, "best", [spec, *(bot_spec(spec, bot) for bot in bots)], given, progress)


def learn(game: Game, *bots: object, against: object = None, games: int | None = None, seed: int | None = None, threads: int | None = None,
          progress: Progress | bool | None = None, **options: Option) -> results.LearnResult:
    """Learning curves of bots that remember a match: each plays `games` games, against itself or against `against` (a bot, or a list of
    them), and at some points its frozen policy is measured. `out="curve.svg"` draws them, `save="bot.state"` can be continued."""
    from . import results

    spec = spec_of(game)
    opponents = against if isinstance(against, (list, tuple)) else [] if against is None else [against]
    given = {"against": [bot_spec(spec, bot) for bot in opponents], "games": games, "seed": seed, "threads": threads, **options}
    return call(results.LearnResult, "learn", [spec, *(bot_spec(spec, bot) for bot in bots)], given, progress)


def stats(game: Game, *bots: object, games: int | None = None, seed: int | None = None, threads: int | None = None,
          progress: Progress | bool | None = None, **options: Option) -> results.StatsResult:
    """The distribution of the scores of a game for one player: `mean`, `stdev`, `pmf` (pairs of a score and its probability)."""
    from . import results

    spec = spec_of(game)
    given = {"games": games, "seed": seed, "threads": threads, **options}
    return call(results.StatsResult, "stats", [spec, *(bot_spec(spec, bot) for bot in bots)], given, progress)


def contest(game: Game, *paths: Game, threads: int | None = None, progress: Progress | bool | None = None,
            **options: Option) -> results.ContestResult:
    """Judges a contest between strategies: files or folders. Options of ``alea contest``, such as ``gradebook="grades.csv"``.

    Paths may also be zip archives. Strategies in Python and zip archives need the package alea-lab-bots.
    """
    from . import results

    given = {"threads": threads, **options}
    return call(results.ContestResult, "contest", [spec_of(game), *(os.fspath(path) for path in paths)], given, progress)


def tournament(game: Game, *bots: object, games: int | None = None, seed: int | None = None, objective: str | None = None,
               threads: int | None = None, progress: Progress | bool | None = None, executor: Executor | None = None,
               **options: Option) -> results.TournamentResult:
    """All bots against each other: exactly where that can be computed, else by games. Options of ``alea tournament``.

    executor: computes parts as tasks, on other processes or machines; the result is the same.
    """
    from . import results

    spec = spec_of(game)
    given = {"games": games, "seed": seed, "objective": objective, "threads": threads, **options}
    return _play(executor, results.TournamentResult, "tournament", [spec, *(bot_spec(spec, bot) for bot in bots)], given, progress)


def compare(game: Game, a: object, b: object, *, seed: int | None = None, objective: str | None = None, threads: int | None = None,
            progress: Progress | bool | None = None, **options: Option) -> results.CompareResult:
    """Whether bot `a` is better than bot `b`: a sequential test that stops as soon as the games decide it."""
    from . import results

    spec = spec_of(game)
    given = {"seed": seed, "objective": objective, "threads": threads, **options}
    return call(results.CompareResult, "compare", [bot_spec(spec, a), bot_spec(spec, b), spec], given, progress)


def review(*records: Game, objective: str | None = None, progress: Progress | bool | None = None, **options: Option) -> results.ReviewResult:
    """What the decisions in recorded games were worth: mistakes, luck, and the result without luck. Nothing is kept in a notebook."""
    from . import results

    return call(results.ReviewResult, "review", [os.fspath(record) for record in records],
                {"objective": objective, "no_keep": True, **options}, progress)


def replay(record: Game, **options: Option) -> results.ReplayResult:
    """The events of recorded games."""
    from . import results

    return call(results.ReplayResult, "replay", [os.fspath(record)], options)


def merge(*parts: Game, **options: Option) -> results.RunResult:
    """Adds up parts of a run: files that ``run(…, part="1/4", out="1.part")`` wrote, on one machine or several."""
    from . import results

    return call(results.RunResult, "merge", [os.fspath(part) for part in parts], options)
