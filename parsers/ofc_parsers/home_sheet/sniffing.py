"""Judges from the first bytes of an input whether it is a home game's sheet."""

from __future__ import annotations

from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING

from ofc_analytics.formats import Sniff
from ofc_parsers.home_sheet.header import looks_like_header, read_header
from ofc_parsers.home_sheet.headings import heading_sense
from ofc_parsers.home_sheet.layout import split_sections
from ofc_parsers.home_sheet.tallies.sniffing import sniff_tally
from ofc_parsers.home_sheet.tallies.tables import LOOKED_AT
from ofc_parsers.spreadsheets.grid import HEADER_WITHIN, Cell, Row, text_rows
from ofc_parsers.spreadsheets.peeking import workbook_texts
from ofc_parsers.spreadsheets.workbook import OLE_MAGIC

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ofc_parsers.home_sheet.header import Header

__all__ = ["sniff_text", "sniff_workbook"]

_SURE = 0.9
_ENDINGS = {".csv", ".tsv", ".tab", ".txt", ".dat", ".asc", ".log", ".bak", ".old"}


def sniff_text(head: bytes, name: str = "") -> Sniff:
    """Look for a header line; JSON is never a sheet, and a program or a page of text hardly ever.

    >>> sniff_text("раздача;игрок;верх;середина;низ".encode()).confidence
    0.95
    >>> sniff_text(b'{"hand": 1, "player": "Anna", "top": "", "middle": "", "bottom": ""}').confidence
    0.0
    """
    text = head.decode("utf-8", errors="replace")
    if text.lstrip()[:1] in {"{", "[", "<"}:
        return Sniff(0.0, "the text is JSON or XML")
    rows = list(islice(text_rows(text, heading_sense), LOOKED_AT))
    judged = _judge(rows[:HEADER_WITHIN])
    ending = PurePath(name).suffix.lower()
    if judged.confidence < _SURE and ending[1:].isalpha() and ending not in _ENDINGS:
        return Sniff(0.0, f"no line names players and rows of cards, and no sheet ends in {ending}")
    return max(judged, sniff_tally(rows), key=lambda sniff: sniff.confidence)


def sniff_workbook(head: bytes, name: str) -> Sniff:
    """Look for the words of a header in the parts of a workbook that the first bytes hold."""
    if head.startswith(OLE_MAGIC):
        named = name.lower().endswith((".xls", ".xlsx"))
        return Sniff(0.3 if named else 0.0, "its name is a workbook's" if named else "it is some Office file")
    texts = workbook_texts(head)
    if texts is None:
        return Sniff(0.0, "the zip file is no workbook")
    cells = tuple(Cell(text, 1, column) for column, text in enumerate(dict.fromkeys(texts)) if text.strip())
    judged = _judge([Row(1, cells, "\t".join(cell.text for cell in cells))])
    return judged if judged.confidence > 0.3 else Sniff(0.3, "it is a workbook")


def _judge(rows: Iterable[Row]) -> Sniff:
    rows = [row for row in rows if row.filled]
    sections = split_sections(rows)
    if sections and sections[0].header is None:
        return Sniff(0.9, "its lines name rows of cards, below players' names")
    header = sections[0].header if sections else max(map(read_header, rows), key=_count, default=None)
    if header is None or not looks_like_header(header):
        return Sniff(0.0, "no line names players and rows of cards")
    cells = [*header.shared.cells, *(cell for group in header.groups for cell in group.columns.cells)]
    headings = ", ".join(cell.text.strip() for cell in cells if cell.text)
    if header.complete:
        return Sniff(0.95, f"its header has {headings}")
    missing = dict.fromkeys(name for group in header.groups for name in group.missing)
    return Sniff(
        0.5 if header.has_cards else 0.15, f"its header has {headings}, and no {', no '.join(missing)}"
    )


def _count(header: Header) -> int:
    return len(header.found)
