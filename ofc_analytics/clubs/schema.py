"""What a club export says, in three tables: table sessions, players' lines in them, and players' totals a game.

Money is in whole minor units with the exponent of its row. A cell that says nothing is null.

Examples
--------
>>> conform(pl.DataFrame({"app": ["clubgg"], "winnings": [-1250]}), LINES)["winnings"].to_list()
[-1250]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import dataframely as dy
import polars as pl

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ofc_analytics.errors import ParseIssue

__all__ = [
    "LINES",
    "MEMBERS",
    "OFC",
    "TABLES",
    "ClubExports",
    "ClubLines",
    "ClubMembers",
    "ClubTables",
    "conform",
]

OFC = "OFC"
"""How `game` calls open-face Chinese, however an app writes it."""


def _money(description: str) -> dy.Int64:
    return dy.Int64(nullable=True, description=f"{description}, minor units")


def _text(description: str) -> dy.String:
    return dy.String(nullable=True, description=description)


class _Placed(dy.Schema):
    """Where a row stands."""

    app = dy.String(description="app that wrote the export, such as 'pppoker'")
    file = dy.String(description="path or name of the input")
    sheet = _text("worksheet, where the input is a workbook")
    line = dy.UInt32(description="physical line")
    exponent = dy.UInt8(max=8, description="decimal places of the money in this row")


class ClubTables(_Placed):
    """One row a table session, or a league's part of it, with the totals that the file claims for it."""

    game_id = _text("the app's id of the session; where it gives none, its start, creator and name")
    block = dy.UInt32(description="line on which what is said of the table begins; its lines have it too")
    club = _text("club or union it was played in, as written")
    league = _text("league whose part of the table the totals are of; null: all of it")
    name = _text("table name; not unique")
    game = _text("'OFC', or the game as the app writes it")
    kind = dy.String(regex="^(ring|tournament)$", description="ring: for money; tournament: with a buy-in")
    table_type = _text("the line or cell that tells game and stakes, as written")
    stakes = _text("as written")
    fee_rate = _text("as written, such as '5%'")
    fee_cap = _text("as written, such as '5BB'")
    creator = _text("as written")
    started_at = dy.Datetime(nullable=True, time_zone="UTC", time_unit="us", description="start")
    ended_at = dy.Datetime(nullable=True, time_zone="UTC", time_unit="us", description="end")
    utc_offset = _text("offset that the export's own times have, such as '-05:00'; null: unsaid, read as UTC")
    players = dy.Int64(nullable=True, description="claimed number of players")
    buy_in = _money("claimed sum of buy-ins")
    cash_out = _money("claimed sum of cash-outs")
    hands = dy.Int64(nullable=True, description="claimed number of hands")
    winnings = _money("claimed sum of winnings")
    from_opponents = _money("claimed sum of winnings from other players")
    from_jackpot = _money("claimed sum of winnings from jackpots")
    from_equity = _money("claimed sum of winnings from split equity, or insurance")
    fee = _money("claimed sum of fees")
    jackpot_fee = _money("claimed sum of jackpot fees")
    jackpot_payout = _money("claimed sum of jackpots paid, signed as written")
    equity_payout = _money("claimed sum of equity paid, signed as written")
    club_result = _money("claimed sum of what the club earned, signed as written")


class ClubLines(_Placed):
    """One row a player and table."""

    game_id = _text("as in `ClubTables`")
    block = dy.UInt32(description="as in `ClubTables`")
    club = _text("the player's club, as written")
    league = _text("the club's league")
    rate_numerator = dy.Int64(nullable=True, description="what a chip of the league is worth, a fraction")
    rate_denominator = dy.Int64(nullable=True, description="the same")
    player = _text("id of the player, as text; null: none is given, or a program has mangled it")
    nick = _text("nickname")
    agent = _text("agent, as written")
    buy_in = _money("bought in")
    cash_out = _money("taken from the table; in a tournament the prizes")
    hands = dy.Int64(nullable=True, description="hands played")
    winnings = _money("won or lost in all")
    from_opponents = _money("part of the winnings: from other players")
    from_jackpot = _money("part of the winnings: from a jackpot")
    from_equity = _money("part of the winnings: from splitting equity, or insurance")
    fee = _money("paid to the club")
    jackpot_fee = _money("paid into a jackpot")
    jackpot_payout = _money("jackpot as the club's side shows it, signed as written")
    equity_payout = _money("equity as the club's side shows it, signed as written")
    club_result = _money("what the club earned, signed as written")
    complete = dy.Bool(description="whether every cell of the line could be read")


class ClubMembers(_Placed):
    """One row a player and game, from a sheet of players' totals."""

    club = _text("the player's club, as written")
    player = _text("id of the player, as text; null: none is given, or a program has mangled it")
    nick = _text("nickname")
    agent = _text("agent, as written")
    game = dy.String(description="'OFC', another game as the app writes it, or 'total'")
    winnings = _money("won or lost in the game")
    fee = _money("paid to the club in it")
    hands = dy.Int64(nullable=True, description="hands played")
    complete = dy.Bool(description="whether every cell of them could be read")


TABLES: pl.Schema = ClubTables.create_empty().schema
LINES: pl.Schema = ClubLines.create_empty().schema
MEMBERS: pl.Schema = ClubMembers.create_empty().schema


@dataclass(frozen=True, slots=True)
class ClubExports:
    """All that club exports say.

    Attributes
    ----------
    tables, lines, members
        Schemas `ClubTables`, `ClubLines` and `ClubMembers`, in the order of the inputs.
    issues
        What was not read, and what is worth knowing.
    """

    tables: pl.DataFrame
    lines: pl.DataFrame
    members: pl.DataFrame
    issues: list[ParseIssue]

    @classmethod
    def of(
        cls,
        tables: Iterable[pl.DataFrame],
        lines: Iterable[pl.DataFrame],
        members: Iterable[pl.DataFrame],
        issues: list[ParseIssue],
    ) -> ClubExports:
        """Put frames together. Of a file that was given twice each row stands once."""

        def joined(frames: Iterable[pl.DataFrame], schema: pl.Schema) -> pl.DataFrame:
            return pl.concat([schema.to_frame(), *frames]).unique(maintain_order=True)

        return cls(joined(tables, TABLES), joined(lines, LINES), joined(members, MEMBERS), issues)

    @property
    def empty(self) -> bool:
        """Whether nothing at all is said."""
        return self.tables.is_empty() and self.lines.is_empty() and self.members.is_empty()


def conform(frame: pl.DataFrame, schema: pl.Schema) -> pl.DataFrame:
    """Bring a frame to a schema: missing columns become null, others are cast.

    Raises
    ------
    polars.exceptions.InvalidOperationError
        If a value does not fit its column.
    """
    missing = [pl.lit(None).alias(name) for name in schema if name not in frame.columns]
    return frame.with_columns(missing).select(schema.names()).cast(schema)
