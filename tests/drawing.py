"""Hands drawn in strata, so that what random boards hardly ever hold is met as well.

`draw_hands` draws tables of hands for a rule set, at least half of them with only legal boards. Which
strata hands meet is told by `strata`.
"""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import chain, cycle

import reference
from drawn_rows import categories, lows_to_the_middle, make_row, natural_cards
from reference import NATURALS, ROWS

from ofc_analytics.hands import Hand, Player

CLUBS_AND_HEARTS = (0, 2)
FOULS = ("top over middle", "middle over bottom", "both")
START = datetime(2026, 11, 27, 17, tzinfo=UTC)
TABLES = {"royalties": ("royalties",), "entry": ("fantasyland", "entry"), "stay": ("fantasyland", "stay")}
TRIES = 400


def draw_hands(rules, count, seed):
    """Draw `count` hands for rules in ``model_dump()`` form, in tables of one to six.

    Rule sets that differ in nothing a hand is drawn by are given the same hands.
    """
    return _drawn(json.dumps(_drawn_by(rules), default=str), count, seed)


def _drawn_by(rules):
    """What of the rules a hand is drawn by: what the royalties are does not matter, only where they are."""
    cells_only = {row: dict.fromkeys(rules["royalties"][row], 1) for row in ROWS}
    either = {name: [1] * len(rules[name] or ()) for name in ("levels", "jackpot", "surrender")}
    naturals = rules["naturals"] and {"points": dict.fromkeys(rules["naturals"]["points"], 1)}
    parts = {name: rules[name] for name in ("deal", "rows", "foul", "fantasyland")}
    seated = {name: parts["deal"][name] for name in ("players", "jokers")}
    reading = {name: parts["rows"][name] for name in ("wheel", "middle", "five_of_a_kind")}
    tables = {name: parts["fantasyland"][name] for name in ("entry", "stay")}
    equal = {"equal_rows": parts["foul"]["equal_rows"]}
    return either | {
        "deal": seated,
        "rows": reading,
        "foul": equal,
        "fantasyland": tables,
        "royalties": cells_only,
        "naturals": naturals,
    }


@lru_cache
def _drawn(rules, count, seed):
    drawer = Drawer(json.loads(rules), random.Random(seed))
    hands = []
    while len(hands) < count:
        hands += drawer.table(len(hands))
    return hands[:count]


def sizes(rules):
    fewest, most = rules["deal"]["players"]
    return range(fewest, most + 1)


def is_low(rules):
    return rules["rows"]["middle"] == "deuce-to-seven"


def table_of(rules, name):
    part = rules
    for key in TABLES[name]:
        part = part[key]
    return part


def cells(rules):
    """Every key of the royalty, entry and stay tables that a legal board without jokers can meet."""
    impossible = {("bottom", "five of a kind"), ("middle", "five of a kind")}
    if rules["foul"]["equal_rows"] == "foul":
        impossible.add(("middle", "royal flush"))  # nothing is better, and nothing may be equal
    return [
        (name, row, key)
        for name in TABLES
        for row in ROWS
        for key in table_of(rules, name)[row]
        if (row, key.removesuffix("+")) not in impossible
    ]


def joker_places(rules):
    places = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    if rules["deal"]["jokers"] == 2:
        places += [(2, 0, 0), (0, 2, 0), (0, 0, 2), (1, 1, 0), (1, 0, 1), (0, 1, 1)]
    return places


