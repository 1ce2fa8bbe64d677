"""Boards to points: rows won, scoops, royalties, fouls and Fantasyland, for many hands at once.

Only arrays go in and come out, so that one hand at the kitchen table and a million in an archive are
scored by the same lines.

Examples
--------
>>> import numpy as np
>>> from ofc_analytics.cards import split_board
>>> from ofc_analytics.rules import load_rules
>>> boards = ["2c 4h 6d / Ks Qh Th 6c 3s / Ad Kd Tc 6s 3d", "2s 3h 5d / Kc Qd 9h 5c 2h / Ah Kh 9c 5s 2d"]
>>> cards = np.frombuffer(b"".join(map(split_board, boards)), dtype=np.uint8).reshape(1, 2, 13)
>>> score(cards, load_rules("american-pineapple")).totals
array([[ 6, -6]], dtype=int32)
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ofc_analytics.cards import BOARD
from ofc_analytics.errors import SettlementError
from ofc_analytics.evaluation import evaluate_boards, is_foul, row_class
from ofc_analytics.hands import MAX_PLAYERS, ROWS
from ofc_analytics.rules import SAME
from ofc_analytics.settlement.fantasyland import AS_BEFORE, fewest_cards, next_cards
from ofc_analytics.settlement.naturals import counted_naturals, natural_points

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ofc_analytics.rules import RuleSet

    Ints = NDArray[np.int32]

__all__ = ["Scores", "pair_places", "rescore", "score", "score_values", "signed_matrix"]

_BLOCK = 32_768  # hands whose arrays stay in a core's cache


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """What `n` hands of `k` players came to; the `p` pairs stand in the order of `pair_places(k)`.

    Attributes
    ----------
    values
        (n, k, 3) int32, value of top, middle and bottom.
    foul
        (n, k) bool.
    row_royalties
        (n, k, 3) int32, royalty of each row; a foul has none.
    fantasyland
        (n, k) uint8, cards in the next hand, 0 for no Fantasyland.
    earned, kept
        (n, k) uint8, cards a board brings to a player who is not, and to one who is in Fantasyland, with the
        bit `AS_BEFORE` for as many as before. `kept` is known only where it was said who is in Fantasyland.
    natural, held
        (n, k) uint8, codes of the natural that counted, and of the best one the cards are; 0 for none.
    aside
        (n, k) bool, whose rows were not shown: by a natural that counted, or by giving up. They earn nothing.
    rows
        (n, p, 3) int8, winner of each row: 1 the pair's first player, -1 its second, 0 nobody.
    row_points, scoop, royalties, other
        (n, p) int32 points, signed from the pair's first player.
    won_royalties
        (n, p, 2) int32, royalties the first and the second player of the pair collect from one another.
    """

    values: Ints
    foul: NDArray[np.bool_]
    row_royalties: Ints
    fantasyland: NDArray[np.uint8]
    earned: NDArray[np.uint8]
    kept: NDArray[np.uint8]
    natural: NDArray[np.uint8]
    held: NDArray[np.uint8]
    aside: NDArray[np.bool_]
    rows: NDArray[np.int8]
    row_points: Ints
    scoop: Ints
    won_royalties: Ints
    other: Ints

    @property
    def royalties(self) -> Ints:
        """(n, p) int32, difference of the royalties paid within each pair."""
        return self.won_royalties[..., 0] - self.won_royalties[..., 1]

    @property
    def points(self) -> Ints:
        """(n, p) int32, all points of each pair, signed from its first player."""
        return self.row_points + self.scoop + self.royalties + self.other

    @property
    def totals(self) -> Ints:
        """(n, k) int32, points of each player over all his pairs; they sum to zero in every hand."""
        hands, players = self.foul.shape
        totals = np.zeros((hands, players), dtype=np.int32)
        points = self.points
        for pair, (first, second) in enumerate(pair_places(players)):
            totals[:, first] += points[:, pair]
            totals[:, second] -= points[:, pair]
        return totals


def signed_matrix(signed: NDArray[np.integer], players: int) -> NDArray[np.int64]:
    """Spread (n, p) signed pair numbers over an antisymmetric (n, k, k) int64 matrix.

    Entry ``[h, i, j]`` is positive where player `j` owes player `i`.
    """
    matrix = np.zeros((len(signed), players, players), dtype=np.int64)
    for pair, (first, second) in enumerate(pair_places(players)):
        matrix[:, first, second] = signed[:, pair]
        matrix[:, second, first] = -matrix[:, first, second]
    return matrix


def pair_places(players: int) -> list[tuple[int, int]]:
    """Places of all pairs on the player axis, in seat order.

    >>> pair_places(3)
    [(0, 1), (0, 2), (1, 2)]
    """
    return list(combinations(range(players), 2))


def score(
    cards: NDArray[np.uint8],
    rules: RuleSet,
    *,
    in_fantasyland: NDArray[np.uint8] | None = None,
    declared: NDArray[np.uint8] | None = None,
    surrendered: NDArray[np.bool_] | None = None,
) -> Scores:
    """Score complete boards under one rule set.

    Parameters
    ----------
    cards
        (n, k, 13) uint8 card codes, 3 top, 5 middle, 5 bottom; no unknown cards. One player alone is
        judged by himself.
    rules
        The rule set.
    in_fantasyland
        (n, k) uint8, cards each player was dealt in Fantasyland in this hand: 0 for none, 1 where their
        number is not known. None: nobody was.
    declared
        (n, k) uint8, codes of the naturals that were declared (see `ofc_analytics.settlement.naturals`).
    surrendered
        (n, k) bool, who gave up before the showdown.

    Raises
    ------
    SettlementError
        If `cards` has another shape.
    CardError
        If a code is no card: boards are scored complete or not at all.
    """
    if cards.ndim != 3 or cards.shape[2] != BOARD or not 1 <= cards.shape[1] <= MAX_PLAYERS:
        raise SettlementError(
            f"boards come as (hands, 1 to {MAX_PLAYERS} players, {BOARD} cards), got {cards.shape}"
        )
    scores = _empty_scores(*cards.shape[:2])
    for start in range(0, len(cards), _BLOCK):
        hands = slice(start, start + _BLOCK)
        dealt = None if in_fantasyland is None else in_fantasyland[hands]
        _score_boards(cards[hands], dealt, rules, scores.of(hands))
    if rules.naturals is not None:
        counted, held = counted_naturals(cards, declared, rules)
        scores.natural[:], scores.held[:] = counted.T, held.T
    gave_up = np.zeros(scores.foul.shape, dtype=np.bool_) if surrendered is None else surrendered.T
    aside = (scores.natural > 0) | gave_up
    if aside.any():
        scores.natural[gave_up] = 0
        for unshown in (scores.foul, scores.earned, scores.kept, scores.fantasyland):
            unshown[aside] = 0
        scores.row_royalties[:, aside] = 0
    scores.aside[:] = aside
    _score_all_pairs(scores, rules)
    if aside.any():
        _set_aside(scores, gave_up, rules)
    return scores.by_hand()


def rescore(scores: Scores, rules: RuleSet, **facts: NDArray[np.generic]) -> Scores:
    """Score the pairs anew with facts of the boards replaced: ``values``, ``foul`` or ``row_royalties``.

    It answers what a hand would come to if someone took a board for something it is not; naturals and
    surrender are not looked at.
    """
    columns = _Columns(**{name: facts.get(name, getattr(scores, name)).T.copy() for name in _Columns._fields})
    _score_all_pairs(columns, rules)
    return columns.by_hand()


def score_values(values: Ints, foul: NDArray[np.bool_], row_royalties: Ints, rules: RuleSet) -> Scores:
    """Score the pairs of hands without cards; nothing else about them is known.

    `values` (n, k, 3) are any numbers that order the players in each row as their rows are, `foul` (n, k) tells who
    fouled, and `row_royalties` (n, k, 3) are points, 0 for a foul.

    >>> from ofc_analytics.rules import load_rules
    >>> won, sound = np.array([[[1, 1, 1], [0, 0, 0]]]), np.zeros((1, 2), dtype=np.bool_)
    >>> score_values(won, sound, 0 * won, load_rules("american-pineapple")).totals
    array([[ 6, -6]], dtype=int32)
    """
    columns = _empty_scores(*foul.shape)
    columns.values[:], columns.foul[:], columns.row_royalties[:] = values.T, foul.T, row_royalties.T
    _score_all_pairs(columns, rules)
    return columns.by_hand()


class _Columns(NamedTuple):
    """The arrays of `Scores` with the hands on the last axis: each row of each player is contiguous."""

    values: Ints
    foul: NDArray[np.bool_]
    row_royalties: Ints
    fantasyland: NDArray[np.uint8]
    earned: NDArray[np.uint8]
    kept: NDArray[np.uint8]
    natural: NDArray[np.uint8]
    held: NDArray[np.uint8]
    aside: NDArray[np.bool_]
    rows: NDArray[np.int8]
    row_points: Ints
    scoop: Ints
    won_royalties: Ints
    other: Ints

    def of(self, hands: slice) -> _Columns:
        return _Columns._make(array[..., hands] for array in self)

    def by_hand(self) -> Scores:
        return Scores(**{name: array.T for name, array in self._asdict().items()})


def _empty_scores(hands: int, players: int) -> _Columns:
    pairs = len(pair_places(players))
    return _Columns(
        values=np.empty((3, players, hands), dtype=np.int32),
        foul=np.empty((players, hands), dtype=np.bool_),
        row_royalties=np.zeros((3, players, hands), dtype=np.int32),
        **{
            name: np.zeros((players, hands), dtype=np.uint8)
            for name in ("fantasyland", "earned", "kept", "natural", "held")
        },
        aside=np.zeros((players, hands), dtype=np.bool_),
        rows=np.empty((3, pairs, hands), dtype=np.int8),
        row_points=np.empty((pairs, hands), dtype=np.int32),
        scoop=np.empty((pairs, hands), dtype=np.int32),
        won_royalties=np.empty((2, pairs, hands), dtype=np.int32),
        other=np.zeros((pairs, hands), dtype=np.int32),
    )


def _score_boards(
    cards: NDArray[np.uint8], dealt: NDArray[np.uint8] | None, rules: RuleSet, scores: _Columns
) -> None:
    for player in range(cards.shape[1]):
        values = evaluate_boards(
            np.ascontiguousarray(cards[:, player]),
            wheel=rules.rows.wheel,
            middle=rules.rows.middle,
            five_of_a_kind=rules.rows.five_of_a_kind,
            equal_rows=rules.foul.equal_rows,
        )
        foul = is_foul(values, middle=rules.rows.middle, equal_rows=rules.foul.equal_rows)
        scores.values[:, player] = values.T
        scores.foul[player] = foul
        for row in range(3):
            _look_up(rules.tables.royalties[row], values.T[row], ~foul, scores.row_royalties[row, player])
        _earn_fantasyland(values.T, ~foul, rules, scores.earned[player])
        if dealt is None:
            scores.fantasyland[player] = scores.earned[player]
        else:
            _keep_fantasyland(values.T, ~foul, rules, scores.kept[player])
            scores.fantasyland[player] = next_cards(
                scores.earned[player], scores.kept[player], dealt[:, player], fewest_cards(rules)
            )


def _score_all_pairs(scores: _Columns, rules: RuleSet) -> None:
    players, hands = scores.foul.shape
    for start in range(0, hands, _BLOCK):
        block = scores.of(slice(start, start + _BLOCK))
        for pair, (first, second) in enumerate(pair_places(players)):
            _score_pair(pair, first, second, rules, block)


def _look_up(
    table: NDArray[np.integer], values: Ints, legal: NDArray[np.bool_], out: NDArray[np.integer]
) -> None:
    """Write what a table over classes of hands gives legal rows; the few rows that get anything are looked up."""
    given = np.flatnonzero(table)
    if given.size:
        found = np.flatnonzero((values >= given[0] << 16) & legal)
        out[found] = table[row_class(values[found])]


def _score_pair(pair: int, first: int, second: int, rules: RuleSet, scores: _Columns) -> None:
    mine, theirs = scores.values[:, first], scores.values[:, second]
    won = scores.rows[:, pair]
    np.subtract((mine > theirs).view(np.int8), (mine < theirs).view(np.int8), out=won)
    fouls = scores.foul[second].view(np.int8) - scores.foul[first].view(np.int8)
    any_foul = scores.foul[first] | scores.foul[second]
    np.copyto(won, fouls, where=any_foul)
    lead = won[0] + won[1] + won[2]
    np.multiply(lead, np.int32(rules.rows.points), out=scores.row_points[pair])
    _write_sweep_points(won, lead, rules, scores.scoop[pair])
    foul_scoop = _foul_scoop(rules)
    if foul_scoop != rules.rows.scoop:
        np.copyto(scores.scoop[pair], fouls * np.int32(foul_scoop), where=any_foul)
    for side, (player, opponent, sign) in enumerate(((first, second, 1), (second, first, -1))):
        collected = _collected(won == sign, scores.row_royalties[:, player], rules)
        np.add(collected[0] + collected[1], collected[2], out=scores.won_royalties[side, pair])
        if not rules.foul.pays_royalties:
            scores.won_royalties[side, pair, scores.foul[opponent]] = 0


def _collected(won: NDArray[np.bool_], royalties: Ints, rules: RuleSet) -> Ints:
    if rules.royalties.paid == "all":
        return royalties
    free = np.array([row in rules.royalties.without_winning for row in ROWS])
    collected: Ints = royalties * (won | free[:, None])
    return collected


def _write_sweep_points(won: NDArray[np.int8], lead: NDArray[np.int8], rules: RuleSet, out: Ints) -> None:
    """Write the points beside those for rows: for all three of them, or for two of the three."""
    sweep = (lead == 3).view(np.int8) - (lead == -3).view(np.int8)
    np.multiply(sweep, np.int32(rules.rows.scoop), out=out)
    if rules.rows.majority:
        winner = np.sign(lead)
        two = np.count_nonzero(won == winner, axis=0) == 2
        np.copyto(out, winner * np.int32(rules.rows.majority), where=two)


def _foul_scoop(rules: RuleSet) -> int:
    """Points a lone foul pays beyond its three rows."""
    if rules.foul.pays == "scoop":
        return rules.rows.scoop
    if rules.foul.pays == "rows":
        return 0
    return rules.foul.pays - 3 * rules.rows.points


def _earn_fantasyland(values: Ints, legal: NDArray[np.bool_], rules: RuleSet, out: NDArray[np.uint8]) -> None:
    entry = [_cards_by(rules.tables.entry[row], values[row], legal) for row in range(3)]
    np.maximum(np.maximum(entry[0], entry[1]), entry[2], out=out)
    if rules.fantasyland.entry.several is not None:
        out[np.count_nonzero(entry, axis=0) > 1] = rules.fantasyland.entry.several


def _keep_fantasyland(values: Ints, legal: NDArray[np.bool_], rules: RuleSet, out: NDArray[np.uint8]) -> None:
    for row in range(3):
        cards = _cards_by(rules.tables.stay[row], values[row], legal)
        as_before = (cards == SAME) * np.uint8(AS_BEFORE)
        cards[cards == SAME] = 0
        np.copyto(out, np.maximum(out & ~np.uint8(AS_BEFORE), cards) | (out & AS_BEFORE) | as_before)


def _cards_by(table: NDArray[np.uint8], values: Ints, legal: NDArray[np.bool_]) -> NDArray[np.uint8]:
    cards = np.zeros(len(values), dtype=np.uint8)
    _look_up(table, values, legal, cards)
    return cards


def _set_aside(scores: _Columns, gave_up: NDArray[np.bool_], rules: RuleSet) -> None:
    """Replace what was scored between players of whom one has a natural or gave up."""
    points = natural_points(rules)[scores.natural].astype(np.int32)
    higher_wins = rules.naturals is not None and rules.naturals.both == "higher"
    given_up = 0 if rules.surrender is None else rules.surrender.points
    for pair, (first, second) in enumerate(pair_places(len(scores.foul))):
        mine, theirs = points[first], points[second]
        natural = np.sign(mine - theirs) * np.maximum(mine, theirs)
        if not higher_wins:
            natural = np.where((mine > 0) & (theirs > 0), 0, natural)
        plays_on = ~gave_up & ~scores.foul
        surrender = given_up * (
            (gave_up[second] & plays_on[first]).astype(np.int32) - (gave_up[first] & plays_on[second])
        )
        surrendered = gave_up[first] | gave_up[second]
        aside = surrendered | (mine > 0) | (theirs > 0)
        scores.rows[:, pair, aside] = 0
        scores.row_points[pair, aside] = 0
        scores.scoop[pair, aside] = 0
        scores.won_royalties[:, pair, aside] = 0
        scores.other[pair] = np.where(surrendered, surrender, natural)
