"""What the rules that hands are settled under now make of them, and what the best make of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.audit.findings import FINDINGS, findings
from ofc_analytics.audit.inferring.clues import FEWEST_VOTES
from ofc_analytics.audit.inferring.evidence import NOT_DEALT, NOT_TOLD, STANDS
from ofc_analytics.settlement.grouping import rule_sets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.audit.inferring.candidates import Candidate
    from ofc_analytics.audit.inferring.evidence import Evidence, Verdict
    from ofc_analytics.settlement.given import Overrides

__all__ = ["convincing", "disputed_hands", "rules_differ"]

_FEWEST_OF_A_ROOM = 0.05
_SHOWN_TIES = 5


def disputed_hands(
    evidence: Evidence, best: Candidate, rules: str | None, overrides: Overrides
) -> pl.DataFrame:
    """Hold all hands against the rules used now and the `best`.

    Returns
    -------
    polars.DataFrame
        ``hand_id``; ``claims``: whether anything is claimed; ``now`` and ``then``: whether claims are made and all
        stand; ``touched``: whether any claim fares otherwise; ``fits``: whether the best do not contradict the hand.
    """
    now, then = _used_now(evidence, rules, overrides), evidence.verdict(best.rules)
    return evidence.hands.select(
        "hand_id",
        claims=pl.Series(evidence.claiming),
        now=pl.Series(now.hands == STANDS),
        then=pl.Series(then.hands == STANDS),
        touched=pl.Series(evidence.hands_that((now.checks != then.checks).any(axis=1))),
        fits=pl.Series(np.isin(then.hands, (STANDS, NOT_TOLD))),
    )


def convincing(disputed: pl.DataFrame) -> bool:
    """Whether other rules are why claims do not stand, and not a few wrong claims why other rules seem to explain more.

    They must explain most of the hands that they touch, and a real share of those with claims: who overpays one
    player in a few rare hands has not changed the rules of the room.
    """
    gained = disputed.select(pl.col("then") & ~pl.col("now")).to_series().sum()
    touched, claims = disputed.select(pl.col("touched", "claims").sum()).row(0)
    return bool(2 * gained > touched and gained >= _FEWEST_OF_A_ROOM * claims)


def rules_differ(
    hands: pl.DataFrame,
    disputed: pl.DataFrame,
    used: Sequence[Candidate],
    best: Candidate,
    ties: Sequence[Candidate],
) -> pl.DataFrame:
    """The finding ``rules-differ``, a note by itself, or none where the rules used now explain as much, but for a hand or two.

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
    """
    claims, now, then = disputed.select(pl.col("claims", "now", "then").sum()).row(0)
    if then - now < FEWEST_VOTES:
        return pl.DataFrame(schema=FINDINGS)
    names = " or ".join(map(str, used)) or "a rule set that is not known"
    reason = (
        f"Of {claims:,} hands with claims {names}, under which they are settled, explains {now:,},"
        f" and {best} explains {then:,}."
    )
    if ties:
        more = f" and {len(ties) - _SHOWN_TIES} more" if len(ties) > _SHOWN_TIES else ""
        reason += f" No hand of the sample tells it from {', '.join(map(str, ties[:_SHOWN_TIES]))}{more}."
    if not convincing(disputed):
        reason += " These are too few of the hands to be sure of other rules: what is claimed in them is told by itself."
    gained = disputed.filter(pl.col("then") & ~pl.col("now"))["hand_id"]
    row = (
        hands.filter(pl.col("hand_id") == gained[0])
        .head(1)
        .select(
            "hand_id",
            pl.col("source").struct.field("file", "sheet", "line"),
            hand=pl.coalesce("native_id", "hand_id"),
        )
    )
    return findings(
        row,
        "rules-differ",
        "note",
        pl.lit(reason),
        players=pl.lit([], dtype=pl.List(pl.String)),
        claimed=pl.lit(str(best)),
        recomputed=pl.lit(names),
    )


def _used_now(evidence: Evidence, rules: str | None, overrides: Overrides) -> Verdict:
    """What each hand's own rules make of it; a hand whose rules cannot be loaded is not dealt under any."""
    checks = np.full((evidence.starts[-1], len(evidence.claims)), NOT_DEALT, dtype=np.int8)
    for part in evidence.hands.partition_by("rules", "variant"):
        hands = np.zeros(evidence.hands.height, dtype=np.bool_)
        hands[part["_order"].to_numpy()] = True
        mine = evidence.players_of(hands)
        for own in rule_sets(part, rules, overrides).values():
            checks[mine] = evidence.verdict(own).checks[mine]
    return evidence.by_hand(checks)
