"""What leaves the table beside the players' debts: the house's rake, and a jackpot's fee and draw.

Every function takes and gives whole minor units. What was won in a hand is what the payout moved.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from ofc_analytics.evaluation import row_class
from ofc_analytics.hands import ROWS
from ofc_analytics.rules import pattern_classes

if TYPE_CHECKING:
    from decimal import Decimal

    from numpy.typing import NDArray

    from ofc_analytics.rules import RuleSet
    from ofc_analytics.rules.sections import Jackpot
    from ofc_analytics.settlement.scoring import Scores

    Money = NDArray[np.int64]

__all__ = ["jackpot_amounts", "rake_amounts"]

_INT64 = 2**63


def rake_amounts(scores: Scores, paid: Money, rules: RuleSet, *, unit: Money, stacks: Money) -> Money:
    """(n, k) rake of each player.

    The base is what ``rake.payer`` says: a player's net win in the hand, all that he received from
    opponents, or for everyone all net wins of the hand, whose fee is shared equally. A base of up to
    ``threshold`` units is free. The fee is ``percent`` of the base, or ``per_point`` units for each unit of
    it, rounded to the minor unit, at most ``cap`` units and at most what the player holds after the payout.

    `paid` (n, k, k) is the payout, `unit` (n,), `stacks` (n, k) with -1 where unlimited.
    """
    rake = rules.rake
    if rake is None:
        return np.zeros(scores.foul.shape, dtype=np.int64)
    won = _base(paid, rake.payer)
    shares = won.shape[1] if rake.payer == "everyone" else 1
    rate, whole = (rake.percent, 100) if rake.percent is not None else (rake.per_point or 0, 1)
    fee = _times(won, rate, rake.rounding, divisor=whole * shares)
    threshold = _times(np.broadcast_to(unit[:, None], won.shape), rake.threshold, "down")
    fee = np.where(won > threshold, fee, 0)
    if rake.cap is not None:
        fee = np.minimum(fee, _times(np.broadcast_to(unit[:, None], won.shape), rake.cap, rake.rounding))
    return np.minimum(fee, _held(stacks, paid.sum(axis=2)))


def jackpot_amounts(
    scores: Scores,
    rules: RuleSet,
    *,
    unit: Money,
    stacks: Money,
    net: Money,
    drawn: Money,
    playing: NDArray[np.uint8],
) -> tuple[Money, Money]:
    """(n, k) what each player pays into a jackpot, and what he draws from it.

    The fee is ``jackpot.fee`` units, at most what the player holds. `drawn` (n,) is what the source says
    was paid out: its ``winner`` percent is shared equally by the hands that fit all patterns, its
    ``opponents`` percent by the other players, odd minor units to the lowest seats; the rest stays out.

    `net` (n, k) is what the hand moved so far, `playing` (n, k) the cards dealt in Fantasyland.
    """
    jackpot = rules.jackpot
    shape = scores.foul.shape
    if jackpot is None:
        return np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    fee = _times(np.broadcast_to(unit[:, None], shape), jackpot.fee, "down")
    fee = np.minimum(fee, _held(stacks, net))
    winners = _jackpot_hands(scores, jackpot, playing)
    draw = np.where(winners.any(axis=1), drawn, 0)
    won = _shared(_times(draw, jackpot.winner, "down", divisor=100), winners)
    consolation = _shared(_times(draw, jackpot.opponents, "down", divisor=100), ~winners)
    return fee, won + consolation


def _base(paid: Money, payer: str) -> Money:
    """(n, k) money that the fee of each player is taken from; for everyone, that of the whole table."""
    received = paid.clip(min=0) if payer == "pair-winners" else paid
    won: Money = received.sum(axis=2).clip(min=0)
    return np.broadcast_to(won.sum(axis=1, keepdims=True), won.shape) if payer == "everyone" else won


def _times(amounts: Money, factor: Decimal | int, rounding: str, *, divisor: int = 1) -> Money:
    """Multiply whole amounts, none negative, by an exact factor and round to whole ones."""
    exact = Fraction(factor) / divisor
    largest = 2 * int(amounts.max(initial=0)) * exact.numerator + exact.denominator
    whole = amounts.astype(np.int64 if largest < _INT64 else object)  # exact, if slower, beyond 64 bits
    product = whole * exact.numerator
    if rounding == "up":
        rounded = -(-product // exact.denominator)
    elif rounding == "half-up":
        rounded = (2 * product + exact.denominator) // (2 * exact.denominator)
    else:
        rounded = product // exact.denominator
    whole_units: Money = rounded.astype(np.int64)
    return whole_units


def _held(stacks: Money, net: Money) -> Money:
    """What each player holds; more than any amount where his stack is unlimited."""
    return np.where(stacks < 0, np.iinfo(np.int64).max, np.maximum(stacks + net, 0))


def _jackpot_hands(scores: Scores, jackpot: Jackpot, playing: NDArray[np.uint8]) -> NDArray[np.bool_]:
    wanted = {row: getattr(jackpot, row) for row in ROWS}
    fits = ~scores.foul & ~scores.aside
    for place, (_, pattern) in enumerate(wanted.items()):
        if pattern is not None:
            fits &= pattern_classes(pattern)[row_class(scores.values[..., place])]
    if not any(wanted.values()):
        return np.zeros(fits.shape, dtype=np.bool_)
    return fits if jackpot.in_fantasyland else fits & (playing == 0)


def _shared(amounts: Money, among: NDArray[np.bool_]) -> Money:
    """(n, k) equal whole shares of (n,) amounts; the odd units go to the first of those who share."""
    count = among.sum(axis=1)
    share, odd = np.divmod(amounts, np.maximum(count, 1))
    place = among.cumsum(axis=1)
    return np.where(among, share[:, None] + (place <= odd[:, None]), 0)
