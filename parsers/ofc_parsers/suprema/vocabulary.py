"""The words of Suprema's Grand Union workbooks."""

from __future__ import annotations

import re

from ofc_parsers.club_sheets.cells import Marks, plain
from ofc_parsers.club_sheets.fields import Field
from ofc_parsers.club_sheets.players import NOBODY, Style

__all__ = [
    "DETAIL",
    "DETAIL_COLUMNS",
    "GAME",
    "GAMES",
    "RESUME",
    "STATISTICS",
    "STYLE",
    "TABLES",
    "TABLE_COLUMNS",
    "TOURNAMENT",
    "TRIO",
    "WORDS",
]

RESUME = plain("Grand Union Member Resume")
STATISTICS = plain("Grand Union Member Statistics")
TABLES = plain("Grand Union Game Statistics")
DETAIL = plain("Grand Union Game Detail")

STYLE = Style(
    marks=Marks(decimal=",", grouping=". \u00a0"),
    player=re.compile(rf"[0-9]+|{NOBODY}"),
    totals=frozenset({"total", "total geral", "grand total"}),
)
TOURNAMENT = re.compile(r"\b(?:MTT|SNG|SPIN|SAT)\b", re.IGNORECASE)

_HEADINGS: dict[Field, str] = {
    Field.PLAYER: "Player ID",
    Field.NICK: "nickName, Player Name",
    Field.AGENT: "Agent ID",
    Field.CLUB: "Club, Club Name",
    Field.BUY_IN: "Buyin, Buy-in, Total Buyin",
    Field.WINNINGS: "Win, Winnings",
    Field.FEE: "Fee, Total Fee",
    Field.JACKPOT_FEE: "Jackpot Fee",
    Field.HANDS: "Hands",
    Field.KNOWN: "Agent Name, Sub Agent ID, Sub Agent Name, Admin Fee, RODEO Total Profit, Games, Role, Rank",
}

WORDS = {
    plain(heading): (field,) for field, headings in _HEADINGS.items() for heading in headings.split(", ")
}

DETAIL_COLUMNS = {
    Field.CLUB: (3,),
    Field.NICK: (4,),
    Field.PLAYER: (5,),
    Field.AGENT: (7,),
    Field.BUY_IN: (10,),
    Field.WINNINGS: (11,),
    Field.FEE: (12,),
    Field.HANDS: (14,),
}
"""0-based columns of the players below a table, whose headings are not known."""

GAME = re.compile(
    r"Game Name\s*:\s*(?P<name>.*)\((?P<id>[^()]*)\)\s*Creator\s*:\s*(?P<creator>.*)",
    re.IGNORECASE | re.DOTALL,
)

TABLE_COLUMNS = {
    plain(heading): key
    for heading, key in {
        "Game ID": "game_id",
        "Game Name": "name",
        "Creator Name": "creator",
        "Game Type": "table_type",
        "Start Time": "started_at",
        "End Time": "ended_at",
        "Fee Rate": "fee_rate",
        "Fee": "fee",
        "Total Buyin": "buy_in",
        "Hands": "hands",
        "Small Blind(GU)": "small",
        "Big Blind(GU)": "big",
        "Ante(GU)": "ante",
        "Jackpot Fee(GU)": "jackpot_fee",
        "Jackpot Payout(GU)": "jackpot_payout",
        "Duration": "known",
        "Admin Fee Rate": "known",
        "Admin Fee": "known",
        "Players": "players",
        "Buy-in Min(GU)": "known",
        "Buy-in Max(GU)": "known",
    }.items()
}

GAMES = ("OFC", "NLH", "PLO4", "PLO5", "PLO6", "Mix Game", "MTT", "SNG", "SPIN")
"""Games that the statistics have columns of."""

TRIO = {
    plain(pattern.format(game)): (game, field)
    for game in GAMES
    for field, patterns in (
        (Field.WINNINGS, ("{}(GU)",)),
        (Field.FEE, ("{} Fee(GU)", "{} Total Fee(GU)")),
        (Field.HANDS, ("{} Hands", "{}(Hands)")),
    )
    for pattern in patterns
}
"""Game and measure by heading; a version of the export has one of two wordings."""
