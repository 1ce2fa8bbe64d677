"""What numbers can be split by and hands be chosen by: a dimension is an expression over a row of observations.

Examples
--------
>>> frame = pl.DataFrame({"players": [2, 3, 4]})
>>> frame.filter(matching({"players": [2, "3"]})).rows()
[(2,), (3,)]
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import reduce
from operator import and_
from types import MappingProxyType, NoneType
from typing import TYPE_CHECKING, TypeAlias

import polars as pl

from ofc_analytics.errors import LookupFailedError, QuestionError
from ofc_analytics.statistics.observations import POSITIONS, STATES
from ofc_analytics.wording import nearest_first

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    Value: TypeAlias = str | int | float | Decimal | dt.date | None
    Where: TypeAlias = Mapping[str, Value | Collection[Value]] | pl.Expr

__all__ = ["DIMENSIONS", "Dimension", "as_values", "began", "find_dimension", "matching"]

_ONE = (str, int, float, Decimal, dt.date, NoneType)
_SEVERAL = (list, tuple, set, frozenset)
_MOST = 2**31
_MONTH = "%Y-%m"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dimension:
    """One thing in which hands differ.

    Attributes
    ----------
    name
        As it is asked for.
    expression
        Its value in a row of `Observations`; null where it is not known.
    read
        Turns a value as people write it into one the expression can have; raises ValueError where it is none.
    expected
        What can be written, in words.
    description
        What it is.
    """

    name: str
    expression: pl.Expr
    read: Callable[[Value], object]
    expected: str
    description: str


def find_dimension(name: str) -> Dimension:
    """The dimension of that name.

    Raises
    ------
    LookupFailedError
        If there is none; the message lists those there are, nearest first.
    """
    if name not in DIMENSIONS:
        raise LookupFailedError(
            f"there is no dimension {name!r}; nearest first: {nearest_first(name, DIMENSIONS)}"
        )
    return DIMENSIONS[name]


def matching(where: Where | None) -> pl.Expr:
    """Turn a choice of hands into an expression over rows of `Observations`.

    Parameters
    ----------
    where
        For each dimension a value, or a list, tuple or set of values of which a row has to have one; None or an empty text
        stands for what is not known. An expression is taken as it is. None: all rows.

    Raises
    ------
    LookupFailedError
        If there is no such dimension.
    QuestionError
        If a dimension cannot have such a value.

    Examples
    --------
    >>> frame = pl.DataFrame({"session": ["1", "2", None]})
    >>> frame.filter(matching({"session": [1, None]})).rows()
    [('1',), (None,)]
    """
    if isinstance(where, pl.Expr):
        return where
    return reduce(and_, (_has(name, value) for name, value in (where or {}).items()), pl.lit(value=True))


def _has(name: str, given: Value | Collection[Value]) -> pl.Expr:
    dimension = find_dimension(name)
    values = as_values(dimension, given)
    unknown = [value is None or value == "" for value in values]
    known = [_read(dimension, value) for value, missing in zip(values, unknown, strict=True) if not missing]
    fits = dimension.expression.is_in(known) if known else pl.lit(value=False)
    return (fits | dimension.expression.is_null() if any(unknown) else fits).fill_null(value=False)


def as_values(dimension: Dimension, given: Value | Collection[Value]) -> list[Value]:
    """One value, or several, as a list.

    Raises
    ------
    QuestionError
        If it is neither, such as a mapping.

    Examples
    --------
    >>> as_values(DIMENSIONS["seat"], 1), as_values(DIMENSIONS["seat"], (1, "2"))
    ([1], [1, '2'])
    """
    if isinstance(given, _SEVERAL):
        return list(given)
    if isinstance(given, _ONE):
        return [given]
    raise QuestionError(f"{dimension.name} = {given!r}: expected {dimension.expected}, or a list of such")


def _read(dimension: Dimension, value: Value) -> object:
    try:
        return dimension.read(value)
    except ValueError:
        raise QuestionError(f"{dimension.name} = {value!r}: expected {dimension.expected}") from None


def _text(value: Value) -> str:
    if isinstance(value, str) or type(value) is int:
        return str(value)
    raise ValueError


def _number(value: Value) -> int:
    if isinstance(value, bool | float) or not 0 <= (number := int(_text(value))) < _MOST:
        raise ValueError
    return number


def _amount(value: Value) -> float:
    try:
        amount = Decimal(str(value))
    except InvalidOperation:
        raise ValueError from None
    if isinstance(value, bool) or not amount.is_finite():
        raise ValueError
    return float(amount)


def _day(value: Value) -> dt.date:
    return value if type(value) is dt.date else dt.date.fromisoformat(_text(value))


def _month(value: Value) -> str:
    return dt.datetime.strptime(_text(value), _MONTH).replace(tzinfo=dt.UTC).strftime(_MONTH)


def began() -> pl.Expr:
    """When a hand began, over a row of results or `Observations`: its start, else the day its session is called by."""
    day = pl.col("session").str.to_date("%Y-%m-%d", strict=False)
    return pl.coalesce("started_at", day.cast(pl.Datetime("us")).dt.replace_time_zone("UTC")).alias("began")


def _texts(name: str, description: str, expression: pl.Expr | None = None) -> Dimension:
    return Dimension(
        name=name,
        expression=pl.col(name) if expression is None else expression,
        read=_text,
        expected="a text",
        description=description,
    )


def _numbers(name: str, description: str, column: str | None = None) -> Dimension:
    return Dimension(
        name=name,
        expression=pl.col(column or name),
        read=_number,
        expected="a whole number",
        description=description,
    )


def _choices(name: str, choices: tuple[str, ...], description: str) -> Dimension:
    def read(value: Value) -> str:
        if value not in choices:
            raise ValueError
        return str(value)

    return Dimension(
        name=name,
        expression=pl.col(name),
        read=read,
        expected=f"one of: {', '.join(choices)}",
        description=description,
    )


_DIMENSIONS = (
    _texts("player", "the player", pl.col("name")),
    _texts("opponent", "each opponent met, and what passed between the two"),
    _choices("position", POSITIONS, "order of play; the button is last"),
    _numbers("players", "players of the hand"),
    _numbers("seat", "seat, clockwise from 1"),
    _texts("room", "room, club or 'home'"),
    _texts("table", "table"),
    _texts("session", "session, match or night"),
    Dimension(
        name="day",
        expression=began().dt.date(),
        read=_day,
        expected="a day such as 2026-11-29",
        description="day on which the hand began, in UTC, or that its session is called by",
    ),
    Dimension(
        name="month",
        expression=began().dt.strftime(_MONTH),
        read=_month,
        expected="a month such as 2026-11",
        description="its month",
    ),
    _texts("rules", "rule set", pl.coalesce("rules", "fingerprint")),
    Dimension(
        name="unit",
        expression=pl.col("unit") / pl.lit(10.0).pow(pl.col("exponent")),
        read=_amount,
        expected="an amount such as 2.5",
        description="money one point is worth, in whole units of its currency",
    ),
    _texts("currency", "currency"),
    _choices("state", STATES, "who is in Fantasyland: nobody, the player himself, an opponent, or both"),
    _texts("layout", "cards on top-middle-bottom after the first street, such as 0-2-3"),
    _numbers("cards", "cards dealt to the player in Fantasyland; 0 where he is not in it", "in_fantasyland"),
)

DIMENSIONS: Mapping[str, Dimension] = MappingProxyType(
    {dimension.name: dimension for dimension in _DIMENSIONS}
)
"""Every dimension by its name."""
