"""A rule set: frozen, strict, and checked for contradictions when it is made.

Examples
--------
>>> from ofc_analytics.rules import load_rules
>>> rules = load_rules("american-pineapple")
>>> rules.rows.scoop, rules.royalties.top["QQ"]
(3, 7)
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, cached_property
from typing import Literal, get_args, get_origin

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, model_validator

from ofc_analytics.cards import ROWS
from ofc_analytics.rules.patterns import RowKind, compile_table, impossible_patterns, table_holes
from ofc_analytics.rules.sections import (
    Clock,
    Deal,
    Fantasyland,
    Foul,
    Jackpot,
    Level,
    Listed,
    Maybe,
    Naturals,
    Payout,
    Provenance,
    Rake,
    Rows,
    Royalties,
    RuleConflictError,
    Surrender,
)

__all__ = [
    "LABELS",
    "SAME",
    "RuleSet",
    "RuleTables",
    "Variant",
    "is_rule_key",
    "rule_keys",
    "table_keys",
]

SAME = 255
"""In the `stay` table: as many cards as in the Fantasyland that is being played."""

Variant = Literal[
    "classic",
    "turbo",
    "pineapple",
    "progressive-pineapple",
    "joker-pineapple",
    "deuce-to-seven-pineapple",
    "closed",
]

_WORDS = ("no", "one", "two", "three", "four")

LABELS = frozenset({"name", "title", "variant", "provenance"})
"""What a rule set says that no number depends on."""


@dataclass(frozen=True, slots=True, eq=False)
class RuleTables:
    """Tables indexed by row (top, middle, bottom) and class of hand (``category * 16 + r1``); read-only.

    Attributes
    ----------
    royalties
        Shape (3, 256), int32: points.
    entry
        Shape (3, 256), uint8: cards of the Fantasyland that is earned, 0 for none.
    stay
        Shape (3, 256), uint8: cards of the Fantasyland that follows one, 0 for none, 255 (`SAME`) for as
        many as before.
    """

    royalties: NDArray[np.int32]
    entry: NDArray[np.uint8]
    stay: NDArray[np.uint8]


class RuleSet(BaseModel):
    """Everything that decides what a hand is worth. Read one with `load_rules`."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    name: str = Field(
        min_length=1, description="what the rule set is called; the name of its file if not given"
    )
    title: str = Field(min_length=1, description="a few words for people; the name if not given")
    variant: Variant = Field(description="the game that is dealt")
    deal: Deal = Field(description="who plays and what is dealt")
    rows: Rows = Field(default=Rows(), description="how rows are compared and what they win")
    foul: Foul = Field(default=Foul(), description="dead hands")
    royalties: Royalties = Field(default=Royalties(), description="bonus points for rows")
    fantasyland: Fantasyland = Field(default=Fantasyland(), description="the privileged next hand")
    payout: Payout = Field(
        default=Payout(), description="from points to money, where stacks and limits matter"
    )
    rake: Maybe[Rake] = Field(default=None, description="what the house takes")
    jackpot: Maybe[Jackpot] = Field(default=None, description="a prize beside the game")
    clock: Clock = Field(default=Clock(), description="time limits")
    levels: Listed[Level] = Field(
        default=(), description="the steps of a tournament, in order, or a file of them"
    )
    naturals: Maybe[Naturals] = Field(default=None, description="thirteen-card hands of the closed game")
    surrender: Maybe[Surrender] = Field(default=None, description="giving up a closed hand")
    provenance: Provenance = Field(default=Provenance(), description="where the rules come from")

    @model_validator(mode="after")
    def _stands_together(self) -> "RuleSet":
        self._check_deck()
        self._check_tables()
        self._check_levels()
        self._check_notes()
        return self

    @cached_property
    def tables(self) -> RuleTables:
        """Royalties and Fantasyland, compiled for scoring in arrays."""
        entry, stay = self.fantasyland.entry, self.fantasyland.stay
        kept = {
            row: {key: SAME if cards == "same" else cards for key, cards in getattr(stay, row).items()}
            for row in ROWS
        }
        tables = RuleTables(
            royalties=np.stack([compile_table(getattr(self.royalties, row)) for row in ROWS]),
            entry=np.stack([compile_table(getattr(entry, row)) for row in ROWS]).astype(np.uint8),
            stay=np.stack([compile_table(kept[row]) for row in ROWS]).astype(np.uint8),
        )
        for table in (tables.royalties, tables.entry, tables.stay):
            table.flags.writeable = False
        return tables

    @cached_property
    def fingerprint(self) -> str:
        """12 hex digits that change exactly when a rule does; names and provenance have no part in it.

        Rules at their default are left out, so that a rule this library learns later changes no
        fingerprint of a set that does not use it.
        """
        rules = self.model_dump(exclude=set(LABELS), exclude_defaults=True)
        text = json.dumps(rules, sort_keys=True, separators=(",", ":"), default=_plain)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def row_kind(self, row: str) -> RowKind:
        """Kind of hand that `row` (top, middle or bottom) holds."""
        if row == "top":
            return "top"
        return "low" if row == "middle" and self.rows.middle == "deuce-to-seven" else "five"

    def _check_deck(self) -> None:
        self._check_cards(self.deal.cards, "deal", "players")
        for path, table in self._fantasyland_tables():
            for pattern, cards in table.items():
                if cards != "same":
                    self._check_cards(int(cards), *path, pattern)
        several = self.fantasyland.entry.several
        if several is not None:
            self._check_cards(several, "fantasyland", "entry", "several")

    def _check_cards(self, cards: int, *path: str) -> None:
        """Check that everyone can be dealt `cards`; in Fantasyland all may be at once."""
        players, deck = self.deal.players[1], self.deal.deck
        if players * cards > deck:
            raise RuleConflictError(
                f"{_WORDS[players]} players x {cards} cards = {players * cards}, the deck has {deck};"
                f" it leaves {deck // players} to each",
                *path,
            )

    def _fantasyland_tables(self) -> Iterator[tuple[tuple[str, ...], Mapping[str, int | str]]]:
        for section in ("entry", "stay"):
            for row in ROWS:
                yield ("fantasyland", section, row), getattr(getattr(self.fantasyland, section), row)

    def _check_tables(self) -> None:
        royalties = [(("royalties", row), getattr(self.royalties, row)) for row in ROWS]
        for path, table in (*royalties, *self._fantasyland_tables()):
            kind = self.row_kind(path[-1])
            for pattern in impossible_patterns(table, kind):
                raise RuleConflictError(f"{_HOLDS[kind]}, never {pattern!r}", *path, pattern)
        for path, table in royalties:
            holes = table_holes(table, self.row_kind(path[-1]))
            if holes:
                raise RuleConflictError(
                    f"the table has worse and better hands but not {_listing(holes)};"
                    " a hand that pays nothing is given 0 points",
                    *path,
                )

    def _check_levels(self) -> None:
        lasts = [level.hands is not None or level.minutes is not None for level in self.levels]
        if any(lasts) and False in lasts[:-1]:
            place = lasts.index(False)
            raise RuleConflictError(
                f"levels.{place}",
                "the level has neither hands nor minutes, so those after it are never reached",
            )

    def _check_notes(self) -> None:
        for part in ("uncertain", "assumed"):
            for place, note in enumerate(getattr(self.provenance, part)):
                if not is_rule_key(note.key):
                    raise RuleConflictError(
                        f"there is no rule {note.key!r}", "provenance", part, place, "key"
                    )


