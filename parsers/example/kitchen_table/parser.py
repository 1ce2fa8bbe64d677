"""The parser: tells kitchen-table notes from other files, and reads them line by line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO

from kitchen_table.vocabulary import HAND, PLAYER, TITLE
from ofc_analytics.cards import UNKNOWN, split_board
from ofc_analytics.errors import CardError, ParseIssue
from ofc_analytics.formats import BATCH, ParseContext, Sniff
from ofc_analytics.hands import Claim, Hand, Player
from ofc_analytics.money import currency_exponent, parse_money
from ofc_analytics.schema import frame_from_hands

if TYPE_CHECKING:
    from collections.abc import Iterator
    from re import Match

    import polars as pl

__all__ = ["KitchenTable"]


class KitchenTable:
    """Notes kept at a kitchen table."""

    name = "kitchen-table"
    title = "notes kept at a kitchen table"
    version = "1"
    tier = "shape"
    extensions = (".txt",)

    def sniff(self, head: bytes, name: str) -> Sniff:  # noqa: ARG002 (the content says enough)
        """Sure of a file whose first line is the title."""
        first = head.split(b"\n", 1)[0].decode(errors="replace").strip()
        return Sniff(0.9, "its first line is the title") if TITLE.fullmatch(first) else Sniff(0.0)

    def parse(self, stream: BinaryIO, context: ParseContext) -> Iterator[pl.DataFrame]:
        """Read hands; a hand with a line that does not read is left out."""
        notes = _Notes(context)
        hands: list[Hand] = []
        for number, line in enumerate(stream, 1):
            hands += notes.take(line.decode(errors="replace").strip(), number)
            if len(hands) >= BATCH:
                yield frame_from_hands(hands)
                hands = []
        hands += notes.close()
        if hands:
            yield frame_from_hands(hands)


@dataclass(slots=True)
class _Notes:
    """What was read, and the hand that is still open."""

    context: ParseContext
    session: str | None = None
    currency: str | None = None
    unit: int | None = None
    number: str | None = None
    line: int = 0
    players: list[Player] = field(default_factory=list)
    spoilt: bool = False

    def take(self, text: str, line: int) -> list[Hand]:
        """Take a line in; give the hand that it shows to be over."""
        if title := TITLE.fullmatch(text):
            closed = self.close()
            self._open_night(title, line)
            return closed
        if hand := HAND.fullmatch(text):
            closed = self.close()
            self.number, self.line = hand["number"], line
            return closed
        if player := PLAYER.fullmatch(text):
            self._seat(player, line)
        elif text:
            self._report(
                "line-unknown", "this line says nothing that is known", line, text, "a hand or a player"
            )
        return []

    def close(self) -> list[Hand]:
        """Give the open hand, unless something in it did not read."""
        players, spoilt = tuple(self.players), self.spoilt
        self.players, self.spoilt = [], False
        if not players or spoilt:
            return []
        return [
            Hand(
                players=players,
                native_id=self.number,
                hand_no=None if self.number is None else int(self.number),
                room="kitchen table",
                session=self.session,
                unit=self.unit,
                currency=self.currency,
                exponent=currency_exponent(self.currency),
                source=self.context.source(self.line),
            )
        ]

    def _open_night(self, title: Match[str], line: int) -> None:
        self.session, self.currency, self.number = title["date"], title["currency"], None
        try:
            self.unit = parse_money(title["unit"], exponent=currency_exponent(self.currency))
        except ValueError as error:
            self._report("unit-unreadable", str(error), line, title["unit"], "an amount such as 10")

    def _seat(self, player: Match[str], line: int) -> None:
        try:
            cards = split_board(player["board"])
        except CardError as error:
            self._report("board-unreadable", str(error), line, player["board"].strip(), None)
            cards = bytes([UNKNOWN] * 13)
        claim = Claim(points=int(player["points"]))
        seat = len(self.players) + 1
        self.players.append(Player(seat=seat, name=player["name"], cards=cards, claimed=claim, line=line))

    def _report(self, code: str, message: str, line: int, text: str, expected: str | None) -> None:
        self.context.report(
            ParseIssue(
                code=code,
                message=message,
                line=line,
                text=text,
                expected=expected,
                hand=self.number,
                hands=int(self.number is not None and not self.spoilt),
            )
        )
        self.spoilt = self.number is not None
