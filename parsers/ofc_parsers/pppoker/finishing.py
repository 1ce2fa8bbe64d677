"""From a hand's messages and its result to the hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from ofc_analytics.hands import ROW_SIZES, ROWS, Hand, Player
from ofc_parsers.captures.faults import Fault
from ofc_parsers.pppoker import vocabulary as words
from ofc_parsers.pppoker.cards import ANY_JOKER, Jokers, read_wire, shown
from ofc_parsers.pppoker.scores import Accounts, Entry
from ofc_parsers.pppoker.seat import read_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ofc_analytics.formats import ParseContext
    from ofc_analytics.hands import Street
    from ofc_parsers.captures.tally import Tally
    from ofc_parsers.pppoker.dealing import Dealing
    from ofc_parsers.pppoker.seat import Seat

__all__ = ["finish", "labels", "players_of"]

_Remark = tuple[str, str, str | None]
"""Code, message and what was expected."""

_ROOM = "pppoker"
_RULES = "pppoker"
_VARIANT = "pineapple"
_SEATS = 256


@dataclass(frozen=True, slots=True)
class _Side:
    """One player's side of the hand, cards with their jokers numbered."""

    cards: bytes
    discards: bytes
    streets: tuple[Street, ...]
    fantasyland: int | None
    whole: bool
    deals_whole: bool
    disordered: bool


def finish(
    dealing: Dealing,
    results: Sequence[words.PlayerResult],
    names: Sequence[str],
    room: words.RoomInfo,
    *,
    line: int,
    context: ParseContext,
    tally: Tally,
) -> Hand:
    """Make the hand.

    Parameters
    ----------
    dealing
        What came before the result.
    results
        The players of the hand in the order of their seats, and in `names` what they are called.
    room
        The table, as far as it is known.
    line
        Physical line of the result.
    context, tally
        Take what the result contradicts itself in, and what is worth knowing.

    Raises
    ------
    Fault
        If a board is not whole, or is not what was placed.
    """
    if not dealing.stacks.keys() <= {result.seat_id for result in results}:
        raise Fault(
            "seat-unknown",
            "the result lacks a player who was dealt in",
            text=", ".join(str(result.seat_id) for result in results),
            expected=f"seats {', '.join(map(str, sorted(dealing.stacks)))}",
        )
    _refuse_partial(results, names)
    entries = [
        Entry(result, name, dealing.stacks.get(result.seat_id or 0))
        for result, name in zip(results, names, strict=True)
    ]
    jokers = Jokers()
    sides = [_side(dealing.seat(entry.result.seat_id), entry, jokers) for entry in entries]
    if not all(side.whole for side in sides):
        sides = list(map(_without_turns, sides))
    button = (
        None if dealing.start is None or dealing.start.dealer_seat_id == -1 else dealing.start.dealer_seat_id
    )
    accounts = Accounts(entries, room)
    for fault in (*_disorders(sides, entries, button), *accounts.faults):
        fault.hand = dealing.label
        context.report(fault.issue(line=line, severity="warning"))
    remarks = (*_remarks_on_play(dealing, sides, jokers), *_remarks_on_money(room, accounts))
    for code, message, expected in remarks:
        tally.add(code, message, line=line, expected=expected)
    return Hand(
        players=tuple(
            Player(
                seat=(entry.result.seat_id or 0) + 1,
                name=entry.label,
                cards=side.cards,
                stack=entry.stack,
                fantasyland=side.fantasyland,
                discards=side.discards,
                streets=side.streets,
                claimed=accounts.claim(entry),
                rake=accounts.rake(entry),
                line=line,
            )
            for entry, side in zip(entries, sides, strict=True)
        ),
        native_id=dealing.game.native_id,
        room=_ROOM,
        table=room.room_name or dealing.game.table,
        session=dealing.game.session,
        hand_no=dealing.game.hand_no,
        started_at=dealing.game.started_at,
        variant=_VARIANT,
        rules=_RULES,
        unit=room.base_score or None,
        button=None if button is None else button + 1,
        jokers=jokers.count,
        source=context.source(dealing.line),
    )


def _refuse_partial(results: Sequence[words.PlayerResult], names: Sequence[str]) -> None:
    """A hand without whole boards is none that can be settled."""
    for result, name in zip(results, names, strict=True):
        rows = (b"", b"", b"") if result.card is None else read_rows(result.card)
        for row, size, cards in zip(ROWS, ROW_SIZES, rows, strict=True):
            if len(cards) > size:
                raise Fault(
                    "row-length",
                    f"{name}'s {row} row has {len(cards)} cards",
                    text=shown(cards),
                    expected=f"{size} cards",
                )
        count = sum(map(len, rows))
        if count < sum(ROW_SIZES):
            raise Fault(
                "hand-partial",
                f"{name}'s board has {count} of 13 cards at the result",
                text=" / ".join(map(shown, rows)),
                expected="whole boards",
            )


def _side(seat: Seat, entry: Entry, jokers: Jokers) -> _Side:
    """Hold a player's streets against his board, and number his jokers."""
    seat.label = entry.label
    card = entry.result.card or words.Card()
    rows = read_rows(card)
    discards, whole = seat.finish(rows, read_wire(card.abandon_card))
    numbered = [jokers.number(row) for row in rows]
    thrown = jokers.number(discards)
    return _Side(
        cards=b"".join(numbered),
        discards=thrown,
        streets=_number_streets(seat.streets, [*numbered, thrown]) if whole else (),
        fantasyland=seat.fantasyland,
        whole=whole,
        deals_whole=seat.deals_whole,
        disordered=seat.disordered,
    )


