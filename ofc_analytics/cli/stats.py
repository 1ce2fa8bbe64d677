"""`ofc stats`: win rate, foul rate and Fantasyland frequency, with their uncertainty."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ofc_analytics.cli.inputs import settle_paths
from ofc_analytics.cli.options import (
    DISAGREES,
    FormatOption,
    InputFormatOption,
    IssuesOption,
    OutputFormat,
    OutputOption,
    PathsArgument,
    RulesOption,
    SetOption,
    StrictOption,
)
from ofc_analytics.cli.output import plain, write_frame, write_renderables
from ofc_analytics.cli.overwriting import refuse_overwriting

if TYPE_CHECKING:
    import polars as pl
    from rich.console import RenderableType

__all__ = ["stats"]


def stats(
    paths: PathsArgument,
    rules: RulesOption = None,
    overrides: SetOption = None,
    form: FormatOption = OutputFormat.text,
    output: OutputOption = None,
    input_format: InputFormatOption = None,
    strict: StrictOption = False,
    issues: IssuesOption = None,
) -> None:
    """Win rate in points a hand, foul rate and Fantasyland frequency of each player, with 95 % intervals."""
    from ofc_analytics.statistics import players

    refuse_overwriting([*paths, rules], output=output, issues=issues)
    settled = settle_paths(
        paths, rules=rules, overrides=overrides, input_format=input_format, strict=strict, issues_file=issues
    )
    table = players(settled.results)
    if form is OutputFormat.text:
        write_renderables([_table(table)], output)
    else:
        write_frame(_with_decimals(table, form), form, output)
    if settled.problems["error"]:
        raise typer.Exit(DISAGREES)


def _with_decimals(players: pl.DataFrame, form: OutputFormat) -> pl.DataFrame:
    """Money as an exact decimal, in JSON as text with the currency's places."""
    import polars as pl

    from ofc_analytics.settlement.claims import money_text
    from ofc_analytics.settlement.tables import decimal

    if form is OutputFormat.json:
        return players.with_columns(money_text(pl.col("net"), pl.col("exponent")).alias("net"))
    return players.with_columns(decimal("net", players))


def _table(players: pl.DataFrame) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    table = Table(title="Players, with 95 % intervals", title_justify="left")
    table.add_column("player")
    for heading in ("hands", "points", "points a hand", "fouls", "in Fantasyland", "earned Fantasyland"):
        table.add_column(heading, justify="right")
    for row in players.iter_rows(named=True):
        table.add_row(
            Text(plain(row["name"])),
            str(row["hands"]),
            f"{row['points']:+}",
            _with_interval(f"{row['points_per_hand']:+.2f}", row["low"], row["high"], "+.2f"),
            _rate(row["fouls"], row["hands"], row["foul_rate"], row["foul_low"], row["foul_high"]),
            _rate(
                row["fantasyland_hands"],
                row["hands"],
                row["fantasyland_rate"],
                row["fantasyland_low"],
                row["fantasyland_high"],
            ),
            _rate(
                row["entries"], row["entry_chances"], row["entry_rate"], row["entry_low"], row["entry_high"]
            ),
        )
    return table


def _rate(count: int, chances: int, rate: float | None, low: float | None, high: float | None) -> str:
    if rate is None:
        return "–"
    return f"{count} of {chances}: {_with_interval(f'{rate:.1%}', low, high, '.1%')}"


def _with_interval(shown: str, low: float | None, high: float | None, spec: str) -> str:
    return shown if low is None or high is None else f"{shown} ({low:{spec}} to {high:{spec}})"
