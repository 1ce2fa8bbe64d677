r"""A workbook for a night: its hands, its rules and its money.

Examples
--------
>>> from ofc_analytics.formats import NewSheet
>>> from ofc_analytics.rules import load_rules
>>> night = NewSheet(players=("Anna", "Boris"), rules=load_rules("american-pineapple"), unit="10")
>>> new_book(night)[:4], new_book(night) == new_book(night)
(b'PK\x03\x04', True)
"""

from __future__ import annotations

from datetime import UTC, datetime, time
from io import BytesIO
from typing import TYPE_CHECKING

from xlsxwriter import Workbook

from ofc_analytics.errors import OfcError
from ofc_parsers.home_sheet.template.faults import night_faults
from ofc_parsers.home_sheet.template.hands import write_hands
from ofc_parsers.home_sheet.template.money import write_money
from ofc_parsers.home_sheet.template.rules import write_rules
from ofc_parsers.home_sheet.template.styles import Styles
from ofc_parsers.home_sheet.template.validation import Lists, Validator
from ofc_parsers.home_sheet.template.words import WORDS

if TYPE_CHECKING:
    from ofc_analytics.formats import NewSheet

__all__ = ["new_book"]

_UNDATED = datetime(2000, 1, 1, tzinfo=UTC)


def new_book(night: NewSheet) -> bytes:
    """Make the workbook; all that is typed stands in it as text, and nothing as a formula.

    Raises
    ------
    OfcError
        Naming everything that is wrong with the night, a line each.
    """
    if faults := list(night_faults(night)):
        raise OfcError("\n".join(faults))
    words, content = WORDS[night.language], BytesIO()
    with Workbook(content, {"in_memory": True}) as book:
        day = night.date and datetime.combine(night.date, time(), UTC)
        book.set_properties({"created": day or _UNDATED})  # else the hour in which it was made
        names = (words.hands_sheet, words.rules_sheet, words.money_sheet, words.lists_sheet)
        hands, rules, money, hidden = map(book.add_worksheet, names)
        styles, lists = Styles(book), Lists(hidden)
        write_hands(hands, night, words, styles, Validator(hands, lists, words))
        write_rules(rules, night.rules, night.language, styles)
        write_money(money, night, words, styles, Validator(money, lists, words))
    return content.getvalue()
