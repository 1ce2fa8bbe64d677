"""What charts say, in English and Russian; what stands in braces is filled in."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from ofc_analytics.statistics.writing import Language
from ofc_analytics.wording import by_language

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["WORDS", "Language", "Words"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Titles, labels and remarks in one language."""

    hands: str
    one_hand: str
    rule_sets: str
    left_out: str
    no_button: str
    some_players: str
    hands_axis: str
    points: str
    money: str
    cumulative: Mapping[str, str]
    bands: str
    parts_of: str
    parts: Mapping[str, str]
    total: str
    adjusted: str
    adjusted_without: str
    win_rates: str
    per_hand: str
    interval: str
    foul_rate: str
    foul_rate_axis: str
    blocks: str
    fantasyland: str
    funnel: tuple[str, str, str, str]
    royalties: str
    royalties_axis: str
    rows: tuple[str, str, str]
    opponents: str
    opponents_axes: tuple[str, str]
    results: str
    results_axis: str
    mean: str
    positions: str
    position_names: Mapping[str, str]
    of_player: str
    nothing: str


WORDS: Mapping[Language, Words] = by_language(
    {
        "en": Words(
            hands="{} hands",
            one_hand="{} hand",
            rule_sets="{} rule sets",
            left_out="{} without money left out",
            no_button="{} without a known button left out",
            some_players="{} of {} players: those with the most hands",
            hands_axis="hands",
            points="points",
            money="money",
            cumulative=MappingProxyType({"points": "Cumulative points", "net": "Cumulative net"}),
            bands="where luck alone ends in 70 and 95 of 100 cases",
            parts_of="What the points of {} are made of",
            parts=MappingProxyType(
                {
                    "rows": "rows",
                    "scoops": "scoops",
                    "royalties": "royalties",
                    "fouls": "fouls",
                    "fantasyland": "Fantasyland",
                    "other": "naturals, surrender",
                }
            ),
            total="points",
            adjusted="Fantasyland-adjusted",
            adjusted_without="Fantasyland earned {} times has no known value, and is credited nothing",
            win_rates="Points a hand",
            per_hand="points a hand",
            interval="95 % intervals; faint: too few hands to tell a winner",
            foul_rate="Fouls",
            foul_rate_axis="dead hands",
            blocks="in blocks of {} hands",
            fantasyland="The way through Fantasyland",
            funnel=("hands outside it", "earned it", "hands in it", "earned another"),
            royalties="Royalties a hand by row",
            royalties_axis="royalties a hand",
            rows=("top", "middle", "bottom"),
            opponents="Points a hand against each opponent",
            opponents_axes=("opponent", "player"),
            results="Points of single hands",
            results_axis="points of a hand",
            mean="mean {}",
            positions="Points a hand by position",
            position_names=MappingProxyType(
                {"first": "first", "second": "second", "third": "third", "button": "button"}
            ),
            of_player="{}: {}",
            nothing="no hand tells it",
        ),
        "ru": Words(
            hands="раздач: {}",
            one_hand="раздач: {}",
            rule_sets="наборов правил: {}",
            left_out="без денег не учтено: {}",
            no_button="без известного баттона не учтено: {}",
            some_players="{} из {} игроков, у кого больше раздач",
            hands_axis="раздачи",
            points="очки",
            money="деньги",
            cumulative=MappingProxyType(
                {"points": "Очки нарастающим итогом", "net": "Деньги нарастающим итогом"}
            ),
            bands="полосы: куда приводит одна удача в 70 и 95 случаях из 100",
            parts_of="Из чего сложились очки: {}",
            parts=MappingProxyType(
                {
                    "rows": "ряды",
                    "scoops": "скупы",
                    "royalties": "бонусы",
                    "fouls": "мёртвые руки",
                    "fantasyland": "Фантазии",
                    "other": "натуралы, отказ от игры",
                }
            ),
            total="очки",
            adjusted="с поправкой на Фантазию",
            adjusted_without="Фантазия без известной цены, раз: {}, не засчитана",
            win_rates="Очков за раздачу",
            per_hand="очков за раздачу",
            interval="95-процентные интервалы; бледно: раздач мало, чтобы назвать победителя",
            foul_rate="Мёртвые руки",
            foul_rate_axis="доля мёртвых рук",
            blocks="раздач в отрезке: {}",
            fantasyland="Путь через Фантазию",
            funnel=("раздач вне её", "получена", "раздач в ней", "получена снова"),
            royalties="Бонусов за раздачу по рядам",
            royalties_axis="бонусов за раздачу",
            rows=("верх", "середина", "низ"),
            opponents="Очков за раздачу против каждого соперника",
            opponents_axes=("соперник", "игрок"),
            results="Очки отдельных раздач",
            results_axis="очков в раздаче",
            mean="среднее {}",
            positions="Очков за раздачу по месту",
            position_names=MappingProxyType(
                {"first": "первый", "second": "второй", "third": "третий", "button": "баттон"}
            ),
            of_player="{}: {}",
            nothing="таких раздач нет",
        ),
    }
)
