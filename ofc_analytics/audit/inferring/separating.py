"""The hands that tell two candidates apart, with what each makes of their claims."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.inferring.evidence import NOT_DEALT, STANDS
from ofc_analytics.settlement.frames import settle_all
from ofc_analytics.settlement.tables import disagreements

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from ofc_analytics.audit.inferring.evidence import Evidence
    from ofc_analytics.audit.inferring.ranking import Judged

__all__ = ["COMPARISONS", "SEPARATING", "comparison", "rivals", "separating"]

COMPARISONS = pl.Schema(
    {"left": pl.String, "right": pl.String}
    | dict.fromkeys(("separating", "left_explains", "right_explains"), pl.Int64)
)
SEPARATING = pl.Schema(
    dict.fromkeys(("left", "right", "hand", "hand_id", "file", "sheet"), pl.String)
    | {"line": pl.UInt32}
    | dict.fromkeys(("name", "claim", "claimed", "left_gives", "right_gives"), pl.String)
)
_SIDES = ("left", "right")
_MOST_RIVALS = 3


def rivals(groups: Sequence[Sequence[Judged]]) -> Iterator[tuple[Judged, Judged]]:
    """What explains most beside all that explain as much, or else beside the next."""
    best, *others = [group[0] for group in groups]
    equal = [other for other in others if other.merit == best.merit]
    for other in (equal or others[:1])[:_MOST_RIVALS]:
        yield best, other


def comparison(evidence: Evidence, left: Judged, right: Judged) -> pl.DataFrame:
    """One row of `COMPARISONS`: hands on whose claims two candidates disagree, and those one of them explains alone."""
    stands = [one.verdict.hands == STANDS for one in (left, right)]
    return pl.DataFrame(
        {
            "left": str(left.candidate),
            "right": str(right.candidate),
            "separating": int(_differs(evidence, left, right).sum()),
            "left_explains": int((stands[0] & ~stands[1]).sum()),
            "right_explains": int((stands[1] & ~stands[0]).sum()),
        },
        schema=COMPARISONS,
    )


def separating(evidence: Evidence, left: Judged, right: Judged, shown: int) -> pl.DataFrame:
    """The first `shown` hands that separate two candidates: a row of `SEPARATING` for each claim that does."""
    dealt = [one.verdict.hands != NOT_DEALT for one in (left, right)]
    hands = evidence.hands.with_columns(
        left_dealt=pl.Series(dealt[0]), right_dealt=pl.Series(dealt[1])
    ).filter(pl.Series(_differs(evidence, left, right)))
    hands = hands.head(shown)
    undealt = pl.col("left_dealt") != pl.col("right_dealt")
    places = hands.filter(~undealt).select(
        "hand_id", "_order", hand_line=pl.col("source").struct.field("line")
    )
    claims = (
        _claims(evidence, left, right)
        .join(places, on="hand_id")
        .with_columns(pl.coalesce("line", "hand_line"))
    )
    told = pl.concat([_undealt(hands.filter(undealt)), claims.select("_order", *list(SEPARATING)[2:])])
    return told.sort("_order", maintain_order=True).select(
        pl.lit(str(left.candidate)).alias("left"),
        pl.lit(str(right.candidate)).alias("right"),
        *list(SEPARATING)[2:],
    )


def _differs(evidence: Evidence, left: Judged, right: Judged) -> NDArray[np.bool_]:
    return evidence.hands_that((left.verdict.checks != right.verdict.checks).any(axis=1))


def _undealt(hands: pl.DataFrame) -> pl.DataFrame:
    said = {
        f"{side}_gives": pl.when(f"{side}_dealt")
        .then(pl.lit("can be dealt"))
        .otherwise(pl.lit("cannot be dealt"))
        for side in _SIDES
    }
    return hands.select(
        "_order",
        "hand_id",
        pl.col("source").struct.field("file", "sheet", "line"),
        hand=pl.coalesce("native_id", "hand_id"),
        name=pl.lit(None, pl.String),
        claim=pl.lit("deal"),
        claimed=pl.lit(None, pl.String),
        **said,
    ).select("_order", *list(SEPARATING)[2:])


def _claims(evidence: Evidence, left: Judged, right: Judged) -> pl.DataFrame:
    """Claims on which two candidates differ; a side on which a claim stands gives what is claimed."""
    hands = evidence.hands.drop("_order", "_players")
    wrong = pl.concat(
        disagreements(settle_all(hands, one.candidate.rules)[0]).with_columns(side=pl.lit(side))
        for side, one in zip(_SIDES, (left, right), strict=True)
    )
    gives = {f"{side}_gives": pl.col("recomputed").filter(pl.col("side") == side).first() for side in _SIDES}
    return (
        wrong.with_columns(hand=pl.coalesce("native_id", "hand_id"))
        .group_by("hand_id", "seat", "claim", maintain_order=True)
        .agg(pl.col("hand", "file", "sheet", "line", "name", "claimed").first(), **gives)
        .filter(pl.col("left_gives").ne_missing(pl.col("right_gives")))
        .with_columns(pl.col(f"{side}_gives").fill_null(pl.col("claimed")) for side in _SIDES)
    )
