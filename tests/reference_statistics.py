"""Every statistic counted in plain Python, one hand at a time, from ``results.to_dicts()`` and apart from the library.

A row is what one player did in one hand, or what passed between him and one opponent. A metric gives two numbers for a
row: what came about and what could have.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import date

import numpy as np
from scipy import optimize, stats

LABELS = {2: ["first", "button"], 3: ["first", "second", "button"], 4: ["first", "second", "third", "button"]}


@dataclass
class Row:
    """One player in one hand; `met` holds (opponent, what the pair says, 1 or -1 to read it from this player)."""

    place: int
    hand: dict
    me: dict
    met: list
    table: int
    chain: int
    run: list  # places of the player's hands in this Fantasyland
    entry_known: bool
    layout: str | None
    opponent: str | None = None

    @property
    def begins(self):
        return self.inside and self.run[0] == self.place

    @property
    def length(self):
        return len(self.run) if self.begins else 0

    @property
    def inside(self):
        return self.me["in_fantasyland"] > 0

    @property
    def against(self):
        return any(opponent["in_fantasyland"] for opponent, _, _ in self.met)

    @property
    def state(self):
        return {(0, 0): "nobody", (1, 0): "own", (0, 1): "opponent", (1, 1): "both"}[
            self.inside, self.against
        ]

    @property
    def points(self):
        return self.me["points"] if self.opponent is None else self.pair("points")

    @property
    def net(self):
        return self.me["net"] if self.opponent is None else self.pair("paid")

    def pair(self, key):
        """What pairs say, from this player's side; null if one of them does not say it."""
        said = [pair[key] for _, pair, _ in self.met]
        return None if None in said else sum(pair[key] * sign for _, pair, sign in self.met)

    def beaten(self, row, sign=1):
        return sum(pair["rows"][row] * side == sign for _, pair, side in self.met)

    def swept(self, sign):
        return sum([won * side for won in pair["rows"]] == [sign] * 3 for _, pair, side in self.met)

    def part(self, name):
        total = 0
        for opponent, pair, sign in self.met:
            if self.inside or opponent["in_fantasyland"]:
                share = pair["points"] if name == "fantasyland" else 0
            elif name in {"royalties", "other"}:
                share = pair[name]
            elif self.me["foul"] or opponent["foul"]:
                share = pair["row_points"] + pair["scoop"] if name == "fouls" else 0
            else:
                share = {"rows": pair["row_points"], "scoops": pair["scoop"]}.get(name, 0)
            total += share * sign
        return total


def _always(amount):
    return lambda row: (amount(row), 1)


def _when(chance, amount):
    return lambda row: (amount(row), 1) if chance(row) else (0, 0)


def _of_met(amount):
    return lambda row: (amount(row), len(row.met))


METRICS = {
    "points": _always(lambda row: row.points),
    "points_per_100": _always(lambda row: row.points),
    "net": _when(lambda row: row.net is not None, lambda row: row.net),
    "net_per_100": _when(lambda row: row.net is not None, lambda row: row.net),
    "hands_won": _always(lambda row: row.points > 0),
    "top_won": _of_met(lambda row: row.beaten(0)),
    "middle_won": _of_met(lambda row: row.beaten(1)),
    "bottom_won": _of_met(lambda row: row.beaten(2)),
    "scoops": _of_met(lambda row: row.swept(1)),
    "scooped": _of_met(lambda row: row.swept(-1)),
    "foul_rate": _always(lambda row: row.me["foul"]),
    "royalties": _always(lambda row: row.me["royalties"]),
    "top_royalties": _always(lambda row: row.me["row_royalties"][0]),
    "middle_royalties": _always(lambda row: row.me["row_royalties"][1]),
    "bottom_royalties": _always(lambda row: row.me["row_royalties"][2]),
    "fantasyland_rate": _always(lambda row: row.inside),
    "entry_rate": _when(lambda row: not row.inside, lambda row: row.me["fantasyland"] > 0),
    "stay_rate": _when(lambda row: row.inside, lambda row: row.me["fantasyland"] > 0),
    "fantasyland_length": lambda row: (row.length, int(row.begins)),
    "fantasyland_points": _when(lambda row: row.inside, lambda row: row.points),
    "points_outside": _when(lambda row: row.state == "nobody", lambda row: row.points),
    "points_against_fantasyland": _when(lambda row: row.state == "opponent", lambda row: row.points),
    **{
        f"from_{part}": _always(lambda row, part=part: row.part(part))
        for part in ("rows", "scoops", "royalties", "fouls", "fantasyland", "other")
    },
}
RATES = {
    *("hands_won", "top_won", "middle_won", "bottom_won", "scoops", "scooped", "foul_rate"),
    *("fantasyland_rate", "entry_rate", "stay_rate"),
}
AMOUNTS = {
    **dict.fromkeys(("royalties", "top_royalties", "middle_royalties", "bottom_royalties"), 0),
    "fantasyland_length": 1,
}


