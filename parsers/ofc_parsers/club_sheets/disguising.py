"""A club's export written again without the names, ids and days in it; its numbers stay.

Headings, and the words of the lines above a table, tell what is whose. A text that neither tells of goes.

Examples
--------
>>> from ofc_analytics.formats.disguise import Disguise
>>> creator(Disguise("x"), "Host(1234-5678)"), identity(Disguise("x"), "77")
('Player 517acbed54(4420-2576)', '77')
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, TypeAlias

from ofc_analytics.formats.disguise import Disguise
from ofc_analytics.money import DASHES
from ofc_parsers.club_sheets.cells import is_mangled, plain
from ofc_parsers.club_sheets.fields import AMOUNTS, Field
from ofc_parsers.club_sheets.times import serial
from ofc_parsers.pppoker.game_id import disguised_game_id
from ofc_parsers.spreadsheets.disguising import GONE, open_grids, written_again

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ofc_parsers.club_sheets.columns import Words
    from ofc_parsers.club_sheets.players import Style
    from ofc_parsers.spreadsheets.grid import Cell, Grid, Row

    Places = Mapping[Field, tuple[int, ...]]

__all__ = [
    "Export",
    "Secret",
    "amount",
    "club",
    "creator",
    "disguised_export",
    "identity",
    "kept",
    "table",
    "when",
]

Secret: TypeAlias = Callable[[Disguise, str], str]

_NAMED = re.compile(r"(.*)\(([^()]*)\)\s*", re.DOTALL)
_DIGITS = re.compile(r"[0-9]{5,}")
_WORD = re.compile(r"[^\W\d_]{2,}")
_FEWEST_HEADINGS = 2


def identity(disguise: Disguise, text: str) -> str:
    """Disguise an id of a player, club or table; one that a spreadsheet program has shortened stays one."""
    found = text.strip()
    if is_mangled(found):
        told = _DIGITS.sub(lambda digits: disguise.identifier(digits[0]), found)
    else:
        told = str(disguised_game_id(disguise, found)) if found.strip(f"{DASHES}/") else found
    return text.replace(found, told, 1)


def creator(disguise: Disguise, text: str, kind: str = "Player") -> str:
    """Disguise a name, with an id in brackets or without."""
    found = _NAMED.fullmatch(text)
    if found is None:
        return disguise.label(kind, text)
    return f"{disguise.label(kind, found[1])}({identity(disguise, found[2])})"


def club(disguise: Disguise, text: str) -> str:
    """Disguise a club's name or id."""
    return creator(disguise, text, "Club") if _WORD.search(text) else identity(disguise, text)


def table(disguise: Disguise, text: str) -> str:
    """Disguise a table's name."""
    return disguise.label("Table", text)


def kept(disguise: Disguise, text: str) -> str:
    """Keep what the app says of a game."""
    return text if text in disguise.known else disguise.scrub(text)


def when(disguise: Disguise, text: str) -> str:
    """Move a time, written as people do or as a spreadsheet's number of days."""
    stamp = serial(text)
    if stamp is None:
        return disguise.dates(text)
    told = datetime.fromisoformat(stamp)
    return str(Decimal(text.strip()) - (told - disguise.moment(told)).days)


def _nick(disguise: Disguise, text: str) -> str:
    return disguise.label("Player", text)


def amount(disguise: Disguise, text: str) -> str:
    """Keep a number, also one that cannot be read; a text that stands in its place goes."""
    return GONE if _WORD.search(disguise.scrub(text)) else text


def _remark(disguise: Disguise, text: str) -> str:
    """Take out a text; of numbers, ids go."""
    if _WORD.search(text):
        return GONE
    return identity(disguise, text) if text.strip().isdecimal() else text


_OF_FIELDS: dict[Field, Secret] = {
    Field.PLAYER: identity,
    Field.AGENT: identity,
    Field.NICK: _nick,
    Field.CLUB: club,
    Field.LEAGUE: identity,
    Field.KNOWN: _remark,
    **dict.fromkeys(AMOUNTS, amount),
}


