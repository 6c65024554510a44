"""Exact solutions."""
from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _alea
from ._commands import UINT32, UINT64, Progress, show_progress, spec_of, whole

if TYPE_CHECKING:
    import xarray


class _Bounded:
    """What has two bounds, `lower` and `upper`."""

    lower: float
    upper: float

    @property
    def value(self) -> float:
        """The middle of the bounds."""
        return (self.lower + self.upper) / 2


class Bounds(NamedTuple):
    """Two floats between which the true value is proved to be; its unit is that of the objective."""

    lower: float
    upper: float

    @property
    def value(self) -> float:
        """The middle of the bounds."""
        return (self.lower + self.upper) / 2


@dataclass(frozen=True)
class Move(_Bounded):
    """A move and the bounds of its value to the player to move."""

    name: str
    lower: float
    upper: float


@dataclass(frozen=True)
class Answer(_Bounded):
    """The value of a position, and of each move in it."""

    lower: float
    upper: float
    moves: list[Move]
    best: Move | None  #: the best move; of equal ones the first in the game's order; None where a roll is forced
    tied: bool  #: whether the bounds of another move overlap those of the best
    note: str  #: why play cannot reach the position, with ``any=True``; else empty


@dataclass(frozen=True)
class Verdict:
    """What the independent checker found. It is true if the proof holds."""

    holds: bool
    checked: int  #: positions
    reason: str  #: empty if it holds

    def __bool__(self) -> bool:
        return self.holds


@dataclass(frozen=True)
class Matrix:
    """Proved bounds of all positions of one kind in which a turn begins; NaN where there is no such position."""

    name: str
    row: str  #: what the first index counts, such as ``own``
    column: str  #: what the second index counts, such as ``other``
    lower: NDArray[np.float64]  #: shape (rows, columns), read-only
    upper: NDArray[np.float64]


