from collections.abc import Callable
from typing import Any

class Error(ValueError):
    status: str
    file: str
    line: int
    column: int

class Array:
    def __buffer__(self, flags: int, /) -> memoryview: ...

class Table:
    def facts(self) -> dict[str, Any]: ...
    def matrices(self) -> list[tuple[str, str, str, Array, Array]]: ...
    def arrays(self, base_cases: bool, /) -> tuple[Array, Array]: ...
    def ask(self, settings: list[tuple[str, str]], any: bool, /) -> tuple[float, float, int, bool, str, list[tuple[str, float, float]]]: ...
    def verify(self, progress: Callable[[int, int, str], object] | None, /) -> tuple[bool, int, str]: ...
    def save(self, path: str, /) -> None: ...
    def evaluate(self, progress: Callable[[int, int, str], object] | None, /) -> tuple[float, float]: ...

def command(
    name: str,
    options: list[tuple[str, str | None]],
    operands: list[str],
    progress: Callable[[int, int, str], object] | None,
    /,
) -> str | None: ...
def solve(
    game: str,
    objective: str | None,
    bot: str | None,
    tolerance: float,
    threads: int,
    memory: int,
    samples: int,
    seed: int,
    progress: Callable[[int, int, str], object] | None,
    /,
) -> Any: ...
def open_table(path: str, game: str | None, /) -> Table: ...
def version() -> str: ...
