"""One line of ofc-json: decoded by its type, then read for what its texts mean."""

from __future__ import annotations

from datetime import UTC
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from ofc_analytics.cards import JOKERS, cards_text, parse_cards
from ofc_analytics.errors import CardError, ParseIssue
from ofc_analytics.hands import MAX_PLAYERS, ROW_SIZES, ROWS, Claim, Hand, Player, Street
from ofc_analytics.money import currency_exponent, minor_units
from ofc_parsers.ofc_json import vocabulary as words
from ofc_parsers.ofc_json.sifting import sift
from ofc_parsers.ofc_json.unseen import odd_amounts, repeated_keys

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from decimal import Decimal

    from ofc_analytics.formats import ParseContext

__all__ = ["decode_plain", "read_line"]

_DECODER = msgspec.json.Decoder(words.Line)
_cards_of = lru_cache(maxsize=1 << 14)(parse_cards)  # most texts are the one or two cards of a street


def decode_plain(line: bytes) -> words.Line | None:
    """Decode a line by its type; None where it does not fit it, or says more than was decoded."""
    try:
        record = _DECODER.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return None
    return None if repeated_keys(line, record) or odd_amounts(line) else record


def read_line(line: bytes, number: int, context: ParseContext) -> Hand | None:
    """Read one line; None where anything about it was reported.

    Parameters
    ----------
    line
        UTF-8 text of one JSON object.
    number
        Its 1-based physical line.
    context
        Takes the issues, and knows the file.
    """
    reader = _Reader(line, number, context)
    hand = reader.hand()
    return None if reader.faulty else hand


