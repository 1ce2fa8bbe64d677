"""The text of `ofc stats`: what too few hands tell is dim on a terminal, and said in words everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from ofc_analytics.cli.output import plain
from ofc_analytics.money import format_money
from ofc_analytics.statistics import DIMENSIONS, METRICS, Answers
from ofc_analytics.statistics.questions import as_names
from ofc_analytics.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import polars as pl
    from rich.console import RenderableType

    from ofc_analytics.statistics import Metric, Question

__all__ = ["answer_page", "names_page", "players_page"]

_NOTHING = "–"
_UNKNOWN = "not known"
_NAMED = 10
_SIGNIFICANT = 2
_PLACES = 2

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
            str(points["chances"]),
            f"{points['total']:+}",
            _dimmed(points, _interval(points)),
            *(_dimmed(rate, _counted_rate(rate)) for rate in rates),
        )
    yield table
    unsure = [(name, told["points"]) for name, told in ranked if not told["points"]["enough"]]
    if unsure:
        yield Text(_too_few(unsure))


def answer_page(question: Question, answers: pl.DataFrame) -> Iterator[RenderableType]:
    """Tell a question's answers, a table a metric."""
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
        table = Table()
        for group in shown:
            table.add_column(group)
        for heading in ("value", "counted", "hands", "enough hands?"):
            table.add_column(heading, justify="right")
        for row in part.iter_rows(named=True):
            table.add_row(
                *(Text(_group(row[group])) for group in shown),
                _interval(row),
                _count(metric, row),
                f"{row['hands']:,}",
                _more(row),
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


def _group(value: object) -> str:
    if value is None:
        return _UNKNOWN
    return f"{value:g}" if isinstance(value, float) else plain(str(value))


def _dimmed(row: _Row, text: str) -> Text:
    return Text(text, style="" if row["enough"] else "dim")


def _counted_rate(row: _Row) -> str:
    if row["value"] is None:
        return _NOTHING
    return f"{row['total']} of {row['chances']}: {_interval(row)}"


def _interval(row: _Row) -> str:
    if row["value"] is None:
        return _NOTHING
    value, low, high = (_number(row, row[name]) for name in ("value", "low", "high"))
    return value if row["low"] is None or row["high"] is None else f"{value} ({low} to {high})"


def _number(row: _Row, value: float | None) -> str:
    metric = METRICS[row["metric"]]
    if value is None:
        return _NOTHING
    if metric.kind == "rate":
        return f"{value:.1%}"
    exponent = row["exponent"] if metric.money else 0
    sign = "+" if metric.reference is not None else ""
    return f"{value / 10**exponent:{sign},.{max(exponent, _PLACES)}f}"


def _count(metric: Metric, row: _Row) -> str:
    if not row["chances"]:
        return _NOTHING
    if metric.money:
        total = f"{'+' * (row['total'] > 0)}{format_money(row['total'], exponent=row['exponent'])}"
    else:
        total = f"{row['total']:{'+' if metric.reference is not None else ''},}"
    return f"{total} {'of' if metric.kind == 'rate' else 'in'} {row['chances']:,}"


def _more(row: _Row) -> str:
    if row["enough"]:
        return "yes"
    if row["hands_needed"] is None:
        return _NOTHING
    return f"{_about(row)} more would tell"


def _about(row: _Row) -> str:
    """Hands that are missing, to two digits.

    >>> _about({"hands_needed": 5345, "hands": 3000}), _about({"hands_needed": 101, "hands": 100})
    ('about 2,300', 'about 1')
    """
    missing = row["hands_needed"] - row["hands"]
    return f"about {round(missing, _SIGNIFICANT - len(str(missing))) if missing >= 10**_SIGNIFICANT else missing:,}"


def _too_few(unsure: list[tuple[str, _Row]]) -> str:
    """Whose win rate may as well be 0, and how many hands would tell."""
    named = [
        plain(name) if row["hands_needed"] is None else f"{plain(name)} ({_about(row)} more hands would tell)"
        for name, row in unsure[:_NAMED]
    ]
    if len(unsure) > _NAMED:
        named.append(f"and {counted(len(unsure) - _NAMED, 'player')} more")
    return f"Too few hands to tell winning from losing: {', '.join(named)}."