_HOLDS = {
    "top": "a row of three cards holds a high card, a pair or three of a kind",
    "five": "this row holds a hand of five cards",
    "low": "a deuce-to-seven middle holds a low",
}


def _listing(words: tuple[str, ...]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _plain(value: object) -> str:
    """Write a number so that 5, 5.0 and 5.00 are the same text."""
    return str(value.normalize()) if isinstance(value, Decimal) else str(value)


@cache
def rule_keys() -> Mapping[str, str]:
    """Every rule and section by its dotted key, with its description.

    >>> rule_keys()["rows.points"]
    'points for each row won'
    """
    return {key: description for key, description, _ in _walk(RuleSet, "")}


@cache
def table_keys() -> frozenset[str]:
    """Dotted keys of the tables whose own keys are patterns or names; each is inherited as a whole or not at all.

    >>> "royalties.top" in table_keys()
    True
    """
    return frozenset(key for key, _, is_table in _walk(RuleSet, "") if is_table)


def is_rule_key(key: str) -> bool:
    """Whether a dotted key names a rule, a section, or one entry of a table."""
    return key in rule_keys() or key.rpartition(".")[0] in table_keys()


def _walk(model: type[BaseModel], prefix: str) -> Iterator[tuple[str, str, bool]]:
    for name, field in model.model_fields.items():
        yield f"{prefix}{name}", field.description or "", get_origin(field.annotation) is Mapping
        for part in (field.annotation, *get_args(field.annotation)):
            if (
                isinstance(part, type)
                and issubclass(part, BaseModel)
                and get_origin(field.annotation) is not tuple
            ):
                yield from _walk(part, f"{prefix}{name}.")
