"""The words of the page around a report's contents, English and Russian."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ofc_analytics.wording import by_language

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ofc_analytics.report.terms import Language

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
    few: str
    receipt: str
    original: str


PAGE_WORDS: Mapping[Language, PageWords] = by_language(
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
            few="Grey italics: too few hands to tell; below, about how many in all would.",
            receipt="The full receipt of a hand, with limits, order of payment and the rules that counted, by the ID at its end:",
            original="in full",
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
            few="Серый курсив: раздач мало, чтобы судить; под ним, сколько примерно нужно всего.",
            receipt="Полный расчёт раздачи, с лимитами, порядком выплат и учтёнными правилами, по номеру в её конце:",
            original="подробно, по-английски",
        ),
    }
)
