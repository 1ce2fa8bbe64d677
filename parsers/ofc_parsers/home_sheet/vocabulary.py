"""The words of home score sheets, English and Russian, and the field each of them stands for.

A heading is compared without case, marks and anything in brackets, so ``Points (total):`` is ``points``.

Examples
--------
>>> field_of("№ раздачи"), field_of("Верхний ряд:"), field_of("Comment")
(<Field.HAND: 'hand'>, <Field.TOP: 'top'>, None)
"""

from __future__ import annotations

import re
import unicodedata
from difflib import get_close_matches
from enum import StrEnum

__all__ = [
    "BOARD_FIELDS",
    "CARD_FIELDS",
    "CODES",
    "CONTEXT",
    "CURRENCIES",
    "FOULS",
    "HEADING_WORDS",
    "LABELS",
    "MARKS",
    "NATURALS",
    "NO",
    "ROW_FIELDS",
    "ROW_LETTERS",
    "TOTALS",
    "TWO_WAY",
    "VARIANTS",
    "WEAK",
    "YES",
    "Field",
    "field_of",
    "nearest",
    "plain",
]


class Field(StrEnum):
    """What a column or a line above the header says."""

    HAND = "hand"
    PLAYER = "player"
    SEAT = "seat"
    TOP = "top"
    MIDDLE = "middle"
    BOTTOM = "bottom"
    BOARD = "board"
    DISCARDS = "discards"
    POINTS = "points"
    NET = "money"
    UNIT = "unit"
    CURRENCY = "currency"
    STACK = "stack"
    RAKE = "rake"
    BUTTON = "button"
    FANTASYLAND = "fantasyland"
    NEXT = "next fantasyland"
    FOUL = "foul"
    ROYALTIES = "royalties"
    DECLARED = "declared"
    SURRENDERED = "surrendered"
    DATE = "date"
    TIME = "time"
    ZONE = "time zone"
    TABLE = "table"
    SESSION = "session"
    VARIANT = "variant"
    RULES = "rules"
    JOKERS = "jokers"
    LEVEL = "level"


ROW_FIELDS = (Field.TOP, Field.MIDDLE, Field.BOTTOM)

BOARD_FIELDS = (*ROW_FIELDS, Field.BOARD)

CARD_FIELDS = (*BOARD_FIELDS, Field.DISCARDS)

CONTEXT = (
    Field.UNIT,
    Field.CURRENCY,
    Field.DATE,
    Field.ZONE,
    Field.TABLE,
    Field.SESSION,
    Field.VARIANT,
    Field.RULES,
    Field.JOKERS,
    Field.LEVEL,
)
"""What holds for many hands: may stand above the header, and a blank cell repeats the line above."""

