"""Gathers what an export says and hands it over as frames, its money in whole minor units.

All rows of an export have one exponent: 2, or as many places as its most exact amount has.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import polars as pl

from ofc_analytics.clubs.schema import LINES, MEMBERS, TABLES
from ofc_parsers.club_sheets.fields import Field

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ofc_analytics.formats import ParseContext

    Facts = dict[str, Any]

__all__ = ["Book"]

_USUAL_PLACES = 2
_COUNTS = {Field.HANDS, "players"}


@dataclass(slots=True)
class Book:
    """Rows of the three tables, amounts as decimals."""

    app: str
    tables: list[Facts] = field(default_factory=list)
    lines: list[Facts] = field(default_factory=list)
    members: list[Facts] = field(default_factory=list)

    def record(self, context: ParseContext) -> None:
        """Hand everything over."""
        exponent = max(map(_places, self._amounts()), default=_USUAL_PLACES)
        exponent = max(exponent, _USUAL_PLACES)

        def frame(rows: list[Facts], schema: pl.Schema) -> pl.DataFrame | None:
            beside = {"app": self.app, "file": context.file, "exponent": exponent}
            whole = (
                {key: _minor(key, value, exponent) for key, value in row.items()} | beside for row in rows
            )
            return pl.from_dicts(list(whole), schema=schema) if rows else None

        context.record_club(
            tables=frame(self.tables, TABLES),
            lines=frame(self.lines, LINES),
            members=frame(self.members, MEMBERS),
        )

    def _amounts(self) -> Iterable[Decimal]:
        for row in (*self.tables, *self.lines, *self.members):
            yield from (value for value in row.values() if isinstance(value, Decimal))


def _places(amount: Decimal) -> int:
    return max(0, -int(amount.as_tuple().exponent))


def _minor(key: str, value: object, exponent: int) -> object:
    if not isinstance(value, Decimal):
        return value
    return int(value) if key in _COUNTS else int(value.scaleb(exponent))
