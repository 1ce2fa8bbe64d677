"""Write hands as ofc-json.

Examples
--------
>>> from ofc_analytics.hands import Hand, Player
>>> from ofc_analytics.schema import frame_from_hands
>>> hand = Hand(players=(Player(seat=1, name="Anna", cards=bytes(range(13))),
...                      Player(seat=2, name="Boris", cards=bytes(range(13, 26)))))
>>> [line] = to_ofc_json(frame_from_hands([hand]))
>>> line[:59]
'{"format":1,"players":[{"seat":1,"name":"Anna","top":"2c 2d'
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, cast

import msgspec

from ofc_analytics.cards import cards_text
from ofc_analytics.hands import Claim
from ofc_analytics.schema import hands_from_frame
from ofc_parsers.ofc_json import vocabulary as words

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from ofc_analytics.hands import Hand, Player, Street

__all__ = ["to_ofc_json"]

_SLICE = 1_000


def to_ofc_json(hands: pl.DataFrame) -> Iterator[str]:
    """Give one line a hand, without line ends; what a hand does not know is left out.

    Parameters
    ----------
    hands
        n hands of schema `ofc_analytics.schema.Hands`.

    Yields
    ------
    str
        n lines. Reading them gives the same hands again, but for their source, `Claim.raw` and
        `Street.acted`, for which the format has no words.
    """
    for part in hands.iter_slices(_SLICE):
        for hand in hands_from_frame(part):
            yield msgspec.json.encode(_line(hand)).decode()


def _line(hand: Hand) -> words.Line:
    jackpot = words.Jackpot(
        paid_in=_money(hand.jackpot_in, hand.exponent), paid_out=_money(hand.jackpot_out, hand.exponent)
    )
    return words.Line(
        format=words.VERSION,
        id=hand.native_id,
        room=hand.room,
        table=hand.table,
        session=hand.session,
        hand_no=hand.hand_no,
        started_at=hand.started_at,
        variant=hand.variant,
        rules=hand.rules,
        unit=_money(hand.unit, hand.exponent),
        currency=hand.currency,
        button=hand.button,
        jokers=hand.jokers or None,
        level=hand.level,
        jackpot=jackpot if jackpot != words.Jackpot() else None,
        players=[_player(player, hand.exponent) for player in hand.players],
    )


def _player(player: Player, exponent: int) -> words.Player:
    return words.Player(
        seat=player.seat,
        name=player.name,
        stack=_money(player.stack, exponent),
        fantasyland=cast("words.Fantasyland | None", player.fantasyland),
        top=cards_text(player.cards[:3]),
        middle=cards_text(player.cards[3:8]),
        bottom=cards_text(player.cards[8:]),
        discards=cards_text(player.discards) if player.discards or player.streets else None,
        declared=player.declared,
        surrendered=player.surrendered or None,
        rake=_money(player.rake, exponent),
        streets=[_street(street) for street in player.streets] or None,
        claimed=_claim(player.claimed, exponent) if player.claimed != Claim() else None,
    )


def _street(street: Street) -> words.Street:
    return words.Street(
        dealt=cards_text(street.dealt) or None,
        top=cards_text(street.top) or None,
        middle=cards_text(street.middle) or None,
        bottom=cards_text(street.bottom) or None,
        discard=cards_text(street.discarded) or None,
        seconds=street.seconds,
        auto=street.auto,
    )


def _claim(claim: Claim, exponent: int) -> words.Claim:
    return words.Claim(
        points=claim.points,
        net=_money(claim.net, exponent),
        foul=claim.foul,
        royalties=None if claim.royalties is None else list(claim.royalties),
        fantasyland=cast("words.Fantasyland | None", claim.fantasyland),
    )


def _money(minor: int | None, exponent: int) -> Decimal | None:
    return None if minor is None else Decimal(minor).scaleb(-exponent)
