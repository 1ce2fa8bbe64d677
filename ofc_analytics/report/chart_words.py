"""What the charts of a report show, in words, English and Russian, for who does not see them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ofc_analytics.report.terms import Language

__all__ = ["CHART_WORDS"]

CHART_WORDS: Mapping[Language, Mapping[str, str]] = MappingProxyType(
    {
        "en": MappingProxyType(
            {
                "results": "Lines of the running total of points; the end of each is written beside it.",
                "money": "Lines of the running total of money; the end of each is written beside it.",
                "decomposition": "Lines of the running total of points and of its parts; their ends stand beside them.",
                "win-rates": "A marker and an interval a player; the numbers are in the table of players.",
                "foul-rate": "Lines of the share of dead hands, block by block; the whole is in the table of players.",
                "royalties": "Three bars a player; the numbers are in the table of rows and royalties.",
                "opponents": "A matrix; the numbers are in the table of opponents.",
                "fantasyland": "Four bars with their counts; the rates are in the table of Fantasyland.",
                "hand-results": "A histogram of the points of single hands.",
                "positions": "A marker and an interval a position; the numbers are in the table by position.",
            }
        ),
        "ru": MappingProxyType(
            {
                "results": "Линии очков нарастающим итогом; итог написан у конца каждой.",
                "money": "Линии денег нарастающим итогом; итог написан у конца каждой.",
                "decomposition": "Линии очков нарастающим итогом и их частей; итоги написаны у концов.",
                "win-rates": "Точка и интервал на игрока; числа в таблице игроков.",
                "foul-rate": "Линии доли мёртвых рук по отрезкам; общая доля в таблице игроков.",
                "royalties": "Три столбца на игрока; числа в таблице рядов и бонусов.",
                "opponents": "Матрица; числа в таблице соперников.",
                "fantasyland": "Четыре полосы с числами; доли в таблице Фантазии.",
                "hand-results": "Гистограмма очков отдельных раздач.",
                "positions": "Точка и интервал на место; числа в таблице по местам.",
            }
        ),
    }
)
