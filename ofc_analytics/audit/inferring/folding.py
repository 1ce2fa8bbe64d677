"""A room's disagreement over rules as one finding, in place of one for each claim."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.claims import CLAIM_CODES
from ofc_analytics.audit.families import FAMILIES
from ofc_analytics.audit.findings import FINDINGS, Findings, findings
from ofc_analytics.audit.inferring.clues import FEWEST_VOTES
from ofc_analytics.settlement.frames import settle_all

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.audit.inferring.candidates import Candidate
    from ofc_analytics.audit.inferring.inferred import InferredRules
    from ofc_analytics.settlement.given import Overrides

__all__ = ["disputed_hands", "fold", "rules_differ"]

_SHOWN_TIES = 5
_FOLDED = (*CLAIM_CODES, *FAMILIES["money"], "rake-wrong", "rake-unstated")
"""Findings that cannot stand where all claims of a hand do, under the rules that it was played by."""


def disputed_hands(
    hands: pl.DataFrame, best: Candidate, rules: str | None, overrides: Overrides
) -> pl.DataFrame:
    """What the rules used now and the `best` make of every hand with claims.

    Returns
    -------
    polars.DataFrame
        ``hand_id``; ``now`` and ``then``: whether the hand is settled and all its claims stand.
    """
    now, then = settle_all(hands, rules, overrides=overrides)[0], settle_all(hands, best.rules)[0]
    told = _stands(now, "now").join(
        _stands(then, "then"), on="hand_id", how="full", coalesce=True, maintain_order="left_right"
    )
    return told.filter(pl.any_horizontal(pl.col("now", "then").is_not_null())).with_columns(
        pl.col("now", "then").fill_null(value=False)
    )


def rules_differ(
    hands: pl.DataFrame,
    disputed: pl.DataFrame,
    used: Sequence[Candidate],
    best: Candidate,
    ties: Sequence[Candidate],
    *,
    stated: bool,
) -> pl.DataFrame:
    """The finding ``rules-differ``, or none where the rules used now explain as much, but for a hand or two.

    Parameters
    ----------
    hands
        Frame of schema `Hands`.
    disputed
        See `disputed_hands`.
    used, best
        The rules used now, and what explains most.
    ties
        What no hand tells from `best`.
    stated
        Whether the rules used now were named by the hands or the caller, and not taken for want of any: it makes
        the finding an error, else a warning.
    """
    explained = disputed.select(pl.col("now", "then").sum()).row(0)
    if explained[1] - explained[0] < FEWEST_VOTES:
        return pl.DataFrame(schema=FINDINGS)
    names = " or ".join(map(str, used)) or "a rule set that is not known"
    reason = (
        f"Of {disputed.height} hands with claims {names}, under which they are settled, explains {explained[0]},"
        f" and {best} explains {explained[1]}."
    )
    if ties:
        more = f" and {len(ties) - _SHOWN_TIES} more" if len(ties) > _SHOWN_TIES else ""
        reason += f" No hand of the sample tells it from {', '.join(map(str, ties[:_SHOWN_TIES]))}{more}."
    gained = disputed.filter(pl.col("then") & ~pl.col("now"))["hand_id"]
    first = hands.filter(pl.col("hand_id") == gained[0]).head(1)
    row = first.select(
        pl.col("source").struct.field("file", "sheet", "line"),
        hand=pl.lit(None, pl.String),
        hand_id=pl.lit(None, pl.String),
    )
    return findings(
        row,
        "rules-differ",
        "error" if stated else "warning",
        pl.lit(reason),
        players=pl.lit([], dtype=pl.List(pl.String)),
        claimed=pl.lit(str(best)),
        recomputed=pl.lit(names),
    )


def fold(found: pl.DataFrame, inferred: InferredRules) -> pl.DataFrame:
    """Put the finding that a room plays by other rules in place of those about claims and money that it explains.

    Parameters
    ----------
    found
        Frame of schema `Findings`.
    inferred
        What `infer_rules` gave for the same hands; where it has no finding, `found` comes back as it is.

    Returns
    -------
    polars.DataFrame
        Frame of schema `Findings`: ``rules-differ`` first, then what is left.
    """
    if inferred.finding.is_empty():
        return found
    folded = pl.col("code").is_in(_FOLDED) & pl.col("hand_id").is_in(inferred.explained.implode())
    kept = found.filter(~folded.fill_null(value=False))
    return Findings.validate(pl.concat([inferred.finding, kept]))


def _stands(results: pl.DataFrame, name: str) -> pl.DataFrame:
    agrees = pl.col("players").list.eval(pl.element().struct.field("agrees")).list.drop_nulls()
    return results.select("hand_id", pl.when(agrees.list.len() > 0).then(agrees.list.all()).alias(name))
