"""Rules whose change explains what the named rule sets leave unexplained."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ofc_analytics.audit.inferring.candidates import changes_of, made_alike
from ofc_analytics.audit.inferring.clues import FEWEST_VOTES, table_clues
from ofc_analytics.audit.inferring.evidence import NOT_DEALT, STANDS, WRONG
from ofc_analytics.audit.inferring.money_clues import money_clues
from ofc_analytics.audit.inferring.ranking import Judged, grouped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ofc_analytics.audit.inferring.evidence import Evidence

__all__ = ["search"]

_BASES = 4
_ALMOST_ALL = 0.95
_CHANGES = 3
_LOST_OF_GAINED = 0.25
_FOCUS = 3_000


def search(named: Sequence[Judged], evidence: Evidence) -> list[Judged]:
    """Candidates with changed rules that explain more hands than every named one, by three hands at least.

    One rule is changed in the named sets, in those that explain most first, until a candidate leaves less than three
    hands unexplained, or four sets were tried and a candidate explains 95 of 100 hands. Then up to two more rules
    are changed in what explains most. Of sets that no hand separates the first is tried; what makes the others play
    like the best is told at the end.
    """
    groups = grouped(named)
    best = groups[0][0]
    found: list[Judged] = []
    for place, group in enumerate(groups):
        if _explains_enough(best) or (
            place >= _BASES and best.explained > _ALMOST_ALL * (best.explained + best.contradicted)
        ):
            break
        found += _lifted(group[0], named, evidence, more_than=groups[0][0].explained)
        best = max([best, *found], key=lambda one: one.merit)
    for _ in range(1, _CHANGES):
        if not found or _explains_enough(best):
            break
        further = _lifted(best, named, evidence, more_than=best.explained)
        found += further
        best = max([best, *further], key=lambda one: one.merit)
    return [*found, *_same_of_others(best, named, found, evidence)] if found else []


def _explains_enough(one: Judged) -> bool:
    return one.contradicted < FEWEST_VOTES


def _lifted(base: Judged, others: Sequence[Judged], evidence: Evidence, *, more_than: int) -> list[Judged]:
    """Candidates with one rule of `base` changed that explain more; of many hands, tried on a part first."""
    rules = base.candidate.rules
    clues = [*table_clues(evidence, rules), *money_clues(evidence, rules)]
    changes = changes_of(base.candidate, evidence.claims, [other.candidate.rules for other in others], clues)
    focus = evidence.focus(np.isin(base.verdict.hands, (WRONG, NOT_DEALT)), _FOCUS)
    if focus is not evidence:
        before = Judged(base.candidate, focus.verdict(rules))
        changes = (
            change for change in changes if _gains(Judged(change, focus.verdict(change.rules)), before)
        )
    judged = [Judged(change, evidence.verdict(change.rules)) for change in changes]
    return [one for one in judged if one.explained >= more_than + FEWEST_VOTES and _gains(one, base)]


def _gains(one: Judged, base: Judged) -> bool:
    """Whether a change explains what was contradicted, and not at the cost of what was explained."""
    now, before = one.verdict.hands == STANDS, base.verdict.hands == STANDS
    gained, lost = int((now & ~before).sum()), int((before & ~now).sum())
    return gained >= FEWEST_VOTES and lost <= _LOST_OF_GAINED * gained


def _same_of_others(
    best: Judged, named: Sequence[Judged], found: Sequence[Judged], evidence: Evidence
) -> Iterator[Judged]:
    """What makes other named sets play as the best one does, where it takes no more settings."""
    known = {(one.candidate.rules.name, one.candidate.rules.fingerprint) for one in found}
    for base in named:
        alike = made_alike(base.candidate, best.candidate, evidence.claims)
        if alike is not None and (alike.rules.name, alike.rules.fingerprint) not in known:
            yield Judged(alike, evidence.verdict(alike.rules))
