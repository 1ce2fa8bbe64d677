"""What metrics, dimensions and their values are called in a report, English and Russian."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from ofc_analytics.plots.words import WORDS
from ofc_analytics.statistics.writing import Language
from ofc_analytics.wording import by_language

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["TERMS", "Language", "Terms"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Names in one language; what stands in braces is filled in.

    Attributes
    ----------
    metrics, dimensions
        Column headings, by the name in `ofc_analytics.statistics`.
    totals
        Headings of the sums of those metrics whose sum is worth telling beside the mean.
    values
        Words of this library that stand in cells, such as ``button`` or ``warning``.
    few, more
        Why a number is dimmed: about how many hands would be enough, or only that these are too few.
    unknown
        A group whose source does not say.
    """

    metrics: Mapping[str, str]
    totals: Mapping[str, str]
    dimensions: Mapping[str, str]
    values: Mapping[str, str]
    hands: str
    few: str
    more: str
    unknown: str


_PARTS = {
    language: {f"from_{part}": label for part, label in words.parts.items()}
    for language, words in WORDS.items()
}

TERMS: Mapping[Language, Terms] = by_language(
    {
        "en": Terms(
            metrics=MappingProxyType(
                {
                    "points": "points a hand",
                    "net": "money a hand",
                    "hands_won": "hands won",
                    "top_won": "top won",
                    "middle_won": "middle won",
                    "bottom_won": "bottom won",
                    "scoops": "scoops",
                    "scooped": "scooped",
                    "foul_rate": "fouls",
                    "royalties": "royalties a hand",
                    "top_royalties": "royalties on top",
                    "middle_royalties": "royalties in the middle",
                    "bottom_royalties": "royalties at the bottom",
                    "fantasyland_rate": "in Fantasyland",
                    "entry_rate": "earned Fantasyland",
                    "stay_rate": "stayed",
                    "fantasyland_length": "hands a Fantasyland",
                    "fantasyland_points": "points a hand in it",
                    "points_outside": "points a hand, nobody in it",
                    "points_against_fantasyland": "points a hand against it",
                    **_PARTS["en"],
                }
            ),
            totals=MappingProxyType({"points": "points", "net": "money"}),
            dimensions=MappingProxyType(
                {
                    "player": "player",
                    "opponent": "opponent",
                    "position": "position",
                    "players": "players",
                    "room": "room",
                    "session": "session",
                    "day": "day (UTC)",
                    "unit": "unit",
                    "currency": "currency",
                    "state": "in Fantasyland",
                    "layout": "first street: top-middle-bottom",
                    "rules": "rules",
                }
            ),
            values=MappingProxyType(
                {
                    **WORDS["en"].position_names,
                    "nobody": "nobody",
                    "own": "the player",
                    "opponent": "an opponent",
                    "both": "both",
                    "error": "error",
                    "warning": "warning",
                    "note": "note",
                }
            ),
            hands="hands",
            few="too few hands",
            more="about {} would tell",
            unknown="not said",
        ),
        "ru": Terms(
            metrics=MappingProxyType(
                {
                    "points": "очков за раздачу",
                    "net": "денег за раздачу",
                    "hands_won": "выиграно раздач",
                    "top_won": "верх выигран",
                    "middle_won": "середина выиграна",
                    "bottom_won": "низ выигран",
                    "scoops": "скупов",
                    "scooped": "проиграно всухую",
                    "foul_rate": "мёртвых рук",
                    "royalties": "бонусов за раздачу",
                    "top_royalties": "бонусы верха",
                    "middle_royalties": "бонусы середины",
                    "bottom_royalties": "бонусы низа",
                    "fantasyland_rate": "в Фантазии",
                    "entry_rate": "получил Фантазию",
                    "stay_rate": "остался в ней",
                    "fantasyland_length": "раздач в одной Фантазии",
                    "fantasyland_points": "очков за раздачу в ней",
                    "points_outside": "очков за раздачу без Фантазий",
                    "points_against_fantasyland": "очков за раздачу против неё",
                    **_PARTS["ru"],
                }
            ),
            totals=MappingProxyType({"points": "очки", "net": "деньги"}),
            dimensions=MappingProxyType(
                {
                    "player": "игрок",
                    "opponent": "соперник",
                    "position": "место",
                    "players": "игроков",
                    "room": "рум",
                    "session": "сессия",
                    "day": "день (UTC)",
                    "unit": "куш",
                    "currency": "валюта",
                    "state": "в Фантазии",
                    "layout": "первая улица: верх-середина-низ",
                    "rules": "правила",
                }
            ),
            values=MappingProxyType(
                {
                    **WORDS["ru"].position_names,
                    "nobody": "никто",
                    "own": "сам игрок",
                    "opponent": "соперник",
                    "both": "оба",
                    "error": "ошибка",
                    "warning": "подозрение",
                    "note": "замечание",
                }
            ),
            hands="раздач",
            few="раздач мало",
            more="нужно ≈ {} раздач",
            unknown="не указано",
        ),
    }
)