class Drawer:
    """Draws hands; everything it does follows from its rules and its generator."""

    def __init__(self, rules, rng):
        self.rules = rules
        self.rng = rng
        self.low = is_low(rules)
        self.reading = reference.options(rules)
        self.fouling = {name: self.reading[name] for name in ("middle", "equal_rows")}
        self.plans = cycle(self._plans())
        self.players = cycle(sizes(rules))
        self.cells = cycle(rng.sample(cells(rules), len(cells(rules))) or [None])
        self.fouls = cycle(("top over bottom", "no low") if self.low else FOULS)
        self.ties = cycle([*ROWS, None])
        self.jokers = cycle(joker_places(rules))
        naturals = rules["naturals"]["points"] if rules["naturals"] else ()
        self.naturals = cycle([(name, said) for name in naturals for said in (True, True, False)] or [None])
        entry = table_of(rules, "entry")
        self.fantasies = [cards for row in ROWS for cards in entry[row].values()] or [13]

    def _plans(self):
        plans = [self.legal, self.with_cell, self.with_cell, self.tie, self.foul, self.anything]
        if self.rules["naturals"] and self.rules["naturals"]["points"]:
            plans += [self.natural, self.natural]
        if not self.low:
            plans += [self.legal, self.equal_rows]
        if self.rules["deal"]["jokers"]:
            plans += [self.with_jokers, self.with_jokers]
        return plans

    def table(self, number):
        """One to six hands of the same players, one after another."""
        players = next(self.players)
        names = [f"P{place}" for place in range(players)]
        rng = self.rng
        hands = []
        for place in range(rng.randint(1, 6)):
            if rng.random() < 0.1:
                rng.shuffle(names)
            boards, facts = next(self.plans)(players)
            order = rng.sample(range(players), players)
            hands.append(
                self._hand(
                    [boards[at] for at in order],
                    [facts[at] for at in order],
                    names,
                    table=f"T{number}",
                    hand_no=place + 1,
                    native_id=f"T{number}-{place + 1}",
                    started_at=START + timedelta(minutes=3 * place),
                )
            )
        return hands

    def _hand(self, boards, facts, names, **deal):
        rng = self.rng
        levels = self.rules["levels"]
        unit = rng.choice([1, 7, 100, 100, 250])
        told = None if levels and rng.random() < 0.7 else rng.choice([unit] * 15 + [None])
        seats = sorted(rng.sample(range(1, 7), len(boards)))
        players = tuple(
            Player(
                seat=seat,
                name=name,
                cards=bytes(board),
                stack=rng.choice([None, None, 0, rng.randint(0, 10) * unit, rng.randint(0, 60 * unit)]),
                **{"fantasyland": self.recorded(), "surrendered": self.surrendered()} | fact,
            )
            for seat, name, board, fact in zip(seats, names, boards, facts, strict=True)
        )
        return Hand(
            players=players,
            unit=told,
            button=rng.choice([None, *seats]),
            jokers=self.rules["deal"]["jokers"],
            level=rng.choice([None, rng.randint(1, len(levels))]) if levels else None,
            jackpot_out=rng.choice([None, rng.randint(1, 1000)]) if self.rules["jackpot"] else None,
            **deal,
        )

    def recorded(self):
        return self.rng.choice([None] * 6 + [0] * 2 + [1, self.rng.choice(self.fantasies)])

    def surrendered(self):
        return bool(self.rules["surrender"]) and self.rng.random() < 0.15

    def deck(self, taken=()):
        return [card for card in range(52 + self.rules["deal"]["jokers"]) if card not in taken]

    def is_legal(self, board):
        return not reference.is_foul(reference.evaluate_board(board, **self.reading), **self.fouling)

    # plans: each gives the boards of some players, and what is known of each of them

    def legal(self, players):
        return self.fill([], players)

    def anything(self, players):
        cards = self.rng.sample(self.deck(), 13 * players)
        return [cards[at : at + 13] for at in range(0, len(cards), 13)], [{}] * players

    def with_cell(self, players):
        """A board that meets a cell of a table."""
        cell = next(self.cells)
        if cell is None:
            return self.legal(players)
        name, row, key = cell
        board = self.board_with(table_of(self.rules, name)[row], row, key)
        fact = {"entry": {"fantasyland": 0}, "stay": {"fantasyland": self.rng.choice(self.fantasies)}}
        return self.fill([board], players, fact.get(name, {}))

    def tie(self, players):
        """Two boards that are equal in one row or in all, by the same ranks in other suits."""
        row = next(self.ties)
        half = [card for card in range(52) if card % 4 in CLUBS_AND_HEARTS]
        one = self.legal_board(half)
        mirrored = [card + 1 for card in one]
        if row is None or players == 4:
            return self.fill([one, mirrored], players)
        tied = mirrored[ROWS[row]]
        rest = self.deck([*one, *tied])
        for _ in range(TRIES):
            other = self.rng.sample(rest, 13)
            other[ROWS[row]] = tied
            if self.is_legal(other):
                return self.fill([one, other], players)
        return self.fill([one, mirrored], players)

    def equal_rows(self, players):
        """A board whose middle and bottom are equal."""
        for _ in range(TRIES):
            bottom = self.rng.sample([card for card in range(52) if card % 4 in CLUBS_AND_HEARTS], 5)
            middle = [card + 1 for card in bottom]
            board = [*self.rng.sample(self.deck([*bottom, *middle]), 3), *middle, *bottom]
            top, five, lowest = reference.evaluate_board(board, **self.reading)
            if top < five == lowest:
                return self.fill([board], players)
        raise AssertionError("no board with equal rows was found")

    def foul(self, players):
        """One board that is dead in a given way, or two that are."""
        kind = next(self.fouls)
        boards = [self.dead_board(kind, self.deck())]
        if self.rng.random() < 0.3:
            boards.append(self.dead_board(kind, self.deck(boards[0])))
        return self.fill(boards, players)

    def dead_board(self, kind, deck):
        tests = {
            "top over middle": lambda top, middle, bottom: top > middle <= bottom,
            "middle over bottom": lambda top, middle, bottom: top <= middle > bottom,
            "both": lambda top, middle, bottom: top > middle > bottom,
            "no low": lambda top, middle, bottom: middle[0] == 0 and top <= bottom,
            "top over bottom": lambda top, _, bottom: top > bottom,
        }
        deck = [card for card in deck if card < 52]
        for _ in range(10 * TRIES):
            board = self.rng.sample(deck, 13)
            if tests[kind](*reference.evaluate_board(board, **self.reading)):
                return board
        raise AssertionError(f"no board was found that is dead by {kind}")

    def with_jokers(self, players):
        """A board with jokers in given rows."""
        places = next(self.jokers)
        jokers = iter(self.rng.sample(range(52, 52 + self.rules["deal"]["jokers"]), sum(places)))
        board = self.rng.sample(range(52), 13)
        for row, count in zip(ROWS.values(), places, strict=True):
            for place in range(count):
                board[row.start + place] = next(jokers)
        return self.fill([board], players)

    def natural(self, players):
        name, said = next(self.naturals)
        cards = natural_cards(self.rng, name)
        declared = self.rng.choice([None, *NATURALS]) if not said else name
        return self.fill([self.rng.sample(cards, 13)], players, {"declared": declared, "surrendered": False})

    # boards

    def fill(self, boards, players, fact=None):
        """Add legal boards, and mark the first player."""
        boards = list(boards)
        while len(boards) < players:
            rest = self.deck([card for board in boards for card in board])
            boards.append(self.legal_board(rest))
        return boards, [fact or {}, *[{}] * (players - 1)]

    def legal_board(self, deck):
        """Thirteen cards of a deck in a legal layout, or in any if none is found."""
        for _ in range(20):
            cards = self.rng.sample(deck, 13)
            for _ in range(3 if any(card >= 52 for card in cards) else 20):
                self.rng.shuffle(cards)
                if self.low:
                    cards = lows_to_the_middle(cards)
                if self.is_legal(cards):
                    return cards
        return cards

    def board_with(self, table, row, key):
        """A legal board of natural cards with a row that a key of a table decides."""
        for _ in range(10 * TRIES):
            fixed = self.row_by_key(table, row, key)
            category = reference.evaluate(fixed, self.reading["wheel"])[0]
            rows = {row: fixed}
            for other in ("bottom", "middle", "top"):
                if other not in rows:
                    rows[other] = self.other_row(
                        other, row, category, list(chain.from_iterable(rows.values()))
                    )
            board = [card for name in ROWS for card in rows[name]]
            if self.is_legal(board):
                return board
        raise AssertionError(f"no legal board was found with {key} in the {row} row")

    def row_by_key(self, table, row, key):
        low = self.low and row == "middle"
        size = 3 if row == "top" else 5
        for _ in range(10 * TRIES):
            if low:
                cards = [rank * 4 + self.rng.randrange(4) for rank in self.rng.sample(range(9), 5)]
                worth = reference.evaluate_low(cards)
            else:
                first, last = reference.span(key)
                category = self.rng.choice(categories(first[0], last[0], size))
                rank = first[1] if first == last and category != 8 else None
                cards = make_row(self.rng, category, rank, size, self.deck_of(()), royal=first == (8, 14))
                worth = cards and reference.evaluate(cards, self.reading["wheel"])
            if cards and reference.fitting_key(table, worth, low=low) == key:
                return cards
        raise AssertionError(f"no row was found that is {key}")

    def deck_of(self, taken):
        return [card for card in range(52) if card not in taken]

    def other_row(self, other, fixed, category, taken):
        """A row beside the one that is fixed, mostly of a category that may stand there."""
        deck = self.deck_of(taken)
        size = 3 if other == "top" else 5
        if self.low and other == "middle":
            return lows_to_the_middle(self.rng.sample(deck, 13))[3:8]
        order = list(ROWS)
        below = order.index(other) > order.index(fixed)
        low, high = (min(category, 8), 8) if below else (0, min(category, 8))
        chosen = self.rng.choice(categories(low, high, size))
        royal = category == 9 and below
        return make_row(self.rng, chosen, None, size, deck, royal=royal) or self.rng.sample(deck, size)