def _without_turns(side: _Side) -> _Side:
    """Leave out the order of play, which cannot be told where placements of others are missing."""
    return replace(side, streets=tuple(replace(street, acted=None) for street in side.streets))


def _disorders(sides: Sequence[_Side], entries: Sequence[Entry], button: int | None) -> Iterator[Fault]:
    """Tell where the order of the messages is not that of the deals, or of the seats."""
    mixed = [entry.label for entry, side in zip(entries, sides, strict=True) if side.disordered]
    if mixed:
        yield Fault(
            "order-mismatch",
            "cards are placed before they are dealt; the streets of these players are left out",
            text=", ".join(mixed),
            expected="a deal before each placement",
        )
    places = {} if button is None else {entry.label: _place(entry, button) for entry in entries}
    turns = [
        (street.acted, number, entry.label)
        for entry, side in zip(entries, sides, strict=True)
        if places and not side.fantasyland
        for number, street in enumerate(side.streets, 1)
        if street.acted is not None
    ]
    for number in sorted({number for _, number, _ in turns}):
        order = [label for _, at, label in sorted(turns) if at == number]
        seated = sorted(order, key=lambda label: places[label])
        if order != seated:
            yield Fault(
                "order-mismatch",
                f"the cards of street {number} are not placed in the order of the seats",
                text=", ".join(order),
                expected=", ".join(seated),
            )
            return


def _place(entry: Entry, button: int) -> int:
    """Place in the order of play, which begins at the left of the button."""
    return ((entry.result.seat_id or 0) - button - 1) % _SEATS


def _number_streets(streets: Iterable[Street], numbered: Sequence[bytes]) -> tuple[Street, ...]:
    """Give the jokers of the streets the numbers that they have in the rows and among the discards."""
    queues = [iter([card for card in cards if card >= 52]) for cards in numbered]
    found = []
    for street in streets:
        pieces = (street.top, street.middle, street.bottom, street.discarded)
        top, middle, bottom, discarded = (
            bytes([next(queue, ANY_JOKER) if card == ANY_JOKER else card for card in cards])
            for cards, queue in zip(pieces, queues, strict=True)
        )
        used = iter([card for card in top + middle + bottom + discarded if card >= 52])
        dealt = bytes([next(used, ANY_JOKER) if card == ANY_JOKER else card for card in street.dealt])
        found.append(replace(street, dealt=dealt, top=top, middle=middle, bottom=bottom, discarded=discarded))
    return tuple(found)


def _remarks_on_play(dealing: Dealing, sides: Sequence[_Side], jokers: Jokers) -> Iterator[_Remark]:
    if dealing.start is None:
        yield (
            "start-missing",
            "the start of a hand is not there; its id and button are not known",
            "PineGameStartBRC before PineResultBRC",
        )
    elif not all(side.whole or side.disordered for side in sides):
        yield "streets-incomplete", "not all placements of a hand are there; the streets are left out", None
    if not all(side.deals_whole or side.disordered for side in sides):
        yield "deals-incomplete", "not all deals of a hand are there", None
    if jokers.count:
        yield (
            "joker-numbered",
            "jokers have no number in this format, and are numbered in their order on the boards",
            "rules with jokers, such as --set deal.jokers=1",
        )


def _remarks_on_money(room: words.RoomInfo, accounts: Accounts) -> Iterator[_Remark]:
    if room.base_score is None:
        yield "unit-missing", "what a point is worth is not said before the hand", "a BaseScore"
    if accounts.silent:
        yield "score-missing", "a result has no scores, so no points are claimed", None
    if room.fee_point and room.base_score:
        yield (
            "room-fee",
            "the table takes a fee for each point, which the rule set does not have",
            _fee_rules(room.fee_point, room.fee_cap, room.base_score),
        )


def _fee_rules(fee: int, cap: int | None, unit: int) -> str:
    limit = f" --set rake.cap={Decimal(cap) / unit}" if cap else ""
    return f"--set rake.per_point={Decimal(fee) / unit}{limit}"


def players_of(message: words.Result, dealing: Dealing) -> list[words.PlayerResult]:
    """Give the players of a hand in the order of their seats, without those who sit at the table and were not dealt in.

    Raises
    ------
    Fault
        ``key-missing``, where one has no seat.
    """
    results = message.player_results or []
    if any(result.seat_id is None for result in results):
        raise Fault("key-missing", "a player's result names no seat", expected="a seatId")
    return sorted(
        (
            result
            for result in results
            if result.scores
            or result.seat_id in dealing.stacks
            or (result.card is not None and any(read_rows(result.card)))
        ),
        key=lambda result: result.seat_id or 0,
    )


def labels(results: Sequence[words.PlayerResult], names: Mapping[words.Id, str]) -> list[str]:
    """Call each player by his name; by his uid too where two of a hand have the same name, or one has none."""
    known = ["" if result.uid is None else names.get(result.uid, "") for result in results]
    plain = [(result.name or "").strip() or name.strip() for result, name in zip(results, known, strict=True)]
    times = Counter(plain)
    return [
        name if name and times[name] == 1 else f"{name} ({_number(result)})".strip()
        for name, result in zip(plain, results, strict=True)
    ]


def _number(result: words.PlayerResult) -> str:
    return f"seat {result.seat_id}" if result.uid is None else f"{result.uid}"
