"""A slow settlement of hands that follow one another, in plain Python, to hold the array code against.

Hands are plain objects as decoders build them (`ofc_analytics.hands`), rules the dictionary of
``model_dump()``. Boards and points are `reference`'s, payments `reference_payout`'s. All money is whole
minor units. In words:

Table
    Hands of one room, table and session follow one another as they are given.
Fantasyland
    What is recorded for a player is taken; a 1 (cards not said) becomes what his hand before at this table
    earned him, and stays a 1 if that was nothing. Where nothing is recorded he plays what his hand before
    earned, else none. ``same`` on a 1 is the fewest cards any entry brings. The first hand of a run of
    Fantasyland hands may keep it once, and so on, up to ``repeats``: hand number n of a run keeps it only
    if n is at most ``repeats``.
Unit
    The hand's own; else its level's. A hand without a level is at the level its place at the table tells:
    levels follow one another by ``minutes`` from the table's first hand where the first of them has any,
    else by ``hands``; one that says nothing of it, and the last, go on for ever. Without a unit there is no
    money at all.
Chains (``settled = after-chain``)
    A hand in which anyone gains Fantasyland is deferred: it owes nothing. The next hand of the table in
    which nobody does is the chain's last: each pair then owes what it owes of all of the chain's hands.
    Nothing is paid for unfinished chains, for pairs of whom one has left before the end, and where the last
    hand has no unit; an earlier hand without a unit adds nothing.
Payment
    Net: one amount a pair. Gross: rows, then scoop with natural and surrender, then both players' royalties,
    then what earlier hands of the chain left. A loss limit of a match counts what the payments of the
    match's earlier hands moved. A match is as many ordinary hands of the table as it has players; a hand in
    which anyone plays Fantasyland is none of them, and belongs to the match that it comes after.
Rake
    ``net-winners``: each pays on what the payments won him on balance; ``pair-winners``: on all that he
    received; ``everyone``: the fee on the sum of all balances above zero is shared equally. Nothing is taken
    where this base is at most ``threshold`` units. The fee is ``percent`` of it, or ``per_point`` of it (so
    many units for each point that was really paid), at most ``cap`` units, then rounded, then at most what
    the player holds.
Jackpot
    After the rake each player pays the fee, rounded down, at most what he holds. What the hand records as
    paid out is drawn by the players whose rows fit every pattern given, if any is given: not dead, without
    a counting natural or surrender, and outside Fantasyland unless the rules let it win. They share
    ``winner`` percent and the others ``opponents`` percent, each share rounded down to minor units, its odd
    units going to the lowest seats. Where nobody wins nothing is drawn.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import timedelta
from fractions import Fraction
from itertools import combinations
from math import ceil, floor, inf

import reference
import reference_payout

NO_MONEY = {"net": None, "rake": None, "jackpot": None}


def settle(hands, rules):
    """Settle hands under one rule set: a dictionary a hand, in their order, shaped like a row of results."""
    tables = defaultdict(list)
    for place, hand in enumerate(hands):
        tables[hand.room, hand.table, hand.session].append((place, hand))
    results = {}
    for table in tables.values():
        settled = Table(rules, [hand for _, hand in table]).settle()
        results |= {place: result for (place, _), result in zip(table, settled, strict=True)}
    return [results[place] for place in range(len(hands))]


class Table:
    """The hands of one table in turn, and what each leaves to the next."""

    def __init__(self, rules, hands):
        self.rules = rules
        self.hands = hands
        self.coming = {}  # name -> cards earned in the hand before
        self.runs = {}  # name -> Fantasyland hands in a row
        self.waiting = defaultdict(int)  # (name, name) -> money of the chain so far
        self.ordinary = 0
        self.match = None
        self.lost = defaultdict(int)  # name -> lost in this match

    def settle(self):
        return [self.hand(place, hand) for place, hand in enumerate(self.hands)]

    def hand(self, place, hand):
        judged = [
            reference.judge(
                list(player.cards),
                self.rules,
                declared=player.declared and natural_name(player.declared),
                surrendered=player.surrendered,
            )
            for player in hand.players
        ]
        players = self.fantasyland(hand, judged)
        pairs = self.pairs(judged)
        for (i, j), pair in pairs.items():
            players[i]["points"] += pair.points
            players[j]["points"] -= pair.points
        self.next_match(hand, players)
        deferred = self.rules["fantasyland"]["settled"] == "after-chain" and any(self.coming.values())
        unit = self.unit(place, hand)
        money = (
            [None] * len(pairs) if unit is None else self.money(hand, judged, players, pairs, unit, deferred)
        )
        if not deferred:
            self.waiting.clear()
        return {
            "deferred": deferred,
            "players": players,
            "pairs": [
                {
                    "rows": list(pair.rows),
                    "row_points": pair.row_points,
                    "scoop": pair.scoop,
                    "royalties": pair.royalties,
                    "other": pair.other,
                    "points": pair.points,
                }
                | (amounts or {"carried": None, "due": None, "paid": None})
                for pair, amounts in zip(pairs.values(), money, strict=True)
            ],
        }

    def pairs(self, judged):
        places = combinations(range(len(judged)), 2)
        return {(i, j): reference.compare(judged[i], judged[j], self.rules) for i, j in places}

    def fantasyland(self, hand, judged):
        before, runs = self.coming, self.runs
        self.coming, self.runs, players = {}, {}, []
        for player, board in zip(hand.players, judged, strict=True):
            name, expected = player.name, before.get(player.name)
            playing = player.fantasyland
            if playing is None or (playing == 1 and expected):
                playing = expected or 0
            self.runs[name] = runs.get(name, 0) + 1 if playing else 0
            repeats = self.rules["fantasyland"]["repeats"]
            may_go_on = repeats == "unlimited" or self.runs[name] <= repeats
            same = self.fewest() if playing == 1 else playing
            coming = reference.next_fantasyland(board, self.rules, playing=playing > 0, same=same)
            self.coming[name] = coming = coming if may_go_on else 0
            players.append(
                {
                    "in_fantasyland": playing,
                    "expected_fantasyland": expected,
                    "worths": board.worths,
                    "foul": board.foul,
                    "natural": board.natural,
                    "row_royalties": board.royalties,
                    "royalties": sum(board.royalties),
                    "fantasyland": coming,
                    "points": 0,
                }
                | NO_MONEY
            )
        return players

    def fewest(self):
        entry = self.rules["fantasyland"]["entry"]
        return min((cards for row in reference.ROWS for cards in entry[row].values()), default=0)

    def next_match(self, hand, players):
        """Begin another match where this hand does."""
        if not any(player["in_fantasyland"] for player in players):
            self.ordinary += 1
        match = max(self.ordinary - 1, 0) // len(hand.players)
        if match != self.match:
            self.match, self.lost = match, defaultdict(int)

    def unit(self, place, hand):
        if hand.unit is not None:
            return hand.unit
        levels = self.rules["levels"]
        if not levels:
            return None
        number = hand.level - 1 if hand.level is not None else self.level(place, hand)
        return floor(Fraction(levels[number]["unit"]) * 10**hand.exponent)

    def level(self, place, hand):
        levels = self.rules["levels"]
        by_time = levels[0]["minutes"] is not None
        times = [other.started_at for other in self.hands if other.started_at is not None]
        passed = place
        if by_time:
            passed = 0 if hand.started_at is None else (hand.started_at - min(times)) / timedelta(minutes=1)
        ends = 0
        for number, level in enumerate(levels[:-1]):
            ends += level["minutes" if by_time else "hands"] or inf
            if passed < ends:
                return number
        return len(levels) - 1

    def money(self, hand, judged, players, pairs, unit, deferred):
        names = [player.name for player in hand.players]
        stacks = [player.stack for player in hand.players]
        amounts = {}
        for (i, j), pair in pairs.items():
            key, sign = ((names[i], names[j]), 1) if names[i] < names[j] else ((names[j], names[i]), -1)
            if deferred:
                self.waiting[key] += sign * pair.points * unit
                amounts[i, j] = {"carried": 0, "due": 0}
            else:
                carried = sign * self.waiting.pop(key, 0)
                amounts[i, j] = {"carried": carried, "due": pair.points * unit + carried}
        paid = self.paid(hand, names, stacks, pairs, amounts, unit, deferred)
        for (i, j), amount in amounts.items():
            amount["paid"] = paid[i][j]
        net = [sum(row) for row in paid]
        for name, won in zip(names, net, strict=True):
            self.lost[name] -= won
        rake = rakes(self.rules["rake"], paid, unit, stacks)
        held = [
            None if stack is None else stack + won - fee
            for stack, won, fee in zip(stacks, net, rake, strict=True)
        ]
        jackpot = jackpots(self.rules, judged, players, held, unit, hand.jackpot_out or 0)
        for place, player in enumerate(players):
            player["rake"] = rake[place]
            player["jackpot"] = jackpot[place]
            player["net"] = net[place] - rake[place] + jackpot[place]
        return list(amounts.values())

    def paid(self, hand, names, stacks, pairs, amounts, unit, deferred):
        policy = dict(self.rules["payout"])
        if policy["loss_limit"] is not None:
            policy["loss_limit"] *= unit
        seats = [player.seat for player in hand.players]
        button = seats.index(hand.button) if hand.button in seats else len(seats) - 1
        parts = owed(pairs, amounts, 0 if deferred else unit, len(names), gross=policy["basis"] == "gross")
        return reference_payout.settle(parts, stacks, policy, button, [self.lost[name] for name in names])


def natural_name(text):
    return "-".join(text.lower().replace("_", " ").replace("-", " ").split())


def owed(pairs, amounts, unit, size, *, gross):
    """Parts of the debts, each a list of what j owes i."""
    parts = [[[0] * size for _ in range(size)] for _ in range(4 if gross else 1)]

    def owe(part, i, j, amount):
        parts[part][i][j] += max(amount, 0)
        parts[part][j][i] += max(-amount, 0)

    for (i, j), pair in pairs.items():
        if not gross:
            owe(0, i, j, amounts[i, j]["due"])
            continue
        owe(0, i, j, pair.row_points * unit)
        owe(1, i, j, (pair.scoop + pair.other) * unit)
        owe(2, i, j, pair.collected[0] * unit)
        owe(2, j, i, pair.collected[1] * unit)
        owe(3, i, j, amounts[i, j]["carried"])
    return parts


def rakes(rake, paid, unit, stacks):
    if not rake:
        return [0] * len(stacks)
    net = [sum(row) for row in paid]
    bases = {
        "net-winners": [max(won, 0) for won in net],
        "pair-winners": [sum(max(won, 0) for won in row) for row in paid],
        "everyone": [sum(max(won, 0) for won in net)] * len(net),
    }[rake["payer"]]
    rate = Fraction(rake["per_point"]) if rake["percent"] is None else Fraction(rake["percent"]) / 100
    fees = []
    for base, won, stack in zip(bases, net, stacks, strict=True):
        fee = rate * base if base > Fraction(rake["threshold"]) * unit else Fraction(0)
        if rake["payer"] == "everyone":
            fee /= len(net)
        if rake["cap"] is not None:
            fee = min(fee, Fraction(rake["cap"]) * unit)
        rounded = {"down": floor, "up": ceil, "half-up": lambda exact: floor(exact + Fraction(1, 2))}
        fees.append(min(rounded[rake["rounding"]](fee), inf if stack is None else stack + won))
    return fees


def jackpots(rules, judged, players, held, unit, drawn):
    jackpot = rules["jackpot"]
    if not jackpot:
        return [0] * len(judged)
    fee = floor(Fraction(jackpot["fee"]) * unit)
    fees = [fee if holds is None else min(fee, holds) for holds in held]
    wins = [
        wins_jackpot(board, player["in_fantasyland"], rules)
        for board, player in zip(judged, players, strict=True)
    ]
    winners = [place for place, won in enumerate(wins) if won]
    others = [place for place, won in enumerate(wins) if not won]
    draws = [0] * len(judged)
    for sharers, percent in ((winners, jackpot["winner"]), (others, jackpot["opponents"])):
        if not winners or not sharers:
            continue
        share, odd = divmod(floor(drawn * Fraction(percent) / 100), len(sharers))
        for place, sharer in enumerate(sharers):
            draws[sharer] = share + (place < odd)
    return [draw - paid_in for draw, paid_in in zip(draws, fees, strict=True)]


def wins_jackpot(board, playing, rules):
    jackpot = rules["jackpot"]
    wanted = [jackpot[row] for row in reference.ROWS]
    if not any(wanted) or not board.has_rows or (playing and not jackpot["in_fantasyland"]):
        return False
    low = rules["rows"]["middle"] == "deuce-to-seven"
    return all(
        pattern is None or reference.look_up({pattern: 1}, worth, low=low and row == "middle")
        for pattern, row, worth in zip(wanted, reference.ROWS, board.worths, strict=True)
    )
