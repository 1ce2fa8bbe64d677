"""What a Fantasyland is worth, and results in which each that was earned counts for that.

The Fantasyland-adjusted line removes the luck of bonus hands, not of the deal.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import dataframely as dy
import polars as pl

from ofc_analytics.statistics.clusters import clustered_mean
from ofc_analytics.statistics.intervals import mean_interval
from ofc_analytics.statistics.questions import study_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ofc_analytics.statistics.questions import Frame, Study

__all__ = ["Adjusted", "FantasylandValues", "adjusted", "fantasyland_values"]

_INSIDE = pl.col("in_fantasyland") > 0
_CARDS = range(13, 53)  # a board at least, a deck at most
_EARNED = pl.col("fantasyland") > 0


class FantasylandValues(dy.Schema):
    """One row a rule set and number of cards."""

    fingerprint = dy.String(primary_key=True, description="fingerprint of the rule set")
    rules = dy.String(nullable=True, description="named rule set")
    cards = dy.UInt8(primary_key=True, description="cards dealt in the first hand of the Fantasyland")
    value = dy.Float64(description="points won from one opponent in the whole of it, on average")
    low = dy.Float64(
        nullable=True, description="t interval over chains; null if they are under two or all alike"
    )
    high = dy.Float64(nullable=True, description="its upper bound")
    episodes = dy.Int64(description="Fantasylands counted, once an opponent")
    hands = dy.Float64(description="hands of one, on average, stays included")
    chains = dy.Int64(description="chains they belong to")


class Adjusted(dy.Schema):
    """One row a player and hand. Over the players of a hand both `points` and `adjusted` add up to 0."""

    place = dy.UInt32(primary_key=True, description="row of the hand in the results")
    hand_id = dy.String(description="identity of the hand")
    chain = dy.UInt32(description="place of the first hand of its chain")
    name = dy.String(primary_key=True, description="the player")
    hand = dy.UInt32(description="which of the player's hands this is, from 1")
    points = dy.Int64(description="points won or lost")
    adjusted = dy.Float64(
        description="points against opponents where neither is in Fantasyland, and the value of what was earned"
    )
    credit = dy.Float64(
        description="of this, the value of the Fantasyland earned from each opponent, less that of theirs"
    )
    entry = dy.Bool(description="whether the player earned Fantasyland from outside it")
    unvalued = dy.Bool(description="whether that entry was credited with nothing, as nothing tells its value")


def fantasyland_values(results: Frame, *, confidence: float = 0.95) -> pl.DataFrame:
    """Measure what earning Fantasyland was worth: the mean of what was then won in it from one opponent.

    Parameters
    ----------
    results
        Frame of schema `Results`; hands of one table in the order they were played, unless all are numbered. Or a `Study`
        of one.
    confidence
        Nominal coverage of the interval, between 0 and 1.

    Returns
    -------
    polars.DataFrame
        Schema `FantasylandValues`, ordered by fingerprint and cards.

    Raises
    ------
    SettlementError, ValueError
        If `results` is not a frame of results, or `confidence` is not between 0 and 1.

    Notes
    -----
    Counted is a player's Fantasyland, from the hand after he earned it to the last stay, against each opponent who was not
    in Fantasyland himself when it began. One whose entry the results do not have is left out, as it may be the rest of
    a longer one; one that they do not have the end of counts as far as it goes. A gap in the numbers of a table's hands
    is such an end.

    Examples
    --------
    >>> from ofc_analytics.generate import generate
    >>> from ofc_analytics.settlement import settle
    >>> results = settle(next(generate("american-pineapple", hands=400, players=(2, 2))))
    >>> fantasyland_values(results).select("cards", "episodes", pl.col("value").round(1)).rows()
    [(14, 76, 8.7)]
    """
    return _measured(study_of(results), confidence)


def adjusted(results: Frame, *, values: Mapping[int, float] | None = None) -> pl.DataFrame:
    """Count each Fantasyland for what it was worth when it was earned, and not for what it then happened to win.

    Parameters
    ----------
    results
        Frame of schema `Results`; hands of one table in the order they were played, unless all are numbered. Or a `Study`
        of one.
    values
        Points from one opponent that Fantasyland with so many cards is worth, whatever the rule set; what is not
        given is measured by `fantasyland_values`.

    Returns
    -------
    polars.DataFrame
        Schema `Adjusted`, in the order of hands and seats.

    Raises
    ------
    SettlementError, ValueError
        If `results` is not a frame of results, or `values` has something else than points by number of cards.

    Notes
    -----
    Between two players a hand counts its points if neither is in Fantasyland, and else nothing. Whoever earns
    Fantasyland from outside it is credited with its value from each opponent of that hand.

    Examples
    --------
    >>> from ofc_analytics.cards import split_board
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement import settle
    >>> anna = Player(seat=1, name="Anna", cards=split_board("Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d"))
    >>> boris = Player(seat=2, name="Boris", cards=split_board("4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c"))
    >>> results = settle(frame_from_hands([Hand(players=(anna, boris))]))
    >>> adjusted(results, values={14: 8.5}).select("name", "points", "adjusted").rows()
    [('Anna', 13, 21.5), ('Boris', -13, -21.5)]
    """
    given = _given(values or {})
    study = study_of(results)
    measured = _measured(study).select("fingerprint", "cards", "value")
    entry = ~_INSIDE & _EARNED
    worth = pl.when("entry").then(pl.coalesce("given", "value", 0.0)).otherwise(0.0)
    return (
        study.observations.with_columns(entry=entry, hand=pl.int_range(1, pl.len() + 1).over("name"))
        .join(
            measured,
            left_on=["fingerprint", "fantasyland"],
            right_on=["fingerprint", "cards"],
            how="left",
            maintain_order="left",
        )
        .join(given, left_on="fantasyland", right_on="cards", how="left", maintain_order="left")
        .with_columns(
            unvalued=pl.col("entry") & pl.coalesce("given", "value").is_null(),
            credit=worth * pl.col("players") - worth.sum().over("place"),
        )
        .with_columns(adjusted=pl.col("points") - pl.col("from_fantasyland") + pl.col("credit"))
        .select(Adjusted.column_names())
        .pipe(Adjusted.cast)
    )


def _given(values: Mapping[int, float]) -> pl.DataFrame:
    for cards, value in values.items():
        if cards not in _CARDS or not math.isfinite(value):
            raise ValueError(f"values has points by a number of cards, got {cards!r}: {value!r}")
    return pl.DataFrame(list(values.items()), schema={"cards": pl.UInt8, "given": pl.Float64}, orient="row")


def _measured(study: Study, confidence: float = 0.95) -> pl.DataFrame:
    episodes = _episodes(study.meetings)
    group = ("fingerprint", "cards")
    chains = (
        episodes.group_by(*group, "chain")
        .agg(pl.col("rules").first(), pl.col("points", "hands").sum(), episodes=pl.len())
        .sort(*group, "chain")
    )
    totals = chains.group_by(group, maintain_order=True).agg(
        pl.col("rules").first(), pl.col("hands", "episodes").sum(), chains=pl.len()
    )
    estimate = clustered_mean(
        chains["points"], chains["episodes"], chains.select(pl.struct(group).rle_id()).to_series()
    )
    low, high = mean_interval(estimate, confidence)
    return (
        totals.with_columns(
            pl.col("hands") / pl.col("episodes"),
            pl.Series("value", estimate.mean),
            pl.Series("low", low, nan_to_null=True),
            pl.Series("high", high, nan_to_null=True),
        )
        .select(FantasylandValues.column_names())
        .pipe(FantasylandValues.cast)
    )


def _episodes(meetings: pl.DataFrame) -> pl.DataFrame:
    """One row a Fantasyland and opponent: the rules, cards and chain of its first hand; its hands and points."""
    return (
        meetings.filter("entry_known")
        .sort("at")
        .group_by("fantasyland_start", "name", "opponent", maintain_order=True)
        .agg(
            pl.col("place", "state", "fingerprint", "rules", "chain").first(),
            pl.col("points").sum(),
            cards=pl.col("in_fantasyland").first(),
            hands=pl.len(),
        )
        .filter(pl.col("place") == pl.col("fantasyland_start"), pl.col("state") == "own")
    )
