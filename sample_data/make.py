"""Make the sample data: one three-player night as a sheet and as logs, always the same.

Run it from the project's root: ``python sample_data/make.py``. Every hand is settled by the library and its
result written down as the claim; then two hands get the slips that people make at a table.
"""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import xlsxwriter
from play import deal_hand

from ofc_analytics.cards import card_text, cards_text
from ofc_analytics.hands import ROWS, Claim, Hand
from ofc_analytics.money import format_money
from ofc_analytics.rules import load_rules
from ofc_analytics.settlement.receipt import receipt, split_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ofc_analytics.settlement.receipt import Receipt

FOLDER = Path(__file__).parent
SEED = 20261127
HANDS = 30
NAMES = ("Anna", "Boris", "Вера")
UNIT = 1000
STACK = 200_000
RULES = "american-pineapple"
COLUMNS = ("hand", "button", "player", "stack", "in fantasyland", *ROWS, "points", "money")
SLIPS = {9: 3, 22: -6}
"""Hand number to the points by which the winner of its largest pair was credited wrongly."""


def play_night() -> list[Receipt]:
    """Thirty hands: stacks carry over, Fantasyland follows, the button waits while anyone is in it."""
    rules = load_rules(RULES)
    rng = np.random.default_rng(SEED)
    stacks, fantasyland, button = (STACK,) * len(NAMES), (0,) * len(NAMES), 1
    night = []
    for number in range(1, HANDS + 1):
        players = deal_hand(
            NAMES, rules=rules, rng=rng, button=button, stacks=stacks, fantasyland=fantasyland
        )
        hand = Hand(
            players=players,
            native_id=str(number),
            hand_no=number,
            unit=UNIT,
            currency="RUB",
            button=button,
            rules=RULES,
        )
        slip = receipt(hand, rules)
        night.append(slip)
        stacks = tuple(int(stack + won) for stack, won in zip(stacks, slip.paid.sum(axis=1), strict=True))
        fantasyland = tuple(slip.scores.fantasyland[0].tolist())
        if not any(fantasyland):
            button = button % len(NAMES) + 1
    return [with_claims(slip) for slip in night]


def with_claims(slip: Receipt) -> Receipt:
    """Write the settled result down as the claim, with the planted slip where the hand has one."""
    points, money = slip.scores.totals[0].tolist(), slip.paid.sum(axis=1).tolist()
    if error := SLIPS.get(slip.hand.hand_no or 0):
        winner, loser = np.unravel_index(int(slip.paid.argmax()), slip.paid.shape)
        for place, sign in ((winner, 1), (loser, -1)):
            points[place] += sign * error
            money[place] += sign * error * UNIT
    players = tuple(
        replace(player, claimed=Claim(points=points[place], net=money[place]))
        for place, player in enumerate(slip.hand.players)
    )
    return replace(slip, hand=replace(slip.hand, players=players))


def sheet_rows(night: list[Receipt]) -> Iterator[tuple[object, ...]]:
    """The sheet: one line a player and hand, the hand's number beside each."""
    yield COLUMNS
    for slip in night:
        for player in slip.hand.players:
            claimed = player.claimed
            yield (
                slip.hand.hand_no,
                "x" if player.seat == slip.hand.button else "",
                player.name,
                format_money(player.stack or 0),
                player.fantasyland or "",
                *(cards_text(row) for row in split_rows(player.cards)),
                claimed.points,
                format_money(claimed.net or 0),
            )


