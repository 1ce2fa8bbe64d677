"""See that a caller gave the frame that is wanted, and say how to get it where he did not.

Examples
--------
>>> require_results(None)
Traceback (most recent call last):
    ...
ofc_analytics.errors.SettlementError: not a frame of results, as settlement gives: this is None
"""

from __future__ import annotations

import polars as pl

from ofc_analytics.errors import SettlementError
from ofc_analytics.schema import HANDS, RESULTS

__all__ = ["require_hands", "require_results"]


def require_hands(frame: object) -> None:
    """Refuse what is no frame of schema `Hands`; further columns do no harm.

    Raises
    ------
    SettlementError
        Saying what it is instead and, for a frame of another kind, how to convert it.
    """
    _require(frame, HANDS, "HANDS", "not a frame of hands, as reading gives")


def require_results(frame: object) -> None:
    """Refuse what is no frame of schema `Results`, such as the hands that go into settlement.

    Raises
    ------
    SettlementError
        As `require_hands`.
    """
    _require(frame, RESULTS, "RESULTS", "not a frame of results, as settlement gives")


def _require(frame: object, schema: pl.Schema, name: str, complaint: str) -> None:
    if not isinstance(frame, pl.DataFrame):
        raise SettlementError(f"{complaint}: {_found(frame, name)}")
    for column, dtype in schema.items():
        if frame.schema.get(column) != dtype:
            found = f"is {frame.schema[column]}" if column in frame.schema else "is missing"
            raise SettlementError(f"{complaint}: column {column!r} {found}{_mistaken(frame)}")


def _found(value: object, schema: str) -> str:
    if value is None:
        return "this is None"
    kind = type(value)
    told = f"this is a {kind.__module__.partition('.')[0]} {kind.__name__}"
    if isinstance(value, pl.LazyFrame):
        return f"{told}; its .collect() gives one"
    if hasattr(value, "to_records"):
        return f"{told}; polars.from_pandas(frame).cast(ofc_analytics.schema.{schema}) makes one of it"
    if hasattr(value, "to_pylist"):
        return f"{told}; polars.from_arrow(table).cast(ofc_analytics.schema.{schema}) makes one of it"
    return told


def _mistaken(frame: pl.DataFrame) -> str:
    """What to do with the other of the two frames."""
    if frame.schema == HANDS:
        return "; these are hands: settle them first"
    return "; these are results: give the hands they were settled from" if frame.schema == RESULTS else ""
