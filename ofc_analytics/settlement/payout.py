"""What is really paid: debts between the players of a hand, within stacks, caps and limits.

A hand leaves debts: each pair of players owes one amount one way. How much of it moves depends on who is
paid first, on what both sides hold at that moment and on the limits that were agreed. Everything here is
one sequence of *steps* over arrays of hands: `payout` adds the steps up for a million hands, `trace` lists
them for one, so a receipt can never tell another story than the settlement.

All amounts are whole numbers of one unit (minor units of money, or points).

Which policies there are, and what each means, stands in `ofc_analytics.settlement.policy`.

An unlimited stack (-1) never busts, and sets no limit to a payment or to a win.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np

from ofc_analytics.errors import SettlementError
from ofc_analytics.money import LARGEST_AMOUNT
from ofc_analytics.settlement.policy import read_policy

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from ofc_analytics.settlement.policy import Policy, PolicyLike

    Amounts: TypeAlias = npt.NDArray[np.int64]

__all__ = ["Reason", "Transfer", "payout", "payout_parts", "trace"]

Reason: TypeAlias = Literal[
    "full",
    "payer-out",
    "winner-out",
    "payer-stack",
    "loss-limit",
    "winner-stack",
    "winner-start",
    "winner-total",
]
"""Why a transfer is what it is: paid in full, or what held it down."""

_UNLIMITED = 2**62  # stands for a stack or bound that is never reached
_BLOCK = 2**15  # hands whose arrays stay in the cache together


@dataclass(frozen=True, slots=True)
class Transfer:
    """One payment of one hand, in the sequence in which the payments are made.

    Attributes
    ----------
    part
        Which of the parts (see `payout_parts`); None for a net debt, and where all is paid at once.
    payer, winner
        0-based places.
    due, paid
        What was owed, and what moved.
    reason
        ``full``, or what held the payment down; of several, the first in the sequence of `Reason`.
    before, after
        What each player holds before and after this payment; None for an unlimited stack.
    """

    part: int | None
    payer: int
    winner: int
    due: int
    paid: int
    reason: Reason
    before: tuple[int | None, ...]
    after: tuple[int | None, ...]


def payout(
    due: npt.ArrayLike,
    stacks: npt.ArrayLike,
    policy: PolicyLike = None,
    button: npt.ArrayLike | None = None,
    already_lost: npt.ArrayLike | None = None,
) -> Amounts:
    """Tell what is paid of net debts.

    Parameters
    ----------
    due
        (n, k, k) integers, antisymmetric: ``due[h, i, j] > 0`` is what j owes i in hand h.
    stacks
        (n, k) integers: what each player holds before the hand; -1 is unlimited.
    policy
        See `ofc_analytics.settlement.policy`; None is TonyBet's.
    button
        (n,) integers, or one: the 0-based place of the button. None is the last place.
    already_lost
        (n, k) integers: what each player has lost earlier in the match, negative if he has won. It counts
        only where ``loss_limit_per`` is ``match``; None is a match's first hand.

    Returns
    -------
    (n, k, k) int64, with the signs of `due`.

    Raises
    ------
    SettlementError
        For amounts that are no whole numbers or too large, shapes that do not fit, debts that are not
        antisymmetric, and policies that are not known.

    Examples
    --------
    TonyBet's example: of 5, 10 and 135 the second owes the first 10 and the third 20, who owes the first 40.

    >>> due = np.array([[[0, 10, 40], [-10, 0, -20], [-40, 20, 0]]])
    >>> stacks = np.array([[5, 10, 135]])
    >>> stacks + payout(due, stacks, button=2).sum(axis=2)
    array([[ 20,   0, 130]])
    """
    return payout_parts(_claims_from_due(due)[np.newaxis], stacks, policy, button, already_lost)


def payout_parts(
    parts: npt.ArrayLike,
    stacks: npt.ArrayLike,
    policy: PolicyLike = None,
    button: npt.ArrayLike | None = None,
    already_lost: npt.ArrayLike | None = None,
) -> Amounts:
    """Tell what is paid of debts that are paid in several parts, such as rows, scoop and royalties.

    Where two players meet, the parts are paid one after another, each within what both hold by then. A
    part may go both ways (each side's royalties): in an order of pairs the player whom the order names
    first is paid first. Where all is paid at once, the parts are added up, each way for itself.

    Parameters
    ----------
    parts
        (m, n, k, k) integers, none negative: ``parts[p, h, i, j]`` is what j owes i in part p of hand h.
    stacks, policy, button, already_lost
        As for `payout`.

    Returns
    -------
    (n, k, k) int64, antisymmetric: what is paid in all, with the signs of `payout`.

    Raises
    ------
    SettlementError
        As `payout`.

    Examples
    --------
    The first wins the rows, the second has royalties. Net, he would owe 1; with 3 chips to his name he
    pays those, and is out before his royalties are paid.

    >>> rows, royalties = [[0, 6], [0, 0]], [[0, 0], [5, 0]]
    >>> payout_parts([[rows], [royalties]], stacks=[[100, 3]])[0, 0, 1]
    np.int64(3)
    """
    claims = _integers("parts", parts, ("parts", "hands", "players", "players"), least=0)
    game = _Game.of(claims, stacks, policy, already_lost)
    hands = claims.shape[1]
    places = _places(button, hands, game.players)
    paid = np.zeros(claims.shape[1:], dtype=np.int64)
    for start in range(0, hands, _BLOCK):
        block = places[start : start + _BLOCK]
        for place in range(game.players):
            members = start + np.flatnonzero(block == place)
            if members.size:
                paid[members] = _moved(game.of_hands(members), place)
    return paid


def trace(
    due: npt.ArrayLike,
    stacks: npt.ArrayLike,
    policy: PolicyLike = None,
    button: int | None = None,
    already_lost: npt.ArrayLike | None = None,
) -> list[Transfer]:
    """List the payments of one hand in the sequence in which they are made.

    Parameters
    ----------
    due
        (k, k) integers as a hand of `payout`, or (m, k, k) as a hand of `payout_parts`.
    stacks, already_lost
        (k,) integers.
    policy, button
        As for `payout`.

    Returns
    -------
    Every debt of the hand, those of which nothing was paid included. They add up to what `payout` or
    `payout_parts` says of the same hand.

    Raises
    ------
    SettlementError
        As `payout`.

    Examples
    --------
    >>> for step in trace([[0, 10, 40], [-10, 0, -20], [-40, 20, 0]], [5, 10, 135]):
    ...     print(step.payer, step.winner, step.due, step.paid, step.reason, step.after)
    1 0 10 5 winner-stack (10, 5, 135)
    2 0 40 10 winner-stack (20, 5, 125)
    1 2 20 5 payer-stack (20, 0, 130)
    """
    debts = _array("due", due)
    claims = _claims_from_due(debts[np.newaxis])[np.newaxis] if debts.ndim == 2 else debts[:, np.newaxis]
    claims = _integers("due", claims, ("parts", "hands", "players", "players"), least=0)
    game = _Game.of(
        claims,
        _array("stacks", stacks)[np.newaxis],
        policy,
        None if already_lost is None else _array("already_lost", already_lost)[np.newaxis],
    )
    place = int(_places(button, 1, game.players)[0])
    held = [int(start[0]) for start in game.start]
    transfers = []
    for step in game.steps(place):
        before = _shown(held)
        paid = int(step.paid[0])
        held[step.payer] -= paid
        held[step.winner] += paid
        transfers.append(
            Transfer(
                part=None if debts.ndim == 2 else step.part,
                payer=step.payer,
                winner=step.winner,
                due=int(step.due[0]),
                paid=paid,
                reason=step.reason(),
                before=before,
                after=_shown(held),
            )
        )
    return transfers


class _Step(NamedTuple):
    """One payment in each of n hands: `bounds` are all that could hold it down."""

    part: int | None
    payer: int
    winner: int
    due: Amounts
    paid: Amounts
    bounds: dict[Reason, Amounts]

    def reason(self) -> Reason:
        """Name what decided a step of a single hand."""
        if self.paid[0] == self.due[0]:
            return "full"
        return min(self.bounds, key=lambda word: self.bounds[word][0])


@dataclass(frozen=True, slots=True)
class _Game:
    """Checked input, hands on the last axis: what a step reads lies together.

    `claims` (m, k, k, n) is what the second player owes the first; `start` (k, n) the stacks; a player's
    holding never falls below his `floor` (k, n) by a payment, None where no loss limit was agreed.
    """

    claims: Amounts
    start: Amounts
    floor: Amounts | None
    policy: Policy

    @classmethod
    def of(
        cls,
        claims: Amounts,
        stacks: npt.ArrayLike,
        policy: PolicyLike,
        already_lost: npt.ArrayLike | None,
    ) -> _Game:
        _, hands, players, others = claims.shape
        if players != others:
            raise SettlementError(
                f"debts are a square of players by players in each hand, not {players} by {others}"
            )
        read = read_policy(policy)
        held = _integers("stacks", stacks, (hands, players), least=-1).T
        start = np.where(held == -1, _UNLIMITED, held)
        lost = np.zeros(1, dtype=np.int64)
        if already_lost is not None:
            lost = _integers("already_lost", already_lost, (hands, players), least=-LARGEST_AMOUNT).T
        floor = None
        if read.loss_limit is not None:
            limit = _per_hand("loss_limit", read.loss_limit, hands, least=0)
            room = limit - lost if read.loss_limit_per == "match" else limit
            floor = np.maximum(start - room, 0)
        return cls(np.moveaxis(claims, 1, -1), start, floor, read)

    @property
    def players(self) -> int:
        return len(self.start)

    def of_hands(self, members: npt.NDArray[np.intp]) -> _Game:
        return _Game(
            self.claims[..., members],
            self.start[:, members],
            None if self.floor is None else self.floor[:, members],
            self.policy,
        )

    def steps(self, button: int) -> Iterator[_Step]:
        return self._all_at_once() if self.policy.at_once else self._one_by_one(button)

    def _one_by_one(self, button: int) -> Iterator[_Step]:
        held = list(self.start)
        room_to_win = list(self.start)
        for part, payer, winner in _schedule(self.policy.order, button, *self.claims.shape[:2]):
            due = self.claims[part, winner, payer]
            if not due.any():
                continue
            bounds: dict[Reason, Amounts] = {}
            if self.policy.bust == "out":
                bounds["payer-out"] = _none_if_out(held[payer])
                bounds["winner-out"] = _none_if_out(held[winner])
            bounds["payer-stack"] = held[payer]
            if self.floor is not None:
                bounds["loss-limit"] = np.maximum(held[payer] - self.floor[payer], 0)
            match self.policy.win_cap:
                case "current":
                    bounds["winner-stack"] = held[winner]
                case "starting":
                    bounds["winner-start"] = self.start[winner]
                case "starting-total":
                    bounds["winner-total"] = room_to_win[winner]
            paid = reduce(np.minimum, bounds.values(), due)
            held[payer] = held[payer] - paid
            held[winner] = held[winner] + paid
            room_to_win[winner] = room_to_win[winner] - paid
            yield _Step(part, payer, winner, due, paid, bounds)

    def _all_at_once(self) -> Iterator[_Step]:
        owed = self.claims.sum(axis=0)
        limited = np.zeros_like(self.start, dtype=bool) if self.floor is None else self.floor > 0
        means = self.start if self.floor is None else np.maximum(self.start - self.floor, 0)
        shares = np.stack(
            [_share(owed[:, payer], means[payer], self.policy.remainder) for payer in range(self.players)],
            axis=1,
        )
        paid = shares
        if self.policy.win_cap == "starting-total":
            paid = np.stack(
                [
                    _share(shares[winner], self.start[winner], self.policy.remainder)
                    for winner in range(self.players)
                ]
            )
        for payer, winner in permutations(range(self.players), 2):
            if owed[winner, payer].any():
                bounds: dict[Reason, Amounts] = {
                    "payer-stack": np.where(limited[payer], _UNLIMITED, shares[winner, payer]),
                    "loss-limit": np.where(limited[payer], shares[winner, payer], _UNLIMITED),
                    "winner-total": paid[winner, payer],
                }
                yield _Step(None, payer, winner, owed[winner, payer], paid[winner, payer], bounds)


def _schedule(order: str, button: int, parts: int, players: int) -> Iterator[tuple[int, int, int]]:
    """Yield part, payer and winner of every payment in turn."""
    first = 0 if order == "seats" else button + 1
    turn = [(first + step) % players for step in range(players)]
    if order == "payer-major":
        for at, payer in enumerate(turn):
            for winner in (*turn[at + 1 :], *turn[:at]):
                for part in range(parts):
                    yield part, payer, winner
    else:
        for one, other in combinations(turn, 2):
            for part in range(parts):
                yield part, other, one
                yield part, one, other


def _share(claims: Amounts, means: Amounts, remainder: str) -> Amounts:
    """Split `means` (n,) over `claims` (k, n) in proportion, none above its claim."""
    total = claims.sum(axis=0)
    means = np.minimum(means, total)
    largest_product = int(claims.max(initial=0)) * int(means.max(initial=0))
    exact = claims if largest_product < _UNLIMITED else claims.astype(object)
    shares: Amounts = (exact * means // np.maximum(total, 1)).astype(np.int64)
    odd = means - shares.sum(axis=0)
    if not odd.any():
        return shares
    late = -claims if remainder == "largest-claim" else claims == 0
    rank = np.argsort(np.argsort(late, axis=0, kind="stable"), axis=0)
    shares += rank < odd
    return shares


def _moved(game: _Game, button: int) -> Amounts:
    """Add up all steps: (n, k, k), antisymmetric."""
    moved = np.zeros(game.claims.shape[1:], dtype=np.int64)
    for step in game.steps(button):
        moved[step.winner, step.payer] += step.paid
    return (moved - moved.swapaxes(0, 1)).transpose(2, 0, 1)


def _none_if_out(held: Amounts) -> Amounts:
    return np.where(held == 0, 0, _UNLIMITED)


def _shown(held: list[int]) -> tuple[int | None, ...]:
    return tuple(None if amount > _UNLIMITED // 2 else amount for amount in held)


def _claims_from_due(due: npt.ArrayLike) -> Amounts:
    debts = _integers("due", due, ("hands", "players", "players"), least=-LARGEST_AMOUNT)
    if debts.shape[1] != debts.shape[2]:
        raise SettlementError(f"due has the shape {debts.shape}; expected (hands, players, players)")
    wrong = np.argwhere(debts + debts.swapaxes(1, 2))
    if wrong.size:
        hand, i, j = wrong[0].tolist()
        raise SettlementError(
            f"due is not antisymmetric: in hand {hand} due[{i}, {j}] is {debts[hand, i, j]} "
            f"and due[{j}, {i}] is {debts[hand, j, i]}; expected the same amount with the other sign"
        )
    return np.maximum(debts, 0)


def _places(button: npt.ArrayLike | None, hands: int, players: int) -> Amounts:
    places = _per_hand("button", players - 1 if button is None else button, hands, least=0)
    if (places >= players).any():
        raise SettlementError(
            f"button is at place {places.max()}, but with {players} players the places are 0 to {players - 1}"
        )
    return places


def _per_hand(name: str, value: object, hands: int, *, least: int) -> Amounts:
    array = _array(name, value)
    return np.broadcast_to(_integers(name, array, () if array.ndim == 0 else (hands,), least=least), (hands,))


def _array(name: str, values: object) -> npt.NDArray[Any]:
    try:
        return np.asarray(values)
    except ValueError as error:
        raise SettlementError(f"{name} is no regular array of whole numbers: {error}") from None


def _integers(name: str, values: object, shape: tuple[int | str, ...], *, least: int) -> Amounts:
    """Check that `values` are whole numbers from `least` to 2**53 in `shape`, where a word is any length."""
    array = _array(name, values)
    if array.ndim != len(shape) or any(
        isinstance(length, int) and length != found for length, found in zip(shape, array.shape, strict=True)
    ):
        expected = str(shape).replace("'", "")
        raise SettlementError(f"{name} has the shape {array.shape}; expected {expected}")
    if array.dtype.kind not in "iu":
        raise SettlementError(
            f"{name} is of the type {array.dtype}; expected whole numbers of the smallest unit within 64 bits"
        )
    if array.size and not least <= int(array.min()) <= int(array.max()) <= LARGEST_AMOUNT:
        place = tuple(np.argwhere((array < least) | (array > LARGEST_AMOUNT))[0].tolist())
        raise SettlementError(
            f"{name}{list(place) or ''} is {array[place]}; expected a whole number from {least} to {LARGEST_AMOUNT}"
        )
    return array.astype(np.int64, copy=False)
