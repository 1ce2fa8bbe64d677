"""The words of a hand's receipt in a report, English and Russian."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from ofc_analytics.plots.words import WORDS
from ofc_analytics.settlement.naturals import NATURALS
from ofc_analytics.wording import by_language

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ofc_analytics.report.terms import Language

__all__ = ["HAND_WORDS", "HandWords"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandWords:
    """Labels and phrases in one language; what stands in braces is filled in."""

    rows: tuple[str, str, str]
    hand: str
    table: str
    foul: str
    in_fantasyland: str
    earned: str
    natural: str
    naturals: Mapping[str, str]
    rows_won: str
    rows_dead: str
    scoop: str
    royalties: str
    other: str
    total: str
    paid: str
    due: str
    deferred: str
    rake: str
    jackpot: str
    claim: str
    claims: Mapping[str, str]
    fouls: Mapping[str, str]


def _naturals(*names: str) -> Mapping[str, str]:
    return MappingProxyType(dict(zip(NATURALS, names, strict=True)))


HAND_WORDS: Mapping[Language, HandWords] = by_language(
    {
        "en": HandWords(
            rows=WORDS["en"].rows,
            hand="Hand {}",
            table="table {}",
            foul="dead hand",
            in_fantasyland="in Fantasyland, {} cards",
            earned="earns Fantasyland, {} cards",
            natural="natural: {}",
            naturals=_naturals("six pairs", "three straights", "three flushes", "dragon"),
            rows_won="rows {}",
            rows_dead="rows, a hand is dead {}",
            scoop="scoop {}",
            royalties="royalties {}",
            other="naturals and surrender {}",
            total="points {}",
            paid="paid {}",
            due="due {}, paid {}",
            deferred="the money waits for the end of the Fantasyland chain",
            rake="rake {}",
            jackpot="jackpot {}",
            claim="the source says {}: {}; recomputed: {}",
            claims=MappingProxyType(
                {
                    "points": "points",
                    "net": "money",
                    "royalties": "royalties",
                    "foul": "dead hand",
                    "fantasyland": "Fantasyland next",
                }
            ),
            fouls=MappingProxyType({"foul": "yes", "no foul": "no"}),
        ),
        "ru": HandWords(
            rows=WORDS["ru"].rows,
            hand="Раздача {}",
            table="стол {}",
            foul="мёртвая рука",
            in_fantasyland="в Фантазии, карт: {}",
            earned="получает Фантазию, карт: {}",
            natural="натуральная: {}",
            naturals=_naturals("шесть пар", "три стрита", "три флеша", "дракон"),
            rows_won="ряды {}",
            rows_dead="ряды, рука мёртвая {}",
            scoop="скуп {}",
            royalties="бонусы {}",
            other="натуралы и отказ от игры {}",
            total="очки {}",
            paid="уплачено {}",
            due="к оплате {}, уплачено {}",
            deferred="деньги ждут конца цепочки Фантазий",
            rake="рейк {}",
            jackpot="джекпот {}",
            claim="в источнике {}: {}; пересчитано: {}",
            claims=MappingProxyType(
                {
                    "points": "очки",
                    "net": "деньги",
                    "royalties": "бонусы",
                    "foul": "мёртвая рука",
                    "fantasyland": "Фантазия дальше",
                }
            ),
            fouls=MappingProxyType({"foul": "да", "no foul": "нет"}),
        ),
    }
)
