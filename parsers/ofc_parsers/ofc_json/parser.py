"""The format's parser: tells its files, and reads them line by line."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, BinaryIO

import msgspec
import polars as pl

from ofc_analytics.formats import BATCH, Sniff
from ofc_analytics.schema import HANDS, frame_from_hands
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
from ofc_parsers.ofc_json.columns import frame_of_plain
from ofc_parsers.ofc_json.line import decode_plain, read_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ofc_analytics.formats import ParseContext
    from ofc_analytics.formats.disguise import Disguise

__all__ = ["OfcJson"]

_SNIFFED_LINES = 20
_BLOCK = 2_500
"""Lines that are read at once: more take more memory and no less time."""

_FEW = 200
"""Lines that are read one by one in less time than it takes to set columns up."""

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
        lines = _numbered(stream, context)
        while batch := _batch(lines, context):
            yield pl.concat(batch)

    def anonymise(self, stream: BinaryIO, disguise: Disguise) -> Iterator[bytes]:
        """Write the lines again with other names, ids and days."""
        return disguised_lines(stream, _SECRETS, disguise)


def _numbered(stream: BinaryIO, context: ParseContext) -> Iterator[tuple[int, bytes]]:
    """Lines with their numbers, without blank ones."""
    for number, line in enumerate(stream, 1):
        if line.strip():
            context.resume_line = number
            yield number, line


def _batch(lines: Iterator[tuple[int, bytes]], context: ParseContext) -> list[pl.DataFrame]:
    """Read on until `BATCH` hands are read; no frame where no lines are left that hold one."""
    frames: list[pl.DataFrame] = []
    missing = BATCH
    while missing and (block := list(islice(lines, min(missing, _BLOCK)))):
        frame = _read(block, context)
        missing -= frame.height
        frames += [frame] if frame.height else []
    return frames


def _read(lines: list[tuple[int, bytes]], context: ParseContext) -> pl.DataFrame:
    """Hands of some lines: of many the plain ones at once; what is left, line by line."""
    plain = _read_plain(lines, context) if len(lines) > _FEW else HANDS.to_frame()
    read = set(plain["source"].struct.field("line"))
    left = [read_line(line, number, context) for number, line in lines if number not in read]
    others = frame_from_hands([hand for hand in left if hand is not None])
    if plain.is_empty() or others.is_empty():
        return others if plain.is_empty() else plain
    return pl.concat([plain, others]).sort(pl.col("source").struct.field("line"))


def _read_plain(lines: list[tuple[int, bytes]], context: ParseContext) -> pl.DataFrame:
    decoded = {number: record for number, line in lines if (record := decode_plain(line)) is not None}
    return frame_of_plain(list(decoded.values()), list(decoded), context)


def _looks_alike(line: bytes) -> bool:
    try:
        keys = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, RecursionError):
        return line.lstrip().startswith(b"{") and b'"players"' in line and b'"pairs"' not in line
    return "players" in keys and "pairs" not in keys
