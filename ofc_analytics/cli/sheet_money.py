"""What is wrong with the money of score sheets: the checks of a ledger, each with its place."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ofc_analytics.cli.sheet_findings import Finding
from ofc_analytics.errors import ParseIssue, SettlementError
from ofc_analytics.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import polars as pl

    from ofc_analytics.formats import Night

    Cells = Mapping[tuple[object, ...], str]

__all__ = ["money_findings"]

_PLACE = ("file", "sheet", "line")
_UNPRICED = "unit-missing"
_CLOSED_BY = {"cash-out": 0, "buy-in": 1, "result": 2}
"""Kinds of entries that a check speaks of, the surest first."""


def money_findings(night: Night, results: pl.DataFrame, cells: Cells) -> Iterator[Finding]:
    """Everything that would keep the ledger of a night open, but for what reading it has told already.

    Parameters
    ----------
    night
        The sheets as they were read.
    results
        Frame of schema `Results`, settled from its hands.
    cells
        Cell of a claim or amount by file, sheet, line, player and what it is.
    """
    from ofc_analytics.settlement.ledger import ledger
    from ofc_analytics.settlement.statements import statements_of

    try:
        entries, issues = statements_of(results, night.entries)
        checks = ledger(entries).checks
    except SettlementError as error:
        yield Finding(issue=ParseIssue(code="ledger-refused", message=str(error), file=_first_file(night)))
        return
    yield from _without_unit(night, results, cells)
    for issue in issues:
        if issue.code != _UNPRICED:
            yield Finding(issue=_with_cell(issue, night.entries, cells))
    yield from _open_checks(checks, entries, night, cells)


def _without_unit(night: Night, results: pl.DataFrame, cells: Cells) -> Iterator[Finding]:
    """Hands whose points are no money in sheets that tell money: one finding a sheet."""
    import polars as pl

    claimed = pl.element().struct.field("claimed").struct.field("net").is_not_null()
    hands = results.filter(pl.col("unit").is_null()).select(
        pl.col("source").struct.field("file", "sheet"),
        pl.col("players").list.first().struct.field("line", "name"),
        money=pl.col("players").list.eval(claimed).list.any(),
    )
    if night.entries.is_empty():
        hands = hands.filter("money")
    sheets = hands.group_by("file", "sheet", maintain_order=True).agg(
        pl.first("line", "name"), count=pl.len()
    )
    for row in sheets.iter_rows(named=True):
        place = {name: row[name] for name in _PLACE}
        yield Finding(
            issue=ParseIssue(
                code=_UNPRICED,
                message=f"nothing says what a point is worth, so the money of {counted(row['count'], 'hand')} "
                "cannot be checked",
                expected="a unit",
                cell=cells.get((*place.values(), row["name"], "net")),
                **place,
            )
        )


def _open_checks(
    checks: pl.DataFrame, entries: pl.DataFrame, night: Night, cells: Cells
) -> Iterator[Finding]:
    """Sessions that do not close, each where the first amount stands that the check speaks of."""
    import polars as pl

    unbalanced = any(issue.code == "not-balanced" for issue in night.issues)
    for check in checks.drop_nulls("wrong").iter_rows(named=True):
        if unbalanced and check["wrong"].startswith("results add up") and "; " not in check["wrong"]:
            continue  # told hand by hand
        same = [
            pl.col(name).eq_missing(pl.lit(check[name], dtype=pl.String)) for name in ("session", "currency")
        ]
        rank = pl.col("kind").replace_strict(_CLOSED_BY, default=len(_CLOSED_BY), return_dtype=pl.UInt8)
        first = entries.filter(*same).sort(rank, *_PLACE).row(0, named=True)
        issue = ParseIssue(
            code="ledger-open",
            message=f"{check['session'] or 'the night'} does not close: {check['wrong']}",
            **{name: first[name] for name in _PLACE},
        )
        yield Finding(issue=replace(issue, cell=_cell(first, first["kind"], cells)))


def _with_cell(issue: ParseIssue, entries: pl.DataFrame, cells: Cells) -> ParseIssue:
    """Name the cell of what a fault of an entry shows."""
    import polars as pl

    sheet = pl.lit(issue.sheet, dtype=pl.String)
    here = (pl.col("file") == issue.file) & pl.col("sheet").eq_missing(sheet)
    for row in entries.filter(here & (pl.col("line") == (issue.line or 0))).iter_rows(named=True):
        shown = "corrects" if issue.code.startswith("correction") else row["kind"]
        return replace(issue, cell=issue.cell or _cell(row, shown, cells))
    return issue


def _cell(entry: Mapping[str, object], shown: str, cells: Cells) -> str | None:
    """Cell of an entry: of its chips in a table of chips, else of its amount."""
    place = (*(entry[name] for name in _PLACE), entry["player"])
    return cells.get((*place, shown)) or cells.get((*place, "amount"))


def _first_file(night: Night) -> str:
    files = [*night.entries["file"].head(1), *night.hands["source"].struct.field("file").head(1)]
    return str(files[0]) if files else ""
