"""The texts that the first bytes of a workbook hold: enough to judge whose it is without opening it."""

from __future__ import annotations

import re
import struct
import zlib
from html import unescape
from typing import TYPE_CHECKING

from ofc_parsers.spreadsheets.workbook import ZIP_MAGIC

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["sheet_names", "workbook_texts"]

_LOCAL_HEADER = struct.Struct("<4s5H3L2H")
_MOST_TEXT = 2**20  # unpacked bytes a part of a workbook is looked at
_TEXTS = re.compile(r"<(?:\w+:)?(?:t|p)(?:\s[^>]*)?>([^<]*)</")
_SHEET_NAMES = re.compile(
    r"<(?:\w+:)?sheet\s[^>]*?\bname=\"([^\"]*)\"|<vt:lpstr>([^<]*)</|table:name=\"([^\"]*)\""
)
_WORKBOOK_PARTS = ("xl/", "[Content_Types].xml", "content.xml")


def workbook_texts(head: bytes) -> list[str] | None:
    """Texts of cells in the first bytes of a workbook, as far as they reach; None where the zip file is no workbook."""
    parts = dict(_parts(head))
    if not any(part.startswith(_WORKBOOK_PARTS) for part in parts):
        return None
    return [
        text for part in parts.values() for text in _TEXTS.findall(part.decode("utf-8", errors="replace"))
    ]


def sheet_names(head: bytes) -> set[str]:
    """Names of the sheets that the first bytes of a workbook tell, with those of its named ranges; none where they come later."""
    found = (
        _SHEET_NAMES.findall(text.decode("utf-8", errors="replace"))
        for part, text in _parts(head)
        if part.endswith(("workbook.xml", "app.xml", "content.xml"))
    )
    return {unescape(name) for names in found for one in names for name in one if name}


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