_WORDS = {
    Field.HAND: "hand, hand no, hand number, hand id, no hand, deal, deal no, no, n, "
    "раздача, рука, сдача, no раздачи, номер раздачи, no руки, номер руки, no сдачи, номер сдачи, номер",
    Field.PLAYER: "player, players, player name, name, names, nick, nickname, "
    "игрок, игроки, имя, имя игрока, имена, ник",
    Field.SEAT: "seat, seat no, seat number, no seat, место, no места, номер места",
    Field.TOP: "top, top row, front, front row, head, head row, "
    "верх, верхний, верхняя, верхний ряд, верхняя линия, верхняя рука, фронт, голова",
    Field.MIDDLE: "middle, middle row, mid, center, centre, "
    "середина, средний, средняя, средний ряд, средняя линия, средняя рука, мидл, центр",
    Field.BOTTOM: "bottom, bottom row, bot, back, back row, tail, tail row, "
    "низ, нижний, нижняя, нижний ряд, нижняя линия, нижняя рука, бэк, бек, хвост",
    Field.BOARD: "board, cards, box, layout, доска, борд, расклад, карты, бокс",
    Field.DISCARDS: "discards, discard, discarded, discarded cards, muck, снос, сносы, сброс, сброшено, сброшенные карты",
    Field.POINTS: "points, point, pts, score, points won, total points, очки, куши, очков, кушей, очки куши",
    Field.NET: "money, net, net money, cash, amount, won, winnings, profit, win loss, "
    "деньги, выигрыш, сумма, итог, выигрыш проигрыш",
    Field.UNIT: "unit, unit value, stake, stakes, point value, value of a point, price of a point, per point, "
    "куш, ставка, цена очка, стоимость очка, цена куша, стоимость куша",
    Field.CURRENCY: "currency, валюта",
    Field.STACK: "stack, stacks, starting stack, cap, chips, стек, стэк, кэп, кеп, фишки",
    Field.RAKE: "rake, рейк, комиссия",
    Field.BUTTON: "button, btn, dealer, баттон, батон, дилер, кнопка, сдающий",
    Field.FANTASYLAND: "fantasyland, fantasy, fl, in fantasyland, in fantasy, in fl, fantasyland now, fl now, "
    "фантазия, в фантазии, фантазия сейчас, фл",
    Field.NEXT: "next fantasyland, fantasyland next, next fantasy, fantasy next, next fl, fl next, to fantasyland, "
    "следующая фантазия, фантазия следующая, фантазия дальше, фантазия далее, в фантазию, выход в фантазию, "
    "вышел в фантазию, идет в фантазию",
    Field.FOUL: "foul, fouled, dead, dead hand, misset, фол, мертвая, мертвая рука",
    Field.ROYALTIES: "royalties, royalty, bonus, bonuses, бонус, бонусы, роялти, премия, премии",
    Field.DECLARED: "declared, natural, declared natural, объявил, объявила, объявлено, натурал",
    Field.SURRENDERED: "surrendered, surrender, gave up, сдался, сдалась",
    Field.DATE: "date, day, дата, день",
    Field.TIME: "time, start, started, started at, start time, date and time, date time, datetime, "
    "время, начало, время начала, дата и время",
    Field.ZONE: "time zone, timezone, utc offset, utc, часовой пояс, пояс",
    Field.TABLE: "table, table name, стол, название стола",
    Field.SESSION: "session, match, night, evening, сессия, матч, вечер, ночь",
    Field.VARIANT: "variant, game type, вариант, вариант игры, разновидность, вид игры",
    Field.RULES: "rules, rule set, ruleset, правила, набор правил",
    Field.JOKERS: "jokers, joker, джокеры, джокер",
    Field.LEVEL: "level, tournament level, уровень, уровень турнира",
}

_FIELD_OF = {word: field for field, words in _WORDS.items() for word in words.split(", ")}

HEADING_WORDS = frozenset(word for heading in _FIELD_OF for word in heading.split())
"""All words that headings are made of."""

WEAK = frozenset({"no", "n", "номер"})
"""Headings that number the hands only where no other heading does."""

ROW_LETTERS = {
    "t": Field.TOP,
    "f": Field.TOP,
    "m": Field.MIDDLE,
    "b": Field.BOTTOM,
    "в": Field.TOP,
    "с": Field.MIDDLE,
    "н": Field.BOTTOM,
}
"""Letters that stand for a row before the number of a card, as in ``T1`` and ``Н5``."""

TWO_WAY = frozenset({"front", "front row", "back", "back row", "фронт", "бэк", "бек"})
"""Some call the three-card row front and some back: the number of cards decides."""

LABELS = {field: f"the {field}" for field in Field} | {
    Field.HAND: "the hand number",
    Field.PLAYER: "the player's name",
    Field.TOP: "the top row",
    Field.MIDDLE: "the middle row",
    Field.BOTTOM: "the bottom row",
    Field.NET: "the money",
}
"""How messages speak of a field."""

YES = frozenset("yes y true + x v ✓ ✔ 1 да д истина х фол foul fl фантазия".split())  # noqa: SIM905 - a line, not twenty
_FOUL_WORDS = (
    "foul, fouled, dead, dead hand, misset, burned, burnt, busted, "
    "фол, фоул, мертвая, мертвая рука, сгорел, сгорела, сгорело, баранка"
)
FOULS = frozenset(_FOUL_WORDS.split(", "))
"""Words for a dead hand, in the form of `plain`."""
NO = frozenset("no n false 0 нет н ложь".split())  # noqa: SIM905 - a line, not seven
MARKS = YES - {"1"} | frozenset("* d b bu btn button dealer о o • ● б дилер баттон кнопка".split())  # noqa: SIM905
"""Marks that put the button on the line they stand in; a 1 may be a seat."""

