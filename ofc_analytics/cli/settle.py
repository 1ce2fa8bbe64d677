"""`ofc settle`: recompute every hand of the inputs and hold the claims against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ofc_analytics.cli.inputs import Settled, in_words, report_issues, settle_paths
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
from ofc_analytics.errors import OfcError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import polars as pl
    from rich.console import RenderableType

__all__ = ["settle"]

_SHOWN_DISAGREEMENTS = 30


def settle(
    paths: PathsArgument,
    rules: RulesOption = None,
    overrides: SetOption = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            metavar="NAME|FILE.toml",
            help="Settle under these rules too, side by side; repeatable.",
        ),
    ] = None,
    form: FormatOption = OutputFormat.text,
    output: OutputOption = None,
    input_format: InputFormatOption = None,
    strict: StrictOption = False,
    issues: IssuesOption = None,
) -> None:
    """Recompute every hand, and say where a claimed result does not stand.

    Exit code 0: all agrees; 1: something disagrees, does not follow the rules or could not be read; 2: nothing
    could be settled, or --strict met a fault.
    """
    from ofc_analytics.settlement.export import json_frame
    from ofc_analytics.settlement.tables import boards, disagreements

    refuse_overwriting([*paths, rules, *(against or ())], output=output, issues=issues)
    settled = settle_paths(
        paths,
        rules=rules,
        overrides=overrides,
        input_format=input_format,
        strict=strict,
        issues_file=issues,
        check_play=True,
    )
    wrong = disagreements(settled.results)
    unfit = False
    if against:
        unfit = _compare(settled, against, rules, overrides, form, output)
    elif form is OutputFormat.json:
        write_frame(json_frame(settled.results), form, output)
    elif form is OutputFormat.csv:
        write_frame(boards(settled.results), form, output)
    elif form is OutputFormat.parquet:
        write_frame(settled.results, form, output)
    else:
        write_renderables(_summary(settled, boards(settled.results), wrong), output)
    if unfit or wrong.height or settled.problems["error"] or settled.problems["warning"]:
        raise typer.Exit(DISAGREES)


def _compare(
    settled: Settled,
    against: list[str],
    rules: str | None,
    overrides: list[str] | None,
    form: OutputFormat,
    output: Path | None,
) -> bool:
    """Write the hands under several rule sets; tell whether some did not fit them all."""
    from ofc_analytics.cli.side_by_side import side_by_side
    from ofc_analytics.settlement.against import settle_against
    from ofc_analytics.settlement.given import given_rules

    others = [given_rules(name) for name in against]
    table, misfits = settle_against(
        settled.hands, others, rules, overrides=overrides or (), issues=settled.issues
    )
    unfit = [issue for issue in misfits if issue.severity == "error"]
    report_issues(unfit, None)
    if table.is_empty():
        raise OfcError(f"no hand could be settled under {', '.join(other.name for other in others)}")
    if form is OutputFormat.text:
        write_renderables(side_by_side(table, [other.name for other in others]), output)
    else:
        write_frame(table, form, output)
    return bool(unfit)


def _summary(settled: Settled, boards: pl.DataFrame, wrong: pl.DataFrame) -> Iterator[RenderableType]:
    yield _totals(boards)
    if wrong.height:
        yield _disagreements(wrong)
    yield _counts(settled, wrong)


def _totals(boards: pl.DataFrame) -> RenderableType:
    import polars as pl
    from rich.table import Table
    from rich.text import Text

    totals = (
        boards.group_by("name", "currency", maintain_order=True)
        .agg(
            pl.len().alias("hands"),
            pl.col("points").sum(),
            pl.when(pl.col("net").is_not_null().any()).then(pl.col("net").sum()).alias("net"),
            pl.col("royalties").sum(),
            pl.col("foul").sum().alias("fouls"),
            (pl.col("in_fantasyland") > 0).sum().alias("in_fantasyland"),
            (pl.col("fantasyland") > 0).sum().alias("fantasyland"),
        )
        .sort("points", descending=True, maintain_order=True)
    )
    table = Table(title="Totals", title_justify="left")
    table.add_column("player")
    for heading in (
        "hands",
        "points",
        "money",
        "royalties",
        "fouls",
        "FL hands",
        "FL earned",
    ):
        table.add_column(heading, justify="right")
    for name, currency, hands, points, net, royalties, fouls, inside, earned in totals.iter_rows():
        money = "–" if net is None else f"{net:+}{f' {currency}' if currency else ''}"
        cells = (name, str(hands), f"{points:+}", money, str(royalties), str(fouls), str(inside), str(earned))
        table.add_row(*(Text(plain(cell)) for cell in cells))
    return table


def _disagreements(wrong: pl.DataFrame) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(f"Claims that do not stand{_in_file(wrong)}"), title_justify="left")
    for heading in ("hand", "place", "player", "claim", "claimed", "recomputed"):
        table.add_column(heading, overflow="fold")
    several_files = wrong["file"].n_unique() > 1
    for row in wrong.head(_SHOWN_DISAGREEMENTS).iter_rows(named=True):
        sheet = [] if row["sheet"] is None else [f"sheet {row['sheet']!r}"]
        line = [] if row["line"] is None else [f"line {row['line']}"]
        place = ", ".join([row["file"]] * several_files + sheet + line)
        cells = (
            row["native_id"] or row["hand_id"],
            place,
            row["name"],
            row["claim"],
            row["claimed"],
            row["recomputed"],
        )
        table.add_row(*(Text(plain(cell)) for cell in cells))
    if wrong.height > _SHOWN_DISAGREEMENTS:
        table.caption = f"… and {wrong.height - _SHOWN_DISAGREEMENTS} more; --format json or csv has them all"
    return table


def _in_file(wrong: pl.DataFrame) -> str:
    return plain(f" in {wrong['file'][0]}") if wrong["file"].n_unique() == 1 else ""


def _counts(settled: Settled, wrong: pl.DataFrame) -> RenderableType:
    from rich.text import Text

    from ofc_analytics.settlement.claims import is_claimed

    results = settled.results
    claimed = results.select(is_claimed().sum()).item()
    disagreeing = wrong["hand_id"].n_unique()
    rules = ", ".join(results["rules"].unique(maintain_order=True))
    counts = settled.counts.words(f"settled under {rules}")
    claims = f"{claimed} carry claims: {claimed - disagreeing} agree, {disagreeing} do not."
    return Text(plain(f"{counts}\n{claims}\n{in_words(settled.problems)}."))
