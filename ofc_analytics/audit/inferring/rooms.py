"""The rules of every room and game, and of tables that play by others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from ofc_analytics.audit.inferring.inferred import infer_rules
from ofc_analytics.errors import SettlementError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ofc_analytics.audit.inferring.inferred import InferredRules

__all__ = ["RoomRules", "infer_rooms"]

_GAME = ("room", "variant")


@dataclass(frozen=True, slots=True, eq=False)
class RoomRules:
    """The rules of one game in one room.

    Attributes
    ----------
    room, variant
        As the hands say; None where they do not.
    tables
        Names of its tables, where the room's tables play by different rules; empty where all play by the same.
    rules
        What was inferred; None if nothing could be.
    reason
        Why it could not be, in words; empty if it could.
    """

    room: str | None
    variant: str | None
    tables: tuple[str, ...]
    rules: InferredRules | None
    reason: str = ""


def infer_rooms(
    hands: pl.DataFrame, *, rules: str | None = None, overrides: Sequence[str] = ()
) -> list[RoomRules]:
    """Infer the rules of each room and game by itself, and of tables in it that play by others.

    Parameters
    ----------
    hands
        Frame of schema `Hands`.
    rules, overrides
        What the hands are settled under now, as `ofc_analytics.settle` takes it.

    Returns
    -------
    list of RoomRules
        In the order of the hands; `ofc_analytics.audit.audit` takes what was ``inferred``.

    Raises
    ------
    RulesError, LookupFailedError
        If a rule set cannot be read.

    Examples
    --------
    >>> from ofc_analytics.hands import Claim, Hand, Player
    >>> from ofc_analytics.cards import split_board
    >>> from ofc_analytics.schema import frame_from_hands
    >>> boards = ["2c 4h 6d / Ks Qh Th 6c 3s / Ad Kd Tc 6s 3d", "2s 3h 5d / Kc Qd 9h 5c 2h / Ah Kh 9c 5s 2d"]
    >>> hand = Hand(room="Friday", players=tuple(
    ...     Player(seat=seat, name=f"P{seat}", cards=split_board(board), claimed=Claim(points=points))
    ...     for seat, board, points in zip((1, 2), boards, (6, -6))))
    >>> (friday,) = infer_rooms(frame_from_hands([hand]))
    >>> friday.room, friday.rules.best.name
    ('Friday', 'american-pineapple')
    """
    found = []
    for part in hands.partition_by(_GAME, maintain_order=True):
        room, variant = part.select(_GAME).row(0)
        try:
            told = list(_by_tables(part, rules, overrides))
        except SettlementError as error:
            found.append(RoomRules(room, variant, (), None, str(error)))
            continue
        found += [RoomRules(room, variant, _tables(one, part) if len(told) > 1 else (), one) for one in told]
    return found


def _by_tables(hands: pl.DataFrame, rules: str | None, overrides: Sequence[str]) -> Iterator[InferredRules]:
    inferred = infer_rules(hands, rules=rules, overrides=overrides)
    apart = pl.col("hand_id").is_in(inferred.apart.implode())
    others = hands.filter(apart)
    if 0 < others.height < hands.height:
        yield from _by_tables(hands.filter(~apart), rules, overrides)
        yield from _by_tables(others, rules, overrides)
    else:
        yield inferred


def _tables(inferred: InferredRules, hands: pl.DataFrame) -> tuple[str, ...]:
    mine = hands.filter(pl.col("hand_id").is_in(inferred.hand_ids.implode()))
    names = pl.coalesce("table", "session", pl.lit("unnamed"))
    return tuple(mine.select(names.unique(maintain_order=True)).to_series())
