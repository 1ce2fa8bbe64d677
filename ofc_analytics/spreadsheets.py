"""Frames as spreadsheets that run nothing: a text that begins like a formula stays a text."""

from __future__ import annotations

from datetime import datetime
from io import BytesIO
from typing import TYPE_CHECKING

import polars as pl
import polars.selectors as cs

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["MOST_ROWS", "flat", "without_formulas", "write_workbook"]

MOST_ROWS = 1_048_575
"""Rows that a sheet of Excel has below its heading."""

_FORMULA_START = r"^[=+\-@\n＝＋－＠]"
_NUMBER = r"^[+-]\d+(\.\d+)?$"
_STEERING = r"[\p{Cc}\p{Cf}--[\n\u{200D}]]"
"""Characters that could steer a terminal; line ends and what joins emoji are none."""

_LONGEST_SHEET_NAME = 31
_LONGEST_TEXT = 16_383  # a cell holds 32,767 units of UTF-16, and a character takes up to two
_EXACT = 2**53
_CUT = "cut short"
_CREATED = datetime(2000, 1, 1)  # noqa: DTZ001 - a workbook has no time zone; a fixed date makes equal files


def flat(frame: pl.DataFrame) -> pl.DataFrame:
    r"""Lists as texts, since a cell holds one thing: numbers as ``7/0/0``, texts as ``Anna; Boris``.

    A semicolon or backslash in a text of a list has a backslash before it, so that no name is taken for two.

    >>> print(*flat(pl.DataFrame({"royalties": [[7, 0, 0]], "players": [["Anna", "B;B"]]})).row(0))
    7/0/0 Anna; B\;B
    """
    texts = pl.element().str.replace_all(r"[\\;]", r"\$0")
    listed = cs.list() | cs.array()
    words = cs.list(cs.string())
    return frame.with_columns(
        words.list.eval(texts).list.join("; "), (listed - words).cast(pl.List(pl.String)).list.join("/")
    )


def without_formulas(frame: pl.DataFrame) -> pl.DataFrame:
    r"""As `flat`, with an apostrophe before texts that a spreadsheet would run when it opens a CSV.

    Numbers with a sign are none, and characters that could steer a terminal are replaced: a CSV is looked at there too.

    >>> without_formulas(pl.DataFrame({"name": ["=1+1", "Anna", "-28.00", "A\x1b[2J"]}))["name"].to_list()
    ["'=1+1", 'Anna', '-28.00', 'A\ufffd[2J']
    """
    even = flat(frame)
    return even.with_columns(
        pl.when(text.str.contains(_FORMULA_START) & ~text.str.contains(_NUMBER))
        .then("'" + text)
        .otherwise(text)
        .alias(name)
        for name in even.select(cs.string()).columns
        for text in [pl.col(name).str.replace_all(_STEERING, "\ufffd")]
    )


def write_workbook(
    sheets: Mapping[str, pl.DataFrame], path: Path, *, most_rows: int = MOST_ROWS
) -> list[str]:
    """Write frames as sheets of one Excel workbook, texts as texts whatever they begin with.

    Parameters
    ----------
    sheets
        Frames by the name of their sheet.
    path
        Where to; what is there is replaced, once the workbook is whole.
    most_rows
        So many rows of a frame are written. Excel has no room for more than `MOST_ROWS`.

    Returns
    -------
    list of str
        Names of the frames that were cut; a sheet ``cut short`` of the workbook says how many rows they have.

    Raises
    ------
    OSError
        If the file cannot be written.

    Notes
    -----
    Excel counts in binary floating point: a column with a whole number beyond 2**53 is written as text, in full. A text
    of more than 16,383 characters is cut, and ends in an ellipsis.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> players = pl.DataFrame({"player": ["Anna", "Boris"], "net": [2**60, -5]})
    >>> with TemporaryDirectory() as folder:
    ...     write_workbook({"players": players}, Path(folder) / "tables.xlsx", most_rows=1)
    ['players']
    """
    from xlsxwriter import Workbook  # noqa: PLC0415 - only who writes workbooks waits for it

    cut = [name for name, frame in sheets.items() if frame.height > most_rows]
    written = {name: _fitting(frame.head(most_rows)) for name, frame in sheets.items()}
    if cut:
        written[_CUT] = pl.DataFrame(
            {"sheet": cut, "rows here": most_rows, "rows in all": [sheets[name].height for name in cut]}
        )
    options = {
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
        "remove_timezone": True,
    }
    content = BytesIO()
    with Workbook(content, options) as workbook:
        workbook.set_properties({"created": _CREATED})
        for name, frame in written.items():
            frame.write_excel(
                workbook,
                worksheet=name[:_LONGEST_SHEET_NAME],
                autofit=True,
                freeze_panes=(1, 0),
                table_style="Table Style Light 1",
            )
    path.write_bytes(content.getbuffer())
    return cut


def _fitting(frame: pl.DataFrame) -> pl.DataFrame:
    """As `flat`, with nothing that a cell of Excel would round or cut in silence."""
    even = flat(frame)
    beyond = even.select((cs.integer().cast(pl.Int128).abs() > _EXACT).any())
    large = [column.name for column in beyond if column.item()]
    whole = cs.string().str.len_chars() <= _LONGEST_TEXT
    return even.with_columns(
        pl.col(large).cast(pl.String),
        pl.when(whole).then(cs.string()).otherwise(cs.string().str.head(_LONGEST_TEXT - 1) + "…"),
    )