def played_on(hand):
    """The day a hand began, or that its session is called by."""
    if hand["started_at"] is not None:
        return hand["started_at"].date()
    try:
        return date.fromisoformat(hand["session"] or "")
    except ValueError:
        return None


DIMENSIONS = {
    "player": lambda row: row.me["name"],
    "opponent": lambda row: row.opponent,
    "position": lambda row: position(row.hand, row.me["seat"]),
    "players": lambda row: len(row.hand["players"]),
    "seat": lambda row: row.me["seat"],
    "room": lambda row: row.hand["room"],
    "table": lambda row: row.hand["table"],
    "session": lambda row: row.hand["session"],
    "day": lambda row: played_on(row.hand),
    "month": lambda row: played_on(row.hand) and f"{played_on(row.hand):%Y-%m}",
    "rules": lambda row: row.hand["rules"],
    "unit": lambda row: (
        None if row.hand["unit"] is None else float(row.hand["unit"]) / 10 ** row.hand["exponent"]
    ),
    "currency": lambda row: row.hand["currency"],
    "state": lambda row: row.state,
    "layout": lambda row: row.layout,
    "cards": lambda row: row.me["in_fantasyland"],
}


def position(hand, seat):
    seats = [player["seat"] for player in hand["players"]]
    if hand["button"] not in seats:
        return None
    turn = seats.index(hand["button"]) + 1
    order = seats[turn:] + seats[:turn]
    return LABELS[len(seats)][order.index(seat)]


def player_rows(results, hands=None):
    """One row a player and hand, in the order of hands and seats."""
    layouts = {} if hands is None else _layouts(hands)
    rows = []
    for place, hand in enumerate(results.to_dicts()):
        by_seat = {player["seat"]: player for player in hand["players"]}
        for me in hand["players"]:
            met = []
            for pair in hand["pairs"]:
                if me["seat"] == pair["first"]:
                    met.append((by_seat[pair["second"]], pair, 1))
                if me["seat"] == pair["second"]:
                    met.append((by_seat[pair["first"]], pair, -1))
            met.sort(key=lambda one: one[0]["seat"])
            layout = None if me["in_fantasyland"] else layouts.get((hand["hand_id"], me["seat"]))
            rows.append(Row(place, hand, me, met, -1, -1, [], entry_known=False, layout=layout))
    _follow_tables(rows)
    return rows


def meeting_rows(results, hands=None):
    """One row a player, opponent and hand."""
    return [
        replace(row, met=[one], opponent=one[0]["name"])
        for row in player_rows(results, hands)
        for one in row.met
    ]


def _follow_tables(rows):
    tables = defaultdict(list)
    for row in rows:
        hand = row.hand
        key = (hand["room"], hand["table"], hand["session"])
        if hand["table"] is None and hand["session"] is None:
            key += (hand["source"]["sha256"], hand["source"]["sheet"])
        if not tables[key] or tables[key][-1][0].place != row.place:
            tables[key].append([])
        tables[key][-1].append(row)
    for played in tables.values():
        numbers = [deal[0].hand["hand_no"] for deal in played]
        if None not in numbers and len(set(numbers)) == len(numbers):
            played.sort(key=lambda deal: deal[0].hand["hand_no"])
        _follow_hands(played)


