"""What the charts of a report show, in words, English and Russian, for who does not see them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from ofc_analytics.wording import by_language

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ofc_analytics.report.terms import Language

__all__ = ["CHART_WORDS"]

CHART_WORDS: Mapping[Language, Mapping[str, tuple[str, str]]] = by_language(
    {
        "en": MappingProxyType(
            {
                "results": ("Lines of the running total of points.", "At their ends: {}."),
                "money": ("Lines of the running total of money.", "At their ends: {}."),
                "decomposition": (
                    "Lines of the running total of points and of its parts.",
                    "At their ends: {}.",
                ),
                "win-rates": (
                    "A marker and an interval a player; the numbers are in the table of players.",
                    "From the best down: {}.",
                ),
                "foul-rate": (
                    "Lines of the share of dead hands, block by block; the whole is in the table of players.",
                    "In the last block: {}.",
                ),
                "royalties": (
                    "Three bars a player; the numbers are in the table of rows and royalties.",
                    "The highest: {}.",
                ),
                "opponents": (
                    "A matrix; the numbers are in the table of opponents.",
                    "The most is won here: {}.",
                ),
                "own-opponents": (
                    "A marker and an interval an opponent; the numbers are in the table of opponents.",
                    "From the best down: {}.",
                ),
                "fantasyland": (
                    "Four bars; the rates are in the table of Fantasyland.",
                    "Their numbers: {}.",
                ),
                "hand-results": ("A histogram of the points of single hands.", "Most often: {}."),
                "positions": (
                    "A marker and an interval a position; the numbers are in the table by position.",
                    "From the top: {}.",
                ),
            }
        ),
        "ru": MappingProxyType(
            {
                "results": ("Линии очков нарастающим итогом.", "В конце: {}."),
                "money": ("Линии денег нарастающим итогом.", "В конце: {}."),
                "decomposition": ("Линии очков нарастающим итогом и их частей.", "В конце: {}."),
                "win-rates": ("Точка и интервал на игрока; числа в таблице игроков.", "От лучшего вниз: {}."),
                "foul-rate": (
                    "Линии доли мёртвых рук по отрезкам; общая доля в таблице игроков.",
                    "На последнем отрезке: {}.",
                ),
                "royalties": (
                    "Три столбца на игрока; числа в таблице рядов и бонусов.",
                    "Самый высокий: {}.",
                ),
                "opponents": ("Матрица; числа в таблице соперников.", "Больше всего выиграно здесь: {}."),
                "own-opponents": (
                    "Точка и интервал на соперника; числа в таблице соперников.",
                    "От лучшего вниз: {}.",
                ),
                "fantasyland": ("Четыре полосы; доли в таблице Фантазии.", "Числа: {}."),
                "hand-results": ("Гистограмма очков отдельных раздач.", "Чаще всего: {}."),
                "positions": ("Точка и интервал на место; числа в таблице по местам.", "Сверху вниз: {}."),
            }
        ),
    }
)
"""By the key of a chart: what it is, and how its numbers are told."""
