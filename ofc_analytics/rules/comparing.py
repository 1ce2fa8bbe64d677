"""Where two rule sets differ, and what each difference can change.

Examples
--------
>>> from ofc_analytics.rules import load_rules
>>> for difference in diff(load_rules("american-pineapple"), load_rules("pokerdom-pineapple")):
...     print(difference.setting, "-", difference.changes)
fantasyland.button=moves - dealing
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel

from ofc_analytics.rules.model import LABELS, rule_keys

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ofc_analytics.rules.model import RuleSet

__all__ = ["NOTHING_SETTLED", "Difference", "diff", "setting"]

NOTHING_SETTLED = "nothing that is settled"

# The longest prefix of a key decides.
_CHANGES = {
    "deal": "dealing",
    "deal.buy_in": NOTHING_SETTLED,
    "deal.equal_caps": NOTHING_SETTLED,
    "rows": "rows",
    "foul": "fouls",
    "royalties": "royalties",
    "fantasyland": "Fantasyland",
    "fantasyland.order": "dealing",
    "fantasyland.button": "dealing",
    "fantasyland.settled": "money",
    "payout": "money",
    "payout.admission": "dealing",
    "rake": "money",
    "jackpot": "money",
    "levels": "money",
    "clock": NOTHING_SETTLED,
    "naturals": "naturals",
    "surrender": "surrender",
}
_BARE = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Difference:
    """One rule on which two rule sets differ.

    Attributes
    ----------
    key
        Dotted key of the rule; a table of patterns, a list, and a section that only one set has differ as
        a whole.
    left, right
        Its values, as the overrides of `load_rules` take them; None where it is not set.
    """

    key: str
    left: object
    right: object

    @property
    def override(self) -> dict[str, object]:
        """What turns the left value into the right one; the overrides of all differences, the left set into the right.

        One alone may not stand: with a deuce-to-seven middle, for one, go royalties for lows.
        """
        return {self.key: "none" if self.right is None else self.right}

    @property
    def setting(self) -> str:
        """The override as ``--set`` takes it."""
        return setting(self.key, self.right)

    @property
    def meaning(self) -> str:
        """What the rule says."""
        return rule_keys()[self.key]

    @property
    def changes(self) -> str:
        """What the rule can change: rows, fouls, royalties, Fantasyland, naturals, surrender, money, dealing or nothing that is settled."""
        parts = self.key.split(".")
        prefixes = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
        return next(_CHANGES[prefix] for prefix in prefixes if prefix in _CHANGES)


def diff(left: RuleSet, right: RuleSet) -> tuple[Difference, ...]:
    """Compare two rule sets, rule by rule, in the order of the sections.

    Names, titles, variants and provenance have no part in it: there is no difference exactly where the
    fingerprints are the same.

    Examples
    --------
    >>> from ofc_analytics.rules import load_rules
    >>> one, other = load_rules("russian-classic"), load_rules("russian-turbo")
    >>> [difference.key for difference in diff(one, other)]
    ['deal.streets']
    """
    return tuple(_differences(left, right, ""))


def _differences(left: BaseModel, right: BaseModel, prefix: str) -> Iterator[Difference]:
    for name in type(left).model_fields:
        if not prefix and name in LABELS:
            continue
        key, one, other = f"{prefix}{name}", getattr(left, name), getattr(right, name)
        if isinstance(one, BaseModel) and isinstance(other, BaseModel):
            yield from _differences(one, other, f"{key}.")
        elif one != other:
            yield Difference(key, _plain(one), _plain(other))


def _plain(value: object) -> object:
    if isinstance(value, BaseModel):
        return value.model_dump(exclude_none=True)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return dict(value) if isinstance(value, Mapping) else value


def setting(key: str, value: object) -> str:
    """Write an override as ``--set`` takes it.

    >>> setting("fantasyland.stay.middle", {"full house+": 14})
    'fantasyland.stay.middle={"full house+" = 14}'
    """
    return f"{key}={value}" if isinstance(value, str) else f"{key}={_toml(value)}"


def _toml(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'  # names of patterns and choices: nothing in them to escape
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, Mapping):
        keys = (key if _BARE.fullmatch(key) else f'"{key}"' for key in value)
        return (
            "{"
            + ", ".join(f"{key} = {_toml(item)}" for key, item in zip(keys, value.values(), strict=True))
            + "}"
        )
    return str(value)
