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

from ofc_analytics.errors import SettlementError
from ofc_analytics.evaluation import evaluate_boards, is_foul, row_class
from ofc_analytics.hands import MAX_PLAYERS, SOME_FANTASYLAND
from ofc_analytics.rules import SAME, RuleSet

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]

__all__ = ["Scores", "pair_places", "score"]

_BOARD = 13


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

    def matrix(self, signed: NDArray[np.integer]) -> NDArray[np.int64]:
        """Spread (n, p) signed pair numbers over an antisymmetric (n, k, k) int64 matrix.

        Entry ``[h, i, j]`` is positive where player `j` owes player `i`.
        """
        hands, players = self.foul.shape
        matrix = np.zeros((hands, players, players), dtype=np.int64)
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
    cards: NDArray[np.uint8], rules: RuleSet, *, in_fantasyland: NDArray[np.uint8] | None = None
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

    Raises
    ------
    SettlementError
        If `cards` has another shape, or boards are not complete.
    """
    if cards.ndim != 3 or cards.shape[2] != _BOARD or not 1 <= cards.shape[1] <= MAX_PLAYERS:
        raise SettlementError(
            f"boards come as (hands, 1 to {MAX_PLAYERS} players, {_BOARD} cards), got {cards.shape}"
        )
    if cards.size and cards.max() > 53:
        raise SettlementError("a board with unknown cards cannot be scored")
    hands, players = cards.shape[:2]
    values = evaluate_boards(
        cards.reshape(hands * players, _BOARD),
        wheel=rules.rows.wheel,
        middle=rules.rows.middle,
        five_of_a_kind=rules.rows.five_of_a_kind,
        equal_rows=rules.foul.equal_rows,
    )
    foul = is_foul(values, middle=rules.rows.middle, equal_rows=rules.foul.equal_rows)
    classes = np.where(foul[:, None], 0, row_class(values))
    legal = ~foul
    row_royalties = np.stack([rules.tables.royalties[row].take(classes[:, row]) for row in range(3)], axis=1)
    row_royalties *= legal[:, None]
    dealt = (
        np.zeros(hands * players, dtype=np.uint8) if in_fantasyland is None else in_fantasyland.reshape(-1)
    )
    fantasyland = _next_fantasyland(classes, legal, dealt, rules)
    return Scores(
        values=values.reshape(hands, players, 3),
        foul=foul.reshape(hands, players),
        row_royalties=row_royalties.reshape(hands, players, 3),
        fantasyland=fantasyland.reshape(hands, players),
        **_score_pairs(
            values.reshape(hands, players, 3),
            foul.reshape(hands, players),
            row_royalties.reshape(hands, players, 3),
            rules,
        )._asdict(),
    )


class _PairScores(NamedTuple):
    rows: NDArray[np.int8]
    row_points: Ints
    scoop: Ints
    won_royalties: Ints
    other: Ints


def _score_pairs(values: Ints, foul: NDArray[np.bool_], row_royalties: Ints, rules: RuleSet) -> _PairScores:
    hands, players = foul.shape
    places = pair_places(players)
    rows = np.zeros((hands, len(places), 3), dtype=np.int8)
    row_points, scoop, other = (np.zeros((hands, len(places)), dtype=np.int32) for _ in range(3))
    won_royalties = np.zeros((hands, len(places), 2), dtype=np.int32)
    paid_to_line_winner = rules.royalties.paid == "line-winner"
    for pair, (first, second) in enumerate(places):
        won = np.sign(values[:, first] - values[:, second]).astype(np.int8)
        fouls = foul[:, second].astype(np.int8) - foul[:, first]
        any_foul = foul[:, first] | foul[:, second]
        won = np.where(any_foul[:, None], fouls[:, None], won)
        lead = won.sum(axis=1, dtype=np.int32)
        rows[:, pair] = won
        row_points[:, pair] = lead * rules.rows.points
        scoop[:, pair] = np.where(any_foul, fouls * _foul_scoop(rules), _sweep_points(won, lead, rules))
        for side, (player, sign) in enumerate(((first, 1), (second, -1))):
            due = row_royalties[:, player]
            collected = due * (won == sign) if paid_to_line_winner else due
            won_royalties[:, pair, side] = collected.sum(axis=1)
    return _PairScores(rows, row_points, scoop, won_royalties, other)


def _sweep_points(won: NDArray[np.int8], lead: Ints, rules: RuleSet) -> Ints:
    """Points beside those for rows: for all three of them, or for two of the three."""
    winner = np.sign(lead)
    points = np.where(np.abs(lead) == 3, winner * rules.rows.scoop, 0)
    if rules.rows.majority:
        two = (won == winner[:, None]).sum(axis=1) == 2
        points = np.where(two, winner * rules.rows.majority, points)
    return points.astype(np.int32)


def _foul_scoop(rules: RuleSet) -> int:
    """Points a lone foul pays beyond its three rows."""
    if rules.foul.pays == "scoop":
        return rules.rows.scoop
    if rules.foul.pays == "rows":
        return 0
    return rules.foul.pays - 3 * rules.rows.points


def _next_fantasyland(
    classes: NDArray[np.integer], legal: NDArray[np.bool_], dealt: NDArray[np.uint8], rules: RuleSet
) -> NDArray[np.uint8]:
    entry = np.stack([rules.tables.entry[row].take(classes[:, row]) for row in range(3)])
    stay = np.stack([rules.tables.stay[row].take(classes[:, row]) for row in range(3)])
    cards = entry.max(axis=0)
    if rules.fantasyland.entry.several is not None:
        cards = np.where((entry > 0).sum(axis=0) > 1, rules.fantasyland.entry.several, cards)
    granted = rules.tables.entry[rules.tables.entry > 0]
    if granted.size:
        fewest = granted.min()
        now = np.where(dealt == SOME_FANTASYLAND, fewest, dealt)
        stay_cards = np.where(stay == SAME, now, stay).max(axis=0)
        cards = np.where(dealt > 0, stay_cards, cards)
    return np.where(legal, cards, 0).astype(np.uint8)
