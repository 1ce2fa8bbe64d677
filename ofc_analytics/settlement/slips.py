"""Which known slip gives exactly the number that somebody claims and that does not stand.

A slip is named only where it gives the claimed number to the last point and minor unit. What explains everything that
was claimed in the hand at once goes before what explains one player's number: what one has too much another has too
little, so a slip in the books shows in several numbers.

Examples
--------
>>> from ofc_analytics.cards import split_board
>>> from ofc_analytics.hands import Claim, Hand, Player
>>> from ofc_analytics.rules import load_rules
>>> from ofc_analytics.settlement.receipt import receipt
>>> boards = ["2c 4h 6d / Ks Qh Th 6c 3s / Ad Kd Tc 6s 3d", "2s 3h 5d / Kc Qd 9h 5c 2h / Ah Kh 9c 5s 2d"]
>>> players = tuple(Player(seat=seat, name=name, cards=split_board(board), claimed=Claim(points=points))
...                 for seat, (name, board, points) in enumerate(zip(["Anna", "Boris"], boards, [3, -3]), start=1))
>>> [slip.words for slip in likely_slips(receipt(Hand(players=players), load_rules("american-pineapple")), 0)]
['the scoop between Anna and Boris was counted as 3 instead of 6']
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ofc_analytics.settlement.amounts import amounts_paid, debts
from ofc_analytics.settlement.fees import jackpot_amounts, rake_amounts
from ofc_analytics.settlement.mistakes import Books, Step, parts_of, steps
from ofc_analytics.settlement.receipt import button_place
from ofc_analytics.settlement.scoring import Scores, pair_places

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ofc_analytics.settlement.receipt import Receipt

    Numbers = NDArray[np.int64]

__all__ = ["Slip", "likely_slips", "slips_of_hand"]

_NUMBERS = ("points", "net")


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """A slip that gives exactly what was claimed.

    Attributes
    ----------
    code
        Its kind; two kinds joined by a plus where two slips were made.
    words
        What was done.
    number
        What it explains: "points", or "net" where the points stand or were not claimed.
    claimed, recomputed
        That number; money in minor units.
    pairs
        Places of the pairs between whom points were miscounted; none for slips of money and exchanged numbers.
    whole
        Whether it gives every number that was claimed in the hand. If not, nothing known does, and it explains this
        player's number by itself.
    """

    code: str
    words: str
    number: str
    claimed: int
    recomputed: int
    pairs: tuple[tuple[int, int], ...]
    whole: bool


def likely_slips(slip: Receipt, place: int) -> tuple[Slip, ...]:
    """Name the known slips that give exactly what was claimed of a player.

    Takes a settled hand with its claims, and the player's 0-based place in ``slip.hand.players``; gives what
    `slips_of_hand` gives for him.
    """
    return slips_of_hand(slip)[place]


def slips_of_hand(slip: Receipt) -> tuple[tuple[Slip, ...], ...]:
    """Name the known slips that give exactly what was claimed of each player.

    Single slips that give every number claimed in the hand come first, then two at once that do, if no other two do:
    among many sums of two small numbers, some are right by chance. Only where neither is found are slips named that
    give a player's own numbers, of these the ones that explain most of the others'.

    Parameters
    ----------
    slip
        The settled hand, with its claims.

    Returns
    -------
    tuple of tuple of Slip
        For each player, in the order of `ofc_analytics.settlement.mistakes.MISTAKES`; empty where his points and
        money stand or were not claimed, and where no known slip gives them.
    """
    claims = _Claims.of(slip)
    places = range(len(slip.hand.players))
    if not (claims.said & ~claims.stand).any():
        return tuple(() for _ in places)
    right = _right_books(slip)
    singles = _without_repeats([_Made((step,), step.change(right)) for step in steps(slip)], right)
    tried = _Tried.of(slip, singles)
    whole = claims.said.sum()
    found = [_fitting(tried, claims, place) + _exchanges(slip, claims, place) for place in places]
    if all(fit < whole for of_player in found for _, fit in of_player):
        both = _Tried.of(slip, _doubles(singles))
        fitting = [
            [(made, fit) for made, fit in _fitting(both, claims, place) if fit == whole] for place in places
        ]
        found = [new if len(new) == 1 else old for new, old in zip(fitting, found, strict=True)]
    return tuple(_named(slip, claims, place, of_player, right) for place, of_player in enumerate(found))


def _named(
    slip: Receipt, claims: _Claims, place: int, found: list[tuple[_Made, int]], right: Books
) -> tuple[Slip, ...]:
    """The slips of a player that explain most numbers of the hand."""
    wrong = (claims.said & ~claims.stand)[place]
    if not wrong.any():
        return ()
    best = max((fit for _, fit in found), default=0)
    number = int(wrong.argmax())
    return tuple(
        Slip(
            code="+".join(step.code for step in made.steps),
            words=", and ".join(step.words for step in made.steps),
            number=_NUMBERS[number],
            claimed=int(claims.claimed[place, number]),
            recomputed=int(claims.recomputed[place, number]),
            pairs=_pairs_changed(slip, made, right),
            whole=bool(best == claims.said.sum()),
        )
        for made, fit in found
        if fit == best
    )


class _Made(NamedTuple):
    """Slips that were made, and the books (n = 1) that came of them."""

    steps: tuple[Step, ...]
    books: Books

    @property
    def key(self) -> bytes:
        return b"".join(array.tobytes() for array in self.books)


class _Tried(NamedTuple):
    """Books, and (n, k, 2) points and net of each player by them."""

    made: list[_Made]
    numbers: Numbers

    @classmethod
    def of(cls, slip: Receipt, made: list[_Made]) -> _Tried:
        players = len(slip.hand.players)
        numbers = _numbers(slip, _stacked(made)) if made else np.empty((0, players, 2), dtype=np.int64)
        return cls(made, numbers)


class _Claims(NamedTuple):
    """(k, 2) points and net of each player: claimed, whether they were, and recomputed."""

    claimed: Numbers
    said: NDArray[np.bool_]
    recomputed: Numbers

    @classmethod
    def of(cls, slip: Receipt) -> _Claims:
        claims = [[player.claimed.points, player.claimed.net] for player in slip.hand.players]
        checked = [True, slip.hand.unit is not None]
        return cls(
            claimed=np.array([[number or 0 for number in both] for both in claims], dtype=np.int64),
            said=np.array([[number is not None for number in both] for both in claims]) & checked,
            recomputed=_numbers(slip, _right_books(slip))[0],
        )

    @property
    def stand(self) -> NDArray[np.bool_]:
        right: NDArray[np.bool_] = self.claimed == self.recomputed
        return self.said & right


def _right_books(slip: Receipt) -> Books:
    return Books(
        parts=parts_of(slip.scores),
        unit=np.array([slip.hand.unit or 0], dtype=np.int64),
        limited=np.array([True]),
    )


def _without_repeats(made: list[_Made], right: Books) -> list[_Made]:
    """Leave out what changes no number, and what its family has said already."""
    heard: dict[tuple[str, bytes], _Made] = {}
    for one in made:
        heard.setdefault((one.steps[-1].family, one.key), one)
    nothing = _Made((), right).key
    return [one for one in heard.values() if one.key != nothing]


def _doubles(singles: list[_Made]) -> list[_Made]:
    """Two slips at once, each result once."""
    heard: dict[bytes, _Made] = {}
    for count, second in enumerate(singles):
        if count:
            books = second.steps[0].change(_stacked(singles[:count]))
            for place, first in enumerate(singles[:count]):
                both = _Made(
                    first.steps + second.steps, Books._make(array[place : place + 1] for array in books)
                )
                heard.setdefault(both.key, both)
    return list(heard.values())


def _stacked(made: list[_Made]) -> Books:
    return Books._make(np.concatenate(arrays) for arrays in zip(*(one.books for one in made), strict=True))


def _fitting(tried: _Tried, claims: _Claims, place: int) -> list[tuple[_Made, int]]:
    """Slips that give all that is wrong of a player, each with how many numbers of the hand it explains.

    Either everyone's number was reckoned with the slip, or this player's alone. Whoever has his points right did not
    reckon his money with others.
    """
    hits = (tried.numbers == claims.claimed) & claims.said
    everyone = hits.sum(axis=(1, 2))
    alone = hits[:, place].sum(axis=1) + np.delete(claims.stand, place, axis=0).sum()
    fits = hits | ~claims.said
    fits[..., 1] |= claims.stand[:, 1]
    gives = fits[:, place].all(axis=1)
    return [
        (one, int(fit))
        for one, fit, exact in zip(tried.made, np.maximum(everyone, alone), gives, strict=True)
        if exact
    ]


def _exchanges(slip: Receipt, claims: _Claims, place: int) -> list[tuple[_Made, int]]:
    """Players who have one another's numbers."""
    names = [player.name for player in slip.hand.players]
    found = []
    for other in range(len(names)):
        both = [place, other]
        exchanged = claims.recomputed.copy()
        exchanged[both] = claims.recomputed[both[::-1]]
        hits = claims.said & (claims.claimed == exchanged)
        wrong = claims.said & ~claims.stand
        if other != place and wrong[both].any(axis=1).all() and (hits | ~wrong)[both].all():
            words = f"the numbers of {' and '.join(names[at] for at in sorted(both))} were exchanged"
            step = Step("numbers-exchanged", "exchange", words, lambda books: books)
            found.append((_Made((step,), _right_books(slip)), int(hits.sum())))
    return found


