"""What sources claim of hands, against settlement: a finding a claim that does not stand."""

from __future__ import annotations

import polars as pl

from ofc_analytics.audit.findings import findings
from ofc_analytics.settlement.claims import money_text
from ofc_analytics.settlement.tables import disagreements

__all__ = ["check_claims"]

_LABELS = {
    "points": "points ",
    "net": "money ",
    "royalties": "royalties ",
    "foul": "",
    "fantasyland": "a Fantasyland of cards: ",
}


def check_claims(results: pl.DataFrame) -> pl.DataFrame:
    """Find the claims that do not stand; codes ``claim-points``, ``claim-net``, ``claim-royalties`` and so on.

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
    units = results.select("hand_id", "unit", "exponent").unique("hand_id", keep="first")
    wrong = disagreements(results).with_row_index("at").join(units, on="hand_id", maintain_order="left")
    minor = [pl.col(side).str.replace(".", "", literal=True) for side in ("claimed", "recomputed")]
    points, money = (
        ((minor[0].cast(pl.Int128, strict=False) - minor[1].cast(pl.Int128, strict=False)).abs() * unit)
        for unit in (pl.col("unit"), pl.lit(1))
    )
    stake = pl.when(pl.col("claim") == "points").then(points).when(pl.col("claim") == "net").then(money)
    rows = wrong.with_columns(hand=pl.coalesce("native_id", "hand_id"), stake=stake)
    found = [
        _of_claim(rows.filter(pl.col("claim") == claim), claim)
        for claim in rows["claim"].unique(maintain_order=True)
    ]
    if not found:
        return _of_claim(rows, "points").drop("at")
    return pl.concat(found).sort("at", maintain_order=True).drop("at")


def _of_claim(rows: pl.DataFrame, claim: str) -> pl.DataFrame:
    reason = pl.format(
        f"The source gives {{}} {_LABELS[claim]}{{}}, and the cards give {{}}.",
        "name",
        "claimed",
        "recomputed",
    )
    return findings(
        rows,
        f"claim-{claim}",
        "error",
        reason,
        claimed=pl.col("claimed"),
        recomputed=pl.col("recomputed"),
        at_stake=money_text(pl.col("stake"), pl.col("exponent")),
    ).with_columns(rows["at"])
