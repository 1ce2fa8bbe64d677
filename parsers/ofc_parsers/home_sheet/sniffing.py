"""Judges from the first bytes of an input whether it is a home game's sheet."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ofc_analytics.formats import Sniff
from ofc_parsers.home_sheet.layout import looks_like_header, read_header
from ofc_parsers.home_sheet.vocabulary import field_of
from ofc_parsers.spreadsheets.grid import HEADER_WITHIN, Cell, Row, text_rows
from ofc_parsers.spreadsheets.peeking import workbook_texts
from ofc_parsers.spreadsheets.workbook import OLE_MAGIC

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["sniff_text", "sniff_workbook"]


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
    return _judge(islice(text_rows(text, field_of), HEADER_WITHIN))


def sniff_workbook(head: bytes, name: str) -> Sniff:
    """Look for the words of a header in the parts of a workbook that the first bytes hold."""
    if head.startswith(OLE_MAGIC):
        named = name.lower().endswith((".xls", ".xlsx"))
        return Sniff(0.3 if named else 0.0, "its name is a workbook's" if named else "it is some Office file")
    texts = workbook_texts(head)
    if texts is None:
        return Sniff(0.0, "the zip file is no workbook")
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
