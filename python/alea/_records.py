"""What results have in common: they are made from the JSON of a command, and become dictionaries and tables of pandas."""
from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

if TYPE_CHECKING:
    import pandas

_R = TypeVar("_R", bound="Record")


class Record:
    """A result whose attributes are the keys of ``--json`` (docs/json.md). A key that is a word of Python gets an underscore: ``from_``."""

    _inner: ClassVar[dict[str, type[Record]]] = {}  # attributes that hold further records, alone or in lists
    _table: ClassVar[str | None] = None  # the list that to_pandas shows
    _raw: dict[str, Any]

    @classmethod
    def _make(cls: type[_R], raw: dict[str, Any]) -> _R:
        values: dict[str, Any] = {}
        for field in dataclasses.fields(cls):  # type: ignore[arg-type]
            value = raw.get(field.name.rstrip("_"))
            inner = cls._inner.get(field.name)
            if inner and isinstance(value, list):
                value = [inner._make(one) for one in value]
            elif inner and isinstance(value, dict):
                value = inner._make(value)
            values[field.name] = value
        made = cls(**values)
        object.__setattr__(made, "_raw", raw)
        return made

    def to_dict(self) -> dict[str, Any]:
        """The keys and values of ``--json``, with plain lists and dictionaries."""
        return self._raw

    def to_pandas(self) -> pandas.DataFrame:
        """A row for each entry of the result's main list, such as `standings`; one row where there is none. Needs pandas."""
        import pandas

        rows = self._raw.get(self._table) if self._table else None
        return pandas.DataFrame(rows if rows else [self._raw])

    def _repr_html_(self) -> str:
        import html

        rows = (self._raw.get(self._table) if self._table else None) or [self._raw]
        keys = [key for key, value in rows[0].items() if not isinstance(value, (list, dict))]
        head = "".join(f"<th>{html.escape(key)}</th>" for key in keys)
        body = "".join("<tr>" + "".join(f"<td>{_shown(row.get(key))}</td>" for key in keys) + "</tr>" for row in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _shown(value: Any) -> str:
    import html

    if value is None:
        return ""
    return html.escape(f"{value:.6g}" if isinstance(value, float) else str(value))
