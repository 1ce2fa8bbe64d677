"""What the last state of a hand says about its result: points, line points, royalties, fouls."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ofc_analytics.hands import Claim

if TYPE_CHECKING:
    from ofc_parsers.swc.vocabulary import GameState, Result, Seat

__all__ = ["SeatResult", "read_results"]

_ROWS = 3


class SeatResult(NamedTuple):
    """One seat's result as it is stated; `rows` are the royalties, None where they are not told or not clear."""

    points: int | None
    lines: int | None
    rows: tuple[int, ...] | None
    foul: bool | None
    unclear: bool

    def claim(self, fantasyland: int | None) -> Claim:
        """Make the claim; a fouled board is read as claiming no royalties, whatever is listed for it."""
        counted = (0, 0, 0) if self.foul and self.rows is not None else self.rows
        return Claim(
            points=self.points,
            royalties=counted,
            foul=self.foul,
            fantasyland=fantasyland,
            raw=None if counted == self.rows else msgspec.json.encode(self.rows).decode(),
        )


def read_results(state: GameState) -> dict[int, SeatResult]:
    """Read the results of all seats, by their places in the state.

    A line of row names a seat belongs to a sound board; a seat whose line is missing, or does not name three
    rows, has fouled. Where no line is there at all, nothing is said of fouls.
    """
    named = state.ss.hc.split("\n") if state.ss is not None and state.ss.hc else None
    return {
        place: _result(seat, None if named is None else named[place] if place < len(named) else "")
        for place, seat in enumerate(state.s)
        if seat is not None
    }


def _result(seat: Seat, line: str | None) -> SeatResult:
    parts = seat.chihr or ()
    each = {_royalties(part) for part in parts}
    return SeatResult(
        points=seat.p,
        lines=sum(part.e for part in parts) if parts else None,
        rows=each.pop() if len(each) == 1 else None,
        foul=None if line is None else sum(bool(name.strip()) for name in line.split("\t")) < _ROWS,
        unclear=len(each) > 1,
    )


def _royalties(part: Result) -> tuple[int, ...]:
    rows = [0] * _ROWS
    for row in part.h:
        rows[row.h] += row.b
    return tuple(rows)
