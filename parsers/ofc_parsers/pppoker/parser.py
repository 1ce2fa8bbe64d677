"""The format's parser: sorts the messages of a dump by table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from ofc_analytics.formats import BATCH, Sniff
from ofc_analytics.schema import frame_from_hands
from ofc_parsers.captures.decoding import Misfit, TolerantDecoder
from ofc_parsers.captures.disguising import disguised_lines, identifier, kept, player, table, unread
from ofc_parsers.captures.faults import Fault
from ofc_parsers.captures.spelling import bare, read_json, respell
from ofc_parsers.captures.tally import Tally
from ofc_parsers.pppoker import vocabulary as words
from ofc_parsers.pppoker.envelope import open_envelope
from ofc_parsers.pppoker.game_id import disguised_game_id
from ofc_parsers.pppoker.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from ofc_analytics.formats import ParseContext
    from ofc_analytics.formats.disguise import Disguise
    from ofc_analytics.hands import Hand

__all__ = ["PPPoker"]

_SNIFFED_LINES = 20
_MOST_TABLES = 100
_MESSAGE = re.compile("Pine[A-Z][A-Za-z]*")
_SECRETS = {bare(key): kept for key in (*words.KEYS, *words.MESSAGES, *words.BODY_KEYS)} | {
    bare(name): secret
    for secret, names in {
        player: "name ownerName",
        table: "roomName clubName",
        identifier: "uid roomId ownerId clubId leagueId clubOwnerId createClubId tableId",
        disguised_game_id: "gameId",
        unread: "icon ownerIcon clubIcon platform region",
    }.items()
    for name in names.split()
}
_DECODERS = {name: TolerantDecoder(kind) for name, kind in words.MESSAGES.items()}


class PPPoker:
    """Message dumps of PPPoker's pineapple tables."""

    name = "pppoker-pine"
    title = "message dump of PPPoker pineapple tables, JSON lines"
    version = "2"
    tier = "documented"
    extensions = (".jsonl", ".ndjson", ".json")

    def sniff(self, head: bytes, name: str) -> Sniff:  # noqa: ARG002 (the content says enough)
        """Sure where the lines hold messages of pineapple tables."""
        lines = [line for line in head.split(b"\n", _SNIFFED_LINES)[:_SNIFFED_LINES] if line.strip()]
        alike = sum(map(_looks_alike, lines))
        return Sniff(
            0.95 * alike / max(len(lines), 1), f"{alike} of its first {len(lines)} lines are Pine* messages"
        )

    def parse(self, stream: BinaryIO, context: ParseContext) -> Iterator[pl.DataFrame]:
        """Read hands as their results come in; a message or hand that does not fit is an issue."""
        dump = _Dump(context)
        hands: list[Hand] = []
        for number, line in enumerate(stream, 1):
            if line.strip() and (hand := dump.take(line, number)) is not None:
                hands.append(hand)
            if len(hands) == BATCH:
                yield frame_from_hands(hands)
                hands = []
        dump.finish()
        yield frame_from_hands(hands)

    def anonymise(self, stream: BinaryIO, disguise: Disguise) -> Iterator[bytes]:
        """Write the lines again with other names, ids, tables and days."""
        return disguised_lines(
            stream, _SECRETS, disguise, outer=dict.fromkeys(words.NAME_KEYS, _message_name)
        )


def _message_name(disguise: Disguise, value: str | int) -> str | int:
    return value if _MESSAGE.fullmatch(str(value)) else unread(disguise, value)


def _looks_alike(line: bytes) -> bool:
    try:
        envelope = open_envelope(msgspec.json.decode(line))
    except (msgspec.DecodeError, RecursionError, Fault):
        return False
    return envelope is not None and envelope.name in words.MESSAGES


class _Dump:
    """The tables of a dump."""

    def __init__(self, context: ParseContext) -> None:
        self._context = context
        self._tally = Tally()
        self._tables: dict[str, Table] = {}

    def take(self, raw: bytes, line: int) -> Hand | None:
        """Take a line in; give the hand that it ends."""
        try:
            return self._take(raw, line)
        except RecursionError:
            fault = Fault("json-broken", "the line is nested too deeply", expected="one whole JSON object")
        except Fault as found:
            fault = found
        self._context.report(fault.issue(line=line, raw=raw))
        return None

    def finish(self) -> None:
        """Report the hands that were not ended, and what was counted."""
        for one in self._tables.values():
            one.close()
        self._tally.report(self._context)

    def _take(self, raw: bytes, line: int) -> Hand | None:
        envelope = open_envelope(read_json(raw))
        if envelope is None or envelope.name not in _DECODERS:
            code, text = ("line-unknown", None) if envelope is None else ("message-unknown", envelope.name)
            self._tally.add(
                code, "a line that is no message of a pineapple table is not read", text=text, line=line
            )
            return None
        table = self._table(envelope.table)
        decoder = _DECODERS[envelope.name]
        try:
            message, unknown = decoder.convert(respell(envelope.body, words.KEYS))
        except Misfit as misfit:
            fault = Fault(misfit.code, misfit.message, expected=f"the keys and values of {envelope.name}")
            table.lose(words.MESSAGES[envelope.name], fault)
            raise fault from None
        for key in (*envelope.others, *unknown):
            self._tally.add(
                "key-unknown",
                f"{envelope.name} has a key that is not known, and is not read",
                text=key,
                line=line,
            )
        return table.take(message, line)

    def _table(self, name: str) -> Table:
        """Give a table; the one that is silent for the longest is closed where there are too many."""
        table = self._tables.pop(name, None) or Table(self._context, self._tally)
        self._tables[name] = table
        if len(self._tables) > _MOST_TABLES:
            self._tables.pop(next(iter(self._tables))).close()
        return table