_TOTALS_WORDS = (
    "total, totals, grand total, running total, subtotal, subtotals, sub total, sum, sums, overall, balance, balances, "
    "standings, net, net total, result, results, final result, final score, tally, saldo, σ, in all, all hands, "
    "итого, всего, итог, итоги, общий итог, промежуточный итог, подытог, подитог, сумма, суммы, суммарно, в сумме, "
    "баланс, сальдо, результат, результаты, общий счет, по итогам, нарастающий итог, за вечер, за ночь, за игру"
)
TOTALS = frozenset(_TOTALS_WORDS.split(", "))
"""What stands before the sums of other lines, in the form of `plain`."""

_CURRENCY_WORDS = {
    "RUB": "₽, р, руб, рубль, рубля, рублей, рубли, рублях, ruble, rubles, rouble, roubles",
    "USD": "$, us$, доллар, доллара, долларов, доллары, dollar, dollars",
    "EUR": "€, евро, euro, euros",
    "GBP": "£",
    "UAH": "₴, грн, гривна, гривны, гривен",
    "KZT": "₸, тг, тенге",
    "chips": "фишка, фишки, фишек, chip, chips",
}

CURRENCIES = {word: code for code, words in _CURRENCY_WORDS.items() for word in words.split(", ")}

CODES = frozenset(
    (  # noqa: SIM905 - six lines, not a hundred and sixty
        "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTC BTN BWP BYN BZD CAD "
        "CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD "
        "HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL "
        "LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR "
        "PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP "
        "TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG"
    ).split()
)
"""Codes of ISO 4217 (and one that everybody knows) that may stand beside an amount."""

VARIANTS = {
    "ананас": "pineapple",
    "пайнэппл": "pineapple",
    "пайнапл": "pineapple",
    "классика": "classic",
    "классический": "classic",
}

_NATURAL_WORDS = {
    "six-pairs": "six pairs, шесть пар",
    "three-straights": "three straights, три стрита",
    "three-flushes": "three flushes, три флеша",
    "dragon": "dragon, full straight, дракон, полный стрит",
}

NATURALS = {word: natural for natural, words in _NATURAL_WORDS.items() for word in words.split(", ")}
"""Naturals of the closed game, by the words for them in the form of `plain`."""

_BRACKETS = re.compile(r"\([^)]*\)|\[[^\]]*\]")
_CODE = re.compile(r"[{}<>]|[(=,] ?\"|\" ?[),=]")
_MARKS = re.compile(r"[\W_]+")
_LETTERS = str.maketrans({"ё": "е", "#": " no ", "∑": " σ ", "ς": "σ"})


def plain(text: str) -> str:
    """Bring a heading to the form in which headings are compared; a piece of a program or of markup stays as it is.

    >>> plain(" Hand_No. "), plain("#"), plain("Очки (куши)"), plain("Мёртвая рука"), plain("<b>top</b>"), plain("∑:")
    ('hand no', 'no', 'очки', 'мертвая рука', '<b>top</b>', 'σ')
    """
    if _CODE.search(text):
        return text
    folded = unicodedata.normalize("NFKC", text).casefold().translate(_LETTERS)
    return _MARKS.sub(" ", _BRACKETS.sub(" ", folded)).strip()


def field_of(heading: str) -> Field | None:
    """Field that a heading names, if it is a known word."""
    return _FIELD_OF.get(plain(heading))


def nearest(heading: str) -> str | None:
    """Known heading most like an unknown one, if any is near.

    >>> nearest("Playr"), nearest("Comment")
    ('player', None)
    """
    close = get_close_matches(plain(heading), _FIELD_OF, n=1, cutoff=0.75)
    return close[0] if close else None
