"""Times of club exports, with the offset from UTC that the export tells beside them.

Examples
--------
>>> offset("UTC -0500"), offset("(UTC +10:00)"), offset("(UTC -5:00)"), offset("UTC")
('-05:00', '+10:00', '-05:00', '+00:00')
>>> moment("2025/12/08 03:52", "-05:00").isoformat()
'2025-12-08T08:52:00+00:00'
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal, InvalidOperation

from ofc_analytics.money import plain_minus

__all__ = ["STAMP", "moment", "offset", "serial"]

STAMP = r"[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}[ T]+[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?"
"""A date and time as the exports write them."""

_PARTS = re.compile(
    r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})[ T]+([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?"
)
_OFFSET = re.compile(r"\bUTC\b\s*(?:([+-])\s*([0-9]{1,2}):?([0-9]{2})?)?")
_FIRST_DAY = datetime(1899, 12, 30)  # noqa: DTZ001 - day 0 of spreadsheets, in the export's own time
_LAST_DAY = 2_958_465
_DAY = 86_400  # seconds


def offset(text: str) -> str | None:
    """Offset that a text tells, as ``+hh:mm``; None where it has no UTC."""
    found = _OFFSET.search(plain_minus(text))
    if found is None:
        return None
    sign, hours, minutes = found[1] or "+", int(found[2] or 0), int(found[3] or 0)
    return f"{sign}{hours:02d}:{minutes:02d}" if hours < 24 and minutes < 60 else None


def moment(text: str, own: str | None) -> datetime | None:
    """Read a date and time as a moment in UTC; None where there is none.

    Parameters
    ----------
    text
        Such as ``2025/12/08 03:52``.
    own
        Offset of the time, ``+hh:mm``; None: UTC.
    """
    found = _PARTS.search(text)
    if found is None:
        return None
    sign = -1 if own is not None and own.startswith("-") else 1
    minutes = 0 if own is None else sign * (int(own[1:3]) * 60 + int(own[4:6]))
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups())
    try:
        return datetime(year, month, day, hour, minute, second, tzinfo=UTC) - timedelta(minutes=minutes)
    except (ValueError, OverflowError):
        return None


def serial(text: str) -> str | None:
    """Write a spreadsheet's number of days as a date and time; None where it is none.

    >>> serial("45999.5"), serial("Friday")
    ('2025-12-08 12:00:00', None)
    """
    try:
        days = Decimal(text.strip())
    except InvalidOperation:
        return None
    if not days.is_finite() or not 1 <= days <= _LAST_DAY:
        return None
    seconds = int((days * _DAY).to_integral_value())
    return (_FIRST_DAY + timedelta(seconds=seconds)).isoformat(sep=" ")
