"""Judges from the first bytes of an input whether it is a home game's sheet."""

from __future__ import annotations

import re
import struct
import zlib
from itertools import islice
from typing import TYPE_CHECKING

from ofc_analytics.formats import Sniff
from ofc_parsers.home_sheet.grid import HEADER_WITHIN, Cell, Row, text_rows
from ofc_parsers.home_sheet.layout import looks_like_header, read_header
from ofc_parsers.home_sheet.workbook import OLE_MAGIC, ZIP_MAGIC

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["sniff_text", "sniff_workbook"]

_LOCAL_HEADER = struct.Struct("<4s5H3L2H")
_MOST_TEXT = 2**20  # unpacked bytes a part of a workbook is looked at
_TEXTS = re.compile(r"<(?:\w+:)?(?:t|p)(?:\s[^>]*)?>([^<]*)</")
_WORKBOOK_PARTS = ("xl/", "[Content_Types].xml", "content.xml")


def sniff_text(head: bytes) -> Sniff:
    """Look for a header line; JSON is never a sheet.

    >>> sniff_text("раздача;игрок;верх;середина;низ".encode()).confidence
    0.95
    >>> sniff_text(b'{"hand": 1, "player": "Anna", "top": "", "middle": "", "bottom": ""}').confidence
    0.0
    """
    text = head.decode("utf-8", errors="replace")
    if text.lstrip()[:1] in {"{", "[", "<"}:
        return Sniff(0.0, "the text is JSON or XML")
    return _judge(islice(text_rows(text), HEADER_WITHIN))


def sniff_workbook(head: bytes, name: str) -> Sniff:
    """Look for the words of a header in the parts of a workbook that the first bytes hold."""
    if head.startswith(OLE_MAGIC):
        named = name.lower().endswith((".xls", ".xlsx"))
        return Sniff(0.3 if named else 0.0, "its name is a workbook's" if named else "it is some Office file")
    parts = dict(_parts(head))
    if not any(part.startswith(_WORKBOOK_PARTS) for part in parts):
        return Sniff(0.0, "the zip file is no workbook")
    texts = [
        text for part in parts.values() for text in _TEXTS.findall(part.decode("utf-8", errors="replace"))
    ]
    cells = tuple(Cell(text, 1, column) for column, text in enumerate(dict.fromkeys(texts)) if text.strip())
    judged = _judge([Row(1, cells, "")])
    return judged if judged.confidence > 0.3 else Sniff(0.3, "it is a workbook")


def _judge(rows: Iterable[Row]) -> Sniff:
    best = max(map(read_header, rows), key=lambda header: len(header.columns), default=None)
    if best is None or not looks_like_header(best):
        return Sniff(0.0, "no line names players and rows of cards")
    headings = ", ".join(cell.text.strip() for cell in best.columns.values())
    if not best.missing:
        return Sniff(0.95, f"its header has {headings}")
    rows_named = any("board" not in name and "player" not in name for name in best.missing)
    return Sniff(
        0.5 if rows_named else 0.15, f"its header has {headings}, and no {', no '.join(best.missing)}"
    )


def _parts(head: bytes) -> Iterator[tuple[str, bytes]]:
    """Names and beginnings of the members of a zip file, as far as its first bytes reach."""
    start = 0
    while start + _LOCAL_HEADER.size <= len(head) and head.startswith(ZIP_MAGIC, start):
        fields = _LOCAL_HEADER.unpack_from(head, start)
        method, packed, name_length, extra_length = fields[3], fields[7], fields[9], fields[10]
        begin = start + _LOCAL_HEADER.size
        name = head[begin : begin + name_length].decode("utf-8", errors="replace")
        begin += name_length + extra_length
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        try:
            text = (
                unpacker.decompress(head[begin:], _MOST_TEXT)
                if method == zlib.DEFLATED
                else head[begin : begin + packed]
            )
        except zlib.error:
            return
        yield name, text
        if packed:
            start = begin + packed
        elif (
            method == zlib.DEFLATED and unpacker.eof
        ):  # the sizes follow the data: 12 or 16 bytes, or 24 in a large file
            start = head.find(ZIP_MAGIC, len(head) - len(unpacker.unused_data))
            if start < 0:
                return
        else:
            return
