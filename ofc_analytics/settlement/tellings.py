"""Results that several sources tell: held against each other, and counted once.

A hand may be told by its cards in one file and by its points in another, and a whole session by totals besides. Of each
hand the telling counts that is verified furthest; totals of a session count where nothing tells its hands.

Examples
--------
>>> from ofc_analytics.settlement.entries import make_entries
>>> common = {"kind": "result", "session": "Friday", "exponent": 2, "verified": "balanced", "hand": "1", "player": "Anna"}
>>> rows = [common | {"amount": 500, "file": "a.csv", "line": 3}, common | {"amount": 700, "file": "b.csv", "line": 9}]
>>> kept, again = count_once(make_entries(pl.DataFrame(rows)).with_columns(total=IS_TOTAL))
>>> kept["file"].to_list(), again.select("file", "hands", "counted", "differs").row(0)
(['a.csv'], ('b.csv', 1, 'a.csv', 'Anna made 7.00 and not 5.00 (hand 1)'))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import dataframely as dy
import polars as pl

from ofc_analytics.money import format_money
from ofc_analytics.settlement.entries import HOUSE, VERIFIED

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["IS_TOTAL", "NIGHT", "ToldAgain", "count_once", "hands_told"]

NIGHT = ("session", "currency", "exponent")
"""What entries have in common that are added up together."""

IS_TOTAL = (pl.col("kind") == "result") & pl.col("hand").is_null() & (pl.col("verified") != "recomputed")
"""Whether an entry tells what a player made in a whole session, without its hands."""

_TELLING = ("file", "sheet")
_TELLING_TEXT = pl.concat_str("file", pl.format(", sheet '{}'", "sheet").fill_null(""))
_HAND = (*NIGHT, "hand")


class ToldAgain(dy.Schema):
    """One row a session, currency and sheet that tells hands or totals which others tell."""

    session = dy.String(nullable=True, description="as in the entries")
    currency = dy.String(nullable=True, description="as in the entries")
    exponent = dy.UInt8(description="decimal places of the amounts")
    file = dy.String(description="where it is told again")
    sheet = dy.String(nullable=True, description="worksheet, where the input is a workbook")
    line = dy.UInt32(nullable=True, description="first line of what is told again")
    hands = dy.UInt32(description="number of hands; 0: totals of the session")
    counted = dy.String(description="file, and sheet, of what counts")
    differs = dy.String(nullable=True, description="what is not the same, in words; null: nothing")


def count_once(entries: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Leave out results that are told again, and hold them against those that count.

    Parameters
    ----------
    entries
        Frame with the columns of `Entries`, corrections applied, and ``total``: `IS_TOTAL` before the corrections.

    Returns
    -------
    kept, again
        The entries that count, in their order; a frame of schema `ToldAgain`, ordered by session and place.
    """
    results = entries.filter(pl.col("kind") == "result").with_columns(
        rank=pl.col("verified").replace_strict(
            {level: place for place, level in enumerate(VERIFIED)}, return_dtype=pl.UInt8
        )
    )
    by_hand = results.filter(pl.col("hand").is_not_null())
    hands, hands_again = _parted(by_hand, _HAND)
    others = results.filter(pl.col("hand").is_null())
    played = pl.concat([hands, others.filter(~pl.col("total"))])
    totals, more = _parted(others.filter("total"), NIGHT)
    beside = totals.join(played, on=NIGHT, how="semi", nulls_equal=True)
    alone = totals.join(played, on=NIGHT, how="anti", nulls_equal=True)
    found = [
        _held(hands_again, hands, _HAND),
        _held(pl.concat([beside, more]), pl.concat([played, alone]), NIGHT),
    ]
    left_out = pl.concat([hands_again, beside, more]).select("entry_id")
    kept = entries.join(left_out, on="entry_id", how="anti", maintain_order="left")
    again = pl.concat(found).sort(*NIGHT, *_TELLING, "hands")
    return kept, again.pipe(ToldAgain.cast)


