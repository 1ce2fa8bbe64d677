"""Reads sheets of players' totals: a line a player, some columns a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_parsers.club_sheets.columns import Columns
from ofc_parsers.club_sheets.fields import Field
from ofc_parsers.club_sheets.players import kind_of, read_player

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ofc_parsers.club_sheets.players import Style
    from ofc_parsers.club_sheets.records import Book
    from ofc_parsers.club_sheets.remarks import Remarks
    from ofc_parsers.spreadsheets.grid import Row

    Places = Mapping[Field, tuple[int, ...]]

__all__ = ["MEASURES", "read_roster"]

MEASURES = (Field.WINNINGS, Field.FEE, Field.HANDS)
"""What such a sheet tells of a player's game."""

_KEPT = (Field.CLUB, Field.PLAYER, Field.NICK, Field.AGENT, *MEASURES, "line", "sheet")


def read_roster(
    rows: Iterable[Row],
    who: Places,
    games: Mapping[str, Places],
    style: Style,
    *,
    book: Book,
    remarks: Remarks,
) -> None:
    """Read the players' lines into a book, a row a player and game.

    Parameters
    ----------
    who
        Columns that tell the player.
    games
        Columns of `MEASURES` by game.
    """
    for row in rows:
        seen = False
        for game, places in games.items():
            columns = Columns({**who, **places})
            if kind_of(row, columns, style) != "player":
                continue
            seen = True
            read = read_player(row, columns, style, remarks)
            facts = {str(key): read.facts[key] for key in _KEPT if key in read.facts}
            book.members.append(facts | {"game": game, "complete": read.complete})
        if not seen:
            remarks.note("line-skipped", "a line that is no player's is not read", row.filled[0])
