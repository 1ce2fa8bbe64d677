"""The words of a blank sheet, English and Russian: names of its sheets, headings, remarks and refusals.

Headings are words of the vocabulary, so that what is written here is read back.

Examples
--------
>>> from ofc_parsers.home_sheet.vocabulary import field_of
>>> all(field_of(heading) == field for words in WORDS.values() for field, heading in words.headings.items())
True
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from ofc_parsers.home_sheet.vocabulary import Field

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["WORDS", "Words"]

_MONEY_COLUMNS = ("kind", "player", "other", "amount", "currency", "note", "id", "corrects")


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What a blank sheet says in one language.

    Attributes
    ----------
    hands_sheet, rules_sheet, money_sheet, lists_sheet
        Names of the sheets; the last one is hidden and holds what the lists offer.
    headings
        Of columns, and of the lines above them.
    money_headings, kinds
        Headings of the sheet of money, by `ofc_analytics.settlement.entries.Entries` column, and the kinds
        of its entries.
    remarks, money_remarks
        What is said beside a heading.
    refusals
        What is said where a cell takes no such thing, by kind of cell.
    refused
        Title of that message.
    cards
        How cards are written.
    mark, yes, no
        The dealer's mark, and the two answers.
    naturals
        What can be declared in the closed game.
    """

    hands_sheet: str
    rules_sheet: str
    money_sheet: str
    lists_sheet: str
    headings: Mapping[Field, str]
    remarks: Mapping[Field, str]
    money_headings: Mapping[str, str]
    money_remarks: Mapping[str, str]
    kinds: tuple[str, ...]
    refusals: Mapping[str, str]
    refused: str
    cards: Literal["ascii", "russian"]
    mark: str
    yes: str
    no: str
    naturals: tuple[str, ...]


_ENGLISH = Words(
    hands_sheet="hands",
    rules_sheet="rules",
    money_sheet="buy-ins",
    lists_sheet="cards",
    headings={
        Field.RULES: "rules",
        Field.UNIT: "unit",
        Field.CURRENCY: "currency",
        Field.DATE: "date",
        Field.TABLE: "table",
        Field.HAND: "hand",
        Field.PLAYER: "player",
        Field.TOP: "top",
        Field.MIDDLE: "middle",
        Field.BOTTOM: "bottom",
        Field.DISCARDS: "discards",
        Field.BUTTON: "button",
        Field.STACK: "stack",
        Field.FANTASYLAND: "in fantasyland",
        Field.FOUL: "foul",
        Field.DECLARED: "declared",
        Field.SURRENDERED: "surrendered",
        Field.POINTS: "points",
        Field.NET: "money",
    },
    remarks={
        Field.HAND: "The number stands in the hand's first line. Leave hands that were not played as they are.",
        Field.PLAYER: "Seats go clockwise. Whoever sits out: delete the name in that hand. Always spell a name alike.",
        Field.TOP: "Three cards, one a cell: rank (2-9, T, J, Q, K, A) and suit (c d h s), such as Kd or Th. "
        "A card that stands twice in a hand turns red.",
        Field.MIDDLE: "Five cards, one a cell, such as Kd or Th.",
        Field.BOTTOM: "Five cards, one a cell, such as Kd or Th.",
        Field.DISCARDS: "All discarded cards, such as 2c 9h; may be left blank.",
        Field.BUTTON: "An x in the dealer's line.",
        Field.STACK: "What the player had before the hand; blank = unlimited.",
        Field.FANTASYLAND: "Cards that the player was dealt in Fantasyland in this hand; blank = not in it.",
        Field.FOUL: "Whether the table called the hand dead. It is checked against the cards; may be left blank.",
        Field.DECLARED: "The natural that was declared before the showdown; blank = none.",
        Field.SURRENDERED: "Whether the player gave up the hand; blank = no.",
        Field.POINTS: "What the table counted, with a minus for a loss; checked against the cards, may be left blank. "
        "Points of a hand that do not add up to 0 turn red.",
        Field.NET: "What the table paid, with a minus for a loss; checked, may be left blank.",
    },
    money_headings=dict(zip(_MONEY_COLUMNS, _MONEY_COLUMNS, strict=True)),
    money_remarks={
        "kind": "buy-in: chips bought on credit. cash-out: chips handed back. payment: already made by player to other. "
        "carried: from an earlier night. correction: see corrects. result: won or lost, where no hands were written down.",
        "player": "Whose money it is.",
        "other": "Who was paid; only for a payment.",
        "amount": "How much. Results and carried amounts: with a minus if the player is to pay.",
        "currency": "Blank = that of the hands.",
        "note": "Anything worth remembering.",
        "id": "A name for the entry, so that a correction can point to it.",
        "corrects": "Only for a correction: the id of the entry whose amount this one replaces. "
        "Nothing is overwritten: the wrong entry stays.",
    },
    kinds=("buy-in", "cash-out", "payment", "carried", "correction", "result"),
    refusals={
        "card": "This is no card of the deck. Write rank and suit, such as Kd, Th or 2c, or choose from the list. "
        "Ranks: 2-9 T J Q K A. Suits: c d h s.",
        "list": "Choose one of the list.",
        "fantasyland": "The number of cards dealt in Fantasyland: choose one of the list.",
        "whole": "A whole number, such as 12 or -6.",
        "amount": "An amount, such as 150 or -60.50.",
        "stack": "An amount of 0 or more.",
    },
    refused="Not accepted",
    cards="ascii",
    mark="x",
    yes="yes",
    no="no",
    naturals=("six pairs", "three straights", "three flushes", "dragon"),
)

