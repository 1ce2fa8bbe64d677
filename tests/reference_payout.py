"""A slow settlement of one hand, written from the words of the rules, to hold the array code against.

Nothing here is shared with the library: plain lists, fractions for shares, and one branch for each word of
the policy. `stacks` hold None where a stack is unlimited; `parts` is a list of k-by-k lists, in each of
which ``part[i][j]`` is what j owes i.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf


def settle(parts, stacks, policy, button, already_lost):
    """Return the antisymmetric k-by-k list of what is paid."""
    if policy["order"] == "proportional":
        return _at_once(parts, stacks, policy, already_lost)
    return _in_turn(parts, stacks, policy, button, already_lost)


def net_parts(due):
    """One part from an antisymmetric list of net debts."""
    return [[[max(0, amount) for amount in row] for row in due]]


def _in_turn(parts, stacks, policy, button, already_lost):
    players = len(stacks)
    table = _Table(stacks, policy, already_lost)
    clockwise = []
    seat = button
    for _ in range(players):
        seat = 0 if seat + 1 == players else seat + 1
        clockwise.append(seat)
    if policy["order"] == "payer-major":
        for payer in clockwise:
            winner = payer
            for _ in range(players - 1):
                winner = 0 if winner + 1 == players else winner + 1
                for part in parts:
                    table.pay(payer, winner, part[winner][payer])
    else:
        seats = clockwise if policy["order"] == "pair-major" else list(range(players))
        while seats:
            one, *others = seats
            for other in others:
                for part in parts:
                    table.pay(other, one, part[one][other])
                    table.pay(one, other, part[other][one])
            seats = others
    return table.paid


class _Table:
    def __init__(self, stacks, policy, already_lost):
        players = len(stacks)
        self.stacks = stacks
        self.policy = policy
        self.already_lost = already_lost
        self.net = [0] * players
        self.received = [0] * players
        self.paid = [[0] * players for _ in range(players)]

    def holds(self, player):
        return inf if self.stacks[player] is None else self.stacks[player] + self.net[player]

    def pay(self, payer, winner, due):
        if self.policy["bust"] == "out" and (self.holds(payer) == 0 or self.holds(winner) == 0):
            return
        amount = min(due, self.holds(payer), self.may_still_lose(payer), self.may_win(winner))
        self.net[payer] -= amount
        self.net[winner] += amount
        self.received[winner] += amount
        self.paid[winner][payer] += amount
        self.paid[payer][winner] -= amount

    def may_still_lose(self, player):
        limit = self.policy["loss_limit"]
        if limit is None:
            return inf
        down = -self.net[player]
        if self.policy["loss_limit_per"] == "match":
            down += self.already_lost[player]
        return limit - down if down < limit else 0

    def may_win(self, player):
        start = inf if self.stacks[player] is None else self.stacks[player]
        return {
            "none": inf,
            "current": self.holds(player),
            "starting": start,
            "starting-total": start - self.received[player],
        }[self.policy["win_cap"]]


def _at_once(parts, stacks, policy, already_lost):
    players = range(len(stacks))
    moved = [[0] * len(stacks) for _ in players]
    for debtor in players:
        means = inf if stacks[debtor] is None else stacks[debtor]
        if policy["loss_limit"] is not None:
            lost = already_lost[debtor] if policy["loss_limit_per"] == "match" else 0
            means = min(means, max(policy["loss_limit"] - lost, 0))
        debts = [sum(part[creditor][debtor] for part in parts) for creditor in players]
        for creditor, amount in enumerate(_split(means, debts, policy["remainder"])):
            moved[creditor][debtor] = amount
    if policy["win_cap"] == "starting-total":
        for creditor in players:
            if stacks[creditor] is not None:
                moved[creditor] = _split(stacks[creditor], moved[creditor], policy["remainder"])
    return [[moved[i][j] - moved[j][i] for j in players] for i in players]


def _split(means, claims, remainder):
    if means >= sum(claims):
        return list(claims)
    shares = [int(Fraction(means * claim, sum(claims))) for claim in claims]
    waiting = [seat for seat, claim in enumerate(claims) if claim]
    if remainder == "largest-claim":
        waiting.sort(key=lambda seat: (-claims[seat], seat))
    for seat in waiting[: means - sum(shares)]:
        shares[seat] += 1
    return shares