def hands_told(entries: pl.DataFrame) -> int:
    """Count the hands that results without cards tell.

    A number that stands twice in a sheet with one player is of two hands; results against several others are of one.

    >>> from ofc_analytics.settlement.entries import make_entries
    >>> common = {"kind": "result", "exponent": 2, "file": "a.csv", "verified": "balanced", "hand": "1", "amount": 0}
    >>> hands_told(make_entries(pl.DataFrame([common | {"player": name} for name in ("Anna", "Boris")])))
    1
    """
    told = entries.filter(pl.col("kind") == "result", pl.col("hand").is_not_null())
    times = told.group_by("session", "hand", *_TELLING, "player", "note").len()
    return int(times.group_by("session", "hand", *_TELLING).agg(pl.col("len").max())["len"].sum())


def _parted(results: pl.DataFrame, keys: tuple[str, ...]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Part the telling that counts from the others, each hand or session by itself; what cards tell always counts."""
    places = (
        results.group_by(*keys, *_TELLING)
        .agg(pl.col("rank").max())
        .sort("rank", *_TELLING)
        .filter((pl.col("rank") == 0) | pl.int_range(pl.len()).over(keys).eq(0))
    )
    on = [*keys, *_TELLING]
    return (
        results.join(places, on=on, how="semi", nulls_equal=True, maintain_order="left"),
        results.join(places, on=on, how="anti", nulls_equal=True, maintain_order="left"),
    )


def _held(again: pl.DataFrame, counted: pl.DataFrame, keys: tuple[str, ...]) -> pl.DataFrame:
    """Hold what players made by one telling against what they made by the one that counts."""
    on = [*keys, *_TELLING]
    told = again.group_by(*on).agg(pl.col("line").min())
    here = again.group_by(*on, "player").agg(here=pl.col("amount").sum())
    there = counted.group_by(*keys, "player").agg(there=pl.col("amount").sum())
    players = pl.concat(
        [here.select(*on, "player"), told.join(there, on=keys, nulls_equal=True).select(*on, "player")]
    ).unique()
    differing = (
        players.join(here, on=[*on, "player"], how="left", nulls_equal=True)
        .join(there, on=[*keys, "player"], how="left", nulls_equal=True)
        # who writes down what players made need not know what the house took
        .remove(pl.col("player").is_in(HOUSE) & pl.col("here").is_null())
        .with_columns(pl.col("here", "there").fill_null(0))
        .filter(pl.col("here") != pl.col("there"))
        .sort(*keys, "player")
    )
    words = {group: _difference(rows) for group, rows in differing.group_by(*NIGHT, *_TELLING)}
    places = told.join(counted.select(*keys, counted=_TELLING_TEXT).unique(), on=keys, nulls_equal=True)
    hands = pl.col("hand").n_unique() if "hand" in keys else pl.lit(0)
    summed = (
        told.group_by(*NIGHT, *_TELLING)
        .agg(pl.col("line").min(), hands=hands.cast(pl.UInt32))
        .join(
            places.group_by(*NIGHT, *_TELLING).agg(pl.col("counted").unique().sort()),
            on=[*NIGHT, *_TELLING],
            nulls_equal=True,
        )
    )
    differs = [words.get(group) for group in summed.select(*NIGHT, *_TELLING).iter_rows()]
    return summed.with_columns(
        pl.col("counted").list.join(" and "), differs=pl.Series(differs, dtype=pl.String)
    ).select(ToldAgain.column_names())


def _difference(differing: pl.DataFrame) -> str:
    """The first player who made another amount, and how many more there are."""
    first: Mapping[str, Any] = differing.row(0, named=True)
    here, there = (f"{format_money(first[side], exponent=first['exponent'])}" for side in ("here", "there"))
    hand = f" (hand {first['hand']})" if "hand" in first else ""
    more = f", and {differing.height - 1} more" if differing.height > 1 else ""
    return f"{first['player']} made {here} and not {there}{hand}{more}"