class Table:
    """An exact solution of a game, or a best response to a bot. `alea.solve`, `Table.best_response` and `alea.open_table` make one."""

    def __init__(self, table: _alea.Table) -> None:
        self._table = table
        facts = table.facts()
        self.game: str = facts["game"]  #: the canonical spec
        self.rules_sha256: str = facts["rules_sha256"]  #: of the rule file
        self.objective: str = facts["objective"]  #: win, money, score or turns
        self.against: str | None = facts["against"]  #: of a best response: the bot that it answers
        self.samples: int = facts["samples"]  #: 0: proved; else the samples of a sampled model, whose values are claims
        self.states: int = facts["states"]  #: positions of the player to move
        self.width: float = facts["width"]  #: the widest bounds
        self.start = Bounds(*facts["start"])  #: the value of the game to the player who moves first
        self.second = Bounds(*facts["second"])  #: the value to the other player
        self.seats = tuple(Bounds(*pair) for pair in facts["seats"])  #: with three players and more: the value to each; else empty
        #: with three players and more: by other decisions no player gains more at the beginning of any turn; else None
        self.epsilon: float | None = facts["epsilon"] if self.seats else None

    @property
    def value(self) -> float:
        """The value of the game to the player who moves first: the middle of `lower` and `upper`. Of a best response: to the response
        when it moves first; `BestResponse.mean` is that over both seats."""
        return self.start.value

    @property
    def lower(self) -> float:
        """The proved lower bound at the start."""
        return self.start.lower

    @property
    def upper(self) -> float:
        """The proved upper bound at the start."""
        return self.start.upper

    def __repr__(self) -> str:
        return f"<alea.Table of {self.game}, played for {self.objective}: {self.lower!r} to {self.upper!r}>"

    # ---- arrays ----

    @cached_property
    def _arrays(self) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        values, roll = self._table.arrays(False)
        return np.asarray(values), np.asarray(roll)

    @property
    def values(self) -> NDArray[np.float64]:
        """``P[i, j, k]``: the chance to win of the player to move with i points banked, against j, with a turn total of k.

        Float64, read-only, without a copy, of shape (goal, goal, goal); a fourth index counts what the turn remembers, in games
        where it does. Where i + k reaches the goal the value is 1. Only for races of two players that are played to win; other
        games have `matrices`. Raises `alea.Error` there. Source: Neller and Presser, Optimal Play of the Dice Game Pig (2004).
        """
        return self._arrays[0]

    @property
    def policy(self) -> NDArray[np.bool_]:
        """``roll[i, j, k]``: whether rolling is better than holding; bool, read-only, of the shape of `values`."""
        return self._arrays[1]

    def with_base_cases(self) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Both arrays with each of the first three indices from 0 to the goal itself, as textbooks have them."""
        values, roll = self._table.arrays(True)
        return np.asarray(values), np.asarray(roll)

    @cached_property
    def matrices(self) -> dict[str, Matrix]:
        """All proved bounds as the table has them, by name: one value for each position in which a turn begins."""
        return {
            name: Matrix(name, row, column, np.asarray(lower), np.asarray(upper))
            for name, row, column, lower, upper in self._table.matrices()
        }

    def __dlpack__(self, **keywords: Any) -> Any:
        return np.array(self.values).__dlpack__(**keywords)

    def __dlpack_device__(self) -> Any:
        return self.values.__dlpack_device__()

    def to_xarray(self) -> xarray.Dataset:
        """`values` and `policy` with names for their axes: own, other, turn and, where there is one, memory. Needs xarray."""
        import xarray

        axes = ("own", "other", "turn", "memory")[: self.values.ndim]
        return xarray.Dataset(
            {"P": (axes, self.values), "roll": (axes, self.policy)},
            coords={axis: np.arange(size) for axis, size in zip(axes, self.values.shape)},
            attrs={"game": self.game, "objective": self.objective, "lower": self.lower, "upper": self.upper},
        )

    # ---- questions ----

    def ask(self, position: str = "", *, any: bool = False, **keys: int | str) -> Answer:
        """The value of a position and of its moves: ``t.ask(scores="20,35", turn=12)``, or ``t.ask("scores=20,35 turn=12")``.

        The keys are those of ``alea ask`` (`alea.describe` lists them). `any` also takes positions that play cannot reach if the
        equations of the game give them a value. Raises `alea.Error` for impossible positions.
        """
        settings = []
        for word in position.split():
            key, equals, value = word.partition("=")
            settings.append((key, value) if equals else ("", key))
        settings += [(key, str(value)) for key, value in keys.items()]
        lower, upper, best, tied, note, moves = self._table.ask(settings, any)
        made = [Move(*move) for move in moves]
        return Answer(lower, upper, made, made[best] if made else None, tied, note)

    def best_response(self, bot: object, **options: Any) -> BestResponse:
        """The best response to a bot in this table's game and for its objective; see `alea.best_response`."""
        return best_response(self.game, bot, self.objective, **options)

    def evaluate(self, progress: Progress | bool | None = None) -> Bounds:
        """What a player who follows this table earns from the start of a game for one player."""
        report, end = show_progress(progress, "evaluate")
        try:
            return Bounds(*self._table.evaluate(report))
        finally:
            end()

    def verify(self, progress: Progress | bool | None = None) -> Verdict:
        """Checks all bounds by one exact step of the game in whole numbers, with none of the solver's code."""
        report, end = show_progress(progress, "verify")
        try:
            return Verdict(*self._table.verify(report))
        finally:
            end()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the table to a file (.h5), completely or not at all. ``table:FILE.h5`` is a bot that plays by it."""
        self._table.save(os.fspath(path))

    def __reduce__(self) -> tuple[Any, ...]:
        import tempfile

        with tempfile.NamedTemporaryFile(suffix=".h5") as file:
            self.save(file.name)
            return _table_of, (Path(file.name).read_bytes(),)

    def _repr_html_(self) -> str:
        import html

        rows = {"game": self.game, "played for": self.objective, "value": f"{self.value:.12g}", "lower": f"{self.lower!r}",
                "upper": f"{self.upper!r}", "positions": f"{self.states:,}"}
        if self.seats:
            rows["to each seat"] = ", ".join(f"{seat.value:.12g}" for seat in self.seats)
        if self.against:
            rows["best response to"] = self.against
        return "<table>" + "".join(f"<tr><th>{key}</th><td>{html.escape(text)}</td></tr>" for key, text in rows.items()) + "</table>"

    def _repr_svg_(self) -> str | None:
        """The turn total to hold at for each pair of scores, as a picture; None in games that have no such map."""
        try:
            roll = self.policy
        except _alea.Error:
            return None
        return _hold_map(roll if roll.ndim == 3 else roll[:, :, :, 0])


def _hold_map(roll: NDArray[np.bool_]) -> str:
    """One square for each pair of scores, at most 100 a side; the darker, the longer the player rolls."""
    goal = roll.shape[0]
    step = max(1, -(-goal // 100))
    hold = np.where(roll.all(axis=2), goal, (~roll).argmax(axis=2))[::step, ::step]
    side = 4
    squares = []
    for own in range(hold.shape[0]):
        for other in range(hold.shape[1]):
            shade = 255 - int(205 * min(int(hold[own, other]), goal) / goal)
            squares.append(f'<rect x="{other * side + 30}" y="{(hold.shape[0] - 1 - own) * side}" width="{side}" height="{side}" '
                           f'fill="rgb({shade},{shade},255)"/>')
    size = hold.shape[0] * side
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{size + 40}" height="{size + 30}" font-family="sans-serif" font-size="11">'
            + "".join(squares)
            + f'<text x="{size / 2 + 30}" y="{size + 20}" text-anchor="middle">score of the other player</text>'
            + f'<text transform="translate(18,{size / 2}) rotate(-90)" text-anchor="middle">own score</text></svg>')


@dataclass(frozen=True)
class BestResponse:
    """What a best response gains, to itself."""

    table: Table  #: the response: a table of the game in which the opponent is the bot
    first: Bounds  #: its value when it moves first
    second: Bounds
    mean: Bounds
    exploitability: Bounds  #: how much the bot loses against it, beyond what optimal play does


def solve(
    game: str | os.PathLike[str],
    objective: str | None = None,
    *,
    tolerance: float = 0.0,
    threads: int = 0,
    memory: int = 0,
    samples: int = 0,
    seed: int = 0,
    progress: Progress | bool | None = None,
) -> Table:
    """Solves a game: the value of every position under optimal play, with proved bounds. For three players and more it finds an
    equilibrium, with `Table.seats` and `Table.epsilon`; such a table answers `Table.ask`, and is not saved or verified.

    game: a name (``pig``, ``hog(goal=50)``), a path of a rule file, or the text of one.
    objective: ``win``, ``money``, ``score`` or ``turns``; by default what the game is played for.
    tolerance: the widest bounds allowed; 0: 1e-12 for probabilities, and what double precision gives in large games.
    threads: 0: all cores. memory: a limit in bytes; 0: none. samples, seed: solve a sampled model (games such as Despirala).
    progress: a callable that takes (done, total, unit), or True for a bar of tqdm.

    Raises `alea.Error` with the reason if no value can be proved, and KeyboardInterrupt after Ctrl-C.
    """
    report, end = show_progress(progress, "solve")
    try:
        return Table(_alea.solve(spec_of(game), objective, None, tolerance, whole("threads", threads, 0, UINT32),
                                 whole("memory", memory, 0, UINT64), whole("samples", samples, 0, UINT64),
                                 whole("seed", seed, 0, UINT64), report))
    finally:
        end()


def best_response(
    game: str | os.PathLike[str], bot: object, objective: str | None = None, *, threads: int = 0, progress: Progress | bool | None = None
) -> BestResponse:
    """The best response to a bot: the most that any player can gain against it, and how to play for that."""
    from ._bots import bot_spec

    spec = spec_of(game)
    report, end = show_progress(progress, "best")
    try:
        table, *bounds = _alea.solve(spec, objective, bot_spec(spec, bot), 0.0, whole("threads", threads, 0, UINT32), 0, 0, 0, report)
    finally:
        end()
    first, second, mean, exploitability = (Bounds(*pair) for pair in bounds)
    return BestResponse(Table(table), first, second, mean, exploitability)


def _table_of(data: bytes) -> Table:
    import tempfile

    with tempfile.NamedTemporaryFile(suffix=".h5") as file:
        Path(file.name).write_bytes(data)
        return open_table(file.name)


def open_table(path: str | os.PathLike[str], game: str | os.PathLike[str] | None = None) -> Table:
    """Opens a table that `Table.save` or ``alea solve --out`` wrote. Raises `alea.Error` if it was changed or is of another game."""
    try:
        return Table(_alea.open_table(os.fspath(path), spec_of(game) if game is not None else None))
    except _alea.Error as error:
        if game is None and "cannot be opened" in str(error):
            error.args = (f"{error} open_table(path, game) takes the text of its rules, or their path.",)
        raise
