"""The format's parser: reads replays, and tells of what is none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from ofc_analytics.errors import ParseIssue
from ofc_analytics.formats import BATCH, Sniff
from ofc_analytics.schema import frame_from_hands
from ofc_parsers.blockpoker import vocabulary as words
from ofc_parsers.blockpoker.pieces import LARGEST_DOCUMENT, TooLargeError, is_whole, read_pieces
from ofc_parsers.blockpoker.replay import ReplayError, check_replay, read_hand
from ofc_parsers.blockpoker.views import Views
from ofc_parsers.captures.decoding import Misfit, TolerantDecoder
from ofc_parsers.captures.disguising import (
    disguised_lines,
    fields,
    identifier,
    moment,
    player,
)
from ofc_parsers.captures.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from ofc_analytics.formats import ParseContext
    from ofc_analytics.formats.disguise import Disguise
    from ofc_analytics.hands import Hand
    from ofc_parsers.blockpoker.pieces import Piece

__all__ = ["BlockPoker"]

_LOOKS_ALIKE = re.compile(rb'"kind"\s*:\s*"ofc"')
_REPLAY = TolerantDecoder(words.Replay)
_ITEM = TolerantDecoder(words.Item)
_LONGEST_RAW = 1 << 16
_SECRETS = fields(
    words.Page,
    words.Replay,
    words.Item,
    words.Deal,
    words.Participant,
    words.LineResult,
    words.Royalties,
    words.Box,
    words.Card,
    id=identifier,
    room_id=identifier,
    setting_id=identifier,
    user_id=identifier,
    cursor=identifier,
    started_at=moment,
    ended_at=moment,
    name=player,
)
_KEYS = msgspec.json.Decoder(dict[str, msgspec.Raw])


class BlockPoker:
    """Hand histories of BlockPoker."""

    name = "blockpoker"
    title = "hand histories of BlockPoker: list items and replays (JSON)"
    version = "2"
    tier = "documented"
    extensions = (".json", ".jsonl")

    def sniff(self, head: bytes, name: str) -> Sniff:  # noqa: ARG002 (the content says enough)
        """Sure where JSON says that it is of the kind ``ofc``."""
        json = head.lstrip()[:1] in {b"{", b"["}
        alike = json and _LOOKS_ALIKE.search(head) is not None
        return Sniff(0.95 if alike else 0.0, "it holds hands of the kind 'ofc'")

    def parse(self, stream: BinaryIO, context: ParseContext) -> Iterator[pl.DataFrame]:
        """Read a hand a replay; one that does not read is an issue, and the others go on."""
        history = _History(context)
        hands: list[Hand] = []
        try:
            for piece in read_pieces(stream):
                hand = history.take(piece)
                if hand is not None:
                    hands.append(hand)
                if len(hands) == BATCH:
                    yield frame_from_hands(hands)
                    hands = []
        except TooLargeError:
            context.report(
                ParseIssue(
                    code="document-too-large",
                    message="the file is one JSON value too large to be read at once",
                    expected=f"at most {LARGEST_DOCUMENT >> 20} MiB, or one object a line",
                )
            )
        history.close()
        if hands:
            yield frame_from_hands(hands)

    def anonymise(self, stream: BinaryIO, disguise: Disguise) -> Iterator[bytes]:
        """Write the text again with other names, ids and days."""
        return disguised_lines(stream, _SECRETS, disguise)


class _History:
    """The pieces of a file."""

    def __init__(self, context: ParseContext) -> None:
        self._context = context
        self._tally = Tally()
        self._views = Views()

    def take(self, piece: Piece) -> Hand | None:
        """Take a piece in; give the hand if it is one."""
        keys: dict[str, msgspec.Raw] = {}
        try:
            if not piece.whole:
                raise _broken(piece)
            keys = _keys(piece.text)
            if _text(keys.get("kind")) in words.OTHER_KINDS and "box" not in keys:
                self._count_other(piece, keys)
            elif "players" in keys:
                return self._replay(piece)
            else:
                self._item(piece)
        except Misfit as error:
            self._report(error, piece, "an object with the keys and values of the room")
            self._note_broken(keys)
        return None

    def close(self) -> None:
        """Tell what can only be told at the end."""
        for issue in self._views.close():
            self._context.report(issue)
        self._tally.report(self._context)

    def _replay(self, piece: Piece) -> Hand | None:
        replay, unknown = _REPLAY.decode(piece.text)
        _refuse_kind(replay.kind)
        self._count_unknown(unknown, piece)
        self._views.add_replay(replay)
        try:
            hand = read_hand(replay, self._context.source(piece.line))
        except ReplayError as error:
            self._context.report(
                ParseIssue(
                    code=error.code,
                    message=error.message,
                    line=piece.line,
                    text=error.text,
                    expected=error.expected,
                    hand=replay.hand.id,
                    raw=piece.text.decode(errors="replace"),
                    hands=1,
                )
            )
            return None
        for doubt in check_replay(replay):
            self._context.report(
                ParseIssue(
                    code=doubt.code,
                    message=doubt.message,
                    line=piece.line,
                    text=doubt.text,
                    expected=doubt.expected,
                    hand=replay.hand.id,
                    severity=doubt.severity,
                )
            )
        if hand.unit is not None:
            self._tally.add(
                "money-scale-assumed",
                "amounts are taken for hundredths, as at tables for money; a table for play money has whole chips",
                line=piece.line,
            )
        return hand

    def _item(self, piece: Piece) -> None:
        item, unknown = _ITEM.decode(piece.text)
        _refuse_kind(item.kind)
        self._count_unknown(unknown, piece)
        issue = self._views.add_item(item, piece.line)
        if issue is not None:
            self._context.report(issue)

    def _count_unknown(self, paths: list[str], piece: Piece) -> None:
        for path in paths:
            self._tally.add(
                "key-unknown", "a key that is not known here and not read", text=path, line=piece.line
            )

    def _count_other(self, piece: Piece, keys: dict[str, msgspec.Raw]) -> None:
        self._tally.add(
            "game-unknown",
            "hands of another game are not read",
            text=_text(keys["kind"]),
            line=piece.line,
            expected=words.KIND,
        )

    def _report(self, error: Misfit, piece: Piece, expected: str) -> None:
        text = piece.text[:_LONGEST_RAW].decode(errors="replace")
        self._context.report(
            ParseIssue(
                code=error.code,
                message=error.message,
                line=piece.line,
                text=text,
                expected=expected,
                raw=text,
                hands=piece.hands,
            )
        )

    def _note_broken(self, keys: dict[str, msgspec.Raw]) -> None:
        """Keep a replay or item that did not read from being counted again through its other view."""
        try:
            number = _text(_KEYS.decode(keys["hand"]).get("id") if "hand" in keys else keys.get("id"))
        except msgspec.DecodeError:
            return
        if number is not None:
            self._views.note_broken(number)


def _broken(piece: Piece) -> Misfit:
    """Say what a broken part of a list costs."""
    what = (
        "the list is not JSON, and all of its values were read"
        if piece.hands == 0
        else "the list is broken here; its other values were read"
    )
    return Misfit("json-broken", what)


def _keys(text: bytes) -> dict[str, msgspec.Raw]:
    try:
        return _KEYS.decode(text)
    except msgspec.ValidationError:
        if is_whole(text):
            raise Misfit("value-type", "the value is no object") from None
        raise Misfit("json-broken", "the text is not JSON from its beginning to its end") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise Misfit("json-broken", f"the text is not JSON: {error}") from None


def _refuse_kind(kind: str) -> None:
    if kind != words.KIND:
        raise Misfit("kind-unknown", f"hands of the kind {kind!r} are not known")


def _text(raw: msgspec.Raw | None) -> str | None:
    try:
        return None if raw is None else msgspec.json.decode(raw, type=str)
    except msgspec.DecodeError:
        return None
