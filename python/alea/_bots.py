"""Bots that are objects of Python, as the specs that the library takes."""
from __future__ import annotations

import os
import tempfile
from pathlib import Path

from . import _commands


def bot_spec(game: str, bot: object) -> str:
    """The spec of a bot: a text such as ``hold(20)`` or ``bot.lua``, a path, or a `Table`, by which it plays."""
    from ._tables import Table

    if isinstance(bot, str):
        return bot
    if isinstance(bot, os.PathLike):
        return str(os.fspath(bot))
    if isinstance(bot, Table):
        folder = tempfile.mkdtemp(prefix="alea-bot-")
        _commands._folders.append(folder)
        path = Path(folder, "table.h5")
        bot.save(path)
        return f"table={'table:' + str(path)}"
    raise TypeError(f"a bot is a text such as 'hold(20)', a path or a Table, not {type(bot).__name__}")
