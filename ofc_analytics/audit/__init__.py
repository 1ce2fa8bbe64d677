"""Every deviation a row, with its reason: recorded play against the rules, claims against settlement, club exports.

`audit` runs everything; `check_play`, `check_claims` and `check_clubs` each a group of checks, and each check can be run
alone. Every finding belongs to a family, see `FAMILIES`. What each code means stands in ``docs/audit.md`` and
``docs/clubs.md``.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.button import check_button
from ofc_analytics.audit.claims import CLAIM_CODES, check_claims
from ofc_analytics.audit.clock import auto_place, check_clock
from ofc_analytics.audit.clubs import check_clubs
from ofc_analytics.audit.conflicts import check_conflicts
from ofc_analytics.audit.continuity import check_continuity
from ofc_analytics.audit.copies import check_copies
from ofc_analytics.audit.deck import check_deck
from ofc_analytics.audit.families import FAMILIES
from ofc_analytics.audit.fantasyland import check_fantasyland
from ofc_analytics.audit.findings import FINDINGS, Findings
from ofc_analytics.audit.inferring.folding import fold, settled_otherwise
from ofc_analytics.audit.money import check_money
from ofc_analytics.audit.order import check_order
from ofc_analytics.audit.payouts import check_payouts
from ofc_analytics.audit.play import Play
from ofc_analytics.audit.rake import check_rake
from ofc_analytics.audit.reading import check_reading
from ofc_analytics.audit.seats import check_seats
from ofc_analytics.audit.slipped import receipts_of, with_slips, worst_first
from ofc_analytics.audit.stacks import check_stacks
from ofc_analytics.audit.streets import check_streets
from ofc_analytics.audit.swaps import check_swaps
from ofc_analytics.audit.totals import check_totals

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from ofc_analytics.audit.inferring import InferredRules
    from ofc_analytics.clubs import ClubExports
    from ofc_analytics.errors import ParseIssue
    from ofc_analytics.rules import RuleSet

__all__ = [
    "CLAIM_CODES",
    "FAMILIES",
    "Findings",
    "Play",
    "audit",
    "auto_place",
    "check_button",
    "check_claims",
    "check_clock",
    "check_clubs",
    "check_conflicts",
    "check_continuity",
    "check_copies",
    "check_deck",
    "check_fantasyland",
    "check_money",
    "check_order",
    "check_payouts",
    "check_play",
    "check_rake",
    "check_reading",
    "check_seats",
    "check_stacks",
    "check_streets",
    "check_swaps",
    "check_totals",
    "receipts_of",
    "with_slips",
    "worst_first",
]

_PLAY = (check_streets, check_order, check_fantasyland, check_button, check_seats, check_clock)
_MONEY = (check_money, check_payouts, check_rake, check_deck, check_stacks)
_ALONE = (check_money, check_payouts, check_deck, check_streets, check_order, check_clock)
"""Checks that look at each hand alone."""

_AT_ONCE = 20_000
"""Hands that these are given together, which bounds the memory."""


def audit(
    hands: pl.DataFrame,
    results: pl.DataFrame,
    rules: Mapping[str, RuleSet],
    clubs: ClubExports | None = None,
    *,
    entries: pl.DataFrame | None = None,
    issues: Sequence[ParseIssue] = (),
    conflicts: pl.DataFrame | None = None,
    inferred: Sequence[InferredRules] = (),
    families: Collection[str] = (),
) -> pl.DataFrame:
    """Check everything: what is claimed of hands and sessions, the play, and club exports.

    Parameters
    ----------
    hands, results, rules
        As in `check_play`.
    clubs
        Club exports, reconciled with themselves and with the hands of their tables.
    entries
        Frame of schema `ofc_analytics.settlement.entries.Entries`: money told beside the hands.
    issues
        What reading and settling said: hands that were refused for their cards are findings too.
    conflicts
        Frame of schema `Hands`: those that were refused since `hands` has them with another content.
    inferred
        What `ofc_analytics.audit.inferring.infer_rules` gave for all hands, or for parts of them. Where a room plays by
        other rules, everything is checked again under those, and one finding ``rules-differ`` stands for all that
        is none then in hands that they explain.
    families
        Only findings of these, see `FAMILIES`, and ``rules-differ``, which stands for theirs; none: all.

    Returns
    -------
    polars.DataFrame
        Frame of schema `Findings`: of the rules, of the reading, of the hands in their order, of their sessions, then of
        the clubs.

    Raises
    ------
    LookupFailedError
        If a rule set is missing.
    SettlementError
        If `results` is no frame of results, or `entries` cannot be added up.
    """
    check = partial(
        _everything,
        hands,
        conflicts=hands.clear() if conflicts is None else conflicts,
        clubs=clubs,
        entries=entries,
        families=families,
    )
    found = otherwise = check(results, rules, issues)
    if differing := [one for one in inferred if one.convincing]:
        settled, told = settled_otherwise(hands, results, issues, differing)
        otherwise = check(settled, {**rules, **{one.best.fingerprint: one.best for one in differing}}, told)
    return Findings.validate(fold(found, otherwise, inferred, results))


def _everything(
    hands: pl.DataFrame,
    results: pl.DataFrame,
    rules: Mapping[str, RuleSet],
    issues: Sequence[ParseIssue],
    *,
    conflicts: pl.DataFrame,
    clubs: ClubExports | None,
    entries: pl.DataFrame | None,
    families: Collection[str],
) -> pl.DataFrame:
    play = Play.of(hands, results, rules, issues)
    between = [check_continuity(play, issues), check_copies(play), check_swaps(play)]
    found = [check_claims(results), *between, *_checked(play, (*_MONEY, *_PLAY))]
    parts = [
        check_reading(issues, conflicts),
        check_conflicts(hands, conflicts),
        _in_order(pl.concat(found), hands),
    ]
    if entries is not None:
        parts.append(check_totals(results, entries, issues=issues))
    if clubs is not None:
        parts.append(check_clubs(clubs, results))
    return pl.concat(parts).filter(pl.col("family").is_in(families or FAMILIES))


def check_play(
    hands: pl.DataFrame,
    results: pl.DataFrame,
    rules: Mapping[str, RuleSet],
    *,
    issues: Sequence[ParseIssue] = (),
) -> pl.DataFrame:
    """Check what was recorded of the play against the rules it was settled under.

    Parameters
    ----------
    hands
        Frame of schema `Hands`.
    results
        Frame of schema `Results`, settled from `hands`; hands without a result are passed over.
    rules
        Rule sets by fingerprint; all that `results` names.
    issues
        What reading said: hands that it left out stood between others.

    Returns
    -------
    polars.DataFrame
        Frame of schema `Findings`, in the order of the hands.

    Raises
    ------
    LookupFailedError
        If a rule set is missing.
    """
    play = Play.of(hands, results, rules, issues)
    return Findings.validate(_in_order(pl.concat(_checked(play, _PLAY)), hands))


def _checked(play: Play, checks: Sequence[Callable[[Play], pl.DataFrame]]) -> list[pl.DataFrame]:
    """What each check finds."""
    alone = [check for check in checks if check in _ALONE]
    parts = [{check: check(part) for check in alone} for part in play.parts(_AT_ONCE)]
    return [
        pl.concat([FINDINGS.to_frame(), *(part[check] for part in parts)]) if check in _ALONE else check(play)
        for check in checks
    ]


def _in_order(found: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    order = hands.select("hand_id").unique(maintain_order=True).with_row_index("at")
    return found.join(order, on="hand_id", maintain_order="left").sort("at", maintain_order=True).drop("at")
