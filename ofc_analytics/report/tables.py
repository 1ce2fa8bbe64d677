"""Answers of the statistics as tables: one row a group, one column a metric, each number with its interval."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from ofc_analytics.money import format_money
from ofc_analytics.report.contents import Cell, Column, Table
from ofc_analytics.report.names import shown
from ofc_analytics.report.terms import TERMS
from ofc_analytics.statistics.metrics import METRICS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ofc_analytics.report.terms import Language, Terms

__all__ = ["MOST_ROWS", "answers_table"]

MOST_ROWS = 300
"""So many groups are shown in one table, those with the most hands; the data files have all."""

_OWN_WORDS = frozenset({"position", "state"})
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
        One row a group, the groups in the order of the answers; `frame` is `answers`, a row a metric and group.

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
    found = {(row["metric"], *(row[name] for name in groups)): row for row in answers.iter_rows(named=True)}
    return Table(
        key=key,
        title=title,
        columns=(
            *(Column(terms.dimensions.get(name, name)) for name in shown_groups),
            Column(terms.hands, numeric=True),
            *(Column(terms.totals[name], numeric=True) for name in metrics if name in terms.totals),
            *(Column(terms.metrics.get(name, name), numeric=True) for name in metrics),
        ),
        rows=tuple(
            (
                *(_group(name, group[name], terms) for name in shown_groups),
                Cell(f"{group['hands']:,}", group["hands"]),
                *(
                    _total(found.get((metric, *(group[name] for name in groups))), metric)
                    for metric in metrics
                    if metric in terms.totals
                ),
                *(
                    _number(found.get((metric, *(group[name] for name in groups))), metric, terms)
                    for metric in metrics
                ),
            )
            for group in kept.iter_rows(named=True)
        ),
        frame=answers,
        note=note,
    )


def _group(name: str, value: Any, terms: Terms) -> Cell:  # noqa: ANN401 - whatever a dimension gives
    if value is None:
        return Cell(terms.unknown, "", dim=True)
    if name in _OWN_WORDS:
        return Cell(terms.values[value])
    if isinstance(value, float):
        return Cell(f"{value:g}")
    return Cell(shown(str(value)))


def _total(row: dict[str, Any] | None, name: str) -> Cell:
    if row is None:
        return Cell("", "")
    total, exponent = row["total"], row["exponent"] if METRICS[name].money else 0
    return Cell(f"{'+' * (total > 0)}{format_money(total, exponent=exponent)}", total)


def _number(row: dict[str, Any] | None, name: str, terms: Terms) -> Cell:
    if row is None or row["value"] is None:
        return Cell(terms.nothing, "")
    write = _writer(name, row)
    text = write(row["value"])
    if row["low"] is not None and row["high"] is not None:
        text = terms.interval.format(value=text, low=write(row["low"]), high=write(row["high"]))
    if row["enough"]:
        return Cell(text, row["value"])
    why = terms.few
    if row["hands_needed"] is not None:
        why = f"{terms.few}: {terms.more.format(format(row['hands_needed'], ','))}"
    return Cell(text, row["value"], dim=True, why=why)


def _writer(name: str, row: dict[str, Any]) -> Callable[[float], str]:
    metric = METRICS[name]
    if metric.kind == "rate":
        return lambda value: f"{value:.1%}"
    if metric.money:
        return lambda value: _sign(value) + format_money(round(value), exponent=row["exponent"])
    return lambda value: f"{value:+.2f}" if metric.reference is not None else f"{value:.2f}"


def _sign(value: float) -> str:
    return "+" if round(value) > 0 else ""
