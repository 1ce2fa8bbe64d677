"""A rule file looked over before a night is played by it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ofc_analytics.errors import RulesError
from ofc_analytics.rules.comparing import Difference, diff
from ofc_analytics.rules.documents import Document, named_document
from ofc_analytics.rules.loading import changed, extends_chain, rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ofc_analytics.rules.model import RuleSet
    from ofc_analytics.rules.sections import Note

__all__ = ["CheckedRules", "check_rules"]


@dataclass(frozen=True, slots=True)
class CheckedRules:
    """A sound rule set and what it is made of.

    Attributes
    ----------
    rules
        The rule set.
    extends
        Names or files it builds on, the nearest first.
    changes
        How it differs from the nearest, the left values being those of the base; empty if it stands alone.
    doubts
        Uncertain points: its own, and those of its base on rules that it leaves as they are, each with the name
        of the set that has the doubt.
    """

    rules: RuleSet
    extends: tuple[str, ...]
    changes: tuple[Difference, ...]
    doubts: tuple[tuple[str, Note], ...]


def check_rules(name_or_path: str | os.PathLike[str]) -> CheckedRules:
    """Load a rule set and also try the other reading of each of its doubts.

    Raises
    ------
    LookupFailedError
        If there is no such rule set or file.
    RulesError
        All faults, a line each, with file, line and key.

    Examples
    --------
    >>> checked = check_rules("russian-turbo")
    >>> checked.extends, [difference.key for difference in checked.changes]
    (('russian-classic', 'american-classic', 'american-pineapple'), ['deal.streets'])
    """
    chain = extends_chain(named_document(os.fspath(name_or_path)))
    rules = rules_of(chain)
    if faults := list(_faulty_readings(chain[0], rules)):
        raise RulesError("\n".join(faults))
    base = rules_of(chain[1:]) if chain[1:] else None
    changes = diff(base, rules) if base is not None else ()
    doubts = [(rules.name, note) for note in rules.provenance.uncertain]
    if base is not None:
        touched = [difference.key for difference in changes] + [note.key for _, note in doubts]
        doubts += [
            (base.name, note)
            for note in base.provenance.uncertain
            if not any(_overlap(note.key, key) for key in touched)
        ]
    return CheckedRules(rules, tuple(map(_title, chain[1:])), changes, tuple(doubts))


def _faulty_readings(document: Document, rules: RuleSet) -> Iterator[str]:
    places = document.places()
    for part in ("uncertain", "assumed"):
        for number, note in enumerate(getattr(rules.provenance, part)):
            if not note.override:
                continue
            path = ("provenance", part, number, "otherwise")
            file, line = next(places[path[:length]] for length in (4, 3, 2, 1) if path[:length] in places)
            label = f"{file}, line {line}: provenance.{part}[{number}].otherwise"
            try:
                other = changed(rules, [(label, key, value) for key, value in note.override.items()])
            except RulesError as error:
                yield str(error)
            else:
                if other.fingerprint == rules.fingerprint:
                    yield f"{label}: this is what the rules say already"


def _overlap(one: str, other: str) -> bool:
    """Whether one key is the other, or a part of it."""
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")


def _title(document: Document) -> str:
    return document.label.removesuffix(".toml") if document.path is None else document.label
