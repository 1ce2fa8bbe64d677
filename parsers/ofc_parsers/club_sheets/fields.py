"""What a column of a club export says."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["AMOUNTS", "LABELS", "Field"]


class Field(StrEnum):
    """Names of the columns of `ClubLines`, and of what is read beside them."""

    PLAYER = "player"
    NICK = "nick"
    AGENT = "agent"
    CLUB = "club"
    LEAGUE = "league"
    BUY_IN = "buy_in"
    CASH_OUT = "cash_out"
    HANDS = "hands"
    WINNINGS = "winnings"
    FROM_OPPONENTS = "from_opponents"
    FROM_JACKPOT = "from_jackpot"
    FROM_EQUITY = "from_equity"
    FEE = "fee"
    JACKPOT_FEE = "jackpot_fee"
    JACKPOT_PAYOUT = "jackpot_payout"
    EQUITY_PAYOUT = "equity_payout"
    CLUB_RESULT = "club_result"
    KNOWN = "known"
    """A column that is known and not kept."""


AMOUNTS = tuple(Field)[tuple(Field).index(Field.BUY_IN) : tuple(Field).index(Field.KNOWN)]
"""Columns of numbers: of a player in a line, of a whole table in its line of totals."""

LABELS = {field: f"the {field.value.replace('_', ' ').replace('buy in', 'buy-in')}" for field in Field} | {
    Field.PLAYER: "the player's id",
    Field.CASH_OUT: "the cash-out",
    Field.FROM_OPPONENTS: "the winnings from opponents",
    Field.FROM_JACKPOT: "the winnings from the jackpot",
    Field.FROM_EQUITY: "the winnings from split equity",
    Field.CLUB_RESULT: "the club's result",
}
"""How messages speak of a field."""
