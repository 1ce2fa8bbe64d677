"""What the sheets that are filled in have in common: the lines above the headings, and how they are printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlsxwriter.utility import xl_range

from ofc_parsers.home_sheet.template.house import rules_setting
from ofc_parsers.home_sheet.template.styles import TEXT
from ofc_parsers.home_sheet.vocabulary import Field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlsxwriter.worksheet import Worksheet

    from ofc_analytics.formats import NewSheet
    from ofc_parsers.home_sheet.template.styles import Styles
    from ofc_parsers.home_sheet.template.words import Words

__all__ = ["lay_out", "print_on_a4", "write_settings"]

_A4 = 9


def write_settings(
    sheet: Worksheet, night: NewSheet, words: Words, styles: Styles, fields: Sequence[Field]
) -> int:
    """Write what is known of some fields, a line each, and give the row for the headings, below a blank one."""
    known = {
        Field.RULES: rules_setting(night.rules),
        Field.UNIT: night.unit,
        Field.CURRENCY: night.currency,
        Field.DATE: None if night.date is None else night.date.isoformat(),
        Field.TABLE: night.table,
    }
    told = [(words.headings[field], text) for field in fields if (text := known[field]) is not None]
    for row, (heading, text) in enumerate(told):
        sheet.write_string(row, 0, heading, styles.of(bold=True))
        sheet.write_string(row, 1, text, styles.of(TEXT))
    return len(told) + 1 if told else 0


def lay_out(sheet: Worksheet, header: int, last: int, width: int, *, frozen: int = 0) -> None:
    """Keep the headings and the first `frozen` columns in sight, and print them on every page."""
    sheet.freeze_panes(header + 1, frozen)
    sheet.ignore_errors({"number_stored_as_text": xl_range(0, 0, last, width - 1)})
    sheet.repeat_rows(header)
    print_on_a4(sheet, last, width)


def print_on_a4(sheet: Worksheet, last: int, width: int) -> None:
    """Print the sheet as wide as a page, down to its last row."""
    sheet.set_landscape()
    sheet.set_paper(_A4)
    sheet.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.6)
    sheet.fit_to_pages(1, 0)
    sheet.print_area(0, 0, last, width - 1)
    sheet.set_footer("&C&P / &N")
