"""Checks that every hand passes, whichever parser read it, and repeated hands within one reading.

The checks are columns; only hands that fail one become objects, to be described.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.cards import UNKNOWN
from ofc_analytics.errors import FormatError, ParseIssue
from ofc_analytics.hands import MAX_PLAYERS, Hand, Problem, find_problems
from ofc_analytics.schema import HANDS, hands_from_frame

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Repeats", "check_hands", "check_schema"]

_CODES = 256
_PLAYER = pl.element().struct


def check_schema(frame: pl.DataFrame, *, parser: str, file: str) -> None:
    """See that a parser gave the columns it owes.

    Raises
    ------
    FormatError
        With code ``parser-broken``, naming the columns that differ.
    """
    if frame.schema == HANDS:
        return
    wrong = sorted(name for name in {*frame.schema, *HANDS} if frame.schema.get(name) != HANDS.get(name)) or [
        "their order"
    ]
    raise FormatError(
        ParseIssue(
            code="parser-broken",
            message=f"the parser {parser!r} gave a frame that is not of schema Hands: {', '.join(wrong)}",
            file=file,
            expected="frames made by ofc_analytics.schema.frame_from_hands",
        )
    )


def check_hands(frame: pl.DataFrame) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Part the hands that can be settled from those that cannot.

    Parameters
    ----------
    frame
        n hands of schema `Hands`.

    Returns
    -------
    frame, issues
        The sound hands in their order, and one issue a problem of the others, of the codes that
        `ofc_analytics.hands.find_problems` gives.
    """
    suspects = np.flatnonzero(_is_suspect(frame))
    described = [(hand, find_problems(hand)) for hand in hands_from_frame(frame[suspects])]
    bad = suspects[[bool(problems) for _, problems in described]]
    sound = np.ones(frame.height, dtype=bool)
    sound[bad] = False
    issues = [_issue(hand, problem) for hand, problems in described for problem in problems]
    return frame.filter(pl.Series(sound)) if len(bad) else frame, issues


class Repeats:
    """Hands seen so far in one reading, by the first 64 bits of their hashes."""

    def __init__(self) -> None:
        self._identities: set[int] = set()
        self._contents: set[int] = set()

    def take(self, frame: pl.DataFrame) -> tuple[pl.DataFrame, list[ParseIssue]]:
        """Leave out hands that were seen before with the same content, and tell of conflicts.

        Returns
        -------
        frame, issues
            A repeated hand is left out with a note (``duplicate-hand``). A hand of a known identity but
            another content is kept, since nobody here can say which is right, with an error
            (``hand-conflict``): whoever adds both up counts a hand twice.
        """
        marked = frame.with_columns(identity=_bits("hand_id"), content=_bits("content_hash"))
        identities, contents = marked["identity"].to_list(), marked["content"].to_list()
        fresh = (
            len(set(identities)) == len(identities)
            and self._identities.isdisjoint(identities)
            and self._contents.isdisjoint(contents)
        )
        issues: list[ParseIssue] = []
        if not fresh:
            known = marked.with_columns(
                duplicate=pl.col("content").is_in(list(self._contents.intersection(contents)))
                | ~pl.col("content").is_first_distinct(),
                again=pl.col("identity").is_in(list(self._identities.intersection(identities)))
                | ~pl.col("identity").is_first_distinct(),
            ).with_columns(conflict=pl.col("again") & ~pl.col("duplicate"))
            issues = [
                *map(_duplicate, hands_from_frame(frame.filter(known["duplicate"]))),
                *map(_conflict, hands_from_frame(frame.filter(known["conflict"]))),
            ]
            frame = frame.filter(~known["duplicate"])
        self._identities.update(identities)
        self._contents.update(contents)
        return frame, issues


def _is_suspect(frame: pl.DataFrame) -> NDArray[np.bool_]:
    """Hands with a wrong number of players, a repeated seat, name or card, or a card that is not known."""
    count = pl.col("players").list.len()
    table = frame.select(
        ~count.is_between(2, MAX_PLAYERS)
        | (pl.col("players").list.eval(_PLAYER.field("seat").n_unique()).list.first() < count)
        | (pl.col("players").list.eval(_PLAYER.field("name").n_unique()).list.first() < count)
    ).to_series()
    return np.asarray(table.to_numpy(), dtype=np.bool_) | _has_bad_cards(frame)


def _has_bad_cards(frame: pl.DataFrame) -> NDArray[np.bool_]:
    players = (
        frame.select(hand=pl.int_range(pl.len(), dtype=pl.Int64), player="players")
        .explode("player")
        .drop_nulls()
        .select(
            "hand",
            cards=pl.col("player").struct.field("cards").arr.to_list(),
            discards=pl.col("player").struct.field("discards"),
        )
    )
    cards = players.select("hand", card=pl.col("cards").list.concat("discards")).explode("card").drop_nulls()
    places = cards["hand"].to_numpy() * _CODES + cards["card"].to_numpy()
    times = np.bincount(places, minlength=frame.height * _CODES).reshape(frame.height, _CODES)
    bad: NDArray[np.bool_] = (times[:, :UNKNOWN] > 1).any(axis=1) | (times[:, UNKNOWN] > 0)
    return bad


def _bits(column: str) -> pl.Expr:
    return pl.col(column).str.slice(0, 16).str.to_integer(base=16, dtype=pl.UInt64)


def _issue(hand: Hand, problem: Problem) -> ParseIssue:
    lines = [line for place in problem.players if (line := hand.players[place].line) is not None]
    return ParseIssue(
        code=problem.code,
        message=problem.message,
        file=hand.source.file,
        line=max(lines, default=hand.source.line),
        text=problem.text,
        expected=problem.expected,
        hand=_shown_id(hand),
    )


def _duplicate(hand: Hand) -> ParseIssue:
    return ParseIssue(
        code="duplicate-hand",
        message="the same hand was read before; it is kept once",
        file=hand.source.file,
        line=hand.source.line,
        hand=_shown_id(hand),
        severity="note",
    )


def _conflict(hand: Hand) -> ParseIssue:
    return ParseIssue(
        code="hand-conflict",
        message="a hand of this identity was read before with another content; both are kept",
        file=hand.source.file,
        line=hand.source.line,
        hand=_shown_id(hand),
        expected="each hand once, or twice with the same cards and claims",
    )


def _shown_id(hand: Hand) -> str | None:
    if hand.native_id is not None:
        return hand.native_id
    return None if hand.hand_no is None else str(hand.hand_no)
