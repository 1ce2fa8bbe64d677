"""The page that ends an argument: hands under several rule sets side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
from rich.table import Table
from rich.text import Text

from ofc_analytics.cli.output import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

__all__ = ["side_by_side"]

_SHOWN_HANDS = 40


def side_by_side(table: pl.DataFrame, names: list[str]) -> Iterator[RenderableType]:
    """Tables of what `settle_against` gives: totals, then each hand that comes out differently, and why.

    `names` are the other rule sets; one under which no hand could be settled has no rows.
    """
    others = [name for name in dict.fromkeys(names) if name in table["other_rules"]]
    if others:
        yield _totals(table, others)
    for other in dict.fromkeys(names):
        if other not in others:
            yield Text(plain(f"{other}: none of the hands could be settled"))
            continue
        under = table.filter(pl.col("other_rules") == other)
        different = under.filter("differs")
        hands = different.select("hand_id").n_unique(), under.select("hand_id").n_unique()
        yield Text(plain(f"{other}: {hands[0]} of {hands[1]} hands come out differently"))
        if different.height:
            yield _hands(different, other)


def _totals(table: pl.DataFrame, others: list[str]) -> RenderableType:
    own = (
        table.filter(pl.col("other_rules") == others[0])
        .group_by("name", maintain_order=True)
        .agg(pl.col("points").sum())
    )
    shown = Table(title="Points under each rule set", title_justify="left")
    shown.add_column("player")
    for heading in ("own rules", *others):
        shown.add_column(Text(plain(heading)), justify="right")
    for other in others:
        sums = (
            table.filter(pl.col("other_rules") == other)
            .group_by("name")
            .agg(pl.col("other_points").sum().alias(other))
        )
        own = own.join(sums, on="name", how="left", maintain_order="left")
    for name, *points in own.iter_rows():
        shown.add_row(Text(plain(name)), *("–" if value is None else f"{value:+}" for value in points))
    return shown


def _hands(different: pl.DataFrame, other: str) -> RenderableType:
    shown = Table(title=Text(plain(f"Hands that {other} changes")), title_justify="left")
    for heading in ("hand", "player", "own rules", "points", "money", "next FL"):
        shown.add_column(heading)
    for heading in ("points", "money", "next FL", "because of"):
        shown.add_column(heading, style="bold")
    kept = different["hand_id"].unique(maintain_order=True).head(_SHOWN_HANDS)
    for row in different.filter(pl.col("hand_id").is_in(kept.implode())).iter_rows(named=True):
        cells = (
            row["hand"],
            row["name"],
            row["rules"],
            _points(row["points"], foul=row["foul"]),
            row["net"] or "–",
            str(row["fantasyland"] or "–"),
            _points(row["other_points"], foul=row["other_foul"]),
            row["other_net"] or "–",
            str(row["other_fantasyland"] or "–"),
            ", ".join(row["because"]),
        )
        shown.add_row(*(Text(plain(cell)) for cell in cells))
    left_out = different["hand_id"].n_unique() - len(kept)
    if left_out > 0:
        shown.caption = f"… and {left_out} more hands; --format csv has them all"
    return shown


def _points(points: int, *, foul: bool) -> str:
    return f"{points:+}{' foul' if foul else ''}"
