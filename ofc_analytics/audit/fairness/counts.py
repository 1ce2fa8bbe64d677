"""How often cards, ranks, suits and pairs of cards were dealt, against a deck from which each is as likely.

Cards of one hand are drawn without replacement. So with `k` cards of a hand in sight the counts of the 52 cards have the
covariance ``k (52 - k) / (52 * 51) * (I - J / 52)``, and those of two groups of `k` and `l` cards of it ``-k l / (52 * 51) *
(I - J / 52)``: the deviations, squared over their true variance, are chi-square. Jokers are set aside: wherever they fell,
the other cards are a fair deal of 52.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ofc_analytics.audit.fairness.measured import Measured, Stated, largest, squares, too_few
from ofc_analytics.audit.fairness.sight import DECK, FANTASYLAND
from ofc_analytics.cards import RANK_NAMES, SUIT_NAMES, card_text
from ofc_analytics.statistics.tails import poisson_binomial

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ofc_analytics.audit.fairness.sight import Sight

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["measure_counts"]

_FEWEST = 5  # expected of each class
_FEWEST_PAIRS = 2
_CARD, _RANK, _SUIT = 0.10, 0.05, 0.03
_ELSEWHERE = 0.10
_BLOCK = 20_000
_FREQUENCY = "root mean square deviation of the frequencies from equal ones"


class _Classes(NamedTuple):
    """Equal classes of cards: how many, the class of a code, and its name."""

    number: int
    of: Callable[[Ints], Ints]
    name: Callable[[int], str]
    words: str


_CARDS = _Classes(DECK, lambda codes: codes, card_text, "cards")
_RANKS = _Classes(
    13,
    lambda codes: codes // 4,
    lambda rank: RANK_NAMES[rank] + ("es" if RANK_NAMES[rank] == "six" else "s"),
    "ranks",
)
_SUITS = _Classes(4, lambda codes: codes % 4, lambda suit: SUIT_NAMES[suit], "suits")


class _Dealt(NamedTuple):
    """Ordinary cards in sight, the hand of each, and the number of hands there are."""

    cards: Ints
    hand: Ints
    hands: int

    def unseen(self, used: int) -> float:
        """Share of the deck that is not in sight, of the hands used."""
        return 1 - len(self.cards) / (DECK * used) if used else 0.0

    def fewest(self, used: int) -> float:
        """Number of cards in sight or out of sight, whichever are fewer."""
        return min(len(self.cards), self.unseen(used) * DECK * used)

    def per_hand(self, group: Ints, groups: int) -> Ints:
        """Cards of each group in each hand, (n, g)."""
        return np.bincount(self.hand * groups + group, minlength=self.hands * groups).reshape(-1, groups)


def measure_counts(sight: Sight) -> list[Measured]:
    """Measure frequencies of all that is in sight."""
    ordinary = sight.cards < DECK
    dealt = _Dealt(sight.cards[ordinary].astype(np.int64), sight.of_deals("at")[ordinary], sight.hands.height)
    street = sight.of_deals("street")[ordinary]
    turn = sight.of_deals("turn")[ordinary]
    seat = sight.of_deals("seat")[ordinary] - 1
    used = sight.used
    return [
        _single(dealt, used),
        *(
            _overall(dealt, used, classes, size)
            for classes, size in ((_CARDS, _CARD), (_RANKS, _RANK), (_SUITS, _SUIT))
        ),
        *(
            _between(dealt, used, classes, group, name=name, words=words)
            for group, name, words in (
                (turn, "position", "positions from the button"),
                (seat, "seat", "seats"),
                (street, "street", "streets"),
            )
            for classes in (_RANKS, _SUITS)
        ),
        _pairs(sight, ordinary),
    ]


def _single(dealt: _Dealt, used: int) -> Measured:
    """The card furthest from its expected number, by the exact distribution of that number."""
    about = "the card dealt most unusually often or seldom"
    if dealt.fewest(used) < _FEWEST * DECK:
        return _too_few("deal-card", about, used, DECK)
    seen, hands = np.unique(np.bincount(dealt.hand), return_counts=True)
    chance, hands = seen[seen > 0] / DECK, hands[seen > 0]
    counts = np.bincount(dealt.cards, minlength=DECK)
    distribution = poisson_binomial(chance, hands)
    fewer = np.minimum(1, np.cumsum(distribution))[counts]
    more = np.minimum(1, np.cumsum(distribution[::-1])[::-1])[counts]
    expected = len(dealt.cards) / DECK
    error = float(np.sqrt((hands * chance * (1 - chance)).sum())) / expected
    return largest(
        "deal-card",
        about,
        effects=counts / expected - 1,
        errors=np.full(DECK, error),
        tails=np.minimum(1, 2 * np.minimum(fewer, more)),
        labels=[
            f"{card_text(code)}, dealt {count:,} times where {expected:,.0f} are expected"
            for code, count in enumerate(counts.tolist())
        ],
        hands=used,
        observations=len(dealt.cards),
        least=-1.0,
        measure="deviation of that card's frequency",
        stated=Stated(
            f"one card at odds {_CARD:.0%} off those of the others", _shift(_CARD, DECK) * dealt.unseen(used)
        ),
    )


def _overall(dealt: _Dealt, used: int, classes: _Classes, size: float) -> Measured:
    """Frequencies of classes in all that is in sight."""
    name, about = f"deal-{classes.words}", f"frequencies of {classes.words}"
    if dealt.fewest(used) < _FEWEST * classes.number:
        return _too_few(name, about, used, classes.number)
    counts, variances = _counted(dealt, np.zeros_like(dealt.cards), 1, classes)
    total, variance = counts.sum(), variances[0, 0]
    deviations = counts[0] - total / classes.number
    return squares(
        name,
        about,
        statistic=float((deviations**2).sum() / variance) * classes.number / DECK,
        df=classes.number - 1,
        scale=float(DECK * variance / total**2),
        hands=used,
        observations=int(total),
        measure=_FREQUENCY,
        stated=Stated(
            f"one of the {classes.words} at odds {size:.0%} better than those of the others",
            _shift(size, classes.number) * dealt.unseen(used) / math.sqrt(classes.number - 1),
        ),
        culprit=_most(deviations, counts[0], total / classes.number, classes, ""),
    )


def _shift(size: float, classes: int) -> float:
    """Share by which one of as many classes comes more often if it does so this much beside the others."""
    return size * (1 - 1 / classes)


def _between(dealt: _Dealt, used: int, classes: _Classes, group: Ints, *, name: str, words: str) -> Measured:
    """Whether each group is dealt the same classes, whatever they are on the whole."""
    name, about = f"deal-{name}-{classes.words}", f"frequencies of {classes.words} by {words}"
    values, sizes = np.unique(group, return_counts=True)
    values = values[(values >= 0) & (sizes >= _FEWEST * classes.number)]
    if len(values) < 2:
        return too_few(name, about, used, f"there are no two {words} with {_FEWEST * classes.number} cards")
    kept = np.isin(group, values)
    some = dealt._replace(cards=dealt.cards[kept], hand=dealt.hand[kept])
    counts, variances = _counted(some, np.searchsorted(values, group[kept]), len(values), classes)
    total = counts.sum()
    share = counts.sum(axis=1) / total
    contrast = np.eye(len(values)) - share[:, None]
    deviations = contrast @ counts
    inverse = np.linalg.pinv(contrast @ variances @ contrast.T, rcond=1e-10, hermitian=True)
    statistic = np.einsum("gc,gh,hc->", deviations, inverse, deviations) * classes.number / DECK
    usual = counts - deviations
    at = np.unravel_index((np.abs(deviations) / np.sqrt(usual)).argmax(), counts.shape)[0]
    first = _place(name, int(values[at]))
    return squares(
        name,
        about,
        statistic=float(statistic),
        df=(len(values) - 1) * (classes.number - 1),
        scale=float(DECK * np.trace(variances) / total**2),
        hands=used,
        observations=int(total),
        measure=_FREQUENCY.replace("equal ones", "those of all together"),
        stated=Stated(
            f"one of the {classes.words} {_ELSEWHERE:.0%} too often in one place of {len(values)}",
            _ELSEWHERE * np.sqrt((len(values) - 1) / (classes.number - 1)) / len(values),
        ),
        culprit=_most(deviations[at], counts[at], usual[at], classes, first),
    )


def _counted(dealt: _Dealt, group: Ints, groups: int, classes: _Classes) -> tuple[Floats, Floats]:
    """Counts of the classes in each group (g, c), and the covariance of a card's counts between groups (g, g).

    The latter stands before ``I - J / 52`` of the cards.
    """
    cells = group * classes.number + classes.of(dealt.cards)
    counts = np.bincount(cells, minlength=groups * classes.number).reshape(groups, -1).astype(np.float64)
    held = dealt.per_hand(group, groups).astype(np.float64)
    variances = (DECK * np.diag(held.sum(axis=0)) - held.T @ held) / (DECK * (DECK - 1))
    return counts, variances


def _most(deviations: Floats, counts: Floats, expected: Floats | float, classes: _Classes, where: str) -> str:
    at = int(np.abs(deviations).argmax())
    due = float(np.broadcast_to(expected, counts.shape)[at])
    return f"{where}{classes.name(at)} dealt {counts[at]:,.0f} times where {due:,.0f} are expected"


def _place(name: str, value: int) -> str:
    if "street" in name:
        return "in Fantasyland " if value == FANTASYLAND else f"on street {value + 1} "
    return f"in seat {value + 1} " if "seat" in name else f"at place {value + 1} from the button's left "


def _pairs(sight: Sight, ordinary: NDArray[np.bool_]) -> Measured:
    """Pairs of cards in one deal, beyond what the frequencies of single cards make of them.

    The counts of the 1,326 pairs split into their sum, what single cards explain, and a rest of 1,274 dimensions,
    in which all directions have the same variance, since the cards may be exchanged for each other. The squared
    length of the rest of one hand is fixed by the sizes of its deals, so that its variance is known exactly.
    """
    name, about = "deal-pairs", "pairs of cards dealt together"
    cards, deal = sight.cards[ordinary], sight.deal[ordinary]
    size = np.bincount(deal, minlength=sight.deals.height)
    at, hands = sight.deals["at"].to_numpy(), sight.hands.height
    pairs, ends, squared = (
        np.bincount(at, weights, minlength=hands)
        for weights in (size * (size - 1) / 2, size * (size - 1), size * (size - 1.0) ** 2)
    )
    every = DECK * (DECK - 1) / 2
    df = int(every) - DECK
    total = pairs.sum()
    if total < _FEWEST_PAIRS * every:
        return too_few(
            name, about, sight.used, f"{_FEWEST_PAIRS * every:,.0f} pairs dealt together are needed"
        )
    variance = (pairs - pairs**2 / every - (squared - ends**2 / DECK) / (DECK - 2)).sum() / df
    counts = _together(cards, deal)
    degree = counts.sum(axis=1)
    rest = (counts**2).sum() / 2 - total**2 / every - ((degree - degree.mean()) ** 2).sum() / (DECK - 2)
    one, other = np.unravel_index(np.triu(np.abs(counts - total / every), 1).argmax(), counts.shape)
    return squares(
        name,
        about,
        statistic=float(rest / variance),
        df=df,
        scale=float(variance * every / total**2),
        hands=sight.used,
        observations=int(total),
        measure="root mean square deviation of the pairs' frequencies, single cards apart",
        # of one pair, single cards explain a part
        stated=Stated("one pair of cards twice as often", math.sqrt(df) / every),
        culprit=(
            f"{card_text(int(one))} and {card_text(int(other))} dealt together {counts[one, other]:,.0f} times "
            f"where {total / every:,.0f} are expected"
        ),
    )


def _together(cards: NDArray[np.uint8], deal: Ints) -> Floats:
    """How often two cards came in one deal, (52, 52), in blocks that need little memory."""
    counts = np.zeros((DECK, DECK), dtype=np.float64)
    starts = np.arange(0, (deal[-1] if len(deal) else -1) + 1, _BLOCK)
    for start, stop in zip(starts, starts + _BLOCK, strict=True):
        part = slice(*np.searchsorted(deal, (start, stop)))
        lies = np.zeros((_BLOCK, DECK), dtype=np.float32)
        lies[deal[part] - start, cards[part]] = 1
        counts += lies.T @ lies
    np.fill_diagonal(counts, 0)
    return counts


def _too_few(name: str, about: str, used: int, classes: int) -> Measured:
    return too_few(
        name, about, used, f"{_FEWEST * classes} cards in sight are needed, and as many out of sight"
    )
