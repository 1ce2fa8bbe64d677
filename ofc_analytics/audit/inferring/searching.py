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
    from collections.abc import Collection, Iterator, Sequence

    from ofc_analytics.audit.inferring.evidence import Evidence

__all__ = ["search"]

_BASES = 4
_ALMOST_ALL = 0.95
_CHANGES = 3
_LOST_OF_GAINED = 0.25
_FOCUS = 3_000


def search(named: Sequence[Judged], evidence: Evidence, used: Collection[str] = ()) -> list[Judged]:
    """Candidates with changed rules that explain more hands than every named one, by three hands at least.

    One rule is changed in the sets that are `used` now, by fingerprint, for most rooms change a rule of what they are
    thought to play; and in the named sets, in those that explain most first, until a candidate leaves less than three
    hands unexplained, or four sets were tried and a candidate explains 95 of 100 hands. Then up to two more rules are
    changed in what explains most, and in what explains most of those made of the used sets. Of sets that no hand
    separates the first is tried; what makes the others play like the best is told at the end.
    """
    groups = grouped(named)
    top = groups[0][0]
    if _explains_enough(top):
        return []
    in_use = [group[0] for group in groups if any(one.candidate.rules.fingerprint in used for one in group)]
    first = list(dict.fromkeys([*in_use, top]))
    others = [group[0] for group in groups if group[0] not in first]
    found: list[Judged] = []
    for place, base in enumerate([*first, *others]):
        best = _best([top, *found])
        if place >= len(first) and _searched_enough(best, place):
            break
        found += _lifted(base, named, evidence, more_than=top.explained)
    names = {one.candidate.rules.name for one in in_use}
    for _ in range(1, _CHANGES):
        if not found or _explains_enough(_best(found)):
            break
        mine = [one for one in found if one.candidate.rules.name in names]
        leading = dict.fromkeys(_best(some) for some in (found, mine) if some)
        found += [
            change for base in leading for change in _lifted(base, named, evidence, more_than=base.explained)
        ]
    return [*found, *_same_of_others(_best(found), named, found, evidence)] if found else []


def _best(judged: Sequence[Judged]) -> Judged:
    """What explains most; of equals the first."""
    return max(judged, key=lambda one: one.merit)


def _searched_enough(best: Judged, bases: int) -> bool:
    return _explains_enough(best) or (
        bases >= _BASES and best.explained > _ALMOST_ALL * (best.explained + best.contradicted)
    )


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
