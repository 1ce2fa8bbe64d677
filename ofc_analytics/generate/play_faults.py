"""Faults of what was played: cards, streets, and who is in Fantasyland."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ofc_analytics.cards import BOARD, card_text
from ofc_analytics.generate.scene import laid_out
from ofc_analytics.hands import ROWS, Street
from ofc_analytics.settlement.fantasyland import fewest_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ofc_analytics.generate.scene import Planted, Scene
    from ofc_analytics.hands import Hand, Player

__all__ = [
    "card_twice",
    "discard_back",
    "fantasyland_cards",
    "fantasyland_denied",
    "fantasyland_granted",
    "street_late",
    "streets_swapped",
]

_MOST_CARDS = 17


def fantasyland_denied(scene: Scene) -> Planted | None:
    """A player who earned Fantasyland plays an ordinary hand; the same board comes of it."""
    player = scene.one_of(one for one in scene.hand.players if one.fantasyland)
    deals = scene.rules.deal
    if player is None or scene.before is None or len(deals.streets) == 1:
        return None
    thrown = [*player.discards, *scene.unseen()][: deals.cards - BOARD]
    coming = scene.coming(player, 0)
    if coming is None or len(thrown) < deals.cards - BOARD:
        return None
    kept, streets = scene.shuffled(player.cards), []
    left = list(thrown)
    for street in deals.streets:
        throw = street.cards - street.keep
        streets.append(laid_out(kept[: street.keep], left[:throw], player))
        kept, left = kept[street.keep :], left[throw:]
    said = _replayed(scene, player, streets, fantasyland=0, coming=coming)
    return scene.planted(
        said, player, f"{player.fantasyland} cards of Fantasyland were earned and not played"
    )


def fantasyland_granted(scene: Scene) -> Planted | None:
    """A player who earned nothing is in Fantasyland; the same board comes of it."""
    player = scene.one_of(one for one in scene.hand.players if not one.fantasyland)
    cards = fewest_cards(scene.rules)
    if player is None or not cards or scene.before is None:
        return None
    thrown = [*player.discards, *scene.unseen()][: cards - BOARD]
    coming = scene.coming(player, cards)
    if coming is None or len(thrown) < cards - BOARD:
        return None
    street = laid_out(scene.shuffled(player.cards), thrown, player)
    said = _replayed(scene, player, [street], fantasyland=cards, coming=coming)
    return scene.planted(said, player, f"Fantasyland with {cards} cards that was not earned")


def fantasyland_cards(scene: Scene) -> Planted | None:
    """A player in Fantasyland is dealt a card too many, or too few where there are no more."""
    player = scene.one_of(one for one in scene.hand.players if one.fantasyland)
    if player is None or player.fantasyland is None or scene.before is None:
        return None
    unseen = scene.unseen()
    more = player.fantasyland < _MOST_CARDS and bool(unseen)
    cards = player.fantasyland + (1 if more else -1)
    thrown = [*player.discards, unseen[0]] if more else list(player.discards[:-1])
    coming = scene.coming(player, cards)
    if coming is None or cards < BOARD:
        return None
    street = laid_out(player.cards, thrown, player)
    said = _replayed(scene, player, [street], fantasyland=cards, coming=coming)
    return scene.planted(
        said, player, f"dealt {cards} cards in Fantasyland, and {player.fantasyland} were earned"
    )


def card_twice(scene: Scene) -> Planted | None:
    """A card lies on two boards."""
    first, second = (
        scene.hand.players[place] for place in scene.rng.permutation(len(scene.hand.players))[:2]
    )
    place = scene.number(0, BOARD - 1)
    card, was = first.cards[place], second.cards[place]
    said = scene.with_player(second, **_exchanged(second, was, card, range(len(second.streets))))
    return scene.planted(
        said, second, f"{card_text(card)} lies with {first.name} too, in the place of {card_text(was)}"
    )


def discard_back(scene: Scene) -> Planted | None:
    """A card that was discarded comes again on a later street, in the place of another."""
    player = scene.one_of(
        one for one in scene.hand.players if any(street.discarded for street in one.streets[:-1])
    )
    if player is None:
        return None
    number = next(place for place, street in enumerate(player.streets) if street.discarded)
    card = player.streets[number].discarded[0]
    later = player.streets[number + 1]
    was = next(iter(later.top + later.middle + later.bottom))
    said = scene.with_player(player, **_exchanged(player, was, card, [number + 1]))
    return scene.planted(
        said,
        player,
        f"{card_text(card)} was discarded on street {number + 1} and comes again, in the place of {card_text(was)}",
    )


def street_late(scene: Scene) -> Planted | None:
    """A card is placed on the street after the one on which it was dealt."""
    player = scene.one_of(one for one in scene.hand.players if len(one.streets) > 1)
    if player is None:
        return None
    streets = list(player.streets)
    number = scene.number(0, len(streets) - 2)
    row = next(row for row in ROWS if getattr(streets[number], row))
    card = getattr(streets[number], row)[0]
    streets[number] = replace(streets[number], **{row: getattr(streets[number], row)[1:]})
    streets[number + 1] = replace(
        streets[number + 1], **{row: getattr(streets[number + 1], row) + bytes([card])}
    )
    said = scene.with_player(player, streets=tuple(streets))
    return scene.planted(
        said, player, f"{card_text(card)} was dealt on street {number + 1} and placed on street {number + 2}"
    )


def streets_swapped(scene: Scene) -> Planted | None:
    """Two streets with different numbers of cards are recorded the wrong way round."""
    uneven = [
        place
        for place, (one, other) in enumerate(pairwise(scene.rules.deal.streets))
        if one.cards != other.cards
    ]
    player = scene.one_of(one for one in scene.hand.players if len(one.streets) > 1)
    if player is None or not uneven:
        return None
    streets, place = list(player.streets), uneven[0]
    streets[place], streets[place + 1] = (
        replace(streets[other], acted=streets[own].acted)
        for own, other in ((place, place + 1), (place + 1, place))
    )
    said = scene.with_player(player, streets=tuple(streets))
    return scene.planted(said, player, f"streets {place + 1} and {place + 2} are swapped")


def _replayed(
    scene: Scene, player: Player, streets: Sequence[Street], *, fantasyland: int, coming: int
) -> Hand:
    return scene.with_player(
        player,
        fantasyland=fantasyland,
        streets=tuple(streets),
        discards=b"".join(street.discarded for street in streets),
        claimed=replace(player.claimed, fantasyland=coming),
    )


def _exchanged(player: Player, was: int, card: int, numbers: Sequence[int]) -> dict[str, Any]:
    """A board and streets with one card for another."""

    def other(cards: bytes) -> bytes:
        return cards.replace(bytes([was]), bytes([card]))

    streets = tuple(
        replace(
            street,
            dealt=other(street.dealt),
            top=other(street.top),
            middle=other(street.middle),
            bottom=other(street.bottom),
        )
        if number in numbers
        else street
        for number, street in enumerate(player.streets)
    )
    return {"cards": other(player.cards), "streets": streets}
