"""The sample night typed in every layout of score sheet that is read, and any rows as each kind of file.

A layout is a `Sheet`: rows of cells, and the ranges that a spreadsheet shows merged. `LAYOUTS` names them all;
``LAYOUTS[name](night())`` types the night, and ``KINDS[kind](sheet)`` gives the bytes of a file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache, partial
from pathlib import Path
from xml.sax.saxutils import escape

from sheets import csv_bytes, ods, workbook

from ofc_analytics.cards import ROWS, card_text, cards_text
from ofc_analytics.formats import read_all
from ofc_analytics.money import format_money
from ofc_analytics.schema import hands_from_frame
from ofc_analytics.settlement.receipt import split_rows

NIGHT = Path(__file__).parents[1] / "sample_data" / "night.ofc.jsonl"
ABOVE = (
    ("unit", Decimal("10.00")),
    ("currency", "RUB"),
    ("rules", "american-pineapple"),
    ("date", "2026-11-27"),
    (),
)
ENGLISH = {
    "hand": "hand",
    "button": "button",
    "player": "player",
    "stack": "stack",
    "fl": "fantasyland",
    "points": "points",
    "net": "money",
}
RUSSIAN = {
    "hand": "раздача",
    "button": "баттон",
    "player": "игрок",
    "stack": "стек",
    "fl": "фантазия",
    "points": "куши",
    "net": "деньги",
}
ENGLISH |= dict(zip(ROWS, ROWS, strict=True))
RUSSIAN |= dict(zip(ROWS, ("верх", "середина", "низ"), strict=True))
BESIDE = ("stack", "fl")
RESULT = ("points", "net")
SIZES = (3, 5, 5)


@dataclass
class Sheet:
    """Rows of cells (None where blank), and merged ranges as first row, first column, last row, last column."""

    rows: list[tuple] = field(default_factory=lambda: list(ABOVE))
    merged: list[tuple[int, int, int, int]] = field(default_factory=list)

    def add(self, *cells, widths=None):
        """Add a row; with `widths`, each cell is merged over as many columns."""
        row = []
        for cell, width in zip(cells, widths or [1] * len(cells), strict=True):
            if width > 1:
                self.merged.append((len(self.rows), len(row), len(self.rows), len(row) + width - 1))
            row += [cell, *[None] * (width - 1)]
        self.rows.append(tuple(row))


# ---- the night ----


@cache
def night():
    """The hands of the sample night; two of them carry a wrong claim."""
    return hands_from_frame(read_all(NIGHT)[0])


def told(hands):
    """What every layout says of hands, to compare: boards, claims, button, Fantasyland, stacks, money."""
    return [
        (
            *(hand.hand_no, hand.session, hand.rules, hand.unit, hand.currency, hand.button),
            [
                (player.seat, player.name, player.cards, player.stack, player.fantasyland, player.claimed)
                for player in hand.players
            ],
        )
        for hand in hands
    ]


def rows_text(player):
    return [cards_text(row) for row in split_rows(player.cards)]


def cells_of(player, cards=rows_text):
    """Cells of one player's columns: what stands beside the cards, the cards, and the result."""
    claimed = player.claimed
    return [
        _money(player.stack),
        player.fantasyland or None,
        *cards(player),
        claimed.points,
        _money(claimed.net),
    ]


def headings(words=ENGLISH, cards=ROWS):
    return [
        *(words[key] for key in BESIDE),
        *(words.get(card, card) for card in cards),
        *(words[key] for key in RESULT),
    ]


def names(hands):
    return list(dict.fromkeys(player.name for hand in hands for player in hand.players))


def _money(minor):
    return None if minor is None else Decimal(format_money(minor))


def _button(hand):
    return next(player.name for player in hand.players if player.seat == hand.button)


# ---- how cards are written ----


def one_text(player):
    return [" / ".join(rows_text(player))]


def thirteen_in_a_cell(player):
    return [cards_text(player.cards)]


def card_by_card(player):
    return [card_text(card) for card in player.cards]


def card_headings(words=ROWS):
    return [
        f"{word} {place}" for word, size in zip(words, SIZES, strict=True) for place in range(1, size + 1)
    ]


def letter_headings(letters):
    return [
        f"{word}{place}" for word, size in zip(letters, SIZES, strict=True) for place in range(1, size + 1)
    ]


# ---- layouts ----