def _pairs_changed(slip: Receipt, made: _Made, right: Books) -> tuple[tuple[int, int], ...]:
    changed = (made.books.parts != right.parts).any(axis=(0, 2))
    pairs = pair_places(len(slip.hand.players))
    return tuple(pair for pair, differs in zip(pairs, changed, strict=True) if differs)


def _numbers(slip: Receipt, books: Books) -> Numbers:
    """(n, k, 2) points and net of each player by what was written down, settled as the hand itself is."""
    scores = _scores(slip.scores, books)
    if slip.hand.unit is None:
        return np.stack([scores.totals, np.zeros_like(scores.totals)], axis=-1).astype(np.int64)
    hands = len(books.unit)
    hand, past, unit = slip.hand, slip.past, books.unit
    stacks = np.array([[-1 if player.stack is None else player.stack for player in hand.players]] * hands)
    owed = debts(
        scores,
        slip.rules,
        unit,
        carried=_repeated(past.carried, hands),
        deferred=np.full(hands, past.deferred),
    )
    paid = amounts_paid(
        owed,
        slip.rules,
        unit=unit,
        stacks=stacks,
        button=np.full(hands, button_place(slip.hand)),
        already_lost=_repeated(past.already_lost, hands),
    )
    due = owed.sum(axis=0)
    paid = np.where(books.limited[:, None, None], paid, due - due.transpose(0, 2, 1))
    rake = rake_amounts(scores, paid, slip.rules, unit=unit, stacks=stacks)
    fee, draw = jackpot_amounts(
        scores,
        slip.rules,
        unit=unit,
        stacks=stacks,
        net=paid.sum(axis=2) - rake,
        drawn=np.full(hands, hand.jackpot_out or 0),
        playing=np.broadcast_to(slip.playing, scores.foul.shape),
    )
    return np.stack([scores.totals, paid.sum(axis=2) - rake - fee + draw], axis=-1)


def _scores(right: Scores, books: Books) -> Scores:
    """The hand's scores, as often as there are books, with the points from them."""
    hands = len(books.unit)
    known = {name: getattr(right, name) for name in Scores.__dataclass_fields__}
    repeated = {name: np.broadcast_to(array, (hands, *array.shape[1:])) for name, array in known.items()}
    rows, scoop, first, second, other = np.moveaxis(books.parts, -1, 0)
    points = {"row_points": rows, "scoop": scoop, "other": other}
    return replace(right, **{**repeated, **points, "won_royalties": np.stack([first, second], axis=-1)})


def _repeated(numbers: tuple[int, ...] | None, hands: int) -> Numbers | None:
    return None if numbers is None else np.array([numbers] * hands, dtype=np.int64)
