"""The sample night as sheets without cards: points, named combinations, results of pairs, totals, chips.

A layout is a function of the settled night that gives a `Sheet`; ``KINDS`` of `night_sheets` makes files of it. What they
say is what the night was settled to, so that all of them have to lead to one ledger.
"""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from functools import cache, partial
from itertools import combinations, pairwise

from night_sheets import KINDS, NIGHT, Sheet

import ofc_analytics as ofc
from ofc_analytics.evaluation import describe

__all__ = ["KINDS", "LAYOUTS", "NAMES", "hands", "totals"]

NAMES = ("Anna", "Boris", "Вера")
UNIT = Decimal(10)
ABOVE = [("unit", UNIT), ("currency", "RUB"), ("session", "2026-11-27"), ()]
ABOVE_RUSSIAN = [("куш", UNIT), ("валюта", "руб"), ("дата", "27.11.2026"), ()]
ENGLISH = {"hand": "hand", "player": "player", "points": "points", "money": "money"}
RUSSIAN = {"hand": "раздача", "player": "игрок", "points": "куши", "money": "деньги"}
ROWS = ("top", "middle", "bottom")
ROWS_RUSSIAN = ("верх", "середина", "низ")
IN_RUSSIAN = {
    "straight": "стрит",
    "flush": "флеш",
    "full house": "фулл хаус",
    "four of a kind": "каре",
    "two pair": "две пары",
}
SHORT = {"pair": 2, "three": 3}


@cache
def hands():
    """Settled hands: number, and by player points, foul and values of the rows; and pairs' points."""
    results = ofc.settle(ofc.read(NIGHT))
    return [
        (
            hand["hand_no"],
            {player["name"]: player for player in hand["players"]},
            {(NAMES[pair["first"] - 1], NAMES[pair["second"] - 1]): pair["points"] for pair in hand["pairs"]},
        )
        for hand in results.iter_rows(named=True)
    ]


def totals():
    """Points of the whole night."""
    sums = Counter()
    for _, players, _ in hands():
        sums.update({name: player["points"] for name, player in players.items()})
    return dict(sums)


def pair_totals():
    sums = Counter()
    for _, _, pairs in hands():
        sums.update(pairs)
    return dict(sums)


def sheet(*rows, above=ABOVE):
    made = Sheet(rows=list(above))
    made.rows += rows
    return made


# ---- points ----


def long(words=ENGLISH, above=ABOVE, *, money=False, once=False):
    """A line a player and hand; with `once` the hand's number only in its first line."""
    rows = [
        (
            number if place == 0 or not once else None,
            name,
            player["points"] * UNIT if money else player["points"],
        )
        for number, players, _ in hands()
        for place, (name, player) in enumerate(players.items())
    ]
    heading = (words["hand"], words["player"], words["money" if money else "points"])
    return sheet(
        heading, *rows, above=[line for line in above if not (money and line[:1] in {("unit",), ("куш",)})]
    )


def wide(word="hand", above=ABOVE, *, total=None):
    """A line a hand, a column for each player."""
    rows = [(number, *(players[name]["points"] for name in NAMES)) for number, players, _ in hands()]
    last = [] if total is None else [(total, *(totals()[name] for name in NAMES))]
    return sheet((word, *NAMES), *rows, *last, above=above)


def priced(word="hand"):
    """A line a hand, each with its own unit."""
    rows = [(number, UNIT, *(players[name]["points"] for name in NAMES)) for number, players, _ in hands()]
    return sheet((word, "unit", *NAMES), *rows, above=ABOVE[1:])


# ---- pairs ----


def pairs(*, by_hand=True):
    rows = [
        (number, *((first, second) if points > 0 else (second, first)), abs(points))
        for number, _, won in hands()
        for (first, second), points in won.items()
    ]
    cut = 0 if by_hand else 1
    return sheet(("hand", "winner", "loser", "points")[cut:], *(row[cut:] for row in rows))


def pair_columns(mark="–"):
    couples = list(combinations(NAMES, 2))
    rows = [(number, *(won[couple] for couple in couples)) for number, _, won in hands()]
    return sheet(("hand", *(mark.join(couple) for couple in couples)), *rows)


def matrix(*, half=False):
    won = pair_totals()
    signed = won | {pair[::-1]: -points for pair, points in won.items()}
    rows = [
        (
            name,
            *(None if half and at <= place else signed.get((name, other)) for at, other in enumerate(NAMES)),
        )
        for place, name in enumerate(NAMES)
    ]
    return sheet((None, *NAMES), *rows)