def lines(hands, words=ENGLISH, cards=rows_text, titles=ROWS, *, once=False):
    """One line a player and hand; with `once`, the hand's number only in the first line of its block."""
    sheet = Sheet()
    sheet.add(words["hand"], words["button"], words["player"], *headings(words, titles))
    for hand in hands:
        for place, player in enumerate(hand.players):
            number = hand.hand_no if place == 0 or not once else None
            button = "x" if player.seat == hand.button else None
            sheet.add(number, button, player.name, *cells_of(player, cards))
    return sheet


def lines_spread(hands):
    """Card columns under one merged heading a row."""
    sheet = Sheet()
    sheet.add(
        *("hand", "button", "player", *headings()),
        widths=[1, 1, 1, 1, 1, *SIZES, 1, 1],
    )
    sheet.rows += lines(hands, cards=card_by_card, titles=card_headings()).rows[len(ABOVE) + 1 :]
    return sheet


def groups_above(hands, words=ENGLISH, cards=rows_text, titles=ROWS, *, tall=False):
    """One line a hand, the names above the groups; with `tall`, the hand's own headings stand beside the names."""
    sheet = Sheet()
    columns = headings(words, titles)
    own = [words["hand"], words["button"]]
    sheet.add(
        *(own if tall else [None, None]), *names(hands), widths=[1, 1, *[len(columns)] * len(names(hands))]
    )
    sheet.add(*([None, None] if tall else own), *columns * len(names(hands)))
    if tall:
        sheet.merged += [(len(ABOVE), column, len(ABOVE) + 1, column) for column in (0, 1)]
    for hand in hands:
        sheet.add(
            hand.hand_no,
            _button(hand),
            *(cell for player in hand.players for cell in cells_of(player, cards)),
        )
    return sheet


def groups_headed(hands, pattern="{name} {word}", words=ENGLISH, titles=ROWS, cards=rows_text):
    """One line a hand, the player's name in each heading."""
    sheet = Sheet()
    columns = [
        pattern.format(name=name, word=word) for name in names(hands) for word in headings(words, titles)
    ]
    sheet.add(words["hand"], words["button"], *columns)
    for hand in hands:
        sheet.add(
            hand.hand_no, hand.button, *(cell for player in hand.players for cell in cells_of(player, cards))
        )
    return sheet


def groups_with_names(hands):
    """One line a hand, a column for the name in each group, and one for the button's mark."""
    sheet = Sheet()
    sheet.add("hand", *["player", "button", *headings()] * len(names(hands)))
    for hand in hands:
        cells = [
            cell
            for player in hand.players
            for cell in (player.name, "x" if player.seat == hand.button else None, *cells_of(player))
        ]
        sheet.add(hand.hand_no, *cells)
    return sheet


def blocks(hands, words=ENGLISH, *, header="each", title="Hand {}", empty=True):
    """A title above each hand's lines, and the headings in each block or once."""
    sheet = Sheet()
    columns = [words["player"], *headings(words)]
    if header == "once":
        sheet.add(*columns)
    for hand in hands:
        sheet.add(title.format(hand.hand_no), words["button"], _button(hand))
        if header == "each":
            sheet.add(*columns)
        for player in hand.players:
            sheet.add(player.name, *cells_of(player))
        if empty:
            sheet.add()
    return sheet


def turned(hands, words=ENGLISH, cards=rows_text, titles=ROWS, *, beside=1, corner=True):
    """A block a hand, the names across; `beside` blocks stand next to each other."""
    sheet = Sheet()
    for first in range(0, len(hands), beside):
        some = hands[first : first + beside]
        parts = [_turned(hand, words, cards, titles, corner=corner) for hand in some]
        for row in zip(*parts, strict=True):
            sheet.add(*(cell for part in row for cell in (*part, None)))
        sheet.add()
    return sheet


def _turned(hand, words, cards, titles, *, corner):
    title = f"{words['hand'].capitalize()} {hand.hand_no}"
    players = hand.players
    above = [[title, *[None] * len(players)], [words["player"], *(player.name for player in players)]]
    if corner:
        above = [[title, *(player.name for player in players)]]
    marks = ["x" if player.seat == hand.button else None for player in players]
    columns = zip(*(cells_of(player, cards) for player in players), strict=True)
    body = zip(headings(words, titles), columns, strict=True)
    return [*above, [words["button"], *marks], *([word, *cells] for word, cells in body)]