@dataclass(frozen=True, slots=True)
class Export:
    """How an app writes its exports.

    Attributes
    ----------
    words, style
        Known headings, and how lines are written.
    wanted
        Which sheets are read, by name.
    heads
        What stands in lines above a table: patterns with groups named as in `secrets`; what none of them
        matches goes.
    secrets
        What to do with their groups.
    usual
        Columns by the name of a sheet, where headings are not known.
    columns
        What to do with columns of other headings, in the form of `plain`.
    names
        Names of sheets that stay, in that form.
    """

    words: Words
    style: Style
    wanted: Callable[[str], bool]
    heads: Sequence[re.Pattern[str]]
    secrets: Mapping[str, Secret]
    usual: Callable[[str], Places]
    columns: Mapping[str, Secret] = field(default_factory=dict)
    names: frozenset[str] = frozenset()


def disguised_export(data: bytes, export: Export, disguise: Disguise) -> bytes:
    """Write an export again.

    Raises
    ------
    FormatError
        If a workbook cannot be opened.
    """
    grids = open_grids(data, lambda heading: export.words.get(plain(heading)), export.wanted)
    for _ in range(2):  # the second time everybody is known
        told = {cell: text for grid in grids for cell, text in _Sheet(grid, export, disguise).texts()}
    return written_again(
        data,
        grids,
        lambda cell: told.get(cell, cell.text),
        lambda name: name if plain(name) in export.names else "",
        disguise,
    )


class _Sheet:
    """One sheet, from its first line down."""

    def __init__(self, grid: Grid, export: Export, disguise: Disguise) -> None:
        self._grid, self._export, self._disguise = grid, export, disguise
        places = export.usual(plain(grid.name or ""))
        self._columns = {column: _OF_FIELDS[key] for key, some in places.items() for column in some}
        self._own = places.get(Field.PLAYER, (None,))[0]

    def texts(self) -> Iterator[tuple[Cell, str]]:
        """Give each cell that says something with the text that stands for it."""
        for row in self._grid.rows:
            if row.filled:
                self._look(row)
                is_player = self._is_player(row)
                for cell in row.filled:
                    yield cell, self._told(cell, is_player=is_player)

    def _look(self, row: Row) -> None:
        """Learn from a line of headings what stands below them."""
        known = {cell.column: secret for cell in row.filled if (secret := self._heading(cell)) is not None}
        if len(known) < _FEWEST_HEADINGS or self._is_player(row):
            return
        self._columns |= {cell.column: known.get(cell.column, _remark) for cell in row.filled}
        own = (
            cell.column for cell in row.filled if Field.PLAYER in self._export.words.get(plain(cell.text), ())
        )
        self._own = next(own, self._own)

    def _heading(self, cell: Cell) -> Secret | None:
        heading = plain(cell.text)
        fields = self._export.words.get(heading)
        return self._export.columns.get(heading) or (_OF_FIELDS[fields[0]] if fields else None)

    def _is_player(self, row: Row) -> bool:
        """Whether a line is a player's, whatever words stand in it."""
        if self._own is None or self._own >= len(row.cells):
            return False
        text = row.cells[self._own].text.strip()
        return self._export.style.player.fullmatch(text) is not None or is_mangled(text)

    def _told(self, cell: Cell, *, is_player: bool) -> str:
        text = cell.text
        if not is_player:
            if self._heading(cell) is not None or plain(text) in self._export.style.totals:
                return text
            if (told := self._head(text)) is not None:
                return told
            if league := self._export.style.league.fullmatch(text.strip().casefold()):
                return self._league(text, league[1])
        secret = self._columns.get(cell.column, _remark)
        return secret(self._disguise, text)

    def _head(self, text: str) -> str | None:
        """Rewrite what stands above a table; None where that is nothing known."""
        found = [match for pattern in self._export.heads for match in pattern.finditer(text)]
        if not found:
            return None
        spans = sorted(
            (*match.span(name), name)
            for match in found
            for name, value in match.groupdict().items()
            if value and name in self._export.secrets
        )
        parts, at = [], 0
        for start, end, name in spans:
            if start >= at:
                told = self._export.secrets[name](self._disguise, text[start:end])
                parts += [self._disguise.dates(text[at:start]), told]
                at = end
        return "".join([*parts, self._disguise.dates(text[at:])])

    def _league(self, text: str, league: str | None) -> str:
        at = -1 if league is None else text.casefold().find(league)
        if league is None or at < 0:
            return text
        written = text[at : at + len(league)]
        return f"{text[:at]}{identity(self._disguise, written)}{text[at + len(league) :]}"
