"""Who sits where and when: sessions at tables side by side, each a row of seats drawn from one crowd."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Plan", "Sessions"]

_BLOCK_HANDS = 10_000
_FIRST_DAY = datetime(2026, 1, 2, 17, tzinfo=UTC)
_SECONDS = (50, 190)  # between two hands
_BREAK = 1800  # seconds between two sessions of a table, and the most by which one begins late
_UNITS = np.array([100, 100, 200, 500, 1000])  # minor units a point is worth
_SEATS, _TIMES = 1, 2  # each kind of chance has its own numbers


@dataclass(frozen=True, slots=True)
class Sessions:
    """Consecutive sessions with one number of players; `m` of them, of `k` players.

    Attributes
    ----------
    number, table
        (m,) counted from 0.
    hands
        (m,) hands of each.
    players
        (m, k) places in the crowd.
    button
        (m,) place of the first button.
    unit, buy_in
        (m,) minor units a point is worth; (m, k) and 0 to 1, which share of the usual range a player buys in for.
    started
        (m, hands) seconds since 1970.
    within
        (m,) place in the block, which has its own chances.
    """

    number: NDArray[np.intp]
    table: NDArray[np.intp]
    hands: NDArray[np.intp]
    players: NDArray[np.intp]
    button: NDArray[np.intp]
    unit: NDArray[np.int64]
    buy_in: NDArray[np.float64]
    started: NDArray[np.int64]
    within: NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Plan:
    """All sessions of a run. What happens in one does not depend on how many there are.

    Attributes
    ----------
    hands
        Hands in all.
    length
        Hands of a session.
    tables
        Tables side by side.
    players
        Fewest and most players of a table.
    seed
        Of all chances.
    """

    hands: int
    length: int
    tables: int
    players: tuple[int, int]
    seed: int

    @property
    def width(self) -> int:
        """Sessions of a block."""
        return max(1, _BLOCK_HANDS // self.length)

    @property
    def blocks(self) -> int:
        """Blocks of sessions."""
        return -(-self.hands // (self.length * self.width))

    @property
    def run(self) -> str:
        """A few hex digits that tell this run's sessions from those of another."""
        told = repr((self.length, self.tables, self.players, self.seed))
        return hashlib.sha256(told.encode()).hexdigest()[:6]

    @property
    def crowd(self) -> int:
        """How many players there are: twice as many as can sit."""
        return 2 * self.tables * self.players[1]

    def block(self, number: int) -> list[Sessions]:
        """The sessions of one block, by their numbers of players."""
        first = number * self.width
        sessions = np.arange(first, min(first + self.width, -(-self.hands // self.length)))
        within = sessions - first
        rng = np.random.default_rng((self.seed, _TIMES, number))
        fewest, most = self.players
        count = rng.integers(fewest, most + 1, self.width)[within]
        button = rng.integers(0, 1 << 16, self.width)[within]
        unit = _UNITS[rng.integers(len(_UNITS), size=self.width)][within]
        buy_in = rng.random((self.width, most))[within]
        late = rng.integers(0, _BREAK, self.width)[within]
        gaps = rng.integers(*_SECONDS, (self.width, self.length))[within]
        rounds, table = np.divmod(sessions, self.tables)
        start = int(_FIRST_DAY.timestamp()) + rounds * (self.length * _SECONDS[1] + 2 * _BREAK) + late
        seats = self._seats(rounds, table)
        found = []
        for players in np.unique(count):
            here = count == players
            found.append(
                Sessions(
                    number=sessions[here],
                    table=table[here],
                    hands=np.minimum(self.length, self.hands - sessions[here] * self.length),
                    players=seats[here, :players],
                    button=button[here] % players,
                    unit=unit[here],
                    buy_in=buy_in[here, :players],
                    started=start[here, None] + gaps[here].cumsum(axis=1),
                    within=within[here],
                )
            )
        return found

    def _seats(self, rounds: NDArray[np.intp], table: NDArray[np.intp]) -> NDArray[np.intp]:
        """(m, most) players; nobody sits at two tables in one round."""
        most = self.players[1]
        seats = np.empty((len(rounds), most), dtype=np.intp)
        for one in np.unique(rounds):
            order = np.random.default_rng((self.seed, _SEATS, int(one))).permutation(self.crowd)
            here = rounds == one
            seats[here] = order[: self.tables * most].reshape(self.tables, most)[table[here]]
        return seats
