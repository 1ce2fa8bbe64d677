"""A replay as a hand, and the places where it says a thing twice and not the same."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ofc_analytics.cards import cards_text
from ofc_analytics.hands import ROW_SIZES, ROWS, SOME_FANTASYLAND, Claim, Hand, Player
from ofc_parsers.blockpoker import vocabulary as words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ofc_analytics.hands import Source

__all__ = ["Doubt", "ReplayError", "check_replay", "read_cards", "read_hand"]

_RANKS = range(2, 15)


class ReplayError(Exception):
    """A replay that is no hand."""

    def __init__(self, code: str, message: str, *, text: str, expected: str) -> None:
        super().__init__(message)
        self.code, self.message, self.text, self.expected = code, message, text, expected


class Doubt(NamedTuple):
    """Two statements of a replay that do not go together; the hand can still be settled."""

    code: str
    message: str
    text: str
    expected: str
    severity: str = "warning"


def read_cards(cards: Sequence[words.Card]) -> bytes:
    """Read cards.

    Raises
    ------
    ReplayError
        If there is no such card.

    Examples
    --------
    >>> list(read_cards([words.Card(14, "s"), words.Card(2, "C")]))
    [51, 0]
    """
    codes = bytearray()
    for card in cards:
        suit = words.SUITS.find(card.suit.lower()) if len(card.suit) == 1 else -1
        if card.rank not in _RANKS or suit < 0:
            raise ReplayError(
                "card-unknown",
                "no such card",
                text=msgspec.json.encode(card).decode(),
                expected="a rank from 2 to 14, and c, d, h or s",
            )
        codes.append((card.rank - _RANKS.start) * len(words.SUITS) + suit)
    return bytes(codes)


def read_hand(replay: words.Replay, source: Source) -> Hand:
    """Make the hand.

    Raises
    ------
    ReplayError
        If a card is none, a row is not full, or the start has no offset.
    """
    deal = replay.hand
    if deal.started_at is not None and deal.started_at.tzinfo is None:
        raise ReplayError(
            "time-unclear",
            "the start of the hand has no offset",
            text=deal.started_at.isoformat(),
            expected="a time such as 2026-08-24T11:09:30Z",
        )
    short = _is_short(replay)
    seats = {player.seat for player in replay.players}
    return Hand(
        players=tuple(
            _player(player, claims_net=not short, line=source.line)
            for player in sorted(replay.players, key=lambda player: player.seat)
        ),
        native_id=deal.id,
        room=words.ROOM,
        table=deal.room_id,
        hand_no=deal.hand_number,
        started_at=None if deal.started_at is None else deal.started_at.astimezone(UTC),
        variant=words.VARIANTS.get(deal.variant, deal.variant),
        unit=deal.point_value or None,
        button=deal.button_seat if deal.button_seat in seats else None,
        source=source,
    )


def _player(player: words.Participant, *, claims_net: bool, line: int | None) -> Player:
    name = (player.name or "").strip() or (player.user_id or "").strip() or f"Seat {player.seat}"
    rows = [read_cards(getattr(player.box, row)) for row in ROWS]
    for row, size, cards in zip(ROWS, ROW_SIZES, rows, strict=True):
        if len(cards) != size:
            raise ReplayError(
                "row-length",
                f"{name}'s {row} row has {len(cards)} cards",
                text=cards_text(cards),
                expected=f"{size} cards",
            )
    return Player(
        seat=player.seat,
        name=name,
        cards=b"".join(rows),
        fantasyland=SOME_FANTASYLAND if player.fantasy else 0,
        discards=read_cards(player.discards),
        claimed=_claim(player, claims_net=claims_net),
        line=line,
    )


def _claim(player: words.Participant, *, claims_net: bool) -> Claim:
    """Read the claim; a fouled board is read as claiming no royalties, whatever is listed for it."""
    listed = None if player.royalties is None else _rows(player.royalties)
    counted = (0, 0, 0) if player.foul and listed is not None else listed
    return Claim(
        points=player.points,
        net=player.net if claims_net else None,
        royalties=counted,
        foul=player.foul,
        fantasyland=SOME_FANTASYLAND if player.fantasy_next else 0,
        raw=None if counted == listed else msgspec.json.encode(player.royalties).decode(),
    )


def _rows(royalties: words.Royalties) -> tuple[int, ...]:
    return royalties.top, royalties.middle, royalties.bottom


def check_replay(replay: words.Replay) -> Iterator[Doubt]:
    """Tell where a replay contradicts itself; what settlement finds out is left to it."""
    players = replay.players
    if sum(player.points for player in players):
        points = ", ".join(f"seat {player.seat}: {player.points:+d}" for player in players)
        yield Doubt(
            "points-sum",
            "the points of the players do not add up to zero",
            points,
            "what some win, others lose",
        )
    for player in players:
        yield from _check_player(player)
    yield from _check_lines(players)
    yield from _check_net(replay)
    button = replay.hand.button_seat
    if button is not None and button not in {player.seat for player in players}:
        yield Doubt(
            "button-seat", "the button is where nobody plays; it is left out", str(button), "a player's seat"
        )


def _check_player(player: words.Participant) -> Iterator[Doubt]:
    if player.royalties is not None and player.royalty_total is not None:
        total = sum(_rows(player.royalties))
        if player.royalty_total not in {total, 0 if player.foul else total}:
            yield Doubt(
                "royalty-total",
                f"the royalties of seat {player.seat} do not add up to their total",
                str(player.royalty_total),
                str(total),
            )
    thrown = words.FANTASYLAND_DISCARDS if player.fantasy else words.ORDINARY_DISCARDS
    if len(player.discards) not in {0, thrown}:
        yield Doubt(
            "discard-count",
            f"seat {player.seat} has discarded another number of cards than the game has",
            str(len(player.discards)),
            f"{thrown}, or none where they are not shown",
        )


def _check_lines(players: Sequence[words.Participant]) -> Iterator[Doubt]:
    """Hold the points pair by pair against those of the hand, and each pair against itself."""
    told = {
        (player.seat, result.opponent): result.points for player in players for result in player.line_results
    }
    seats = {player.seat for player in players}
    for player in players:
        results = player.line_results
        opponents = [result.opponent for result in results]
        if results and sorted(opponents) != sorted(seats - {player.seat}):
            yield Doubt(
                "line-results",
                f"seat {player.seat} has not one result against each other player",
                ", ".join(map(str, opponents)),
                ", ".join(map(str, sorted(seats - {player.seat}))),
            )
        elif results and sum(result.points for result in results) != player.points:
            yield Doubt(
                "line-results",
                f"the points of seat {player.seat} against each opponent do not add up to its points",
                str(sum(result.points for result in results)),
                str(player.points),
            )
    for (seat, opponent), points in told.items():
        back = told.get((opponent, seat))
        if seat < opponent and back is not None and back != -points:
            yield Doubt(
                "line-results",
                f"seats {seat} and {opponent} do not have opposite points against each other",
                f"{points:+d} and {back:+d}",
                "what one wins, the other loses",
            )


def _check_net(replay: words.Replay) -> Iterator[Doubt]:
    """Tell of money that is not the points' worth: all of it moves between the players, so somebody ran short."""
    if _is_short(replay):
        nets = ", ".join(f"seat {player.seat}: {player.net:+d}" for player in replay.players)
        due = ", ".join(f"seat {player.seat}: {_due(replay, player):+d}" for player in replay.players)
        yield Doubt(
            "net-short",
            "the money is not the points' worth, as when a stack is short; stacks are not told, and it is not checked",
            nets,
            due,
            "note",
        )


def _due(replay: words.Replay, player: words.Participant) -> int:
    return player.points * (replay.hand.point_value or 0)


def _is_short(replay: words.Replay) -> bool:
    nets = [player.net for player in replay.players]
    return (
        bool(replay.hand.point_value)
        and None not in nets
        and sum(net or 0 for net in nets) == 0
        and sum(player.points for player in replay.players) == 0
        and any(player.net != _due(replay, player) for player in replay.players)
    )
