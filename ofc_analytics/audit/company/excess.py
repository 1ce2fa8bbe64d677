"""What a pair shows beyond the habits of its two players.

A row of numbers is explained by effects of those who have a part in it: points that flow between two players by the
skill of each, a foul by who fouls. What a pair shows beyond them is one further coefficient, estimated as if that
pair's rows had no part in the effects, so that the pair is held against what either does with everybody else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["FEWEST_CHAINS", "Excess", "Marks", "Observed", "excess"]

FEWEST_CHAINS = 30
"""Chains that a question takes: what a few have in common is no habit, and their sums are not normal."""

_BLOCK = 4096  # clusters at a time, to bound memory
_NOTHING = 1e-9
_STEPS = 50
_PRIOR = 0.1
_SESSIONS = 30  # from so many on the sums over sessions tell how much they differ


class Marks(NamedTuple):
    """Rows that bear on a question: (m,) the row, the question and the sign with which it counts."""

    row: Ints
    question: Ints
    sign: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """Rows of numbers, what explains them, and which of them bear on which question.

    Attributes
    ----------
    numbers
        (n,) float64.
    effects
        (n, e) columns of the effects each row has, from 0. In another game they are others.
    signs
        (e,) or (n, e) 1 or -1, with which they enter.
    marks
        Rows of each question.
    questions
        How many there are.
    hand, chain, session
        (n,) int64, what each row is of; rows of other chains are independent of it.
    game
        (n,) int64, the rules it was played by: who is good at one game may be less so at another, where points may be worth
        more, too. What a pair shows beyond the effects is one coefficient over all games.
    bent
        Whether a great advantage may be worth less than its parts, for no hand loses more than three rows and a scoop:
        one more effect, common to all rows of a game, goes with the cube of what the others add up to. J. W. Tukey, "One degree of
        freedom for non-additivity", Biometrics 5 (1949), does it with a square where effects are not of two opponents.
    odds
        Whether numbers are 0 or 1 and effects add up in the logarithm of the odds, as in R. A. Bradley and M. E. Terry,
        "Rank analysis of incomplete block designs", Biometrika 39 (1952).
    """

    numbers: Floats
    effects: Ints
    signs: Floats
    marks: Marks
    questions: int
    hand: Ints
    chain: Ints
    session: Ints
    game: Ints
    odds: bool = False
    bent: bool = False


class Excess(NamedTuple):
    """Of each question, (q,): what there is beyond the effects.

    Attributes
    ----------
    effect, error
        The further coefficient and its standard error, nan where there is nothing to tell it from.
    known
        Share of the question's rows that is left once others have told the effects, 0 to 1; 0 where two players
        meet nobody else.
    information
        What is known of the coefficient: rows, less what the effects take; with odds each row counts as the variance of its outcome.
    hands, chains
        Numbers of them that have rows of the question.
    """

    effect: Floats
    error: Floats
    known: Floats
    information: Floats
    hands: Ints
    chains: Ints


def excess(observed: Observed) -> Excess:
    """Estimate every question's further coefficient in its own regression, all at once.

    Notes
    -----
    Frisch and Waugh: the coefficient is the score of the question's rows on the residuals of the effects, over what the
    effects leave of these rows. Its standard error is of the score under no excess, over chains; from 30 sessions on over
    sessions where that is larger. A ratio of this form can never exceed the root of the number of chains, and its tails are those of
    a normal number or lighter where the sums are symmetric: B. Efron, "Student's t-test under symmetry conditions",
    JASA 64 (1969).

    Examples
    --------
    Anna wins 1 from Boris and 1 from Carol, who are even with each other, in every hand of 40. In half of the hands that Anna plays
    with Boris, though, she wins 3.

    >>> n = 40
    >>> numbers = np.concatenate([np.tile([1.0, 3.0], n // 2), np.ones(n), np.zeros(n)])
    >>> effects = np.repeat([[0, 1], [0, 2], [1, 2]], n, axis=0)
    >>> every = np.arange(3 * n)
    >>> marks = Marks(every[:n], np.zeros(n, dtype=np.int64), np.ones(n))
    >>> observed = Observed(numbers=numbers, effects=effects, signs=np.array([1.0, -1.0]), marks=marks, questions=1,
    ...                     hand=every, chain=every, session=every, game=np.zeros_like(every))
    >>> found = excess(observed)
    >>> found.effect.round(6), found.known.round(6), found.hands
    (array([1.]), array([0.333333]), array([40]))
    """
    row, question, sign = observed.marks
    hands, chains, sessions = (
        _distinct(clusters[row], question, observed.questions)
        for clusters in (observed.hand, observed.chain, observed.session)
    )
    effect, error, known, information = np.full((4, observed.questions), np.nan)
    known[:] = information[:] = 0
    enough = np.flatnonzero(chains >= FEWEST_CHAINS)
    if len(enough):
        place = np.full(observed.questions, -1)
        place[enough] = np.arange(len(enough))
        kept = place[question] >= 0
        marks = Marks(row[kept], place[question[kept]], sign[kept])
        told = replace(observed, marks=marks, questions=len(enough))
        effect[enough], error[enough], known[enough], information[enough] = _estimated(told, sessions[enough])
    return Excess(effect, error, known, information, hands, chains)


def _estimated(observed: Observed, sessions: Ints) -> tuple[Floats, Floats, Floats, Floats]:
    """The further coefficient of each question, its error, and what is known of it."""
    observed = _by_game(observed)
    if observed.bent:
        observed = _with_cube(observed)
    size = int(observed.effects.max()) + 1
    row, question, sign = observed.marks
    signed = np.broadcast_to(observed.signs, observed.effects.shape)
    fit = _by_odds if observed.odds else _by_means
    left, shares, slopes = fit(observed, signed, size)
    touched = _crossed(
        observed.effects[row],
        question[:, None],
        signed[row],
        (sign * slopes[row])[:, None],
        (size, observed.questions),
    )
    weights = shares @ touched
    total = np.bincount(question, sign**2 * slopes[row], minlength=observed.questions)
    information = total - (touched * weights).sum(axis=0)
    score = np.bincount(question, sign * left[row], minlength=observed.questions) - (
        _summed(observed.effects, signed * left[:, None], size) @ weights
    )
    known = np.divide(information, total, out=np.zeros(observed.questions), where=total > 0)
    told = known > _NOTHING
    variance = _spread(observed, left, weights, observed.chain)
    by_session = _spread(observed, left, weights, observed.session)
    variance = np.where(sessions >= _SESSIONS, np.maximum(variance, by_session), variance)
    with np.errstate(divide="ignore", invalid="ignore"):
        effect = np.where(told, score / information, np.nan)
        error = np.where(told, np.sqrt(variance) / information, np.nan)
    return effect, error, np.where(told, known, 0), information


def _by_game(observed: Observed) -> Observed:
    """Effects of each game, counted from 0."""
    keys = observed.game[:, None] * (int(observed.effects.max()) + 1) + observed.effects
    return replace(observed, effects=np.unique(keys, return_inverse=True)[1].reshape(keys.shape))


def _with_cube(observed: Observed) -> Observed:
    size = int(observed.effects.max()) + 1
    signed = np.broadcast_to(observed.signs, observed.effects.shape)
    sums = observed.numbers - _by_means(observed, signed, size)[0]
    _, game, rows = np.unique(observed.game, return_inverse=True, return_counts=True)
    scale = np.sqrt(np.bincount(game, sums**2) / rows)
    scaled = sums / np.where(scale > 0, scale, 1)[game]
    return replace(
        observed,
        effects=np.column_stack([observed.effects, size + game]),
        signs=np.column_stack([signed, scaled**3]),
    )


def _by_means(observed: Observed, signed: Floats, size: int) -> tuple[Floats, Floats, Floats]:
    """What the effects leave of the numbers, the inverse of what is known of them, and the weight of each row."""
    known = _known(observed, signed, np.ones(len(signed)), size)
    shares: Floats = np.linalg.pinv(known, hermitian=True).astype(np.float64)
    estimate = shares @ _summed(observed.effects, signed * observed.numbers[:, None], size)
    return observed.numbers - (estimate[observed.effects] * signed).sum(axis=1), shares, np.ones(len(signed))


def _by_odds(observed: Observed, signed: Floats, size: int) -> tuple[Floats, Floats, Floats]:
    """The same with effects on the logarithm of the odds, by Newton's method; a weak prior keeps them finite."""
    estimate = np.zeros(size)
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-(estimate[observed.effects] * signed).sum(axis=1)))
        left, slopes = observed.numbers - chance, chance * (1 - chance)
        known = _known(observed, signed, slopes, size) + _PRIOR * np.eye(size)
        step = np.linalg.solve(
            known, _summed(observed.effects, signed * left[:, None], size) - _PRIOR * estimate
        )
        if np.abs(step).max(initial=0) < _NOTHING:
            break
        estimate += step
    return left, np.linalg.inv(known).astype(np.float64), slopes


def _known(observed: Observed, signed: Floats, slopes: Floats, size: int) -> Floats:
    """What is known of the effects together, (size, size)."""
    return _crossed(observed.effects, observed.effects, signed * slopes[:, None], signed, (size, size))


def _summed(places: Ints, values: Floats, size: int) -> Floats:
    return np.bincount(places.reshape(-1), values.reshape(-1), minlength=size).astype(np.float64)


def _crossed(
    left: Ints, right: Ints, left_weights: Floats, right_weights: Floats, shape: tuple[int, int]
) -> Floats:
    """Sum of the products of two sparse rows, row by row, as a dense matrix."""
    places = left[:, :, None] * shape[1] + right[:, None, :]
    products = left_weights[:, :, None] * right_weights[:, None, :]
    return _summed(places, products, shape[0] * shape[1]).reshape(shape)


def _spread(observed: Observed, left: Floats, weights: Floats, clusters: Ints) -> Floats:
    """Sum of squares of each question's score, cluster by cluster.

    A score is what the question's own rows sum up to less what the effects take of it, of which a cluster has few, so the
    square is multiplied out.
    """
    size, questions = weights.shape
    _, cluster = np.unique(clusters, return_inverse=True)
    row, question, sign = observed.marks
    key, place = np.unique(cluster[row] * questions + question, return_inverse=True)
    own = _summed(place, sign * left[row], len(key))
    of, asked = key // questions, key % questions
    squares = _summed(asked, own**2, questions)
    order = np.argsort(cluster, kind="stable")
    values = observed.signs * left[:, None]
    products = np.zeros((size, size))
    last = int(cluster.max(initial=-1)) + 1
    for start in range(0, last, _BLOCK):
        count = min(_BLOCK, last - start)
        rows = order[slice(*np.searchsorted(cluster, (start, start + count), sorter=order))]
        places = (cluster[rows] - start)[:, None] * size + observed.effects[rows]
        by_effect = _summed(places, values[rows], count * size).reshape(count, size)
        products += by_effect.T @ by_effect
        part = slice(*np.searchsorted(of, (start, start + count)))
        taken = np.einsum("ij,ji->i", by_effect[of[part] - start], weights[:, asked[part]])
        squares -= 2 * _summed(asked[part], own[part] * taken, questions)
    squares += (weights * (products @ weights)).sum(axis=0)
    return np.maximum(squares, 0)


def _distinct(values: Ints, question: Ints, questions: int) -> Ints:
    _, value = np.unique(values, return_inverse=True)
    pairs = np.unique(value * questions + question)
    return np.bincount(pairs % questions, minlength=questions) if questions else np.zeros(0, dtype=np.int64)
