"""The format's parser: sorts a log's lines into hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

import msgspec

from ofc_analytics.errors import ParseIssue
from ofc_analytics.formats import BATCH, Sniff
from ofc_analytics.schema import frame_from_hands
from ofc_parsers.captures.decoding import Misfit, TolerantDecoder
from ofc_parsers.captures.disguising import disguised_lines, fields, kept, player
from ofc_parsers.captures.tally import Tally
from ofc_parsers.poker_arena import vocabulary as words
from ofc_parsers.poker_arena.dealing import Dealing
from ofc_parsers.poker_arena.seat import LogError

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from ofc_analytics.formats import ParseContext
    from ofc_analytics.formats.disguise import Disguise
    from ofc_analytics.hands import Hand

__all__ = ["PokerArena"]

_SNIFFED_LINES = 20
_KEYS = ({"hand", "seats"}, {"hand", "ev"}, {"log_summary"})
_DECODER = TolerantDecoder(words.Line)
_SECRETS = fields(
    words.Line,
    words.Summary,
    words.Deal,
    words.Placement,
    words.Place,
    words.Fantasyland,
    words.RowRoyalties,
    words.Showdown,
    words.Score,
    event=kept,
    seats=player,
)
_VARIANT_NOTE = ParseIssue(
    code="variant-assumed",
    message="the log names no variant; by its deals it is pineapple, and deals alone cannot tell progressive "
    "Fantasyland or a 2-7 middle from it: name a rule set for those",
    severity="note",
)


class PokerArena:
    """Spectator logs of the poker-arena engine."""

    name = "poker-arena"
    title = "spectator log of the poker-arena engine, JSON lines"
    version = "4"
    tier = "proven"
    extensions = (".jsonl", ".ndjson")

    def sniff(self, head: bytes, name: str) -> Sniff:  # noqa: ARG002 (the content says enough)
        """Sure where the lines are headers, events and summaries of the engine."""
        lines = [line for line in head.split(b"\n", _SNIFFED_LINES)[:_SNIFFED_LINES] if line.strip()]
        alike = sum(map(_looks_alike, lines))
        return Sniff(
            0.9 * alike / max(len(lines), 1), f"{alike} of its first {len(lines)} lines are hand events"
        )

    def parse(self, stream: BinaryIO, context: ParseContext) -> Iterator[pl.DataFrame]:
        """Read hands as their last events come in; a line or hand that does not fit is an issue."""
        log = _Log(context)
        hands: list[Hand] = []
        for number, line in enumerate(stream, 1):
            if line.strip():
                hands += log.take(line, number)
            if len(hands) >= BATCH:
                yield frame_from_hands(hands[:BATCH])
                hands = hands[BATCH:]
        hands += log.finish()
        for start in range(0, len(hands), BATCH):
            yield frame_from_hands(hands[start : start + BATCH])

    def anonymise(self, stream: BinaryIO, disguise: Disguise) -> Iterator[bytes]:
        """Write the lines again with other names; hands have numbers alone, and no times."""
        return disguised_lines(stream, _SECRETS, disguise)


def _looks_alike(line: bytes) -> bool:
    try:
        return set(msgspec.json.decode(line, type=dict[str, msgspec.Raw])) in _KEYS
    except (msgspec.DecodeError, RecursionError):
        return False


class _Event(msgspec.Struct):
    event: str


class _Named(msgspec.Struct):
    """A line as far as it names an event."""

    ev: _Event


class _Log:
    """The hands of a log that are not finished yet."""

    def __init__(self, context: ParseContext) -> None:
        self._context = context
        self._tally = Tally()
        self._open: dict[int, Dealing] = {}
        self._complete: dict[int, Dealing] = {}
        self._known: set[int] = set()
        self._headless: set[int] = set()
        self._current: Dealing | None = None
        self._headers = 0
        self._above = 0  # the number of the first hand where reading begins in the middle: hands count up
        self._counted = context.first_line == 1
        self._told_variant = False

    def take(self, raw: bytes, line: int) -> list[Hand]:
        """Take a line in; give the hands that it shows to be finished."""
        try:
            record = self._read(raw, line)
            if record is None:
                pass
            elif record.seats is not None and record.hand is not None:
                return self._begin(record.hand, record.seats, line)
            elif record.log_summary is not None:
                self._compare(record.log_summary)
            elif record.ev is not None and record.hand is not None:
                self._add(record.hand, record.ev, line)
            else:
                self._tally.add(
                    "line-unknown",
                    "a line that is no part of a hand is not read",
                    line=line,
                    expected="a header or an event",
                )
        except LogError as error:
            self._report(error, raw, line)
        return []

    def _read(self, raw: bytes, line: int) -> words.Line | None:
        """Decode a line; what nobody knows in it is counted and left out, and None given where that is the whole line."""
        try:
            record, unknown = _DECODER.decode(raw)
        except Misfit as misfit:
            name = _unknown_event(raw)
            if name is None:
                text = raw.decode(errors="replace").strip()
                expected = "one whole JSON object with the keys and values of the engine"
                raise LogError(misfit.code, misfit.message, text=text, expected=expected) from None
            expected = f"one of {', '.join(words.EVENTS)}"
            self._tally.add(
                "event-unknown",
                "an event that is not known is not read",
                text=name,
                line=line,
                expected=expected,
            )
            return None
        for key in unknown:
            self._tally.add("key-unknown", "a key that is not known is not read", text=key, line=line)
        return record

    def finish(self) -> list[Hand]:
        """Give the hands that are left at the end of the log, and tell what was counted."""
        hands = self._close(list(self._open.values()))
        self._tally.report(self._context)
        return hands

    def _begin(self, number: int, names: tuple[str, ...], line: int) -> list[Hand]:
        if (again := self._open.get(number)) is not None:
            self._complete[number] = again
        hands = self._close(list(self._complete.values()))
        if not self._open:
            self._context.resume_line = line
        if self._headers == 0 and self._context.first_line > 1:
            self._above = number
        self._headers += 1
        self._known.add(number)
        self._headless.discard(number)
        self._current = self._open[number] = Dealing(number, names, line)
        return hands

    def _add(self, number: int, event: words.Event, line: int) -> None:
        hand = self._open.get(number)
        if hand is None:
            self._refuse_headless(number)
            return
        if hand is not self._current:
            self._current = hand
            self._tell_interleaved(hand, line)
        hand.take(event, line)
        if hand.complete:
            self._complete[hand.number] = hand

    def _refuse_headless(self, number: int) -> None:
        """Tell once of a hand that has no header, or is over; only the former is a hand more that is left out."""
        if number not in self._headless:
            self._headless.add(number)
            over = number in self._known or number < self._above
            raise LogError(
                "hand-unknown",
                "the hand is over, and this and later lines of it are not read"
                if over
                else "the hand has no header, and none of its lines is read",
                text=str(number),
                expected="a header first",
                hands=int(not over),
            )

    def _compare(self, summary: words.Summary) -> None:
        headers, self._headers = self._headers, 0
        counted, self._counted = self._counted, True
        if counted and summary.hands_kept != headers:
            raise LogError(
                "summary-mismatch",
                "the log does not hold as many hands as its summary says",
                text=f"{headers} hands",
                expected=f"{summary.hands_kept} hands",
            )

    def _close(self, dealings: list[Dealing]) -> list[Hand]:
        for dealing in dealings:
            del self._open[dealing.number]
        self._complete.clear()
        hands = [hand for dealing in dealings if (hand := dealing.hand(self._context)) is not None]
        if not self._told_variant and any(hand.variant == "pineapple" for hand in hands):
            self._told_variant = True
            self._context.report(_VARIANT_NOTE)
        return hands

    def _tell_interleaved(self, hand: Dealing, line: int) -> None:
        if not hand.interleaved:
            hand.interleaved = True
            self._context.report(
                ParseIssue(
                    code="hand-interleaved",
                    message="another hand begins before this one ends; each was read by its number",
                    line=line,
                    hand=str(hand.number),
                    severity="note",
                )
            )

    def _report(self, error: LogError, raw: bytes, line: int) -> None:
        self._context.report(
            ParseIssue(
                code=error.code,
                message=error.message,
                line=line,
                text=error.text,
                expected=error.expected,
                hand=_hand_number(raw),
                raw=raw.decode(errors="replace").strip(),
                hands=error.hands,
            )
        )


def _unknown_event(raw: bytes) -> str | None:
    """Give the name of an event that nobody knows."""
    try:
        name = msgspec.json.decode(raw, type=_Named).ev.event
    except (msgspec.DecodeError, RecursionError):
        return None
    return None if name in words.EVENTS else name


def _hand_number(raw: bytes) -> str | None:
    try:
        return str(msgspec.json.decode(raw, type=dict[str, msgspec.Raw])["hand"], "utf-8")
    except (msgspec.DecodeError, RecursionError, KeyError):
        return None