def csv_text(night: list[Receipt]) -> str:
    """The sheet as comma-separated text, its unit and currency above the header."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(
        [("unit", format_money(UNIT)), ("currency", "RUB"), ("rules", RULES), *sheet_rows(night)]
    )
    return text.getvalue()


def write_workbook(night: list[Receipt], path: Path) -> None:
    """The same sheet as a workbook, with numbers as numbers."""
    with xlsxwriter.Workbook(path, {"in_memory": True}) as workbook:
        workbook.set_properties({"created": np.datetime64("2026-11-27T20:00").astype(object)})
        sheet = workbook.add_worksheet("Night")
        bold = workbook.add_format({"bold": True})
        for row, (name, value) in enumerate((("unit", UNIT / 100), ("currency", "RUB"), ("rules", RULES))):
            sheet.write(row, 0, name)
            sheet.write(row, 1, value)
        for row, cells in enumerate(sheet_rows(night), start=3):
            for column, cell in enumerate(cells):
                number = float(str(cell)) if COLUMNS[column] in {"stack", "money"} and row > 3 else cell
                sheet.write(row, column, number, bold if row == 3 else None)
        sheet.freeze_panes(4, 0)
        sheet.set_column(5, 7, 18)


def ofc_json_lines(night: list[Receipt]) -> Iterator[dict[str, Any]]:
    """The night in the open interchange format, streets included."""
    for slip in night:
        hand = slip.hand
        yield {
            "format": 1,
            "id": f"night-{hand.hand_no}",
            "room": "home",
            "table": "Friday",
            "session": "2026-11-27",
            "hand_no": hand.hand_no,
            "variant": "pineapple",
            "rules": RULES,
            "unit": format_money(UNIT),
            "currency": "RUB",
            "button": hand.button,
            "players": [
                {
                    "seat": player.seat,
                    "name": player.name,
                    "stack": format_money(player.stack or 0),
                    "fantasyland": player.fantasyland,
                    **dict(zip(ROWS, map(cards_text, split_rows(player.cards)), strict=True)),
                    "discards": cards_text(player.discards),
                    "streets": [
                        {
                            "dealt": cards_text(street.dealt),
                            **{row: cards_text(getattr(street, row)) for row in ROWS},
                            "discard": cards_text(street.discarded),
                        }
                        for street in player.streets
                    ],
                    "claimed": {
                        "points": player.claimed.points,
                        "net": format_money(player.claimed.net or 0),
                    },
                }
                for player in hand.players
            ],
        }


def arena_lines(night: list[Receipt]) -> Iterator[dict[str, Any]]:
    """The night as events of the poker-arena engine: its seat 0 is the button and acts last."""
    for slip in night:
        hand = slip.hand
        places = [((hand.button or 1) - 1 + step) % len(NAMES) for step in range(len(NAMES))]
        yield {"hand": hand.hand_no, "seats": [hand.players[place].name for place in places]}
        for event in _arena_events(slip, places):
            yield {"hand": hand.hand_no, "ev": event}


def _arena_events(slip: Receipt, places: list[int]) -> Iterator[dict[str, Any]]:
    players = [slip.hand.players[place] for place in places]
    order = [*range(1, len(players)), 0]
    inside = [seat for seat in order if players[seat].fantasyland]
    outside = [seat for seat in order if not players[seat].fantasyland]
    for seat in inside:
        yield {"event": "fantasyland", "seat": seat, "cards": players[seat].fantasyland}
    for street in range(5):
        acting = [*inside, *outside] if street == 0 else outside
        for seat in order if street == 0 else outside:
            dealt = players[seat].streets[street].dealt
            yield {"event": "deal", "seat": seat, "cards": _cards(dealt), "count": len(dealt)}
        for seat in acting:
            placed = players[seat].streets[street]
            yield {
                "event": "place",
                "seat": seat,
                "placements": [
                    {"card": card_text(c), "row": row} for row in ROWS for c in getattr(placed, row)
                ],
                "discarded": _cards(placed.discarded),
                "count": len(placed.discarded),
            }
    for seat in order:
        place = places[seat]
        royalties = slip.scores.row_royalties[0, place].tolist()
        yield {
            "event": "showdown",
            "seat": seat,
            **dict(zip(ROWS, map(_cards, split_rows(players[seat].cards)), strict=True)),
            "royalties": dict(zip(ROWS, royalties, strict=True)),
            "fouled": bool(slip.scores.foul[0, place]),
            "next_fantasyland": int(slip.scores.fantasyland[0, place]) or None,
        }
    for seat in order:
        yield {"event": "score", "seat": seat, "points": players[seat].claimed.points}


def _cards(codes: bytes) -> list[str]:
    return [card_text(code) for code in codes]


def _write_lines(name: str, records: Iterator[dict[str, Any]]) -> None:
    lines = "".join(
        f"{json.dumps(record, ensure_ascii=False, separators=(',', ':'))}\n" for record in records
    )
    (FOLDER / name).write_text(lines, encoding="utf-8")


def main() -> None:
    """Write every file of the folder anew."""
    night = play_night()
    (FOLDER / "night.csv").write_text(csv_text(night), encoding="utf-8")
    write_workbook(night, FOLDER / "night.xlsx")
    _write_lines("night.ofc.jsonl", ofc_json_lines(night))
    _write_lines("night.arena.jsonl", arena_lines(night))


if __name__ == "__main__":
    main()
