"""The words of sheets without cards, beside those that all home sheets share.

Examples
--------
>>> meaning("Бай-ин"), meaning("Победитель верха"), meaning("раздача")
(<Word.BUY_IN: 'buy-in'>, <Word.TOP_WON: 'top won'>, <Field.HAND: 'hand'>)
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from ofc_parsers.home_sheet.vocabulary import HEADING_WORDS as FIELD_WORDS
from ofc_parsers.home_sheet.vocabulary import ROW_FIELDS, TOTALS, Field, field_of, plain

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = [
    "HEADING_WORDS",
    "KINDS",
    "NOBODY",
    "ROW_FIELDS",
    "ROW_PLACE",
    "ROW_WON",
    "SHEET_KINDS",
    "Key",
    "Word",
    "has_totals",
    "is_totals",
    "meaning",
]


class Word(StrEnum):
    """What a column of a sheet without cards says, and columns of cards do not."""

    KIND = "kind"
    OTHER = "other"
    NOTE = "note"
    ID = "id"
    CORRECTS = "corrects"
    BUY_IN = "buy-in"
    CASH_OUT = "cash-out"
    TOTAL = "total"
    WINNER = "winner"
    LOSER = "loser"
    TOP_WON = "top won"
    MIDDLE_WON = "middle won"
    BOTTOM_WON = "bottom won"
    TOP_PLACE = "top place"
    MIDDLE_PLACE = "middle place"
    BOTTOM_PLACE = "bottom place"


Key: TypeAlias = Field | Word
"""What a column says."""

ROW_WON = (Word.TOP_WON, Word.MIDDLE_WON, Word.BOTTOM_WON)
ROW_PLACE = (Word.TOP_PLACE, Word.MIDDLE_PLACE, Word.BOTTOM_PLACE)

_WORDS: dict[Key, str] = {
    Word.KIND: "kind, type, вид, тип, операция",
    Word.OTHER: "other, to, payee, paid to, другой, кому, получатель",
    Word.NOTE: "note, notes, comment, примечание, заметка, комментарий",
    Word.ID: "id, ид, код",
    Word.CORRECTS: "corrects, исправляет",
    Word.BUY_IN: "buy in, buyin, buy ins, buyins, bought in, bought, "
    "закуп, закупка, закупил, бай ин, байин, вход, взял фишек, купил",
    Word.CASH_OUT: "cash out, cashout, cash outs, cashouts, cashed out, "
    "кэш аут, кэшаут, кешаут, кеш аут, выход, сдал фишек, вернул",
    Word.TOTAL: "total, totals, result, results, balance, overall, saldo, σ, "
    "итого, всего, результат, баланс, сальдо, общий итог",
    Word.WINNER: "winner, won by, who won, победитель, выиграл, выигравший, кто выиграл",
    Word.LOSER: "loser, lost by, who lost, проигравший, проиграл, кто проиграл",
    Field.PLAYER: "кто",
    Field.NET: "sum",
}

_ROW_WORDS = (
    "top, front, верх, верха, верхний ряд, верхнего ряда, фронт",
    "middle, mid, середина, середину, середины, средний ряд, среднего ряда, мидл",
    "bottom, back, низ, низа, нижний ряд, нижнего ряда, бэк",
)
_WON_WORDS = "winner, won, won by, result, points, score, победитель, выиграл, взял, результат, очки, куши, кто выиграл"
_PLACE_WORDS = "place, rank, order, место, порядок"


def _of_rows(keys: tuple[Word, ...], facts: str) -> dict[str, Key]:
    """Headings such as ``top winner`` and ``winner of top``."""
    return {
        heading: key
        for key, rows in zip(keys, _ROW_WORDS, strict=True)
        for row, fact in product(rows.split(", "), facts.split(", "))
        for heading in (f"{row} {fact}", f"{fact} {row}", f"{fact} of {row}")
    }


_MEANINGS: dict[str, Key] = {
    **_of_rows(ROW_WON, _WON_WORDS),
    **_of_rows(ROW_PLACE, _PLACE_WORDS),
    **{word: key for key, words in _WORDS.items() for word in words.split(", ")},
}

_KIND_WORDS = {
    "buy-in": "buy in, buyin, rebuy, бай ин, байин, закуп, закупка, докупка, вход",
    "cash-out": "cash out, cashout, кэш аут, кэшаут, кешаут, выход",
    "result": "result, результат",
    "payment": "payment, платеж, перевод, оплата",
    "carried": "carried, перенос, остаток",
    "correction": "correction, исправление, поправка",
}
KINDS = {word: kind for kind, words in _KIND_WORDS.items() for word in words.split(", ")}
"""Kinds of entries, by the words for them in the form of `plain`."""

_SHEET_WORDS = {
    "buy-in": "buy ins, buyins, rebuys, закупы, закупки, докупки, бай ины, байины",
    "cash-out": "cash outs, cashouts, кэшауты, выходы",
    "payment": "payments, платежи, переводы, оплаты",
    "carried": "carried balances, переносы, остатки",
    "correction": "corrections, исправления, поправки",
}
SHEET_KINDS = KINDS | {word: kind for kind, words in _SHEET_WORDS.items() for word in words.split(", ")}
"""Kinds of entries, by the name of the worksheet they stand in."""

HEADING_WORDS = frozenset(word for heading in _MEANINGS for word in heading.split())
"""All words that headings are made of."""

_BESIDE_TOTALS = "of for the all evening games за по всю все весь вечер игру игры раздач"
_TOTALS_WORDS = (
    HEADING_WORDS | FIELD_WORDS | {word for text in (*TOTALS, _BESIDE_TOTALS) for word in text.split()}
)

NOBODY = frozenset({"tie", "draw", "push", "split", "nobody", "none", "ничья", "поровну", "никто"})
"""What stands for the winner of a row that nobody won."""


@lru_cache(maxsize=4096)
def meaning(heading: str) -> Key | None:
    """What a heading names, if it is a known word."""
    return _MEANINGS.get(plain(heading)) or field_of(heading)


def has_totals(text: str) -> bool:
    """Whether a text begins with a word for totals, as what stands for a hand's number may.

    >>> has_totals("Итого за ночь"), has_totals("total points"), has_totals("7")
    (True, True, False)
    """
    words = plain(text).split(" ")
    return not TOTALS.isdisjoint({" ".join(words[:count]) for count in (1, 2)})


def is_totals(text: str, names: Collection[str] = ()) -> bool:
    """Whether a text where a name belongs is made of words for totals alone, or says whose they are.

    `names` are those of players, in the form of `plain`.

    >>> is_totals("Итого:"), is_totals("total points"), is_totals("итого за ночь"), is_totals("Sum Wong")
    (True, True, True, False)
    >>> is_totals("Total: Anna", names={"anna"})
    True
    """
    words = plain(text).split(" ")
    counts = [count for count in (1, 2) if " ".join(words[:count]) in TOTALS]
    return any(
        " ".join(words[count:]) in names or _TOTALS_WORDS.issuperset(words[count:]) for count in counts
    )
