"""Every deviation a row, with its reason: recorded play against the rules, claims against settlement, club exports.

`audit` runs everything; `check_play`, `check_claims` and `check_clubs` each a family of checks, and of the play each check
can be run alone. What each code means stands in ``docs/audit.md`` and ``docs/clubs.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.button import check_button
from ofc_analytics.audit.claims import check_claims
from ofc_analytics.audit.clock import auto_place, check_clock
from ofc_analytics.audit.clubs import check_clubs
from ofc_analytics.audit.fantasyland import check_fantasyland
from ofc_analytics.audit.findings import Findings
from ofc_analytics.audit.order import check_order
from ofc_analytics.audit.seats import check_seats
from ofc_analytics.audit.streets import check_streets

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ofc_analytics.clubs import ClubExports
    from ofc_analytics.rules import RuleSet

__all__ = [
    "Findings",
    "audit",
    "auto_place",
    "check_button",
    "check_claims",
    "check_clock",
    "check_clubs",
    "check_fantasyland",
    "check_order",
    "check_play",
    "check_seats",
    "check_streets",
]

_CHECKS = (check_streets, check_order, check_fantasyland, check_button, check_seats, check_clock)


def audit(
    hands: pl.DataFrame,
    results: pl.DataFrame,
    rules: Mapping[str, RuleSet],
    clubs: ClubExports | None = None,
) -> pl.DataFrame:
    """Check everything: claims of the hands, the play of the hands, and club exports.

    Parameters
    ----------
    hands, results, rules
        As in `check_play`.
    clubs
        Club exports, reconciled with themselves and with the hands of their tables.

    Returns
    -------
    polars.DataFrame
        Frame of schema `Findings`: of the claims, then of the play, then of the clubs.

    Raises
    ------
    LookupFailedError
        If a rule set is missing.
    SettlementError
        If `results` is no frame of results.
    """
    found = [check_claims(results), check_play(hands, results, rules)]
    if clubs is not None:
        found.append(check_clubs(clubs, results))
    return Findings.validate(pl.concat(found))


def check_play(hands: pl.DataFrame, results: pl.DataFrame, rules: Mapping[str, RuleSet]) -> pl.DataFrame:
    """Check what was recorded of the play against the rules it was settled under.

    Parameters
    ----------
    hands
        Frame of schema `Hands`.
    results
        Frame of schema `Results`, settled from `hands`; hands without a result are passed over.
    rules
        Rule sets by fingerprint; all that `results` names.

    Returns
    -------
    polars.DataFrame
        Frame of schema `Findings`, in the order of the hands.

    Raises
    ------
    LookupFailedError
        If a rule set is missing.
    """
    found = pl.concat([check(hands, results, rules) for check in _CHECKS])
    order = hands.select("hand_id").unique(maintain_order=True).with_row_index("at")
    return Findings.validate(
        found.join(order, on="hand_id", maintain_order="left").sort("at", maintain_order=True).drop("at")
    )
