"""Checks that every hand passes, whichever parser read it, and repeated hands within one reading.

The checks are columns; only hands that fail one become objects, to be described.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ofc_analytics.cards import UNKNOWN
from ofc_analytics.errors import FormatError, ParseIssue
from ofc_analytics.hands import MAX_PLAYERS, Hand, Problem, find_problems
from ofc_analytics.schema import HANDS, hands_from_frame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["Repeats", "check_hands", "check_lines", "check_schema"]

Place = tuple[str, str | None, int | None]
"""File, sheet and line at which a hand was read."""

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
        `ofc_analytics.hands.find_problems` gives; the first of a hand counts it.
    """
    suspects = np.flatnonzero(_is_suspect(frame))
    described = [(hand, find_problems(hand)) for hand in hands_from_frame(frame[suspects])]
    bad = suspects[[bool(problems) for _, problems in described]]
    sound = np.ones(frame.height, dtype=bool)
    sound[bad] = False
    issues = [
        _issue(hand, problem, hands=int(nth == 0))
        for hand, problems in described
        for nth, problem in enumerate(problems)
    ]
    return frame.filter(pl.Series(sound)) if len(bad) else frame, issues


def check_lines(
    frame: pl.DataFrame, strays: Sequence[int], cut: ParseIssue | None
) -> tuple[pl.DataFrame, list[ParseIssue]]:
    """Part the hands whose lines can be trusted from those with a line that is not UTF-8, or that may go on.

    Parameters
    ----------
    frame
        n hands of schema `Hands`, of one input.
    strays
        1-based lines of the input that are not UTF-8, in order, and of which the parser said nothing.
    cut
        The fault of an input that is cut off, with its last whole line.

    Returns
    -------
    frame, issues
        The hands to be trusted, and an issue for each of the others: ``encoding``, or ``hand-unfinished`` for a
        hand of several lines that ends where the input does, so that a player may be missing.
    """
    if cut is None and not strays:
        return frame, []
    first = pl.col("source").struct.field("line")
    last = pl.col("players").list.eval(_PLAYER.field("line")).list.max()
    lines = frame.select(first=first, last=pl.max_horizontal(first, last))
    spans = np.nan_to_num(lines.cast(pl.Float64).to_numpy().astype(np.float64), nan=-1)
    bad = np.asarray(strays, dtype=np.float64)
    at = np.searchsorted(bad, spans[:, 0])
    stray = at < np.searchsorted(bad, spans[:, 1], side="right")
    end = np.inf if cut is None or cut.line is None else cut.line
    open_ended = ~stray & (spans[:, 0] < spans[:, 1]) & (spans[:, 1] >= end)
    if not (stray | open_ended).any():
        return frame, []
    issues = [
        *(
            _left_out(
                hand,
                "encoding",
                "the hand has bytes that are not UTF-8 text",
                line=int(bad[place]),
                expected="UTF-8 text",
            )
            for hand, place in zip(hands_from_frame(frame.filter(stray)), at[stray], strict=True)
        ),
        *(
            _left_out(
                hand,
                "hand-unfinished",
                "the file is cut off where the hand ends, and a player may be missing",
                line=hand.source.line,
                expected="the whole file",
            )
            for hand in hands_from_frame(frame.filter(open_ended))
        ),
    ]
    return frame.filter(~(stray | open_ended)), issues


class Repeats:
    """Hands seen so far in one reading: the first 64 bits of their hashes, and where they were read first."""

    def __init__(self) -> None:
        self._first: dict[int, tuple[int, Place]] = {}

    def take(self, frame: pl.DataFrame) -> tuple[pl.DataFrame, list[ParseIssue], pl.DataFrame]:
        """Leave out hands that were read before.

        Returns
        -------
        frame, issues, conflicts
            A hand that comes again with the same content is left out with a note (``duplicate-hand``); one of a
            known identity but another content with an error (``hand-conflict``), since nobody here can say
            which is right and both together would count a hand twice. Each issue names the place of the first.
        """
        hashes = frame.select(_bits("hand_id"), _bits("content_hash"))
        source = frame["source"].struct.unnest()
        places = source.select("file", "sheet", "line").rows()
        entries = list(zip(hashes["content_hash"].to_list(), places, strict=True))
        firsts = list(map(self._first.setdefault, hashes["hand_id"].to_list(), entries))
        again = [
            at for at, (first, entry) in enumerate(zip(firsts, entries, strict=True)) if first is not entry
        ]
        if not again:
            return frame, [], frame.clear()
        issues = [
            _repeated(hand, place, same=content == entries[at][0])
            for hand, at in zip(hands_from_frame(frame[again]), again, strict=True)
            for content, place in [firsts[at]]
        ]
        fresh = np.ones(frame.height, dtype=bool)
        fresh[again] = False
        otherwise = [at for at, issue in zip(again, issues, strict=True) if not issue.is_repeat]
        return frame.filter(fresh), issues, frame[otherwise]


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


def _issue(hand: Hand, problem: Problem, *, hands: int) -> ParseIssue:
    lines = [line for place in problem.players if (line := hand.players[place].line) is not None]
    return replace(
        _left_out(
            hand,
            problem.code,
            problem.message,
            line=max(lines, default=hand.source.line),
            expected=problem.expected,
        ),
        text=problem.text,
        hands=hands,
    )


def _repeated(hand: Hand, first: Place, *, same: bool) -> ParseIssue:
    before = _place_text(first, hand.source.file)
    if same:
        message = f"the same hand was read before ({before}); it is kept once"
        issue = _left_out(hand, "duplicate-hand", message, line=hand.source.line, expected=None)
        return replace(issue, severity="note")
    return _left_out(
        hand,
        "hand-conflict",
        f"a hand of this identity was read before ({before}) with another content; the first is kept",
        line=hand.source.line,
        expected="each hand once, or twice with the same cards and claims",
    )


def _left_out(hand: Hand, code: str, message: str, *, line: int | None, expected: str | None) -> ParseIssue:
    return ParseIssue(
        code=code,
        message=message,
        file=hand.source.file,
        sheet=hand.source.sheet,
        line=line,
        hand=_shown_id(hand),
        expected=expected,
        hands=1,
    )


def _place_text(place: Place, file: str) -> str:
    there, sheet, line = place
    parts = [
        "" if there == file else there,
        "" if sheet is None else f"sheet {sheet!r}",
        "" if line is None else f"line {line}",
    ]
    return ", ".join(filter(None, parts)) or there or "in the same input"


def _shown_id(hand: Hand) -> str | None:
    if hand.native_id is not None:
        return hand.native_id
    return None if hand.hand_no is None else str(hand.hand_no)
