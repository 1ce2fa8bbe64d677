"""The words and columns of ClubGG's workbooks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ofc_parsers.club_sheets.cells import Marks, plain
from ofc_parsers.club_sheets.fields import Field
from ofc_parsers.club_sheets.players import NOBODY, Style
from ofc_parsers.club_sheets.times import STAMP

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "DETAILS",
    "INFO",
    "PERIOD",
    "PLAYER_ID",
    "ROSTERS",
    "STYLE",
    "TABLE_NAME",
    "TIMES",
    "TOURNAMENT",
    "WORDS",
    "Detail",
]

PLAYER_ID = re.compile(r"[0-9]{3,5}-[0-9]{3,5}")
STYLE = Style(
    marks=Marks(decimal=".", grouping=","),
    player=re.compile(rf"{PLAYER_ID.pattern}|{NOBODY}"),
    totals=frozenset({"total", "sub total", "grand total"}),
)

_HEADINGS: dict[Field, str] = {
    Field.PLAYER: "ID, Player ID, Member ID",
    Field.NICK: "Nickname",
    Field.BUY_IN: "Buy-in",
    Field.CASH_OUT: "Cash-out",
    Field.HANDS: "Hands",
    Field.FEE: "Rake, Fee",
    Field.WINNINGS: "P&L",
    Field.CLUB: "Club ID",
}

WORDS = {
    plain(heading): (field,) for field, headings in _HEADINGS.items() for heading in headings.split(", ")
}


@dataclass(frozen=True, slots=True)
class Detail:
    """A sheet of tables: what they are, and the 0-based columns of their players."""

    kind: str
    columns: Mapping[Field, tuple[int, ...]]


DETAILS = {
    plain("Ring Game Detail"): Detail(
        "ring",
        {
            Field.PLAYER: (0,),
            Field.NICK: (1,),
            Field.BUY_IN: (2,),
            Field.HANDS: (4,),
            Field.FEE: (10,),
            Field.WINNINGS: (11,),
        },
    ),
    plain("MTT Detail"): Detail(
        "tournament",
        {
            Field.PLAYER: (0,),
            Field.NICK: (1,),
            Field.BUY_IN: (2, 6),
            Field.FEE: (4, 8),
            Field.HANDS: (10,),
            Field.CASH_OUT: (11, 12),
        },
    ),
    plain("Union Ring Game Detail"): Detail(
        "ring",
        {
            Field.CLUB: (0,),
            Field.PLAYER: (2,),
            Field.NICK: (3,),
            Field.BUY_IN: (4,),
            Field.CASH_OUT: (5,),
            Field.HANDS: (6,),
            Field.FEE: (12,),
            Field.WINNINGS: (13,),
        },
    ),
}
"""Sheets of tables; a tournament's re-buys and their fees are added to its buy-in and fee."""

ROSTERS: Mapping[str, Mapping[Field, tuple[int, ...]]] = {
    plain("Club Overview"): {
        Field.PLAYER: (7,),
        Field.NICK: (8,),
        Field.HANDS: (10,),
        Field.FEE: (11,),
        Field.WINNINGS: (19,),
    },
    plain("Union Member Statistics"): {
        Field.CLUB: (0,),
        Field.AGENT: (4,),
        Field.PLAYER: (8,),
        Field.NICK: (9,),
        Field.WINNINGS: (37,),
        Field.FEE: (64,),
        Field.HANDS: (151,),
    },
}
"""Sheets of players' totals over all games."""

PERIOD = re.compile(r"Period\s*:", re.IGNORECASE)
TIMES = re.compile(
    rf"Start/End Time\s*:\s*(?P<start>{STAMP})?\s*~?\s*(?P<end>{STAMP}|Not Ended)?\s*(?P<zone>\(?UTC[^)]*\)?)?",
    re.IGNORECASE,
)
TABLE_NAME = re.compile(
    r"Table Name\s*:\s*(?:(?P<name>.*),\s*Creator\s*:\s*(?P<creator>.*),\s*Club\s*:\s*(?P<club>.*)|(?P<alone>.*))",
    re.IGNORECASE | re.DOTALL,
)
INFO = re.compile(r"Table Information\s*:\s*(?P<facts>.*)", re.IGNORECASE | re.DOTALL)
TOURNAMENT = re.compile(r"(?:MTT|SNG)\s*\((?P<game>.*)\)", re.IGNORECASE | re.DOTALL)
