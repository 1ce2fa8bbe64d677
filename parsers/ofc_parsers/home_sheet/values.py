"""Reads what stands in one cell: numbers, money, yes and no, dates and times.

Each function raises `ValueError` with the reason where a text is not what it has to be.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from decimal import Decimal
from zoneinfo import ZoneInfo

from ofc_analytics.hands import SOME_FANTASYLAND
from ofc_analytics.money import minor_units, parse_money, plain_minus
from ofc_parsers.home_sheet.vocabulary import (
    CODES,
    CURRENCIES,
    FOULS,
    NATURALS,
    NO,
    YES,
    Field,
    field_of,
    plain,
)

__all__ = [
    "LONGEST_NAME",
    "amount",
    "currency",
    "currency_beside",
    "day",
    "fantasyland",
    "foul",
    "hand_number",
    "has_offset",
    "has_time",
    "is_unclear_day",
    "moment",
    "name",
    "named_currency",
    "natural",
    "player",
    "royalties",
    "session",
    "whole_number",
    "yes_or_no",
    "zone",
]

_LARGEST = 2**31 - 1
_GUARDED = re.compile(r"^'(?=[=+\-@\t\r])")
_LONGEST_AMOUNT = 60  # characters, with a currency
LONGEST_NAME = 200  # characters
_LAST_MINUTE = 59
_FANTASYLAND_CARDS = range(13, 18)
_NUMBERED = re.compile(r"(\D*?)\s*(\d{1,15})")
_DAY = re.compile(
    r"(?:(?P<y>\d{4})([-/.])(?P<m>\d{1,2})\2(?P<d>\d{1,2})"
    r"|(?P<a>\d{1,2})(?P<mark>[-/.])(?P<b>\d{1,2})(?P=mark)(?P<c>\d{4}|\d{2}))"
    r"(?:\s*(?:г|год|года)\.?)?"
    r"(?:[\sT,]+(?P<time>\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[Zz]|[+-]\d{1,2}(?::?\d{2})?)?))?"
)
_CENTURY = 2000  # of years that are written with two digits
_MIDNIGHT = re.compile(r" 00:00:00$")  # how a workbook stores a day under a format with a time
_OFFSET = re.compile(r"(?:UTC|GMT)?\s*([+-]?)(\d{1,2})(?::?(\d{2}))?", re.IGNORECASE)
_WITH_OFFSET = re.compile(r":\d{2}([.,]\d+)?([+-]\d{2}(:?\d{2})?|[Zz])$")
_BESIDE = r"[^\d\s.,+'’-]+"
_AMOUNT = re.compile(rf"([+-]?)\s*(?:({_BESIDE})(?:\.\s+|\s*))?([+-]?[\d.,].*?)\s*({_BESIDE})?\.?")


def whole_number(text: str) -> int:
    """Read a number of points or a seat.

    >>> whole_number("+12"), whole_number("−6"), whole_number("12,0")
    (12, -6, 12)
    """
    try:
        number = parse_money(text, exponent=0)
    except ValueError as error:
        raise ValueError(
            str(error).replace("has more than 0 decimal places", "is not a whole number")
        ) from error
    if abs(number) > _LARGEST:
        raise ValueError(f"{text!r} is too large")
    return number


def yes_or_no(text: str) -> bool:
    """Read yes or no in any of their spellings.

    >>> yes_or_no("да"), yes_or_no("No"), yes_or_no("+")
    (True, False, True)
    """
    word = text.strip().casefold()
    if word not in YES | NO:
        raise ValueError(f"{text!r} is neither yes nor no")
    return word in YES


def foul(text: str) -> bool:
    """Read whether a hand is dead: yes or no, or a word for it.

    >>> foul("да"), foul("сгорела"), foul("no")
    (True, True, False)
    """
    return plain(text) in FOULS or yes_or_no(text)


def fantasyland(text: str) -> int:
    """Read a number of Fantasyland cards: 0 for no, 1 for a yes that does not say how many.

    >>> fantasyland("14"), fantasyland("да"), fantasyland("no")
    (14, 1, 0)
    """
    if text.strip().casefold() in YES | NO:
        return SOME_FANTASYLAND if yes_or_no(text) else 0
    cards = whole_number(text)
    if cards not in _FANTASYLAND_CARDS:
        raise ValueError(f"{text!r} is no number of cards in Fantasyland")
    return cards


def natural(text: str) -> str | None:
    """Read the natural that a player of the closed game declared; None for a no.

    >>> natural("Six pairs"), natural("три-флеша"), natural("нет")
    ('six-pairs', 'three-flushes', None)
    """
    if text.strip().casefold() in NO:
        return None
    try:
        return NATURALS[plain(text)]
    except KeyError:
        raise ValueError(f"{text!r} is no natural") from None


def royalties(text: str) -> tuple[int, ...]:
    """Read royalties: their sum, or top, middle and bottom.

    >>> royalties("7"), royalties("7/0/2"), royalties("7+0+2")
    ((7,), (7, 0, 2), (7, 0, 2))
    """
    parts = re.split(r"[/|;+]", text.strip().removeprefix("+"))
    if len(parts) not in {1, 3}:
        raise ValueError(f"{text!r} is neither one number nor three")
    try:
        numbers = tuple(whole_number(part) for part in parts)
    except ValueError as error:
        raise ValueError(f"{text!r} is no whole number") from error
    if min(numbers) < 0:
        raise ValueError(f"{text!r} is below zero")
    return numbers


def hand_number(text: str) -> tuple[str, int | None]:
    """Read the name of a hand and, where it is a plain number, the number.

    >>> hand_number("Раздача № 17"), hand_number("#3"), hand_number("B1"), hand_number("G1-17")
    (('17', 17), ('3', 3), ('B1', None), ('G1-17', None))
    """
    numbered = _NUMBERED.fullmatch(text.strip())
    if numbered is None or not _only_says_hand(numbered[1]):
        return text.strip(), None
    return str(int(numbered[2])), int(numbered[2])


def name(text: str) -> str:
    """Read a name, without the apostrophe that keeps a spreadsheet from running it.

    >>> name("'=SUM(A1) "), name("'Anna'")
    ('=SUM(A1)', "'Anna'")
    """
    return _GUARDED.sub("", unicodedata.normalize("NFC", text.strip()), count=1)


def player(text: str) -> str:
    """Read a name where a player is needed: one that can be shown.

    >>> player(" Anna ")
    'Anna'
    """
    if len(text) > LONGEST_NAME:
        raise ValueError(f"{text!r} is too long for a name")
    return name(text)


def named_currency(text: str) -> str:
    """Read the cell of a currency, which may be one that is not known, and has no digits.

    >>> named_currency("руб.")
    'RUB'
    """
    if any(sign.isdigit() for sign in text):
        raise ValueError(f"{text!r} is no currency")
    return currency(text)


def currency(text: str) -> str:
    """Bring a currency to its code where it is known.

    >>> currency("руб."), currency("eur"), currency("Жетоны")
    ('RUB', 'EUR', 'Жетоны')
    """
    word = text.strip()
    return _known_currency(word) or (word.upper() if re.fullmatch("[A-Za-z]{3}", word) else word)


def currency_beside(text: str) -> str | None:
    """Currency that is written beside an amount, if it is a known one.

    >>> currency_beside("10 руб."), currency_beside("-$0.50"), currency_beside("10"), currency_beside("10k")
    ('RUB', 'USD', None, None)
    """
    word = _split_amount(text)[1]
    return None if word is None else _known_currency(word)


def amount(text: str, sheet_currency: str | None, exponent: int, *, stored: bool = False) -> int:
    """Read an amount as minor units, with or without the currency of the sheet beside it.

    `stored` tells that a workbook holds it as a number, so that its decimal mark is no matter of taste.

    >>> amount("–30 руб.", "RUB", 2), amount("$0.50", "USD", 2), amount("1.125", "KWD", 3, stored=True)
    (-3000, 50, 1125)
    """
    if stored:
        return minor_units(Decimal(text), exponent=exponent)
    number, word = _split_amount(text)
    if word is not None:
        beside = _known_currency(word)
        if beside is None and word.casefold() != (sheet_currency or "").casefold():
            raise ValueError(f"{text!r} has beside the amount what is no known currency")
        if beside is not None and beside != sheet_currency:
            raise ValueError(f"{text!r} is in {beside}, and the hand in {sheet_currency or 'no currency'}")
    try:
        return parse_money(number, exponent=exponent)
    except ValueError as error:
        raise ValueError(f"{text!r} {str(error).removeprefix(f'{number!r} ')}") from error


def day(text: str) -> date:
    """Read a date: year first, or day.month.year; a time may follow, and nothing else.

    Two digits of a year are of this century. With ``/`` or ``-`` between its parts a date may have the month first:
    it is read where only one of both is a date.

    >>> day("2026-11-27") == day("27.11.2026 20:15") == day("27.11.26") == day("11/27/2026")
    True
    >>> day("03/04/26")
    Traceback (most recent call last):
        ...
    ValueError: '03/04/26' could be 2026-04-03 or 2026-03-04
    """
    found = _day_and_time(text)
    if found is None:
        raise ValueError(f"{text!r} is no date")
    days = _days(found)
    if not days:
        raise ValueError(f"{text!r} is no date")
    if len(days) > 1:
        raise ValueError(f"{text!r} could be {' or '.join(each.isoformat() for each in days)}")
    return days[0]


def session(text: str) -> str:
    """Read the name of a session. One that is a day is that day in any spelling; with a time it tells evenings apart.

    >>> session("27.11.2026"), session("27.11.2026 20:15"), session(" Friday ")
    ('2026-11-27', '27.11.2026 20:15', 'Friday')
    """
    if has_time(text) and not _MIDNIGHT.search(text):
        return text.strip()
    try:
        return day(text).isoformat()
    except ValueError:
        return text.strip()


def is_unclear_day(text: str) -> bool:
    """Whether a date may have the day or the month first.

    >>> is_unclear_day("03/04/26"), is_unclear_day("03.04.26"), is_unclear_day("13/04/26")
    (True, False, False)
    """
    found = _day_and_time(text)
    return found is not None and len(_days(found)) > 1


def has_time(text: str) -> bool:
    """Whether a time of day follows the date.

    >>> has_time("2026-11-27 20:15"), has_time("27.11.2026")
    (True, False)
    """
    found = _day_and_time(text)
    return found is not None and found["time"] is not None


def has_offset(text: str) -> bool:
    """Whether a time carries its offset from UTC.

    >>> has_offset("20:15+03:00"), has_offset("2026-11-27 20:15")
    (True, False)
    """
    return _WITH_OFFSET.search(plain_minus(text).strip()) is not None


def moment(on: date | None, text: str, where: tzinfo | None) -> datetime:
    """Read a time of day, or a date and time, as a moment in UTC.

    A time that carries no offset of its own is one of `where`, and of UTC where that is not known.

    >>> moment(date(2026, 11, 27), "20:15", zone("+3")).isoformat()
    '2026-11-27T17:15:00+00:00'
    """
    plain_text = plain_minus(text).strip()
    if (found := _DAY.fullmatch(plain_text)) and found["time"]:
        on, plain_text = day(plain_text), found["time"]
    if on is None:
        raise ValueError(f"{text!r} has no date")
    try:
        told = time.fromisoformat(plain_text if plain_text[1:2] != ":" else f"0{plain_text}")
    except ValueError as error:
        raise ValueError(f"{text!r} is no time of day") from error
    local = datetime.combine(on, told)
    try:
        return (local if local.tzinfo else local.replace(tzinfo=where or UTC)).astimezone(UTC)
    except OverflowError as error:
        raise ValueError(f"{text!r} is before the first year or after the last one, 9999, in UTC") from error


def zone(text: str) -> tzinfo:
    """Read a time zone: an offset from UTC, or a name such as Europe/Moscow.

    >>> str(zone("UTC+3")), str(zone("-0530"))
    ('UTC+03:00', 'UTC-05:30')
    """
    if found := _OFFSET.fullmatch(plain_minus(text).strip()):
        sign, hours, minutes = found[1], int(found[2]), int(found[3] or 0)
        if minutes > _LAST_MINUTE:
            raise ValueError(f"{text!r} has more minutes than an hour")
        offset = timedelta(hours=hours, minutes=minutes)
        if offset >= timedelta(days=1):
            raise ValueError(f"{text!r} is an offset of a day or more")
        return timezone(-offset if sign == "-" else offset)
    try:
        return ZoneInfo(text.strip())
    except (LookupError, OSError, ValueError) as error:
        raise ValueError(f"{text!r} is no time zone") from error


def _days(found: re.Match[str]) -> list[date]:
    """Days that a date may mean."""
    if found["y"]:
        orders = [(found["y"], found["m"], found["d"])]
    else:
        first, second, year = found["a"], found["b"], found["c"]
        orders = [(year, second, first), *([] if found["mark"] == "." else [(year, first, second)])]
    return list(dict.fromkeys(day for order in orders if (day := _calendar(*order)) is not None))


def _calendar(year: str, month: str, number: str) -> date | None:
    try:
        return date(int(year) + _CENTURY * (len(year) == len("26")), int(month), int(number))
    except ValueError:
        return None


def _day_and_time(text: str) -> re.Match[str] | None:
    return _DAY.fullmatch(plain_minus(text).strip())


def _only_says_hand(word: str) -> bool:
    return not word or Field.HAND in {field_of(word), field_of(word.rstrip(" №#"))}


def _known_currency(word: str) -> str | None:
    known = CURRENCIES.get(word.casefold()) or CURRENCIES.get(plain(word))
    return known or (word.upper() if word.upper() in CODES else None)


def _split_amount(text: str) -> tuple[str, str | None]:
    """Part an amount from the word beside it; a text that is not one word and one number stays whole."""
    parts = _AMOUNT.fullmatch(plain_minus(text).strip()) if len(text) <= _LONGEST_AMOUNT else None
    if parts is None or (parts[2] and parts[4]):
        return text, None
    return f"{parts[1]}{parts[3]}", parts[2] or parts[4]
