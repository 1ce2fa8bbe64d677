"""Numbers and words that were written as plain text elsewhere, as the report's language writes them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ofc_analytics.report.finding_words import FINDING_WORDS
from ofc_analytics.statistics.writing import amount_text

if TYPE_CHECKING:
    from ofc_analytics.report.terms import Language

__all__ = ["restated"]

_PLAIN_NUMBER = re.compile(r"(-?[0-9]+)(?:\.([0-9]+))?")


def restated(text: str, language: Language) -> str:
    """Write a plain decimal number as `language` does, with the places it has, and words of the audit; else as it is.

    >>> restated("-12345.00", "en"), restated("-0.50", "ru"), restated("7/0/0", "ru"), restated("at most 2.50", "ru")
    ('-12,345.00', '-0,50', '7/0/0', 'не больше 2,50')
    """
    for pattern, said in FINDING_WORDS[language].values.items():
        if found := re.fullmatch(pattern, text):
            return said.format(*(restated(part, language) for part in found.groups()))
    number = _PLAIN_NUMBER.fullmatch(text)
    if number is None:
        return text
    whole, part = number[1], number[2] or ""
    return amount_text(int(whole + part), len(part), language)
