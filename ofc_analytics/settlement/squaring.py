"""Who pays whom, so that every balance of a table becomes zero.

Every set of balances that adds up to zero by itself can be squared with one payment fewer than it has
players, and no smaller number does unless the set falls apart into smaller such sets. The fewest payments
are therefore the players less the greatest number of groups that add up to zero: T. Verhoeff, "Settling
multiple debts efficiently", Informatics in Education 3 (2004). Finding those groups is NP-hard, so it is
done exactly for a table and greedily for a crowd.

Examples
--------
>>> for payment in fewest_payments({"Anna": 500, "Boris": -300, "Vera": 300, "Gleb": -500}):
...     print(payment)
Payment(payer='Boris', payee='Vera', amount=300)
Payment(payer='Gleb', payee='Anna', amount=500)
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ofc_analytics.errors import LookupFailedError, SettlementError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

__all__ = ["EXACT_PLAYERS", "Payment", "fewest_payments", "through_banker"]

EXACT_PLAYERS = 20
"""Up to so many players the number of payments is proven to be the smallest."""

_LARGEST_SUM = 2**62


@dataclass(frozen=True, slots=True, order=True)
class Payment:
    """Money from one player to another, in minor units; more than 0."""

    payer: str
    payee: str
    amount: int


def fewest_payments(balances: Mapping[str, int]) -> tuple[Payment, ...]:
    """Square a table with as few payments as can be.

    Two players who owe and are owed the same amount are paired off first, which never costs a payment. For
    at most `EXACT_PLAYERS` of the others the number is the smallest there is. Above that the others
    are one group in which the greatest debt always goes to the greatest claim: at most one payment fewer than
    they are, and perhaps more than needed.

    Parameters
    ----------
    balances
        Minor units of one currency by player; more than 0: he is to receive. They add up to 0.

    Returns
    -------
    tuple of Payment
        Ordered by payer and payee. Nobody pays more than he owes, and nobody both pays and receives. The
        same balances give the same payments, in whatever order they stand.

    Raises
    ------
    SettlementError
        If the balances do not add up to 0, or are too large to be money.

    Examples
    --------
    >>> fewest_payments({"Anna": 700, "Boris": -200, "Vera": -500})
    (Payment(payer='Boris', payee='Anna', amount=200), Payment(payer='Vera', payee='Anna', amount=500))
    """
    _require_square(balances)
    pairs, rest = _pair_off({name: balances[name] for name in sorted(balances) if balances[name]})
    groups = _most_groups(rest) if len(rest) <= EXACT_PLAYERS else [rest]
    return tuple(sorted(payment for group in (*pairs, *groups) for payment in _pay_off(group)))


def through_banker(balances: Mapping[str, int], banker: str) -> tuple[Payment, ...]:
    """Square a table through one player: all who owe pay him, and he pays all who are owed.

    Parameters
    ----------
    balances
        As for `fewest_payments`. A banker who did not play has the balance 0.
    banker
        One of the players.

    Raises
    ------
    LookupFailedError
        If `banker` is none of the players.
    SettlementError
        As for `fewest_payments`.

    Examples
    --------
    >>> through_banker({"Anna": 700, "Boris": -200, "Vera": -500}, "Vera")
    (Payment(payer='Boris', payee='Vera', amount=200), Payment(payer='Vera', payee='Anna', amount=700))
    """
    _require_square(balances)
    if banker not in balances:
        raise LookupFailedError(
            f"the banker {banker!r} is none of the players; expected one of {', '.join(sorted(balances))}"
        )
    others = {name: balance for name, balance in balances.items() if balance and name != banker}
    return tuple(
        sorted(
            Payment(banker, name, balance) if balance > 0 else Payment(name, banker, -balance)
            for name, balance in others.items()
        )
    )


def _require_square(balances: Mapping[str, int]) -> None:
    total = sum(balances.values())
    if total:
        raise SettlementError(f"the balances add up to {total} minor units; expected 0")
    if sum(map(abs, balances.values())) > _LARGEST_SUM:
        raise SettlementError("the balances are too large to be money")


def _pair_off(balances: dict[str, int]) -> tuple[list[dict[str, int]], dict[str, int]]:
    """Take out pairs of opposite balances: were both in larger groups, those would join into one instead."""
    waiting: dict[int, list[str]] = {}
    for name, balance in reversed(balances.items()):
        waiting.setdefault(balance, []).append(name)
    pairs = [
        {creditor: balance, debtor: -balance}
        for balance, creditors in waiting.items()
        if balance > 0
        for creditor, debtor in zip(reversed(creditors), reversed(waiting.get(-balance, [])), strict=False)
    ]
    paired = {name for pair in pairs for name in pair}
    return pairs, {name: balance for name, balance in balances.items() if name not in paired}


def _most_groups(balances: dict[str, int]) -> list[dict[str, int]]:
    """Split balances into the greatest number of groups that each add up to 0."""
    names = list(balances)
    closed, most = _group_counts(np.array(list(balances.values()), dtype=np.int64))
    groups: list[dict[str, int]] = []
    members = len(closed) - 1
    while members:
        if closed[members]:
            groups.append({})
        within = most[members] - closed[members]
        place = next(
            place
            for place in range(len(names))
            if members >> place & 1 and most[members ^ 1 << place] == within
        )
        groups[-1][names[place]] = balances[names[place]]
        members ^= 1 << place
    return groups


def _group_counts(balances: NDArray[np.int64]) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """For every subset, a bit a player: whether it adds up to 0, and the most zero groups in a subset's chain.

    Players leave a subset one by one; each subset on the way that adds up to 0 ends a group. So the most
    groups of a subset are the most of any subset with one player fewer, and one more if it adds up to 0.
    """
    players = len(balances)
    sums = np.zeros(1, dtype=np.int64)
    for balance in balances:
        sums = np.concatenate([sums, sums + balance])
    closed = (sums == 0).astype(np.int8)
    closed[0] = 0
    sizes = np.bitwise_count(np.arange(len(sums), dtype=np.uint32))
    by_size = np.split(np.argsort(sizes, kind="stable"), np.cumsum(np.bincount(sizes))[:-1])
    most = np.zeros_like(closed)
    for subsets in by_size[1:]:
        best = np.zeros(len(subsets), dtype=np.int8)
        for place in range(players):
            np.maximum(best, most[subsets & ~(1 << place)], out=best, where=(subsets >> place & 1) > 0)
        most[subsets] = best + closed[subsets]
    return closed, most


def _pay_off(balances: Mapping[str, int]) -> list[Payment]:
    """Let the greatest debt go to the greatest claim until nothing is left: each payment ends one of them."""
    claims = [(-balance, name) for name, balance in balances.items() if balance > 0]
    debts = [(balance, name) for name, balance in balances.items() if balance < 0]
    heapq.heapify(claims)
    heapq.heapify(debts)
    payments = []
    while debts:
        debt, payer = heapq.heappop(debts)
        claim, payee = heapq.heappop(claims)
        amount = min(-debt, -claim)
        payments.append(Payment(payer, payee, amount))
        if debt + amount:
            heapq.heappush(debts, (debt + amount, payer))
        if claim + amount:
            heapq.heappush(claims, (claim + amount, payee))
    return payments
