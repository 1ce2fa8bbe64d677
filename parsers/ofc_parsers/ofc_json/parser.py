"""The format's parser: tells its files, and reads them line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

import msgspec

from ofc_analytics.formats import BATCH, Sniff
from ofc_analytics.schema import frame_from_hands
from ofc_parsers.captures.disguising import (
    disguised_lines,
    fields,
    identifier,
    moment,
    player,
    room,
    session,
    table,
)
from ofc_parsers.ofc_json import vocabulary as words
from ofc_parsers.ofc_json.line import read_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from ofc_analytics.formats import ParseContext
    from ofc_analytics.formats.disguise import Disguise
    from ofc_analytics.hands import Hand

__all__ = ["OfcJson"]

_SNIFFED_LINES = 20
_SECRETS = fields(
    words.Line,
    words.Player,
    words.Street,
    words.Claim,
    words.Jackpot,
    name=player,
    room=room,
    table=table,
    session=session,
    id=identifier,
    started_at=moment,
)


class OfcJson:
    """The open interchange format, one hand a line."""

    name = "ofc-json"
    title = "open interchange format, one JSON object a line"
    version = "3"
    tier = "proven"
    extensions = (".jsonl", ".ndjson")

    def sniff(self, head: bytes, name: str) -> Sniff:  # noqa: ARG002 (the content says enough)
        """Sure where the lines are JSON objects that hold ``players``, and no settled ``pairs``."""
        lines = [line for line in head.split(b"\n", _SNIFFED_LINES)[:_SNIFFED_LINES] if line.strip()]
        alike = sum(map(_looks_alike, lines))
        return Sniff(
            0.9 * alike / max(len(lines), 1), f"{alike} of its first {len(lines)} lines hold 'players'"
        )

    def parse(self, stream: BinaryIO, context: ParseContext) -> Iterator[pl.DataFrame]:
        """Read one hand a line; every problem of a bad line is an issue, and the other lines go on."""
        hands: list[Hand] = []
        for number, line in enumerate(stream, 1):
            if line.strip():
                context.resume_line = number
                hand = read_line(line, number, context)
                if hand is not None:
                    hands.append(hand)
            if len(hands) == BATCH:
                yield frame_from_hands(hands)
                hands = []
        if hands:
            yield frame_from_hands(hands)

    def anonymise(self, stream: BinaryIO, disguise: Disguise) -> Iterator[bytes]:
        """Write the lines again with other names, ids and days."""
        return disguised_lines(stream, _SECRETS, disguise)


def _looks_alike(line: bytes) -> bool:
    try:
        keys = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, RecursionError):
        return line.lstrip().startswith(b"{") and b'"players"' in line and b'"pairs"' not in line
    return "players" in keys and "pairs" not in keys