_RUSSIAN = Words(
    hands_sheet="раздачи",
    rules_sheet="правила",
    money_sheet="закупы",
    lists_sheet="карты",
    headings={
        Field.RULES: "правила",
        Field.UNIT: "цена очка",
        Field.CURRENCY: "валюта",
        Field.DATE: "дата",
        Field.TABLE: "стол",
        Field.HAND: "раздача",
        Field.PLAYER: "игрок",
        Field.TOP: "верх",
        Field.MIDDLE: "середина",
        Field.BOTTOM: "низ",
        Field.DISCARDS: "снос",
        Field.BUTTON: "баттон",
        Field.STACK: "стек",
        Field.FANTASYLAND: "в фантазии",
        Field.FOUL: "фол",
        Field.DECLARED: "объявлено",
        Field.SURRENDERED: "сдался",
        Field.POINTS: "очки",
        Field.NET: "деньги",
    },
    remarks={
        Field.HAND: "Номер стоит в первой строке раздачи. Несыгранные раздачи оставьте как есть.",
        Field.PLAYER: "Места идут по часовой стрелке. Кто пропускает раздачу: сотрите в ней его имя. Пишите имя всегда одинаково.",
        Field.TOP: "Три карты, по одной в ячейке: достоинство (2-10, В, Д, К, Т) и масть (к б ч п: крести, бубны, черви, пики), "
        "например Кб или 10ч. Карта, которая стоит в раздаче дважды, краснеет.",
        Field.MIDDLE: "Пять карт, по одной в ячейке, например Кб или 10ч.",
        Field.BOTTOM: "Пять карт, по одной в ячейке, например Кб или 10ч.",
        Field.DISCARDS: "Все сброшенные карты, например 2к 9ч; можно не заполнять.",
        Field.BUTTON: "Отметка «х» в строке сдающего.",
        Field.STACK: "Сколько было у игрока перед раздачей; пусто = без ограничения.",
        Field.FANTASYLAND: "Сколько карт игрок получил в Фантазии в этой раздаче; пусто = он не в Фантазии.",
        Field.FOUL: "Признал ли стол руку мёртвой. Проверяется по картам; можно не заполнять.",
        Field.DECLARED: "Что объявлено до вскрытия; пусто = ничего.",
        Field.SURRENDERED: "Сдал ли игрок раздачу; пусто = нет.",
        Field.POINTS: "Сколько насчитал стол, проигрыш с минусом; проверяется по картам, можно не заполнять. "
        "Очки раздачи, которые в сумме не дают 0, краснеют.",
        Field.NET: "Сколько заплатил стол, проигрыш с минусом; проверяется, можно не заполнять.",
    },
    money_headings=dict(
        zip(
            _MONEY_COLUMNS,
            ("вид", "игрок", "кому", "сумма", "валюта", "примечание", "код", "исправляет"),
            strict=True,
        )
    ),
    money_remarks={
        "kind": "закуп: фишки, взятые в долг. выход: сданные фишки. платеж: уже отдано другому игроку. перенос: с прошлой ночи. "
        "исправление: см. «исправляет». результат: выигрыш или проигрыш, если раздачи не записаны.",
        "player": "Чьи это деньги.",
        "other": "Кому заплачено; только для платежа.",
        "amount": "Сколько. Результат и перенос: с минусом, если игрок должен.",
        "currency": "Пусто = как в раздачах.",
        "note": "Всё, что стоит запомнить.",
        "id": "Имя записи, чтобы исправление могло на неё сослаться.",
        "corrects": "Только для исправления: код записи, сумму которой заменяет эта. Ничего не стирается: неверная запись остаётся.",
    },
    kinds=("закуп", "выход", "платеж", "перенос", "исправление", "результат"),
    refusals={
        "card": "Такой карты в колоде нет. Пишите достоинство и масть, например Кб, 10ч или 2к, или выберите из списка. "
        "Достоинства: 2-10 В Д К Т. Масти: к б ч п.",
        "list": "Выберите из списка.",
        "fantasyland": "Сколько карт сдано в Фантазии: выберите из списка.",
        "whole": "Целое число, например 12 или -6.",
        "amount": "Сумма, например 150 или -60,50.",
        "stack": "Сумма от 0.",
    },
    refused="Не принято",
    cards="russian",
    mark="х",
    yes="да",
    no="нет",
    naturals=("шесть пар", "три стрита", "три флеша", "дракон"),
)

WORDS: Mapping[str, Words] = MappingProxyType({"en": _ENGLISH, "ru": _RUSSIAN})
"""The words by language."""
