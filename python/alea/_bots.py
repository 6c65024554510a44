"""Bots that are objects of Python, as the specs that the library takes."""
from __future__ import annotations

import itertools
import os
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _alea, _commands

_tables = itertools.count(1)


def features(game: str | os.PathLike[str]) -> list[str]:
    """What the numbers of an observation count, such as ``own``, ``other`` and ``turn``."""
    return [name for name, _, _ in _alea.open_batch(_commands.spec_of(game), 0, 1, None, 0, False).about()[4]]


def moves(game: str | os.PathLike[str]) -> list[str | None]:
    """The names of the moves of a game, in the order of their numbers, such as ``hold`` and ``roll``."""
    return _alea.open_batch(_commands.spec_of(game), 0, 1, None, 0, False).about()[3]


def _freeze(game: str, bot: Callable[..., Any], name: str, path: str) -> None:
    """Asks a callable in every position, up to 8,192 with each call, and writes a table."""
    columns, choices = len(features(game)), len(moves(game))

    def decide(observation: bytes, mask: bytes) -> bytes:
        positions: NDArray[np.int32] = np.frombuffer(observation, np.int32).reshape(-1, columns)
        legal = np.frombuffer(mask, np.bool_).reshape(-1, choices)
        chosen = np.asarray(bot(positions, legal))
        if chosen.shape != (len(positions),) or chosen.dtype.kind not in "biu":
            raise ValueError(f"{name} must return {len(positions)} whole numbers or booleans, one for each position, not an array of "
                             f"{chosen.dtype} with shape {chosen.shape}")
        wrong = ~legal[np.arange(len(positions)), np.clip(chosen, 0, choices - 1).astype(np.intp)] | (chosen >= choices)
        if chosen.dtype.kind == "i":
            wrong |= chosen < 0
        if wrong.any():
            at = int(wrong.argmax())
            shown = ", ".join(f"{key} {value}" for key, value in zip(features(game), positions[at]))
            raise ValueError(f"{name} chose move {chosen[at]} in a position of {game} where it is not legal: {shown}")
        return chosen.astype(np.int32).tobytes()

    _alea.freeze(game, name, decide, path, None)


class _Spec(str):
    """A text that can have a finalizer."""


def _spec_of_table(name: str, write: Callable[[str], None]) -> str:
    """Writes a table, which is deleted when nothing refers to its spec any more, so after the call."""
    path = _commands.own_folder() / f"{next(_tables)}.h5"
    write(str(path))
    spec = _Spec(f"{name}=table:{path}")
    weakref.finalize(spec, path.unlink, missing_ok=True).atexit = False
    return spec


def bot_spec(game: str, bot: object) -> str:
    """The spec of a bot: a text such as ``hold(20)`` or ``bot.lua``, a path, a `Table`, by which it plays, or a callable.

    A callable gets an array of positions, int32 of shape (n, features), and one of legal moves, bool of shape (n, moves), and returns n
    moves. It must depend on nothing else: it is asked once in every position, and plays by these answers.
    """
    from ._tables import Table

    if isinstance(bot, str):
        return bot
    if isinstance(bot, os.PathLike):
        return str(os.fspath(bot))
    if isinstance(bot, Table):
        return _spec_of_table("table", bot.save)
    if callable(bot):
        name = getattr(bot, "__name__", type(bot).__name__).strip("<>")
        return _spec_of_table(name, lambda path: _freeze(game, bot, name, path))
    raise TypeError(f"a bot is a text such as 'hold(20)', a path, a Table or a callable, not {type(bot).__name__}")
