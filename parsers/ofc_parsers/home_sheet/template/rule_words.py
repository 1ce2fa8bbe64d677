"""What the page of rules says in Russian: each rule by its key, and the words that stand in values.

A rule that is not listed here keeps its English description.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["PAGE", "SECTIONS", "label", "subject", "value_words"]

PAGE: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "en": {
            "name": "rule set",
            "fingerprint": "fingerprint",
            "settle": "to settle",
            "source": "source",
            "confidence": "how sure",
            "high": "high",
            "medium": "medium",
            "low": "low",
            "uncertain": "Not certain",
            "assumed": "Assumed, the source does not say",
        },
        "ru": {
            "name": "набор правил",
            "fingerprint": "отпечаток",
            "settle": "чтобы пересчитать",
            "source": "источник",
            "confidence": "надёжность",
            "high": "высокая",
            "medium": "средняя",
            "low": "низкая",
            "uncertain": "Точно не известно",
            "assumed": "Принято, источник об этом молчит",
        },
    }
)
"""Headings of the page by language."""

SECTIONS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "en": {
            "variant": "The game",
            "deal": "The deal",
            "rows": "Rows",
            "foul": "Dead hands",
            "royalties": "Royalties",
            "fantasyland": "Fantasyland",
            "naturals": "Naturals",
            "surrender": "Giving up",
            "payout": "Stacks and limits",
            "rake": "Rake",
            "jackpot": "Jackpot",
            "levels": "Levels",
            "clock": "Clock",
        },
        "ru": {
            "variant": "Игра",
            "deal": "Раздача карт",
            "rows": "Ряды",
            "foul": "Мёртвая рука",
            "royalties": "Бонусы (роялти)",
            "fantasyland": "Фантазия",
            "naturals": "Натуральные руки",
            "surrender": "Сдача руки",
            "payout": "Стеки и пределы",
            "rake": "Рейк",
            "jackpot": "Джекпот",
            "levels": "Уровни",
            "clock": "Время",
        },
    }
)
"""Headings of the sections of a rule set, in the order of the page."""

_RUSSIAN_RULES = {
    "variant": "какая игра",
    "deal.streets": "сколько карт сдают и оставляют, улица за улицей",
    "deal.players": "от скольких до скольких игроков",
    "deal.jokers": "джокеров в колоде",
    "deal.buy_in": "вход в игру, от и до, в ценах очка",
    "deal.equal_caps": "у всех ли равные стеки",
    "rows.points": "очков за выигранный ряд",
    "rows.scoop": "сверх того за все три ряда (скуп)",
    "rows.majority": "сверх того ровно за два ряда из трёх",
    "rows.wheel": "место стрита A-2-3-4-5 среди стритов",
    "rows.middle": "что выигрывает середину",
    "rows.five_of_a_kind": "бывает ли с джокером пять одинаковых",
    "foul.pays": "сколько платит мёртвая рука каждой живой, сверх её бонусов",
    "foul.pays_royalties": "платит ли она и бонусы живой руки",
    "foul.equal_rows": "если ряды равны",
    "royalties.paid": "кто получает бонус за ряд",
    "royalties.without_winning": "ряды, чей бонус получают и без выигрыша ряда",
    "royalties.top": "за верх",
    "royalties.middle": "за середину",
    "royalties.bottom": "за низ",
    "fantasyland.entry.top": "вход с верха, сколько карт",
    "fantasyland.entry.middle": "вход с середины, сколько карт",
    "fantasyland.entry.bottom": "вход с низа, сколько карт",
    "fantasyland.entry.several": "сколько карт, если подходит больше одного ряда",
    "fantasyland.stay.top": "остаться с верха, сколько карт",
    "fantasyland.stay.middle": "остаться с середины, сколько карт",
    "fantasyland.stay.bottom": "остаться с низа, сколько карт",
    "fantasyland.repeats": "сколько раз подряд можно остаться",
    "fantasyland.order": "когда игрок в Фантазии выкладывает карты",
    "fantasyland.button": "что с баттоном во время Фантазии",
    "fantasyland.settled": "когда платят",
    "naturals.points": "сколько платит каждый соперник",
    "naturals.declared": "нужно ли объявить до вскрытия",
    "naturals.both": "если натуральные руки у обоих",
    "surrender.points": "очков каждому, кто играет дальше",
    "payout.order": "кому платят раньше",
    "payout.win_cap": "сколько можно выиграть самое большее",
    "payout.bust": "кто остался без фишек",
    "payout.loss_limit": "сколько можно проиграть самое большее (просчёт), в ценах очка",
    "payout.loss_limit_per": "за что считается этот предел",
    "payout.admission": "не сдают ли тому, чей стек меньше этого предела",
    "payout.remainder": "куда идёт неделимый остаток",
    "payout.basis": "платят ли за всё разом или по частям",
    "rake.percent": "процент с выигрыша",
    "rake.per_point": "сбор с каждого выигранного очка, в ценах очка",
    "rake.cap": "самое большее с игрока за раздачу, в ценах очка",
    "rake.threshold": "до какого выигрыша сбора нет, в ценах очка",
    "rake.payer": "кто платит",
    "rake.rounding": "округление",
    "jackpot.fee": "взнос за раздачу, в ценах очка",
    "jackpot.top": "какой нужен верх",
    "jackpot.middle": "какая нужна середина",
    "jackpot.bottom": "какой нужен низ",
    "jackpot.in_fantasyland": "можно ли выиграть его в Фантазии",
    "jackpot.share": "какая часть банка разыгрывается, в процентах",
    "jackpot.winner": "доля победителя, в процентах",
    "jackpot.opponents": "доля соперников, в процентах",
    "levels": "ступени турнира",
    "clock.seconds": "секунд на ход",
    "clock.seconds_per": "на что даётся это время",
    "clock.bank": "секунд в запасе",
    "clock.auto_placement": "как кладут карты за того, чьё время вышло",
}

_WORDS_IN_VALUES = {
    "en": {"true": "yes", "false": "no"},
    "ru": {
        "true": "да",
        "false": "нет",
        "pair": "пара",
        "two pair": "две пары",
        "three of a kind": "сет",
        "straight": "стрит",
        "flush": "флеш",
        "full house": "фулл-хаус",
        "four of a kind": "каре",
        "straight flush": "стрит-флеш",
        "royal flush": "роял-флеш",
        "five of a kind": "пять одинаковых",
        "six-pairs": "шесть пар",
        "three-straights": "три стрита",
        "three-flushes": "три флеша",
        "dragon": "дракон",
        "classic": "классика",
        "turbo": "турбо",
        "pineapple": "ананас",
        "progressive-pineapple": "прогрессивный ананас",
        "joker-pineapple": "ананас с джокерами",
        "deuce-to-seven-pineapple": "ананас 2-7",
        "closed": "закрытая китайка",
        "cards": "карт",
        "keep": "оставить",
        "lowest": "самый младший",
        "second": "второй после старшего",
        "high": "старшая рука",
        "deuce-to-seven": "младшая рука 2-7, десять и ниже",
        "scoop": "как за три ряда и скуп",
        "rows": "как за три ряда",
        "legal": "рука живая",
        "foul": "рука мёртвая",
        "foul-top-middle": "рука мёртвая, если равны верх и середина",
        "all": "каждая живая рука",
        "line-winner": "только победитель ряда",
        "top": "верх",
        "middle": "середина",
        "bottom": "низ",
        "same": "столько же",
        "unlimited": "без ограничения",
        "first": "первым",
        "last": "последним",
        "in-turn": "в свою очередь",
        "stays": "остаётся",
        "moves": "движется",
        "each-hand": "после каждой раздачи",
        "after-chain": "после последней раздачи Фантазии",
        "pair-major": "пара за парой, слева от баттона",
        "payer-major": "каждый по очереди слева от баттона платит всё, что должен",
        "seats": "пары по номерам мест",
        "proportional": "каждый делит, что имеет, по долгам",
        "current": "с каждого не больше, чем имеешь в этот момент",
        "starting": "с каждого не больше, чем имел перед раздачей",
        "starting-total": "за раздачу не больше, чем имел перед ней",
        "out": "больше не платит и не выигрывает в этой раздаче",
        "may-win-back": "может отыграться в этой раздаче",
        "hand": "раздача",
        "match": "матч",
        "street": "улица",
        "first-seat": "первому месту",
        "largest-claim": "тому, кому должны больше",
        "net": "одной суммой на пару",
        "gross": "по частям: ряды, скуп, бонусы",
        "net-winners": "кто в плюсе за раздачу",
        "pair-winners": "победитель каждой пары",
        "everyone": "все поровну",
        "down": "вниз",
        "half-up": "до ближайшего",
        "up": "вверх",
        "higher": "платят за старшую",
        "nothing": "ничего",
        "bottom-first": "снизу вверх",
        "top-first": "сверху вниз",
        "unit": "цена очка",
        "hands": "раздач",
        "minutes": "минут",
    },
}

_SOUGHT = {
    language: re.compile(
        rf"(?<![\w-])(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})(?![\w-])"
    )
    for language, words in _WORDS_IN_VALUES.items()
}


def label(key: str, meaning: str, language: str) -> str:
    """What a rule says, in words.

    >>> label("rows.points", "points for each row won", "ru")
    'очков за выигранный ряд'
    """
    return _RUSSIAN_RULES.get(key, meaning) if language == "ru" else meaning


def subject(key: str, language: str) -> str:
    """The rule or section that a remark is about; a single entry of a table goes by its table.

    >>> subject("royalties.top.QQ", "ru"), subject("payout", "ru"), subject("rows.wheel", "en")
    ('за верх', 'Стеки и пределы', 'rows.wheel')
    """
    if language == "en":
        return key
    parts = key.split(".")
    known = {**_RUSSIAN_RULES, **SECTIONS[language]}
    prefixes = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((known[prefix] for prefix in prefixes if prefix in known), key)


def value_words(value: str, language: str) -> str:
    """The value of a rule, with its known words in a language.

    >>> value_words("three of a kind 2, straight flush 30", "ru")
    'сет 2, стрит-флеш 30'
    """
    words = _WORDS_IN_VALUES[language]
    return _SOUGHT[language].sub(lambda found: words[found[0]], value)
