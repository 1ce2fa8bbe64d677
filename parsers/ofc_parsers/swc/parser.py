"""The format's parser: sorts the lines of a capture to their tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from ofc_analytics.errors import ParseIssue
from ofc_analytics.formats import BATCH, Sniff
from ofc_analytics.schema import frame_from_hands
from ofc_parsers.captures.decoding import Misfit
from ofc_parsers.captures.tally import Tally
from ofc_parsers.swc import vocabulary as words
from ofc_parsers.swc.disguising import disguised_capture
from ofc_parsers.swc.reading import looks_alike, read_line
from ofc_parsers.swc.seat import has_rows
from ofc_parsers.swc.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from ofc_analytics.formats import ParseContext
    from ofc_analytics.formats.disguise import Disguise
    from ofc_analytics.hands import Hand
    from ofc_parsers.swc.vocabulary import GameState

__all__ = ["Swc"]

_MOST_TABLES = 500
"""Tables that are followed at once; beyond that the one longest silent is closed."""


class Swc:
    """Captured messages of SwC Poker, and its dealer's lines."""

    name = "swc"
    title = "captured messages of SwC Poker: states of its tables, and what the dealer says"
    version = "2"
    tier = "shape"
    extensions = (".jsonl", ".log", ".txt")

    def sniff(self, head: bytes, name: str) -> Sniff:  # noqa: ARG002 (the content says enough)
        """Sure where a line is a game message of the socket, a state of a table, or a sentence of the dealer."""
        lines = [line.strip() for line in head.split(b"\n") if line.strip()]
        alike = sum(map(looks_alike, lines))
        return Sniff(
            0.95 if alike else 0.0,
            f"{alike} of its first {len(lines)} lines are states of a table or the dealer's",
        )

    def parse(self, stream: BinaryIO, context: ParseContext) -> Iterator[pl.DataFrame]:
        """Read hands as others begin at their tables; a hand that is not whole is an issue."""
        capture = _Capture(context)
        hands: list[Hand] = []
        for number, line in enumerate(stream, 1):
            if text := line.strip():
                hands += capture.take(text, number)
            if len(hands) >= BATCH:
                yield frame_from_hands(hands[:BATCH])
                hands = hands[BATCH:]
        hands += capture.finish()
        for start in range(0, len(hands), BATCH):
            yield frame_from_hands(hands[start : start + BATCH])

    def anonymise(self, stream: BinaryIO, disguise: Disguise) -> Iterator[bytes]:
        """Write the lines again with other names, ids, tables and days."""
        return disguised_capture(stream, disguise)


class _Capture:
    """The tables of a capture; a dealer's line by itself belongs to the table of the state before it."""

    def __init__(self, context: ParseContext) -> None:
        self._context = context
        self._tally = Tally()
        self._tables: dict[object, Table] = {}
        self._latest: object = None

    def take(self, raw: bytes, number: int) -> list[Hand]:
        """Take a line in; give the hands that it shows to be over."""
        try:
            line = read_line(raw)
        except Misfit as error:
            self._context.report(
                ParseIssue(
                    code=error.code,
                    message=error.message,
                    line=number,
                    text=raw.decode(errors="replace"),
                    expected="a whole message with the keys and values of the room",
                    raw=raw.decode(errors="replace"),
                )
            )
            return []
        for path in line.unknown:
            self._tally.add(
                "key-unknown", "a key that is not known here and not read", text=path, line=number
            )
        if line.timeless is not None:
            self._tally.add(
                "time-unclear", "a time of the capture without an offset, which is not read", line=number
            )
        if line.other is not None:
            self._tally.add("message-unknown", "a message that is not read", text=line.other, line=number)
        hands: list[Hand] = []
        if line.state is not None and self._is_played(line.state, number):
            table = self._table(line.state.ti, hands)
            hands += filter(None, [table.take(line.state, number, line.time)])
        for saying in line.sayings:
            self._table(self._latest, hands).hear(saying, number)
        return hands

    def finish(self) -> list[Hand]:
        """Give the hands that are still being played at the end, and tell what was counted."""
        hands = [hand for table in self._tables.values() if (hand := table.close()) is not None]
        self._tally.report(self._context)
        return hands

    def _is_played(self, state: GameState, number: int) -> bool:
        if state.gi in {None, 0, ""}:
            return False  # a table at which no hand is played
        if state.gt not in words.FAMILY and not any(seat and has_rows(seat.d) for seat in state.s):
            self._tally.add(
                "game-unknown",
                "states of a game that is not open-face are not read",
                text=str(state.gt),
                line=number,
                expected="70, 73 to 77 or 84",
            )
            return False
        return True

    def _table(self, number: object, hands: list[Hand]) -> Table:
        self._latest = number
        table = self._tables.pop(number, None)
        if table is None:
            table = Table(self._context, self._tally)
            if len(self._tables) >= _MOST_TABLES:
                silent = self._tables.pop(next(iter(self._tables)))
                hands += filter(None, [silent.close()])
        self._tables[number] = table
        return table
