"""Faults of what is claimed: the cards are right, and what is said of them is not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ofc_analytics.evaluation import row_class
from ofc_analytics.generate.scene import claimed_more
from ofc_analytics.hands import ROWS
from ofc_analytics.money import format_money
from ofc_analytics.settlement.scoring import rescore

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ofc_analytics.generate.scene import Planted, Scene
    from ofc_analytics.hands import Player

__all__ = ["foul_called", "foul_missed", "money", "points", "rake", "royalty", "sign"]


def points(scene: Scene) -> Planted | None:
    """One player's points are a few too many or too few."""
    player = scene.one_of(player for player in scene.hand.players if player.claimed.points is not None)
    if player is None or player.claimed.points is None:
        return None
    said = player.claimed.points + scene.number(1, 3) * (-1) ** scene.number(0, 1)
    return scene.planted(
        scene.with_claim(player, points=said), player, f"points {player.claimed.points} told as {said}"
    )


def sign(scene: Scene) -> Planted | None:
    """One player's points and money have the wrong sign."""
    player = scene.one_of(player for player in scene.hand.players if player.claimed.points)
    if player is None or player.claimed.points is None:
        return None
    net = player.claimed.net
    said = scene.with_claim(player, points=-player.claimed.points, net=None if net is None else -net)
    return scene.planted(said, player, f"points {player.claimed.points} told as {-player.claimed.points}")


def royalty(scene: Scene) -> Planted | None:
    """The royalty of one row is told too high."""
    player = scene.one_of(player for player in scene.hand.players if player.claimed.royalties)
    if player is None or player.claimed.royalties is None:
        return None
    royalties = list(player.claimed.royalties)
    row = scene.number(0, 2)
    royalties[row] += scene.number(1, 5)
    return scene.planted(
        scene.with_claim(player, royalties=tuple(royalties)),
        player,
        f"royalty of the {ROWS[row]} row {player.claimed.royalties[row]} told as {royalties[row]}",
    )


def money(scene: Scene) -> Planted | None:
    """One player's money is some units off."""
    unit = scene.hand.unit
    player = scene.one_of(player for player in scene.hand.players if player.claimed.net is not None)
    if player is None or player.claimed.net is None or unit is None:
        return None
    said = player.claimed.net + unit * scene.number(1, 5)
    told = (format_money(amount, exponent=scene.hand.exponent) for amount in (player.claimed.net, said))
    return scene.planted(scene.with_claim(player, net=said), player, "money {} told as {}".format(*told))


def foul_missed(scene: Scene) -> Planted | None:
    """A dead hand is scored as if it were none."""
    scores = scene.scores()
    return _mistaken(scene, scores.foul[0], foul=False)


def foul_called(scene: Scene) -> Planted | None:
    """A sound hand is scored as a dead one."""
    scores = scene.scores()
    return _mistaken(scene, ~(scores.foul[0] | scores.aside[0] | (scores.fantasyland[0] > 0)), foul=True)


def rake(scene: Scene) -> Planted | None:
    """More is taken from a winner than the rules take."""
    player = scene.one_of(player for player in scene.hand.players if (player.claimed.net or 0) > 0)
    if player is None or player.claimed.net is None:
        return None
    more = max(1, player.claimed.net // 20)
    said = scene.with_player(
        player,
        rake=(player.rake or 0) + more,
        claimed=replace(player.claimed, net=player.claimed.net - more),
    )
    return scene.planted(said, player, f"{format_money(more, exponent=scene.hand.exponent)} of rake too much")


def _mistaken(scene: Scene, among: NDArray[np.bool_], *, foul: bool) -> Planted | None:
    """Score the hand with one player's board taken for a dead one, or for a sound one."""
    scores = scene.scores()
    if scores.aside.any() or any(player.declared for player in scene.hand.players):
        return None
    player = scene.one_of(one for one, fits in zip(scene.hand.players, among, strict=True) if fits)
    if player is None:
        return None
    place = scene.hand.players.index(player)
    fouls, royalties = scores.foul.copy(), scores.row_royalties.copy()
    fouls[0, place] = foul
    classes = row_class(scores.values[0, place])
    worth = [0 if foul else int(scene.rules.tables.royalties[row, classes[row]]) for row in range(3)]
    royalties[0, place] = worth
    more = rescore(scores, scene.rules, foul=fouls, row_royalties=royalties).totals - scores.totals
    said = replace(
        scene.hand,
        players=tuple(
            _with_mistake(
                one, int(gain), scene.hand.unit or 0, (foul, tuple(worth)) if one is player else None
            )
            for one, gain in zip(scene.hand.players, more[0], strict=True)
        ),
    )
    return scene.planted(
        said, player, f"a {'sound' if foul else 'dead'} hand scored as a {'dead' if foul else 'sound'} one"
    )


def _with_mistake(player: Player, gain: int, unit: int, board: tuple[bool, tuple[int, ...]] | None) -> Player:
    claimed = claimed_more(player.claimed, gain, gain * unit)
    if board is not None:
        claimed = replace(claimed, foul=board[0], royalties=board[1])
    return replace(player, claimed=claimed)
