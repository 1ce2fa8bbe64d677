"""Money from hand to hand: what a player holds is what the hand before left him, or what he buys in for.

What a hand moves may depend on the stacks it is played with, and these on the hands before. All hands are
settled at once, again and again for the tables whose stacks were not right yet: after every round one hand
more of each table is, and nearly all are after the first, for few hands come to the end of a stack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ofc_analytics.money import currency_exponent

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ofc_analytics.generate.sessions import Sessions
    from ofc_analytics.rules import RuleSet

    Money = NDArray[np.int64]

__all__ = ["CURRENCY", "buy_ins", "carry", "settled_stacks"]

CURRENCY = "USD"
_USUAL = (100, 300)  # units
_STEP = 50
_LOW = 4  # a player buys in anew when less than this part is left


def buy_ins(sessions: Sessions, rules: RuleSet) -> Money:
    """(m, k) what each player sits down with, minor units."""
    least, most = rules.deal.buy_in or _USUAL
    units = least + np.floor(sessions.buy_in * ((most - least) // _STEP + 1)).astype(np.int64) * _STEP
    if rules.deal.equal_caps:
        units = np.broadcast_to(units[:, :1], units.shape)
    needed = 2 * (rules.payout.loss_limit or 0) if rules.payout.admission else 0
    top = most if rules.deal.buy_in else max(most, needed)
    amounts: Money = np.clip(units, min(needed, top), top) * unit_prices(sessions, rules)[:, None]
    return amounts


def unit_prices(sessions: Sessions, rules: RuleSet) -> Money:
    """(m,) minor units a point is worth; in a tournament that of the first level."""
    if not rules.levels:
        return sessions.unit
    first = int(rules.levels[0].unit.scaleb(currency_exponent(CURRENCY)))
    return np.full(len(sessions.unit), max(first, 1), dtype=np.int64)


def settled_stacks(
    net_of: Callable[[NDArray[np.intp], Money], Money], sessions: Sessions, rules: RuleSet
) -> Money:
    """(m, h, k) stacks before every hand, minor units, that agree with what the hands move.

    Parameters
    ----------
    net_of
        Gives (t, h, k) what the hands of some tables move, by the tables' places and their stacks.
    sessions, rules
        Whose.
    """
    bought = buy_ins(sessions, rules)
    limit = (rules.payout.loss_limit or 0) if rules.payout.admission else 0
    low = np.maximum(bought // _LOW, limit * unit_prices(sessions, rules)[:, None])
    hands = int(sessions.hands.max())
    stacks = np.repeat(bought[:, None], hands, axis=1)
    tables = np.arange(len(bought))
    while len(tables):
        after = carry(net_of(tables, stacks[tables]), bought[tables], low[tables])
        wrong = (after != stacks[tables]).any(axis=(1, 2))
        stacks[tables] = after
        tables = tables[wrong]
    return stacks


def carry(net: Money, bought: Money, low: Money) -> Money:
    """(m, h, k) stacks that follow from what every hand moves; one below `low` is filled up to `bought`.

    >>> net = np.array([[[-90, 90], [5, -5], [0, 0]]])
    >>> carry(net, np.array([[100, 100]]), np.array([[25, 25]])).tolist()
    [[[100, 100], [100, 190], [105, 185]]]
    """
    stacks = np.empty_like(net)
    now = bought
    for hand in range(net.shape[1]):
        stacks[:, hand] = now
        after = now + net[:, hand]
        now = np.where(after < low, bought, after)
    return stacks
