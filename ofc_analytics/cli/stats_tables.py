"""The text of `ofc stats`: what too few hands tell is dim on a terminal, and said in words everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from ofc_analytics.cli.output import plain
from ofc_analytics.statistics import DIMENSIONS, METRICS, Answers
from ofc_analytics.statistics.counting import CLUSTERS
from ofc_analytics.statistics.questions import as_names
from ofc_analytics.statistics.writing import (
    NOTHING,
    count_text,
    interval_text,
    number_text,
    rough_text,
    share_text,
    total_text,
    unit_text,
)
from ofc_analytics.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import polars as pl
    from rich.console import RenderableType

    from ofc_analytics.statistics import Metric, Question

__all__ = ["answer_page", "names_page", "players_page"]

_UNKNOWN = "not known"
_NAMED = 10
_NUMBERS = frozenset({"players", "seat", "unit", "cards"})

_Row = dict[str, Any]


def players_page(answers: pl.DataFrame) -> Iterator[RenderableType]:
    """One row a player: points, fouls and Fantasyland side by side; then who has too few hands for win or loss."""
    table = Table(title="Players, with 95 % intervals", title_justify="left")
    table.add_column("player")
    for heading in ("hands", "points", "points a hand", "fouls", "in Fantasyland", "earned Fantasyland"):
        table.add_column(heading, justify="right")
    by_player: dict[str, dict[str, _Row]] = {}
    for row in answers.iter_rows(named=True):
        by_player.setdefault(row["player"], {})[row["metric"]] = row
    ranked = sorted(by_player.items(), key=lambda player: (-player[1]["points"]["total"], player[0]))
    for name, told in ranked:
        points = told["points"]
        rates = (told[metric] for metric in ("foul_rate", "fantasyland_rate", "entry_rate"))
        table.add_row(
            Text(plain(name)),
            count_text(points["chances"]),
            total_text(points, "points"),
            _dimmed(points, interval_text(points, "points")),
            *(_dimmed(rate, _counted_rate(rate)) for rate in rates),
        )
    yield table
    unsure = [(name, told["points"]) for name, told in ranked if not told["points"]["enough"]]
    if unsure:
        yield Text(_too_few(unsure))


def answer_page(
    question: Question, answers: pl.DataFrame, cluster: str = "chain"
) -> Iterator[RenderableType]:
    """Tell a question's answers, a table a metric; `cluster` is what they were counted over."""
    if question.title:
        yield Text(plain(question.title), style="bold")
    if answers.is_empty():
        yield Text("No such hands.")
    groups = [name for name in answers.columns if name not in {*Answers.column_names(), "exponent"}]
    for (name,), part in answers.group_by("metric", maintain_order=True):
        metric = METRICS[str(name)]
        asked = (*as_names(question.by), *(["currency"] if metric.money else []))
        shown = [group for group in groups if group in asked]
        yield Text(f"{metric.name}: {metric.description}", style="italic")
        table = Table(caption=None if part["enough"].all() else _wanted(metric), caption_justify="left")
        for group in shown:
            table.add_column(group, justify="right" if group in _NUMBERS else "left")
        for heading in ("value", "counted", "hands", "enough hands?"):
            table.add_column(heading, justify="right")
        for row in part.iter_rows(named=True):
            table.add_row(
                *(Text(_group(group, row[group])) for group in shown),
                interval_text(row, metric.name),
                _count(metric, row),
                count_text(row["hands"]),
                _more(metric, row, cluster),
                style=None if row["enough"] else "dim",
            )
        yield table


def names_page() -> Iterator[RenderableType]:
    """All that can be counted, and all it can be split and chosen by."""
    for title, named in (
        ("Metrics, for --metric", {name: metric.description for name, metric in METRICS.items()}),
        ("Dimensions, for --by and --where", {name: one.description for name, one in DIMENSIONS.items()}),
    ):
        yield _names_table(title, named)


def _names_table(title: str, named: Mapping[str, str]) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("name", no_wrap=True)
    table.add_column("what it is")
    for name, description in named.items():
        table.add_row(name, description)
    return table


def _group(name: str, value: Any) -> str:  # noqa: ANN401 - whatever a dimension gives
    if value is None:
        return _UNKNOWN
    return unit_text(value) if name == "unit" else plain(str(value))


def _dimmed(row: _Row, text: str) -> Text:
    return Text(text, style="" if row["enough"] else "dim")


def _counted_rate(row: _Row) -> str:
    if row["value"] is None:
        return NOTHING
    metric = METRICS[row["metric"]]
    return f"{_count(metric, row)}: {interval_text(row, metric.name)}"


def _count(metric: Metric, row: _Row) -> str:
    if not row["chances"]:
        return NOTHING
    joined = "of" if metric.kind == "rate" else "in"
    return f"{total_text(row, metric.name)} {joined} {count_text(row['chances'])}"


def _wanted(metric: Metric) -> str:
    """When an interval is enough.

    >>> _wanted(METRICS["points"]), _wanted(METRICS["foul_rate"]), _wanted(METRICS["royalties"])
    ('Enough once the interval leaves out 0.', 'Enough once the interval is within ±5.0%.', 'Enough once the interval is within ±0.50.')
    """
    if metric.reference is not None:
        return f"Enough once the interval leaves out {metric.reference:g}."
    within = share_text(metric.within) if metric.kind == "rate" else number_text(metric.within)
    return f"Enough once the interval is within ±{within}."


def _more(metric: Metric, row: _Row, cluster: str) -> str:
    if row["enough"]:
        return "yes"
    if not row["chances"]:
        return NOTHING
    told = [_rests_on(metric, row, cluster)] if row["telling"] < CLUSTERS[cluster].fewest else []
    if row["hands_needed"] is not None:
        told.append(f"{_about(row)} more would tell")
    return ", ".join(told) or NOTHING


def _rests_on(metric: Metric, row: _Row, cluster: str) -> str:
    """Clusters of those without which nothing is told."""
    told = f"{count_text(row['telling'])} of {CLUSTERS[cluster].fewest} {cluster}s"
    if metric.kind != "amount":
        return told
    return f"{told} with {f'more than {metric.least}' if metric.least else 'any'}"


def _about(row: _Row) -> str:
    """Hands that are missing, to two digits.

    >>> _about({"hands_needed": 5345, "hands": 3000}), _about({"hands_needed": 101, "hands": 100})
    ('about 2,300', 'about 1')
    """
    return f"about {rough_text(row['hands_needed'] - row['hands'])}"


def _too_few(unsure: list[tuple[str, _Row]]) -> str:
    """Whose win rate may as well be 0, and how many hands would tell."""
    named = [
        plain(name) if row["hands_needed"] is None else f"{plain(name)} ({_about(row)} more hands would tell)"
        for name, row in unsure[:_NAMED]
    ]
    if len(unsure) > _NAMED:
        named.append(f"and {counted(len(unsure) - _NAMED, 'player')} more")
    return f"Too few hands to tell winning from losing: {', '.join(named)}."
