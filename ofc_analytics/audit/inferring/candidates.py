"""Rule sets that a room may play by: those with a name, and those that differ from one in a rule or a few."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ofc_analytics.errors import LookupFailedError, RulesError
from ofc_analytics.rules import change_rules, diff, rule_set_names, rules_for_variant, setting
from ofc_analytics.rules.comparing import NOTHING_SETTLED, Difference
from ofc_analytics.settlement.given import given_rules

if TYPE_CHECKING:
    import os
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from ofc_analytics.rules import RuleSet

__all__ = ["Candidate", "changes_of", "made_alike", "named_candidates"]

_FINITE: dict[str, Sequence[object]] = {
    "rows.scoop": range(11),
    "rows.points": range(4),
    "rows.majority": range(4),
    "rows.wheel": ("lowest", "second"),
    "rows.five_of_a_kind": (False, True),
    "foul.pays": ("scoop", "rows", *range(13)),
    "foul.pays_royalties": (True, False),
    "foul.equal_rows": ("legal", "foul", "foul-top-middle"),
    "royalties.paid": ("all", "line-winner"),
    "royalties.without_winning": ([], ["top"], ["middle"], ["bottom"]),
    "fantasyland.entry.several": ("none", 13, 14, 15, 16, 17),
    "fantasyland.repeats": ("unlimited", 0, 1, 2),
    "fantasyland.settled": ("each-hand", "after-chain"),
    "payout.order": ("pair-major", "payer-major", "seats", "proportional"),
    "payout.win_cap": ("current", "starting", "starting-total", "none"),
    "payout.bust": ("out", "may-win-back"),
    "payout.loss_limit_per": ("hand", "match"),
    "payout.remainder": ("first-seat", "largest-claim"),
    "payout.basis": ("net", "gross"),
    "rake": ("none",),
    "jackpot": ("none",),
    "naturals.declared": (True, False),
    "naturals.both": ("higher", "nothing"),
    "surrender": ({"points": 2}, {"points": 3}),
}
"""Values of the rules that have few, and the usual ones of those that count points."""

_TOLD_BY: dict[str, set[str]] = {
    "Fantasyland": {"fantasyland"},
    "money": {"net"},
    "royalties": {"points", "royalties", "net"},
    "dealing": set(),
    NOTHING_SETTLED: set(),
}
"""Claims that can tell a rule, by what it changes; all of them where it is not here."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A rule set, as the settings that make it of a named one.

    >>> from ofc_analytics.rules import load_rules
    >>> sound = Candidate(load_rules("tonybet"))
    >>> print(sound, "|", sound.changed({"rows.scoop": 6}))
    tonybet | tonybet --set rows.scoop=6
    """

    rules: RuleSet
    settings: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.rules.name, *(f"--set {shlex.quote(text)}" for text in self.settings)])

    def changed(self, overrides: Mapping[str, Any]) -> Candidate:
        """The candidate with some rules changed.

        Raises
        ------
        RulesError
            If they cannot stand together.
        """
        kept = (text for text in self.settings if text.partition("=")[0].strip() not in overrides)
        settings = (setting(key, value) for key, value in overrides.items())
        return replace(self, rules=change_rules(self.rules, overrides), settings=(*kept, *settings))


def named_candidates(
    given: Iterable[str | os.PathLike[str] | RuleSet] | None = None,
    current: Iterable[RuleSet] = (),
    overrides: Sequence[str] = (),
    variants: Collection[str | None] = (),
) -> list[Candidate]:
    """Every rule set that comes with the library, or those that are given; and before them those that are used now.

    Parameters
    ----------
    given
        Names, files or objects; None: all that come with the library.
    current, overrides
        The sets that are used now, and the settings that made them of named ones.
    variants
        The games that hands are said to be, None where nothing is said; their usual sets come first, then others
        for the same games.
    """
    used = [Candidate(rules, tuple(overrides)) for rules in current]
    named = [Candidate(given_rules(rules)) for rules in (rule_set_names() if given is None else given)]
    names = {candidate.rules.name for candidate in used}
    now = {candidate.rules.fingerprint for candidate in used}
    known = {candidate.rules.fingerprint for candidate in named}
    return sorted(
        [*(candidate for candidate in used if candidate.rules.fingerprint not in known), *named],
        key=lambda one: (
            one.rules.fingerprint not in now,
            one.rules.name not in names,
            not any(one.rules.name == _usual(variant) for variant in variants),
            one.rules.variant not in variants,
        ),
    )


def _usual(variant: str | None) -> str | None:
    try:
        return rules_for_variant(variant)
    except LookupFailedError:
        return None


def changes_of(
    base: Candidate,
    claims: Iterable[str],
    others: Iterable[RuleSet],
    clues: Iterable[Mapping[str, Any]] = (),
) -> Iterator[Candidate]:
    """Every candidate that differs from `base` in one rule and that some of the `claims` could tell.

    The values come from the doubts noted down with the rules, from the `others`, from `clues` found in the
    claims, and for rules with few values they are all of them. No two candidates are the same rules.
    """
    made = set(claims)
    seen = {base.rules.fingerprint}
    for overrides in {repr(one): one for one in _overrides(base.rules, others, clues)}.values():
        if not any(
            _can_tell(made, key, base.rules) and _value(base.rules, key) != value
            for key, value in overrides.items()
        ):
            continue
        try:
            candidate = base.changed(overrides)
        except RulesError:  # this rule cannot stand without another
            continue
        if candidate.rules.fingerprint not in seen:
            seen.add(candidate.rules.fingerprint)
            yield candidate


def made_alike(base: Candidate, model: Candidate, claims: Iterable[str]) -> Candidate | None:
    """The candidate that is made of `base` by as many settings as `model` has, and that no claim could tell from it."""
    made = set(claims)
    differences = _told_differences(base.rules, model.rules, made)
    for settings in (model.settings, tuple(difference.setting for difference in differences)):
        if len(settings) <= len(model.settings):
            try:
                rules = change_rules(base.rules, settings)
            except RulesError:  # these rules cannot stand with the others of the base
                continue
            if not _told_differences(rules, model.rules, made):
                return Candidate(rules, (*base.settings, *settings))
    return None


def _told_differences(left: RuleSet, right: RuleSet, claims: set[str]) -> list[Difference]:
    return [difference for difference in diff(left, right) if _can_tell(claims, difference.key, left)]


def _overrides(
    rules: RuleSet, others: Iterable[RuleSet], clues: Iterable[Mapping[str, Any]]
) -> Iterator[Mapping[str, Any]]:
    yield from (note.override for note in (*rules.provenance.uncertain, *rules.provenance.assumed))
    for key, values in _FINITE.items():
        yield from ({key: value} for value in values)
    yield {"foul.pays": 0, "foul.pays_royalties": False}
    for other in others:
        yield from (difference.override for difference in diff(rules, other))
    yield from clues


def _can_tell(claims: set[str], key: str, rules: RuleSet) -> bool:
    changes = Difference(key, None, None).changes
    if changes == "Fantasyland" and rules.fantasyland.settled == "after-chain":
        return not claims.isdisjoint({"fantasyland", "net"})
    return not claims.isdisjoint(_TOLD_BY.get(changes, claims))


def _value(rules: RuleSet, key: str) -> object:
    value: Any = rules
    for part in key.split("."):
        value = value.get(part) if isinstance(value, Mapping) else getattr(value, part, None)
    return list(value) if isinstance(value, tuple) else value
