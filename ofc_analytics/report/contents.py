"""What a report says, as plain objects: built from frames in one place, written as a page or as data in others."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

__all__ = [
    "Cell",
    "Column",
    "Fact",
    "Figure",
    "HandEntry",
    "PairLine",
    "PlayerBoard",
    "Remark",
    "Report",
    "RowLine",
    "Table",
]


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and what is so: a line of the summary, or of what was left out and why."""

    label: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A chart.

    Attributes
    ----------
    key
        Its name in addresses and file names: lower case, hyphens.
    svg
        One ``<svg>`` element, without a declaration before it.
    alternative
        What the picture shows, in words, for who does not see it.
    """

    key: str
    title: str
    svg: str
    alternative: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table: what is shown, and what it is sorted by.

    `dim` marks what rests on too little to mean much; `why` stands in small print below and says so in words, or what a code
    is about. `original` is what the text says in the words it was found in, folded away.
    """

    text: str
    order: float | str | None = None
    dim: bool = False
    why: str = ""
    original: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """The heading of a column; numbers stand to the right, sentences get room, and what is whole is not broken."""

    heading: str
    numeric: bool = False
    wide: bool = False
    whole: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table as shown, and the frame behind it, which is what is written as CSV, Excel and Parquet."""

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    frame: pl.DataFrame
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowLine:
    """One row of a board: its cards as codes, its value in words, its royalty."""

    label: str
    cards: bytes
    words: str
    royalty: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerBoard:
    """What one player set and what he got for it; `fees` are those parts of his money that no opponent paid."""

    name: str
    rows: tuple[RowLine, ...]
    points: int
    net: str | None
    fees: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    claim: str = ""


@dataclass(frozen=True, slots=True)
class PairLine:
    """What passed between two players, and how it adds up, in words."""

    names: tuple[str, str]
    words: str


@dataclass(frozen=True, slots=True)
class Remark:
    """What was found of a hand; `original` as in `Cell`."""

    text: str
    original: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEntry:
    """A hand that folds out: boards, and the receipt pair by pair."""

    hand_id: str
    title: str
    players: tuple[PlayerBoard, ...]
    pairs: tuple[PairLine, ...]
    disputed: bool = False
    notes: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything a report says, in the order it is read."""

    language: Literal["en", "ru"]
    title: str
    summary: Sequence[Fact]
    figures: Sequence[Figure] = ()
    tables: Sequence[Table] = ()
    hands: Sequence[HandEntry] = ()
    hands_note: str = ""
    findings: Table | None = None
    scope: Sequence[Fact] = ()
    issues: Table | None = None
    methods: Sequence[str] = ()
    made_by: str = field(default="")
