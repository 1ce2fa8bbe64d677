"""Three players who place cards sensibly: each choice is the best of random completions of the board."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain, combinations, product
from typing import TYPE_CHECKING

import numpy as np

from ofc_analytics.evaluation import evaluate_boards, is_foul, row_class
from ofc_analytics.hands import ROW_SIZES, Player, Street

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ofc_analytics.rules import RuleSet

    Rows = tuple[tuple[int, ...], ...]

__all__ = ["deal_hand"]

_COMPLETIONS = 120
_HOPEFUL = 4  # a player who chooses among cards does about as well as the best quarter of random ones
_FOUL = -6
_FANTASYLAND = 9
_ARRANGEMENTS = 4000


@dataclass
class _Seat:
    seat: int
    fantasyland: int
    rows: list[list[int]] = field(default_factory=lambda: [[], [], []])
    discards: list[int] = field(default_factory=list)
    streets: list[Street] = field(default_factory=list)

    @property
    def board(self) -> list[int]:
        return list(chain.from_iterable(self.rows))


def deal_hand(
    names: tuple[str, ...],
    *,
    rules: RuleSet,
    rng: np.random.Generator,
    button: int,
    stacks: tuple[int, ...],
    fantasyland: tuple[int, ...],
) -> tuple[Player, ...]:
    """Deal and play one hand; seats count from 1, `fantasyland` is the cards each seat is dealt in it."""
    deck = [int(card) for card in rng.permutation(52)]
    seats = [_Seat(place + 1, cards) for place, cards in enumerate(fantasyland)]
    order = [seats[(button + step) % len(seats)] for step in range(len(seats))]
    for seat in order:
        if seat.fantasyland:
            _arrange(seat, _draw(deck, seat.fantasyland), rules, rng)
    for street in rules.deal.streets:
        for seat in order:
            if not seat.fantasyland:
                _place(seat, _draw(deck, street.cards), street.keep, rules, rng)
    return tuple(
        Player(
            seat=seat.seat,
            name=name,
            stack=stack,
            fantasyland=seat.fantasyland,
            cards=bytes(seat.board),
            discards=bytes(seat.discards),
            streets=tuple(seat.streets),
        )
        for seat, name, stack in zip(seats, names, stacks, strict=True)
    )


def _draw(deck: list[int], count: int) -> list[int]:
    dealt, deck[:] = deck[:count], deck[count:]
    return dealt


def _place(seat: _Seat, dealt: list[int], keep: int, rules: RuleSet, rng: np.random.Generator) -> None:
    unseen = np.setdiff1d(np.arange(52), [*seat.board, *seat.discards, *dealt])
    choices = list(_choices(seat, dealt, keep))
    missing = 13 - len(seat.board) - keep
    draws = np.stack([rng.permutation(unseen)[:missing] for _ in range(_COMPLETIONS)])
    boards = np.concatenate([_completed(seat, rows, draws) for rows in choices])
    worth = np.sort(_worth(boards, rules).reshape(len(choices), _COMPLETIONS), axis=1)
    hopes = worth[:, -_COMPLETIONS // _HOPEFUL :].mean(axis=1)
    _record(seat, dealt, choices[int(hopes.argmax())])


def _choices(seat: _Seat, dealt: list[int], keep: int) -> Iterator[Rows]:
    free = [size - len(row) for size, row in zip(ROW_SIZES, seat.rows, strict=True)]
    for kept in combinations(dealt, keep):
        for places in product(range(3), repeat=keep):
            if all(places.count(row) <= free[row] for row in range(3)):
                yield tuple(
                    tuple(c for c, place in zip(kept, places, strict=True) if place == row)
                    for row in range(3)
                )


def _completed(seat: _Seat, rows: Rows, draws: NDArray[np.int64]) -> NDArray[np.uint8]:
    parts, used = [], 0
    for size, placed, added in zip(ROW_SIZES, seat.rows, rows, strict=True):
        fixed = np.array([*placed, *added], dtype=np.int64)
        missing = size - len(fixed)
        parts += [np.broadcast_to(fixed, (len(draws), len(fixed))), draws[:, used : used + missing]]
        used += missing
    return np.concatenate(parts, axis=1).astype(np.uint8)


def _arrange(seat: _Seat, dealt: list[int], rules: RuleSet, rng: np.random.Generator) -> None:
    shuffled = np.array([rng.permutation(dealt) for _ in range(_ARRANGEMENTS)], dtype=np.uint8)
    best = shuffled[int(_worth(shuffled[:, :13], rules).argmax())].tolist()
    _record(seat, dealt, (tuple(best[:3]), tuple(best[3:8]), tuple(best[8:13])))


def _worth(boards: NDArray[np.uint8], rules: RuleSet) -> NDArray[np.float64]:
    values = evaluate_boards(boards)
    classes = row_class(values)
    royalties = sum(rules.tables.royalties[row].take(classes[:, row]) for row in range(3))
    fantasyland = (rules.tables.entry[0].take(classes[:, 0]) > 0) * _FANTASYLAND
    strength = values.sum(axis=1) / 2**24  # between equal royalties the stronger rows
    return np.where(is_foul(values), _FOUL, royalties + fantasyland + strength)


def _record(seat: _Seat, dealt: list[int], rows: Rows) -> None:
    placed = [card for row in rows for card in row]
    discarded = [card for card in dealt if card not in placed]
    for row, added in zip(seat.rows, rows, strict=True):
        row.extend(added)
    seat.discards.extend(discarded)
    seat.streets.append(
        Street(
            dealt=bytes(dealt),
            top=bytes(rows[0]),
            middle=bytes(rows[1]),
            bottom=bytes(rows[2]),
            discarded=bytes(discarded),
        )
    )
