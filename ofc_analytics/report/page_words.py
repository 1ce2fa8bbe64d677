"""The words of the page around a report's contents, English and Russian."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["PAGE_WORDS", "PageWords"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageWords:
    """Headings and labels in one language."""

    summary: str
    charts: str
    tables: str
    hands: str
    findings: str
    scope: str
    methods: str
    sort: str
    open_all: str
    close_all: str
    disputed: str
    only_disputed: str
    points: str
    money: str
    row: str
    cards: str
    value: str
    royalty: str
    between: str
    none: str


PAGE_WORDS: Mapping[Literal["en", "ru"], PageWords] = MappingProxyType(
    {
        "en": PageWords(
            summary="Summary",
            charts="Charts",
            tables="Numbers",
            hands="Hands",
            findings="What does not stand",
            scope="What is in this report, and what is not",
            methods="How the numbers were made",
            sort="sort by this column",
            open_all="unfold all",
            close_all="fold all",
            disputed="disputed",
            only_disputed="disputed only",
            points="points",
            money="money",
            row="row",
            cards="cards",
            value="hand",
            royalty="royalty",
            between="Pair by pair",
            none="–",
        ),
        "ru": PageWords(
            summary="Главное",
            charts="Графики",
            tables="Числа",
            hands="Раздачи",
            findings="Что не сходится",
            scope="Что вошло в отчёт и что нет",
            methods="Как получены числа",
            sort="сортировать по этому столбцу",
            open_all="развернуть все",
            close_all="свернуть все",
            disputed="спорная",
            only_disputed="только спорные",
            points="очки",
            money="деньги",
            row="ряд",
            cards="карты",
            value="комбинация",
            royalty="бонус",
            between="Пара за парой",
            none="–",
        ),
    }
)
