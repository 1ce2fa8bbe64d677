"""Answers of the statistics as tables: one row a group, one column a metric, each number with its interval."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import polars as pl

from ofc_analytics.report.contents import Cell, Column, Table
from ofc_analytics.report.report_words import REPORT_WORDS
from ofc_analytics.report.terms import TERMS
from ofc_analytics.statistics.observations import POSITIONS, STATES
from ofc_analytics.statistics.writing import (
    NOTHING,
    count_text,
    interval_text,
    rough_text,
    total_text,
    unit_text,
)
from ofc_analytics.wording import shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ofc_analytics.report.terms import Language

__all__ = ["MOST_ROWS", "answers_table"]

MOST_ROWS = 300
"""So many groups are shown in one table, those with the most hands; the data files have all."""

_OWN_WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType({"position": POSITIONS, "state": STATES})
_MONEY = ("currency", "exponent")


def answers_table(
    answers: pl.DataFrame,
    by: Sequence[str],
    *,
    key: str,
    title: str,
    language: Language = "en",
    note: str = "",
) -> Table:
    """Lay answers out as a table.

    Parameters
    ----------
    answers
        Frame of schema `ofc_analytics.statistics.questions.Answers`, of one or several metrics over the same groups.
    by
        The dimensions they are split by.
    key, title, note
        Of the table.
    language
        Of its headings.

    Returns
    -------
    Table
        One row a group, the groups in the order of the answers, at most `MOST_ROWS`; where there are more, the note
        says so. `frame` is `answers`, a row a metric and group.

    Examples
    --------
    >>> answers = pl.DataFrame({"metric": ["foul_rate"], "player": ["Anna"], "value": [0.25], "low": [0.05],
    ...     "high": [0.6], "total": [2], "chances": [8], "hands": [8], "clusters": [8], "enough": [False],
    ...     "hands_needed": [300]})
    >>> [[cell.text for cell in row] for row in answers_table(answers, ["player"], key="fouls", title="Fouls").rows]
    [['Anna', '8', '25.0% (5.0% to 60.0%)']]
    """
    terms = TERMS[language]
    groups = [*by, *(name for name in _MONEY if name in answers.columns and name not in by)]
    shown_groups = [name for name in groups if name != "exponent"]
    metrics = answers["metric"].unique(maintain_order=True).to_list()
    largest = answers.group_by(groups, maintain_order=True).agg(pl.col("hands").max())
    kept = (
        largest.with_row_index("place")
        .sort("hands", descending=True, maintain_order=True)
        .head(MOST_ROWS)
        .sort("place")
    )
    told = answers.join(kept, on=groups, how="semi", nulls_equal=True)
    found = {(row["metric"], *(row[name] for name in groups)): row for row in told.iter_rows(named=True)}
    summed = [metric for metric in metrics if metric in terms.totals]
    rows = []
    for group in kept.iter_rows(named=True):
        key_of = tuple(group[name] for name in groups)
        rows.append(
            (
                *(_group(name, group[name], language) for name in shown_groups),
                Cell(count_text(group["hands"], language), group["hands"]),
                *(_total(found.get((metric, *key_of)), metric, language) for metric in summed),
                *(_number(found.get((metric, *key_of)), metric, language) for metric in metrics),
            )
        )
    return Table(
        key=key,
        title=title,
        columns=(
            *(
                Column(terms.dimensions.get(name, name), numeric=kept.schema[name].is_numeric())
                for name in shown_groups
            ),
            Column(terms.hands, numeric=True),
            *(Column(terms.totals[name], numeric=True) for name in summed),
            *(Column(terms.metrics.get(name, name), numeric=True) for name in metrics),
        ),
        rows=tuple(rows),
        frame=answers,
        note=" ".join(filter(None, (note, _cut(largest.height, language)))),
    )


def _cut(groups: int, language: Language) -> str:
    """That not all groups are shown, where they are not."""
    if groups <= MOST_ROWS:
        return ""
    sentence = REPORT_WORDS[language].cut_table
    return sentence.format(count_text(MOST_ROWS, language), count_text(groups, language))


def _group(name: str, value: Any, language: Language) -> Cell:  # noqa: ANN401 - whatever a dimension gives
    terms = TERMS[language]
    if value is None:
        return Cell(terms.unknown, "", dim=True)
    if name in _OWN_WORDS:
        return Cell(terms.values[value], _OWN_WORDS[name].index(value))
    if isinstance(value, float):
        return Cell(unit_text(value, language), value)
    if isinstance(value, int):
        return Cell(count_text(value, language), value)
    return Cell(shown(str(value)))


def _total(row: Mapping[str, Any] | None, metric: str, language: Language) -> Cell:
    return Cell("", "") if row is None else Cell(total_text(row, metric, language), row["total"])


def _number(row: Mapping[str, Any] | None, metric: str, language: Language) -> Cell:
    if row is None or row["value"] is None:
        return Cell(NOTHING, "")
    text = interval_text(row, metric, language)
    if row["enough"]:
        return Cell(text, row["value"])
    terms, needed = TERMS[language], row["hands_needed"]
    why = terms.few if needed is None else terms.more.format(rough_text(needed, language))
    return Cell(text, row["value"], dim=True, why=why)
