"""Entries of royalty and Fantasyland tables that claims suggest.

Each player whose claim is off votes for every change of one entry that would put it right. What gets most votes
is worth trying; whether it is right is for all claims to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from ofc_analytics.evaluation import row_class
from ofc_analytics.hands import ROWS, SOME_FANTASYLAND
from ofc_analytics.rules.patterns import PATTERN_NAMES, compile_table
from ofc_analytics.settlement.fantasyland import fewest_cards

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ofc_analytics.audit.inferring.evidence import Evidence
    from ofc_analytics.rules import RuleSet
    from ofc_analytics.settlement.grouping import Group

__all__ = ["FEWEST_VOTES", "table_clues"]

FEWEST_VOTES = 3
"""Hands that have to ask for a change before it is tried."""

_TRIED = {"royalties": 12, "fantasyland.entry": 6, "fantasyland.stay": 6}
_LARGEST_ROYALTY = 100
_FOURTEEN = 14
_RANKS = "23456789TJQKA"
_TOPS = tuple(rank * times for times in (2, 3) for rank in _RANKS)


def table_clues(evidence: Evidence, rules: RuleSet) -> list[dict[str, Any]]:
    """Overrides, of one entry each, that claims ask for which a rule set contradicts; the most asked for first."""
    votes = [votes for group in evidence.settled(rules) for votes in _votes(evidence, group, rules)]
    if not votes:
        return []
    counted = (
        pl.concat(votes)
        .drop_nulls()
        .group_by("table", "key", "value")
        .len("votes")
        .filter(pl.col("votes") >= FEWEST_VOTES)
        .sort("votes", "key", "value", descending=[True, False, False])
    )
    return [
        {key: value}
        for table, most in _TRIED.items()
        for key, value in counted.filter(pl.col("table") == table).head(most).select("key", "value").rows()
    ]


def _votes(evidence: Evidence, group: Group, rules: RuleSet) -> Iterator[pl.DataFrame]:
    scores, tables = group.scores, rules.tables
    told = evidence.told(group)
    legal = pl.Series(~(scores.foul | scores.aside).reshape(-1))
    inside = pl.Series(group.playing.reshape(-1) > 0) if "fantasyland" in evidence.claims else None
    cards = _claimed_cards(fewest_cards(rules) or _FOURTEEN)
    for place, row in enumerate(ROWS):
        classes = row_class(scores.values[..., place].reshape(-1))
        royalty = (
            pl.Series(tables.royalties[place][classes]).cast(pl.Int64)
            + told.select(_off(place, group.shape[1] - 1)).to_series()
        )
        asked = told.select(
            classes=pl.Series(classes),
            royalty=pl.Series(royalty),
            cards=cards,
        ).filter(legal)
        royalties = asked.filter(pl.col("royalty").is_between(0, _LARGEST_ROYALTY)).select(
            "classes", value="royalty"
        )
        yield from _by_key("royalties", row, rules.royalties, royalties)
        if inside is not None:
            stays = inside.filter(legal)
            earned = asked.select("classes", value="cards")
            yield from _by_key("fantasyland.stay", row, rules.fantasyland.stay, earned.filter(stays))
            yield from _by_key("fantasyland.entry", row, rules.fantasyland.entry, earned.filter(~stays))


def _off(place: int, opponents: int) -> pl.Expr:
    """By how much a row's royalty would have to be higher if it alone were to blame; null where nothing is wrong."""
    claimed = pl.col("claimed").struct
    royalties = claimed.field("royalties")
    each, money = (
        pl.when(off % share == 0).then(off // share)
        for off, share in (
            (claimed.field("points") - pl.col("points"), pl.lit(opponents)),
            (claimed.field("net") - pl.col("net"), pl.col("unit") * opponents),
        )
    )
    off = (
        pl.when(royalties.list.len() == len(ROWS))
        .then(royalties.list.get(place, null_on_oob=True) - pl.col("row_royalties").arr.get(place))
        .when(royalties.list.len() == 1)
        .then(royalties.list.first() - pl.col("royalties"))
        .otherwise(pl.coalesce(each, money))
    )
    return pl.when(off != 0).then(off).cast(pl.Int64)


def _claimed_cards(fewest: int) -> pl.Expr:
    """Cards of a Fantasyland that is claimed and not earned; null where nothing is wrong, or none is claimed."""
    claimed, earned = pl.col("claimed").struct.field("fantasyland"), pl.col("fantasyland")
    unsaid = claimed == SOME_FANTASYLAND
    wrong = pl.when(unsaid).then(earned == 0).otherwise(claimed != earned)
    return pl.when(wrong & (claimed > 0)).then(pl.when(unsaid).then(fewest).otherwise(claimed)).cast(pl.Int64)


def _by_key(table: str, row: str, section: object, asked: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """Votes for the entry that decides a hand now, and for one of its own."""
    entries = getattr(section, row)
    for names in (tuple(entries), _TOPS if row == "top" else PATTERN_NAMES):
        by_class = _names_by_class(names)
        key = pl.col("classes").replace_strict(by_class, default=None, return_dtype=pl.String)
        yield asked.select(table=pl.lit(table), key=pl.lit(f"{table}.{row}.") + key, value="value")


def _names_by_class(names: tuple[str, ...]) -> Mapping[int, str]:
    """The pattern that decides each class of hand."""
    deciding = compile_table({name: place for place, name in enumerate(names, start=1)})
    return {int(index): names[deciding[index] - 1] for index in deciding.nonzero()[0]}