class _Reader:
    """One line on its way to a hand: reads on after a fault, so that all faults are found."""

    def __init__(self, line: bytes, number: int, context: ParseContext) -> None:
        self.faulty = False
        self._line = line
        self._number = number
        self._context = context
        self._hand_id: str | None = None
        self._exponent = currency_exponent(None)
        self._misfits: set[str] = set()

    def hand(self) -> Hand | None:
        try:
            record = _decode(self._line)
        except (msgspec.DecodeError, RecursionError) as error:
            self._report(
                "json-broken", f"the line is not JSON: {error}", self._raw(), "one whole JSON object"
            )
            return None
        if not isinstance(record, words.Line):
            return self._hand_with_faults(record)
        self._hand_id = None if record.id is None else str(record.id)
        for key in (repeated := repeated_keys(self._line, record)):
            self._report("key-twice", f"the key {key!r} stands twice in one object", key, "each key once")
        for path, text in (odd := [] if repeated else odd_amounts(self._line)):
            self._report("value-type", f"{path} cannot be read", text, 'an amount such as 120 or "120.50"')
        return None if repeated or odd else self._hand(record)

    def _hand_with_faults(self, value: object) -> Hand | None:
        if isinstance(value, dict):
            self._hand_id = str(value["id"]) if isinstance(value.get("id"), str | int) else None
            if self._is_other_version(value.get("format")) or self._is_crowd(value.get("players")):
                return None
        fitting, faults = sift(value, words.Line)
        self._misfits = {fault.path for fault in faults}
        for fault in faults:
            self._report(fault.code, fault.message, fault.text, fault.expected)
        return self._hand(msgspec.convert(fitting, words.Line)) if isinstance(value, dict) else None

    def _is_other_version(self, version: object) -> bool:
        if version is None or version == words.VERSION:
            return False
        self._report(
            "format-version", "the line is of another version of the format", str(version), '"format": 1'
        )
        return True

    def _is_crowd(self, players: object) -> bool:
        """Report more players than a hand has; what else is wrong with them does not matter then."""
        if not isinstance(players, list) or len(players) <= MAX_PLAYERS:
            return False
        self._report(
            "player-count", f"the hand has {len(players)} players", None, f"2 to {MAX_PLAYERS} players"
        )
        return True

    def _hand(self, record: words.Line) -> Hand | None:
        self._hand_id = None if record.id is None else str(record.id)
        if self._is_other_version(record.format) or self._is_crowd(record.players):
            return None
        self._exponent = currency_exponent(record.currency)
        if record.players is None:
            if "players" not in self._misfits:
                self._report("key-missing", "the hand has no players", self._raw(), "a key 'players'")
            return None
        players = [self._player(player, place) for place, player in enumerate(record.players)]
        jackpot = record.jackpot or words.Jackpot()
        return Hand(
            players=tuple(sorted(players, key=lambda player: player.seat)),
            native_id=self._hand_id,
            room=record.room,
            table=record.table,
            session=record.session,
            hand_no=record.hand_no,
            started_at=self._start(record.started_at),
            variant=record.variant,
            rules=record.rules,
            unit=self._money(record.unit, "unit", least=1),
            currency=record.currency,
            exponent=self._exponent,
            button=self._button(record.button, players),
            jokers=self._jokers(record.jokers, players),
            level=record.level,
            jackpot_in=self._money(jackpot.paid_in, "jackpot.paid_in", least=0),
            jackpot_out=self._money(jackpot.paid_out, "jackpot.paid_out", least=0),
            source=self._context.source(self._number),
        )

    def _player(self, record: words.Player, place: int) -> Player:
        path = f"players[{place}]"
        name = (record.name or "").strip()
        if (
            not name
            and record.seat is None
            and self._misfits.isdisjoint({path, f"{path}.name", f"{path}.seat"})
        ):
            self._report(
                "player-unnamed", f"{path} has neither name nor seat", None, "a name, a seat or both"
            )
        name = name or f"Seat {record.seat}"
        rows = [
            self._row(getattr(record, row), row, size, path, name)
            for row, size in zip(ROWS, ROW_SIZES, strict=True)
        ]
        streets = tuple(
            self._street(street, f"{path}.streets[{number}]")
            for number, street in enumerate(record.streets or ())
        )
        self._compare(streets, rows, f"{path}.streets")
        discarded = b"".join(street.discarded for street in streets)
        return Player(
            seat=record.seat or place + 1,
            name=name,
            cards=b"".join(rows),
            stack=self._money(record.stack, f"{path}.stack", least=0),
            fantasyland=record.fantasyland,
            discards=discarded
            if record.discards is None
            else self._cards(record.discards, f"{path}.discards"),
            streets=streets,
            declared=record.declared,
            surrendered=bool(record.surrendered),
            claimed=self._claim(record.claimed or words.Claim(), f"{path}.claimed"),
            rake=self._money(record.rake, f"{path}.rake", least=0),
            line=self._number,
        )

    def _row(self, text: str | None, row: str, size: int, path: str, name: str) -> bytes:
        if text is None:
            if self._misfits.isdisjoint({path, f"{path}.{row}"}):
                self._report("row-missing", f"{name} has no {row} row ({path}.{row})", None, f"{size} cards")
            return b""
        cards = self._read_cards(text, f"{path}.{row}")
        if cards is not None and len(cards) != size:
            count = f"{len(cards)} card{'s' * (len(cards) != 1)}"
            self._report(
                "row-length", f"{name}'s {row} row has {count} ({path}.{row})", text, f"{size} cards"
            )
        return cards or b""

    def _street(self, record: words.Street, path: str) -> Street:
        return Street(
            dealt=self._cards(record.dealt, f"{path}.dealt"),
            top=self._cards(record.top, f"{path}.top"),
            middle=self._cards(record.middle, f"{path}.middle"),
            bottom=self._cards(record.bottom, f"{path}.bottom"),
            discarded=self._cards(record.discard, f"{path}.discard"),
            seconds=record.seconds,
            auto=record.auto,
        )

    def _compare(self, streets: Iterable[Street], rows: list[bytes], path: str) -> None:
        """Report cards that a street placed and that do not lie in that row in the end."""
        for row, size, cards in zip(ROWS, ROW_SIZES, rows, strict=True):
            strays = [card for street in streets for card in getattr(street, row) if card not in cards]
            if strays and len(cards) == size:
                self._report(
                    "board-mismatch",
                    f"{path} place cards in the {row} row that do not lie there in the end",
                    cards_text(strays),
                    f"cards of {cards_text(cards)!r}",
                )

    def _claim(self, record: words.Claim, path: str) -> Claim:
        royalties = record.royalties
        if royalties is not None and len(royalties) not in words.ROYALTY_COUNTS:
            shown = msgspec.json.encode(royalties).decode()
            self._report(
                "value-type", f"{path}.royalties has {len(royalties)} numbers", shown, "[top, middle, bottom]"
            )
        return Claim(
            points=record.points,
            net=self._money(record.net, f"{path}.net"),
            royalties=None if royalties is None else tuple(royalties),
            foul=record.foul,
            fantasyland=record.fantasyland,
        )

    def _start(self, moment: datetime | None) -> datetime | None:
        try:
            return None if moment is None else moment.astimezone(UTC)
        except OverflowError:
            self._report(
                "value-type",
                "started_at is out of range",
                str(moment),
                "a time that is in the years 1 to 9999 in UTC too",
            )
            return None

    def _button(self, seat: int | None, players: list[Player]) -> int | None:
        seats = [player.seat for player in players]
        if seat is not None and seat not in seats:
            self._report(
                "button-seat", "nobody sits at the button's seat", str(seat), f"one of the seats {seats}"
            )
        return seat

    def _jokers(self, stated: int | None, players: list[Player]) -> int:
        seen = sum(any(joker in player.cards + player.discards for player in players) for joker in JOKERS)
        if stated is not None and stated < seen:
            self._report(
                "joker-count", f"{seen} jokers were dealt from a deck of {stated}", str(stated), f"{seen}"
            )
        return max(stated or 0, seen)

    def _cards(self, text: str | None, path: str) -> bytes:
        return (self._read_cards(text, path) or b"") if text else b""

    def _read_cards(self, text: str, path: str) -> bytes | None:
        try:
            return _cards_of(text)
        except CardError as error:
            detail, _, expected = str(error).removeprefix(f"{error.text!r}, ").partition("; expected ")
            self._report(
                "card-unknown", f"{path}, {detail}", error.text, expected or "cards such as Kd or 10h"
            )
            return None

    def _money(self, amount: Decimal | None, path: str, *, least: int | None = None) -> int | None:
        if amount is None:
            return None
        expected = f"an amount with at most {self._exponent} decimal places"
        try:
            minor = minor_units(amount, exponent=self._exponent)
        except ValueError as error:
            self._report("value-type", f"{path}: {error}", None, expected)
            return None
        if least is not None and minor < least:
            what = "negative" if minor < 0 else "zero"
            self._report(
                "value-type", f"{path} is {what}", str(amount), "more than zero" if least else "zero or more"
            )
        return minor

    def _raw(self) -> str:
        return self._line.decode(errors="replace").strip()

    def _report(self, code: str, message: str, text: str | None, expected: str | None) -> None:
        counted, self.faulty = self.faulty, True
        self._context.report(
            ParseIssue(
                code=code,
                message=message,
                line=self._number,
                text=text,
                expected=expected,
                hand=self._hand_id,
                raw=self._raw(),
                hands=int(not counted),
            )
        )


def _decode(line: bytes) -> object:
    """Decode a line by its type, or without one where it does not fit it."""
    try:
        return _DECODER.decode(line)
    except msgspec.ValidationError:
        return msgspec.json.decode(line)