def _follow_hands(played):
    start = chain = played[0][0].place
    last = {}
    before = None
    for deal in played:
        number = deal[0].hand["hand_no"]
        if before is not None and number is not None and number - before != 1:
            last = {}  # what was played in between is not known
        before = number
        if not any(row.inside for row in deal):
            chain = deal[0].place
        for row in deal:
            row.table, row.chain = start, chain
            if row.inside:
                _join_fantasyland(row, last.get(row.me["name"]))
        last |= {row.me["name"]: row for row in deal}


def _join_fantasyland(row, before):
    if before is not None and before.inside:
        row.run, row.entry_known = before.run, before.entry_known
    else:
        row.run, row.entry_known = [], before is not None and before.me["fantasyland"] > 0
    row.run.append(row.place)


def _layouts(hands):
    layouts = {}
    for hand in hands.to_dicts():
        for player in hand["players"]:
            if player["streets"]:
                counts = [len(player["streets"][0][row]) for row in ("top", "middle", "bottom")]
                if sum(counts):
                    layouts.setdefault((hand["hand_id"], player["seat"]), "-".join(map(str, counts)))
    return layouts


@dataclass
class Count:
    """What a metric comes to in one group; `sums` has total and chances by cluster."""

    total: int = 0
    chances: int = 0
    places: set = field(default_factory=set)
    sums: dict = field(default_factory=lambda: defaultdict(lambda: [0, 0]))

    @property
    def clusters(self):
        return sum(chances > 0 for _, chances in self.sums.values())

    @property
    def value(self):
        return self.total / self.chances if self.chances else None

    @property
    def residuals(self):
        """What each cluster has above the mean; none where that tells no spread."""
        found = [total - self.value * chances for total, chances in self.sums.values() if chances]
        return found if len(found) > 1 and any(abs(residual) > 1e-9 for residual in found) else []

    def mean_interval(self, confidence=0.95):
        """Student's t over clusters, the variance that of the residuals."""
        if not self.residuals:
            return None, None
        n = len(self.residuals)
        error = np.sqrt(n / (n - 1) * sum(residual**2 for residual in self.residuals)) / self.chances
        half = stats.t.ppf((1 + confidence) / 2, n - 1) * error
        return self.value - half, self.value + half

    def amount_interval(self, least, confidence=0.95):
        """All means whose t statistic, rid of its skewness by Hall's cubic, is no quantile of Student's t away."""
        if not self.residuals:
            return None, None
        n, skewness = len(self.residuals), stats.skew(self.residuals)
        error = np.sqrt(n / (n - 1) * sum(residual**2 for residual in self.residuals)) / self.chances
        cubic = np.polynomial.Polynomial([skewness / (6 * n), 1, skewness / 3, skewness**2 / 27])
        away = stats.t.ppf((1 + confidence) / 2, n - 1) / np.sqrt(n)
        low, high = (
            self.value - optimize.brentq(cubic - bound, -1e3, 1e3) * np.sqrt(n) * error
            for bound in (away, -away)
        )
        return max(low, least), high


def counted(metric, rows, by=("player",), where=None, cluster="chain"):
    """Groups and what the metric comes to in each; money is split by currency, and only counted where there is some."""
    groups = defaultdict(Count)
    money = metric in {"net", "net_per_100"}
    for row in rows:
        if (where is not None and not where(row)) or (money and row.net is None):
            continue
        key = tuple(DIMENSIONS[name](row) for name in by)
        if money:
            names = [name for name in ("currency", "exponent") if name not in by]
            key += tuple(row.hand[name] for name in names)
        total, chances = METRICS[metric](row)
        count = groups[key]
        count.places.add(row.place)
        count.total += total
        count.chances += chances
        sums = count.sums[row.chain if cluster == "chain" else row.table]
        sums[0] += total
        sums[1] += chances
    return groups
