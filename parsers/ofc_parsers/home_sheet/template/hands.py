"""The sheet of hands: what holds for the night, the headings, and a block of lines for each hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from xlsxwriter.utility import xl_range_abs, xl_rowcol_to_cell

from ofc_analytics.cards import JOKERS, RANKS, SUITS, card_text
from ofc_parsers.home_sheet.template.columns import fantasyland_cards, hand_columns
from ofc_parsers.home_sheet.template.pages import lay_out, write_settings
from ofc_parsers.home_sheet.template.styles import DUPLICATE, FINE, HEADING, STRONG, TEXT, remark
from ofc_parsers.home_sheet.vocabulary import Field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

    from ofc_analytics.formats import NewSheet
    from ofc_parsers.home_sheet.template.columns import HandColumn
    from ofc_parsers.home_sheet.template.styles import Styles
    from ofc_parsers.home_sheet.template.validation import Cells, Validator
    from ofc_parsers.home_sheet.template.words import Words

__all__ = ["write_hands"]

_SUIT_COLORS = {"c": "#1B7F3B", "d": "#1F4FBF", "h": "#C3161C"}
_ROW_COLORS = {"top": "#FFFFFF", "middle": "#F3F6F9", "bottom": "#FFFFFF"}
_TYPED = {Field.PLAYER, Field.DISCARDS}
_SETTINGS = (Field.RULES, Field.UNIT, Field.CURRENCY, Field.DATE, Field.TABLE)
_HEADING_HEIGHT = 32


def write_hands(
    sheet: Worksheet, night: NewSheet, words: Words, styles: Styles, validator: Validator
) -> None:
    """Write the sheet; its players are filled in, and every hand is numbered."""
    _HandsSheet(sheet, night, words, styles, validator).write()


@dataclass
class _HandsSheet:
    sheet: Worksheet
    night: NewSheet
    words: Words
    styles: Styles
    validator: Validator

    def write(self) -> None:
        for column, told in enumerate(self._columns):
            self._write_heading(column, told)
        for hand in range(self.night.hands):
            self._write_block(hand)
            self._paint_block(hand)
        self._color_suits()
        self._validate()
        self.sheet.set_row(self._header, _HEADING_HEIGHT)
        lay_out(self.sheet, self._header, self._last, len(self._columns), frozen=2)

    @cached_property
    def _columns(self) -> list[HandColumn]:
        return hand_columns(self.night.rules, self.words)

    @cached_property
    def _header(self) -> int:
        return write_settings(self.sheet, self.night, self.words, self.styles, _SETTINGS)

    @property
    def _last(self) -> int:
        return self._header + self.night.hands * len(self.night.players)

    def _block(self, hand: int) -> tuple[int, int]:
        """First and last row of a hand."""
        seats = len(self.night.players)
        first = self._header + 1 + hand * seats
        return first, first + seats - 1

    def _has(self, field: Field) -> bool:
        return any(column.field is field for column in self._columns)

    def _places(self, *fields: Field) -> tuple[int, int]:
        """First and last column of some fields that stand together."""
        places = [place for place, column in enumerate(self._columns) if column.field in fields]
        return places[0], places[-1]

    def _write_heading(self, place: int, column: HandColumn) -> None:
        self.sheet.set_column(place, place, column.width)
        self.sheet.write_string(self._header, place, column.heading, self.styles.of(HEADING))
        text = self.words.remarks[column.field]
        if column.place <= 1:
            remark(self.sheet, self._header, place, text)

    def _write_block(self, hand: int) -> None:
        first, last = self._block(hand)
        for row in range(first, last + 1):
            for place, column in enumerate(self._columns):
                style = self._cell_style(place, column, first=row == first, last=row == self._last)
                if column.field is Field.HAND and row == first:
                    self.sheet.write_number(row, place, hand + 1, style)
                elif column.field is Field.PLAYER:
                    self.sheet.write_string(row, place, self.night.players[row - first].strip(), style)
                else:
                    self.sheet.write_blank(row, place, None, style)

    def _cell_style(self, place: int, column: HandColumn, *, first: bool, last: bool) -> Format:
        columns = self._columns
        group = place == 0 or column.place == 1 or (columns[place - 1].is_card and not column.is_card)
        return self.styles.of(
            TEXT if column.is_card or column.field in _TYPED else {},
            align="left" if column.field in _TYPED else "center",
            bg_color=_ROW_COLORS.get(column.field, "#FFFFFF"),
            left=1 if group else FINE,
            right=1 if place == len(columns) - 1 else FINE,
            top=STRONG if first else FINE,
            bottom=STRONG if last else FINE,
            **{"bold": True} if column.field is Field.HAND else {},
        )

    def _paint_block(self, hand: int) -> None:
        """Paint a card that stands twice in the hand, and points that do not add up to 0."""
        first, last = self._block(hand)
        left, right = self._places(Field.TOP, Field.MIDDLE, Field.BOTTOM)
        card = xl_rowcol_to_cell(first, left)
        count = f"COUNTIF({xl_range_abs(first, left, last, right)},{card})"
        if self._has(Field.DISCARDS):
            place, _ = self._places(Field.DISCARDS)
            count += f'+COUNTIF({xl_range_abs(first, place, last, place)},"*"&{card}&"*")'
        self._paint((first, left, last, right), f'=AND({card}<>"",{count}>1)')
        place, _ = self._places(Field.POINTS)
        points = xl_range_abs(first, place, last, place)
        players = xl_range_abs(first, 1, last, 1)
        whole = f"COUNT({points})=COUNTA({players})"
        self._paint((first, place, last, place), f"=AND({whole},SUM({points})<>0)")

    def _paint(self, cells: Cells, formula: str) -> None:
        painted = {"type": "formula", "criteria": formula, "format": self.styles.of(DUPLICATE)}
        self.sheet.conditional_format(*cells, painted)

    def _color_suits(self) -> None:
        for suit, color in _SUIT_COLORS.items():
            letter = card_text(SUITS.index(suit), style=self.words.cards)[-1]
            painted = {"type": "text", "criteria": "ends with", "value": letter}
            self.sheet.conditional_format(
                *self._body(Field.TOP, Field.BOTTOM), painted | {"format": self.styles.of(font_color=color)}
            )

    def _body(self, *fields: Field) -> Cells:
        left, right = self._places(*fields)
        return self._header + 1, left, self._last, right

    def _validate(self) -> None:
        words, validator = self.words, self.validator
        validator.one_of(self._body(Field.TOP, Field.BOTTOM), self._deck(), "card")
        validator.suggest(self._body(Field.PLAYER), [name.strip() for name in self.night.players])
        answers = (words.yes, words.no)
        lists: dict[Field, Sequence[str | int]] = {
            Field.BUTTON: (words.mark,),
            Field.FOUL: answers,
            Field.DECLARED: words.naturals,
            Field.SURRENDERED: answers,
            Field.FANTASYLAND: fantasyland_cards(self.night.rules),
        }
        for field, offered in lists.items():
            if self._has(field):
                refusal = "fantasyland" if field is Field.FANTASYLAND else "list"
                validator.one_of(self._body(field), offered, refusal)
        validator.whole(self._body(Field.POINTS))
        validator.amount(self._body(Field.NET))
        if self._has(Field.STACK):
            validator.amount(self._body(Field.STACK), "stack", least=0)

    def _deck(self) -> list[str]:
        """Every card there is, the aces first."""
        codes = [
            rank * len(SUITS) + suit for rank in reversed(range(len(RANKS))) for suit in range(len(SUITS))
        ]
        return [
            card_text(code, style=self.words.cards)
            for code in (*codes, *JOKERS[: self.night.rules.deal.jokers])
        ]
