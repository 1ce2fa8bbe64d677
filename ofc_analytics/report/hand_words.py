"""The words of a hand's receipt in a report, English and Russian."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    rows_won: str
    rows_dead: str
    scoop: str
    royalties: str
    other: str
    total: str
    paid: str
    due: str
    deferred: str
    claim: str
    claims: Mapping[str, str]


HAND_WORDS: Mapping[Literal["en", "ru"], HandWords] = MappingProxyType(
    {
        "en": HandWords(
            rows=("top", "middle", "bottom"),
            hand="Hand {}",
            table="table {}",
            foul="dead hand",
            in_fantasyland="in Fantasyland, {} cards",
            earned="earns Fantasyland, {} cards",
            natural="natural: {}",
            rows_won="rows {}",
            rows_dead="rows, a hand is dead {}",
            scoop="scoop {}",
            royalties="royalties {}",
            other="naturals and surrender {}",
            total="points {}",
            paid="paid {}",
            due="due {}, paid {}",
            deferred="the money waits for the end of the Fantasyland chain",
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
        ),
        "ru": HandWords(
            rows=("верх", "середина", "низ"),
            hand="Раздача {}",
            table="стол {}",
            foul="мёртвая рука",
            in_fantasyland="в Фантазии, карт: {}",
            earned="получает Фантазию, карт: {}",
            natural="натуральная: {}",
            rows_won="ряды {}",
            rows_dead="ряды, рука мёртвая {}",
            scoop="скуп {}",
            royalties="бонусы {}",
            other="натуральные и сдача {}",
            total="очки {}",
            paid="уплачено {}",
            due="к оплате {}, уплачено {}",
            deferred="деньги ждут конца цепочки Фантазий",
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
        ),
    }
)
