"""The columns of a blank sheet: a card a cell, and of the rest what the rule set needs.

Examples
--------
>>> from ofc_analytics.rules import load_rules
>>> from ofc_parsers.home_sheet.template.words import WORDS
>>> columns = hand_columns(load_rules("closed-chinese"), WORDS["en"])
>>> " | ".join(column.heading for column in columns if not column.is_card)
'hand | player | button | foul | declared | points | money'
>>> [column.heading for column in columns if column.field == "top"]
['top 1', 'top 2', 'top 3']
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ofc_analytics.hands import ROW_SIZES, ROWS
from ofc_parsers.home_sheet.vocabulary import Field

if TYPE_CHECKING:
    from ofc_analytics.rules import RuleSet
    from ofc_parsers.home_sheet.template.words import Words

__all__ = ["HandColumn", "fantasyland_cards", "hand_columns"]

_WIDTHS = {
    Field.HAND: 8,
    Field.PLAYER: 16,
    Field.DISCARDS: 14,
    Field.FANTASYLAND: 12,
    Field.DECLARED: 15,
    Field.SURRENDERED: 12,
}
_WIDTH = 8.5
_CARD_WIDTHS = {"top": 7.0, "middle": 10.0, "bottom": 8.0}


@dataclass(frozen=True, slots=True)
class HandColumn:
    """A column of the sheet of hands; `place` is that of its card in the row, from 1."""

    field: Field
    heading: str
    width: float
    place: int = 0

    @property
    def is_card(self) -> bool:
        """Whether a single card stands in its cells."""
        return self.place > 0


def hand_columns(rules: RuleSet, words: Words) -> list[HandColumn]:
    """Columns of the sheet of hands, from left to right."""
    row_cards = [
        HandColumn(Field(row), f"{words.headings[Field(row)]} {place}", _CARD_WIDTHS[row], place)
        for row, size in zip(ROWS, ROW_SIZES, strict=True)
        for place in range(1, size + 1)
    ]
    return [
        *(_column(field, words) for field in (Field.HAND, Field.PLAYER)),
        *row_cards,
        *(_column(field, words) for field, needed in _needed(rules).items() if needed),
    ]


def fantasyland_cards(rules: RuleSet) -> list[int]:
    """Numbers of cards that may be dealt in Fantasyland, in order; none where the game has no Fantasyland.

    >>> from ofc_analytics.rules import load_rules
    >>> fantasyland_cards(load_rules("progressive-pineapple")), fantasyland_cards(load_rules("russian-classic"))
    ([14, 15, 16, 17], [])
    """
    entry, stay = rules.fantasyland.entry, rules.fantasyland.stay
    tables = [getattr(section, row) for section in (entry, stay) for row in ROWS]
    told = [cards for table in tables for cards in table.values()] + [entry.several]
    return sorted({cards for cards in told if isinstance(cards, int)}) if any(tables) else []


def _column(field: Field, words: Words) -> HandColumn:
    return HandColumn(field, words.headings[field], _WIDTHS.get(field, _WIDTH))


def _needed(rules: RuleSet) -> dict[Field, bool]:
    """The columns after the cards, in order, and whether the rule set has a use for them."""
    fantasyland = fantasyland_cards(rules)
    return {
        Field.DISCARDS: max([rules.deal.cards, *fantasyland]) > sum(ROW_SIZES),
        Field.BUTTON: True,
        Field.STACK: rules.deal.buy_in is not None or rules.deal.equal_caps,
        Field.FANTASYLAND: bool(fantasyland),
        Field.FOUL: True,
        Field.DECLARED: rules.naturals is not None and rules.naturals.declared,
        Field.SURRENDERED: rules.surrender is not None,
        Field.POINTS: True,
        Field.NET: True,
    }
