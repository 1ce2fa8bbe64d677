"""One line of a capture: a message of the game server, what the dealer says, or something of no use here."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ofc_parsers.captures.decoding import Misfit, TolerantDecoder
from ofc_parsers.swc import vocabulary as words

if TYPE_CHECKING:
    from ofc_parsers.swc.vocabulary import GameState

__all__ = ["Line", "looks_alike", "read_line"]

_MESSAGE = TolerantDecoder(words.Message)
_STATE = TolerantDecoder(words.GameState)
_ARCHIVED = TolerantDecoder(words.Archived)
_FRAME = msgspec.json.Decoder(tuple[str, str])
_STATE_KEYS = {"gi", "gt"}


class Line(NamedTuple):
    """What a line holds.

    Attributes
    ----------
    state
        The table as it is now.
    sayings
        What the dealer says, with tags.
    time
        When the capture took it down; None where it does not say so, or not with an offset.
    unknown
        Paths of keys nobody knows.
    other
        What it is if it is none of these, such as a message of another kind; None otherwise.
    timeless
        A time of the capture that could not be read.
    """

    state: GameState | None = None
    sayings: tuple[str, ...] = ()
    time: datetime | None = None
    unknown: tuple[str, ...] = ()
    other: str | None = None
    timeless: str | None = None


def looks_alike(line: bytes) -> bool:
    """Whether a line is of this format, by a few of its words."""
    if line.startswith(words.FRAME):
        return b'"proxy-message"' in line
    if line.startswith(b"{"):
        return (b'"gi"' in line and b'"gt"' in line) or words.FRAME in line
    text = words.PREFIX.sub("", line.decode(errors="replace"), count=1)
    return any(
        pattern.fullmatch(text)
        for pattern in (words.GAME_STARTED, words.HAND_FINISHED, words.GAME_COMPLETE, words.FANTASYLAND)
    )


def read_line(raw: bytes) -> Line:
    """Read a line without its end; a text that is no message is taken for the dealer's.

    Raises
    ------
    Misfit
        If it is a message and does not decode.
    """
    if raw.startswith(words.FRAME):
        return _frame(raw)
    if raw.startswith(b"{"):
        return _object(raw)
    if words.OTHER_FRAME.match(raw):
        return Line(other="another frame of the socket")
    return Line(sayings=(words.PREFIX.sub("", raw.decode(errors="replace"), count=1),))


def _frame(raw: bytes | str) -> Line:
    try:
        event, text = _FRAME.decode(raw[len(words.FRAME) :])
    except msgspec.ValidationError:
        return Line(other="another event of the socket")
    except (msgspec.DecodeError, RecursionError) as error:
        raise Misfit("json-broken", f"the frame is not JSON: {error}") from None
    if event != words.SAID:
        return Line(other=f"the event {event}")
    return _from_message(*_MESSAGE.decode(text))


def _object(raw: bytes) -> Line:
    try:
        value = msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Misfit("json-broken", f"the line is not JSON: {error}") from None
    return _from_archive(value) if "payload" in value else _from_value(value)


def _from_archive(value: object) -> Line:
    kept, unknown = _ARCHIVED.convert(value)
    if isinstance(kept.payload, str):
        line = (
            _frame(kept.payload)
            if kept.payload.startswith(words.FRAME.decode())
            else Line(other="another frame of the socket")
        )
    elif isinstance(kept.payload, dict):
        line = _from_value(kept.payload)
    else:
        raise Misfit("value-type", "the payload of the line is neither a text nor an object")
    time = _time(kept.captured_at)
    return line._replace(
        time=time,
        unknown=(*line.unknown, *unknown),
        timeless=None if time is not None else kept.captured_at,
    )


def _from_value(value: dict[str, object]) -> Line:
    if "t" in value or "gameState" in value:
        return _from_message(*_MESSAGE.convert(value))
    if not value.keys() >= _STATE_KEYS:
        return Line(other="an object that is no state of a table")
    state, unknown = _STATE.convert(value)
    return Line(state=state, unknown=tuple(unknown))


def _from_message(message: words.Message, unknown: list[str]) -> Line:
    sayings = tuple(
        [
            event.table_msg
            for event in message.events or ()
            if event.type == words.TABLE_MESSAGE and event.table_msg is not None
        ]
    )
    if message.t != words.STATE or message.gameState is None:
        return Line(sayings=sayings, unknown=tuple(unknown), other=f"a message {message.t}")
    return Line(state=message.gameState, sayings=sayings, unknown=tuple(unknown))


def _time(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        time = datetime.fromisoformat(text)
        return None if time.tzinfo is None else time.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
