"""One row a group: the main metrics side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.statistics.questions import Question, Study, as_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.statistics.dimensions import Where

__all__ = ["MAIN_METRICS", "summary"]

MAIN_METRICS = (
    *("points", "hands_won", "top_won", "middle_won", "bottom_won", "scoops", "scooped", "foul_rate"),
    *("royalties", "fantasyland_rate", "entry_rate", "stay_rate"),
)
"""What a summary tells, names of `METRICS`."""


def summary(
    results: pl.DataFrame,
    hands: pl.DataFrame | None = None,
    *,
    by: str | Sequence[str] = "player",
    where: Where | None = None,
    confidence: float = 0.95,
    cluster: str = "chain",
    anytime: bool = False,
) -> pl.DataFrame:
    """Tell the main metrics of each group.

    Parameters
    ----------
    results, hands, by, where, confidence, cluster, anytime
        As in `ask`.

    Returns
    -------
    polars.DataFrame
        The columns of `by`; ``hands`` (int64); ``clusters`` (int64, chains or sessions); ``points_total`` (int64);
        ``net_total`` (int64, minor units), ``currency`` and ``exponent``, null without money or with several currencies;
        and for each of `MAIN_METRICS` its value under its name, ``<name>_low`` and ``<name>_high`` (float64, null where there
        was no chance or nothing tells them). Ordered by the columns of `by`.

    Raises
    ------
    SettlementError, LookupFailedError, QuestionError
        As `ask`.

    Examples
    --------
    >>> from ofc_analytics.cards import split_board
    >>> from ofc_analytics.hands import Hand, Player
    >>> from ofc_analytics.schema import frame_from_hands
    >>> from ofc_analytics.settlement import settle
    >>> anna = Player(seat=1, name="Anna", cards=split_board("Qc Qd 7s / Kh Ks 9c 8d 2h / Ac Ad Ah 2s 3d"))
    >>> boris = Player(seat=2, name="Boris", cards=split_board("4c 5d 8h / 3c 3h 9d Td 4h / 6c 6d Jc Js 5c"))
    >>> results = settle(frame_from_hands([Hand(players=(anna, boris))]))
    >>> summary(results).select("player", "hands", "points_total", "royalties", "entry_rate", "stay_rate").rows()
    [('Anna', 1, 13, 7.0, 1.0, None), ('Boris', 1, -13, 0.0, 0.0, None)]
    """
    study = Study(results, hands, confidence=confidence, cluster=cluster, anytime=anytime)
    by = as_names(by)
    answers = study.ask(Question(MAIN_METRICS, by, where))
    points = answers.filter(metric="points")
    told = [
        points.select(*by, "hands", "clusters", points_total="total"),
        _money(study.ask(Question(("net",), by, where)), points.select(pl.lit("net").alias("metric"), *by)),
        *(
            answers.filter(metric=metric).select(
                pl.col("value").alias(metric),
                *(pl.col(end).alias(f"{metric}_{end}") for end in ("low", "high")),
            )
            for metric in MAIN_METRICS
        ),
    ]
    return pl.concat(told, how="horizontal")


def _money(answers: pl.DataFrame, groups: pl.DataFrame) -> pl.DataFrame:
    """Money of each group that has but one currency, in the order of the groups."""
    keys = groups.columns
    amounts = answers.rename({"total": "net_total"})
    told = [name for name in ("net_total", "currency", "exponent") if name not in keys]
    one = pl.len() == 1
    sole = amounts.group_by(keys).agg(pl.when(one).then(pl.col(name).first()).alias(name) for name in told)
    return groups.join(sole, on=keys, how="left", nulls_equal=True, maintain_order="left").select(told)
