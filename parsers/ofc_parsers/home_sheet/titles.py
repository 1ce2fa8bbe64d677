"""Lines beside the players' lines: what holds for the hands below (``unit;10``), and titles of hands (``Hand 7``)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ofc_parsers.home_sheet.records import Entry
from ofc_parsers.home_sheet.values import currency_beside, day
from ofc_parsers.home_sheet.vocabulary import CONTEXT, MARKS, NO, Field, field_of
from ofc_parsers.spreadsheets.grid import Cell, Row

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

__all__ = ["loose_entry", "settings", "title_of"]

_OF_A_HAND = {*CONTEXT, Field.BUTTON, Field.TIME}
_PIECES = re.compile(r"[,;|()]")
_BEFORE_NUMBER = re.compile(r"(\D*?)[\s№#:.]*(?=\d)")
_NUMBER = re.compile(r"(\d{1,15})(?:-?[^\W\d]{1,2})?")
_IN_ONE = re.compile(r"([^\W\d_][^\d=$€£₽₴₸.,-]*?)[\s=—–-]+([\d$€£₽₴₸].*)")
_A_NUMBER = re.compile(r"\d[\d\s.,]*")
_LONGEST_SETTING = 100  # characters
_LONGEST_WORD = 4  # words of a heading such as "value of a point" that may stand before its value


def settings(row: Row, names: Collection[int] = ()) -> dict[Field, Cell] | None:
    """Read a line such as ``unit;10``, ``unit: 10`` or ``unit 10``: what holds for the hands below; None for other lines.

    Somebody may be called Joker, or Day: in one of the columns of `names` such a word is a name, unless what stands
    beside it can be nothing of a player's.

    >>> row = Row(1, (Cell("unit", 1, 0), Cell("10", 1, 1), Cell("table: Friday", 1, 2)), "unit;10;table: Friday")
    >>> {str(key): cell.text for key, cell in settings(row).items()}
    {'unit': '10', 'table': 'Friday'}
    >>> row = Row(1, (Cell("Joker", 1, 0), Cell("-500", 1, 1)), "Joker;-500")
    >>> settings(row, names={0}) is None
    True
    """
    found: dict[Field, Cell] = {}
    cells = iter(row.filled)
    for cell in cells:
        word, colon, value = cell.text.partition(":")
        key = field_of(word)
        if key is None and (one := _in_one(cell)) is not None:
            found |= one
            continue
        if key not in CONTEXT:
            return None
        if colon and value.strip():
            found[key] = replace(cell, text=value.strip())
        elif (told := next(cells, None)) is not None and not (
            cell.column in names and _is_name(key, told.text)
        ):
            found[key] = told
        else:
            return None
    return found or None


def _in_one(cell: Cell) -> dict[Field, Cell] | None:
    """What a cell such as ``unit 10 RUB`` says by itself, where that is sure: a price of a point, or a day."""
    said = _IN_ONE.fullmatch(cell.text.strip()) if len(cell.text) <= _LONGEST_SETTING else None
    key = None if said is None else field_of(said[1])
    if said is None or key not in {Field.UNIT, Field.DATE}:
        return None
    sure = (
        _is_day(said[2])
        if key is Field.DATE
        else currency_beside(said[2]) is not None or _A_NUMBER.fullmatch(said[2])
    )
    return {key: replace(cell, text=said[2])} if sure else None


def _is_name(key: Field | None, beside: str) -> bool:
    """Whether a word for a field is somebody's name, by what stands beside it."""
    match key:
        case Field.JOKERS:
            return True
        case Field.DATE:
            return not _is_day(beside)
        case Field.TABLE | Field.SESSION:
            number = any(sign.isdigit() for sign in beside) and not _is_day(beside)
            return number or beside.strip().casefold() in MARKS | NO
        case _:
            return False


def _is_day(text: str) -> bool:
    try:
        day(text)
    except ValueError:
        return False
    return True


def title_of(cells: Sequence[Cell]) -> Entry | None:
    """Read a hand's title, such as ``Hand 7`` or ``Раздача 7; баттон: Анна``; None where no hand is named first.

    What stands beside the title and is not understood is `stray`.

    >>> entry = title_of([Cell("Раздача №7, баттон: Анна", 3, 0), Cell("unit", 3, 1), Cell("20", 3, 2)])
    >>> {str(key): cell.text for key, cell in entry.cells.items()}
    {'hand': '7', 'button': 'Анна', 'unit': '20'}
    """
    if not cells or _after_hand_word(_PIECES.split(cells[0].text)[0]) is None:
        return None
    name, left = _hand_name(list(_pieces(cells)))
    if name is None:
        return None
    found = {Field.HAND: name}
    stray: list[Cell] = []
    while left:
        piece = left.pop(0)
        key, value = _setting(piece.text)
        if key is None or key in found or not (value or left):
            stray.append(piece)
        else:
            found[key] = replace(piece, text=value) if value else left.pop(0)
    return Entry(Row(cells[0].line, tuple(cells), ""), found, stray=tuple(stray))


def loose_entry(row: Row) -> Entry:
    """Read a line that is no player's: settings, a title, or neither."""
    if (told := settings(row)) is not None:
        return Entry(row, told)
    title = title_of(row.filled)
    return Entry(row) if title is None else replace(title, row=row)


def _pieces(cells: Sequence[Cell]) -> Iterator[Cell]:
    for cell in cells:
        for text in _PIECES.split(cell.text):
            if text.strip():
                yield replace(cell, text=text.strip())


def _hand_name(pieces: Sequence[Cell]) -> tuple[Cell | None, list[Cell]]:
    """The cell with the hand's name alone, and the pieces beside it."""
    cell, left = pieces[0], list(pieces[1:])
    words = _after_hand_word(cell.text)
    if words == [] and left:
        cell, left = left[0], left[1:]
        words = cell.text.split()
    if not words or not any(letter.isdecimal() for letter in words[0]):
        return None, []
    rest = [replace(cell, text=" ".join(words[1:]))] if words[1:] else []
    return replace(cell, text=words[0]), rest + left


def _after_hand_word(text: str) -> list[str] | None:
    """The words after ``Hand`` or the like, the number first; None where no such word stands at the number."""
    before = _BEFORE_NUMBER.match(text)
    if before and Field.HAND in {field_of(before[0]), field_of(before[1])}:
        return text[before.end() :].split()
    words = text.split()
    for count in range(min(_LONGEST_WORD, len(words)), 0, -1):
        if field_of(" ".join(words[:count])) is Field.HAND:
            return words[count:]
    if words and _NUMBER.fullmatch(words[0]) and field_of(" ".join(words[1:2])) is Field.HAND:
        return [_NUMBER.sub(r"\1", words[0]), *words[2:]]
    return None


def _setting(text: str) -> tuple[Field | None, str]:
    """The field that a text begins with, and what follows it."""
    word, colon, value = text.partition(":")
    if colon and field_of(word) in _OF_A_HAND:
        return field_of(word), value.strip()
    words = text.split()
    for count in range(min(_LONGEST_WORD, len(words)), 0, -1):
        if (key := field_of(" ".join(words[:count]))) in _OF_A_HAND:
            return key, " ".join(words[count:]).lstrip("—–- ")
    return None, ""
