"""The format's parser: reads states, and joins those of one hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from ofc_analytics.formats import BATCH, Sniff
from ofc_analytics.schema import frame_from_hands
from ofc_parsers.captures.decoding import Misfit, TolerantDecoder
from ofc_parsers.captures.disguising import disguised_lines, fields, identifier, kept, player, table, unread
from ofc_parsers.captures.faults import Fault
from ofc_parsers.captures.spelling import read_json, respell
from ofc_parsers.captures.tally import Tally
from ofc_parsers.kkpoker import vocabulary as words
from ofc_parsers.kkpoker.dealing import Dealing
from ofc_parsers.kkpoker.moment import Moment, read_moment
from ofc_parsers.kkpoker.pieces import Piece, pieces

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from ofc_analytics.formats import ParseContext
    from ofc_analytics.formats.disguise import Disguise
    from ofc_analytics.hands import Hand

__all__ = ["KKPoker"]

_PLAYERS = re.compile(rb'"players"\s*:', re.IGNORECASE)
_STATE = [
    re.compile(rb'"%s"\s*:' % key.replace("_", "_?").encode(), re.IGNORECASE) for key in words.STATE_KEYS
]
_SECRETS = dict.fromkeys(words.KEYS, kept) | fields(
    words.Frame,
    words.State,
    words.Player,
    words.Board,
    name=player,
    table_label=table,
    hand_id=identifier,
    gameid=identifier,
    frame=unread,
    frame_sha256=unread,
    source_archive=unread,
    source_archive_sha256=unread,
    evidence_notes=unread,
)
_DECODER = TolerantDecoder(words.Frame)


class KKPoker:
    """States of KKPoker's joker tables."""

    name = "kkpoker-state"
    title = "states of KKPoker joker tables, JSON objects"
    version = "2"
    tier = "shape"
    extensions = (".json", ".jsonl", ".ndjson")

    def sniff(self, head: bytes, name: str) -> Sniff:  # noqa: ARG002 (the content says enough)
        """Sure where objects have players and keys of a state."""
        keys = sum(pattern.search(head) is not None for pattern in _STATE)
        alike = _PLAYERS.search(head) is not None and head.lstrip()[:1] in {b"{", b"["}
        return Sniff(
            0.95 * (alike and keys > 0),
            f"it has players, and {keys} of the {len(_STATE)} keys that tell a state",
        )

    def parse(self, stream: BinaryIO, context: ParseContext) -> Iterator[pl.DataFrame]:
        """Read hands whose last state has whole boards; all others are issues."""
        table = _Table(context)
        hands: list[Hand] = []
        for piece in pieces(stream):
            hands += table.take(piece)
            while len(hands) >= BATCH:
                yield frame_from_hands(hands[:BATCH])
                hands = hands[BATCH:]
        hands += table.finish()
        yield frame_from_hands(hands)

    def anonymise(self, stream: BinaryIO, disguise: Disguise) -> Iterator[bytes]:
        """Write the text again with other names, ids and tables; states have no times."""
        return disguised_lines(stream, _SECRETS, disguise)


def _usual(value: object) -> words.Frame | None:
    """Read a frame, or a state without one, all of whose keys are spelt as fields are; None for any other."""
    if not isinstance(value, dict) or not ("state" in value or "players" in value):
        return None
    try:
        return msgspec.convert(value if "state" in value else {"state": value}, words.Frame)
    except msgspec.ValidationError:
        return None


class _Table:
    """The hand that is being played."""

    def __init__(self, context: ParseContext) -> None:
        self._context = context
        self._tally = Tally()
        self._open: Dealing | None = None

    def take(self, piece: Piece) -> list[Hand]:
        """Take a piece in; give the hands that it shows to be over."""
        hands: list[Hand] = []
        try:
            for value in self._objects(piece):
                hands += self._take_object(value, piece)
        except RecursionError:
            self._report(Fault("json-broken", "the text is nested too deeply", expected="states"), piece)
        except Fault as fault:
            self._report(fault, piece)
        return hands

    def finish(self) -> list[Hand]:
        """Give the hand that is left at the end, and report what was counted."""
        hands = self._close()
        self._tally.report(self._context)
        return hands

    def _objects(self, piece: Piece) -> list[Any]:
        if piece.too_large:
            raise Fault("state-too-large", "the text is too long to be a state", expected="one state a line")
        value = read_json(piece.text)
        return value if isinstance(value, list) else [value]

    def _take_object(self, value: object, piece: Piece) -> list[Hand]:
        frame = self._frame(value, piece)
        if frame is None or frame.state is None:
            return []
        try:
            moment = read_moment(frame.state, table=frame.table_label, line=piece.line, last=piece.last)
        except Fault as fault:
            self._report_state(fault, piece)
            return []
        return self._take_moment(moment, piece)

    def _take_moment(self, moment: Moment, piece: Piece) -> list[Hand]:
        hands = [] if self._open is None or self._open.continues(moment) else self._close()
        if self._open is None:
            self._open = Dealing(moment)
        try:
            self._open.take(moment)
        except Fault as fault:
            self._report(fault, piece)
        return hands

    def _frame(self, value: object, piece: Piece) -> words.Frame | None:
        """Read an object as a frame, or as a state without one; None where it is neither."""
        if (frame := _usual(value)) is not None:
            return frame
        try:
            value = respell(value, words.KEYS)
        except Fault as twice:
            self._report_state(twice, piece)
            return None
        if not isinstance(value, dict) or not {"state", "players"} & value.keys():
            self._tally.add("object-unknown", "an object that is no state is not read", line=piece.line)
            return None
        try:
            frame, unknown = _DECODER.convert(value if "state" in value else {"state": value})
        except Misfit as misfit:
            fault = Fault(misfit.code, misfit.message, expected="the keys and values of a state")
            self._report_state(fault, piece)
            return None
        for key in unknown:
            self._tally.add("key-unknown", "a key that is not known is not read", text=key, line=piece.line)
        return frame

    def _close(self) -> list[Hand]:
        dealing, self._open = self._open, None
        hand = None if dealing is None else dealing.hand(self._context, self._tally)
        return [] if hand is None else [hand]

    def _report_state(self, fault: Fault, piece: Piece) -> None:
        """Report a state that cannot be read; within a hand that goes on it keeps out no other."""
        fault.hands = int(self._open is None)
        self._report(fault, piece)

    def _report(self, fault: Fault, piece: Piece) -> None:
        self._context.report(fault.issue(line=piece.line, raw=piece.text))
