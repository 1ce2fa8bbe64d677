"""The sheet of money: buy-ins, cash-outs, payments, carried balances and corrections, to be filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ofc_parsers.home_sheet.template.pages import lay_out, write_settings
from ofc_parsers.home_sheet.template.styles import FINE, HEADING, TEXT, remark
from ofc_parsers.home_sheet.vocabulary import Field

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

    from ofc_analytics.formats import NewSheet
    from ofc_parsers.home_sheet.template.styles import Styles
    from ofc_parsers.home_sheet.template.validation import Cells, Validator
    from ofc_parsers.home_sheet.template.words import Words

__all__ = ["write_money"]

_LINES = 60
_WIDTHS = {"kind": 16, "player": 18, "other": 18, "note": 32}
_WIDTH = 12


def write_money(
    sheet: Worksheet, night: NewSheet, words: Words, styles: Styles, validator: Validator
) -> None:
    """Write the headings over empty lines, below what the entries share with the hands: currency and night."""
    header = write_settings(sheet, night, words, styles, (Field.CURRENCY, Field.DATE))
    columns = {name: place for place, name in enumerate(words.money_headings)}
    for name, place in columns.items():
        sheet.set_column(place, place, _WIDTHS.get(name, _WIDTH))
        sheet.write_string(header, place, words.money_headings[name], styles.of(HEADING))
        remark(sheet, header, place, words.money_remarks[name])
        for row in range(header + 1, header + _LINES + 1):
            kind = {} if name == "amount" else TEXT
            sheet.write_blank(row, place, None, styles.of(kind, border=FINE))

    def cells(name: str) -> Cells:
        return header + 1, columns[name], header + _LINES, columns[name]

    players = [name.strip() for name in night.players]
    validator.one_of(cells("kind"), words.kinds)
    validator.suggest(cells("player"), players)
    validator.suggest(cells("other"), players)
    validator.amount(cells("amount"))
    lay_out(sheet, header, header + _LINES, len(columns))
