"""What is said of a table without cards: its headings, and what can and cannot be verified from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_analytics.errors import ParseIssue
from ofc_parsers.home_sheet import values
from ofc_parsers.home_sheet.tallies.results import in_points
from ofc_parsers.home_sheet.tallies.tables import BY_NUMBERS, Layout, pair_of
from ofc_parsers.home_sheet.tallies.vocabulary import ROW_FIELDS, ROW_PLACE, ROW_WON, Key, Word
from ofc_parsers.home_sheet.vocabulary import CONTEXT, Field
from ofc_parsers.spreadsheets.grid import column_letters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ofc_parsers.home_sheet.tallies.lines import Line
    from ofc_parsers.home_sheet.tallies.tables import Table
    from ofc_parsers.spreadsheets.grid import Cell

__all__ = ["READ", "heading_issues", "verifiable"]

_RESULT = (Field.HAND, Field.PLAYER, Field.POINTS, Field.NET)
READ: dict[Layout, tuple[Key, ...]] = {
    Layout.ENTRIES: (Word.KIND, Field.PLAYER, Word.OTHER, Field.NET, Word.NOTE, Word.ID, Word.CORRECTS),
    Layout.CHIPS: (Field.PLAYER, Word.BUY_IN, Word.CASH_OUT, Word.TOTAL, Field.NET, Word.NOTE),
    Layout.NAMED: (*_RESULT, *ROW_FIELDS, *ROW_WON, *ROW_PLACE, Field.FOUL),
    Layout.POINTS: _RESULT,
    Layout.WIDE: (Field.HAND,),
    Layout.PAIRS: (Field.HAND, Word.WINNER, Word.LOSER, Field.POINTS, Field.NET),
    Layout.PAIR_COLUMNS: (Field.HAND,),
    Layout.MATRIX: (),
    Layout.TOTALS: (Field.PLAYER, Word.TOTAL, Field.POINTS, Field.NET),
}
"""Columns that are read, beside those of what holds for many hands."""

_NEEDED: dict[Layout, dict[Key, str]] = {
    Layout.ENTRIES: {Word.KIND: "kind", Field.PLAYER: "player", Field.NET: "amount"},
    Layout.NAMED: {Field.HAND: "hand"},
}
_RESULTS = frozenset({Field.POINTS, Field.NET})

_BALANCED = "that each hand adds up to 0 is verified; the cards, the royalties and who won are not"
_VERIFIED = {
    Layout.NAMED: "royalties and scoops follow from the names and winners, and what contradicts them is an error; "
    "that the cards were so, and who won between equal names, is not verified",
    Layout.POINTS: _BALANCED,
    Layout.WIDE: _BALANCED,
    Layout.PAIRS: "a pair's result adds up to 0 by itself; nothing else about it is verified",
    Layout.PAIR_COLUMNS: "a pair's result adds up to 0 by itself; nothing else about it is verified",
    Layout.MATRIX: "that both halves of the square agree is verified, if both are there; nothing else is",
    Layout.TOTALS: "that the totals add up to 0 is verified; no hand of them is",
    Layout.CHIPS: "that what was handed back is what was bought is verified; no hand is",
}


def verifiable(table: Table, first: Line) -> ParseIssue | None:
    """What can and what cannot be verified from a table with some line; entries of a ledger go without saying."""
    if table.layout not in _VERIFIED:
        return None
    heading = table.columns.get(Word.TOTAL)
    unsaid = table.layout in BY_NUMBERS or (table.layout is Layout.TOTALS and heading is not None)
    read_as = "points, for a unit is told" if in_points(first, heading) else "money, for no unit is told"
    return ParseIssue(
        code="without-cards",
        message=f"the lines tell {table.layout} without cards: {_VERIFIED[table.layout]}"
        f"{f'; the numbers are read as {read_as}' if unsaid else ''}",
        severity="note",
        **table.header.filled[0].place,
    )


def heading_issues(table: Table, *, kind_known: bool) -> Iterator[ParseIssue]:
    """What keeps a table from being read (errors), and headings that are not read (notes)."""
    needed = _NEEDED.get(table.layout, {})
    missing = [
        word
        for key, word in needed.items()
        if key not in table.columns and not (kind_known and key is Word.KIND)
    ]
    place = table.header.filled[0].place
    if missing:
        yield ParseIssue(
            code="column-missing",
            message=f"there is no column for {', '.join(missing)}",
            text=table.header.raw,
            expected=f"a line of headings with {', '.join(needed.values())}",
            **place,
        )
    if table.layout is Layout.POINTS and not table.columns.keys() & _RESULTS:
        heading = table.columns[Field.UNIT]
        message = "the column says what a point is worth, and none says what was won and lost"
        expected = "a column headed points or money (куши, очки, деньги)"
        yield ParseIssue(
            code="column-missing", message=message, text=heading.text, expected=expected, **heading.place
        )
    read = {*READ[table.layout], *CONTEXT}
    for first, second in table.twice:
        yield ParseIssue(
            code="column-twice",
            message=f"several columns are headed {_word(table, first.text)}: {first.where} and {second.where}",
            text=second.text,
            expected="one column for each thing",
            **second.place,
        )
    yield from _name_issues(table)
    unread = [cell for key, cell in table.columns.items() if key not in read]
    for cell in (*table.unknown, *unread):
        yield ParseIssue(
            code="column-unknown",
            message="the column is not read",
            text=cell.text.strip(),
            expected=", ".join(str(key) for key in READ[table.layout]) or "names of players",
            severity="note",
            **cell.place,
        )


def _name_issues(table: Table) -> Iterator[ParseIssue]:
    """What is wrong with headings that are players or pairs: one that comes again, also the other way round."""
    pairs = table.layout is Layout.PAIR_COLUMNS
    what = "pair" if pairs else "player"
    seen: dict[frozenset[str], Cell] = {}
    for cell in table.names:
        try:
            values.player(cell.text)
        except ValueError:
            message = "a heading is too long for a name"
            yield ParseIssue(
                code="player-unreadable", message=message, text=cell.text, expected="a name", **cell.place
            )
            continue
        names = frozenset(" ".join(name.split()) for name in (pair_of(cell.text) or ()) if pairs)
        before = seen.setdefault(names or frozenset({" ".join(cell.text.split())}), cell)
        if pairs and len(names) == 1:
            code, message, expected = "pair-of-one", "a column is headed by one player twice", "two players"
        elif before is not cell:
            code, expected = "column-twice", f"one column for each {what}"
            message = f"two columns have one {'pair' if pairs else 'name'}, the first in column {column_letters(before.column)}"
        else:
            continue
        yield ParseIssue(code=code, message=message, text=cell.text, expected=expected, **cell.place)


def _word(table: Table, heading: str) -> str:
    named = {cell.text: key for key, cell in table.columns.items()}
    key = named.get(heading)
    return "amount" if key is Field.NET else str(key or heading)
