"""Reads one table of an export: its players' lines, and what its lines of totals claim."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ofc_parsers.club_sheets.columns import columns_of
from ofc_parsers.club_sheets.fields import AMOUNTS, Field
from ofc_parsers.club_sheets.players import kind_of, read_amounts, read_player

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from ofc_parsers.club_sheets.blocks import Block
    from ofc_parsers.club_sheets.columns import Columns, Words
    from ofc_parsers.club_sheets.players import Style
    from ofc_parsers.club_sheets.records import Book
    from ofc_parsers.club_sheets.remarks import Remarks
    from ofc_parsers.spreadsheets.grid import Row

__all__ = ["TableReader", "report_columns"]


@dataclass(slots=True)
class TableReader:
    """Reads the tables of one export into its book.

    Attributes
    ----------
    words, style
        Headings, and how the lines are written.
    rates
        What a chip of a league is worth.
    """

    book: Book
    remarks: Remarks
    words: Words
    style: Style
    rates: dict[str, Fraction] = field(default_factory=dict)

    def read(
        self, block: Block, facts: Mapping[str, Any], usual: Mapping[Field, tuple[int, ...]] | None = None
    ) -> None:
        """Read a table.

        Parameters
        ----------
        facts
            What was read of the table itself, as columns of `ClubTables`.
        usual
            Columns, where headings are not known.
        """
        base = {**facts, "block": block.first.line, "line": block.first.line}
        base["sheet"] = block.first.cells[0].sheet
        columns = columns_of(block.header, self.words, usual)
        report_columns(columns, self.remarks)
        if Field.PLAYER not in columns.places or not columns.places.keys() & set(AMOUNTS):
            message = "the table has no header of players and amounts; its lines are not read"
            self.remarks.line("header-missing", message, block.first, "columns such as the id, buy-in, hands")
            self.book.tables.append(base)
            return
        claims: dict[str, Any] | None = None
        leagues: list[str] = []
        for row in block.body:
            match self._kind(row, columns):
                case "player":
                    if claims is not None:
                        message = "the line stands below the totals of its table"
                        self.remarks.line("line-after-total", message, row, severity="warning")
                    line = self._player(row, columns, base)
                    leagues += [line["league"]] if line.get("league") else []
                case "total" if claims is None:
                    claims = self._claims(row, columns)
                case "total":
                    self.remarks.line("total-twice", "the table has a second line of totals", row, "one")
                case "league":
                    self._league(row, columns, base, leagues)
                    leagues = []
                case "other":
                    self._other(row, columns)
        self.book.tables.append(base | (claims or {}))

    def _kind(self, row: Row, columns: Columns) -> str:
        """What a line is; one that is damaged, or of text and cut off, is reported."""
        if row.fault is not None:
            self.remarks.line("line-damaged", row.fault, row, "each quotation mark closed")
            return "damaged"
        kind = kind_of(row, columns, self.style)
        if kind != "other" and row.cells[0].sheet is None and len(row.cells) <= _last(columns):
            message = "the line ends before its last column"
            self.remarks.line("line-short", message, row, "as many cells as the header", severity="warning")
        return kind

    def _player(self, row: Row, columns: Columns, base: Mapping[str, Any]) -> dict[str, Any]:
        read = read_player(row, columns, self.style, self.remarks)
        line = {key: base.get(key) for key in ("game_id", "block", "club", "league")}
        line |= {key: value for key, value in read.facts.items() if value is not None}
        line["complete"] = read.complete
        rate = self.rates.get(line["league"] or "")
        if rate is not None:
            line |= {"rate_numerator": rate.numerator, "rate_denominator": rate.denominator}
        self.book.lines.append(line)
        return line

    def _claims(self, row: Row, columns: Columns) -> dict[str, Any]:
        read = read_amounts(row, columns, self.style, self.remarks, claimed=True)
        return read.facts | {"line": row.line}

    def _league(self, row: Row, columns: Columns, base: Mapping[str, Any], leagues: list[str]) -> None:
        """A league's totals: of the league that they name, else of the one whose lines stand above."""
        texts = [cell.text.strip() for cell in row.filled]
        named = [
            found[1] for text in texts if (found := self.style.league.fullmatch(text.casefold())) and found[1]
        ]
        known = {league.casefold(): league for league in leagues}
        named += [text for text in texts if text.casefold() in known]
        names = {known.get(name.casefold(), name) for name in named} or set(leagues)
        if len(names) != 1:
            self.remarks.line(
                "total-unclear", "these totals do not tell their league", row, "a league's name"
            )
            return
        self.book.tables.append({**base, **self._claims(row, columns), "league": names.pop()})

    def _other(self, row: Row, columns: Columns) -> None:
        amounts = {column for key in AMOUNTS for column in columns.places.get(key, ())}
        said = [cell for cell in row.filled if cell.column in amounts and any(map(str.isdigit, cell.text))]
        if said:
            message = "the line has amounts, and names no player"
            self.remarks.line(
                "player-missing", message, row, "an id, / where there is none, or a word for totals"
            )
        else:
            self.remarks.note("line-skipped", "a line that is no player's is not read", row.filled[0])


def _last(columns: Columns) -> int:
    return max(place for key in AMOUNTS for place in columns.places.get(key, (0,)))


def report_columns(columns: Columns, remarks: Remarks) -> None:
    """Report headings that are not known, stand twice, or have moved."""
    for cell in columns.unknown:
        remarks.note("column-unknown", "columns that are not known are not read", cell)
    for cell in columns.twice:
        remarks.fault("column-twice", "a column stands twice; neither is read", cell, "each column once")
    for cell in columns.moved:
        remarks.note(
            "column-moved", "columns stand elsewhere than was known; the headings are followed", cell
        )
