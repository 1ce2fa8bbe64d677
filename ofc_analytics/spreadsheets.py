"""Frames as spreadsheets that run nothing: a text that begins like a formula stays a text."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import polars as pl
import polars.selectors as cs

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["flat", "without_formulas", "write_workbook"]

_FORMULA_START = r"^[=+\-@\t\r＝＋－＠]"
_LONGEST_SHEET_NAME = 31
_CREATED = datetime(2000, 1, 1)  # noqa: DTZ001 - a workbook has no time zone; a fixed date makes equal files


def flat(frame: pl.DataFrame) -> pl.DataFrame:
    """Lists as texts such as ``7/0/0``, since a cell holds one thing.

    >>> flat(pl.DataFrame({"royalties": [[7, 0, 0]]})).item()
    '7/0/0'
    """
    return frame.with_columns((cs.list() | cs.array()).cast(pl.List(pl.String)).list.join("/"))


def without_formulas(frame: pl.DataFrame) -> pl.DataFrame:
    """As `flat`, with an apostrophe before texts that a spreadsheet would run when it opens a CSV.

    >>> without_formulas(pl.DataFrame({"name": ["=1+1", "Anna"]}))["name"].to_list()
    ["'=1+1", 'Anna']
    """
    return flat(frame).with_columns(cs.string().str.replace(_FORMULA_START, "'$0"))


def write_workbook(sheets: Mapping[str, pl.DataFrame], path: Path) -> None:
    """Write frames as sheets of one Excel workbook, texts as texts whatever they begin with.

    Parameters
    ----------
    sheets
        Frames by the name of their sheet.
    path
        Where to; what is there is replaced.
    """
    from xlsxwriter import Workbook  # noqa: PLC0415 - only who writes workbooks waits for it

    options = {
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
        "remove_timezone": True,
    }
    with Workbook(path, options) as workbook:
        workbook.set_properties({"created": _CREATED})
        for name, frame in sheets.items():
            flat(frame).write_excel(
                workbook,
                worksheet=name[:_LONGEST_SHEET_NAME],
                autofit=True,
                freeze_panes=(1, 0),
                table_style="Table Style Light 1",
            )
