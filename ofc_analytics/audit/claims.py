"""What sources claim of players, against settlement: a finding a claim that does not stand."""

from __future__ import annotations

import polars as pl

from ofc_analytics.audit.findings import FINDINGS, findings
from ofc_analytics.audit.play import IDENTITY
from ofc_analytics.settlement.checking import require_results
from ofc_analytics.settlement.claims import is_disputed, money_text
from ofc_analytics.settlement.tables import disagreements

__all__ = ["CLAIM_CODES", "check_claims"]

_CLAIMED, _RECOMPUTED = pl.col("claimed"), pl.col("recomputed")
_NONE = "0"
_KINDS = (
    # code, which of the claims that do not stand, the reason
    (
        "claim-points",
        pl.col("claim") == "points",
        pl.format("The source gives {} points {}, and the cards give {}.", "name", _CLAIMED, _RECOMPUTED),
    ),
    (
        "claim-net",
        pl.col("claim") == "net",
        pl.when("deferred")
        .then(
            pl.format(
                "The source gives {} money {}, and under {} nothing is paid before the end of the Fantasyland chain.",
                "name", _CLAIMED, "rules",
            )
        )
        .otherwise(pl.format("The source gives {} money {}, and the cards give {}.", "name", _CLAIMED, _RECOMPUTED)),
    ),
    (
        "claim-royalties",
        pl.col("claim") == "royalties",
        pl.format("The source gives {} royalties {}, and the cards give {}.", "name", _CLAIMED, _RECOMPUTED),
    ),
    (
        "foul-called",
        (pl.col("claim") == "foul") & (_CLAIMED == "foul"),
        pl.format("The source calls {}'s board a foul; under {} it is none.", "name", "rules"),
    ),
    (
        "foul-missed",
        (pl.col("claim") == "foul") & (_CLAIMED != "foul"),
        pl.format("The source takes {}'s board for a sound one; under {} it is a foul.", "name", "rules"),
    ),
    (
        "claim-fantasyland-granted",
        (pl.col("claim") == "fantasyland") & (_RECOMPUTED == _NONE),
        pl.format("The source gives {} Fantasyland in the next hand; under {} this hand does not earn it.", "name", "rules"),
    ),
    (
        "claim-fantasyland-denied",
        (pl.col("claim") == "fantasyland") & (_CLAIMED == _NONE),
        pl.format(
            "The source gives {} no Fantasyland in the next hand; under {} this hand earns it with {} cards.",
            "name", "rules", _RECOMPUTED,
        ),
    ),
    (
        "claim-fantasyland-cards",
        (pl.col("claim") == "fantasyland") & (_RECOMPUTED != _NONE) & (_CLAIMED != _NONE),
        pl.format(
            "The source gives {} Fantasyland with {} cards in the next hand; under {} this hand earns it with {}.",
            "name", _CLAIMED, "rules", _RECOMPUTED,
        ),
    ),
)  # fmt: skip

CLAIM_CODES = tuple(code for code, _, _ in _KINDS)
"""Codes of claims that may stand under other rules."""


def check_claims(results: pl.DataFrame) -> pl.DataFrame:
    """Find the claims that do not stand, of the codes `CLAIM_CODES`.

    Parameters
    ----------
    results
        Frame of schema `Results`.

    Returns
    -------
    polars.DataFrame
        Frame of schema `Findings`, in the order of the hands. At stake is the difference in money, of points at the
        hand's unit.

    Raises
    ------
    SettlementError
        If `results` is no frame of results.
    """
    require_results(results)
    disputed = results.filter(is_disputed()).unique(IDENTITY, keep="first", maintain_order=True)
    told = disputed.select("hand_id", "unit", "exponent", "rules", "deferred").unique("hand_id", keep="first")
    wrong = disagreements(disputed).with_row_index("at").join(told, on="hand_id", maintain_order="left")
    claimed, recomputed = (
        side.str.replace(".", "", literal=True).cast(pl.Int128, strict=False)
        for side in (_CLAIMED, _RECOMPUTED)
    )
    price = pl.when(pl.col("claim") == "points").then("unit").when(pl.col("claim") == "net").then(1)
    rows = wrong.with_columns(
        hand=pl.coalesce("native_id", "hand_id"), stake=(claimed - recomputed).abs() * price
    )
    found = [
        findings(
            part := rows.filter(which),
            code,
            "error",
            reason,
            claimed=_CLAIMED,
            recomputed=_RECOMPUTED,
            at_stake=money_text(pl.col("stake"), pl.col("exponent")),
        ).with_columns(part["at"])
        for code, which, reason in _KINDS
    ]
    return (
        pl.concat([FINDINGS.to_frame().with_columns(at=pl.lit(None, pl.UInt32)), *found])
        .sort("at", maintain_order=True)
        .drop("at")
    )