# ---- totals ----


def of_night(heading="total", *, money=False, above=ABOVE):
    kept = above[1:] if money else above
    rows = [(name, points * UNIT if money else points) for name, points in totals().items()]
    return sheet(("player", heading), *rows, above=kept)


def chips(*, total=True):
    rows = [
        (name, Decimal(5000), 5000 + points * UNIT, *([points * UNIT] if total else []))
        for name, points in totals().items()
    ]
    return sheet(("player", "buy-in", "cash-out", *(["total"] if total else [])), *rows, above=ABOVE[1:])


def beside_amounts():
    """Totals with the currency beside each, and nothing above."""
    rows = [(name, f"{points * UNIT} руб.") for name, points in totals().items()]
    return sheet(("игрок", "выигрыш"), *rows, above=[("сессия", "2026-11-27"), ()])


# ---- named combinations ----


def named_rows(player, *, russian=False):
    """Names of the rows as people write them: short where the rank matters, a foul as such."""
    return (
        ["фол" if russian else "foul"] * 3
        if player["foul"]
        else [_name(value, russian) for value in player["values"]]
    )


def _name(value, russian):
    words = describe(value)
    rank = "23456789TJQKA"[(value >> 16 & 15) - 1]
    category = value >> 20
    if category in {1, 3}:
        return rank * (2 if category == 1 else 3)
    if not russian:
        return words
    return (
        f"{rank} high"
        if category == 0
        else next(
            word
            for name, word in IN_RUSSIAN.items()
            if name in words or (name == "four of a kind" and category == 7)
        )
    )


def orders(players, row):
    """Who won a row, the best first, as an order of names."""
    names = sorted(players, key=lambda name: -_strength(players[name], row))
    text = names[0]
    for before, name in pairwise(names):
        same = _strength(players[before], row) == _strength(players[name], row)
        text += f" {'=' if same else '>'} {name}"
    return text


def _strength(player, row):
    return -1 if player["foul"] else player["values"][row]


def by_points(players, name, row, place):
    mine = _strength(players[name], row)
    return sum(
        (mine > other) - (mine < other) for other in (_strength(player, row) for player in players.values())
    )


def by_places(players, name, row, place):
    return 1 + sum(_strength(player, row) > _strength(players[name], row) for player in players.values())


def named(told, headings, words=ENGLISH, rows=ROWS, above=ABOVE, *, russian=False):
    """Names of the rows, and who won them as `told` (players, name, row, place) tells it."""
    lines = [
        (
            *(number, name, *named_rows(player, russian=russian)),
            *(told(players, name, row, place) for row in range(3)),
            player["points"],
        )
        for number, players, _ in hands()
        for place, (name, player) in enumerate(players.items())
    ]
    return sheet((words["hand"], words["player"], *rows, *headings, words["points"]), *lines, above=above)


def by_order(players, name, row, place):
    return orders(players, row) if place == 0 else None


LAYOUTS = {
    "points": long,
    "points, Russian": partial(long, RUSSIAN, ABOVE_RUSSIAN, once=True),
    "money": partial(long, money=True),
    "wide": wide,
    "wide, Russian": partial(wide, "№", ABOVE_RUSSIAN, total="Итого"),
    "wide, unit in a column": priced,
    "pairs": pairs,
    "pairs without hands": partial(pairs, by_hand=False),
    "pair columns": pair_columns,
    "pair columns, vs": partial(pair_columns, " vs "),
    "matrix": matrix,
    "half a matrix": partial(matrix, half=True),
    "totals in points": of_night,
    "totals in money": partial(of_night, money=True),
    "totals, net": partial(of_night, "net", money=True),
    "totals, currency beside": beside_amounts,
    "chips": chips,
    "chips without totals": partial(chips, total=False),
    "named, orders": partial(named, by_order, ("top winner", "middle winner", "bottom winner")),
    "named, points": partial(
        named,
        by_points,
        ("top result", "middle result", "bottom result"),
    ),
    "named, places, Russian": partial(
        named,
        by_places,
        ("место верх", "место середина", "место низ"),
        RUSSIAN,
        ROWS_RUSSIAN,
        ABOVE_RUSSIAN,
        russian=True,
    ),
}