BOARD = ("board",)
CYRILLIC = tuple("ВСН")
LAYOUTS = {
    "lines": lines,
    "lines, Russian": partial(lines, words=RUSSIAN),
    "lines, board": partial(lines, cards=one_text, titles=BOARD),
    "lines, thirteen cards": partial(lines, cards=thirteen_in_a_cell, titles=("карты",), words=RUSSIAN),
    "lines, card columns": partial(lines, cards=card_by_card, titles=card_headings(), once=True),
    "lines, card columns, Russian": partial(
        lines, words=RUSSIAN, cards=card_by_card, titles=card_headings(("верх", "середина", "низ")), once=True
    ),
    "lines, card columns, front and back": partial(
        lines, cards=card_by_card, titles=card_headings(("back", "middle", "front"))
    ),
    "lines, card letters": partial(lines, cards=card_by_card, titles=letter_headings("TMB")),
    "lines, Cyrillic card letters": partial(
        lines, words=RUSSIAN, cards=card_by_card, titles=letter_headings(CYRILLIC)
    ),
    "lines, spread headings": lines_spread,
    "groups, names above": groups_above,
    "groups, names above, Russian": partial(groups_above, words=RUSSIAN),
    "groups, tall headings": partial(groups_above, tall=True),
    "groups, names above, board": partial(groups_above, cards=one_text, titles=BOARD),
    "groups, names above, card columns": partial(
        groups_above, cards=card_by_card, titles=letter_headings("TMB")
    ),
    "groups, Anna top": groups_headed,
    "groups, Anna: верх": partial(groups_headed, pattern="{name}: {word}", words=RUSSIAN),
    "groups, top Anna": partial(groups_headed, pattern="{word} {name}"),
    "groups, верх (Anna)": partial(groups_headed, pattern="{word} ({name})", words=RUSSIAN),
    "groups, Anna top 1": partial(groups_headed, titles=card_headings(), cards=card_by_card),
    "groups, a column of names": groups_with_names,
    "blocks, headings in each": blocks,
    "blocks, headings in each, Russian": partial(blocks, words=RUSSIAN, title="Раздача №{}", empty=False),
    "blocks, headings once": partial(blocks, header="once", title="#{}"),
    "turned": turned,
    "turned, Russian": partial(turned, words=RUSSIAN, corner=False),
    "turned, card lines": partial(turned, cards=card_by_card, titles=card_headings()),
    "turned, side by side": partial(turned, beside=3),
}


# ---- kinds of files ----


def text(sheet, delimiter=",", mark="."):
    """CSV text, numbers with their own decimal mark."""
    return csv_bytes([[_text(cell, mark) for cell in row] for row in sheet.rows], delimiter)


def xlsx(sheet):
    return workbook(
        [[float(cell) if isinstance(cell, Decimal) else cell for cell in row] for row in sheet.rows],
        sheet.merged,
    )


def opendocument(sheet):
    """ODS with numbers as numbers; merged cells cover those they hide."""
    hidden = {
        (row, column)
        for top, left, bottom, right in sheet.merged
        for row in range(top, bottom + 1)
        for column in range(left, right + 1)
    } - {merged[:2] for merged in sheet.merged}
    rows = (
        "".join(_ods_cell(cell, covered=(number, column) in hidden) for column, cell in enumerate(row))
        for number, row in enumerate(sheet.rows)
    )
    return ods(
        "".join(f"<table:table-row>{cells or '<table:table-cell/>'}</table:table-row>" for cells in rows)
    )


def _ods_cell(cell, *, covered):
    if covered:
        return "<table:covered-table-cell/>"
    if cell is None:
        return "<table:table-cell/>"
    if isinstance(cell, str):
        return (
            f'<table:table-cell office:value-type="string"><text:p>{escape(cell)}</text:p></table:table-cell>'
        )
    return f'<table:table-cell office:value-type="float" office:value="{cell}"><text:p>{cell}</text:p></table:table-cell>'


def _text(cell, mark):
    if cell is None:
        return ""
    return str(cell).replace(".", mark) if isinstance(cell, Decimal) else str(cell)


KINDS = {
    "csv": text,
    "tsv": partial(text, delimiter="\t"),
    "semicolon": partial(text, delimiter=";", mark=","),
    "xlsx": xlsx,
    "ods": opendocument,
}
