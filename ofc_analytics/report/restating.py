"""Numbers that were written as plain text elsewhere, as the report's language writes them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ofc_analytics.statistics.writing import amount_text

if TYPE_CHECKING:
    from ofc_analytics.report.terms import Language

__all__ = ["restated"]

_PLAIN_NUMBER = re.compile(r"(-?[0-9]+)(?:\.([0-9]+))?")


def restated(text: str, language: Language) -> str:
    """Write a plain decimal number as `language` does, with the places it has; any other text as it is.

    >>> restated("-12345.00", "en"), restated("-0.50", "ru"), restated("7/0/0", "ru")
    ('-12,345.00', '-0,50', '7/0/0')
    """
    number = _PLAIN_NUMBER.fullmatch(text)
    if number is None:
        return text
    whole, part = number[1], number[2] or ""
    return amount_text(int(whole + part), len(part), language)
